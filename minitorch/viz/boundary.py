"""The decision boundary of a classifier of two numbers, and how it moves while it learns."""

import numpy as np

from ..engine import no_grad
from ..inspect.preserve import evaluating
from ..tensors import Tensor, tensor
from .arrays import bare
from .colours import INK
from .figure import Figure, grid_of
from .picture import FramesPicture, snapshot_name

FINE = 100                                 # points along an axis
IN_STRIP, COLUMNS, SHADES = 4, 2, 6
MARKS = ["o", "^", "s", "D", "v", "P"]


class Boundary(FramesPicture, Figure):
    """What `boundary` returns: call it for a snapshot, or give it to train(after_epoch=…).

    taken   [(name, classes (rows, columns), how sure (rows, columns), mistakes)]; `.at` is the one shown
    """

    frame_name = "snapshot"

    def __init__(self, model, points, targets):
        self.model, self.points, self.targets = model, points, targets
        low, high = points.min(0), points.max(0)
        room = 0.15 * np.maximum(high - low, 1e-6)
        self.x, self.y = (np.linspace(a, b, FINE) for a, b in zip(low - room, high + room))
        self.taken = self.frames = []
        self.many = False

    def __call__(self, record=None):
        """Take a snapshot; a record of `train.train` names it by its epoch."""
        grid = np.stack(np.meshgrid(self.x, self.y), -1).reshape(-1, 2)
        with evaluating(self.model):
            classes, sure = decided(self.model, grid)
            wrong = decided(self.model, self.points)[0] != self.targets
        self.taken.append((snapshot_name(record, len(self.taken)), classes.reshape(FINE, FINE),
                           sure.reshape(FINE, FINE), wrong))
        self.at = len(self.taken) - 1

    def text(self, at=None):
        """What is on which side at one snapshot; by default where the slider stands."""
        if not self.taken:
            return "no boundary yet: call it, or give it to train(after_epoch=…)"
        name, classes, _, wrong = self.taken[self.at if at is None else at]
        shares = ", ".join(f"class {label} {np.mean(classes == label):.0%}" for label in np.unique(self.targets))
        return f"{name}: {wrong.sum()} of {len(wrong)} points on the wrong side; of the plane: {shares}"

    def __repr__(self):
        """The first snapshot, and the last."""
        last = len(self.taken) - 1
        return "\n".join(self.text(at) for at in ([0, last] if last > 0 else [0]))

    def widget(self):
        if self.slider is not None and self.slider.max != max(len(self.taken) - 1, 0):
            self.box = None                                          # more snapshots than when it was made
        return super().widget()

    @property
    def size(self):
        shown = min(len(self.taken), IN_STRIP) if self.many else 1
        return (3.0 * min(shown, COLUMNS), 2.7 * -(-shown // COLUMNS) + 0.6) if shown > 1 else (4.2, 4.3)

    def still(self):
        """Up to four snapshots from the first to the last, two in a row: four in one could not be read on a phone."""
        self.many = True
        try:
            return self.svg()
        finally:
            self.many = False

    def draw(self, figure):
        strip = np.linspace(0, len(self.taken) - 1, IN_STRIP).round().astype(int).tolist()
        shown = sorted({*strip}) if self.many and self.taken else [self.at]
        for axes, at in zip(grid_of(figure, len(shown), COLUMNS, foot=0.6), shown):
            self.draw_one(axes, at)
        dots = figure.axes[0].get_legend_handles_labels()
        figure.legend(*dots, loc="lower center", ncols=4, handletextpad=0.1, columnspacing=1.0, fontsize=8,
                      title="black edge: wrong side; paler: less sure" if self.taken else None, title_fontsize=8)

    def draw_one(self, axes, at):
        unsure = np.zeros((FINE, FINE))
        nothing = "no boundary yet", np.full((FINE, FINE), self.targets[0]), unsure, np.zeros(len(self.targets), bool)
        name, classes, sure, wrong = self.taken[at] if self.taken else nothing
        labels = np.unique(np.concatenate([self.targets, classes.ravel()]))
        picture = np.ones((FINE, FINE, 3))
        for i, label in enumerate(labels):
            share = 0.55 * np.ceil(np.clip(np.nan_to_num(sure), 0, 1) * SHADES) / SHADES
            shade = (share * (classes == label))[..., None]
            picture = picture * (1 - shade) + colour(i) * shade
        axes.imshow(picture, origin="lower", extent=(*self.x[[0, -1]], *self.y[[0, -1]]), aspect="auto",
                     interpolation="nearest")
        for i, label in enumerate(labels):
            mine = self.targets == label
            axes.scatter([], [], s=20, color=[colour(i)], marker=MARKS[i % len(MARKS)], label=f"class {label}")
            for mask, edge, width in ((mine & ~wrong, "#ffffff", 0.4), (mine & wrong, "#1a1a1a", 1.0)):
                axes.scatter(*self.points[mask].T, s=20, color=[colour(i)], marker=MARKS[i % len(MARKS)],
                              edgecolors=edge, linewidths=width)
        axes.set(xlim=self.x[[0, -1]], ylim=self.y[[0, -1]], xlabel="input 0", ylabel="input 1",
                 title=f"{name}: {wrong.sum()} wrong" if self.taken else name)


def boundary(model, points, targets):
    """Where a classifier of two numbers draws the line, snapshot by snapshot.

    model     gives (N, classes) scores, or (N,) or (N, 1) whose sign decides, for (N, 2) points
    points    (N, 2); targets  (N,) integers
    returns   Boundary: call it for a snapshot, or give it to train(after_epoch=…); a slider in a
              notebook, a strip on a page; `.go(3)`, `.text(3)`

    Raises ValueError for other shapes.
    """
    points, targets = bare(points).astype(float), bare(targets).ravel().astype(int)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) != len(targets) or not len(points):
        raise ValueError(f"boundary() needs points (N, 2) and as many targets, not {points.shape} and {targets.shape}.")
    return Boundary(model, points, targets)


def decided(model, points):
    """The class of each point, and how sure the model is: 0 at the boundary, 1 far from it."""
    with no_grad():
        like = next(iter(model.parameters()), None)
        out = model(tensor(points.astype("float32")) if like is None else
                    tensor(points, dtype=like.dtype, device=like.device))
    scores = (out if isinstance(out, Tensor) else out[0]).detach().cpu().numpy().astype(float)
    if scores.ndim == 1 or scores.shape[1] == 1:
        scores = np.stack([np.zeros(len(points)), scores.ravel()], 1)
    best = np.sort(np.exp(scores - scores.max(1, keepdims=True)), 1)
    return scores.argmax(1), (best[:, -1] - best[:, -2]) / best.sum(1)


def colour(i):
    """The colour of a class, as three shares."""
    return np.array([int(INK[i % len(INK)][place:place + 2], 16) / 255 for place in (1, 3, 5)])
