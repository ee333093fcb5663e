"""Devices: names of the places where tensors live, and the one where new tensors are made."""


class device:
    """A place for tensors: `device("cpu")`, `device("cuda", 1)` or `device("cuda:1")`, or `device("meta")`.

    type    "cpu", "cuda", "meta" or "worker", or such a word with a number; RuntimeError for others
    index   which GPU, or which rank

    On "meta" a tensor has a shape and a dtype, and no data: ops tell the shapes of their results and compute nothing.
    In a `with` block new tensors are made there, as after `set_default_device`. "worker:1" is a rank on which a program
    runs the steps of the block (`minitorch.distributed.placement`); elsewhere it is this process, and its CPU.
    """

    __slots__ = ("index", "type")

    def __init__(self, type="cpu", index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int):
            type, index = "cuda", type
        elif not isinstance(type, str):
            raise TypeError(f"a device is named by a str like 'cpu' or 'cuda:0', not by {type!r}.")
        elif ":" in type:
            type, _, text = type.partition(":")
            if index is not None or not text.isdigit():
                raise RuntimeError(f"{type}:{text} names no device: write 'cpu', 'cuda' or 'cuda:0'.")
            index = int(text)
        if type not in ("cpu", "cuda", "meta", "worker"):
            hint = "" if type.lower() not in ("gpu", "cuda", "nvidia") else " A GPU is called 'cuda'."
            raise RuntimeError(f"device {type!r} is unknown: minitorch has 'cpu', 'cuda', 'meta' and 'worker'.{hint}")
        self.type, self.index = type, index

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __enter__(self):
        defaults.append(self)
        return self

    def __exit__(self, *failure):
        defaults.pop()


CPU, META = device("cpu"), device("meta")
META_LIBRARY = f"{__package__}.meta"      # the module that stands for NumPy on "meta"
defaults: list = [None]                   # where new tensors are made, the last counts; None: on the CPU


def set_default_device(device):
    """Make new tensors on `device` where none is named; None means the CPU."""
    defaults[-1] = None if device is None else globals()["device"](device)


def get_default_device():
    """Where new tensors are made when no device is named."""
    return defaults[-1] or CPU
