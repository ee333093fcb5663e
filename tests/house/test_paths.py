"""PyTorch's import paths lead here, and what belongs to a later stage says so when it is used, not when it is named."""

import json
import sys

import pytest

import minitorch as mt
from minitorch import nn


@pytest.mark.parametrize("line", [
    "from minitorch.nn.modules.conv import _ConvNd; ok = isinstance(nn.Conv2d(1, 1, 1), _ConvNd)",
    "from minitorch.nn.modules.batchnorm import _BatchNorm; ok = issubclass(nn.BatchNorm2d, _BatchNorm)",
    "from minitorch.nn.modules.utils import _pair; ok = _pair(3) == (3, 3) == _pair((3, 3))",
    "import minitorch.nn.modules.rnn as rnn; ok = rnn.LSTM is nn.LSTM",
    "ok = nn.modules.loss.CrossEntropyLoss is nn.modules.CrossEntropyLoss is nn.CrossEntropyLoss",
    "ok = nn.modules.container.ModuleList is nn.ModuleList and nn.modules.sparse.Embedding is nn.Embedding",
    "ok = nn.modules.activation.ReLU is nn.ReLU and not hasattr(nn.modules.activation, 'Conv2d')",
    "from minitorch.nn.parameter import Parameter; ok = Parameter is nn.Parameter",
    "from minitorch.nn.parallel import DistributedDataParallel as DDP; ok = not isinstance(nn.Linear(1, 1), DDP)",
    "from minitorch.distributed import init_process_group, destroy_process_group; ok = callable(init_process_group)",
    "import minitorch.distributed as dist; ok = dist.is_available() and not dist.is_initialized()",
    "import minitorch.multiprocessing as mp; ok = mp.Queue and mp.get_sharing_strategy() == 'file_descriptor'",
    "from minitorch.cuda.amp import GradScaler, autocast; ok = True",
    "from minitorch.autograd.profiler import profile; ok = profile is mt.profiler.profile",
    "ok = mt.functional.einsum is mt.einsum and mt.functional.unique is mt.unique",
    "ok = mt.version.cuda is None and mt.version.__version__ == mt.__version__",
    "ok = mt.ones(1).layout is mt.strided and not mt.ones(1).is_sparse and repr(mt.channels_last)[10:] == "
    "'channels_last'",
    "ok = mt.ones(2).to(memory_format=mt.channels_last).contiguous(memory_format=mt.contiguous_format).sum() == 2",
    "mt.set_float32_matmul_precision('high'); mt.use_deterministic_algorithms(True); ok = True",
    "from minitorch.nn.attention import SDPBackend, sdpa_kernel\nwith sdpa_kernel([SDPBackend.MATH]): ok = True",
    "import minitorch.backends.cudnn as cudnn; cudnn.benchmark = True; ok = mt.backends.cudnn.benchmark",
    "mt.backends.cudnn.benchmark = False; import minitorch.backends.mps as mps; ok = not mps.is_available()",
    "mt.compiler.reset(); ok = not mt.compiler.is_compiling()"])
def test_a_path_of_pytorchs_leads_here(line):
    scope = {"nn": nn, "mt": mt}
    exec(line, scope)
    assert scope["ok"]


def test_the_accelerator_is_the_gpu_if_there_is_one():
    assert mt.accelerator.is_available() == mt.cuda.is_available()
    found = mt.accelerator.current_accelerator()
    assert found == mt.device("cuda") if mt.cuda.is_available() else found is None
    assert mt.accelerator.device_count() == mt.cuda.device_count()
    assert mt.accelerator.memory_allocated() == mt.cuda.memory_allocated()


@pytest.mark.parametrize("call, kind, told", [
    (lambda: mt.distributed.get_rank(), ValueError, "a group of one"),
    (lambda: nn.parallel.DistributedDataParallel(nn.Linear(1, 1)), ValueError, "call init_process_group"),
    (lambda: nn.DataParallel(nn.Linear(1, 1), [0, 1]), NotImplementedError, "Omit device_ids"),
    (lambda: mt.zeros(2, dtype=mt.bfloat16), TypeError, "NumPy has no bfloat16: use minitorch.float32"),
    (lambda: mt.ones(2).to(mt.bfloat16), TypeError, "NumPy has no bfloat16"),
    (lambda: mt.set_float32_matmul_precision("low"), RuntimeError, "'low' is not one of"),
    (lambda: mt.compile(3), RuntimeError, "takes a model or a function, not int")])
def test_what_is_not_here_says_so_when_it_is_used(call, kind, told):
    with pytest.raises(kind, match=told):
        call()


def test_a_dtype_without_numbers_can_be_asked_about():
    kind = {"float16": mt.float16, "bfloat16": mt.bfloat16}["bfloat16"]
    assert kind.is_floating_point and kind.is_signed and kind.itemsize == 2 and not kind.is_complex
    assert kind is not mt.float16 and repr(kind) == "minitorch.bfloat16"


def test_a_compiled_model_is_the_model():
    layer = nn.Linear(2, 2)
    compiled = mt.compile(layer, mode="reduce-overhead")
    assert compiled._orig_mod is layer and compiled(mt.ones(1, 2)).equal(layer(mt.ones(1, 2)))

    @mt.compile(fullgraph=True)
    def double(x):
        return 2 * x
    assert double(mt.ones(1)).item() == 2


def test_a_model_in_a_wrapper_keeps_its_names():
    model = nn.DataParallel(nn.Linear(2, 3))
    assert list(model.state_dict()) == ["module.weight", "module.bias"]
    assert model(mt.ones(1, 2)).equal(model.module(mt.ones(1, 2)))
    assert nn.parallel.data_parallel(model.module, mt.ones(1, 2)).shape == (1, 3)


def note(number, folder):
    """What each process of the test below runs."""
    if number == folder[1]:
        raise ValueError("this one fails")
    with open(f"{folder[0]}/{number}", "w") as file:
        file.write("ran")


@pytest.mark.skipif(sys.platform == "win32", reason="starts processes by fork, which is quick")
def test_processes_are_spawned_and_a_failure_is_shown(tmp_path):
    mt.multiprocessing.spawn(note, ((tmp_path, None),), nprocs=2, start_method="fork")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1"]
    with pytest.raises(mt.multiprocessing.ProcessRaisedException, match="(?s)Process 1 terminated.*this one fails"):
        mt.multiprocessing.spawn(note, ((tmp_path, 1),), nprocs=2, start_method="fork")


def test_a_profile_sums_up_operations_and_ranges(tmp_path):
    from minitorch.profiler import ProfilerActivity, profile, record_function
    layer = nn.Linear(3, 2)
    with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as prof:
        with record_function("forward"):
            loss = layer(mt.ones(4, 3)).sum()
        loss.backward()
    found = {one.key: one for one in prof.key_averages()}
    assert found["linear"].count == 1 and found["forward"].count == 1 and found["linear backward"].cpu_time_total > 0
    assert found["forward"].cpu_time_total > found["linear"].cpu_time_total
    table = prof.key_averages().table(sort_by="cpu_time_total", row_limit=2)
    assert "# of Calls" in table and len(table.splitlines()) == 5
    prof.export_chrome_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert {"linear", "sum", "forward"} <= {event["name"] for event in events}


def test_a_profile_follows_its_schedule(tmp_path):
    from minitorch.profiler import profile, schedule, tensorboard_trace_handler
    seen = []

    def ready(prof):
        seen.append((prof.step_num, sum(one.count for one in prof.key_averages())))
        tensorboard_trace_handler(tmp_path / "log", "worker")(prof)
    with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=ready) as prof:
        for _ in range(10):
            mt.ones(2) * 2
            prof.step()
    assert seen == [(3, 4), (7, 4)] and len(list((tmp_path / "log").iterdir())) == 2
    assert schedule(wait=0, warmup=0, active=1, skip_first=3)(2).name == "NONE"


def test_a_timer_measures_and_compares(capsys):
    from minitorch.utils.benchmark import Compare, Timer
    timer = Timer("x + x", globals={"x": mt.ones(2)}, label="sum", sub_label="two", description="plus")
    once, several = timer.timeit(5), timer.blocked_autorange(min_run_time=0.01)
    assert 0 < once.mean < 1 and several.median > 0 and "of sum: two" in repr(several)
    Compare([several]).print()
    assert capsys.readouterr().out.split()[:2] == ["sum", "plus"]
