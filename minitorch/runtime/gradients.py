"""Starting a walk: `backward`, which fills .grad, and `grad`, which returns gradients."""

from numpy import ndarray

from .. import backend
from ..engine.apply import wrap
from ..engine.backward import accumulate_grad, accumulated, differentiate, run_backward
from ..engine.grad_mode import no_grad, recording
from ..engine.node import Leaf, Node, tensor_types
from ..engine.op import registry
from ..piece import piece
from .detached import explained
from .errors import source_line
from .indexed_grad import IndexedGrad

starting: list = []      # layer(pending, wanted): a walk begins, with the arguments of run_backward


def is_complex(x):
    """Whether an array, or a Tensor, is of complex numbers."""
    return getattr(x, "array", x).dtype.kind == "c"


def conjugated(x):
    """The complex conjugate of an array or a Tensor; what is real, or None, itself."""
    return x.conj() if x is not None and is_complex(x) else x


def start(tensors, grad_tensors, create_graph, what):
    """The first gradients of a walk: {node: gradient}."""
    tensors = (tensors,) if type(tensors) in tensor_types else tuple(tensors)
    if grad_tensors is None or type(grad_tensors) in tensor_types:
        grad_tensors = (grad_tensors,) * len(tensors)
    pending = {}
    for tensor, grad in zip(tensors, grad_tensors, strict=True):
        if tensor._view is not None:
            tensor.refresh()
        node, array = tensor._node, tensor.array
        if node is None or grad is None and (array.size != 1 or array.dtype.kind == "c"):
            refuse_start(tensor, what)
        if grad is None:
            if type(array) is ndarray and (value := array.item()) - value != 0:          # nan or infinite
                from .nonfinite import tell  # read only now: most programs never need it
                tell(tensor)
            if type(array) is not ndarray:
                backend.enter(array)                     # makes its GPU the current one
            grad = array.copy()
            grad.fill(1)
            grad = wrap(grad) if create_graph else grad
        else:
            grad = fitting(tensor, grad, create_graph)
        pending[node] = grad if node not in pending else pending[node] + grad
    return pending


def refuse_start(tensor, what):
    """Say why a walk cannot start at this tensor without a gradient."""
    if tensor._node is None:
        raise RuntimeError(
            f"element 0 of tensors does not require grad and does not have a grad_fn: {what} needs a "
            "result computed from a tensor with requires_grad=True.\n" + explained(tensor))
    if tensor.array.size != 1:
        raise RuntimeError(
            f"grad can be implicitly created only for scalar outputs: this one{made_by(tensor)} has "
            f"shape {tuple(tensor.shape)}. Reduce it first, as in loss.mean(), or pass the gradient of its "
            f"shape: {what}(gradient).")
    raise RuntimeError("grad can be implicitly created only for real scalar outputs, but this one"
                       f"{made_by(tensor)} is {tensor.dtype}: pass {what}(gradient).")


def fitting(tensor, grad, create_graph):
    """A gradient that the user gave, in the dtype of the output."""
    if tuple(grad.shape) != tuple(tensor.shape):
        raise RuntimeError(f"Mismatch in shape: the gradient {tuple(grad.shape)} must have the shape "
                           f"of the output, {tuple(tensor.shape)}.")
    if not create_graph:
        if grad.device != tensor.device:
            raise RuntimeError(f"the gradient is on {grad.device} and the output on {tensor.device}; move one.")
        grad = grad.array.astype(tensor.array.dtype, copy=False)
    return grad.conj() if is_complex(tensor) else grad


def made_by(tensor):
    """', made by mul at `y = a * b`,' for the result of an operation."""
    node = tensor.grad_fn
    return "" if node is None else f", made by {node.op.name} at {source_line(node.code, node.at)},"


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """Add the gradients of `tensors` to the .grad of every leaf they were computed from.

    grad_tensors   the gradient of the final loss with respect to each; None means 1, for scalars
    retain_graph   keep what backward needs, to walk again; default: create_graph
    create_graph   record the walk itself, so that gradients can be differentiated
    inputs         only these leaves gather a gradient
    """
    retain_graph = create_graph if retain_graph is None else retain_graph
    token, device = recording.set(bool(create_graph)), backend.found and backend.current()
    try:
        pending = start(tensors, grad_tensors, create_graph, "backward")
        if inputs is None:
            walk(pending, retain_graph, create_graph)
        else:
            gather_into((inputs,) if type(inputs) in tensor_types else inputs, pending, retain_graph, create_graph)
    except Exception as error:
        explain(error)
        raise
    finally:
        recording.reset(token)
        if device is not None:
            device.use()


def walk(pending, retain_graph, create_graph, wanted=None):
    """`run_backward`, and before it what waits for a walk to begin."""
    for layer in starting:
        layer(pending, wanted)
    return run_backward(pending, retain_graph, create_graph, wanted)


def gather_into(inputs, pending, retain_graph, create_graph):
    """Walk to these inputs only, and add their gradients to their .grad."""
    inputs = tuple(inputs)
    for x in inputs:
        x.refresh()
    found = walk(pending, retain_graph, create_graph, wanted={x._node for x in inputs})
    for x in inputs:
        if x._node in found:
            grad = conjugated(found[x._node])
            grad = registry["clone"](grad) if create_graph else wrap(grad.copy())
            x._grad = grad if x._grad is None else x._grad + grad
            for layer in accumulated if type(x._node) is Leaf and x._node.after is not None else ():
                layer(x._node, x)


def explain(error):
    """Raise a clearer error than one of a walk, where an op's derivative is wrong."""
    from .derivative_errors import explain_derivative  # no walk that ends well needs it
    explain_derivative(error)


@piece
def backward_from(root):
    """`root.backward()` in its plainest form: a scalar, its graph walked once."""
    backward(root)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=None, is_grads_batched=False, materialize_grads=False):
    """The gradients of `outputs` with respect to `inputs`, returned; no .grad is touched.

    grad_outputs        gradients of the outputs, of their shapes; 1 for a single number
    retain_graph        keep what a second pass needs; None: as create_graph
    create_graph        record the gradients' own computation, for second derivatives
    only_inputs         PyTorch's, of no effect: True always
    allow_unused        None for an input that the outputs do not depend on, rather than RuntimeError
    is_grads_batched    whether grad_outputs has a gradient a row: each result has a row for each
    materialize_grads   zeros in place of None
    returns             a tuple with a Tensor (or None, if allow_unused) for each input

    >>> x = tensor(3.0, requires_grad=True)
    >>> first, = grad(x ** 3, x, create_graph=True)
    >>> grad(first, x)
    (tensor(18.),)
    """
    if not only_inputs:
        from warnings import warn
        warn("grad: only_inputs=False is ignored, as in PyTorch: call backward to fill .grad of other tensors.",
             FutureWarning, stacklevel=2)
    if is_grads_batched:
        from .batched import of_rows
        return of_rows(grad, outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads)
    retain_graph = create_graph if retain_graph is None else retain_graph
    inputs = (inputs,) if type(inputs) in tensor_types else tuple(inputs)
    for place, x in enumerate(inputs):
        x.refresh()
        if x._node is None:
            raise RuntimeError(f"grad: input {place} does not require grad: set requires_grad=True "
                               "before the outputs are computed from it.")
    token, device = recording.set(bool(create_graph)), backend.found and backend.current()
    try:
        pending = start(outputs, grad_outputs, create_graph, "grad")
        found = walk(pending, retain_graph, create_graph, wanted={x._node for x in inputs}) if pending else {}
        results, taken = [], set()
        if not create_graph:
            taken = {id(owner(x)) for x in (*inputs, *given(grad_outputs))}
        for place, x in enumerate(inputs):
            result = conjugated(found.get(x._node))
            if result is None and materialize_grads:
                result = wrap(x.array * 0)
            elif result is None and not allow_unused:
                raise RuntimeError(
                    f"The differentiated Tensor at index {place} appears to not have been used in the graph. Set "
                    f"allow_unused=True if this is the desired behavior: its gradient, of the shape {tuple(x.shape)}, "
                    "is then None.")
            elif result is not None and not create_graph:
                result = wrap(result)
                if id(owner(result)) in taken:
                    result = wrap(result.array.copy())
                taken.add(id(owner(result)))
            results.append(result)
    except Exception as error:
        explain(error)
        raise
    finally:
        recording.reset(token)
        if device is not None:
            device.use()
    return tuple(results)


def given(tensors):
    """The Tensors among what was passed as one, as several or as None."""
    several = (tensors,) if tensors is None or type(tensors) in tensor_types else tensors
    return [x for x in several if x is not None]


def owner(tensor):
    """The array whose memory a tensor's is."""
    array = tensor.array
    return array if array.base is None else array.base


def leaf_of(tensor):
    """The leaf a tensor's gradient gathers in, made when it is first asked for one."""
    if tensor._node is None:
        tensor._node = Leaf(tensor)
    return tensor._node


def deposit(leaf, grad):
    """Add an array to the .grad of the tensor behind a leaf: where a walk of one's own ends."""
    with no_grad():
        accumulate_grad(leaf, backend.enter(grad).astype(leaf.dtype, copy=False), False)


def derivatives(node, grad):
    """What one node sends back for the gradient that arrived, one array for each of its `.edges`.

    None where no gradient is wanted; shapes still as the result's, before `sum_to`. What the
    node kept is not freed, so this may be called again: for walks of one's own.

    Raises TypeError for one of several outputs, and for a Function: their gradients travel together.
    """
    if not isinstance(node, Node):
        raise TypeError(f"derivatives takes a node with one output, not {node!r}, which is an output of a Function or "
                        "of an op with several: call backward() on the result, which walks those too.")
    parts = differentiate(node, grad)
    return tuple([part.spread(edge.shape) if type(part) is IndexedGrad else part
                  for edge, part in zip(node.edges, parts)])
