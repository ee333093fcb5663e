"""A classifier's mistakes: which class is predicted instead of which, and the wrong images with the largest loss."""

from html import escape

import numpy as np

from ..display.progress import progress
from ..engine import no_grad
from ..inspect.preserve import evaluating
from .arrays import CELL, TALL, bare, colour, image_tag, ink
from .picture import Picture, svg_page, svg_text, together


class Confusion(Picture):
    """The result of `confusion`: `.matrix`, counts (true classes, predicted classes), and `.names` of the classes."""

    def text(self):
        right, total = int(np.trace(self.matrix)), int(self.matrix.sum())
        wide = max(*(len(name) for name in self.names), len(str(self.matrix.max())), 2)
        left = max(*(len(name) for name in self.names), 4)
        lines = [f"{right} of {total} right ({right / max(total, 1):.1%}); true class down, predicted across",
                 " ".join([" " * left, *(f"{name:>{wide}}" for name in self.names)])]
        lines += [" ".join([f"{name:>{left}}", *(f"{count or '·':>{wide}}" for count in row)])
                  for name, row in zip(self.names, self.matrix.tolist())]
        worst = self.worst()
        return "\n".join([*lines, "most often: " + ", ".join(f"{a} taken for {b} ({count})" for a, b, count in worst)]
                         if worst else lines)

    def worst(self, count=3):
        """Return the most common mistakes: (true, predicted, how often)."""
        wrong = self.matrix - np.diag(np.diag(self.matrix))
        pairs = zip(*np.unravel_index(np.argsort(-wrong, axis=None, kind="stable")[:count], wrong.shape))
        return [(self.names[i], self.names[j], int(wrong[i, j])) for i, j in pairs if wrong[i, j]]

    def svg(self):
        share = self.matrix / np.maximum(self.matrix.sum(1, keepdims=True), 1)
        count, longest = len(self.names), max(map(len, self.names))
        turn, slope = (" rotate(-50)", 4.6 * longest) if longest > 4 else ("", 0)            # long names are turned
        left, top = round(24 + 6.5 * longest), round(34 + slope)
        parts = [svg_text(left + CELL * count / 2, 11, "predicted", anchor="middle"),
                 f'<g transform="translate(11 {top + CELL * count / 2:g}) rotate(-90)">'
                 f'{svg_text(0, 0, "true", anchor="middle")}</g>']
        for i, name in enumerate(self.names):
            parts += [svg_text(left - 6, top + CELL * i + 19, name, anchor="end"),
                      f'<g transform="translate({left + CELL * (i + 0.5):g} {top - 6}){turn}">'
                      f'{svg_text(0, 0, name, anchor="start" if turn else "middle")}</g>']
            for j in range(count):
                level = -share[i, j] if i == j else share[i, j] ** 0.5      # the square root makes small counts visible
                x, y = left + CELL * j, top + CELL * i
                words = svg_text(x + CELL / 2, y + 19, self.matrix[i, j], ink(16 * level, False), 11, "middle")
                said = escape(f"{name} taken for {self.names[j]}: {self.matrix[i, j]}")
                parts.append(f'<g><title>{said}</title><rect x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}" '
                             f'fill="{colour(level)}"/>{words if self.matrix[i, j] else ""}</g>')
        parts.append(f'<rect x="{left:g}" y="{top}" width="{CELL * count}" height="{CELL * count}" fill="none" '
                     'stroke="#808080" stroke-width="0.5"/>')
        return svg_page(parts, left + CELL * count + 2 + 0.6 * slope, top + CELL * count + 2, self.text())


class Mistakes(Picture):
    """The result of `mistakes`: `.worst` lists {"index", "image", "true", "taken", "sure", "loss"}, worst first.

    wrong   how many of `total` images are wrongly classified; names, a function from a class to its name
    """

    def caption(self, found):
        return f"{self.names(found['true'])}, taken for {self.names(found['taken'])}"

    def text(self):
        return "\n".join([f"{self.wrong} of {self.total} wrong" + (", the largest loss first:" if self.worst else ""),
                          *(f"    image {found['index']}: {self.caption(found)} (loss {found['loss']:.2g}, "
                            f"{found['sure']:.0%} sure)"
                            for found in self.worst)])

    def svg(self):
        wide = round(max([126, *(6.2 * len(self.caption(found)) + 8 for found in self.worst)]))
        parts = [(image_tag(found["image"], 2, 2, label=self.caption(found))
                  + svg_text(2, TALL + 15, self.caption(found))
                  + svg_text(2, TALL + 29, f"loss {found['loss']:.2g}, {found['sure']:.0%} sure")
                  + svg_text(2, TALL + 43, f"image {found['index']}"),
                  wide, TALL + 48, self.caption(found)) for found in self.worst]
        return together(parts or [(svg_text(2, 14, self.text()), 200, 22, "no mistakes")], self.text())


def confusion(model, loader, names=None):
    """Count, over all batches of `loader`, the samples of each true class that got each predicted class.

    loader    yields (inputs, targets); model returns (N, classes) scores. Or give two sequences of
              integers, predicted and true classes, instead of model and loader
    names     names of the classes; default: their numbers
    returns   Confusion: displays itself, `.matrix`, `.worst()`

    Raises ValueError if the sequences have different lengths, or if there is not one name for each class.

    >>> confusion([0, 1, 1, 1], [0, 1, 0, 1])
    3 of 4 right (75.0%); true class down, predicted across
          0  1
       0  1  1
       1  ·  2
    most often: 0 taken for 1 (1)
    """
    if callable(model):
        batches = [(scores, targets) for _, scores, targets in predictions(model, loader)]
        taken = np.concatenate([scores.argmax(1) for scores, _ in batches])
        true = np.concatenate([targets for _, targets in batches])
        count = batches[0][0].shape[1]
    else:
        taken, true = bare(model).astype(int).ravel(), bare(loader).astype(int).ravel()
        if len(taken) != len(true) or not len(true):
            raise ValueError(f"confusion() needs as many predicted as true classes, not {len(taken)} and {len(true)}.")
        count = int(max(taken.max(), true.max())) + 1
    count = max(count, len(names or ()))
    if min(taken.min(), true.min()) < 0 or true.max() >= count:
        raise ValueError(f"confusion() found class {int(true.min() if true.min() < 0 else true.max())} among the "
                         f"targets; there are classes 0 to {count - 1}.")
    matrix = np.zeros((count, count), int)
    np.add.at(matrix, (true, taken), 1)
    names = [str(name) for name in names] if names is not None else [str(i) for i in range(count)]
    if len(names) != count:
        raise ValueError(f"confusion() was given {len(names)} names for {count} classes.")
    return Confusion(matrix=matrix, names=names)


def mistakes(model, loader, count=12, names=None):
    """Show the wrongly classified images with the largest loss, over all batches of `loader`.

    loader    yields (images, targets); images are (N, H, W) or (N, channels, H, W). It must not shuffle, so that an
              image's number is its index in the data set
    model     returns (N, classes) scores
    count     how many images are shown; names: of the classes, default their numbers
    returns   Mistakes: displays itself, `.worst`
    """
    found, total, wrong = [], 0, 0
    for images, scores, targets in predictions(model, loader):
        said, rows = log_softmax_of(scores), np.arange(len(targets))
        taken = scores.argmax(1)
        for row in rows[taken != targets]:
            wrong += 1
            found.append({"index": total + int(row), "image": images[row], "true": int(targets[row]),
                          "taken": int(taken[row]), "sure": float(np.exp(said[row, taken[row]])),
                          "loss": float(-said[row, targets[row]])})
        total += len(targets)
        found = sorted(found, key=lambda one: -one["loss"])[:count]
    return Mistakes(worst=found, wrong=wrong, total=total, names=lambda i: str(i if names is None else names[i]))


def predictions(model, loader):
    """Run the model in eval mode on each batch; yield (images, scores, targets) as arrays; then restore its mode."""
    inputs = None
    with evaluating(model):
        for inputs, targets in progress(loader, "reading"):
            with no_grad():
                scores = model(inputs)
            yield bare(inputs), bare(scores), bare(targets)
    if inputs is None:
        raise ValueError("the loader gave no batch.")


def log_softmax_of(scores):
    """Return the log-probabilities of (N, classes) scores."""
    scores = scores.astype(float) - scores.max(1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(1, keepdims=True))
