"""Convolution by cuDNN's plans, which a stand-in computes here; where the frontend is, it plans for three GPUs."""

import json
import subprocess
import sys
import warnings

import pytest
from chips import GPUS, described

import minitorch as mt
import minitorch.nn.functional as F
from minitorch.cuda import convolution, plans

SETTINGS = {
    "plain": ((2, 3, 7, 6), (4, 3, 3, 3), {}), "stride": ((2, 3, 8, 9), (4, 3, 3, 2), {"stride": (2, 3)}),
    "padding": ((1, 2, 5, 5), (3, 2, 3, 3), {"padding": (1, 2)}), "one by one": ((2, 4, 3, 3), (5, 4, 1, 1), {}),
    "dilation": ((2, 2, 9, 9), (2, 2, 3, 3), {"dilation": (1, 2), "padding": 2}),
    "groups": ((2, 4, 6, 6), (6, 2, 3, 3), {"groups": 2, "padding": 1}),
    "depthwise": ((2, 3, 6, 6), (3, 1, 3, 3), {"groups": 3, "stride": 2}),
}


def computed(device, dtype, image, filters, settings):
    """A convolution, with a bias, and its three gradients."""
    mt.manual_seed(0)
    given = [mt.randn(shape).to(dtype).to(device).detach().requires_grad_() for shape in (image, filters, filters[:1])]
    out = F.conv2d(*given, **settings)
    out.float().cos().sum().backward()
    return [out.detach().cpu().float(), *(x.grad.cpu().float() for x in given)]


@pytest.fixture
def cudnn(cupy):
    plans.build_plan.cache_clear()
    assert plans.frontend() is not None
    return sys.modules["cudnn"]


@pytest.fixture
def unwanted(cudnn, monkeypatch):
    """The notes of plans that were deselected."""
    found = []
    deselect = cudnn.pygraph.deselect_numeric_notes
    monkeypatch.setattr(cudnn.pygraph, "deselect_numeric_notes",
                        lambda graph, notes: found.append(notes) or deselect(graph, notes))
    return found


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("dtype, close", [(mt.float32, 1e-5), (mt.float16, 2e-2)], ids=str)
def test_plans_compute_what_im2col_does(name, dtype, close, cudnn):
    runs = cudnn.counts.executed
    found = computed("cuda", dtype, *SETTINGS[name])
    assert cudnn.counts.executed == runs + 3                             # the convolution and two gradients
    with mt.backends.cudnn.flags(enabled=False):
        plain = computed("cuda", dtype, *SETTINGS[name])
    assert cudnn.counts.executed == runs + 3
    for one, other, on_cpu in zip(found, plain, computed("cpu", dtype, *SETTINGS[name])):
        assert mt.allclose(one, other, close, close) and mt.allclose(one, on_cpu, close, close)


def test_a_second_derivative_runs_by_plans(cudnn):
    x, w = mt.randn(1, 2, 5, 5).cuda().requires_grad_(), mt.randn(2, 2, 3, 3).cuda().requires_grad_()
    runs = cudnn.counts.executed
    slope, = mt.autograd.grad(F.conv2d(x, w).pow(2).sum(), x, create_graph=True)
    slope.sum().backward()
    assert cudnn.counts.executed > runs + 3
    assert mt.autograd.gradgradcheck(F.conv2d, [each.detach().double().requires_grad_() for each in (x, w)])


def test_a_plan_is_made_once_for_a_shape(cudnn):
    x, w = mt.randn(3, 2, 11, 4).cuda(), mt.randn(2, 2, 2, 2).cuda()
    F.conv2d(x, w)
    before = cudnn.counts.built
    for _ in range(3):
        F.conv2d(x, w)
    assert cudnn.counts.built == before
    F.conv2d(x[:2], w)
    assert cudnn.counts.built == before + 1


def test_float64_and_nothing_at_all_need_no_plan(cudnn):
    runs = cudnn.counts.executed
    F.conv2d(mt.randn(1, 1, 4, 4).double().cuda(), mt.randn(1, 1, 2, 2).double().cuda())
    assert F.conv2d(mt.randn(0, 1, 4, 4).cuda(), mt.randn(1, 1, 2, 2).cuda()).shape == (0, 1, 3, 3)
    assert cudnn.counts.executed == runs


@pytest.mark.parametrize("dtype, tf32, exact", [("float32", True, False), ("float32", False, True),
                                                ("float16", False, False)])
def test_the_same_numbers_come_twice_and_float32_is_rounded_only_if_it_may_be(dtype, tf32, exact, cudnn, unwanted):
    x, w = mt.randn(1, 1, 9, 5).cuda().to(getattr(mt, dtype)), mt.randn(1, 1, 2, 2).cuda().to(getattr(mt, dtype))
    with mt.backends.cudnn.flags(enabled=True, allow_tf32=tf32):
        F.conv2d(x, w)
    (notes,) = unwanted
    assert ("tensor core" in notes) == exact and "nondeterministic" in notes


def test_inputs_of_two_dtypes_have_no_plan(cupy):
    given = {"x": cupy.ones((1, 1, 4, 4), "float16"), "w": cupy.ones((1, 1, 2, 2), "float32")}
    assert convolution.run_plan(cupy, "conv2d", given, None) is None


def last(x):
    """The same numbers, channels last in memory."""
    return x.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)


@pytest.mark.parametrize("dtype, close", [(mt.float32, 1e-4), (mt.float16, 2e-2)], ids=str)
def test_channels_that_lie_last_are_read_and_written_so(dtype, close, cudnn, monkeypatch):
    mt.manual_seed(0)
    given = [mt.randn(shape).to(dtype) for shape in ((2, 8, 6, 5), (4, 8, 3, 3), (4,))]
    seen, tensor = [], cudnn.pygraph.tensor
    monkeypatch.setattr(cudnn.pygraph, "tensor",
                        lambda graph, **how: seen.append((how["name"], how["stride"])) or tensor(graph, **how))
    for lies in (last, mt.Tensor.contiguous):            # the image, of more elements than the filters, decides
        x, w, b = lies(given[0].cuda()).requires_grad_(), given[1].cuda().requires_grad_(), given[2].cuda()
        seen.clear()
        out = F.conv2d(x, w, b, padding=1)
        grads = mt.autograd.grad(out.float().cos().sum(), [x, w])
        assert out.is_contiguous() == (lies is not last) and grads[1].is_contiguous()
        places = dict(reversed(seen))                    # the forward pass comes first
        assert places["x"] == ([240, 1, 40, 8] if lies is last else [240, 30, 5, 1])
        assert places["w"] == ([72, 1, 24, 8] if lies is last else [72, 9, 3, 1])
        with mt.backends.cudnn.flags(enabled=False):
            plain = F.conv2d(x, w, b, padding=1)
            others = mt.autograd.grad(plain.float().cos().sum(), [x, w])
        for one, other in zip((out, *grads), (plain, *others)):
            assert mt.allclose(one.cpu().float(), other.cpu().float(), close, close)


def test_images_that_lie_channels_last_are_not_copied(cudnn, cupy):
    x, w = last(mt.randn(2, 8, 6, 5).cuda()), last(mt.randn(4, 8, 3, 3).cuda())
    arrays, lying_last = convolution.to_common_order(cupy, {"x": x.array, "w": w.array})
    assert lying_last and arrays["x"] is x.array and arrays["w"] is w.array


def test_half_a_row_further_on_an_array_is_copied_to_where_cudnn_reads(cudnn):
    x, w = mt.randn(3, 1, 3, 3).half().cuda(), mt.randn(2, 1, 2, 2).half().cuda()
    assert mt.equal(F.conv2d(x[1:], w).cpu(), F.conv2d(x, w)[1:].cpu())     # 18 bytes on: the stand-in refuses them


def test_a_bias_is_added_by_the_plan_and_by_us_where_no_plan_adds_it(cudnn, monkeypatch):
    x, w, b = (mt.randn(shape).cuda() for shape in ((2, 3, 10, 7), (5, 3, 2, 3), (5,)))
    added, bias = [], cudnn.pygraph.bias
    monkeypatch.setattr(cudnn.pygraph, "bias", lambda graph, **how: added.append(how) or bias(graph, **how))
    fused = F.conv2d(x, w, b)
    assert len(added) == 1
    plans.build_plan.cache_clear()
    monkeypatch.setattr(cudnn.counts, "refuse_bias", True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")                   # the convolution itself runs by a plan
        runs = cudnn.counts.executed
        apart = F.conv2d(x, w, b)
    assert cudnn.counts.executed == runs + 1 and mt.allclose(fused.cpu(), apart.cpu(), 1e-5, 1e-5)


def test_work_goes_to_the_current_stream(cudnn, cupy):
    stream = mt.cuda.Stream()
    x, w = mt.randn(1, 1, 6, 5).cuda(), mt.randn(1, 1, 2, 2).cuda()
    with mt.cuda.stream(stream):
        F.conv2d(x, w)
        assert cupy.cuda.get_current_stream().ptr in cudnn.streams.values()


def test_a_shape_without_a_plan_runs_by_im2col_and_says_so_once(cudnn, monkeypatch):
    monkeypatch.setattr(cudnn.counts, "refuse", True)
    x, w = mt.randn(1, 3, 13, 5), mt.randn(2, 3, 2, 2)
    with pytest.warns(UserWarning, match="conv2d of .*, float32, is im2col and a matrix product, which is slower: "
                                         r"cuDNN has no plan for it \(no engine supports this graph\)") as said:
        found = [F.conv2d(x.cuda(), w.cuda()).cpu() for _ in range(3)]
    assert len(said) == 1 and all(mt.allclose(each, F.conv2d(x, w), 1e-5, 1e-5) for each in found)


def test_without_the_frontend_it_is_said_once_what_to_install(cupy, monkeypatch):
    monkeypatch.setitem(sys.modules, "cudnn", None)
    plans.frontend.cache_clear()
    try:
        with pytest.warns(UserWarning, match=r"cuDNN cannot be used .*Install the extra cudnn"):
            found = computed("cuda", mt.float32, *SETTINGS["plain"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            computed("cuda", mt.float32, *SETTINGS["plain"])
        assert not mt.backends.cudnn.is_available() and mt.backends.cudnn.version() is None
        assert mt.allclose(found[0], computed("cpu", mt.float32, *SETTINGS["plain"])[0], 1e-5, 1e-5)
    finally:
        plans.frontend.cache_clear()


def test_its_version_is_told_where_it_is(cudnn):
    assert mt.backends.cudnn.is_available() and mt.backends.cudnn.version() == 92800


PLAN = """
import json, sys
import cudnn
from minitorch.cuda.convolution import NODES, TYPES, graph_of, last_strides
from minitorch.cuda.plans import strides
shapes = json.loads(sys.argv[2])
place = {"device_property": cudnn.create_device_properties(sys.argv[1]),
         "sm_version": json.loads(sys.argv[1])["deviceVer"] // 10}
for op in NODES:
    for dtype in TYPES:
        for name, (x, w, y, where) in shapes.items():
            for order in (strides, last_strides):
                for bias in ((), ("b",))[:2 if op == "conv2d" else 1]:
                    arrays = [(each, size, order(size)) for each, size in zip("xwy", (x, w, y))]
                    arrays += [(each, (1, w[0], 1, 1), order((1, w[0], 1, 1))) for each in bias]
                    graph, _ = graph_of(cudnn, op, dtype, arrays, *where, True, **place)
                    graph.check_support()
                    print(op, dtype, name, order.__name__, *bias, "plans:", graph.get_execution_plan_count())
"""
SHAPES = {                               # of ResNet-50, MobileNet, and a dilated one: image, filters, windows
    "3x3": ((8, 64, 56, 56), (64, 64, 3, 3), (8, 64, 56, 56), ((1, 1), (1, 1), (1, 1))),
    "7x7": ((8, 3, 224, 224), (64, 3, 7, 7), (8, 64, 112, 112), ((2, 2), (3, 3), (1, 1))),
    "1x1": ((8, 256, 56, 56), (512, 256, 1, 1), (8, 512, 28, 28), ((2, 2), (0, 0), (1, 1))),
    "depthwise": ((8, 32, 28, 28), (32, 1, 3, 3), (8, 32, 28, 28), ((1, 1), (1, 1), (1, 1))),
    "dilated": ((4, 16, 32, 32), (16, 16, 3, 3), (4, 16, 32, 32), ((1, 1), (2, 2), (2, 2))),
}


@pytest.mark.slow
@pytest.mark.needs("cudnn")
@pytest.mark.parametrize("gpu", GPUS)
def test_cudnn_plans_every_shape_for_a_gpu_that_is_not_here(gpu):
    """As far as it goes without a driver: a plan is supported; building and running it need one."""
    done = subprocess.run([sys.executable, "-c", PLAN, described(gpu), json.dumps(SHAPES)], capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    counts = [int(line.rpartition(" ")[2]) for line in done.stdout.splitlines() if " plans: " in line]
    assert len(counts) == 4 * 2 * 2 * len(SHAPES) and min(counts) >= 1, done.stdout
