"""The closure law: what a first step loads of minitorch, how large the core is, and that it knows no wing."""

import pytest
from house.test_arrows import CORE, FILES, HOME, LEVEL, imported, layer_of, of_file

from benchmarks.loaded import STEPS, loaded, room_of
from minitorch import paths

# These figures may go down, and never up: the most modules and lines after each program of benchmarks/loaded.py.
# They went up twice: answers of lesson 9 may take the place of a recurrent layer's run; row kernels run in C.
MOST = {
    "import minitorch": (73, 8_868),
    "one step of Linear, ReLU, Linear with Adam": (111, 12_990),
    "the same with AdamW": (111, 12_990),
    "one step of Conv2d, ReLU, Linear": (122, 14_151),
    "one step of an LSTM": (114, 13_452),
}
CORE_LINES, ALL_LINES = 22_514, 140_193
ROOMS = {name for layer in CORE for name in ([layer] if isinstance(layer, str) else layer)}


@pytest.mark.parametrize("name", STEPS)
def test_a_program_loads_little_and_nothing_of_a_wing(name):
    lines = loaded(STEPS[name])
    modules, most = MOST[name]
    assert len(lines) <= modules and sum(lines.values()) <= most
    assert {room_of(module) for module in lines} <= ROOMS | {"minitorch", "paths"}


def test_a_wing_would_be_noticed():
    assert "viz" in {room_of(module) for module in loaded("import minitorch.viz")}


def lines_in(files):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)


def test_the_core_and_the_package_only_get_smaller():
    assert lines_in(path for path in FILES if layer_of(path) in ROOMS) <= CORE_LINES
    assert lines_in(HOME.rglob("*.py")) <= ALL_LINES


def test_the_core_imports_no_wing():
    """At the top of a file, in a function, or by a name in a string: all go through paths.py."""
    wings = {layer for path in FILES if layer_of(path) in ROOMS for layer, _ in of_file(imported, path)
             if layer not in ROOMS and layer not in ("minitorch", "paths")}
    assert not wings


def test_the_top_of_the_package_shows_rooms_wings_and_import_paths_alone():
    shown = {path.stem if path.is_file() else path.name for path in HOME.iterdir()
             if path.suffix == ".py" or path.is_dir() and next(path.glob("*.py"), None)}
    assert shown == {*LEVEL, *paths.PYTORCH, "learn", "utils", "ao", "__init__", "__main__"}
