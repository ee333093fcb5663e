"""Import a Python file for a class that it defines; training at the top of the file is refused."""

import os
import sys
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from traceback import extract_tb

from ..optim.hooks import before_any


def refuse_training(*_):
    """Raise RuntimeError: every optimizer's step calls this while a file is imported for a class."""
    raise RuntimeError("this would train, and a file that is imported must not")


def check_importing():
    """Raise RuntimeError while a file is imported for a class; Trainer.fit calls this before it writes anything."""
    if refuse_training in before_any:
        refuse_training()


@contextmanager
def no_training(file):
    """In the with-block, refuse training, and set sys.argv as for a script that is called without arguments."""
    arguments, sys.argv = sys.argv, [file]
    before_any.append(refuse_training)
    try:
        yield
    finally:
        sys.argv = arguments
        before_any.remove(refuse_training)


def import_for_class(file, name):
    """Return the module of a Python file, imported for the class `name` in it.

    Raises FileNotFoundError, or RuntimeError with the file's line if it trains or fails.
    """
    if not os.path.isfile(file):
        raise FileNotFoundError(f"there is no file {file} in {os.getcwd()}.")
    spec = spec_from_file_location(os.path.basename(file)[:-3], file)
    home = module_from_spec(spec)
    if (folder := os.path.dirname(os.path.abspath(file))) not in sys.path:
        sys.path.insert(0, folder)
    try:
        with no_training(file):
            spec.loader.exec_module(home)
    except (Exception, SystemExit) as error:
        line = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == spec.origin][-1:]
        raise RuntimeError(f"{file}{f', line {line[0]}' if line else ''}: {type(error).__name__}: {error}. The file is "
                           f"imported for its class {name}: put what trains or reads arguments at its end, under "
                           'if __name__ == "__main__":') from error
    return home
