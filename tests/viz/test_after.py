"""After training: confusion, mistakes, filters, activations, attention and the moving boundary say what is so."""

import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.viz import activations, attention, boundary, confusion, filters, mistakes

SVG = "{http://www.w3.org/2000/svg}"


class Reader(nn.Module):
    """Scores that stand in the image's first row."""

    def forward(self, images):
        assert not self.training
        return images.reshape(len(images), -1)[:, :3]


def loader():
    images = mt.zeros(6, 1, 3, 3)
    scores = [[5, 0, 0], [0, 4, 0], [0, 0, 3], [0, 9, 0], [2, 0, 0], [0, 0, 1]]
    images[:, 0, 0] = mt.tensor(scores).float()
    targets = mt.tensor([0, 1, 2, 0, 1, 1])                 # the last three are wrong, by 9, 2 and 1
    return [(images[:4], targets[:4]), (images[4:], targets[4:])]


def test_confusion_counts_and_says_the_commonest():
    model = Reader()
    found = confusion(model, loader(), ["a", "b", "c"])
    assert repr(found) == """\
3 of 6 right (50.0%); true class down, predicted across
      a  b  c
   a  1  1  ·
   b  1  1  1
   c  ·  ·  1
most often: a taken for b (1), b taken for a (1), b taken for c (1)"""
    assert model.training
    picture = xml.fromstring(found.svg())
    numbers = [e.text for e in picture.iter(f"{SVG}text") if (e.text or "").isdigit()]
    assert numbers == ["1"] * 6


def test_confusion_of_bare_numbers_and_of_no_mistakes():
    found = confusion([1, 1, 0], mt.tensor([1, 1, 0]))
    assert found.matrix.tolist() == [[1, 0], [0, 2]] and "most often" not in found.text()


def test_mistakes_come_worst_first_with_their_images():
    found = mistakes(Reader(), loader(), count=2)
    assert repr(found) == """\
3 of 6 wrong, the largest loss first:
    image 3: 0, taken for 1 (loss 9, 100% sure)
    image 4: 1, taken for 0 (loss 2.2, 79% sure)"""
    assert found.worst[0]["loss"] == pytest.approx(9 + np.log(1 + 2 * np.exp(-9)), rel=1e-5)
    picture = xml.fromstring(found.svg())
    assert len([*picture.iter(f"{SVG}image")]) == 2
    assert mistakes(Reader(), loader()[:1], names="xyz").text().endswith("image 3: x, taken for y (loss 9, 100% sure)")


def test_no_mistakes_are_told_too():
    images, targets = loader()[0]
    found = mistakes(Reader(), [(images[:3], targets[:3])])
    assert repr(found) == "0 of 3 wrong" and "0 of 3 wrong" in found.svg()


def test_filters_of_a_model_are_those_of_its_first_layer():
    model = nn.Sequential(nn.Flatten(), nn.Linear(16, 5), nn.ReLU(), nn.Linear(5, 2))
    found = filters(model)
    picture = xml.fromstring(found.svg())
    assert len([*picture.iter(f"{SVG}image")]) == 5
    weight = model[1].weight.detach().numpy()
    assert repr(found) == f"5 filters, each 4 × 4, weights from {weight.min():.3g} to {weight.max():.3g}"
    assert repr(filters(nn.Conv2d(3, 40, 3))).startswith("40 filters, the first 32 drawn, each 3 × 3 × 3")
    assert filters(nn.Linear(6, 2), shape=(2, 3)).said[0].startswith("2 filters, each 2 × 3")


def test_activations_are_drawn_layer_by_layer():
    model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(36, 3))
    image = mt.randn(1, 5, 5)
    found = activations(model, image)
    lines = repr(found).splitlines()
    assert [line.partition(":")[0] for line in lines] == ["input (1, 5, 5)", "0 Conv2d (4, 3, 3)", "1 ReLU (4, 3, 3)",
                                                          "2 Flatten (36,)", "3 Linear (3,)"]
    assert lines[-1].endswith(f"most at {model(image[None])[0].argmax().item()}")
    share = np.mean(mt.relu(model[0](image[None])).detach().numpy() == 0)
    assert f"{share:.0%} are 0" in lines[2]
    picture = xml.fromstring(found.svg())
    assert len([*picture.iter(f"{SVG}image")]) == 1 + 4 + 4


def test_activations_of_a_models_parts():
    model = nn.Sequential(nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU()), nn.Flatten())
    lines = repr(activations(model, mt.randn(1, 5, 5), depth=1)).splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == ["0 Sequential (4, 3, 3)", "1 Flatten (36,)"]


def test_attention_of_what_is_not_seen_has_a_colour_of_its_own():
    seen, hidden = (attention([[0.5, 0.5], [1 - x, x]]).svg() for x in (0.1, 0.0))
    assert "not seen" in hidden and "not seen" not in seen


def test_attention_maps_by_head():
    layer = nn.MultiheadAttention(4, 2, batch_first=True)
    x = mt.randn(1, 3, 4)
    weights = layer(x, x, x, average_attn_weights=False)[1]
    found = attention(weights, ["the", "cat", "<sat>"])
    rows = [[float(n) for n in re.findall(r"\d\.\d\d", line)] for line in repr(found).splitlines() if "looks" in line]
    assert len(rows) == 6 and all(sum(row) == pytest.approx(1, abs=0.02) and row == sorted(row)[::-1] for row in rows)
    picture = xml.fromstring(found.svg())
    assert [e.text for e in picture.iter(f"{SVG}text")].count("<sat>") == 4
    said = [e.text for e in picture.iter(f"{SVG}title")]
    assert said[1] == f"the looks at cat: {float(weights[0, 0, 0, 1]):.2f}" and len(said) == 2 * 9
    title, = [e for e in picture.iter(f"{SVG}text") if e.text == "head 1"]
    names = [e.attrib["transform"] for e in picture.iter(f"{SVG}g") if "rotate" in e.attrib.get("transform", "")]
    assert all(float(title.attrib["y"]) < float(re.match(r"translate\(\S+ (\S+)\)", at)[1]) - 20 for at in names[:3])


def circle():
    points = np.array([[0.0, 0.0], [0.2, 0.1], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]])
    return points, np.array([0, 0, 1, 1, 1, 1])


class Outside(nn.Module):
    """Class 1 beyond a radius."""

    def __init__(self, radius):
        super().__init__()
        self.radius = nn.Parameter(mt.tensor(radius))

    def forward(self, x):
        return (x ** 2).sum(1) - self.radius ** 2


def test_the_boundary_is_where_the_classes_part():
    points, targets = circle()
    model = Outside(1.0)
    found = boundary(model, points, targets)
    assert repr(found).startswith("no boundary yet")
    found({"epoch": 1, "loss": 0.5})
    with mt.no_grad():
        model.radius.fill_(3.0)
    found("wide")
    assert repr(found) == """\
epoch 1: 0 of 6 points on the wrong side; of the plane: class 0 11%, class 1 89%
wide: 4 of 6 points on the wrong side; of the plane: class 0 92%, class 1 8%"""
    _, classes, sure, _ = found.taken[0]
    x, y = np.meshgrid(found.x, found.y)
    assert np.array_equal(classes == 1, x ** 2 + y ** 2 > 1)
    assert sure[abs(x ** 2 + y ** 2 - 1) < 0.05].max() < 0.05 and 0 <= sure.min() and sure.max() <= 1


def test_the_boundarys_slider_walks_through_the_snapshots(capsys):
    pytest.importorskip("ipywidgets")
    pytest.importorskip("matplotlib")
    points, targets = circle()
    model = Outside(1.0)
    found = boundary(model, points, targets)
    found()
    found.widget()
    with mt.no_grad():
        model.radius.fill_(3.0)
    found()
    bundle = found._repr_mimebundle_()                      # a new slider: there are more snapshots now
    assert found.slider.max == 1 and found.slider.value == 1
    xml.fromstring(bundle["image/svg+xml"])
    before = found.picture.value
    found.go(0)
    assert found.picture.value != before and capsys.readouterr().out.startswith("1: 0 of 6")


@pytest.mark.parametrize("ask, said", [
    (lambda: boundary(Reader(), np.zeros((3, 4)), [0, 1, 0]), r"points \(N, 2\) and as many targets, not \(3, 4\)"),
    (lambda: confusion(Reader(), []), "gave no batch"),
    (lambda: confusion([0, 1], [0]), "as many predicted as true classes, not 2 and 1"),
    (lambda: confusion([0, 1], [0, -1]), "class -1 among the targets"),
    (lambda: confusion([0, 1], [0, 1], ["a", "b", "c", "d"]).names[4], "list index"),
    (lambda: filters(nn.ReLU()), "no linear or two-dimensional convolution layer in ReLU"),
    (lambda: filters(nn.Linear(7, 2)), r"7 weights a unit are no image \(3, 3\); say shape"),
    (lambda: filters(mt.ones(3)), r"not \(3,\)"),
    (lambda: attention(mt.ones(2, 3), ["a"]), "needs 2 queries and 3 keys, not 1 and 3"),
    (lambda: attention(mt.ones(3)), r"not \(3,\)"),
    (lambda: mistakes(Reader(), [(mt.eye(3), mt.tensor([1, 0, 0]))]).svg(), r"an image is drawn from \(H, W\)"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_cannot_be_shown_is_said(ask, said):
    with pytest.raises((ValueError, IndexError), match=said):
        ask()
