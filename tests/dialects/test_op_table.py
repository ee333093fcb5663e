"""The op table: a row's names and arguments in TensorFlow 1, TensorFlow 2 and Keras."""

import inspect

import numpy as np
import pytest

from minitorch.dialects import keras, tf1, tf2 as tf
from minitorch.dialects.functions.table import made, parsed

WHOLE, BOOLS = np.array([[1, -2], [3, 4]], "int32"), np.array([[True, False], [True, True]])


def test_a_row_gives_each_dialect_its_own_arguments():
    assert str(inspect.signature(tf.reduce_sum)) == "(input_tensor, axis=None, keepdims=False, name=None)"
    assert str(inspect.signature(keras.ops.sum)) == "(x, axis=None, keepdims=False)"
    assert list(inspect.signature(tf1.reduce_sum).parameters)[-2:] == ["reduction_indices", "keep_dims"]
    assert "x2" in keras.ops.arctan2.__doc__ and keras.ops.arctan2.__name__ == "arctan2"


def test_a_line_names_arguments_defaults_and_other_names():
    name, arguments = parsed("nn.pool(value, ksize, kind='MAX', dtype=int64, input=value)")
    assert name == "nn.pool" and list(arguments) == ["value", "ksize", "kind", "dtype", "input"]
    assert arguments["kind"] == ("MAX", None) and arguments["dtype"] == (tf.int64, None)
    assert arguments["input"] == (None, "value")


def test_a_row_runs_all_but_the_name_and_fills_defaults():
    doubled = made("doubled(x, times=2, name=None)", lambda x, times: x * times, "Multiply x.")
    assert doubled([1, 2], name="d").numpy().tolist() == [2, 4] and doubled([1], times=3).numpy().tolist() == [3]
    assert doubled.function.body(5) == 10 and doubled.__module__ == __name__


def test_older_names_of_tensorflow_1_exclude_the_newer():
    with tf1.Session() as session:
        assert session.run(tf1.reduce_sum(WHOLE, reduction_indices=1, keep_dims=True)).tolist() == [[-1], [7]]
        assert session.run(tf1.argmax(WHOLE, dimension=0)).tolist() == [1, 1]
    with pytest.raises(ValueError, match="both 'axis' and 'reduction_indices'"):
        tf1.reduce_sum(WHOLE, axis=0, reduction_indices=1)


@pytest.mark.parametrize("run, kind", [
    (lambda ops: ops.floor(WHOLE), "float32"), (lambda ops: ops.cumsum(WHOLE), "int32"),
    (lambda ops: ops.prod(BOOLS), "int32"), (lambda ops: ops.cumprod(WHOLE), "int32"),
    (lambda ops: ops.arctan2(WHOLE, BOOLS), "float32"), (lambda ops: ops.subtract(WHOLE, BOOLS), "int32"),
    (lambda ops: ops.add(WHOLE, np.float32(1)), "float32"), (lambda ops: ops.relu(WHOLE), "int32"),
    (lambda ops: ops.softmax(WHOLE.astype("float32"), axis=0), "float32")])
def test_element_types_are_those_that_keras_gives(run, kind):
    assert run(keras.ops).dtype == kind


def test_a_name_that_is_left_out_says_where_it_runs():
    with pytest.raises(AttributeError, match=r'left out.*Keras itself runs on minitorch: minitorch\.as_torch\.only'):
        keras.ops.nanmean                                    # noqa: B018
    with pytest.raises(AttributeError, match="left out here, though TensorFlow has it"):
        tf.linalg.lstsq                                      # noqa: B018

