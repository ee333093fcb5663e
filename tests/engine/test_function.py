"""autograd.Function: a learner's own op, in PyTorch's form."""

import gc
import weakref

import pytest

import minitorch as mt
from minitorch.autograd import Function, grad, gradcheck, gradgradcheck


class Cube(Function):
    """x³."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x * x


class Scale(Function):
    """x·y·k, with a number that is no tensor."""

    @staticmethod
    def forward(ctx, x, y, k):
        ctx.save_for_backward(x, y)
        ctx.k = k
        return x * y * k

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return (grad * y * ctx.k if ctx.needs_input_grad[0] else None,
                grad * x * ctx.k if ctx.needs_input_grad[1] else None, None)


def leaf(*values):
    return mt.tensor(values if len(values) > 1 else values[0], dtype=mt.float64, requires_grad=True)


def test_a_function_is_differentiated_by_its_own_backward():
    x = leaf(2.0, 3.0)
    y = Cube.apply(x)
    assert y.tolist() == [8, 27] and y.requires_grad
    y.sum().backward()
    assert x.grad.tolist() == [12, 27]


def test_first_and_second_derivatives_agree_with_differences():
    assert gradcheck(Cube.apply, leaf(2.0, 3.0)) and gradgradcheck(Cube.apply, leaf(2.0, 3.0))
    assert gradcheck(lambda x, y: Scale.apply(x, y, 3), (leaf(2.0, 3.0), leaf(1.0, 2.0)))
    assert gradgradcheck(lambda x, y: Scale.apply(x, y, 3), (leaf(2.0, 3.0), leaf(1.0, 2.0)))


def test_arguments_that_are_no_tensors_and_gradients_that_are_not_needed():
    x, y = leaf(2.0), mt.tensor(5.0, dtype=mt.float64)
    seen = []

    class Watch(Scale):
        @staticmethod
        def backward(ctx, grad):
            seen.append(ctx.needs_input_grad)
            return Scale.backward(ctx, grad)
    Watch.apply(x, y, 2).backward()
    assert x.grad.item() == 10 and seen == [(True, False, False)]


def test_nothing_is_recorded_inside_forward_nor_without_a_wish():
    modes = []

    class Look(Function):
        @staticmethod
        def forward(ctx, x):
            modes.append(mt.is_grad_enabled())
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2
    assert Look.apply(leaf(1.0)).grad_fn is not None
    assert Look.apply(mt.ones(1)).grad_fn is None
    with mt.no_grad():
        assert Look.apply(leaf(1.0)).grad_fn is None
    assert modes == [False] * 3


def test_the_node_is_named_after_the_class():
    assert Cube.apply(leaf(2.0)).grad_fn.name() == "CubeBackward"


class Halves(Function):
    """The two halves of a vector, and how many there were."""

    @staticmethod
    def forward(ctx, x):
        n = x.numel() // 2
        count = mt.tensor(float(n))
        ctx.mark_non_differentiable(count)
        return x[:n].clone(), x[n:].clone(), count

    @staticmethod
    def backward(ctx, first, second, count):
        return mt.cat([first, second])


def test_several_outputs_those_not_used_arrive_as_zeros_and_marked_ones_want_none():
    x = leaf(1.0, 2.0, 3.0, 4.0)
    first, second, count = Halves.apply(x)
    assert first.requires_grad and second.requires_grad and not count.requires_grad
    (first * 5).sum().backward()
    assert x.grad.tolist() == [5, 5, 0, 0]


def test_unused_outputs_arrive_as_none_when_asked_for():
    seen = []

    class Two(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 1, x * 2

        @staticmethod
        def backward(ctx, a, b):
            seen.append((a is None, b is None))
            return b * 2
    x = leaf(1.0)
    Two.apply(x)[1].backward()
    assert seen == [(True, False)] and x.grad.item() == 2


def test_setup_context_in_the_newer_form():
    class Square(Function):
        @staticmethod
        def forward(x):
            return x * x

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, grad):
            return grad * 2 * ctx.saved_tensors[0]
    x = leaf(3.0)
    Square.apply(x).backward()
    assert x.grad.item() == 6


def test_a_saved_output_is_part_of_the_graph_again():
    class Exp(Function):
        @staticmethod
        def forward(ctx, x):
            y = x.exp()
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.saved_tensors[0]
    assert gradcheck(Exp.apply, leaf(0.3, 0.5)) and gradgradcheck(Exp.apply, leaf(0.3, 0.5))
    y = Exp.apply(leaf(0.3))
    gone = weakref.ref(y)
    gc.disable()
    try:
        del y
        assert gone() is None                            # saving an output makes no cycle
    finally:
        gc.enable()


def test_writing_to_what_was_saved_is_noticed():
    x, y = leaf(2.0), mt.tensor(5.0, dtype=mt.float64)
    out = Scale.apply(x, y, 2)
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation: Scale"):
        out.backward()


def test_a_second_backward_needs_retain_graph():
    x = leaf(2.0)
    y = Cube.apply(x)
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 24
    with pytest.raises(RuntimeError, match="a second time"):
        y.backward()


def test_a_method_without_staticmethod_says_so():
    class Bare(Function):
        def forward(self, ctx, x):
            return x
    with pytest.raises(TypeError, match="Bare.forward takes self and ctx.*@staticmethod"):
        Bare.apply(leaf(2.0))


def test_arguments_that_forward_does_not_take_are_named():
    class Two(Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * y
    with pytest.raises(TypeError, match="Two.. cannot work with these arguments"):
        Two.apply(leaf(2.0))


def test_mark_dirty_writes_in_place():
    class AddOne(Function):
        @staticmethod
        def forward(ctx, x):
            x.add_(1)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 7
    x = leaf(1.0, 2.0)
    y = x * 1
    z = AddOne.apply(y)
    assert z is y and z.tolist() == [2, 3]
    z.sum().backward()
    assert x.grad.tolist() == [7, 7]


def test_a_function_among_ops_and_functions():
    x = leaf(0.5)
    first, = grad(Cube.apply(Cube.apply(x).sin()) * x, x, create_graph=True)
    assert first.requires_grad
    second, = grad(first, x)

    def plain(x):
        return ((x ** 3).sin() ** 3) * x
    again, = grad(plain(x), x, create_graph=True)
    assert first.item() == pytest.approx(again.item()) and second.item() == pytest.approx(grad(again, x)[0].item())
