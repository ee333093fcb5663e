"""What is said when a Function's forward or backward is not as it should be."""

import pytest

import minitorch as mt
from minitorch.autograd import Function


def leaf(*values):
    return mt.tensor(values if len(values) > 1 else values[0], dtype=mt.float64, requires_grad=True)


@pytest.mark.parametrize(("answer", "text"), [
    (lambda g: (g, g), r"incorrect number of gradients \(expected 1, got 2\)"),
    (lambda g: mt.ones(3), r"invalid gradient at index 0 - got \[3\] but expected shape compatible with \[2\]")])
def test_wrong_gradients_are_refused(answer, text):
    class Wrong(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            return answer(grad)
    with pytest.raises(RuntimeError, match=text):
        Wrong.apply(leaf(1.0, 2.0)).sum().backward()


def test_forward_must_return_tensors_and_backward_must_be_written():
    class NoTensor(Function):
        @staticmethod
        def forward(ctx, x):
            return 3

    class NoBackward(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1
    with pytest.raises(TypeError, match="NoTensor.forward must return a Tensor or a tuple of Tensors, not int"):
        NoTensor.apply(leaf(1.0))
    with pytest.raises(NotImplementedError, match="backward"):
        NoBackward.apply(leaf(1.0)).backward()
    with pytest.raises(TypeError, match="save_for_backward can only save variables, but argument is of type int"):
        class SavesNumber(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(3)
                return x * 1
        SavesNumber.apply(leaf(1.0))
