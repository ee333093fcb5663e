"""What the engine says when it cannot go on: what was tried, what was needed, where to look."""

import sys
import warnings
from functools import partial

import numpy as np
import pytest

import minitorch as mt


def message(kind, call):
    with pytest.raises(kind) as error:
        call()
    return str(error.value)


def test_shapes_that_do_not_join_are_both_named_with_the_line():
    def call():
        return mt.ones(2, 3) + mt.ones(4)
    text = message(RuntimeError, call)
    assert "add cannot join (2, 3) and (4,)" in text
    assert "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1" in text
    assert "At `return mt.ones(2, 3) + mt.ones(4)` (test_errors.py, line " in text


def test_matrices_that_do_not_join():
    text = message(RuntimeError, lambda: mt.ones(32, 784) @ mt.ones(100, 10))
    assert text.startswith("matmul cannot join (32, 784) and (100, 10):\n")
    assert "mat1 and mat2 shapes cannot be multiplied (32x784 and 100x10): " in text     # PyTorch's words
    assert "the last size of the first (784) must equal the second-to-last of the second (100)." in text
    assert "only of the second (4)" in message(RuntimeError, lambda: mt.ones(3) @ mt.ones(4))
    assert "at least 1D" in message(RuntimeError, lambda: mt.ones(()) @ mt.ones(3))
    assert "bmm does not broadcast" in message(RuntimeError, lambda: mt.bmm(mt.ones(2, 3, 4), mt.ones(1, 4, 5)))
    assert "mm: needs a 2-D and a 2-D tensor, not 1-D and 2-D" in message(
        RuntimeError, lambda: mt.mm(mt.ones(3), mt.ones(3, 3)))


def test_only_an_error_that_the_users_own_code_raised_is_shown_as_the_cause():
    with pytest.raises(RuntimeError) as error:
        mt.ones(2) + mt.ones(3)
    assert error.value.__suppress_context__ and error.value.__cause__ is None

    def mine(xp, input, other):
        raise ValueError("not yet written")
    with mt.piece.mount(mt.engine.registry["add"], mine), pytest.raises(RuntimeError) as error:
        mt.ones(2) + mt.ones(2)
    assert isinstance(error.value.__cause__, ValueError)


def test_a_missing_setting_is_named_also_once_the_path_is_written():
    mt.ones(2, 3).transpose(0, 1)
    assert "transpose() needs input, dim0, dim1; 'dim1' is missing" in message(
        TypeError, lambda: mt.transpose(mt.ones(2, 3), 1))


def test_an_error_of_numpys_that_nothing_translates_is_shown_as_the_cause(monkeypatch):
    monkeypatch.setattr(np, "log2", partial(np.asarray, dtype="no such"))
    with pytest.raises(TypeError, match="cannot work with these arguments: input: float32 Tensor") as error:
        mt.ones(2).log2()
    assert str(error.value.__cause__) == "data type 'no such' not understood"


@pytest.mark.parametrize("call", [
    lambda: mt.sum(mt.ones(2, 3), 2), lambda: mt.ones(2, 3).mean(dim=-3), lambda: mt.cumsum(mt.ones(2, 3), 5),
    lambda: mt.softmax(mt.ones(2, 3), 2), lambda: mt.ones(2, 3).argmax(2), lambda: mt.ones(2, 3).squeeze(4),
    lambda: mt.ones(2, 3).transpose(0, 3), lambda: mt.unsqueeze(mt.ones(2, 3), 5), lambda: mt.ones(2, 3).flip((3,)),
    lambda: mt.ones(2, 3).amax(3)],
    ids="sum mean cumsum softmax argmax squeeze transpose unsqueeze flip amax".split())
def test_a_dimension_out_of_range_is_an_index_error_that_says_the_range(call):
    assert "Dimension out of range (expected to be in range of [-" in message(IndexError, call)


def test_the_range_of_a_dimension_is_the_inputs():
    text = message(IndexError, lambda: mt.sum(mt.ones(2, 3), 2))
    assert "sum: Dimension out of range (expected to be in range of [-2, 1], but got 2)" in text


def test_bare_arrays_are_refused_with_what_to_do():
    text = message(TypeError, lambda: mt.exp(np.ones(2)))
    assert text.startswith("exp(): argument 'input' must be a Tensor, not ndarray. Make one with minitorch.from_numpy")
    assert "not list" in message(TypeError, lambda: mt.add([1], mt.ones(1)))


def test_a_bare_array_left_of_a_tensor_reaches_the_tensor():
    with pytest.raises(TypeError):
        np.ones(2) * mt.ones(2)
    assert type(np.float64(2) * mt.ones(2)) is mt.Tensor
    assert (np.float64(2) * mt.ones(2)).dtype is mt.float32


def test_arguments_that_are_missing_unknown_or_given_twice():
    assert "mul() needs input, other; 'other' is missing" in message(TypeError, lambda: mt.mul(mt.ones(1)))
    assert "sum() has no argument 'dims'" in message(TypeError, lambda: mt.sum(mt.ones(1), dims=0))
    assert "takes at most" in message(TypeError, lambda: mt.exp(mt.ones(1), 1, 2))
    assert "sum() got multiple values for argument 'dim'" in message(TypeError, lambda: mt.sum(mt.ones(1), 0, dim=0))


def test_pytorchs_names_of_arguments_are_understood():
    x = mt.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert mt.sum(input=x, dim=0).tolist() == [4, 6] and x.sum(axis=0).tolist() == [4, 6]
    assert mt.add(input=x, other=x).tolist() == mt.mul(x, other=2).tolist() and mt.mean(x, 1, True).shape == (2, 1)


@pytest.mark.parametrize(("call", "kind", "text"), [
    (lambda: mt.ones(2, 3).view(4), RuntimeError, r"shape '\[4\]' is invalid for input of size 6"),
    (lambda: mt.ones(2, 3).reshape(-1, -1), RuntimeError, "only one dimension can be inferred"),
    (lambda: mt.ones(2, 3).T.view(6), RuntimeError, r"view size is not compatible.*\.reshape"),
    (lambda: mt.ones(2).expand(3), RuntimeError, "expand"),
    (lambda: mt.ones(2, 3).expand(3), RuntimeError, "must be greater or equal to the number of dimensions"),
    (lambda: mt.cat([mt.ones(2, 3), mt.ones(2, 4)]), RuntimeError,
    r"Sizes of tensors must match except in dimension 0"),
    (lambda: mt.cat([]), RuntimeError, "expected a non-empty list of Tensors"),
    (lambda: mt.stack([mt.ones(2), mt.ones(3)]), RuntimeError, "stack expects each tensor to be equal size"),
    (lambda: mt.ones(2, dtype=mt.int64).mean(), RuntimeError, "could not infer output dtype.*Got: minitorch.int64"),
    (lambda: mt.ones(0).amax(), RuntimeError, "the input has shape"),
    (lambda: mt.ones(2, dtype=mt.bool) - mt.ones(2, dtype=mt.bool), RuntimeError, "subtraction of bool tensors"),
    (lambda: -mt.ones(2, dtype=mt.bool), RuntimeError, "negation of a bool tensor"),
    (lambda: mt.ones(2, dtype=mt.int64) // 0, RuntimeError, "ZeroDivisionError"),
    (lambda: mt.ones(2, dtype=mt.int64) ** -1, RuntimeError, "Integers to negative integer powers"),
    (lambda: mt.clamp(mt.ones(2)), RuntimeError, "clamp needs min or max"),
    (lambda: mt.where(mt.ones(2), 1.0, mt.ones(2)), RuntimeError, "expected condition to be a bool tensor"),
    (lambda: mt.div(mt.ones(2), 2, rounding_mode="up"), RuntimeError, "rounding_mode must be None, 'floor' or 'trunc'"),
    (lambda: bool(mt.ones(2)), RuntimeError, "Boolean value of Tensor with more than one value is ambiguous"),
    (lambda: bool(mt.ones(0)), RuntimeError, "with no values is ambiguous"),
    (lambda: mt.ones(2).item(), RuntimeError, "a Tensor with 2 elements cannot be converted to Scalar"),
    (lambda: [1, 2][mt.ones(())], TypeError, "only integer tensors of a single element"),
    (lambda: mt.ones(2, requires_grad=True).numpy(), RuntimeError, r"Use tensor\.detach\(\)\.numpy\(\)"),
    (lambda: mt.tensor([[1], [2, 3]]), ValueError,
     "rows of equal length: expected sequence of length 1 at dim 1 .got 2.."),
    (lambda: mt.tensor("one"), TypeError, "numbers or nested lists of numbers, not str"),
    (lambda: mt.from_numpy([1]), TypeError, r"expected np.ndarray \(got list\)"),
    (lambda: mt.from_numpy(np.array(["a"])), TypeError, "The supported types are: bool"),
    (lambda: mt.device("tpu"), RuntimeError, "device 'tpu' is unknown"),
    (lambda: mt.device("cuda:x"), RuntimeError, "names no device"),
    (lambda: mt.manual_seed(1.5), TypeError, "manual_seed needs an integer, not 1.5"),
    (lambda: mt.arange(0, 5, -1), RuntimeError, "0 cannot reach 5 by steps of -1"),
    (lambda: mt.randint(5, 5, (2,)), RuntimeError, "expects 'from' to be less than 'to'"),
    (lambda: setattr(mt.ones(2) * mt.ones(2, requires_grad=True), "requires_grad", False), RuntimeError,
     "only change requires_grad flags of leaf"),
    (lambda: setattr(mt.ones(2), "grad", mt.ones(3)), RuntimeError, "assigned grad has data of a different size"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_each_refusal_says_what_was_needed(call, kind, text):
    with pytest.raises(kind, match=text):
        call()


def test_an_error_in_a_notebook_shows_the_line_and_never_the_cell_number():
    code = compile("import minitorch as mt\nmt.ones(2) + mt.ones(3)\n", "<ipython-input-7-abc>", "exec")
    import linecache
    linecache.cache["<ipython-input-7-abc>"] = (1, None, ["import minitorch as mt\n", "mt.ones(2) + mt.ones(3)\n"],
                                               "<ipython-input-7-abc>")
    text = message(RuntimeError, lambda: exec(code, {}))
    assert "At `mt.ones(2) + mt.ones(3)`." in text and "ipython" not in text and "7" not in text


def test_two_ops_of_one_name_are_refused():
    from minitorch.engine import op, registry
    before = dict(registry)
    with pytest.raises(ValueError, match="there are two ops named exp"):
        def exp(xp, x):
            return x
        op(exp)
    assert registry == before


def test_a_gpu_that_is_not_there_is_explained():
    if "cupy" in sys.modules:
        pytest.skip("there is a GPU library here")
    text = message(RuntimeError, lambda: mt.ones(2).cuda())
    assert text.startswith("No GPU is available") or "No GPU is available" in text
    assert "device('cpu')" in text


def test_printing_and_failing_leave_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        repr(mt.tensor([1.0, mt.nan]))


@pytest.mark.parametrize("make", [
    lambda: mt.ones(2, dtype=mt.int32, requires_grad=True), lambda: mt.full((1,), 3, requires_grad=True),
    lambda: mt.randint(0, 2, (2,), requires_grad=True), lambda: mt.arange(3, requires_grad=True),
    lambda: mt.zeros_like(mt.tensor([1]), requires_grad=True), lambda: mt.eye(2, dtype=mt.bool, requires_grad=True),
    lambda: mt.ones(1).new_ones(2, dtype=mt.int64, requires_grad=True)])
def test_new_tensors_of_integers_cannot_require_a_gradient(make):
    with pytest.raises(RuntimeError, match="only Tensors of floating point and complex dtype can require gradients"):
        make()


def test_data_takes_a_tensor_only():
    x = mt.ones(2)
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got int"):
        x.data = 3
    assert x.tolist() == [1, 1]


def test_a_singular_matrix_is_pytorchs_kind_of_error():
    assert issubclass(mt.linalg.LinAlgError, RuntimeError)
    with pytest.raises(mt.linalg.LinAlgError, match="singular"):
        mt.linalg.inv(mt.zeros(2, 2))
