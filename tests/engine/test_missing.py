"""What is not there is answered with the nearest that is, or with why PyTorch's name is left out."""

from importlib import import_module
from importlib.util import find_spec

import pytest

import minitorch as mt


@pytest.mark.parametrize("ask, told", [
    (lambda: mt.zeross, "Did you mean 'zeros'"),
    (lambda: mt.Ones, "Did you mean 'ones'"),
    (lambda: mt.fx, "'fx', which PyTorch has: a program is what minitorch.compile(f).graph lists"),
    (lambda: mt.hub.load, "there is no hub of code here"),
    (lambda: mt.distributed.rpc, "'rpc', which PyTorch has: left for later"),
    (lambda: mt.ones(2).reqires_grad, "a Tensor has no 'reqires_grad'. Did you mean 'requires_grad'"),
    (lambda: mt.ones(2).to_sparse_csr(), "tensors are dense, or sparse_coo, here"),
    (lambda: mt.a_name_like_no_other, "NAMES.md lists"),
])
def test_a_name_that_is_missing_is_answered_with_what_helps(ask, told):
    with pytest.raises(AttributeError) as raised:
        ask()
    assert told in str(raised.value) and type(raised.value) is AttributeError


@pytest.mark.parametrize("name", ["distributed.rpc", "distributed.fsdp", "distributed.tensor", "distributed.checkpoint",
                                  "distributed.rpc.api", "utils.cpp_extension", "fx", "optim.lr_schedulers"])
def test_import_of_a_missing_module_says_what_from_import_says(name):
    room, _, own = f"minitorch.{name.removesuffix('.api')}".rpartition(".")
    with pytest.raises(ImportError) as wanted:
        exec(f"from {room} import {own}")
    with pytest.raises(ModuleNotFoundError) as raised:
        exec(f"import minitorch.{name}")
    assert str(raised.value) == str(wanted.value) and raised.value.name == f"{room}.{own}"


def test_a_search_for_a_missing_module_finds_nothing():
    assert find_spec("minitorch.distributed.rpc") is None and not hasattr(mt.distributed, "rpc")
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'minitorch.course.rpc'"):
        import_module("minitorch.course.rpc")


def test_questions_of_python_itself_are_answered_plainly():
    assert not hasattr(mt, "__wrapped__") and not hasattr(mt.ones(1), "__cuda_array_interface__")
