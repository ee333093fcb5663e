"""Quantisation: half a step of error, 0 exact, whole networks that predict the same at a quarter of the size."""

from operator import attrgetter

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.compress import (
    Observer,
    QuantizedLayer,
    choose_qparams,
    convert,
    dequantize,
    fake_quantize,
    fold_batch_norm,
    prepare,
    quantize,
    quantize_dynamic,
    quantize_weight,
    size_of,
)


@pytest.fixture(autouse=True)
def seeded():
    mt.manual_seed(0)


@pytest.mark.parametrize("bits", [2, 3, 4, 8])
@pytest.mark.parametrize("symmetric", [True, False])
def test_the_error_is_half_a_step_at_most(bits, symmetric):
    x = mt.randn(1000) + 0.7
    scale, zero_point = choose_qparams(x.min(), x.max(), bits, symmetric)
    q = quantize(x, scale, zero_point, bits, symmetric)
    assert q.dtype is (mt.int8 if symmetric else mt.uint8) and len(q.unique()) <= 2 ** bits
    assert (dequantize(q, scale, zero_point) - x).abs().max() <= scale * 0.5001 + (0 if symmetric else 0.5 * scale)
    zero = quantize(mt.zeros(1), scale, zero_point, bits, symmetric)
    assert dequantize(zero, scale, zero_point).item() == 0.0


def test_what_lies_outside_is_clamped_and_nothing_but_zeros_is_no_division_by_zero():
    scale, zero_point = choose_qparams(mt.tensor(-1.0), mt.tensor(1.0))
    assert quantize(mt.tensor([-9.0, 9.0]), scale, zero_point).tolist() == [0, 255]
    assert choose_qparams(mt.zeros(()), mt.zeros(()))[0].item() == 1.0
    with pytest.raises(ValueError, match="bits=9 must be from 2 to 8"):
        choose_qparams(mt.tensor(-1.0), mt.tensor(1.0), bits=9)


def test_a_scale_a_channel_keeps_small_channels():
    x = mt.stack([mt.linspace(-1, 1, 9), mt.linspace(-0.01, 0.01, 9)])
    assert fake_quantize(x)[1].abs().max() < 0.012 and (fake_quantize(x)[1] - x[1]).abs().max() > 1e-3
    assert (fake_quantize(x, dim=0)[1] - x[1]).abs().max() < 1e-4


@pytest.mark.parametrize("shape", [(3, 4), (3, 2, 2, 2)])
def test_a_weights_integers_and_scales_give_it_back(shape):
    weight = mt.randn(*shape)
    weight[1] *= 50
    for per_channel in (True, False):
        integers, scale = quantize_weight(weight, 6, per_channel)
        assert integers.dtype is mt.int8 and scale.shape == (3 if per_channel else 1, *[1] * (len(shape) - 1))
        dim = 0 if per_channel else None
        assert mt.equal(dequantize(integers, scale, 0), fake_quantize(weight, 6, symmetric=True, dim=dim))
    zeros = quantize_weight(mt.zeros(2, 2))
    assert not zeros[0].any() and (zeros[1] == 1).all()


def test_observers():
    batches = [mt.tensor([-1.0, 3.0]), mt.tensor([-2.0, 1.0])]
    ranges = {}
    for kind in ("minmax", "moving_average"):
        observer = Observer(kind, momentum=0.5)
        for batch in batches:
            observer(batch)
        ranges[kind] = observer.low.item(), observer.high.item()
    assert ranges == {"minmax": (-2.0, 3.0), "moving_average": (-1.5, 2.0)}
    observer = Observer("percentile", share=0.9)
    observer(mt.cat([mt.linspace(0, 1, 1001), mt.tensor([50.0])]))
    assert 0.9 < observer.high.item() < 1.0
    with pytest.raises(RuntimeError, match="no batch was observed yet"):
        Observer().qparams()
    with pytest.raises(ValueError, match="must be minmax, moving_average or percentile"):
        Observer("histogram")


LAYERS = {"linear": (lambda: nn.Linear(20, 7), (4, 20)), "3-d": (lambda: nn.Linear(20, 7, bias=False), (2, 3, 20)),
          "long": (lambda: nn.Linear(2000, 3), (2, 2000)),
          "conv": (lambda: nn.Conv2d(4, 6, 3, stride=2, padding=1, groups=2), (2, 4, 9, 9)),
          "conv1d": (lambda: nn.Conv1d(3, 5, 3, dilation=2, bias=False), (2, 3, 12))}


def by_integers(layer, quantized, x):
    """The layer as int64 arithmetic computes it."""
    shape = (-1,) if isinstance(layer, nn.Linear) else (-1, *[1] * (layer.weight.ndim - 2))
    scale, zero_point = quantized.input_scale, quantized.input_zero_point
    whole = quantize(x, scale, zero_point).numpy().astype("int64") - int(zero_point)
    twin = mt.tensor(quantized.weight.numpy().astype("float64"))
    total = quantized.product(mt.tensor(whole.astype("float64")), twin, None).numpy()
    assert (total == np.rint(total)).all()
    out = total * (scale * quantized.scale.reshape(shape)).numpy()
    return out if layer.bias is None else out + layer.bias.detach().reshape(shape).numpy()


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_computes_what_integers_compute(name):
    make, shape = LAYERS[name]
    layer, x = make(), mt.randn(*shape)
    observer = Observer()
    observer(x)
    quantized = QuantizedLayer(layer, activations=observer.qparams())
    np.testing.assert_allclose(quantized(x).numpy(), by_integers(layer, quantized, x), rtol=1e-5, atol=1e-6)
    exact = layer(x)
    for one in (quantized, QuantizedLayer(layer, activations="dynamic"), QuantizedLayer(layer)):
        assert (one(x) - exact).abs().max() < 0.03 * exact.abs().max() + 0.02
    assert "static" in repr(quantized) and "8 bits" in repr(quantized)


def test_other_padding_is_refused():
    with pytest.raises(ValueError, match="has padding_mode=.reflect.; it must be .zeros."):
        QuantizedLayer(nn.Conv2d(1, 1, 3, padding=1, padding_mode="reflect"))


def network():
    model = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(),
                          nn.Sequential(nn.Linear(8 * 36, 32), nn.ReLU()), nn.Linear(32, 5))
    with mt.no_grad():
        model[1].running_var.uniform_(0.5, 2)
        model[1].running_mean.normal_()
        model[1].weight.uniform_(0.5, 2)
    return model


def test_a_network_is_calibrated_and_converted():
    model, x = network().eval(), mt.randn(64, 1, 6, 6)
    ready = prepare(model)
    with mt.no_grad():
        ready(x[:32])
        small = convert(ready)
        wanted, found = model(x), small(x)
    assert isinstance(small[0], QuantizedLayer) and isinstance(small[4][0], QuantizedLayer)
    assert isinstance(model[0], nn.Conv2d) and not hasattr(small, "observers")
    assert (found - wanted).abs().max() < 0.05 * wanted.abs().max()
    assert size_of(small) < 0.3 * size_of(model)
    with pytest.raises(TypeError, match="needs a model from prepare"):
        convert(model)
    with pytest.raises(RuntimeError, match="no batch was observed yet"):
        convert(prepare(model))


def test_layers_can_be_skipped_and_weights_saved(tmp_path):
    model, x = network().eval(), mt.randn(3, 1, 6, 6)
    small = quantize_dynamic(model, skip=["5"])
    assert type(small[5]) is nn.Linear and isinstance(small[0], QuantizedLayer)
    mt.save(small.state_dict(), tmp_path / "small.mt")
    fresh = quantize_dynamic(network(), skip=["5"])
    fresh.load_state_dict(mt.load(tmp_path / "small.mt"))
    assert mt.equal(fresh(x), small(x))
    alone = quantize_dynamic(nn.Linear(3, 2))
    assert isinstance(alone, QuantizedLayer) and isinstance(convert_alone(), QuantizedLayer)


def convert_alone():
    ready = prepare(nn.Linear(3, 2))
    ready(mt.randn(4, 3))
    return convert(ready)


def test_fewer_bits_cost_more():
    model, x = network().eval(), mt.randn(32, 1, 6, 6)
    with mt.no_grad():
        errors = [(quantize_dynamic(model, bits, activations=None)(x) - model(x)).abs().mean().item()
                  for bits in (8, 6, 4, 2)]
    assert errors == sorted(errors) and errors[0] < 0.01 < errors[-1]


def test_batch_norm_folds_into_the_layer_before():
    model = network()
    model.append(nn.Sequential(nn.Linear(5, 4), nn.BatchNorm1d(4, affine=False)))
    with mt.no_grad():
        model[6][1].running_mean.normal_()
    model.eval()
    folded, x = fold_batch_norm(model), mt.randn(4, 1, 6, 6)
    assert mt.allclose(folded(x), model(x), atol=1e-4)
    assert not any(isinstance(layer, nn.BatchNorm1d | nn.BatchNorm2d) for layer in folded.modules())
    assert isinstance(model[1], nn.BatchNorm2d) and model[0].bias is None


@pytest.mark.needs("torch")
@pytest.mark.parametrize("spec", [None, {"Linear"}, {"0"}, {"Linear", "LSTM"}])
def test_pytorchs_path_quantises_the_layers_it_is_asked_for(spec, torch):
    for path in ("ao.quantization", "quantization"):
        found = []
        for lib in (mt, torch):
            kinds = None if spec is None else {getattr(lib.nn, name, name) for name in spec}
            quantize = attrgetter(f"{path}.quantize_dynamic")(lib)
            model = lib.nn.Sequential(lib.nn.Linear(4, 3), lib.nn.ReLU(), lib.nn.Linear(3, 2))
            with lib.no_grad():
                for p in model.parameters():
                    p.copy_(lib.linspace(-1, 1, p.numel()).reshape(p.shape))
            small = quantize(model, kinds, dtype=lib.qint8)
            x = lib.linspace(-1, 1, 8).reshape(2, 4)
            assert type(model[0]) is lib.nn.Linear and not small.training
            found.append(([type(layer) is lib.nn.Linear for layer in small], small(x).tolist(), model(x).tolist()))
        (ours, near, exact), (theirs, also_near, _) = found
        assert ours == theirs
        np.testing.assert_allclose(near, exact, atol=0.03)
        np.testing.assert_allclose(near, also_near, atol=0.05)


def test_pytorchs_path_says_what_stays_as_it_is():
    model = nn.ModuleList([nn.LSTM(2, 3), nn.Linear(3, 2)])
    with pytest.warns(UserWarning, match="LSTM is unchanged"):
        small = mt.ao.quantization.quantize_dynamic(model, {nn.LSTM, nn.Linear})
    assert [type(layer).__name__ for layer in small] == ["LSTM", "QuantizedLayer"]
    with pytest.raises(NotImplementedError, match="dtype=qint8"):
        mt.ao.quantization.quantize_dynamic(model, dtype=mt.float16)
