"""Measure the speed and memory of minitorch, compared with other libraries in the same run."""
