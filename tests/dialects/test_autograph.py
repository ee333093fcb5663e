"""tf.function writes `if`, `while` and `for` on tensors into the graph: it comes to what Python does by itself."""

import pytest
from dialects.programs_autograph import CASES

from minitorch.dialects import tf2 as tf

c = tf.constant


@pytest.mark.parametrize("python", CASES, ids=lambda python: python.__name__)
def test_the_graph_comes_to_what_python_does(python):
    graph = tf.function(python)
    for args in CASES[python]:
        for wanted, got in zip(tf.nest.flatten(python(*args)), tf.nest.flatten(graph(*args)), strict=True):
            assert tf.convert_to_tensor(got).numpy().tolist() == pytest.approx(tf.convert_to_tensor(wanted).numpy())
    assert graph.experimental_get_tracing_count() <= 2           # each way it goes is in one graph


def test_sizes_may_be_known_at_a_run_only():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def evens(x):
        total = tf.constant(0.0)
        for i in tf.range(tf.shape(x)[0]):
            if i % 2 == 0:
                total += x[i]
        return total
    assert [float(evens(c(x))) for x in ([1.0, 2.0, 3.0], [1.0], [])] == [4.0, 1.0, 0.0]
    assert evens.experimental_get_tracing_count() == 1


def test_variables_change_in_the_branch_that_runs():
    class Counter(tf.Module):
        def __init__(self):
            self.value, self.turns = tf.Variable(1.0), tf.Variable(0)

        @tf.function
        def __call__(self, x):
            if x > 0:
                self.value.assign_add(x)
                self.turns.assign_add(1)
            else:
                self.value.assign(0.0)
            while self.value > 4.0:
                self.value.assign_sub(1.0)
            return self.value * 2.0
    counter = Counter()
    assert [float(counter(c(x))) for x in (2.0, 3.0, -1.0)] == [6.0, 8.0, 0.0]
    assert int(counter.turns) == 2


def test_what_cannot_be_is_told():
    @tf.function(autograph=False)
    def unchanged(x):
        return x if x > 0 else -x

    @tf.function
    def lacking(x):
        if x > 0:
            y = x
        return y + 1

    @tf.function
    def of_two_kinds(x):
        if x > 0:
            y = "text"
        else:
            y = x
        return y
    @tf.function
    def of_two_types(x):
        return tf.cast(x, tf.float32) if x > 0 else x
    with pytest.raises(TypeError, match="is float32 after one branch .* int32 after the other"):
        of_two_types(c(1))
    with pytest.raises(TypeError, match="Use tf.cond"):
        unchanged(c(1))
    with pytest.raises(NameError, match="y is not defined: in a branch"):
        lacking(c(1))
    with pytest.raises(TypeError, match="'y' is of another kind after each branch"):
        of_two_kinds(c(1))
