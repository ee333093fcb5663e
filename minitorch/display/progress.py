"""Progress bars for loops that last over a second, on a terminal or a notebook's page; and Ctrl-C, which ends a loop.

Nothing is shown if no person looks: in files, pipes, and notebooks that run without a page.
"""

import sys
from html import escape
from time import monotonic

from .page import on_page

WIDTH = 24
PATIENCE = 1.0            # seconds until a bar appears
OFTEN = 0.2               # seconds between two drawings of a bar
MEGABYTE = 1_000_000


class Bar:
    """A bar that shows how much of `total` is done; it is removed at the end of its with-block.

    label     the current work, such as "epoch 3/20"; `update` may change it
    total     None if it is unknown
    done      the work that was done before
    unit      "MB" counts bytes; "" counts steps
    stream    default: standard error, if it is a terminal
    shown     False: nothing is drawn
    """

    def __init__(self, label, total=None, *, done=0, unit="", stream=None, shown=True):
        self.label, self.total, self.done, self.unit = label, total, done, unit
        self.first, self.handle, self.width = done, None, 0
        self.stream = sys.stderr if stream is None else stream
        self.page = shown and on_page()
        self.shown = shown and (self.page or getattr(self.stream, "isatty", lambda: False)())

    def __enter__(self):
        self.began = monotonic()
        self.next = self.began + PATIENCE
        return self

    def update(self, count=1, label=None):
        """Add `count` to the work that was done; draw the bar again from time to time."""
        self.done += count
        self.label = label or self.label
        now = monotonic()
        if self.shown and now >= self.next:
            self.next = now + OFTEN
            self.draw(now - self.began)

    def amount(self, seconds):
        """Return the progress as text, such as "12/45, 8 s left"."""
        size = MEGABYTE if self.unit else 1
        form = ".1f" if self.unit else ",d"
        text = "/".join(format(n / size if self.unit else n, form) for n in (self.done, self.total) if n is not None)
        text += f" {self.unit}".rstrip()
        if not self.total or self.done <= self.first:
            return text
        left = seconds * (self.total - self.done) / (self.done - self.first)
        return f"{text}, {left:.0f} s left" if left < 90 else f"{text}, {left / 60:.0f} min left"

    def draw(self, seconds):
        amount = self.amount(seconds)
        if self.page:
            return self.draw_on_page(amount)
        full = min(WIDTH, WIDTH * self.done // self.total) if self.total else 0
        bar = f"|{'█' * full}{' ' * (WIDTH - full)}| " if self.total else ""
        line = f"{self.label} {bar}{amount}"
        self.stream.write("\r" + line.ljust(self.width))
        self.stream.flush()
        self.width = len(line)

    def draw_on_page(self, amount):
        ends = f'value="{self.done}" max="{self.total}"' if self.total else ""
        html = (f'<div style="font-size: 13px"><progress {ends} aria-label="{escape(self.label)}" style="width: 12em; '
                f'max-width: 40%; vertical-align: middle"></progress> {escape(self.label)}: {amount}</div>')
        self.put({"text/html": html, "text/plain": f"{self.label}: {amount}"})

    def put(self, bundle):
        from IPython.display import display
        if self.handle is None:
            self.handle = display(bundle, raw=True, display_id=True)
        else:
            self.handle.update(bundle, raw=True)

    def wipe(self):
        """Clear the terminal's line for other output."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
            self.width = 0

    def __exit__(self, *failure):
        self.wipe()
        if self.handle is not None:
            self.put({"text/html": "<span></span>", "text/plain": ""})


def progress(items, label="", total=None, stream=None):
    """Yield `items` one by one, with a bar if that takes longer than a second.

    items    batches, or other items
    label    the current work, such as "epoch 3/20"
    total    how many items there are, if they have no length
    stream   the output for a terminal's bar; default: standard error

    >>> sum(progress(range(4), "adding"))
    6
    """
    with Bar(label, total or length_of(items), stream=stream) as bar:
        for item in items:
            yield item
            bar.update()


def length_of(items):
    """Return how many items there are; None if it is unknown, as for a stream."""
    try:
        return len(items)
    except TypeError:
        return None


def stopped(where, result="", file=""):
    """Print where Ctrl-C or a notebook's stop button ended a loop; in a script, raise the exception again.

    result   what the loop returns, printed at a prompt or in a notebook
    file     a sentence about a file from which the loop can continue, printed in a script too

    Call it in an `except KeyboardInterrupt`. A script then ends, as other programs do after Ctrl-C.
    """
    prompt = hasattr(sys, "ps1")                         # sys.ps1 also exists in IPython
    if prompt or file:
        print(f"Stopped {where}{f': {result}' if prompt and result else ''}.{f' {file}' if file else ''}", flush=True)
    if not prompt:
        raise sys.exception()
