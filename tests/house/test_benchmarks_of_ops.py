"""The benchmark of every operation has inputs that run, at the size it says."""

import pytest
from draws import normal, places
from notation import row

from benchmarks import inputs, ops


@pytest.mark.parametrize("line, shapes", [
    (row("matmul", normal(3, 4), normal(4, 5)), [(19, 25), (25, 31)]),                # what fits together stays so
    (row("sum", normal(2, 1, 3), dim=1), [(23, 1, 34)]),
    (row("gather", normal(4, 4), 0, places(2, 4, size=4)), [(28, 28), (14, 28)]),
    (row("sin", normal()), [()]),
])
def test_a_row_grows_in_every_direction_alike(line, shapes):
    assert [draw.shape for draw in inputs.grown(line, 768).draws] == shapes


def test_what_cannot_be_drawn_at_another_size_is_not():
    assert all(inputs.grows(draw) for draw in (normal(3), places(2, size=3)))
    assert not any(inputs.grows(draw) for draw in (normal(0, 3), normal(3, 4).T, normal(3).gaps))


@pytest.mark.filterwarnings("ignore:reduction:UserWarning")
@pytest.mark.parametrize("size", [ops.SMALL, 40_000])
@pytest.mark.parametrize("name", inputs.OWN)
def test_the_table_runs_in_both_libraries(name, size, torch):
    (line, ours, theirs), = inputs.cases(name, size, torch)
    shapes = []
    for library, function in ((ops.minitorch, ours), (torch, theirs)):
        job = ops.Job(line, library, function)
        shapes.append([tuple(out.shape) for out in ops.flat([job.forward()]) if out is not None])
    assert shapes[0] == shapes[1]
    largest = max(inputs.product(shape) for shape in shapes[0] + [draw.shape for draw in line.draws])
    assert size == ops.SMALL or size / 50 < largest < 50 * size


@pytest.mark.parametrize("line, there", [
    (row("sin", normal(3)), True), (row("eq", normal(3), normal(3)), False), (row("argmax", normal(3)), False),
    (row("bitwise_not", places(3, size=2)), False)])
def test_only_what_has_a_way_back_is_timed_on_it(line, there):
    assert ops.Job(line, ops.minitorch, line.function).differentiates() is there


def test_the_worst_ratio_of_an_operation_decides_its_place():
    found = {"good": [0.5, 0.6, 0.7, None], "bad": [0.1, None, 9.0, None], "middling": [1.0, 1.2, None, None]}
    assert [name for name, _ in ops.worst_first(found)] == ["bad", "middling", "good"]


def test_most_of_the_public_operations_are_measured(torch):
    assert len(inputs.names(torch)) > 300
