"""No pickle runs: each of these does in Python's hands, and none in ours."""

import io
import os
import pickle
import warnings

import numpy as np
import pytest
from persistence.hostile_pickles import FIRING, MARKER, REFUSED, bare, tensor, zipped

import minitorch as mt
from minitorch.serialization import LoadError

PACKED = {"zip": zipped, "before 1.6": bare}
NUMBERS = np.arange(4, dtype=np.float32).tobytes()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FIRING)
def test_the_payload_fires_in_pythons_own_pickle(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            pickle.loads(b"\x80\x02" + FIRING[name] + b".")
        except Exception:                              # it may stumble afterwards
            pass
    assert os.path.exists(MARKER)


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("name", FIRING)
def test_it_does_not_fire_here(name, packed):
    data = PACKED[packed](FIRING[name])
    for file in (io.BytesIO(data), written(data)):
        with pytest.raises(LoadError, match="is refused: its pickle (asks for|uses the opcode)"):
            mt.load(file)
    assert not os.path.exists(MARKER)


@pytest.mark.parametrize("protocol", [0, 1, 2, 3, 4, 5])
def test_a_bare_pickle_is_not_even_looked_at(protocol):
    with pytest.raises(LoadError, match="a pickle, which could run code when opened|it is something else"):
        mt.load(io.BytesIO(pickle.dumps({"a": 1}, protocol)))


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("name", REFUSED)
def test_what_asks_for_too_much_or_makes_no_sense_is_refused(name, packed):
    body, message = REFUSED[name]
    with pytest.raises(LoadError, match=message):
        mt.load(io.BytesIO(PACKED[packed](body)))


def written(data):
    with open("x.pt", "wb") as file:
        file.write(data)
    return "x.pt"


def test_an_honest_one_made_the_same_way_is_read():
    assert mt.load(io.BytesIO(zipped(tensor(), _0=NUMBERS))).tolist() == [[0, 1], [2, 3]]
    assert mt.load(io.BytesIO(zipped(tensor(1, (2,), (2,)), _0=NUMBERS))).tolist() == [1, 3]


TENSORS = {
    "negative stride": ({"offset": 3, "shape": (4,), "strides": (-1,)}, r"no tensor has shape \(4,\), strides \(-1,\)"),
    "negative offset": ({"offset": -1}, "and offset -1"),
    "negative shape": ({"shape": (-2, -2)}, r"no tensor has shape \(-2, -2\)"),
    "beyond the end": ({"shape": (2, 3), "strides": (3, 1)}, r"would reach to element 5 of memory that has 4"),
    "by its offset": ({"offset": 1}, r"would reach to element 4 of memory that has 4"),
    "by its strides": ({"strides": (2 ** 40, 1)}, r"would reach to element 1,099,511,627,777 of memory"),
    "overflowing": ({"shape": (2 ** 32, 2 ** 32), "strides": (1, 1)}, "would reach to element"),
    "giant": ({"offset": 2 ** 70}, "no tensor has shape"),
    "more strides": ({"strides": (1, 1, 1)}, "no tensor has shape"),
    "floats": ({"shape": (2.0, 2), "strides": (2, 1)}, "no tensor has shape"),
    "bools": ({"shape": (True, 2), "strides": (2, 1)}, "no tensor has shape"),
    "texts": ({"shape": ("2", 2), "strides": (2, 1)}, "no tensor has shape"),
    "repeated without end": ({"shape": (10 ** 12,), "strides": (0,)}, "more than 67,108,864 bytes would be copied"),
    "too many dimensions": ({"shape": (1,) * 100, "strides": (1,) * 100}, "has 100 dimensions; at most 64"),
    "another size": ({"count": 5}, "storage '0' should have 20 bytes, and has 16"),
    "giant storage": ({"count": 2 ** 60}, "storage '0' should have"),
    "negative storage": ({"count": -4}, "which is not a storage"),
    "another kind": ({"kind": "DoubleStorage"}, "storage '0' should have 32 bytes, and has 16"),
    "no such storage": ({"key": "9"}, "its part 'archive/data/9' is missing"),
    "a storage elsewhere": ({"key": "../version"}, "its part 'archive/data/../version' is missing"),
}


@pytest.mark.parametrize("name", TENSORS)
def test_a_tensor_that_reaches_out_of_its_memory_is_refused(name):
    wrong, message = TENSORS[name]
    with pytest.raises(LoadError, match=message):
        mt.load(io.BytesIO(zipped(tensor(**wrong), _0=NUMBERS)))


def test_one_storage_of_two_sizes_is_refused():
    with pytest.raises(LoadError, match="storage '0' is named twice, with two different sizes"):
        mt.load(io.BytesIO(zipped(b"(" + tensor() + tensor(count=3) + b"t", _0=NUMBERS)))


def test_many_small_repeats_are_counted_together():
    body = b"(" + b"".join(tensor(shape=(2 ** 22,), strides=(0,)) for _ in range(17)) + b"t"
    with pytest.raises(LoadError, match="would be copied"):
        mt.load(io.BytesIO(zipped(body, _0=NUMBERS)))


def old(body, keys=("0",), sizes=(4,), data=NUMBERS):
    """A file of before 1.6 with storages after its pickle."""
    start = bare(body)[:-len(b"\x80\x02].")]
    return start + pickle.dumps(list(keys), 2) + b"".join(n.to_bytes(8, "little") + data for n in sizes)


OLD = {
    "no such storage": ({"keys": [], "sizes": []}, "lacks its storage '0'"),
    "another storage": ({"keys": ["1"]}, "nothing needs its storage '1'"),
    "the same twice": ({"keys": ["0", "0"], "sizes": [4, 4]}, "its list of storages is damaged"),
    "another size": ({"sizes": [5]}, "storage '0' should have 16 bytes, and has 20"),
    "giant size": ({"sizes": [2 ** 62]}, "storage '0' should have 16 bytes, and has"),
    "less data": ({"data": NUMBERS[:-1]}, "Was it cut short"),
    "no data": ({"data": b"", "sizes": []}, "Was it cut short"),
}


def test_an_honest_old_one_is_read():
    assert mt.load(io.BytesIO(old(tensor()))).tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize("name", OLD)
def test_an_old_file_whose_storages_do_not_fit_is_refused(name):
    wrong, message = OLD[name]
    with pytest.raises(LoadError, match=message):
        mt.load(io.BytesIO(old(tensor(), **wrong)))


def test_a_byte_that_is_no_bool_is_true():
    found = mt.load(io.BytesIO(zipped(tensor(kind="BoolStorage", shape=(4,), strides=(1,)), _0=b"\0\1\2\xff")))
    assert found.tolist() == [False, True, True, True] and found.array.view(np.uint8).tolist() == [0, 1, 1, 1]
