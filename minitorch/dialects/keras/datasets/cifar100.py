"""keras.datasets.cifar100: 60,000 small pictures of 100 kinds."""

from .cifar10 import _pictures

_CHECKSUM = "85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7"


def load_data(label_mode="fine"):
    """Return ((50000, 32, 32, 3) uint8, (50000, 1)), ((10000, 32, 32, 3), (10000, 1)): pictures and kinds.

    label_mode    "fine": 100 kinds; "coarse": 20

    Raises ValueError for another label_mode.
    """
    if label_mode not in ("fine", "coarse"):
        raise ValueError(f"`label_mode` must be one of `'fine'`, `'coarse'`. Received: label_mode={label_mode}.")
    return tuple(_pictures(name, "cifar-100-python", "cifar-100-python.tar.gz", _CHECKSUM, f"{label_mode}_labels")
                 for name in ("train", "test"))
