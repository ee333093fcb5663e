"""PyTorch's own samples of its modules (torch.testing's ModuleInfo), made and called there and here."""

import re
from inspect import isfunction

from engine.opinfo import Unlike, answers, differs, gradients_differ, ours, seed
from engine.outcomes import tensors_of

import minitorch as mt

RANDOM = re.compile(r"Dropout|RReLU|Fractional")
TOLERANCE = {"float64": 1e-7, "float32": 2e-4}


def given_here(x, torch, made):
    """Arguments as minitorch's; what is one tensor in two places is one here too.

    made   {id of a tensor there: the tensor here}, filled on the way
    """
    if isinstance(x, torch.nn.Module):
        raise Unlike
    if isfunction(x) or type(x) is type(torch.relu):
        return getattr(mt.nn.functional, x.__name__, None) or getattr(mt, x.__name__)
    if isinstance(x, dict):
        return {name: given_here(value, torch, made) for name, value in x.items()}
    if type(x) in (list, tuple):
        return type(x)(given_here(value, torch, made) for value in x)
    if isinstance(x, torch.Tensor):
        return made.setdefault(id(x), ours(x, torch))
    return ours(x, torch)


def modules(torch):
    """PyTorch's table of modules, those of torch.nn, by name."""
    from torch.testing._internal.common_modules import module_db
    return {info.name.removeprefix("nn."): info for info in module_db if ".ao." not in info.module_cls.__module__}


def samples(info, dtype, torch):
    """Its samples in one dtype, for training and for evaluation: (in training, sample)."""
    kind = getattr(torch, dtype)
    for training in (True, False) if kind in info.dtypes else ():
        seed(0, torch)
        for sample in info.module_inputs_func(info, device="cpu", dtype=kind, requires_grad=True, training=training):
            yield training, sample


def call(cls, sample, dtype, training, library, weights=None):
    """(the module, its answer, the tensors that want a gradient); `weights` are loaded before the call."""
    made, given = sample
    module = cls(*made[0], **made[1]).to(getattr(library, dtype)).train(training)
    if given is None:
        return module, None, []
    if weights is not None:
        if "Lazy" in cls.__name__:
            module(*given[0], **given[1])
        module.load_state_dict(weights)
    answer = module(*given[0], **given[1])
    leaves = [*module.parameters(), *tensors_of([list(given[0]), given[1]], library)]
    return module, answer, list({id(x): x for x in leaves if x.requires_grad}.values())


def sample_differs(info, sample, dtype, training, torch):
    """How a module's answer or its gradients differ from PyTorch's, or None. Raises Unlike where none is here."""
    parts = (sample.constructor_input, sample.forward_input)
    there = [part and (part.args, part.kwargs) for part in parts]
    known: dict = {}
    here = [part and (given_here(list(part.args), torch, known), given_here(part.kwargs, torch, known))
            for part in parts]
    torch.default_generator.manual_seed(0)
    weights = None
    if there[1] is not None:
        started = info.module_cls(*there[0][0], **there[0][1]).to(getattr(torch, dtype)).train(training)
        if "Lazy" in info.name:
            started(*there[1][0], **there[1][1])
        weights = started.state_dict()
    theirs, wanted, leaves = call(info.module_cls, there, dtype, training, torch, weights)
    mine = getattr(mt.nn, info.module_cls.__name__)
    module, found, own = call(mine, here, dtype, training, mt,
                              weights and {name: ours(value, torch) for name, value in weights.items()})
    if str(module) != str(theirs):
        return f"it prints as {module} for {theirs}"
    outs, others = answers(found, mt), answers(wanted, torch)
    if RANDOM.search(info.name) and training:
        return differs([list(x.shape) for x in outs], [list(x.shape) for x in others], 0)
    bad = differs(outs, others, TOLERANCE[dtype])
    if bad is None and len(own) != len(leaves):
        return f"{len(own)} tensors want a gradient for {len(leaves)}"
    return bad or (gradients_differ(outs, others, (own, leaves), torch, TOLERANCE[dtype]) if own else None)


def refusals(info, torch):
    """[(sample, the kind of error PyTorch has)] of what must raise: when it is made, or when it is called."""
    if info.module_error_inputs_func is None:
        return []
    cases = info.module_error_inputs_func(info, device="cpu", dtype=torch.float64, requires_grad=False, training=True)
    return [(case.module_error_input, case.error_type) for case in cases]


def not_refused(info, sample, kind, torch):
    """What is wrong with how a bad sample is answered, or None where an error of that kind comes."""
    made, given = sample.constructor_input, sample.forward_input
    shown = f"{info.name}{made.args} {made.kwargs}"
    try:
        module = getattr(mt.nn, info.module_cls.__name__)(*given_here(list(made.args), torch, {}),
                                                          **given_here(made.kwargs, torch, {}))
        if given is not None:
            module(*given_here(list(given.args), torch, {}), **given_here(given.kwargs, torch, {}))
    except Exception as error:
        return None if isinstance(error, kind) else f"{shown}: {type(error).__name__} for {kind.__name__}: {error}"
    return f"{shown}: nothing is raised for {kind.__name__}"
