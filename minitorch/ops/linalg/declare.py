"""The decorator `linalg`, which declares a function of minitorch.linalg."""

from ...runtime import checked, with_out

names: dict = {}                       # {name: function} of all functions of minitorch.linalg


def linalg(body=None, *, name=None, out=False):
    """Declare `body` as a function of minitorch.linalg; with out=True it takes out= too."""
    if body is None:
        return lambda body: linalg(body, name=name, out=out)
    name = name or body.__name__
    public = checked(body, name)
    names[name] = with_out(name, public) if out else public
    return body
