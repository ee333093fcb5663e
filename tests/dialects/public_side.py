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
import re
import sys
import time
import traceback
import types
import zlib
from pathlib import Path

import numpy as np
import public_data

SAMPLES, EPOCHS, STEPS = 256, 3, 8                       # of one fit
SHOWN = 256                                              # numbers that are written down of one array
SKIPPED = re.compile(r"\bversion|\[Op:|error", re.IGNORECASE)       # texts whose numbers are not computed
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w])")
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


class Record:
    """The numbers that a program computes, in order, each with where it was seen."""

    def __init__(self):
        self.rows, self.paused, self.called, self.trained = [], False, set(), {}

    def add(self, source, value):
        """Write down a number or an array; anything else is left out."""
        try:
            array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
        except Exception:
            return
        if array.dtype.kind not in "fiub" or len(self.rows) > 30000 or self.paused:
            return
        flat = array.reshape(-1).astype(float)
        if flat.size > SHOWN:
            flat = flat[np.linspace(0, flat.size - 1, SHOWN).astype(int)]
        self.rows.append({"source": source, "shape": list(array.shape), "float": array.dtype.kind == "f",
                          "values": flat.tolist()})

    def each(self, source, value):
        """Write down all numbers in a nest of lists, tuples and dictionaries."""
        if isinstance(value, dict):
            for key in value:
                self.each(f"{source} {key}", value[key])
        elif isinstance(value, list | tuple) and not all(isinstance(x, int | float) for x in value):
            for part in value:
                self.each(source, part)
        elif value is not None and not isinstance(value, str | bytes | type):
            self.add(source, value)

    def print(self, *values, **_):
        """Write down the numbers of a call of print."""
        if self.paused or any(isinstance(value, str) and SKIPPED.search(value) for value in values):
            return
        for value in values:
            if isinstance(value, str):
                found = NUMBER.findall(value)
                for text in found:
                    self.rows.append({"source": "print", "shape": [], "float": "." in text, "values": [float(text)],
                                      "digits": len(text.partition(".")[2].partition("e")[0])})
            else:
                self.each("print", value)


class Draws:
    """Random numbers by shape: the n-th draw of a shape is the same on both sides.

    one    whether all first weights of a shape are the same: a session may draw them in any order
    """

    def __init__(self, one):
        self.counts, self.one = {}, one

    def normal(self, shape, kind="draw"):
        """Return the next normal numbers of a shape, cut off at 2."""
        shape = tuple(int(n) for n in shape)
        count = self.counts[kind, shape] = self.counts.get((kind, shape), 0) + 1
        rng = np.random.default_rng([zlib.crc32(repr((kind, shape)).encode()), count])
        return np.clip(rng.standard_normal(shape), -2, 2)

    def weights(self, shape):
        """Return first weights of a shape: normal, scaled by the number of inputs."""
        fan = int(np.prod([int(n) for n in shape][:-1])) or 1
        if self.one:
            self.counts.pop(("weights", tuple(int(n) for n in shape)), None)
        return self.normal(shape, "weights") / np.sqrt(fan)


def static(shape):
    """Return a shape as a list of integers, or None where it is known in the run only."""
    try:
        return [int(n) for n in np.asarray(shape.as_list() if hasattr(shape, "as_list") else shape).reshape(-1)]
    except Exception:
        return None


def set_everywhere(modules, name, value):
    """Replace a name in all modules that have it."""
    for module in modules:
        if getattr(module, name, None) is not None:
            setattr(module, name, value)


def pattern(tf, shape):
    """Return fixed numbers between -1 and 1 of a shape that is known in the run only."""
    return tf.reshape(tf.sin(tf.cast(tf.range(tf.reduce_prod(shape)), tf.float32) * 1.7), shape)


def replace_random(tf, modules, draws):
    """Let TensorFlow's random functions draw from NumPy."""
    def values(shape, dtype, place):
        sizes = static(shape)
        if sizes is not None:
            return tf.constant(place(draws.normal(sizes)), dtype)
        return tf.cast(place(pattern(tf, shape)), dtype)

    def normal(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None):
        return values(shape, dtype, lambda x: x * stddev + mean)

    def uniform(shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None):
        top = 1 if maxval is None else maxval
        return values(shape, dtype, lambda x: (x / 2.001 + 1) / 2 * (top - minval) + minval)

    for name in ("random_normal", "normal", "truncated_normal"):
        set_everywhere(modules, name, normal)
    for name in ("random_uniform", "uniform"):
        set_everywhere(modules, name, uniform)
    set_everywhere(modules, "random_shuffle", lambda value, *_, **__: value)
    set_everywhere([tf.random], "shuffle", lambda value, *_, **__: value)


def replace_initializers(tf, classes, tensor, draws):
    """Let initializers draw first weights from NumPy; one initializer gives the same weights in each call."""
    def call(self, shape, dtype=None, *_, **__):
        sizes = static(shape)
        if sizes is None:
            return pattern(tf, shape)
        known = self.__dict__.setdefault("public_draws", {})
        if (values := known.get(tuple(sizes))) is None:
            values = known[tuple(sizes)] = draws.weights(sizes)
        return tensor(values, dtype or "float32")

    for one in classes:
        one.__call__ = call


def replace_dropout(tf, layers):
    """Give dropout a mask that depends on the shape only."""
    def masked(x, rate):
        x = tf.convert_to_tensor(x)
        steps = tf.cast(tf.range(tf.size(x)), tf.float32) * 0.6180339887
        kept = tf.cast(steps - tf.floor(steps) >= tf.cast(rate, tf.float32), x.dtype)
        return x * tf.reshape(kept, tf.shape(x)) / tf.cast(1 - rate, x.dtype)

    def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
        return masked(x, 1 - keep_prob if rate is None else rate)

    def dropout_2(x, rate, noise_shape=None, seed=None, name=None):
        return masked(x, rate)

    tf.nn.dropout = dropout if hasattr(tf, "placeholder") else dropout_2
    for layer in layers:
        layer.call = lambda self, inputs, training=False: masked(inputs, self.rate) if training else inputs


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
