"""tf.distribute: what several replicas learn together is what one process learns of whole batches."""

import pytest
from ranks import in_ranks

slow = pytest.mark.slow
several = [2, pytest.param(3, marks=slow)]


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("n", several)
def test_fit_within_a_scope_is_that_of_one_process(n, tmp_path):
    found = in_ranks(n, "fitted", tmp_path, "MirroredStrategy")
    assert len({rank["bits"] for rank in found}) == 1
    for rank in found:
        assert rank["histories"] < 1e-12 and rank["tested"] < 1e-12
        assert rank["weights"] < 1e-12 and rank["predicted"] < 1e-12 and rank["batches"] == 3
    assert found[-1]["files"] == ["1-0.keras", "2-0.keras", "3-0.keras"]     # written once, and not by others


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n", several)
def test_masked_steps_count_as_in_one_process(n, weighted, tmp_path):
    found = in_ranks(n, "masked", tmp_path, "MirroredStrategy", weighted)
    assert len({rank["bits"] for rank in found}) == 1
    assert all(rank["off"] < 1e-12 and rank["losses"] < 1e-12 and rank["moved"] > 0.01 for rank in found)


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("n", several)
def test_a_loop_of_ones_own_is_that_of_one_process(n, tmp_path):
    found = in_ranks(n, "looped", tmp_path)
    assert len({rank["bits"] for rank in found}) == 1
    for rank in found:
        assert rank["off"] < 1e-12 and rank["losses"] < 1e-12 and rank["accuracy"] < 1e-12 and rank["steps"] == 10


@pytest.mark.needs("mpi")
def test_replicas_and_their_values(tmp_path):
    for rank, found in enumerate(in_ranks(2, "replicas", tmp_path)):
        assert found["begins"] == 1.0 and (found["sum"], found["mean"]) == (1.0, 0.5)
        assert found["axis"] == [5.0, pytest.approx(5 / 3)] and found["gathered"] == [1.0, 2.0, 2.0]
        assert found["moving"] == [0.25]                                     # of 0.0 and 0.5
        assert found["parts"] == [[[0], [3]], [[1, 2], [4]]][rank]
        context, devices, op = found["told"]
        assert "Strategy.run" in context and "minitorch run -n 3" in devices and "SUM or MEAN" in op
