"""Files of every kind that is read here, whole ones and damaged ones, and what a reader may answer."""

import gzip
import io
import json
import tarfile
import zipfile
from functools import cache

import cifar_files
import numpy as np
from persistence.fuzz_pickles import Batches, Program
from persistence.hostile_pickles import bare, tensor, text, zipped

import minitorch as mt
from minitorch import nn
from minitorch.rare.data.text import read_text
from minitorch.serialization import LoadError
from minitorch.serialization.safetensors import save_file
from minitorch.train.checkpoint import load_checkpoint, restore, save_checkpoint
from minitorch.vision.archive import ArchiveError, extract
from minitorch.vision.datasets.batches import read_batch
from minitorch.vision.datasets.mnist import read_idx

NUMBERS = np.arange(4, dtype=np.float32).tobytes()
JSON = [0, 1, -1, 2, 7, 2 ** 61 - 1, 2 ** 70, 0.5, True, None, "", "0", "cpu", "mars", "weight", "float32", "inf",
        "AAAA", "Tensor", "Parameter", "relu", "UninitializedParameter", "training",
        "_modules", "_parameters", "_buffers",
        "forward", "minitorch.nn", "ReLU", "Linear", "x" * 300]
KINDS = ["same", "list", "tuple", "size", "set", "frozenset", "dict", "ordered", "array", "number", "tensor", "late",
         "module", "function", "float", "complex", "bytes", "bytearray", "dtype", "device"]
FIELDS = ["offset", "shape", "strides", "requires_grad", "kind", "device", "state", "dtype", "data_offsets", "ordered"]


def model():
    return nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.BatchNorm1d(2))


def run():
    net = model()
    return net, mt.optim.Adam(net.parameters(), lr=0.1)


@cache
def ours():
    file, net = io.BytesIO(), model()
    mt.save({"net": net, "state": net.state_dict(), "x": mt.arange(6.0).reshape(2, 3).T, 3: (1, {2}), "n": 2.5}, file)
    return file.getvalue()


@cache
def checkpoint():
    file, (net, adam) = io.BytesIO(), run()
    net(mt.ones(4, 3)).sum().backward()
    adam.step()
    save_checkpoint(file, net, adam, epoch=3)
    return file.getvalue()


@cache
def safetensors():
    file = io.BytesIO()
    save_file({"a": mt.ones(3), "b": mt.arange(2), "0.weight": mt.ones(2, 3)}, file, {"made by": "test"})
    return file.getvalue()


def state():
    body = b"}(" + b"".join(text(name) + tensor() for name in ("weight", "0.weight")) + text("n") + b"K\x01u"
    return body


def old(body):
    start = bare(body)[:-len(b"\x80\x02].")]
    return start + b"\x80\x02]X\x01\x00\x00\x000a." + (4).to_bytes(8, "little") + NUMBERS


@cache
def tar():
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in ("a/b.txt", "c" * 150):
            member = tarfile.TarInfo(name)
            member.size = 5
            archive.addfile(member, io.BytesIO(b"hello"))
    return file.getvalue()


@cache
def parts(data):
    """{name: bytes} of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        return {name: source.read(name) for name in source.namelist()}


def members(data, change, rng):
    """A zip archive with one of its parts changed, and the right checksums, as an attacker would see to."""
    file, names = io.BytesIO(), list(parts(data))
    chosen = names[rng.integers(len(names))]
    with zipfile.ZipFile(file, "w") as target:
        for name, part in parts(data).items():
            target.writestr(name, change(part, rng) if name == chosen else part)
    return file.getvalue()


def damaged(data, rng):
    """Bytes flipped, cut off, put in, repeated or taken from elsewhere."""
    made, size = bytearray(data), max(len(data), 1)
    for _ in range(rng.integers(1, 4)):
        a, b, length = int(rng.integers(size)), int(rng.integers(size)), int(rng.integers(1, 40))
        kind = rng.integers(8)
        if kind in (0, 6, 7) and a < len(made):
            made[a] = rng.integers(256)
        elif kind == 2:
            del made[a:]
        elif kind == 3:
            made[a:a + length] = made[b:b + length]
        elif kind == 4:
            made[a:a] = rng.integers(0, 256, length, dtype=np.uint8).tobytes()
        else:
            made[a:a + 4] = [b"\xff\xff\xff\x7f", b"\0\0\0\0", b"\xff\xff\xff\xff", b"9999"][rng.integers(4)]
    return bytes(made)


def json_value(rng, depth=0):
    """A random value of minitorch.json, mostly of its form."""
    kind = rng.integers(10) if depth < 6 else 0
    if kind < 3:
        return JSON[rng.integers(len(JSON))]
    some = [json_value(rng, depth + 1) for _ in range(rng.integers(0, 4))]
    if kind == 3:
        return some
    if kind == 4:                                          # a container that holds the one before it twice, and so on
        found = {"list": []}
        for times in range(rng.integers(1, 50)):
            found = {"list": [found, {"same": int(rng.integers(0, times + 2))}]}
        return found
    if kind == 5:
        return {"dict": [[json_value(rng, 5), x] for x in some]}
    name = KINDS[rng.integers(len(KINDS))]
    one = some if rng.integers(2) else json_value(rng, depth + 1)
    made = {name: ["minitorch.nn", "ReLU"] if name == "module" else int(rng.integers(3)) if name in ("tensor", "array",
            "same") else one}
    for field in rng.permutation(FIELDS)[:rng.integers(0, 4)]:
        made[str(field)] = [[JSON[rng.integers(20, len(JSON))], x] for x in some] if field == "state" else [
            int(n) for n in rng.integers(0, 4, rng.integers(0, 4))] if rng.integers(2) else json_value(rng, 5)
    return made


def of_json(rng):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as target:
        target.writestr("minitorch.json", json.dumps({"format": 1, "value": json_value(rng)}))
        for name in list(parts(ours()))[1:]:
            target.writestr(name, parts(ours())[name])
    return file.getvalue()


def header(rng):
    """A safetensors file with a random header, mostly of its form."""
    about = {str(JSON[rng.integers(10, len(JSON))]): {
        "dtype": ["F32", "U8", "BOOL", "BF16", "X"][rng.integers(5)],
        "shape": rng.integers(0, 3, rng.integers(3)).tolist(),
        "data_offsets": sorted(rng.integers(0, 9, 2).tolist())} for _ in range(rng.integers(1, 4))}
    for name in list(about):
        for field in about[name]:
            if rng.integers(8) == 0:
                about[name][field] = json_value(rng, 5) if rng.integers(2) else [2 ** 61] * 70
    raw = json.dumps(about).encode()
    return len(raw).to_bytes(8, "little") + raw + b"\0" * int(rng.integers(0, 17))


BATCH = ["numpy.core.multiarray _reconstruct", "numpy ndarray", "numpy dtype", "_codecs encode", "os system",
         "numpy load"]
IDX = bytes([0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2]) + bytes(8)


def batch(rng):
    if rng.integers(2):
        return b"\x80\x02" + Batches(rng, BATCH).whole() + b"."
    whole = {"data": np.zeros((2, 12), np.uint8), "labels": [1, 2], "filenames": ["a", "b"]}
    return damaged(cifar_files.pickled(whole), rng)


MADE = {                                                  # {kind: function of rng: bytes}
    "pickle in a zip": lambda rng: zipped(Program(rng).whole(), _0=NUMBERS),
    "pickle alone": lambda rng: old(Program(rng).whole()),
    "pickle damaged": lambda rng: damaged((old(state()), zipped(state(), _0=NUMBERS))[rng.integers(2)], rng),
    "JSON": of_json,
    "ours damaged": lambda rng: damaged(ours(), rng) if rng.integers(2) else members(ours(), damaged, rng),
    "checkpoint": lambda rng: members(checkpoint(), damaged, rng),
    "safetensors": lambda rng: header(rng) if rng.integers(2) else damaged(safetensors(), rng),
    "batch": batch,
    "idx": lambda rng: damaged(gzip.compress(IDX) if rng.integers(2) else IDX, rng),
    "archive": lambda rng: damaged([tar(), ours(), gzip.compress(tar())][rng.integers(3)], rng),
    "text": lambda rng: damaged("Größe ☃\n".encode() * 5, rng),
}


def used(found):
    """What a program does with a value that it loaded: show it, compare it, load it into a model and an optimizer."""
    try:
        text = repr(found)
    except AttributeError:                                # of a layer that the file gave another attribute's name
        text = ""
    net, adam = run()
    for load in (net.load_state_dict, adam.load_state_dict):
        try:
            load(found)
        except (RuntimeError, ValueError, TypeError) as error:
            clear(error)
    return len(text)


def resumed(found):
    net, adam = run()
    try:
        restore(found, net, adam)
    except (RuntimeError, ValueError, TypeError, KeyError):
        pass


READERS = {"checkpoint": (load_checkpoint, resumed, LoadError), "batch": (read_batch, repr, ValueError),
           "idx": (lambda path: read_idx(path, 3), repr, ValueError),
           "archive": (lambda path: extract(path, "unpacked"), repr, ArchiveError),
           "text": (read_text, repr, ValueError)}
INTERNAL = ("object has no", "unhashable", "subscriptable", "unpack (", "positional argument", "codec can't",
            "invalid literal", "<built-in", "<class", "<function", "object at 0x", "not iterable",
            "do not fit together", "must be str, not", "cannot reshape", "list index", "dictionary update",
            "'NoneType'", "not supported between", "expected str", "ufunc")


def clear(error):
    """Assert that an error speaks of the file in our own words."""
    text = str(error)
    assert len(text) > 15 and not any(part in text for part in INTERNAL), f"{type(error).__name__}: {text[:300]}"
