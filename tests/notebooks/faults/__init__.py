"""Faults to plant, one table a lesson: {what is wrong: ((lesson, words of each cell needed), code that plants it)}.

Words stand in one code cell of the lesson only, in the order of the notebook; the set-up cell comes first by itself.
"""

import importlib
from pathlib import Path

LESSONS = sorted(int(path.stem.partition("_")[2]) for path in Path(__file__).parent.glob("lesson_*.py"))
FAULTS = {name: fault for lesson in LESSONS
          for name, fault in importlib.import_module(f"{__name__}.lesson_{lesson}").FAULTS.items()}
