"""Fourier transforms: the ops, and torch.fft's functions."""
