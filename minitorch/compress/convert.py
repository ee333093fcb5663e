"""Convert networks to integer weights: observe a few batches (prepare), then replace the layers (convert)."""

from copy import deepcopy

from .. import dtypes, nn
from ..engine import no_grad
from .quantize import Observer, choose_qparams, dequantize, quantize, quantize_weight

LAYERS = (nn.Linear, nn.Conv1d, nn.Conv2d)


class QuantizedLayer(nn.Module):
    """A Linear or a convolution with integer weights, and a scale for each output channel; its shapes do not change.

    layer        the layer that it replaces; ValueError for a padding other than zeros
    bits         bits of a weight, from 2 to 8; each weight takes one byte of memory
    activations  (scale, zero_point) from an Observer, to convert the input to bytes; "dynamic": computed for each
                 input; None: the input stays in floats

    Integers are multiplied as float32 numbers, or as float64 if the sum needs more than float32's 24 bits. The result
    is exact, but not faster, because NumPy has no fast matrix product of integers. Source: Jacob et al., Quantization
    and Training of Neural Networks for Efficient Integer-Arithmetic-Only Inference (2017).
    """

    def __init__(self, layer, bits=8, activations=None):
        super().__init__()
        if getattr(layer, "padding_mode", "zeros") != "zeros":
            raise ValueError(f"QuantizedLayer: {layer} has padding_mode={layer.padding_mode!r}; it must be 'zeros'.")
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
        terms = weight[0].numel()                   # number of products in the sum of an output, each at most 255 · 127
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
        shape = (-1,) if self.shell == "Linear" else (-1, *[1] * (self.weight.ndim - 2))       # one scale per channel
        out = total * (scale * self.scale.reshape(shape))
        return out if self.bias is None else out + self.bias.reshape(shape)

    def product(self, input, weight, bias):
        """Return the layer's output for this input, weight and bias."""
        if self.shell == "Linear":
            return nn.functional.linear(input, weight, bias)
        return getattr(nn.functional, self.shell.lower())(input, weight, bias, **self.settings)

    def extra_repr(self):
        kind = "static" if self.static else "dynamic" if self.dynamic else "weights only"
        return f"{self.shell}, {tuple(self.weight.shape)}, {self.bits} bits, {kind}"


def swap_layers(model, make):
    """Return a copy of a model with each Linear and convolution replaced by make(path, layer)."""
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
    """Return a copy of a model with integer weights, without calibration; it can predict but not train.

    bits          bits of a weight, from 2 to 8
    activations   "dynamic": layers convert their inputs to bytes too, by the range of each input; None: weights only
    skip          paths of layers that do not change
    """
    return swap_layers(model, lambda path, layer: layer if path in skip else QuantizedLayer(layer, bits, activations))


def prepare(model, observer=Observer, skip=()):
    """Return a copy of a model in eval mode that records the range of each layer's input when you run batches in it.

    observer   called once for each layer: `Observer`, or a function such as lambda: Observer("percentile")
    skip       paths of layers that do not change
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
    """Convert a model from `prepare` to integer weights of `bits` bits and integer inputs of layers; it cannot train.

    Raises RuntimeError if a layer has read no batch yet, TypeError for a model that is not from prepare().
    """
    observers = getattr(model, "observers", None)
    if observers is None:
        raise TypeError("convert() needs a model from prepare(), after it has run on a few batches.")
    made = swap_layers(model, lambda path, layer: layer if path not in observers
                    else QuantizedLayer(layer, bits, observers[path].qparams()))
    if not isinstance(made, QuantizedLayer):
        del made.observers
    return made


@no_grad()
def fold_batch_norm(model):
    """Return a copy of a model in eval mode, with each batch norm merged into the convolution or Linear before it.

    Only layers of a Sequential are merged. The output is the same: weights are scaled, and biases are shifted.
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
    """Return the size of a model's parameters and buffers in bytes; a shared tensor counts once."""
    found = {id(x): x for x in [*model.parameters(), *model.buffers()]}
    return sum(x.numel() * x.element_size() for x in found.values())
