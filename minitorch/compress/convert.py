"""Whole networks with integer weights: watched on a few batches (prepare), then with layers of integers (convert)."""

from copy import deepcopy

from .. import dtypes, nn
from ..engine import no_grad
from .quantize import Observer, choose_qparams, dequantize, quantize, quantize_weight

LAYERS = (nn.Linear, nn.Conv1d, nn.Conv2d)


class QuantizedLayer(nn.Module):
    """A Linear or a convolution whose weights are integers, with a scale for each output channel: of the same shapes.

    layer        what it stands for; ValueError for a padding other than zeros
    bits         of a weight, from 2 to 8; each takes one byte of memory
    activations  (scale, zero_point) by which the input becomes bytes, as an Observer found them; "dynamic": found anew
                 for each input; None: the input stays as it is

    Products of integers run in float32, or float64 where float32's 24 bits cannot hold the sum: exact, as on hardware
    for integers, but not faster, since NumPy has no fast product of integers. Source: Jacob et al., Quantization and
    Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference (2017).
    """

    def __init__(self, layer, bits=8, activations=None):
        super().__init__()
        if getattr(layer, "padding_mode", "zeros") != "zeros":
            raise ValueError(f"QuantizedLayer: {layer} pads with {layer.padding_mode}; only zeros can be quantised.")
        weight, scale = quantize_weight(layer.weight.detach(), bits)
        self.register_buffer("weight", weight)
        self.register_buffer("scale", scale)
        self.register_buffer("bias", None if layer.bias is None else layer.bias.detach().clone())
        self.dynamic = activations == "dynamic"
        if activations is not None and not self.dynamic:
            self.register_buffer("input_scale", activations[0].to(scale.dtype))
            self.register_buffer("input_zero_point", activations[1].to(scale.dtype))
        self.static = activations is not None and not self.dynamic
        self.shell, self.bits = type(layer).__name__, bits
        self.settings = {} if isinstance(layer, nn.Linear) else {
            "stride": layer.stride, "padding": layer.padding, "dilation": layer.dilation, "groups": layer.groups}
        terms = weight[0].numel()                        # of each sum: up to 255 · 127 · terms
        self.exact = dtypes.float32 if terms * 255 * 127 < 2 ** 24 else dtypes.float64

    def forward(self, input):
        if self.static:
            scale, zero_point = self.input_scale, self.input_zero_point
        elif self.dynamic:
            scale, zero_point = choose_qparams(input.min(), input.max())
        else:
            return self.product(input, dequantize(self.weight, self.scale, 0), self.bias)
        whole = quantize(input, scale, zero_point).to(self.exact) - zero_point.to(self.exact)
        total = self.product(whole, self.weight.to(self.exact), None).to(input.dtype)
        shape = (-1,) if self.shell == "Linear" else (-1, *[1] * (self.weight.ndim - 2))       # one scale a channel
        out = total * (scale * self.scale.reshape(shape))
        return out if self.bias is None else out + self.bias.reshape(shape)

    def product(self, input, weight, bias):
        """What the layer computes with these weights."""
        if self.shell == "Linear":
            return nn.functional.linear(input, weight, bias)
        return getattr(nn.functional, self.shell.lower())(input, weight, bias, **self.settings)

    def extra_repr(self):
        kind = "static" if self.static else "dynamic" if self.dynamic else "weights only"
        return f"{self.shell}, {tuple(self.weight.shape)}, {self.bits} bits, {kind}"


def replaced(model, make):
    """A copy of a model in which each Linear and convolution, by its path, is what make(path, layer) gives."""
    model = deepcopy(model).eval()
    for path, layer in [(path, layer) for path, layer in model.named_modules() if isinstance(layer, LAYERS)]:
        new = make(path, layer)
        if new is layer:
            continue
        if not path:
            return new
        parent, _, name = path.rpartition(".")
        setattr(model.get_submodule(parent), name, new)
    return model


@no_grad()
def quantize_dynamic(model, bits=8, activations="dynamic", skip=()):
    """A copy of a model with integer weights, without calibration; ready to predict, not to train.

    bits          of a weight, from 2 to 8
    activations   "dynamic": inputs become bytes too, their range found at each call; None: weights only
    skip          paths of layers that stay as they are
    """
    return replaced(model, lambda path, layer: layer if path in skip else QuantizedLayer(layer, bits, activations))


def prepare(model, observer=Observer, skip=()):
    """A copy of a model, in eval mode, that notes the range of each layer's input: run a few batches through it.

    observer   makes one for each layer: `Observer`, or a function such as lambda: Observer("percentile")
    skip       paths of layers that stay as they are
    """
    model = deepcopy(model).eval()
    model.observers = {}
    for path, layer in model.named_modules():
        if isinstance(layer, LAYERS) and path not in skip:
            watch = model.observers[path] = observer()
            layer.register_forward_pre_hook(lambda layer, inputs, watch=watch: watch(inputs[0]))
    return model


@no_grad()
def convert(model, bits=8):
    """What `prepare` made, with integer weights of so many bits, and inputs; ready to predict, not to train.

    Raises RuntimeError where a layer has seen nothing, TypeError for a model that prepare() did not make.
    """
    observers = getattr(model, "observers", None)
    if observers is None:
        raise TypeError("convert takes a model that prepare() made and that has run on a few batches.")
    made = replaced(model, lambda path, layer: layer if path not in observers
                    else QuantizedLayer(layer, bits, observers[path].qparams()))
    if not isinstance(made, QuantizedLayer):
        del made.observers
    return made


@no_grad()
def fold_batch_norm(model):
    """A copy of a model, in eval mode: batch norm right behind a convolution or Linear of a Sequential is part of it.

    The same function of the input, with a layer less to run: the weight is scaled, the bias moved.
    """
    model = deepcopy(model).eval()
    for sequence in [module for module in model.modules() if isinstance(module, nn.Sequential)]:
        children = list(sequence.named_children())
        for (_, layer), (name, norm) in zip(children, children[1:]):
            if isinstance(layer, LAYERS) and isinstance(norm, nn.BatchNorm1d | nn.BatchNorm2d):
                factor = (norm.running_var + norm.eps).rsqrt()
                shift = -norm.running_mean * factor
                if norm.affine:
                    factor, shift = factor * norm.weight, shift * norm.weight + norm.bias
                bias = shift if layer.bias is None else layer.bias * factor + shift
                layer.weight = nn.Parameter(layer.weight * factor.reshape(-1, *[1] * (layer.weight.ndim - 1)))
                layer.bias = nn.Parameter(bias)
                setattr(sequence, name, nn.Identity())
    return model


def size_of(model):
    """How many bytes the parameters and buffers of a model take, those that are shared once."""
    found = {id(x): x for x in [*model.parameters(), *model.buffers()]}
    return sum(x.numel() * x.element_size() for x in found.values())
