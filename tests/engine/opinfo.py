"""PyTorch's own samples of its ops (torch.testing's OpInfo), called there and here, and what differs."""

import random
import re
from itertools import islice

import numpy as np
from engine.beside_torch import apart, numbers
from engine.outcomes import TooLong, limited, tensors_of

import minitorch as mt

RANDOM = re.compile(r"^__r|dropout|rand|^normal$|bernoulli|multinomial|^empty|new_empty|uniform|cauchy|"
                    r"exponential|geometric|log_normal|rrelu|svd_lowrank|pca_lowrank|fractional_max|gumbel")
TOLERANCE = {"float64": 1e-7, "complex128": 1e-7, "float32": 1e-4, "float16": 4e-3}
MOST = 250                                       # samples of one variant of an op
SEED = 1234                                      # PyTorch's own, for each sample
SILENT = "silent"


# Samples give these arguments in another order than the function takes them, or PyTorch's variant wraps the function.
ADAPTED = {"einsum": lambda operands, equation: mt.einsum(equation, *operands),
           "where": lambda input, condition, other: mt.where(condition, input, other),
           "polygamma": lambda input, n: mt.polygamma(n, input),
           "special.polygamma": lambda input, n: mt.special.polygamma(n, input),
           "zero_": lambda input: input.clone().zero_(), "fill": lambda input, value: input.clone().fill_(value),
           "linalg.pinv.singular": lambda a, b: mt.linalg.pinv(a @ b.mT),
           "linalg.lstsq.grad_oriented": lambda a, b, driver: mt.linalg.lstsq(a, b, driver=driver)[:2],
           "nn.functional.embedding_bag": lambda weight, indices, **settings: mt.nn.functional.embedding_bag(
               indices, weight, **settings),
           "nn.functional.embedding": lambda weight, indices, **settings: mt.nn.functional.embedding(
               indices, weight, **settings)}


def held(answer, x, position, args, settings):
    """Values and their places, of equal values any: the places become the values that stand there."""
    dim = args[position] if len(args) > position else settings.get("dim", -1)
    places = answer[1]
    if x.ndim and not settings.get("keepdim") and places.ndim < x.ndim and True not in args[position + 1:]:
        places = places.unsqueeze(dim)
    return answer[0], x.gather(dim, places)


# What is free in an answer is left out before the answers are compared; eigh and svd bring such a form in the sample.
SETTLED = {"topk": lambda answer, x, args, settings: held(answer, x, 1, args, {**settings, "keepdim": True}),
           "kthvalue": lambda answer, x, args, settings: held(answer, x, 1, args, settings),
           "mode": lambda answer, x, args, settings: held(answer, x, 0, args, settings)}


def found_here(name, variant=""):
    """minitorch's function of PyTorch's name, or None."""
    for key in (f"{name}.{variant}", name):
        if key in ADAPTED:
            return ADAPTED[key]
    for root in (mt, mt.Tensor):
        for part in name.split("."):
            root = getattr(root, part, None)
        if callable(root) or isinstance(root, property):
            return root.fget if isinstance(root, property) else root
    return None


def settled(op, answer, sample, given, library):
    """The parts of an answer that are determined."""
    if sample.output_process_fn_grad is not None and op.name in ("linalg.eig", "linalg.eigh", "linalg.svd", "svd"):
        answer = sample.output_process_fn_grad(answer)
    elif op.name in SETTLED:
        answer = SETTLED[op.name](answer, *given)
    return answers(answer, library)


def ops_here(torch):
    """{name: its variants} of PyTorch's ops that are here and give the same twice; and how many names PyTorch has."""
    from torch.testing._internal.common_methods_invocations import op_db
    found, names = {}, {op.name for op in op_db if not op.name.startswith("_refs")}
    for op in op_db:
        if op.name in names and not RANDOM.search(op.name) and found_here(op.name) is not None:
            found.setdefault(op.name, []).append(op)
    return found, names


class Unlike(Exception):
    """A sample that has no counterpart here: sparse, bfloat16, a memory format."""


def ours(x, torch):
    """A sample's argument as minitorch's."""
    if isinstance(x, torch.Tensor):
        if x.dtype in (torch.bfloat16, torch.complex32) or x.layout is not torch.strided:
            raise Unlike
        y = mt.from_numpy(np.array(x.detach().resolve_conj().resolve_neg().numpy()))
        return y.requires_grad_() if x.requires_grad else y
    if isinstance(x, torch.dtype):
        if not hasattr(mt, str(x)[6:]):
            raise Unlike
        return getattr(mt, str(x)[6:])
    if isinstance(x, torch.device):
        return mt.device("cpu")
    if isinstance(x, torch.nn.PairwiseDistance):
        return mt.nn.PairwiseDistance()
    if isinstance(x, (torch.memory_format, torch.layout)):
        raise Unlike
    if isinstance(x, dict):
        return {name: ours(value, torch) for name, value in x.items()}
    if isinstance(x, (list, tuple)):
        return [ours(v, torch) for v in x] if type(x) is list else tuple(ours(v, torch) for v in x)
    return x


def answers(x, library):
    """The tensors and numbers in an answer, in order; a sparse tensor as a dense one."""
    if getattr(x, "is_sparse", False):
        return [x.to_dense()]
    if isinstance(x, (list, tuple)):
        return [y for part in x for y in answers(part, library)]
    if isinstance(x, dict):
        return answers(list(x.values()), library)
    return [x] if isinstance(x, (library.Tensor, int, float, complex)) else []


def total(outs, library):
    """A weighted sum of every floating output that wants a gradient, or None."""
    parts = []
    for out in tensors_of(outs, library):
        if out.requires_grad:
            weights = np.cos(np.arange(out.numel()) + 1.0).reshape(tuple(out.shape))
            parts.append((out * library.from_numpy(weights).to(out.dtype)).sum())
    parts = [abs(part) if "complex" in str(part.dtype) else part for part in parts]
    return sum(parts[1:], parts[0]) if parts else None


def differs(here, there, tolerance):
    """How two answers differ, or None."""
    if len(here) != len(there):
        return f"{len(here)} outputs for {len(there)}"
    for i, (a, b) in enumerate(zip(here, there)):
        if isinstance(a, mt.Tensor) and hasattr(b, "resolve_conj"):
            if tuple(a.shape) != tuple(b.shape) or a.dtype.name != str(b.dtype)[6:]:
                return f"output {i} is {a.dtype} {tuple(a.shape)} for {b.dtype} {tuple(b.shape)}"
            a, b = numbers(a), numbers(b)
        found = apart(np.asarray(a), np.asarray(b), tolerance) if np.shape(a) == np.shape(b) else "another shape"
        if found:
            return f"output {i}: {found}"
    return None


def gradients_differ(here, there, leaves, torch, tolerance, order=1):
    """How the gradients differ, and those of order 2, or None."""
    wanted, found = total(there, torch), total(here, mt)
    if wanted is None:
        return None
    if found is None and order == 1:
        return "no graph"
    try:
        wanted = torch.autograd.grad(wanted, leaves[1], allow_unused=True, create_graph=order == 1)
    except RuntimeError:
        return None                              # PyTorch has no such derivative
    found = [None] * len(wanted) if found is None else mt.autograd.grad(found, leaves[0], allow_unused=True,
                                                                        create_graph=order == 1)
    for i, (a, b, x) in enumerate(zip(found, wanted, leaves[0])):
        zeros = np.zeros(tuple(x.shape), x.dtype.name)
        bad = apart(zeros if a is None else numbers(a), zeros if b is None else numbers(b), 10 * tolerance)
        if bad:
            return f"gradient {i} of order {order}: {bad}"
    if order == 1:
        firsts = [[g for g in grads if g is not None] for grads in (found, wanted)]
        return gradients_differ(*firsts, leaves, torch, tolerance, order=2)
    return None


def sample_differs(op, function, sample, torch):
    """None, ("silent", how) or ("raises", error) for one sample."""
    given = (sample.input, sample.args, sample.kwargs)
    try:
        mine = tuple(ours(part, torch) for part in given)
        there = settled(op, op.op(sample.input, *sample.args, **sample.kwargs), sample, given, torch)
    except (Unlike, RuntimeError, NotImplementedError, TypeError):
        return None
    leaves = [[x for x in tensors_of(list(part), library) if x.requires_grad] for part, library in (
        (mine, mt), (given, torch))]
    tolerance = TOLERANCE.get(str(getattr(sample.input, "dtype", ""))[6:], 1e-7)
    try:
        with limited(20):
            here = settled(op, function(mine[0], *mine[1], **mine[2]), sample, mine, mt)
            bad = differs(here, there, tolerance)
            if bad is None and leaves[0]:
                bad = gradients_differ(here, there, leaves, torch, tolerance)
    except TooLong:
        return SILENT, "runs longer than 20 s"
    except Exception as error:
        return "raises", f"{type(error).__name__}: {error}"
    return (SILENT, bad) if bad else None


def seed(number, torch):
    """Seed what samples are drawn with: of PyTorch the CPU alone, as other devices note the whole stack each time."""
    torch.default_generator.manual_seed(number)
    random.seed(number)
    np.random.seed(number)


def samples(op, kind, grad, torch):
    """What op.sample_inputs gives; that also looks through the whole stack, for a unittest that it is called by."""
    seed(0, torch)
    made = iter(op.sample_inputs_func(op, "cpu", kind, grad))
    while True:
        seed(SEED, torch)
        if (sample := next(made, None)) is None:
            return
        yield sample


def differences(ops, torch, dtype, known=()):
    """({variant: the first difference}, the rows of known met, how many samples) over all variants of an op.

    A row of known is (op, dtype, pattern): a difference in which the pattern is found is passed over.
    """
    found, met, count = {}, set(), 0
    kind = getattr(torch, dtype)
    for op in ops:
        if kind not in op.supported_dtypes("cpu"):
            continue
        grad = kind.is_floating_point and op.supports_autograd
        for sample in islice(samples(op, kind, grad, torch), MOST):
            count += 1
            bad = sample_differs(op, found_here(op.name, op.variant_test_name), sample, torch)
            if bad:
                bad = f"{bad[0]}: {bad[1]}\n    at {shown(sample)}"
                rows = [row for row in known if row[:2] == (op.name, dtype) and re.search(row[2], bad)]
                met.update(rows)
                if not rows:
                    found.setdefault(op.variant_test_name, bad)
    return found, met, count


def shown(sample):
    """The sample in one line, its settings first."""
    return re.sub(r"\s+", " ", f"{sample.kwargs}, {sample.args}, {sample.input}")[:400]
