"""Files of values: what goes in comes out; nothing in a file can run; what is wrong with one is said."""

import io
import json
import os
import pickle
import zipfile

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import LoadError

VALUES = [None, True, 3, -2.5, float("inf"), "text", [], {}, (), [1, [2, (3,)]], {"a": {1: 2, None: 3, 2.5: 4}},
          mt.float16, mt.Size([2, 3]), 10 ** 30]
KINDS = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64"]
SHAPES = [(), (0,), (3, 0), (2,), (2, 3, 4)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state.mt"


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_values_come_back(path, value):
    mt.save(value, path)
    found = mt.load(path)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_tensors_come_back(path, kind, shape):
    x = mt.tensor(np.arange(np.prod(shape, dtype=int)).reshape(shape), dtype=getattr(mt, kind))
    mt.save({"x": x}, path)
    found = mt.load(path)["x"]
    assert found.dtype is x.dtype and found.shape == x.shape and found.tolist() == x.tolist()
    found[...] = 0                                       # writable, and memory of its own


def test_strides_do_not_matter(path):
    x = mt.arange(6).reshape(2, 3)
    mt.save([x.T, x[:, ::2], x.expand(2, 2, 3)], path)
    assert [t.tolist() for t in mt.load(path)] == [x.T.tolist(), x[:, ::2].tolist(), [x.tolist()] * 2]


def test_paths_strings_and_open_files_all_do(path):
    with open(path, "wb") as file:
        mt.save({"x": 1}, file)
    with open(path, "rb") as file:
        assert mt.load(file) == mt.load(path) == mt.load(str(path)) == {"x": 1}
    memory = io.BytesIO()
    mt.save([mt.ones(2)], memory)
    memory.seek(0)
    assert mt.load(memory)[0].tolist() == [1, 1]


def test_tied_tensors_are_stored_once_and_stay_tied(path):
    weight = mt.zeros(1000, requires_grad=True)
    mt.save({"a": weight, "b": weight.detach()}, path)
    assert os.path.getsize(path) < 6000
    found = mt.load(path)
    found["a"][0] = 5
    assert found["b"][0].item() == 5


def test_a_model_is_kept_as_its_state_dict(path):
    model = mt.nn.Linear(3, 2)
    mt.save(model, path)
    other = mt.nn.Linear(3, 2)
    other.load_state_dict(mt.load(path, map_location="cpu", weights_only=True))
    assert other.weight.tolist() == model.weight.tolist() and other.bias.tolist() == model.bias.tolist()


def test_map_location_may_be_a_function(path):
    mt.save([mt.ones(2)], path)
    assert mt.load(path, map_location=lambda tensor, place: (tensor.tolist(), place)) == [([1, 1], "cpu")]


class Unkept:
    pass


UNKEPT = [({"a": [1, Unkept()]}, TypeError, r"\['a'\]\[1\]: a Unkept"), (Unkept(), TypeError, "this: a Unkept"),
          ({(1, 2): 3}, TypeError, r"its key \(1, 2\) is a tuple"), (np.array(["a"]), TypeError, "an array of <U1"),
          (lambda: 1, TypeError, "a function")]
circle: list = []
circle.append(circle)


@pytest.mark.parametrize("value, kind, message", [*UNKEPT, (circle, ValueError, r"\[0\]: it contains itself")],
                         ids=lambda v: v if isinstance(v, str) else "")
def test_what_is_no_value_is_refused_with_its_place(path, value, kind, message):
    with pytest.raises(kind, match=message):
        mt.save(value, path)
    assert not path.exists()


def test_a_save_that_fails_leaves_the_old_file_whole(path, monkeypatch):
    mt.save({"x": 1}, path)

    def full(*arguments, **settings):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(np.lib.format, "write_array", full)
    with pytest.raises(OSError, match="No space left"):
        mt.save({"x": mt.ones(3)}, path)
    assert mt.load(path) == {"x": 1} and os.listdir(path.parent) == [path.name]


def test_saving_into_no_folder_says_so(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"cannot save to .*x\.mt: there is no folder .*nowhere"):
        mt.save({}, tmp_path / "nowhere" / "x.mt")


def whole(value=None):
    file = io.BytesIO()
    mt.save({"w": mt.ones(100), "n": 3} if value is None else value, file)
    return file.getvalue()


def archive(compress=zipfile.ZIP_STORED, **members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compress) as zipped:
        for name, data in members.items():
            zipped.writestr(name.replace("__", "."), data)
    return file.getvalue()


def index(value, **others):
    return json.dumps({"format": 1, "value": value, **others})


def npy(shape="(3,)", descr="'<f4'", data=b"\0" * 12, fortran="False"):
    header = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


class Bomb:
    def __reduce__(self):
        return os._exit, (1,)


ONE = index({"tensor": 0})
HOSTILE = {
    "empty": (b"", "is empty: 0 bytes"),
    "pickle": (pickle.dumps({"a": Bomb()}), "a pickle, which could run code"),
    "idx": (b"\0\0\x08\x03" + b"\0" * 30, "an IDX file, as MNIST's are"),
    "gzip": (b"\x1f\x8b" + b"\0" * 30, "it is a gzip file"),
    "npy": (npy(), "it is a NumPy array"),
    "text": (b"hello there", "is not a file that minitorch.save wrote: it is something else"),
    "json": (b'{"a": 1}', "it is a text file"),
    "half": (whole()[:len(whole()) // 2], "cut short or damaged"),
    "almost whole": (whole()[:-1], "cut short or damaged"),
    "flipped bit": (whole().replace(b"\0\0\x80\x3f" * 50, b"\0\0\x81\x3f" * 50), "cut short or damaged .*CRC"),
    "pytorch": (archive(**{"archive/data.pkl": b"x"}), "a zip archive PyTorch's"),
    "other zip": (archive(a="x"), "a zip archive of another program"),
    "zip bomb": (archive(zipfile.ZIP_DEFLATED, minitorch__json=ONE, **{"0.npy": npy(data=b"\0" * 10 ** 6)}),
                 "announces more than its"),
    "newer": (archive(minitorch__json=index(1, format=99)), "has format 99, .* reads up to 1"),
    "no json": (archive(minitorch__json="{{"), "is damaged: JSONDecodeError"),
    "deep": (archive(minitorch__json='{"format":1,"value":' + '{"list":[' * 10 ** 5), "is damaged"),
    "unknown kind": (archive(minitorch__json=index({"eval": "1"})), "is damaged: ValueError .*unknown kind 'eval'"),
    "no such array": (archive(minitorch__json=ONE), "is damaged: KeyError"),
    "way out": (archive(minitorch__json=index({"tensor": "../x"})), "is damaged"),
    "objects": (archive(minitorch__json=ONE, **{"0.npy": npy(descr="'|O'", data=pickle.dumps(Bomb()))}),
                r"0\.npy announces \(3,\) of object"),
    "huge shape": (archive(minitorch__json=ONE, **{"0.npy": npy("(4000000000, 4000000000)")}), "0.npy announces"),
    "short data": (archive(minitorch__json=ONE, **{"0.npy": npy(data=b"\0" * 4)}), "has 4 bytes"),
    "negative shape": (archive(minitorch__json=ONE, **{"0.npy": npy("(-1, -3)")}), "is damaged"),
    "code in header": (archive(minitorch__json=ONE, **{"0.npy": npy("__import__('os')._exit(1)")}), "is damaged"),
    "half a header": (archive(minitorch__json=ONE, **{"0.npy": npy()[:20]}), "is damaged"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_cut_foreign_or_hostile_file_is_refused(path, name):
    data, message = HOSTILE[name]
    path.write_bytes(data)
    with pytest.raises(LoadError, match=message):
        mt.load(path)
    with pytest.raises(RuntimeError, match=message):
        mt.load(io.BytesIO(data))


def test_a_missing_file_is_named_with_those_like_it(tmp_path):
    mt.save(1, tmp_path / "digits.mt")
    with pytest.raises(FileNotFoundError, match=r"There is no file .*digit\.mt\. Near it in name: digits\.mt"):
        mt.load(tmp_path / "digit.mt")
    with pytest.raises(FileNotFoundError, match="There is no folder .*nowhere either"):
        mt.load(tmp_path / "nowhere" / "x.mt")
    with pytest.raises(IsADirectoryError, match=r"is a folder; load needs a file"):
        mt.load(tmp_path)
