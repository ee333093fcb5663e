"""What add_embedding writes, TensorBoard's projector serves; and it is what PyTorch's SummaryWriter writes."""

import io
import os

import numpy as np
import pytest

import minitorch as mt
from minitorch.utils.tensorboard import SummaryWriter

pytestmark = [pytest.mark.needs("tensorboard"), pytest.mark.host,
              pytest.mark.filterwarnings("ignore::DeprecationWarning")]
POINTS = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)
PICTURES = np.random.default_rng(1).random((5, 3, 4, 6)).astype(np.float32)


@pytest.fixture
def folder(tmp_path):
    return write(SummaryWriter, mt.tensor, tmp_path / "run")


def write(writer, tensor, folder):
    """Three sets of points: with labels and pictures, with labels of two columns, and bare."""
    with writer(folder) as w:
        w.add_embedding(tensor(POINTS), list("abcde"), tensor(PICTURES), 2, "layer/1")
        w.add_embedding(tensor(POINTS), [["x", i] for i in range(5)], metadata_header=["kind", "number"])
        w.add_embedding(POINTS, tag="bare", global_step=11)
    return folder


@pytest.fixture
def ask(folder):
    """ask(route, **query): the answer of the projector's own routes."""
    from tensorboard.plugins.base_plugin import TBContext
    from tensorboard.plugins.projector.projector_plugin import ProjectorPlugin
    from werkzeug.test import Client
    routes = ProjectorPlugin(TBContext(logdir=str(folder))).get_plugin_apps()

    def answer(route, **query):
        found = Client(routes[route]).get(route, query_string=query)
        assert found.status_code == 200
        return found
    return answer


def test_the_projector_serves_points_labels_and_pictures(ask):
    from PIL import Image
    assert ask("/runs").get_json() == ["."]
    first, second, bare = ask("/info", run=".").get_json()["embeddings"]
    assert [one["tensorName"] for one in (first, second, bare)] == ["layer/1:00002", "default:00000", "bare:00011"]
    assert first["tensorShape"] == [5, 3] and first["sprite"]["singleImageDim"] == [6, 4]
    points = np.frombuffer(ask("/tensor", run=".", name="layer/1:00002").data, np.float32)
    assert (points.reshape(5, 3) == POINTS).all()
    assert ask("/metadata", run=".", name="layer/1:00002").text.split() == list("abcde")
    assert ask("/metadata", run=".", name="default:00000").text.splitlines()[:2] == ["kind\tnumber", "x\t0"]
    sheet = np.asarray(Image.open(io.BytesIO(ask("/sprite_image", run=".", name="layer/1:00002").data)))
    assert sheet.shape == (18, 18, 3)
    assert (sheet[4:8, :6] == (PICTURES[3] * 255).astype(np.uint8).transpose(1, 2, 0)).all()


def test_the_files_are_pytorchs(folder, tmp_path, torch):
    from PIL import Image
    from torch.utils.tensorboard import SummaryWriter as Theirs
    theirs = write(Theirs, torch.tensor, tmp_path / "theirs")
    names = ["projector_config.pbtxt", "00002/layer%2f1/tensors.tsv", "00002/layer%2f1/metadata.tsv",
             "00000/default/metadata.tsv", "00011/bare/tensors.tsv"]
    for name in names:
        assert (folder / name).read_text() == (theirs / name).read_text()
    ours, other = (np.asarray(Image.open(place / "00002/layer%2f1/sprite.png")) for place in (folder, theirs))
    assert (ours == other).all()
    assert not [name for name in os.listdir(folder) if name.endswith(".part")]


def test_a_label_with_a_line_break_stays_on_its_line(tmp_path):
    with SummaryWriter(tmp_path) as writer:
        writer.add_embedding(POINTS, ["a\nb", "c\td", 3, 4, 5])
    assert (tmp_path / "00000/default/metadata.tsv").read_text() == "a b\nc d\n3\n4\n5\n"


@pytest.mark.parametrize("given, kind, text", [
    ({"mat": mt.ones(3)}, AssertionError, r"mat should be 2D.*\(3,\)"),
    ({"metadata": ["a"]}, AssertionError, "#labels should equal with #data points: 1 and 5"),
    ({"metadata": [["a"]] * 5, "metadata_header": ["a", "b"]}, ValueError, r"header has 2, and there is a row \['a'\]"),
    ({"label_img": PICTURES[:2]}, AssertionError, "#images should equal with #data points: 2 and 5"),
    ({"label_img": PICTURES[0]}, ValueError, r"must be \(N, C, H, W\)"),
    ({"label_img": np.zeros((5, 1, 10, 4000))}, ValueError, "need one of 12000 × 12000")])
def test_errors_say_what_was_wrong_and_nothing_is_written(tmp_path, given, kind, text):
    with SummaryWriter(tmp_path) as writer, pytest.raises(kind, match=text):
        writer.add_embedding(**({"mat": POINTS} | given))
    assert not (tmp_path / "projector_config.pbtxt").exists()
