"""What tests of plans have in common."""

import sys

import pytest

from minitorch.cuda import attention, plans


@pytest.fixture
def cudnn(cupy):
    plans.planned.cache_clear()
    attention.say.cache_clear()
    assert plans.frontend() is not None
    return sys.modules["cudnn"]
