"""PyTorch's compiled module, with the names that libraries need."""


def _log_api_usage_once(event):
    """Do nothing: minitorch does not count the use of functions."""
