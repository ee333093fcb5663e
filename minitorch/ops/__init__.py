"""All operations with a derivative of their own, by subject, and functions composed of them.

The files of EAGER are imported with the package; other names are in minitorch/paths.py, which imports their file
when the name is first used. Rare operations are in minitorch/rare/ops.
"""

from importlib import import_module

EAGER = """
elementwise.activation elementwise.arithmetic elementwise.comparison elementwise.equality elementwise.powers
index.getitem linalg.products reduce.reductions shape.copies shape.creation shape.views
""".split()
for file in EAGER:
    import_module(f".{file}", __name__)
