"""Layers refuse settings that PyTorch refuses; and layers that hold functions go through pickle."""

import pickle
from copy import deepcopy

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F

# name, what it is made with, the error of PyTorch and here
REFUSED = [
    ("Conv3d", (3, 4, 3), {"groups": 2}, ValueError), ("Conv3d", (2, 4, 3), {"padding_mode": "mirror"}, ValueError),
    ("Conv2d", (2, 4, 3), {"padding_mode": 1.5}, ValueError), ("Conv2d", (2, 4, 3), {"padding": "both"}, ValueError),
    ("ConvTranspose3d", (2, 4, 3), {"padding_mode": "reflect"}, ValueError),
    ("Conv3d", (2, 4, 3), {"padding": "same", "stride": 2}, ValueError),
    ("FractionalMaxPool2d", (2,), {}, ValueError), ("FractionalMaxPool3d", (2, 3, 0.5), {}, ValueError),
    ("FractionalMaxPool2d", (2,), {"output_ratio": 1.5}, ValueError), ("FractionalMaxPool3d", (0, 2), {}, ValueError),
    ("FractionalMaxPool2d", (2,), {"output_ratio": (0.5, 0.0)}, ValueError),
    ("Bilinear", (0, 2, 3), {}, ValueError), ("EmbeddingBag", (5, 3), {"padding_idx": 5}, AssertionError),
    ("EmbeddingBag", (5, 3), {"padding_idx": -6}, AssertionError),
    ("LinearCrossEntropyLoss", (3, 2), {"label_smoothing": 2.0}, RuntimeError),
    ("AdaptiveLogSoftmaxWithLoss", (4, 6, []), {}, ValueError),
    ("AdaptiveLogSoftmaxWithLoss", (4, 6, [3, 2]), {}, ValueError),
    ("AdaptiveLogSoftmaxWithLoss", (4, 6, [6]), {}, ValueError),
    ("HuberLoss", (), {"delta": 1 + 0j}, TypeError), ("RNNBase", ("LSTN", 2, 3), {}, ValueError),
    ("RNNBase", (None, 2, 3), {}, TypeError), ("ParameterList", (0,), {}, TypeError),
]


@pytest.mark.parametrize("name, args, settings, kind", REFUSED, ids=str)
def test_what_pytorch_refuses_is_refused(name, args, settings, kind, torch):
    for library in (mt, torch):
        with pytest.raises(kind):
            getattr(library.nn, name)(*args, **settings)


def test_a_weight_of_another_size_is_refused(torch):
    for library in (mt, torch):
        with pytest.raises(RuntimeError, match=r"expected weight shape to be \(2,\), got \(3,\)"):
            library.nn.LinearCrossEntropyLoss(3, 2, weight=library.ones(3))
        with pytest.raises(AssertionError):
            library.nn.EmbeddingBag(3, 2, _weight=library.ones(2, 2))


def test_the_adaptive_softmax_tells_all_probabilities(torch):
    theirs = torch.nn.AdaptiveLogSoftmaxWithLoss(8, 9, [2, 5], 2.0).double()
    ours = nn.AdaptiveLogSoftmaxWithLoss(8, 9, [2, 5], 2.0).double()
    ours.load_state_dict({name: mt.from_numpy(x.numpy().copy()) for name, x in theirs.state_dict().items()})
    x = torch.randn(5, 8, dtype=torch.float64)
    found = ours.log_prob(mt.from_numpy(x.numpy()))
    assert mt.allclose(found, mt.from_numpy(theirs.log_prob(x).detach().numpy()))
    assert ours.predict(mt.from_numpy(x.numpy())).tolist() == theirs.predict(x).tolist()
    for library, layer in ((mt, ours), (torch, theirs)):
        with pytest.raises(RuntimeError, match=r"Target values should be in \[0, 8\]"):
            layer(library.zeros(2, 8, dtype=library.float64), library.tensor([1, 9]))


def test_the_mode_says_how_many_gates_there_are(torch):
    for mode in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU"):
        ours, theirs = (library.nn.RNNBase(mode, 2, 3) for library in (mt, torch))
        assert [tuple(p.shape) for p in ours.parameters()] == [tuple(p.shape) for p in theirs.parameters()]
    assert nn.RNN(2, 3, nonlinearity="relu").mode == torch.nn.RNN(2, 3, nonlinearity="relu").mode


@pytest.mark.parametrize("name", F.__all__)
def test_a_function_is_found_again_by_pickle_and_never_copied(name):
    function = getattr(F, name)
    assert pickle.loads(pickle.dumps(function)) is function and deepcopy(function) is function


def test_a_layer_that_holds_functions_goes_through_pickle():
    layer = nn.TransformerEncoderLayer(4, 2, 8, 0.0, F.gelu)
    x = mt.randn(3, 2, 4)
    assert (pickle.loads(pickle.dumps(layer))(x) == layer(x)).all()
