"""Lesson 11's answers in the library's place: a learner's for matrices and single numbers, else the library's."""

from ...compress.distillation import distillation_loss as library_loss
from ...compress.quantize import choose_qparams as library_qparams, quantize_weight as library_weight
from ...dtypes import int8
from ...tensors import tensor
from ..compare import plain
from .adapt_nn import at_home


def of_matrix(mine):
    """11.2: integers as int8, and a scale for each row; filters stay the library's."""
    def quantize_weight(weight, bits=8, per_channel=True):
        if weight.ndim != 2 or not weight.numel() or not 2 <= bits <= 8 or not at_home(weight):
            return library_weight.library(weight, bits, per_channel)
        integers, scale = mine(weight, bits, per_channel)
        return tensor(plain(integers)).to(int8), tensor(plain(scale), dtype=weight.dtype).reshape(-1, 1)
    return quantize_weight


def of_two_numbers(mine):
    """11.3: low and high as numbers; one for each channel, and symmetric ones, stay the library's."""
    def choose_qparams(low, high, bits=8, symmetric=False):
        if symmetric or low.ndim or high.ndim or not 2 <= bits <= 8 or not at_home(low, high):
            return library_qparams.library(low, high, bits, symmetric)
        scale, zero_point = mine(low.item(), high.item(), bits)
        return tensor(float(scale), dtype=low.dtype), tensor(float(zero_point), dtype=low.dtype)
    return choose_qparams


def of_rows(mine):
    """11.6, for scores (N, C); a temperature of 0 or less stays the library's, which refuses it."""
    def distillation_loss(logits, teacher_logits, target=None, temperature=4.0, alpha=0.9):
        if logits.ndim != 2 or temperature <= 0 or not at_home(logits, teacher_logits):
            return library_loss.library(logits, teacher_logits, target, temperature, alpha)
        return mine(logits, teacher_logits, target, temperature, alpha)
    return distillation_loss
