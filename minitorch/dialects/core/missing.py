"""Names that a dialect lacks: whether TensorFlow or Keras has them, and the nearest that is here."""

import sys
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from pathlib import Path

from ...explain.hints import nearest
from ...runtime.missing import Words, as_import_error

WHY = {"Keras' own has shares that do not add up to 1": "sparsemax",
       "numbers have whole bytes here, in NumPy's types": "qint* uint16 uint32 uint64 quint* quantiz*",
       "tensors are dense here": "Ragged* ragged* Sparse* sparse* *_sparse", "there is no such device here":
       "tpu* xla* mlir* dtensor*", "a device is a process here: tf.distribute.MirroredStrategy()": "distribution",
       "minitorch.distributed.parameter_server has one": "ParameterServerStrategy",
       "text is not computed with here": "strings Text* text String* Hashing unicode*",
       "save variables by tf.train.Checkpoint or tf.train.Saver, a Keras model by model.save('net.keras')":
       "saved_model meta_graph import_meta_graph export_meta_graph MetaGraph* import_graph_def",
       "there are no queues here: read by tf.data.Dataset":
       "*Queue queue* *input_producer batch shuffle_batch maybe_* *Reader limit_epochs",
       "files of examples are not read here: use tf.data.Dataset.from_tensor_slices":
       "TFRecord* parse_* Example* io FixedLen* VarLen* decode_* encode_*",
       "run tf.Session(), and save by tf.train.Saver()": "*Hook Monitored* *SessionCreator Scaffold SecondOrStepTimer",
       "use a dict of Python's, or keras.layers.StringLookup": "lookup",
       "use NumPy's": "fft* signal STFT stft qr pinv cross",
       'Keras itself runs on minitorch: minitorch.as_torch.only("keras")': "keras*"}


@cache
def theirs():
    """Return {place: names} of TensorFlow and Keras, as tests hold them to be."""
    lines = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines()
    return {place: set(names.split()) for place, _, names in (line.partition(":") for line in lines)}


def speak_for(namespace, place, later=()):
    """Let a module, and the modules in it that it shows, answer for names that they lack: `speak_for(globals(), "tf")`.

    place   TensorFlow's name of the module; "tf.math" is that of a module in it
    later   parts that are imported when they are first named, and speak for themselves

    A module without `__all__` shows those of its names that TensorFlow has there.
    """
    module = namespace["__name__"]
    if place in theirs():
        namespace.setdefault("__all__", list(shown(place, namespace)))

    def missing(name):
        if name in later:
            return import_module(f"{module}.{name}")
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        raise as_import_error(AttributeError(Words(lacking, namespace, place, name), name=name), sys._getframe(1))
    namespace["__getattr__"] = missing
    namespace["__dir__"] = lambda: sorted({*public(namespace), *later})
    for name in public(namespace):
        part = sys.modules.get(f"{module}.{name}")
        if part is not None and part is namespace.get(name) and "__getattr__" not in vars(part):
            speak_for(vars(part), f"{place}.{name}")


def view(namespace, place, offered, later=()):
    """Let a module show those of the `offered`, {name: value}, that TensorFlow has in it.

    place, later   as in speak_for
    """
    namespace.update(shown(place, offered))
    speak_for(namespace, place, later)


def shown(place, offered):
    """Return those of the `offered`, {name: value}, that TensorFlow has in a place."""
    return {name: offered[name] for name in sorted(theirs()[place] & offered.keys())}


def public(namespace):
    """Return the names that a module shows: __all__, or what it holds of the dialects."""
    if "__all__" in namespace:
        return list(namespace["__all__"])
    return [name for name in namespace if not name.startswith("_")]


def lacking(namespace, place, name):
    """Return why there is no `place.name`, or the nearest name there is."""
    known = sorted(public(namespace))
    if name in theirs().get(place, ()):
        words = f"{place}.{name}".split(".")
        why = next((why for why, parts in WHY.items() if any(fnmatchcase(word, part) for part in parts.split()
                                                             for word in words)), "run TensorFlow itself for it")
        return f"{place}.{name} is left out here, though {'Keras' if 'keras' in place else 'TensorFlow'} has it: {why}."
    near = nearest(name, known)
    return f"module {namespace['__name__']!r} ({place}) has no attribute {name!r}." + (
        f" Did you mean {' or '.join(map(repr, near))}?" if near else "")
