"""Work on several cores: the same results in the same order, and the number of cores as it was."""

import threading

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.conv import algorithms, convolution
from minitorch.ops.kernels import parallel, shifted_conv, winograd

pytestmark = pytest.mark.host


@pytest.fixture
def three(monkeypatch):
    """As if matrix products might use three cores; yields what was asked for since."""
    asked = []
    monkeypatch.setattr(parallel.threads, "get_num_threads", lambda: 3)
    monkeypatch.setattr(parallel.threads, "set_num_threads", asked.append)
    monkeypatch.setattr(parallel.threads, "blas", lambda: (int, int))
    return asked


def test_results_come_in_order_from_threads_of_their_own(three):
    barrier = threading.Barrier(3, timeout=60)           # passed only by three at the same time
    works = [lambda i=i: (barrier.wait() >= 0, i) for i in range(3)]
    assert parallel.run_parallel(works) == [(True, 0), (True, 1), (True, 2)]
    assert three == [1, 3]


def test_an_error_comes_out_and_the_cores_are_given_back(three):
    def fail():
        raise ValueError("in a thread")
    with pytest.raises(ValueError, match="in a thread"):
        parallel.run_parallel([fail, lambda: 1])
    assert three == [1, 3]


def test_one_piece_of_work_starts_no_thread(three):
    assert parallel.run_parallel([threading.current_thread]) == [threading.current_thread()]
    assert not three


def test_work_that_comes_meanwhile_is_done_in_its_own_thread_and_changes_no_number_of_cores(three):
    def more():
        return parallel.run_parallel([threading.current_thread] * 2) == [threading.current_thread()] * 2
    assert parallel.run_parallel([more, more]) == [True, True]
    assert three == [1, 3]


def test_warnings_are_silenced_in_threads_as_where_they_were_started(three):
    with np.errstate(all="ignore"):
        assert [str(e["invalid"]) for e in parallel.run_parallel([np.geterr] * 2)] == ["ignore"] * 2


@pytest.mark.parametrize("size, least, lengths", [(9, 1, [3, 3, 3]), (8, 3, [4, 4]), (2, 1, [1, 1]), (5, 6, [5]),
                                                  (0, 1, [0]), (4, 0, [1, 1, 2])])
def test_shares_are_even_and_large_enough(three, size, least, lengths):
    found = parallel.split_evenly(size, least)
    assert [part.stop - part.start for part in found] == lengths
    assert [i for part in found for i in range(size)[part]] == list(range(size))


def test_where_the_number_of_cores_is_not_known_all_is_one_share(monkeypatch):
    monkeypatch.setattr(parallel.threads, "blas", lambda: (None, None))
    assert parallel.split_evenly(100) == [slice(0, 100)]


@pytest.mark.parametrize("algorithm, channels", [(winograd, 16), (shifted_conv, 4)])
def test_a_convolution_gives_the_same_on_any_number_of_cores(three, algorithm, channels, monkeypatch):
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((7, channels, 16, 16)).astype("float32") for _ in range(2))
    weight = rng.standard_normal((channels, channels, 3, 3)).astype("float32")
    where = {"stride": (1, 1), "padding": (1, 1), "dilation": (1, 1), "groups": 1}

    def all_three():
        return (convolution.conv2d(x, weight, **where), convolution.conv2d_input(y, weight, shape=x.shape, **where),
                convolution.conv2d_weight(y, x, shape=weight.shape, **where))

    monkeypatch.setattr(algorithms, "ALGORITHMS", (algorithm,))
    alone = all_three()
    assert not three
    monkeypatch.setattr(algorithms, "LEAST_WORK", 1)
    together = all_three()
    assert len(three) >= 6 and three == [1, 3] * (len(three) // 2)
    np.testing.assert_array_equal(alone[0], together[0])
    np.testing.assert_array_equal(alone[1], together[1])
    np.testing.assert_allclose(alone[2], together[2], atol=1e-3)
    x[6, 0, 0, 0] = np.nan                               # one share gives no answer: im2col, for all
    assert np.isnan(convolution.conv2d(x, weight, **where)).sum() == channels * 4


def test_the_library_s_own_count_is_as_it_was_after_a_convolution(monkeypatch):
    before = mt.get_num_threads()
    monkeypatch.setattr(algorithms, "LEAST_WORK", 1)
    mt.nn.functional.conv2d(mt.randn(4, 16, 32, 32), mt.randn(16, 16, 3, 3))
    assert mt.get_num_threads() == before
