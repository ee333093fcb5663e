"""Find the folders in which files of this user are stored between runs."""

import os


def user_folder(name):
    """Return the path of the folder `name` in $MINITORCH_HOME, $XDG_CACHE_HOME/minitorch or ~/.cache/minitorch."""
    home = os.environ.get("MINITORCH_HOME")
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join("~", ".cache")
    return os.path.join(os.path.expanduser(home or os.path.join(caches, "minitorch")), name)
