"""`out=` for functions that are composed of ops: the result is written into a tensor that is there already."""

from ..graph import functions
from ..graph.inplace import write_out

NAMES = """
    addcdiv addcmul addmm addmv aminmax arange baddbmm bucketize column_stack cummax cummin cumprod deg2rad diag dstack
    empty eye frac full heaviside histc hstack inner kron kthvalue lerp linspace masked_select
    max median min mode multinomial nan_to_num nanmean nonzero normal ones outer quantile rand randint randn randperm
    searchsorted sort std std_mean take_along_dim topk var var_mean vstack xlogy zeros
""".split()


def with_out(name, body):
    """`body`, taking out= too: a tensor, or a tuple of them where it has several results."""
    def function(*args, out=None, **settings):
        result = body(*args, **settings)
        return result if out is None else write_out(name, out, result)
    function.__name__, function.__doc__, function.__module__ = name, body.__doc__, body.__module__
    function.__wrapped__, function.method = body, getattr(body, "method", True)
    return function


functions.update({name: with_out(name, functions[name]) for name in NAMES})
