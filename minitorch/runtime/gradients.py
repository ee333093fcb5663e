"""Start a backward pass: by `backward`, which fills .grad, or by `grad`, which returns gradients."""

from numpy import ndarray

from .. import backend, paths
from ..engine.apply import wrap
from ..engine.backward import accumulate_grad, run_backward
from ..engine.grad_mode import recording
from ..engine.node import Leaf, tensor_types
from ..engine.op import registry
from ..engine.piece import piece


def is_complex(x):
    """Return whether an array or a Tensor has a complex dtype."""
    return getattr(x, "array", x).dtype.kind == "c"


def conjugated(x):
    """Return the complex conjugate of an array or Tensor; return real values and None unchanged."""
    return x.conj() if x is not None and is_complex(x) else x


def start(tensors, grad_tensors, create_graph, what):
    """Return the gradients with which a backward pass starts: {node: gradient}."""
    tensors = (tensors,) if type(tensors) in tensor_types else tuple(tensors)
    if grad_tensors is None or type(grad_tensors) in tensor_types:
        grad_tensors = (grad_tensors,) * len(tensors)
    pending = {}
    for tensor, grad in zip(tensors, grad_tensors, strict=True):
        if tensor._view is not None:
            tensor.refresh()
        node, array = tensor._node, tensor.array
        if node is None or grad is None and (array.size != 1 or array.dtype.kind == "c"):
            paths.module("explain.backward").refuse_start(tensor, what)
        if grad is None:
            if type(array) is not ndarray or (value := array.item()) - value != 0:  # true if value is nan or infinite
                start_unusual(tensor)
            grad = array.copy()
            grad.fill(1)
            grad = wrap(grad) if create_graph else grad
        else:
            grad = check_output_gradient(tensor, grad, create_graph)
        pending[node] = grad if node not in pending else pending[node] + grad
    return pending


def start_unusual(tensor):
    """Make the GPU of a loss the current one, or warn that a loss is nan or infinite."""
    if type(tensor.array) is not ndarray:
        backend.enter(tensor.array)
    else:
        paths.module("explain.nonfinite").warn_nonfinite(tensor)


def check_output_gradient(tensor, grad, create_graph):
    """Return a gradient that the user passed, in the output's dtype; RuntimeError for another shape or device."""
    if tuple(grad.shape) != tuple(tensor.shape):
        raise RuntimeError(f"Mismatch in shape: the gradient {tuple(grad.shape)} must have the shape "
                           f"of the output, {tuple(tensor.shape)}.")
    if not create_graph:
        if grad.device != tensor.device:
            raise RuntimeError(f"the gradient is on {grad.device} and the output on {tensor.device}; move one.")
        grad = grad.array.astype(tensor.array.dtype, copy=False)
    return grad.conj() if is_complex(tensor) else grad


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """Add the gradients of `tensors` to the .grad of every leaf they were computed from.

    grad_tensors   the gradient of the final loss with respect to each tensor; None means 1, for scalars
    retain_graph   keep the saved values, for another backward; default: create_graph
    create_graph   record the backward pass itself, so that gradients can be differentiated
    inputs         only these tensors receive a gradient
    """
    retain_graph = create_graph if retain_graph is None else retain_graph
    token, device = recording.set(bool(create_graph)), backend.found and backend.current()
    try:
        pending = start(tensors, grad_tensors, create_graph, "backward")
        if inputs is None:
            run_backward(pending, retain_graph, create_graph)
        else:
            gather_into((inputs,) if type(inputs) in tensor_types else inputs, pending, retain_graph, create_graph)
    except Exception as error:
        paths.module("explain.backward").explain_derivative(error)
        raise
    finally:
        recording.reset(token)
        if device is not None:
            device.use()


def gather_into(inputs, pending, retain_graph, create_graph):
    """Run backward only to these inputs, and add the gradient of each to its .grad."""
    inputs = tuple(inputs)
    for x in inputs:
        x.refresh()
    found = run_backward(pending, retain_graph, create_graph, wanted={x._node for x in inputs})
    for x in inputs:
        if x._node in found and type(x._node) is Leaf:
            accumulate_grad(x._node, found[x._node], False, create_graph)
        elif x._node in found:
            grad = conjugated(found[x._node])
            grad = registry["clone"](grad) if create_graph else wrap(grad.copy())
            x._grad = grad if x._grad is None else x._grad + grad


@piece
def backward_from(root):
    """Run `root.backward()` in its simplest form: a scalar, whose graph is used once."""
    backward(root)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=None, is_grads_batched=False, materialize_grads=False):
    """Return the gradients of `outputs` with respect to `inputs`; no .grad changes.

    grad_outputs        gradients of the outputs, of their shapes; None means 1, for scalars
    retain_graph        keep the saved values, for another backward; None: as create_graph
    create_graph        record the computation of the gradients, for second derivatives
    only_inputs         accepted as in PyTorch, without effect: always True
    allow_unused        return None, not RuntimeError, for an input that the outputs do not depend on
    is_grads_batched    whether grad_outputs has one gradient in each row; each result then has the same rows
    materialize_grads   return zeros instead of None
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
        return paths.module("rare.autograd.batched").by_rows(grad, outputs, inputs, grad_outputs, retain_graph,
                                                             create_graph, allow_unused, materialize_grads)
    retain_graph = create_graph if retain_graph is None else retain_graph
    inputs = (inputs,) if type(inputs) in tensor_types else tuple(inputs)
    for index, x in enumerate(inputs):
        x.refresh()
        if x._node is None:
            raise RuntimeError(f"grad: input {index} does not require grad: set requires_grad=True "
                               "before the outputs are computed from it.")
    token, device = recording.set(bool(create_graph)), backend.found and backend.current()
    try:
        pending = start(outputs, grad_outputs, create_graph, "grad")
        wanted = {x._node for x in inputs}
        found = run_backward(pending, retain_graph, create_graph, wanted) if pending else {}
        results = [conjugated(found.get(x._node)) for x in inputs]
        results = ([None if grad is None else grad.contiguous() for grad in results] if create_graph else
                   without_sharing(results, (*inputs, *list_tensors(grad_outputs))))
        results = [for_unused(index, x, allow_unused, materialize_grads) if result is None else result
                   for index, (x, result) in enumerate(zip(inputs, results))]
    except Exception as error:
        paths.module("explain.backward").explain_derivative(error)
        raise
    finally:
        recording.reset(token)
        if device is not None:
            device.use()
    return tuple(results)


def without_sharing(gradients, tensors):
    """Return gradients as contiguous Tensors that share memory neither with these tensors nor with each other."""
    taken, results = {id(owner(x)) for x in tensors}, []
    for gradient in gradients:
        result = None if gradient is None else wrap(gradient).contiguous()
        if result is not None:
            result = wrap(gradient.copy()) if id(owner(result)) in taken else result
            taken.add(id(owner(result)))
        results.append(result)
    return results


def for_unused(index, x, allow_unused, materialize_grads):
    """Return the gradient of an input that the outputs do not depend on: zeros or None; or raise RuntimeError."""
    if not materialize_grads and not allow_unused:
        raise RuntimeError(
            f"The differentiated Tensor at index {index} appears to not have been used in the graph. Set "
            f"allow_unused=True if this is the desired behavior: its gradient, of the shape {tuple(x.shape)}, "
            "is then None.")
    return wrap(x.array * 0) if materialize_grads else None


def list_tensors(tensors):
    """Return a list of the Tensors in an argument that is a Tensor, several of them, or None."""
    several = (tensors,) if tensors is None or type(tensors) in tensor_types else tensors
    return [x for x in several if x is not None]


def owner(tensor):
    """Return the array that owns a tensor's memory."""
    array = tensor.array
    return array if array.base is None else array.base


def leaf_of(tensor):
    """Return a tensor's Leaf, the graph node that receives its gradient; create it at the first call."""
    if tensor._node is None:
        tensor._node = Leaf(tensor)
    return tensor._node
