"""Lecture 4, Hardware and Software: the TensorBoard slides, with the import changed; 500 steps become STEPS."""

import pytest

import minitorch as torch
from minitorch.utils.tensorboard import SummaryWriter

STEPS = 20


class ParallelBlock(torch.nn.Module):
    def __init__(self, D_in, D_out):
        super(ParallelBlock, self).__init__()
        self.linear1 = torch.nn.Linear(D_in, D_out)
        self.linear2 = torch.nn.Linear(D_in, D_out)
    def forward(self, x):
        h1 = self.linear1(x)
        h2 = self.linear2(x)
        return(h1 * h2).clamp(min=0)


@pytest.mark.needs("tensorboard")
def test_tensorboard(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    writer = SummaryWriter('runs/lecture_4')

    N, D_in, H, D_out = 64, 1000, 100, 10
    x = torch.randn(N, D_in)
    y = torch.randn(N, D_out)

    model = torch.nn.Sequential(
        ParallelBlock(D_in, H),
        ParallelBlock(H, H),
        torch.nn.Linear(H, D_out))
    loss_fn = torch.nn.MSELoss()

    writer.add_graph(model, x)

    learning_rate = 1e-4
    optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate)

    for t in range(STEPS):
        y_pred = model(x)
        loss = loss_fn(y_pred, y)

        writer.add_scalar('training loss', loss, t)

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    writer.close()

    # What the slides' browser shows: a falling curve, and input, Sequential and output, one above the other.
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    events = EventAccumulator('runs/lecture_4').Reload()
    losses = [point.value for point in events.Scalars('training loss')]
    assert len(losses) == STEPS and losses[-1] < losses[0]
    assert {node.name.partition("/")[0] for node in events.Graph().node} == {"input", "Sequential", "output"}
