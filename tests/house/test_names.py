"""PyTorch's names: those that teaching code uses exist here, and the page of names tells the truth."""

from pathlib import Path

import pytest

import minitorch
from minitorch import names

# Names of PyTorch in at least three of the repositories with teaching code that were read, with the number of
# files and of repositories that use them.
USED = [line.split() for line in (Path(__file__).parent / "teaching_names.txt").read_text().splitlines()]
LEFT_OUT = {                             # by kind, as the issue of each later stage has it
    "compiling": ("torch.compile", "torch.jit.script", "torch.jit.trace", "torch.jit.load"),
    "several machines": ("torch.distributed", "torch.multiprocessing", "torch.multiprocessing.spawn",
                         "torch.distributed.init_process_group", "torch.distributed.ReduceOp",
                         "torch.distributed.all_reduce", "torch.nn.DataParallel",
                         "torch.nn.parallel.DistributedDataParallel"),
    "mixed precision": ("torch.autocast", "torch.bfloat16", "torch.cuda.amp.GradScaler"),
    "profiling": ("torch.profiler.profile", "torch.profiler.schedule", "torch.profiler.tensorboard_trace_handler"),
    "sparse tensors": ("Tensor.indices",),
}


def resolve(name):
    """Whether `name` leads somewhere here."""
    first, *parts = name.split(".")
    found = minitorch.Tensor if first == "Tensor" else minitorch
    for part in parts:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def test_the_names_that_teaching_code_uses_exist():
    lacking = {name for name, _, _ in USED if not resolve(name)}
    assert lacking == {name for kind in LEFT_OUT.values() for name in kind}
    assert len(USED) > 350


@pytest.mark.needs("torch")
def test_the_page_of_names_is_what_the_code_gives():
    import torch
    if torch.__version__.partition("+")[0] not in names.PAGE.read_text(encoding="utf-8"):
        pytest.skip("the page was made beside another release of PyTorch")
    assert names.PAGE.read_text(encoding="utf-8") == names.page(torch, minitorch)


def test_the_page_speaks_of_every_part():
    text = names.PAGE.read_text(encoding="utf-8")
    assert all(f"\n## {place or 'torch'}\n" in text for place in (*names.PLACES, "Tensor"))
    assert "`relu`" in text and "`LSTM`" in text and "`SyncBatchNorm`" in text.partition("**Left out:**")[2]
