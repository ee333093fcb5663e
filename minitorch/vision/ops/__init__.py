"""Boxes in pictures, with torchvision's names: areas, overlaps, and which boxes of a detector to keep."""

from ...runtime import missing as _missing
from . import boxes
from .boxes import (batched_nms, box_area, box_convert, box_iou, clip_boxes_to_image, generalized_box_iou, nms,
                    remove_small_boxes)

__all__ = ["batched_nms", "box_area", "box_convert", "box_iou", "boxes", "clip_boxes_to_image", "generalized_box_iou",
           "nms", "remove_small_boxes"]

_missing.speak_for(globals())
