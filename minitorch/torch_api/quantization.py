"""torch.ao.quantization's quantize_dynamic, by minitorch.compress, which also has prepare, convert and fewer bits."""

from warnings import warn

from .. import compress, dtypes, nn
from ..runtime import missing as _missing

__all__ = ["quantize_dynamic"]


def quantize_dynamic(model, qconfig_spec=None, dtype=dtypes.int8, mapping=None, inplace=False):
    """Return a copy of a model with integer weights and byte inputs in its Linear layers; it can predict, not train.

    qconfig_spec   types of layers, such as {nn.Linear}, or paths, such as {"head"}; None: all Linear layers
    dtype          dtype of the weights: qint8; NotImplementedError for others
    mapping        must be None; compress.QuantizedLayer is the layer that replaces a Linear layer
    inplace        must be False; raises NotImplementedError for True

    Recurrent layers are not changed, with a warning. Each output has its own scale, while PyTorch's weights share
    one scale.

    >>> model = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
    >>> quantize_dynamic(model, {nn.Linear}, dtype=mt.qint8)
    Sequential(
      (0): QuantizedLayer(Linear, (2, 3), 8 bits, dynamic)
      (1): ReLU()
    )
    """
    if dtype is not dtypes.int8 or mapping is not None or inplace:
        raise NotImplementedError(f"quantize_dynamic supports only dtype=qint8, mapping=None and inplace=False, "
                                  f"not {dtype}, {mapping} and {inplace}. compress.quantize_dynamic takes fewer bits.")
    asked = {nn.Linear} if qconfig_spec is None else {*qconfig_spec}
    found = {path: layer for path, layer in model.named_modules() if type(layer) in asked or path in asked}
    whole = {path for path, layer in found.items() if isinstance(layer, nn.Linear)}
    left = {type(layer).__name__ for layer in found.values() if isinstance(layer, nn.RNNBase | nn.cells.RNNCellBase)}
    if left:
        warn(f"quantize_dynamic quantises only Linear layers: {', '.join(sorted(left))} is unchanged.", stacklevel=2)
    others = [path for path, layer in model.named_modules() if path not in whole]
    return compress.quantize_dynamic(model, skip=others)


_missing.speak_for(globals())
