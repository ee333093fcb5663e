"""Attention on a GPU: by cuDNN's plans, which a stand-in computes here, and by products, all at once or in tiles."""

import json
import subprocess
import sys

import pytest
from attention import SHAPES, alike, computed
from chips import GPUS, described

import minitorch as mt
import minitorch.nn.functional as F
from minitorch.cuda import attention
from minitorch.ops.kernels import attention as ops


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("settings", [{}, {"is_causal": True}, {"scale": 0.3}], ids=str)
def test_plans_compute_what_products_do(name, settings, cudnn):
    runs = cudnn.counts.executed
    found = computed("cuda", mt.float16, SHAPES[name], **settings)
    assert cudnn.counts.executed == runs + 2                             # there, and back
    assert {x.dtype for x in found} == {mt.float16}
    with mt.backends.cudnn.flags(enabled=False):
        plain = computed("cuda", mt.float16, SHAPES[name], **settings)
    assert cudnn.counts.executed == runs + 2
    assert alike(found, plain, 4e-3) and alike(found, computed("cpu", mt.float16, SHAPES[name], **settings), 4e-3)


@pytest.mark.parametrize("dtype, close", [(mt.float16, 4e-3), (mt.float32, 1e-5), (mt.float64, 1e-12)], ids=str)
@pytest.mark.parametrize("tile", [1, 5, 14, 70, 1 << 24])
@pytest.mark.parametrize("causal", [True, False])
def test_tiles_compute_what_all_weights_at_once_do(tile, dtype, close, causal, cudnn, monkeypatch):
    monkeypatch.setattr(ops, "TILE", tile)
    monkeypatch.setattr(attention, "KEPT", 20)
    with mt.backends.cudnn.flags(enabled=False):
        found = computed("cuda", dtype, SHAPES["heads"], is_causal=causal)
    assert alike(found, computed("cpu", dtype, SHAPES["heads"], is_causal=causal), close)


def test_tiles_keep_no_weights(cupy, monkeypatch):
    monkeypatch.setattr(attention, "KEPT", 20)
    out = F.scaled_dot_product_attention(*[mt.randn(2, 6, 8).cuda().requires_grad_() for _ in range(3)])
    totals, seen = out._node.out
    assert totals.shape == (2, 6, 1) and seen is None


def test_weights_are_kept_where_they_are_few(cupy):
    out = F.scaled_dot_product_attention(*[mt.randn(2, 6, 8).cuda().requires_grad_() for _ in range(3)])
    assert out._node.out.shape == (2, 6, 6)


def test_a_second_derivative_is_that_of_products(cudnn):
    mt.manual_seed(0)
    given = [mt.randn(2, 3, 8).half() for _ in range(3)]
    found = []
    for place, dtype in (("cuda", mt.float16), ("cpu", mt.float64)):
        q, k, v = [x.to(place).to(dtype).detach().requires_grad_() for x in given]
        slope, = mt.autograd.grad(F.scaled_dot_product_attention(q, k, v, is_causal=True).float().pow(2).sum(), q,
                                  create_graph=True)
        slope.float().pow(2).sum().backward()
        found.append([x.grad.cpu() for x in (q, k, v)])
    assert alike(*found, 2e-2)


def test_heads_that_were_split_are_read_as_they_lie_and_joined_without_a_copy(cudnn, monkeypatch):
    places = {}
    tensor = cudnn.pygraph.tensor
    monkeypatch.setattr(cudnn.pygraph, "tensor",
                        lambda graph, **how: places.setdefault(how["name"], how["stride"]) and tensor(graph, **how))
    qkv = mt.randn(2, 5, 96).half().cuda()
    heads = [part.view(2, 5, 4, 8).transpose(1, 2) for part in qkv.split(32, 2)]
    seen = F.scaled_dot_product_attention(*heads)
    assert set(map(tuple, places.values())) == {(480, 8, 96, 1)}
    assert seen.transpose(1, 2).is_contiguous()
    assert alike([seen.cpu()], [F.scaled_dot_product_attention(*[x.cpu() for x in heads])], 4e-3)


@pytest.mark.parametrize("shape", [(5, 8), (2, 5, 8), (2, 3, 5, 8), (4, 2, 3, 5, 8)])
def test_what_a_plan_can_read_is_not_copied(shape, cupy):
    a = cupy.zeros(shape, "float16")
    for each in (a, a[None], a[:, None] if a.ndim > 2 else a):
        assert attention.as_heads(each).data.ptr == a.data.ptr
        assert min(attention.layout_of(attention.as_heads(each))[1]) == 1


def test_what_a_plan_cannot_read_is_copied(cudnn):
    q = mt.randn(2, 5, 16).half().cuda()[:, :, 4:12]                     # begins in the middle of 16 bytes
    k = mt.randn(2, 6, 8, 8).half().cuda()[..., 0]                       # features lie apart
    v = mt.randn(1, 6, 8).half().cuda().expand(2, 6, 8)
    runs = cudnn.counts.executed
    found = F.scaled_dot_product_attention(q, k, v)
    assert cudnn.counts.executed == runs + 1
    assert alike([found.cpu()], [F.scaled_dot_product_attention(q.cpu(), k.cpu(), v.cpu())], 4e-3)


def test_what_it_gave_may_be_written_into(cudnn):
    given = [mt.randn(2, 4, 8).half().cuda().requires_grad_() for _ in range(3)]
    grads = []
    for twice in (lambda x: x * 2, lambda x: x.mul_(2)):
        out = twice(F.scaled_dot_product_attention(*given))
        grads.append([x.cpu() for x in mt.autograd.grad(out.sum(), given)])
    assert alike(*grads, 1e-6)


def test_a_plan_is_made_once_for_a_shape_and_gives_the_same_numbers_twice(cudnn, monkeypatch):
    notes = []
    deselect = cudnn.pygraph.deselect_numeric_notes
    monkeypatch.setattr(cudnn.pygraph, "deselect_numeric_notes",
                        lambda graph, some: notes.extend(some) or deselect(graph, some))
    before = cudnn.counts.built
    first, second = [computed("cuda", mt.float16, SHAPES["heads"]) for _ in range(2)]
    assert cudnn.counts.built == before + 2 and notes == ["nondeterministic"] * 2
    assert all(map(mt.equal, first, second))


def test_other_dtypes_run_by_products(cudnn):
    runs, shapes = cudnn.counts.executed, SHAPES["heads"]
    for dtype in (mt.float32, mt.float64):
        computed("cuda", dtype, shapes)
        computed("cuda", dtype, shapes, dropout_p=0.5, attn_mask=mt.ones(5, 7, dtype=mt.bool, device="cuda"))
    assert F.scaled_dot_product_attention(*[mt.randn(0, 4, 8).half().cuda()] * 3).shape == (0, 4, 8)
    assert cudnn.counts.executed == runs


@pytest.mark.parametrize("why, shapes, major, words", [
    ("an old chip", SHAPES["heads"], 7, r"needs compute capability 8\.0, but this GPU has 7\.0"),
    ("odd heads", ((2, 3, 5, 6),) * 3, 9, "heads whose number of features is a multiple of 8"),
    ("wide heads", ((2, 3, 5, 136),) * 3, 9, r"attention of .* float16, is .*cuDNN has no plan for it \(no attention")])
def test_what_has_no_plan_runs_by_products_and_says_so_once(why, shapes, major, words, cudnn, cupy, monkeypatch):
    properties = cupy.cuda.runtime.getDeviceProperties
    monkeypatch.setattr(cupy.cuda.runtime, "getDeviceProperties", lambda device: {**properties(device), "major": major})
    with pytest.warns(UserWarning, match=words) as said:
        found = [computed("cuda", mt.float16, shapes, is_causal=True) for _ in range(3)]
    assert len(said) == 1 and alike(found[2], computed("cpu", mt.float16, shapes, is_causal=True), 4e-3)


def test_work_goes_to_the_current_stream(cudnn, cupy):
    stream, given = mt.cuda.Stream(), [mt.randn(2, 3, 8).half().cuda() for _ in range(3)]
    with mt.cuda.stream(stream):
        F.scaled_dot_product_attention(*given)
        assert cupy.cuda.get_current_stream().ptr in cudnn.streams.values()


def test_a_learners_attention_takes_the_plans_place(cudnn):
    given = [mt.randn(2, 3, 8).half().cuda() for _ in range(3)]
    runs = cudnn.counts.executed
    with mt.piece.mount(F.scaled_dot_product_attention, lambda query, *others, **settings: query * 2):
        found = F.scaled_dot_product_attention(*given)
    assert cudnn.counts.executed == runs and mt.equal(found.cpu(), given[0].cpu() * 2)


@pytest.mark.parametrize("by_plan", [True, False])
def test_no_numbers_come_back_to_the_cpu(by_plan, cudnn, cupy, monkeypatch):
    monkeypatch.setattr(attention, "KEPT", 10)
    given = [mt.randn(2, 3, 8).half().cuda().requires_grad_() for _ in range(3)]
    before = cupy.counts.downloads
    with mt.backends.cudnn.flags(enabled=by_plan):
        F.scaled_dot_product_attention(*given, is_causal=True).float().sum().backward()
    assert cupy.counts.downloads == before


PLAN = """
import json, sys
import cudnn
from minitorch.cuda.attention import BY, SEEN, graph_of
from minitorch.cuda.plans import strides
shapes = json.loads(sys.argv[2])
place = {"device_property": cudnn.create_device_properties(sys.argv[1]),
         "sm_version": json.loads(sys.argv[1])["deviceVer"] // 10}

def side_by_side(shape):
    B, H, T, D = shape
    return [T * H * D, D, H * D, 1]

def given(which, B, H, T, S):
    one = [(name, (1, 1, 1, 1), (1, 1, 1, 1)) for name in ("seed", "offset")]
    bias = {"no mask": None, "a mask": (0, 0, S, 1), "a mask for each": (H * T * S, T * S, S, 1),
            "keys": (S, 0, 0, 1)}[which]
    return one if bias is None else [("bias", (B, H, T, S), bias), *one]

for name, (q, k, v) in shapes.items():
    for order in (strides, side_by_side):
        for mask, causal, dropout_p in MASKS:
            more = [each for each in given(mask, *q[:3], k[2]) if dropout_p or each[0] == "bias"]
            sizes = dict(zip(SEEN, (q, k, v, q[:3] + v[3:], q[:3] + [1])))
            back = dict(zip(("grad", *BY), (q[:3] + v[3:], q, k, v)))
            for which in (sizes, sizes | back):
                arrays = [(each, size, (strides if size[3] == 1 else order)(size)) for each, size in which.items()]
                graph, _ = graph_of(cudnn, [*arrays, *more], 0.125, causal, dropout_p, **place)
                graph.check_support()
                print(name, order.__name__, mask, causal, dropout_p, "plans:", graph.get_execution_plan_count())
"""
MASKS = [("no mask", False, 0.0), ("no mask", True, 0.0), ("no mask", True, 0.1), ("a mask", False, 0.0),
         ("a mask for each", False, 0.1), ("keys", False, 0.1)]
PLANNED = {"GPT": [[16, 4, 64, 32]] * 3, "GPT-2": [[4, 12, 1024, 64]] * 3, "wide": [[2, 8, 512, 128]] * 3,
           "across": [[2, 4, 40, 64], [2, 4, 53, 64], [2, 4, 53, 64]]}


@pytest.mark.slow
@pytest.mark.needs("cudnn")
@pytest.mark.parametrize("gpu", [name for name, what in GPUS.items() if what["deviceVer"] >= 800])
def test_cudnn_plans_attention_for_a_gpu_that_is_not_here(gpu):
    """As far as it goes without a driver: a plan is supported; building and running it need one."""
    done = subprocess.run([sys.executable, "-c", f"MASKS = {MASKS}\n{PLAN}", described(gpu), json.dumps(PLANNED)],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    counts = [int(line.rpartition(" ")[2]) for line in done.stdout.splitlines() if " plans: " in line]
    assert len(counts) == 2 * len(MASKS) * 2 * len(PLANNED) and min(counts) >= 1, done.stdout
