"""tf.summary: what a program tells TensorBoard while it runs."""

import os
import threading
from contextlib import contextmanager

import numpy as np

from ..functions.creation import convert_to_tensor

current = threading.local()              # writers: those of the with-blocks that are open, and their steps


class FileWriter:
    """Writes to a folder: `with writer.as_default(): tf.summary.scalar(name, value, step)`."""

    def __init__(self, logdir):
        from ...viz.tensorboard import SummaryWriter
        self.writer = SummaryWriter(os.fspath(logdir))

    @contextmanager
    def as_default(self, step=None):
        """Let summaries in a with-block go here; `step` is theirs, unless they give one."""
        stack = current.__dict__.setdefault("writers", [])
        stack.append((self.writer, step))
        try:
            yield self
        finally:
            stack.pop()
            self.flush()

    def flush(self):
        self.writer.flush()

    def close(self):
        self.writer.close()

    def set_as_default(self, step=None):
        """Let all further summaries of this thread go here."""
        current.__dict__.setdefault("writers", []).append((self.writer, step))


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None,
                       experimental_trackable=False, experimental_mesh=None):
    """Return a writer of files for TensorBoard. Raises ImportError where TensorBoard is not installed.

    logdir    the folder
    max_queue, flush_millis, filename_suffix, experimental_trackable, experimental_mesh
              taken as TensorFlow does, without effect
    """
    return FileWriter(logdir)


def written(write, data, step):
    """Pass an array to the open writer. Returns whether there is one. Raises ValueError without a step."""
    stack = getattr(current, "writers", None)
    if not stack:
        return convert_to_tensor(False)
    writer, own = stack[-1]
    step = own if step is None else step
    if step is None:
        raise ValueError("No step set. Please specify one either through the `step` argument or through as_default().")
    write(writer, np.asarray(convert_to_tensor(data)), int(step))
    return convert_to_tensor(True)


def scalar(name, data, step=None, description=None):
    """Write a point of the curve `name`: data, a number.

    step           where on the axis; None: the step of as_default
    description    taken, without effect
    returns        whether a writer was open: True or False, as a tensor

    Raises ValueError without a step.
    """
    return written(lambda writer, value, at: writer.add_scalar(name, value.item(), at), data, step)


def histogram(name, data, step=None, buckets=None, description=None):
    """Write how the values of data, of any shape, are spread, under `name`; step and description as scalar's.

    buckets is taken: TensorBoard chooses the bins.
    """
    return written(lambda writer, value, at: writer.add_histogram(name, value.reshape(-1), at), data, step)


def image(name, data, step=None, max_outputs=3, description=None):
    """Write pictures under `name`; step and description as scalar's.

    data           (N, H, W, C)  floats of 0 … 1, or bytes
    max_outputs    how many of them at most
    """
    return written(lambda writer, value, at: [
        writer.add_image(f"{name}/image/{i}" if max_outputs > 1 else f"{name}/image", one, at, dataformats="HWC")
        for i, one in enumerate(value[:max_outputs])], data, step)
