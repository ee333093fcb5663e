"""What a zip holds, however damaged: by its directory, and where that is not whole by the headers of the files."""

import struct

LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
MARKS = (LOCAL, CENTRAL, END, b"PK\x06\x06", b"PK\x06\x07")
STREAMED, LOCKED, UNICODE = 8, 1, 0x800   # flags: sizes stand behind the content; a password; a name in UTF-8
LARGEST_DIRECTORY = 1 << 28               # bytes
LARGE = 0xFFFFFFFF                        # stands where the true number is in a zip64 field


class Member:
    """One file of a zip, as its directory or its own header has it."""

    def __init__(self, raw, flags, method, date, crc, packed, size, offset, attributes=0):
        self.raw, self.flags, self.method, self.date, self.crc = raw, flags, method, date, crc
        self.packed, self.size, self.offset, self.attributes = packed, size, offset, attributes

    @property
    def name(self):
        return self.raw.decode("utf-8" if self.flags & UNICODE else "cp437", "replace")

    def fields(self):
        """Return everything but its name, as plain data."""
        return [self.flags, self.method, self.date, self.crc, self.packed, self.size, self.offset, self.attributes]


def members(file):
    """Return (the members of a zip, what is damaged, '' for nothing). Never raises for what is in the file."""
    found, whole = directory(file)
    if whole:
        return found, ""
    known = {member.offset: member for member in found if at(file, member.offset, 4) == LOCAL}
    chained, end = chain(file, known)
    for member in chained:
        known.setdefault(member.offset, member)
    if not known:
        return [], "the zip cannot be read: it has no directory, and no whole file could be found in it"
    lost = "" if end is None else f"; what stands after byte {end:,} was not found"
    return ([known[offset] for offset in sorted(known)],
            f"the zip's directory is damaged: {len(known)} of its files were found without it{lost}")


def misnamed(file, member):
    """Return another name that a member's own header gives it, '' if it has no header; None if both agree."""
    header = at(file, member.offset, 30)
    if header[:4] != LOCAL or len(header) < 30:
        return ""
    raw = file.read(struct.unpack("<H", header[26:28])[0])
    return None if raw == member.raw else raw.decode("utf-8", "replace")


def at(file, place, count):
    """Return `count` bytes at a place of a file; fewer at its end."""
    file.seek(place)
    return file.read(count)


def directory(file):
    """Return (the members that a zip's directory names, whether all of it is whole)."""
    size = file.seek(0, 2)
    tail = at(file, max(0, size - 2**16 - 64), 2**16 + 64)
    place = tail.rfind(END)
    if place < 0 or len(tail) - place < 22:
        return [], False
    count, length, start, comment = struct.unpack("<HLLH", tail[place + 10:place + 22])
    end = size - len(tail) + place
    last = end + 22 + comment == size
    locator = tail[max(0, place - 20):place]
    if (count == 0xFFFF or LARGE in (length, start)) and locator[:4] == b"PK\x06\x07":
        end, = struct.unpack("<Q", locator[8:16])
        record = at(file, end, 56) if end < size else b""
        if record[:4] != b"PK\x06\x06" or len(record) < 56:
            return [], False
        count, length, start = struct.unpack("<3Q", record[32:56])
    before = end - length - start                        # bytes before the zip, such as a program that unpacks it
    if length > LARGEST_DIRECTORY or end < length or not (last or before == 0):
        return [], False
    found, whole = listed(at(file, end - length, length))
    best = max((before, 0), key=lambda shift: sum(at(file, member.offset + shift, 4) == LOCAL for member in found[:64]
                                                  if member.offset + shift >= 0))
    for member in found:
        member.offset += best
    found = [member for member in found if 0 <= member.offset < size]
    return found, whole and len(found) == count


def listed(text):
    """Return (the members of a directory's bytes, whether nothing is damaged)."""
    found, place, whole = [], 0, True
    while place < len(text):
        if text[place:place + 4] != CENTRAL or len(text) - place < 46:
            place, whole = text.find(CENTRAL, place + 1), False
            if place < 0:
                break
            continue
        (flags, method, time, date, crc, packed, size, name, extra, comment, _, _, attributes,
         offset) = struct.unpack("<4H3L5H2L", text[place + 8:place + 46])
        raw, more = text[place + 46:place + 46 + name], text[place + 46 + name:place + 46 + name + extra]
        size, packed, offset = wide(more, size, packed, offset)
        found.append(Member(raw, flags, method, (date, time), crc, packed, size, offset, attributes))
        place += 46 + name + extra + comment
    return found, whole and place == len(text)


def wide(extra, *numbers):
    """Return numbers of a header, those that did not fit taken from its zip64 field."""
    place, out = 0, list(numbers)
    while place + 4 <= len(extra):
        kind, length = struct.unpack("<2H", extra[place:place + 4])
        if kind == 1:
            values = list(struct.unpack(f"<{length // 8}Q", extra[place + 4:place + 4 + length // 8 * 8])) if (
                place + 4 + length <= len(extra)) else []
            return [values.pop(0) if number == LARGE and values else number for number in out]
        place += 4 + length
    return out


def chain(file, known):
    """Return (members found by going from each file's header to the next, where the chain broke or None).

    known   {offset: Member} of what the directory says; its sizes count before those of the headers
    """
    found, place, size = [], 0, file.seek(0, 2)
    offsets = sorted(known)
    while place < size:
        header = at(file, place, 30)
        if header[:4] in MARKS[1:]:
            return found, None                           # the directory begins: that was all
        if header[:4] != LOCAL or len(header) < 30:
            if (after := later(offsets, place)) is None:
                return found, place
            place = after
            continue
        flags, method, time, date, crc, packed, length, name, extra = struct.unpack("<4H3L2H", header[6:])
        rest = at(file, place + 30, name + extra)
        length, packed = wide(rest[name:], length, packed)
        content = place + 30 + name + extra
        if place in known:
            packed = known[place].packed
        elif flags & STREAMED and not packed:
            packed = streamed(file, content, method)
            if packed is None:
                if (after := later(offsets, place)) is None:
                    return found, place
                place = after
                continue
        if content + packed <= size:
            found.append(Member(rest[:name], flags, method, (date, time), crc, packed, length, place))
        place = content + packed
        if flags & STREAMED:                             # its checksum and sizes follow, in one of four forms
            place += next((step for step in (16, 24, 12, 20) if at(file, place + step, 4) in MARKS), 0)
    return found, place if place > size else None


def later(offsets, place):
    """Return the next offset after a place that the directory knows, or None."""
    from bisect import bisect_right
    number = bisect_right(offsets, place)
    return offsets[number] if number < len(offsets) else None


def streamed(file, place, method):
    """Return how many bytes a deflated content has if its header does not say; None if that cannot be known."""
    from zlib import decompressobj, error
    if method != 8:
        return None
    file.seek(place)
    made, count = decompressobj(-15), 0
    try:
        while not made.eof:
            data = made.unconsumed_tail or file.read(2**16)
            if not data:
                return None
            count += 0 if made.unconsumed_tail else len(data)
            made.decompress(data, 2**20)
    except error:
        return None
    return count - len(made.unused_data)
