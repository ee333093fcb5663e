"""The sessions of open with-blocks, of which the innermost is the default one."""

from contextlib import contextmanager

sessions: list = []              # the sessions of open with-blocks


def current(session=None):
    """Return the session that was given, or the default one."""
    if session is None and not sessions:
        raise ValueError("Cannot evaluate tensor using `eval()`: No default session is registered. Use `with "
                         "sess.as_default()` or pass an explicit session to `eval(session=sess)`")
    return session or sessions[-1]


@contextmanager
def default(session):
    """Let a session be the default one in a with-block."""
    sessions.append(session)
    try:
        yield session
    finally:
        sessions.remove(session)
