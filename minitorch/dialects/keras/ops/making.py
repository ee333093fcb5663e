"""keras.ops that make tensors, tell about them, and call functions again and again."""

from ....rare.autograd.tree import leaves, rebuilt
from ...core.convert import engine_tensor
from ...core.dtypes import as_dtype
from ...core.lift import function, wrapped
from ...functions import arrays, control, creation, folds, linalg
from ..core.naming import settings
from .elementwise import table as ELEMENTWISE


def stop_gradient(variable):
    """The same values, through which no gradient passes.

    variable   a tensor
    """
    return creation.stop_gradient(variable)


def convert_to_tensor(x, dtype=None, sparse=None, ragged=None):
    """A tensor of numbers, lists or arrays; of a tensor itself, in this element type."""
    made = creation.convert_to_tensor(x)
    return made if dtype is None else ELEMENTWISE["cast"](made, dtype)


def array(x, dtype=None):
    """A tensor of numbers, lists or arrays."""
    return convert_to_tensor(x, dtype)


def convert_to_numpy(x):
    """A tensor's numbers as an array."""
    return wrapped(engine_tensor(x)).numpy()


def is_tensor(x):
    """Whether x is a tensor."""
    return creation.is_tensor(x)


def shape(x):
    """The sizes: numbers, where they are known."""
    return tuple(x.shape) if hasattr(x, "shape") else tuple(convert_to_tensor(x).shape)


def ndim(x):
    """How many axes there are."""
    return len(shape(x))


def dtype(x):
    """The name of the element type."""
    return as_dtype(x.dtype).name


def size(x):
    """How many elements there are."""
    return convert_to_tensor(convert_to_tensor(x).shape.num_elements())


def zeros(shape, dtype=None):
    """Zeros."""
    return creation.zeros(shape, as_dtype(dtype or settings["floatx"]))


def ones(shape, dtype=None):
    """Ones."""
    return creation.ones(shape, as_dtype(dtype or settings["floatx"]))


def full(shape, fill_value, dtype=None):
    """One number everywhere.

    fill_value   the number
    """
    return creation.fill(shape, convert_to_tensor(fill_value, dtype or settings["floatx"]))


def zeros_like(x, dtype=None):
    """Zeros in the shape of x."""
    return creation.zeros_like(x, dtype)


def ones_like(x, dtype=None):
    """Ones in the shape of x."""
    return creation.ones_like(x, dtype)


def full_like(x, fill_value, dtype=None):
    """One number everywhere, in the shape of x.

    fill_value   the number
    """
    return ones_like(x, dtype) * ELEMENTWISE["cast"](convert_to_tensor(fill_value), dtype or x.dtype)


def eye(N, M=None, k=0, dtype=None):
    """Ones on a diagonal.

    N, M   rows and columns; M None: as many
    """
    columns = N if M is None else M
    made = creation.eye(N + abs(k), columns + abs(k), dtype=as_dtype(dtype or settings["floatx"]))
    return made[max(k, 0):max(k, 0) + N, max(-k, 0):max(-k, 0) + columns]


def arange(start, stop=None, step=None, dtype=None):
    """Numbers that go up evenly; whole ones are int32."""
    start, stop = (0, start) if stop is None else (start, stop)
    return creation.range(start, stop, 1 if step is None else step, dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """So many numbers at equal distances.

    num                how many
    endpoint, retstep   True and False; NotImplementedError is raised for others
    """
    if retstep or axis or not endpoint:
        raise NotImplementedError("linspace: retstep, axis and endpoint=False are left out here: use numpy.linspace.")
    return creation.linspace(float(start), float(stop), num)


def meshgrid(*x, indexing="xy"):
    """Coordinates of a grid, an array an axis.

    indexing   "xy" or "ij": which of the first two axes comes first
    """
    return arrays.meshgrid(*x, indexing=indexing)


def einsum(subscripts, *operands, **kwargs):
    """Sums of products, by letters of axes.

    subscripts   "ij,jk->ik"
    operands     a tensor for each
    """
    return linalg.einsum(subscripts, *operands)


def cond(pred, true_fn, false_fn):
    """What one of two functions gives.

    pred              a bool
    true_fn, false_fn   functions without arguments
    """
    return control.cond(pred, true_fn, false_fn)


def while_loop(cond, body, loop_vars, maximum_iterations=None):
    """body again and again, as long as cond holds.

    cond, body            functions of the values
    loop_vars             one value, or several
    maximum_iterations    after which it ends; None: never
    """
    loop_vars = rebuilt(loop_vars, iter(map(convert_to_tensor, leaves(loop_vars))))
    single = not isinstance(loop_vars, list | tuple)
    found = control.while_loop(cond, (lambda x: (body(x),)) if single else body, (loop_vars,) if single else loop_vars,
                                maximum_iterations=maximum_iterations)
    return found[0] if single else found


def fori_loop(lower, upper, body_fun, init_val):
    """body_fun(number, value) for numbers from lower to upper.

    lower, upper   the first number, and the one after the last
    body_fun       a function of a number and a value
    init_val       the first value
    """
    for number in range(int(lower), int(upper)):
        init_val = body_fun(number, init_val)
    return init_val


def map_(f, xs):
    """f of each part along the first axis."""
    return folds.map_fn(f, xs)


def vectorized_map(function, elements):
    """function of each part along the first axis.

    function   of a part
    elements   a tensor, or several
    """
    return folds.vectorized_map(function, elements)


@function("inputs | updates")
def slice_update(inputs, start_indices, updates):
    """The inputs with a block in another's place.

    start_indices   where the block begins, a number an axis
    updates         the block
    """
    made = inputs.clone()
    made[tuple(slice(a, a + n) for a, n in zip(start_indices, updates.shape))] = updates
    return made


map_.__name__ = "map"
table = {name: value for name, value in globals().items() if getattr(value, "__module__", None) == __name__}
table["map"] = table.pop("map_")
