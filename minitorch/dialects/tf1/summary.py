"""tf.summary: operations that describe values for TensorBoard, and the writer of its files."""

import os

import numpy as np

from ...viz.tensorboard import SummaryWriter, summaries
from ...viz.tensorboard.writer import needed
from ..core.lift import wrapped
from .collections import GraphKeys, add_to_collection, get_collection
from .graph import Operation, get_default_graph
from .renamed import signed
from .variables import constant


class Message:
    """TensorBoard's class of this name, imported when it is first used: tf.Summary(value=[tf.Summary.Value(tag="x")]).

    Raises ImportError without TensorBoard.
    """

    def __init__(self, name):
        self.name = name

    def __call__(self, *args, **kwargs):
        return getattr(needed()[1], self.name)(*args, **kwargs)

    def __getattr__(self, name):
        if not name[:1].isupper():                       # a message's class has inner ones and FromString
            raise AttributeError(name)
        return getattr(getattr(needed()[1], self.name), name)


Summary = Message("Summary")


class Describing(Operation):
    """The bytes of a Summary message: `tell(proto, tag, array)` gives its value."""

    def __init__(self, name, tensor, tell, collections, family):
        self.tell, self.type = tell, f"{tell.__name__.title()}Summary"
        super().__init__(get_default_graph(), None, (tensor,), {}, name, [((), "string")])
        self.tag = f"{family}/{self.name}" if family else self.name
        for key in [GraphKeys.SUMMARIES] if collections is None else collections:
            add_to_collection(key, self.result)

    def compute(self, values, run):
        proto = needed()[1]
        message = proto.Summary(value=[self.tell(proto, self.tag, values[self.inputs[0]].numpy())])
        return [as_string(message)]


class Pictures(Describing):
    """The bytes of a Summary message with a picture for each of the first `most` of a batch."""

    def __init__(self, name, tensor, most, collections, family):
        self.most = most
        super().__init__(name, tensor, summaries.image, collections, family)

    def compute(self, values, run):
        proto = needed()[1]
        tags = [f"{self.tag}/image"] if self.most == 1 else [f"{self.tag}/image/{n}" for n in range(self.most)]
        return [as_string(proto.Summary(value=[
            self.tell(proto, tag, as_bytes(picture), "HWC")
            for tag, picture in zip(tags, values[self.inputs[0]].numpy())]))]


def as_bytes(picture):
    """Return a picture of floats as TensorFlow shows it: the largest is 255; where some are below 0, 0 is 128."""
    if picture.dtype == np.uint8:
        return picture
    shown = picture[np.isfinite(picture)]
    least, most = (shown.min(), shown.max()) if shown.size else (0, 0)
    size, top, zero = (max(-least, most), 127, 128) if least < 0 else (most, 255, 0)
    return (np.nan_to_num(picture, posinf=most, neginf=least) * (top / size if size >= 1e-6 else 0) + zero).astype(
        np.uint8)


class Merge(Operation):
    """Several summaries as one."""

    type = "MergeSummary"

    def compute(self, values, run):
        message = needed()[1].Summary()
        for x in self.inputs:
            message.MergeFromString(values[x].numpy())
        return [as_string(message)]


def as_string(message):
    return wrapped(np.array(message.SerializeToString(), dtype=object))


def describing(line, tell, text):
    """Return an operation that tells of a tensor: a row of its name and arguments, what to tell, and a text."""
    def body(given):
        name, tensor, *others = given.values()
        return Describing(name, tensor if hasattr(tensor, "op") else constant(tensor), tell, *others).result
    return signed(line, body, f"""Return an operation that tells, under its name, {text}

family    a name before its own, by which TensorBoard groups

A run raises ImportError without TensorBoard.
""")


scalar = describing("scalar(name, tensor, collections=None, family=None)", summaries.scalar,
                    "a point of a curve; tensor: a number, ().")
histogram = describing("histogram(name, values, collections=None, family=None)", summaries.histogram,
                       "how the values are spread; values: a tensor of any shape.")


def image(name, tensor, max_outputs=3, collections=None, family=None):
    """Return an operation that tells pictures under its name: tensor (N, H, W, C) with 1, 3 or 4 channels.

    max_outputs    how many of the batch at most
    family         a name before its own, by which TensorBoard groups

    Bytes are shown as they are. Floats are scaled, each picture by itself, so that the largest is 255; where some are
    below 0, 0 is 128.
    """
    tensor = constant(tensor) if not hasattr(tensor, "op") else tensor
    return Pictures(name, tensor, max_outputs, collections, family).result


def merge(inputs, collections=None, name=None):
    """Return an operation whose value is all summaries of a list `inputs` in one."""
    made = Merge(get_default_graph(), None, (list(inputs),), {}, name or "Merge/MergeSummary", [((), "string")]).result
    for key in collections or ():
        add_to_collection(key, made)
    return made


def merge_all(key=GraphKeys.SUMMARIES, scope=None, name=None):
    """Return all summaries of the graph in one; None where there are none.

    key      the collection that they are in
    scope    only those whose names begin with it
    """
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


class FileWriter:
    """Writes summaries and graphs to a folder, where `tensorboard --logdir=FOLDER` finds them.

    logdir            the folder
    graph             a graph to write at once
    max_queue         how many wait in memory at most
    flush_secs        after how many seconds what waits is written
    filename_suffix   put behind the file's name
    graph_def, session    taken, without effect

    Raises ImportError where TensorBoard is not installed.
    """

    def __init__(self, logdir, graph=None, max_queue=10, flush_secs=120, graph_def=None, filename_suffix=None,
                 session=None):
        self.writer = SummaryWriter(os.fspath(logdir), max_queue=max_queue, flush_secs=flush_secs,
                                    filename_suffix=filename_suffix or "")
        if graph is not None:
            self.add_graph(graph)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def get_logdir(self):
        """Return the folder."""
        return self.writer.get_logdir()

    def add_summary(self, summary, global_step=None):
        """Write what a run of a summary gave, its bytes, at the step global_step."""
        if isinstance(summary, bytes):
            summary = self.writer.proto.Summary.FromString(summary)
        self.writer.write(global_step, summary=summary)

    def add_graph(self, graph, global_step=None, graph_def=None):
        """Write the operations of a graph, and what they read; global_step: at which step. graph_def is taken."""
        from tensorboard.compat.proto.graph_pb2 import GraphDef
        from tensorboard.compat.proto.node_def_pb2 import NodeDef
        nodes = [NodeDef(name=op.name, op=op.type, device=op.device, input=[
            *(x.name.removesuffix(":0") for x in op.inputs), *(f"^{control.name}" for control in op.control_inputs)])
            for op in graph.operations]
        self.writer.write(global_step, graph_def=GraphDef(node=nodes).SerializeToString())

    def add_run_metadata(self, run_metadata, tag, global_step=None):
        """Do nothing: no run is traced here, so that run_metadata is empty. tag and global_step are taken."""

    def flush(self):
        """Write what waits in memory."""
        self.writer.flush()

    def close(self):
        """Write what waits, and close the file."""
        self.writer.close()
