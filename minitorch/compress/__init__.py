"""Small and quick: integers instead of floats, thin adapters, low rank, a large network's knowledge in a small one.

What is left out of a network by pruning is in `minitorch.nn.utils.prune`. To store floats in two bytes, save
`model.half().state_dict()`: `load_state_dict` brings them back. What the recipe `mnist` reads of 2,000 unseen digits:

    as trained, float32                             99.25 %    315 kB
    float16 on disk                                 99.25 %    158 kB
    int8, weights and activations, calibrated       99.30 %     80 kB
    70 % of the weights pruned by size              99.15 %
"""

from .. import missing as _missing
from .convert import QuantizedLayer, convert, fold_batch_norm, prepare, quantize_dynamic, size_of
from .distillation import distillation_loss
from .low_rank import LoRALinear, add_lora, factorise, merge_lora
from .quantize import Observer, choose_qparams, dequantize, fake_quantize, quantize, quantize_weight

__all__ = ["LoRALinear", "Observer", "QuantizedLayer", "add_lora", "choose_qparams", "convert", "dequantize",
           "distillation_loss", "factorise", "fake_quantize", "fold_batch_norm", "merge_lora", "prepare", "quantize",
           "quantize_dynamic", "quantize_weight", "size_of"]

_missing.speak_for(globals())
