"""torchvision, to compare with where it is installed."""

import pytest


@pytest.fixture
def torchvision(torch):
    """The test is skipped where there is none that works with this torch."""
    try:
        import torchvision
        import torchvision.transforms
    except Exception as reason:
        pytest.skip(f"needs torchvision: {reason}")
    return torchvision
