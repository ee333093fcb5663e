"""What an op's own lines call is what a saved program does; what depends on numbers is refused."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import static
from minitorch.engine import Op


def through_views(x):
    out = mt.zeros(4, 4)
    view = out[1:, ::2].T
    out.diagonal()[1:] = x[0, 1:]
    view[0] = x[1, 1:]
    view += 1
    out.view(16)[mt.tensor([0, 15])] = mt.tensor([7.0, 8.0])
    return view * 2, out[1], out.sum()


def in_place(x):
    y = x * 2
    z = y.view(2, 8)
    y.mul_(3)
    return z, y.t()


def masked(x):
    y = x.clone()
    y[y < 0] = 0
    return y.masked_fill_(y > 1, 1.0)


@pytest.mark.parametrize("function", [through_views, in_place, masked])
def test_writes_in_place_and_their_views_are_held(function, tmp_path):
    x = mt.tensor(np.random.default_rng(0).standard_normal((4, 4)).astype("float32"))
    static.trace(function, x).save(tmp_path / "net")
    other = x.flip(0) + 0.5
    found, wanted = static.load(tmp_path / "net")(other), function(other)
    for a, b in zip(found if type(found) is tuple else [found], wanted if type(wanted) is tuple else [wanted]):
        assert np.allclose(a.numpy(), b.numpy(), rtol=1e-6)


def doubled(xp, x):
    out = xp.empty(x.shape, x.dtype)
    if (x != x).any():
        raise ValueError(f"nan at {int((x != x).argmax())}")
    for part in (slice(0, 1), slice(1, None)):
        xp.multiply(x[part], 2, out=out[part])
    return out


def looks(xp, x):
    return x * float(x.max())


def branches(xp, x):
    return x * 2 if (x > 0).all() else x


def leaves(xp, x):
    return xp.asarray(np.asarray(x).tolist(), dtype=x.dtype) + x


def writes_in_c(xp, x):
    out = x.copy()
    np.putmask(out, out > 0, 5)
    return out


def sorts_in_place(xp, x):
    out = x.copy()
    out.sort()
    return out


def saved(forward, tmp_path):
    op = Op(forward, register=False)
    trace = static.trace(lambda x: mt.engine.dispatch(op, (x,), {}), mt.tensor([1.0, -2.0, 3.0]))
    trace.save(tmp_path / "net")
    return static.load(tmp_path / "net")


def test_a_check_of_numbers_is_left_out(tmp_path):
    assert saved(doubled, tmp_path)(mt.tensor([4.0, 5.0, -6.0])).tolist() == [8, 10, -12]


@pytest.mark.parametrize("forward, words", [
    (looks, "reads a number"), (branches, "a branch in its code depends on numbers"),
    (leaves, "depend on the numbers"), (writes_in_c, "putmask is called"),
    (sorts_in_place, "reads a number by sort")])
def test_lines_that_depend_on_numbers_are_refused(forward, words, tmp_path):
    with pytest.raises(static.NotSaved, match=f"`{forward.__name__}`, of .*{words}"):
        saved(forward, tmp_path)
