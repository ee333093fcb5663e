"""Rows of the table of samples: each is a call, with draws instead of arrays.

    row("softplus", normal(3, 4), beta=2.0)

means softplus(x, beta=2.0) for a (3, 4) array of normal numbers, the same ones each time. See draws.py.
"""

from difflib import get_close_matches
from functools import cached_property

from draws import Draw, ints

import minitorch as mt
from minitorch.engine import registry
from minitorch.runtime import functions


class Row:
    """A call: the name of an op or function, its inputs as draws, its settings."""

    def __init__(self, name, args, settings):
        self.name, self.args, self.settings = name, args, settings
        self.before = None                           # converts the arguments first, e.g. to a symmetric matrix
        self.smooth = name not in NO_GRADIENT        # whether it has gradients

    @property
    def function(self):
        """Return the public function; for a hidden op, the op itself."""
        if self.name not in functions and self.name not in registry:
            near = get_close_matches(self.name, {*functions, *registry}, 1) or ["..."]
            raise LookupError(f"{self}: there is no op {self.name!r}. Did you mean {near[0]!r}?")
        op = registry.get(self.name)
        return functions.get(self.name) or (op if op.hidden else op.function)

    @property
    def op(self):
        return registry.get(self.name)

    def fill(self, make):
        """Return the positional arguments with every draw replaced by `make(draw, place)`."""
        places = iter(range(100))

        def each(arg):
            if type(arg) is Draw:
                return make(arg, next(places))
            return type(arg)(each(a) for a in arg) if type(arg) in (list, tuple) else arg
        return [each(arg) for arg in self.args]

    def arrays(self, dtype=None):
        """Return the arguments as arrays."""
        return self.fill(lambda draw, place: draw.array(place, dtype))

    def tensors(self, xp, dtype=None, grad=True):
        """Return the arguments as Tensors on the backend; floating ones require a gradient."""
        return self.fill(lambda draw, place: xp.tensor(draw.array(place, dtype), grad and draw.floating))

    def call(self, args):
        """Return the outputs as one flat tuple."""
        mt.manual_seed(0)                            # a random op must draw the same numbers again
        out = self.function(*(args if self.before is None else self.before(mt, *args)), **self.settings)
        outs = out if isinstance(out, tuple | list) else (out,)
        outs = [x for each in outs for x in (flat(each) if isinstance(each, tuple | list) else [each])]
        return tuple(out if isinstance(out, mt.Tensor) else mt.tensor(out) for out in outs)

    @property
    def differentiable(self):
        return self.smooth and any(draw.floating for draw in self.draws)

    @cached_property
    def draws(self):
        found = []
        self.fill(lambda draw, place: found.append(draw))
        return found

    def but(self, **marks):
        """Return the row with marks set: smooth=False if it has no gradient, before=a function of its arguments."""
        self.__dict__.update(marks)
        return self

    def __repr__(self):
        parts = [str(a) if type(a) is not list else f"[{', '.join(map(str, a))}]" for a in self.args]
        parts += [f"{name}={value}" for name, value in self.settings.items()]
        return f"{self.name}({', '.join(parts)})"


def row(name, *args, **settings):
    """Return one row of the table."""
    return Row(name, args, settings)


def flat(args):
    """Return the Tensors among arguments, including those in lists."""
    found = []
    for arg in args:
        if isinstance(arg, mt.Tensor):
            found.append(arg)
        elif type(arg) in (list, tuple):
            found += flat(arg)
    return found


def rows_by_name(rows):
    """Return pytest parameters: all rows of one name together."""
    found = {}
    for line in rows:
        found.setdefault(line.name, []).append(line)
    return {"argvalues": list(found.values()), "ids": list(found)}


NO_GRADIENT = set("""
    eq ne lt le gt ge logical_and logical_or logical_xor logical_not isnan isinf isfinite bitwise_and bitwise_or
    bitwise_xor bitwise_not argmax argmin all any nonzero zeros ones empty full zeros_like ones_like empty_like
    full_like arange linspace eye rand randn randint randperm rand_like randn_like full_op arange_op linspace_op
    eye_op draw_op max_pool2d_indices adaptive_max_pool_indices fractional_max_pool_indices heaviside count_equal
    one_hot argsort bincount bucketize histc histogram histogramdd searchsorted unique unique_consecutive isclose isin
    count_nonzero is_complex is_conj is_neg allclose equal numel bernoulli multinomial normal tril_indices
    triu_indices like_eye like_zero like_one gcd lcm bitwise_left_shift bitwise_right_shift signbit isposinf isneginf
    isreal argwhere unravel_index logspace scalar_tensor randint_like bernoulli_op bincount_op histc_op mode_op
    multinomial_op order_op rank_op close top_op resample_bytes searchsorted_op unique_op layer_norm_gradients
    batch_norm_gradients attend_gradients attend_again attend_masked_again silu_gradient mish_gradient
    hardswish_gradient elu_gradient leaky_relu_gradient softplus_gradient row_exchanges reflections geqrf
""".split())


def each(names, *args, **settings):
    """Return the same row for each of several names."""
    return [row(name, *args, **settings) for name in names.split()]


def unary(names, draw):
    """Return rows of ops of one tensor: a matrix, 0-d, empty, transposed, with gaps."""
    return [line for name in names.split() for line in (
        row(name, draw(3, 4)), row(name, draw()), row(name, draw(0, 3)), row(name, draw(4, 3).T),
        row(name, draw(2, 3).gaps))]


def binary(names, first, second=None):
    """Return rows of ops of two tensors: equal shapes, broadcast, 0-d, empty, transposed, numbers."""
    second = second or first
    return [line for name in names.split() for line in (
        row(name, first(3, 4), second(3, 4)), row(name, first(2, 3, 4), second(4)),
        row(name, first(3, 1), second(1, 4)), row(name, first(), second()), row(name, first(3), second()),
        row(name, first(0, 3), second(3)), row(name, first(4, 3).T, second(3, 4).gaps),
        row(name, first(3, 4), 2.5), row(name, first(3, 4), 2))]


def reduction(names, draw):
    """Return rows of ops that reduce dimensions: all, one, several, negative, kept."""
    return [line for name in names.split() for line in (
        row(name, draw(3, 4)), row(name, draw(3, 4), dim=1), row(name, draw(3, 4), dim=-2, keepdim=True),
        row(name, draw(2, 3, 4), dim=(0, -1)), row(name, draw()), row(name, draw(4, 3).T, dim=0),
        row(name, draw(2, 0, 3), dim=-1))]


def int_pairs(names, **range_):
    return [line for name in names.split() for line in (
        row(name, ints(3, 4), ints(4, **range_)), row(name, ints(3), 3), row(name, ints(0), ints(1, **range_)))]
