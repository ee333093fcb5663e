"""TensorFlow's element types, each over one of the engine's."""

import numpy as np

from ... import dtypes as engine

SHORT = {"float16": "half", "float64": "double"}


class DType:
    """An element type such as `tf.float32`: equal to its name, and to NumPy's.

    name    "float32"
    kind    the engine's element type of this meaning; None for texts

    >>> float32 == "float32" and float32 == np.float32, float32.name, float32.is_floating
    (True, 'float32', True)
    """

    def __init__(self, name, kind=None):
        self.name, self.kind = name, kind                # kind: the engine's dtype; None for strings

    @property
    def as_numpy_dtype(self):
        """NumPy's type of the same meaning, such as np.float32; np.object_ for texts."""
        return np.object_ if self.kind is None else self.kind.numpy.type

    @property
    def is_floating(self):
        """Return whether its numbers are floats."""
        return self.kind is not None and self.kind.is_floating_point

    @property
    def is_complex(self):
        """Return whether its numbers are complex."""
        return self.kind is not None and self.kind.is_complex

    @property
    def is_integer(self):
        """Return whether its numbers are integers; bools are none."""
        return self.kind is not None and self.kind.rank == 1

    @property
    def is_bool(self):
        """Return whether it is tf.bool."""
        return self.name == "bool"

    @property
    def size(self):
        """Bytes of an element."""
        return 1 if self.kind is None else self.kind.itemsize

    @property
    def min(self):
        """The least number it has."""
        return (np.finfo if self.is_floating else np.iinfo)(self.as_numpy_dtype).min

    @property
    def max(self):
        """The largest number it has."""
        return (np.finfo if self.is_floating else np.iinfo)(self.as_numpy_dtype).max

    def is_compatible_with(self, other):
        """Return whether `other`, a DType or a name, is the same type."""
        return self == other

    def __eq__(self, other):
        if type(other) is DType:
            return self is other
        try:
            return as_dtype(other) is self
        except TypeError:
            return False

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"tf.{self.name}"

    def __str__(self):
        return f"<dtype: '{self.name}'>"

    def __reduce__(self):
        return as_dtype, (self.name,)


ALL = {kind.name: DType(kind.name, kind) for kind in (*engine.ALL, engine.bfloat16)}
ALL["string"] = string = DType("string")
float16, float32, float64 = half, _, double = ALL["float16"], ALL["float32"], ALL["float64"]
int8, int16, int32, int64, uint8 = (ALL[name] for name in ("int8", "int16", "int32", "int64", "uint8"))
complex64, complex128, bfloat16 = ALL["complex64"], ALL["complex128"], ALL["bfloat16"]
bool = ALL["bool"]
BY_ENGINE = {own.kind: own for own in ALL.values() if own.kind is not None}
NAMED = {**ALL, "half": float16, "float": float32, "double": float64,
         **{f"{name}_ref": own for name, own in ALL.items()}}
PYTHON = {type(True): bool, type(0): int32, type(0.0): float32, type(""): string, type(b""): string,
          type(0j): complex128}


def as_dtype(type_value):
    """Return the DType for type_value: one of ours, the engine's or NumPy's, a name, or Python's float, int and bool.

    Raises TypeError for what is none.
    """
    if type(type_value) is DType:
        return type_value
    if isinstance(type_value, str) and type_value in NAMED:
        return NAMED[type_value]
    if type_value in PYTHON:
        return PYTHON[type_value]
    if type(type_value) is engine.dtype:
        return BY_ENGINE[type_value]
    try:
        kind = np.dtype(type_value)
    except TypeError:
        raise TypeError(f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType.") from None
    if kind.kind in "SUO":
        return string
    if kind.name not in ALL:
        raise TypeError(f"{kind.name} is no element type here: there are {', '.join(ALL)}.")
    return ALL[kind.name]


def described_kinds(dtype):
    """Return the name in TensorFlow's errors: float for float32, double for float64."""
    return {"float32": "float", **SHORT}.get(dtype.name, dtype.name)
