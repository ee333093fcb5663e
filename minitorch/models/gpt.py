"""GPT: a chain of blocks in which each position reads the positions before it, trained to predict the next token.

Layers have the names of GPT-2's published weights, which `GPT.from_safetensors("model.safetensors")` loads.
"""

from dataclasses import asdict, dataclass

from .. import nn
from ..engine import no_grad
from ..engine.piece import piece
from ..ops.shape.copies import cat_function as cat
from ..ops.shape.creation import empty
from ..ops.shape.ranges import arange
from .sampling import sample_next


@dataclass
class GPTConfig:
    """Sizes of a GPT; the defaults are those of the smallest GPT-2, with 124 million parameters.

    block_size       the largest number of positions
    vocab_size       how many tokens there are
    n_layer          the number of blocks
    n_head, n_embd   the heads of each attention, and the width that all heads share
    dropout          the probability of dropout, everywhere
    bias             whether linear layers and layer norms have a bias
    """

    block_size: int = 1024               # the largest number of positions
    vocab_size: int = 50257
    n_layer: int = 12
    n_head: int = 12
    n_embd: int = 768
    dropout: float = 0.0
    bias: bool = True                    # whether linear layers and layer norms have a bias


@piece
class Heads:
    """The heads of an attention: `split` divides the features among the heads, `join` puts them together again.

    count   the number of heads
    """

    def __init__(self, count):
        self.count = count

    def split(self, x):
        """(N, T, C) -> (N, count, T, C / count)."""
        N, T, C = x.shape
        return x.view(N, T, self.count, C // self.count).transpose(1, 2)

    def join(self, x):
        """(N, count, T, D) -> (N, T, count · D)."""
        N, H, T, D = x.shape
        return x.transpose(1, 2).reshape(N, T, H * D)


@piece
def attend_cached(q, k, v, cache, layer, dropout_p=0.0):
    """Return the attention of new positions to the cached positions and themselves; add the new k and v to the cache.

    q, k, v   (N, heads, T, D), of the T new positions
    cache     a KVCache; `layer` is the number of the layer whose k and v these are
    returns   (N, heads, T, D)
    """
    k, v = cache.extend(layer, k, v)                     # (N, heads, S, D): S − T earlier positions
    T, S, mask = q.shape[2], k.shape[2], None
    if 1 < T < S:
        mask = arange(S, device=q.device) <= arange(S - T, S, device=q.device).unsqueeze(1)
    return nn.functional.scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal=T == S > 1)


class CausalSelfAttention(nn.Module):
    """Attention in which each position reads itself and the positions before it: (N, T, n_embd) -> (N, T, n_embd)."""

    def __init__(self, config):
        super().__init__()
        self.n_head, self.dropout = config.n_head, config.dropout
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.resid_dropout = nn.Dropout(config.dropout)

    def forward(self, x, cache=None, layer=0):
        heads, dropout_p = Heads(self.n_head), self.dropout if self.training else 0.0
        q, k, v = [heads.split(part) for part in self.c_attn(x).chunk(3, dim=2)]        # (N, heads, T, D)
        if cache is None:
            y = nn.functional.scaled_dot_product_attention(q, k, v, dropout_p=dropout_p, is_causal=True)
        else:
            y = attend_cached(q, k, v, cache, layer, dropout_p)
        return self.resid_dropout(self.c_proj(heads.join(y)))


class MLP(nn.Module):
    """Two linear layers with a gelu between, applied to each position; the hidden layer is four times as wide."""

    def __init__(self, config):
        super().__init__()
        self.c_fc = nn.Linear(config.n_embd, 4 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(4 * config.n_embd, config.n_embd, bias=config.bias)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x):
        return self.dropout(self.c_proj(nn.functional.gelu(self.c_fc(x), approximate="tanh")))


class Block(nn.Module):
    """Attention and an MLP; each has a layer norm before it, and its output is added to its input."""

    def __init__(self, config):
        super().__init__()
        self.ln_1 = nn.LayerNorm(config.n_embd, bias=config.bias)
        self.attn = CausalSelfAttention(config)
        self.ln_2 = nn.LayerNorm(config.n_embd, bias=config.bias)
        self.mlp = MLP(config)

    def forward(self, x, cache=None, layer=0):
        x = x + self.attn(self.ln_1(x), cache, layer)
        return x + self.mlp(self.ln_2(x))


class KVCache:
    """A store of the keys and values of all positions so far, so that they are computed only once.

    length   how many positions are stored
    """

    def __init__(self, config, batch, like):
        shape = (config.n_layer, 2, batch, config.n_head, config.block_size, config.n_embd // config.n_head)
        self.kept = empty(*shape, dtype=like.dtype, device=like.device)
        self.length = 0

    def extend(self, layer, k, v):
        """Append new keys and values, (N, heads, T, D), to the earlier ones, and return all of them."""
        start, end = self.length, self.length + k.shape[2]
        self.kept[layer, 0, :, :, start:end] = k
        self.kept[layer, 1, :, :, start:end] = v
        return self.kept[layer, 0, :, :, :end], self.kept[layer, 1, :, :, :end]


class GPT(nn.Module):
    """A model of the next token at every position: (N, T) integers -> scores (N, T, vocab_size).

    config   its sizes, a GPTConfig
    cache    an argument of forward: a KVCache with the positions before idx, which is extended; None: no cache

    Raises ValueError for an n_embd that n_head does not divide, and for more than block_size positions.
    Source: Radford et al., Language Models are Unsupervised Multitask Learners (2019), GPT-2.

    >>> model = GPT(GPTConfig(block_size=8, vocab_size=65, n_layer=2, n_head=2, n_embd=16))
    >>> model(zeros(1, 8, dtype=long)).shape
    minitorch.Size([1, 8, 65])
    """

    def __init__(self, config):
        super().__init__()
        if config.n_embd % config.n_head:
            raise ValueError(f"GPT: n_embd={config.n_embd} must be a multiple of n_head={config.n_head}.")
        self.config = config
        self.transformer = nn.ModuleDict({
            "wte": nn.Embedding(config.vocab_size, config.n_embd),
            "wpe": nn.Embedding(config.block_size, config.n_embd),
            "drop": nn.Dropout(config.dropout),
            "h": nn.ModuleList([Block(config) for _ in range(config.n_layer)]),
            "ln_f": nn.LayerNorm(config.n_embd, bias=config.bias)})
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.apply(init_weights_of)
        self.transformer.wte.weight = self.lm_head.weight              # the embedding and the last layer share it
        for name, parameter in self.named_parameters():
            if name.endswith("c_proj.weight"):       # start smaller, because 2 · n_layer of these outputs are added
                nn.init.normal_(parameter, 0.0, 0.02 / (2 * config.n_layer) ** 0.5)

    def forward(self, idx, cache=None):
        """Return the scores; with a `KVCache`, idx has only the tokens after the positions in the cache."""
        before = 0 if cache is None else cache.length
        T = idx.shape[1]
        if before + T > self.config.block_size:
            raise ValueError(f"GPT: {before + T} positions are more than block_size={self.config.block_size}. Give it "
                             f"the last {self.config.block_size}.")
        parts = self.transformer
        x = parts.drop(parts.wte(idx) + parts.wpe(arange(before, before + T, device=idx.device)))
        for layer, block in enumerate(parts.h):
            x = block(x, cache, layer)
        if cache is not None:
            cache.length += T
        return self.lm_head(parts.ln_f(x))

    @no_grad()
    def generate(self, idx, max_new_tokens, temperature=1.0, top_k=None, top_p=None, generator=None, cache=True):
        """Continue a text: (N, T) -> (N, T + max_new_tokens). Call eval() first, to switch dropout off.

        temperature, top_k, top_p   as in `sampling.sample_next`
        cache     keep keys and values, so that each step computes one position only; the result is the same
        """
        kept = KVCache(self.config, idx.shape[0], self.lm_head.weight) if cache else None
        new, size = idx[:, -self.config.block_size:], self.config.block_size
        for _ in range(max_new_tokens):
            if kept is not None and kept.length + new.shape[1] > size:    # the window moves: cached positions are wrong
                kept = None
            logits = self(idx[:, -size:] if kept is None else new, kept)[:, -1]
            new = sample_next(logits, temperature, top_k, top_p, generator)
            idx = cat([idx, new], dim=1)
        return idx

    @classmethod
    def from_safetensors(cls, path, n_head=None, dropout=0.0):
        """Return a GPT with GPT-2's published weights, of any size; unknown entries of the file are reported.

        n_head   heads of attention, which the file does not contain; default: n_embd / 64, as in all GPT-2 models
        """
        from ..serialization import load
        found = {name.removeprefix("transformer."): x for name, x in load(path).items()}
        if "wte.weight" not in found:
            raise ValueError(f"{path} is no GPT-2: it has no wte.weight, but {', '.join(sorted(found)[:5])}, …")
        vocab_size, n_embd = found["wte.weight"].shape
        layers = 1 + max(int(name.split(".")[1]) for name in found if name.startswith("h."))
        model = cls(GPTConfig(found["wpe.weight"].shape[0], vocab_size, layers, n_head or n_embd // 64, n_embd, dropout,
                              "ln_f.bias" in found))
        turned = ("attn.c_attn.weight", "attn.c_proj.weight", "mlp.c_fc.weight", "mlp.c_proj.weight")
        state = {f"transformer.{name}": x.T if name.endswith(turned) else x      # the file has these as (in, out)
                 for name, x in found.items()
                 if not name.endswith((".attn.bias", ".attn.masked_bias", "lm_head.weight"))}    # without masks, copies
        model.load_state_dict({**state, "lm_head.weight": found["wte.weight"]})
        return model

    def __repr__(self):
        sizes = ", ".join(f"{name}={value}" for name, value in asdict(self.config).items())
        return f"GPT({sizes}): {sum(p.numel() for p in self.parameters()):,} parameters"


def init_weights_of(layer):
    """Initialise a layer as in GPT-2."""
    if isinstance(layer, nn.Linear | nn.Embedding):
        nn.init.normal_(layer.weight, 0.0, 0.02)
        if getattr(layer, "bias", None) is not None:
            nn.init.zeros_(layer.bias)
