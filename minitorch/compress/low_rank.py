"""Low rank: replace a large matrix by a product of two thin matrices, to store (factorise) or train (LoRA) less."""

from copy import deepcopy

from .. import nn
from ..engine import no_grad
from ..ops.shape.creation import empty, zeros
from ..rare import linalg


@no_grad()
def factorise(layer, rank):
    """Return two Linears, in -> rank and rank -> out, that approximate `layer` by its `rank` largest singular values.

    The product of their weights is the nearest matrix of that rank. They are smaller if rank · (in + out) < in · out.
    Raises ValueError for a rank larger than in or out. Source: Eckart and Young (1936).
    """
    most = min(layer.weight.shape)
    if not 1 <= rank <= most:
        raise ValueError(f"factorise: rank={rank} must be from 1 to {most}, the smaller size of {layer}.")
    u, s, vh = linalg.svd(layer.weight, full_matrices=False)
    root = s[:rank].sqrt()
    first = nn.Linear(layer.in_features, rank, bias=False, dtype=layer.weight.dtype)
    second = nn.Linear(rank, layer.out_features, bias=layer.bias is not None, dtype=layer.weight.dtype)
    first.weight.copy_(root[:, None] * vh[:rank])
    second.weight.copy_(u[:, :rank] * root)
    if layer.bias is not None:
        second.bias.copy_(layer.bias)
    return nn.Sequential(first, second)


class LoRALinear(nn.Module):
    """A frozen Linear plus a trainable adapter of low rank: x @ weight.T + bias + (alpha / rank) · x @ A.T @ B.T.

    layer   the Linear
    rank    rank of the adapter, ValueError if below 1: it trains rank · (in + out) numbers instead of in · out
    alpha   the weight of the adapter
    B is 0 at first, so that the output does not change. Source: Hu et al., LoRA (2021).
    """

    def __init__(self, layer, rank=8, alpha=16.0):
        super().__init__()
        if rank < 1:
            raise ValueError(f"LoRALinear: rank={rank} must be 1 or more.")
        self.layer, self.rank, self.alpha = layer, rank, alpha
        for parameter in layer.parameters():
            parameter.requires_grad = False
        like = {"dtype": layer.weight.dtype, "device": layer.weight.device}
        self.A = nn.Parameter(empty(rank, layer.in_features, **like))
        self.B = nn.Parameter(zeros(layer.out_features, rank, **like))
        nn.init.kaiming_uniform_(self.A, a=5 ** 0.5)

    def forward(self, input):
        F = nn.functional
        return self.layer(input) + F.linear(F.linear(input, self.A), self.B) * (self.alpha / self.rank)

    def extra_repr(self):
        return f"rank={self.rank}, alpha={self.alpha}"

    @no_grad()
    def merged(self):
        """Return a Linear that computes the same, with the adapter added to its weight."""
        layer = deepcopy(self.layer)
        layer.weight.add_(self.B @ self.A, alpha=self.alpha / self.rank)
        return layer


def swap(model, kind, make):
    """Replace each module of class `kind` in a model by make(module), in place; return the model."""
    if isinstance(model, kind):
        return make(model)
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, kind):
                setattr(parent, name, make(child))
    return model


def add_lora(model, rank=8, alpha=16.0, where=lambda path: True):
    """Freeze a model and give its Linears trainable adapters, in place; return the model.

    rank, alpha   as in LoRALinear
    where         a function: should the Linear at this path get an adapter? As in lambda path: path.endswith("c_attn")

    Raises ValueError if `where` accepts no Linear.
    """
    chosen = {id(layer) for path, layer in model.named_modules() if isinstance(layer, nn.Linear) and where(path)}
    if not chosen:
        raise ValueError("add_lora: `where` accepts no Linear's path; named_modules() lists the paths.")
    for parameter in model.parameters():
        parameter.requires_grad = False
    return swap(model, nn.Linear, lambda layer: LoRALinear(layer, rank, alpha) if id(layer) in chosen else layer)


def merge_lora(model):
    """Add all adapters to their Linears, in place; outputs do not change. Return the model."""
    return swap(model, LoRALinear, LoRALinear.merged)
