"""safetensors: a header of names, dtypes and positions, then the numbers. Other programs read and write it too.

    from minitorch.serialization.safetensors import load_file, save_file

The format has no checksum, so `save_file` writes one into the metadata. It puts the metadata at the end of the header,
where other programs do not put it: if another program changes tensors and copies the metadata, the checksum is not
used. Metadata has a "format", because the package transformers refuses files with metadata but without "format".

Source: https://github.com/huggingface/safetensors (the format).
"""

import json
from collections import OrderedDict
from math import prod
from zlib import crc32

import numpy as np

from .. import backend, dtypes
from ..engine import tensor_types
from .archive import parse_json
from .atomic import atomic_write
from .limits import shape_problem, short
from .reading import LoadError, MapLocation, as_bools, as_tensor_class, open_source

MOST_HEADER = 100_000_000
KINDS = {"F64": "float64", "F32": "float32", "F16": "float16", "I64": "int64", "I32": "int32", "I16": "int16",
         "I8": "int8", "U8": "uint8", "BOOL": "bool", "C64": "complex64"}
SIZES = {**{name: np.dtype(kind).itemsize for name, kind in KINDS.items()}, "BF16": 2}
METADATA, CHECKSUM = "__metadata__", "minitorch.crc32"
NAMES = {getattr(dtypes, kind): name for name, kind in KINDS.items()}


def save_file(tensors, filename, metadata=None):
    """Write {name: tensor} as a safetensors file, completely or not at all.

    metadata   {string: string} to store with the tensors

    Only names and values are stored: tensors that share memory are written one by one, and requires_grad is not saved.
    A checksum is stored too, which `load` and `load_file` check, and other programs ignore.
    """
    named = sorted(check_tensors(tensors).items(), key=lambda item: (-item[1].dtype.itemsize, item[0]))
    header, arrays, end = {}, [], 0
    for name, tensor in named:
        begin, end = end, end + tensor.array.size * tensor.dtype.itemsize
        header[name] = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [begin, end]}
        array = np.asarray(backend.move(tensor.array, "cpu"), order="C")
        arrays.append(array.astype(array.dtype.newbyteorder("<"), copy=False).reshape(-1).view(np.uint8))
    header[METADATA] = {"format": "pt"} if metadata is None else {**strings(metadata)}
    header[METADATA][CHECKSUM] = checksum(header, arrays)
    text = header_text(header)
    text += b" " * (-len(text) % 8)
    with atomic_write(filename) as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays:
            file.write(array)


def header_text(header):
    return json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()


def checksum(header, arrays):
    """Return the CRC-32 of a header without its checksum, and of the bytes that follow it."""
    others = {key: text for key, text in header[METADATA].items() if key != CHECKSUM}
    found = crc32(header_text({**header, METADATA: others}))
    for array in arrays:
        found = crc32(array, found)
    return f"{found:08x}"


def load_file(filename, device="cpu"):
    """Load {name: tensor} from a safetensors file; bfloat16 becomes float32.

    Raises FileNotFoundError, or LoadError for a file that is damaged or of another kind.
    """
    with open_source(filename) as source:
        if not is_safetensors(source):
            raise LoadError(f"{source.name} is not a safetensors file" + (
                ": it is empty." if not source.size else "; use minitorch.load, which detects the format."))
        return read(source, MapLocation(device))


def is_safetensors(source):
    """Return True if a file begins as a safetensors file does, with the length of its header and a brace."""
    return source.start[8:9] == b"{" and 2 <= int.from_bytes(source.start[:8], "little") <= 2 ** 48


def read(source, relocate):
    """Return the tensors of a file, in the order of their names in it."""
    length = int.from_bytes(source.start[:8], "little")
    if length > MOST_HEADER or length > source.size - 8:
        raise source.broken(f"its header would have {length:,} bytes; the file has {source.size:,}, and no header may "
                            f"have more than {MOST_HEADER:,}. Was it cut short?")
    header = parse_json(source.bytes(8, length), source)
    begin, whole = 8 + length, dict(header)
    metadata = header.pop(METADATA, {})
    if type(metadata) is not dict or not all(type(text) is str for text in metadata.values()):
        raise source.broken("its metadata is not all text.")
    check_layout(source, header, source.size - begin)
    if CHECKSUM in metadata and [*whole][-1] == METADATA and not source.mapped and metadata[CHECKSUM] != checksum(
            whole, source.blocks(begin)):
        raise source.broken("its content does not match the checksum (CRC) stored in it: bits have changed. Download "
                            "or write it again.")
    found = OrderedDict()
    for name, about in header.items():
        start, end = about["data_offsets"]
        array = numbers(source.raw(begin + start, end - start), about["dtype"])
        found[name] = as_tensor_class(relocate(array, "cpu").reshape(about["shape"]))
    return found


def check_layout(source, header, size):
    """Check that the tensors fill the file from the header to the end without gaps, as the format requires."""
    spans = []
    for name, about in header.items():
        if type(about) is not dict or set(about) != {"dtype", "shape", "data_offsets"}:
            raise source.broken(f"{short(name)} is not described by dtype, shape and data_offsets.")
        kind, shape, offsets = about["dtype"], about["shape"], about["data_offsets"]
        if type(kind) is not str or kind not in SIZES:
            raise LoadError(f"{source.name}: {short(name)} has the dtype {short(kind)}, which minitorch does not have. "
                            f"It has {', '.join(SIZES)}.")
        if type(shape) is not list or type(offsets) is not list or len(offsets) != 2 or not all(
                type(n) is int and 0 <= n < 2 ** 62 for n in offsets):
            raise source.broken(f"{short(name)} has no valid shape or data_offsets.")
        if problem := shape_problem(shape):
            raise source.broken(f"{short(name)} has no valid shape: it {problem}.")
        count = prod(shape)
        if offsets[1] - offsets[0] != count * SIZES[kind]:
            raise source.broken(f"{short(name)} of shape {short(shape)} needs {short(count * SIZES[kind])} bytes of "
                                f"{kind}, and has {offsets[1] - offsets[0]:,}.")
        spans.append((*offsets, name))
    at = 0
    for start, end, name in sorted(spans):
        if start != at:
            raise source.broken(f"{short(name)} begins at byte {start:,} instead of {at:,}: tensors "
                                + ("overlap." if start < at else "leave a gap."))
        at = end
    if at != size:
        raise source.broken(f"its tensors need {at:,} bytes, but it has {size:,}. Was it cut short?")


def numbers(raw, name):
    if name == "BF16":
        return (raw.view("<u2").astype(np.uint32) << 16).view(np.float32)
    if name == "BOOL":
        return as_bools(raw)
    kind = np.dtype(KINDS[name])
    return raw.view(kind.newbyteorder("<")).astype(kind, copy=False)


def check_tensors(tensors):
    if not isinstance(tensors, dict):
        raise TypeError(f"save_file needs a dict {{name: tensor}}, not {type(tensors).__name__}; for a model: "
                        "model.state_dict().")
    for name, tensor in tensors.items():
        if type(name) is not str or type(tensor) not in tensor_types:
            raise TypeError(f"safetensors holds tensors by name only; {name!r} is a {type(tensor).__name__}.")
        if tensor.dtype not in NAMES:
            raise TypeError(f"safetensors has no dtype for {tensor.dtype} ({name!r}).")
    return tensors


def strings(metadata):
    if not all(type(text) is str for pair in metadata.items() for text in pair):
        raise TypeError("safetensors: metadata must map strings to strings, such as metadata={'epochs': '3'}.")
    return metadata
