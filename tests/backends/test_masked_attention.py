"""Attention with a mask and dropout in float16 on a GPU: by cuDNN's plans, which a stand-in computes, and in tiles."""

import pytest
from attention import SHAPES, alike, computed

import minitorch as mt
import minitorch.nn.functional as F
from minitorch.cuda import attention
from minitorch.engine import dispatch
from minitorch.ops.kernels import attention as ops
from minitorch.rare.ops.kernels import masked_attention

draws = pytest.mark.needs("g++")                   # chance on a GPU is drawn by a kernel, which it compiles
HEADS = SHAPES["heads"]                                                  # (2, 3, 5, 8), with 7 keys


def looks(*shape):
    """A mask of bools; where there is a row 1 of queries, it sees nothing."""
    mask = mt.rand(shape, generator=mt.Generator().manual_seed(len(shape))) > 0.4
    mask[..., 0] = True
    if shape[-2] > 1:
        mask[..., 1, :] = False
    return mask


MASKS = {"one": looks(5, 7), "each batch": looks(2, 1, 5, 7), "each head": looks(3, 5, 7), "keys": looks(2, 1, 1, 7),
         "all": looks(2, 3, 5, 7), "rows": looks(5, 7)[:, :1], "apart": looks(7, 5).T}
ADDED = {name: mt.where(mask, mt.randn(mask.shape, generator=mt.Generator().manual_seed(0)), float("-inf")).half()
         for name, mask in MASKS.items()}


@pytest.mark.parametrize("mask", [*MASKS.values(), *ADDED.values()], ids=[*MASKS, *[f"added, {n}" for n in ADDED]])
def test_plans_and_tiles_take_masks_as_products_do(mask, cudnn, monkeypatch):
    law = computed("cpu", mt.float32, HEADS, attn_mask=mask if mask.dtype is mt.bool else mask.float())
    runs = cudnn.counts.executed
    by_plan = computed("cuda", mt.float16, HEADS, attn_mask=mask.cuda())
    assert cudnn.counts.executed == runs + 2
    for tile in (1, 14, 1 << 24):
        monkeypatch.setattr(ops, "TILE", tile)
        with mt.backends.cudnn.flags(enabled=False):
            assert alike(computed("cuda", mt.float16, HEADS, attn_mask=mask.cuda()), law, 6e-3)
    assert cudnn.counts.executed == runs + 2 and alike(by_plan, law, 6e-3)
    if mask.shape[-2] == 5 and mask.ndim > 1 and mask.shape != (5, 1):
        unseen = ~(mask if mask.dtype is mt.bool else mask > float("-inf")).any(-1)
        assert not by_plan[0][unseen.expand(2, 3, 5)].any()


@pytest.mark.parametrize("name, shape", [("a matrix", (5, 7)), ("a batch", (3, 4, 6)), ("one row", (1, 6))])
def test_masks_fit_whatever_leads(name, shape, cudnn):
    shapes = {"a matrix": ((5, 8), (7, 8), (7, 16)), "a batch": SHAPES["a batch"], "one row": SHAPES["one head"]}[name]
    runs, mask = cudnn.counts.executed, looks(*shape)
    found = computed("cuda", mt.float16, shapes, attn_mask=mask.cuda())
    assert cudnn.counts.executed == runs + 2
    assert alike(found, computed("cpu", mt.float16, shapes, attn_mask=mask), 6e-3)


@draws
@pytest.mark.parametrize("settings", [{}, {"is_causal": True}, {"attn_mask": MASKS["one"]}],
                         ids=["plain", "causal", "mask"])
def test_dropout_of_a_plan_is_that_of_tiles_that_drop_the_same(settings, cudnn, cupy, monkeypatch):
    settings = {name: what.cuda() if name == "attn_mask" else what for name, what in settings.items()}
    runs = cudnn.counts.executed
    found = computed("cuda", mt.float16, HEADS, dropout_p=0.4, **settings)
    assert cudnn.counts.executed == runs + 2
    kept = cudnn.factors((2, 3, 5, 7), 0.4, (0, 0)).reshape(6, 5, 7)
    assert 0.3 < (kept == 0).mean() < 0.5
    drawn = type("Drawn", (), {"random": staticmethod(lambda shape, dtype: cupy.asarray(kept.astype(dtype)))})
    monkeypatch.setattr(masked_attention, "stream", lambda xp: drawn)
    for tile in (14, 1 << 24):
        monkeypatch.setattr(ops, "TILE", tile)
        with mt.backends.cudnn.flags(enabled=False):
            assert alike(found, computed("cuda", mt.float16, HEADS, dropout_p=0.4, **settings), 6e-3)


def dropout_once(p=0.5):
    given = [mt.ones(1, 2, 16, 8).half().cuda().requires_grad_() for _ in range(3)]
    out = F.scaled_dot_product_attention(*given, dropout_p=p)
    out.sum().backward()
    return out.detach().cpu(), given[2].grad.cpu()


@draws
@pytest.mark.parametrize("by_plan", [True, False])
def test_dropout_is_the_same_after_the_same_seed_and_goes_on(by_plan, cudnn):
    with mt.backends.cudnn.flags(enabled=by_plan):
        mt.manual_seed(3)
        first, second = dropout_once(), dropout_once()
        mt.manual_seed(3)
        again = dropout_once()
        state = mt.cuda.get_rng_state()
        third = dropout_once()
        mt.cuda.set_rng_state(state)
        assert all(map(mt.equal, third, dropout_once()))
    assert all(map(mt.equal, first, again)) and all(map(mt.equal, second, third)) and not mt.equal(first[0], second[0])
    assert mt.allclose(first[0][..., :1].float().mean(), mt.tensor(1.0), atol=0.3)
    assert mt.allclose(first[1].float().sum(), first[0].float().sum(), rtol=1e-2)          # both drop the same


@draws
def test_a_plan_draws_behind_what_was_drawn_and_leaves_room(cudnn):
    stream = lambda: mt.default_generator.on_gpus[0].used
    mt.manual_seed(0)
    mt.rand(8, device="cuda")
    before = stream()
    dropout_once()
    assert stream() == before + 2 * 16 * 16
    assert mt.default_generator.on_gpus[0].place.tolist()[:2] == [0, stream()]


@draws
def test_dropout_in_a_captured_graph_draws_on(cudnn):
    given = [mt.ones(1, 2, 16, 8).half().cuda() for _ in range(3)]
    mt.manual_seed(0)
    with mt.no_grad():
        plain = [F.scaled_dot_product_attention(*given, dropout_p=0.5).cpu() for _ in range(3)]
        mt.manual_seed(0)
        F.scaled_dot_product_attention(*given, dropout_p=0.5)
        graph = mt.cuda.CUDAGraph()
        with mt.cuda.graph(graph):
            out = F.scaled_dot_product_attention(*given, dropout_p=0.5)
    for law in plain[1:]:
        graph.replay()
        assert mt.equal(out.cpu(), law)


@draws
def test_where_the_gradients_have_no_plan_dropout_runs_in_tiles_there_and_back(cudnn, monkeypatch):
    monkeypatch.setattr(cudnn.counts, "refuse_dropout", True)
    with pytest.warns(UserWarning, match="cuDNN has no plan for it .no dropout in gradients"):
        out, by_value = dropout_once()
    assert mt.allclose(by_value.float().sum(), out.float().sum(), rtol=1e-2)


def test_no_numbers_come_back_to_the_cpu(cudnn, cupy):
    given, mask = [mt.randn(2, 3, 8).half().cuda().requires_grad_() for _ in range(3)], looks(3, 3).cuda()
    before = cupy.counts.downloads
    for by_plan in (True, False):
        with mt.backends.cudnn.flags(enabled=by_plan):
            F.scaled_dot_product_attention(*given, mask, 0.2).float().sum().backward()
    assert cupy.counts.downloads == before


def test_second_derivatives_with_a_mask_are_those_of_products_and_with_dropout_say_what_to_do(cudnn):
    given, mask = [mt.randn(2, 3, 8).half() for _ in range(3)], looks(3, 3)
    found = []
    for place, dtype in (("cuda", mt.float16), ("cpu", mt.float64)):
        q, k, v = [x.to(place).to(dtype).detach().requires_grad_() for x in given]
        slope, = mt.autograd.grad(F.scaled_dot_product_attention(q, k, v, mask.to(place)).float().pow(2).sum(), q,
                                  create_graph=True)
        slope.float().pow(2).sum().backward()
        found.append([x.grad.cpu() for x in (q, k, v)])
    assert alike(*found, 2e-2)
    q = given[0].cuda().requires_grad_()
    with pytest.raises(RuntimeError, match=r"no second derivative.*query\.float\(\)"):
        mt.autograd.grad(F.scaled_dot_product_attention(q, q, q, dropout_p=0.5).sum(), q, create_graph=True)


def test_what_one_op_does_not_take_runs_by_products(cudnn):
    runs = cudnn.counts.executed
    mask = mt.randn(5, 7).half().cuda().requires_grad_()
    computed("cuda", mt.float16, HEADS, attn_mask=mask)
    assert mask.grad.shape == (5, 7)
    assert not computed("cuda", mt.float16, HEADS, dropout_p=1.0)[0].any()
    wide = computed("cuda", mt.float16, SHAPES["one head"], attn_mask=looks(2, 4, 6).cuda())
    assert wide[0].shape == (2, 4, 8) and cudnn.counts.executed == runs


@pytest.mark.parametrize("mask, p, kind, words", [
    (mt.zeros(5, 6).half(), 0.0, RuntimeError, "5, 6|broadcast|match"), (None, 1.5, ValueError, "between 0 and 1"),
    (mt.zeros(5, 7, dtype=mt.int64), 0.0, RuntimeError, "attn_mask dtype")])
def test_wrong_masks_and_chances_are_refused(mask, p, kind, words, cudnn):
    with pytest.raises(kind, match=words):
        computed("cuda", mt.float16, HEADS, attn_mask=None if mask is None else mask.cuda(), dropout_p=p)


def test_a_mask_written_into_before_backward_is_noticed(cudnn):
    mask, q = looks(3, 3).cuda(), mt.randn(3, 8).half().cuda().requires_grad_()
    out = F.scaled_dot_product_attention(q, q, q, mask)
    mask.fill_(True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.sum().backward()


def test_the_strides_that_a_plan_is_told_of_a_mask_are_0_where_it_is_one_for_several(cudnn, cupy):
    q = cupy.zeros((2, 3, 5, 8), "float16")
    bias, _ = masked_attention.as_bias(cupy, cupy.zeros((2, 1, 1, 7), bool), q, cupy.zeros((2, 3, 7, 8), "float16"))
    given = attention.given_arrays(cupy, q, cupy.zeros((2, 3, 7, 8), "float16"), bias, None)
    assert attention.layout_of(given["bias"]) == ((2, 3, 5, 7), (7, 0, 0, 1))


def test_large_scores_leave_masked_keys_alone():
    query, key = mt.full((1, 1, 4), 250.0), mt.tensor([[[250.0] * 4, [-250.0] * 4]])
    value, mask = mt.tensor([[[1.0] * 4, [2.0] * 4]]), mt.tensor([[False, True]])
    found = dispatch(masked_attention.attend_masked, (*(x.half() for x in (query, key, value)), mask),
                     {"scale": 0.5, "causal": False, "dropout_p": 0.0})
    assert (found[0] if isinstance(found, tuple) else found).tolist() == [[[2.0] * 4]]
