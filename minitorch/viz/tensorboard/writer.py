"""SummaryWriter: write a program's curves and pictures to files that TensorBoard shows while it runs."""

import os
import time

import numpy as np

from . import summaries
from .graph import graph_of
from .projector import write_config, write_embedding

LEFT_OUT = {"add_video": "add_images shows frames side by side", "add_audio": "save the sound itself",
            "add_mesh": "Matplotlib draws it for add_figure", "add_pr_curve": "Matplotlib draws it for add_figure",
            "add_onnx_graph": "add_graph runs the model itself", "add_custom_scalars": "add_scalars joins curves"}


def needed():
    """Return TensorBoard's messages and its file writer; raise ImportError if it is not installed."""
    try:
        from tensorboard.compat.proto import event_pb2, summary_pb2
        from tensorboard.summary.writer.event_file_writer import EventFileWriter
    except ImportError as error:
        raise ImportError("SummaryWriter writes TensorBoard's files with TensorBoard's own writer: pip install "
                          f"tensorboard (minitorch's extra `tensorboard` asks for it too). {error}") from None
    return event_pb2, summary_pb2, EventFileWriter


class SummaryWriter:
    """A writer of curves, pictures and graphs to `log_dir`, where `tensorboard --logdir=runs` finds them.

        with SummaryWriter("runs/first") as writer:
            writer.add_scalar("loss", loss, step)

    log_dir           a folder for one run; without it, runs/<time>_<this computer><comment>
    purge_step        the step from which a run continues: TensorBoard drops what was written after it
    max_queue         how many events may wait in memory
    flush_secs        how long, in seconds, they may wait
    filename_suffix   the end of the file's name

    Arguments of the methods that mean the same wherever they occur:

        tag           the picture's name; the part before a / is the name of its group
        global_step   the step of the run that the value belongs to
        walltime      the time of the event, in seconds as time.time() counts them; default: now

    Raises ImportError if TensorBoard is not installed.
    """

    def __init__(self, log_dir=None, comment="", purge_step=None, max_queue=10, flush_secs=120, filename_suffix=""):
        self.events, self.proto, self.kind = needed()
        if not log_dir:
            from socket import gethostname
            log_dir = os.path.join("runs", f"{time.strftime('%b%d_%H-%M-%S')}_{gethostname()}{comment}")
        self.log_dir = os.fspath(log_dir)
        self.settings = max_queue, flush_secs, filename_suffix
        self.writers = {}                                # {folder: its writer}; add_scalars uses one for each curve
        self.embeddings = {}                             # {(step, tag): its entry in the config of the projector}
        if purge_step is not None:
            for fresh in ({"file_version": "brain.Event:2"}, {"session_log": self.events.SessionLog(status=1)}):
                self.write(purge_step, **fresh)
        self.writer(self.log_dir)

    def writer(self, folder):
        """Return the writer of a folder; it is opened at the first call, and again after close()."""
        if folder not in self.writers:
            self.writers[folder] = self.kind(folder, *self.settings)
        return self.writers[folder]

    def write(self, step=None, walltime=None, folder=None, **what):
        """Write one event of TensorBoard's file format: a summary, a graph or a session.

        step     as global_step
        folder   default: log_dir
        """
        event = self.events.Event(wall_time=time.time() if walltime is None else walltime, **what)
        if step is not None:
            event.step = int(step)
        self.writer(folder or self.log_dir).add_event(event)

    def add(self, value, step, walltime, folder=None):
        """Write one value of a summary for this step and walltime into a folder."""
        self.write(step, walltime, folder, summary=self.proto.Summary(value=[value]))

    def get_logdir(self):
        """Return the folder that is written to."""
        return self.log_dir

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        """Add one point of a curve: scalar_value, a number or a Tensor of one element.

        new_style and double_precision have no effect.
        """
        self.add(summaries.scalar(self.proto, tag, scalar_value), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Add one point to each of several curves in the picture main_tag; tag_scalar_dict is {curve: number}."""
        for tag, value in tag_scalar_dict.items():
            folder = os.path.join(self.log_dir, f"{main_tag.replace('/', '_')}_{tag}")
            self.add(summaries.scalar(self.proto, main_tag, value), global_step, walltime, folder)

    def add_histogram(self, tag, values, global_step=None, bins="tensorflow", walltime=None, max_bins=None):
        """Add a histogram of a tensor's values; `bins` as in numpy.histogram, or "tensorflow".

        max_bins: the largest number of bins.
        """
        self.add(summaries.histogram(self.proto, tag, values, bins, max_bins), global_step, walltime)

    def add_histogram_raw(self, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, global_step=None,
                          walltime=None):
        """Add a histogram that is already counted.

        min, max, num, sum, sum_squares   of the numbers; num is how many there are
        bucket_limits, bucket_counts      (n,) the upper limit of each bucket, and how many numbers are in it
        """
        self.add(summaries.histogram_raw(self.proto, tag, min, max, num, sum, sum_squares, bucket_limits,
                                         bucket_counts), global_step, walltime)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats="CHW"):
        """Add a picture img_tensor: bytes, or floats of 0 … 1, (C, H, W) unless `dataformats` says otherwise."""
        self.add(summaries.image(self.proto, tag, img_tensor, dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats="NCHW"):
        """Add a batch of pictures img_tensor, eight in a row: (N, C, H, W) unless `dataformats` says otherwise."""
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None):
        """Add a Matplotlib figure, or a list of figures of one size; they are closed afterwards unless close=False."""
        figures = figure if isinstance(figure, list) else [figure]
        pictures = np.stack([summaries.figure_array(one, close) for one in figures])
        self.add_images(tag, pictures, global_step, walltime, "NHWC")

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        """Add text_string, text in Markdown."""
        self.add(summaries.text(self.proto, tag, text_string), global_step, walltime)

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True):
        """Add the model's graph, which is recorded in one run: a double click on a module shows the ops inside.

        input_to_model     a Tensor, or a tuple or list of the model's inputs; ValueError without it
        verbose            print the graph too
        use_strict_trace   has no effect
        """
        if input_to_model is None:
            raise ValueError("add_graph(model, input) runs the model to find its graph: give it an input, such as one "
                             "batch.")
        inputs = tuple(input_to_model) if isinstance(input_to_model, list | tuple) else (input_to_model,)
        graph = graph_of(model, inputs)
        if verbose:
            print(graph)
        self.write(graph_def=graph.SerializeToString())

    def add_embedding(self, mat, metadata=None, label_img=None, global_step=None, tag="default", metadata_header=None):
        """Add points for the projector, which shows them in three dimensions by PCA, t-SNE or UMAP.

        mat               (N, D), one row for each point
        metadata          one label for each point; or a list of values for each point, named by metadata_header
        label_img         (N, C, H, W), one picture for each point: floats of 0 … 1, or bytes

        Raises AssertionError if the numbers of points, labels and pictures differ; ValueError for pictures that a
        browser does not accept.
        """
        step = 0 if global_step is None else int(global_step)
        self.embeddings[step, tag] = write_embedding(self.log_dir, mat, metadata, label_img, step, tag, metadata_header)
        write_config(self.log_dir, self.embeddings)

    def add_hparams(self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None):
        """Add a run's hyperparameters and metrics as a row of TensorBoard's table, in a folder of its own.

        hparam_dict              {name: bool, str, int or float}; raises TypeError for other values
        metric_dict              {name: number}
        hparam_domain_discrete   {name: the values that it may have}
        run_name                 of the folder; default: the time
        """
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        folder = os.path.join(self.log_dir, run_name or str(time.time()))
        for summary in summaries.hyperparameters(hparam_dict, metric_dict, hparam_domain_discrete or {}, folder):
            self.write(global_step, folder=folder, summary=summary)
        for name, value in metric_dict.items():
            self.add(summaries.scalar(self.proto, name, value), global_step, None, folder)

    def flush(self):
        """Write all events that wait in memory."""
        for writer in self.writers.values():
            writer.flush()

    def close(self):
        """Write all events and close the files; later events go to new files."""
        for writer in self.writers.values():
            writer.close()
        self.writers = {}

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __getattr__(self, name):
        raise AttributeError(f"SummaryWriter.{name} is left out: {LEFT_OUT[name]}." if name in LEFT_OUT else
                             f"SummaryWriter has no {name!r}.")
