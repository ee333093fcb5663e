"""Decompress one file of a zip, within a limit on its size; of a damaged one, as much as can be read."""

import struct

from .zips import LARGE, LOCAL, LOCKED, at


class Damaged(ValueError):
    """A file of a zip that is not whole; `content` is what could be read of it."""

    def __init__(self, reason, content=b""):
        super().__init__(f"the zip is damaged here: {reason}")
        self.content = content


def content(file, member, most):
    """Return the bytes of a member, counted while they are read: the size in its header is not trusted.

    Raises Damaged with what could be read, or ValueError for what is locked, too large or packed otherwise.
    """
    from zlib import crc32
    header = at(file, member.offset, 30)
    if header[:4] != LOCAL or len(header) < 30:
        raise Damaged("the header before the file is none")
    name, extra = struct.unpack("<2H", header[26:30])
    if member.flags & LOCKED:
        raise ValueError("it is locked with a password")
    file.seek(member.offset + 30 + name + extra)
    parts, size, trouble, crc = [], 0, "", 0
    try:
        for part in unpacked(file, member):
            size += len(part)
            if size > most:
                raise ValueError(f"it unfolds to more than {most // 2**20} MB")
            crc = crc32(part, crc)
            parts.append(part)
    except (OSError, EOFError, *errors()) as error:
        trouble = str(error)
    if trouble or (crc != member.crc and member.crc) or (not trouble and size < member.size < LARGE):
        raise Damaged(trouble or "its checksum does not hold", b"".join(parts))
    return b"".join(parts)


def errors():
    """Return the exceptions that decompressors raise for damaged bytes."""
    import zlib
    from lzma import LZMAError
    return zlib.error, LZMAError


def unpacked(file, member):
    """Yield the content of a member in small parts.

    Raises ValueError for a way of packing that is not known here.
    """
    left = member.packed
    reader = unpacker(file, member)
    if member.method == 14:
        left -= 9
    while left > 0 and not getattr(reader, "eof", False):
        data = file.read(min(left, 2**16))
        if not data:
            raise EOFError("it ends too early")
        left -= len(data)
        if reader is None:
            yield data
            continue
        while data or not getattr(reader, "needs_input", True):
            part = reader.decompress(data, 2**20)
            data = getattr(reader, "unconsumed_tail", b"")
            yield part
            if reader.eof:
                break
    if reader is not None and not reader.eof:
        raise EOFError("it ends too early")


def unpacker(file, member):
    """Return a decompressor for a member's method; None if the member is not compressed."""
    if member.method == 0:
        return None
    if member.method == 8:
        from zlib import decompressobj
        return decompressobj(-15)
    if member.method == 12:
        from bz2 import BZ2Decompressor
        return BZ2Decompressor()
    if member.method == 14:
        from lzma import FORMAT_ALONE, LZMADecompressor
        made, head = LZMADecompressor(FORMAT_ALONE, memlimit=1 << 28), file.read(9)
        made.decompress(head[4:] + struct.pack("<Q", 2**64 - 1 if member.flags & 2 else member.size))
        return made
    raise ValueError(f"it is packed in a way (number {member.method}) that is not read here: make an ordinary zip")
