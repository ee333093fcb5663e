"""Every example in a docstring does what it says."""

import builtins
import doctest
import importlib
import re
from pathlib import Path

import pytest

import minitorch as mt

HOME = Path(mt.__file__).parent
PUBLIC = {name: getattr(mt, name) for name in {*vars(mt), *mt.__all__} if not hasattr(builtins, name)}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
WITH_EXAMPLES = sorted(path for path in HOME.rglob("*.py") if re.search(r"^\s*>>> ", path.read_text("utf-8"), re.M))


def module_of(path):
    parts = path.relative_to(HOME.parent).with_suffix("").parts
    return importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(HOME)))
def test_examples(path):
    """Run with the module's own names, minitorch's public ones beneath them, and `mt`."""
    module = module_of(path)
    found = doctest.DocTestFinder(exclude_empty=True).find(
        module, globs={**PUBLIC, **vars(module), "mt": mt, "minitorch": mt})
    said = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for example in found:
        mt.manual_seed(0)
        runner.run(example, out=said.append)
    assert runner.failures == 0, "".join(said)
    assert runner.tries > 0, "its examples were not found: they stand where no docstring is"
