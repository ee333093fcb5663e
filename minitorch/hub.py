"""Weights from the network: fetched once, checked, and kept in a folder of this user. A file that comes never runs."""

import os

from . import missing as _missing
from .data.download import download
from .serialization import load as _load
from .serialization.user_folder import user_folder as _user_folder

__all__ = ["download_url_to_file", "get_dir", "load_state_dict_from_url", "set_dir"]

chosen = None                            # the folder that set_dir named


def get_dir():
    """The folder where fetched files are kept.

    What `set_dir` named; else $MINITORCH_HOME/hub, $XDG_CACHE_HOME/minitorch/hub or ~/.cache/minitorch/hub.
    """
    return _user_folder("hub") if chosen is None else chosen


def set_dir(d):
    """Keep fetched files in the folder d from now on."""
    global chosen
    chosen = os.path.expanduser(d)


def hash_in(name):
    """The beginning of a file's SHA-256 that its name ends in: 'f37072fd' of resnet18-f37072fd.pth; None if none."""
    found = os.path.splitext(name)[0].rpartition("-")[2]
    return found if len(found) >= 8 and set(found) <= set("0123456789abcdef") else None


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Fetch the address url into the file dst, which is there whole and checked or not at all.

    hash_prefix   how its SHA-256 begins, in hexadecimal
    progress      whether a bar is shown

    Raises DownloadError, a RuntimeError: where from, why, and where to put the file by hand.
    """
    download(url, dst, sha256=hash_prefix, progress=progress)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None,
                             weights_only=True):
    """What is saved in the file at the address url, which is fetched the first time.

    model_dir      the folder to keep it in; default: checkpoints/ in `get_dir()`
    map_location   the device for its tensors
    progress       whether a bar is shown
    check_hash     whether its name ends in the beginning of its SHA-256, as in resnet18-f37072fd.pth
    file_name      its name in the folder; default: the last part of the address

    Only values are made, as `minitorch.load` does. Raises DownloadError, LoadError, or ValueError for a name without a
    SHA-256 to check.
    """
    from urllib.parse import urlparse
    name = file_name or os.path.basename(urlparse(url).path)
    wanted = hash_in(name) if check_hash else None
    if check_hash and wanted is None:
        raise ValueError(f"check_hash: the name {name!r} does not end in - and the beginning of a SHA-256.")
    path = os.path.join(model_dir or os.path.join(get_dir(), "checkpoints"), name)
    if not os.path.isfile(path) or check_hash:
        download(url, path, sha256=wanted, progress=progress)
    return _load(path, map_location)


_missing.speak_for(globals())
