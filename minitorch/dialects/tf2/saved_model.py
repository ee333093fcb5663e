"""tf.saved_model: the functions of an object as programs in a folder, which run without the code that built them.

Each is one file of `static.save`, which NumPy alone can run. Sizes that were traced as None may be any.
"""

import os
from itertools import count

import numpy as np

from ... import static
from ...rare.autograd.tree import leaves, rebuilt
from ..core.lift import wrapped
from ..core.missing import speak_for as _speak_for
from ..core.shapes import TensorShape
from ..core.tracking import variables_of
from ..programs.restored import MANIFEST, Restored
from ..programs.writing import Programs, contains_saved_model, folder_for, template, write_manifest
from .tracing import ConcreteFunction, Function
from .train import Checkpoint

SERVING = DEFAULT_SERVING_SIGNATURE_DEF_KEY = "serving_default"
VARIABLES_DIRECTORY, VARIABLES_FILENAME = "variables", "variables"
__all__ = ["DEFAULT_SERVING_SIGNATURE_DEF_KEY", "VARIABLES_DIRECTORY", "VARIABLES_FILENAME", "contains_saved_model",
           "load", "save"]


def save(obj, export_dir, signatures=None, options=None):
    """Write the tf.functions of an object and its variables to a folder, whole or not at all.

    obj          a Module with methods or attributes that are tf.functions, or a Keras model with known inputs
    export_dir   the folder; a saved model that is there is replaced, anything else is an error
    signatures   a tf.function with input_signature, a concrete function, or {name: such}; `load(…).signatures` has them

    A function is kept as it was traced, and serves any size where one is None there; a Keras model serves any number of
    rows. Where a size decides what is computed, such as how often a cell runs, a program is kept for each set of sizes
    that it was called with before. Variables have the values of now, and are no part of what can be trained afterwards;
    `variables/variables` in the folder is a checkpoint that `train.Checkpoint(obj).read` takes.

    Raises static.NotSaved for what a file cannot hold, such as training, or a function of such sizes that was never
    called; ValueError where nothing is to be saved; FileExistsError for a folder of something else.
    """
    held = variables_of(obj)
    before = {path: variable.tensor.detach().clone() for path, variable in held.items()}
    try:
        with folder_for(export_dir) as made:
            Checkpoint(obj).write(os.path.join(made, VARIABLES_DIRECTORY, VARIABLES_FILENAME))
            names = {path.replace("/", "."): variable.tensor for path, variable in held.items()}
            write_manifest(made, Writer(made, names).describe(obj, signatures))
    finally:
        for path, variable in held.items():                  # tracing ran the functions: what they assigned is undone
            if not np.array_equal(variable.numpy(), before[path].numpy(), equal_nan=variable.dtype.is_floating):
                variable.assign(before[path])


class Writer(Programs):
    """The functions of an object as programs in a folder, and what the manifest says of them."""

    def describe(self, obj, signatures):
        """Return {name: description} of all functions. Raises ValueError where there is none."""
        found = {name: self.function(name, one) for name, one in functions_of(obj).items()}
        given = signatures if isinstance(signatures, dict) else {} if signatures is None else {SERVING: signatures}
        for name, one in given.items():
            found[f"signature/{name}"] = self.function(name, one)
        if signatures is None and getattr(obj, "inputs", None):
            found[f"signature/{SERVING}"] = found["__call__"] = self.keras(obj)
        found = {name: one for name, one in found.items() if one["forms"]}
        if not found:
            raise ValueError("there is nothing to save: the object has no tf.function that was called or has an "
                             "input_signature, and no signatures were given.")
        return found

    def function(self, name, function):
        """Return the description of a tf.function, or of one of its graphs."""
        if not isinstance(function, Function | ConcreteFunction):
            raise ValueError(f"signature {name!r} must be a tf.function or a concrete function, not "
                             f"{type(function).__name__}.")
        graphs = [function] if isinstance(function, ConcreteFunction) else list(function.traces.values())
        if not graphs and function.input_signature is not None:
            graphs = [function.get_concrete_function()]
        return {"forms": [form for graph in graphs for form in self.forms(name, graph)]}

    def forms(self, name, graph):
        """Return the programs of a graph: one for any size, or one for each set of sizes that it was called with."""
        function, output = graph.plan.program.function, template(graph.structured_outputs, count())
        specs = [(x.op.name, x.dtype, x.shape) for x in graph.inputs]
        if not graph.open:
            return [self.form(function, specs, output)]
        try:
            return [self.any_size(function, specs, output)]
        except static.NotSaved as error:
            if not graph.sizes:
                raise static.NotSaved(f"{name} was traced with unknown sizes, and no program serves all: call it once "
                                      f"for each set of sizes to keep. {error}") from None
        found = {}
        for sizes in sorted(graph.sizes):                    # any number of rows, where lengths are what they were
            one = [(name, dtype, TensorShape([None if n is None and not dim else size[dim]
                                              for dim, n in enumerate(shape)] if not shape.unknown else size))
                   for (name, dtype, shape), size in zip(specs, sizes)]
            found[str(one)] = one
        return [self.any_size(function, one, output) if any(None in shape for *_, shape in one)
                else self.form(function, one, output) for one in found.values()]

    def keras(self, model):
        """Return a model's prediction, for any number of rows."""
        inputs = leaves(model.inputs)
        specs = [(x.name.partition(":")[0], x.dtype, TensorShape([None, *x.shape[1:]])) for x in inputs]

        def predict(*given):
            values = iter(map(wrapped, given))
            found = model(rebuilt(model.inputs, values) if len(inputs) > 1 else next(values), training=False)
            return [x.tensor for x in leaves(found)]
        output = template(model.outputs if len(model.outputs) > 1 else model.outputs[0], count())
        return {"forms": [self.any_size(predict, specs, output)]}


def functions_of(obj):
    """Return {name: tf.function} of an object's methods and attributes."""
    kind = type(obj)
    found = {name: getattr(obj, name) for name in dir(kind) if isinstance(getattr(kind, name, None), Function)}
    found.update({name: one for name, one in vars(obj).items() if isinstance(one, Function | ConcreteFunction)})
    return found


def load(export_dir, tags=None, options=None):
    """Return what `save` wrote: an object with its functions, which run without the code that built them. No gradients.

    `load(folder).f(x)` is the function f; `.signatures["serving_default"](x)` gives a dict of results, by name.

    tags is taken, without effect. Raises OSError for a folder without a saved model, ValueError for a damaged one.

    >>> import tempfile
    >>> from minitorch.dialects import tf2 as tf
    >>> class Scale(tf.Module):
    ...     @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    ...     def twice(self, x):
    ...         return 2 * x
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tf.saved_model.save(Scale(), f"{folder}/scale")
    ...     print(tf.saved_model.load(f"{folder}/scale").twice([1.0, 2.0]).numpy())
    [2. 4.]
    """
    if not contains_saved_model(export_dir):
        raise OSError(f"SavedModel file does not exist at: {export_dir}: there is no {MANIFEST}.")
    return Restored(os.fspath(export_dir))


_speak_for(globals(), "tf.saved_model")
