"""torch.fft's path: values, two derivatives and refusals are PyTorch's."""

import numpy as np
import pytest
from engine.beside_torch import apart, numbers

import minitorch as mt

TRANSFORMS = [name for name in mt.fft.__all__ if not name.endswith(("shift", "freq"))]
SETTINGS = {"": [{}, {"n": 3, "norm": "ortho"}, {"n": 7, "dim": 1, "norm": "forward"}],
            "2": [{}, {"s": (3, -1), "norm": "ortho"}, {"s": (2, 5), "dim": (-1, 0)}],
            "n": [{}, {"s": (3, 2), "norm": "forward"}, {"dim": (1,), "norm": "ortho"}]}
IS_REAL = ("rfft", "ihfft")


def orders(library, name, settings, array):
    """The outputs, the gradient of a number of them, and the gradient of a number of that."""
    x = library.from_numpy(array.copy()).requires_grad_()
    out = getattr(library.fft, name)(x, **settings)
    first, = library.autograd.grad((abs(out + 0.3) ** 3).sum(), x, create_graph=True)
    second, = library.autograd.grad((abs(first + 0.1) ** 2).sum(), x)
    return [numbers(part) for part in (out, first, second)]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_a_transform_has_pytorchs_numbers_to_second_order(name, torch):
    rng = np.random.default_rng(0)
    real = rng.normal(size=(2, 5, 4))
    arrays = [real] if name.startswith(IS_REAL) else [real, real + 1j * rng.normal(size=real.shape)]
    for settings in SETTINGS[name.partition("fft")[2]]:
        for array in arrays:
            for ours, wanted in zip(*[orders(library, name, settings, array) for library in (mt, torch)], strict=True):
                assert ours.dtype == wanted.dtype and ours.shape == wanted.shape
                assert apart(ours, wanted, 1e-9) is None


def test_frequencies_and_shifts_are_pytorchs(torch):
    for n in (1, 4, 5):
        for ours, wanted in zip(*[[library.fft.fftfreq(n, 0.3), library.fft.rfftfreq(n, dtype=library.float64),
                                   library.fft.fftshift(library.arange(2 * n).reshape(2, n)),
                                   library.fft.ifftshift(library.arange(2 * n).reshape(2, n), dim=1)]
                                  for library in (mt, torch)]):
            assert ours.dtype.name == str(wanted.dtype)[6:] and ours.tolist() == wanted.tolist()


@pytest.mark.parametrize("name, args, settings", [
    ("fft", ((3,),), {"norm": "other"}), ("fft", ((3,),), {"n": 0}), ("fft", ((),), {}), ("fft", ((3,),), {"dim": 1}),
    ("fftn", ((3, 4),), {"dim": (0, -2)}), ("fftn", ((3, 4),), {"s": (1, 1, 1)}), ("fft2", ((3,),), {}),
    ("fftn", ((3, 4),), {"s": (2,), "dim": (0, 1)}), ("rfftn", ((3,),), {"dim": ()}), ("irfft", ((1,),), {}),
    ("rfft", ((3,), "complex64"), {}), ("ihfft", ((3,), "complex64"), {}), ("fft", ((3,), "float16"), {}),
    ("fftfreq", None, {"n": 4, "dtype": "int64"})])
def test_what_pytorch_refuses_is_refused(name, args, settings, torch):
    kinds = []
    for library in (mt, torch):
        given = {key: getattr(library, value) if key == "dtype" else value for key, value in settings.items()}
        made = () if args is None else (library.zeros(args[0], dtype=getattr(library, args[1:][0] if args[1:] else
                                                                             "float32")),)
        with pytest.raises((RuntimeError, IndexError)) as refused:
            getattr(library.fft, name)(*made, **given)
        kinds.append(isinstance(refused.value, IndexError))
    assert kinds[0] == kinds[1]


def test_float32_stays_single_and_integers_become_it():
    assert mt.fft.fft(mt.ones(4)).dtype is mt.complex64 and mt.fft.rfft(mt.arange(4)).dtype is mt.complex64
    assert mt.fft.irfft(mt.ones(3, dtype=mt.complex128)).dtype is mt.float64
