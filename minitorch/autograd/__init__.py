"""Differentiation with PyTorch's names: backward, grad, Function, grad modes, gradient checks."""

from ..runtime import missing as _missing
from ..engine import enable_grad, is_grad_enabled, no_grad
from ..runtime import backward, grad, inference_mode, set_grad_enabled
from ..tensors.legacy import Variable

__all__ = ["Function", "GradcheckError", "Variable", "backward", "detect_anomaly", "enable_grad", "forward_ad",
           "function", "functional", "grad", "gradcheck", "gradgradcheck", "graph", "inference_mode",
           "is_grad_enabled", "no_grad", "set_detect_anomaly", "set_grad_enabled"]

_missing.speak_for(globals(), later=("anomaly_mode", "forward_ad", "function", "functional", "graph", "profiler"),
                   lent={"function": "Function", "rare_gradcheck": "GradcheckError gradcheck gradgradcheck",
                         "anomaly_mode": "detect_anomaly set_detect_anomaly"})
