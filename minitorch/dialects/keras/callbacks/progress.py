"""Keras' progress line: how far an epoch is, how long it took, and what was measured."""

import sys
from time import monotonic

from .base import Callback

WIDTH = 20
OFTEN = 0.05                     # seconds between two drawings


def numbers(logs):
    """Return {name: number} of logs, each dict of them by name; a value of several elements stays an array."""
    found = {}
    for name, value in sorted((logs or {}).items()):
        if isinstance(value, dict):
            found.update(numbers(value))
            continue
        array = value.numpy() if hasattr(value, "numpy") else value
        found[name] = float(array) if getattr(array, "size", 1) == 1 else array
    return found


def number_text(value):
    """Return four digits; of small numbers with an exponent."""
    if getattr(value, "size", 1) != 1:
        value = float(value.mean())
    return f"{value:.4f}" if abs(value) > 1e-3 else f"{value:.4e}"


def time_text(seconds):
    """Return the seconds for a step as text: 3s, 25ms, 400us."""
    if seconds >= 1 or seconds == 0:
        return f"{seconds:.0f}s"
    return f"{seconds * 1e3:.0f}ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f}us"


def left_text(seconds):
    """Return the remaining time as text: 12s, 1:05, 1:00:10."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}" if minutes else f"{rest}s"


class Progbar:
    """Keras' bar: update(step, [(name, value)]) draws it; outside of a terminal only its last state.

    target            how many steps there are; None: unknown
    width             of the bar, in letters
    verbose           1: a bar; 2: one line at the end; 0: nothing
    interval          seconds between two drawings at least
    stateful_metrics  names of values that are shown as they are; others are averaged over the steps. None: all but
                      stateless_metrics
    unit_name         what a step is called in the line
    """

    def __init__(self, target, width=WIDTH, verbose=1, interval=OFTEN, stateful_metrics=None, stateless_metrics=None,
                 unit_name="step"):
        self.target, self.width, self.verbose, self.interval, self.unit_name = (
            target, width, verbose, interval, unit_name)
        self.stateful, self.stateless = stateful_metrics, set(stateless_metrics or ())
        if stateful_metrics is None and stateless_metrics is None:
            self.stateful = set()
        self.values, self.seen, self.start, self.drawn, self.length = {}, 0, monotonic(), 0.0, 0
        self.live = hasattr(sys.stdout, "isatty") and sys.stdout.isatty()

    def averaged(self, name):
        """Return whether the number of this name is averaged over the steps."""
        return name not in self.stateful if self.stateful is not None else name in self.stateless

    def update(self, current, values=None, finalize=None):
        """Take in values, [(name, number)], of the step `current`, and draw.

        finalize    whether it is the last; None: where the target is reached
        """
        finalize = self.target is not None and current >= self.target if finalize is None else finalize
        for name, value in values or []:
            if self.averaged(name) and not finalize:
                steps = max(current - self.seen, 1)
                total, count = self.values.get(name, (0.0, 0))
                self.values[name] = total + value * steps, count + steps
            else:
                self.values[name] = value, 1
        self.seen, now = current, monotonic()
        if not self.verbose or not finalize and (self.verbose == 2 or not self.live
                                                 or now - self.drawn < self.interval):
            return
        each = (now - self.start) / max(current, 1)
        text = self.text(current, finalize, now - self.start, each)
        start = "\r" if self.live and self.verbose == 1 else ""
        sys.stdout.write(start + text + " " * max(self.length - len(text), 0) * self.live + "\n" * finalize)
        sys.stdout.flush()
        self.length, self.drawn = len(text), now

    def text(self, current, finalize, spent, each):
        """Return the line after `current` steps.

        finalize       whether it is the last
        spent, each    seconds in all, and for a step
        """
        if self.target:
            count = f"{current:>{len(str(self.target))}}/{self.target}"
            done = int(self.width * current / self.target)
            bar = f"{count} {'━' * done}{'━' * (self.width - done) if finalize else '╺' * (self.width - done)}"
        else:
            count = bar = f"{current:>7}/Unknown"
        measured = "".join(f" - {name}: {number_text(total / max(1, n))}" for name, (total, n) in self.values.items())
        if self.verbose == 2:
            return f"{count} - {spent:.0f}s - {time_text(each)}/{self.unit_name}{measured}"
        time = left_text(each * (self.target - current)) if self.target and not finalize else f"{spent:.0f}s"
        return f"{bar} {time} {time_text(each)}/{self.unit_name}{measured}"

    def add(self, n, values=None):
        """Take in values of n steps more, and draw."""
        self.update(self.seen + n, values)


class ProgbarLogger(Callback):
    """Prints Keras' progress line."""

    chief_only = True

    def __init__(self):
        super().__init__()
        self.target, self.seen, self.bar, self.inner = None, 0, None, False

    def set_params(self, params):
        super().set_params(params)
        self.target, self.verbose, self.epochs = params.get("steps"), params.get("verbose", 1), params.get("epochs", 1)

    def begin(self):
        """Begin a line."""
        self.seen = 0
        self.bar = Progbar(self.target, verbose=self.verbose, stateless_metrics=set())

    def shown(self, batch, logs):
        """Draw the line after a batch."""
        self.seen = batch + 1
        self.bar.update(self.seen, list((logs or {}).items()), finalize=False)

    def close(self, logs):
        """Draw the line's last state."""
        if self.target is None:
            self.target = self.bar.target = self.seen
        self.bar.update(self.target, list((logs or {}).items()), finalize=True)

    def on_train_begin(self, logs=None):
        self.inner = True

    def on_epoch_begin(self, epoch, logs=None):
        self.begin()
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}")

    def on_train_batch_end(self, batch, logs=None):
        self.shown(batch, logs)

    def on_epoch_end(self, epoch, logs=None):
        self.close(logs)

    def on_test_begin(self, logs=None):
        if not self.inner:
            self.begin()

    def on_test_batch_end(self, batch, logs=None):
        if not self.inner:
            self.shown(batch, logs)

    def on_test_end(self, logs=None):
        if not self.inner:
            self.close(logs)

    def on_predict_begin(self, logs=None):
        self.begin()

    def on_predict_batch_end(self, batch, logs=None):
        self.shown(batch, None)

    def on_predict_end(self, logs=None):
        self.close(None)
