"""tf.saved_model: the functions of an object as programs in a folder, which run without the code that built them.

Each is one file of `static.save`, which NumPy alone can run, for one set of sizes.
"""

import json
import os
import shutil
import tempfile
from itertools import count

import numpy as np

from ... import static
from ...autograd.tree import leaves
from ...tensors import from_numpy
from ..core.missing import speak_for as _speak_for
from ..core.tracking import variables_of
from ..tf1.graph import Tensor as GraphTensor
from .restored import FORMAT, MANIFEST, Restored
from .spec import TensorSpec
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

    A function is kept as it was traced. Where a size is None there, one program is kept for each that it was called
    with before; a Keras model serves any number of rows. Variables have the values of now, and are no part of what can
    be trained afterwards; `variables/variables` in the folder is a checkpoint that `train.Checkpoint(obj).read` takes.

    Raises static.NotSaved for what a file cannot hold, such as training; ValueError where nothing is to be saved, or a
    function was never called with known sizes; FileExistsError for a folder of something else.
    """
    target = os.path.abspath(os.fspath(export_dir))
    if os.path.isdir(target) and os.listdir(target) and not contains_saved_model(target):
        raise FileExistsError(f"{export_dir} holds something else than a saved model: choose a new folder.")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    held = variables_of(obj)
    before = {path: variable.tensor.detach().clone() for path, variable in held.items()}
    made = tempfile.mkdtemp(prefix=os.path.basename(target) + ".", dir=os.path.dirname(target))
    try:
        Checkpoint(obj).write(os.path.join(made, VARIABLES_DIRECTORY, VARIABLES_FILENAME))
        names = {path.replace("/", "."): variable.tensor for path, variable in held.items()}
        described = Writer(made, names).describe(obj, signatures)
        with open(os.path.join(made, MANIFEST), "w", encoding="utf-8") as file:
            json.dump({"format": FORMAT, "functions": described}, file)
        os.chmod(made, 0o755)
        if os.path.isdir(target):
            os.replace(target, made + ".old")
        os.replace(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
        shutil.rmtree(made + ".old", ignore_errors=True)
        for path, variable in held.items():                  # tracing ran the functions: what they assigned is undone
            if not np.array_equal(variable.numpy(), before[path].numpy(), equal_nan=variable.dtype.is_floating):
                variable.assign(before[path])


class Writer:
    """Programs in a folder, numbered, and what the manifest says of them.

    names   {name: tensor of the engine} of variables, which the programs hold under these names
    """

    def __init__(self, folder, names):
        self.folder, self.names, self.numbers = folder, names, count()

    def describe(self, obj, signatures):
        """{name: description} of all functions. Raises ValueError where there is none."""
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
        """The description of a tf.function, or of one of its graphs."""
        if not isinstance(function, Function | ConcreteFunction):
            raise ValueError(f"signature {name!r} must be a tf.function or a concrete function, not "
                             f"{type(function).__name__}.")
        graphs = [function] if isinstance(function, ConcreteFunction) else list(function.traces.values())
        if not graphs and function.input_signature is not None:
            graphs = [function.get_concrete_function()]
        return {"rows": False, "forms": [self.form(graph, sizes) for graph in graphs for sizes in known(name, graph)]}

    def form(self, graph, sizes):
        """Write the program of a graph for inputs of these sizes; returns its description."""
        given = [from_numpy(np.zeros(size, x.dtype.as_numpy_dtype)) for x, size in zip(graph.inputs, sizes)]
        file = f"{next(self.numbers)}.program"
        program = static.trace(graph.plan.program.function, *given)
        static.save(program, os.path.join(self.folder, file), self.names)
        numbers = count()
        return {"file": file, "output": template(graph.structured_outputs, numbers), "inputs": [
            {"name": x.op.name, "dtype": x.dtype.name, "shape": list(size)} for x, size in zip(graph.inputs, sizes)]}

    def keras(self, model):
        """A model's prediction for one row, which serves any number of them; it is tried on two."""
        inputs = leaves(model.inputs)
        specs = [TensorSpec([1, *x.shape[1:]], x.dtype, x.name.partition(":")[0]) for x in inputs]
        if any(None in spec.shape for spec in specs):
            raise ValueError("save needs a model whose inputs have known sizes, but for the number of rows; give "
                             "signatures in place of it.")

        def predict(*given):
            return model(given[0] if len(given) == 1 else list(given), training=False)
        rng = np.random.default_rng(0)
        two = [np.asarray(rng.random([2, *spec.shape[1:]])).astype(spec.dtype.as_numpy_dtype) for spec in specs]
        whole = [np.asarray(x) for x in leaves(predict(*two))]
        rows = [[np.asarray(x) for x in leaves(predict(*[x[i:i + 1] for x in two]))] for i in range(2)]
        for x, *parts in zip(whole, *rows):
            if not np.allclose(x, np.concatenate(parts), rtol=1e-3, atol=1e-5):
                raise static.NotSaved(f"{model.name} gives a row another result beside other rows: save a tf.function "
                                      "of it with an input_signature of known sizes.")
        graph = Function(predict, specs).get_concrete_function()
        return {"rows": True, "forms": [self.form(graph, [tuple(spec.shape) for spec in specs])]}


def functions_of(obj):
    """{name: tf.function} of an object's methods and attributes."""
    kind = type(obj)
    found = {name: getattr(obj, name) for name in dir(kind) if isinstance(getattr(kind, name, None), Function)}
    found.update({name: one for name, one in vars(obj).items() if isinstance(one, Function | ConcreteFunction)})
    return found


def known(name, graph):
    """The sizes of inputs that a graph is kept for. Raises ValueError where it has unknown ones and never ran."""
    if not graph.open:
        return [tuple(tuple(x.shape) for x in graph.inputs)]
    if not graph.sizes:
        raise ValueError(f"{name} was traced with unknown sizes: call it once for each set of sizes to keep.")
    return sorted(graph.sizes)


def template(tree, numbers):
    """A structure of results as JSON: {"tensor": place among a program's outputs} in the place of each."""
    if isinstance(tree, GraphTensor):
        return {"tensor": next(numbers)}
    if isinstance(tree, dict):
        return {"dict": {str(key): template(part, numbers) for key, part in tree.items()}}
    if isinstance(tree, list | tuple):
        return {"tuple" if isinstance(tree, tuple) else "list": [template(part, numbers) for part in tree]}
    if tree is None or isinstance(tree, bool | int | float | str):
        return {"value": tree}
    raise static.NotSaved(f"a function that is saved returns tensors and plain values, not {type(tree).__name__}.")


def load(export_dir, tags=None, options=None):
    """What `save` wrote: an object with its functions, which run without the code that built them. No gradients.

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


def contains_saved_model(export_dir):
    """Whether a folder holds what `save` wrote."""
    return os.path.isfile(os.path.join(export_dir, MANIFEST))


_speak_for(globals(), "tf.saved_model")
