"""The transformer: layers of attention and feed-forward networks, in an encoder and a decoder."""

from copy import deepcopy

from ..ops.shape.creation import full
from ..runtime.kinds import require
from . import functional as F, init
from .attention import MultiheadAttention
from .containers import ModuleList
from .dropout import Dropout
from .functional.common import refuse
from .linear import Linear
from .module import Module
from .normalization import LayerNorm


def activation_named(activation):
    """Return the function named "relu" or "gelu"; return a function unchanged."""
    if not isinstance(activation, str):
        return activation
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return getattr(F, activation)


class TransformerLayer(Module):
    """Base of both layers: a feed-forward network after the attentions, with a norm and dropout for each of them."""

    attentions: tuple[str, ...] = ()

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        for name in self.attentions:
            setattr(self, name, MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, **made))
        self.linear1 = Linear(d_model, dim_feedforward, bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias, **made)
        self.norm_first = norm_first
        numbers = range(1, len(self.attentions) + 2)
        for number in numbers:
            setattr(self, f"norm{number}", LayerNorm(d_model, layer_norm_eps, bias=bias, **made))
        for number in numbers:
            setattr(self, f"dropout{number}", Dropout(dropout))
        self.activation = activation_named(activation)

    def residual(self, x, number, part):
        """Return x plus part(x), normalised before the part or after the sum."""
        norm, dropout = getattr(self, f"norm{number}"), getattr(self, f"dropout{number}")
        return x + dropout(part(norm(x))) if self.norm_first else norm(x + dropout(part(x)))

    def feed_forward(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(TransformerLayer):
    """Self-attention, then a feed-forward network at each position: (T, B, d_model) -> the same shape.

    d_model           features at each position
    nhead             heads of attention, which divide d_model
    dim_feedforward   features inside the feed-forward network
    dropout           probability that a number is dropped, in training, after each sublayer and inside it
    activation        of the feed-forward network: "relu", "gelu" or a function; RuntimeError for other names
    layer_norm_eps    eps of the layer norms
    batch_first       whether tensors are (B, T, d_model)
    norm_first        normalise before each sublayer, not after
    bias              whether the linear layers and the norms add a bias

    forward takes src, and src_mask, src_key_padding_mask and is_causal as MultiheadAttention takes its masks.
    """

    attentions = ("self_attn",)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        require("TransformerEncoderLayer", {"src": src}, {"src_mask": src_mask})

        def self_attention(x):
            return self.self_attn(x, x, x, src_key_padding_mask, False, src_mask, is_causal=is_causal)[0]
        return self.residual(self.residual(src, 1, self_attention), 2, self.feed_forward)


class TransformerDecoderLayer(TransformerLayer):
    """Self-attention, attention to memory (the encoder's output), feed-forward: (T, B, d_model) -> the same shape.

    Settings as TransformerEncoderLayer's. forward takes tgt (T, B, d_model) and memory (S, B, d_model), and masks as
    MultiheadAttention does: tgt_mask, tgt_key_padding_mask and tgt_is_causal for the self-attention, memory_mask,
    memory_key_padding_mask and memory_is_causal for the attention to memory.
    """

    attentions = ("self_attn", "multihead_attn")

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False):
        def self_attention(x):
            return self.self_attn(x, x, x, tgt_key_padding_mask, False, tgt_mask, is_causal=tgt_is_causal)[0]

        def cross_attention(x):
            return self.multihead_attn(x, memory, memory, memory_key_padding_mask, False, memory_mask,
                                       is_causal=memory_is_causal)[0]
        x = self.residual(self.residual(tgt, 1, self_attention), 2, cross_attention)
        return self.residual(x, 3, self.feed_forward)


class TransformerEncoder(Module):
    """Copies of an encoder layer, one after the other, and a last norm: src (T, B, d_model) -> the same shape.

    encoder_layer   the layer that is copied, its weights too
    num_layers      how many copies
    norm            a module that is applied last, or None

    forward passes mask, src_key_padding_mask and is_causal to every layer. enable_nested_tensor and mask_check are
    accepted, without effect.
    """

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = ModuleList(deepcopy(encoder_layer) for _ in range(num_layers))
        self.num_layers, self.norm = num_layers, norm

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask, bool(is_causal) and mask is not None)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Module):
    """Copies of a decoder layer, one after the other, and a last norm: (T, B, d_model) -> the same shape.

    decoder_layer   the layer that is copied, its weights too
    num_layers      how many copies
    norm            a module that is applied last, or None

    forward passes its tensors and masks to every layer: tgt and memory, tgt_mask, memory_mask, tgt_key_padding_mask and
    memory_key_padding_mask. The hints tgt_is_causal and memory_is_causal have no effect: only the masks count.
    """

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = ModuleList(deepcopy(decoder_layer) for _ in range(num_layers))
        self.num_layers, self.norm = num_layers, norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder that reads src and a decoder that writes tgt: (S, B, d_model), (T, B, d_model) -> (T, B, d_model).

    num_encoder_layers, num_decoder_layers   how many layers each of them has
    custom_encoder, custom_decoder           modules to use instead of the usual ones

    Other settings as TransformerEncoderLayer's. forward takes src_mask (S, S), tgt_mask (T, T), memory_mask (T, S), and
    src_key_padding_mask, tgt_key_padding_mask, memory_key_padding_mask (B, …), and passes them on; the hints
    src_is_causal, tgt_is_causal and memory_is_causal have no effect: only the masks count.
    Raises RuntimeError if batches or features of src and tgt differ.
    Source: Vaswani et al., Attention Is All You Need (2017).
    """

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048,
                 dropout=0.1, activation=F.relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        settings = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        def norm():
            return LayerNorm(d_model, layer_norm_eps, bias=bias, **made)
        self.encoder = custom_encoder or TransformerEncoder(
            TransformerEncoderLayer(*settings, **made), num_encoder_layers, norm())
        self.decoder = custom_decoder or TransformerDecoder(
            TransformerDecoderLayer(*settings, **made), num_decoder_layers, norm())
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in self.parameters():
            if weight.ndim > 1:
                init.xavier_uniform_(weight)

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
                tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
                memory_is_causal=False):
        require("Transformer", {"src": src, "tgt": tgt})
        batch = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[batch] != tgt.shape[batch]:
            refuse(RuntimeError, f"the batch number of src and tgt must be equal: {src.shape[batch]} and "
                   f"{tgt.shape[batch]} (batch_first={self.batch_first}).")
        if not src.shape[-1] == tgt.shape[-1] == self.d_model:
            refuse(RuntimeError, "the feature number of src and tgt must be equal to d_model "
                   f"({self.d_model}), not {src.shape[-1]} and {tgt.shape[-1]}.")
        memory = self.encoder(src, src_mask, src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """Return (sz, sz) floats: 0 where a position may attend, −inf above the diagonal, at later positions."""
        return full((sz, sz), -float("inf"), device=device, dtype=dtype).triu(1)
