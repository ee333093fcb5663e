"""GPT: the cache changes no token, GPT-2's files load, and PyTorch's layers compute the same."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.models.char_rnn import CharRNN
from minitorch.models.gpt import GPT, GPTConfig, KVCache
from minitorch.models.sampling import sample_next

SMALL = GPTConfig(block_size=16, vocab_size=31, n_layer=2, n_head=2, n_embd=16)


@pytest.fixture
def gpt():
    mt.manual_seed(0)
    model = GPT(SMALL).eval()
    for parameter in model.parameters():                 # large, so that mistakes show
        nn.init.normal_(parameter, 0.0, 0.3)
    return model


def test_gpt2_has_its_published_number_of_parameters():
    with mt.device("meta"):                              # where they take no memory
        assert sum(p.numel() for p in GPT(GPTConfig()).parameters()) == 124_439_808


def test_no_position_sees_a_later_one(gpt):
    x = mt.randint(31, (1, 10))
    other = x.clone()
    other[0, 6:] = (other[0, 6:] + 1) % 31
    a, b = gpt(x), gpt(other)
    assert mt.allclose(a[0, :6], b[0, :6], atol=1e-6) and not mt.allclose(a[0, 6:], b[0, 6:], atol=1e-2)


@pytest.mark.parametrize("cuts", [[1] * 9, [3, 1, 5], [4, 5], [9]])
def test_a_cache_gives_the_same_scores_however_the_text_is_cut(gpt, cuts):
    x = mt.randint(31, (3, 9))
    with mt.no_grad():
        cache, parts, start = KVCache(SMALL, 3, gpt.lm_head.weight), [], 0
        for size in cuts:
            parts.append(gpt(x[:, start:start + size], cache))
            start += size
        assert cache.length == 9
        assert mt.allclose(mt.cat(parts, 1), gpt(x), atol=1e-5)


@pytest.mark.parametrize("settings", [{}, {"temperature": 0}, {"top_k": 3}, {"top_p": 0.7}])
def test_a_cache_changes_no_token_also_beyond_the_block(gpt, settings):
    x, written = mt.randint(31, (2, 5)), []
    for cache in (True, False):
        generator = mt.Generator().manual_seed(4)
        written.append(gpt.generate(x, 20, generator=generator, cache=cache, **settings))
    assert written[0].shape == (2, 25) and mt.equal(*written)
    assert mt.equal(written[0][:, :5], x)


def test_a_cache_saves_work(gpt):
    seen = []
    gpt.lm_head.register_forward_pre_hook(lambda layer, inputs: seen.append(inputs[0].shape[1]))
    gpt.generate(mt.randint(31, (1, 4)), 5)
    assert seen == [4, 1, 1, 1, 1]
    seen.clear()
    gpt.generate(mt.randint(31, (1, 4)), 5, cache=False)
    assert seen == [4, 5, 6, 7, 8]


def test_what_does_not_fit_is_told(gpt):
    with pytest.raises(ValueError, match="17 positions are more than block_size=16"):
        gpt(mt.zeros(1, 17, dtype=mt.long))
    with pytest.raises(ValueError, match="n_embd=10 must be a multiple of n_head=3"):
        GPT(GPTConfig(n_embd=10, n_head=3))


def published(model):
    """The state as GPT-2's file has it: other names, masks, and matrices the other way round."""
    state = {}
    for name, x in model.state_dict().items():
        name = name.removeprefix("transformer.")
        if name != "lm_head.weight":
            turned = x.ndim == 2 and ".attn." in name or x.ndim == 2 and ".mlp." in name
            state[name] = (x.T if turned else x).contiguous()
    for layer in range(SMALL.n_layer):
        state[f"h.{layer}.attn.bias"] = mt.ones(1, 1, 16, 16).tril()
    return state


def test_published_weights_load(gpt, tmp_path):
    path = tmp_path / "model.safetensors"
    write_safetensors(published(gpt), path)
    loaded = GPT.from_safetensors(path, n_head=2).eval()
    assert loaded.config == SMALL
    x = mt.randint(31, (2, 7))
    assert mt.equal(loaded(x), gpt(x)) and loaded.transformer.wte.weight is loaded.lm_head.weight
    write_safetensors({"weight": mt.ones(2)}, path)
    with pytest.raises(ValueError, match=r"is no GPT-2: it has no wte.weight, but weight"):
        GPT.from_safetensors(path)


def write_safetensors(state, path):
    import json
    header, parts, start = {}, [], 0
    for name, x in state.items():
        data = np.ascontiguousarray(x.detach().numpy()).tobytes()
        header[name] = {"dtype": "F32", "shape": list(x.shape), "data_offsets": [start, start + len(data)]}
        parts.append(data)
        start += len(data)
    head = json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + b"".join(parts))


def test_pytorchs_layers_compute_the_same(gpt, torch):
    """The same network in PyTorch's words, written out."""
    state = {name: torch.tensor(x.numpy()) for name, x in gpt.state_dict().items()}
    F, layer_norm = torch.nn.functional, torch.nn.functional.layer_norm
    idx = mt.randint(31, (2, 9))
    x = state["transformer.wte.weight"][torch.tensor(idx.numpy())] + state["transformer.wpe.weight"][:9]
    for n in range(2):
        def p(name, n=n):
            return [state[f"transformer.h.{n}.{name}.{kind}"] for kind in ("weight", "bias")]
        q, k, v = F.linear(layer_norm(x, (16,), *p("ln_1")), *p("attn.c_attn")).split(16, dim=2)
        q, k, v = [one.view(2, 9, 2, 8).transpose(1, 2) for one in (q, k, v)]
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(2, 9, 16)
        x = x + F.linear(y, *p("attn.c_proj"))
        x = x + F.linear(F.gelu(F.linear(layer_norm(x, (16,), *p("ln_2")), *p("mlp.c_fc")), approximate="tanh"),
                         *p("mlp.c_proj"))
    x = layer_norm(x, (16,), state["transformer.ln_f.weight"], state["transformer.ln_f.bias"])
    wanted = F.linear(x, state["lm_head.weight"])
    np.testing.assert_allclose(gpt(idx).detach().numpy(), wanted.numpy(), rtol=1e-4, atol=1e-4)


# Sampling

LOGITS = mt.tensor([[2.0, 1.0, 0.0, -1.0]]).expand(4000, 4)
P = np.exp([2.0, 1, 0, -1]) / np.exp([2.0, 1, 0, -1]).sum()              # 0.64 0.24 0.09 0.03


@pytest.mark.parametrize("settings, wanted", [
    ({}, P), ({"temperature": 0.5}, P ** 2), ({"top_k": 2}, P * [1, 1, 0, 0]), ({"top_k": 9}, P),
    ({"top_p": 0.65}, P * [1, 1, 0, 0]), ({"top_p": 0.6}, P * [1, 0, 0, 0]), ({"top_p": 1.0}, P),
    ({"temperature": 0}, [1, 0, 0, 0]), ({"temperature": 2.0, "top_k": 3, "top_p": 0.99}, P ** 0.5 * [1, 1, 1, 0])])
def test_tokens_come_as_often_as_they_should(settings, wanted):
    mt.manual_seed(1)
    drawn = sample_next(LOGITS, **settings)
    assert drawn.shape == (4000, 1)
    found = np.bincount(drawn.numpy()[:, 0], minlength=4) / 4000
    np.testing.assert_allclose(found, np.array(wanted) / np.sum(wanted), atol=0.03)
    assert not found[np.array(wanted) == 0].any()


@pytest.mark.parametrize("settings, said", [({"temperature": -1}, "must not be negative"), ({"top_k": 0}, "leave no"),
                                            ({"top_p": 0.0}, "larger than 0"), ({"top_p": 1.5}, "and 1 at most")])
def test_settings_that_leave_nothing_are_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        sample_next(LOGITS[:1], **settings)


@pytest.mark.parametrize("cell", ["rnn", "lstm", "gru"])
def test_a_character_model_goes_on_from_its_state(cell):
    mt.manual_seed(0)
    model, x = CharRNN(20, hidden_size=12, num_layers=2, cell=cell).eval(), mt.randint(20, (2, 8))
    whole, _ = model(x)
    first, state = model(x[:, :5])
    rest, _ = model(x[:, 5:], state)
    assert mt.allclose(mt.cat([first, rest], 1), whole, atol=1e-6)
    written = model.generate(x, 4, temperature=0)
    for step in range(8, 12):
        assert mt.equal(written[:, step], model(written[:, :step])[0][:, -1].argmax(-1))
    with pytest.raises(ValueError, match="cell must be one of rnn, lstm, gru"):
        CharRNN(20, cell="ltsm")
