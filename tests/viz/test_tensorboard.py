"""What SummaryWriter writes, TensorBoard's own reader reads back; and it is what PyTorch's writes."""

import io
import os
import sys

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.utils.tensorboard import SummaryWriter

pytestmark = [pytest.mark.needs("tensorboard"), pytest.mark.host,
              pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture
def writer(tmp_path):
    with SummaryWriter(tmp_path / "run") as writer:
        yield writer


def read(folder, close=None):
    """What TensorBoard finds in a folder, nothing left out."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    if close is not None:
        close.close()
    return EventAccumulator(str(folder), size_guidance=dict.fromkeys(
        ("scalars", "images", "histograms", "tensors", "compressedHistograms"), 0)).Reload()


def pixels(found):
    from PIL import Image
    return np.asarray(Image.open(io.BytesIO(found.encoded_image_string)))


def test_scalars_are_read_back(writer):
    for step, value in enumerate([mt.tensor(2.5, requires_grad=True), 1, np.float64(0.5), mt.tensor([-3.0])]):
        writer.add_scalar("loss", value, step, walltime=100 + step)
    found = read(writer.log_dir, writer).Scalars("loss")
    assert [(point.step, point.value, point.wall_time) for point in found] == [
        (0, 2.5, 100), (1, 1, 101), (2, 0.5, 102), (3, -3, 103)]


def test_several_curves_of_one_picture_stand_in_folders_side_by_side(writer):
    writer.add_scalars("loss/both", {"train": 1.0, "test": mt.tensor(2.0)}, 7)
    writer.close()
    for name, value in (("train", 1), ("test", 2)):
        point, = read(os.path.join(writer.log_dir, f"loss_both_{name}")).Scalars("loss/both")
        assert (point.step, point.value) == (7, value)


def test_a_histogram_is_read_back(writer):
    values = mt.tensor([-1.0, 0.0, 0.5, 0.5, 2.0])
    writer.add_histogram("weights", values, 3)
    writer.add_histogram("bins", values, 3, bins=4, max_bins=2)
    writer.add_histogram_raw("raw", 0, 2, 3, 3, 5, [1, 2], [1, 2], 3)
    events = read(writer.log_dir, writer)
    found, = events.Histograms("weights")
    histogram = found.histogram_value
    assert (found.step, histogram.min, histogram.max, histogram.num) == (3, -1, 2, 5)
    assert (histogram.sum, histogram.sum_squares) == (2, 5.5)
    limits, counts = np.array(histogram.bucket_limit), np.array(histogram.bucket)
    assert len(limits) == len(counts) and (np.diff(limits) > 0).all()
    for value, count in ((-1.0, 1), (0.0, 1), (0.5, 2), (2.0, 1)):
        assert counts[np.searchsorted(limits, value, side="right")] == count
    assert list(events.Histograms("bins")[0].histogram_value.bucket) == [0, 2, 3]
    assert list(events.Histograms("raw")[0].histogram_value.bucket) == [1, 2]


@pytest.mark.parametrize("shape, formats", [
    ((3, 4, 5), "CHW"), ((1, 4, 5), "CHW"), ((4, 5), "HW"), ((5, 4), "WH"), ((4, 5, 3), "HWC"), ((4, 5, 4), "HWC"),
    ((9, 3, 4, 5), "NCHW"), ((2, 4, 5, 1), "NHWC")])
@pytest.mark.parametrize("kind", ["float32", "uint8"])
def test_pictures_are_pytorchs(shape, formats, kind, writer, torch, tmp_path):
    from torch.utils.tensorboard import SummaryWriter as Theirs
    array = np.random.rand(*shape) * (255 if kind == "uint8" else 1.1)
    array = array.astype(kind)
    writer.add_image("picture", mt.tensor(array), 2, dataformats=formats)
    with Theirs(tmp_path / "theirs") as theirs:
        theirs.add_image("picture", torch.tensor(array), 2, dataformats=formats)
    mine, other = (read(folder).Images("picture")[0] for folder in (close(writer), tmp_path / "theirs"))
    assert (mine.step, mine.height, mine.width) == (2, other.height, other.width)
    assert (pixels(mine) == pixels(other)).all()


def close(writer):
    writer.close()
    return writer.log_dir


def test_numbers_and_histograms_are_pytorchs(writer, torch, tmp_path):
    from torch.utils.tensorboard import SummaryWriter as Theirs
    values = np.random.randn(1000)
    with Theirs(tmp_path / "theirs") as theirs:
        for each in (writer, theirs):
            each.add_histogram("default", values, 1)
            each.add_histogram("counted", values, 1, bins=20)
            each.add_text("note", "**loss** fell", 4)
            each.add_scalar("loss", 1 / 3, 5)
    mine, other = read(writer.log_dir, writer), read(tmp_path / "theirs")
    assert mine.Tags()["scalars"] == other.Tags()["scalars"] and mine.Tags()["tensors"] == other.Tags()["tensors"]
    assert mine.Scalars("loss")[0].value == other.Scalars("loss")[0].value
    for tag in ("default", "counted"):
        a, b = (events.Histograms(tag)[0].histogram_value for events in (mine, other))
        np.testing.assert_allclose(a.bucket_limit, b.bucket_limit)
        np.testing.assert_allclose(a.bucket, b.bucket)
        np.testing.assert_allclose((a.min, a.max, a.num, a.sum, a.sum_squares), (b.min, b.max, b.num, b.sum,
                                                                                   b.sum_squares))


def test_text_is_read_back(writer):
    writer.add_text("note", "**größer**", 4)
    found, = read(writer.log_dir, writer).Tensors("note/text_summary")
    assert found.step == 4 and found.tensor_proto.string_val[0].decode() == "**größer**"


def test_figures_are_read_back(writer):
    pyplot = pytest.importorskip("matplotlib.pyplot", reason="needs Matplotlib")
    figure = pyplot.figure(figsize=(2, 1), dpi=50, facecolor="red")
    writer.add_figure("one", figure, 1, close=False)
    assert pyplot.fignum_exists(figure.number)
    writer.add_figure("two", [figure, figure], 1)
    assert not pyplot.fignum_exists(figure.number)
    events = read(writer.log_dir, writer)
    assert pixels(events.Images("one")[0]).shape == (50, 100, 4)
    assert tuple(pixels(events.Images("two")[0])[0, 150]) == (255, 0, 0, 255)


def test_hyperparameters_are_read_back(writer):
    from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData
    writer.add_hparams({"lr": 0.1, "batch": 32, "name": "adam", "nesterov": True}, {"accuracy": 0.75},
                       {"batch": [32, 64]}, run_name="trial")
    writer.close()
    events = read(os.path.join(writer.log_dir, "trial"))
    assert events.Scalars("accuracy")[0].value == 0.75
    parts = events.PluginTagToContent("hparams")
    start = HParamsPluginData.FromString(parts["_hparams_/session_start_info"]).session_start_info
    assert start.hparams["lr"].number_value == 0.1 and start.hparams["name"].string_value == "adam"
    assert start.hparams["nesterov"].bool_value
    experiment = HParamsPluginData.FromString(parts["_hparams_/experiment"]).experiment
    assert {info.name: info.type for info in experiment.hparam_infos} == {     # 1 text, 2 bool, 3 number
        "lr": 3, "batch": 3, "name": 1, "nesterov": 2}
    assert [value for info in experiment.hparam_infos for value in info.domain_discrete] == [32, 64]
    with pytest.raises(TypeError, match="should be dictionary"):
        writer.add_hparams([], {})


def test_after_close_a_new_file_begins_and_flush_writes_at_once(writer):
    writer.add_scalar("loss", 1, 0)
    writer.flush()
    assert len(read(writer.log_dir).Scalars("loss")) == 1
    writer.close()
    with SummaryWriter(writer.log_dir, filename_suffix=".more", purge_step=1) as again:
        again.add_scalar("loss", 2, 1)
    assert [point.value for point in read(writer.log_dir).Scalars("loss")] == [1, 2]
    assert any(name.endswith(".more") for name in os.listdir(writer.log_dir))


def test_without_a_folder_the_run_is_named_by_time_and_comment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with SummaryWriter(comment="_lr0.1") as writer:
        assert writer.get_logdir().startswith("runs" + os.sep) and writer.get_logdir().endswith("_lr0.1")
    assert os.listdir(tmp_path / "runs")


@pytest.mark.parametrize("call, kind, text", [
    (lambda w: w.add_scalar("loss", mt.ones(3)), AssertionError, r"'loss' needs one number for each step.*\(3,\)"),
    (lambda w: w.add_histogram("h", mt.ones(0)), ValueError, "The histogram is empty: 'h'"),
    (lambda w: w.add_histogram("h", mt.tensor([1, mt.nan])), ValueError, "1 values that are inf or nan"),
    (lambda w: w.add_histogram_raw("h", 0, 1, 1, 1, 1, [1], [1, 2]), ValueError, "1 and 2"),
    (lambda w: w.add_image("i", mt.ones(2, 2)), AssertionError, r"\(2, 2\), and dataformats='CHW' names 3"),
    (lambda w: w.add_image("i", mt.ones(5, 2, 2)), ValueError, "5 channels"),
    (lambda w: w.add_image("i", mt.ones(3, 2, 2), dataformats="CHX"), ValueError, "not 'CHX'"),
    (lambda w: w.add_graph(nn.ReLU()), ValueError, "give it an input"),
    (lambda w: w.add_video, AttributeError, "add_video is left out: add_images"),
    (lambda w: w.add_scala, AttributeError, "no 'add_scala'")])
def test_errors_say_what_was_wrong(writer, call, kind, text):
    with pytest.raises(kind, match=text):
        call(writer)


def test_without_tensorboard_the_error_names_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "tensorboard.compat.proto", None)
    with pytest.raises(ImportError, match="pip install tensorboard .minitorch's extra `tensorboard`"):
        SummaryWriter(tmp_path / "run")
    assert not os.listdir(tmp_path)
