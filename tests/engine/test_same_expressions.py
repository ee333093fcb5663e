"""One expression, evaluated here and in PyTorch, gives the same value or the same kind of error."""

import numpy as np
import pytest

import minitorch as mt

NAN = "t.tensor([[nan, nan], [1.0, nan]], requires_grad=True)"
TALL = "t.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]], dtype=t.double, requires_grad=True)"
ENDS = "t.tensor([0.0, -1.0, -2.0, 1.0, -0.5, inf, -inf])"
LIST = "t.nn.ParameterList([t.nn.Parameter(t.ones(2)), t.nn.Parameter(t.ones(1))])"
OPTIMIZERS = ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop",
              "Adafactor", "SparseAdam", "LBFGS")
SHARING = ("t.Tensor(x)", "t.FloatTensor(x)", "x.new(x)", "t.Tensor(x.numpy())", "t.FloatTensor(x.numpy())",
           "t.tensor(x)", "t.Tensor(x.T)", "t.Tensor(x.storage())", "t.Tensor(x.tolist())", "t.autograd.Variable(x)",
           "x.type(t.FloatTensor)", "x.new_tensor(x)", "t.as_tensor(x)", "x.data",
           "t.nn.Parameter(x).data", "t.Tensor(t.Tensor(x))")
EXPRESSIONS = [
    *[f"(x := t.zeros(2, 3), {way}.fill_(5), x)[::2]" for way in SHARING],
    "(x := t.zeros(2, dtype=t.int64), t.LongTensor(x).fill_(5), t.Tensor(x).fill_(6), x)", "t.LongTensor(t.zeros(2))",
    "t.FloatTensor(t.zeros(2, dtype=t.float64))", "t.zeros(2).new(t.zeros(2).double())",
    "(x := t.zeros(2, 3), t.Tensor(x).add_(1), x._version)", "t.Tensor(t.zeros(2, requires_grad=True)).is_leaf",
    "gradient(lambda x: (t.Tensor(x * 2).mul_(3) * x).sum(), t.ones(2, requires_grad=True))",
    *[f"{kind}({size}).shape" for kind in ("t.Tensor", "t.LongTensor", "t.ones(1).new", "t.ones(1).long().new")
      for size in ("", "2, 3", "t.Size([2, 3])", "(2, 3)", "np.int64(2)")],
    "t.ones(1).long().new([16777217])",
    *[f"gradient(lambda x: t.nanmean(x, {dim}).sum(), {NAN})" for dim in ("1", "0", "()", "-1, True", "None")],
    "gradient(t.nanmedian, t.tensor([nan, nan], requires_grad=True))", "t.nanmean(t.zeros(2, 0))",
    "t.nanmean(t.tensor([nan, 1.0], dtype=t.float16))", "t.nanmean(t.tensor([nan, inf]), dtype=t.float64)",
    *[f"t.polygamma({n}, {ENDS})" for n in (0, 2, 3, 4)], "t.polygamma(1, t.tensor([0.0, 1.0, -0.5, inf, -inf]))",
    *[f"t.linalg.lstsq({TALL}, t.ones(3, 1).double(), driver={driver!r}).residuals.requires_grad"
      for driver in (None, "gels", "gelsd", "gelss")],
    f"gradient(lambda x: (t.linalg.lstsq(x, t.eye(3).double(), driver='gels').residuals * t.arange(3)).sum(), {TALL})",
    "(t.ones(2, 2) + t.eye(2)).lu()", "t.zeros(3, 2, 2).lu(get_infos=True)", "t.eye(2).lu(pivot=False)",
    "t.zeros(2).lu()",
    "gradient(lambda x: x.lu()[0][1].sum(), t.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True))",
    "t.normal(0.0, 1.0, (2,), layout=t.strided, requires_grad=True).is_leaf", "t.normal(0.0, 1.0)",
    "t.normal(0.0, 1.0, (2,), dtype=t.float64).dtype", "t.normal(0.0, t.ones(2), layout=t.strided)",
    "t.normal(t.ones(2), 1.0, dtype=t.float64)", "t.normal(t.ones(2), t.ones(2), requires_grad=True)",
    *[f"len(t.optim.{name}({LIST}, lr=0.1).param_groups[0]['params'])" for name in OPTIMIZERS],
    "len(t.optim.SGD({t.nn.Parameter(t.ones(2)): 1}, lr=0.1).param_groups[0]['params'])",
    "t.optim.SGD(t.nn.ParameterDict({'a': t.nn.Parameter(t.ones(2))}), lr=0.1)", "t.optim.SGD({}, lr=0.1)",
    "t.optim.SGD(t.nn.ParameterList([]), lr=0.1)", "t.optim.SGD(t.nn.Sequential(t.nn.Linear(1, 1)), lr=0.1)",
    "t.optim.SGD(t.nn.Linear(1, 1), lr=0.1)",
]


def plain(value, library):
    """The value with arrays for tensors, so that those of two libraries can be compared."""
    if isinstance(value, library.Tensor):
        return value.detach().numpy()
    return [plain(x, library) for x in value] if isinstance(value, list | tuple) else value


def evaluate(expression, library):
    """The value of an expression, or the class of the error it raises."""
    def gradient(function, *inputs):
        return library.autograd.grad(function(*inputs), inputs)
    try:
        found = eval(expression, {"t": library, "np": np, "nan": np.nan, "inf": np.inf, "gradient": gradient})
    except (AttributeError, IndexError, RuntimeError, TypeError, ValueError) as error:
        return type(error)
    return plain(found, library)


def same(ours, theirs):
    if isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=1e-6)
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for our, their in zip(ours, theirs, strict=True):
            same(our, their)
    elif isinstance(theirs, type) and issubclass(theirs, Exception):
        assert issubclass(ours, theirs) or issubclass(theirs, ours)
    else:
        assert str(ours).removeprefix("minitorch") == str(theirs).removeprefix("torch")


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_gives_pytorchs_value(expression):
    torch = pytest.importorskip("torch")
    same(evaluate(expression, mt), evaluate(expression, torch))
