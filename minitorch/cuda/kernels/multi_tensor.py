"""Steps of Adam and SGD for many parameters in one launch, which is faster than one launch for each small parameter."""

from collections import defaultdict
from math import prod

import numpy as np

from ... import backend
from ...optim.adam import adam
from ...optim.flat_parameters import joiners
from ...optim.sgd import sgd
from .build import THREADS, TYPES, capturing, launch, state as kernels, sum_dtype_name

MOST, BLOCKS = 64, 64            # maximum number of parameters in a launch; number of blocks for each parameter

SOURCE = r"""
// Addresses and sizes of parameters; `first`, `second`, `third` are their optimiser state. blockIdx.y is the parameter.
struct Parameters { T* param[64]; const T* grad[64]; T* first[64]; T* second[64]; T* third[64]; i64 size[64]; };

extern "C" __global__ void adam(Parameters all, A lr, A new1, A new2, A beta2, A eps, A weight_decay, A rate,
                                int maximize, int decoupled, int amsgrad) {
    int row = blockIdx.y;
    for (i64 i = (i64)blockIdx.x * THREADS + threadIdx.x; i < all.size[row]; i += (i64)gridDim.x * THREADS) {
        A param = (A)all.param[row][i], grad = (A)all.grad[row][i], mean = (A)all.first[row][i];
        if (maximize) grad = -grad;
        if (decoupled) param *= 1 - lr * weight_decay;
        else grad += weight_decay * param;
        mean += (grad - mean) * new1;
        A square = (A)all.second[row][i] * beta2 + grad * grad * new2;
        all.first[row][i] = (T)mean;
        all.second[row][i] = (T)square;
        if (amsgrad) {
            square = square > (A)all.third[row][i] ? square : (A)all.third[row][i];
            all.third[row][i] = (T)square;
        }
        all.param[row][i] = (T)(param - mean / (sqrt(square) + eps) * rate);
    }
}

extern "C" __global__ void sgd(Parameters all, A lr, A momentum, A fresh, A weight_decay, int maximize, int nesterov) {
    int row = blockIdx.y;
    for (i64 i = (i64)blockIdx.x * THREADS + threadIdx.x; i < all.size[row]; i += (i64)gridDim.x * THREADS) {
        A param = (A)all.param[row][i], grad = (A)all.grad[row][i];
        if (maximize) grad = -grad;
        grad += weight_decay * param;
        if (momentum != 0) {
            A velocity = (A)all.first[row][i] * momentum + fresh * grad;
            all.first[row][i] = (T)velocity;
            grad = nesterov ? grad + momentum * velocity : velocity;
        }
        all.param[row][i] = (T)(param - lr * grad);
    }
}
"""
NAMES = "adam", "sgd"
PARAMETERS = np.dtype([(name, "u8", MOST) for name in ("param", "grad", "first", "second", "third", "size")])


def adam_numbers(step, *, lr, betas, eps, weight_decay, amsgrad, maximize, decoupled_weight_decay):
    """Return the arguments of a launch of `adam`, numbers and flags, for parameters that were updated `step` times."""
    unbias1, unbias2 = 1 - betas[0] ** (step + 1), (1 - betas[1] ** (step + 1)) ** 0.5
    return ((lr, 1 - betas[0], 1 - betas[1], betas[1], eps * unbias2, weight_decay, lr * unbias2 / unbias1),
            (maximize, decoupled_weight_decay, amsgrad))


def sgd_numbers(step, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
    return (lr, momentum, 1 - dampening, weight_decay), (maximize, nesterov)


# {rule: (kernel, function that returns its arguments, function that returns the names of its state's arrays)}
RULES = {adam: ("adam", adam_numbers, lambda s: ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")[:2 + bool(s["amsgrad"])]),
         sgd: ("sgd", sgd_numbers, lambda s: ("momentum_buffer",) if s["momentum"] else ())}


def addresses(param, state, kept):
    """Return the arrays of a parameter, its gradient and its state; None if the kernels cannot take the step.

    They cannot take the first step of a rule with a state, because it creates the state, nor a step whose count is on
    the GPU.
    """
    array, grad = param.array, param._grad.array
    if type(array) is not backend.cupy().ndarray or type(grad) is not type(array) or array.dtype.name not in TYPES:
        return None
    values = [getattr(dict.get(state, name), "array", None) for name in kept]
    arrays = [array, grad, *values]
    if not all(type(x) is type(array) and x.flags.c_contiguous and x.dtype == array.dtype
                                 and x.shape == array.shape and x.device == array.device for x in arrays):
        return None
    return None if type(dict.get(state, "step", 0)) is not int else arrays


def step_on_gpu(optimizer, params, settings):
    """Update parameters on a GPU, many in one launch. Return the parameters that these kernels cannot update."""
    rule = type(optimizer).rule
    numbers = settings["lr"], *settings.get("betas", ())
    if not kernels["enabled"] or rule not in RULES or backend.found is None or backend.found[0] is None or any(
            hasattr(x, "shape") and not isinstance(x, np.generic) for x in numbers):
        return params
    name, numbers, names = RULES[rule]
    kept, others, groups = names(settings), [], defaultdict(list)
    for param in params:
        state = optimizer.state[param] if kept else {}
        arrays = addresses(param, state, kept)
        if capturing and type(dict.get(state, "step")) is int:
            raise RuntimeError(f"CUDA graph capture: {type(optimizer).__name__} counts its steps on the CPU, so each "
                               "replay would be the same step. Create it with capturable=True.")
        if arrays is None:
            others.append(param)
        else:
            groups[arrays[0].dtype.name, arrays[0].device.id, dict.get(state, "step", 0)].append((arrays, state))
    for (dtype, device, step), rows in groups.items():
        real = np.dtype(sum_dtype_name(dtype)).type
        floats, words = numbers(step, **settings)
        with backend.gpu(device):
            for start in range(0, len(rows), MOST):
                update(name, dtype, [arrays for arrays, _ in rows[start:start + MOST]],
                       [*map(real, floats), *map(np.int32, words)])
        for _, state in rows:
            if "step" in state:
                dict.__setitem__(state, "step", dict.get(state, "step") + 1)         # the count is a Python number
    return others


def update(name, dtype, rows, numbers):
    """Launch a kernel once; each row has the arrays of a parameter."""
    table, largest = np.zeros((), PARAMETERS), 0
    for place, arrays in enumerate(rows):
        table["size"][place] = size = prod(arrays[0].shape)
        largest = max(largest, size)
        for field, array in zip(PARAMETERS.names, arrays):
            table[field][place] = array.data.ptr
    launch(SOURCE, name, dtype, (min(BLOCKS, -(-largest // THREADS)), len(rows)), (table, *numbers))


joiners.append(step_on_gpu)
