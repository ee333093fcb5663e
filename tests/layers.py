"""Rows of the table of layers: how one is written, and how minitorch and PyTorch run it.

    layer("Conv1d", 4, 6, 3, stride=2).on(normal(2, 4, 9))

means Conv1d(4, 6, 3, stride=2) called on a (2, 4, 9) array of normal numbers. A name in small
letters is a function of nn.functional: its draws come first, then its settings.
Settings may be draws too: weight=positive(4).
"""

import numpy as np
from draws import Draw

import minitorch as mt


class Layer:
    """One row: the layer's name, its constructor arguments, its inputs."""

    def __init__(self, name, args, settings):
        self.name, self.args, self.settings = name, args, settings
        self.draws, self.called = (), {}
        self.mode = "train"
        self.before = None                       # converts the inputs first, e.g. to packed sequences
        self.smooth = True                       # False: its gradient is not compared (it has none, or is random)

    def on(self, *draws, **called):
        """Set the draws and settings of the call."""
        self.draws, self.called = draws, called
        return self

    def but(self, **marks):
        """Return the row with marks set, such as mode="eval", smooth=False."""
        self.__dict__.update(marks)
        return self

    @property
    def is_module(self):
        return self.name[0].isupper()

    def __repr__(self):
        parts = [*map(str, self.args), *[f"{key}={value}" for key, value in self.settings.items()]]
        return f"{self.name}({', '.join(parts)}) of {', '.join(map(str, self.draws))}"


def layer(name, *args, **settings):
    """Return one row of the table; `.on(...)` sets its inputs."""
    return Layer(name, args, settings)


class Run:
    """A row run in one library: inputs, module, outputs."""

    def __init__(self, row, library, dtype, state=None):
        self.row, self.library, self.dtype = row, library, dtype
        self.inputs = [self.input(draw, place) for place, draw in enumerate(row.draws)]
        args, settings = self.given(row.args), self.given(row.settings)
        self.module = None
        if row.is_module:
            self.module = getattr(library.nn, row.name)(*args, **settings).to(getattr(library, dtype))
            self.module.train(row.mode == "train")
            if state is not None:
                self.module.load_state_dict({name: library.from_numpy(value) for name, value in state.items()})
            self.start = self.state
            self.call = lambda *inputs: self.module(*inputs, **self.given(row.called))
        else:
            self.call = lambda *inputs: getattr(library.nn.functional, row.name)(*inputs, *args, **settings)
        self.outs = opened(self.call(*(self.inputs if row.before is None else row.before(library, *self.inputs))))

    def input(self, draw, place):
        """Return a draw as a tensor, a tuple of draws as a tuple of tensors."""
        if isinstance(draw, tuple):
            return tuple(self.input(d, place + 10 + i) for i, d in enumerate(draw))
        return self.tensor(draw, place, draw.floating)

    def tensor(self, draw, place, wants_grad=False):
        array = draw.array(place)
        x = self.library.from_numpy(array.astype(self.dtype if array.dtype.kind == "f" else array.dtype))
        return x.requires_grad_() if wants_grad and self.row.smooth else x

    def given(self, settings):
        """Return settings with draws replaced by tensors."""
        if isinstance(settings, dict):
            return dict(zip(settings, self.given(settings.values())))
        kinds = mt.dtypes.dtype
        return [self.tensor(value, 7) if isinstance(value, Draw) else
                getattr(self.library, value.name) if isinstance(value, kinds) else value for value in settings]

    @property
    def state(self):
        return {name: value.numpy(force=True).copy() for name, value in self.module.state_dict().items()}

    def wanted(self):
        """Return the tensors whose gradients are computed: floating inputs, then parameters."""
        params = [] if self.module is None else [p for p in self.module.parameters() if p.requires_grad]
        return [x for x in opened(self.inputs) if x.requires_grad] + params

    def weighted(self, outs):
        """Return a weighted sum of all elements of the outs, with a different weight for each."""
        total = None
        for out in outs:
            if out is not None and out.requires_grad:
                weights = np.cos(np.arange(out.numel()) + 1.0).reshape(tuple(out.shape))
                part = (out * self.library.from_numpy(weights).to(out.device, out.dtype)).sum()
                total = part if total is None else total + part
        return total

    def gradients(self):
        """Return first and second derivatives, with None for those that the library cannot compute."""
        first = self.slopes(self.outs)
        try:
            second = [self.numbers(g) for g in self.slopes(first)]
        except RuntimeError as error:
            assert "is not implemented" in str(error)
            second = None
        return [self.numbers(g) for g in first], second

    def slopes(self, outs):
        total, wanted = self.weighted(outs), self.wanted()
        if total is None:
            return [None] * len(wanted)
        return self.library.autograd.grad(total, wanted, create_graph=True, allow_unused=True)

    def numbers(self, tensor):
        return np.zeros(()) if tensor is None else tensor.detach().numpy(force=True)


def opened(outs):
    """Return the tensors of outputs, including those in nested tuples."""
    if isinstance(outs, tuple | list):
        return tuple(t for out in outs for t in opened(out))
    return () if outs is None else (outs,)


def agree(found, expected, dtype):
    """Return whether two arrays agree within the tolerance for their dtype."""
    loose = {"float64": (1e-6, 1e-8), "float32": (2e-3, 2e-4)}[dtype]
    np.testing.assert_allclose(found, expected, rtol=loose[0], atol=loose[1])
