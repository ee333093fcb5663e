"""Every public name explains itself: each argument, the shapes it takes, and that it raises."""

from explained import missing

from minitorch.tools.site.public import public


def test_every_public_docstring_explains_its_arguments_shapes_and_errors():
    assert len(public()) > 1450
    assert not {name: what for name, value in public().items() if (what := missing(value, name))}


def test_what_is_missing_is_found():
    def scale(input, factor, dim=None):
        """Multiply."""
        if not factor:
            raise ValueError("0 leaves nothing.")
    assert missing(scale) == ["factor", "shapes", "raises"]
    scale.__doc__ = "The input times factor, any shape in, same out. Raises ValueError for 0."
    assert missing(scale) == []
