"""A page to show: the framework a learner wrote, the network it trained, how that went, what it still gets wrong."""

from contextlib import suppress
from html import escape
from math import isfinite
from pathlib import Path

from ..display.page import scrolling
from ..engine import no_grad
from ..random import get_rng_state, manual_seed, set_rng_state
from ..serialization.atomic import atomic_write
from . import answer_file
from .html_page import figures, heat, highlighted, page, picture, table
from .marks import unmarked
from .milestones import MILESTONES
from .places import in_colab
from .progress import DARK, LIT, Progress, title_of
from .record import find

EPOCHS = 15                              # for the network that portrait() trains by itself: about two seconds
MOST = 12                                # mistakes shown
UNITS = 16                               # units of the first layer shown


class Portrait:
    """What `portrait` returns: a link in a notebook, a sentence everywhere else; `.path` is the file."""

    def __init__(self, path, told):
        self.path, self.told = path, told

    def __repr__(self):
        return f"{self.path.name}: {self.told}. Open it in a browser."

    def _repr_html_(self):
        from urllib.parse import quote
        link = f'<a href="{quote(self.path.as_posix())}" target="_blank">{escape(self.path.name)}</a>'
        more = f' In Colab: <code>download("{escape(self.path.as_posix())}")</code>.' if in_colab() else ""
        return f"<div>{link}: {escape(self.told)}.{more}</div>"


def portrait(path="portrait.html", *, model=None, history=None, mistakes=None, name=None):
    """Write one page that shows your framework, your code, and a network trained on it; a browser is all it needs.

    model      the network; without one, a small one is trained on the packaged digits, on all you have mounted
    history    what `minitorch.train.train` returned, or {"loss": [...], …}, or a list of losses
    mistakes   (image, what it is, what was read) each, and how sure it was from 0 to 1, if you like
    name       whose framework it is
    returns    Portrait, a link in a notebook

    The file is written whole or not at all. What stands in my_minitorch.py is shown, never run.
    Raises ValueError for a history or a mistake of another form.
    """
    claim = ""
    if model is None:
        model, history, mistakes, share, count = trained()
        claim = (f" The network below was trained on it, and reads {100 * share:.1f} % of {count} digits that it had "
                 "never seen.")
    mistakes = None if mistakes is None else list(mistakes)
    lessons = Progress().lessons
    rows = [row for rows in lessons.values() for row in rows]
    lit = sum(state == "right" for _, state, _ in rows)
    title = f"{name}’s minitorch" if name else "My minitorch"
    parts = [f"<h1>{escape(title)}</h1>",
             f"<p>A deep-learning framework. Of the {len(rows)} parts of it that the course teaches, {lit} run on what "
             f"{escape(str(name)) if name else 'I'} wrote.{claim}</p>",
             "<h2>The framework</h2>", *of_map(lessons), "<h2>Milestones</h2>", *of_milestones(),
             "<h2>The network</h2>", *of_network(model, mistakes)]
    if history is not None:
        parts += ["<h2>How it learned</h2>", *of_history(history)]
    if mistakes is not None:
        parts += ["<h2>What it still gets wrong</h2>", of_mistakes(mistakes)]
    parts += ["<h2>The code</h2>", *of_code({record.id: state for record, state, _ in rows})]
    path = Path(path)
    with atomic_write(path) as file:
        file.write(page(title, parts).encode("utf-8", "replace"))
    shown = ["the network", *["curves"] * (history is not None), *["mistakes"] * (mistakes is not None)]
    return Portrait(path, f"{lit} of {len(rows)} exercises run on your own code; with {', '.join(shown)} and your code")


def trained():
    """Train a small network on the digits with what is mounted: return it, its history, mistakes, and what it reads."""
    from ..train import evaluate, train
    from ..train.recipes import Run, parts
    pictures, held_out, _ = parts("digits")
    before = get_rng_state()
    try:
        manual_seed(0)
        run = Run({"data": "digits", "model": "mlp", "epochs": EPOCHS}, pictures, held_out)
        history = []

        def measured(epoch):
            found = evaluate(run.model, run.test)
            history.append({"epoch": epoch["epoch"], "loss": epoch["loss"], "loss, held out": found["loss"],
                            "accuracy": epoch["accuracy"], "accuracy, held out": found["accuracy"]})
        train(run.model, run.loader, run.optimizer, epochs=EPOCHS, scheduler=run.scheduler, augment=run.augment,
              after_epoch=measured)
        return run.model, history, worst(run.model, run.test), history[-1]["accuracy, held out"], len(held_out)
    finally:
        set_rng_state(before)


def worst(model, loader):
    """Return the mistakes a model makes, the surest first: (image, what it is, what was read, how sure)."""
    found = []
    mode = model.training
    model.eval()
    try:
        with no_grad():
            for images, targets in loader:
                shares = model(images).softmax(1).numpy()
                for image, target, share in zip(images.numpy(), targets.numpy(), shares):
                    if share.argmax() != target:
                        found.append((image, int(target), int(share.argmax()), float(share.max())))
    finally:
        model.train(mode)
    return sorted(found, key=lambda mistake: -mistake[3])


def of_map(lessons):
    """Yield each lesson's pieces as boxes: lit if the learner's own code runs."""
    kept = answer_file.sections()
    for lesson, rows in lessons.items():
        boxes = []
        for record, state, _ in rows:
            text = f"{LIT if state == 'right' else DARK} {escape(record.id)} {escape(record.name)}"
            text = f'<a href="#code-{escape(record.id)}">{text}</a>' if record.id in kept else text
            own = "your own code runs" if state == "right" else f"the library's own runs: {state}"
            boxes.append(f'<li{" class=lit" * (state == "right")} title="{escape(own)}">{text}</li>')
        yield f"<h3>{lesson} {escape(title_of(lesson))}</h3>"
        yield '<ul class="boxes">\n' + "\n".join(boxes) + "\n</ul>"
    yield f"<p><small>{LIT} runs on this code, {DARK} on the library’s own.</small></p>"


def of_milestones():
    """Yield each program of lessons/milestones/ as a box: lit if all its pieces are the learner's own."""
    boxes = []
    for each in MILESTONES.values():
        told = "all its pieces are your own" if each.lit else f"the library's own still: {each.missing()}"
        boxes.append(f'<li{" class=lit" * each.lit} title="{escape(told)}">{LIT if each.lit else DARK} '
                     f'{escape(str(each))}</li>')
    yield '<ul class="boxes">\n' + "\n".join(boxes) + "\n</ul>"
    yield "<p><small>Programs of history, lit where all the pieces that they run on are written here.</small></p>"


def of_network(model, mistakes):
    """Yield a model's layers in a table, and what its first layer looks for if that can be shown as pictures."""
    rows, total = [], sum(parameter.numel() for parameter in model.parameters())
    for place, module in model.named_modules():
        own = sum(parameter.numel() for parameter in module.parameters(recurse=False))
        if own or not any(True for _ in module.children()):
            rows.append((place or "·", type(module).__name__, module.extra_repr(), f"{own:,}" if own else ""))
    yield table(("name", "layer", "settings", "numbers"), [*rows, ("", "together", "", f"{total:,}")])
    units = first_units(model, mistakes)
    if units:
        yield "<h3>What its first layer looks for</h3>"
        yield figures([(heat(unit), f"weights of unit {number}", "") for number, unit in enumerate(units)], small=True)
        yield "<p><small>Orange weights count a pixel for the unit, blue ones against it.</small></p>"


def first_units(model, mistakes):
    """Return the first layer's weights as matrices, if each unit has one number a pixel; else none."""
    weight = next((parameter.detach().cpu().numpy() for parameter in model.parameters() if parameter.ndim > 1), None)
    if weight is None:
        return []
    if weight.ndim == 4:
        return list(weight[:UNITS].mean(axis=1))
    shape = getattr(next(iter(mistakes or ()), [None])[0], "shape", ())[-2:]
    fits = weight.ndim == 2 and len(shape) == 2 and shape[0] * shape[1] == weight.shape[1]
    return list(weight[:UNITS].reshape(-1, *shape)) if fits else []


def of_history(history):
    """Yield curves of all numbers in a history, one picture for losses and one for each other kind."""
    from ..viz import plot
    x, xlabel, lines = curves_of(history)
    kinds: dict[str, dict] = {}
    for name, values in lines.items():
        kinds.setdefault(" ".join(name.partition(",")[0].replace("_", " ").split()[-1:]), {})[name] = values
    for group in kinds.values():
        drawn = plot(x, group, xlabel)
        told = "<br>".join(escape(line) for line in repr(drawn).split("\n"))
        yield f"{scrolling(drawn.svg())}\n<p><small>{told}</small></p>"


def curves_of(history):
    """Return (x, what x is, {name: numbers}) of a history in any of the forms `portrait` takes."""
    rows = [] if isinstance(history, dict) else list(history)
    columns = history if isinstance(history, dict) else {"loss": rows}
    if rows and all(isinstance(row, dict) for row in rows):
        columns = {name: [row.get(name, float("nan")) for row in rows] for name in rows[0]}
    try:
        numbers = {str(name): [float(value) for value in values] for name, values in columns.items()}
    except (TypeError, ValueError):
        raise ValueError("a history is a list of numbers, a list of dicts of numbers (as train() returns), or a dict "
                         "of lists of numbers.") from None
    count = max((len(values) for values in numbers.values()), default=0)
    x = numbers.pop("epoch", None)
    lines = {name: values for name, values in numbers.items()
             if len(values) == count and any(isfinite(value) for value in values)}
    if not count or not lines:
        raise ValueError("this history holds no numbers to draw.")
    return (x, "epoch", lines) if x is not None and len(x) == count else (list(range(1, count + 1)), "step", lines)


def of_mistakes(mistakes):
    """Return images with what they are and what was read, as HTML."""
    found = list(mistakes)
    if not found:
        return "<p>None of those it was tried on.</p>"
    pictures = []
    for mistake in found[:MOST]:
        if not isinstance(mistake, tuple | list) or not 3 <= len(mistake) <= 4:
            raise ValueError("a mistake is (image, what it is, what was read), and how sure it was from 0 to 1.")
        image, wanted, read, *sure = mistake
        text = f"{wanted}, read as {read}" + (f" ({100 * float(sure[0]):.0f}\xa0%)" if sure else "")
        pictures.append((picture(image), f"an image of {wanted}", text))
    more = f"<p><small>The worst {MOST} of {len(found)}.</small></p>" if len(found) > MOST else ""
    return figures(pictures) + more


def of_code(states):
    """Yield every kept answer, as it is in my_minitorch.py."""
    sections = answer_file.sections()
    if not sections:
        yield "<p>Nothing is kept yet: it begins with the first right answer.</p>"
    for id in sorted(sections, key=lambda id: [int(n) for n in id.split(".")]):
        with suppress(ValueError):                         # of an id that no course of this version has
            name = find(id).name
            runs = "" if states.get(id, "right") == "right" else " <small>kept; the library’s own runs</small>"
            yield (f'<h3 id="code-{escape(id)}">{escape(id)} {escape(name)}{runs}</h3>\n'
                   + highlighted(unmarked(sections[id][1]).strip("\n")))
