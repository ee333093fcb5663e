"""tf.dtypes: element types."""

from ..core.dtypes import (DType, as_dtype, bfloat16, bool, complex64, complex128, double, float16, float32, float64,
                           half, int8, int16, int32, int64, string, uint8)
from ..core.missing import speak_for as _speak_for
from ..functions.creation import cast
from ..functions.complex_numbers import complex

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.dtypes")
