"""The one loop over parameters: every optimiser is this class and a rule for a single parameter."""

from functools import partial

import numpy as np

from ..backend import on
from ..engine import enable_grad, tensor_types
from ..missing import named
from ..piece import mounted
from ..runtime import bump, line_now
from .foreach import step_small
from .hooks import WithHooks, hooked, hooked_load, hooked_state
from .skipping import count_there, take_unless
from .state import as_number, checked, copied, fitted, keep, no_state, numbers_of, packed, returned, settings_of

BLOCK = 1 << 15                           # elements of a part: the arrays of a part, 128 kB each, stay in the cache
required = object()                       # a default that each parameter group must set for itself


class Optimizer(WithHooks):
    """Parameters in groups, each group with settings of its own, and a rule that updates one parameter.

    params     Tensors, (name, Tensor) pairs, or dicts such as {"params": [...], "lr": 0.1}
    defaults   dict of settings for groups that do not say otherwise

    An optimiser of your own is a rule, made a class by `from_rule`; or, as in PyTorch, a
    subclass with a `step` of its own.

    Raises TypeError for what is no Tensor; ValueError for an empty list, a tensor that is
    no leaf, or a parameter in two groups.
    """

    __new__ = named
    rule = None                           # rule(param, grad, state, **settings): arrays in, changed in place
    elementwise = False                   # whether the rule may be given parts of a parameter, or several end to end
    branches = False                      # whether the rule asks its counts with `if`, which a GPU would have to answer
    skip = None                           # a bool on a GPU: whether to take the step back there, for GradScaler
    reads: tuple = ()                     # further tensors that hooks around a step read, such as the one of its rate
    counts: tuple = ()                    # further tensors that they change in place
    spares = False                        # whether hooks before a step leave gradients as they are
    _join = staticmethod(step_small)      # what takes the steps of several parameters at once, and returns the others
    stepped = False                       # whether a step was taken that nobody could take back

    def __init_subclass__(cls, **settings):
        super().__init_subclass__(**settings)
        if "rule" in vars(cls) and "elementwise" not in vars(cls):
            cls.elementwise = False
        if "step" in vars(cls):
            cls.step = hooked(cls.step)

    def __init__(self, params, defaults):
        if hasattr(params, "parameters"):
            raise TypeError(f"the optimizer was given a module, {type(params).__name__}, and takes its parameters: "
                            "write model.parameters().")
        if type(params) in tensor_types or isinstance(params, str) or not hasattr(params, "__iter__"):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, "
                            f"but got {type(params).__name__}." + (
                                " For a single tensor write [x]." if type(params) in tensor_types else
                                " Write model.parameters(), with brackets." if callable(params) else
                                " Give it model.parameters()."))
        if defaults.get("differentiable"):
            raise NotImplementedError("differentiable=True: a step is not recorded for backward here. Write it in "
                                      "tensors, w = w - lr * grad, with autograd.grad(loss, w, create_graph=True).")
        self.defaults = defaults
        self.state = no_state(self)       # parameter -> {name: Tensor or number}, which its rule keeps
        self.param_groups = []
        self._begin_hooks()
        if isinstance(params, dict):
            raise TypeError(f"the optimizer was given a dict of {', '.join(map(str, list(params)[:3]))}, and takes the "
                            "parameters themselves: write model.parameters(), or a list of dicts, one a group: "
                            '[{"params": [...], "lr": 0.1}].')
        used = getattr(params, "gi_frame", self) is None          # a generator that has come to its end
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list: " + (
                "the generator it was given is used up. Call model.parameters() anew for each use, or keep a list."
                if used else "the module has no parameters. Are its layers in a plain Python list? Use nn.ModuleList."))
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Take a further param_group {"params": …, setting: value, …}. TypeError or ValueError for an unfit one."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group).__name__}.")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections: a set's order "
                            "changes between runs. Use a list.")
        params = [params] if type(params) in tensor_types else list(params)
        names = [pair[0] for pair in params if isinstance(pair, tuple) and len(pair) == 2]
        if names and len(names) < len(params):
            raise ValueError("all optimizer params should be with/without names. Some param names are missing: "
                             f"{len(names)} of {len(params)} have one. Give all of them, or model.named_parameters().")
        if any(bool(names) != ("param_names" in group) for group in self.param_groups):
            raise ValueError("all optimizer param groups should be with/without names. cannot add param group "
                             f"{'with' if names else 'without'} names to the optimizer: the others are "
                             f"{'without' if names else 'with'}.")
        params = [pair[1] for pair in params] if names else params
        for param in params:
            if type(param) not in tensor_types:
                hint = (" Join several modules' parameters: [*a.parameters(), *b.parameters()]."
                        if hasattr(param, "parameters") or hasattr(param, "gi_frame") else "")
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is "
                                f"{type(param).__name__}.{hint}")
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor: it is computed from others, which are "
                                 "what could be learned. Use x.detach().requires_grad_() to start anew from it.")
        if len({id(p) for p in params}) < len(params):
            from warnings import warn
            warn("optimizer contains a parameter group with duplicate parameters: each is updated as often as "
                 "it is listed.", UserWarning, stacklevel=3)
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters appear in more than one parameter group.")
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

        closure   computes the loss and its gradients anew, and returns the loss
        returns   what closure returned, else None
        """
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        rule = type(self).rule
        if rule is None:
            raise NotImplementedError(f"{type(self).__name__} has neither a rule nor a step() of its own.")
        names, line = setting_names(rule), line_now()
        flattens = self.elementwise and not mounted and self.skip is None     # a learner's own sees parameters whole
        run = partial(by_parts if flattens else at_once, getattr(rule, "run", rule))
        run = run if self.skip is None else partial(take_unless, self.skip, run)
        for number, group in enumerate(self.param_groups):
            settings = settings_of(group, names)
            params = [param for param in group["params"] if param._grad is not None]
            one = partial(count_there, run) if group.get("capturable") and self.skip is None else run
            for param in self._join(self, number, params, one, settings) if flattens else params:
                state = self.state[param]
                lent = getattr(state, "lent", False)
                kept = numbers_of(state) if lent else state
                arrays = {name: getattr(value, "array", value) for name, value in dict.items(kept)}
                with on(param.array):
                    one(param.array, param._grad.array, arrays, settings)
                    if lent:
                        returned(state, arrays)
                    for name, value in arrays.items():
                        if value is not getattr(dict.get(state, name), "array", state):
                            keep(state, name, value)
            for param in params:
                bump(param, line)
        self.stepped |= self.skip is None
        return loss

    def can_skip(self):
        """Whether a step can be taken back on a GPU: its rule asks no counts, and has made all that it keeps."""
        held = [bool(self.state.get(p)) for group in self.param_groups for p in group["params"] if p._grad is not None]
        return type(self).rule is not None and "step" not in vars(type(self)) and not self.branches and (
            all(held) or self.stepped and not any(held))

    def zero_grad(self, set_to_none=True):
        """Forget all gradients; with set_to_none=False write zeros over them."""
        for group in self.param_groups:
            for param in group["params"]:
                param._grad = None if set_to_none or param._grad is None else param._grad.detach().zero_()

    @hooked_state
    def state_dict(self):
        """All that `load_state_dict` needs to go on from here, parameters named by number.

        returns   {"state": {number: {...}}, "param_groups": [{..., "params": [number, ...]}]}
        """
        number = {}
        for group in self.param_groups:
            for param in group["params"]:
                number.setdefault(id(param), len(number))
        groups = [{**group, "params": [number[id(p)] for p in group["params"]]} for group in self.param_groups]
        for group in groups:
            group["params"] = group.pop("params")                # last, as in PyTorch's
        state = {number[id(p)]: packed(values) for p, values in self.state.items() if id(p) in number and values}
        return {"state": state, "param_groups": groups}

    @hooked_load
    def load_state_dict(self, state_dict):
        """Go on from what `state_dict` returned, for as many parameters in the same groups.

        Raises ValueError when groups or their sizes differ.
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
                    state[param][name] = fitted(name, value, param, self)
            ours.update({name: copied(value) for name, value in theirs.items() if name != "params"})
        self.state = state

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for number, group in enumerate(self.param_groups):
            lines += [""] * (number > 0) + [f"Parameter Group {number}"]
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])


def at_once(rule, param, grad, state, settings):
    rule(param, grad, state, **settings)


def by_parts(rule, param, grad, state, settings):
    """One step of a rule that works element by element: where all is large, in parts that stay in the cache."""
    if not state or param.size <= 2 * BLOCK:
        return rule(param, grad, state, **settings)
    whole = {name: value for name, value in state.items() if type(value) is np.ndarray}
    if type(param) is not np.ndarray or not all(array.flags.c_contiguous and array.shape == param.shape
                                                for array in (param, *whole.values())):
        return rule(param, grad, state, **settings)
    counts = {name: value for name, value in state.items() if name not in whole}
    arrays = [array.reshape(-1) for array in (param, grad, *whole.values())]
    for start in range(0, param.size, BLOCK):
        param, grad, *values = [array[start:start + BLOCK] for array in arrays]
        own = {**counts, **dict(zip(whole, values))}
        rule(param, grad, own, **settings)
    state.update({name: own[name] for name in counts})                                   # numbers: the step counted
    return None


def setting_names(rule):
    """The keyword settings a rule takes: what stands after its star."""
    code = getattr(rule, "__wrapped__", rule).__code__
    return code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
