"""`draw`: from a tensor, a list of them, a model or a function to the picture of what it computes."""

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

LONGEST = 5000            # operations that are looked at one by one; of a longer graph the newest


def draw(what, *inputs, model=None, names=None, depth=None, flow=None, lines=False, legend=False, values=None):
    """The picture of a computation.

    what      a Tensor, or a list or dict of them (a dict names them): the graph they were computed by;
              or a Module, or any function: what it computes of `inputs`. It is run once and leaves no trace;
              or a program, or a trace, of minitorch.static: its steps
    model     a Module whose parameters are shown by name
    names     {name: Tensor} for other tensors of yours; None: by the names of your variables
    depth     how many levels of modules stay open; None: as many as leave some 15 boxes
    flow      arrows for values in blue, for gradients in vermilion; dashed where no gradient passes.
              None: for a Module or a function
    lines     the line of code that made a box stands in it (it is always told when the mouse rests there)
    legend    what the shapes and colours mean
    values    True: numbers in every box, and of a loss their gradients; long ones as mean, least and greatest.
              False: none. None: numbers where there are few
    returns   a Graph: displays itself, `.dot`, `.svg()`, `.save("graph.svg")`

    Gradients are shown where a leaf has one. What backward has freed can no longer be
    shown: draw before it, or keep the graph with retain_graph=True. In which module something
    happens is known of a Module that is drawn, and of a loss computed in `with viz.remember(model):`.
    Raises RuntimeError when a tensor has no graph.
    """
    if depth is not None and (type(depth) is not int or depth < 0):
        raise ValueError(f"depth is a number of levels, 0 or more, not {depth!r}.")
    program = program_of(what)
    if program is not None:
        return picture(program, depth, lines, legend)
    around = variables(model is None)
    mine = around if names is None else (names, model)
    if callable(what):
        return of_call(what, inputs, model, mine[0], depth, flow, lines, legend, values)
    if inputs:                                               # draw(loss, model, names), by position
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
    """Give every box its value; and where one loss is drawn, its gradient."""
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
    """The outputs by name, no parameters yet, and the names."""
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
            raise RuntimeError("draw() finds no graph behind this tensor: it was made under no_grad, or of tensors "
                               "none of which has requires_grad=True. Set it on an input, and compute again.")
    return outputs, {}, names


def of_call(what, inputs, model, names, depth, flow, lines, legend, values):
    """The Graph of a call."""
    if isinstance(what, Module) and not inputs:
        raise TypeError("draw(model, x) needs an input to run the model on: a picture is drawn of what is computed.")
    model = what if model is None and isinstance(what, Module) else model
    with preserve_state(model, keep_grad=True):
        drawn = traced(what, inputs, model, names)
    if not drawn.boxes:
        raise ValueError("draw() was given a function that computes nothing: draw(model, x) needs the inputs too.")
    whole = drawn.boxes, drawn.arrows, drawn.still if flow is None or flow else None, drawn.kinds
    inside = Inside(*whole, drawn.shapes)
    return Graph(*fold(*whole, depth, drawn.shapes), lines, legend, values, inside)


def variables(look_for_model):
    """The tensors in the user's variables by name, and their model if there is exactly one."""
    found = {name: x for name, x in user_frame().f_locals.items() if name.isidentifier() and name[0] != "_"}
    models = [x for x in found.values() if isinstance(x, Module)] if look_for_model else []
    tensors = {name: x for name, x in found.items() if type(x) in tensor_types}
    return tensors, models[0] if len(models) == 1 else None
