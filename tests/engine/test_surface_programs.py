"""Programs at the edges of PyTorch's surface: indices, rates, states, fused layers, rows of gradients, odd data."""

import numpy as np
import pytest
from engine.test_teaching_programs import agree, drawn, started

pytestmark = pytest.mark.filterwarnings("ignore")


def attention_by_rows(torch):
    """Numbers, slices and index tensors in one pair of brackets, read and written."""
    x, rows = torch.arange(24.0).reshape(2, 3, 4), torch.tensor([[0, 1], [1, 0]])
    yield x[0, :, rows].shape, x[0, :, rows], x[rows, :, -1].shape, x[0, None, rows].shape, x[..., rows[0], 2]
    x[1, :, rows[0]] = -torch.arange(6.0).reshape(3, 2)
    x[torch.tensor(0), :, torch.tensor([True, False, False, True])] += 100
    yield x
    weight = torch.ones(2, 3, requires_grad=True)
    column, all_rows = weight[:, 0], slice(None)
    for index, value in ((rows[0], weight), ((all_rows, rows[0]), weight.T), (slice(2), weight), ((0, rows[0]), column),
                         ((rows[0], slice(2)), weight[:, :2]), ((..., rows[0]), weight.T), ((*rows,), column)):
        y = torch.zeros(3, 3)
        y[index] = value
        yield y, y.grad_fn.name()


def rates_that_are_tensors(torch):
    """A rate on a device, decayed in place; Adagrad's state before its first step; counts read as tensors."""
    for name in ("SGD", "Adam", "Adagrad", "RMSprop", "NAdam"):
        weight = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
        optimizer = getattr(torch.optim, name)([weight], lr=torch.tensor(0.1))
        schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
        yield len(optimizer.state)
        for _ in range(3):
            optimizer.zero_grad()
            (weight ** 2).sum().backward()
            optimizer.step()
            schedule.step()
            yield schedule.get_last_lr(), optimizer.param_groups[0]["lr"], optimizer.state[weight].get("step") is None
        yield weight, optimizer
    yield optimizer.state[weight]["step"], optimizer.state[weight]["step"].dtype


def fused_for_use(torch):
    """A batch norm folded into the convolution before it; a layer whose weights come later; types by Python's names."""
    nn = torch.nn
    conv, norm = started(torch, nn.Conv2d(2, 3, 3)), started(torch, nn.BatchNorm2d(3))
    norm(conv(drawn(torch, 4, 2, 5, 5)))
    conv, norm = conv.eval(), norm.eval()
    x = drawn(torch, 1, 2, 5, 5)
    both = nn.utils.fusion.fuse_conv_bn_eval(conv, norm)
    yield both, torch.allclose(both(x), norm(conv(x)), atol=1e-5), both.weight.requires_grad
    up, line = started(torch, nn.ConvTranspose2d(2, 3, 2)).eval(), started(torch, nn.Linear(4, 3)).eval()
    flat = started(torch, nn.BatchNorm1d(3)).eval()
    yield torch.allclose(nn.utils.fuse_conv_bn_eval(up, norm, True)(x), norm(up(x)), atol=1e-5)
    rows = x[0, 0, :, :4]
    yield torch.allclose(nn.utils.fuse_linear_bn_eval(line, flat)(rows), flat(line(rows)), atol=1e-5)
    yield nn.utils.skip_init(nn.Linear, 2, 3).weight.shape, nn.Linear(1, 1).type(torch.float64).weight.dtype
    yield torch.zeros(1).to(int).dtype, torch.typename(torch.ones(1)), torch.set_grad_enabled(True)


def rows_of_gradients(torch):
    """A Jacobian by one call, and gradients for several losses at once."""
    x = torch.linspace(0, 1, 3, requires_grad=True)
    y = torch.stack([x.sin(), x ** 2])
    yield torch.autograd.grad(y[1], x, torch.eye(3), is_grads_batched=True, retain_graph=True)
    yield torch.autograd.grad((y[0], y[1]), (x,), (torch.eye(3), 2 * torch.eye(3)), is_grads_batched=True)


def data_of_many_kinds(torch):
    """Numbers of NumPy's among Python's, bytes, and what is no number."""
    for given in ([np.float32(1), 2.0], [1, np.float32(2)], [[np.float32(1)], [2]], (np.int64(1), 2.0),
                  [np.float64(1), 2.0], [np.float16(1)], [np.ones(2, np.float32), np.ones(2)], [np.uint8(1), 2]):
        yield torch.tensor(given).dtype
    for given in (None, {}, [None], "a", [1, "a"]):
        try:
            torch.tensor(given)
        except (RuntimeError, TypeError) as error:
            yield type(error).__name__
    yield torch.frombuffer(bytearray(b"abcd"), dtype=torch.uint8, offset=1), torch.narrow_copy(torch.arange(4), 0, 1, 2)
    zeros, source = torch.zeros(2, 3), torch.arange(1.0, 7).reshape(2, 3)
    yield zeros.index_reduce(1, torch.tensor([2, 2, 0]), source, "prod", include_self=False)
    yield torch.nn.init.calculate_gain("linear"), torch.ones(3).cauchy_().isfinite().all()
    yield torch.ones(2).geometric_(0.5).min() >= 1, torch.ones(2).log_normal_().min() > 0


def counts_written_by_hand(torch):
    """An optimiser's counts read by hooks and set back; a fit by L-BFGS; names of errors that a program prints."""
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.Adam([weight], lr=0.1)
    seen = []
    optimizer.register_step_post_hook(lambda one, given, settings: seen.append(one.state[weight]["step"].item()))
    for _ in range(3):
        weight.sum().backward()
        optimizer.step()
    optimizer.state[weight]["step"].fill_(1)
    optimizer.step()
    yield seen, optimizer.state[weight].get("step"), dict(optimizer.state[weight])["step"], weight
    x, factors = torch.linspace(-1, 1, 20), torch.zeros(3, requires_grad=True)
    fit = torch.optim.LBFGS([factors], lr=0.5, max_iter=3, line_search_fn="strong_wolfe")

    def closure():
        fit.zero_grad()
        loss = ((factors[0] + factors[1] * x + factors[2] * x ** 2 - 2 * x ** 2 + 0.5 * x) ** 2).mean()
        loss.backward()
        return loss
    yield [fit.step(closure).detach() for _ in range(3)], factors
    for wrong in (lambda: torch.nn.functional.cross_entropy(torch.ones(1, 2), torch.tensor([5])),
                  lambda: torch.linalg.inv(torch.zeros(2, 2)), lambda: torch.arange()):
        try:
            wrong()
        except (IndexError, RuntimeError, TypeError) as error:
            yield type(error).__name__


@pytest.mark.parametrize("program", [attention_by_rows, rates_that_are_tensors, fused_for_use, rows_of_gradients,
                                     data_of_many_kinds, counts_written_by_hand], ids=lambda program: program.__name__)
def test_what_a_program_prints_agrees(program, torch):
    agree(program, torch)
