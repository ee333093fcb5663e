"""Where answers could be read or borrowed but in the library that is graded with: no sandbox shows these places.

Another copy of the library holds every answer; and whoever grades has PyTorch, SciPy and their like installed or not:
no grade may hang on it.
"""

from functools import cache

from ..course.library_calls import OTHERS

PACKAGES = ("lib*/python*/*-packages", "python*/*-packages", "local/lib/python*/*-packages", "*-packages")


@cache
def copies(roots, library):
    """Return the folders of other copies of `library`, and of other libraries of its kind, below some roots."""
    places = {place.resolve() for root in roots for way in PACKAGES for place in root.glob(way)}
    places |= {root.resolve() for root in roots if root.name.endswith("-packages")}
    found = [place / library.name for place in places if not same(place / library.name, library)]
    found += [place / name for place in places for name in OTHERS]
    return [path for path in found if path.exists()]


def same(one, other):
    return one.exists() and one.samefile(other)
