"""Find PyTorch's modules in minitorch: each module has two names.

    torch.nn.functional     minitorch.nn.functional
    torchvision.transforms  minitorch.vision.transforms
    torch, torch._dynamo    files in as_torch/torch, with names that only programs written for PyTorch use

Each is also a submodule of `minitorch.as_torch`, for packages that are given to `only`.
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import Distribution, DistributionFinder
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path

from ..runtime.missing import Words, as_import_error

HERE = Path(__file__).parent
PACKAGES = ("torch", "torchvision")
VERSION = {"torch": "2.13.0", "torchvision": "0.28.0"}   # minitorch is compared with these versions
OURS = "minitorch.as_torch."


def name_in_as_torch(name):
    """Return the name of a PyTorch module in minitorch.as_torch; return other names and values unchanged."""
    return OURS + name if isinstance(name, str) and name.partition(".")[0] in PACKAGES else name


def file_of(plain):
    """Return the file in this folder of one of PyTorch's modules, or None."""
    path = HERE.joinpath(*plain.split("."))
    return next((file for file in (path / "__init__.py", path.with_suffix(".py")) if file.exists()), None)


def name_in_minitorch(plain):
    """Return the name of a PyTorch module in minitorch."""
    package, _, path = plain.partition(".")
    if file_of(plain):
        return OURS + plain
    return ".".join(filter(None, ["minitorch", "vision" if package == "torchvision" else "", path]))


def module_exists(name):
    """Return whether a module of minitorch can be imported."""
    try:
        return name in sys.modules or find_spec(name) is not None
    except ModuleNotFoundError:                          # the parent package is missing
        return False


def why_missing(name):
    """Return why minitorch does not have a module of PyTorch's, or None for another module's name."""
    package, _, path = (name or "").partition(".")
    if package not in PACKAGES:
        return None
    parent, _, last = (path if package == "torch" else f"vision.{path}").rpartition(".")
    try:
        getattr(import_module(f"minitorch.{parent}".rstrip(".")), last)
    except (AttributeError, ImportError) as error:
        return f"{package} is minitorch here (python -m minitorch.as_torch). {error}"


def add_names(namespace, source, files=(), lent=None):
    """Add the names of `source`, a module of minitorch, to a module's namespace; the error for other names explains it.

    files   files next to the module that are its attributes, imported when first used
    lent    {name: the file next to the module that has it}
    """
    package = namespace["__name__"].removeprefix(OURS)

    def find(name):
        if name in files:
            return import_module(f"{OURS}{package}.{name}")
        if lent and name in lent:
            return getattr(import_module(f"{OURS}{package}.{lent[name]}"), name)
        try:
            return getattr(source, name)
        except AttributeError as error:
            raise as_import_error(AttributeError(Words(words, name, error), name=name), sys._getframe(1)) from None

    def words(name, error):
        return f"module {package!r} has no attribute {name!r}: {package} is minitorch here. {error}"

    namespace["__getattr__"] = find
    namespace["__dir__"] = lambda: sorted({*dir(source), *namespace})


class Finder(DistributionFinder):
    """An import finder for PyTorch's modules, as submodules of minitorch.as_torch, and after `install` as torch too."""

    installed = False

    def plain(self, name):
        """Return a module's name in PyTorch if this finder finds it, else None."""
        plain = name.removeprefix(OURS)
        return plain if plain.partition(".")[0] in PACKAGES and (self.installed or plain != name) else None

    def find_spec(self, name, path=None, target=None):
        plain = self.plain(name)
        if plain is None:
            return None
        if name_in_minitorch(plain) == name:
            return spec_from_file_location(name, file_of(plain))
        return ModuleSpec(name, self, is_package=True) if module_exists(name_in_minitorch(plain)) else None

    def create_module(self, spec):
        module = import_module(name_in_minitorch(self.plain(spec.name)))
        spec.loader_state = getattr(module, "__spec__", None)        # minitorch.backends.cuda has no __spec__
        return module

    def exec_module(self, module):
        module.__spec__ = module.__spec__.loader_state   # importlib has replaced __spec__ by that of the other name

    def find_distributions(self, context=DistributionFinder.Context()):  # noqa: B008
        plain = context.name and self.plain(context.name)
        if plain in PACKAGES:
            yield Stated(plain)


class Stated(Distribution):
    """The metadata that `importlib.metadata` reads for a package that minitorch replaces: name and version."""

    def __init__(self, name):
        self.stated = f"Metadata-Version: 2.1\nName: {name}\nVersion: {VERSION[name]}\n"

    def read_text(self, filename):
        return self.stated if filename == "METADATA" else None

    def locate_file(self, path):
        return HERE / path
