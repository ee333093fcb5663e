"""Curves that grow while a model trains: loss, accuracy, learning rate, gradient norms, update sizes, and units that
never fire.
"""

from functools import partial
from time import perf_counter

import numpy as np

from ..display.page import scrolling
from ..engine import watchers
from .colours import INK
from .figure import GREY, STYLES, Figure, axes_of, log_axis, say_so
from .picture import number, or_words, widget_view

SHARE = 0.2                                # maximum share of the running time that drawing may take
LOG = {"gradient norm", "update / weight"}
GUIDE = {"update / weight": 1e-3}          # {name: a good value, drawn as a line}: Karpathy's rule of thumb
SIZE, IN_LEGEND = (4.3, 2.9), 8


class Live(Figure):
    """The result of `live`: call `.add(loss=…)` in your loop, or give it to train(after_epoch=…).

    panels   {panel: {line: ([step or epoch], [value])}}
    """

    def __init__(self, model=None, optimizer=None, epochs=None):
        self.panels, self.unit, self.epochs = {}, "epoch", epochs
        self.monitor = Monitor(model, optimizer)
        self.count, self.box, self.handle = 0, None, None
        self.began, self.drew, self.last = perf_counter(), 0.0, None

    def __call__(self, record):
        """Add the record of one epoch of `train.train`: {"epoch", "loss", "accuracy"}, or any record of numbers."""
        record = dict(record)
        self.unit = "epoch"
        self.take(record.pop("epoch", self.count + 1), record)

    def add(self, at=None, **values):
        """Add points to the curves: add(loss=0.5, test_loss=0.7); `at` is the step; default: the last one + 1."""
        self.unit = "step"
        self.take(self.count + 1 if at is None else at, values)

    def take(self, at, values):
        self.count = at
        for name, value in values.items():
            self.put(name.rpartition("_")[2], name.replace("_", " "), at, float(value))
        for what, lines in self.monitor.read().items():
            for line, value in lines.items():
                self.put(what, line, at, value)
        self.refresh()

    def put(self, panel, line, at, value):
        xs, ys = self.panels.setdefault(panel, {}).setdefault(line, ([], []))
        xs.append(at)
        ys.append(value)

    def text(self):
        if not self.panels:
            return "no curves yet"
        rows = []
        for panel, lines in self.panels.items():
            for line, (xs, ys) in lines.items():
                name = line if line.endswith(panel) or line == "lr" else f"{panel}, {line}"
                least = min(range(len(ys)), key=ys.__getitem__)
                rows.append((name, f"{self.unit} {xs[0]}: {number(ys[0])}, {self.unit} {xs[-1]}: {number(ys[-1])}, "
                                   f"least {number(ys[least])} at {xs[least]}"))
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {said}" for name, said in rows)

    def plots(self):
        if not self.panels:
            return [((4.3, 1.0), lambda figure: say_so(figure, self.text()), self.text())]
        return [(SIZE, partial(self.draw_panel, panel), panel) for panel in self.panels]

    def draw_panel(self, panel, figure):
        place, lines = axes_of(figure, SIZE), self.panels[panel]
        for i, (line, (xs, ys)) in enumerate(lines.items()):
            place.plot(xs, ys, label=line, color=INK[i % len(INK)], linestyle=STYLES[i // len(INK) % len(STYLES)],
                       marker="o" if len(xs) == 1 else None)
        values = [y for _, ys in lines.values() for y in ys]
        if panel in LOG and min(values) > 0 and max(values) > 10 * min(values):
            log_axis(place)
        elif min(values) >= 0:
            place.set_ylim(bottom=0)
        if panel in GUIDE:
            place.axhline(GUIDE[panel], color=GREY, linewidth=0.8, linestyle=":")
        place.xaxis.get_major_locator().set_params(integer=True)
        if self.epochs and self.unit == "epoch":
            place.set_xlim(1, max(self.epochs, 2))
        place.set(title=panel, xlabel=self.unit)
        place.grid(alpha=0.25, color=GREY)
        if 1 < len(lines) <= IN_LEGEND:
            place.legend()

    def html(self):
        return scrolling(or_words(self))

    def show(self):
        """Show the curves in this cell's output; they grow while training runs."""
        try:
            from IPython import get_ipython
            from IPython.display import display
        except ImportError:
            return
        if getattr(get_ipython(), "kernel", None) is None:
            return
        try:
            import ipywidgets as widgets
        except ImportError:
            self.handle = display(self, display_id=True)
            return
        self.box = widgets.HTML(value=self.html())
        self.handle = display(self.bundle(), raw=True, display_id=True)

    def bundle(self):
        """Return the MIME bundle: the widget that grows; without a kernel, the curves as they are now."""
        found = self._repr_mimebundle_()
        found.pop("text/html", None)           # remove the HTML text, because pages would show it instead of the widget
        return found | {"text/plain": "curves while training; print(…) shows their values"} | widget_view(self.box)

    def refresh(self, now=False):
        """Draw again if the curves are displayed, unless drawing would slow training down too much."""
        if self.box is None and self.handle is None:
            self.show()
            return
        start = perf_counter()
        if not now and self.count != self.epochs and self.drew > SHARE * (start - self.began):
            return
        if self.box is not None:
            self.box.value = self.html()
        else:
            self.handle.update(self)
        self.drew += perf_counter() - start

    def close(self):
        """Draw the last points and stop measuring: training is over."""
        self.monitor.remove()
        if self.box is not None or self.handle is not None:
            self.refresh(now=True)
        if self.box is not None and self.handle is not None:
            self.handle.update(self.bundle(), raw=True)                # the notebook stores this output

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()


def live(model=None, optimizer=None, epochs=None):
    """Draw curves that grow while training runs.

    model       shows its gradient norms by layer, and the share of units of its relus that are never above 0
    optimizer   shows its learning rate, and how far its steps move each layer
    epochs      the number of epochs, which fixes the length of the axis
    returns     Live: `train(…, after_epoch=curves)`, or `curves.add(loss=…)` in a loop of your own;
                measuring stops at the end of a with-block, or with `.close()`

    >>> curves = live()
    >>> for loss in [4.0, 1.0, 2.0]: curves.add(loss=loss)
    >>> curves
    loss  step 1: 4, step 3: 2, least 1 at 2
    """
    return Live(model, optimizer, epochs)


class Monitor:
    """Measure a model and its optimiser at every training step; `read` returns the means since its last call.

    After `remove()` nothing is measured, and training is as fast as before.
    """

    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.layers, self.handles = {}, []
        if model is not None:
            for name, module in model.named_modules():
                own = list(module.parameters(recurse=False))
                if own:
                    self.layers[f"{name} {type(module).__name__}".strip()] = own
            self.handles += [model.register_forward_pre_hook(self.enter), model.register_forward_hook(self.leave)]
        if optimizer is not None:
            if not self.layers:
                parameters = [p for group in optimizer.param_groups for p in group["params"]]
                self.layers = {f"parameter {i}": [p] for i, p in enumerate(parameters)}
            self.handles += [optimizer.register_step_pre_hook(self.before),
                             optimizer.register_step_post_hook(self.after)]
        self.forget()

    def forget(self):
        self.norms, self.ratios, self.fired = {}, {}, []

    def remove(self):
        """Remove all hooks."""
        self.leave()
        for handle in self.handles:
            handle.remove()

    def enter(self, *_):
        """Start to watch relus, because the model begins a forward pass."""
        self.leave()
        self.count = 0
        if self.model.training:
            watchers.append(self.watch)

    def leave(self, *_):
        if self.watch in watchers:
            watchers.remove(self.watch)

    def watch(self, op, inputs, settings, result):
        """Record which units of a relu are above 0 for any sample of the batch; a unit is a feature or a channel."""
        if op.name != "relu" or result.array.ndim < 2:
            return
        fired = (result.array > 0).any(axis=tuple(i for i in range(result.array.ndim) if i != 1))
        if self.count == len(self.fired):
            self.fired.append(fired)
        elif self.fired[self.count].shape == fired.shape:
            self.fired[self.count] = self.fired[self.count] | fired
        self.count += 1

    def before(self, *_):
        """Measure the gradients' norms and copy the weights, before an optimiser step."""
        self.old = {}
        for layer, parameters in self.layers.items():
            grads = [p._grad.array for p in parameters if p._grad is not None]
            if grads:
                self.norms.setdefault(layer, []).append(norm(grads))
                self.old[layer] = [p.array.copy() for p in parameters]

    def after(self, *_):
        """Measure the norm of each layer's update, divided by the norm of its weights."""
        for layer, old in self.old.items():
            moved = norm(p.array - was for p, was in zip(self.layers[layer], old))
            self.ratios.setdefault(layer, []).append(moved / max(norm(old), 1e-12))

    def read(self):
        """Return {panel: {line: value}}, means over the steps since the last call."""
        found = {"gradient norm": {layer: float(np.mean(norms)) for layer, norms in self.norms.items()},
                 "update / weight": {layer: float(np.mean(ratios)) for layer, ratios in self.ratios.items()},
                 "dead units": {f"relu {i}": float(np.mean([not unit for unit in fired.tolist()]))
                                for i, fired in enumerate(self.fired, 1)}}
        if self.optimizer is not None:
            groups = self.optimizer.param_groups
            names = [f"group {i}" for i in range(len(groups))] if len(groups) > 1 else ["lr"]
            found["learning rate"] = {name: float(group["lr"]) for name, group in zip(names, groups) if "lr" in group}
        self.forget()
        return {what: lines for what, lines in found.items() if lines}


def norm(arrays):
    """Return the Euclidean norm of all arrays as one vector."""
    return float(sum(float((array.astype("float64") ** 2).sum()) for array in arrays)) ** 0.5
