"""What grad_fn is called, and what its next_functions are, beside PyTorch's: of every row, and of what is composed."""

import numpy as np
import pytest
from beside import both, named_there
from engine.test_parity import comparable
from notation import rows_by_name
from samples import every_row

import minitorch as mt
import minitorch.nn.functional

pytestmark = pytest.mark.filterwarnings("ignore")

# Rows whose nodes are named otherwise than PyTorch's, each with the reason
MEANT = {
    **dict.fromkeys("floor_divide heaviside".split(), "PyTorch has no derivative of it, and a node that says so"),
    "remainder": "as floor_divide, of a number by a tensor",
    **dict.fromkeys("einsum inner tensordot".split(), "one product here, several nodes there"),
    **dict.fromkeys("reshape flatten kron".split(), "a copy in memory is a node of no other kind"),
    **dict.fromkeys("quantile nanquantile istft cov matmul chain_matmul bilinear sum_to_size".split(),
                    "composed in both, and its last step is another"),
    **dict.fromkeys("trapezoid cumulative_trapezoid gradient combinations diff logdet".split(), "as quantile"),
    "diag": "PyTorch's is DiagonalBackward0_copy, a name that it writes itself",
    "lu": "one op with linalg.lu, which PyTorch names so",
    "cholesky": "one op with linalg.cholesky, which PyTorch names otherwise",
}


@pytest.mark.parametrize("rows", **rows_by_name(every_row(comparable)))
def test_the_nodes_of_a_row_have_pytorchs_names(rows, torch):
    if named_there(rows[0].name, torch) is None:
        pytest.skip("PyTorch has no such function")
    other = []
    for row in rows:
        ours, others = both(row, torch, "float64")
        if ours.error is None and others.error is None:
            names = [(a.grad_fn.name(), b.grad_fn.name()) for a, b in zip(ours.outs, others.outs)
                     if a.requires_grad and b.grad_fn is not None]
            other += [(row, *pair) for pair in names if pair[0] != pair[1]]
    assert bool(other) == (rows[0].name in MEANT), other


def random(lib, *shape):
    return lib.tensor(np.random.default_rng(0).normal(size=shape).tolist(), requires_grad=True)


CALLS = {
    "mse_loss": lambda lib, F: F.mse_loss(random(lib, 3), lib.ones(3)),
    "mse_loss of none": lambda lib, F: F.mse_loss(random(lib, 3), lib.ones(3), reduction="none"),
    "l1_loss": lambda lib, F: F.l1_loss(random(lib, 3), lib.ones(3)),
    "smooth_l1_loss": lambda lib, F: F.smooth_l1_loss(random(lib, 3), lib.ones(3)),
    "huber_loss": lambda lib, F: F.huber_loss(random(lib, 3), lib.ones(3)),
    "kl_div": lambda lib, F: F.kl_div(random(lib, 3), lib.ones(3), reduction="batchmean"),
    "nll_loss": lambda lib, F: F.nll_loss(random(lib, 2, 3), lib.tensor([0, 2])),
    "nll_loss of images": lambda lib, F: F.nll_loss(random(lib, 1, 3, 2, 2), lib.zeros(1, 2, 2).long()),
    "cross_entropy": lambda lib, F: F.cross_entropy(random(lib, 2, 3), lib.tensor([0, 2])),
    "cross_entropy of images": lambda lib, F: F.cross_entropy(random(lib, 1, 3, 2, 2), lib.zeros(1, 2, 2).long()),
    "cross_entropy with weights": lambda lib, F: F.cross_entropy(random(lib, 2, 3), lib.tensor([0, 2]), lib.ones(3)),
    "binary_cross_entropy": lambda lib, F: F.binary_cross_entropy(random(lib, 3).sigmoid(), lib.ones(3)),
    "with logits": lambda lib, F: F.binary_cross_entropy_with_logits(random(lib, 3), lib.ones(3)),
    "multi_margin_loss": lambda lib, F: F.multi_margin_loss(random(lib, 2, 3), lib.tensor([0, 2])),
    "prelu": lambda lib, F: F.prelu(random(lib, 3), random(lib, 1)),
    "glu": lambda lib, F: F.glu(random(lib, 4)),
    "softsign": lambda lib, F: F.softsign(random(lib, 4)),
    "dropout": lambda lib, F: F.dropout(random(lib, 4), 0.5),
    "dropout of nothing": lambda lib, F: F.dropout(random(lib, 4) * 2, 0.0),
    "eval dropout": lambda lib, F: F.dropout(random(lib, 4) * 2, 0.5, False),
    "embedding_bag": lambda lib, F: F.embedding_bag(lib.tensor([[1, 2]]), random(lib, 3, 3)),
    "group_norm": lambda lib, F: F.group_norm(random(lib, 2, 4, 3), 2),
    "batch_norm": lambda lib, F: F.batch_norm(random(lib, 3, 3), lib.zeros(3), lib.ones(3)),
    "interpolate": lambda lib, F: F.interpolate(random(lib, 1, 2, 4, 4), scale_factor=2, mode="bilinear"),
    "interpolate smoothly": lambda lib, F: F.interpolate(random(lib, 1, 2, 4, 4), 3, mode="bilinear", antialias=True),
    "interpolate by areas": lambda lib, F: F.interpolate(random(lib, 1, 2, 4, 4), 3, mode="area"),
    "upsample": lambda lib, F: F.interpolate(random(lib, 1, 2, 4), scale_factor=2),
    "grid_sample": lambda lib, F: F.grid_sample(random(lib, 1, 1, 3, 3), lib.zeros(1, 2, 2, 2)),
    "attention": lambda lib, F: F.scaled_dot_product_attention(*[random(lib, 1, 2, 3, 4) for _ in range(3)]),
    "a number minus": lambda lib, F: 1 - random(lib, 3),
    "max": lambda lib, F: random(lib, 3).max(),
    "max along": lambda lib, F: random(lib, 3, 2).max(1)[0],
    "topk": lambda lib, F: random(lib, 3).topk(2).values,
    "masked_fill": lambda lib, F: random(lib, 3).masked_fill(lib.tensor([True, False, True]), 0.0),
    "t": lambda lib, F: random(lib, 2, 3).t(),
    "unbind": lambda lib, F: random(lib, 2, 3).unbind()[1],
    "a number by": lambda lib, F: 2 / random(lib, 3),
    "remainder by a number": lambda lib, F: random(lib, 3) % 2,
    "remainder by a tensor": lambda lib, F: random(lib, 3) % lib.ones(3),
    "fmod by a tensor": lambda lib, F: lib.fmod(random(lib, 3), lib.ones(3)),
    "copysign of a tensor": lambda lib, F: lib.copysign(random(lib, 3), lib.ones(3)),
    "copysign of a number": lambda lib, F: lib.copysign(random(lib, 3), 1.0),
    "clamp between tensors": lambda lib, F: random(lib, 3).clamp(lib.zeros(3), lib.ones(3)),
    "clamp below a tensor": lambda lib, F: random(lib, 3).clamp(max=lib.ones(3)),
    "solve for a vector": lambda lib, F: lib.linalg.solve(random(lib, 3, 3), lib.ones(3)),
    "soft targets": lambda lib, F: F.cross_entropy(random(lib, 2, 3), lib.ones(2, 3) / 3),
    "soft targets, added": lambda lib, F: F.cross_entropy(random(lib, 2, 3), lib.ones(2, 3) / 3, reduction="sum"),
    "LSTM cell": lambda lib, F: lib.nn.LSTMCell(2, 3)(random(lib, 1, 2))[0],
    "GRU cell": lambda lib, F: lib.nn.GRUCell(2, 3)(random(lib, 1, 2)),
    "RNN cell": lambda lib, F: lib.nn.RNNCell(2, 3)(random(lib, 1, 2)),
    "RNN cell of relus": lambda lib, F: lib.nn.RNNCell(2, 3, nonlinearity="relu")(random(lib, 1, 2)),
    "zero_": lambda lib, F: (random(lib, 3) * 1).zero_(),
    "fill_": lambda lib, F: (random(lib, 3) * 1).fill_(2.0),
    "copy_": lambda lib, F: (random(lib, 3) * 1).copy_(lib.ones(3)),
    "masked_fill_": lambda lib, F: (random(lib, 2) * 1).masked_fill_(lib.tensor([True, False]), 0.0),
    "a number put in": lambda lib, F: written(random(lib, 3) * 1, 1.0),
    "a tensor put in": lambda lib, F: written(lib.zeros(3), random(lib, 3)[0]),
    "a view written to": lambda lib, F: written((random(lib, 3) * 1)[:2], 1.0)._base,
}


def written(x, value):
    x[0] = value
    return x


def names_on(node):
    """The name of a node, and those of all that come next."""
    return node and [node.name(), *[names_on(after) for after, _ in node.next_functions]]


@pytest.mark.parametrize("sizes", [(2, 3), (4, 2, 3)])
@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize("frozen", [True, False])
def test_a_walk_through_layers_passes_what_pytorch_passes(sizes, biased, frozen, torch):
    """A linear layer turns its weight, and takes more than a matrix for one; cross_entropy takes logarithms first."""
    def walked(lib):
        net = lib.nn.Sequential(lib.nn.Linear(3, 4, biased), lib.nn.ReLU(), lib.nn.Linear(4, 2, biased))
        net[0].weight.requires_grad_(not frozen)
        out = 2 / net(lib.ones(sizes))
        return names_on(lib.nn.functional.cross_entropy(out.reshape(-1, 2), lib.zeros(out.numel() // 2).long()).grad_fn)
    assert walked(mt) == walked(torch)


@pytest.mark.parametrize("name", CALLS)
def test_a_function_of_several_ops_is_one_node(name, torch):
    """Its name is PyTorch's, and its inputs come next; the walk back goes through the ops all the same."""
    ours, others = (CALLS[name](lib, lib.nn.functional) for lib in (mt, torch))
    assert ours.grad_fn.name() == others.grad_fn.name()
    ours.sum().backward()


def test_the_graph_of_a_network_reads_as_pytorchs_tutorial_does(torch):
    """loss.grad_fn, then the layer's, then what is before it."""
    def path(lib):
        x, w = random(lib, 2, 3), random(lib, 4, 3)
        node = lib.nn.functional.mse_loss(lib.nn.functional.linear(x, w).relu(), lib.ones(2, 4)).grad_fn
        names = [node.name()]
        while node.next_functions:
            node = node.next_functions[0][0]
            names.append(node.name())
        return names
    assert path(mt) == path(torch) == ["MseLossBackward0", "ReluBackward0", "MmBackward0",
                                       "torch::autograd::AccumulateGrad"]


def test_the_inputs_of_a_function_come_next_and_none_for_what_wants_no_gradient(torch):
    for lib in (mt, torch):
        x = random(lib, 3)
        (first, place), (second, _) = lib.nn.functional.mse_loss(x, lib.ones(3)).grad_fn.next_functions
        assert first.variable is x and place == 0 and second is None
