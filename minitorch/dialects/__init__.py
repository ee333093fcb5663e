"""The dialects: TensorFlow's names over the one engine.

    import minitorch.dialects.tf2 as tf
"""

from .. import missing as _missing

__all__ = ["tf2"]

_missing.speak_for(globals(), later=("tf2",))
