"""Small files that would take for ever: each is answered at once, and says which limit it passed."""

import io
import json
import pickle
import re
import time

import pytest
from persistence.hostile_pickles import bare, glob, storage, tensor, text, zipped
from persistence.test_hostile_archives import archive, holds
from timed import within

import minitorch as mt
from minitorch import nn
from minitorch.serialization import LoadError
from minitorch.serialization.limits import short

M61 = 2 ** 61 - 1
REBUILD = glob("torch._utils", "_rebuild_tensor_v2")


def number(value):
    return pickle.dumps(value, 2)[2:-1]


def nested(times=60):
    """Tuples that hold the one before twice: 2**times values for whoever writes them out."""
    return b")" + b"q\x00h\x00\x86" * times + b"q\x01"


def tangled(count=14):
    """Lists that hold one another, all of them: more ways through them than could be gone."""
    begin = b"](" + b"".join(b"]q" + bytes([k]) for k in range(count)) + b"e"
    return begin + b"](" + b"".join(
        b"h" + bytes([k]) + b"(" + b"".join(b"h" + bytes([j]) for j in range(count)) + b"e" for k in range(count)
    ) + b"e\x86"


def filled_later(times=60):
    """The same as lists, empty while they are put into one another, filled from the top down."""
    made = b"(" + b"".join(b"]q" + bytes([k]) for k in range(times + 1))
    return made + b"".join(b"h" + bytes([k]) + b"(" + (b"h" + bytes([k + 1])) * 2 + b"e" for k in range(times)) + b"t"


SHARED = "so often that, expanded, it would have more than"
HASHES = "more than 16 different keys with the same hash"
HANGING = {
    "nested tuples": (nested(), SHARED),
    "nested lists": (b"(" + b"]q\x00" + b"](h\x00h\x00eq\x00" * 60 + b"t", SHARED),
    "nested dicts": (b"(" + b"}q\x00" + b"}(K\x01h\x00K\x02h\x00uq\x00" * 60 + b"t", SHARED),
    "filled later": (filled_later(), SHARED),
    "tangled": (tangled(), SHARED),
    "a text again and again": (b"](" + text("x" * 10_000) + b"q\x00" + b"h\x00" * 100_000 + b"e", SHARED),
    "as a key": (b"}" + nested() + b"Ns", "has a key that is no plain value"),
    "as a member": (b"\x8f(" + nested() + b"\x90", "has a key that is no plain value"),
    "as a frozenset": (b"(" + nested() + b"\x91", "has a key that is no plain value"),
    "as counts": (glob("collections", "Counter") + nested() + b"\x85R", "gives a tuple where a dict should be"),
    "as a count": (glob("collections", "Counter") + b"}K\x01" + nested() + b"s\x85R", "has a Counter whose counts"),
    "as a later count": (glob("collections", "Counter") + b")RK\x01" + nested() + b"s", "has a Counter whose counts"),
    "as an id": (nested() + b"Q", r"points to \(\(…, …\), \(…, …\)\), which is not a storage"),
    "in an id": (b"(" + text("storage") + nested() + b"h\x01h\x01h\x01tQ", r"points to \('storage', \(…, …\)"),
    "as a name": (nested() + b")R", "which cannot be called to build a value"),
    "as a device": (glob("torch", "device") + nested() + b"\x85R", "a device of arguments of the wrong types"),
    "as a size": (glob("torch", "Size") + nested() + b"\x85R", r"it has the length \(\(…, …\), \(…, …\)\)"),
    "a size of a tensor": (glob("torch", "Size") + tensor(shape=(2 ** 24,), strides=(0,)) + b"\x85R",
                           "gives a Tensor where a tuple should be|gives a NoneType where a tuple"),
    "pairs of a tensor": (glob("collections", "OrderedDict") + tensor(shape=(2 ** 20, 2), strides=(0, 0)) + b"\x85R",
                          "where a list should be"),
    "colliding numbers": (b"}(" + b"".join(number(k * M61) + b"N" for k in range(1, 60_000)) + b"u", HASHES),
    "colliding tuples": (b"}(" + b"".join(number(k * M61) + b"\x85N" for k in range(1, 60_000)) + b"u", HASHES),
    "colliding members": (b"\x8f(" + b"".join(number(k * M61) for k in range(1, 60_000)) + b"\x90", HASHES),
    "colliding pairs": (glob("collections", "OrderedDict") + b"](" + b"".join(
        number(k * M61) + b"N\x86" for k in range(1, 60_000)) + b"e\x85R", HASHES),
    "colliding complex": (b"}(" + b"".join(glob("builtins", "complex") + number(-1000003.0 * k) + number(float(k))
                                           + b"\x86RN" for k in range(1, 20_000)) + b"u", HASHES),
    "a shape of 200,000": (REBUILD + b"(" + storage() + b"K\x00(" + number(2 ** 61) * 200_000 + b"t(K\x01t\x89}tR",
                           "has 200,000 dimensions; at most 64 are allowed|lacks its storage"),
    "a size of 200,000": (glob("torch", "Size") + b"(" + b"K\x01" * 200_000 + b"t\x85R", "has 200,000 dimensions"),
    "a long key": (b"}(" + text("y" * 100_000) + b"q\x00N" + b"h\x00N" * 100_000 + b"u", "a key of 100,000 characters"),
    "a wide key": (b"}((" + b"K\x01" * 50_000 + b"tq\x00N" + b"h\x00N" * 50_000 + b"u", "a tuple of 50,000 items"),
    "deep tuples": (b")" + b"\x85" * 100_000, "is nested more than 200 deep"),
    "deep lists": (b"](" * 300 + b"]" + b"e" * 300, "is nested more than 200 deep"),
    "bytes again and again": (b"](" + glob("builtins", "bytearray") + b"q\x05(" + text("x" * 100_000) + b"tq\x06R"
                              + b"h\x05h\x06R" * 20_000 + b"e", "more than 67,108,864 bytes would be copied"),
    "pairs again and again": (b"](" + glob("builtins", "set") + b"q\x05](" + b"K\x01" * 50_000 + b"e\x85q\x06R"
                              + b"h\x05h\x06R" * 50_000 + b"e", "would be copied"),
    "too many arguments": (b"](" + glob("torch", "Size") + b"q\x05(" + b"N" * 50_000 + b"tq\x06R"
                           + b"h\x05h\x06R" * 50_000 + b"e", "passes torch.Size a wrong number of arguments"),
}


def answered(file, seconds=10.0, per_byte=5e-5):
    """Load a file, in time for its size; returns the message of its refusal."""
    start = time.process_time()
    with pytest.raises(LoadError) as caught:
        mt.load(io.BytesIO(file))
    assert time.process_time() - start < seconds + per_byte * len(file)
    return str(caught.value)


@within(120)
@pytest.mark.parametrize("packed", [zipped, bare], ids=["zip", "before 1.6"])
@pytest.mark.parametrize("name", HANGING)
def test_a_pickle_that_would_hang_is_refused_at_once(name, packed):
    body, message = HANGING[name]
    file = packed(body, _0=b"\0" * 16) if packed is zipped else packed(body)
    found = answered(file)
    assert re.search(message, found) and len(found) < 400, found


def doubled(times):
    """Lists of our own format: each is met once, and named again beside itself."""
    made: dict = {"list": []}
    for k in range(times):
        made = {"list": [made, {"same": times - k}]}         # counted from the outermost, which is met first
    return made


def modules(times):
    """Modules that hold the one before twice."""
    empty = [["training", True], ["_parameters", {"dict": []}], ["_buffers", {"dict": []}],
             ["_non_persistent_buffers_set", {"set": []}]]
    made: dict = {"module": ["minitorch.nn", "Identity"], "state": [*empty, ["_modules", {"dict": []}]]}
    for k in range(times):
        inner = {"dict": [["a", made], ["b", {"same": 4 * (times - k)}]]}    # a module and its three dicts are met
        made = {"module": ["minitorch.nn", "Sequential"], "state": [*empty, ["_modules", inner]]}
    return made


TREES = {
    "doubled lists": (doubled(60), SHARED),
    "doubled modules": (modules(60), SHARED),
    "colliding numbers": ({"dict": [[k * M61, None] for k in range(1, 60_000)]}, HASHES),
    "colliding pairs": ({"set": [{"tuple": [k * M61, 1]} for k in range(1, 60_000)]}, HASHES),
    "a wide shape": ({"tensor": 0, "shape": [2 ** 61] * 200_000, "strides": [1] * 200_000}, "has 200,000 dimensions"),
    "a wide size": ({"size": [1] * 200_000}, "has 200,000 dimensions"),
}


@within(120)
@pytest.mark.parametrize("name", TREES)
def test_a_file_of_ours_that_would_hang_is_refused_at_once(name):
    value, message = TREES[name]
    found = answered(holds(value, ("0.npy", b"\x93NUMPY\1\0" + (72).to_bytes(2, "little")
                                   + b"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }".ljust(71) + b"\n"
                                   + b"\0" * 12)))
    assert message in found and len(found) < 400


@within(120)
def test_headers_that_would_hang_are_refused_at_once():
    digits = b"{'descr': '<f4', 'fortran_order': False, 'shape': (" + b"1" * 9_000 + b"x), }\n"
    member = b"\x93NUMPY\1\0" + len(digits).to_bytes(2, "little") + digits
    assert "does not begin like an array" in answered(holds({"tensor": 0}, ("0.npy", member)))
    about = {"a": {"dtype": "F32", "shape": [2 ** 61] * 200_000, "data_offsets": [0, 4]}}
    header = json.dumps(about).encode()
    assert "has 200,000 dimensions" in answered(len(header).to_bytes(8, "little") + header + b"\0" * 4)
    header = b'{"a":' + b"[" * 10 ** 5
    assert "nested too deep" in answered(len(header).to_bytes(8, "little") + header)
    many = [(f"{i}", b"") for i in range(3000)]
    assert "another program" in answered(archive(*many))


def test_what_is_shared_a_little_is_read():
    row = [1, 2, 3]
    value = {"rows": [row] * 1000, "pair": ((row, row), (row, row))}
    file = io.BytesIO()
    mt.save(value, file)
    file.seek(0)
    assert mt.load(file) == value
    assert mt.load(io.BytesIO(zipped(nested(10)))) is not None
    keys = {k * M61: None for k in range(1, 10)} | dict.fromkeys(range(10000)) | {(k, 1): k for k in range(1000)}
    file = io.BytesIO()
    mt.save(keys, file)
    file.seek(0)
    assert mt.load(file) == keys


@within(120)
def test_names_that_would_hang_the_report_of_a_model_do_not():
    net = nn.Sequential(nn.Linear(2, 2))
    for names in (["." * 100_000], ["a." * 5_000], [f"{k}." * 2_000 for k in range(40)], ["w" * 100_000]):
        with pytest.raises(RuntimeError, match="Unexpected key"):
            net.load_state_dict({name: mt.ones(1) for name in names})


SHOWN = {"list": ([1, 2], "[1, 2]"), "tuple": ((3,), "(3,)"), "dict": ({"a": 1}, "{'a': 1}"),
         "text": ("x" * 99, "'xx"), "number": (10 ** 5000, "a giant number"), "deep": ([[[[1]]]], "[[…]]"),
         "tensor": (mt.ones(3), "a tensor"), "long": ([0] * 10 ** 6, "[0, 0, 0")}


@pytest.mark.parametrize("name", SHOWN)
def test_a_value_is_shown_shortly(name):
    value, wanted = SHOWN[name]
    assert short(value).startswith(wanted) and len(short(value)) <= 61
