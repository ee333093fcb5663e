"""A name that is not there is answered with the nearest that is, wherever it was looked for."""

import subprocess
import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.explain import hints
from minitorch.optim import lr_scheduler


def told(kind, ask):
    with pytest.raises(kind) as raised:
        ask()
    return str(raised.value)


@pytest.mark.parametrize(("ask", "text"), [
    (lambda: nn.Liner, "minitorch.nn has no 'Liner'. Did you mean 'Linear'?"),
    (lambda: nn.conv2D, "minitorch.nn has no 'conv2D'. Did you mean 'Conv2d'?"),
    (lambda: nn.functional.rleu, "minitorch.nn.functional has no 'rleu'. Did you mean 'relu'"),
    (lambda: nn.init.xavier, "minitorch.nn.init has no 'xavier'. Did you mean 'xavier_"),
    (lambda: nn.utils.clip_grad_nom_, "minitorch.nn.utils has no 'clip_grad_nom_'. Did you mean 'clip_grad_norm_'"),
    (lambda: mt.optim.Adm, "minitorch.optim has no 'Adm'. Did you mean 'Adam'"),
    (lambda: lr_scheduler.StepLr, "minitorch.optim.lr_scheduler has no 'StepLr'. Did you mean 'StepLR'?"),
    (lambda: mt.linalg.sovle, "minitorch.linalg has no 'sovle'. Did you mean 'solve'?"),
    (lambda: mt.autograd.Funcion, "minitorch.autograd has no 'Funcion'. Did you mean 'Function'"),
    (lambda: mt.autograd.functional.jacobain, "minitorch.autograd.functional has no 'jacobain'. Did you mean 'jacob"),
    (lambda: mt.utils.dta, "minitorch.utils has no 'dta'. Did you mean 'data'?"),
    (lambda: mt.utils.data.Dataloader, "minitorch.utils.data has no 'Dataloader'. Did you mean 'DataLoader'?"),
    (lambda: mt.data.DataSet, "minitorch.data has no 'DataSet'. Did you mean 'Dataset'?"),
    (lambda: mt.vision.datsets, "minitorch.vision has no 'datsets'. Did you mean 'datasets'?"),
    (lambda: mt.vision.datasets.MINST, "minitorch.vision.datasets has no 'MINST'. Did you mean 'MNIST'"),
    (lambda: mt.visoin, "minitorch has no 'visoin'. Did you mean 'vision'"),
    (lambda: mt.ones(1).bakward, "a Tensor has no 'bakward'. Did you mean 'backward'?"),
    (lambda: nn.Linear(1, 1).wieght, "'Linear' object has no attribute 'wieght'. Did you mean 'weight'?"),
])
def test_a_misspelt_name_gets_the_nearest_one(ask, text):
    assert told(AttributeError, ask).startswith(text)


@pytest.mark.parametrize(("ask", "text"), [
    (lambda: mt.Linear, "minitorch has no 'Linear'. There is minitorch.nn.Linear."),
    (lambda: nn.Adam, "minitorch.nn has no 'Adam'. There is minitorch.optim.Adam."),
    (lambda: nn.functional.zeros, "minitorch.nn.functional has no 'zeros'. There is minitorch.zeros."),
    (lambda: mt.retain_grad, "minitorch has no 'retain_grad'. Tensors have it as a method: x.retain_grad."),
])
def test_a_name_from_elsewhere_is_shown_its_place(ask, text):
    assert told(AttributeError, ask) == text


@pytest.mark.parametrize(("line", "text"), [
    ("from minitorch.nn import Liner", "minitorch.nn has no 'Liner'. Did you mean 'Linear'?"),
    ("from minitorch import tensr", "minitorch has no 'tensr'. Did you mean 'tensor'"),
    ("from minitorch import nested", "minitorch has no 'nested', which PyTorch has: tensors are dense, or sparse_coo"),
])
def test_an_import_of_such_a_name_says_the_same(line, text):
    assert told(ImportError, lambda: exec(line, {})).startswith(text)


PAIRS = [(owner, name) for owner, reasons in hints.LEFT_OUT.items() for names in reasons.values()
         for name in names.split()]


@pytest.mark.parametrize("owner", hints.LEFT_OUT)
def test_what_is_left_out_is_not_there_and_says_why(owner):
    home = mt if owner == "torch" else mt.ones(1) if owner == "Tensor" else mt
    for step in owner.split(".") if owner not in ("torch", "Tensor") else ():
        home = getattr(home, step)
    for name in [name for place, name in PAIRS if place == owner]:
        assert "which PyTorch has: " in told(AttributeError, partial(getattr, home, name)), f"{owner}.{name}"


def test_each_name_is_left_out_for_one_reason():
    assert len(PAIRS) == len(set(PAIRS))


@pytest.mark.needs("torch")
def test_what_is_left_out_of_pytorch_is_in_pytorch(torch):
    for owner, name in PAIRS:
        path = {"torch": "torch", "Tensor": "torch", "data": "torch.utils.data"}.get(owner, f"torch.{owner}")
        home = torch.ones(1) if owner == "Tensor" else import_module(path)
        assert hasattr(home, name) or find_spec(f"{path}.{name}") is not None, f"{owner}.{name}"


def test_parts_that_wait_are_listed_and_arrive_when_named():
    code = ("import sys, minitorch as mt; assert 'viz' in dir(mt) and 'minitorch.viz' not in sys.modules; "
            "from minitorch import viz; assert mt.viz is viz and hasattr(mt, 'vision') and not hasattr(mt, 'vison')")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_questions_of_python_itself_are_answered_plainly():
    assert not hasattr(nn, "__wrapped__") and not hasattr(mt.optim, "__path_hooks__")
    with pytest.raises(AttributeError, match=r"module 'minitorch.nn' has no attribute '__file_name__'"):
        getattr(nn, "__file_name__")  # noqa: B009
