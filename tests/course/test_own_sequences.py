"""What a learner wrote in lesson 9 is what a GPT attends by and what an encoding is learnt with; all else stays."""

import numpy as np
import pytest
from course.answers import of
from course.mounting import mounted
from course.written import cell

import minitorch as mt
from minitorch import nn
from minitorch.course import writing
from minitorch.course.record import find
from minitorch.course.session import submit
from minitorch.engine import piece
from minitorch.models.gpt import GPT, GPTConfig, KVCache
from minitorch.tokenizers import BytePairEncoding

answers = of(9)
attention = nn.functional.scaled_dot_product_attention


@pytest.fixture(autouse=True)
def inside(own_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def gpt(dtype):
    mt.manual_seed(0)
    return GPT(GPTConfig(block_size=8, vocab_size=11, n_layer=2, n_head=2, n_embd=8)).to(dtype)


@pytest.mark.parametrize("dtype", [mt.float32, mt.float64], ids=str)
def test_a_gpt_attends_by_ones_own_lines(dtype):
    idx = mt.tensor(np.random.default_rng(0).integers(0, 11, (3, 8)))
    found = []
    for text in (None, answers.REFERENCE["9.4"], *answers.OTHERS["9.4"]):
        calls = [] if text is None else mounted("9.4", text)
        model = gpt(dtype)
        loss = nn.functional.cross_entropy(model(idx).flatten(0, 1), idx.flatten())
        loss.backward()
        assert loss.dtype is dtype and (text is None or len(calls) == 2)
        found.append([loss.item(), *[p.grad.numpy() for p in model.parameters()]])
        if text is not None:
            written = model.generate(idx[:, :3], 4, temperature=0)            # with a cache: one query, many keys
            assert (written == model.generate(idx[:, :3], 4, temperature=0, cache=False)).all()
    for other in found[1:]:
        for a, b in zip(other, found[0]):
            np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize("id, Layer", [("9.1", nn.RNN), ("9.2", nn.LSTM)])
def test_a_recurrent_layer_runs_on_ones_own_steps(id, Layer):
    """What is reversed, relu, without bias or of other lengths is the library's."""
    def results():
        mt.manual_seed(0)
        layer, cell = Layer(3, 4, num_layers=2, batch_first=True), getattr(nn, f"{Layer.__name__}Cell")(3, 4)
        x = mt.randn(2, 5, 3, requires_grad=True)
        out, last = layer(x)
        one = cell(x[:, 0])
        (out.sum() + (one[0] if isinstance(one, tuple) else one).sum()).backward()
        others = [Layer(3, 4, bidirectional=True)(x)[0], Layer(3, 4, bias=False)(x)[0],
                  nn.RNN(3, 4, nonlinearity="relu")(x)[0],
                  Layer(3, 4)(nn.utils.rnn.pack_sequence([x[0], x[1, :2]]))[0].data]
        last = last if isinstance(last, tuple) else (last,)
        return [part.detach().numpy() for part in (out, *last, x.grad, *others)]
    wanted = results()
    for text in (answers.REFERENCE[id], *answers.OTHERS[id]):
        calls = mounted(id, text)
        for mine, library in zip(results(), wanted, strict=True):
            np.testing.assert_allclose(mine, library, rtol=1e-4, atol=1e-6)
        assert calls


def test_heads_of_ones_own_are_those_of_a_gpt():
    idx = mt.tensor([[1, 2, 3, 4]])
    wanted = gpt(mt.float64)(idx)
    for text in (answers.REFERENCE["9.5"], *answers.OTHERS["9.5"]):
        record = find("9.5")
        answer = submit(record, cell(text, cell(answers.HELPERS))["Heads"])
        assert answer.verdict.state == "right" and piece.mounted[record.piece()] is answer.mount
        assert mt.allclose(gpt(mt.float64)(idx), wanted)


def test_a_gpt_writes_with_a_cache_of_ones_own():
    idx, wanted = mt.tensor([[1, 2, 3], [4, 5, 6]]), gpt(mt.float64).generate(mt.tensor([[1, 2, 3], [4, 5, 6]]), 5)
    for text in (answers.REFERENCE["9.6"], *answers.OTHERS["9.6"]):
        calls = mounted("9.6", text)
        assert (gpt(mt.float64).generate(idx, 5) == wanted).all()
        assert len(calls) == 2 * (3 + 4) and len({id(call[3]) for call in calls}) == 2      # two layers, two caches


def test_a_cache_that_the_library_began_stays_the_librarys():
    model, idx = gpt(mt.float64), mt.tensor([[1, 2, 3, 4]])
    wanted, cache = model(idx), KVCache(model.config, 1, model.lm_head.weight)
    model(idx[:, :2], cache)
    calls = mounted("9.6", answers.REFERENCE["9.6"])
    assert mt.allclose(model(idx[:, 2:], cache), wanted[:, 2:]) and not calls
    cache = KVCache(model.config, 1, model.lm_head.weight)
    model(idx[:, :2], cache)
    assert len(calls) == 4
    with mt.piece.mount(find("9.6").piece(), find("9.6").piece().library):
        assert mt.allclose(model(idx[:, 2:], cache), wanted[:, 2:])                         # it was filled as well


def test_names_are_put_into_batches_by_ones_own_lines():
    names = writing.Names()
    wanted = names.rows([5, 7, 11])
    for text in (answers.REFERENCE["9.7"], *answers.OTHERS["9.7"]):
        calls = mounted("9.7", text)
        assert all((mine == library).all() for mine, library in zip(names.rows([5, 7, 11]), wanted)) and calls


def test_only_the_first_letter_is_asked():
    inputs, targets = writing.FirstAgain(4).batch(np.random.default_rng(0))
    assert targets[:, -1].tolist() == inputs[:, 0].tolist() and (targets[:, :-1] == -100).all()
    assert writing.FirstAgain(4).right(lambda idx: nn.functional.one_hot(idx[:, :1], 27).double()) == 1


def test_what_the_exercise_did_not_ask_for_stays_the_librarys():
    calls = mounted("9.4", answers.REFERENCE["9.4"])
    q, k, v = (mt.randn(2, 3, size, 4) for size in (3, 5, 5))
    for inputs, settings in (((q, q, q), {}), ((q, k, v), {}), ((q, k, v), {"is_causal": True}),
                             ((q, q, q), {"is_causal": True, "scale": 2.0}),
                             ((q, q, q), {"attn_mask": mt.ones(3, 3).tril().bool()}),
                             ((q.half(), q.half(), q.half()), {"is_causal": True, "scale": 0.5})):
        assert (attention(*inputs, **settings) == attention.library(*inputs, **settings)).all()
    assert not calls
    assert mt.allclose(attention(q, q, q, is_causal=True), attention.library(q, q, q, is_causal=True), atol=1e-6)
    assert len(calls) == 1


def test_an_encoding_is_learnt_with_ones_own_merges():
    text = "ann anna annabel hannah banana " * 3
    wanted = BytePairEncoding.train(text, 270)
    for form in (answers.REFERENCE["9.3"], *answers.OTHERS["9.3"]):
        calls = mounted("9.3", form)
        found = BytePairEncoding.train(text, 270)
        assert found.merges == wanted.merges and found.encode("annabella") == wanted.encode("annabella")
        assert calls


def test_names_are_told_apart_from_those_put_aside():
    names = writing.Names()
    assert len(set(names.known)) == len(names.known) == len(names.texts) == 1926 and len(names.letters) == 27
    assert sorted([*names.train, *names.test]) == list(range(1926)) and len(names.unseen) == 200
    inputs, targets = names.rows([names.known.index(name) for name in ("anna", "christopher")])
    assert inputs[0].tolist() == names.numbers("\nanna") + [0] * 7
    assert targets[0].tolist() == names.numbers("anna\n") + [-100] * 7 and targets.shape == (2, names.length)


def test_a_gpt_is_trained_once_and_again_on_other_pieces(monkeypatch):
    runs = []
    monkeypatch.setattr(writing, "learn", lambda model, names: runs.append(model) or [1.0])
    names = writing.Names()
    first = writing.trained_gpt(names)
    assert writing.trained_gpt(names) is first and len(runs) == 1
    with mt.piece.mount(attention, lambda *inputs, **settings: attention.library(*inputs, **settings)):
        assert writing.trained_gpt(names) is not first and len(runs) == 2
    assert writing.trained_gpt(names) is first


def test_names_end_where_the_network_ends_them():
    names = writing.Names()

    def net(rows):                       # after an "a" it ends, after all else it says "a"
        last = (rows == 1).long()
        return nn.functional.one_hot((1 - last), 27).double() * 100
    assert writing.write(net, names, count=2) == ["A", "A"]
    assert writing.write(net, names, count=1, start="bb") == ["Bba"]
