"""Ten well-known models, trained a little by PyTorch: their files load here, and the outputs are the same."""

import io
from importlib import import_module

import numpy as np
import pytest
from persistence.zoo import MODELS, WORDS, autoencoder

import minitorch as mt
from minitorch.serialization.safetensors import save_file


def inputs(model):
    rng = np.random.default_rng(3)
    if MODELS[model] is WORDS:
        return rng.integers(0, 50, WORDS[1])
    return rng.standard_normal((2, *MODELS[model])).astype(np.float32)


def run(model, net, x):
    return net["decoder"](net["encoder"](x)) if model is autoencoder else net(x)


@pytest.fixture
def trained(torch):
    """A model after a few steps in PyTorch: running statistics and weights are no longer those it began with."""
    def trained(model):
        net = model(torch)
        sgd = torch.optim.SGD(net.parameters(), lr=0.05)
        for _ in range(3):
            run(model, net, torch.from_numpy(inputs(model))).square().mean().backward()
            sgd.step()
            sgd.zero_grad()
        return net
    return trained


def outputs_agree(model, ours, theirs, torch):
    x = inputs(model)
    with torch.no_grad():
        wanted = run(model, theirs.eval(), torch.from_numpy(x)).numpy()
    with mt.no_grad():
        found = run(model, ours.eval(), mt.from_numpy(x)).numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    assert np.abs(wanted).max() > 1e-3


@pytest.mark.parametrize("form", ["zip", "pickle", pytest.param("safetensors", marks=pytest.mark.needs("safetensors"))])
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_pytorchs_state_dict_gives_the_same_outputs(model, form, trained, torch):
    theirs, file = trained(model), io.BytesIO()
    if form == "safetensors":
        package = import_module("safetensors.torch")
        file.write(package.save({name: x.clone() for name, x in theirs.state_dict().items()}))
    else:
        torch.save(theirs.state_dict(), file, _use_new_zipfile_serialization=form == "zip")
    file.seek(0)
    ours = model(mt)
    state = mt.load(file)
    assert list(ours.state_dict()) == list(state) or form == "safetensors"
    assert repr(ours.load_state_dict(state)) == "<All keys matched successfully>"
    outputs_agree(model, ours, theirs, torch)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
@pytest.mark.needs("safetensors")
def test_our_state_dict_gives_the_same_outputs_in_pytorch(model, torch, tmp_path):
    package = import_module("safetensors.torch")
    ours, theirs = model(mt), model(torch)
    save_file(ours.state_dict(), tmp_path / "x.safetensors")
    theirs.load_state_dict(package.load_file(tmp_path / "x.safetensors"))
    outputs_agree(model, ours, theirs, torch)


def classes_of(net):
    return {type(module) for module in net.modules()}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_the_whole_model_comes_back_and_trains_on(model):
    net, file = model(mt), io.BytesIO()
    mt.save(net, file)
    file.seek(0)
    again = mt.load(file, classes=classes_of(net))
    x = mt.from_numpy(inputs(model))
    assert repr(again) == repr(net)
    assert [p.shape for p in again.parameters()] == [p.shape for p in net.parameters()]          # ties are kept
    mt.manual_seed(5)
    before = run(model, net, x)
    mt.manual_seed(5)
    after = run(model, again, x)
    np.testing.assert_array_equal(after.detach().numpy(), before.detach().numpy())
    after.square().mean().backward()
    assert all(p.grad is not None for p in again.parameters())
