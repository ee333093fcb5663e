"""TensorBoard's messages for logged values: each function returns one value of a Summary."""

import numpy as np

from ...engine import tensor_types
from ...tensors import from_numpy
from ...vision.utils import make_grid, png


def as_array(value):
    """Return a Tensor, array, number or list as a NumPy array."""
    return value.detach().cpu().numpy() if type(value) in tensor_types else np.asarray(value)


def scalar(proto, tag, value):
    """Return a Summary value of one number."""
    array = as_array(value)
    if array.size != 1:
        raise AssertionError(f"scalar should be 0D: {tag!r} needs one number for each step, not shape {array.shape}. "
                             "Log its .mean(), or use add_histogram.")
    return proto.Summary.Value(tag=tag, simple_value=float(array.reshape(())))


def default_bins():
    """Return TensorBoard's limits of bins: 0, and ±10⁻¹²·1.1ⁱ up to ±10²⁰."""
    steps = 1e-12 * 1.1 ** np.arange(int(np.ceil(np.log(1e32) / np.log(1.1))))
    return np.concatenate([-steps[::-1], [0], steps])


def histogram(proto, tag, values, bins="tensorflow", max_bins=None):
    """Return a histogram: how many values are in each bin, between two limits.

    bins       "tensorflow" for TensorBoard's limits; or what numpy.histogram takes
    max_bins   neighbouring bins are joined until there are at most this many
    """
    array = as_array(values).reshape(-1).astype(np.float64)
    if not array.size:
        raise ValueError(f"The histogram is empty: {tag!r} has no values.")
    if not np.isfinite(array).all():
        raise ValueError(f"The histogram of {tag!r} has {(~np.isfinite(array)).sum()} values that are inf or nan, "
                         "which fit into no bin. Did training diverge?")
    counts, limits = np.histogram(array, default_bins() if isinstance(bins, str) and bins == "tensorflow" else bins)
    if max_bins is not None and len(counts) > max_bins:
        step = -(-len(counts) // max_bins)
        counts = np.add.reduceat(counts, range(0, len(counts), step))
        limits = np.concatenate([limits[:-1:step], limits[-1:]])
    full = counts.nonzero()[0]
    first, last = (full[0], full[-1] + 1) if len(full) else (0, 1)
    return histogram_raw(proto, tag, array.min(), array.max(), array.size, array.sum(), array @ array,
                         limits[first:last + 1], [0, *counts[first:last]])    # add an empty first bin, below all values


def histogram_raw(proto, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts):
    """Return a histogram that is already counted: bucket_counts[i] values up to bucket_limits[i]."""
    if len(bucket_limits) != len(bucket_counts):
        raise ValueError(f"len(bucket_limits) != len(bucket_counts): {len(bucket_limits)} and {len(bucket_counts)}. "
                         "Each bucket has one count and the limit where it ends.")
    return proto.Summary.Value(tag=tag, histo=proto.HistogramProto(
        min=float(min), max=float(max), num=float(num), sum=float(sum), sum_squares=float(sum_squares),
        bucket_limit=as_array(bucket_limits).tolist(), bucket=as_array(bucket_counts).tolist()))


def image(proto, tag, picture, dataformats="CHW"):
    """Return a picture, or a batch of pictures side by side: bytes, or floats of 0 … 1.

    dataformats   the meaning of each dimension: "CHW", "HWC", "HW", "NCHW" … with 1, 3 or 4 channels
    """
    array, names = as_array(picture), dataformats.upper()
    if len(set(names)) != len(names) or not {"H", "W"} <= set(names) <= set("NCHW"):
        raise ValueError(f"dataformats names each dimension once, of N, C, H and W: 'CHW', 'NHWC', 'HW' …, not "
                         f"{dataformats!r}.")
    if array.ndim != len(names):
        raise AssertionError(f"size of input tensor and input format are different: {tag!r} has shape {array.shape}, "
                             f"and dataformats={dataformats!r} names {len(names)} dimensions.")
    array = array.transpose([names.index(name) for name in "NCHW" if name in names])
    if "C" not in names:
        array = np.expand_dims(array, -3)
    if array.shape[-3] not in (1, 3, 4):
        raise ValueError(f"{tag!r} has {array.shape[-3]} channels: a picture has 1, 3 or 4. "
                         f"Its shape is {as_array(picture).shape}, read as {dataformats!r}.")
    if array.dtype != np.uint8:
        array = (array.astype(np.float32) * 255).clip(0, 255).astype(np.uint8)
    pixels = make_grid(from_numpy(np.ascontiguousarray(array)), padding=0).numpy().transpose(1, 2, 0)
    high, wide, channels = pixels.shape
    return proto.Summary.Value(tag=tag, image=proto.Summary.Image(
        height=high, width=wide, colorspace=channels, encoded_image_string=png(np.ascontiguousarray(pixels))))


def figure_array(figure, close):
    """Return a Matplotlib figure as (H, W, 4) bytes."""
    from matplotlib import pyplot
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    array = np.array(canvas.buffer_rgba())
    if close:
        pyplot.close(figure)
    return array


def text(proto, tag, string):
    """Return text, which TensorBoard shows as Markdown."""
    from tensorboard.compat.proto.tensor_pb2 import TensorProto
    from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto
    from tensorboard.compat.proto.types_pb2 import DT_STRING
    from tensorboard.plugins.text.metadata import create_summary_metadata
    return proto.Summary.Value(
        tag=f"{tag}/text_summary", metadata=create_summary_metadata(display_name="", description=""),
        tensor=TensorProto(dtype=DT_STRING, string_val=[string.encode()],
                           tensor_shape=TensorShapeProto(dim=[TensorShapeProto.Dim(size=1)])))


def hyperparameters(settings, metrics, domains, run):
    """Return the Summaries for TensorBoard's table: its columns, and the row of one run."""
    from tensorboard.plugins.hparams import api_pb2, plugin_data_pb2, summary_v2 as table
    kinds = {bool: api_pb2.DATA_TYPE_BOOL, str: api_pb2.DATA_TYPE_STRING}
    columns = [table.HParam(name, table.Discrete(domains[name]) if name in domains else None) for name in settings]
    head = table.hparams_config_pb(columns, [table.Metric(name) for name in metrics])
    inside = head.value[0].metadata.plugin_data
    data = plugin_data_pb2.HParamsPluginData.FromString(inside.content)
    for info in data.experiment.hparam_infos:            # without a domain, TensorBoard does not know the type
        info.type = kinds.get(type(settings[info.name]), api_pb2.DATA_TYPE_FLOAT64)
    inside.content = data.SerializeToString()
    return head, table.hparams_pb(settings, trial_id=run)
