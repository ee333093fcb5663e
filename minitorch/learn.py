"""The course, under the name that notebooks import: `from minitorch.learn import *`.

Each of its modules exists once and has two names: `minitorch.learn.pictures` is `minitorch.course.pictures`.
"""

import sys
from importlib import import_module
from pkgutil import walk_packages

from . import course

for name in (course.__name__, *(module.name for module in walk_packages(course.__path__, f"{course.__name__}."))):
    sys.modules[name.replace(course.__name__, __name__, 1)] = import_module(name)
