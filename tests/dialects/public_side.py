"""Run a public program with TensorFlow or with a dialect, and write down the numbers that it computes.

    python public_side.py tensorflow|minitorch tf1|tf2|keras PROGRAM RESULT.json

Only the program's imports are changed. On both sides the same replacements make the numbers comparable: data sets are
small seeded arrays, first weights and random numbers come from NumPy, dropout has a fixed mask, nothing is shuffled,
and `fit` sees 256 samples for at most 3 epochs.
"""

import ast
import builtins
import importlib.util
import itertools
import json
import sys
import time
import traceback
import types
from pathlib import Path

import numpy as np
import public_data
from public_draws import Draws, replace_dropout, replace_initializers, replace_random
from public_record import Record

SAMPLES, EPOCHS, STEPS = 256, 3, 8                       # of one fit
OURS = {"tf1": "minitorch.dialects.tf1", "tf2": "minitorch.dialects.tf2", "keras": "minitorch.dialects.tf2"}
THEIRS = {"tf1": "tensorflow.compat.v1", "tf2": "tensorflow", "keras": "tensorflow"}
PRINTED = Path("tf_print.txt")
MNIST = "tensorflow.examples.tutorials.mnist"
INITIALIZERS = ("RandomNormal", "RandomUniform", "TruncatedNormal", "VarianceScaling", "Orthogonal", "GlorotNormal",
                "GlorotUniform", "HeNormal", "HeUniform", "LecunNormal", "LecunUniform")


class Imports(ast.NodeTransformer):
    """The imports of a program, renamed to the modules of one side."""

    def __init__(self, tensorflow, keras):
        self.tensorflow, self.keras = tensorflow, keras

    def renamed(self, name):
        if name.startswith(MNIST):
            return "public_data"
        if name == "tensorflow.python.framework":
            return self.tensorflow if self.tensorflow.startswith("minitorch") else name
        for old, new in (("tensorflow.compat.v1", self.tensorflow), ("tensorflow", self.tensorflow),
                         ("keras", self.keras)):
            if name == old or name.startswith(old + "."):
                return new + name.removeprefix(old)
        return name

    def visit_Import(self, node):
        lines = []
        for alias in node.names:
            name = self.renamed(alias.name)
            if name == alias.name:
                lines.append(f"import {name}" + f" as {alias.asname}" * bool(alias.asname))
            elif name == "public_data":
                lines.append(f"from public_data import input_data as {alias.asname}")
            elif alias.asname or "." not in alias.name:
                lines.append(f"import {name} as {alias.asname or alias.name}")
            else:
                top = alias.name.partition(".")[0]
                lines += [f"import {name}", f"import {self.renamed(top)} as {top}"]
        return ast.parse("\n".join(lines)).body

    def visit_ImportFrom(self, node):
        name = self.renamed(node.module or "")
        if node.module == "tensorflow.python.framework" and name != node.module:     # ops.reset_default_graph()
            return ast.parse(f"import {name} as ops").body
        return ast.copy_location(ast.ImportFrom(name, node.names, node.level), node)


def first(value, count=SAMPLES):
    """Return the first samples of arrays that have many, in a nest of them."""
    if isinstance(value, dict):
        return {key: first(value[key], count) for key in value}
    if isinstance(value, tuple) or isinstance(value, list) and value and hasattr(value[0], "shape"):
        return type(value)(first(part, count) for part in value)
    return value[:count] if getattr(value, "shape", None) and len(value.shape) and value.shape[0] > 4 * count else value


def whole(found, count):
    """Repeat the predictions of the first samples, so that there are as many as the program expects."""
    if isinstance(found, list | tuple):
        return type(found)(whole(part, count) for part in found)
    return np.resize(found, (count, *found.shape[1:]))


def replace_training(model, record):
    """Shorten fit, evaluate and predict, without shuffling, and write down what they return."""
    fit, evaluate, predict, train, call = (
        model.fit, model.evaluate, model.predict, model.train_on_batch, model.__call__)

    def noted_call(self, *args, **given):
        record.called.add(id(self))
        return call(self, *args, **given)

    def short_fit(self, x=None, y=None, *args, **given):
        given.update(zip(("batch_size", "epochs", "verbose", "callbacks"), args))
        given["epochs"] = min(given.get("epochs", 1), EPOCHS)
        given.update(verbose=0, shuffle=False)
        for name in ("steps_per_epoch", "validation_steps"):
            if given.get(name):
                given[name] = min(given[name], STEPS)
        if given.get("validation_data") is not None:
            given["validation_data"] = first(given["validation_data"])
        record.called.add(id(self))
        record.paused = True                             # Keras' fit calls evaluate
        history = fit(self, first(x), first(y), **given)
        record.paused = False
        record.each("fit", {key: history.history[key] for key in sorted(history.history)})
        return history

    def short_evaluate(self, x=None, y=None, *args, **given):
        given.update(zip(("batch_size", "verbose"), args), verbose=0)
        found = evaluate(self, first(x), first(y), **given)
        record.each("evaluate", found)
        return found

    def quiet_predict(self, x, *args, **given):
        given.update(zip(("batch_size", "verbose"), args), verbose=0)
        record.paused = True
        found = predict(self, first(x), **given)
        record.paused = False
        record.each("predict", found)
        return whole(found, len(x)) if hasattr(x, "shape") and first(x) is not x else found

    def noted_train_on_batch(self, *args, **given):
        record.called.add(id(self))
        record.paused = True
        found = train(self, *args, **given)
        record.paused = False
        record.each("train_on_batch", found)
        return found

    model.fit, model.evaluate, model.predict, model.train_on_batch, model.__call__ = (
        short_fit, short_evaluate, quiet_predict, noted_train_on_batch, noted_call)


def note_trained(optimizer, record):
    """Keep the variables that a program's own steps update, to write down their last values."""
    apply_gradients = optimizer.apply_gradients

    def noted_apply_gradients(self, grads_and_vars, *args, **given):
        pairs = list(grads_and_vars)
        if not record.paused:                            # TensorFlow's fit comes here too
            record.trained.update({id(variable): variable for _, variable in pairs})
        return apply_gradients(self, pairs, *args, **given)

    optimizer.apply_gradients = noted_apply_gradients


def replace_print(tf):
    """Let tf.print write to a file of the working folder, where the main program reads it in the end."""
    write = tf.print
    tf.print = lambda *values, **given: write(*values, **{**given, "output_stream": f"file://{PRINTED.resolve()}"})


def replace_datasets(dataset, keras_modules):
    """Shorten tf.data's sources, leave them in order, and let keras.datasets return small seeded arrays."""
    slices = dataset.from_tensor_slices
    dataset.from_tensor_slices = staticmethod(lambda tensors, name=None: slices(first(tensors)))
    dataset.shuffle = lambda self, *_, **__: self
    for keras in keras_modules:
        for name, load in public_data.DATASETS.items():
            module = importlib.import_module(f"{keras}.datasets.{name}")
            module.load_data = load
            if hasattr(module, "get_word_index"):
                module.get_word_index = lambda path=None: {f"word{n}": n for n in range(1, public_data.WORDS)}


def replace_sessions(session, record):
    """Write down what sessions return."""
    run = session.run

    def noted_run(self, fetches, *args, **given):
        found = run(self, fetches, *args, **given)
        record.each("run", found)
        return found

    session.run = noted_run


def prepare(side, kind, record):
    """Make all replacements of one side; return the transformer of imports."""
    draws, ours = Draws(one=kind == "tf1"), side == "minitorch"
    tf = importlib.import_module((OURS if ours else THEIRS)[kind])
    if kind == "tf1":
        return prepare_graphs(tf, ours, record, draws)
    keras = importlib.import_module("minitorch.dialects.keras" if ours else "keras")
    names = [keras.__name__] if ours else [keras.__name__, "keras._tf_keras.keras"]
    both = [importlib.import_module(name) for name in names]
    replace_random(tf, [tf.random, *(m.random for m in both), *(m.backend for m in both)], draws)
    replace_initializers(tf, [getattr(keras.initializers, name) for name in INITIALIZERS],
                         keras.ops.convert_to_tensor, draws)
    replace_initializers(tf, [tf.random_normal_initializer, tf.random_uniform_initializer], tf.constant, draws)
    replace_dropout(tf, [keras.layers.Dropout])
    replace_training(keras.Model, record)
    replace_print(tf)
    note_trained(keras.optimizers.Optimizer, record)
    replace_datasets(tf.data.Dataset, names)
    return Imports(tf.__name__, keras.__name__)


def prepare_graphs(tf, ours, record, draws):
    """Make the replacements for programs of TensorFlow 1."""
    if not ours:
        tf.disable_v2_behavior()
    replace_random(tf, [tf, tf.random, tf.compat.v1, tf.compat.v1.random], draws)
    if ours:                                             # whose initializers are Keras' under other names
        keras = importlib.import_module("minitorch.dialects.keras")
        classes, tensor = [getattr(keras.initializers, name) for name in INITIALIZERS], keras.ops.convert_to_tensor
    else:
        names = ("random_normal", "random_uniform", "truncated_normal", "variance_scaling", "glorot_uniform",
                 "glorot_normal", "orthogonal")
        classes, tensor = [getattr(tf, f"{name}_initializer") for name in names], tf.constant
    replace_initializers(tf, classes, tensor, draws)
    replace_dropout(tf, [])
    replace_sessions(tf.Session, record)
    replace_sessions(tf.InteractiveSession, record) if tf.InteractiveSession.run is not tf.Session.run else None
    return Imports(tf.__name__, "keras")


def replace_plots():
    """Draw no pictures: they are not compared."""
    from matplotlib import pyplot
    for name in ("show", "draw", "pause", "savefig", "waitforbuttonpress"):
        setattr(pyplot, name, lambda *_, **__: None)


def end_values(namespace, record):
    """Write down what the program's global variables hold in the end."""
    for name, value in list(namespace.items()):
        if name.startswith("__") or isinstance(value, type | types.ModuleType | types.FunctionType):
            continue
        if id(value) in record.called:
            record.each(f"end {name}", value.get_weights())
        elif isinstance(value, float | np.floating | np.ndarray) or hasattr(value, "numpy"):
            record.add(f"end {name}", value)
    for value in record.trained.values():
        record.add("trained", value)


def fresh_random():
    """Return a copy of the module random that only the program draws from, seeded."""
    spec = importlib.util.find_spec("random")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.seed(0)
    return module


def fresh_time():
    """Return a copy of the module time whose clocks count their calls, and whose sleep does not wait."""
    module, calls = types.ModuleType("time"), itertools.count()
    module.__dict__.update(vars(time))
    module.time = module.perf_counter = module.process_time = module.monotonic = lambda: float(next(calls))
    module.sleep = lambda seconds: None
    return module


def main(side, kind, program, result):
    """Run the program, and write its numbers, its error and its seconds."""
    record, error = Record(), None
    transformer = prepare(side, kind, record)
    text = Path(program).read_text(encoding="utf-8")
    if "matplotlib" in text:
        replace_plots()
    tree = ast.fix_missing_locations(transformer.visit(ast.parse(text)))
    np.random.seed(0)
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=program, print=record.print, __builtins__=builtins)
    sys.argv, sys.modules["__main__"] = [program], module
    sys.modules["random"], sys.modules["time"] = fresh_random(), fresh_time()
    begun = time.time()
    try:
        exec(compile(tree, program, "exec"), module.__dict__)
    except SystemExit:
        pass
    except Exception as found:
        lines = [frame.lineno for frame in traceback.extract_tb(found.__traceback__) if frame.filename == program]
        error = f"line {lines[-1] if lines else '?'}: {type(found).__name__}: {found}"
        traceback.print_exc()
    seconds = time.time() - begun
    if PRINTED.exists():
        for line in PRINTED.read_text(encoding="utf-8").splitlines():
            record.print(line)
    if error is None and kind != "tf1":
        end_values(module.__dict__, record)
    Path(result).write_text(json.dumps({"error": error, "seconds": seconds, "rows": record.rows}), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
