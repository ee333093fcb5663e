"""Programs written in other languages, each by a writer of its own."""

from ..program import Program
from .numpy_writer import numpy_code

Program.writers["numpy"] = numpy_code
