"""Small and quick: integers instead of floats, thin adapters, low rank, a large network's knowledge in a small one.

What is left out of a network by pruning is in `minitorch.nn.utils.prune`.
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
