"""Whose memory a gradient is: the leaf's own."""

import numpy as np
from laws import law, scalar
from notation import flat
from samples import differentiable

from minitorch import backend
from minitorch.graph import backward_order
from minitorch.tensors import plain


@law(differentiable)
def test_a_leafs_gradient_is_held_by_nobody_else(row, xp):
    """Some are kept as the derivative made them: neither the graph, nor another leaf, has the same memory."""
    args = row.tensors(xp)
    leaves = [x for x in flat(args) if x.requires_grad]
    loss = scalar(row.call(args))
    held = list(flat(args))
    for node in backward_order(loss._node) if loss._node is not None else []:
        parts = [*getattr(node, "saved", ()), *(node.out if isinstance(getattr(node, "out", None), tuple) else
                                                [getattr(node, "out", None)])]
        held += [plain(part) for part in parts if type(part) in backend.ARRAYS]
    loss.backward(retain_graph=True)
    held += [x.grad for x in leaves if x.grad is not None]
    for x in leaves:
        if x.grad is not None:
            there = [other for other in held if other.device == x.device == xp.tensor(np.zeros(1)).device]
            assert sum(xp.share(x.grad, other) for other in there) <= (x.grad.numel() > 0)
