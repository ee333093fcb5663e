"""stft and istft: sizes, refusals and results are PyTorch's, of every kind of signal and window."""

import itertools

import numpy as np
import pytest
from engine.beside_torch import apart, numbers

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")        # PyTorch warns where no window is given
RNG = np.random.default_rng(0)
SIGNALS = {"one": RNG.normal(size=24), "two": RNG.normal(size=(2, 24)), "float32": RNG.normal(size=24).astype("float32"),
           "complex": RNG.normal(size=24) + 1j * RNG.normal(size=24), "integers": np.arange(24), "empty": np.zeros(0),
           "three": RNG.normal(size=(1, 2, 24))}
WINDOWS = {"none": None, "eight": np.hanning(10)[1:-1], "six": np.hanning(8)[1:-1], "zeros": np.zeros(8),
           "complex": np.hanning(10)[1:-1] + 0j, "ones": np.ones(8, "int64")}


def outcome(call, library):
    try:
        return call(library)
    except (RuntimeError, IndexError, NotImplementedError):
        return None


def alike(call, torch):
    """Whether both libraries give the same, or both refuse."""
    ours, wanted = outcome(call, mt), outcome(call, torch)
    if ours is None or wanted is None:
        return ours is wanted
    ours, wanted = numbers(ours), numbers(wanted)
    return ours.dtype == wanted.dtype and ours.shape == wanted.shape and apart(ours, wanted, 1e-4) is None


def spectrum(library, signal, window, *args, **settings):
    window = None if WINDOWS[window] is None else library.from_numpy(WINDOWS[window].copy())
    return library.stft(library.from_numpy(SIGNALS[signal].copy()), 8, *args, window=window, **settings), window


@pytest.mark.parametrize("signal", SIGNALS)
def test_stft_and_its_inverse_are_pytorchs(signal, torch):
    for window, hop, length, center, onesided in itertools.product(
            WINDOWS, (None, 3, 0), (None, 6, 9), (True, False), (None, True, False)):
        settings = {"center": center, "normalized": center, "onesided": onesided}
        for whole in (True, False, None):
            assert alike(lambda library: spectrum(library, signal, window, hop, length, **settings,
                                                  return_complex=whole)[0], torch), (window, hop, length, settings, whole)
        for more in ({}, {"length": 20}, {"length": 40}, {"return_complex": True}):
            def back(library):
                freq, w = spectrum(library, signal, window, hop, length, **settings, return_complex=True)
                return library.istft(freq, 8, hop, length, window=w, **settings, **more)
            assert alike(back, torch), (window, hop, length, settings, more)


@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular", "other"])
def test_padding_is_pytorchs(mode, torch):
    for size in (1, 3, 4, 5, 9):
        assert alike(lambda library: library.stft(library.from_numpy(SIGNALS["one"][:size].copy()), 8, pad_mode=mode,
                                                  return_complex=True), torch)


@pytest.mark.parametrize("align", [None, True, False])
def test_a_short_window_is_aligned_as_pytorchs(align, torch):
    assert alike(lambda library: spectrum(library, "one", "six", 2, 6, center=False, align_to_window=align,
                                          return_complex=True)[0], torch)
    assert alike(lambda library: spectrum(library, "one", "six", 2, 6, align_to_window=align, return_complex=True)[0],
                 torch)


def test_what_is_padded_with_zeros_warns():
    x, w = mt.arange(16.0), mt.hann_window(8)
    spectrum = x.stft(8, window=w, return_complex=True)
    with pytest.warns(UserWarning, match="padded with zeros"):
        out = spectrum.istft(8, window=w, length=30)
    assert out.shape == (30,) and not out[20:].any() and out[1:12].allclose(x[1:12], atol=1e-5)


def test_a_complex_slices_gradient_adds_up_on_a_gpus_library(xp):
    x = xp.tensor(np.array([1 + 2j, 3 - 1j, 2j]), True)
    (abs(x[mt.tensor([0, 0, 2], device=x.device)]) ** 2).sum().backward()
    assert x.grad.tolist() == [4 + 8j, 0, 4j]
