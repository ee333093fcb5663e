"""Files of values: what goes in comes out, of the same kind, and what shared memory shares it again."""

import io
import os
from collections import Counter, OrderedDict, defaultdict

import numpy as np
import pytest

import minitorch as mt
from minitorch.serialization import LoadError

VALUES = [None, True, 3, -2.5, float("inf"), -float("inf"), -0.0, "text", "\ud800 ☃", [], {}, (), [1, [2, (3,)]],
          {"a": {1: 2, None: 3, 2.5: 4, False: 5}}, mt.float16, mt.Size([2, 3]), 10 ** 30, 2 - 3j, complex("nan+infj"),
          b"\0\xff", bytearray(b"ab"), {1, "a", (2, b"c")}, frozenset({None, mt.int8}), mt.device("cpu"),
          mt.device("cuda:1"), OrderedDict(b=1, a=(2, [3])), {(1, ("x", 2)): 3}, {float("inf"): 1, 1j: 2, b"": 3}]
KINDS = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64",
         "complex128"]
SHAPES = [(), (0,), (3, 0), (2,), (2, 3, 4)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state.mt"


def again(value, **settings):
    """What comes back after a trip through a file."""
    file = io.BytesIO()
    mt.save(value, file)
    file.seek(0)
    return mt.load(file, **settings)


def named(value):
    """The same name in every process: sets and functions print otherwise each time."""
    return type(value).__name__ if isinstance(value, set | frozenset) or callable(value) else ascii(value)


def shown(value):
    """All there is to see of a value; a set may come back in another order."""
    return sorted(map(repr, value)) if isinstance(value, set | frozenset) else repr(value)


@pytest.mark.parametrize("value", VALUES, ids=named)
def test_values_come_back(value):
    found = again(value)
    assert shown(found) == shown(value) and type(found) is type(value)
    assert [type(part) for part in again([value])] == [type(value)]


def test_nan_comes_back():
    assert np.isnan(again(float("nan")))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_tensors_come_back(kind, shape):
    x = mt.tensor(np.arange(np.prod(shape, dtype=int)).reshape(shape), dtype=getattr(mt, kind))
    found = again({"x": x})["x"]
    assert found.dtype is x.dtype and found.shape == x.shape and found.tolist() == x.tolist()
    found[...] = 0                                       # writable, and memory of its own


@pytest.mark.parametrize("kind", ["tensor", "parameter", "frozen", "leaf", "computed", "buffer"])
def test_the_kind_of_a_tensor_comes_back_as_pytorchs_does(kind):
    x = {"tensor": lambda: mt.ones(2), "parameter": lambda: mt.nn.Parameter(mt.ones(2)),
         "frozen": lambda: mt.nn.Parameter(mt.ones(2), requires_grad=False),
         "leaf": lambda: mt.ones(2, requires_grad=True), "computed": lambda: mt.ones(2, requires_grad=True) * 1,
         "buffer": lambda: mt.nn.Buffer(mt.ones(2))}[kind]()
    found = again(x)
    assert type(found) is type(x) and found.requires_grad == x.requires_grad and found.is_leaf
    if found.requires_grad:
        found.sum().backward()
        assert found.grad.tolist() == [1, 1]


def test_arrays_and_numbers_of_numpy_come_back():
    found = again([np.arange(6).reshape(2, 3), np.float32(2.5), np.bool_(True)])
    assert found[0].tolist() == [[0, 1, 2], [3, 4, 5]] and type(found[0]) is np.ndarray
    assert type(found[1]) is np.float32 and found[1] == 2.5 and type(found[2]) is np.bool_


def test_other_kinds_of_dict_come_back_as_dicts():
    assert again([Counter("aab"), defaultdict(list, a=[1])]) == [{"a": 2, "b": 1}, {"a": [1]}]


def test_strides_do_not_matter():
    x = mt.arange(6).reshape(2, 3)
    array = np.arange(4)[::-1]
    found = again([x.T, x[:, ::2], x.expand(2, 2, 3), array])
    assert [t.tolist() for t in found] == [x.T.tolist(), x[:, ::2].tolist(), [x.tolist()] * 2, [3, 2, 1, 0]]


@pytest.mark.parametrize("views", [
    lambda x: [x, x.detach()], lambda x: [x, x.T], lambda x: [x[1:], x[:2]], lambda x: [x[::2], x.T[1]],
    lambda x: [x[0], x], lambda x: [x.reshape(-1)[2:9], x[:, 1]]])
def test_tensors_that_share_memory_are_stored_once_and_share_it_again(path, views):
    x = mt.arange(1200.0).reshape(3, 400)
    one, two = views(x)
    mt.save({"one": one, "two": two}, path)
    assert os.path.getsize(path) < 4 * 1200 + 1200
    found = mt.load(path)
    assert found["one"].tolist() == one.tolist() and found["two"].tolist() == two.tolist()
    for a, b, wanted in ((one, two, two), (found["one"], found["two"], None)):
        a[...] = -1
        changed = (b == -1).tolist()
        wanted = b.tolist() if wanted is None else wanted.tolist()
    assert changed == (two == -1).tolist() and wanted == two.tolist()


def test_a_part_is_kept_without_the_rest(path):
    mt.save([mt.zeros(1000, 1000)[3, :10], mt.ones(2, 2).T], path)
    assert os.path.getsize(path) < 2000


def test_one_object_in_two_places_is_one_object_again():
    weight, row = mt.nn.Parameter(mt.ones(2)), [1]
    found = again({"a": weight, "b": weight, "c": row, "d": (row,)})
    assert found["a"] is found["b"] and found["c"] is found["d"][0]


def test_what_contains_itself_comes_back_containing_itself():
    circle: list = [1]
    circle.append({"again": circle})
    found = again(circle)
    assert found[1]["again"] is found and found[0] == 1


def test_paths_strings_and_open_files_all_do(path):
    with open(path, "wb") as file:
        mt.save({"x": 1}, file)
    with open(path, "rb") as file:
        assert mt.load(file) == mt.load(path) == mt.load(str(path)) == {"x": 1}
    memory = io.BytesIO(b"before")
    memory.seek(6)
    mt.save([mt.ones(2)], memory)
    memory.seek(6)
    assert mt.load(memory)[0].tolist() == [1, 1]


def test_pytorchs_settings_are_accepted(path):
    mt.save({"x": 1}, path, pickle_protocol=4, _use_new_zipfile_serialization=False)
    assert mt.load(path, "cpu", None, weights_only=False, mmap=None) == {"x": 1}


def test_mmap_leaves_the_file_as_it_is(path):
    x = mt.arange(1000.0)
    mt.save({"x": x, "tied": x[5:], "empty": mt.ones(0)}, path)
    before = path.read_bytes()
    found = mt.load(path, mmap=True)
    assert found["x"].tolist() == x.tolist() and found["empty"].shape == (0,)
    found["x"][5] = 7
    assert found["tied"][0].item() == 7 and path.read_bytes() == before
    with pytest.raises(RuntimeError, match="mmap=True needs the path of a file"):
        mt.load(io.BytesIO(before), mmap=True)


SEEN: list = []


def noted(storage, place):
    SEEN.append((storage.shape, place))
    return storage if len(SEEN) == 1 else None


@pytest.mark.parametrize("location", ["cpu", mt.device("cpu"), {"cuda:0": "cpu"}, {}, None,
                                      lambda storage, place: storage], ids=named)
def test_map_location_takes_all_that_pytorchs_does(location):
    assert again([mt.ones(2)], map_location=location)[0].tolist() == [1, 1]


def test_map_location_as_a_function_is_asked_once_for_each_memory():
    SEEN.clear()
    x = mt.ones(2, 3)
    found = again([x, x.T, mt.ones(())], map_location=noted)
    assert SEEN == [((6,), "cpu"), ((1,), "cpu")] and [list(t.shape) for t in found] == [[2, 3], [3, 2], []]


def test_what_map_location_raises_is_the_callers_own():
    with pytest.raises(ZeroDivisionError):
        again([mt.ones(2)], map_location=lambda storage, place: 1 / 0)
    with pytest.raises(TypeError, match="must return the storage or None, not int"):
        again([mt.ones(2)], map_location=lambda storage, place: 3)


def test_a_device_that_is_not_here_is_named_with_the_way_out(path):
    with pytest.raises(LoadError, match=r'^a tensor belongs on mars\. .*load\(f, map_location="cpu"\) loads all'):
        again([mt.ones(2)], map_location="mars")


class Unkept:
    pass


deep: list = []
for _ in range(300):
    deep = [deep]
UNKEPT = [({"a": [1, Unkept()]}, TypeError, r"\['a'\]\[1\]: a Unkept"), (Unkept(), TypeError, "this: a Unkept"),
          ({(1, Unkept): 3}, TypeError, "Unkept.> is a type"), (np.array(["a"]), TypeError, "an array of <U1"),
          ({Unkept}, TypeError, "is a type; keys and members of sets"), (Unkept, TypeError, "this: a type"),
          (lambda: 1, TypeError, "this: a function. Files hold no code"), (deep, ValueError, "more than 200 deep"),
          (mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=1), TypeError, r"a SGD. Save its state_dict\(\)")]


@pytest.mark.parametrize("value, kind, message", UNKEPT, ids=lambda v: v if isinstance(v, str) else "")
def test_what_is_no_value_is_refused_with_its_place(path, value, kind, message):
    with pytest.raises(kind, match=message):
        mt.save(value, path)
    assert not path.exists()


def test_an_optimisers_state_comes_back():
    x = mt.nn.Linear(3, 2)
    adam = mt.optim.Adam(x.parameters(), lr=0.1, betas=(0.8, 0.9))
    x(mt.ones(3)).sum().backward()
    adam.step()
    state = again(adam.state_dict())
    assert state["param_groups"] == adam.state_dict()["param_groups"]
    other = mt.optim.Adam(x.parameters())
    other.load_state_dict(state)
    assert repr(other.state_dict()) == repr(adam.state_dict())
