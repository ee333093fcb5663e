"""The short-time Fourier transform and its inverse: Fourier transforms of windows that slide along a signal.

Source: D. Griffin and J. Lim (1984), Signal estimation from modified short-time Fourier transform.
"""

import warnings

from ....ops.conv.padding import fold_windows, pad, pad_edges, unfold_windows
from ....ops.shape.creation import ones
from ....runtime import functions
from ..elementwise.complex_numbers import view_as_real
from .transforms import fourier, inverse_real_fourier, real_fourier

MODES = "constant", "reflect", "replicate", "circular"


def sizes_of(name, input, n_fft, hop_length, win_length, window):
    """Return hop_length, win_length (or their defaults), and the window padded to n_fft on both sides, or None."""
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


def pad_to_centre(input, half, mode):
    """Pad the signals with half a window at both ends."""
    if mode not in MODES:
        raise NotImplementedError(f"Unrecognised padding mode {mode}: use one of {', '.join(MODES)}.")
    size = input.shape[-1]
    if mode == "constant":
        return pad.function(input, widths=((half, half),))
    if half >= size + (mode == "circular") and mode != "replicate" or not size:
        raise RuntimeError(f"stft: Padding size should be less than the corresponding input dimension, but got: "
                           f"padding ({half}, {half}) for a signal of {size}.")
    return pad_edges.function(input, widths=((half, half),), mode=mode)


def spectra(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
            align_to_window):
    """Compute stft."""
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    real = not (input.dtype.is_complex or window is not None and window.dtype.is_complex)
    if return_complex is None and real:
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs: with "
                           "return_complex=False, view_as_real(stft(…, return_complex=True)) is the result.")
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise RuntimeError(f"stft: expected a tensor of floating point or complex values, not of {input.dtype}")
    if input.ndim not in (1, 2):
        raise RuntimeError(f"stft: expected a 1D or 2D tensor, but got the shape {list(input.shape)}")
    hop_length, win_length, window = sizes_of("stft", input, n_fft, hop_length, win_length, window)
    if onesided and not real:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    input = pad_to_centre(input, n_fft // 2, pad_mode) if center else input
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


def signals(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex):
    """Compute istft."""
    if not input.dtype.is_complex:
        raise RuntimeError("istft requires a complex-valued input tensor matching the output from stft with "
                           f"return_complex=True, but got {input.dtype}.")
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
    if not cover.numel() or cover.device.type != "meta" and cover.abs().min() <= 1e-11:
        raise RuntimeError("istft: window overlap add min: 1: the windows do not cover every element of the signal, or "
                           "no element remains. Use a shorter hop_length, or center=True, which covers the ends.")
    signal = signal / cover
    if end > whole:
        warnings.warn("The length of signal is shorter than the length parameter. Result is being padded with zeros in "
                      "the tail. Please check your center and hop_length settings.", stacklevel=3)
        signal = pad.function(signal, widths=((0, end - whole),))
    return signal


def check_spectrum(input, n_fft, hop_length, win_length):
    """Raise for a tensor that cannot be a result of stft."""
    if input.ndim not in (2, 3):
        raise (IndexError if input.ndim < 2 else RuntimeError)(
            f"istft: expected a tensor with 2 or 3 dimensions, (N, frequencies, windows), but got {list(input.shape)}")
    if not input.numel():
        raise RuntimeError("istft: input tensor cannot be empty.")
    if hop_length > win_length:
        raise RuntimeError(f"istft: expected 0 < hop_length <= win_length, but got {hop_length} and {win_length}")
