"""Pickles by grammar: random opcodes that mostly fit the stack, so that they reach deep into a reader."""

import pickle
from struct import pack

from persistence.hostile_pickles import glob, text

NAMES = ["torch._utils _rebuild_tensor", "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_tensor_v3",
         "torch._utils _rebuild_parameter", "torch._utils _rebuild_parameter_with_state",
         "torch._tensor _rebuild_from_type_v2", "torch Size", "torch device", "collections OrderedDict",
         "collections Counter", "builtins set", "builtins frozenset", "builtins complex", "builtins bytearray",
         "_codecs encode", "torch FloatStorage", "torch BoolStorage", "torch.storage UntypedStorage", "torch float32",
         "torch bfloat16", "torch uint16", "torch.nn.parameter Parameter", "torch Tensor", "__builtin__ set",
         "os system"]
NUMBERS = [0, 1, 2, 3, 4, -1, 255, 256, 65536, 2 ** 31, -2 ** 31, 2 ** 61 - 1, -2 ** 61, 2 ** 62, 2 ** 200]
TEXTS = ["storage", "0", "1", "9", "cpu", "cuda:0", "mars", "latin1", "conj", "neg", "weight", "0.weight",
         "touch marker", "", "é☃", "a" * 70, "x" * 12_000, "params", "state", "param_groups", "data", "u1", "|"]


def plain(value):
    """The opcodes that push a plain value."""
    return pickle.dumps(value, 2)[2:-1].replace(b"q\x00", b"")


class Program:
    """One random pickle."""

    def __init__(self, rng, names=NAMES, texts=TEXTS):
        self.rng, self.names, self.texts, self.memo = rng, names, texts, 0

    def pick(self, options):
        return options[int(self.rng.integers(len(options)))]

    def put(self):
        self.memo += 1
        return b"r" + pack("<I", self.memo - 1)

    def get(self):
        return b"j" + pack("<I", int(self.rng.integers(self.memo))) if self.memo else b"N"

    def atom(self):
        kind = self.rng.integers(7)
        if kind < 2:
            return plain(self.pick(NUMBERS))
        if kind < 4:
            return text(self.pick(self.texts))
        return self.pick([b"N", b"\x88", b"\x89", b")", b"]", b"}", b"\x8f", b"G" + pack(">d", self.pick(
            [0.0, -1.5, float("nan"), float("inf"), 2.0 ** 61])), b"C\x03abc", b"\x96" + pack("<Q", 2) + b"xy"])

    def name(self):
        return glob(*self.pick(self.names).split())

    def value(self, depth=0):
        """The opcodes of one value."""
        kind = self.rng.integers(14) if depth < 6 else 0
        if kind < 3:
            return self.atom()
        if kind == 3:
            return self.get()
        if kind == 4:
            return self.value(depth + 1) + self.put()
        if kind == 5:
            return self.shared(depth)
        if kind == 6:
            return self.called(depth)
        if kind in (7, 8):
            return self.tensor(depth)
        if kind == 9:
            return b"}(" + b"".join(self.atom() + self.value(depth + 1) for _ in range(self.rng.integers(5))) + b"u"
        if kind == 10:
            return self.several(depth) + self.pick([b"t", b"l", b"\x91", b"t"])
        if kind == 11:
            begin, end = self.pick([(b"]", b"e"), (b"]", b"e"), (b"\x8f", b"\x90"), (b"}", b"u"), (b"}", b"e")])
            return begin + self.several(depth) + end
        if kind == 12:
            end = self.pick([b"\x86"] * 8 + [b"a", b"b", b"R", b"\x93"])
            return self.value(depth + 1) + self.value(depth + 1) + end
        return self.name()

    def several(self, depth):
        return b"(" + b"".join(self.value(depth + 1) for _ in range(self.rng.integers(5)))

    def shared(self, depth):
        """A container that holds the one before it twice, and so on: two to the power of the times."""
        times = self.pick([1, 3, 30, 100])
        if self.rng.integers(2):
            return self.value(depth + 1) + b"".join((at := self.put()) + b"j" + at[1:] + b"\x86" for _ in range(times))
        first = self.value(depth + 1) + self.put()
        return b"(" + first + b"".join(b"](" + self.get() * 2 + b"e" + self.put() for _ in range(times)) + b"t"

    def called(self, depth):
        name, kind = self.name(), self.rng.integers(3)
        return name + (self.several(depth) + b"t" if kind == 0 else b")" if kind == 1 else
                       self.value(depth + 1) + b"\x85") + b"R"

    def storage(self):
        wrong = self.rng.integers(15) == 0
        return (b"(" + text("storage") + (self.name() if wrong else glob("torch", "FloatStorage"))
                + (self.atom() if wrong else text("0")) + text("cpu") + plain(4) + b"tQ")

    def tensor(self, depth):
        numbers = self.pick([(0, (2, 2), (2, 1)), (1, (2,), (2,)), (0, (4,), (1,)), (3, (), ()), (0, (2 ** 20,), (0,)),
                             (0, (2, 2), (0, 1)), (0, (2, 2), (1, 2)), (0, (0, 2 ** 61), (1, 1)),
                             (0, (1,) * 65, (1,) * 65), (2 ** 61, (2,), (1,)), (0, (2, 2, 2), (1,))])
        parts = [self.storage(), *map(plain, numbers), self.pick([b"\x88", b"\x89"]),
                 glob("collections", "OrderedDict") + b")R", b"}" + text(self.pick(["conj", "neg"])) + b"\x88s"]
        if self.rng.integers(8) == 0:
            parts[int(self.rng.integers(len(parts)))] = self.value(depth + 1)
        return glob("torch._utils", "_rebuild_tensor_v2") + b"(" + b"".join(parts[:self.rng.integers(4, 8)]) + b"tR"

    def whole(self):
        """A pickle's opcodes, sometimes with a few bytes damaged."""
        kind = self.rng.integers(3)
        body = (b"}(" + b"".join(text(self.pick(self.texts)) + self.value() for _ in range(4)) + b"u" if kind == 0 else
                self.several(0) + b"t" if kind == 1 else self.value())
        if self.rng.integers(6) == 0:
            made = bytearray(body)
            for place in self.rng.integers(0, len(made), self.rng.integers(1, 3)):
                made[place] = self.rng.integers(256)
            body = bytes(made)
        return body


class Batches(Program):
    """One random batch of CIFAR's: protocols 0 to 2, and arrays in the place of tensors."""

    def atom(self):
        kind = self.rng.integers(4)
        return (plain(self.pick(NUMBERS[:9])) if kind == 0 else self.pick(
            [b"U\x04data", b"U\x06labels", b"U\x02u1", b"S'a\\x41'\n", b"Va\n", b"I01\n", b"I-3\n", b"L12L\n"])
            if kind < 3 else self.pick([b"N", b"\x88", b")", b"]", b"}", b"T" + pack("<I", 3) + b"\xff\x00a"]))

    def tensor(self, depth):
        kind = glob("numpy", "dtype") + b"(U\x02u1K\x00K\x01tR"
        parts = [b"K\x01", plain(self.pick([(2, 2), (4,), (2 ** 40,), (1,) * 65])), kind, b"\x89", b"U\x04abcd"]
        if self.rng.integers(4) == 0:
            parts[int(self.rng.integers(5))] = self.value(depth + 1)
        begin = glob("numpy.core.multiarray", "_reconstruct") + b"(" + glob("numpy", "ndarray") + b"K\x00\x85U\x01btR"
        target = begin if self.rng.integers(5) else self.value(depth + 1)
        return target + b"(" + b"".join(parts) + b"tb"
