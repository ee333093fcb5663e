"""Pickles that run code when Python opens them, in many disguises: each would touch the file named in MARKER.

Python's own pickle is the proof that each of them fires; what only asks for too much has no payload.
"""

import io
import pickle
import struct
import zipfile

MARKER = "marker"                            # in the current folder, which a test sets to one of its own


def text(x):
    """BINUNICODE."""
    return b"X" + struct.pack("<I", len(x.encode())) + x.encode()


def glob(module, name):
    return f"c{module}\n{name}\n".encode()


def touch():
    """The arguments of open(MARKER, "w"), as a tuple."""
    return text(MARKER) + text("w") + b"\x86"


def fire(*arguments):
    open(MARKER, "w").close()


class Born:
    def __new__(cls, *arguments):
        fire()


class Stated:
    __setstate__ = append = __setitem__ = fire


class Owned:
    x = property(None, fire)


OPEN = glob("builtins", "open") + touch() + b"R"
SHELL = f"touch {MARKER}"
SOURCE = f"open({MARKER!r}, 'w').close()"
HERE = __name__
FIRING = {
    "os.system": glob("os", "system") + text(SHELL) + b"\x85R",
    "posix.system": glob("posix", "system") + text(SHELL) + b"\x85R",
    "subprocess": glob("subprocess", "check_call") + b"](" + text("touch") + text(MARKER) + b"e\x85R",
    "open": OPEN,
    "Python 2's name": glob("__builtin__", "eval") + text(SOURCE) + b"\x85R",
    "eval": glob("builtins", "eval") + text(SOURCE) + b"\x85R",
    "exec": glob("builtins", "exec") + text(SOURCE) + b"\x85R",
    "exec of bytes": glob("builtins", "exec") + glob("_codecs", "encode") + text(SOURCE) + text("latin1")
                     + b"\x86R\x85R",
    "getattr, then call": glob("builtins", "getattr") + glob("builtins", "__import__") + text("os") + b"\x85R"
                          + text("system") + b"\x86R" + text(SHELL) + b"\x85R",
    "attrgetter": glob("operator", "attrgetter") + text("system") + b"\x85R" + glob("builtins", "__import__")
                  + text("os") + b"\x85R\x85R" + text(SHELL) + b"\x85R",
    "partial": glob("functools", "partial") + glob("os", "system") + text(SHELL) + b"\x86R)R",
    "map": glob("builtins", "list") + glob("builtins", "map") + glob("os", "system") + b"]" + text(SHELL)
           + b"a\x86R\x85R",
    "STACK_GLOBAL": text("os") + text("system") + b"\x93" + text(SHELL) + b"\x85R",
    "STACK_GLOBAL with a path": b"\x80\x04" + text("os") + text("path.os.system") + b"\x93" + text(SHELL) + b"\x85R",
    "STACK_GLOBAL out of the memo": text("system") + b"q\x01" + text("os") + b"q\x02" + b"h\x02h\x01\x93"
                                    + text(SHELL) + b"\x85R",
    "STACK_GLOBAL in a STACK_GLOBAL": text("builtins") + text("getattr") + b"\x93" + text("os") + text("path") + b"\x93"
                                      + text("os") + b"\x86R" + b"q\x00" + text("builtins") + text("getattr") + b"\x93"
                                      + b"h\x00" + text("system") + b"\x86R" + text(SHELL) + b"\x85R",
    "in a frame": b"\x80\x04\x95" + struct.pack("<Q", len(OPEN)) + OPEN,
    "INST": b"(" + text(MARKER) + text("w") + b"ibuiltins\nopen\n",
    "OBJ": b"(" + glob("builtins", "open") + text(MARKER) + text("w") + b"o",
    "NEWOBJ": glob(HERE, "Born") + b")\x81",
    "NEWOBJ_EX": glob(HERE, "Born") + b")}\x92",
    "BUILD that calls __setstate__": glob(HERE, "Stated") + b")RK\x01b",
    "BUILD that sets a property": glob(HERE, "Owned") + b")R(N}" + text("x") + b"K\x01stb",
    "APPEND to an object": glob(HERE, "Stated") + b")RNa",
    "SETITEM of an object": glob(HERE, "Stated") + b")RNNs",
    "the key of a dict": b"}" + OPEN + b"Ns",
    "an argument of a tensor": glob("collections", "OrderedDict") + OPEN + b"\x85",
    "pickle in a pickle": glob("_pickle", "loads") + b"B" + struct.pack("<I", len(OPEN) + 1) + OPEN + b"." + b"\x85R",
    "after a value": b"}" + text("weight") + b"K\x01s" + b"0" + OPEN,
    "hidden by POP": OPEN + b"0}",
    "hidden by POP_MARK": b"(" + OPEN + b"1}",
    "after DUP": text(MARKER) + b"2" + OPEN,
    "text opcodes": f"c__builtin__\nopen\n(S'{MARKER}'\nS'w'\ntR".encode(),
    "out of the memo": glob("os", "system") + b"r\x00\x01\x00\x00" + b"0" + text(SHELL)
                       + b"\x94j\x00\x01\x00\x00h\x01\x85R",
}

# What only exhausts, confuses or pretends: no payload, nothing for Python's pickle to prove.
REFUSED = {
    "an extension": (b"\x82\x01", "uses the opcode EXT1"),
    "a persistent id as text": (b"Pos.system\n", "uses the opcode PERSID"),
    "a persistent id that is none": (text("storage") + b"Q", "points to 'storage', which is not a storage"),
    "a storage by another name": (text("storage") + glob("torch", "Size") + text("0") + text("cpu") + b"(K\x010"
                                  + b"(" + text("storage") + glob("torch", "Size") + text("0") + text("cpu")
                                  + b"K\x01tQ", "uses the opcode POP|which is not a storage"),
    "a giant memo place": (b"Nr\xff\xff\xff\x7fj\xfe\xff\xff\x7f", "reads a memo entry that it never stored"),
    "memo of nothing": (b"q\x00", "takes from an empty stack"),
    "memo of a mark": (b"(q\x00", "takes from an empty stack"),
    "an empty stack": (b"R", "takes from an empty stack"),
    "no mark": (b"Nt", "takes from an empty stack"),
    "a mark as a value": (b"(\x85", "takes from an empty stack"),
    "a text longer than the file": (b"X\xff\xff\xff\x7fabc", "its pickle ends early"),
    "bytes longer than the file": (b"\x8e" + b"\xff" * 8, "its pickle ends early"),
    "a giant number": (b"\x8b\xff\xff\xff\x7f", "uses the opcode LONG4"),
    "more than one value": (b"N" * 100, "ends with more than one value"),
    "an unknown opcode": (b"\xff", "uses an unknown opcode"),
    "a protocol to come": (b"\x80\x09N", "has protocol 9, which does not exist yet"),
    "a call of a value": (text("print") + b")R", "calls 'print', which cannot be called to build a value"),
    "a call of a storage": (glob("torch", "FloatStorage") + b")R", "calls torch.FloatStorage, which cannot be called"),
    "a call with no tuple": (glob("collections", "OrderedDict") + b"NR", "calls collections.OrderedDict"),
    "state for a list": (b"]}b", "adds to a value that is not a container"),
    "state that is no dict": (glob("collections", "OrderedDict") + b")RNb", "sets the state of an object"),
    "items for a text": (text("x") + b"NNs", "adds to a value that is not a container"),
    "a key without a value": (b"}(Nu", "has a key without a value"),
    "hashes without end": (b")" + b"q\x00h\x00\x86" * 60 + b"q\x01}h\x01Ns", "has a key that is no plain value"),
    "a set of such": (b"\x8f(" + b")" + b"q\x00h\x00\x86" * 60 + b"\x90", "has a key that is no plain value"),
    "a list as a key": (b"}]Ns", "has a key that is no plain value"),
    "a name with no name": (b"NN\x93", "uses a name that is not text"),
    "dunder": (glob("torch._utils", "__builtins__"), "torch._utils.__builtins__, which does not belong to weights"),
    "a module's module": (glob("torch", "os.system"), "asks for torch.os.system"),
    "a dotted way": (glob("collections", "OrderedDict.__init__.__globals__"), "asks for collections.OrderedDict.__ini"),
    "importing": (glob("antigravity", "fly"), "asks for antigravity.fly"),
    "a tensor of nothing": (glob("torch._utils", "_rebuild_tensor_v2") + b"(NK\x00))\x89NtR",
                            "a tensor of arguments of the wrong types"),
    "a parameter of nothing": (glob("torch._utils", "_rebuild_parameter") + b"N\x89N\x87R", "a parameter of a value"),
    "a complex of texts": (glob("builtins", "complex") + text("1") + text("2") + b"\x86R", "makes a complex number"),
    "a device of texts": (glob("torch", "device") + b"]\x85R", "makes a device of arguments of the wrong types"),
}


def zipped(body, **others):
    """A pickle as torch.save packs it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02" + body + b".")
        archive.writestr("archive/version", b"3\n")
        for name, data in others.items():
            archive.writestr(f"archive/data/{name.lstrip('_')}", data)
    return file.getvalue()


def bare(body):
    """A pickle as torch.save wrote it before 1.6."""
    start = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}" + text("little_endian") + b"\x88s."
    return start + b"\x80\x02" + body + b"." + b"\x80\x02]."


def storage(kind="FloatStorage", key="0", count=4):
    return (b"(" + text("storage") + glob("torch", kind) + text(key) + text("cpu")
            + pickle.dumps(count, 2)[2:-1] + b"tQ")


def tensor(offset=0, shape=(2, 2), strides=(2, 1), kind="FloatStorage", key="0", count=4):
    """A tensor of a storage, as PyTorch's pickles describe one."""
    numbers = [pickle.dumps(value, 2)[2:-1] for value in (offset, shape, strides)]
    return (glob("torch._utils", "_rebuild_tensor_v2") + b"(" + storage(kind, key, count) + b"".join(numbers)
            + b"\x89" + glob("collections", "OrderedDict") + b")RtR")
