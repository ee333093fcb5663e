"""Kernels in CUDA C: compiled by NVRTC for four kinds of GPU, and run beside plain forwards; without a GPU by g++."""

import re

import numpy as np
import nvrtc
import pytest

import minitorch as mt
import minitorch.nn.functional as F
from benchmarks import gpu_work
from minitorch.cuda import kernels
from minitorch.cuda.kernels.build import ARCHITECTURES, HEADER, TYPES

pytestmark = pytest.mark.needs("g++")
EPS = {mt.float16: 1e-3, mt.float32: 1e-6, mt.float64: 1e-14}


def name_of(file):
    return file.__name__.rpartition(".")[2]


@pytest.mark.slow
@pytest.mark.needs("nvrtc")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_kernel_compiles_for_every_kind_of_gpu(architecture):
    """All files in one source, each in a namespace, as several use the same names."""
    for T, A in TYPES.values():
        text = HEADER.format(T=T, A=A) + "".join(
            "namespace " + name_of(file) + " {" + file.SOURCE.replace('extern "C"', "") + "}\n"
            for file in kernels.FILES)
        code = nvrtc.machine_code(text, architecture)
        assert code.startswith(b"\x7fELF") and len(code) > 10_000, T


@pytest.mark.needs("nvrtc")
def test_the_compiler_refuses_what_it_cannot_compile():
    assert nvrtc.machine_code(gpu_work.NAIVE, 90).startswith(b"\x7fELF")          # the beginner's of the benchmarks
    with pytest.raises(RuntimeError, match='"nowhere" is undefined'):
        nvrtc.machine_code('extern "C" __global__ void f(float* x) { *x = nowhere; }', 75)


@pytest.mark.parametrize("file", kernels.FILES, ids=name_of)
def test_each_file_names_its_kernels(file):
    assert sorted(re.findall(r"__global__ void (\w+)", file.SOURCE)) == sorted(file.NAMES)


def both(compute, inputs):
    """What `compute` gives on a GPU and the gradients of its cosines, by kernels and without."""
    import cupy
    results = []
    for on in (True, False):
        kernels.enable(on)
        given = [x.cuda().detach().requires_grad_(x.is_floating_point()) for x in inputs]
        cupy.counts.reset()
        out = compute(*given)
        (out.float().cos().sum() if out.dtype is mt.float16 else out.cos().sum()).backward()
        results.append(([out.detach().cpu().numpy()] + [x.grad.cpu().numpy() for x in given if x.grad is not None],
                        cupy.counts.launches))
    kernels.enable(True)
    (by_kernels, few), (plain, many) = results
    assert few < many, "no kernel ran"
    return by_kernels, plain


SCORES, ROWS, IMAGES = (7, 300), (3, 5, 130), (3, 5, 9, 7)
CASES = {
    "softmax": (lambda x: mt.softmax(x, -1), [SCORES]), "log_softmax": (lambda x: mt.log_softmax(x, -1), [ROWS]),
    "layer_norm": (lambda x, w, b: F.layer_norm(x, (130,), w, b), [ROWS, (130,), (130,)]),
    "layer_norm of two dims": (lambda x: F.layer_norm(x, (5, 130)), [ROWS]),
    "batch_norm": (lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), [IMAGES, (5,), (5,)]),
    "batch_norm of vectors": (lambda x: F.batch_norm(x, None, None, training=True), [(300, 5)]),
    "max_pool2d": (lambda x: F.max_pool2d(x, 2), [IMAGES]),
    "max_pool2d overlapping": (lambda x: F.max_pool2d(x, 3, 2, 1), [IMAGES]),
    "max_pool2d dilated": (lambda x: F.max_pool2d(x, (2, 3), 1, 0, dilation=2, ceil_mode=True), [IMAGES]),
    "embedding": (lambda x: F.embedding((mt.arange(30) * mt.arange(30) % 7).to(x.device), x),
                  [(9, 13)]),
    "rows by number": (lambda x: x[mt.tensor([[0, -1, 3], [3, 3, 0]]).to(x.device)], [(4, 2, 3)]),
    "cross_entropy": (lambda x: F.cross_entropy(x, (mt.arange(7) * 41).to(x.device)), [SCORES]),
}


@pytest.mark.parametrize("dtype", EPS, ids=str)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_kernel_gives_the_plain_forwards_numbers_and_gradients(cupy, case, dtype):
    compute, shapes = case
    inputs = [(mt.randn(*shape, dtype=mt.float64) * 2 + 0.5).to(dtype) for shape in shapes]
    by_kernels, plain = both(compute, inputs)
    for a, b in zip(by_kernels, plain, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        scale = max(1, np.abs(b.astype(float)).max()) if b.size else 1
        np.testing.assert_allclose(a.astype(float) / scale, b.astype(float) / scale, atol=8 * EPS[dtype], rtol=0)


def test_half_precision_rows_are_summed_in_float32_and_twice_alike(cupy):
    x, index = mt.full((4096, 2), 0.1).half().cuda(), mt.zeros(4096, dtype=mt.int64).cuda()
    sums = []
    for _ in range(2):
        table = mt.zeros(3, 2).half().cuda().requires_grad_()
        (F.embedding(index, table) * x).sum().backward()
        sums.append(table.grad.cpu())
    assert abs(sums[0][0, 0].item() - 4096 * x[0, 0].item()) < 0.5 and mt.equal(*sums) and not sums[0][1:].any()


def test_a_kernel_holds_where_numbers_are_large_or_missing(cupy):
    rows = mt.tensor([[1e4, 1e4 + 1, 1e4 - 1], [0.0, float("inf"), 1.0], [0.0, float("nan"), 1.0],
                      [-float("inf"), 0.0, 0.0]]).cuda()
    np.testing.assert_allclose(mt.softmax(rows, -1).cpu().numpy(), mt.softmax(rows.cpu(), -1).numpy(), rtol=1e-6)
    far = (mt.randn(4, 100) + 1e4).cuda()                                # mean / deviation is 10,000
    np.testing.assert_allclose(F.layer_norm(far, (100,)).cpu().numpy(),
                               F.layer_norm(far.cpu().double(), (100,)).numpy(), atol=1e-3)
    np.testing.assert_allclose(F.batch_norm(far, None, None, training=True).cpu().numpy(),
                               F.batch_norm(far.cpu().double(), None, None, training=True).numpy(), atol=4e-3)
    gaps = mt.tensor([[[[1.0, float("nan")], [float("nan"), 2.0]]]]).cuda()
    assert F.max_pool2d(gaps, 2).isnan().all().item()
