"""The exercises, a few files a lesson: each registers its records. A file that lies here is found by itself."""

from importlib import import_module
from pkgutil import iter_modules

for name in sorted(module.name for module in iter_modules(__path__)):
    import_module(f"{__name__}.{name}")
