"""Progress: a bar on a terminal, silence in files and pipes."""

import sys
from time import monotonic

WIDTH = 24
OFTEN = 0.1               # seconds between two drawings


def progress(batches, label, stream=None):
    """Pass on `batches` one by one, with a bar on the terminal; tqdm's where it is installed.

    batches   has a length
    label     what is being done, such as "epoch 3/20"
    stream    default: standard error; nothing is drawn where it is no terminal
    """
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty():
        return batches
    try:
        from tqdm import tqdm
    except ImportError:
        return bar(batches, label, stream)
    return tqdm(batches, label, leave=False, file=stream, unit="batch")


def bar(batches, label, stream):
    """A bar of our own, wiped out at the end."""
    total, drawn = len(batches), 0.0
    try:
        for done, batch in enumerate(batches):
            if monotonic() - drawn > OFTEN:
                drawn = monotonic()
                full = WIDTH * done // total
                stream.write(f"\r{label} |{'█' * full}{' ' * (WIDTH - full)}| {done}/{total}")
                stream.flush()
            yield batch
    finally:
        stream.write("\r" + " " * (len(label) + WIDTH + 24) + "\r")
        stream.flush()
