"""The dialects: TensorFlow's names over the one engine.

    import minitorch.dialects.tf1 as tf
    import minitorch.dialects.tf2 as tf
    import minitorch.dialects.keras as keras
"""

from .. import missing as _missing

__all__ = ["keras", "tf1", "tf2"]

_missing.speak_for(globals(), later=("keras", "tf1", "tf2"))
