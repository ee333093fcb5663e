"""Writing functions to a folder, as programs and a manifest that says what they take and give."""

import json
import os
import shutil
import tempfile
from contextlib import contextmanager

import numpy as np

from ... import static
from ...engine.grad_mode import no_grad
from ...tensors import from_numpy
from ..core.errors import InvalidArgumentError
from .restored import FORMAT, MANIFEST

SIZES = (4, 12), (8, 32), (8, 64)            # of rows, and of other dims, that a graph of any size is traced for


def contains_saved_model(export_dir):
    """Whether a folder holds what `save` wrote.

    export_dir   path of the folder
    """
    return os.path.isfile(os.path.join(export_dir, MANIFEST))


@contextmanager
def folder_for(export_dir):
    """Return a folder to write into, which takes its place when the with-block ends, whole or not at all.

    Raises FileExistsError for a folder of something else than a saved model.
    """
    target = os.path.abspath(os.fspath(export_dir))
    if os.path.isdir(target) and os.listdir(target) and not contains_saved_model(target):
        raise FileExistsError(f"{export_dir} holds something else than a saved model: choose a new folder.")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    made = tempfile.mkdtemp(prefix=os.path.basename(target) + ".", dir=os.path.dirname(target))
    try:
        yield made
        os.chmod(made, 0o755)
        if os.path.isdir(target):
            os.replace(target, made + ".old")
        os.replace(made, target)
    finally:
        shutil.rmtree(made, ignore_errors=True)
        shutil.rmtree(made + ".old", ignore_errors=True)


def write_manifest(folder, functions, **more):
    """Write what the functions of a folder are."""
    with open(os.path.join(folder, MANIFEST), "w", encoding="utf-8") as file:
        json.dump({"format": FORMAT, "functions": functions, **more}, file)


class Programs:
    """Programs in a folder, numbered.

    names   {name: tensor of the engine} of variables, which the programs hold under these names
    """

    def __init__(self, folder, names):
        self.folder, self.names, self.written = folder, names, []

    def any_size(self, function, specs, output):
        """Return one program for any size, where one is None. Raises NotSaved where there is none."""
        met = None
        several = sum(None in shape for *_, shape in specs) > 1
        for shared in (False, True)[:1 + several]:           # sizes of one dim may have to be equal
            for usual in SIZES if not any(shape.unknown for *_, shape in specs) else ():
                axes = {place: {dim: f"dim_{dim}" if shared else f"dim_{dim}_of_{place}"
                                for dim, n in enumerate(shape) if n is None}
                        for place, (*_, shape) in enumerate(specs) if None in shape}
                sizes = [tuple(usual[dim > 0] if n is None else n for dim, n in enumerate(shape))
                         for *_, shape in specs]
                try:
                    return self.form(function, specs, output, sizes, axes)
                except (RuntimeError, ValueError, IndexError, InvalidArgumentError) as error:
                    met = met or error
                    if isinstance(error, static.NotSaved):   # greater sizes are no other matter
                        break
        raise static.NotSaved(str(met or "The rank of an input is unknown.")) from met

    def form(self, function, specs, output, sizes=None, dynamic_axes=None):
        """Write the program of a function of the engine's tensors; returns its description.

        specs   (name, element type, shape) of its inputs
        sizes   those it is traced for, where some may be any
        """
        given = [from_numpy(np.zeros(size, dtype.as_numpy_dtype))
                 for (_, dtype, _), size in zip(specs, sizes or [shape for *_, shape in specs])]
        path = os.path.join(self.folder, f"{len(self.written)}.program")
        with no_grad():
            static.save(static.trace(function, *given, optimise=False), path, self.names, dynamic_axes)
        self.written.append(path)
        return {"file": os.path.basename(path), "output": output, "inputs": [
            {"name": name, "dtype": dtype.name, "shape": list(shape)} for name, dtype, shape in specs]}


def template(tree, numbers):
    """Return a structure of results as JSON: {"tensor": place among a program's outputs} in the place of each."""
    if hasattr(tree, "symbolic_owner"):
        return {"tensor": next(numbers)}
    if isinstance(tree, dict):
        return {"dict": {str(key): template(part, numbers) for key, part in tree.items()}}
    if isinstance(tree, list | tuple):
        return {"tuple" if isinstance(tree, tuple) else "list": [template(part, numbers) for part in tree]}
    if tree is None or isinstance(tree, bool | int | float | str):
        return {"value": tree}
    raise static.NotSaved(f"a function that is saved returns tensors and plain values, not {type(tree).__name__}.")
