"""Curves that grow while a model trains: loss, accuracy, learning rate; and what is measured for them: gradients, the
size of each update, units that never fire.
"""

from time import perf_counter

import numpy as np

from ..engine import watchers
from ..page import scrolling
from .colours import INK
from .figure import GREY, STYLES, Figure, grid_of, log_axis, say_so
from .picture import number, or_words, widget_view

SHARE = 0.2                                # of the time may be spent on drawing
LOG = {"gradient norm", "update / weight"}
GUIDE = {"update / weight": 1e-3}          # where it usually trains well: Karpathy's rule of thumb
COLUMNS, IN_LEGEND = 3, 8


class Live(Figure):
    """What `live` returns: feed it from a loop with `.add(loss=…)`, or give it to train(after_epoch=…).

    panels   {what: {line: ([where], [value])}}
    """

    def __init__(self, model=None, optimizer=None, epochs=None):
        self.panels, self.unit, self.epochs = {}, "epoch", epochs
        self.monitor = Monitor(model, optimizer)
        self.count, self.box, self.handle = 0, None, None
        self.began, self.drew, self.last = perf_counter(), 0.0, None

    def __call__(self, record):
        """One epoch of `train.train`: {"epoch", "loss", "accuracy"}, or any record of numbers."""
        record = dict(record)
        self.unit = "epoch"
        self.take(record.pop("epoch", self.count + 1), record)

    def add(self, at=None, **values):
        """Further points of the curves: add(loss=0.5, test_loss=0.7); `at` is the step, else counted."""
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

    def draw(self, figure):
        if not self.panels:
            say_so(figure, self.text())
            return
        for place, (panel, lines) in zip(grid_of(figure, len(self.panels), COLUMNS), self.panels.items()):
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
                place.legend(fontsize=7)

    @property
    def size(self):
        count = max(len(self.panels), 1)
        return 3.3 * min(count, COLUMNS), 2.4 * -(-count // COLUMNS)

    def html(self):
        return scrolling(or_words(self))

    def show(self):
        """Put the curves here, in this cell's output; they grow while training runs."""
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
        display({"text/plain": "curves while training; print(…) says where they stand", **widget_view(self.box)},
                raw=True)

    def refresh(self, now=False):
        """Draw anew, where the curves are on show, unless drawing would hold training up."""
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
        """Training is over: the last points are drawn, and nothing is measured any more."""
        self.monitor.remove()
        if self.box is not None or self.handle is not None:
            self.refresh(now=True)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()


def live(model=None, optimizer=None, epochs=None):
    """Curves that grow while training runs.

    model       its gradient norms by layer and its relus' dead units are measured at every step
    optimizer   its learning rate is, and how far each step moves each layer
    epochs      how many there will be: the curves leave room for them
    returns     Live: `train(…, after_epoch=curves)`, or `curves.add(loss=…)` in a loop of your own;
                in a with-block the gauges are taken off at its end, else by `.close()`

    >>> curves = live()
    >>> for loss in [4.0, 1.0, 2.0]: curves.add(loss=loss)
    >>> curves
    loss  step 1: 4, step 3: 2, least 1 at 2
    """
    return Live(model, optimizer, epochs)


class Monitor:
    """Measure a model and its optimiser at every training step; `read` gives the means since the last reading.

    Nothing is measured, and nothing slower, once `remove()` was called.
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
        """The model begins its forward: relus are counted from here."""
        self.leave()
        self.count = 0
        if self.model.training:
            watchers.append(self.watch)

    def leave(self, *_):
        if self.watch in watchers:
            watchers.remove(self.watch)

    def watch(self, op, inputs, settings, result):
        """Which units of a relu fired in this batch; a unit is a feature, or a channel."""
        if op.name != "relu" or result.array.ndim < 2:
            return
        fired = (result.array > 0).any(axis=tuple(i for i in range(result.array.ndim) if i != 1))
        if self.count == len(self.fired):
            self.fired.append(fired)
        elif self.fired[self.count].shape == fired.shape:
            self.fired[self.count] = self.fired[self.count] | fired
        self.count += 1

    def before(self, *_):
        """A step is about to be made: how long the gradients are."""
        self.old = {}
        for layer, parameters in self.layers.items():
            grads = [p._grad.array for p in parameters if p._grad is not None]
            if grads:
                self.norms.setdefault(layer, []).append(length(grads))
                self.old[layer] = [p.array.copy() for p in parameters]

    def after(self, *_):
        """A step was made: how far each layer moved, as a share of its length."""
        for layer, old in self.old.items():
            moved = length(p.array - was for p, was in zip(self.layers[layer], old))
            self.ratios.setdefault(layer, []).append(moved / max(length(old), 1e-12))

    def read(self):
        """{what: {line: value}}, means over the steps since the last reading."""
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


def length(arrays):
    """The Euclidean norm of all of them as one vector."""
    return float(sum(float((array.astype("float64") ** 2).sum()) for array in arrays)) ** 0.5
