"""Static graphs: a function is recorded once as a program of steps, which is then improved and run many times."""

from .. import missing as _missing
from . import passes
from .passes import PASSES, common_subexpressions, constant_folding, dead_code, optimised
from .program import Program, Step, Value
from .refusals import NotRecorded
from .trace import Trace, trace

__all__ = ["PASSES", "NotRecorded", "Program", "Step", "Trace", "Value", "common_subexpressions", "constant_folding",
           "dead_code", "optimised", "passes", "trace"]

_missing.speak_for(globals())
