"""Operations of one's own by torch.library, beside PyTorch: values, gradients, names, and what is refused."""

import numpy as np
import pytest

import minitorch as mt
import minitorch.library

pytestmark = [pytest.mark.needs("torch"), pytest.mark.filterwarnings("ignore")]
X = [[0.5, -1.0, 2.0], [3.0, 0.25, -0.5]]


def power(lib, name):
    """x to the k by NumPy, times a number that stands by keyword alone."""
    def numpy_power(x, k=2, *, scale=1.0):
        return lib.from_numpy(x.numpy() ** k) * scale
    numpy_power.__annotations__ = {"x": lib.Tensor, "k": int, "scale": float, "return": lib.Tensor}
    op = lib.library.custom_op(f"minitorch_tests::{name}", numpy_power, mutates_args=())

    def keep(ctx, inputs, keyword_only_inputs, output):
        x, ctx.k = inputs
        ctx.scale = keyword_only_inputs["scale"]
        ctx.save_for_backward(x)
        ctx.wanted = ctx.needs_input_grad

    def backward(ctx, grad):
        x, = ctx.saved_tensors
        assert tuple(ctx.wanted[:2]) == (True, False)
        return grad * ctx.k * x ** (ctx.k - 1) * ctx.scale, None
    lib.library.register_autograd(f"minitorch_tests::{name}", backward, setup_context=keep)
    op.register_fake(lambda x, k=2, *, scale=1.0: lib.empty_like(x))
    return op


def test_values_gradients_and_the_node(torch):
    found = []
    for lib in (mt, torch):
        op = power(lib, "power")
        x = lib.tensor(X, requires_grad=True)
        y = lib.ops.minitorch_tests.power(x, 3, scale=2.0)
        y.sum().backward()
        second, = lib.autograd.grad(lib.autograd.grad(op(x, 3).sum(), x, create_graph=True)[0].sum(), x)
        found.append((y.detach().numpy(), x.grad.numpy(), second.numpy(), y.grad_fn.name(), repr(op),
                      op(x.detach()).requires_grad, tuple(op(x.to("meta")).shape)))
        assert lib.library.opcheck(op, (x,))["test_schema"] == "SUCCESS"
    for a, b in zip(*found):
        np.testing.assert_array_equal(a, b)


def test_lists_of_tensors_and_several_results(torch):
    found = []
    for lib in (mt, torch):
        def weighted(parts, weight):
            return sum(parts) * weight, weight * 2
        weighted.__annotations__ = {"parts": list[lib.Tensor], "weight": lib.Tensor,
                                    "return": tuple[lib.Tensor, lib.Tensor]}
        op = lib.library.custom_op("minitorch_tests::weighted", weighted, mutates_args=())

        def keep(ctx, inputs, output):
            ctx.save_for_backward(*inputs[0], inputs[1])

        def backward(ctx, first, second):
            *parts, weight = ctx.saved_tensors
            return [first * weight for _ in parts], first * sum(parts) + 2 * second
        op.register_autograd(backward, setup_context=keep)
        leaves = [lib.tensor(row, requires_grad=True) for row in (*X, [1.0, 2.0, 3.0])]
        first, second = op(leaves[:2], leaves[2])
        (first * second).sum().backward()
        found.append([x.grad.numpy() for x in leaves])
    np.testing.assert_array_equal(*found)


def test_an_operation_that_writes_to_its_argument(torch):
    for lib in (mt, torch):
        def halve(x):
            x.numpy()[...] /= 2
        halve.__annotations__ = {"x": lib.Tensor, "return": None}
        op = lib.library.custom_op("minitorch_tests::halve", halve, mutates_args={"x"})
        x, w = lib.tensor(X), lib.ones(3, requires_grad=True)
        product = x * w
        assert op(x) is None and x.tolist() == (np.array(X) / 2).tolist() and x._version > 0
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            product.sum().backward()


def clone_of(lib):
    def clone(x):
        return x.clone()
    clone.__annotations__ = {"x": lib.Tensor, "return": lib.Tensor}
    return clone


def untyped(lib, name="minitorch_tests::untyped", mutates_args=(), result=True):
    def copy(x, y=None):
        return x
    copy.__annotations__ = {"x": lib.Tensor, "y": int | None} | {"return": lib.Tensor} if result else {"x": lib.Tensor}
    return lib.library.custom_op(name, copy, mutates_args=mutates_args)


@pytest.mark.parametrize("misuse, error, words", [
    (lambda lib: untyped(lib)(lib.ones(2)), RuntimeError, "must not also be an input to this custom operator"),
    (lambda lib: untyped(lib)(3), RuntimeError, "Expected a value of type 'Tensor' for argument 'x'"),
    (lambda lib: untyped(lib)(lib.ones(2), 1, 2), RuntimeError, ""),
    (lambda lib: untyped(lib)(lib.ones(2, device="meta")), RuntimeError, "There was no fake impl registered for"),
    (lambda lib: untyped(lib, result=False), ValueError, "must have a type annotation"),
    (lambda lib: untyped(lib, name="nowhere"), ValueError, ""),
    (lambda lib: untyped(lib, mutates_args={"z"}), ValueError, "mutates_args"),
    (lambda lib: lib.library.custom_op("minitorch_tests::plain", clone_of(lib), mutates_args=())(
        lib.ones(2, requires_grad=True)).sum().backward(), RuntimeError, "no autograd formula was registered"),
    (lambda lib: lib.ops.minitorch_tests.nothing_of_the_kind, AttributeError, "has no attribute 'nothing_of_the_kind'"),
])
def test_misuse_is_refused_as_in_pytorch(misuse, error, words, torch):
    for lib in (mt, torch):
        untyped(lib)
        with pytest.raises(error, match=words or "."):
            misuse(lib)


def test_a_kernel_is_for_its_devices_and_parts_of_the_library_are_not_replaced():
    op = mt.library.custom_op("minitorch_tests::far", clone_of(mt), mutates_args=(), device_types="cuda")
    with pytest.raises(NotImplementedError, match="no kernel for 'cpu', only for 'cuda'"):
        op(mt.ones(2))
    mt.library.register_kernel(op, "cpu")(lambda x: x * 2)
    assert op(mt.ones(2)).tolist() == [2, 2]
    with pytest.raises(ValueError, match="'linalg' is a part of minitorch.ops"):
        mt.library.custom_op("linalg::mine", clone_of(mt), mutates_args=())


def test_opcheck_finds_what_is_declared_otherwise():
    def spoil(x):
        x.zero_()
        return x + 1
    spoil.__annotations__ = {"x": mt.Tensor, "return": mt.Tensor}
    op = mt.library.custom_op("minitorch_tests::spoil", spoil, mutates_args=())
    with pytest.raises(RuntimeError, match="writes to x, so mutates_args must name it"):
        mt.library.opcheck(op, (mt.ones(2),))
    op = mt.library.custom_op("minitorch_tests::clone", clone_of(mt), mutates_args=())
    mt.library.register_fake("minitorch_tests::clone", lambda x: mt.empty(1))
    with pytest.raises(RuntimeError, match=r"gives \(2,\) of .*, but its fake gives \(1,\)"):
        mt.library.opcheck("minitorch_tests::clone", (mt.ones(2),))
    with pytest.raises(RuntimeError, match="there is no operation 'minitorch_tests::none'"):
        mt.library.register_fake("minitorch_tests::none")
