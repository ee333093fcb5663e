"""Where files are kept for this user between runs."""

import os


def user_folder(name):
    """The path of the folder `name` in $MINITORCH_HOME, else $XDG_CACHE_HOME/minitorch, else ~/.cache/minitorch."""
    home = os.environ.get("MINITORCH_HOME")
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join("~", ".cache")
    return os.path.join(os.path.expanduser(home or os.path.join(caches, "minitorch")), name)
