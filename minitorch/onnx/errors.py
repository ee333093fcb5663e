"""Errors of ONNX files, and the package that writes and reads them."""

from importlib import import_module


class OnnxExporterError(RuntimeError):
    """The error for a model that no ONNX file can contain; the message names the op and its line."""


def package():
    """Import and return the package `onnx`, which has the definition of the format.

    Raises ImportError with the command that installs it.
    """
    try:
        return import_module("onnx")
    except ImportError as error:
        raise ImportError("ONNX files are written and read with the package onnx, which is not here: "
                          f'pip install onnx, or pip install -e ".[onnx]" ({error}).') from None
