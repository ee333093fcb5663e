"""Programs written in other languages, each by a writer of its own."""

from ..program import Program
from .c_writer import c_code
from .cuda_writer import cuda_code
from .numpy_writer import numpy_code

Program.writers.update(numpy=numpy_code, c=c_code, cuda=cuda_code)
