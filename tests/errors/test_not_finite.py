"""A loss that is no number any more is told once, with the layer it came from and what to try."""

import warnings

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.explain import nonfinite
from minitorch.optim import SGD
from minitorch.train import train


@pytest.fixture(autouse=True)
def fresh():
    nonfinite.forget()


def run(model, loss_of, x, y, lr, steps=40):
    optimizer = SGD(model.parameters(), lr=lr)
    for _ in range(steps):
        loss = loss_of(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered:RuntimeWarning")    # NumPy says so too
@pytest.mark.parametrize(("model", "x", "y", "loss_of", "layer"), [
    (lambda: nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 1)), (64, 10), (64, 1), nn.MSELoss(),
     "Linear(32, 1)"),
    (lambda: nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 3)), (16, 1, 8, 8), None,
     nn.CrossEntropyLoss(), "Linear(144, 3)"),
])
def test_steps_that_are_too_long_are_told_once_with_the_layer_and_the_rate(model, x, y, loss_of, layer):
    with pytest.warns(UserWarning) as said:
        run(model(), loss_of, mt.randn(x), mt.randint(0, 3, x[:1]) if y is None else mt.randn(y), 1e6)
    said = [notice for notice in said if notice.category is UserWarning]
    assert len(said) == 1 and said[0].filename == __file__
    text = str(said[0].message)
    assert text.startswith("the loss is ") and f"behind {layer}, at `loss = loss_of(model(x), y)`" in text
    assert "try a tenth of the learning rate, or clip gradients" in text


def test_data_that_holds_nan_is_told_of_the_data():
    model = nn.Linear(3, 1)
    with pytest.warns(UserWarning, match=r"nan was already in the input of linear, in Linear\(3, 1\).* Clean the data"):
        model(mt.tensor([[1.0, float("nan"), 2.0]])).sum().backward()


def test_weights_that_are_lost_already_are_named():
    model = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))
    with mt.no_grad():
        model[1].weight.fill_(float("nan"))
    with pytest.warns(UserWarning, match=r"Parameters hold nan or inf already: those of Linear\(2, 1\)"):
        model(mt.ones(1, 3)).sum().backward()


def test_the_training_loop_repeats_it_in_its_error():
    model = nn.Linear(10, 1)
    batches = [(mt.randn(8, 10), mt.randn(8, 1))] * 50
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(RuntimeError, match=r"behind Linear\(10, 1\).*try a tenth of the learning rate"):
            train(model, batches, SGD(model.parameters(), lr=1e5), nn.MSELoss(), epochs=3)


@pytest.mark.filterwarnings("error::UserWarning")
def test_what_has_no_parameters_or_is_finite_is_not_told_of():
    x = mt.tensor([0.0, 1.0], requires_grad=True)
    x.log().sum().backward()
    run(nn.Linear(3, 1), nn.MSELoss(), mt.randn(4, 3), mt.randn(4, 1), 0.01, steps=3)
