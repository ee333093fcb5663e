"""ONNX files: export networks for onnxruntime in browsers, on phones and servers; import those of other frameworks."""

from ..runtime import missing as _missing
from .errors import OnnxExporterError
from .exporting import export
from .importing import load

__all__ = ["OnnxExporterError", "export", "load"]

_missing.speak_for(globals())
