"""`step`: step through a backward pass, a forward pass, or a whole training step."""

from .drawing import variables
from .step_backward import Steps
from .step_forward import Values, Whole
from .step_frames import one_number


def step(loss, order=None, names=None, *, forward=False, optimizer=None):
    """Step through the backward pass from `loss`, the forward pass to it, or a whole training step.

    The graph, all .grad and all parameters stay as they are.

    loss       a Tensor of one element, before its backward(); or a function without arguments that computes
               the loss. It runs once, so that all intermediate values are known, also those that no node saves
    order      a function of yours from a node to the list of nodes in the order of the backward pass. Your order
               is shown next to the right one, up to the step where they differ
    names      {name: Tensor} for your tensors; for a model, dict(model.named_parameters()). None: the
               names of your variables
    forward    True: the forward pass, op by op
    optimizer  show a training step: forward pass, backward pass, and how this optimiser updates each parameter
    returns    Steps or Whole: shows itself, `.text()`, `.go(i)`

    Raises RuntimeError for a tensor of several elements or without a graph; ValueError for
    `order` together with `forward` or `optimizer`.

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
        raise ValueError("step(): a custom order works for the backward pass only: leave forward and optimizer out.")
    return Whole(loss, names, optimizer)
