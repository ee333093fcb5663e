"""How modules print: as PyTorch's do, to the letter."""

from collections import OrderedDict

import pytest

import minitorch as mt
from minitorch import nn

PRINTED = {
    "linear": lambda nn: nn.Linear(3, 4, bias=False),
    "conv": lambda nn: nn.Conv2d(2, 4, (3, 5), stride=2, padding=1, dilation=2, groups=2, bias=False),
    "same": lambda nn: nn.Conv2d(1, 1, 3, padding="same"),
    "pools": lambda nn: nn.Sequential(nn.MaxPool2d(2), nn.AvgPool2d((2, 3), stride=1)),
    "norms": lambda nn: nn.Sequential(nn.BatchNorm1d(3), nn.BatchNorm2d(4, momentum=None, affine=False)),
    "named": lambda nn: nested(nn),
    "empty": lambda nn: nn.Sequential(nn.Sequential(), nn.ModuleList(), nn.ModuleDict(), nn.Identity(), nn.Flatten()),
    "repeated": lambda nn: nn.ModuleList(
        [nn.Linear(2, 2) for _ in range(3)] + [nn.ReLU()] + [nn.Sequential(nn.Tanh())] * 2),
    "dict": lambda nn: nn.ModuleDict({"a": nn.Linear(1, 1), "b": nn.Sequential(nn.ReLU())}),
    "losses": lambda nn: nn.Sequential(nn.CrossEntropyLoss(), nn.MSELoss(), nn.BCEWithLogitsLoss(), nn.NLLLoss()),
    "bends": lambda nn: nn.Sequential(
        nn.ReLU(), nn.ReLU(inplace=True), nn.Tanh(), nn.Sigmoid(), nn.LeakyReLU(0.2), nn.LeakyReLU(inplace=True),
        nn.GELU(), nn.GELU("tanh"), nn.Softmax(dim=1), nn.LogSoftmax(1), nn.ELU(), nn.SELU(), nn.SiLU(), nn.Softplus(),
        nn.Hardtanh(), nn.ReLU6(), nn.PReLU(), nn.Mish(), nn.Hardswish(), nn.Hardsigmoid(), nn.LogSigmoid(), nn.GLU(),
        nn.Softsign(), nn.Tanhshrink(), nn.Softshrink(), nn.Threshold(0.1, 20), nn.CELU(), nn.Softmin(1),
        nn.ReLU6(inplace=True)),
    "dropouts": lambda nn: nn.Sequential(nn.Dropout(), nn.Dropout2d(0.2, True), nn.AlphaDropout(0.1), nn.Dropout1d()),
    "module": lambda nn: nn.Module(),
}


def nested(nn):
    outer = nn.Module()
    outer.body = nn.Sequential(OrderedDict(conv=nn.Conv2d(1, 2, 3)))
    outer.head = nn.Linear(2, 1)
    return outer


@pytest.mark.parametrize("name", PRINTED)
def test_a_module_prints_as_pytorchs_does(torch, name):
    assert repr(PRINTED[name](nn)) == repr(PRINTED[name](torch.nn))


@pytest.mark.host
def test_a_parameter_prints_as_pytorchs_does(torch):
    assert repr(nn.Parameter(mt.ones(2))) == repr(torch.nn.Parameter(torch.ones(2)))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_list_of_parameters_prints_as_pytorchs_does(torch, count):
    ours = nn.ParameterList([mt.ones(2, 3) for _ in range(count)])
    theirs = torch.nn.ParameterList([torch.ones(2, 3) for _ in range(count)])
    assert repr(ours).replace("minitorch.", "torch.") == repr(theirs)
