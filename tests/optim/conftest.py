"""Tests of optimisers run twice: on the CPU, and with a GPU as the place where new tensors are made."""

import pytest
from backing import BACKENDS, new_tensors_on


@pytest.fixture(autouse=True, params=BACKENDS)
def new_tensors(request, monkeypatch):
    """Where new tensors are made; tests marked `host` stay on the CPU."""
    with new_tensors_on(request.param, monkeypatch):
        yield
