"""Networks whose graph depends on the data: trees, sentences of several lengths, questions as programs."""

import random

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.models.module_network import ModuleNetwork
from minitorch.models.seq2seq import GNMT
from minitorch.models.tree_lstm import Tree, TreeLSTM


def grown(words, chance):
    """A random tree over so many words."""
    if words == 1:
        return Tree(chance.randrange(40))
    left = chance.randrange(1, words)
    return Tree(left=grown(left, chance), right=grown(words - left, chance))


def chain(depth):
    tree = Tree(1)
    for word in range(depth):
        tree = Tree(left=tree, right=Tree(word % 40))
    return tree


@pytest.fixture
def tree_lstm():
    mt.manual_seed(0)
    return TreeLSTM(40, embedding=6, hidden=5)


def gradients(model):
    found = [p.grad.clone() for p in model.parameters()]
    model.zero_grad()
    return found


def test_batches_by_depth_give_what_single_trees_give(tree_lstm):
    chance = random.Random(0)
    trees = [grown(chance.randrange(1, 12), chance) for _ in range(20)]
    one, many = tree_lstm(trees), tree_lstm.batched(trees)
    assert one.shape == (20, 5) and mt.allclose(one, many, atol=1e-6)
    (one ** 2).sum().backward()
    wanted = gradients(tree_lstm)
    (many ** 2).sum().backward()
    assert all(mt.allclose(a, b, atol=1e-5) for a, b in zip(gradients(tree_lstm), wanted))


def test_order_matters_and_every_word_counts(tree_lstm):
    a, b = Tree(1), Tree(2)
    ab, ba, other = Tree(left=a, right=b), Tree(left=b, right=a), Tree(left=Tree(3), right=b)
    states = tree_lstm([ab, ba, other])
    assert not mt.allclose(states[0], states[1], atol=1e-3) and not mt.allclose(states[0], states[2], atol=1e-3)


@pytest.mark.parametrize("way", ["forward", "batched"])
def test_a_tree_may_be_2000_deep(tree_lstm, way):
    getattr(tree_lstm, way)([chain(2000)]).sum().backward()
    assert all(p.grad.isfinite().all() for p in tree_lstm.parameters())


def test_steps_of_a_batch_are_its_levels(tree_lstm, monkeypatch):
    calls = []
    join = tree_lstm.of_children
    monkeypatch.setattr(tree_lstm, "of_children", lambda left, right: calls.append(len(left[0])) or join(left, right))
    tree_lstm.batched([chain(3), chain(1), chain(3)])
    assert calls == [3, 2, 2]


def test_what_is_no_tree_is_refused():
    for given in ({}, {"word": 1, "left": Tree(1), "right": Tree(2)}, {"left": Tree(1)}):
        with pytest.raises(ValueError, match="give a word, or a left and a right child"):
            Tree(**given)


# Translation

@pytest.fixture
def gnmt():
    mt.manual_seed(0)
    return GNMT(12, 14, hidden=16, layers=3, dropout=0.0).eval()


def test_padding_of_the_source_changes_nothing(gnmt):
    source, target = mt.tensor([[3, 4, 5]]), mt.tensor([[1, 6, 7]])
    padded = mt.tensor([[3, 4, 5, 0, 0], [6, 7, 8, 9, 10]])
    alone = gnmt(source, mt.tensor([3]), target)
    beside = gnmt(padded, mt.tensor([3, 5]), target.expand(2, 3))
    assert alone.shape == (1, 3, 14) and mt.allclose(beside[:1], alone, atol=1e-5)
    keys = gnmt.encoder(padded, mt.tensor([3, 5]))
    weights = gnmt.decode(keys, padded != 0, target.expand(2, 3))[2]
    assert not weights[0, :, 3:].any() and mt.allclose(weights.sum(-1), mt.ones(2, 3))


def test_a_word_of_the_target_sees_no_later_one(gnmt):
    source, lengths = mt.tensor([[3, 4, 5]]), mt.tensor([3])
    a, b = (gnmt(source, lengths, mt.tensor([[1, 6, last]])) for last in (7, 9))
    assert mt.allclose(a[:, :2], b[:, :2]) and not mt.allclose(a[:, 2], b[:, 2], atol=1e-4)


def test_translation_takes_the_likeliest_word_at_each_step_and_ends(gnmt):
    source, lengths = mt.randint(1, 12, (4, 6)), mt.tensor([6, 6, 6, 6])
    words = gnmt.translate(source, lengths, start=1, end=2, longest=7)
    target = mt.cat([mt.full((4, 1), 1, dtype=mt.long), words], 1)
    likeliest = gnmt(source, lengths, target[:, :-1]).argmax(-1)
    for row, wanted in zip(words.tolist(), likeliest.tolist()):
        stop = row.index(2) + 1 if 2 in row else len(row)
        assert row[:stop] == wanted[:stop] and not any(row[stop:])
    with pytest.raises(ValueError, match="must be 2 or more"):
        GNMT(12, 14, layers=1)


@pytest.mark.slow
def test_it_learns_to_reverse():
    mt.manual_seed(0)
    model = GNMT(10, 10, hidden=48, layers=2, dropout=0.0)
    optimizer = mt.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(150):
        source = mt.randint(3, 10, (32, 4))
        target = mt.cat([mt.full((32, 1), 1, dtype=mt.long), source.flip(1), mt.full((32, 1), 2, dtype=mt.long)], 1)
        scores = model(source, mt.full((32,), 4, dtype=mt.long), target[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), target[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    source = mt.randint(3, 10, (50, 4))
    words = model.eval().translate(source, mt.full((50,), 4, dtype=mt.long), 1, 2, longest=4)
    assert (words == source.flip(1)).float().mean() > 0.95


# Questions

def test_a_question_runs_the_networks_that_its_words_name():
    mt.manual_seed(0)
    network = ModuleNetwork(["red", "circle"], channels=3, hidden=4)
    pictures = mt.randn(3, 3, 6, 6)
    questions = [("find", "red"), ("and", ("find", "red"), ("not", ("find", "circle"))), ("above", ("find", "circle"))]
    scores = network(pictures, questions)
    assert scores.shape == (3, 2)
    network(pictures[:1], questions[:1]).sum().backward()
    assert network.find["red"][0].weight.grad.any() and network.find["circle"][0].weight.grad is None
    assert network.shift["above"][0].weight.grad is None
    red, circle = (network.map_of(pictures[1:2], ("find", thing)) for thing in ("red", "circle"))
    assert mt.allclose(network.map_of(pictures[1:2], questions[1]), red * (1 - circle))
    assert mt.allclose(network.map_of(pictures[1:2], ("or", ("find", "red"), ("find", "circle"))),
                       1 - (1 - red) * (1 - circle), atol=1e-6)
    for question, said in ((("find", "blue"), "no network finds 'blue'; there are red, circle"),
                           (("xor", ("find", "red")), "not 'xor'")):
        with pytest.raises(ValueError, match=said):
            network(pictures[:1], [question])
