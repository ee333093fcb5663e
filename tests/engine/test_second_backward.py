"""A second backward without retain_graph beside PyTorch's: refused where that refuses it, and nowhere else."""

import pytest
from beside import both, named_there
from engine.test_parity import comparable
from notation import rows_by_name
from samples import every_row

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")

# What PyTorch refuses and we let pass, since nothing that the derivative reads was kept
LAXER = {"div": "a quotient that is rounded has the slope 0 everywhere",
         **dict.fromkeys(("avg_pool1d", "avg_pool2d", "adaptive_avg_pool1d"), "a mean's slopes are its sizes'"),
         "complex": "the real part is cut from a complex number, without one", "stft": "as complex",
         "sgn": "of real numbers it is sign, whose node PyTorch passes again"}


def vector(lib):
    return lib.tensor([-1.5, 0.25, 2.0, 3.5], requires_grad=True)


def number(lib):
    return lib.tensor(1.3, requires_grad=True)


CALLS = {
    "index_add of a constant": lambda lib: vector(lib).index_add(0, lib.tensor([0, 1]), lib.ones(2)),
    "index_add to a constant": lambda lib: lib.ones(5).index_add(0, lib.tensor([0, 1, 2, 0]), vector(lib)),
    "index_add of alpha times": lambda lib: vector(lib).index_add(0, lib.tensor([0]), lib.ones(1), alpha=2.5),
    "repeat_interleave by a number": lambda lib: lib.repeat_interleave(vector(lib), 2),
    "repeat_interleave by a tensor": lambda lib: lib.repeat_interleave(vector(lib), lib.tensor(2)),
    "lerp by a number": lambda lib: lib.lerp(vector(lib), vector(lib), 0.3),
    "lerp by a large number": lambda lib: lib.lerp(vector(lib), vector(lib), 0.7),
    "lerp by a tensor": lambda lib: lib.lerp(vector(lib), vector(lib), lib.tensor(0.3)),
    "add of alpha times": lambda lib: lib.add(vector(lib), vector(lib), alpha=2.5),
    "add in place of alpha times": lambda lib: (vector(lib) + 0).add_(vector(lib), alpha=2.5),
    "sub of alpha times": lambda lib: lib.sub(1.0, vector(lib), alpha=2.5),
    "rsub of alpha times": lambda lib: lib.rsub(vector(lib), 1.0, alpha=2.5),
    "product with a number": lambda lib: vector(lib) * 2.5,
    "quotient by a number": lambda lib: vector(lib) / 2.5,
    "gradient at a distance": lambda lib: lib.gradient(vector(lib), spacing=0.5, edge_order=2)[0],
    "trapezoid at a distance": lambda lib: lib.trapezoid(vector(lib), dx=0.5),
    "sort of a number": lambda lib: lib.sort(number(lib), 0)[0],
    "mode of a number": lambda lib: lib.mode(number(lib), 0)[0],
    "median of a number": lambda lib: lib.median(number(lib), 0)[0],
    "topk of a number": lambda lib: lib.topk(number(lib), 1)[0],
    "kthvalue of a number": lambda lib: lib.kthvalue(number(lib), 1)[0],
}


def passes_again(out, lib):
    """Whether a second backward passes; None where a first one does not."""
    slope = lib.ones_like(out)
    try:
        out.backward(slope)
    except (RuntimeError, NotImplementedError):
        return None
    try:
        out.backward(slope)
    except RuntimeError as error:
        assert "a second time" in str(error)
        return False
    return True


@pytest.mark.parametrize("name", CALLS)
def test_a_second_backward_passes_where_pytorchs_does(name, torch):
    assert passes_again(CALLS[name](mt), mt) is passes_again(CALLS[name](torch), torch) is not None


@pytest.mark.parametrize("rows", **rows_by_name(every_row(comparable, lambda row: row.name not in LAXER)))
def test_a_second_backward_through_a_row_passes_where_pytorchs_does(rows, torch):
    if named_there(rows[0].name, torch) is None:
        pytest.skip("PyTorch has no such function")
    for row in rows:
        calls = both(row, torch, "float64")
        if all(call.error is None for call in calls):
            here, there = [[passes_again(out, call.library) for out in call.outs if out.requires_grad][:1]
                           for call in calls]
            assert here == there or there == [None], row


@pytest.mark.parametrize("name", LAXER)
def test_what_is_laxer_is_so(name, torch):
    found = []
    for row in every_row(lambda row: row.name == name):
        ours, others = both(row, torch, "float64")
        if ours.error is None and others.error is None and ours.outs[0].requires_grad:
            found.append((passes_again(ours.outs[0], mt), passes_again(others.outs[0], torch)))
    assert (True, False) in found
