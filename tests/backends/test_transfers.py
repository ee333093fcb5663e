"""Copies between CPU and GPU are counted with their lines; what waits for a GPU is listed, and nothing else."""

import pytest
from backing import BACKENDS
from notation import flat
from samples import every_row

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import nn

rows_of: dict = {}
for row in every_row():
    if row.draws and row.name != "move":                   # which is a copy
        rows_of.setdefault(row.name, []).append(row)


def waits(row, gpu):
    """How often a row and its gradient wait for the GPU."""
    args, counts = row.tensors(gpu), gpu.xp.counts
    counts.reset()
    outs = row.call(args)
    inputs, found = [x for x in flat(args) if x.requires_grad], counts.syncs
    outs = [out for out in outs if out.requires_grad]
    if inputs and outs:
        total = sum(out.cos().sum() for out in outs)
        counts.reset()
        mt.runtime.grad(total, inputs, allow_unused=True)
        found += counts.syncs
    return found


@pytest.mark.parametrize("name", rows_of)
def test_what_waits_for_a_gpu_is_listed_and_what_is_listed_waits(name):
    with BACKENDS["cupy"].active() as gpu:
        found = [waits(row, gpu) for row in rows_of[name]]
    listed = {"getitem": "x[mask]", "setitem": "x[mask]", "where": "where(mask)"}.get(name, name)
    assert any(found) == (listed in mt.cuda.transfers.synchronising), found


def test_a_training_step_copies_nothing_but_the_loss_when_asked(cupy):
    model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
                          nn.Dropout(0.1), nn.Linear(16, 3)).cuda()
    optimizer = mt.optim.AdamW(model.parameters())
    x, y = mt.randn(8, 1, 9, 9).cuda(), mt.tensor([0, 1, 2, 0, 1, 2, 0, 1]).cuda()
    for _ in range(2):
        cupy.counts.reset()
        with mt.cuda.transfers() as seen:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        assert seen.to_cpu == cupy.counts.downloads == cupy.counts.syncs == 0, seen
        with mt.cuda.transfers() as seen:
            loss.item()
        assert seen.to_cpu == 1


def test_each_copy_is_shown_with_its_size_and_line(cupy):
    with mt.cuda.transfers() as seen:
        x = mt.ones(1024).cuda()
        for _ in range(3):
            x.sum().item()
        x[x > 0]
    rows = repr(seen).splitlines()
    assert (seen.to_gpu, seen.to_cpu) == (1, 3)
    assert rows[0].split()[:6] == ["1", "x", "4", "KiB", "CPU", "->"] and "x = mt.ones(1024).cuda()" in rows[0]
    assert rows[1].split()[:4] == ["3", "x", "12", "B"] and "x.sum().item()" in rows[1]
    assert "waits within getitem" in rows[2] and "x[x > 0]" in rows[2]
    assert repr(mt.cuda.transfers()) == "no copies"
