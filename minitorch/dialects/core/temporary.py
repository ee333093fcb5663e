"""Changes that last as long as a with-block."""

from contextlib import contextmanager


@contextmanager
def pushed(stack, item, gives=None):
    """Put an item at the end of a list in a with-block, which gets `gives`."""
    stack.append(item)
    try:
        yield gives
    finally:
        stack.pop()


@contextmanager
def set_to(owner, **values):
    """Give attributes of an object other values in a with-block."""
    before = {name: getattr(owner, name) for name in values}
    for name, value in values.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)
