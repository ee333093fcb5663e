"""Faults that lesson 2 notices: the cells needed, by words that stand in them only, and what is planted."""

HOOK = (2, "two_layer_gradients = yours")
MERGE = (2, "two_layer_gradients = yours", "y = (x + x) + 5 * x + x")
FOLD = (2, "two_layer_gradients = yours", "total = (column + row).sum()")
WALK = (2, "two_layer_gradients = yours", "loss_of(*leaves).backward()")
TAPE = (2, "two_layer_gradients = yours", '@exercise("2.1")', "def tape_after")
CUBE = (2, "two_layer_gradients = yours", '@exercise("2.6")', "create_graph=True")
DIGITS = (2, "two_layer_gradients = yours", "by_hand.append(", "def train(network")

FAULTS = {
    "slopes by differences twice too steep": (HOOK, """
plant(differences, lambda right: lambda f, x, eps=1e-6: 2 * right(f, x, eps))"""),
    "what arrives overwrites what was there": (MERGE, """
plant(accumulate, lambda right: lambda old, new: new)"""),
    "what arrives is averaged": (MERGE, """
plant(accumulate, lambda right: lambda old, new: (old + new) / 2)"""),
    "breadth first": (MERGE, """
plant(backward_order, lambda right: breadth_first)"""),
    "oldest first": (MERGE, """
plant(backward_order, lambda right: lambda root: right(root)[::-1])"""),
    "a broadcast not folded back": (FOLD, """
plant(sum_to, lambda right: lambda grad, shape: grad)"""),
    "a broadcast folded to its mean": (FOLD, """
plant(sum_to, lambda right: lambda grad, shape: right(grad, shape) * (np.prod(shape) / grad.size))"""),
    "a matrix product untransposed": (WALK, """
gradient("matmul", lambda right: lambda grad, out, x, y, needs: (grad @ y if grad.shape[1] == len(y) else
                                                                right(grad, out, x, y, needs)[0],
                                                                right(grad, out, x, y, needs)[1].T))"""),
    "no_grad records all the same": (TAPE, """
mt.no_grad = mt.enable_grad"""),
    "a power's gradient off by 1 %": (CUBE, """
gradient("pow", lambda right: lambda *inputs, **named: [g if g is None else g * 1.01 for g in right(*inputs, **named)])
registry["pow"].derivative_piece.arrays_only = False"""),
    "relu's gradient off by 1 %, in training": (DIGITS, """
gradient("relu", lambda right: lambda grad, out, x: right(grad, out, x) * 1.01)"""),
}
