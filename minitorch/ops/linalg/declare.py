"""How a function of torch.linalg's is declared."""

from ...runtime import checked, with_out

names: dict = {}                       # torch.linalg's functions, by name


def linalg(body=None, *, name=None, out=False):
    """Make `body` a function of minitorch.linalg; with out=True one that takes out= too."""
    if body is None:
        return lambda body: linalg(body, name=name, out=out)
    name = name or body.__name__
    public = checked(body, name)
    names[name] = with_out(name, public) if out else public
    return body
