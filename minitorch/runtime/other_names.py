"""Further keywords that PyTorch takes: NumPy's, those of single overloads, and those that change nothing here."""

AXES = {"axis": "dim", "keepdims": "keepdim"}
PARTS = {"sections": "indices_or_sections", "indices": "indices_or_sections"}
# function -> {keyword: the name of the argument that it means, or None where it changes nothing}
OTHER_NAMES: dict[str, dict] = {
    "clone": {"memory_format": None}, "randint_like": {"memory_format": None}, "resize_": {"memory_format": None},
    "gather": {"sparse_grad": None}, "svdvals": {"driver": None}, "svd": {"driver": None},
    "transpose": {"axis0": "dim0", "axis1": "dim1"}, "transpose_": {"axis0": "dim0", "axis1": "dim1"},
    "hsplit": PARTS, "vsplit": PARTS, "dsplit": PARTS,
    "tensor_split": {**PARTS, "tensor_indices_or_sections": "indices_or_sections"},
    "split": {"split_size": "split_size_or_sections"},
    "isin": {"test_element": "test_elements", "element": "elements"},
}


def rename(settings, names):
    """Put `settings` under the names that the function has; raise RuntimeError for a driver, which there is none of."""
    for there, here in names.items():
        if there not in settings:
            continue
        value = settings.pop(there)
        if here is not None:
            settings[here] = value
        elif there == "driver" and value is not None:
            raise RuntimeError(f"keyword argument `driver=` is for cuSOLVER, which is not used here: got {value!r}.")
