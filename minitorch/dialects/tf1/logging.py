"""tf.logging: lines for the user, by Python's own logging, under the name "tensorflow".

Arguments that mean the same wherever they occur:

    msg, args, kwargs    the line `msg % args`, and settings of Python's logging
"""

import logging as _logging


DEBUG, INFO, WARN, ERROR, FATAL = (_logging.DEBUG, _logging.INFO, _logging.WARNING, _logging.ERROR, _logging.CRITICAL)
_logger = _logging.getLogger("tensorflow")


def set_verbosity(v):
    """Let lines of this weight and more be seen; v: tf.logging.DEBUG, INFO, WARN, ERROR or FATAL."""
    _logger.setLevel(v)


def writing(level, what):
    """Return a function that writes a line of a weight."""
    def call(msg, *args, **kwargs):
        _logger.log(level, msg, *args, **kwargs)
    call.__doc__ = f"Write a line {what}."
    return call


debug = writing(DEBUG, "for a reader who looks for a fault")
info = writing(INFO, "that says how things go")
warning = warn = writing(WARN, "that warns")
error = writing(ERROR, "about an error")
fatal = writing(FATAL, "about an error after which nothing goes on")
