"""What is measured while a model trains: gradients, the size of each update, units that never fire."""

import numpy as np

from ..graph import door


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
            door.watchers.append(self.watch)

    def leave(self, *_):
        if self.watch in door.watchers:
            door.watchers.remove(self.watch)

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
