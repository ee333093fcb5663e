"""Names: of layers and variables, each once; and the numbers that Keras' backend keeps."""

import re
import threading
from collections import Counter
from contextlib import nullcontext

from ...core.temporary import pushed

uids: Counter = Counter()
settings = {"epsilon": 1e-7, "floatx": "float32", "image_data_format": "channels_last"}
local = threading.local()


def snake_case(name):
    """Return BatchNormalization as batch_normalization, Conv2D as conv2d."""
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


def auto_name(prefix):
    """Return dense, dense_1, dense_2 …"""
    prefix = snake_case(prefix)
    number = uids[prefix]
    uids[prefix] += 1
    return f"{prefix}_{number}" if number else prefix


def scopes():
    """Return [(name, caller)] of the open scopes, whose names come before those of variables."""
    if not hasattr(local, "scopes"):
        local.scopes = []
    return local.scopes


def path_of(name):
    """Put the names of the scopes around a variable before its own."""
    return "/".join([*(scope for scope, _ in scopes()), name])


def name_scope(name, caller=None, **options):
    """Put a name before those of the variables made in a with-block; once for a caller."""
    here = scopes()
    again = caller is not None and here and here[-1][1] is caller
    return nullcontext(name) if again else pushed(here, (name, caller), name)
