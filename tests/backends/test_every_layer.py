"""Every layer, loss and optimiser on a GPU: the numbers and gradients of the CPU, and no look at a value on the way."""

import numpy as np
import pytest
from backing import drawn_on_the_cpu
from layer_table import TABLE
from layers import Run
from loss_table import LOSSES

import minitorch as mt
from minitorch import nn
from minitorch.cuda import kernels

LOOKS = {                 # name -> whether a row must look at a value: at how many there are of something
    "BatchNorm1d": lambda row: "momentum" in row.settings and row.settings["momentum"] is None,      # as PyTorch does
    "CTCLoss": lambda row: True, "AdaptiveLogSoftmaxWithLoss": lambda row: True}
rows_of: dict = {}
for row in (*TABLE, *LOSSES):
    rows_of.setdefault(row.name, []).append(row)


class There(Run):
    """A row whose inputs, settings and parameters lie on the GPU. Its state is not looked at."""

    state = None

    def tensor(self, draw, place, wants_grad=False):
        x = super().tensor(draw, place).cuda()
        return x.requires_grad_() if wants_grad and self.row.smooth else x


KERNELS = [name for name in rows_of if any(part in name.lower() for part in ("norm", "softmax", "entropy", "maxpool"))]


@pytest.mark.parametrize("name, on", [*[(name, True) for name in rows_of], *[(name, False) for name in KERNELS]])
def test_a_layer_gives_the_cpus_numbers_and_gradients_and_looks_at_no_value(name, on, cupy):
    mt.cuda.init()                                       # which looks at three small kernels' numbers
    kernels.enable(kernels.build.state["enabled"] and on)
    for row in rows_of[name]:
        with drawn_on_the_cpu():
            mt.manual_seed(0)
            here = Run(row, mt, "float64")
            slopes = here.slopes(here.outs)
            mt.manual_seed(0)
            cupy.counts.reset()
            with mt.device("cuda"):
                there = There(row, mt, "float64", here.start if row.is_module else None)
            found = there.slopes(there.outs)
            looked = cupy.counts.downloads
        for a, b in zip([*there.outs, *found], [*here.outs, *slopes], strict=True):
            assert a is None and b is None or a.is_cuda
            np.testing.assert_allclose(there.numbers(a), here.numbers(b), rtol=1e-9, atol=1e-10, err_msg=repr(row))
        assert bool(looked) == (name in LOOKS and LOOKS[name](row)), row


OPTIMISERS = [name for name in mt.optim.__all__ if isinstance(kind := getattr(mt.optim, name), type)
              and issubclass(kind, mt.optim.Optimizer) and name not in ("Optimizer", "SparseAdam")]  # sparse gradients
SLOWED = {"SGD": {"momentum": 0.9, "weight_decay": 0.1}, "Adam": {"amsgrad": True},
          "RMSprop": {"centered": True, "momentum": 0.5}}


def trained(name, settings, place):
    """The weights after three steps, and their averages."""
    mt.manual_seed(0)
    weights = [mt.randn(shape, dtype=mt.float64).to(place).requires_grad_() for shape in ((3, 2), (4, 3))]
    given = mt.randn(5, 2, dtype=mt.float64).to(place)
    optimizer = getattr(mt.optim, name)(weights, **settings.get(name, {}))
    averaged = mt.optim.swa_utils.AveragedModel(nn.ParameterList(weights))

    def loss():
        optimizer.zero_grad()
        out = (given @ weights[0].T @ weights[1].T).cos().sum()
        out.backward()
        return out
    for _ in range(3):
        loss()
        nn.utils.clip_grad_norm_(weights, 1.0)
        nn.utils.clip_grad_norm_(weights, 0.5, float("inf"))
        nn.utils.clip_grad_value_(weights, 0.4)
        optimizer.step(loss if name == "LBFGS" else None)
        averaged.update_parameters(nn.ParameterList(weights))
    return [x.detach() for x in (*weights, *averaged.module)]


@pytest.mark.parametrize("settings", [{}, SLOWED], ids=["as it is", "with all"])
@pytest.mark.parametrize("on", [True, False], ids=["kernels", "none"])
@pytest.mark.parametrize("name", OPTIMISERS)
def test_an_optimiser_takes_the_cpus_steps_and_looks_at_no_value(name, on, settings, cupy):
    mt.cuda.init()
    kernels.enable(kernels.build.state["enabled"] and on)
    expected = trained(name, settings, "cpu")
    cupy.counts.reset()
    found = trained(name, settings, "cuda")
    assert bool(cupy.counts.downloads) == (name == "LBFGS"), cupy.counts                 # which searches along a line
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a.cpu().numpy(), b.numpy(), rtol=1e-9, atol=1e-12)
