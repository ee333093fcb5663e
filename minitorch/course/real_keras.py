"""Keras itself, trained on this engine in a process of its own: what lesson 12 ends with."""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ..display.progress import Bar
from ..engine.piece import notify
from . import answer_file
from .restore import restore
from .session import answers

BACKWARD = ("2.1", "2.2", "2.3", "2.4")   # the exercises whose answers are the backward pass
PROGRAM = """
import sys, minitorch.as_torch
minitorch.as_torch.only("keras")
from minitorch.course.real_keras import main
main(*sys.argv[1:])
"""
# Of Keras 3.15.1, on the first weights and the digits of the lesson
RECORDED = [0.082856, 0.060079, 0.049728, 0.044093, 0.040527, 0.037823, 0.035589, 0.033664, 0.031995, 0.030565]


def real_keras(weights, x, y):
    """Train a network of two Dense layers by Keras itself, whose torch is minitorch.

    weights   the arrays of the two layers
    x, y      images and one-hot labels
    returns   the loss of each of ten epochs, and {id: calls} of the answers that its backward passes ran on

    Where Keras is not installed or does not run, the losses are those of a recorded run on the lesson's data.
    """
    if find_spec("keras") is None:
        return RECORDED, {}
    package = Path(__file__).parents[2]
    paths = os.pathsep.join(filter(None, [str(package), os.environ.get("PYTHONPATH")]))
    with tempfile.TemporaryDirectory() as folder, Bar("Keras", len(RECORDED)) as bar:
        np.savez(Path(folder) / "data.npz", *weights, x=x, y=y)
        with open(Path(folder) / "errors", "w+", encoding="utf-8") as errors, subprocess.Popen(
                [sys.executable, "-c", PROGRAM, folder, str(answer_file.home())], stdout=subprocess.PIPE,
                stderr=errors, text=True, env=os.environ | {"PYTHONPATH": paths}) as process:
            said = []
            for line in process.stdout:
                said.append(json.loads(line))
                bar.update()
            process.wait()
            errors.seek(0)
            failed = errors.read().strip().splitlines()[-1:] if process.returncode else []
    if process.returncode:
        notify(f"Keras is installed, and did not run here ({''.join(failed)}): its losses are those of a recorded run")
        return RECORDED, {}
    return said[:-1], said[-1]


def main(folder, home):
    """Train in this process, where Keras' torch is minitorch.

    Prints the loss of each epoch as it ends, then {id: calls} of the answers that ran.
    """
    keras: Any = import_module("keras")
    lines, sys.stdout = sys.stdout, sys.stderr             # what answers print is no loss
    answer_file.folder = Path(home)
    restore(lesson=2)
    calls: Counter = Counter()
    for id in BACKWARD:
        if id in answers and answers[id].mount is not None:
            answers[id].mount.mine = counted(answers[id].mount.mine, id, calls)
    data = np.load(Path(folder) / "data.npz")
    model = keras.Sequential([keras.Input((64,)), keras.layers.Dense(32, activation="relu", use_bias=False),
                              keras.layers.Dense(10, use_bias=False)])
    model.set_weights([data["arr_0"], data["arr_1"]])
    model.compile(optimizer=keras.optimizers.SGD(0.5), loss="mse")
    shown = keras.callbacks.LambdaCallback(
        on_epoch_end=lambda epoch, logs: print(json.dumps(float(logs["loss"])), file=lines, flush=True))
    model.fit(data["x"], data["y"], batch_size=32, epochs=len(RECORDED), shuffle=False, verbose=0, callbacks=[shown])
    print(json.dumps(calls), file=lines, flush=True)


def counted(function, id, calls):
    """Return the same function, which counts its calls under an id."""
    def call(*inputs, **settings):
        calls[id] += 1
        return function(*inputs, **settings)
    return call
