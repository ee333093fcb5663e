"""FlopCounterMode beside PyTorch's: the same counts, forward and back, by operation and by module."""

from importlib import import_module

import pytest

import minitorch as mt
from minitorch.utils.flop_counter import FlopCounterMode

pytestmark = [pytest.mark.needs("torch"), pytest.mark.filterwarnings("ignore")]


def counted(lib, run):
    with import_module(f"{lib.__name__}.utils.flop_counter").FlopCounterMode(display=False) as counter:
        run(lib)
    return counter


def random(lib, *shape):
    return lib.ones(shape, requires_grad=True)


def layers(lib):
    nn = lib.nn
    return nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Sequential(nn.Linear(18, 4), nn.Linear(4, 2)))


SAME = {
    "matrices": lambda lib: random(lib, 3, 4) @ random(lib, 4, 5),
    "a stack of matrices": lambda lib: lib.bmm(random(lib, 2, 3, 4), random(lib, 2, 4, 5)),
    "einsum": lambda lib: lib.einsum("ij,jk->ik", random(lib, 2, 3), random(lib, 3, 4)),
    "one gradient": lambda lib: lib.ones(3, 4) @ random(lib, 4, 5),
    "linear": lambda lib: lib.nn.Linear(4, 5)(lib.ones(2, 4)), "linear of a batch": lambda lib: lib.nn.Linear(4, 5)(
        random(lib, 2, 3, 4)), "no bias": lambda lib: lib.nn.Linear(4, 5, bias=False)(random(lib, 2, 4)),
    "conv1d": lambda lib: lib.nn.Conv1d(3, 4, 3)(random(lib, 2, 3, 6)),
    "conv2d": lambda lib: lib.nn.Conv2d(3, 4, 3, stride=2, padding=1)(random(lib, 2, 3, 6, 6)),
    "conv3d": lambda lib: lib.nn.Conv3d(3, 4, 3)(random(lib, 2, 3, 6, 5, 4)),
    "transposed": lambda lib: lib.nn.ConvTranspose2d(3, 4, 3)(random(lib, 2, 3, 6, 6)),
    "a network": lambda lib: layers(lib)(lib.ones(2, 1, 5, 5)),
    "element by element": lambda lib: random(lib, 3).exp() * 2,
}


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("name", SAME)
def test_operations_are_counted_as_in_pytorch(name, back, torch):
    def run(lib):
        out = SAME[name](lib).sum()
        if back:
            out.backward()
    ours, theirs = (counted(lib, run) for lib in (mt, torch))
    assert ours.get_total_flops() == theirs.get_total_flops()
    assert ours.get_flop_counts().get("Global", {}) == {
        str(op): n for op, n in theirs.get_flop_counts().get("Global", {}).items()}


def test_modules_have_pytorchs_paths(torch):
    ours, theirs = (counted(lib, lambda lib: layers(lib)(lib.ones(2, 1, 5, 5))).get_flop_counts()
                    for lib in (mt, torch))
    assert {path: sum(counts.values()) for path, counts in ours.items()} == {
        path: sum(counts.values()) for path, counts in theirs.items()}
    assert ours["Sequential.3.1"] == {"aten.addmm": 32}


def test_backward_belongs_to_the_module_of_its_forward_and_gates_are_counted():
    found = counted(mt, lambda lib: lib.nn.GRU(4, 5)(random(lib, 3, 2, 4))[0].sum().backward())
    assert found.get_flop_counts()["GRU"] == {"gru": 1620, "gru_backward": 3240}      # 2·3·15·(4 + 5) each step
    attention = counted(mt, lambda lib: lib.nn.functional.scaled_dot_product_attention(
        *[random(lib, 2, 3, 5, 4) for _ in range(3)]).sum().backward())
    assert attention.get_total_flops() == 7 * 2 * 600


def test_second_derivatives_count_their_own_operations(torch):
    def run(lib):
        x, w = random(lib, 3, 4), random(lib, 4, 5)
        g, = lib.autograd.grad((x @ w).pow(2).sum(), x, create_graph=True)
        g.sum().backward()
    assert counted(mt, run).get_total_flops() == counted(torch, run).get_total_flops()


def test_the_table_is_printed_at_the_end(capsys):
    with FlopCounterMode(depth=1) as counter:
        layers(mt)(mt.ones(2, 1, 5, 5))
        mt.ones(2, 3) @ mt.ones(3, 4)
    assert capsys.readouterr().out == counter.get_table() + "\n" == """\
Module                    FLOP  % Total
--------------------  --------  -------
Global                1016.000  100.00%
 - aten.convolution    648.000   63.78%
 - aten.addmm          320.000   31.50%
 - aten.mm              48.000    4.72%
 Sequential            968.000   95.28%
  - aten.convolution   648.000   63.78%
  - aten.addmm         320.000   31.50%
"""
    assert "Sequential.3.0" in counter.get_table(depth=3)
    with FlopCounterMode() as counter:
        mt.ones(2).exp()
    assert capsys.readouterr().out.splitlines()[-1].split() == ["Global", "0", "0%"]


def test_formulas_of_ones_own_are_refused():
    with pytest.raises(NotImplementedError, match="flops.py lists"):
        FlopCounterMode(custom_mapping={})
