"""Damage, drawn by a seed: what disks, networks, editors and ill will do to the bytes of a notebook or a zip."""

import json
import struct
import zipfile
from io import BytesIO

NASTY = (b"", b"\0" * 9, b"[" * 3000, b"{}," * 3000, b"\n" * 20_000, b"9" * 5000, b'"\\ud800"', b"\xff\xfe",
         b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18, b"<<<<<<< HEAD\n", b"```\n", b"#" * 9000,
         b'@exercise("1.5", version=' + b"9" * 5000,
         b" " * 20_000, b"\\", b'"', "\u2028\u202e".encode(), b"NaN", b"1e999", b'{"cells": ')


def flipped(rng, data):
    """A few bits of it are others."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def cut(rng, data):
    return data[:rng.randrange(len(data))]


def lost(rng, data):
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.randrange(1, 2000):]


def doubled(rng, data):
    start, end = sorted(rng.randrange(len(data)) for _ in range(2))
    return data[:end] + data[start:end] + data[end:]


def zeroed(rng, data):
    start, count = rng.randrange(len(data)), rng.randrange(1, 5000)
    return data[:start] + bytes(min(count, len(data) - start)) + data[start + count:]


def planted(rng, data):
    start = rng.randrange(len(data))
    return data[:start] + rng.choice(NASTY) + data[start + rng.choice((0, 0, 9)):]


def retold(rng, data):
    """A notebook in which some values are of another kind."""
    odd = [None, 7, -1, 1e308, "", "x", [], {}, [[]], {"cells": []}, True, 10**30, "\ud800"]

    def change(value):
        if rng.random() < 0.01:
            return rng.choice(odd)
        if isinstance(value, dict):
            return {name: change(each) for name, each in value.items()}
        return [change(each) for each in value] if isinstance(value, list) else value
    return json.dumps(change(json.loads(data))).encode()


def zipped(rng, data):
    """In a zip of its own, damaged as well."""
    file, kinds = BytesIO(), [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
    with zipfile.ZipFile(file, "w", rng.choice(kinds)) as archive:
        archive.writestr(rng.choice(["a.ipynb", "x/y/a.ipynb", "\u202ea.ipynb", "a.ipynb"]), data)
    return rng.choice((flipped, cut, zeroed, planted, lambda rng, data: data))(rng, file.getvalue())


WAYS = (flipped, cut, lost, doubled, zeroed, planted, retold, zipped)


def headers(raw, member):
    """[(place, length)] of what a zip says about one of its members: its own header, and the directory's."""
    with zipfile.ZipFile(BytesIO(raw)) as archive:
        info = archive.getinfo(member)
        place = archive.start_dir
        name = info.filename.encode()
        while raw[place + 46:place + 46 + len(name)] != name:
            lengths = struct.unpack("<3H", raw[place + 28:place + 34])
            place += 46 + sum(lengths)
    return [(info.header_offset, 30 + len(name)), (place, 46 + len(name))]


def misheaded(rng, raw, member):
    """A zip in whose headers of one member a few bits are others."""
    out = bytearray(raw)
    start, length = rng.choice(headers(raw, member))
    for _ in range(rng.randint(1, 3)):
        out[start + rng.randrange(length)] ^= 1 << rng.randrange(8)
    return bytes(out)
