"""Start a part of the grader, by `python -I start.py`, so that it imports nothing from where it is started.

What is handed in may be called json.py, numpy.py or minitorch/: it lies in no folder that is looked in here. The
library is loaded from where this file lies, not by its name; folders of other packages stand behind Python's own.
"""

import os
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def library():
    """Load minitorch from its own folder."""
    spec = spec_from_file_location("minitorch", os.path.join(PACKAGE, "__init__.py"),
                                   submodule_search_locations=[PACKAGE])
    sys.modules["minitorch"] = made = module_from_spec(spec)
    spec.loader.exec_module(made)


def main(folders, module, *words):
    """Run main(*words) of a module of the library; folders: where else packages lie, as PATH has them."""
    sys.path += [folder for folder in folders.split(os.pathsep) if folder and folder not in sys.path]
    library()
    import_module(module).main(*words)


if __name__ == "__main__":
    main(*sys.argv[1:])
