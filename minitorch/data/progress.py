"""A bar for bytes: tqdm's where it is installed, else our own; on a terminal or in a notebook only."""

import sys
from time import monotonic

WIDTH = 24
OFTEN = 0.2               # seconds between two drawings


class Silent:
    """No bar."""

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass

    def update(self, count):
        pass


class Bar:
    """How much of `total` bytes has come; None where no one knows."""

    def __init__(self, label, start=0, total=None, stream=None):
        self.stream = sys.stderr if stream is None else stream
        self.label, self.done, self.total, self.drawn = label, start, total, 0.0
        self.other = None

    def __enter__(self):
        notebook = "ipykernel" in sys.modules
        self.silent = self.stream is None or not (notebook or self.stream.isatty())
        if not self.silent:
            try:
                from tqdm.auto import tqdm
                self.other = tqdm(desc=self.label, initial=self.done, total=self.total, unit="B", unit_scale=True)
            except Exception:                            # not installed, or without the notebook's part
                self.silent = notebook and not self.stream.isatty()
        return self

    def update(self, count):
        self.done += count
        if self.other is not None:
            self.other.update(count)
        elif not self.silent and monotonic() - self.drawn > OFTEN:
            self.drawn = monotonic()
            self.draw()

    def draw(self):
        if self.total:
            full = min(WIDTH, WIDTH * self.done // self.total)
            amount = f"|{'█' * full}{' ' * (WIDTH - full)}| {self.done / 1e6:.1f}/{self.total / 1e6:.1f} MB"
        else:
            amount = f"{self.done / 1e6:.1f} MB"
        self.stream.write(f"\r{self.label} {amount}")
        self.stream.flush()

    def __exit__(self, *failure):
        if self.other is not None:
            self.other.close()
        elif not self.silent:
            self.draw()
            self.stream.write("\n")
