"""The one loop over parameters: every optimiser is this class and a rule for a single parameter."""

from ..engine import enable_grad
from ..engine.piece import mounted
from ..runtime import bump, line_now
from ..runtime.missing import explained
from .flat_parameters import step_small
from .groups import check_new_group, groups_of, parameters_of
from .hooks import WithHooks, hooked, hooked_load, hooked_state
from .runners import runner, update
from .state import as_number, checked, convert_saved_value, copied, no_state, packed, settings_of

required = object()                       # marks a default that each parameter group must replace


@explained
class Optimizer(WithHooks):
    """Parameters in groups, each group with settings of its own, and a rule that updates one parameter.

    params     Tensors, (name, Tensor) pairs, or dicts such as {"params": [...], "lr": 0.1}
    defaults   dict of settings for groups that do not set them

    An optimiser of your own is a rule that `from_rule` turns into a class; or, as in PyTorch, a
    subclass with a `step` of its own.

    Raises TypeError for a param that is not a Tensor; ValueError for an empty list, a tensor that is
    not a leaf, or a parameter in two groups.
    """

    rule = None                           # rule(param, grad, state, **settings) changes arrays, so it records no nodes
    elementwise = False                   # whether the rule may run on a part of a parameter, or on several joined
    branches = False                      # whether the rule has an `if` on its counts, which would wait for the GPU
    skip = None                           # set by GradScaler: a bool on a GPU that is True if the step must be undone
    reads: tuple = ()                     # tensors besides the parameters that hooks of a step read: a learning rate
    counts: tuple = ()                    # tensors besides the parameters that hooks of a step change in place
    spares = False                        # whether hooks before a step leave the gradients unchanged
    _join = staticmethod(step_small)      # updates several parameters at once; returns the remaining ones
    stepped = False                       # whether a step was taken that cannot be undone

    def __init_subclass__(cls, **settings):
        super().__init_subclass__(**settings)
        if "rule" in vars(cls) and "elementwise" not in vars(cls):
            cls.elementwise = False
        if "step" in vars(cls):
            cls.step = hooked(cls.step)
        explained(cls)

    def __init__(self, params, defaults):
        if defaults.get("differentiable"):
            raise NotImplementedError("differentiable=True: a step is not recorded for backward here. Write it in "
                                      "tensors, w = w - lr * grad, with autograd.grad(loss, w, create_graph=True).")
        self.defaults = defaults
        self.state = no_state(self)       # {parameter: {name: Tensor or number that its rule stores}}
        self.param_groups = []
        self._begin_hooks()
        for group in groups_of(params):
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Add a param_group {"params": …, setting: value, …}. TypeError or ValueError for one that does not fit."""
        params, names = parameters_of(param_group)
        check_new_group(self.param_groups, params, names)
        group = {**param_group, "params": params, **({"param_names": names} if names else {})}
        for name, default in self.defaults.items():
            if name not in group and default is required:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}.")
            value = group.get(name, default)
            group[name] = as_number(value) if type(value) is tuple else value
        self.param_groups.append(group)

    @hooked
    def step(self, closure=None):
        """Update every parameter that has a gradient. NotImplementedError for an optimiser without a rule.

        closure   computes the loss and its gradients again, and returns the loss
        returns   what closure returned, else None
        """
        loss = None if closure is None else enable_grad()(closure)()
        flattens = self.elementwise and not mounted and self.skip is None  # a learner's rule gets each parameter alone
        line = line_now()
        for number, group in enumerate(self.param_groups):
            run = runner(self, group, flattens)
            settings = settings_of(group, type(self).rule)
            params = [param for param in group["params"] if param._grad is not None]
            for param in self._join(self, number, params, run, settings) if flattens else params:
                update(self, param, run, settings)
            for param in params:
                bump(param, line)
        self.stepped |= self.skip is None
        return loss

    def zero_grad(self, set_to_none=True):
        """Delete all gradients; with set_to_none=False fill them with zeros."""
        for group in self.param_groups:
            for param in group["params"]:
                param._grad = None if set_to_none or param._grad is None else param._grad.detach().zero_()

    @hooked_state
    def state_dict(self):
        """Return all that `load_state_dict` needs to resume from here, with indices instead of parameters.

        returns   {"state": {index: {...}}, "param_groups": [{..., "params": [index, ...]}]}
        """
        number = {}
        for group in self.param_groups:
            for param in group["params"]:
                number.setdefault(id(param), len(number))
        groups = [{**group, "params": [number[id(p)] for p in group["params"]]} for group in self.param_groups]
        for group in groups:
            group["params"] = group.pop("params")                # "params" is the last key, as in PyTorch
        state = {number[id(p)]: packed(values) for p, values in self.state.items() if id(p) in number and values}
        return {"state": state, "param_groups": groups}

    @hooked_load
    def load_state_dict(self, state_dict):
        """Resume from what `state_dict` returned, for as many parameters in the same groups.

        Raises ValueError if the number of groups, or their sizes, differ.
        """
        checked(state_dict)
        saved = state_dict["param_groups"]
        if len(saved) != len(self.param_groups):
            raise ValueError(f"loaded state dict has a different number of parameter groups: {len(saved)}, and "
                             f"this optimizer has {len(self.param_groups)}.")
        for number, (theirs, ours) in enumerate(zip(saved, self.param_groups)):
            if len(theirs["params"]) != len(ours["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of "
                                 f"optimizer's group: group {number} has {len(theirs['params'])} parameters there, "
                                 f"{len(ours['params'])} here. Was it saved for another model?")
        state = no_state(self)
        for theirs, ours in zip(saved, self.param_groups):
            for number, param in zip(theirs["params"], ours["params"]):
                for name, value in state_dict["state"].get(number, {}).items():
                    state[param][name] = convert_saved_value(name, value, param, self)
            ours.update({name: copied(value) for name, value in theirs.items() if name != "params"})
        self.state = state

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for number, group in enumerate(self.param_groups):
            lines += [""] * (number > 0) + [f"Parameter Group {number}"]
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])
