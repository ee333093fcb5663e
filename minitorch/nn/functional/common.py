"""What the functions share: pairs, reductions, errors that name the user's line."""

from ...graph.errors import place


def pair(x):
    """2 -> (2, 2); (2, 3) as it is: what windows take for height and width."""
    if isinstance(x, int):
        return (x, x)
    x = tuple(int(n) for n in x)
    return x * 2 if len(x) == 1 else x


def refuse(kind, text):
    """Raise `kind` with the text and where it happened."""
    raise kind(f"{text}\n{place()}")


def reduced(loss, reduction):
    """The loss of each element as the caller wants it: mean, sum, or all of them."""
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction!r} is not a valid value for reduction: 'mean', 'sum' or 'none'.")


def reduction_of(size_average, reduce, reduction):
    """PyTorch's first spelling: two bools that stand for one of three words."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is False:
        return "none"
    return "sum" if size_average is False else "mean"
