"""stft and istft: sizes, refusals and results are PyTorch's, of every kind of signal and window."""

import itertools

import numpy as np
import pytest
from engine.beside_torch import apart, numbers

import minitorch as mt

pytestmark = pytest.mark.filterwarnings("ignore")        # PyTorch warns where no window is given
RNG = np.random.default_rng(0)
SIGNALS = {"one": RNG.normal(size=24), "two": RNG.normal(size=(2, 24)),
           "float32": RNG.normal(size=24).astype("float32"),
           "complex": RNG.normal(size=24) + 1j * RNG.normal(size=24), "integers": np.arange(24), "empty": np.zeros(0),
           "three": RNG.normal(size=(1, 2, 24))}
WINDOWS = {"none": None, "eight": np.hanning(10)[1:-1], "six": np.hanning(8)[1:-1], "zeros": np.zeros(8),
           "complex": np.hanning(10)[1:-1] + 0j, "ones": np.ones(8, "int64")}


def outcome(call, library, args, settings):
    try:
        return call(library, *args, **settings)
    except (RuntimeError, IndexError, NotImplementedError):
        return None


def alike(call, torch, *args, **settings):
    """Whether both libraries give the same, or both refuse."""
    ours, wanted = outcome(call, mt, args, settings), outcome(call, torch, args, settings)
    if ours is None or wanted is None:
        return ours is wanted
    ours, wanted = numbers(ours), numbers(wanted)
    return ours.dtype == wanted.dtype and ours.shape == wanted.shape and apart(ours, wanted, 1e-4) is None


def given(library, signal, window):
    return library.from_numpy(signal.copy()), None if window is None else library.from_numpy(window.copy())


def forward(library, signal, window, *args, **settings):
    x, w = given(library, signal, window)
    return library.stft(x, 8, *args, window=w, **settings)


def back(library, signal, window, more, *args, **settings):
    x, w = given(library, signal, window)
    frequencies = library.stft(x, 8, *args, window=w, return_complex=True, **settings)
    return library.istft(frequencies, 8, *args, window=w, **settings, **more)


@pytest.mark.parametrize("signal", SIGNALS)
def test_stft_and_its_inverse_are_pytorchs(signal, torch):
    x = SIGNALS[signal]
    for w, hop, length, center, onesided in itertools.product(
            WINDOWS.values(), (None, 3, 0), (None, 6, 9), (True, False), (None, True, False)):
        settings = {"center": center, "normalized": center, "onesided": onesided}
        for whole in (True, False, None):
            assert alike(forward, torch, x, w, hop, length, return_complex=whole, **settings), (w, hop, length)
        for more in ({}, {"length": 20}, {"length": 40}, {"return_complex": True}):
            assert alike(back, torch, x, w, more, hop, length, **settings), (w, hop, length, settings, more)


@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular", "other"])
def test_padding_is_pytorchs(mode, torch):
    for size in (1, 3, 4, 5, 9):
        assert alike(forward, torch, SIGNALS["one"][:size], None, pad_mode=mode, return_complex=True)


@pytest.mark.parametrize("align", [None, True, False])
def test_a_short_window_is_aligned_as_pytorchs(align, torch):
    for center in (True, False):
        assert alike(forward, torch, SIGNALS["one"], WINDOWS["six"], 2, 6, center=center, align_to_window=align,
                     return_complex=True)


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
