"""Compute gradients for many output gradients of one graph, one in each row; a Jacobian needs them."""

from ...engine import dispatch, registry, tensor_types


def by_rows(grad, outputs, inputs, rows, retain_graph, create_graph, unused, zeros):
    """Call `grad` once for each row of the output gradients; stack the results. `grad` explains the other arguments.

    Raises ValueError for output gradients that have no rows, or different numbers of rows.
    """
    rows = [rows] if type(rows) in tensor_types else rows
    if rows is None or any(each is None or not each.ndim for each in rows):
        raise ValueError("grad: is_grads_batched=True needs grad_outputs with one gradient in each row.")
    if len(counts := {each.shape[0] for each in rows}) > 1 or 0 in counts:
        raise ValueError("grad: is_grads_batched=True needs as many rows, one or more, in each of grad_outputs, not "
                         f"{' and '.join(map(str, sorted(counts)))}.")
    count, keep = rows[0].shape[0], create_graph if retain_graph is None else retain_graph
    found = [grad(outputs, inputs, [registry["getitem"].function(each, index=(i,)) for each in rows],
                  keep or i < count - 1, create_graph, allow_unused=unused, materialize_grads=zeros)
             for i in range(count)]
    return tuple(None if each[0] is None else dispatch(registry["stack"], each, {"dim": 0}) for each in zip(*found))
