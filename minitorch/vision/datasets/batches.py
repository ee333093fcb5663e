"""CIFAR's batches: files that Python 2 pickled, read by a reader that can build what they hold and nothing else."""

import numpy as np

MOST_VALUES = 1_000_000
OPCODES = b"\x80}](){}.edastu01qrghjlpJKLMINUTXSVcRb\x85\x86\x87\x88\x89\x8a"     # what such files are written in


class Array:
    """The place of an array in a batch: it takes the array's own state, and only bytes."""

    def __setstate__(self, state):
        _, shape, kind, fortran, data = state
        if not isinstance(kind, Kind) or kind.name not in (b"u1", "u1", b"b", "b") or fortran:
            raise ValueError("an array of something else than bytes")
        data = data.encode("latin-1") if isinstance(data, str) else data
        self.values = np.frombuffer(data, np.uint8).reshape(shape)


class Kind:
    """The place of an array's dtype."""

    name = None

    def __setstate__(self, state):
        pass


def new_array(kind, shape, code):
    return Array()


def new_kind(name, *_):
    kind = Kind()
    kind.name = name
    return kind


def encoded(text, name):
    """Bytes as Python 3 writes them in Python 2's form."""
    if name != "latin1":
        raise ValueError(f"text encoded as {name}")
    return text.encode("latin-1")


ALLOWED = {("numpy.core.multiarray", "_reconstruct"): new_array, ("numpy._core.multiarray", "_reconstruct"): new_array,
           ("numpy", "ndarray"): Array, ("numpy", "dtype"): new_kind, ("_codecs", "encode"): encoded}


def read_batch(path):
    """The dict in a batch file: strings to lists, strings, numbers and uint8 arrays.

    Raises ValueError for anything else; nothing in the file can run.
    """
    from pickle import UnpicklingError, _Unpickler

    class Reader(_Unpickler):                            # the one written in Python: its opcodes can be chosen
        dispatch = {code: step for code, step in _Unpickler.dispatch.items() if code in OPCODES}

        def find_class(self, module, name):
            if (module, name) not in ALLOWED:
                raise UnpicklingError(f"it asks for {module}.{name}, which no batch of images needs")
            return ALLOWED[module, name]

    try:
        with open(path, "rb") as file:
            return {plain(key): plain(value) for key, value in Reader(file, encoding="latin-1").load().items()}
    except FileNotFoundError:
        raise
    except Exception as error:                           # whatever a made-up file brings about
        text = f"unknown step {error}" if type(error) is KeyError else str(error)
        raise ValueError(f"{path} is no batch of images, or is damaged: {text or type(error).__name__}. "
                         "Nothing in it was run. Fetch it again.") from None


def plain(value):
    """Arrays out of their places; lists no longer or deeper than a batch's."""
    if isinstance(value, Array):
        return value.values
    if isinstance(value, list) and len(value) <= MOST_VALUES and all(type(x) in (int, str, bytes) for x in value):
        return [x.decode("latin-1") if type(x) is bytes else x for x in value]
    if type(value) is bytes:
        return value.decode("latin-1")
    if type(value) in (int, str):
        return value
    raise ValueError(f"it holds a {type(value).__name__}")
