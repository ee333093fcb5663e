"""Boxes in pictures: areas, overlaps and which to keep, with numbers worked out by hand."""

import pytest

import minitorch as mt
from minitorch.vision import ops

SQUARE, HALF_BESIDE, FAR, WIDE = [0., 0, 2, 2], [1., 0, 3, 2], [4., 4, 5, 6], [0., 0, 4, 2]
BOXES = mt.tensor([SQUARE, HALF_BESIDE, FAR, WIDE])


def test_overlaps_are_parts_of_the_union():
    assert ops.box_area(BOXES).tolist() == [4, 4, 2, 8]
    assert mt.allclose(ops.box_iou(BOXES[:1], BOXES), mt.tensor([[1, 2 / 6, 0, 4 / 8]]))
    assert ops.box_iou(BOXES[:0], BOXES).shape == (0, 4)
    assert mt.equal(ops.box_iou(BOXES.int(), BOXES.int()), ops.box_iou(BOXES, BOXES))


def test_the_generalized_iou_falls_with_the_distance():
    """The box around SQUARE and FAR is 5 × 6: 24 of its 30 are covered by neither, and so on."""
    expected = mt.tensor([[1, 2 / 6, -24 / 30, 4 / 8]])
    assert mt.allclose(ops.generalized_box_iou(BOXES[:1], BOXES), expected)


def test_the_gradient_of_the_generalized_iou_moves_a_distant_box_to_its_target():
    box = mt.tensor([[5., 5, 6, 6]], requires_grad=True)
    for _ in range(300):
        (grad,) = mt.autograd.grad(1 - ops.generalized_box_iou(box, BOXES[:1]).sum(), box)
        box = (box - 0.05 * grad.sign()).detach().requires_grad_()
    assert ops.box_iou(box, BOXES[:1]).item() > 0.8


@pytest.mark.parametrize("threshold, kept", [(0.3, [1, 2]), (0.4, [1, 2, 0]), (0.5, [1, 2, 3, 0])])
def test_what_overlaps_a_better_box_is_dropped(threshold, kept):
    scores = mt.tensor([0.1, 0.9, 0.5, 0.3])
    assert ops.nms(BOXES, scores, threshold).tolist() == kept
    assert ops.nms(BOXES[:0], scores[:0], threshold).tolist() == []


def test_classes_do_not_suppress_each_other():
    scores, classes = mt.tensor([0.1, 0.9, 0.5, 0.3]), mt.tensor([0, 1, 0, 0])
    assert ops.batched_nms(BOXES, scores, classes, 0.3).tolist() == [1, 2, 3]
    assert ops.batched_nms(BOXES[:0], scores[:0], classes[:0], 0.3).tolist() == []


@pytest.mark.parametrize("kind, written", [("xywh", [1., 2, 4, 6]), ("cxcywh", [3., 5, 4, 6])])
def test_boxes_are_written_in_three_ways(kind, written):
    corners = mt.tensor([[1., 2, 5, 8]])
    assert ops.box_convert(corners, "xyxy", kind).tolist() == [written]
    assert mt.equal(ops.box_convert(mt.tensor([written]), kind, "xyxy"), corners)
    assert ops.box_convert(corners, kind, kind).tolist() == corners.tolist()
    with pytest.raises(ValueError, match="not from 'yx' to 'xyxy'"):
        ops.box_convert(corners, "yx", "xyxy")


def test_boxes_are_cut_at_the_edges_and_small_ones_dropped():
    boxes = mt.tensor([[-1., 2, 5, 8], [3, 3, 4, 3.5]])
    assert ops.clip_boxes_to_image(boxes, (6, 4)).tolist() == [[0, 2, 4, 6], [3, 3, 4, 3.5]]
    assert ops.remove_small_boxes(boxes, 1.0).tolist() == [0]
