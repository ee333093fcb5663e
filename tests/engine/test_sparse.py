"""Sparse tensors, and graph networks written with them, give PyTorch's numbers and gradients."""

import copy
import pickle

import numpy as np
import pytest
from engine.test_same_expressions import same

import minitorch as mt

SETUP = {
    "i": lambda t: t.tensor([[0, 1, 1, 2, 1], [1, 0, 2, 2, 0]]),
    "v": lambda t: t.tensor([1.0, 2.0, 3.0, 4.0, 5.0], requires_grad=True),
    "x": lambda t: t.tensor([[1.0, -2.0], [3.0, 0.5], [-1.0, 2.0]], requires_grad=True),
    "w": lambda t: t.tensor([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 0.0, 0.0]], requires_grad=True),
    "h": lambda t: t.tensor([[[1.0, 2.0]], [[3.0, 4.0]]]),
}
A = "t.sparse_coo_tensor(i, v, (3, 3))"
ASKED = ["is_sparse", "is_coalesced()", "coalesce().is_coalesced()", "_nnz()", "coalesce()._nnz()", "_indices()",
         "shape", "_values()", "coalesce().indices()", "coalesce().values()", "indices()", "values()", "to_dense()",
         "sparse_dim()", "t().coalesce().indices()", "t().to_dense()", "transpose(0, 1).coalesce().values()",
         "float().is_sparse",
         "to(t.float64).to_dense()", "clone()._nnz()", "dense_dim()", "layout", "dtype", "requires_grad", "T.is_sparse",
         "detach().requires_grad", "to('cpu').is_sparse", "mul(2).to_dense()", "ndim", "size(0)", "numel()"]
EXPRESSIONS = [
    *[f"{A}.{what}" for what in ASKED], *[f"w.to_sparse().{what}" for what in ASKED],
    *[f"gradient(lambda v, x: t.{way}, v, x)" for way in (
        f"sparse.mm({A}, x).cos().sum()", f"spmm({A}, x).cos().sum()", f"mm({A}, x).cos().sum()",
        f"sparse.mm({A}.t(), x).cos().sum()",
        f"matmul({A}, x).cos().sum()",
        f"sparse.addmm(x, {A}, x, beta=2, alpha=3).cos().sum()", f"spmm({A}.coalesce() * 2, x).cos().sum()",
        f"sparse.mm(t.sparse.softmax({A}, dim=1), x).cos().sum()",
        f"sparse.mm(t.sparse.softmax({A}, 0), x).cos().sum()",
        f"sparse.log_softmax({A}, 1).to_dense().cos().sum() * x.sum()", f"sparse.sum({A} * 3) * x.sum()",
        f"sparse.sum({A}, 1).to_dense() @ x[:, 0]",
        f"sparse.mm({A}, {A}).to_dense().cos().sum() * x.sum()", f"cos({A}.coalesce().values()).sum() * x.sum()",
        f"sparse.mm({A} + {A}.t(), x).cos().sum()", f"mv({A}, x[:, 0]).sum()")],
    "gradient(lambda w: (w.to_sparse() @ t.ones(3, 2)).cos().sum() * 1, w)",
    f"t.eye(3) + {A}", f"({A} + {A}).is_sparse", f"({A} + {A}).to_dense()",
    "t.sparse.softmax(t.sparse_coo_tensor([[0, 0], [1, 2]], [1.0, 0.0], (3, 3)), 1).to_dense()",
    "gradient(lambda w: t.sparse.softmax(w.to_sparse(), 0).to_dense().cos().sum(), w)",
    "t.sparse.FloatTensor(i, v.detach(), t.Size([3, 3])).to_dense()", "t.sparse.FloatTensor(i, v.detach()).shape",
    "t.sparse.LongTensor(i, t.arange(5), t.Size([3, 4])).to_dense()", "t.sparse.FloatTensor(2, 3).to_dense()",
    f"isinstance({A}, t.sparse.FloatTensor)", f"isinstance({A}, t.sparse.DoubleTensor)", f"isinstance({A}, t.Tensor)",
    "isinstance(x, t.sparse.FloatTensor)", "x.is_sparse", "x.layout == t.sparse_coo", f"{A}.layout == t.sparse_coo",
    "t.sparse_coo_tensor(t.Size([2, 3])).to_dense()",
    "t.sparse_coo_tensor(i, v[:2])",
    "t.sparse_coo_tensor(i, v, (3,))", "t.sparse_coo_tensor(i.float(), v)",
    "t.sparse_coo_tensor([[0, 1], [1, 0]], [1, 2], [2, 2]).to_dense()",
    "t.sparse_coo_tensor([[0, 1]], [[1.0, 2.0], [3.0, 4.0]], (3, 2)).to_dense()", "h.to_sparse(1).values()",
    "h.to_sparse(2).indices()", "h.to_sparse_coo().indices()", "t.sparse_coo_tensor(i, v, dtype=t.float64).dtype",
    "t.sparse_coo_tensor(i, v.detach(), requires_grad=True).requires_grad", "t.zeros(2, 2).to_sparse()._nnz()",
]


def plain(value, library):
    if isinstance(value, library.Tensor):
        return (value.to_dense() if value.is_sparse else value).detach().numpy()
    return [plain(x, library) for x in value] if type(value) in (list, tuple) else value


def evaluate(expression, library):
    names = {name: make(library) for name, make in SETUP.items()}
    names["gradient"] = lambda function, *inputs: library.autograd.grad(function(*inputs), inputs)
    try:
        return plain(eval(expression, {"t": library, **names}), library)
    except (AttributeError, IndexError, RuntimeError, TypeError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_gives_pytorchs_value(expression):
    torch = pytest.importorskip("torch")
    same(evaluate(expression, mt), evaluate(expression, torch))


@pytest.mark.parametrize("indices, said", [([[0, 3], [0, 0]], "dim 0, size is 3 but found index 3"),
                                           ([[0, 0], [0, -1]], "dim 1, size is 3 but found index -1")])
def test_an_index_outside_is_named(indices, said):
    with pytest.raises(RuntimeError, match=said):
        mt.sparse_coo_tensor(indices, [1.0, 2.0], (3, 3))


def test_it_is_pickled_as_a_sparse_tensor():
    found = pickle.loads(pickle.dumps(mt.eye(3).to_sparse()))
    assert found.is_sparse and mt.equal(found.to_dense(), mt.eye(3))


def test_it_prints_as_pytorchs_and_copies():
    eye = mt.eye(2).to_sparse()
    assert repr(copy.deepcopy(eye)) == """tensor(indices=tensor([[0, 1],
                       [0, 1]]),
       values=tensor([1., 1.]),
       size=(2, 2), nnz=2, layout=minitorch.sparse_coo)"""


def graph(t, n=12):
    """A random graph with features and labels, its adjacency normalised and sparse."""
    draw = np.random.default_rng(3)
    adjacency = draw.random((n, n)) < 0.25
    rows, columns = (adjacency | adjacency.T | np.eye(n, dtype=bool)).nonzero()
    values = (1 / np.bincount(rows))[rows].astype("float32")
    indices = t.from_numpy(np.vstack((rows, columns)).astype("int64"))
    features, labels = draw.normal(size=(n, 5)).astype("float32"), draw.integers(0, 3, n)
    return t.sparse.FloatTensor(indices, t.from_numpy(values), t.Size((n, n))), t.tensor(features), t.tensor(labels)


def parameter(t, seed, *shape):
    return t.nn.Parameter(t.tensor(np.random.default_rng(seed).normal(0, 0.5, shape).astype("float32")))


def convolutional_network(t):
    """A GCN as pygcn writes it."""
    class GraphConvolution(t.nn.Module):
        def __init__(self, seed, inputs, outputs):
            super().__init__()
            self.weight, self.bias = parameter(t, seed, inputs, outputs), parameter(t, seed + 1, outputs)

        def forward(self, input, adj):
            return t.spmm(adj, t.mm(input, self.weight)) + self.bias

    class GCN(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.gc1, self.gc2 = GraphConvolution(0, 5, 8), GraphConvolution(2, 8, 3)

        def forward(self, x, adj):
            return t.nn.functional.log_softmax(self.gc2(t.relu(self.gc1(x, adj)), adj), dim=1)
    return GCN()


def attention_network(t):
    """A sparse GAT as pyGAT writes it, with its product of a sparse matrix in a Function of its own."""
    class SpecialSpmmFunction(t.autograd.Function):
        @staticmethod
        def forward(ctx, indices, values, shape, b):
            assert not indices.requires_grad
            a = t.sparse_coo_tensor(indices, values, shape)
            ctx.save_for_backward(a, b)
            ctx.N = shape[0]
            return t.matmul(a, b)

        @staticmethod
        def backward(ctx, grad_output):
            a, b = ctx.saved_tensors
            grad_dense = grad_output.matmul(b.t())
            edges = a._indices()[0, :] * ctx.N + a._indices()[1, :]
            return None, grad_dense.view(-1)[edges], None, a.t().matmul(grad_output)

    class SpGraphAttentionLayer(t.nn.Module):
        def __init__(self, seed, inputs, outputs):
            super().__init__()
            self.W, self.a = parameter(t, seed, inputs, outputs), parameter(t, seed + 1, 1, 2 * outputs)

        def forward(self, input, adj):
            n, edge = input.size(0), adj.to_dense().nonzero().t()
            h = t.mm(input, self.W)
            edge_h = t.cat((h[edge[0, :], :], h[edge[1, :], :]), dim=1).t()
            edge_e = t.exp(-t.nn.functional.leaky_relu(self.a.mm(edge_h).squeeze(), 0.2))
            rowsum = SpecialSpmmFunction.apply(edge, edge_e, t.Size([n, n]), t.ones(n, 1))
            return SpecialSpmmFunction.apply(edge, edge_e, t.Size([n, n]), h).div(rowsum)

    class SpGAT(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.last = SpGraphAttentionLayer(0, 5, 8), SpGraphAttentionLayer(2, 8, 3)

        def forward(self, x, adj):
            return t.nn.functional.log_softmax(self.last(t.nn.functional.elu(self.first(x, adj)), adj), dim=1)
    return SpGAT()


def losses(network, t):
    """The losses of a few steps of training on the graph."""
    adj, features, labels = graph(t)
    model, found = network(t), []
    optimizer = t.optim.Adam(model.parameters(), lr=0.05, weight_decay=5e-4)
    for _ in range(8):
        optimizer.zero_grad()
        loss = t.nn.functional.nll_loss(model(features, adj), labels)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


@pytest.mark.parametrize("network", [convolutional_network, attention_network])
def test_a_graph_network_trains_as_in_pytorch(network):
    torch = pytest.importorskip("torch")
    ours = losses(network, mt)
    assert ours[-1] < ours[0]
    np.testing.assert_allclose(ours, losses(network, torch), rtol=1e-4)
