"""Losses say what does not fit, and tell of slips that would give a number all the same."""

import pytest

import minitorch as mt
from minitorch import nn

F = nn.functional
SCORES = mt.tensor([[2.0, -1.0, 0.5], [0.1, 0.2, 3.0]])
LABELS = mt.tensor([0, 2])


@pytest.mark.parametrize(("call", "kind", "text"), [
    (lambda: F.cross_entropy(SCORES, mt.tensor([0.0, 2.0])), RuntimeError,
     "cross_entropy: expected scalar type Long but found Float: a target of (2,) for scores of (2, 3) holds class "
     "numbers, which are integers. Convert with target.long(), or give probabilities of shape (2, 3)."),
    (lambda: F.cross_entropy(LABELS, SCORES), RuntimeError, "Are the two the wrong way round? Scores come first."),
    (lambda: F.cross_entropy(SCORES, mt.tensor([[0], [2]])), RuntimeError,
     "the target must be (2,), one class number a sample. 0D or 1D target tensor expected, multi-target not "
     "supported: drop the last dimension by target.squeeze(1)."),
    (lambda: F.cross_entropy(SCORES, mt.tensor([[1, 0, 0], [0, 0, 1]])), RuntimeError,
     "From one-hot rows, make labels by target.argmax(1), or probabilities by target.float(): Expected floating point"),
    (lambda: F.cross_entropy(SCORES, mt.tensor([0, 1, 2])), ValueError,
     "Expected input batch_size (2) to match target batch_size (3)."),
    (lambda: F.cross_entropy(SCORES, mt.tensor([0, 3])), IndexError,
     "Target 3 is out of bounds: the label at position 1 names none of the 3 classes, which are numbered from 0 to 2."),
    (lambda: F.cross_entropy(SCORES, mt.tensor([-1, 0])), IndexError, "Target -1 is out of bounds: the label at pos"),
    (lambda: F.nll_loss(SCORES, mt.tensor([0.0, 1.0])), RuntimeError, "nll_loss: expected scalar type Long but found"),
    (lambda: F.mse_loss(mt.ones(4, 3), mt.ones(4, 3, 2).sum(2).T), RuntimeError,
     "mse_loss cannot join (4, 3) and (3, 4): The size of tensor a (3) must match the size of tensor b (4) at"),
    (lambda: F.binary_cross_entropy_with_logits(mt.ones(4, 1), mt.ones(4)), ValueError,
     "Target size ([4]) must be the same as input size ([4, 1]). Add a missing dimension by target.unsqueeze(1)"),
    (lambda: F.binary_cross_entropy_with_logits(mt.ones(4), mt.ones(4, dtype=mt.int64)), RuntimeError,
     "Found dtype Long but expected Float: "
     "a target holds probabilities, floats like the input's, not minitorch.int64. Convert with target.float()."),
    (lambda: F.binary_cross_entropy(mt.tensor([2.0, -1.0]), mt.ones(2)), RuntimeError,
     "all elements of input should be between 0 and 1; they are from -1 to 2. Apply sigmoid, or use binary_cr"),
    (lambda: F.embedding(mt.tensor([1, 5]), mt.ones(5, 2)), IndexError,
     "index out of range in self: index 5 at position 1 names none of the 5 rows"),
    (lambda: F.embedding(mt.tensor([1.0]), mt.ones(5, 2)), RuntimeError, "Convert with index.long()."),
    (lambda: nn.CrossEntropyLoss(weight=mt.ones(2))(SCORES, LABELS), RuntimeError,
     "weight tensor should be defined either for all 3 classes"),
])
@pytest.mark.filterwarnings("ignore:Using a target size")
def test_a_loss_that_cannot_be_computed_says_what_was_needed(call, kind, text):
    with pytest.raises(kind) as raised:
        call()
    assert text in str(raised.value)
    assert "(test_losses.py, line " in str(raised.value)


def told(call):
    with pytest.warns(UserWarning) as said:
        call()
    assert len(said) == 1 and said[0].filename == __file__
    return str(said[0].message)


def rows(scores):
    """softmax by hand, so that no op is called softmax."""
    powers = scores.exp()
    return powers / powers.sum(1, keepdim=True)


@pytest.mark.parametrize("scores", [
    lambda: F.softmax(SCORES, dim=1), lambda: rows(SCORES), lambda: F.softmax(SCORES.clone().requires_grad_(), dim=1),
    lambda: nn.Softmax(dim=1)(SCORES), lambda: F.softmax(SCORES.half(), 1)])
def test_scores_that_went_through_softmax_are_told_of(scores):
    text = told(lambda: F.cross_entropy(scores(), LABELS))
    assert text.startswith("cross_entropy was given rows that are non-negative and sum to 1, as after softmax.")
    assert "give it the scores as the last layer leaves them" in text
    assert told(lambda: nn.CrossEntropyLoss()(scores(), LABELS)) == text


def test_probabilities_given_to_losses_of_logarithms_are_told_of():
    w = SCORES.clone().requires_grad_()
    assert "use log_softmax instead of softmax" in told(lambda: F.nll_loss(F.softmax(w, 1), LABELS))
    assert "applies sigmoid itself" in told(lambda: nn.BCEWithLogitsLoss()(mt.sigmoid(w), mt.ones(2, 3)))


@pytest.mark.parametrize("call", [
    lambda: F.cross_entropy(SCORES, LABELS), lambda: F.cross_entropy(mt.zeros(2, 3), LABELS),
    lambda: F.cross_entropy(mt.ones(2, 3), LABELS),
    lambda: F.cross_entropy(mt.tensor([[0.5, 0.5], [3.0, 0.0]]), mt.tensor([0, 1])),
    lambda: F.cross_entropy(mt.ones(2, 1), mt.tensor([0, 0])),
    lambda: F.cross_entropy(F.log_softmax(SCORES, 1), LABELS), lambda: F.nll_loss(F.log_softmax(SCORES, 1), LABELS),
    lambda: F.mse_loss(mt.ones(2, 1), mt.ones(2, 1)),
    lambda: F.cross_entropy(mt.tensor([[0.4, 0.9, -0.3], [0.1, 0.2, 0.7]]), LABELS)])
@pytest.mark.filterwarnings("error")
def test_what_is_right_is_not_told_of(call):
    call()


@pytest.mark.parametrize("loss", [F.mse_loss, F.l1_loss, F.smooth_l1_loss, nn.MSELoss(), nn.HuberLoss()])
def test_a_column_against_a_row_is_told_of_with_the_line_that_mends_it(loss):
    text = told(lambda: loss(mt.ones(4, 1), mt.ones(4)))
    assert text.startswith("Using a target size ([4]) that is different to the input size ([4, 1]) in ")
    assert "broadcast, so each is compared with each" in text and text.endswith("size: target.reshape([4, 1]).")
    assert "target.expand_as(input)" in told(lambda: loss(mt.ones(4, 3), mt.ones(3)))
