"""A second backward without retain_graph beside PyTorch's: refused where that refuses it, and nowhere else."""

import pytest
from beside import both, named_there
from engine.test_parity import comparable
from notation import rows_by_name
from samples import every_row

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")


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
    "average of windows": lambda lib: lib.nn.functional.avg_pool1d(vector(lib)[None], 2),
    "average of two shares": lambda lib: lib.nn.functional.adaptive_avg_pool2d(vector(lib).view(1, 2, 2), (2, 1)),
    "average of all": lambda lib: lib.nn.functional.adaptive_avg_pool2d(vector(lib).view(1, 2, 2), 1),
    "interpolation by areas": lambda lib: lib.nn.functional.interpolate(vector(lib)[None, None], size=3, mode="area"),
    "interpolation by lines": lambda lib: lib.nn.functional.interpolate(vector(lib)[None, None], size=3, mode="linear"),
    **{f"pad by {mode}": lambda lib, mode=mode: lib.nn.functional.pad(vector(lib)[None], (1, 1), mode)
       for mode in ("constant", "reflect", "replicate", "circular")},
    "rounded down": lambda lib: lib.div(vector(lib), 2.5, rounding_mode="floor"),
    "rounded to zero": lambda lib: lib.div(2.5, vector(lib), rounding_mode="trunc"),
    "rounded down in place": lambda lib: (vector(lib) + 0).div_(2.5, rounding_mode="floor"),
    "sgn": lambda lib: lib.sgn(vector(lib)),
    "sign": lambda lib: lib.sign(vector(lib)),
    "complex": lambda lib: lib.complex(vector(lib), lib.ones(4)).real,
    "view of pairs": lambda lib: lib.view_as_complex(vector(lib).view(2, 2)).imag,
    "fft of reals": lambda lib: lib.view_as_real(lib.fft.fft(vector(lib))),
    "fft2 of reals": lambda lib: lib.view_as_real(lib.fft.fft2(vector(lib).view(2, 2))),
    "fft of complex numbers": lambda lib: lib.fft.fft(vector(lib) + 0j).real,
    "rfft": lambda lib: lib.fft.rfft(vector(lib)).imag,
    "irfft": lambda lib: lib.fft.irfft(vector(lib) + 0j),
    "stft": lambda lib: lib.stft(vector(lib), 2, 1, center=False, return_complex=True).real,
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


@pytest.mark.parametrize("rows", **rows_by_name(every_row(comparable)))
def test_a_second_backward_through_a_row_passes_where_pytorchs_does(rows, torch):
    if named_there(rows[0].name, torch) is None:
        pytest.skip("PyTorch has no such function")
    for row in rows:
        calls = both(row, torch, "float64")
        if all(call.error is None for call in calls):
            here, there = [[passes_again(out, call.library) for out in call.outs if out.requires_grad][:1]
                           for call in calls]
            assert here == there or there == [None], row
