"""`step`: a computation to step through, backward, forward, or as a whole training step."""

from .drawing import variables
from .step_backward import Steps
from .step_forward import Values, Whole
from .step_frames import one_number


def step(loss, order=None, names=None, *, forward=False, optimizer=None):
    """Step through the walk back from `loss`, the way forward to it, or a whole training step.

    Nothing is freed, no .grad is touched, no parameter moves.

    loss       a Tensor of one element, before its backward(); or a function without arguments that computes
               it, which is run once: then all values on the way are known, also those that no node keeps
    order      your own order: a function from a node to the list of nodes to visit. It is played
               beside the right one, and stops where they part
    names      {name: Tensor}: what you call them; of a model, dict(model.named_parameters()). None: by the
               names of your variables
    forward    the way forward, operation by operation
    optimizer  a training step: forward, backward, and what this optimiser makes of each parameter
    returns    Steps or Whole: shows itself, `.text()`, `.go(i)`

    Raises RuntimeError for a tensor of several elements or without a graph; ValueError for an
    order of one's own together with forward or an optimiser.

    >>> x = tensor(3.0, requires_grad=True)
    >>> print(step(x * x, names={"x": x}).text())
    step 1 of 2: x×x
        arrives  1
        to x     grad·x = 1·3 = 3
        to x     grad·x = 1·3 = 3; there now: 3 + 3 = 6
    step 2 of 2: x, where the walk ends
        arrives  6
        .grad    gets 6
    >>> print(step(lambda: 2 * x + 1, names={"x": x}, forward=True).text())
    step 1 of 2, forward: 2×x
        takes  2
        takes  x = 3
        gives  2 × 3 = 6
    step 2 of 2, forward: 2×x+1
        takes  2×x = 6
        takes  1
        gives  6 + 1 = 7
    """
    names = variables(False)[0] if names is None else names
    if not forward and optimizer is None:
        values = Values()
        loss = one_number(values.compute(loss) if callable(loss) else loss)
        return Steps(loss, order, names, values.took, values.whose)
    if order is not None:
        raise ValueError("step() plays an order of your own for the walk back alone: leave forward and optimizer out.")
    return Whole(loss, names, optimizer)
