"""What is no Tensor is refused by the name of its argument, in every loss and layer; so is a keyword from elsewhere."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, optim

F = nn.functional
X, Y, SQUARE = mt.randn(4, 3), mt.tensor([0, 1, 2, 0]), mt.ones(4, 3) * 0.5
IMAGE = mt.ones(2, 4, 6, 6)
NO_TENSORS = [None, [1.0, 2.0], np.ones((4, 3), "float32"), "x", 3.0, nn.Linear(2, 2), nn.Linear]
CALLS = {
    F.cross_entropy: {"input": X, "target": Y}, F.nll_loss: {"input": X, "target": Y},
    F.mse_loss: {"input": X, "target": X}, F.l1_loss: {"input": X, "target": X},
    F.smooth_l1_loss: {"input": X, "target": X}, F.huber_loss: {"input": X, "target": X},
    F.kl_div: {"input": X, "target": X}, F.poisson_nll_loss: {"input": X, "target": X},
    F.gaussian_nll_loss: {"input": X, "target": X}, F.soft_margin_loss: {"input": X, "target": X},
    F.binary_cross_entropy: {"input": SQUARE, "target": SQUARE},
    F.binary_cross_entropy_with_logits: {"input": X, "target": SQUARE},
    F.hinge_embedding_loss: {"input": X, "target": X}, F.multi_margin_loss: {"input": X, "target": Y},
    F.multilabel_margin_loss: {"input": X, "target": X.long()},
    F.multilabel_soft_margin_loss: {"input": X, "target": SQUARE},
    F.margin_ranking_loss: {"input1": X, "input2": X, "target": X},
    F.cosine_embedding_loss: {"input1": X, "input2": X, "target": Y},
    F.triplet_margin_loss: {"anchor": X, "positive": X, "negative": X},
    F.embedding: {"input": Y, "weight": X}, F.one_hot: {"tensor": Y}, F.dropout: {"input": X},
    F.linear: {"input": X, "weight": X}, F.conv2d: {"input": IMAGE, "weight": mt.ones(1, 4, 2, 2)},
    F.layer_norm: {"input": X}, F.rms_norm: {"input": X}, F.group_norm: {"input": IMAGE},
    F.batch_norm: {"input": X}, F.instance_norm: {"input": IMAGE}, F.local_response_norm: {"input": IMAGE},
    F.scaled_dot_product_attention: {"query": X, "key": X, "value": X},
    F.grid_sample: {"input": IMAGE, "grid": mt.zeros(2, 3, 3, 2)}, F.glu: {"input": IMAGE},
    F.cosine_similarity: {"x1": X, "x2": X}, F.prelu: {"input": X, "weight": mt.ones(1)},
}
MORE = {F.gaussian_nll_loss: {"var": 1.0}, F.layer_norm: {"normalized_shape": 3}, F.rms_norm: {"normalized_shape": 3},
        F.group_norm: {"num_groups": 2}, F.local_response_norm: {"size": 2},
        F.batch_norm: {"running_mean": None, "running_var": None, "training": True}}
ROWS = [(call, name) for call, given in CALLS.items() for name in given]


@pytest.mark.parametrize(("call", "name"), ROWS, ids=lambda x: getattr(x, "__name__", str(x)))
def test_what_is_no_tensor_is_refused_by_its_name(call, name):
    own = {"input": "(input|x)"}.get(name, name) if call is F.linear else name
    for value in NO_TENSORS:
        with pytest.raises(TypeError, match=rf"{own}'.* must be (a )?Tensor, not {type(value).__name__}"):
            call(**{**CALLS[call], **MORE.get(call, {}), name: value})


LAYERS = [nn.Linear(3, 3), nn.Conv1d(3, 3, 1), nn.Conv2d(3, 3, 1), nn.ConvTranspose2d(3, 3, 1), nn.MaxPool2d(2),
          nn.AvgPool2d(2), nn.AdaptiveAvgPool2d(1), nn.AdaptiveMaxPool1d(1), nn.BatchNorm1d(3), nn.BatchNorm2d(3),
          nn.InstanceNorm2d(3), nn.LayerNorm(3), nn.RMSNorm(3), nn.GroupNorm(1, 3), nn.Dropout(), nn.Dropout2d(),
          nn.Embedding(3, 3), nn.Flatten(), nn.Unflatten(1, (1, 3)), nn.RNN(3, 3), nn.LSTM(3, 3), nn.GRU(3, 3),
          nn.LSTMCell(3, 3), nn.ReLU(), nn.Softmax(1), nn.GLU(), nn.Upsample(2), nn.PixelShuffle(1), nn.Unfold(2),
          nn.ZeroPad2d(1), nn.CircularPad1d(1), nn.TransformerEncoderLayer(4, 2)]


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: type(layer).__name__)
@pytest.mark.parametrize("value", [None, [1.0, 2.0, 3.0]], ids=["None", "list"])
def test_layers_refuse_it_too(layer, value):
    with pytest.raises(TypeError, match=f"must be a Tensor, not {type(value).__name__}"):
        layer(value)


def test_attention_and_states_name_theirs():
    with pytest.raises(TypeError, match=r"MultiheadAttention\(\): argument 'key' must be a Tensor, not NoneType"):
        nn.MultiheadAttention(4, 2)(mt.ones(2, 1, 4), None, None)
    with pytest.raises(TypeError, match=r"LSTM: hx must be a pair of states \(h_0, c_0\), not Tensor"):
        nn.LSTM(3, 3)(mt.ones(2, 1, 3), mt.ones(1, 1, 3))
    with pytest.raises(ValueError, match="Expected hx to be 1D or 2D, got 4D"):
        nn.GRUCell(3, 3)(mt.ones(2, 3), mt.ones(1, 1, 2, 3))


@pytest.mark.parametrize(("make", "text"), [
    (lambda: optim.Adam([X], learning_rate=0.1), "unexpected keyword argument 'learning_rate'. Here it is called 'lr'"),
    (lambda: optim.SGD([X], lr=0.1, momentun=0.9), "'momentun'. Here it is called 'momentum'."),
    (lambda: optim.RMSprop([X], rho=0.9), "Here it is called 'alpha'."),
    (lambda: optim.lr_scheduler.StepLR(optim.SGD([X]), step=2), "Here it is called 'step_size'."),
    (lambda: nn.Linear(3, units=4), "Linear() got an unexpected keyword argument 'units'. Here it is called "
                                    "'out_features'. It takes in_features, out_features, bias"),
    (lambda: nn.LSTM(3, units=4), "Here it is called 'hidden_size'."),
    (lambda: nn.Linear(in_feature=3, out_features=4), "Here it is called 'in_features'."),
    (lambda: nn.Linear(3, 4, activation="relu"), "put an activation after the layer, as in nn.Sequential(layer"),
    (lambda: nn.Conv2d(1, 8, 3, strides=2), "Here it is called 'stride'."),
    (lambda: nn.Dropout(rate=0.5), "Here it is called 'p'."), (lambda: nn.Softmax(axis=1), "Here it is called 'dim'."),
    (lambda: nn.CrossEntropyLoss(from_logits=True), "CrossEntropyLoss and BCEWithLogitsLoss take scores"),
    (lambda: nn.Embedding(vocab_size=9, embedding_dim=2), "Here it is called 'num_embeddings'."),
])
def test_a_keyword_from_elsewhere_is_told_its_name_here(make, text):
    with pytest.raises(TypeError) as raised:
        make()
    assert text in str(raised.value)


def test_layers_of_ones_own_take_what_they_like():
    class Own(nn.Linear):
        def __init__(self, units, **others):
            super().__init__(3, units)
            self.others = others

    assert Own(units=4, learning_rate=1).others == {"learning_rate": 1}


@pytest.mark.parametrize(("value", "text"), [
    (F.relu, "the function relu is not a Module subclass. Use the layer instead: nn.ReLU()."),
    (mt.tanh, "nn.Tanh()."), (F.log_softmax, "nn.LogSoftmax()."), ("relu", "nn.ReLU()."),
    (lambda x: x, "Call it in the forward() of a class of your own"), ([nn.ReLU()], "nn.Sequential(*layers)"),
    (mt.ones(3), "It is a layer's result"), (3, "Make a layer, such as nn.Linear(...)"),
    (nn.ReLU, "ReLU is a class, not a module: write ReLU(...), with brackets.")])
def test_sequential_says_what_to_put_in_the_place_of_what_is_no_layer(value, text):
    with pytest.raises(TypeError) as raised:
        nn.Sequential(nn.Linear(3, 3), value)
    assert text in str(raised.value)


@pytest.mark.parametrize(("size", "text"), [
    ((32, 28, 28), "Flatten what makes one sample first: x.flatten(1), or nn.Flatten() before this layer."),
    ((32, 1, 28, 28), "x.flatten(1), or nn.Flatten()"), ((28, 28), "one sample without a batch: x.reshape(1, 784)"),
    ((784, 32), "Are the samples in columns? Then use x.T."), ((32, 100), "Does the layer before it give 784")])
def test_images_before_a_linear_layer_are_told_to_be_flattened(size, text):
    with pytest.raises(RuntimeError) as raised:
        nn.Linear(784, 10)(mt.zeros(size))
    assert text in str(raised.value)


@pytest.mark.parametrize("make", [
    lambda: nn.Linear(3.0, 4), lambda: nn.Conv2d(1, "8", 3), lambda: nn.BatchNorm1d([3]), lambda: nn.LSTM(3, 4, 2.5),
    lambda: nn.GRU(3, 4, bidirectional="yes"), lambda: nn.Embedding(10, None), lambda: nn.LayerNorm(3, eps=(1, 2)),
    lambda: nn.Softshrink("x"), lambda: nn.BatchNorm2d(3, momentum="x"), lambda: nn.GELU(True),
    lambda: nn.MultiheadAttention(4, 2.0),
    lambda: nn.CrossEntropyLoss(ignore_index=2.5), lambda: nn.LayerNorm(None)])
def test_a_setting_of_the_wrong_kind_is_named(make):
    with pytest.raises(TypeError, match=r"\w+ (should|must) be an? \w+"):
        make()


def test_what_is_left_out_by_none_or_given_by_numpy_is_right():
    assert nn.RMSNorm(3, eps=None).eps is None and nn.BatchNorm1d(3, momentum=None).momentum is None
    assert nn.Linear(np.int64(3), 4).weight.shape == (4, 3) and nn.Dropout(np.float32(0.5)).p == 0.5


@pytest.mark.parametrize(("make", "text"), [
    (lambda: optim.SGD(nn.Linear(1, 1).parameters), "Write model.parameters(), with brackets."),
    (lambda: optim.SGD(nn.Linear(1, 1).state_dict()), "was given a dict of weight, bias"),
    (lambda: optim.Adam([X], lr="0.1"), "lr must be a number, not str."),
    (lambda: optim.Adam(0.1, nn.Linear(1, 1).parameters()), "Parameters come first, then settings"),
    (lambda: optim.Adam([X], betas=0.9), "betas must be a pair of numbers"),
    (lambda: nn.CrossEntropyLoss(X, Y), "must be None or bool|makes the loss and takes no tensors"),
    (lambda: nn.MSELoss(X, X), "makes the loss and takes no tensors: make it first, loss_of = nn.MSELoss()"),
    (lambda: nn.LSTM(3, 3, bias=1), "bias should be of type bool"), (lambda: nn.Dropout("0.5"), "p should be a number"),
    (lambda: nn.ModuleList(nn.ReLU()), "ModuleList takes a list of modules, not ReLU"),
])
def test_what_cannot_be_made_of_what_it_is_given_says_so(make, text):
    with pytest.raises(TypeError) as raised:
        make()
    assert any(part in str(raised.value) for part in text.split("|"))
