"""Saved programs for any size: what differs between sizes is a formula, and the numbers are those of the function."""

import json
import struct

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.serialization import LoadError
from minitorch.static import run

ROWS, ROWS_AND_STEPS = {0: {0: "batch"}}, {0: {0: "batch", 1: "steps"}}


class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 4, batch_first=True)

    def forward(self, x):
        return self.rnn(x)[0][:, -1]


class Block(nn.Module):
    """Attention over tokens and positions, of up to 64 steps."""

    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(20, 8), nn.Embedding(64, 8)
        self.block = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)

    def forward(self, x):
        return self.block(self.tokens(x) + self.places(mt.arange(x.shape[1])))


def causal(x):
    seen = mt.tril(mt.ones(x.shape[1], x.shape[1])) == 0
    return (x @ x.transpose(-1, -2)).masked_fill(seen, -1e9).softmax(-1) @ x


def image_net():
    return nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(3, 4, 3, stride=2), nn.AdaptiveAvgPool2d(1), nn.Flatten()).eval()


def randn(*shape):
    return mt.randn(*shape)


def tokens(*shape):
    return mt.randint(0, 20, shape)


CASES = {                                # function, shape it is traced for, axes, other shapes, inputs of a shape
    "layers": (lambda: nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.LayerNorm(8), nn.Linear(8, 3), nn.Softmax(-1)),
               (4, 5, 4), ROWS_AND_STEPS, [(1, 9, 4), (33, 1, 4)], randn),
    "a picture": (lambda: nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 3)),
                  (4, 1, 8, 8), ROWS, [(1, 1, 8, 8), (17, 1, 8, 8)], randn),
    "pictures of any size": (image_net, (4, 1, 24, 24), {0: {0: "batch", 2: "height", 3: "width"}},
                             [(1, 1, 25, 31), (2, 1, 40, 16)], randn),
    "a cell": (Last, (4, 3, 3), ROWS, [(1, 3, 3), (9, 3, 3)], randn),
    "attention": (lambda: Block().eval(), (4, 6), ROWS_AND_STEPS, [(1, 3), (9, 40)], tokens),
    "a mask": (lambda: causal, (4, 6, 3), ROWS_AND_STEPS, [(1, 1, 3), (3, 20, 3)], randn),
    "a mean over rows": (lambda: lambda x: x - x.mean(0), (4, 3), ROWS, [(1, 3), (50, 3)], randn),
    "a variance": (lambda: lambda x: x.var(1), (4, 6, 3), ROWS_AND_STEPS, [(1, 2, 3), (3, 20, 3)], randn),
    "a stride": (lambda: nn.Conv1d(3, 4, 5, stride=2), (4, 3, 20), {0: {0: "batch", 2: "steps"}},
                 [(1, 3, 33), (2, 3, 52)], randn),
}


@pytest.mark.parametrize("name", CASES)
def test_one_program_serves_any_size(name, tmp_path):
    make, shape, axes, others, inputs = CASES[name]
    mt.manual_seed(0)
    function = make()
    static.save(static.trace(function, inputs(*shape)), tmp_path / "net", dynamic_axes=axes)
    loaded = static.load(tmp_path / "net")
    for other in [shape, *others]:
        x = inputs(*other)
        found, wanted = loaded(x), function(x)
        assert found.shape == wanted.shape and np.allclose(found.numpy(), wanted.detach().numpy(), 1e-4, 1e-5)
    assert "any size of" in str(loaded)


def test_two_inputs_share_a_size_of_one_name(tmp_path):
    traced = static.trace(lambda x, y: x + y, mt.ones(3, 2), mt.ones(3, 1))
    static.save(traced, tmp_path / "net", dynamic_axes={0: {0: "rows"}, 1: {0: "rows"}})
    loaded = static.load(tmp_path / "net")
    assert loaded(mt.ones(5, 2), mt.ones(5, 1)).tolist() == [[2, 2]] * 5
    with pytest.raises(run.ProgramError, match=r"input b must be float32\[5, 1\], not float32\[4, 1\]"):
        loaded(mt.ones(5, 2), mt.ones(4, 1))


def test_a_model_of_a_largest_size_is_traced_for_smaller_ones(tmp_path):
    positions = nn.Embedding(6, 2)
    static.save(static.trace(lambda x: x + positions(mt.arange(x.shape[0])), mt.ones(6, 2)), tmp_path / "net",
                dynamic_axes={0: {0: "steps"}})
    assert static.load(tmp_path / "net")(mt.ones(2, 2)).tolist() == (1 + positions.weight[:2]).tolist()


@pytest.mark.parametrize("function, words", [
    (lambda x: sum(x[i] for i in range(x.shape[0])), "takes .* steps for rows = 4, and .* for rows = 5"),
    (lambda x: x * (2.0 if x.shape[0] % 2 else 3.0), "not a multiple, sum or quotient of sizes"),
    (lambda x: x * (2.0 if x.shape[0] < 10 else 3.0), "depends on the size"),
    (lambda x: x + mt.tensor([[float(i * i)] for i in range(x.shape[0])]), "cannot hold an array that differs")])
def test_what_the_size_decides_is_refused(function, words, tmp_path):
    with pytest.raises(static.NotSaved, match=words):
        static.save(static.trace(function, mt.ones(4, 2)), tmp_path / "net", dynamic_axes={0: {0: "rows"}})
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("axes, words", [({1: {0: "rows"}}, "input 1 must be from 0 to 0"),
                                         ({0: {2: "rows"}}, "input 0 has no dim 2; its shape is"),
                                         ({0: {0: "n", 1: "n"}}, "dims named 'n' must have one size, not 4 and 2")])
def test_axes_that_are_not_there_are_told(axes, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        static.save(static.trace(mt.exp, mt.ones(4, 2)), tmp_path / "net", dynamic_axes=axes)
    with pytest.raises(TypeError, match="dynamic_axes need a Trace"):
        static.save(static.trace(mt.exp, mt.ones(4, 2)).program, tmp_path / "net", dynamic_axes={0: {0: "rows"}})


def packed(path, sizes, size):
    """A file whose one input and one step have `size` where a number stands."""
    kind = {"dtype": "float32", "shape": [size]}
    about = {"name": "net", "inputs": [{"name": "a", **kind}], "outputs": ["b"], "sizes": sizes, "steps": [
        {"op": "negative", "name": "b", "args": ["a"], "settings": {}, **kind}]}
    header = json.dumps({"__metadata__": {"format": run.FORMAT, "version": "2", "program": json.dumps(about)}}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header)
    return path


N = {"n": {"input": 0, "dim": 0, "recorded": 2}}


@pytest.mark.parametrize("sizes, size, words", [
    ([], 2, "its sizes are not described"),
    ({"n": {"input": 1, "dim": 0, "recorded": 2}}, 2, "its sizes are not described"),
    ({"n": {"input": 0, "dim": 0, "recorded": -1}}, 2, "its sizes are not described"),
    (N, {"follows": {"m": [1, 0, 1]}}, "in it is invalid"), (N, {"follows": 3}, "in it is invalid"),
    (N, {"follows": {"n": [9 ** 9, 0, 1]}}, "in it is invalid"), (N, {"follows": {"n": [1, 0, 0]}}, "in it is invalid"),
    (N, {"follows": {"n": [1, 2 ** 60, 1]}}, "in it is invalid"), (N, {"follows": {"n": "abc"}}, "in it is invalid"),
    (N, {"follows": {"n": [1, 0, 1]}, "kind": "eval"}, "in it is invalid"),
    (N, {"follows": {"n": [1, -2, 1]}, "kind": "inverse"}, "divides by zero"),
    (N, {"follows": {"n": [3, 0, 1]}, "times": 2 ** 47}, "no shape"),
    (N, {"follows": {"n": [1, 0, 1]}, "times": 2 ** 40}, "a run takes 8,796,093,022,208 bytes")])
def test_a_hostile_formula_gives_one_clear_error(sizes, size, words, tmp_path):
    with pytest.raises(LoadError, match=words):
        static.load(packed(tmp_path / "net", sizes, size))


def test_another_size_is_checked_as_the_first_one_was(tmp_path):
    loaded = run.Program(packed(tmp_path / "net", N, {"follows": {"n": [2, 0, 1]}, "more": -2}), memory=2 ** -20)
    assert loaded(np.ones(2, "float32"))[0].tolist() == [-1, -1]
    with pytest.raises(run.ProgramError, match=r"input a must be float32\[7\], not float32\[3\]"):
        loaded(np.ones(3, "float32"))
    with pytest.raises(run.ProgramError, match="but only 1,024 are allowed. Use --memory"):
        loaded(np.ones(600, "float32"))
    with pytest.raises(run.ProgramError, match="takes n from dim 0 of input 1, which has none"):
        loaded(np.ones((), "float32"))


def test_a_traced_module_is_saved_for_any_batch_by_jit_too(tmp_path):
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3)).eval()
    traced = mt.jit.trace(model, mt.rand(2, 1, 4, 4))
    traced.save(tmp_path / "any", ROWS)
    traced.save(tmp_path / "fixed", {})
    traced.save(tmp_path / "unsaid")
    anyone, fixed, unsaid = (mt.jit.load(tmp_path / name) for name in ("any", "fixed", "unsaid"))
    for n in (1, 2, 5):
        x = mt.rand(n, 1, 4, 4)
        assert np.allclose(anyone(x).numpy(), model(x).detach().numpy(), atol=1e-6)
        assert np.allclose(unsaid(x).numpy(), model(x).detach().numpy(), atol=1e-6)
    with pytest.raises(run.ProgramError, match=r"not float32\[5, 1, 4, 4\]\. Inputs must have the sizes .*axes"):
        fixed(x)
    with pytest.raises(ValueError, match=r"jit\.trace\(m, inputs\)"):
        mt.jit.script(model).save(tmp_path / "none", ROWS)


@pytest.mark.parametrize("function, shapes, others", [
    (lambda a, b: a + b, [(2, 3), (2, 3)], [(5, 3), (5, 3)]),
    (lambda a, b: a @ b, [(2, 2), (2, 2)], [(5, 2), (2, 2)]),          # only the rows of a may differ
    (lambda a, b: mt.cat([a, b]), [(2, 3), (4, 3)], [(5, 3), (4, 3)]),
    (lambda a, b: a * b, [(), (2, 3)], [(), (5, 3)]),
    (lambda a: a * 2, [()], [()]),
    (lambda a: mt.stack([row * i for i, row in enumerate(a)]), [(2, 3)], [(2, 3)]),    # its rows are its steps
])
def test_what_was_traced_is_saved_for_other_batches_where_one_program_serves_them(function, shapes, others, tmp_path):
    mt.jit.save(mt.jit.trace(function, tuple(map(mt.rand, shapes))), tmp_path / "net.pt")
    inputs = [*map(mt.rand, others)]
    assert mt.allclose(mt.jit.load(tmp_path / "net.pt")(*inputs), function(*inputs))
