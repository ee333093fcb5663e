"""Lesson 11, small and quick: what a layer costs, integers for floats, fewer weights and units, a small net taught."""

import numpy as np

from ... import nn
from ...compress.distillation import distillation_loss as library_loss
from ...compress.quantize import (
    choose_qparams as library_qparams,
    fake_quantize,
    quantize as library_quantize,
    quantize_weight as library_weight,
)
from ...rare.nn.utils import prune
from ...tensors import Tensor, tensor
from ..compare import plain
from .adapt_small import of_matrix, of_rows, of_two_numbers
from .common import Case, Exercise, Wrong, floats, gradients_of, mt, tenths

F = nn.functional


def linear_cost(rows, inputs, outputs, size):
    operations = 2 * rows * inputs * outputs                         # a product and an addition
    numbers = rows * inputs + inputs * outputs + rows * outputs      # input, weight, output
    return operations, size * numbers


OPERATIONS, NUMBERS = "2 * rows * inputs * outputs", "rows * inputs + inputs * outputs + rows * outputs"

Exercise("11.1", linear_cost, difficulty=1, points=2, results=("operations", "bytes"),
    cases=[Case("one row, three inputs, two outputs", rows=1, inputs=3, outputs=2, size=4),
           Case("five rows", rows=5, inputs=3, outputs=2, size=4),
           Case("numbers of one byte", rows=2, inputs=3, outputs=4, size=1),
           Case("one of each", rows=1, inputs=1, outputs=1, size=8),
           Case("a wide layer", rows=7, inputs=256, outputs=10, size=2),
           Case("more than 32 bits count", rows=130, inputs=4096, outputs=4096, size=2),
           Case("numbers of four bits", rows=2, inputs=4, outputs=2, size=0.5)],
    wrong=[
        Wrong("multiplications only", "Only the products were counted. Each is also added to a sum: two operations for "
              "each weight and row.", {"2 * rows": "rows"}),
        Wrong("one addition less", "A sum of n products takes n − 1 additions, that is true; but it is usual to count "
              "each product with an addition, 2 in all (the first is added to 0, or to the bias).",
              {OPERATIONS: "rows * outputs * (2 * inputs - 1)"}),
        Wrong("one row only", "The operations are those of a single row. Each of the rows takes as many.",
              {OPERATIONS: "2 * inputs * outputs"}, example="five rows"),
        Wrong("weights read for each row", "The weights were counted once for each row. They are the same for all "
              "rows, so they have to be read only once: that is why many rows at a time are quicker.",
              {"inputs * outputs + rows * outputs": "rows * inputs * outputs + rows * outputs"},
              example="five rows"),
        Wrong("weights only", "Only the weights were counted. The input is read and the output is written as well.",
              {NUMBERS: "inputs * outputs"}),
        Wrong("output forgotten", "The output is missing: it is written to memory, rows · outputs numbers.",
              {" + rows * outputs": ""}),
        Wrong("input forgotten", "The input is missing: it is read, rows · inputs numbers.",
              {"rows * inputs + inputs * outputs +": "inputs * outputs +"}),
        Wrong("weights forgotten", "The weights are missing: they are read too, inputs · outputs numbers.",
              {"rows * inputs + inputs * outputs +": "rows * inputs +"}),
        Wrong("eight bytes", "Each number was taken for 8 bytes, as float64 has. It takes `size` bytes.",
              {"size * numbers": "8 * numbers"}),
        Wrong("numbers for bytes", "Numbers were counted, not bytes: each takes `size` bytes.",
              {"size * numbers": "numbers"}),
        Wrong("the input twice", "The output was taken to be as large as the input. It has rows · outputs numbers.",
              {"+ rows * outputs": "+ rows * inputs"}),
        Wrong("one part by size", "Only one of the three arrays was multiplied by `size`: put the sum in brackets.",
              {"size * numbers": "numbers + (size - 1) * rows * outputs"},
              {"size * numbers": "numbers + (size - 1) * rows * inputs"}),
        Wrong("with a bias", "The bias was counted. This layer has none: three arrays are moved.",
              {NUMBERS: f"{NUMBERS} + outputs"},
              {NUMBERS: f"{NUMBERS} + outputs", OPERATIONS: f"{OPERATIONS} + rows * outputs"}),
        Wrong("one addition only",
        "An output takes as many additions as products, not one alone: 2 · inputs operations.",
              {OPERATIONS: "rows * outputs * (inputs + 1)"}),
        Wrong("whole bytes", "`size` was cut to whole bytes. Numbers of four bits take half a byte each.",
              {"size * numbers": "int(size) * numbers"}, example="numbers of four bits"),
        Wrong("in 32 bits", "It was counted in 32 bits, which end at 2³¹ − 1 = 2,147,483,647: larger numbers come "
              "around as others. Python's own integers have no end.", """
            r, i, o, s = np.array([rows, inputs, outputs, size], np.int32)
            return 2 * r * i * o, s * (r * i + i * o + r * o)
        """, """
            r, i, o = np.array([rows, inputs, outputs], np.int32)
            return 2 * r * i * o, size * (r * i + i * o + r * o)
        """, {"return operations": "operations = int(np.array(operations).astype(np.int32))\n    return operations"},
              example="more than 32 bits count"),
        Wrong("bits", "Bits were counted, eight for each byte; `size` is in bytes already.",
              {"size * numbers": "8 * size * numbers"}),
        Wrong("the other order", "The two numbers came in the other order: operations, then bytes.",
              {"operations, size * numbers": "size * numbers, operations"}),
        Wrong("one product of three", "The three sizes were multiplied. Each array has its own number of elements: "
              "rows · inputs, inputs · outputs, rows · outputs; these are added.",
              {NUMBERS: "3 * rows * inputs * outputs"}, {NUMBERS: "rows * inputs * outputs"}),
        Wrong("divided already", "One number came, operations divided by bytes. Return both; the division comes "
              "later.", {"operations, size * numbers": "operations / (size * numbers)"}),
    ],
    others=["""
        multiplied = sum(inputs for _ in range(outputs)) * rows
        shapes = [(rows, inputs), (outputs, inputs), (rows, outputs)]
        return multiplied + multiplied, sum(a * b * size for a, b in shapes)
    """, "return [rows * outputs * 2 * inputs, size * (rows * (inputs + outputs) + outputs * inputs)]"],
    hints=["An output is a sum of `inputs` products. How many outputs are there in all rows together?",
           "rows · outputs sums, each of `inputs` products and as many additions. Memory: three arrays, (rows, "
           "inputs), (outputs, inputs) and (rows, outputs).",
           "return 2 * rows * inputs * outputs, size * (rows * inputs + inputs * outputs + rows * outputs)"])


def matrix(seed, rows, columns, loud=None):
    """Draw a weight of numbers of two decimals, as a Tensor; one row may be ten times as large."""
    values = np.random.default_rng(seed).integers(-99, 100, (rows, columns)) / 100
    if loud is not None:
        values[loud] *= 10
    return floats(values)


def both(answer, inputs):
    """(integers, scale): one scale for all as (1, 1), in whatever form it came."""
    out = answer(**inputs)
    if not isinstance(out, tuple | list) or len(out) != 2:
        return out
    integers, scale = plain(out[0]), plain(out[1])
    if not inputs["per_channel"] and np.size(scale) == 1 and not isinstance(scale, str | dict | None):
        scale = np.reshape(scale, (1, 1))
    return integers, scale


def quantize_weight(weight, bits, per_channel):
    most = 2 ** (bits - 1) - 1                                       # 127 for 8 bits
    largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
    scale = largest / most
    scale = scale.masked_fill(scale == 0, 1.0)                       # nothing but zeros: any scale will do
    return (weight / scale).round(), scale


MOST, LARGEST = "2 ** (bits - 1) - 1", "weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()"
INTEGERS = "(weight / scale).round()"
TWO_ROWS = floats([[0.5, -1.0, 0.26], [5.0, 2.0, -3.0]])

Exercise("11.2", quantize_weight, difficulty=2, points=3, piece=lambda: library_weight, adapt=of_matrix,
    aliases=lambda: (library_qparams, library_quantize, fake_quantize),
    run=both, results=("integers", "scale"),
    cases=[Case("one scale, 3 bits", weight=TWO_ROWS, bits=3, per_channel=False),
           Case("a scale for each row", weight=TWO_ROWS, bits=3, per_channel=True),
           Case("8 bits", weight=matrix(1, 2, 3), bits=8, per_channel=False),
           Case("8 bits, a loud row", weight=matrix(2, 3, 4, loud=1), bits=8, per_channel=True),
           Case("as many rows as columns", weight=matrix(3, 3, 3, loud=0), bits=4, per_channel=True),
           Case("largest below zero", weight=floats([[0.25, -2.0], [0.5, 1.0]]), bits=4, per_channel=False),
           Case("a row of zeros", weight=floats([[0.0, 0.0], [1.0, -0.4]]), bits=4, per_channel=True),
           Case("zeros", weight=floats([[0.0, 0.0]]), bits=4, per_channel=False),
           Case("12 bits", weight=matrix(4, 2, 3), bits=12, per_channel=False),
           Case("small weights", weight=floats([[3e-7, -1e-7, 2e-7], [0.5, 1.0, 0.0]]), bits=4, per_channel=True)],
    wrong=[
        Wrong("too small a type", "The integers are kept in int8, which ends at 127: with more than 8 bits they come "
              "around as others.", {INTEGERS: '(weight / scale).round().to(mt.int8)'}, example="12 bits"),
        Wrong("small ones taken for zeros", "A row of small weights got the scale 1, so all of it became 0. Only a "
              "row of nothing but zeros has no scale of its own: scale == 0.",
              {"scale.masked_fill(scale == 0, 1.0)": "scale.masked_fill(scale < 1e-6, 1.0)"},
              {"scale.masked_fill(scale == 0, 1.0)": "scale.masked_fill(largest < 1e-6, 1.0)"},
              example="small weights"),
        Wrong("1 before the division", "For a row of zeros the largest was set to 1, and its scale became 1 / (2ᵇ⁻¹ − "
              "1). The scale itself is 1.",
              {"    scale = largest / most\n    scale = scale.masked_fill(scale == 0, 1.0)":
               "    scale = largest.masked_fill(largest == 0, 1.0) / most"}, example="a row of zeros"),
        Wrong("a small scale for zeros", "Nothing but zeros was given a tiny scale, to avoid 0 / 0. Its scale is 1.",
              {"scale.masked_fill(scale == 0, 1.0)": "scale.clamp(1e-8, None)"},
              {"scale.masked_fill(scale == 0, 1.0)": "scale.clamp(1.1920929e-07, None)"},
              {"scale.masked_fill(scale == 0, 1.0)": "scale + 1e-8"}, {"scale.masked_fill(scale == 0, 1.0)":
               "scale.masked_fill(scale == 0, 1e-8)"}, example="a row of zeros"),
        Wrong("only a whole of zeros", "A row of zeros among others gives 0 / 0: ask of each row whether its scale is "
              "0, not of all together.", {"    scale = scale.masked_fill(scale == 0, 1.0)\n":
                                       "    if bool((scale == 0).all()):\n        scale = mt.ones_like(scale)\n"},
              example="a row of zeros"),
        Wrong("1 for all rows",
              "Where one row holds nothing but zeros, all rows got the scale 1. Only that row needs it.",
              {"    scale = scale.masked_fill(scale == 0, 1.0)\n":
               "    if bool((scale == 0).any()):\n        scale = mt.ones_like(scale)\n"}, example="a row of zeros"),
        Wrong("always 8 bits",
              "The largest integer is always 127, which is that of 8 bits. For `bits` bits it is 2ᵇ⁻¹ − 1.",
              {MOST: "127"}, {MOST: "2 ** 7 - 1"}),
        Wrong("half of the range", "The scale was made of the way from the smallest weight to the largest. The "
              "integers lie around 0: the distance from 0 counts, weight.abs().",
              {LARGEST: "(weight.amax(dim=1, keepdim=True) - weight.amin(dim=1, keepdim=True)) / 2 if per_channel "
                        "else (weight.max() - weight.min()) / 2"},
                        {"weight.abs().max()": "(weight.max() - weight.min()) / 2"},
              {LARGEST: "weight.amax(dim=1, keepdim=True) - weight.amin(dim=1, keepdim=True) if per_channel "
                        "else weight.max() - weight.min()"}),
        Wrong("one scale for all", "The scale is that of the whole weight also where each row should have its own.",
              {LARGEST: "weight.abs().max()"}, example="a scale for each row"),
        Wrong("always by row", "Each row has its own scale, also where one for all was asked for (per_channel is "
              "False).", {" if per_channel else weight.abs().max()": ""}),
        Wrong("a scale for each column", "The scale was taken for each column. A row is what makes one output: the "
              "largest is taken along dim=1, and the scale is (rows, 1).", {"amax(dim=1": "amax(dim=0"}),
        Wrong("largest not absolute", "The largest weight was taken, not the largest distance from 0: with a weight of "
              "−2 below a largest of 1, −2 does not fit any more.",
              {LARGEST: "weight.amax(dim=1, keepdim=True) if per_channel else weight.max()"},
              {"weight.abs().max()": "weight.max()"}, example="largest below zero"),
        Wrong("one too many", "The largest integer was taken as 2ᵇ⁻¹, 128 for 8 bits: one more than fits. It is "
              "2ᵇ⁻¹ − 1.", {MOST: "2 ** (bits - 1)"}),
        Wrong("no sign bit", "The largest integer was taken as 2ᵇ − 1, 255 for 8 bits: half of the integers are "
              "needed for weights below 0. It is 2ᵇ⁻¹ − 1.", {MOST: "2 ** bits - 1"}),
        Wrong("bits as levels", "The number of bits was taken for the largest integer. b bits reach to 2ᵇ⁻¹ − 1.",
              {MOST: "bits"}),
        Wrong("not rounded", "What came are not integers: weight / scale is still to be rounded.",
              {INTEGERS: "weight / scale"}),
        Wrong("cut off", "The fraction was cut off. Round to the nearest integer: the error is then half a step at "
              "most, not a whole one.", {"(weight / scale).round()": "(weight / scale).trunc()"},
              {"(weight / scale).round()": "(weight / scale).floor()"},
              {"(weight / scale).round()": "(weight / scale).ceil()"},
              {"(weight / scale).round()": "(weight / scale).to(mt.int8)"}),
        Wrong("turned back already", "The integers were multiplied by the scale again: that is the weight as it will "
              "be read. Return the integers, which are what is stored.",
              {INTEGERS: "(weight / scale).round() * scale"}),
        Wrong("multiplied by the scale", "The weight was multiplied by the scale. weight ≈ integers · scale, so it is "
              "divided.", {"(weight / scale)": "(weight * scale)"}),
        Wrong("scale turned over", "The scale is upside down: it is the step between two neighbouring integers, "
              "largest / (2ᵇ⁻¹ − 1).",
              {"scale = largest / most": "scale = most / largest", "(weight / scale)": "(weight * scale)",
               "scale.masked_fill(scale == 0, 1.0)": "scale.masked_fill(largest == 0, 1.0)"}),
        Wrong("divided by zero", "A row of zeros gives 0 / 0. Its scale is 1 (any would do), so that its integers "
              "are 0.", {"    scale = scale.masked_fill(scale == 0, 1.0)\n": ""}, example="a row of zeros"),
        Wrong("only the integers", "One thing came. The integers mean nothing without their scale: return both.",
              {"return (weight / scale).round(), scale": "return (weight / scale).round()"}),
        Wrong("the other order", "The two came in the other order: integers, then scale.",
              {"return (weight / scale).round(), scale": "return scale, (weight / scale).round()"}),
        Wrong("scale without its axis", "The scale of each row has the shape (rows,), which is laid along the columns "
              "when it meets the weight. keepdim=True keeps it (rows, 1).",
              {"return (weight / scale).round(), scale":
               "return (weight / scale).round(), scale.flatten() if per_channel else scale"}),
        Wrong("along the wrong axis", "A scale of the shape (rows,) was laid along the columns, so each column was "
              "divided by another row's scale. keepdim=True keeps it (rows, 1).", {"keepdim=True": "keepdim=False"},
              example="as many rows as columns"),
        Wrong("from 0 on", "The integers begin at 0, as those for activations do. Here they lie around 0, from "
              "−(2ᵇ⁻¹ − 1) to 2ᵇ⁻¹ − 1, so that 0 is 0.", """
            axes = {"dim": 1, "keepdim": True} if per_channel else {}
            low, high = weight.amin(**axes), weight.amax(**axes)
            scale = (high - low) / (2 ** bits - 1)
            scale = scale.masked_fill(scale == 0, 1.0)
            return ((weight - low) / scale).round(), scale
        """),
    ],
    others=["""
        most = 2 ** (bits - 1) - 1
        rows = [list(row) for row in weight.tolist()]
        if per_channel:
            largest = [max(abs(w) for w in row) for row in rows]
        else:
            largest = [max(abs(w) for row in rows for w in row)] * len(rows)
        scales = [one / most if one else 1.0 for one in largest]
        integers = [[round(w / scale) for w in row] for row, scale in zip(rows, scales)]
        return mt.tensor(integers), mt.tensor(scales).reshape(-1, 1) if per_channel else scales[0]
    """, """
        n = 2 ** bits // 2 - 1
        w = weight.detach().numpy()
        top = np.abs(w).max(axis=1, keepdims=True) if per_channel else np.abs(w).max(keepdims=True)
        top = np.where(top == 0, n, top)
        return np.clip(np.rint(w * n / top), -n, n).astype(np.int32), top / n
    """],
    hints=["The largest weight is to become the largest integer, 2ᵇ⁻¹ − 1. How large is then one step?",
           "scale = largest / (2 ** (bits - 1) - 1), where largest is weight.abs().max(), or for each row "
           "weight.abs().amax(dim=1, keepdim=True).",
           "Then (weight / scale).round(), scale; before it, scale = scale.masked_fill(scale == 0, 1.0)."])


def two_numbers(answer, inputs):
    """Scale and zero point as floats, whatever numbers they are."""
    out = answer(**inputs)
    if not isinstance(out, tuple | list) or len(out) != 2:
        return out
    return tuple(float(plain(x)) if isinstance(x, Tensor | np.ndarray | np.generic | int | float) and np.size(x) == 1
                 else x for x in out)


def choose_qparams(low, high, bits):
    low, high = min(low, 0.0), max(high, 0.0)                        # 0 lies between, always
    scale = (high - low) / (2 ** bits - 1)
    if scale == 0:
        scale = 1.0
    return scale, round(-low / scale)


BETWEEN, STEPS = "low, high = min(low, 0.0), max(high, 0.0)", "(high - low) / (2 ** bits - 1)"

Exercise("11.3", choose_qparams, difficulty=2, points=3, piece=lambda: library_qparams, adapt=of_two_numbers,
    run=two_numbers, results=("scale", "zero point"), close=3e-8,
    cases=[Case("−1 to 2, 2 bits", low=-1.0, high=2.0, bits=2), Case("0 to 3.1, 5 bits", low=0.0, high=3.1, bits=5),
           Case("all above zero", low=1.0, high=3.0, bits=2), Case("all below zero", low=-3.0, high=-1.0, bits=2),
           Case("rounded up", low=-1.9, high=1.1, bits=2),
           Case("rounded down", low=-0.2, high=1.3, bits=2), Case("8 bits", low=-0.7, high=3.4, bits=8),
           Case("nothing but zeros", low=0.0, high=0.0, bits=8),
           Case("always 2", low=2.0, high=2.0, bits=2),
           Case("a small range", low=0.0, high=3e-7, bits=2), Case("mostly below zero", low=-3.4, high=0.7, bits=9)],
    wrong=[
        Wrong("asked too early", "low == high was asked before the range reached to 0: where all numbers are 2, it "
              "is from 0 to 2, and its scale is not 1.", {f"    {BETWEEN}\n": f"    if low == high:\n        return "
                                                        f"1.0, 0\n    {BETWEEN}\n"}, example="always 2"),
        Wrong("small taken for nothing", "A small range was taken for none, and got the scale 1: all of it becomes 0. "
              "Only where low and high are both 0 is the scale 1.", {"if scale == 0:": "if scale < 1e-6:"},
              {"if scale == 0:": "if high - low < 1e-6:"}, example="a small range"),
        Wrong("no scale for zeros", "Where low and high are both 0, the scale is 1. Here it came as 0, or was kept "
              "above a tiny number (eps).", {"scale = 1.0": "return 0.0, 0"},
              {"    if scale == 0:\n        scale = 1.0\n": "    scale = max(scale, 1.1920929e-07)\n"},
              {"    if scale == 0:\n        scale = 1.0\n": "    scale = max(scale, 1e-6)\n"},
              {"    if scale == 0:\n        scale = 1.0\n": "    scale = max(scale, 1e-5)\n"},
              example="nothing but zeros"),
        Wrong("too small a type", "The zero point is kept in int8, which ends at 127. With 8 bits it may be 255.",
              {"round(-low / scale)": "(round(-low / scale) + 128) % 256 - 128"}, example="mostly below zero"),
        Wrong("moved, not stretched", "The range was moved to 0. It is stretched: the far end stays where it is, the "
              "near one becomes 0.", {BETWEEN: "low, high = low - max(low, 0.0) - min(high, 0.0), high - max(low, "
                                          "0.0) - min(high, 0.0)"}, example="all above zero"),
        Wrong("rounded before", "low was rounded first and then divided by the scale. Divide, then round: "
              "round(−low / scale).", {"round(-low / scale)": "int(round(-low) / scale)"},
              {"round(-low / scale)": "round(round(-low) / scale)"}, example="8 bits"),
        Wrong("zero left out", "Where all numbers lie on one side of 0, 0 is no longer among those that can be "
              "written. It has to be: relu makes many zeros, and padding too. Take min(low, 0) and max(high, 0).",
              {f"    {BETWEEN}\n": ""}, {f"    {BETWEEN}\n": "",
              "if scale == 0:": "if low == high == 0:"}, example="all above zero"),
        Wrong("zero for low only", "high may lie below 0: then take 0 for it, as for a low above 0.",
              {BETWEEN: "low, high = min(low, 0.0), high"}),
        Wrong("zero for high only", "low may lie above 0: then take 0 for it, as for a high below 0.",
              {BETWEEN: "low, high = low, max(high, 0.0)"}),
        Wrong("one step too many", "b bits write 2ᵇ numbers, and between them lie 2ᵇ − 1 steps: four posts, three "
              "gaps.", {"(2 ** bits - 1)": "2 ** bits"}),
        Wrong("around zero", "The integers were taken around 0, as for weights: largest / (2ᵇ⁻¹ − 1), zero point 0. "
              "After a relu nothing lies below 0, and half of them would never be used. Here they reach from low "
              "to high.", """
            scale = max(-min(low, 0.0), max(high, 0.0)) / (2 ** (bits - 1) - 1) or 1.0
            return scale, 0
        """),
        Wrong("half of the steps", "There are 2ᵇ − 1 steps from low to high, all of them: the integers begin at 0 and "
              "need no sign.", {STEPS: "(high - low) / (2 ** (bits - 1) - 1)"}),
        Wrong("zero point as it is", "The zero point was not rounded. It has to be an integer: it is the one that "
              "stands for 0, exactly.", {"round(-low / scale)": "-low / scale"}),
        Wrong("cut off", "The zero point was cut off. Round to the nearest integer.",
              {"round(-low / scale)": "int(-low / scale)"}, example="rounded up"),
        Wrong("rounded up", "The zero point was always rounded up. Round to the nearest integer.",
              {"round(-low / scale)": "int(np.ceil(-low / scale))"}, {"round(-low / scale)": "int(-low / scale) + 1"},
              example="rounded down"),
        Wrong("the middle", "The zero point is the middle of the integers. 0 lies where low and high say: as far above "
              "the integer 0 as low below 0, −low / scale.", {"round(-low / scale)": "2 ** (bits - 1)"}),
        Wrong("sign", "The zero point has the wrong sign. low becomes the integer 0, so 0 becomes −low / scale, which "
              "lies above.", {"round(-low / scale)": "round(low / scale)"}),
        Wrong("low itself", "The second number is not the integer that stands for 0, but a float: low. Divide by the "
              "scale, and round.", {"round(-low / scale)": "low"}, {"round(-low / scale)": "-low"}),
        Wrong("zero from the top", "0 was counted from the top: high / scale. The integers are counted from low, which "
              "is 0.", {"round(-low / scale)": "round(high / scale)"}),
        Wrong("zero point 0", "The zero point is always 0. That is right only where nothing lies below 0; otherwise it "
              "is round(−low / scale).", {"round(-low / scale)": "0"}),
        Wrong("scale turned over", "The scale is upside down: it is the step between two neighbouring integers, "
              "(high − low) / (2ᵇ − 1).",
              {STEPS: "(2 ** bits - 1) / (high - low or 2 ** bits - 1)",
               "round(-low / scale)": "round(-low * scale)"}),
        Wrong("divided by zero", "Where low and high are both 0, the scale is 0, and the zero point 0 / 0. Take 1 "
              "for the scale then.", {"    if scale == 0:\n        scale = 1.0\n": ""}),
        Wrong("the other order", "The two numbers came in the other order: scale, then zero point.",
              {"return scale, round(-low / scale)": "return round(-low / scale), scale"}),
        Wrong("high alone", "The scale was made from high alone. The integers reach from low to high: high − low.",
              {"(high - low)": "high"}, {"(high - low)": "max(high, -low)"}),
    ],
    others=["""
        span = max(high, 0) - min(low, 0)
        scale = span / (2 ** bits - 1) if span > 0 else 1
        return [scale, int(np.rint(max(-low, 0) / scale))]
    """, """
        low, high = np.minimum(low, 0), np.maximum(high, 0)
        if low == high:
            return 1.0, 0
        grid = np.linspace(low, high, 2 ** bits)
        return grid[1] - grid[0], np.abs(grid).argmin()
    """],
    hints=["low is to be the integer 0, high the integer 2ᵇ − 1. How large is then one step? Which integer is 0.0?",
           "First let 0 lie between: low = min(low, 0), high = max(high, 0). A step is (high − low) / (2ᵇ − 1).",
           "scale as above, or 1 where it is 0; then return scale, round(-low / scale)."])


def where_alike(answer, inputs):
    """Return a mask; which of several weights of one size stay is free, so of these only how many do."""
    out, sizes = plain(answer(**inputs)), np.abs(plain(inputs["weight"]))
    if not isinstance(out, np.ndarray) or out.size != sizes.size:
        return out
    marks = out.reshape(sizes.shape).copy()
    for size in np.unique(sizes):
        marks[sizes == size] = np.sort(np.abs(marks[sizes == size]))
    return marks.reshape(out.shape)


def magnitude_mask(weight, share):
    count = round(share * weight.numel())
    order = weight.abs().flatten().argsort()                         # the smallest first
    mask = mt.ones(weight.numel())
    mask[order[:count]] = 0
    return mask.reshape(weight.shape)


COUNT, ORDER = "round(share * weight.numel())", "weight.abs().flatten().argsort()"
SOME = floats([[0.1, -2.0], [-0.3, 1.0]])

Exercise("11.4", magnitude_mask, difficulty=1, points=2, run=where_alike,
    aliases=lambda: (prune.L1Unstructured.choose, prune.LnStructured.choose),
    cases=[Case("half of four", weight=SOME, share=0.5), Case("a quarter", weight=SOME, share=0.25),
           Case("nothing", weight=SOME, share=0.0), Case("everything", weight=SOME, share=1.0),
           Case("nine of ten", weight=matrix(12, 2, 5), share=0.9),
           Case("a loud row", weight=floats([[0.1, 0.2, 0.3], [1.0, -2.0, 3.0]]), share=0.5),
           Case("60 % of five", weight=floats([[5.0, -4.0, 3.0, -2.0, 1.0]]), share=0.6),
           Case("60 % of three", weight=floats([[-3.0], [1.0], [2.0]]), share=0.6),
           Case("40 % of six", weight=floats([[0.5, -3.0], [2.5, 1.0], [-1.5, 2.0]]), share=0.4),
           Case("a bias", weight=floats([0.5, -0.25, 2.0]), share=0.34),
           Case("filters", weight=floats(np.arange(-4.0, 4.0).reshape(2, 1, 2, 2)), share=0.25),
           Case("half of five", weight=floats([[5.0, -4.0, 3.0, -2.0, 1.0]]), share=0.5),
           Case("several alike", weight=floats([[0.5, -0.5, 1.0], [0.5, 0.25, -0.5]]), share=0.5)],
    wrong=[
        Wrong("all that are alike", "Weights of the same size went together, or stayed together: a limit cannot tell "
              "them apart, and more or fewer than asked for are gone. Take positions: argsort()[:count].", """
            count = round(share * weight.numel())
            if not count:
                return mt.ones(weight.shape)
            return (weight.abs() > weight.abs().flatten().sort()[0][count - 1]).double()
        """, """
            count = round(share * weight.numel())
            limits = [*weight.abs().flatten().sort()[0].tolist(), float("inf")]
            return (weight.abs() >= limits[count]).double()
        """, example="several alike"),
        Wrong("all but none", "With share 1 every weight is left: [-0:] is a whole list. Take the first `count` "
              "positions of the order instead, or ask for 0.", """
            stay = weight.numel() - round(share * weight.numel())
            mask = mt.zeros(weight.numel())
            mask[weight.abs().flatten().argsort()[-stay:]] = 1
            return mask.reshape(weight.shape)
        """, example="everything"),
        Wrong("those that stay rounded", "The number of weights that stay was rounded. It is the number that goes: of "
              "five a half is round(2.5), which is 2 in Python, so 3 stay.", """
            stay = round((1 - share) * weight.numel())
            mask = mt.zeros(weight.numel())
            mask[weight.abs().flatten().argsort(descending=True)[:stay]] = 1
            return mask.reshape(weight.shape)
        """, example="half of five"),
        Wrong("largest gone", "The largest weights were taken away. The smallest go: they matter least.",
              {ORDER: "(-weight.abs()).flatten().argsort()"}, {"order[:count]": "order[-count:]"}),
        Wrong("sorted by row", "argsort went along the last dimension, each row by itself, so these are no places in "
              "the whole weight: flatten first.", {ORDER: "weight.abs().argsort().flatten()"}),
        Wrong("rows counted", "The rows were counted, len(weight). A weight has numel() numbers.",
              {"weight.numel()": "len(weight)"}, {"share * weight.numel()": "share * len(weight)"}),
        Wrong("sign not ignored", "The weights were sorted with their sign, so −2 counts as the smallest. What "
              "matters is the distance from 0: weight.abs().", {"weight.abs().flatten()": "weight.flatten()"}),
        Wrong("a quantile", "A quantile was taken for a limit. How many lie below it is not round(share · numel), and "
              "with share 1 the largest stays. Count them, and take positions: argsort()[:count].", """
            size = np.abs(weight.detach().numpy())
            if share == 0:
                return mt.ones(weight.shape)
            return mt.tensor((size >= np.quantile(size, share)).astype(float))
        """, """
            size = np.abs(weight.detach().numpy())
            if share == 0:
                return mt.ones(weight.shape)
            return mt.tensor((size > np.quantile(size, share)).astype(float))
        """, """
            size = np.abs(weight.detach().numpy())
            return mt.tensor((size > np.quantile(size, share)).astype(float))
        """, example="everything"),
        Wrong("ones and zeros exchanged", "The mask is turned round: 1 is for a weight that stays, 0 for one that "
              "goes.", {"mt.ones(": "mt.zeros(", "= 0\n": "= 1\n"}),
        Wrong("share kept", "`share` of the weights stay here. It is the share that goes.",
              {"order[:count]": "order[:weight.numel() - count]"}, example="a quarter"),
        Wrong("row by row", "The share was taken away in each row. It is one of the whole weight: a row of small "
              "weights may lose all of them, one of large weights none.", """
            count = round(share * weight.shape[1])
            ranks = weight.abs().argsort(dim=1).argsort(dim=1)
            return (ranks >= count).double()
        """, """
            mask = np.ones(weight.shape)
            for row, kept in zip(weight.detach().abs().numpy(), mask):
                kept[np.argsort(row)[:round(share * len(row))]] = 0
            return mt.tensor(mask)
        """, """
            count = round(share * weight.shape[-1])
            ranks = weight.abs().argsort(dim=-1).argsort(dim=-1)
            return (ranks >= count).double()
        """, """
            mask = mt.ones(weight.shape)
            for i in range(len(weight)):
                mask[i][weight[i].abs().argsort()[:round(share * weight[i].numel())]] = 0
            return mask
        """, example="a loud row"),
        Wrong("the pruned weight", "What came is the weight with zeros in it. A mask has 1 where a weight stays.",
              {"return mask.reshape(weight.shape)": "return mask.reshape(weight.shape) * weight"}),
        Wrong("flat", "The mask is one long row. It has the shape of the weight.",
              {"mask.reshape(weight.shape)": "mask"}),
        Wrong("share as a size", "`share` was taken as a size, and all weights below it went away. It says how many "
              "of them go.", "return (weight.abs() > share).double()", "return (weight.abs() >= share).double()"),
        Wrong("share of the largest", "All weights below `share` times the largest went away. `share` says how many "
              "of them go.", "return (weight.abs() > share * weight.abs().max()).double()",
              "return (weight.abs() >= share * weight.abs().max()).double()"),
        Wrong("one more", "One weight too many is gone: of four, a quarter is one, and with share 0 none goes.", """
            count = round(share * weight.numel())
            kept = weight.abs().flatten().sort()[0]
            limit = kept[min(count, len(kept) - 1)]
            return (weight.abs() > limit).double()
        """, {"order[:count]": "order[:count + 1]"}, example="a quarter"),
        Wrong("one less", "One weight too many is left: the largest of those that are to go stays, since it is equal "
              "to the limit.", """
            count = round(share * weight.numel())
            if not count:
                return mt.ones(weight.shape)
            limit = weight.abs().flatten().sort()[0][count - 1]
            return (weight.abs() >= limit).double()
        """, {"order[:count]": "order[:max(count - 1, 0)]"}, example="half of four"),
        Wrong("number cut off", "The number of weights that go was cut off. Round to the nearest: 60 % of three are "
              "two.", {COUNT: "int(share * weight.numel())"}, example="60 % of three"),
        Wrong("number rounded up", "The number of weights that go was rounded up. Round to the nearest: 40 % of six "
              "are two.", {COUNT: "int(np.ceil(round(share * weight.numel(), 6)))"}, example="40 % of six"),
        Wrong("order for places", "argsort says which weight is the smallest, the second smallest, and so on: these "
              "are the positions to set to 0. Here it was read as if it gave each weight its rank.", """
            count = round(share * weight.numel())
            return (weight.abs().flatten().argsort() >= count).double().reshape(weight.shape)
        """, """
            order = np.argsort(np.abs(weight.detach().numpy()).ravel())
            return mt.tensor((order >= round(share * weight.numel())).astype(float).reshape(weight.shape))
        """, """
            return (weight.abs().argsort() >= round(share * weight.numel())).double()
        """, example="nine of ten"),
    ],
    others=["""
        size = np.abs(weight.detach().numpy())
        keep = size.size - int(round(share * size.size))
        mask = np.zeros(size.size)
        mask[np.argsort(-size.ravel(), kind="stable")[:keep]] = 1
        return mask.reshape(size.shape)
    """, """
        ranks = weight.abs().flatten().argsort().argsort()
        return (ranks >= round(share * weight.numel())).reshape(weight.shape)
    """, """
        count = round(share * weight.numel())
        mask = mt.ones(*weight.shape)
        if count:
            mask.view(-1)[weight.abs().view(-1).topk(count, largest=False).indices] = 0.0
        return mask
    """],
    hints=["How many weights go? And how do you find the positions of the smallest?",
           "count = round(share * weight.numel()); weight.abs().flatten().argsort() gives positions, the smallest "
           "weight's first.",
           "mask = mt.ones(weight.numel()); mask[order[:count]] = 0; return mask.reshape(weight.shape)"])


def units(seed, outputs, hidden, inputs):
    """Arguments of 11.5: two layers around `hidden` units, no two of them alike."""
    return {"w1": matrix(seed, hidden, inputs), "b1": matrix(seed + 1, 1, hidden)[0],
            "w2": matrix(seed + 2, outputs, hidden)}


def in_order(answer, inputs):
    """Return the three arrays, the units sorted by their weights: in which order they came makes no difference."""
    out = answer(**inputs)
    if not isinstance(out, tuple | list) or len(out) != 3:
        return out
    w1, b1, w2 = parts = [plain(part) for part in out]
    if any(not isinstance(part, np.ndarray) for part in parts) or w1.ndim != 2 or w2.ndim != 2 or (
            b1.shape != w1.shape[:1] or w2.shape[1] != len(w1)):
        return tuple(parts)
    order = np.lexsort(np.column_stack([w1, b1]).T[::-1])
    return w1[order], b1[order], w2[:, order]


def remove_units(w1, b1, w2, keep):
    size = (w1 ** 2).sum(dim=1)                                      # of each unit: its row of w1
    kept = size.argsort(descending=True)[:keep]
    return w1[kept], b1[kept], w2[:, kept]


SIZE, KEPT = "(w1 ** 2).sum(dim=1)", "size.argsort(descending=True)[:keep]"
THREE = {"w1": floats([[1.0, 0.0], [-2.0, 1.0], [0.5, 0.5]]), "b1": floats([0.1, 0.2, 0.3]),
         "w2": floats([[4.0, 5.0, 6.0]])}

Exercise("11.5", remove_units, difficulty=2, points=3, run=in_order, results=("w1", "b1", "w2"),
    aliases=lambda: (prune.LnStructured.choose,),
    cases=[Case("two of three units", **THREE, keep=2), Case("one of three", **THREE, keep=1),
           Case("all of them", **THREE, keep=3), Case("as many outputs as units", **units(20, 4, 4, 3), keep=2),
           Case("many small weights, or one large", w1=floats([[1.0, 1.0, 1.0, 1.0], [0.0, -2.5, 0.0, 0.0]]),
                b1=floats([0.5, -0.5]), w2=floats([[1.0, 2.0], [3.0, 4.0]]), keep=1),
           Case("weights below zero", w1=floats([[-3.0, -3.0], [1.0, 1.0], [2.0, -1.0]]), b1=floats([1.0, 2.0, 3.0]),
                w2=floats([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), keep=2),
           Case("five of eight", **units(30, 3, 8, 4), keep=5),
           Case("two alike", w1=floats([[1.0, 2.0], [3.0, 0.0], [1.0, 2.0]]), b1=floats([0.5, 1.0, 0.5]),
                w2=floats([[2.0, 4.0, 2.0]]), keep=2)],
    wrong=[
        Wrong("all that are alike", "More than `keep` units are left: a limit cannot tell units of one size apart. "
              "Take positions: argsort(descending=True)[:keep].",
              {KEPT: "size >= size.sort(descending=True)[0][keep - 1]"}, example="two alike"),
        Wrong("bias counted", "The bias was counted in the size of a unit. It is the sum of squares of its row of w1.",
              {SIZE: "(w1 ** 2).sum(dim=1) + b1 ** 2"}),
        Wrong("smallest kept", "The units with the smallest weights were kept. The largest stay.",
              {"descending=True": "descending=False"}, example="one of three"),
        Wrong("the first ones", "The first `keep` units were kept, whatever their size.",
              {KEPT: "mt.arange(keep)"}),
        Wrong("signs cancel", "The weights of a unit were added with their signs, so those below 0 cancel others. "
              "Squares first.", {SIZE: "w1.sum(dim=1)"}, {SIZE: "w1.sum(dim=1).abs()"}, {SIZE: "w1.sum(dim=1) ** 2"},
              example="weights below zero"),
        Wrong("absolute values", "The size of a unit was taken as its sum of absolute values. Here it is the sum of "
              "squares, in which one large weight counts more than several small ones.", {SIZE: "w1.abs().sum(dim=1)"},
              {SIZE: "w1.abs().sum(dim=1)", KEPT: "(len(w1) - 1 - size.flip(0).argsort(descending=True))[:keep]"},
              example="many small weights, or one large"),
        Wrong("largest weight only", "The size of a unit was taken as its largest weight. Here it is the sum of the "
              "squares of all its weights.", {SIZE: "w1.abs().amax(dim=1)"},
              {SIZE: "(w1 ** 2).amax(dim=1)"}, example="five of eight"),
        Wrong("by what leaves", "The size was taken from w2: what leaves a unit. Here it is what comes in: its row of "
              "w1.", {SIZE: "(w2 ** 2).sum(dim=0)"}),
        Wrong("bias by position", "The biases of the first units were kept, not those of the units that stay: a bias "
              "belongs to its unit.", {"b1[kept]": "b1[:keep]"}),
        Wrong("bias whole", "The bias still has a number for each unit that was there before. It loses the same "
              "units as w1.", {"b1[kept]": "b1"}),
        Wrong("columns by position", "The first columns of w2 were kept, not those of the units that stay: they now "
              "listen to other units.", {"w2[:, kept]": "w2[:, :keep]"}),
        Wrong("rows of w2", "Rows of w2 were taken, which are its outputs. What it listens to are its columns: "
              "w2[:, kept].", {"w2[:, kept]": "w2[kept]"}, example="as many outputs as units"),
        Wrong("w2 turned",
              "w2 came with rows and columns exchanged: (keep, outputs). w2[:, kept] leaves it (outputs, keep).",
              {"w2[:, kept]": "w2.T[kept]"}, {"w2[:, kept]": "w2[:, kept].T"}),
        Wrong("w2 whole", "w2 still has a column for each unit that was there before. The columns of those that are "
              "gone go too.", {"w2[:, kept]": "w2"}),
        Wrong("columns chosen anew", "The columns of w2 were chosen by their own size, so they need not be those of "
              "the units that stay. One choice, for all three.",
              {"w2[:, kept]": "w2[:, (w2 ** 2).sum(dim=0).argsort(descending=True)[:keep]]"}),
        Wrong("orders mixed", "The rows and the columns stand in different orders, so a column of w2 meets another "
              "unit than its own. Use the same list of units for all three.",
              {"w2[:, kept]": "w2[:, kept.sort()[0]]"},
              {KEPT: "size.argsort()[-keep:].flip(0)", "w2[:, kept]": "w2[:, kept.sort()[0]]"},
              {"w2[:, kept]": "w2[:, size >= size[kept].min()]"},
              {"w1[kept]": "w1[kept.sort()[0]]", "b1[kept]": "b1[kept.sort()[0]]"},
              {"b1[kept]": "b1[kept.sort()[0]]"}, example="as many outputs as units"),
        Wrong("zeros in place", "The units are still there, with zeros for weights: the arrays are as large as before, "
              "and so is the work. Take rows and columns out.", """
            kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
            mask = mt.zeros(len(w1), dtype=w1.dtype)
            mask[kept] = 1
            return w1 * mask.unsqueeze(1), b1 * mask, w2 * mask
        """, """
            size = (w1 ** 2).sum(dim=1)
            mask = (size >= size.sort(descending=True)[0][keep - 1]).to(w1.dtype)
            return w1 * mask.unsqueeze(1), b1 * mask, w2 * mask
        """),
        Wrong("columns of w1", "Columns of w1 were taken, which are its inputs. A unit is a row of w1.",
              """
            kept = (w1 ** 2).sum(dim=0).argsort(descending=True)[:keep]
            return w1[:, kept], b1[kept], w2[:, kept]
        """, """
            kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
            return w1[:, kept], b1[kept], w2[:, kept]
        """, example="as many outputs as units"),
        Wrong("one removed each", "`keep` units were taken away. It is the number of those that stay.",
              {"[:keep]": "[:len(w1) - keep]"}, {"[:keep]": "[keep:]"}, example="one of three"),
        Wrong("bias forgotten", "Two arrays came. The biases of the units are needed too: w1, b1, w2.",
              {"w1[kept], b1[kept], w2[:, kept]": "w1[kept], w2[:, kept]"}),
    ],
    others=["""
        norms = [(row ** 2).sum().item() for row in w1]
        kept = sorted(range(len(norms)), key=lambda i: -norms[i])[:keep]
        return w1[kept], b1[kept], w2[:, kept]
    """, """
        kept = np.sort(np.argsort(-np.linalg.norm(w1.numpy(), axis=1))[:keep])
        return tuple(part.numpy()[..., kept] if part is w2 else part.numpy()[kept] for part in (w1, b1, w2))
    """, """
        kept = w1.norm(dim=1).topk(keep).indices
        return w1.index_select(0, kept), b1.index_select(0, kept), w2.index_select(1, kept)
    """],
    hints=["A unit is a row of w1 and a number of b1. Where does it appear in w2?",
           "(w1 ** 2).sum(dim=1) is the size of each unit; argsort(descending=True)[:keep] gives those that stay.",
           "return w1[kept], b1[kept], w2[:, kept]"])


def distillation_loss(logits, teacher_logits, target, temperature, alpha):
    student = mt.log_softmax(logits / temperature, dim=1)
    teacher = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
    soft = (teacher.exp() * (teacher - student)).sum(dim=1).mean() * temperature ** 2
    if target is None:
        return soft
    return alpha * soft + (1 - alpha) * F.cross_entropy(logits, target)


SOFT = "(teacher.exp() * (teacher - student)).sum(dim=1).mean() * temperature ** 2"
ONE_ROW = {"logits": floats([[2.0, 0.0]]), "teacher_logits": floats([[4.0, 0.0]])}

Exercise("11.6", distillation_loss, difficulty=2, points=4, piece=lambda: library_loss,
    adapt=of_rows, run=gradients_of("logits", "teacher_logits"),
    results=("loss", "gradient of logits", "gradient of teacher_logits"),
    cases=[Case("teacher alone", **ONE_ROW, target=None, temperature=2.0, alpha=0.9),
           Case("both agree", logits=floats([[1.0, 0.0, -1.0]]), teacher_logits=floats([[3.0, 2.0, 1.0]]), target=None,
                temperature=2.0, alpha=0.9),
           Case("three images",
              logits=tenths(3, 1, 3, 4), teacher_logits=tenths(3, 2, 3, 4), target=None, temperature=4.0,
                alpha=0.9),
           Case("with labels", logits=tenths(3, 3, 2, 3), teacher_logits=tenths(3, 4, 2, 3), target=tensor([0, 2]),
                temperature=3.0, alpha=0.7),
           Case("temperature 1", logits=tenths(3, 5, 2, 3), teacher_logits=tenths(3, 6, 2, 3), target=tensor([1, 1]),
                temperature=1.0, alpha=0.4),
           Case("all labels 0", logits=tenths(3, 9, 2, 3), teacher_logits=tenths(3, 10, 2, 3), target=tensor([0, 0]),
                temperature=2.0, alpha=0.5),
           Case("labels alone", logits=tenths(3, 7, 2, 3), teacher_logits=tenths(3, 8, 2, 3), target=tensor([2, 0]),
                temperature=2.0, alpha=0.0),
           Case("a very sure teacher", logits=floats([[0.0, 1.0]]), teacher_logits=floats([[2000.0, 0.0]]), target=None,
                temperature=1.0, alpha=0.9),
           Case("a very sure student", logits=floats([[0.0, 2000.0]]), teacher_logits=floats([[1.0, 0.0]]), target=None,
                temperature=1.0, alpha=0.9)],
    wrong=[
        Wrong("T² forgotten", "The soft part is not multiplied by T². Its slopes shrink as 1 / T², so with T = 4 it "
              "would count sixteen times less beside the labels.", {" * temperature ** 2": ""}),
        Wrong("T for T²", "The soft part was multiplied by T, not by T².",
              {"temperature ** 2": "temperature"}),
        Wrong("only the teacher softened", "Only the teacher's scores were divided by the temperature. The student's "
              "are as well: otherwise it is asked to be less sure than it will be.",
              {"logits / temperature, dim=1)\n    teacher": "logits, dim=1)\n    teacher"}),
        Wrong("only the student softened", "Only the student's scores were divided by the temperature. The teacher's "
              "are as well: its faint hints are what one wants to hear.",
              {"teacher_logits.detach() / temperature": "teacher_logits.detach()"}),
        Wrong("not softened", "The scores were not divided by the temperature, neither the student's nor the "
              "teacher's.", {"mt.log_softmax(logits / temperature": "mt.log_softmax(logits",
                             "teacher_logits.detach() / temperature": "teacher_logits.detach()"}),
        Wrong("multiplied", "The scores were multiplied by the temperature. Divide: a high temperature makes them "
              "alike.", {"logits / temperature": "logits * temperature",
                         ".detach() / temperature": ".detach() * temperature"}),
        Wrong("direction turned", "The divergence goes the other way: the student's probabilities weigh the "
              "differences, not the teacher's. Where the teacher says 20 % and the student hardly anything, that "
              "would cost next to nothing.",
              {"teacher.exp() * (teacher - student)": "student.exp() * (student - teacher)"}),
        Wrong("sign", "The difference has the wrong sign: the loss is below 0 where the student is wrong. It is the "
              "teacher's logarithm minus the student's.",
              {"(teacher - student)": "(student - teacher)"}),
        Wrong("cross entropy", "This is the cross entropy with the teacher's probabilities. It has the same slopes, "
              "but is not 0 where both agree: the teacher's own entropy is still in it.",
              {"(teacher - student)": "-student"}),
        Wrong("mean over classes", "The mean was taken over all numbers, classes too. Sum over the classes, then take "
              "the mean over the images.", {".sum(dim=1).mean()": ".mean()"}),
        Wrong("sum over images", "The images were added up. Take the mean over them, as cross_entropy does.",
              {".sum(dim=1).mean()": ".sum()"}, example="three images"),
        Wrong("teacher learns too", "The number is right, but a gradient goes to the teacher. It stands still: "
              "teacher_logits.detach().", {"teacher_logits.detach()": "teacher_logits"}),
        Wrong("logarithms as weights", "The differences were weighed by logarithms. Weigh by the teacher's "
              "probabilities: teacher.exp().", {"teacher.exp() *": "teacher *"}),
        Wrong("unweighed", "The differences were not weighed by the teacher's probabilities: a class that it thinks "
              "impossible then counts as much as one of which it is sure.", {"teacher.exp() * ": ""}),
        Wrong("alpha exchanged", "alpha and 1 − alpha are exchanged: alpha weighs the teacher's part.",
              {"alpha * soft + (1 - alpha) *": "(1 - alpha) * soft + alpha *"}),
        Wrong("both whole", "Both parts were added without their weights alpha and 1 − alpha.",
              {"alpha * soft + (1 - alpha) *": "soft +"}),
        Wrong("labels whole", "The labels' part was added whole: it is weighed by 1 − alpha.",
              {"(1 - alpha) * F": "F"}),
        Wrong("weighed alone too", "Without labels the soft part alone is the loss, without alpha.",
              {"return soft\n": "return alpha * soft\n"}),
        Wrong("labels softened", "The scores for the labels were divided by the temperature too. The labels are "
              "compared with the scores as they are.", {"F.cross_entropy(logits, target)":
                                                        "F.cross_entropy(logits / temperature, target)"},
              example="with labels"),
        Wrong("mean squared", "The scores were compared by their squares (also a way to distil, and an older one). "
              "Here the probabilities are compared, by the divergence.",
              {SOFT: "((logits - teacher_logits.detach()) ** 2).mean()"},
              {SOFT: "((student.exp() - teacher.exp()) ** 2).sum(dim=1).mean() * temperature ** 2"}),
        Wrong("over the images", "Softmax runs over the images (dim=0). Each row is one image: dim=1.",
              {"dim=1)\n": "dim=0)\n"}, example="three images"),
        Wrong("logarithm of zero", "Where the teacher or the student is very sure this is nan or infinite: a "
              "probability underflows to 0, and its logarithm is −∞. mt.log_softmax computes the logarithm without the "
              "detour.",
              {"student = mt.log_softmax(logits / temperature, dim=1)":
               "student = mt.log(mt.softmax(logits / temperature, dim=1))",
               "teacher = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)":
               "teacher = mt.log(mt.softmax(teacher_logits.detach() / temperature, dim=1))"},
              {"teacher = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)":
               "teacher = mt.log(mt.softmax(teacher_logits.detach() / temperature, dim=1))"},
              {"student = mt.log_softmax(logits / temperature, dim=1)":
               "student = mt.log(mt.softmax(logits / temperature, dim=1))"}),
        Wrong("no way back", "The number is right, but no gradient reaches the student: it was taken off the tape.",
              {"logits / temperature, dim=1)\n    teacher": "logits.detach() / temperature, dim=1)\n    teacher",
               "F.cross_entropy(logits,": "F.cross_entropy(logits.detach(),"}),
    ],
    others=["""
        T = temperature
        soft = F.kl_div(F.log_softmax(logits / T, dim=-1), F.softmax(teacher_logits.detach() / T, dim=-1),
                        reduction="batchmean")
        loss = T * T * soft
        if target is not None:
            loss = alpha * loss + (1 - alpha) * F.cross_entropy(logits, target)
        return loss
    """, """
        with mt.no_grad():
            p = (teacher_logits / temperature).softmax(dim=1)
            constant = mt.xlogy(p, p).sum(dim=1)
        q = F.log_softmax(logits / temperature, dim=1)
        soft = (constant - (p * q).sum(dim=1)).mean() * temperature ** 2
        return soft if target is None else soft * alpha + F.cross_entropy(logits, target) * (1 - alpha)
    """],
    hints=["Two rows of probabilities are compared, both from scores divided by the temperature. What does the "
           "divergence need of each?",
           "student = mt.log_softmax(logits / temperature, dim=1), the same for teacher_logits.detach(); then "
           "(teacher.exp() * (teacher - student)).sum(dim=1).mean().",
           "soft = that, times temperature ** 2. If target is None return soft; else alpha * soft + (1 - alpha) * "
           "F.cross_entropy(logits, target)."])


# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
HEAD = "from minitorch.learn.small import", "digits, unseen = Digits()"
FAULTS = {
    (*HEAD, "one image is not like the others"): {
        "11.2 no sign bit": None,
        "11.3 half of the steps": None,
        "11.3 zero from the top": None,
    },
    (*HEAD, "net, begin, values ="): {
        "low rank by the smallest singular values": """
        from minitorch.compress import low_rank
        svd = low_rank.linalg.svd
        low_rank.linalg.svd = lambda x, **how: tuple(
            part.flip(place) for part, place in zip(svd(x, **how), (1, 0, 0)))""",
    },
    (*HEAD, "operations(prof)"): {
        "products of one input only": """
        from minitorch.inspect import flops
        flops.COUNTS["linear"] = lambda x, how, size: size""",
    },
}
