"""program.code("cuda"): kernels that NVRTC compiles, and that come to the program's numbers, here on the processor."""

import numpy as np
import nvrtc
import pytest

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import static
from minitorch.static.fused import Fused
from minitorch.static.rows import Rows
from minitorch.static.writers import backends, cuda_writer


def chain(x, bias, column, matrix):
    """Two kernels: one over rows; one over elements, in dimensions that do not merge."""
    y = (x * bias).tanh() + (column - x).exp().clamp(max=3.0)
    return y, F.softmax(F.layer_norm(y, (70,)), -1), (column * matrix).tanh() - matrix


def traced():
    mt.manual_seed(0)
    inputs = mt.randn(3, 5, 70), mt.randn(70), mt.randn(3, 1, 1), mt.randn(5, 30)
    recorded = static.trace(chain, *inputs, optimise=False)
    return static.optimised(recorded.recorded, backends.passes_of("c", static.PASSES)), inputs


@pytest.mark.needs("nvrtc")
@pytest.mark.parametrize("architecture", [75, 80, 90])
def test_the_kernels_of_a_program_compile_for_gpus(architecture):
    program, _ = traced()
    code = nvrtc.machine_code(program.code("cuda"), architecture, ["--fmad=false"])
    assert code.startswith(b"\x7fELF") and b"fused_2" in code


@pytest.mark.needs("g++")
def test_the_kernels_come_to_the_numbers_of_the_program(cupy):
    program, inputs = traced()
    text = program.code("cuda")
    found, kernels = {x: array.numpy() for x, array in zip(program.inputs, inputs)}, 0
    for step in program.steps:
        loops = {Fused: cuda_writer.CudaLoop, Rows: cuda_writer.CudaRows}
        outs = step.call(*[found[x] for x in step.reads], **({"out": [None] * len(step.outputs)}
                                                            if type(step.call) is Rows else {}))
        outs = outs if type(outs) is tuple else (outs,)
        found.update(zip(step.outputs, outs))
        loop, kernels = loops[type(step.call)](step.call), kernels + 1
        given = [cupy.array(found[x]) for x in loop.reads]
        made = [cupy.empty(x.shape, x.dtype) for x in step.outputs]
        cupy.RawKernel(text, f"fused_{kernels}")((2,), (256,), (*given, *made))
        for wanted, kernel in zip(outs, made):
            np.testing.assert_allclose(cupy.asnumpy(kernel), wanted, rtol=2e-5, atol=2e-6)
    assert kernels == text.count("__global__") == 2 and "#define THREADS 256" in text


def test_sums_over_rows_and_products_are_left_out():
    def function(x, w):
        return (x.exp() * 2).sum(0), x @ w
    recorded = static.trace(function, mt.ones(6, 4), mt.ones(4, 4), optimise=False)
    program = static.optimised(recorded.recorded, backends.passes_of("c", static.PASSES))
    assert "__global__" in traced()[0].code("cuda") and "__global__" not in program.code("cuda")
