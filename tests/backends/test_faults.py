"""Slips that NumPy forgives and a GPU does not, planted one at a time: each turns the stand-in's run red."""

import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NP = '__import__("numpy")'


class Fault:
    """A line of the source, what is written in its place, the tests that notice, and what they then say."""

    def __init__(self, path, line, slip, tests, words):
        self.path, self.line, self.slip, self.tests, self.words = path, line, slip, tests, words


FAULTS = {
    "np. in a forward": Fault(
        "ops/elementwise/powers.py", "return xp.log2(input)", f"return {NP}.log2(input)", "test_same.py -k log2",
        "not support ufuncs"),
    "np.zeros in a derivative": Fault(
        "runtime/indexed_grad.py", "buffer = backend.library_of(part.grad).zeros(edge.shape, edge.dtype)",
        f"buffer = {NP}.zeros(edge.shape, edge.dtype)", "test_same.py -k gather", "TypeError"),
    "np.add.at in an index derivative": Fault(
        "ops/kernels/scatter_add.py", "if type(buffer) is not np.ndarray:", "if buffer is None:",
        "test_same.py -k index_select",
        "TypeError"),
    "float() in an optimiser": Fault(
        "optim/sgd.py", "    param -= lr * (grad + momentum * velocity if nesterov else velocity)",
        "    param -= lr * (grad + momentum * velocity if nesterov else velocity) if float(abs(grad).sum()) else 0",
        "test_training.py -k SGD", "downloads"),
    "float() in another": Fault(
        "optim/adam.py", "work += eps * unbias2", "work += eps * unbias2 * max(1, float(work.max()))",
        "test_training.py -k Adam", "downloads"),
    "a state made by NumPy": Fault(
        "optim/adam.py", "exp_avg=xp.zeros_like(param),", f"exp_avg={NP}.zeros(param.shape, param.dtype),",
        "test_training.py -k Adam", "Unsupported type"),
    "a mask that stayed on the CPU": Fault(
        "ops/random/sampling.py", "kept = xp.asarray(stream(xp, generator)", f"kept = (stream({NP}, generator)",
        "test_training.py -k mlp",
        "Unsupported type"),
    ".item() in a loss": Fault(
        "nn/functional/loss.py", "return dispatch(losses.cross_entropy, (input, target), settings)",
        "return dispatch(losses.cross_entropy, (input, target), settings) + 0 * input.sum().item()",
        "test_training.py -k mlp", "downloads"),
    "if on a value in a layer": Fault(
        "ops/elementwise/activation.py", "    return xp.maximum(input, out, out=out)",
        "    return xp.maximum(input, out, out=out) if (input > 0).any() else input * 0", "test_training.py -k mlp",
        "downloads"),
    "a mask as an index in a layer": Fault(
        "ops/elementwise/activation.py", "    return xp.maximum(input, out, out=out)",
        "    input = input.copy()\n    input[input < 0] = 0\n    return input", "test_training.py -k mlp", "downloads"),
    "a norm that is read to clip by it": Fault(
        "nn/utils/clip_grad.py", "(max_norm / (total_norm + 1e-6)).clamp(max=1.0)",
        "min(1.0, max_norm / (total_norm.item() + 1e-6))", "test_training.py -k mlp", "downloads"),
    "a Python list as an index in the loader's path": Fault(
        "tensors/indexing.py", "arrays = [array.to(tensor.device) for array in arrays]", "pass",
        "test_cuda.py -k batches", "same device"),
    "values drawn on the CPU and not sent": Fault(
        "nn/init.py", "move(np.asarray(values), tensor.device)", "np.asarray(values)", "test_cuda.py -k drawn",
        "cannot be used for fill"),
    "half of the parameters in a launch": Fault(
        "cuda/kernels/multi_tensor.py", "for start in range(0, len(rows), MOST):",
        "for start in range(0, len(rows), 2 * MOST):", "test_multi_tensor.py -k take_two", "assert"),
    "steps counted on the CPU in a graph": Fault(
        "optim/optimizer.py", 'if group.get("capturable") and self.skip is None else run', "if False else run",
        "test_graphs.py -k that_python", "capturable=True"),
    "a counter that stands still": Fault(
        "cuda/kernels/philox.py", "self.counter += np.uint64(count)", "pass", "test_random.py -k same_numbers",
        "assert"),
    "chance of the CPU's for a GPU": Fault(
        "ops/shape/creation.py", 'as_device(place).type in ("meta", "cuda")', 'as_device(place).type == "meta"',
        "test_random.py -k names_seed", "assert"),
    "new tensors left on the CPU": Fault(
        "ops/shape/creation.py", 'as_device(place).type in ("meta", "cuda")', 'as_device(place).type == "meta"',
        "test_messages.py -k constants", "assert"),
    "labels that nobody checks": Fault(
        "nn/functional/loss.py",
        "if flag_outside(labels, 0, classes - 1, no_class, name, classes, ignored=ignore_index):",
        "if type(labels) is not ndarray:", "test_training.py -k labels_that", "DID NOT RAISE"),
    "a flag that nobody reads": Fault(
        "backend.py", "    for read in copied:", "    for read in ():", "test_device_checks.py -k next_look",
        "DID NOT RAISE"),
    "a scaler that asks": Fault(
        "amp.py", 'if not hasattr(wrong, "array") or args or kwargs or not optimizer.can_skip():', "if True:",
        "test_grad_scaler.py -k without_a_copy", "assert"),
    "a step that is taken back but counted": Fault(
        "optim/skipping.py", "        state[name] = xp.where(skip, old, state[name])",
        "        state[name] = xp.where(skip, old, state[name]) if old.ndim else state[name]",
        "test_grad_scaler.py -k without_a_copy", "Mismatch"),
    "places that nobody checks": Fault(
        "tensors/indexing.py", "if bounds or type(tensor.array) is not np.ndarray:", "if bounds:",
        "test_training.py -k beyond", "DID NOT RAISE"),
    "a method that CuPy lacks": Fault(
        "ops/kernels/sums.py", 'if xp.__name__ == "numpy" and hasattr(combine, "accumulate"):',
        'if hasattr(combine, "accumulate"):',
        "test_same.py -k cummax", "is not supported yet"),
    "fresh memory taken for zeros": Fault(
        "ops/conv/convolution.py", "buffer = xp.zeros((step", "buffer = xp.empty((step", "test_same.py -k conv2d",
        "mismatch"),
    "a tile by NumPy": Fault(
        "ops/kernels/attention.py", "weights = xp.exp(scores - totals", f"weights = {NP}.exp(scores - totals",
        "test_attention.py -k tiles_compute", "not support ufuncs"),
    "sums of rows on the CPU": Fault(
        "ops/kernels/attention.py", "totals = xp.empty((", f"totals = {NP}.empty((",
        "test_attention.py -k tiles_compute", "Implicit conversion"),
    "fresh memory taken for zeros, in tiles": Fault(
        "ops/kernels/attention.py", "outs = [xp.zeros(a.shape", "outs = [xp.empty(a.shape",
        "test_attention.py -k tiles_compute", "assert"),
    "a reduction that CuPy lacks": Fault(
        "ops/kernels/attention.py", "peak = scores.max(-1, keepdims=True)",
        "peak = xp.maximum.reduce(scores, axis=-1, keepdims=True)", "test_attention.py -k tiles_compute",
        "cannot work with"),
    "float() in a tile": Fault(
        "ops/kernels/attention.py", "xp.matmul(scores, v) / total", "xp.matmul(scores, v) / max(float(total.max()), 1)",
        "test_attention.py -k no_numbers", "assert"),
    "a later tile that sees the future": Fault(
        "ops/kernels/attention.py", "xp.arange(first, first + scores.shape[-2])", "xp.arange(scores.shape[-2])",
        "test_attention.py -k tiles_compute", "assert"),
    "a plan that reads from the middle of 16 bytes": Fault(
        "cuda/attention.py", "return a if reads and a.data.ptr % ALIGNED == 0 else", "return a if reads else",
        "test_attention.py -k cannot_read", "multiple of 16 bytes"),
    "a plan that reads rows where columns lie": Fault(
        "cuda/attention.py", "reads = a.strides[-1] == a.itemsize and all(", "reads = all(",
        "test_attention.py -k cannot_read", "no attention of such heads"),
    "what is kept, given away": Fault(
        "cuda/attention.py", "(totals, seen.copy())", "(totals, seen)", "test_attention.py -k written_into", "assert"),
    "a plan for a chip without one": Fault(
        "cuda/attention.py", 'if chip["major"] < 8:', "if False:", "test_attention.py -k has_no_plan", "DID NOT WARN"),
    "a plan on another stream": Fault(
        "cuda/plans.py", "stream=xp.cuda.get_current_stream().ptr)", "stream=0)",
        "test_attention.py -k current_stream", "assert"),
    "a mask by NumPy": Fault(
        "ops/kernels/masked_attention.py", "bias = xp.where(mask,", f"bias = {NP}.where(mask,",
        "test_masked_attention.py -k take_masks", "not support function|Implicit conversion|TypeError"),
    "a mask that is looked at": Fault(
        "ops/kernels/masked_attention.py", "return bias, mask.any(-1, keepdims=True)",
        "return bias, mask.any(-1, keepdims=True) if bool((~mask).any()) else None",
        "test_masked_attention.py -k no_numbers", "assert"),
    "rows that see nothing, by a plan": Fault(
        "cuda/attention.py", "seen *= seeing", "pass", "test_masked_attention.py -k take_masks", "assert"),
    "infinity in a mask": Fault(
        "ops/kernels/masked_attention.py", "LOWEST = -65504.0", 'LOWEST = float("-inf")',
        "test_masked_attention.py -k take_masks", "assert"),
    "gradients of rows that see nothing": Fault(
        "cuda/attention.py", "grad = xp.ascontiguousarray(only(xp, seeing, grad))",
        "grad = xp.ascontiguousarray(grad)", "test_masked_attention.py -k take_masks", "assert"),
    "cuDNN's numbers, twice the same": Fault(
        "cuda/kernels/philox.py", "        self.go_on(count)\n        return found", "        return found",
        "test_masked_attention.py -k goes_on", "assert"),
    "cuDNN's numbers from a place that moves on": Fault(
        "cuda/kernels/philox.py", "        found[::2] = self.place[:2].view(\"int64\")\n        self.go_on(count)",
        "        self.go_on(count)\n        found[::2] = self.place[:2].view(\"int64\")",
        "test_masked_attention.py -k drop_the_same", "assert"),
    "weights dropped on the way there only": Fault(
        "ops/kernels/attention.py", "        weights = weights * dropped", "        pass",
        "test_masked_attention.py -k drop_the_same", "assert"),
    "a step on the wrong GPU": Fault(
        "optim/optimizer.py", "with on(param.array):", "if True:", "test_cuda.py -k work_is_done",
        "array device = 1 while current = 0"),
}


def run(home, file, chosen):
    """pytest, without plugins, on some of the tests beside this file, as they are under `home`."""
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=short",
                           f"tests/backends/{file}", "-k", chosen], cwd=home, capture_output=True, text=True,
                          timeout=120, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "OPENBLAS_NUM_THREADS": "1",
                                            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})


def write(file, source):
    """Write a module, and leave no byte code of what it was."""
    file.write_text(source, encoding="utf-8")
    Path(cache_from_source(file)).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the source and the tests."""
    home = tmp_path_factory.mktemp("tree")
    for name in ("minitorch", "tests"):
        shutil.copytree(ROOT / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", home)
    return home


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_has_one_place_in_the_source(fault):
    source = (ROOT / "minitorch" / fault.path).read_text(encoding="utf-8")
    assert source.count(fault.line) == 1, f"{fault.path} has not one place for this fault: choose another line"


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted({fault.tests.split()[0] for fault in FAULTS.values()}))
def test_without_a_fault_the_tests_are_green(tree, file):
    chosen = {fault.tests.split()[2] for fault in FAULTS.values() if fault.tests.split()[0] == file}
    done = run(tree, file, " or ".join(sorted(chosen)))
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_turns_them_red(tree, fault):
    file = tree / "minitorch" / fault.path
    source = file.read_text(encoding="utf-8")
    try:
        write(file, source.replace(fault.line, fault.slip))
        file_of_tests, _, chosen = fault.tests.split()
        done = run(tree, file_of_tests, chosen)
    finally:
        write(file, source)
    assert done.returncode == 1, done.stdout[-3000:]
    assert any(words in done.stdout for words in fault.words.split("|")), done.stdout[-3000:]
