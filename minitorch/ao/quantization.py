"""torch.ao.quantization's quantize_dynamic, over minitorch.compress, which does more: prepare, convert, fewer bits."""

from warnings import warn

from .. import compress, dtypes, missing as _missing, nn

__all__ = ["quantize_dynamic"]


def quantize_dynamic(model, qconfig_spec=None, dtype=dtypes.int8, mapping=None, inplace=False):
    """A copy of a model whose Linear layers have integer weights, and make bytes of their inputs; ready to predict.

    qconfig_spec   which: types of layers, such as {nn.Linear}, or paths, such as {"head"}; None: all Linear layers
    dtype          qint8, of the weights; NotImplementedError for others
    mapping        None: see compress.QuantizedLayer for what comes in the place of a layer
    inplace        False: NotImplementedError for True

    Recurrent layers that are asked for stay as they are, with a warning. Each output has a scale of its own, where
    PyTorch's weights have one in common.

    >>> model = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
    >>> quantize_dynamic(model, {nn.Linear}, dtype=mt.qint8)
    Sequential(
      (0): QuantizedLayer(Linear, (2, 3), 8 bits, dynamic)
      (1): ReLU()
    )
    """
    if dtype is not dtypes.int8 or mapping is not None or inplace:
        raise NotImplementedError(f"quantize_dynamic: dtype=qint8, mapping=None and inplace=False are what is there, "
                                  f"not {dtype}, {mapping} and {inplace}. compress.quantize_dynamic takes fewer bits.")
    asked = {nn.Linear} if qconfig_spec is None else {*qconfig_spec}
    found = {path: layer for path, layer in model.named_modules() if type(layer) in asked or path in asked}
    whole = {path for path, layer in found.items() if isinstance(layer, nn.Linear)}
    left = {type(layer).__name__ for layer in found.values() if isinstance(layer, nn.RNNBase | nn.cells.RNNCellBase)}
    if left:
        warn(f"quantize_dynamic: {', '.join(sorted(left))} stays as it is; Linear layers are quantised.", stacklevel=2)
    others = [path for path, layer in model.named_modules() if path not in whole]
    return compress.quantize_dynamic(model, skip=others)


_missing.speak_for(globals())
