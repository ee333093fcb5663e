"""What tests of plans have in common."""

import sys

import pytest

from minitorch.cuda import attention, plans


@pytest.fixture
def cudnn(cupy):
    plans.build_plan.cache_clear()
    attention.warn_without_plan.cache_clear()
    assert plans.frontend() is not None
    return sys.modules["cudnn"]
