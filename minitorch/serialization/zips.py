"""Read zip archives strictly: members must be uncompressed, have different names, and be inside the file."""

from struct import error as struct_error
from zipfile import BadZipFile, ZipFile

import numpy as np

from .limits import short
from .reading import LoadError

LINK = 0o120000
CHUNK = 1 << 20


class Archive:
    """The members of a zip archive, by name; the archive's entries are checked first."""

    def __init__(self, source):
        self.source = source
        try:
            self.zip = ZipFile(source.file)
        except (BadZipFile, OSError, ValueError, NotImplementedError, OverflowError, struct_error):
            raise self.damaged("the zip archive's list of members at its end is missing or incomplete") from None
        self.members = {}
        for info in self.zip.infolist():
            check(source, info, self.members)
            self.members[info.filename] = info
        if sum(info.file_size for info in self.members.values() if not info.compress_type) > source.size:
            raise source.broken(f"its members would together have more than the file's {source.size:,} bytes.")

    def damaged(self, text):
        return LoadError(f"{self.source.name} is cut short or damaged ({text}). Download or write it again.")

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.zip.close()

    def __iter__(self):
        return iter(self.members)

    def __contains__(self, name):
        return name in self.members

    def member(self, name):
        if name not in self.members:
            raise self.source.broken(f"its part {short(name)} is missing.")
        info = self.members[name]
        if info.compress_type or info.file_size != info.compress_size:
            raise self.source.broken(f"its part {short(name)} is compressed, but must be stored uncompressed, so that "
                                     "it cannot expand.")
        return info

    def bytes(self, name):
        """Return all bytes of a member after checking its checksum."""
        return self.raw(name).tobytes()

    def raw(self, name):
        """Return a member as a uint8 array. If the file is mapped into memory, its checksum is not checked."""
        info = self.member(name)
        if self.source.mapped:
            return self.source.raw(self.offset(info), info.file_size)
        try:
            raw = np.empty(info.file_size, np.uint8)
            view, at = memoryview(raw), 0
            with self.zip.open(info) as file:
                while at < info.file_size:
                    got = file.readinto(view[at:at + CHUNK])
                    if not got:
                        raise EOFError
                    at += got
                file.read(1)                                   # this read makes zipfile compare the checksum
            return raw
        except (BadZipFile, EOFError, OSError, ValueError, RuntimeError, struct_error):
            raise self.damaged(f"its part {short(name)} is incomplete, or does not match the checksum (CRC) in the "
                               "archive") from None

    def offset(self, info):
        """Return the position of a member's bytes in the file, after the member's header."""
        header = self.source.bytes(info.header_offset, 30)
        length = int.from_bytes(header[26:28], "little")
        name = self.source.bytes(info.header_offset + 30, length)
        if header[:4] != b"PK\x03\x04" or name != info.orig_filename.encode("utf-8" if info.flag_bits & 0x800
                                                                             else "cp437", "replace"):
            raise self.source.broken(f"part {short(info.filename)} has no header of its own.")
        return info.header_offset + 30 + length + int.from_bytes(header[28:30], "little")


def check(source, info, before):
    """Raise an error for a member that is a link or encrypted, has a path outside, or the same name as another."""
    name = info.filename
    if name in before:
        raise source.broken(f"it has two parts named {short(name)}.")
    if name.startswith(("/", "\\")) or "\\" in name or ":" in name or ".." in name.split("/"):
        raise source.broken(f"its part {short(name)} has a path outside the archive.")
    if (info.external_attr >> 16) & 0o170000 == LINK:
        raise source.broken(f"its part {short(name)} is a link.")
    if info.flag_bits & 1:
        raise source.broken(f"its part {short(name)} is encrypted.")
