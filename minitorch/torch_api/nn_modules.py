"""PyTorch's import paths of layers: minitorch.nn.modules.conv.Conv2d is nn.Conv2d."""

import re
import sys
from types import ModuleType

from .. import nn
from ..nn import conv, dropout, instance_norm, linear, loss, module, normalization, pool, state
from ..nn.functional.common import several
from ..rare.nn import hooks
from ..runtime import missing as _missing

__path__: list[str] = []                  # the submodules are created below, and have no files
# {file in PyTorch: the layers in it}; all other layers are in `activation`.
LAYERS = {
    "batchnorm": "(Lazy|Sync)?BatchNorm", "instancenorm": "(Lazy)?InstanceNorm",
    "normalization": "(Layer|RMS|Group)Norm|LocalResponseNorm", "conv": "(Lazy)?Conv", "pooling": ".*(Pool|Unpool)",
    "padding": r".*Pad\dd$", "dropout": ".*Dropout", "adaptive": "AdaptiveLogSoftmaxWithLoss", "loss": ".*Loss",
    "distance": "CosineSimilarity|PairwiseDistance", "rnn": "RNN|LSTM|GRU", "transformer": "Transformer",
    "container": "Sequential|(Module|Parameter)(List|Dict)", "linear": "(Lazy)?Linear|Bilinear|Identity",
    "flatten": "Flatten|Unflatten", "sparse": "Embedding", "fold": "Fold|Unfold", "pixelshuffle": "Pixel",
    "channelshuffle": "Channel", "upsampling": "Upsampl", "module": "Module$", "activation": "",
}
# {file in PyTorch: {name: object here}}: further names in PyTorch's files, such as base classes for isinstance.
BASES: dict[str, dict] = {
    "batchnorm": {"_BatchNorm": normalization.BatchNorm, "_NormBase": normalization.BatchNorm},
    "instancenorm": {"_InstanceNorm": instance_norm.InstanceNorm}, "linear": {
        "NonDynamicallyQuantizableLinear": linear.Linear}, "loss": {"_Loss": loss.Loss, "_WeightedLoss": loss.Loss},
    "conv": {"_ConvNd": conv.Conv, "_ConvTransposeNd": conv.ConvTranspose},
    "dropout": {"_DropoutNd": dropout.Dropout}, "pooling": {"_MaxPoolNd": pool.MaxPool, "_MaxUnpoolNd": pool.MaxUnpool},
    "module": {"Module": module.Module, **{name: x for name, x in vars(hooks).items() if "register_module_" in name}},
    "utils": {"consume_prefix_in_state_dict_if_present": state.consume_prefix_in_state_dict_if_present},
}


def ntuple(count, name):
    """Return a function that turns one number into a tuple of `count` numbers: pair(3) is (3, 3)."""
    def several_of(x):
        return several(x, count)
    several_of.__name__ = name
    return several_of


for count, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), start=1):
    BASES["utils"][name] = ntuple(count, name)


def by_path():
    """Return {PyTorch's file: {name: layer}}; a layer belongs to the first file whose pattern matches its name."""
    found: dict[str, dict] = {path: {**BASES.get(path, {})} for path in (*LAYERS, "utils")}
    for name in nn.__all__:
        layer = getattr(nn, name)
        if isinstance(layer, type) and issubclass(layer, module.Module) and name != "DataParallel":
            path = next(path for path, pattern in LAYERS.items() if re.match(pattern, name))
            found[path][name] = layer
    return found


for path, layers in by_path().items():
    part = ModuleType(f"minitorch.nn.modules.{path}", f"PyTorch's path to layers of minitorch.nn: {path}.")
    vars(part).update(layers)
    globals()[path] = sys.modules[part.__name__] = part
    globals().update({name: layer for name, layer in layers.items() if not name.startswith("_")})

__all__ = [name for name, value in globals().items() if name in (*LAYERS, "utils")
           or isinstance(value, type) and issubclass(value, module.Module) and value.__name__ == name]

_missing.speak_for(globals())
