"""Pruning: multiply parameters by a mask that sets small or random elements or slices to 0."""

from ....engine import no_grad
from ....nn.parameter import Parameter
from ....ops.shape.creation import ones_like, randperm
from ....runtime import functions, missing as _missing

__all__ = ["BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured", "PruningContainer",
           "RandomStructured", "RandomUnstructured", "custom_from_mask", "global_unstructured", "identity", "is_pruned",
           "l1_unstructured", "ln_structured", "random_structured", "random_unstructured", "remove"]


def count_of(amount, size):
    """Return how many of `size` units to prune: `amount` is that number (int), or a fraction of size (float)."""
    if isinstance(amount, bool) or not isinstance(amount, int | float):
        raise TypeError(f"Invalid type for amount: {amount!r}. Must be int or float.")
    if amount < 0 or isinstance(amount, float) and amount > 1:
        raise ValueError(f"amount={amount} should be a non-negative int, or a float in the range [0, 1].")
    if isinstance(amount, int) and amount > size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={size}.")
    return amount if isinstance(amount, int) else round(amount * size)


class BasePruningMethod:
    """A rule for masks. A subclass defines compute_mask(t, default_mask), and PRUNING_TYPE.

    PRUNING_TYPE   "unstructured" for single elements, "structured" for slices, "global" for several parameters

    The parameter becomes `name_orig`, its mask the buffer `name_mask`, and `name` their product before each forward.
    """

    _tensor_name: str
    PRUNING_TYPE = "unstructured"

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def compute_mask(self, t, default_mask):
        """Return a mask for a tensor of scores; elements that are 0 in `default_mask` stay 0."""
        raise NotImplementedError(f"{type(self).__name__} needs a compute_mask(t, default_mask).")

    def apply_mask(self, module):
        """Return the parameter times its mask."""
        mask = module._buffers[f"{self._tensor_name}_mask"]
        original = module._parameters[f"{self._tensor_name}_orig"]
        return mask.to(original.dtype) * original

    def prune(self, t, default_mask=None, importance_scores=None):
        """Return tensor `t` times the mask that this rule computes."""
        mask = ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(t if importance_scores is None else importance_scores, mask)

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prune a module's parameter; if it is already pruned, only among the elements that remain. Return the rule."""
        method, before = cls(*args, **kwargs), pruner(module, name)
        method._tensor_name = name
        if before is not None:
            container = before[1] if isinstance(before[1], PruningContainer) else PruningContainer(before[1])
            del module._forward_pre_hooks[before[0]]
            container.add_pruning_method(method)
            method, mask = container, module._buffers[f"{name}_mask"]
        else:
            parameter = module._parameters.pop(name)
            module.register_parameter(f"{name}_orig", parameter)
            mask = ones_like(parameter)
        scores = module._parameters[f"{name}_orig"] if importance_scores is None else importance_scores
        with no_grad():
            module.register_buffer(f"{name}_mask", method.compute_mask(scores.detach(), mask.detach()))
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def remove(self, module):
        """Make the pruning permanent: `name` is an ordinary parameter again, with zeros where the mask is 0."""
        name = self._tensor_name
        kept = self.apply_mask(module).detach()
        original = module._parameters.pop(f"{name}_orig")
        del module._buffers[f"{name}_mask"]
        module.__dict__.pop(name, None)
        with no_grad():
            original.copy_(kept)
        module.register_parameter(name, original if isinstance(original, Parameter) else Parameter(original))


class PruningContainer(BasePruningMethod):
    """Several rules, applied one after another to one parameter."""

    def __init__(self, *methods):
        self._pruning_methods: tuple = ()
        for method in methods:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Add a rule for the same parameter."""
        if self._pruning_methods and method._tensor_name != self._tensor_name:
            raise ValueError(f"Can only add pruning methods acting on the parameter named {self._tensor_name!r}, not "
                             f"{method._tensor_name!r}.")
        self._tensor_name = method._tensor_name
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, index):
        return self._pruning_methods[index]

    def compute_mask(self, t, default_mask):
        """Return the last rule's mask for the elements that earlier rules left."""
        method, mask = self._pruning_methods[-1], default_mask.clone()
        if method.PRUNING_TYPE == "unstructured":
            left = mask == 1
            mask[left] = method.compute_mask(t[left], mask[left])
            return mask
        if method.PRUNING_TYPE == "structured":
            dim = method.dim % t.ndim
            places = mask.transpose(0, dim).reshape(mask.shape[dim], -1).any(1).nonzero().flatten()
            part = method.compute_mask(t.index_select(dim, places), mask.index_select(dim, places))
            return mask.index_copy(dim, places, part.to(mask.dtype))
        return method.compute_mask(t, mask)


class Identity(BasePruningMethod):
    """A rule that prunes nothing, but adds `name_orig` and `name_mask`."""

    def compute_mask(self, t, default_mask):
        return default_mask


class RandomUnstructured(BasePruningMethod):
    """A rule that prunes random elements: `amount` is their number (int) or fraction (float)."""

    def __init__(self, amount):
        count_of(amount, 2**63)
        self.amount = amount

    def choose(self, t, count):
        return randperm(t.numel())[:count]

    def compute_mask(self, t, default_mask):
        count, mask = count_of(self.amount, t.numel()), default_mask.clone()
        if count:
            mask.view(-1)[self.choose(t, count)] = 0
        return mask


class L1Unstructured(RandomUnstructured):
    """A rule that prunes the elements nearest to 0: `amount` is their number (int) or fraction (float)."""

    def choose(self, t, count):
        return t.abs().reshape(-1).topk(count, largest=False).indices


class RandomStructured(BasePruningMethod):
    """A rule that prunes random slices along a dimension: `amount` is their number (int) or fraction (float)."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        count_of(amount, 2**63)
        self.amount, self.dim = amount, dim

    def choose(self, t, count):
        return randperm(t.shape[self.dim])[:count]

    def compute_mask(self, t, default_mask):
        count = count_of(self.amount, t.shape[self.dim])
        return default_mask.index_fill(self.dim, self.choose(t, count), 0) if count else default_mask


class LnStructured(RandomStructured):
    """A rule that prunes the slices with the smallest n-norm along a dimension; `amount`: number or fraction."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def choose(self, t, count):
        return t.transpose(0, self.dim).flatten(1).norm(p=self.n, dim=1).topk(count, largest=False).indices


class CustomFromMask(BasePruningMethod):
    """A rule that uses a mask of your own."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        return default_mask * self.mask.to(default_mask.dtype)


def pruner(module, name):
    """Return (number, rule) of the hook that prunes a module's parameter, or None."""
    return next(((number, hook) for number, (hook, _) in module._forward_pre_hooks.items()
                 if isinstance(hook, BasePruningMethod) and hook._tensor_name == name), None)


def rule_applier(method):
    """Return a function that applies a rule to a module's parameter and returns the module."""
    def prune(module, name, *args, **kwargs):
        method.apply(module, name, *args, **kwargs)
        return module
    prune.__doc__ = f"{method.__doc__}\n\n    Prunes module.name, and returns the module."
    return prune


identity, random_unstructured, l1_unstructured = map(rule_applier, (Identity, RandomUnstructured, L1Unstructured))
random_structured, ln_structured, custom_from_mask = map(rule_applier, (RandomStructured, LnStructured, CustomFromMask))


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Apply the class pruning_method to parameters [(module, name), …] as one tensor, by importance_scores if given."""
    given = importance_scores or {}
    all_of = [(module, name, given.get((module, name), getattr(module, name)).detach()) for module, name in parameters]
    masks = [module._buffers.get(f"{name}_mask", None) for module, name, _ in all_of]
    masks = [ones_like(scores) if mask is None else mask for mask, (_, _, scores) in zip(masks, all_of)]
    container = PruningContainer()
    container._tensor_name = "temp"
    method = pruning_method(**kwargs)
    method._tensor_name = "temp"
    container.add_pruning_method(method)
    final = container.compute_mask(functions["cat"]([scores.reshape(-1) for *_, scores in all_of]),
                                   functions["cat"]([mask.reshape(-1) for mask in masks]))
    for (module, name, scores), part in zip(all_of, final.split([scores.numel() for *_, scores in all_of])):
        custom_from_mask(module, name, part.view_as(scores))


def remove(module, name):
    """Make the pruning of parameter `name` permanent; return the module. ValueError if it is not pruned."""
    found = pruner(module, name)
    if found is None:
        raise ValueError(f"Parameter {name!r} of module {module} has to be pruned before pruning can be removed")
    found[1].remove(module)
    del module._forward_pre_hooks[found[0]]
    return module


def is_pruned(module):
    """Return whether a parameter of the module, or of one inside it, is pruned."""
    return any(isinstance(hook, BasePruningMethod) for one in module.modules()
               for hook, _ in one._forward_pre_hooks.values())


_missing.speak_for(globals())
