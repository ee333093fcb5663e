"""Calls that drawing at random once found to differ from PyTorch's: dtypes, rare settings, values out of range."""

import itertools

import numpy as np
import pytest

import minitorch as mt

NAN, INF = float("nan"), float("inf")
A, B = [1.0, -2.0, 0.5, 0.0], [0.3, 0.6, 0.9, 0.1]
LOSSES = ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div", "poisson_nll_loss", "soft_margin_loss",
          "hinge_embedding_loss"]


def several(result):
    return list(result) if isinstance(result, tuple) else [result]


def same(call, torch):
    """The same dtypes, shapes and values, and gradients of what is float64."""
    ours, theirs = several(call(mt)), several(call(torch))
    for a, b in zip(ours, theirs, strict=True):
        assert (tuple(a.shape), a.dtype.name) == (tuple(b.shape), str(b.dtype)[6:])
        np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=2e-3 if a.dtype is mt.half else 1e-5,
                                   atol=1e-6)


@pytest.mark.parametrize("name", LOSSES)
def test_losses_of_two_dtypes_have_pytorchs(name, torch):
    for one in ("float16", "float32", "float64", "int8"):
        for other in ("float16", "float32", "float64"):
            def loss(t, first=one, second=other, **settings):
                x, y = t.tensor(A, dtype=getattr(t, first)), t.tensor(B, dtype=getattr(t, second))
                return getattr(t.nn.functional, name)(x, y, reduction="none", **settings)
            try:
                loss(torch)
            except (RuntimeError, TypeError):
                with pytest.raises((RuntimeError, TypeError)):
                    loss(mt)
            else:
                same(loss, torch)


@pytest.mark.parametrize("name", ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"])
@pytest.mark.filterwarnings("ignore:Using a target size")
def test_a_loss_of_a_single_number_stretches_it_before_dtypes_are_joined(name, torch):
    for one, other in (("float64", "float16"), ("float32", "float64")):
        def loss(t, first=one, second=other):
            x, y = t.tensor(2.0, dtype=getattr(t, first)), t.tensor(A, dtype=getattr(t, second))
            return getattr(t.nn.functional, name)(x, y, reduction="none")
        same(loss, torch)


CALLS = {
    "cosine_similarity of integers and float16": lambda t: t.cosine_similarity(
        t.tensor([[1, 2], [3, 0]], dtype=t.int8), t.tensor([[0.5, 1.0], [2.0, 3.0]], dtype=t.half)),
    "cosine_embedding_loss": lambda t: t.nn.functional.cosine_embedding_loss(
        t.tensor([A, B], dtype=t.half), t.tensor([B, A], dtype=t.half), t.tensor([1.0, -1.0], dtype=t.float64)),
    "hinge_embedding_loss of integers": lambda t: t.nn.functional.hinge_embedding_loss(
        t.tensor([1, -3, 2], dtype=t.int8), t.tensor([1.0, -1.0, 0.0]), margin=1.5, reduction="sum"),
    "margin_ranking_loss": lambda t: t.nn.functional.margin_ranking_loss(
        t.tensor(A, dtype=t.half), t.tensor(B, dtype=t.float64), t.tensor([1.0, -1.0, 1.0, 1.0], dtype=t.float64)),
    "gaussian_nll_loss": lambda t: t.nn.functional.gaussian_nll_loss(
        t.tensor(A, dtype=t.half), t.tensor(B, dtype=t.float64), t.tensor(B, dtype=t.float64)),
    "cross_entropy of chances in float64": lambda t: t.nn.functional.cross_entropy(
        t.tensor([A, B], dtype=t.half), t.tensor([B, B], dtype=t.float64)),
    "addcmul of float16 and float64": lambda t: t.addcmul(
        t.tensor(A, dtype=t.half), t.tensor(B, dtype=t.half), t.tensor(B, dtype=t.float64), value=-7),
    "addcdiv of float16 and float64": lambda t: t.addcdiv(
        t.tensor(A, dtype=t.half), t.tensor(B, dtype=t.half), t.tensor(B, dtype=t.float64), value=0.3),
    "normal of two shapes": lambda t: t.normal(t.zeros(3, 1, dtype=t.half), t.zeros(2, dtype=t.float64)),
    "nan_to_num of complex numbers": lambda t: t.nan_to_num(t.tensor([complex(NAN, 1), complex(INF, NAN), 2j]), 1.5),
    "einsum of one operand of integers": lambda t: t.einsum("ii", t.tensor([[1, 2], [3, 4]], dtype=t.int16)),
    "grid_sample beside an inf": lambda t: t.nn.functional.grid_sample(
        t.tensor([[[[1.0, 2.0], [3.0, -INF]]]]), t.tensor([[[[2.0, 2.0], [-1.0, 0.5]]]]), align_corners=False),
    "threshold of integers": lambda t: t.nn.functional.threshold(t.tensor([-1, 0, 1]), -0.5, 2.0),
    "rsub of two dtypes": lambda t: t.rsub(t.tensor(A, dtype=t.half), t.tensor(B, dtype=t.float64), alpha=-7),
    "sub of two dtypes": lambda t: t.sub(t.tensor(B, dtype=t.float64), t.tensor(A, dtype=t.half), alpha=0.3),
    "a 0-d complex128 beside float32": lambda t: t.tensor(A) * t.tensor(1j, dtype=t.complex128),
    "vdot of complex numbers": lambda t: t.vdot(t.tensor([1 + 2j, 3j]), t.tensor([2 - 1j, 1j])),
    "logit of eps nan": lambda t: t.logit(t.tensor(B), eps=NAN),
    "addmm without its input": lambda t: t.addmm(t.tensor([NAN, INF]), t.ones(2, 2), t.ones(2, 2), beta=0),
    "linspace to inf": lambda t: t.linspace(0, INF, 5), "logspace from nan": lambda t: t.logspace(NAN, 2, 5),
    "linspace from inf": lambda t: t.linspace(INF, 1, 1),
    "logit of eps 1": lambda t: t.logit(t.tensor([0.2, 0.7]), eps=1.0),
    "celu of inf": lambda t: t.nn.functional.celu(t.tensor([1.5, -1.0]), INF),
    "sinc of float16": lambda t: t.sinc(t.tensor([-1e4, 0.3], dtype=t.half)),
    "std_mean, correction nan": lambda t: t.std_mean(t.tensor(A), correction=NAN),
    "std of large float32": lambda t: t.std(t.tensor([2e19, 1e20, -3e19])),
    "std of small float32": lambda t: t.std(t.tensor([2e-25, 1e-25, -3e-25])),
    "normalize with out": lambda t: t.nn.functional.normalize(t.tensor([A, B]), out=t.empty(2, 4)),
    "normalize float16 with out": lambda t: t.nn.functional.normalize(t.tensor([B], dtype=t.half), out=t.empty(1, 4)),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_answer_as_pytorchs(name, torch):
    same(CALLS[name], torch)


IMAGES = {"nan": [[NAN, 1.0, NAN, 3.0, NAN, NAN], [1.0, NAN, 2.0, 2.0, 2.0, 1.0]], "zeros": [[0.0] * 6] * 2,
          "-inf": [[-INF] * 6, [1.0, -INF, -INF, -INF, -INF, -INF]]}


@pytest.mark.parametrize("name", IMAGES)
def test_pooling_names_the_last_nan_and_nothing_outside_the_image(name, torch):
    for dtype in ("float32", "float64") if name != "zeros" else ("float32", "uint8"):
        for kernel, stride, padding in ((2, 2, 0), (2, 1, 1), ((3, 1), 1, (1, 0)), (3, 2, 1)):
            def pool(t, *settings, dtype=dtype):
                x = t.tensor(IMAGES[name]).to(getattr(t, dtype)).reshape(1, 1, 4, 3)
                return t.nn.functional.max_pool2d(x, *settings, return_indices=True)
            same(lambda t, pool=pool, where=(kernel, stride, padding): pool(t, *where), torch)
        for size in (1, 2, 3):
            same(lambda t, size=size: t.nn.functional.adaptive_max_pool2d(
                t.tensor(IMAGES[name]).reshape(1, 1, 4, 3), size, return_indices=True), torch)


def test_what_renorm_leaves_alone_gets_its_gradient():
    x = mt.zeros(2, 3, requires_grad=True)
    x.renorm(2, 0, 1.0).sum().backward()
    assert x.grad.tolist() == [[1.0] * 3] * 2
    for p in (0.5, 1, 2, INF):                                   # nothing is longer than inf
        x = mt.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
        (x.renorm(p, 0, INF) * x.detach()).sum().backward()
        assert x.grad.tolist() == x.tolist()


@pytest.mark.parametrize("name", [f"conv{kind}{dims}d" for kind in ("", "_transpose") for dims in (1, 2, 3)])
def test_images_without_pixels_are_refused_unless_there_are_no_images(name, torch):
    dims = int(name[-2])
    for batch, *size in itertools.product(((), (0,), (2,)), *[(0, 3)] * dims):
        def call(t, shape=(*batch, 2, *size)):
            padding = 0 if "transpose" in name else 1
            return getattr(t.nn.functional, name)(t.ones(*shape), t.ones(2, 2, *[2] * dims), padding=padding)
        if 0 in size and batch != (0,):
            for library in (torch, mt):
                with pytest.raises(RuntimeError, match="zero batch"):
                    call(library)
        else:
            same(call, torch)


@pytest.mark.parametrize("name", ["var", "std", "var_mean", "std_mean"])
def test_no_dimensions_stand_for_all_in_backward_too(name):
    for settings in ({}, {"unbiased": False}, {"correction": 2}):
        x = mt.tensor([A, B], requires_grad=True)
        found, wanted = [mt.autograd.grad(several(getattr(mt, name)(x, dim, **settings))[0], x)[0]
                         for dim in ((), (0, 1))]
        assert mt.equal(found, wanted) and wanted.any()


def test_gradients_where_a_formula_meets_zero():
    x, y = mt.tensor([0.0, 2.0, NAN], requires_grad=True), mt.zeros(3, requires_grad=True)
    first, = mt.autograd.grad((x ** y).sum(), x, create_graph=True)
    assert first.tolist() == [0.0, 0.0, 0.0]
    mixed, = mt.autograd.grad(first.sum(), y)
    assert mixed.tolist() == [0.0, 0.5, 0.0]                          # ∂/∂y of y·x^(y − 1) at y = 0 is 1 / x
    nothing = mt.tensor([], requires_grad=True).nanmedian()
    assert nothing.isnan() and nothing.requires_grad


REFUSED = {
    "relu of True": lambda t: t.nn.functional.relu(True, inplace=True),
    "log_softmax of a number": lambda t: t.nn.functional.log_softmax(99, dim=None),
    "fill_ with a tuple": lambda t: t.ones(3, dtype=t.half).fill_((0, 0)),
    "var_mean, correction a tuple": lambda t: t.var_mean(t.zeros(0), dim=0, correction=(-1, 5)),
    "binary_cross_entropy of two dtypes": lambda t: t.nn.functional.binary_cross_entropy(
        t.tensor(B), t.tensor(B, dtype=t.float64)),
    "sub_ with a bool alpha": lambda t: t.ones(2).sub_(t.ones(2), alpha=False),
    "sub of bools, scaled": lambda t: t.sub(t.ones(2), t.ones(2).bool(), alpha=-9),
    "lstsq with a tensor for rcond": lambda t: t.linalg.lstsq(t.eye(2), t.eye(2), t.eye(2)),
    "pinv with a str": lambda t: t.linalg.pinv(t.eye(2), "x"),
    "matrix_rank with a str": lambda t: t.linalg.matrix_rank(t.eye(2), "x"),
    "repeat_interleave with a list": lambda t: t.repeat_interleave(t.ones(2), [1, 2]),
    "rot90 around one dim": lambda t: t.rot90(t.eye(2), 1, [0]), "linalg.norm over no dim": lambda t: t.linalg.norm(
        t.eye(2), dim=()),
    "vecdot of two dtypes": lambda t: t.linalg.vecdot(t.ones(3), t.ones(3).double()),
    "cross of two dtypes": lambda t: t.linalg.cross(t.ones(3), t.ones(3).double()),
    "multi_dot of a stack": lambda t: t.linalg.multi_dot([t.eye(2), t.ones(1, 2, 2), t.eye(2)]),
    "max of a number along dim 1": lambda t: t.max(t.tensor(1), 1), "cdist of order nan": lambda t: t.cdist(
        t.eye(2), t.eye(2), NAN),
    "lerp by a weight of another dtype": lambda t: t.lerp(t.ones(2), t.ones(2), t.ones(2).double()),
    "dropout1d of a vector": lambda t: t.nn.functional.dropout1d(t.ones(4), 0.0),
    "affine_grid of two batches": lambda t: t.nn.functional.affine_grid(t.ones(2, 2, 3), (1, 1, 2, 2)),
    "tril_indices of bools": lambda t: t.tril_indices(2, 2, dtype=t.bool),
    "mse_loss of integers": lambda t: t.nn.functional.mse_loss(t.ones(3).long(), t.ones(3).long(), reduction="none"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.filterwarnings("ignore:Implicit dimension choice", "ignore:Default grid_sample")
def test_what_pytorch_refuses_is_refused(name, torch):
    with pytest.raises((TypeError, RuntimeError, IndexError, AttributeError)):
        REFUSED[name](torch)
    with pytest.raises((TypeError, RuntimeError, IndexError)):
        REFUSED[name](mt)
