"""Call one row of the table of samples in minitorch and in PyTorch, and compare the results."""

import numpy as np

import minitorch as mt

METHODS = {"reshape", "permute", "expand", "repeat", "tile", "flip",   # PyTorch's methods take sizes one by one
           "unfold"}                                                   # torch.unfold is another function
KINDS = (IndexError, TypeError, ValueError, RuntimeError)                 # PyTorch raises AttributeError for a None


def named_there(name, torch):
    """Return PyTorch's function or method of this name; None if there is none."""
    homes = (torch.Tensor, torch) if name in METHODS else (torch, torch.nn.functional, torch.linalg, torch.Tensor)
    return next((getattr(home, name) for home in homes if hasattr(home, name)), None)


def theirs(value, torch):
    """Return a setting with minitorch's dtypes replaced by PyTorch's."""
    if isinstance(value, mt.dtypes.dtype):
        return getattr(torch, value.name)
    return type(value)(theirs(v, torch) for v in value) if isinstance(value, list | tuple) else value


class Call:
    """A call's inputs, and its outputs or the error that it raised."""

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
        """The Python error class that the call raised."""
        if isinstance(self.error, AttributeError):
            return TypeError
        return next((kind for kind in KINDS if isinstance(self.error, kind)), type(self.error))

    def floating(self):
        """Return the inputs that require a gradient."""
        return [x for x in tensors_in(self.inputs, self.library) if x.requires_grad]

    def total(self):
        """Return a weighted sum of all elements of the floating outputs, with a different weight for each."""
        return weighted([out for out in self.outs if out.requires_grad], self.library)

    def gradients(self, create_graph=False):
        total, inputs = self.total(), self.floating()
        if total is None or not inputs:
            return []
        return list(self.library.autograd.grad(total, inputs, create_graph=create_graph, allow_unused=True))

    def second(self):
        """Return the gradients of the weighted sum of the gradients."""
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
    """Return the tensors among arguments, including those in lists and tuples."""
    return [t for arg in args for t in (tensors_in(arg, library) if type(arg) in (list, tuple) else [arg])
            if isinstance(t, library.Tensor)]


def both(row, torch, dtype=None, grad=True, fill=None):
    """Call the row in minitorch and in PyTorch; return two Calls."""
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
    return x.numpy() if isinstance(x, mt.Tensor) else x.numpy(force=True)       # for PyTorch's ZeroTensors


def compare(ours, others, tolerance):
    """Assert that both calls raised the same error, or returned the same shapes, dtypes and numbers."""
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
    """Assert that gradients are equal; None counts as zeros."""
    assert len(ours) == len(others) or not ours or not others, f"{len(ours)} {len(others)}"
    for a, b in zip(ours or [None] * len(others), others or [None] * len(ours)):
        zero = np.zeros(())
        np.testing.assert_allclose(zero if a is None else numbers(a), zero if b is None else numbers(b),
                                   rtol=tolerance, atol=tolerance / 10)
        if a is not None and b is not None:
            assert (tuple(a.shape), a.dtype.name) == (tuple(b.shape), str(b.dtype)[6:])
