"""Models to save as ONNX files and load again, and functions that run such files."""

import io

import numpy as np
from static.saved_models import MODELS, normal

import minitorch as mt
from minitorch import models, nn
from minitorch.models.gpt import GPT, GPTConfig


def running(made):
    """Return a function of tensors that runs a model or file in onnxruntime."""
    import onnxruntime
    made = made if isinstance(made, str) else made.SerializeToString()
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(made, settings, ["CPUExecutionProvider"])
    names = [x.name for x in session.get_inputs()]
    return lambda *args: session.run(None, {name: x.numpy() for name, x in zip(names, args, strict=True)})


def file_of(made):
    return io.BytesIO(made.SerializeToString())


def agree(found, wanted, tolerance=1e-5):
    wanted = wanted if isinstance(wanted, list | tuple) else [wanted]
    return len(found) == len(wanted) and all(
        a.shape == b.shape and a.dtype == b.dtype and np.allclose(a, b, tolerance, tolerance, equal_nan=True)
        for a, b in zip(found, [x.detach().numpy() for x in wanted]))


class Sequences(nn.Module):
    """Bidirectional recurrent layers: (T, N, 3) -> (T, N, 8) and all last states."""

    def __init__(self, kind):
        super().__init__()
        self.layer = kind(3, 4, num_layers=2, bidirectional=True)

    def forward(self, x):
        out, last = self.layer(x)
        return (out, *(last if isinstance(last, tuple) else [last]))


def gpt():
    return GPT(GPTConfig(block_size=8, vocab_size=9, n_layer=2, n_head=2, n_embd=8))


def tokens(*shape):
    return mt.tensor(np.random.default_rng(1).integers(0, 7, shape))


# {name: (model, example input, its dynamic_axes, an input of other sizes)}
DYNAMIC = {
    "mlp": (MODELS["multilayer"][0], normal(6, 5), [0], normal(1, 5)),
    "lenet": (models.LeNet, normal(1, 3, 32, 32), [0], normal(5, 3, 32, 32)),
    "resnet18": (lambda: models.resnet18(num_classes=10), normal(2, 3, 32, 32), [0], normal(3, 3, 32, 32)),
    "lstm": (MODELS["recurrent"][0], tokens(2, 3), [0, 1], tokens(5, 7)),
    "gpt": (gpt, tokens(2, 4), [0, 1], tokens(3, 7)),
    "gru": (lambda: Sequences(nn.GRU), normal(5, 2, 3), [0, 1], normal(2, 4, 3)),
    "rnn": (lambda: Sequences(nn.RNN), normal(5, 2, 3), [1], normal(5, 4, 3)),
    "larger": (lambda: nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.Upsample(scale_factor=2, mode="bilinear")),
               normal(2, 3, 8, 6), [0, 2, 3], normal(3, 3, 5, 7)),
}
LAYERS = {
    "conv1d": (lambda: nn.Conv1d(4, 6, 3, stride=2, padding=1, groups=2), normal(2, 4, 9)),
    "transposed": (lambda: nn.ConvTranspose2d(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2),
                   normal(2, 4, 5, 6)),
    "max ceil": (lambda: nn.MaxPool2d(3, 2, padding=1, ceil_mode=True), normal(2, 3, 8, 9)),
    "average": (lambda: nn.AvgPool2d(3, 2, padding=1, count_include_pad=False), normal(2, 3, 8, 9)),
    "divisor": (lambda: nn.AvgPool2d(2, divisor_override=3), normal(2, 3, 8, 9)),
    "batch norm": (lambda: nn.BatchNorm2d(4), normal(2, 4, 3, 3)),
    "group norm": (lambda: nn.GroupNorm(2, 4), normal(2, 4, 3, 3)),
    "attention": (lambda: nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), normal(2, 5, 8)),
    "prelu": (nn.PReLU, normal(2, 3)),
    "selu": (nn.SELU, normal(2, 3)),
    "softplus": (lambda: nn.Softplus(beta=2), normal(2, 3)),
    "gelu": (lambda: nn.GELU("tanh"), normal(2, 3)),
    "hard swish": (nn.Hardswish, normal(2, 3)),
    "written over": (lambda: nn.Sequential(nn.Conv2d(3, 4, 1), nn.ReLU6(inplace=True)), normal(2, 3, 4, 5)),
    "nearest": (lambda: nn.Upsample(scale_factor=2), normal(2, 3, 4, 5)),
    "nearest by a share": (lambda: nn.Upsample(scale_factor=1.7), normal(2, 3, 10)),
    "nearest exact": (lambda: nn.Upsample((3, 9), mode="nearest-exact"), normal(2, 3, 4, 5)),
    "bilinear": (lambda: nn.Upsample((3, 9), mode="bilinear"), normal(2, 3, 4, 5)),
    "corners": (lambda: nn.Upsample((1, 9), mode="bilinear", align_corners=True), normal(2, 3, 4, 5)),
    "bicubic": (lambda: nn.Upsample(scale_factor=1.5, mode="bicubic"), normal(2, 3, 4, 5)),
    "trilinear": (lambda: nn.Upsample(scale_factor=2, mode="trilinear"), normal(1, 2, 3, 4, 5)),
    "area": (lambda: nn.AdaptiveAvgPool2d((3, 5)), normal(2, 3, 7, 8)),
    "area as it is": (lambda: nn.AdaptiveAvgPool2d(4), normal(2, 3, 4, 4)),
}
