"""Devices: the names of the places that hold tensors, and the default device for new tensors."""


class device:
    """A place for tensors: `device("cpu")`, `device("cuda", 1)` or `device("cuda:1")`, or `device("meta")`.

    type    "cpu", "cuda", "meta" or "worker", also with a number as in "cuda:1"; RuntimeError for others
    index   the number of the GPU or of the rank

    A tensor on "meta" has a shape and a dtype but no data: ops return the shapes of their results and compute nothing.
    A `with` block creates new tensors on this device, as after `set_default_device`. "worker:1" is a rank, which runs
    the ops of the block in a program (`minitorch.distributed.placement`); outside a program it is this process's CPU.
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
META_LIBRARY = f"{__package__}.meta"      # this module is used instead of NumPy on "meta"
defaults: list = [None]                  # a stack of devices for new tensors, of which the last counts; None is the CPU


def set_default_device(device):
    """Set the device on which new tensors are created if a call names no device; None means the CPU."""
    defaults[-1] = None if device is None else globals()["device"](device)


def get_default_device():
    """Return the device on which new tensors are created if a call names no device."""
    return defaults[-1] or CPU
