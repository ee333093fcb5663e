"""The twins in place of functions that are composed of ops."""

from ..graph import Tensor, function, functions, registry
from ..graph.inplace import check_fits, check_writable, rebase, write as put


def composed_in_place(name):
    """The in-place twin of a composed function of the same shape: addcmul_ and its kind."""
    body = functions.get(name) or registry[name].function

    def write(input: Tensor, *args, **settings):
        check_writable(input, f"{name}_")
        out = body(input.clone() if input.requires_grad else input, *args, **settings)
        check_fits(name, input, out)
        put(input, out.array)
        rebase(input, out._node)
        return input
    write.__name__ = write.__qualname__ = f"{name}_"
    write.__module__ = __name__
    write.__doc__ = f"`{name}`, written over the tensor's own memory; returns it."
    return function(write)


for twin in """
    addcdiv addcmul addmm addmv baddbmm clamp_max clamp_min cumprod cumsum deg2rad float_power frac heaviside
    lerp logit masked_scatter nan_to_num rad2deg renorm scatter_reduce sinc tril triu xlogy
""".split():
    composed_in_place(twin)
