"""TensorFlow's errors: what an operation raises, by what was the matter."""


class OpError(Exception):
    """Base of what an operation raises; `message` is its text."""

    def __init__(self, *args):
        super().__init__(*args)
        self.node_def = self.op = None
        self.message = str(args[-1] if len(args) == 1 else args[2] if len(args) > 2 else "")

    def __str__(self):
        return self.message


class InvalidArgumentError(OpError):
    """Shapes, element types or values do not go together."""


class FailedPreconditionError(OpError):
    """A variable was read that has no value yet."""


class NotFoundError(OpError):
    """A file, or a name in it, is not there."""


class OutOfRangeError(OpError):
    """A data set is used up."""


class UnimplementedError(OpError):
    """There is no such operation for these arguments."""


class ResourceExhaustedError(OpError):
    """Too little memory."""


class CancelledError(OpError):
    """The operation was stopped."""


class AlreadyExistsError(OpError):
    """There is one of that name already."""


class InternalError(OpError):
    """The engine failed."""
