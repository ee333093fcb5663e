"""A batch of another size runs the program that is there, with its numbers taken from the input; or it is recorded."""

import math

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.models.gpt import GPT, GPTConfig
from minitorch.static.compile import Compiled

SIZES = 6, 4, 9, 2, 12, 8, 3, 5
TABLE, WEIGHTS = {4: 1.0}, mt.ones(3, 3) * 2
FREE = {                               # two recordings are enough
    "products": lambda x: (x @ WEIGHTS).relu() @ x.T,
    "the mean by hand": lambda x: x.sum(0) / x.shape[0] + x.numel() * 2,
    "a number beside": lambda x: x * (1 / x.shape[0]) + x.size(0) ** 2,
    "a view": lambda x: x.reshape(x.shape[0] * 3).view(x.shape[0], -1).exp(),
    "zeros": lambda x: x + mt.zeros(x.shape[0], 3) + x.new_ones(x.size(0), 1),
    "twice": lambda x: mt.cat([x, x * 2]).repeat(2, 1).sum(1),
    "its variance": lambda x: x.var(0) + x.std(),
    "the last rows": lambda x: (x.flip(0)[-2:] * 2).sum(0),
    "chance": lambda x: nn.functional.dropout(x, 0.5, True),
    "a question that is answered so": lambda x: x * 2 if x.shape[0] > 1 and x.shape[1] == 3 else x,
    "numbers that count": lambda x: x + mt.arange(x.shape[0]).view(-1, 1) * mt.arange(1, x.shape[0] + 1, 0.5)[0],
    "a number rounded up": lambda x: x * math.ceil(x.shape[0] / 2),
    "norms": lambda x: nn.functional.layer_norm(x, (3,)).softmax(0),
}
HELD = {                               # what holds the number is recorded anew
    "a half of it": lambda x: x[x.shape[0] // 2 - 1:].sum(0),
    "a branch": lambda x: x * 2 if x.shape[0] > 5 else x * 3,
    "a loop": lambda x: sum(row for row in x),
    "its length": lambda x: x * len(x),
    "a root": lambda x: x * math.sqrt(x.shape[0]),
    "the smaller": lambda x: x * min(x.shape[0], 5),
    "words": lambda x: x * len(f"{x.shape[0]:{x.shape[0]}}"),
    "a table": lambda x: x * TABLE.get(x.shape[0], 2.0),
    "four rows": lambda x: x[:4] * 2,
    "every other": lambda x: x[::2] * 2,
    "two parts": lambda x: x.chunk(2)[0] * 2,
    "a tensor of it": lambda x: x * mt.tensor([x.shape[0], 2, 1]) + mt.tensor(x.shape[0]),
    "NumPy's number": lambda x: x * float(np.int64(3) * x.shape[0] + np.float32(0.5)),
    "NumPy's root": lambda x: x * float(np.sqrt(x.shape[0])),
    "values": lambda x: x * mt.tensor([[float(n)] for n in range(x.shape[0])]),
    "a number that is returned": lambda x: (x * 2, x.shape[0]),
    "what is at most": lambda x: x[:7].sum(0),
    "a half": lambda x: x[:x.shape[0] // 2] * 2,
}


def called(function, x):
    mt.manual_seed(len(x))
    try:
        found = function(x)
    except (IndexError, RuntimeError, ValueError) as error:
        return str(error).split("\n")[0]
    return repr([x.tolist() if isinstance(x, mt.Tensor) else x for x in (found if type(found) is tuple else [found])])


def batch(size):
    return mt.tensor(np.random.default_rng(size).standard_normal((size, 3)).astype("float32"))


@pytest.mark.parametrize("name", [*FREE, *HELD])
@pytest.mark.filterwarnings("ignore:compile")
def test_another_size_gives_eagers_numbers(name):
    function = (FREE | HELD)[name]
    compiled = Compiled(function, fullgraph=True)
    for size in (*SIZES, 1, *SIZES[:3]):
        assert called(compiled, batch(size)) == called(function, batch(size)), size
    if name in FREE:
        assert len(compiled.forms) == 2                      # a batch of one is recorded on its own
        assert {(size,) for size in SIZES[1:]} <= {*compiled.forms[0].programs, *compiled.forms[1].programs}
    else:
        assert len(compiled.forms) > 2 or any("size" in (form.fixed or "") for form in compiled.forms)


def trained(run, sizes):
    mt.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                          nn.Dropout(0.5), nn.Linear(18, 3))
    optimizer = mt.optim.Adam(model.parameters(), 0.01)

    def step(x, y):
        optimizer.zero_grad()
        scores = model(x)
        loss = nn.functional.cross_entropy(scores, y)
        loss.backward()
        optimizer.step()
        return loss, scores.detach().sum(0) / len(y.shape)
    step = run(step)
    rng = np.random.default_rng(0)
    found = [step(mt.tensor(rng.standard_normal((n, 1, 8, 8)).astype("float32")), mt.tensor(rng.integers(0, 3, n)))
             for n in sizes]
    return [x.tolist() for pair in found for x in pair], [x.tolist() for x in model.state_dict().values()], step


def test_training_goes_on_with_batches_of_any_size():
    found, wanted = trained(Compiled, SIZES), trained(lambda step: step, SIZES)
    assert found[:2] == wanted[:2] and len(found[2].forms) == 1


def test_a_later_backward_is_of_the_size_of_its_call():
    weights = mt.ones(3, 2, requires_grad=True)

    def function(x):
        return (x @ weights).exp().mean(), x.sum()
    found = []
    for run in (Compiled(function, fullgraph=True), function):
        inputs = [batch(size).requires_grad_() for size in SIZES]
        weights.grad = None
        results = [run(x) for x in inputs]
        for loss, total in results[::-1]:
            (loss * 2 + total).backward()
        found.append([*[x.grad.tolist() for x in inputs], weights.grad.tolist()])
    assert found[0] == found[1]


def test_a_recurrent_layer_and_attention_take_any_batch():
    mt.manual_seed(0)
    attention = nn.MultiheadAttention(4, 2, batch_first=True)
    for layer in (nn.LSTM(4, 3, batch_first=True), nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval(),
                  lambda x: attention(x, x, x)[0]):
        compiled = Compiled(layer, fullgraph=True)
        for size in SIZES:
            x = mt.rand(size, 5, 4)
            found, wanted = compiled(x), layer(x)
            assert all((a == b).all() for a, b in zip(*[y if type(y) is mt.Tensor else y[0] for y in (found, wanted)]))
        assert len(compiled.forms) == 1


LENGTHS = {                            # of a sequence: any dimension may be the one
    "scores": lambda x: nn.functional.softmax(x.mT @ x / x.shape[1], dim=-1) @ x.mT,
    "causal": lambda x: nn.functional.scaled_dot_product_attention(x.mT[None], x.mT[None], x.mT[None], is_causal=True),
    "a triangle": lambda x: (x.mT @ x).tril().reshape(-1).sum() + mt.ones(x.shape[1], x.shape[1]).triu().sum(),
    "places": lambda x: x + mt.arange(x.shape[1]) * 0.5,
    "both": lambda x: x.reshape(-1) * 2,
}


@pytest.mark.parametrize("name", LENGTHS)
def test_another_length_gives_eagers_numbers(name):
    function = LENGTHS[name]
    compiled = Compiled(function, fullgraph=True)
    for size in (*SIZES, *SIZES[:3]):
        assert called(compiled, batch(size).mT.contiguous()) == called(function, batch(size).mT.contiguous()), size
    assert len(compiled.forms) == 1


def test_a_transformer_trains_at_many_lengths_with_one_program():
    def losses(run):
        mt.manual_seed(0)
        model = GPT(GPTConfig(block_size=16, n_head=2, n_embd=8, n_layer=1, vocab_size=7))
        optimizer = mt.optim.SGD(model.parameters(), 0.1)

        def step(x, y):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten())
            loss.backward()
            optimizer.step()
            return loss
        step = run(step)
        tokens = mt.tensor(np.random.default_rng(0).integers(0, 7, (3, 17)))
        return [step(tokens[:, :n].contiguous(), tokens[:, 1:n + 1].contiguous()).item() for n in
                (8, 5, 12, 16, 3)], step
    (found, step), (wanted, _) = losses(Compiled), losses(lambda step: step)
    assert found == wanted and len(step.forms) == 1


def test_the_last_line_says_what_holds_the_number():
    compiled = Compiled(lambda x: x * math.sqrt(x.shape[0]))
    with pytest.warns(UserWarning, match=r"recorded 8 times.*shape \(9, 3\), and now .*\(10, 3\).*sqrt"):
        for size in range(2, 12):
            assert (compiled(batch(size)) == compiled.function(batch(size))).all()


def test_programs_of_sizes_that_are_long_past_are_let_go():
    compiled = Compiled(lambda x: x * 2 + 1, fullgraph=True)
    for size in range(2, 50):
        assert (compiled(batch(size)) == batch(size) * 2 + 1).all()
    assert len(compiled.forms) == 1 and len(compiled.forms[0].programs) == 16
