"""What has not been written yet is told apart from what is wrong."""

import pytest

import minitorch as mt
from minitorch.learn.evidence import judge
from minitorch.learn.record import find


def blank(*arguments):
    raise NotImplementedError


@pytest.mark.parametrize("forward", [blank, lambda ctx, x: x ** 3], ids=["nothing", "forward only"])
def test_a_blank_function_of_ones_own_is_not_attempted(forward):
    Cube = type("Cube", (mt.autograd.Function,), {"forward": staticmethod(forward), "backward": staticmethod(blank)})
    verdict = judge(find("2.6"), Cube)
    assert (verdict.state, verdict.points) == ("not attempted", 0), verdict.text
