"""The decision boundary of a classifier with two inputs, and the moves of the boundary during training."""

from functools import partial

import numpy as np

from ..engine import no_grad
from ..inspect.preserve import evaluating
from ..tensors import Tensor, tensor
from .arrays import bare
from .colours import INK
from .figure import Figure, axes_of
from .picture import FramesPicture, snapshot_name

FINE = 100                                 # number of points along an axis
IN_STRIP, SHADES, SIZE = 4, 6, (4.3, 4.2)
MARKS = ["o", "^", "s", "D", "v", "P"]


class Boundary(FramesPicture, Figure):
    """The result of `boundary`: call it for a snapshot, or give it to train(after_epoch=…).

    taken   snapshots: [(name, classes (rows, columns), how sure (rows, columns), mistakes)]; `.at`: which is shown
    """

    frame_name = "snapshot"
    columns = 2

    def __init__(self, model, points, targets):
        self.model, self.points, self.targets = model, points, targets
        low, high = points.min(0), points.max(0)
        room = 0.15 * np.maximum(high - low, 1e-6)
        self.x, self.y = (np.linspace(a, b, FINE) for a, b in zip(low - room, high + room))
        self.taken = self.frames = []
        self.many = False

    def __call__(self, record=None):
        """Take a snapshot; its name is the epoch if `record` comes from `train.train`."""
        grid = np.stack(np.meshgrid(self.x, self.y), -1).reshape(-1, 2)
        with evaluating(self.model):
            classes, sure = classify(self.model, grid)
            wrong = classify(self.model, self.points)[0] != self.targets
        self.taken.append((snapshot_name(record, len(self.taken)), classes.reshape(FINE, FINE),
                           sure.reshape(FINE, FINE), wrong))
        self.at = len(self.taken) - 1

    def text(self, at=None):
        """Return text that says how many points are on the wrong side in snapshot `at`; default: the slider's."""
        if not self.taken:
            return "no boundary yet: call it, or give it to train(after_epoch=…)"
        name, classes, _, wrong = self.taken[self.at if at is None else at]
        shares = ", ".join(f"class {label} {np.mean(classes == label):.0%}" for label in np.unique(self.targets))
        return f"{name}: {wrong.sum()} of {len(wrong)} points on the wrong side; of the plane: {shares}"

    def __repr__(self):
        """Return the text of the first and the last snapshot."""
        last = len(self.taken) - 1
        return "\n".join(self.text(at) for at in ([0, last] if last > 0 else [0]))

    def widget(self):
        if self.slider is not None and self.slider.max != max(len(self.taken) - 1, 0):
            self.box = None                                   # remove the widget, because its slider has too few frames
        return super().widget()

    def still(self):
        """Return SVG text with up to four snapshots, from the first to the last."""
        self.many = True
        try:
            return self.svg()
        finally:
            self.many = False

    def plots(self):
        spread = {*np.linspace(0, len(self.taken) - 1, IN_STRIP).round().astype(int).tolist()}
        shown = sorted(spread) if self.many and self.taken else [self.at]
        return [(SIZE, partial(self.draw_one, at), self.text(at)) for at in shown]

    def draw_one(self, at, figure):
        axes = axes_of(figure, SIZE, left=0.8, below=1.05)
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
            axes.scatter([], [], s=36, color=[colour(i)], marker=MARKS[i % len(MARKS)], label=f"class {label}")
            for mask, edge, width in ((mine & ~wrong, "#ffffff", 0.4), (mine & wrong, "#1a1a1a", 1.0)):
                axes.scatter(*self.points[mask].T, s=36, color=[colour(i)], marker=MARKS[i % len(MARKS)],
                              edgecolors=edge, linewidths=width)
        axes.set(xlim=self.x[[0, -1]], ylim=self.y[[0, -1]], xlabel="input 0", ylabel="input 1",
                 title=f"{name}: {wrong.sum()} wrong" if self.taken else name)
        figure.legend(*axes.get_legend_handles_labels(), loc="lower center", ncols=4, handletextpad=0.1,
                      columnspacing=1.0, title="black edge: wrong side; paler: less sure" if self.taken else None,
                      title_fontsize=11)


def boundary(model, points, targets):
    """Draw the class that a classifier with two inputs gives to each point of the plane, snapshot by snapshot.

    model     returns for (N, 2) points (N, classes) scores; or (N,) or (N, 1) numbers: class 1 if above 0, else 0
    points    (N, 2); targets  (N,) integers
    returns   Boundary: call it for a snapshot, or give it to train(after_epoch=…); a slider in a
              notebook, a strip on a page; `.go(3)`, `.text(3)`

    Raises ValueError for other shapes.
    """
    points, targets = bare(points).astype(float), bare(targets).ravel().astype(int)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) != len(targets) or not len(points):
        raise ValueError(f"boundary() needs points (N, 2) and as many targets, not {points.shape} and {targets.shape}.")
    return Boundary(model, points, targets)


def classify(model, points):
    """Return the class of each point, and how sure the model is: 0 at the boundary, 1 far from it."""
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
    """Return the colour of a class: red, green and blue from 0 to 1."""
    return np.array([int(INK[i % len(INK)][place:place + 2], 16) / 255 for place in (1, 3, 5)])
