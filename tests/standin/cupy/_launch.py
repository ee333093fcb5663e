"""What a program makes the device do, counted; and graphs, which do it again."""

import os

process = os.getpid()                            # CUDA does not survive a fork


class Counts:
    """What a program made the device do: copies up and down, waits for it, and kernels."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.uploads = self.downloads = self.syncs = self.launches = 0

    def __repr__(self):
        return ", ".join(f"{name} {count}" for name, count in vars(self).items())


counts = Counts()
captures: list = []                              # the stream that is being captured, if one is


class CUDARuntimeError(RuntimeError):
    """What the driver refuses."""


def launch(work, *made):
    """A kernel: it runs now; or while a stream is captured, whenever the graph is launched, and `made` hold garbage."""
    counts.launches += 1
    alive()
    if captures:
        captures[-1].works.append(work)
        for array in made:
            array[...] = {"f": float("nan"), "c": float("nan")}.get(array.dtype.kind, 77)
    else:
        work()


def alive():
    if os.getpid() != process:
        raise CUDARuntimeError("cudaErrorInitializationError: initialization error")


def wait():
    """What stops until the device is done, or reads the host's memory: no graph can hold it."""
    alive()
    if captures:
        raise CUDARuntimeError("cudaErrorStreamCaptureUnsupported: operation not permitted when stream is capturing")


class Graph:
    """What was launched during a capture."""

    def __init__(self, works):
        self.works = works

    def launch(self, stream=None):
        wait()
        counts.launches += 1
        for work in self.works:
            work()
