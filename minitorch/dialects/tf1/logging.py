"""tf.logging: lines for the user, by Python's own logging, under the name "tensorflow".

Arguments that mean the same wherever they occur:

    msg, args, kwargs    the line `msg % args`, and settings of Python's logging
"""

import logging as _logging

from ..core.missing import speak_for as _speak_for

__all__ = ["DEBUG", "ERROR", "FATAL", "INFO", "WARN", "debug", "error", "fatal", "get_verbosity", "info", "log",
           "set_verbosity", "warn", "warning"]
DEBUG, INFO, WARN, ERROR, FATAL = (_logging.DEBUG, _logging.INFO, _logging.WARNING, _logging.ERROR, _logging.CRITICAL)
_logger = _logging.getLogger("tensorflow")


def set_verbosity(v):
    """Let lines of this weight and more be seen; v: tf.logging.DEBUG, INFO, WARN, ERROR or FATAL."""
    _logger.setLevel(v)


def get_verbosity():
    """Return the least weight of what is seen."""
    return _logger.getEffectiveLevel()


def log(level, msg, *args, **kwargs):
    """Write a line of a weight `level`, such as tf.logging.INFO."""
    _logger.log(level, msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """Write a line for who looks for a fault."""
    _logger.debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """Write a line that tells how things go."""
    _logger.info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    """Write a line that warns."""
    _logger.warning(msg, *args, **kwargs)


warn = warning


def error(msg, *args, **kwargs):
    """Write a line that tells of an error."""
    _logger.error(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    """Write a line that tells of an error after which nothing goes on."""
    _logger.critical(msg, *args, **kwargs)


_speak_for(globals(), "tf.compat.v1.logging")
