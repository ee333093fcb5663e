"""Files that others wrote: PyTorch's exports of 2018, and small models of onnx's and onnxruntime's packages."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import minitorch as mt

pytestmark = [pytest.mark.needs("onnx"), pytest.mark.host]
PACKAGES = [Path(find_spec(name).submodule_search_locations[0]) for name in ("onnx", "onnxruntime") if find_spec(name)]
FILES = sorted(path for package in PACKAGES for path in package.rglob("*.onnx"))
LACKING = ("strnorm", "sequence", "gradient", "shrink", "logreg")         # texts, lists, training, a classifier


def tensors(folder, kind):
    """What a test of onnx's own gives its model, or wants of it."""
    import onnx
    found = []
    for number in range(len(list(folder.glob(f"{kind}_*.pb")))):
        proto = onnx.TensorProto()
        proto.ParseFromString((folder / f"{kind}_{number}.pb").read_bytes())
        found.append(np.array(onnx.numpy_helper.to_array(proto)))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name if path.stem == "model" else path.stem)
def test_a_file_gives_the_numbers_stored_with_it_or_says_what_is_missing(path):
    if any(word in str(path) for word in LACKING):
        with pytest.raises(RuntimeError, match="uses ONNX operators that minitorch does not have: [A-Za-z.]+"):
            mt.onnx.load(path)
        return
    model = mt.onnx.load(path)
    for folder in path.parent.glob("test_data_set_*"):
        with mt.no_grad():
            found = model(*map(mt.tensor, tensors(folder, "input")))
        found = found if isinstance(found, tuple | list) else [found]
        for one, wanted in zip(found, tensors(folder, "output"), strict=True):
            np.testing.assert_allclose(one.numpy(), wanted, rtol=1e-3, atol=1e-5)


def test_there_are_a_hundred_of_them():
    assert len(FILES) >= 100 and sum(any(word in str(path) for word in LACKING) for path in FILES) <= 25
