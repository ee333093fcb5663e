"""Functions of a saved model: programs that are chosen by the sizes of what they are called with."""

import json
import os
import re

import numpy as np

from ... import static
from ...static.run import ProgramError
from ..core.lift import wrapped
from ..core.shapes import TensorShape
from ..functions.creation import convert_to_tensor

FORMAT, MANIFEST = "minitorch saved model", "saved_model.json"
NAME, FILE = re.compile(r"__call__$|[A-Za-z]\w*$"), re.compile(r"\d+\.program$")
MOST = 1 << 20                           # bytes of a manifest
SIGNATURE = "signature/"
RESERVED = "signatures", "called", "tags", "tensors", "__call__"


class Restored:
    """The functions of a saved model, as attributes and as `signatures`; nothing in its files is run but programs.

    tags, tensors   those of TensorFlow 1: what it was written for, and {signature: {key: name of a tensor}}
    """

    def __init__(self, folder):
        path = os.path.join(folder, MANIFEST)
        try:
            if os.path.getsize(path) > MOST:
                raise ValueError("it is too long")
            with open(path, encoding="utf-8") as file:
                described = json.load(file)
            if described["format"] != FORMAT:
                raise ValueError("it is of another kind")
            self.tags, self.tensors = described.get("tags", ["serve"]), described.get("tensors", {})
            if not all(type(tag) is str for tag in self.tags) or not all(
                    type(name) is str for names in self.tensors.values() for name in names.values()):
                raise ValueError("its names are no text")
            made = {name: RestoredFunction(name, folder, one) for name, one in described["functions"].items()}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"{path} describes no saved model: {error}") from None
        self.signatures = {name.removeprefix(SIGNATURE): Signature(one) for name, one in made.items()
                           if name.startswith(SIGNATURE)}
        self.called = made.get("__call__")
        for name, one in made.items():
            if NAME.match(name) and name not in RESERVED:
                setattr(self, name, one)

    def __call__(self, *args, **settings):
        """Return what the object's __call__ gave, or a Keras model's. Raises TypeError where it was not saved."""
        if self.called is None:
            raise TypeError(f"this saved model has no __call__; it has {', '.join(sorted(self.signatures)) or 'none'} "
                            f"as signatures and {', '.join(sorted(set(vars(self)) - {*RESERVED}))}.")
        return self.called(*args, **settings)


class RestoredFunction:
    """One function of a saved model: called with tensors, it runs the program that was kept for their sizes."""

    def __init__(self, name, folder, described):
        self.name, self.forms = name.removeprefix(SIGNATURE), []
        for form in described["forms"]:
            if not FILE.match(form["file"]):
                raise ValueError(f"{form['file']!r} is no name of a program")
            inputs = [(x["name"], x["dtype"], tuple(x["shape"])) for x in form["inputs"]]
            self.forms.append((inputs, form["output"], static.load(os.path.join(folder, form["file"]))))

    def __call__(self, *args, **settings):
        """Return the results for tensors in the order of the inputs, or by name; those named training are left out.

        Raises ValueError for other sizes, element types or numbers of inputs than it was saved for.
        """
        settings = {name: x for name, x in settings.items() if name != "training"}
        for inputs, output, program in self.forms:
            found = self.fitted(inputs, args, settings)
            if found is not None:
                try:
                    made = program(*found)
                except ProgramError as error:
                    raise ValueError(f"{self.name}: {error}") from None
                return filled(output, made if isinstance(made, tuple) else (made,))
        kept = "; ".join(", ".join(f"{name}: {dtype}{list(shape)}" for name, dtype, shape in inputs)
                         for inputs, *_ in self.forms)
        given = [*map(told, args), *(f"{name}={told(x)}" for name, x in settings.items())]
        raise ValueError(f"{self.name} was saved for {kept}, and got {', '.join(given) or 'nothing'}.")

    def result_types(self):
        """Return the names of the element types of its results, in order."""
        program = self.forms[0][2].program
        known = {name: dtype for name, (_, dtype) in program.inputs.items()}
        known |= {name: x.dtype for name, x in program.weights.items()} | {x.name: x.dtype for x in program.steps}
        return [known[name].name for name in program.outputs]

    def fitted(self, inputs, args, settings):
        """Return the arguments as tensors of the engine; None where they do not fit."""
        rest = [name for name, *_ in inputs[len(args):]]
        if len(args) > len(inputs) or set(rest) != set(settings):
            return None
        given = []
        for x, (_, dtype, shape) in zip([*args, *[settings[name] for name in rest]], inputs):
            value = convert_to_tensor(x, None if hasattr(x, "dtype") else dtype)
            if value.dtype.name != dtype or not TensorShape(shape).is_compatible_with(value.shape):
                return None
            given.append(value.tensor.detach())
        return given


class Signature:
    """A function whose results are a dict: by the names they have, or output_0, output_1, …"""

    def __init__(self, function):
        self.function, self.structured_input_signature = function, ((), {
            name: (dtype, shape) for name, dtype, shape in function.forms[0][0]})

    def __call__(self, *args, **settings):
        found = self.function(*args, **settings)
        if isinstance(found, dict):
            return found
        return {f"output_{i}": x for i, x in enumerate(found if isinstance(found, list | tuple) else [found])}


def told(x):
    """Return an argument's element type and shape, for errors."""
    x = x if hasattr(x, "dtype") else np.asarray(x)
    return f"{getattr(x.dtype, 'name', x.dtype)}{list(x.shape)}"


def filled(output, made):
    """Return the structure of results, with the tensors of a run in their places."""
    if "tensor" in output:
        return wrapped(made[output["tensor"]])
    if "value" in output:
        return output["value"]
    if "dict" in output:
        return {key: filled(part, made) for key, part in output["dict"].items()}
    kind = tuple if "tuple" in output else list
    return kind(filled(part, made) for part in output[kind.__name__])
