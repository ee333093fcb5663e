"""Losses: PyTorch's numbers and gradients for every setting, and words for every slip."""

import math

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F
from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck


def scores(*shape):
    return np.random.default_rng(0).standard_normal(shape)


def labels(*shape, classes=4):
    return np.random.default_rng(1).integers(0, classes, shape)


def chances(*shape):
    raw = np.exp(scores(*shape) * 2)
    return raw / raw.sum(1, keepdims=True)


IGNORED = np.array([1, -100, 3, 0, -100])
WEIGHT = np.array([0.5, 2.0, 1.0, 0.1])
YES_NO = np.array([[0.0, 1.0], [1.0, 0.0], [0.3, 0.7]])
# name, input, target, settings (arrays among them become tensors)
LOSSES = [
    ("cross_entropy", scores(5, 4), labels(5), {}),
    ("cross_entropy", scores(4), np.array(2), {}),
    ("cross_entropy", scores(4), np.array(2), {"reduction": "none", "label_smoothing": 0.1}),
    ("cross_entropy", scores(5, 4), IGNORED, {}),
    ("cross_entropy", scores(5, 4), labels(5), {"ignore_index": 3}),
    ("cross_entropy", scores(5, 4), IGNORED, {"weight": WEIGHT, "label_smoothing": 0.2}),
    ("cross_entropy", scores(5, 4), IGNORED, {"weight": WEIGHT, "reduction": "sum", "label_smoothing": 0.2}),
    ("cross_entropy", scores(5, 4), IGNORED, {"reduction": "none", "label_smoothing": 0.2}),
    ("cross_entropy", scores(2, 4, 3), labels(2, 3), {"weight": WEIGHT}),
    ("cross_entropy", scores(2, 4, 3, 2), labels(2, 3, 2), {"label_smoothing": 0.1}),
    ("cross_entropy", scores(5, 4), chances(5, 4), {}),
    ("cross_entropy", scores(5, 4), chances(5, 4), {"weight": WEIGHT, "label_smoothing": 0.3}),
    ("cross_entropy", scores(2, 4, 3), chances(2, 4, 3), {"weight": WEIGHT}),
    ("cross_entropy", scores(5, 4) * 1e4, labels(5), {}),
    ("nll_loss", np.log(chances(5, 4)), labels(5), {"weight": WEIGHT}),
    ("nll_loss", np.log(chances(5, 4)), IGNORED, {"reduction": "sum"}),
    ("nll_loss", np.log(chances(2, 4, 3)), labels(2, 3), {"reduction": "none"}),
    ("mse_loss", scores(3, 2), labels(3, 2) * 1.0, {}),
    ("l1_loss", scores(3, 2), labels(3, 2) * 1.0, {}),
    ("smooth_l1_loss", scores(3, 2), labels(3, 2) * 1.0, {"beta": 0.5}),
    ("smooth_l1_loss", scores(3, 2), labels(3, 2) * 1.0, {"beta": 0}),
    ("huber_loss", scores(3, 2), labels(3, 2) * 1.0, {"delta": 0.5}),
    ("kl_div", np.log(chances(3, 4)), chances(3, 4)[::-1].copy(), {"reduction": "batchmean"}),
    ("kl_div", np.log(chances(3, 4)), np.log(chances(3, 4)[::-1]), {"log_target": True, "reduction": "sum"}),
    ("kl_div", np.log(chances(2, 2)), np.array([[0.0, 1.0], [0.5, 0.5]]), {"reduction": "none"}),
    ("binary_cross_entropy", chances(3, 2), YES_NO, {}),
    ("binary_cross_entropy", chances(3, 2), YES_NO, {"weight": np.array([1.0, 3.0])}),
    ("binary_cross_entropy", np.array([0.0, 1.0]), np.array([1.0, 1.0]), {"reduction": "none"}),
    ("binary_cross_entropy_with_logits", scores(3, 2) * 50, YES_NO, {}),
    ("binary_cross_entropy_with_logits", scores(3, 2), YES_NO,
     {"pos_weight": np.array([2.0, 0.5]), "weight": np.array([1.0, 3.0])}),
]


def with_tensors(library, settings):
    return {key: library.tensor(value) if isinstance(value, np.ndarray) else value for key, value in settings.items()}


def call(library, name, input, target, settings):
    """The loss, and the gradient of its sum."""
    settings = with_tensors(library, settings)
    x = library.tensor(input, requires_grad=True)
    loss = getattr(library.nn.functional, name)(x, library.tensor(target), **settings)
    loss.sum().backward()
    return loss.detach().numpy(), x.grad.numpy()


@pytest.mark.parametrize("name, input, target, settings", LOSSES)
def test_losses_and_their_gradients_equal_torchs(torch, name, input, target, settings):
    for found, expected in zip(call(mt, name, input, target, settings), call(torch, name, input, target, settings)):
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("name, input, target, settings", [
    line for line in LOSSES if line[0] not in ("l1_loss",) and abs(line[1]).max() < 100 and 0 not in line[1]])
def test_losses_have_first_and_second_derivatives(name, input, target, settings):
    settings = with_tensors(mt, settings)
    x = mt.tensor(input, requires_grad=True)
    assert gradcheck(lambda x: getattr(F, name)(x, mt.tensor(target), **settings), x)
    assert gradgradcheck(lambda x: getattr(F, name)(x, mt.tensor(target), **settings), x, atol=1e-4, fast_mode=True)


@pytest.mark.parametrize("classes", [3, 200])
@pytest.mark.parametrize("ignored", [False, True])
def test_scores_may_be_overwritten_after_cross_entropy(torch, classes, ignored):
    values, weights = 5 * scores(4, classes), scores(4, classes)
    found = []
    for library in (mt, torch):
        x = library.tensor(values, requires_grad=True)
        labels = library.tensor([0, 1, -100 if ignored else 0, 2])
        scaled = x * 2
        loss = library.nn.functional.cross_entropy(scaled, labels)
        scaled.zero_()
        slope, = library.autograd.grad(loss, x, create_graph=True)
        second, = library.autograd.grad((slope * library.tensor(weights)).sum(), x)
        found.append((slope.detach().numpy(), second.numpy()))
    for ours, theirs in zip(*found):
        np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-12)


def test_a_blind_guess_costs_the_logarithm_of_the_number_of_classes():
    assert nn.CrossEntropyLoss()(mt.zeros(3, 10), mt.tensor([0, 4, 9])).item() == pytest.approx(math.log(10))


def test_a_sure_and_right_answer_costs_nothing_and_a_wrong_one_what_it_was_sure_of():
    sure = mt.tensor([[1e4, 0.0], [0.0, 1e4]])
    assert F.cross_entropy(sure, mt.tensor([0, 1])).item() == 0
    assert F.cross_entropy(sure, mt.tensor([1, 0])).item() == 1e4


@pytest.mark.host
@pytest.mark.parametrize("module, name", [
    (nn.CrossEntropyLoss(weight=mt.tensor(WEIGHT), label_smoothing=0.1, reduction="sum"), "cross_entropy"),
    (nn.NLLLoss(ignore_index=2), "nll_loss")])
def test_a_loss_module_is_its_function_with_the_settings_kept(module, name):
    x, y = mt.tensor(scores(5, 4)), mt.tensor(labels(5))
    settings = {key: getattr(module, key) for key in ("weight", "ignore_index", "reduction", "label_smoothing")
                if hasattr(module, key)}
    assert module(x, y) == getattr(F, name)(x, y, **settings)


def test_the_weight_of_a_loss_moves_with_it():
    loss = nn.CrossEntropyLoss(weight=mt.ones(3))
    assert list(loss.state_dict()) == ["weight"] and loss.double().weight.dtype is mt.float64
    assert not list(nn.CrossEntropyLoss().state_dict())


REFUSALS = [
    (lambda: F.cross_entropy(mt.randn(4, 3), mt.tensor([0, 1, 3, 2])), F.TargetError,
     "Target 3 is out of bounds: the label at position 2 names none of the 3 classes, which are numbered from 0 to 2"),
    (lambda: F.cross_entropy(mt.randn(2, 3, 2), mt.tensor([[0, 1], [2, -1]])), F.TargetError,
     r"Target -1 is out of bounds: the label at position \(1, 1\)"),
    (lambda: F.cross_entropy(mt.randn(3), mt.tensor(5)), F.TargetError, "Target 5 is out of bounds"),
    (lambda: F.nll_loss(mt.randn(2, 3), mt.tensor([0, 7])), F.TargetError, "nll_loss: Target 7"),
    (lambda: F.cross_entropy(mt.randn(2, 300), mt.tensor([0, -1], dtype=mt.int8)), RuntimeError, "to be Long or Byte"),
    (lambda: F.cross_entropy(mt.randn(2, 300), mt.tensor([0, -1])), F.TargetError, "Target -1 is out"),
    (lambda: F.cross_entropy(mt.randn(4, 3), mt.tensor([0, 1])), ValueError,
     r"the target must be \(4,\).*Expected input batch_size \(4\) to match target batch_size \(2\)"),
    (lambda: F.cross_entropy(mt.randn(2, 3), mt.tensor([[0], [1]])), RuntimeError, r"target.squeeze\(1\)"),
    (lambda: F.cross_entropy(mt.randn(2, 3), mt.tensor([[0, 0, 1], [1, 0, 0]])), RuntimeError, r"target.argmax\(1\)"),
    (lambda: F.cross_entropy(mt.randn(2, 3), mt.tensor([0.0, 1.0])), RuntimeError,
     r"expected scalar type Long but found Float.*target.long\(\), or give probabilities of shape \(2, 3\)"),
    (lambda: F.cross_entropy(mt.randn(2, 3), mt.tensor([True, False])), RuntimeError, "a target holds integers"),
    (lambda: F.cross_entropy(mt.randn(2, 3), mt.tensor([0, 1]), weight=mt.ones(2)), RuntimeError, "all 3 classes"),
    (lambda: F.cross_entropy(mt.randn(2, 3), mt.tensor([0, 1]), reduction="avg"), ValueError, "'avg' is not a valid"),
    (lambda: F.binary_cross_entropy(mt.tensor([1.5]), mt.ones(1)), RuntimeError, "between 0 and 1.*Apply sigmoid"),
    (lambda: F.binary_cross_entropy_with_logits(mt.randn(3, 1), mt.ones(3)), ValueError,
     r"Target size \(\[3\]\) must be the same as input size \(\[3, 1\]\)"),
    (lambda: F.binary_cross_entropy(mt.tensor([0.5]), mt.tensor([1])), RuntimeError, r"Convert with target.float\(\)"),
]


@pytest.mark.parametrize("slip, kind, words", REFUSALS)
def test_slips_are_refused_with_what_was_needed_and_the_users_line(slip, kind, words):
    with pytest.raises(kind, match=f"(?s){words}") as caught:
        slip()
    if "reduction" not in words and "valid" not in words:
        assert "(test_loss.py, line" in str(caught.value)


def test_a_label_out_of_range_is_an_index_error_and_a_value_error():
    assert issubclass(F.TargetError, IndexError) and issubclass(F.TargetError, ValueError)


def test_a_target_of_another_size_is_warned_of():
    with pytest.warns(UserWarning, match=r"target size \(\[3\]\) that is different to the input size \(\[3, 1\]\)"):
        nn.MSELoss()(mt.zeros(3, 1), mt.zeros(3))
