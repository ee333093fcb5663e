"""Write NAMES.md, the page that lists which of PyTorch's names minitorch has, from the code.

    python -m minitorch.tools.names          writes minitorch/NAMES.md; PyTorch must be installed
"""

import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "NAMES.md"
PLACES = ("", "nn", "nn.functional", "nn.init", "nn.utils", "nn.utils.rnn", "optim", "optim.lr_scheduler", "linalg",
          "autograd", "autograd.functional", "func", "utils.data", "distributions", "cuda", "testing",
          "fft")
HEAD = """# PyTorch's names

Made from the code by `python -m minitorch.tools.names` beside PyTorch {version}; a test holds it up to date. A name is
here when `minitorch` answers to it. Left out of both lists are names that begin with an underscore, modules, types
that only PyTorch's own machinery uses, and what belongs to complex, sparse, quantised and compiled tensors.
"""
OTHER = tuple("""
    quant sparse fbgemm mkldnn miopen cudnn complex fake_ nested vmap export compile onednn xpu mps mtia dynamo
    symint sym_ graph_pool storage script ccol crow csr csc bsr bsc coo cufft batch_norm_ native_ amp autocast
    tf32 vitals
""".split())
PYTHONS = ("Any", "Callable", "Optional", "Union", "Iterable", "Iterator", "Sequence", "Tensor")


def resolve(root, place):
    """Return the object at a dotted path below a module or object; None if there is no such object."""
    for part in place.split(".") if place else ():
        root = getattr(root, part, None)
    return root


def public(module):
    """Return the names of the functions and classes of one of PyTorch's modules that are for users."""
    import types
    values = {name: getattr(module, name, None) for name in dir(module) if not name.startswith("_")}
    return [name for name, value in values.items()
            if not isinstance(value, types.ModuleType) and usable(module, name, value)]


def usable(module, name, value):
    """Return True if torch itself defines a name and it is for users: not imported from elsewhere, not internal."""
    if any(word in name.lower() for word in OTHER) or name in PYTHONS:
        return False
    home = getattr(value, "__module__", None) or ""
    if module.__name__ == "torch" and isinstance(value, type) and not name.endswith("Tensor"):
        return name in ("Generator", "Size", "device", "dtype", "finfo", "iinfo", "no_grad", "enable_grad",
                        "inference_mode", "set_grad_enabled")          # torch's other classes are internal
    return callable(value) and (home.startswith("torch") or home in ("", "builtins", "_VariableFunctions"))


def tables(torch, minitorch):
    """Return {module: (PyTorch's names that minitorch has, names that it lacks)} for each module, such as "nn"."""
    found = {}
    for place in PLACES:
        theirs, ours = resolve(torch, place), resolve(minitorch, place)
        names = [] if theirs is None else public(theirs)
        found[place or "torch"] = tuple([n for n in names if has(ours, n) == here] for here in (True, False))
    methods = [n for n in dir(torch.Tensor) if not n.startswith("_") and not any(w in n.lower() for w in OTHER)]
    found["Tensor"] = tuple([n for n in methods if hasattr(minitorch.Tensor, n) == here] for here in (True, False))
    return found


def has(module, name):
    return module is not None and hasattr(module, name)


def page(torch, minitorch):
    """Return the whole page as text."""
    from textwrap import fill
    found = tables(torch, minitorch)
    lines = [HEAD.format(version=torch.__version__.partition("+")[0]), "| | here | left out |", "|---|---|---|"]
    lines += [f"| `{place}` | {len(here)} | {len(out)} |" for place, (here, out) in found.items()]
    for place, (here, out) in found.items():
        lines.append(f"\n## {place}\n")
        lines += [f"**{title}:**\n" + fill(" ".join(f"`{n}`" for n in names), 118, break_long_words=False,
                                          break_on_hyphens=False) + "\n"
                  for title, names in (("Here", here), ("Left out", out)) if names]
    return "\n".join(lines).rstrip() + "\n"


def main():
    import torch

    from ..serialization.atomic import atomic_write
    with atomic_write(PAGE) as file:
        file.write(page(torch, sys.modules["minitorch"]).encode())
    print(f"written: {PAGE.name}")


if __name__ == "__main__":
    main()
