"""What is not there is answered with the nearest that is, or with why PyTorch's name is left out."""

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


def test_questions_of_python_itself_are_answered_plainly():
    assert not hasattr(mt, "__wrapped__") and not hasattr(mt.ones(1), "__cuda_array_interface__")
