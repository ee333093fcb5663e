"""PyTorch's names: those that teaching code uses exist here, and the page of names tells the truth."""

from importlib import import_module
from pathlib import Path

import pytest
from ours import OURS

import minitorch
from minitorch.tools import names

# Names of PyTorch in at least three of the repositories with teaching code that were read, with the number of
# files and of repositories that use them.
USED = [line.split() for line in (Path(__file__).parent / "teaching_names.txt").read_text().splitlines()]
LEFT_OUT = {                             # by kind, as the issue of each later stage has it
    "sparse tensors": ("Tensor.indices",),
}


def resolve(name):
    """Whether `name` leads somewhere here."""
    first, *parts = name.split(".")
    found = minitorch.Tensor if first == "Tensor" else minitorch
    for part in parts:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def test_the_names_that_teaching_code_uses_exist():
    lacking = {name for name, _, _ in USED if not resolve(name)}
    assert lacking == {name for kind in LEFT_OUT.values() for name in kind}
    assert len(USED) > 350


@pytest.mark.needs("torch")
@pytest.mark.parametrize("place", ["", "nn", "nn.functional", "nn.init", "nn.utils", "nn.modules", "optim",
                                   "optim.lr_scheduler", "utils", "utils.data", "linalg", "autograd", "func", "random",
                                   "backends", "cuda", "amp", "accelerator", "compiler", "distributed", "functional",
                                   "jit", "onnx", "special", "fft"])
def test_a_module_shows_its_public_names_and_no_others(place):
    import_module(f"torch.{place}".rstrip("."))
    theirs = names.resolve(import_module("torch"), place)
    ours = import_module(f"minitorch.{place}".rstrip("."))
    shown = {name for name in dir(ours) if not name.startswith("_")}
    own = {name for name in shown if not hasattr(theirs, name)} - OURS.get(place, set())
    assert not own, (f"PyTorch's {place or 'torch'} has no {', '.join(sorted(own))}: what is to be public stands in "
                     f"tests/ours.py under {place!r}, the rest is hidden")
    assert all(hasattr(ours, name) for name in shown)
    assert set(getattr(ours, "__all__", ())) <= shown


def test_what_users_do_not_need_stays_importable_and_unseen():
    assert not {"TYPE_CHECKING", "pause", "piece", "sys", "missing", "expand"} & {*dir(minitorch)}
    assert minitorch.engine.piece.piece and "functional" in dir(minitorch.nn) and len(dir(minitorch)) > 450
    scope: dict = {}
    exec("from minitorch import *", scope)
    assert "relu" in scope and not {"sys", "pause", "TYPE_CHECKING", "expand"} & scope.keys()


@pytest.mark.needs("torch")
def test_the_page_of_names_is_what_the_code_gives():
    import torch
    if torch.__version__.partition("+")[0] not in names.PAGE.read_text(encoding="utf-8"):
        pytest.skip("the page was made beside another release of PyTorch")
    up_to_date = names.PAGE.read_text(encoding="utf-8") == names.page(torch, minitorch)
    assert up_to_date, "other names are here than the page says: python -m minitorch.tools.names writes it"


def test_the_page_speaks_of_every_part():
    text = names.PAGE.read_text(encoding="utf-8")
    assert all(f"\n## {place or 'torch'}\n" in text for place in (*names.PLACES, "Tensor"))
    assert "`relu`" in text and "`LSTM`" in text and "`pdist`" in text.partition("**Left out:**")[2]
