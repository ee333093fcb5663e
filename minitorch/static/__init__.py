"""Static graphs: record a function once as a program of steps, improve the program, and run it many times."""

from ..runtime import missing as _missing
from . import passes
from .compile import Compiled, CompiledModule, compile
from .passes import PASSES, common_subexpressions, constant_folding, dead_code, optimised
from .program import Program, Step, Value
from .refusals import NotRecorded
from .recording import Trace, trace

__all__ = ["PASSES", "Compiled", "CompiledModule", "Loaded", "NotRecorded", "NotSaved", "Program", "Step", "Trace",
           "Value", "common_subexpressions", "compile", "constant_folding", "dead_code", "export_c", "load",
           "optimised", "passes", "save", "trace"]


def _save(program, f):
    from .saved import save              # imported last, because `python -m minitorch.static.run` imports run.py itself
    save(program, f)


def _export_c(program, folder):
    from .saved import export_c
    return export_c(program, folder)


Program.saving.append(_save)
Program.exporting.append(_export_c)
_missing.speak_for(globals(), lent={"saved": "Loaded NotSaved export_c load save"})
