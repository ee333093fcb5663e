"""The measurements of benchmarks.gpu, a generator per section: matrices, convolutions, training, copies, loading."""

import gc
import importlib.util
import time

import numpy as np

import minitorch as mt
from minitorch import backend

from .gpu_models import BATCH, image_model, words_model

SIZES = {False: (1024, 2048, 4096, 8192), True: (32, 64)}              # {small: sizes of matrices}
# (channels, height and width, kernels, size of a kernel, stride) of ResNet-50's convolutions
RESNET50 = ((3, 224, 64, 7, 2), (64, 56, 64, 1, 1), (64, 56, 64, 3, 1), (64, 56, 256, 1, 1), (256, 56, 128, 1, 1),
            (128, 28, 128, 3, 1), (512, 28, 256, 1, 1), (256, 14, 256, 3, 1), (1024, 14, 512, 1, 1),
            (512, 7, 512, 3, 1))
# (batch, heads, positions, features of a head) of the GPT of workload W5, of GPT-2, and of long texts
HEADS = ((16, 4, 64, 32), (8, 12, 1024, 64), (1, 16, 4096, 128))
NAIVE = r"""
// A beginner's kernel: a thread for each output reads all its inputs from the GPU's slow global memory.
extern "C" __global__ void conv(const float* x, const float* w, float* out, int C, int H, int K, int S, int total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, O = H - S + 1;
    if (i >= total) return;
    int col = i % O, row = i / O % O, k = i / (O * O) % K, n = i / (O * O * K);
    float sum = 0;
    for (int c = 0; c < C; c++) for (int a = 0; a < S; a++) for (int b = 0; b < S; b++)
        sum += x[((n * C + c) * H + row + a) * H + col + b] * w[((k * C + c) * S + a) * S + b];
    out[i] = sum;
}
"""


class Side:
    """A library, minitorch or PyTorch, and the device that it uses."""

    def __init__(self, lib, device):
        self.lib, self.device, self.name = lib, device, lib.__name__

    def tensor(self, *shape, dtype="float32", high=None):
        """Return a tensor of random numbers, the same in each library: normal, or integers below `high`."""
        stream = np.random.default_rng(0)
        array = (stream.standard_normal(shape, np.float32) if high is None else stream.integers(0, high, shape))
        return self.lib.tensor(array).to(self.device).to(getattr(self.lib, dtype) if high is None else self.lib.int64)

    def wait(self):
        if self.device != "cpu":
            self.lib.cuda.synchronize()


def sides(device):
    """Return the Sides: minitorch, and PyTorch if it is installed and finds the device."""
    found = [Side(mt, device)]
    if importlib.util.find_spec("torch") is not None:
        import torch
        if device == "cpu" or torch.cuda.is_available():
            found.append(Side(torch, device))
    return found


def seconds(step, wait, enough=0.3):
    """Return the seconds of one step: the least of three means over as many steps as need about enough / 10 seconds."""
    step()
    wait()
    start = time.perf_counter()
    step()
    wait()
    runs, found = max(1, min(50, int(enough / 3 / max(time.perf_counter() - start, 1e-6)))), []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(runs):
            step()
        wait()
        found.append((time.perf_counter() - start) / runs)
    return min(found)


def compared(name, device, build, goal=None):
    """Return a row: milliseconds of each library, and minitorch's speed as a fraction of PyTorch's."""
    times, failed = {}, {}
    for side in sides(device):
        try:
            times[side.name] = seconds(build(side), side.wait)
        except Exception as error:       # for example too little memory, or no torchvision: measure the other rows
            failed = {"failed": f"{side.name}: {type(error).__name__}: {(str(error) or '?').splitlines()[0]}"}
        gc.collect()
        if device != "cpu":
            side.lib.cuda.empty_cache()
    ours, theirs = times.get("minitorch"), times.get("torch")
    return {"name": name, "minitorch ms": ours and 1e3 * ours, "torch ms": theirs and 1e3 * theirs,
            "speed / torch's": ours and theirs and theirs / ours, "goal": goal, **failed}


def gemm(device, small):
    """Measure products of square matrices."""
    for n in SIZES[small]:
        for dtype in ("float32",) if device == "cpu" or small else ("float32", "float16"):
            def build(side, n=n, dtype=dtype):
                a, b = side.tensor(n, n, dtype=dtype), side.tensor(n, n, dtype=dtype)
                return lambda: a @ b
            yield compared(f"{n} x {n}, {dtype}", device, build, 0.95)


def crossing(device, small):
    """Find the size from which a matrix product is faster on the GPU than on the CPU."""
    for n in (2 ** k for k in range(4, 7 if small else 13)):
        here, there = (seconds(lambda a=a: a @ a, side.wait, 0.1)
                       for side in (Side(mt, "cpu"), Side(mt, device)) for a in [side.tensor(n, n)])
        yield {"name": f"{n} x {n}", "CPU ms": 1e3 * here, "device ms": 1e3 * there, "faster": "device" if there < here
               else "CPU"}


def conv(device, small):
    """Measure ResNet-50's convolutions, forward and backward."""
    for channels, size, kernels, width, stride in RESNET50[1:4] if small else RESNET50:
        if small:
            channels, size, kernels = channels // 16, 8, kernels // 16

        def build(side, shape=(channels, size, kernels, width, stride)):
            channels, size, kernels, width, stride = shape
            x = side.tensor(1 if small else BATCH, channels, size, size).requires_grad_()
            w = side.tensor(kernels, channels, width, width).requires_grad_()
            conv2d = side.lib.nn.functional.conv2d
            return lambda: conv2d(x, w, stride=stride, padding=width // 2).sum().backward()
        yield compared(f"{channels} x {size} x {size} -> {kernels}, {width} x {width} / {stride}", device, build, 0.9)


def attention(device, small):
    """Measure causal attention, forward and backward: by cuDNN in float16, by matrix products in float32."""
    for shape in ((1, 2, 5, 8),) if small else HEADS:
        for dtype in ("float32",) if device == "cpu" else ("float32", "float16"):
            def build(side, shape=shape, dtype=dtype):
                q, k, v = (side.tensor(*shape, dtype=dtype).requires_grad_() for _ in range(3))
                attend = side.lib.nn.functional.scaled_dot_product_attention
                return lambda: attend(q, k, v, is_causal=True).sum().backward()
            yield compared(f"{' x '.join(map(str, shape))}, {dtype}", device, build, 0.7)


def naive(device, small):
    """Measure a convolution by a beginner's kernel, by im2col and a product, by cuDNN, and in PyTorch."""
    n, channels, size, kernels, width = (1, 2, 8, 4, 3) if small else (16, 64, 56, 64, 3)
    if device == "cpu":
        return
    x, w = Side(mt, device).tensor(n, channels, size, size), Side(mt, device).tensor(kernels, channels, width, width)
    out = mt.empty(n, kernels, size - width + 1, size - width + 1, device=device)
    kernel, xp = backend.cupy().RawKernel(NAIVE, "conv"), backend.cupy()
    sizes = [xp.int32(k) for k in (channels, size, kernels, width, out.numel())]

    def beginner():
        kernel((-(-out.numel() // 256),), (256,), (x.array, w.array, out.array, *sizes))
    beginner()
    apart = (out - mt.nn.functional.conv2d(x, w)).abs().max().item()
    if apart > 1e-2:
        raise AssertionError(f"the beginner's kernel differs by {apart}")
    slow = seconds(beginner, Side(mt, device).wait)
    with mt.backends.cudnn.flags(enabled=False):
        product = seconds(lambda: mt.nn.functional.conv2d(x, w), Side(mt, device).wait)

    def build(side):
        x, w = side.tensor(n, channels, size, size), side.tensor(kernels, channels, width, width)
        return lambda: side.lib.nn.functional.conv2d(x, w)
    yield {**compared(f"{channels} x {size} x {size} -> {kernels}", device, build), "beginner's ms": 1e3 * slow,
           "im2col ms": 1e3 * product}


def training(device, small):
    """Measure training steps on random data, of the lectures' six networks and a GPT."""
    models = {} if small else {"AlexNet": image_model("alexnet"), "VGG-19": image_model("vgg19"),
                               "ResNet-50": image_model("resnet50"), "MobileNet v2": image_model("mobilenet_v2")}
    models |= {kind: words_model(kind, small) for kind in ("seq2seq", "NCF", "GPT")}
    if device != "cpu":
        models["GPT in float16"] = words_model("GPT", small)
    for name, make in models.items():
        def build(side, make=make, half="float16" in name):
            model, inputs, target = make(side)
            model = model.to(side.device)
            model = model.half() if half else model
            optimizer, loss_of = side.lib.optim.SGD(model.parameters(), lr=0.01, momentum=0.9), side.lib.nn.functional

            def step():
                optimizer.zero_grad()
                scores = model(*inputs)
                loss_of.cross_entropy(scores.reshape(-1, scores.shape[-1]), target.reshape(-1)).backward()
                optimizer.step()
            return step
        yield compared(name, device, build, 0.7)


def copies(device, small):
    """Measure the time to copy numbers to the device, and the time to compute with them there."""
    for power in range(10, 15 if small else 27, 4):
        x = mt.ones(2 ** power)
        there, wait = x.to(device), Side(mt, device).wait
        times = [seconds(step, wait, 0.1) for step in (lambda x=x: x.to(device).sum(), lambda there=there: there.sum())]
        yield {"name": f"{4 * 2 ** power:,} bytes", "copy and sum ms": 1e3 * times[0], "sum ms": 1e3 * times[1]}


def loading(device, small):
    """Measure an epoch whose batches are copied when they are needed, and an epoch whose batches are prefetched."""
    from minitorch.data import DataLoader, TensorDataset
    samples, width = (64, 16) if small else (6_000, 3072)
    data = DataLoader(TensorDataset(mt.randn(samples, width), mt.randint(0, 10, (samples,))), 32, shuffle=True)
    net = mt.nn.Sequential(mt.nn.Linear(width, 2 * width), mt.nn.ReLU(), mt.nn.Linear(2 * width, 10)).to(device)

    def epoch(batches):
        for x, y in batches:
            mt.nn.functional.cross_entropy(net(x.to(device)), y.to(device)).backward()
    wait = Side(mt, device).wait
    ways = {"copied when needed": lambda: epoch(data)}
    if device != "cpu":
        ways["prefetched"] = lambda: epoch(mt.cuda.Prefetcher(data))
    for name, way in ways.items():
        yield {"name": name, "minitorch ms": 1e3 * seconds(way, wait, 0.1)}
