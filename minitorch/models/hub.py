"""Download weights once, check them, and store them in the user's folder. No code in a file runs."""

import os

from ..backend.user_folder import user_folder as _user_folder
from ..runtime import missing as _missing
from ..serialization import load as _load
from ..vision.download import download

__all__ = ["download_url_to_file", "get_dir", "load_state_dict_from_url", "set_dir"]

chosen = None                            # the folder that was passed to set_dir


def get_dir():
    """Return the folder where downloaded files are stored.

    It is the folder of `set_dir`; else $MINITORCH_HOME/hub, $XDG_CACHE_HOME/minitorch/hub or ~/.cache/minitorch/hub.
    """
    return _user_folder("hub") if chosen is None else chosen


def set_dir(d):
    """Store downloaded files in the folder d from now on."""
    global chosen
    chosen = os.path.expanduser(d)


def hash_in(name):
    """Return the digits of a SHA-256 at the end of a name, 'f37072fd' for resnet18-f37072fd.pth, or None."""
    found = os.path.splitext(name)[0].rpartition("-")[2]
    return found if len(found) >= 8 and set(found) <= set("0123456789abcdef") else None


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Download the address url into the file dst, completely and checked, or not at all.

    hash_prefix   the first digits of the file's SHA-256, in hexadecimal
    progress      whether a bar is shown

    Raises DownloadError, a RuntimeError that gives the address, the reason, and where to put the file yourself.
    """
    download(url, dst, sha256=hash_prefix, progress=progress)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None,
                             weights_only=True):
    """Load the file at the address url; it is downloaded the first time.

    model_dir      the folder to store it in; default: checkpoints/ in `get_dir()`
    map_location   the device for its tensors
    progress       whether a bar is shown
    check_hash     compare the SHA-256 with the digits at the end of the file's name, as in resnet18-f37072fd.pth
    file_name      the file's name in the folder; default: the last part of the address

    Only values are loaded, as by `minitorch.load`. Raises DownloadError, LoadError, or ValueError if check_hash is set
    and the name has no digits of a SHA-256.
    """
    from urllib.parse import urlparse
    name = file_name or os.path.basename(urlparse(url).path)
    wanted = hash_in(name) if check_hash else None
    if check_hash and wanted is None:
        raise ValueError(f"check_hash: the name {name!r} must end in - and the first digits of a SHA-256.")
    path = os.path.join(model_dir or os.path.join(get_dir(), "checkpoints"), name)
    if not os.path.isfile(path) or check_hash:
        download(url, path, sha256=wanted, progress=progress)
    return _load(path, map_location)


_missing.speak_for(globals())
