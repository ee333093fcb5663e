"""PyTorch's own samples of all its ops that are here: values, shapes and two derivatives agree."""

import pytest
from engine.opinfo import differences, ops_here

pytestmark = [pytest.mark.slow, pytest.mark.needs("expecttest"), pytest.mark.filterwarnings("ignore")]
PARTS = 16

# (the op, dtype, what is found in the difference) -> why it is meant, or left out. A row that nothing meets must go.
KNOWN = {
    ("as_strided", "float64", "storage_offset"): "the sample is a part of a larger tensor, and is copied to us alone",
    ("as_strided", "int64", "storage_offset"): "the sample is a part of a larger tensor, and is copied to us alone",
    ("linalg.norm", "float64", "order 2: .* for nan"): "at 0 the second derivative is 0, as the first",
    ("nn.functional.scaled_dot_product_attention", "float64", r"'dropout_p': 0\.[1-9]"): "dropout is random",
}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("dtype", ["float64", "int64"])
def test_pytorchs_samples_are_answered_alike(dtype, part, torch):
    found, names = ops_here(torch)
    own = sorted(found)[part::PARTS]
    faults, met, samples = [], set(), 0
    for name in own:
        bad, rows, count = differences(found[name], torch, dtype, KNOWN)
        samples += count
        met |= rows
        faults += [f"{name}.{variant}: {how}" for variant, how in bad.items()]
    print(f"{len(found)} of PyTorch's {len(names)} ops are here; {samples} samples in this part.")
    faults += [f"the row {row} of KNOWN can go: nothing differs so" for row in KNOWN
               if row[0] in own and row[1] == dtype and row not in met]
    assert not faults, "\n".join(faults)


def test_most_of_pytorchs_ops_are_here(torch):
    found, names = ops_here(torch)
    print(f"{len(found)} of {len(names)}; not here: {' '.join(sorted(names - found.keys()))}")
    assert len(found) >= 380
