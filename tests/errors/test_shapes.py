"""Shapes that do not fit: both are told, with the layer, the user's own line, and a question worth asking."""

import linecache

import pytest

import minitorch as mt
from minitorch import nn

HERE = "(test_shapes.py, line "


def told(kind, call, *args):
    with pytest.raises(kind) as raised:
        call(*args)
    return str(raised.value)


def run(layer, x):
    return layer(x)


LAYERS = [
    (lambda: nn.Linear(100, 10), (32, 784), "linear cannot join an input of (32, 784) and a weight of (10, 100):\n"
     "mat1 and mat2 shapes cannot be multiplied (32x784 and 100x10): "
     "the input's last size (784) must equal in_features (100). Does the layer before it give 100 features?\n"
     "In Linear(100, 10), at `return layer(x)`"),
    (lambda: nn.Sequential(nn.Linear(784, 100), nn.ReLU(), nn.Linear(50, 10)), (32, 784),
     "the input's last size (100) must equal in_features (50). Does the layer before it give 50 features?\n"
     "In Linear(50, 10), at `return layer(x)`"),
    (lambda: nn.Sequential(nn.Conv2d(1, 4, 3), nn.Flatten(), nn.Linear(100, 10)), (2, 1, 8, 8),
     "linear cannot join an input of (2, 144) and a weight of (10, 100):"),
    (lambda: nn.Conv2d(3, 8, 3), (2, 1, 8, 8), "expected input [2, 1, 8, 8] to have 3 channels, but got 1 channels"),
    (lambda: nn.Conv2d(3, 8, 3), (2, 8, 8, 3), "If the channels come last: x.permute(0, 3, 1, 2)."),
    (lambda: nn.Conv2d(3, 8, 3), (8, 8), "(C, H, W) or (N, C, H, W), but got input of size: [8, 8]. Add the channels"),
    (lambda: nn.Conv2d(3, 8, 5), (2, 3, 3, 3), "Kernel size (5, 5) can't be greater than actual input size (3, 3) "
                                               "(padding included). Is the input already too small"),
    (lambda: nn.MaxPool2d(4), (1, 1, 2, 2), "a window of (4, 4) with padding (0, 0) does not fit an image of (2, 2)"),
    (lambda: nn.BatchNorm2d(3), (2, 4, 8, 8), "BatchNorm2d(3) takes 3 channels, and the input (2, 4, 8, 8) has 4. "
                                              "Does the layer before it give 3?"),
    (lambda: nn.BatchNorm2d(3), (2, 3), "expected 4D input (got 2D input, (2, 3))"),
    (lambda: nn.BatchNorm1d(3), (1, 3), "one value has no variance. Use a larger batch"),
    (lambda: nn.LayerNorm(5), (2, 4), "expected input with shape ['*', 5], but got input of size [2, 4]"),
    (lambda: nn.LSTM(4, 3), (5, 2, 6), "input.size(-1) must be equal to input_size. Expected 4, got 6"),
]


@pytest.mark.parametrize(("make", "shape", "text"), LAYERS, ids=[text[:40] for *_, text in LAYERS])
def test_a_layer_is_named_with_the_line_that_called_it(make, shape, text):
    said = told((RuntimeError, ValueError), run, make(), mt.ones(*shape))
    assert text in said
    last = said.splitlines()[-1]
    assert last.startswith("In ") and f", at `return layer(x)` {HERE}" in last


def test_the_innermost_layer_is_the_one_named():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.head = nn.Linear(5, 2)

        def forward(self, x):
            return self.head(x.flatten(1))
    said = told(RuntimeError, run, Net(), mt.ones(3, 2, 2))
    assert "In Linear(5, 2), at `return self.head(x.flatten(1))` (test_shapes.py" in said


A, B = mt.ones(2, 3), mt.ones(4, 5)


@pytest.mark.parametrize(("call", "kind", "text"), [
    (lambda: A @ B, RuntimeError, "matmul cannot join (2, 3) and (4, 5):\nmat1 and mat2 shapes cannot be multiplied "
                                  "(2x3 and 4x5): the last size of the first (3) must equal the second-to-last "
                                  "of the second (4).\nAt `(lambda: A @ B, "),
    (lambda: A + B, RuntimeError, "add cannot join (2, 3) and (4, 5): The size of tensor a (3) must match the size "
                                  "of tensor b (5) at non-singleton dimension 1, the last; they must be equal, or one "
                                  "of them 1.\nAt `"),
    (lambda: mt.broadcast_tensors(A, mt.ones(2, 1), B), RuntimeError,
     "broadcast_tensors cannot join (2, 3) and (4, 5): The size of tensor a (3) must match the size of tensor b (5) "),
    (lambda: A.view(2, 1, 3) * mt.ones(4, 5, 3), RuntimeError,
     "tensor a (2) must match the size of tensor b (4) at non-singleton dimension 0, the third-to-last; they must"),
    (lambda: mt.cat([A, A, B]), RuntimeError, "cat(): Sizes of tensors must match except in dimension 0: (2, 3), "
                                              "(2, 3), (4, 5). The first that differs is (4, 5). Expected size 3 but "
                                              "got size 5 for tensor number 2 in the list.\nAt `"),
    (lambda: mt.cat([A, A[0]]), RuntimeError,
     "Tensors must have same number of dimensions: got 2 and 1, of (2, 3), (3,)"),
    (lambda: A.view(4), RuntimeError, "view of (2, 3): shape '[4]' is invalid for input of size 6: its sizes "
                                      "multiply to 4.\nAt `"),
    (lambda: A.view(-1, 4), RuntimeError, "shape '[-1, 4]' is invalid for input of size 6"),
    (lambda: A.reshape(5), RuntimeError, "reshape of (2, 3): shape '[5]' is invalid for input of size 6"),
    (lambda: A.expand(4, 3), RuntimeError, "expand cannot stretch (2, 3) to (4, 3): only sizes of 1 are repeated"),
    (lambda: A.transpose(0, 5), IndexError, "transpose: Dimension out of range (expected to be in range of [-2, 1], "
                                            "but got 5)"),
    (lambda: A.sum(3), IndexError, "sum: Dimension out of range (expected to be in range of [-2, 1], but got 3)"),
    (lambda: mt.stack([A, B]), RuntimeError, "stack expects each tensor to be equal size, but got [2, 3] at entry 0 "
                                         "and [4, 5] at entry 1. Use cat to join"),
    (lambda: mt.einsum("ij,jk->ik", A, B), RuntimeError, "letter 'j' stands for size 3 in one operand and 4 in"),
    (lambda: A[5], IndexError, "index 5 is out of bounds for dimension 0 with size 2"),
    (lambda: A[0, 0, 0], IndexError, "too many indices for tensor of dimension 2: 3 for shape (2, 3)."),
    (lambda: A[mt.tensor([True, False, True])], IndexError, "The shape of the mask (3,) at index 0 does not match"),
    (lambda: mt.ones(())[0], IndexError, "invalid index of a 0-dim tensor: it is one number, without dimensions. Use "
                                         "x.item() for it as a Python number (loss.item(), where old code has"),
    (lambda: mt.ones(5 / 2, 2), TypeError, "ones(): the sizes must be int or tuple of ints, not float: 2.5. Use n"),
    (lambda: nn.Conv2d(1, 1, 3, stride=(1, 1.0)), TypeError, "a kernel, stride or padding must be int or tuple"),
    (lambda: nn.Conv2d(1, 1, (3, True)), TypeError, "a kernel, stride or padding must be int or tuple"),
    (lambda: nn.Linear(5 / 2, 2), TypeError, "in_features should be an int, not float (2.5). n // 2 is an int"),
], ids=lambda value: value[:30] if isinstance(value, str) else "")
def test_an_operation_says_what_met_and_what_it_needed(call, kind, text):
    assert text in told(kind, call)


@pytest.mark.parametrize(("text", "hint"), [
    ("gpu", " A GPU is called 'cuda'."), ("CUDA", " A GPU is called 'cuda'."), ("mps", ""), ("tpu", "")])
def test_a_device_that_is_unknown_is_told_which_there_are(text, hint):
    known = f"device {text!r} is unknown: minitorch has 'cpu', 'cuda', 'meta' and 'worker'.{hint}"
    assert told(RuntimeError, mt.device, text) == known and known in told(RuntimeError, mt.ones(2).to, text)


CELL = "import minitorch as mt\nhead = mt.nn.Linear(4, 2)\nhead(mt.ones(3, 5))\n"


@pytest.mark.parametrize("name", ["<ipython-input-7-1c5d2e>", "ipykernel_4242/1867309.py"])
def test_in_a_notebook_the_line_is_shown_without_file_or_number(name):
    linecache.cache[name] = (len(CELL), None, CELL.splitlines(True), name)
    said = told(RuntimeError, exec, compile(CELL, name, "exec"), {})
    assert said.endswith("In Linear(4, 2), at `head(mt.ones(3, 5))`.")


def test_in_ipython_itself_too():
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    shell.history_manager.enabled = False
    shell.showtraceback = lambda *args, **settings: None
    result = shell.run_cell(CELL)
    assert str(result.error_in_exec).endswith("In Linear(4, 2), at `head(mt.ones(3, 5))`.")
