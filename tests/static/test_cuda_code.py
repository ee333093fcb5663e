"""program.code("cuda"): kernels that NVRTC compiles, and that come to the program's numbers, here on the processor."""

import numpy as np
import nvrtc
import pytest

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import static
from minitorch.static import writers
from minitorch.static.fused import Fused, Rows
from minitorch.static.program import Value
from minitorch.static.writers import cuda_writer


def chain(x, bias, column, matrix):
    """Two kernels: one over rows; one over elements, in dimensions that do not merge."""
    y = (x * bias).tanh() + (column - x).exp().clamp(max=3.0)
    return y, F.softmax(F.layer_norm(y, (70,)), -1), (column * matrix).tanh() - matrix


def sums(x, bias, column, matrix):
    """Sums over all rows, alone and beside what else is computed of them."""
    x, bias = (each.detach().requires_grad_() for each in (x, bias))
    y = F.layer_norm(x * 2, (70,), bias, bias)
    y.backward(column.expand(3, 5, 70))
    return x.grad, bias.grad, matrix.exp().sum(0)


def traced(function=chain):
    mt.manual_seed(0)
    inputs = mt.randn(3, 5, 70), mt.randn(70), mt.randn(3, 1, 1), mt.randn(5, 30)
    recorded = static.trace(function, *inputs, optimise=False)
    return static.optimised(recorded.recorded, writers.passes_of("c", static.PASSES)), inputs


@pytest.mark.needs("nvrtc")
@pytest.mark.parametrize("function", [chain, sums])
@pytest.mark.parametrize("architecture", [75, 80, 90])
def test_the_kernels_of_a_program_compile_for_gpus(function, architecture):
    program, _ = traced(function)
    code = nvrtc.machine_code(program.code("cuda"), architecture, ["--fmad=false"])
    assert code.startswith(b"\x7fELF") and b"fused_2" in code and (b"total_float" in code) == (function is sums)


@pytest.mark.needs("g++")
@pytest.mark.parametrize("function", [chain, sums])
def test_the_kernels_come_to_the_numbers_of_the_program(function, cupy):
    program, inputs = traced(function)
    text = program.code("cuda")
    found, kernels = {x: array.numpy() for x, array in zip(program.inputs, inputs)}, 0
    for step in program.steps:
        if type(step.call) not in (Fused, Rows):
            outs = step.call(*[found.get(x, x) if type(x) is Value else x for x in step.args], **step.settings)
            found.update(zip(step.outputs, [outs]))
            continue
        loops = {Fused: cuda_writer.CudaLoop, Rows: cuda_writer.CudaRows}
        outs = step.call(*[found[x] for x in step.reads], **({"out": [None] * len(step.outputs)}
                                                            if type(step.call) is Rows else {}))
        outs = outs if type(outs) is tuple else (outs,)
        found.update(zip(step.outputs, outs))
        loop, kernels = loops[type(step.call)](step.call), kernels + 1
        given = [cupy.array(found[x][tuple([slice(None) if stride else 0 for stride in x.strides])])
                 for x in loop.reads]                        # one number where an array is stretched
        summed = getattr(step.call, "sums", [])
        made = [cupy.empty((2, x.size), "float64") if x in summed else cupy.empty(x.shape, x.dtype)
                for x in step.outputs]
        cupy.RawKernel(text, f"fused_{kernels}")((2,), (256,), (*given, *made))
        for place, x in enumerate(step.outputs):
            if x in summed:
                parts, made[place] = made[place], cupy.empty(x.shape, x.dtype)
                cupy.RawKernel(text, "total_float")((1,), (256,), (parts, made[place], np.int32(x.size), np.int32(2)))
        for wanted, kernel in zip(outs, made):
            np.testing.assert_allclose(cupy.asnumpy(kernel), wanted, rtol=2e-5, atol=2e-6)
    assert kernels == text.count("void fused_") == 2 + (function is sums) and "#define THREADS 256" in text


def test_products_are_left_out():
    def function(x, w):
        return x @ w
    recorded = static.trace(function, mt.ones(6, 4), mt.ones(4, 4), optimise=False)
    program = static.optimised(recorded.recorded, writers.passes_of("c", static.PASSES))
    assert "__global__" in traced()[0].code("cuda") and "__global__" not in program.code("cuda")
