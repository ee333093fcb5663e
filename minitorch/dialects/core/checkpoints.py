"""Checkpoints: the values of variables in files, and which file of a folder is the latest.

Arguments that mean the same wherever they occur:

    ckpt_dir_or_file    the prefix of a checkpoint, or a folder, of which the latest is read
"""

import os
import re

from ...serialization import load, save
from .errors import NotFoundError
from .lift import wrapped

ENDING = ".ckpt"
FORMAT = "minitorch checkpoint of variables"


def write(prefix, values):
    """Write one file, PREFIX.ckpt, whole or not at all: {name: tensor of the engine}."""
    if folder := os.path.dirname(prefix):
        os.makedirs(folder, exist_ok=True)
    save({"format": FORMAT, "values": values}, prefix + ENDING)


def read(path):
    """Return what was written. Raises NotFoundError where there is no such file."""
    if not os.path.exists(path + ENDING):
        raise NotFoundError(f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {path}")
    return load(path + ENDING)


def read_values(path):
    """Return {name: tensor of the dialect} of a checkpoint's file."""
    return {name: wrapped(value) for name, value in read(path)["values"].items()}


def note_latest(path, note=None):
    """Write down, beside a checkpoint, that it is the latest."""
    save({"latest": os.path.basename(path)}, os.path.join(os.path.dirname(path), note or "checkpoint"))


def numbered(folder, name=None):
    """Return the prefixes of the checkpoints in a folder, by their numbers."""
    pattern = re.compile(rf"({re.escape(name) if name else '.+'})-(\d+){re.escape(ENDING)}$")
    found = [(int(match[2]), match[0].removesuffix(ENDING)) for file in (
        os.listdir(folder) if os.path.isdir(folder) else ()) if (match := pattern.match(file))]
    return [os.path.join(folder, prefix) for _, prefix in sorted(found)]


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    """Return the prefix of the latest checkpoint in a folder, or None.

    checkpoint_dir     the folder
    latest_filename    the file that says which is the latest; None: "checkpoint"
    """
    note = os.path.join(checkpoint_dir, latest_filename or "checkpoint")
    if os.path.exists(note):
        path = os.path.join(checkpoint_dir, load(note)["latest"])
        return path if os.path.exists(path + ENDING) else None
    return (numbered(checkpoint_dir) or [None])[-1]


def prefix_in(path):
    """Return the prefix of a checkpoint: a path itself, or of a folder the latest in it."""
    return latest_checkpoint(path) if os.path.isdir(path) else path


def list_variables(ckpt_dir_or_file):
    """Return [(name, shape)] of a checkpoint. Raises NotFoundError where there is none."""
    return [(name, list(value.shape)) for name, value in sorted(read_values(prefix_in(ckpt_dir_or_file)).items())]


def load_variable(ckpt_dir_or_file, name):
    """Return the array of one variable of a checkpoint: name, as list_variables gives it.

    Raises NotFoundError where there is no such checkpoint.
    """
    return read_values(prefix_in(ckpt_dir_or_file))[name].numpy()


class CheckpointReader:
    """The values of a checkpoint, by their names."""

    def __init__(self, path):
        self.values = read_values(path)

    def get_variable_to_shape_map(self):
        """Return {name: shape}."""
        return {name: list(value.shape) for name, value in self.values.items()}

    def has_tensor(self, tensor_str):
        """Return whether there is a value of the name tensor_str."""
        return tensor_str in self.values

    def get_tensor(self, tensor_str):
        """Return the array of the name tensor_str. Raises NotFoundError where there is none."""
        if tensor_str not in self.values:
            raise NotFoundError(f"Key {tensor_str} not found in checkpoint. It has {', '.join(sorted(self.values))}.")
        return self.values[tensor_str].numpy()


def load_checkpoint(ckpt_dir_or_file):
    """Return a CheckpointReader of a checkpoint. Raises NotFoundError where there is none."""
    return CheckpointReader(prefix_in(ckpt_dir_or_file))
