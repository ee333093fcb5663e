"""Histograms of a model's weights, gradients or activations, by layer and epoch."""

from functools import partial

import numpy as np

from ..engine import no_grad
from ..inspect.preserve import evaluating
from ..tensors import Tensor
from .figure import GREY, Figure, axes_of, say_so
from .picture import number, snapshot_name

BINS = 40
SIZE, FEW, MOST = (4.3, 2.8), 8, 30        # size of a panel in inches; snapshots that are all named; maximum number
KINDS = ("weights", "gradients", "activations")


class Histograms(Figure):
    """The result of `histograms`: call it for a snapshot, or give it to train(after_epoch=…).

    taken   [(name of the snapshot, {layer: (n,) numbers})]
    """

    def __call__(self, record=None):
        """Take a snapshot; its name is the epoch if `record` comes from `train.train`."""
        self.taken.append((snapshot_name(record, len(self.taken)), self.values()))

    def values(self):
        if self.of == "activations":
            return outputs_of(self.model, self.inputs)
        shown = {name: p.grad if self.of == "gradients" else p for name, p in self.model.named_parameters()
                 if p.ndim > 1}                                      # leave out biases, which have too few numbers
        return {name: x.detach().cpu().numpy().flatten() for name, x in shown.items() if x is not None}

    def layers(self):
        return list(dict.fromkeys(layer for _, values in self.taken for layer in values))

    def text(self):
        if not self.taken:
            return f"no {self.of} yet: call it, or give it to train(after_epoch=…)"
        rows, width = [], max((len(layer) for layer in self.layers()), default=0)
        for layer in self.layers():
            shown = [(at, values[layer]) for at, values in self.taken if layer in values]
            rows += [f"{layer:<{width}}  {at}: mean {number(x.mean())}, deviation {number(x.std())}, from "
                     f"{number(x.min())} to {number(x.max())}, {np.mean(x == 0):.0%} are 0"
                     for at, x in dict([shown[0], shown[-1]]).items()]
        return "\n".join(rows)

    def plots(self):
        if not self.layers():
            return [((4.3, 1.0), lambda figure: say_so(figure, self.text() or f"no {self.of}"), self.text())]
        return [(SIZE, partial(self.draw_layer, layer), layer) for layer in self.layers()]

    def draw_layer(self, layer, figure):
        place, step = axes_of(figure, SIZE, left=0.85), -(-len(self.taken) // MOST)
        shown = [(at, values[layer]) for at, values in self.taken[::-step][::-1] if layer in values]
        everything = np.concatenate([x for _, x in shown])
        everything = everything[np.isfinite(everything)]
        edges = np.histogram_bin_edges(everything if everything.size else [-1, 1], bins(shown[0][1].size))
        apart = 0.8 if len(shown) <= FEW else 0.35
        bases = [apart * (len(shown) - 1 - i) for i in range(len(shown))]
        for i, ((_, x), base) in enumerate(zip(shown, bases)):       # draw the newest snapshot in front
            height = np.histogram(x[np.isfinite(x)], edges)[0]
            height = height / (max(height.max(), 1) if len(shown) > 1 else 1)
            age = (i + 1) / len(shown)
            colour = tuple((1 - age) * np.array([0.75, 0.84, 0.92]) + age * np.array([0.0, 0.447, 0.698]))
            place.fill_between(edges.repeat(2)[1:-1], base, base + height.repeat(2), color=colour, linewidth=0.3,
                               edgecolor=GREY, zorder=i)
        what = f"{self.of} of {layer}" + f", {shown[0][0]}" * (len(shown) == 1)
        place.set(title=what if everything.size else f"{what}: no finite number", xlabel="value (height: how many)")
        if len(shown) > 1:
            ticks = range(len(shown)) if len(shown) <= FEW else (0, len(shown) - 1)
            place.set(yticks=[bases[i] for i in ticks], yticklabels=[shown[i][0] for i in ticks])
            place.spines["left"].set_visible(False)


def histograms(model, of="weights", inputs=None):
    """Draw histograms of a model's numbers, layer by layer, and how they change from epoch to epoch.

    of        "weights", "gradients" (the current .grad), or "activations" for `inputs`
    returns   Histograms: call it for a snapshot, or give it to train(after_epoch=…); displays itself

    Raises ValueError for another `of`, and for activations without inputs.
    """
    if of not in KINDS:
        raise ValueError(f"histograms() shows {', '.join(KINDS)}, not {of!r}.")
    if of == "activations" and inputs is None:
        raise ValueError("histograms() of activations needs inputs: a batch to send through the model.")
    return Histograms(model=model, of=of, inputs=inputs, taken=[])


def bins(count):
    """Return the number of bins for a histogram of `count` numbers."""
    return int(min(BINS, max(8, 2 * count ** 0.5)))


def outputs_of(model, inputs, flat=True, depth=None):
    """Run the model in eval mode; return {layer: output} of layers without sublayers, in the order of their calls.
    With `depth`, modules so many levels deep count as layers.
    """
    found, handles = {}, []
    calls: dict = {}

    def keep(name):
        def hook(module, given, out):
            out = out[0] if isinstance(out, tuple) else out
            if not isinstance(out, Tensor):
                return
            array = out.detach().cpu().numpy().copy()
            calls[name] = calls.get(name, 0) + 1
            found[f"{name} call {calls[name]}" if calls[name] > 1 else name] = array.ravel() if flat else array
        return hook
    for name, module in model.named_modules():
        level = name.count(".") + bool(name)
        if level == depth or not list(module.children()) and (depth is None or level < depth):
            handles.append(module.register_forward_hook(keep(f"{name} {type(module).__name__}".strip())))
    try:
        with evaluating(model), no_grad():
            model(inputs)
    finally:
        for handle in handles:
            handle.remove()
    return found
