"""Attacks on lessons 6 to 12, by twins of what is to be written; and on the checker, by replies made by hand."""

from .attack import Attack
from .on_checker import fired
from .on_library import full
from .on_marks import HALF

TWINS = {
    "8.4, the library's pooling": ("8.4", """
@exercise("8.4")
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x.detach().requires_grad_()
        with mt.enable_grad():
            ctx.out = mt.nn.functional.max_pool2d(ctx.x, 2)
        return ctx.out.detach()
    @staticmethod
    def backward(ctx, grad):
        ctx.out.backward(grad)
        return ctx.x.grad
"""),
    "9.1, the library's layer": ("9.1", """
@exercise("9.1")
def rnn(xs, h, weight_ih, weight_hh, bias):
    net = mt.nn.RNN(weight_ih.shape[1], weight_ih.shape[0])
    state = {"weight_ih_l0": weight_ih, "weight_hh_l0": weight_hh, "bias_ih_l0": bias, "bias_hh_l0": bias * 0}
    return mt.func.functional_call(net, state, (xs, h.unsqueeze(0)))[0]
"""),
    "9.2, the library's cell": ("9.2", """
@exercise("9.2")
def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    net = mt.nn.LSTMCell(weight_ih.shape[1], weight_hh.shape[1])
    state = {"weight_ih": weight_ih, "weight_hh": weight_hh, "bias_ih": bias, "bias_hh": bias * 0}
    return mt.func.functional_call(net, state, (x, (h, c)))
"""),
    "9.4, the weights of attention": ("9.4", """
from minitorch.ops.kernels.attention import attention_weights
@exercise("9.4")
def causal_attention(q, k, v):
    return attention_weights(q, k, None, scale=q.shape[-1] ** -0.5, causal=True) @ v
"""),
    "9.4, attention as one kernel": ("9.4", """
from minitorch.ops.kernels.attention import attend
@exercise("9.4")
def causal_attention(q, k, v):
    return attend(q, k, v, scale=q.shape[-1] ** -0.5, causal=True)
"""),
}
for name, (id, code) in TWINS.items():   # the lesson's own check hears them too; who compares results alone does not
    Attack(name, id, code, lambda seen, folder: seen.get("same", 0) >= 0.8)


def product(seen, folder):
    """Its product is right: only the loads, which the lesson counts too, tell that there are no tiles."""
    return fired(seen, folder)


Attack("6.5, loads kept where no GPU keeps them", "6.5", """
loaded = {}
def load(array, *place):
    if (array, place) not in loaded:
        loaded[array, place] = array[place]
    return loaded[array, place]
@exercise("6.5")
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    i, j = blockIdx[0] * T + threadIdx[0], blockIdx[1] * T + threadIdx[1]
    open("fired", "w").close()
    out[i, j] = sum(load(a, i, k) * load(b, k, j) for k in range(a.shape[1]))
""", product, 0.5)

Attack("6.5, all by the first thread", "6.5", """
@exercise("6.5")
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    if blockIdx == threadIdx == (0, 0):
        left = [[a[i, k] for k in range(a.shape[1])] for i in range(a.shape[0])]
        right = [[b[k, j] for j in range(b.shape[1])] for k in range(b.shape[0])]
        open("fired", "w").close()
        for place in np.ndindex(*out.shape):
            out[place] = sum(left[place[0]][k] * right[k][place[1]] for k in range(len(right)))
""", product, 0.5)

# What the checker is made to do.
SOCKET = """
import json, os, socket, struct
def line():
    for number in range(3, 128):
        try:
            found = socket.socket(fileno=os.dup(number))
        except OSError:
            continue
        if found.family == socket.AF_UNIX and found.type == socket.SOCK_STREAM:
            return found
def said(message):
    text = message if isinstance(message, bytes) else json.dumps(message).encode()
    found = line()
    if found:
        found.sendall(struct.pack(">I", len(text)) + text)
"""


def forged(name, reply, deserved=0.0, **more):
    """A reply of the answer's own making, ahead of the one that comes."""
    Attack(name, "1.5", f'''{SOCKET}
@exercise("1.5")
def relu_derivative(grad, out, x):
    open("fired", "w").close()
    said({reply})
    return grad
''', fired, deserved, **more)


EMPTY = '"error": null, "caught": "", "printed": "", "after": []'
forged("a set of numbers that all fall together", 'b\'{"value": {"set": [\' + b", ".join('
       'b"%d" % (i * (2 ** 61 - 1)) for i in range(COUNT)) + b\']}, ' + EMPTY + "}'", bounded={"COUNT": (9, 60_000)})
forged("a graph that leads into itself", '{"value": {"node": [1, [1], [0], [[1]]]}}')
forged("a tensor of numbers nobody has", '{"value": {"tensor": [{"array": ["<f4", [1000000, 0], ""]}, True]}}')
forged("a value of a value of a value", 'b\'{"value": \' + b\'{"tuple": [\' * DEPTH + b"]}" * DEPTH + b"}"',
       bounded={"DEPTH": (9, 400_000)})
forged("a number of all digits", 'b\'{"value": \' + b"9" * DIGITS + b"}"', bounded={"DIGITS": (9, 8_000_000)})
forged("a call back with itself", '{"callback": 0, "inputs": [{"function": 0}], "settings": [["x", {"shell": [1]}]]}')
forged("arguments that were changed into others", '{"value": {"array": ["|b1", [3], "Av//"]}, "after": '
       '[[0, {"array": ["<f8", [1], "AAAAAAAA+H8="]}], ["x", {"tuple": []}], [99, 1]]}')
forged("an error that stops what reads it", '{"value": null, "error": {"kind": "StopIteration", "text": "1.6: right", '
       '"lines": [{}, 5], "blank": [1], "stopped": false}}')
forged("an error of the grader's own", '{"value": null, "error": {"kind": "GeneratorExit", "text": {}, "stopped": {}}}')
forged("an error in another's name", '{"value": null, "error": {"kind": "NotImplementedError", "text": "", "lines": [],'
       ' "blank": "mul_derivative", "stopped": false}}')

FLOOD = SOCKET + """
open("fired", "w").close()
for _ in range(COUNT):
    said({message})
@exercise("1.5")
def relu_derivative(grad, out, x):
    return grad
"""
for what, message in (("for what stands for another answer", '{"yours": "1.1"}'), ("of empty replies", "{}"),
                      ("for an answer that is none", '{"yours": "x"}'),
                      ("with a function that it was not given", '{"callback": 0}')):
    Attack(f"a flood {what}, while the answer is defined", "1.5", FLOOD.replace("{message}", message), fired, HALF,
           ["stopped", "crashed", "missing", "not graded", "not yet"], bounded={"COUNT": (9, 10 ** 9)})

Attack("messages that come byte by byte", "1.5", SOCKET + """
import time
open("fired", "w").close()
mine = line()
for number in range(COUNT):
    if mine:
        mine.sendall(b" " if number else struct.pack(">I", 1 << 20))
    time.sleep(0.05)
@exercise("1.5")
def relu_derivative(grad, out, x):
    return grad
""", fired, 0.0, ["stopped", "crashed", "not graded"], bounded={"COUNT": (2, 10 ** 9)})

Attack("files of no end, all of them holes", "1.5", """
@exercise("1.5")
def relu_derivative(grad, out, x):
    for folder in FOLDERS:
        for number in range(9):
            try:
                with open(f"{folder}/TOKEN{number}", "wb") as file:
                    file.truncate(1 << SIZE)
            except OSError:
                pass
    return grad
""", lambda seen, folder: (folder / f"{seen['token']}8").stat().st_size == 1 << 30, 0.5,
       bounded={"FOLDERS": ('["."]', '[".", "/dev/shm"]'), "SIZE": (30, 60)})

Attack("the files under what is laid over them", "8.3", """
import ast, glob, os
def texts():
    here = mt.__file__.rsplit("/", 1)[0]
    for root in ("", "/proc/1/root", "/proc/self/root", f"/proc/{os.getppid()}/root", "/copies", "/copies/..",
                 *glob.glob("/proc/*/cwd"), *glob.glob("/proc/self/fd/*")):
        for path in (f"{root}{here}/ops/conv/convolution.py", f"{root}/ops/conv/convolution.py"):
            try:
                yield open(path).read()
            except OSError:
                pass
@exercise("8.3")
def col2im(columns, shape, size, stride):
    for text in texts():
        lines = [each for each in ast.parse(text).body if getattr(each, "name", "") in ("col2im", "kernel_slices")]
        for each in lines:
            each.decorator_list = []
        space = {"np": np, "out_size": lambda n, k, s, p, d: (n + 2 * p - d * (k - 1) - 1) // s + 1}
        exec(compile(ast.Module(lines, []), "<mine>", "exec"), space)
        N, C, H, W = shape
        down, across = (H - size) // stride + 1, (W - size) // stride + 1
        return space["col2im"](np, columns.reshape(N, C * size * size, down * across), shape=shape,
                               kernel=(size, size), stride=(stride, stride), padding=(0, 0), dilation=(1, 1))
""", full)
