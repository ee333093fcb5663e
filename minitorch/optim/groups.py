"""The parameters of an optimiser: a list, with names or without, or groups. Errors name each object that is none."""

from ..engine import tensor_types
from ..runtime.errors import notice


def groups_of(params):
    """Return the groups that were passed to an optimiser: dicts, or one dict for parameters without groups."""
    check_iterable(params)
    used = getattr(params, "gi_frame", params) is None            # params is an exhausted generator
    groups = list(params)
    if not groups:
        raise ValueError("optimizer got an empty parameter list: " + (
            "the generator was used before. Call model.parameters() again for each use, or store a list."
            if used else "the module has no parameters. Are its layers in a plain Python list? Use nn.ModuleList."))
    return groups if isinstance(groups[0], dict) else [{"params": groups}]


def check_iterable(params):
    """Raise TypeError for a module, a single tensor, a function, or a dict of parameters."""
    kind = type(params).__name__
    if hasattr(params, "parameters") and not holds_tensors(params):
        raise TypeError(f"the optimizer was given a module, {kind}, but takes its parameters: write "
                        "model.parameters().")
    if isinstance(params, dict) and not holds_tensors(params):
        raise TypeError(f"the optimizer was given a dict of {', '.join(map(str, list(params)[:3]))}, but takes the "
                        "parameters themselves: write model.parameters(), or a list of dicts, one per group: "
                        '[{"params": [...], "lr": 0.1}].')
    if type(params) in tensor_types or isinstance(params, str) or not hasattr(params, "__iter__"):
        raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, "
                        f"but got {kind}." + (
                            " For a single tensor write [x]." if type(params) in tensor_types else
                            " Write model.parameters(), with brackets." if callable(params) else
                            " Give it model.parameters()."))


def holds_tensors(params):
    """Return whether all items of an object are Tensors: a ParameterList's parameters, the keys of a dict."""
    return hasattr(params, "__iter__") and all(type(param) in tensor_types for param in params)


def parameters_of(group):
    """Return a group's parameters and their names, an empty list if they have none."""
    if not isinstance(group, dict):
        raise TypeError(f"param_group must be a dict, but got {type(group).__name__}.")
    params = group["params"]
    if isinstance(params, set):
        raise TypeError("optimizer parameters need to be organized in ordered collections: a set's order "
                        "changes between runs. Use a list.")
    params = [params] if type(params) in tensor_types else list(params)
    names = [pair[0] for pair in params if isinstance(pair, tuple) and len(pair) == 2]
    if names and len(names) < len(params):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing: "
                         f"{len(names)} of {len(params)} have one. Name all of them, or pass model.named_parameters().")
    params = [pair[1] for pair in params] if names else params
    for param in params:
        check_parameter(param)
    return params, names


def check_parameter(param):
    """Raise unless `param` is a Tensor that was not computed from other Tensors."""
    if type(param) not in tensor_types:
        hint = (" Join several modules' parameters: [*a.parameters(), *b.parameters()]."
                if hasattr(param, "parameters") or hasattr(param, "gi_frame") else "")
        raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(param).__name__}.{hint}")
    if not param.is_leaf:
        raise ValueError("can't optimize a non-leaf Tensor: it is computed from other tensors. Optimise these, or "
                         "use x.detach().requires_grad_() to optimise its values.")


def check_new_group(groups, params, names):
    """Raise if a new group does not fit the groups so far; warn if it lists a parameter twice."""
    if any(bool(names) != ("param_names" in group) for group in groups):
        raise ValueError("all optimizer param groups should be with/without names. cannot add param group "
                         f"{'with' if names else 'without'} names to the optimizer: the others are "
                         f"{'without' if names else 'with'}.")
    if len({id(p) for p in params}) < len(params):
        notice("optimizer contains a parameter group with duplicate parameters: each is updated as often as "
               "it is listed.")
    known = {id(p) for group in groups for p in group["params"]}
    if any(id(p) in known for p in params):
        raise ValueError("some parameters appear in more than one parameter group.")
