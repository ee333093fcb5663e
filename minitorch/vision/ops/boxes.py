"""Boxes (N, 4) as corners x1, y1, x2, y2: areas, overlaps of pairs, and which of many overlapping boxes to keep."""

import numpy as np

from ...engine import no_grad
from ...ops.shape.copies import stack_function as stack
from ...tensors import from_numpy


def box_area(boxes):
    """Return width × height of each box: (..., 4) -> (...)."""
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def box_iou(boxes1, boxes2):
    """Return the intersection over union of each pair of boxes: (N, 4), (M, 4) -> (N, M)."""
    shared, union = shared_and_union(boxes1, boxes2)
    return shared / union


def generalized_box_iou(boxes1, boxes2):
    """Return IoU − the fraction of the smallest enclosing box that neither box covers: (N, M), in (-1, 1].

    Source: Rezatofighi et al., Generalized Intersection over Union (2019), algorithm 1.
    """
    shared, union = shared_and_union(boxes1, boxes2)
    low = boxes1[:, None, :2].minimum(boxes2[:, :2])
    high = boxes1[:, None, 2:].maximum(boxes2[:, 2:])
    enclosing = (high - low).clamp(min=0).prod(-1)
    return shared / union - (enclosing - union) / enclosing


def shared_and_union(boxes1, boxes2):
    """Return the areas of the intersection and of the union of each pair of boxes: (N, M) each."""
    low = boxes1[:, None, :2].maximum(boxes2[:, :2])                  # (N, M, 2)
    high = boxes1[:, None, 2:].minimum(boxes2[:, 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    return shared, box_area(boxes1)[:, None] + box_area(boxes2) - shared


def nms(boxes, scores, iou_threshold):
    """Return the indices of boxes to keep, best score first: each has IoU ≤ iou_threshold with better kept boxes."""
    order = scores.argsort(descending=True, stable=True)
    gone, kept = np.zeros(len(order), bool), []
    with no_grad():
        boxes = boxes[order]
        for i in range(len(order)):
            if not gone[i]:
                kept.append(i)
                gone |= (box_iou(boxes[i:i + 1], boxes)[0] > iou_threshold).cpu().numpy()
    return order[from_numpy(np.array(kept, np.int64)).to(order.device)]


def batched_nms(boxes, scores, idxs, iou_threshold):
    """Return the indices to keep as `nms` does, comparing only boxes of the same class in `idxs`."""
    if not boxes.numel():
        return nms(boxes, scores, iou_threshold)
    apart = idxs.to(boxes) * (boxes.max() + 1)           # this moves the boxes of a class away from all others
    return nms(boxes + apart[:, None], scores, iou_threshold)


def remove_small_boxes(boxes, min_size):
    """Return the indices of the boxes whose width and height are at least `min_size`."""
    return ((boxes[..., 2:] - boxes[..., :2]) >= min_size).all(-1).nonzero()[:, 0]


def clip_boxes_to_image(boxes, size):
    """Return boxes cut at the edges of a picture of size (height, width)."""
    height, width = size
    return stack((boxes[..., 0::2].clamp(0, width), boxes[..., 1::2].clamp(0, height)), dim=-1).reshape(boxes.shape)


def box_convert(boxes, in_fmt, out_fmt):
    """Convert boxes between the formats "xyxy" (corners), "xywh" (corner and size) and "cxcywh" (centre and size)."""
    if not {in_fmt, out_fmt} <= {"xyxy", "xywh", "cxcywh"}:
        raise ValueError(f"Boxes are converted between 'xyxy', 'xywh' and 'cxcywh', "
                         f"not from {in_fmt!r} to {out_fmt!r}.")
    if in_fmt == out_fmt:
        return boxes.clone()
    a, b, c, d = boxes.unbind(-1)
    if in_fmt == "cxcywh":
        a, b, c, d = a - 0.5 * c, b - 0.5 * d, a + 0.5 * c, b + 0.5 * d
    elif in_fmt == "xywh":
        c, d = a + c, b + d
    if out_fmt == "cxcywh":
        a, b, c, d = (a + c) / 2, (b + d) / 2, c - a, d - b
    elif out_fmt == "xywh":
        c, d = c - a, d - b
    return stack((a, b, c, d), dim=-1)
