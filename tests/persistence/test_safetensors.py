"""safetensors: ours and the safetensors package read each other's files; malformed ones are refused."""

import io
import json
from importlib import import_module

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import LoadError
from minitorch.serialization.safetensors import CHECKSUM, load_file, save_file

KINDS = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64"]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.safetensors"


def tensors():
    return {kind: mt.tensor(np.arange(6).reshape(2, 3), dtype=getattr(mt, kind)) for kind in KINDS} | {
        "empty": mt.ones(0, 3), "scalar": mt.tensor(2.5), "T": mt.arange(6.0).reshape(2, 3).T, "ünï ☃": mt.ones(1)}


def same(a, b):
    return list(a.shape) == list(b.shape) and a.tolist() == b.tolist()


def test_what_goes_in_comes_out(path):
    save_file(tensors(), path)
    for found in (load_file(path), load_file(str(path), device="cpu"), mt.load(path), mt.load(path, mmap=True)):
        assert set(found) == set(tensors())
        assert all(same(found[name], x) and found[name].dtype is x.dtype for name, x in tensors().items())
        found["float32"][0] = 1                          # writable


@pytest.mark.needs("safetensors")
def test_the_package_reads_what_we_write(path):
    package, numpy = import_module("safetensors"), import_module("safetensors.numpy")
    known = {name: x for name, x in tensors().items() if x.dtype is not mt.complex64}
    save_file(known, path, metadata={"made by": "test"})
    found = numpy.load_file(path)
    assert set(found) == set(known)
    assert all(same(found[name], x) and found[name].dtype == x.dtype.numpy for name, x in known.items())
    with package.safe_open(path, "np") as file:
        assert {**file.metadata(), CHECKSUM: "?"} == {"made by": "test", CHECKSUM: "?"}
    save_file(known, path)
    with package.safe_open(path, "np") as file:
        assert file.metadata()["format"] == "pt"         # transformers refuses other metadata without it


def test_a_changed_bit_is_found_or_changes_nothing(path):
    save_file(tensors(), path, metadata={"epochs": "3"})
    content, refused = path.read_bytes(), set()
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        try:
            found = mt.load(io.BytesIO(changed))
        except LoadError:
            refused.add(place)
        else:                                            # of the blanks, or the names of the metadata
            assert set(found) == set(tensors()) and all(same(found[name], x) for name, x in tensors().items())
    begin = 8 + int.from_bytes(content[:8], "little")
    assert {*range(8, content.index(b"__metadata__") - 1), *range(begin, len(content))} <= refused
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(LoadError, match="does not match the checksum .CRC. stored in it"):
        load_file(path)
    assert len(mt.load(path, mmap=True)) == len(tensors())             # mapped numbers are not read to be checked


@pytest.mark.needs("safetensors")
def test_metadata_that_was_copied_to_other_tensors_refuses_nothing(path):
    package, numpy = import_module("safetensors"), import_module("safetensors.numpy")
    save_file({"a": mt.ones(3), "b": mt.zeros(2)}, path)
    with package.safe_open(path, "np") as file:
        copied = file.metadata()
    numpy.save_file({"a": np.full(3, 2, "float32"), "b": np.zeros(2, "float32")}, path, metadata=copied)
    assert mt.load(path)["a"].tolist() == [2, 2, 2]


@pytest.mark.needs("safetensors")
def test_we_read_what_the_package_writes(path):
    numpy = import_module("safetensors.numpy")
    value = {name: np.ascontiguousarray(x.array) for name, x in tensors().items() if x.dtype is not mt.complex64}
    numpy.save_file(value, path, metadata={"a": "b"})
    found = mt.load(path)
    assert set(found) == set(value) and all(same(found[name], value[name]) for name in value)


@pytest.mark.needs("safetensors")
def test_pytorchs_weights_come_through_the_package(path, torch):
    package = import_module("safetensors.torch")
    layer = torch.nn.Conv2d(2, 3, 3).bfloat16()
    package.save_file(layer.state_dict(), path)
    ours = mt.nn.Conv2d(2, 3, 3)
    ours.load_state_dict(mt.load(path))
    assert ours.weight.tolist() == layer.weight.float().tolist() and ours.weight.dtype is mt.float32


def test_tied_weights_are_written_for_each_name(path):
    x = mt.ones(3)
    save_file({"a": x, "b": x.detach()}, path)
    assert load_file(path)["b"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("value, message", [
    ([mt.ones(1)], r"needs a dict {name: tensor}, not list"), ({"a": 3}, "'a' is a int"), ({1: mt.ones(1)}, "1 is a"),
    ({"a": mt.tensor([1j], dtype=mt.complex128)}, "no dtype for minitorch.complex128 ..a.."),
    (mt.nn.Linear(1, 1), r"not Linear; for a model: model.state_dict\(\)")], ids=str)
def test_what_it_cannot_hold_is_said(path, value, message):
    with pytest.raises(TypeError, match=message):
        save_file(value, path)
    assert not path.exists()


def test_metadata_is_text(path):
    with pytest.raises(TypeError, match="must map strings to strings"):
        save_file({}, path, metadata={"epochs": 3})


def file(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def one(dtype="F32", shape=(2,), offsets=(0, 8), **others):
    return {"a": {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **others}}


def two(first, second):
    return {**one(offsets=first), "b": one(offsets=second)["a"]}


DATA = b"\0" * 8
HOSTILE = {
    "header longer than the file": (file(one(), DATA, 2 ** 30), "its header would have 1,073,741,824 bytes"),
    "giant header": (file(one(), DATA, 2 ** 47), "its header would have"),
    "no json": (file(b"{nothing}", DATA), "its JSON has an error at character 1"),
    "no utf-8": (file(b'{"\xff": 1}', DATA), "its JSON must be UTF-8 text"),
    "deep": (file(b'{"a":' + b"[" * 10 ** 5, DATA), "nested too deep"),
    "giant number": (file(b'{"a":' + b"9" * 10 ** 5 + b"}", DATA), "has a number of more than 4,300 digits"),
    "nan": (file(b'{"a": NaN}', DATA), "holds NaN, which is no JSON"),
    "twice": (file(b'{"a": 1, "a": 2}', DATA), "the same name twice in one object"),
    "no tensor": (file({"a": 3}), "'a' is not described by dtype, shape and data_offsets"),
    "more than it should": (file(one(code="x"), DATA), "'a' is not described by"),
    "unknown kind": (file(one("F8_E4M3"), DATA), "'a' has the dtype 'F8_E4M3', which minitorch does not have"),
    "object kind": (file(one(["O"]), DATA), "which minitorch does not have"),
    "negative shape": (file(one(shape=(-1, -2)), DATA), "has no valid shape"),
    "float shape": (file(one(shape=(2.0,)), DATA), "has no valid shape"),
    "true shape": (file(one(shape=(True, 2)), DATA), "has no valid shape"),
    "overflowing shape": (file(one(shape=(2 ** 32, 2 ** 32)), DATA), "needs 73786976294838206464 bytes of F32"),
    "wrong size": (file(one(shape=(3,)), DATA), r"'a' of shape \[3\] needs 12 bytes of F32, and has 8"),
    "backwards": (file(one(shape=(0,), offsets=(8, 0)), DATA), "needs 0 bytes of F32, and has -8"),
    "beyond the end": (file(one(offsets=(0, 8)), b"\0" * 4), "its tensors need 8 bytes, but it has 4"),
    "far away": (file(one(offsets=(8, 16)), DATA * 2), "begins at byte 8 instead of 0: tensors leave a gap"),
    "overlap": (file(two((0, 8), (4, 12)), DATA * 2), "'b' begins at byte 4 instead of 8: tensors overlap"),
    "the same place": (file(two((0, 8), (0, 8)), DATA), "'b' begins at byte 0 instead of 8: tensors overlap"),
    "more data": (file(one(), DATA * 2), "its tensors need 8 bytes, but it has 16"),
    "metadata": (file({**one(), "__metadata__": {"a": 1}}, DATA), "its metadata is not all text"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_malformed_file_is_refused(path, name):
    data, message = HOSTILE[name]
    with pytest.raises(LoadError, match=message):
        mt.load(io.BytesIO(data))
    path.write_bytes(data)
    for mmap in (False, True):
        with pytest.raises(LoadError, match=message):
            mt.load(path, mmap=mmap)


def test_load_file_wants_safetensors(path):
    mt.save({}, path)
    with pytest.raises(LoadError, match="is not a safetensors file; use minitorch.load"):
        load_file(path)
    path.write_bytes(b"")
    with pytest.raises(LoadError, match="is not a safetensors file: it is empty"):
        load_file(path)
