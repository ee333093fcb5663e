"""PyTorch beside us: one row of the table called in both libraries, and what comes back compared."""

import numpy as np

import minitorch as mt

METHODS = {"reshape", "permute", "expand", "repeat", "tile", "flip",   # PyTorch's methods take sizes one by one
           "unfold"}                                                   # a function of that name does something else
KINDS = (IndexError, TypeError, ValueError, RuntimeError)                 # PyTorch has AttributeErrors where None came


def named_there(name, torch):
    """PyTorch's function of that name, wherever it lives; None where it has none."""
    homes = (torch.Tensor, torch) if name in METHODS else (torch, torch.nn.functional, torch.linalg, torch.Tensor)
    return next((getattr(home, name) for home in homes if hasattr(home, name)), None)


def theirs(value, torch):
    """A setting in PyTorch's terms."""
    if isinstance(value, mt.dtypes.dtype):
        return getattr(torch, value.name)
    return type(value)(theirs(v, torch) for v in value) if isinstance(value, list | tuple) else value


class Call:
    """What a call came to: its inputs, and its outputs or the error it raised."""

    def __init__(self, library, inputs, prepared, run):
        self.library, self.inputs, self.error = library, inputs, None
        self.given = prepared(library, inputs)
        try:
            answer = run(self.given)
        except Exception as error:
            self.error = error
            return
        answer = answer if isinstance(answer, list | tuple) else (answer,)
        answer = [x for each in answer
                  for x in (tensors_in(each, library) if isinstance(each, list | tuple) else [each])]
        self.outs = tuple(a if isinstance(a, library.Tensor) else library.tensor(a) for a in answer)

    @property
    def kind(self):
        """Which of Python's errors it raised."""
        if isinstance(self.error, AttributeError):
            return TypeError
        return next((kind for kind in KINDS if isinstance(self.error, kind)), type(self.error))

    def floating(self):
        """The inputs that want a gradient."""
        return [x for x in tensors_in(self.inputs, self.library) if x.requires_grad]

    def total(self):
        """One number that depends on every element of the floating outputs, each differently."""
        return weighted([out for out in self.outs if out.requires_grad], self.library)

    def gradients(self, create_graph=False):
        total, inputs = self.total(), self.floating()
        if total is None or not inputs:
            return []
        return list(self.library.autograd.grad(total, inputs, create_graph=create_graph, allow_unused=True))

    def second(self):
        """The gradient of the gradients."""
        total = weighted([g for g in self.gradients(create_graph=True) if g is not None and g.requires_grad],
                         self.library)
        if total is None:
            return []
        return list(self.library.autograd.grad(total, self.floating(), allow_unused=True))


def weighted(outs, library):
    total = None
    for out in outs:
        weights = library.from_numpy(np.cos(np.arange(out.numel()) + 1.0).reshape(tuple(out.shape)))
        part = (out * weights.to(out.dtype)).sum()
        part = part.real if "complex" in str(out.dtype) else part
        total = part if total is None else total + part
    return total


def tensors_in(args, library):
    """The tensors among arguments, lists opened."""
    return [t for arg in args for t in (tensors_in(arg, library) if type(arg) in (list, tuple) else [arg])
            if isinstance(t, library.Tensor)]


def both(row, torch, dtype=None, grad=True, fill=None):
    """The row called here and there: two Calls."""
    fill = fill or (lambda draw, place: draw.array(place, dtype))
    function = named_there(row.name, torch)

    def prepared(library, args):
        return args if row.before is None else row.before(library, *args)

    def here(args):
        mt.manual_seed(0)
        return row.function(*args, **row.settings)

    def there(args):
        return function(*theirs(args, torch), **{name: theirs(value, torch) for name, value in row.settings.items()})

    def inputs(library):
        def one(draw, place):
            array = fill(draw, place)
            if not isinstance(array, np.ndarray):
                return array
            x = library.from_numpy(array)
            return x.requires_grad_() if grad and array.dtype.kind == "f" else x
        return row.fill(one)

    return tuple(Call(library, inputs(library), prepared, run) for library, run in ((mt, here), (torch, there)))


def numbers(x):
    x = x.detach()
    return x.numpy() if isinstance(x, mt.Tensor) else x.numpy(force=True)       # PyTorch has zeros without memory


def compare(ours, others, tolerance):
    """The same error, or the same shapes, dtypes and numbers; says what differs."""
    met = f"here: {ours.error or 'runs'}\nthere: {others.error or 'runs'}"
    assert (ours.error is None) == (others.error is None), met
    if ours.error is not None:
        assert ours.kind is others.kind, f"{ours.kind.__name__} and {others.kind.__name__}\n{met}"
        return
    assert len(ours.outs) == len(others.outs)
    for a, b in zip(ours.outs, others.outs):
        same(a, b, tolerance)
        assert a.requires_grad == b.requires_grad, "requires_grad"


def same(a, b, tolerance):
    assert (tuple(a.shape), a.dtype.name) == (tuple(b.shape), str(b.dtype)[6:])
    np.testing.assert_allclose(numbers(a), numbers(b), rtol=tolerance, atol=tolerance / 10)


def compare_gradients(ours, others, tolerance):
    """A gradient that is None counts as zeros."""
    assert len(ours) == len(others) or not ours or not others, f"{len(ours)} {len(others)}"
    for a, b in zip(ours or [None] * len(others), others or [None] * len(ours)):
        zero = np.zeros(())
        np.testing.assert_allclose(zero if a is None else numbers(a), zero if b is None else numbers(b),
                                   rtol=tolerance, atol=tolerance / 10)
        if a is not None and b is not None:
            assert (tuple(a.shape), a.dtype.name) == (tuple(b.shape), str(b.dtype)[6:])
