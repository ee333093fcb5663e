"""The short-time Fourier transform and its inverse."""

from ....runtime import Tensor, function


@function
def stft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
         window: Tensor = None, center: bool = True, pad_mode: str = "reflect", normalized: bool = False,
         onesided: bool | None = None, return_complex: bool | None = None, align_to_window: bool | None = None):
    """Return the short-time Fourier transform: the frequencies of windows of a signal, one every `hop_length` samples.

    input            (L) or (N, L), real or complex
    n_fft            how many samples are transformed at once
    hop_length       distance from one window to the next; default n_fft // 4
    win_length       length of the window, in the middle of n_fft zeros; default n_fft
    window           (win_length), factors of the samples in a window, such as hann_window's; default ones
    center           whether the first window is centred on the first sample: the signal is padded by pad_mode
    normalized       whether the result is divided by √n_fft
    onesided         whether to return only the first n_fft // 2 + 1 frequencies, whose conjugates are the others;
                     None: yes for real signals
    return_complex   False: a last dimension of 2 for real and imaginary part; you must pass it for a real signal
    align_to_window  with center=False, whether a window that is shorter than n_fft starts at the first sample
    returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

    Raises RuntimeError for sizes that do not fit together, NotImplementedError for another pad_mode.

    >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
    tensor([4., 0., 0.])
    """
    from .short_time import spectra
    return spectra(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
                   align_to_window)


@function
def istft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
          window: Tensor = None, center: bool = True, normalized: bool = False, onesided: bool | None = None,
          length: int | None = None, return_complex: bool = False):
    """Return the signal whose `stft` is input: add the windows, then divide by the sum of the squared windows.

    input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as in the call of stft
    length           length of the signal: longer signals are cut, shorter ones padded with zeros, with a warning
    return_complex   whether the signal is complex: then all n_fft frequencies are needed
    returns          (L) or (N, L)

    Raises RuntimeError for sizes that do not fit together, and if the windows do not cover the whole signal.

    >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
    >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
    True
    """
    from .short_time import signals
    return signals(input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)
