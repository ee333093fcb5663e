"""PyTorch's import path torch.functional: minitorch.functional.einsum is the same function as minitorch.einsum."""

from ..engine import registry as _registry
from ..rare.tensors.exchange import broadcast_shapes as broadcast_shapes
from ..runtime import functions as _functions, missing as _missing

_NAMES = """atleast_1d atleast_2d atleast_3d block_diag broadcast_tensors cartesian_prod cdist chain_matmul einsum
meshgrid norm split tensordot unique unique_consecutive unravel_index""".split()
globals().update({name: _functions.get(name) or _registry[name].function for name in _NAMES})

__all__ = [name for name in globals() if name == "broadcast_shapes" or name in _NAMES]

_missing.speak_for(globals())
