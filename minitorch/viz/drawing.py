"""`draw`: draw the ops that computed a tensor or several, or that a model, a function or a program runs."""

from ..engine import Leaf, tensor_types
from ..engine.node import Node
from ..inspect.preserve import preserve_state
from ..nn import Module
from ..runtime.errors import user_frame
from .graph import Plan
from .graph_fold import CROWDED, fold
from .graph_picture import Graph
from .graph_trace import traced
from .graph_unfold import Inside
from .program_picture import picture, program_of
from .step_backward import Steps
from .step_forward import Values

LONGEST = 5000            # maximum number of ops; of a larger graph, only the newest ops are drawn


def draw(what, *inputs, model=None, names=None, depth=None, flow=None, lines=False, legend=False, values=None,
         before=None):
    """Draw a computation as a graph.

    what      a Tensor, or a list or dict of Tensors (a dict names them): the ops that computed them;
              or a Module, or any function: it runs once on `inputs`, and a Module's state is put back;
              or a program, or a trace, of minitorch.static: its steps
    model     a Module whose parameters are shown by name
    names     {name: Tensor} for your other tensors; None: the names of your variables
    depth     how many levels of modules are drawn open; None: as many as give about 15 boxes
    flow      draw blue arrows for values and orange ones for gradients; dashed if no gradient passes.
              None: only for a Module or a function
    lines     write into each box the line of code that made it (its tooltip always shows this line)
    legend    add an explanation of the shapes and colours
    values    True: numbers in every box, and gradients if a loss is drawn; of large arrays mean, least and greatest.
              False: no numbers. None: numbers of small arrays only
    before    the program of which a pass made the program `what`: it is drawn, with the steps left out dashed
    returns   a Graph: displays itself, `.dot`, `.svg()`, `.save("graph.svg")`

    Gradients are shown for leaves that have one. After backward() has freed the graph, its values cannot be
    shown: call draw() before it, or use backward(retain_graph=True). Ops are drawn inside their modules if
    you draw a Module, or a loss that was computed in `with viz.remember(model):`.
    Raises RuntimeError if a tensor has no graph, TypeError if `before` is no program.
    """
    if depth is not None and (type(depth) is not int or depth < 0):
        raise ValueError(f"depth must be a number of levels, 0 or more, not {depth!r}.")
    program = program_of(what)
    if before is not None and None in (program, program_of(before)):
        raise TypeError("draw(program, before=…) needs two programs of minitorch.static, before and after a pass, not "
                        f"{type(what).__name__} and {type(before).__name__}.")
    if program is not None:
        return picture(program, depth, lines, legend, program_of(before))
    around = variables(model is None)
    mine = around if names is None else (names, model)
    if callable(what):
        return trace_call(what, inputs, model, mine[0], depth, flow, lines, legend, values)
    if inputs:                                               # the user called draw(loss, model, names)
        model, names = inputs[0] if model is None else model, inputs[1] if len(inputs) > 1 else names
        mine = mine if names is None else (names, model)
    plan = Plan(*named(what, mine[0]), LONGEST, around[0])
    owner = mine[1] if model is None else model
    plan.parameters = {id(x): name for name, x in ([] if owner is None else owner.named_parameters())}
    plan.walk()
    if values:
        fill(plan)
    still = {(a, b, label) for a, b, label in plan.arrows
             if plan.boxes[int(a[1:])].still} if flow else None
    boxes, arrows, frames, inside = plan.boxes, plan.arrows, None, None
    if plan.modules or len(boxes) > CROWDED:
        inside = Inside(boxes, arrows, still, plan.modules)
        boxes, arrows, still, frames = fold(boxes, arrows, still, plan.modules, depth)
    return Graph(boxes, arrows, still, frames, lines, legend, values, inside)


def fill(plan):
    """Give every box its value, and its gradient if one loss is drawn."""
    boxes = {node: box for node, box in plan.box_of.items() if isinstance(node, Node | Leaf)}
    values = Values()
    values.again(sorted(boxes, key=lambda node: node.order))
    for node, gave in values.gave.items():
        if node in boxes and len(gave) == 1 and boxes[node].kind == "op":
            boxes[node].array = gave[0]
    loss = next(iter(plan.outputs.values()))
    if len(plan.outputs) == 1 and loss.array.size == 1:
        for frame in Steps(loss).frames:
            if frame.node in boxes and boxes[frame.node].kind != "more":
                boxes[frame.node].grad = frame.arrives


def named(what, names):
    """Return {name: output}, an empty dict for parameters, and the names; raise an error if an output has no graph."""
    if isinstance(what, dict):
        outputs = dict(what)
    elif isinstance(what, list | tuple):
        outputs = {f"output {i}" if len(what) > 1 else "output": x for i, x in enumerate(what)}
    else:
        outputs = {"output": what}
    for x in outputs.values():
        if not hasattr(x, "grad_fn"):
            raise TypeError(f"draw() needs Tensors, not {type(x).__name__}; or a Module or a function, and its inputs.")
        if not x.requires_grad:
            raise RuntimeError("draw() finds no graph behind this tensor: it was computed under no_grad, or no input "
                               "has requires_grad=True. Set requires_grad=True on an input, and compute again.")
    return outputs, {}, names


def trace_call(what, inputs, model, names, depth, flow, lines, legend, values):
    """Call a Module or a function and return the Graph of its ops."""
    if isinstance(what, Module) and not inputs:
        raise TypeError("draw(model, x) needs an input x: it runs the model once and draws the ops of this run.")
    model = what if model is None and isinstance(what, Module) else model
    with preserve_state(model, keep_grad=True):
        drawn = traced(what, inputs, model, names)
    if not drawn.boxes:
        raise ValueError("draw() was given a function that runs no op. Does it need inputs, as in draw(f, x)?")
    whole = drawn.boxes, drawn.arrows, drawn.still if flow is None or flow else None, drawn.kinds
    inside = Inside(*whole, drawn.shapes)
    boxes, arrows, still, frames = fold(*whole, depth, drawn.shapes)
    for box in boxes:
        if what is model and "" in frames and box.kind == "input" and box.path is None:
            box.path = ""                                  # inside the frame, so that its arrows cross none
    return Graph(boxes, arrows, still, frames, lines, legend, values, inside)


def variables(look_for_model):
    """Return the tensors in the user's variables by name, and the user's model if there is exactly one."""
    found = {name: x for name, x in user_frame().f_locals.items() if name.isidentifier() and name[0] != "_"}
    models = [x for x in found.values() if isinstance(x, Module)] if look_for_model else []
    tensors = {name: x for name, x in found.items() if type(x) in tensor_types}
    return tensors, models[0] if len(models) == 1 else None
