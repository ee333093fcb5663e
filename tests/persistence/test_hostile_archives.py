"""Archives of ours with something wrong in them: each is refused with what is wrong, and none runs anything."""

import io
import json
import os
import warnings
import zipfile

import numpy as np
import pytest
from persistence.hostile_pickles import FIRING, MARKER, tensor, text, zipped

import minitorch as mt
from minitorch import nn
from minitorch.serialization import LoadError
from minitorch.serialization.safetensors import save_file


def whole(value=None):
    file = io.BytesIO()
    mt.save({"w": mt.ones(100), "n": 3} if value is None else value, file)
    return file.getvalue()


def archive(*members, compress=zipfile.ZIP_STORED, **others):
    """A zip archive; `__` in a keyword is a dot."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compress) as zipped, warnings.catch_warnings():
        warnings.simplefilter("ignore")                # of a name that is there twice
        for name, data in (*members, *others.items()):
            zipped.writestr(name.replace("__", ".") if isinstance(name, str) else name, data)
    return file.getvalue()


def index(value, **others):
    return json.dumps({"format": 1, "value": value, **others})


def holds(value, *members):
    return archive(("minitorch.json", value if isinstance(value, str) else index(value)), *members)


def npy(shape="(3,)", descr="'<f4'", data=b"\0" * 12, fortran="False", more=""):
    header = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, {more}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


def array(**wrong):
    return holds({"tensor": 0}, ("0.npy", npy(**wrong)))


def view(offset=0, shape=(3,), strides=(1,), **others):
    return holds({"tensor": 0, "offset": offset, "shape": list(shape), "strides": list(strides), **others},
                 ("0.npy", npy()))


def module(name, **state):
    plain = {"training": True, "_parameters": {"dict": []}, "_buffers": {"dict": []}, "_modules": {"dict": []},
             "_non_persistent_buffers_set": {"set": []}}
    return holds({"module": name, "state": [[key, value] for key, value in {**plain, **state}.items() if value != 0]})


def relu(**state):
    return module(["minitorch.nn", "ReLU"], inplace=False, **state)


def link():
    info = zipfile.ZipInfo("0.npy")
    info.external_attr = 0o120777 << 16
    return info


PAYLOAD = b"\x80\x02" + FIRING["os.system"] + b"."
DEEP = '{"format":1,"value":' + '{"list":[' * 500 + "1" + "]}" * 500 + "}"
BEGINS = "does not begin like an array of numbers"
HOSTILE = {
    "empty": (b"", "is empty: 0 bytes"),
    "idx": (b"\0\0\x08\x03" + b"\0" * 30, "an IDX file, as MNIST's are"),
    "gzip": (b"\x1f\x8b" + b"\0" * 30, "it is a gzip file"),
    "npy": (npy(), "it is a NumPy array"),
    "text": (b"hello there", "is not a file that minitorch.save wrote: it is something else"),
    "page": (b"<!DOCTYPE html>", "it is a web page: was the download refused"),
    "pointer": (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer: the file itself was not"),
    "json": (b'{"a": 1}', "it is a text file"),
    "almost whole": (whole()[:-1], "cut short or damaged"),
    "flipped bit": (whole().replace(b"\0\0\x80\x3f" * 50, b"\0\0\x81\x3f" * 50), "cut short or damaged .*CRC"),
    "other zip": (archive(a="x"), "a zip archive of another program"),
    "zip bomb": (archive(compress=zipfile.ZIP_DEFLATED, minitorch__json=index({"tensor": 0}),
                         **{"0.npy": npy(data=b"\0" * 10 ** 6)}), "is compressed, but must be stored"),
    "one part twice": (holds({"tensor": 0}, ("0.npy", npy()), ("0.npy", npy(data=b"\1" * 12))),
                       "two parts named '0.npy'"),
    "zip slip": (holds(1, ("../../evil.py", "x")), r"part '../../evil.py' has a path outside the archive"),
    "absolute path": (holds(1, ("/etc/evil", "x")), "part '/etc/evil' has a path outside the archive"),
    "windows path": (holds(1, ("C:\\evil", "x")), "has a path outside the archive"),
    "link": (holds({"tensor": 0}, (link(), "/etc/passwd")), "part '0.npy' is a link"),
    "newer": (archive(minitorch__json=index(1, format=99)), "has format 99, .* reads up to 1"),
    "no format": (holds("[]"), "does not describe a value"),
    "no json": (holds("{{"), "its JSON has an error at character 1"),
    "python": (holds("__import__('os').system('touch marker')"), "its JSON has an error at character 0"),
    "deep": (holds(DEEP), "nested more than 200 deep|nested too deep"),
    "deeper": (holds('{"format":1,"value":' + '{"list":[' * 10 ** 5), "nested too deep"),
    "giant number": (holds('{"format":1,"value":' + "9" * 10 ** 5 + "}"), "a number of more than 4,300 digits"),
    "NaN": (holds('{"format":1,"value":NaN}'), "holds NaN, which is no JSON"),
    "Infinity": (holds('{"format":1,"value":-Infinity}'), "holds -Infinity, which is no JSON"),
    "a name twice": (holds('{"format":1,"value":{"list":[],"list":[1]}}'), "the same name twice in one object"),
    "unknown kind": (holds({"eval": "1"}), "unknown kind 'eval'"),
    "python's kind": (holds({"__class__": []}), "unknown kind '__class__'"),
    "a plain list": (holds([1, 2]), r"\[1, 2\] does not describe a value"),
    "nothing": (holds({}), "{} does not describe a value"),
    "no list": (holds({"list": "abc"}), "there is 'abc' instead of a list"),
    "a key that changes": (holds({"dict": [[{"list": []}, 1]]}), r"{'list': \[\]} is not a valid key"),
    "later": (holds({"list": [{"same": 3}]}), "no object number 3"),
    "itself by tuple": (holds({"tuple": [{"same": 0}]}), "no object number 0"),
    "before the first": (holds({"list": [{"same": -1}]}), "no object number -1"),
    "no such array": (holds({"tensor": 0}), "its part '0.npy' is missing"),
    "way out": (holds({"tensor": "../x"}), "no array number '../x'"),
    "true array": (holds({"tensor": True}, ("0.npy", npy())), "no array number True"),
    "unknown dtype": (holds({"dtype": "object"}), "'object' is not a valid dtype"),
    "no base64": (holds({"bytes": "%%"}), "'%%' is not a valid bytes"),
    "eval of a float": (holds({"float": "__import__('os')"}), "is not a valid float"),
    "function of another": (holds({"function": "os.system"}), "minitorch has no function 'os.system'"),
    "function that writes": (holds({"function": "save"}), "minitorch has no function 'save'"),
    "integer leaf": (holds({"tensor": 0, "requires_grad": True}, ("0.npy", npy(descr="'<i4'"))), "of int32 cannot"),
    "kind of tensor": (holds({"tensor": 0, "kind": "os.system"}, ("0.npy", npy())), "unknown kind of tensor"),
    "objects": (array(descr="'|O'", data=PAYLOAD), BEGINS),
    "objects announced so": (array(descr="'O'", data=PAYLOAD), BEGINS),
    "a pickle": (holds({"tensor": 0}, ("0.npy", PAYLOAD)), BEGINS),
    "structured": (array(descr="[('a', '<f4')]"), BEGINS),
    "text array": (array(descr="'<U3'"), r"0\.npy announces \(3,\) of <U3"),
    "dates": (array(descr="'<m8'"), "0.npy announces"),
    "big-endian": (array(descr="'>f4'"), BEGINS),
    "by columns": (array(fortran="True"), BEGINS),
    "code as a shape": (array(shape="__import__('os')._exit(1)"), BEGINS),
    "code as a kind": (array(descr="__import__('os').system('touch marker')"), BEGINS),
    "code as another key": (array(more="'x': __import__('os')._exit(1), "), BEGINS),
    "nested header": (array(shape="(" * 5000), BEGINS),
    "giant header": (array(shape="(" + "1, " * 20000 + ")"), BEGINS),
    "giant shape": (array(shape="(" + "9" * 19 + ", " + "9" * 19 + ")"), "0.npy announces"),
    "overflowing shape": (array(shape="(4294967296, 4294967296)"), "0.npy announces"),
    "negative shape": (array(shape="(-1, -3)"), BEGINS),
    "short data": (array(data=b"\0" * 4), "but has 4 bytes"),
    "more data": (array(data=b"\0" * 16), "but has 16 bytes"),
    "half a header": (holds({"tensor": 0}, ("0.npy", npy()[:20])), BEGINS),
    "many dimensions": (array(shape="(" + "1, " * 100 + "3)"), "has 101 dimensions; at most 64 are allowed"),
    "negative stride": (view(2, strides=(-1,)), r"no tensor has shape \(3,\), strides \(-1,\) and offset 2"),
    "out by offset": (view(1), "would reach to element 3 of memory that has 3"),
    "out by stride": (view(strides=(2,)), "would reach to element 4"),
    "out by shape": (view(shape=(2 ** 40,)), "would reach to element"),
    "repeated": (view(shape=(2 ** 40,), strides=(0,)), "more than 67,108,864 bytes would be copied"),
    "giant offset": (view(2 ** 80), "no tensor has shape"),
    "shape of floats": (view(shape=(3.0,)), "no tensor has shape"),
    "os.system as a class": (module(["os", "system"]), "asks for os.system, which is not a Module class"),
    "subprocess.Popen": (module(["subprocess", "Popen"]), "asks for subprocess.Popen, which is not a Module class"),
    "builtins": (module(["builtins", "object"]), "asks for builtins.object, which is not a Module class"),
    "type": (module(["builtins", "type"]), "asks for builtins.type, which is not a Module class"),
    "a function of a module": (module(["minitorch.serialization", "save"]), "which is not a Module class"),
    "a method": (module(["minitorch.nn", "Linear.forward"]), "which is not a Module class"),
    "a path through": (module(["minitorch.nn", "Linear.forward.__globals__"]), "has not imported"),
    "another tensor": (module(["minitorch.nn", "Parameter"]), "which is not a Module class"),
    "not imported": (module(["antigravity", "Net"]), "class Net of module antigravity.*has not imported"),
    "no name": (module([]), "is not the name of a class"),
    "numbers for names": (module([1, 2]), "is not the name of a class"),
    "name of a text": (module("os.system"), "is not the name of a class"),
    "a method replaced": (relu(forward={"function": "exp"}), "would replace the method ReLU.forward"),
    "a method hidden": (relu(parameters=3), "would replace the method ReLU.parameters"),
    "its class": (relu(__class__="x"), "ReLU has no attribute '__class__'"),
    "its hooks": (relu(_forward_hooks={"dict": []}), "ReLU has no attribute '_forward_hooks'"),
    "no identifier": (relu(**{"a b": 1}), "ReLU has no attribute 'a b'"),
    "no children": (relu(_modules=0), "ReLU._modules does not have the type that a module needs"),
    "children that are none": (relu(_modules={"dict": [["a", 3]]}), "ReLU._modules does not have the type"),
    "a child with a dot": (relu(_modules={"dict": [["a.b", None]]}), "ReLU._modules does not have the type"),
    "parameters that are none": (relu(_parameters={"dict": [["a", "x"]]}), "ReLU._parameters does not have the type"),
    "training of a text": (relu(training="yes"), "ReLU.training does not have the type"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_foreign_damaged_or_hostile_file_is_refused(tmp_path, name):
    data, message = HOSTILE[name]
    with pytest.raises(LoadError, match=message):
        mt.load(io.BytesIO(data))
    (tmp_path / "x.mt").write_bytes(data)
    with pytest.raises(RuntimeError, match=message):
        mt.load(tmp_path / "x.mt")
    assert os.listdir(tmp_path) == ["x.mt"] and MARKER not in os.listdir(tmp_path)


def test_the_honest_twins_of_these_are_read():
    assert mt.load(io.BytesIO(array())).tolist() == [0, 0, 0] == mt.load(io.BytesIO(view())).tolist()
    assert type(mt.load(io.BytesIO(relu()))) is nn.ReLU
    assert mt.load(io.BytesIO(holds({"function": "exp"}))) is mt.exp


def test_numpys_pickled_array_would_fire_and_does_not_here():
    data = io.BytesIO()
    np.lib.format.write_array(data, np.array([1, None]), allow_pickle=True)
    header = data.getvalue()[:128]
    with pytest.raises(Exception):                     # noqa: B017  it stumbles after it fired
        np.lib.format.read_array(io.BytesIO(header + PAYLOAD), allow_pickle=True).shape[5]
    assert os.path.exists(MARKER)
    os.remove(MARKER)
    with pytest.raises(LoadError, match=BEGINS):
        mt.load(io.BytesIO(holds({"tensor": 0}, ("0.npy", header + PAYLOAD))))
    assert not os.path.exists(MARKER)


def safetensors():
    save_file({"a": mt.ones(3), "b": mt.arange(2)}, "x.safetensors")
    with open("x.safetensors", "rb") as file:
        return file.read()


WHOLE = {"ours": lambda: whole(nn.Sequential(nn.Linear(3, 2), nn.ReLU())), "safetensors": safetensors,
         "PyTorch's": lambda: zipped(b"}" + text("w") + tensor() + b"s", _0=b"\0" * 16)}


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_with_random_damage_is_read_or_refused(name):
    """Damage inside a member gets the right checksum, as an attacker would see to."""
    rng, data, answers = np.random.default_rng(0), WHOLE[name](), set()
    for _ in range(150):
        if name == "safetensors":
            made = damaged(data, rng)
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as old:
                made = archive(*[(part, damaged(old.read(part), rng)) for part in old.namelist()])
        try:
            mt.load(io.BytesIO(made))
        except LoadError as error:
            answers.add(str(error))
    assert len(answers) > 10 and all(len(answer) > 20 for answer in answers)


def damaged(data, rng):
    data = bytearray(data)
    for place in rng.integers(0, len(data), rng.integers(0, 3)):
        data[place] = rng.integers(0, 256)
    return bytes(data)


def test_a_plain_pickle_of_a_firing_object_is_refused():
    with pytest.raises(LoadError, match="a pickle, which could run code when opened"):
        mt.load(io.BytesIO(PAYLOAD))
    assert not os.path.exists(MARKER)
