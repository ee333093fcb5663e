"""The spectrum of each moment of a signal, and the signal back: Fourier transforms of windows that slide along it.

Source: D. Griffin and J. Lim (1984), Signal estimation from modified short-time Fourier transform.
"""

import warnings

from ...runtime import Tensor, function, functions
from ..conv.padding import fold_windows, pad, pad_edges, unfold_windows
from ..elementwise.complex_numbers import view_as_real
from ..shape.creation import ones

MODES = "constant", "reflect", "replicate", "circular"


def sizes_of(name, input, n_fft, hop_length, win_length, window):
    """hop_length and win_length where they were left out, and the window in the middle of n_fft numbers, or None."""
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    if hop_length <= 0:
        raise RuntimeError(f"{name}: expected hop_length > 0, but got hop_length={hop_length}")
    if not 0 < win_length <= n_fft:
        raise RuntimeError(f"{name}: expected 0 < win_length <= n_fft, but got win_length={win_length} and "
                           f"n_fft={n_fft}")
    if window is not None and (window.ndim != 1 or window.shape[0] != win_length):
        raise RuntimeError(f"{name}: expected a 1D window tensor of size equal to win_length={win_length}, but got "
                           f"window with size {list(window.shape)}")
    if window is not None or win_length < n_fft:
        kind = functions["real"](input).dtype
        window = ones((win_length,), dtype=kind) if window is None else window
        window = window if window.dtype.is_floating_point or window.dtype.is_complex else window.to(kind)
        before = (n_fft - win_length) // 2
        window = pad.function(window, widths=((before, n_fft - win_length - before),))
    return hop_length, win_length, window


def centred(input, half, mode):
    """The signals with half a window more at both ends."""
    if mode not in MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}: there are {', '.join(MODES)}.")
    size = input.shape[-1]
    if mode == "constant":
        return pad.function(input, widths=((half, half),))
    if half >= size + (mode == "circular") and mode != "replicate" or not size:
        raise RuntimeError(f"stft: Padding size should be less than the corresponding input dimension, but got: "
                           f"padding ({half}, {half}) for a signal of {size}.")
    return pad_edges.function(input, widths=((half, half),), mode=mode)


@function
def stft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
         window: Tensor = None, center: bool = True, pad_mode: str = "reflect", normalized: bool = False,
         onesided: bool | None = None, return_complex: bool | None = None, align_to_window: bool | None = None):
    """The short-time Fourier transform: the frequencies of every `hop_length`-th window of a signal.

    input            (L) or (N, L), real or complex
    n_fft            how many numbers a transform takes
    hop_length       from one window to the next; n_fft // 4 unless given
    win_length       how long the window is, in the middle of n_fft zeros; n_fft unless given
    window           (win_length), what each piece is multiplied with, as hann_window gives it; ones unless given
    center           whether the first window's middle is the first number: the signal is padded, as pad_mode says
    normalized       whether the result is divided by √n_fft
    onesided         only the first n_fft // 2 + 1 frequencies, of which the others are the mirror image; None: of real
                     signals
    return_complex   False: real and imaginary parts in a last dimension of 2; must be given for a real signal
    align_to_window  with center=False, whether a window that is shorter than n_fft begins at the first number
    returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

    Raises RuntimeError for sizes that do not go together, NotImplementedError for another pad_mode.

    >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
    tensor([4., 0., 0.])
    """
    from .transforms import fourier, real_fourier
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    real = not (input.dtype.is_complex or window is not None and window.dtype.is_complex)
    if return_complex is None and real:
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs: with "
                           "return_complex=False, view_as_real(stft(…, return_complex=True)) is the result.")
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(f"stft: expected a tensor of floating point or complex values, not of {input.dtype}")
    if input.ndim not in (1, 2):
        raise RuntimeError(f"stft: expected a 1D or 2D tensor, not one of {list(input.shape)}")
    hop_length, win_length, window = sizes_of("stft", input, n_fft, hop_length, win_length, window)
    if onesided and not real:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    input = centred(input, n_fft // 2, pad_mode) if center else input
    if align_to_window:
        before = (n_fft - win_length) // 2
        input = pad.function(input, widths=((before, n_fft - win_length - before),))
    if n_fft > input.shape[-1]:
        raise RuntimeError(f"stft: expected 0 < n_fft <= {input.shape[-1]}, but got n_fft={n_fft}: a window does not "
                           "fit the signal.")
    pieces = unfold_windows.function(input, dim=input.ndim - 1, size=n_fft, step=hop_length)
    pieces = pieces if window is None else pieces * window.to(device=input.device)      # (…, windows, n_fft)
    norm = "ortho" if normalized else "backward"
    out = (real_fourier.function(pieces, dim=pieces.ndim - 1, norm=norm) if real and onesided is not False else
           fourier.function(pieces, dims=(pieces.ndim - 1,), norm=norm, inverse=False)).transpose(-1, -2)
    return view_as_real(out) if return_complex is False else out


@function
def istft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
          window: Tensor = None, center: bool = True, normalized: bool = False, onesided: bool | None = None,
          length: int | None = None, return_complex: bool = False):
    """The signal of which `stft` gave these frequencies: windows added where they were, divided by what covers each.

    input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as stft was given them
    length           how long the signal is: what is beyond is cut, and what is missing is zeros, with a warning
    return_complex   whether the signal is complex: then all n_fft frequencies are needed
    returns          (L) or (N, L)

    Raises RuntimeError for sizes that do not go together, and where windows leave a number of the signal uncovered.

    >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
    >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
    True
    """
    from .transforms import fourier, inverse_real_fourier
    if not input.dtype.is_complex:
        raise RuntimeError("istft requires a complex-valued input tensor matching the output from stft with "
                           f"return_complex=True, not one of {input.dtype}.")
    hop_length, win_length, window = sizes_of("istft", input, n_fft, hop_length, win_length, window)
    check_spectrum(input, n_fft, hop_length, win_length)
    count = input.shape[-2]
    onesided = count != n_fft if onesided is None else onesided
    if count != (wanted := n_fft // 2 + 1 if onesided else n_fft):
        raise RuntimeError(f"istft: expected the frequency dimension (3rd to the last) of the input tensor to match "
                           f"{'n_fft / 2 + 1' if onesided else 'n_fft'} when onesided={onesided}, which is {wanted}, "
                           f"but got {count}")
    if return_complex and onesided:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    if not return_complex and window is not None and window.dtype.is_complex:
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    windows, norm, last = input.transpose(-1, -2), "ortho" if normalized else "backward", input.ndim - 1
    pieces = (fourier.function(windows, dims=(last,), norm=norm, inverse=True) if return_complex else
              inverse_real_fourier.function(windows[..., :n_fft // 2 + 1], n=n_fft, dim=last, norm=norm))
    window = (ones((n_fft,), dtype=pieces.dtype) if window is None else window).to(device=pieces.device)
    pieces, cover = pieces * window, (window * window).expand(windows.shape[-2], n_fft)
    whole = n_fft + hop_length * (windows.shape[-2] - 1)
    signal, cover = [fold_windows.function(x, shape=(*x.shape[:-2], whole), dim=x.ndim - 2, step=hop_length)
                     for x in (pieces, cover)]
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else whole - start
    signal, cover = signal[..., start:end], cover[start:end]
    if not cover.numel() or cover.abs().min() <= 1e-11:
        raise RuntimeError("istft: window overlap add min: 1: the windows leave a number of the signal uncovered, or "
                           "none remains. A shorter hop_length, or center=True, covers the ends.")
    signal = signal / cover
    if end > whole:
        warnings.warn("The length of signal is shorter than the length parameter. Result is being padded with zeros in "
                      "the tail. Please check your center and hop_length settings.", stacklevel=2)
        signal = pad.function(signal, widths=((0, end - whole),))
    return signal


def check_spectrum(input, n_fft, hop_length, win_length):
    """Raise for what is no result of stft."""
    if input.ndim not in (2, 3):
        raise (IndexError if input.ndim < 2 else RuntimeError)(
            f"istft: expected a tensor with 2 or 3 dimensions, (N, frequencies, windows), but got {list(input.shape)}")
    if not input.numel():
        raise RuntimeError("istft: input tensor cannot be empty.")
    if hop_length > win_length:
        raise RuntimeError(f"istft: expected 0 < hop_length <= win_length, but got {hop_length} and {win_length}")
