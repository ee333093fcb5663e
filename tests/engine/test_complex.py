"""Complex numbers: gradients as finite differences and PyTorch give them, and a refusal where there is no order."""

import numpy as np
import pytest

import minitorch as mt

Z = np.array([[1 + 2j, -3 + 0.5j], [0.2 - 1j, 1 - 1j]])
INF = float("inf")
OF_COMPLEX = {
    "mul": lambda z: z * z, "div": lambda z: 1 / (z + 2), "pow": lambda z: z ** 3, "z^(1+2j)": lambda z: z ** (1 + 2j),
    "2j^z": lambda z: 2j ** z, "matmul": lambda z: z @ z, "prod": lambda z: z.prod(0), "H": lambda z: z.mT.conj() @ z,
    "logsumexp": lambda z: z.logsumexp(0), "cumsum": lambda z: z.cumsum(1), "mean": lambda z: z.mean() * z,
    "index": lambda z: z[0] * z[:, 1], "cat": lambda z: mt.cat([z, z * 2j]), "pinverse": mt.pinverse,
    **{name: lambda z, name=name: getattr(z, name)() for name in
       "exp log sin cos tan tanh sigmoid sqrt rsqrt reciprocal log1p expm1 asin atan asinh acosh atanh".split()},
    **{f"norm {p}": lambda z, p=p: mt.linalg.vector_norm(z, p) for p in (1, 2, 3, 0.5, INF, -INF)},
    "complex": lambda z: mt.complex(z.imag, z.real * 2), "angle": lambda z: mt.angle(z) * z, "real": lambda z: z.real,
    "polar": lambda z: mt.polar(z.real, z.imag), "view_as_real": mt.view_as_real,
    "view_as_complex": lambda z: mt.view_as_complex(mt.view_as_real(z) * mt.tensor([2.0, 3.0])),
    "nuclear": lambda z: mt.linalg.matrix_norm(z, "nuc"), "spectral": lambda z: mt.linalg.matrix_norm(z, 2),
    "dist": lambda z: mt.dist(z, 2j * z.detach() ** 2, 1), "var": mt.var, "std": mt.std,
    "pairwise_distance": lambda z: mt.nn.functional.pairwise_distance(z, z.detach() ** 2),
}


def size(f, z):
    """A real number made of f(z): for differences, what f itself is held to be constant in must be passed as it was."""
    return mt.linalg.vector_norm(f(z) + (0.5 + 2j), 2)


@pytest.mark.parametrize("name", [name for name in OF_COMPLEX if "dist" not in name])
def test_the_gradient_holds_both_slopes(name):
    f, z = OF_COMPLEX[name], mt.tensor(Z, requires_grad=True)
    size(f, z).backward()
    step, found = 1e-6, np.zeros_like(Z)
    for place in np.ndindex(Z.shape):
        for unit in (1, 1j):
            move = np.zeros_like(Z)
            move[place] = step * unit
            ends = [size(f, mt.tensor(Z + sign * move)).item() for sign in (1, -1)]
            found[place] += unit * (ends[0] - ends[1]) / (2 * step)
    np.testing.assert_allclose(z.grad.numpy(), found, rtol=1e-6, atol=1e-7)


def test_distances_have_the_gradient_of_norms():
    for name, p in (("dist", 1), ("pairwise_distance", 2)):
        z, apart = mt.tensor(Z, requires_grad=True), None
        OF_COMPLEX[name](z).sum().backward()
        other = 2j * Z ** 2 if name == "dist" else Z ** 2 - 1e-6
        apart = mt.tensor(Z - other, requires_grad=True)
        mt.linalg.vector_norm(apart, p, None if name == "dist" else -1).sum().backward()
        np.testing.assert_allclose(z.grad.numpy(), apart.grad.numpy(), rtol=1e-9)


def test_a_real_value_gets_a_real_gradient():
    x = mt.ones(2, requires_grad=True)
    mt.linalg.vector_norm(x * mt.tensor([3 + 4j, 2j])).backward()
    assert x.grad.dtype is mt.float32
    np.testing.assert_allclose(x.grad.numpy(), np.array([25, 4]) / np.sqrt(29), rtol=1e-6)
    loss = mt.linalg.vector_norm(x * mt.tensor([3 + 4j, 2j]))
    first, = mt.autograd.grad(loss, x, create_graph=True)
    second, = mt.autograd.grad(first.sum(), x)
    np.testing.assert_allclose(second.numpy(), [25 * 4 / 29 ** 1.5 - 100 / 29 ** 1.5] * 2, atol=1e-6)


def test_hooks_grad_and_functions_of_ones_own_see_the_gradient_itself():
    class Square(mt.autograd.Function):
        @staticmethod
        def forward(ctx, z):
            ctx.save_for_backward(z)
            return z * z

        @staticmethod
        def backward(ctx, grad):
            z, = ctx.saved_tensors
            return grad * 2 * z.conj()
    z, seen = mt.tensor(Z, requires_grad=True), []
    z.register_hook(lambda grad: seen.append(grad.numpy().copy()))
    size(lambda z: z * z, z).backward()
    other = mt.tensor(Z, requires_grad=True)
    size(Square.apply, other).backward()
    through, = mt.autograd.grad(size(lambda z: z * z, other), other)
    given, = mt.autograd.grad(other * other, other, mt.tensor(Z))
    for grad in (seen[0], other.grad.numpy(), through.numpy()):
        np.testing.assert_allclose(grad, z.grad.numpy(), rtol=1e-12)
    np.testing.assert_allclose(given.numpy(), 2 * Z * Z.conj(), rtol=1e-12)
    with pytest.raises(RuntimeError, match="real scalar"):
        other.sum().backward()


ORDERED = {name: lambda z, name=name: getattr(mt, name)(z) for name in
           "max min amax amin aminmax median sort argsort msort unique unique_consecutive sign signbit isposinf erf "
           "lgamma nansum mode".split()}
ORDERED |= {name: lambda z, name=name: getattr(mt, name)(z, z) for name in
            "lt le gt ge fmax fmin maximum minimum xlogy isin searchsorted".split()}
ORDERED |= {name: lambda z, name=name: getattr(mt, name)(z, 0) for name in "max cummax cummin".split()}
ORDERED |= {"clamp": lambda z: z.clamp(0, 1), "topk": lambda z: z.topk(1), "bound": lambda z: mt.ones(2).clamp(min=1j),
            "bucketize": lambda z: mt.bucketize(z, mt.tensor([1.0, 2.0])), "softmax": lambda z: mt.ones(2).softmax(
                0, dtype=mt.complex64), "linspace": lambda z: mt.linspace(0, 1j, 3)}


@pytest.mark.parametrize("name", ORDERED)
def test_what_needs_an_order_refuses_complex_numbers(name):
    with pytest.raises(RuntimeError, match="not implemented|gives no|real numbers|must be floating"):
        ORDERED[name](mt.tensor([1 + 2j, 3 - 1j]))


def test_pythons_complex_numbers_are_of_two_default_floats():
    for made in (mt.tensor([1 + 1j]), mt.tensor(1j), mt.full((2,), 1j), mt.as_tensor([1j]), mt.ones(2) * 1j):
        assert made.dtype is mt.complex64
    assert mt.tensor(np.array([1j])).dtype is mt.complex128
    mt.set_default_dtype(mt.float64)
    try:
        assert mt.tensor([1j]).dtype is mt.full((2,), 1j).dtype is (mt.ones(2).int() * 1j).dtype is mt.complex128
    finally:
        mt.set_default_dtype(mt.float32)


def test_the_angle_of_a_logsumexp_lies_within_half_a_turn():
    out = mt.tensor([8 + 16j, 1j]).logsumexp(0).numpy()
    np.testing.assert_allclose(out, np.log(np.exp(8 + 16j) + np.exp(1j)), rtol=1e-6)


def test_pinv_and_lstsq_conjugate():
    A = mt.tensor(Z)
    np.testing.assert_allclose(mt.pinverse(A).numpy(), np.linalg.pinv(Z), atol=1e-12)
    H = Z + Z.conj().T
    np.testing.assert_allclose(mt.linalg.pinv(mt.tensor(H), hermitian=True).numpy(), np.linalg.pinv(H), atol=1e-12)
    np.testing.assert_allclose(mt.linalg.lstsq(A, A).solution.numpy(), np.eye(2), atol=1e-12)


def test_norms_and_running_sums_refuse_a_dtype_that_holds_no_result():
    calls = [lambda: mt.linalg.vector_norm(mt.ones(3).int()), lambda: mt.linalg.matrix_norm(mt.ones(2, 2).int()),
             lambda: mt.linalg.vector_norm(mt.ones(3), dtype=mt.int64),
             lambda: mt.ones(3).double().norm(dtype=mt.float32),
             lambda: mt.ones(3).cumsum(0, dtype=mt.bool), lambda: mt.ones(3).softmax(0, dtype=mt.int64),
             lambda: mt.ones(3).int().normal_(), lambda: mt.ones(3).bool().uniform_(),
             lambda: mt.randint(5, (3,), dtype=mt.complex64),
             lambda: mt.repeat_interleave(mt.ones(3), 2, output_size=5)]
    for call in calls:
        with pytest.raises(RuntimeError):
            call()


def test_a_nan_takes_the_whole_gradient_of_an_extreme_of_all():
    for extreme in (mt.max, mt.min):
        x = mt.tensor([1.0, float("nan"), 2.0], requires_grad=True)
        extreme(x).backward()
        assert x.grad.tolist() == [0.0, 1.0, 0.0]


def test_nan_to_num_of_complex_numbers_drops_no_gradient():
    x = mt.tensor([1 + 2j], requires_grad=True)
    with pytest.raises(RuntimeError, match="nan_to_num does not support automatic differentiation"):
        x.nan_to_num()
    assert x.detach().nan_to_num().tolist() == [1 + 2j]


def test_parts_make_a_complex_number_with_infinities_in_their_place():
    found = mt.complex(mt.tensor([[1.0], [INF]]), mt.tensor([2.0, INF]))
    assert found.dtype is mt.complex64
    assert found.tolist() == [[complex(a, b) for b in (2, INF)] for a in (1, INF)]
    assert mt.complex(mt.ones(()).double(), mt.zeros(()).double()).dtype is mt.complex128
    ones = mt.ones(2)
    for parts in ((ones, ones.double()), (ones.half(), ones.half()), (ones.int(), ones.int())):
        with pytest.raises(RuntimeError, match="complex: expected both inputs to be float32, or both float64"):
            mt.complex(*parts)
    with pytest.raises(RuntimeError, match="imag is not implemented"):
        mt.imag(mt.ones(2))


def test_a_write_to_the_real_parts_changes_the_numbers_and_their_gradient():
    z = mt.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    w = z * 1
    w.real[0] = 5.0
    assert w.tolist() == [5 + 2j, 3 - 1j] and w.imag.tolist() == [2, -1]
    (w.real * 3 + w.imag).sum().backward()
    assert z.grad.tolist() == [1j, 3 + 1j]


def test_one_pair_alone_is_one_number_and_back():
    x = mt.tensor([-0.5, 2.0], requires_grad=True)
    z = mt.view_as_complex(x)
    (z.real * 3 + z.imag * z.imag).backward()
    assert z.shape == () and x.grad.tolist() == [3.0, 4.0]
    w = mt.tensor(1 + 2j, requires_grad=True)
    (mt.view_as_real(w) * mt.tensor([5.0, 7.0])).sum().backward()
    assert w.grad.item() == 5 + 7j
