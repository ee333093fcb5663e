"""ONNX files: networks for onnxruntime, in browsers, on phones and servers, and from other frameworks."""

from .. import missing as _missing
from .errors import OnnxExporterError
from .exporting import export
from .importing import load

__all__ = ["OnnxExporterError", "export", "load"]

_missing.speak_for(globals())
