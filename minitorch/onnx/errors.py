"""What goes wrong with ONNX files, and the package that they are written and read with."""

from importlib import import_module


class OnnxExporterError(RuntimeError):
    """A model that no ONNX file can hold; the message names the op, and the line it comes from."""


def package():
    """The package `onnx`, which holds the format's own definition.

    Raises ImportError with the command that installs it.
    """
    try:
        return import_module("onnx")
    except ImportError as error:
        raise ImportError("ONNX files are written and read with the package onnx, which is not here: "
                          f'pip install onnx, or pip install -e ".[onnx]" ({error}).') from None
