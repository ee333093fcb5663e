"""Low rank: a large matrix as the product of two thin ones, to store less (factorise) or to train less (LoRA)."""

from copy import deepcopy

from .. import linalg, nn
from ..engine import no_grad
from ..ops.shape.creation import empty, zeros


@no_grad()
def factorise(layer, rank):
    """Two Linears in the place of one (layer), by its `rank` largest singular values: (in -> rank) and (rank -> out).

    The nearest product of that rank; smaller where rank · (in + out) < in · out. Raises ValueError for a rank that the
    layer has not. Source: Eckart and Young (1936).
    """
    most = min(layer.weight.shape)
    if not 1 <= rank <= most:
        raise ValueError(f"factorise: rank={rank} must lie from 1 to {most}, the smaller size of {layer}.")
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
    """A frozen Linear plus a thin trainable detour: x @ weight.T + bias + (alpha / rank) · x @ A.T @ B.T.

    layer   the Linear
    rank    of the detour, 1 or more, else ValueError: rank · (in + out) numbers are trained instead of in · out
    alpha   how much it counts
    B starts at 0, so at first nothing changes. Source: Hu et al., LoRA (2021).
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
        """One Linear that computes the same."""
        layer = deepcopy(self.layer)
        layer.weight.add_(self.B @ self.A, alpha=self.alpha / self.rank)
        return layer


def swap(model, kind, make):
    """Replace each module of a kind in a model, in place; returns the model."""
    if isinstance(model, kind):
        return make(model)
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if isinstance(child, kind):
                setattr(parent, name, make(child))
    return model


def add_lora(model, rank=8, alpha=16.0, where=lambda path: True):
    """Freeze a model and give its Linears detours to train, in place; returns the model.

    rank, alpha   as LoRALinear's
    where         which: a function of a Linear's path, such as lambda path: path.endswith("c_attn")

    Raises ValueError where it accepts none.
    """
    chosen = {id(layer) for path, layer in model.named_modules() if isinstance(layer, nn.Linear) and where(path)}
    if not chosen:
        raise ValueError("add_lora: no Linear has a path that `where` accepts.")
    for parameter in model.parameters():
        parameter.requires_grad = False
    return swap(model, nn.Linear, lambda layer: LoRALinear(layer, rank, alpha) if id(layer) in chosen else layer)


def merge_lora(model):
    """Fold all detours into their Linears, in place: the same outputs, the model's own shape again. Returns it."""
    return swap(model, LoRALinear, LoRALinear.merged)
