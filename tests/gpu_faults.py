"""Mistakes that work with NumPy but not on a GPU: where each is inserted, and which tests notice it."""

NP = '__import__("numpy")'


class Fault:
    """A source line, the line that replaces it, the tests that then fail, and their message."""

    def __init__(self, path, line, slip, tests, words):
        self.path, self.line, self.slip, self.tests, self.words = path, line, slip, tests, words


FAULTS = {
    "np. in a forward": Fault(
        "rare/ops/elementwise/powers.py", "return xp.log2(input)", f"return {NP}.log2(input)", "test_same.py -k log2",
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
        "optim/runners.py", 'if group.get("capturable") else run', "if False else run",
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
        "backend/__init__.py", "    for read in copied:", "    for read in ():", "test_device_checks.py -k next_look",
        "DID NOT RAISE"),
    "a scaler that asks": Fault(
        "torch_api/amp.py", 'if not hasattr(wrong, "array") or args or kwargs or not can_skip(optimizer):', "if True:",
        "test_grad_scaler.py -k without_a_copy", "assert"),
    "a step that is taken back but counted": Fault(
        "cuda/steps.py", "        state[name] = xp.where(skip, old, state[name])",
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
        "rare/ops/kernels/masked_attention.py", "bias = xp.where(mask,", f"bias = {NP}.where(mask,",
        "test_masked_attention.py -k take_masks", "not support function|Implicit conversion|TypeError"),
    "a mask that is looked at": Fault(
        "rare/ops/kernels/masked_attention.py", "return bias, mask.any(-1, keepdims=True)",
        "return bias, mask.any(-1, keepdims=True) if bool((~mask).any()) else None",
        "test_masked_attention.py -k no_numbers", "assert"),
    "rows that see nothing, by a plan": Fault(
        "cuda/attention.py", "seen *= seeing", "pass", "test_masked_attention.py -k take_masks", "assert"),
    "infinity in a mask": Fault(
        "rare/ops/kernels/masked_attention.py", "LOWEST = -1e38", 'LOWEST = float("-inf")',
        "test_masked_attention.py -k take_masks", "assert"),
    "gradients of rows that see nothing": Fault(
        "cuda/attention.py", "grad = xp.ascontiguousarray(zero_unseen_rows(xp, seeing, grad))",
        "grad = xp.ascontiguousarray(grad)", "test_masked_attention.py -k take_masks", "assert"),
    "cuDNN's numbers, twice the same": Fault(
        "cuda/kernels/philox.py", "        self.advance(count)\n        return found", "        return found",
        "test_masked_attention.py -k goes_on", "assert"),
    "cuDNN's numbers from a place that moves on": Fault(
        "cuda/kernels/philox.py", "        found[::2] = self.place[:2].view(\"int64\")\n        self.advance(count)",
        "        self.advance(count)\n        found[::2] = self.place[:2].view(\"int64\")",
        "test_masked_attention.py -k drop_the_same", "assert"),
    "weights dropped on the way there only": Fault(
        "ops/kernels/attention.py", "        weights = weights * dropped", "        pass",
        "test_masked_attention.py -k drop_the_same", "assert"),
    "float() in a rule that no other test tries": Fault(
        "rare/optim/rprop.py", "    param -= xp.sign(last) * size",
        "    param -= xp.sign(last) * size * (float(size.max()) > 0)", "test_every_layer.py -k Rprop", "downloads"),
    "a velocity by NumPy, where no kernel runs": Fault(
        "optim/sgd.py", "    param -= lr * (grad + momentum * velocity if nesterov else velocity)",
        f"    param -= lr * (grad + momentum * velocity if nesterov else {NP}.asarray(velocity))",
        "test_every_layer.py -k SGD", "Implicit conversion"),
    "an infinite norm that is read": Fault(
        "nn/utils/clip_grad.py", "total = sizes.max() if norm_type > 0 else sizes.min()",
        "total = sizes.max() * (sizes.max().item() >= 0)", "test_every_layer.py -k optimiser", "downloads"),
    "running statistics that ask first": Fault(
        "nn/functional/norm.py", "        running_mean.copy_((1 - momentum)",
        "        assert mean.isfinite().all()\n        running_mean.copy_((1 - momentum)",
        "test_every_layer.py -k BatchNorm", "assert"),
    "a check of the CPU's in a layer norm": Fault(
        "ops/norm/layer_norm.py", '    if xp.__name__ == "numpy":\n        found = statistics(xp, rows, eps)',
        "    if True:\n        found = statistics(xp, rows, eps)", "test_every_layer.py -k LayerNorm",
        "cannot work with"),
    "a sum that is looked at in a loss": Fault(
        "nn/functional/regression.py", '    difference = input - target\n    require_floating("mse_loss"',
        '    difference = input - target\n    assert difference.sum() < 1e30\n    require_floating("mse_loss"',
        "test_every_layer.py -k MSELoss", "assert"),
    "a mask that is sent to the CPU": Fault(
        "nn/functional/attention.py", "(query, key, mask), settings)",
        "(query, key, None if mask is None else mask.cpu()), settings)",
        "test_masked_attention.py -k one_op_does_not", "same device"),
    "a copy that overtakes what reads": Fault(
        "cuda/prefetch.py", "side.wait_event(current_stream(self.gpu.id).record_event())",
        "current_stream(self.gpu.id).record_event()", "test_prefetch.py -k wait_for_what", "assert"),
    "a batch that is read on its way": Fault(
        "data/collate.py", "        return stack_tensors(batch)\n    if isinstance(first, np.ndarray)",
        "        return stack_tensors([as_tensor(x.tolist()) for x in batch])\n    if isinstance(first, np.ndarray)",
        "test_cuda.py -k batches", "assert"),
    "a worker that keeps its GPU": Fault(
        "data/worker.py", "        backend.found = None, FORKED", "        pass",
        "../data/test_processes.py -k forked_beside", "match"),
    "a step on the wrong GPU": Fault(
        "optim/runners.py", "with on(param.array):", "if True:", "test_cuda.py -k work_is_done",
        "array device = 1 while current = 0"),
}
