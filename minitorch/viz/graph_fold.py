"""Fold a graph that is too large to read: put one box for a module, for the ops of one line, and for a long middle."""

import re
from collections import Counter

from ..inspect.watch import parent_path
from ..nn import ModuleDict, ModuleList
from .dot import Box, code

ROOM, FEW = 15, 5         # if there are more than ROOM boxes, fold modules; if fewer than FEW are left, fold fewer
CROWDED = 60              # number of boxes; from more boxes, join ops of one line, then leave out the middle
FIRST, LAST = 12, 24      # number of boxes that stay at the beginning and at the end if the middle is left out
MOST = 200                # maximum number of boxes if the user has chosen the depth
FOLDED = ("module", "group", "more")      # kinds of boxes that stand for several boxes


def fold(boxes, arrows, still, modules, depth=None, shapes=None):
    """Return the parts of the folded graph: boxes, arrows, still arrows, and frames as {path: title}.

    modules   {path: Module}
    shapes    {path: shape of the module's output}, if it is known
    depth     how many levels of modules are drawn open; None: as many as give at most 15 boxes, but at least one level

    A ModuleList or a ModuleDict inside a model is no level, and has no frame: it runs nothing itself.
    """
    modules = {path: module for path, module in modules.items()
               if not path or type(module) not in (ModuleList, ModuleDict)}
    levels = {path: chain(path, modules) for path in {box.path for box in boxes}}
    chosen = how_deep(boxes, levels) if depth is None else depth
    keys = keys_of(boxes, arrows, levels, chosen, depth is not None)
    members: dict = {}
    for box in sorted(boxes, key=lambda box: box.kind in ("parameter", "constant") and keys[box.id][0] != "box"):
        members.setdefault(keys[box.id], []).append(box)     # a folded module takes the place of its first op
    new = {}
    leaving = {a for a, b, _ in arrows if keys[a] != keys[b]}
    for key, group_boxes in members.items():
        box = new[key] = as_one(key, group_boxes, modules, leaving, shapes or {})
        box.path = next((path for path in reversed(levels.get(group_boxes[0].path, ())[:chosen])), None) \
            if key[0] != "module" else parent_path(key[1], modules)
    left, renamed = list(new.values()), {box.id: new[keys[box.id]] for box in boxes}
    for number, box in enumerate(left):
        box.id = f"n{number}"
    kept, resting = fold_arrows(arrows, still, renamed, {box.id: box.title for box in boxes if box.kind == "parameter"})
    return left, kept, resting, frame_modules(left, modules, chosen)


def frame_modules(boxes, modules, depth):
    """Return {path: title} of the frames: open modules with several boxes; set each box's path to its inner frame."""
    frames = {path: title_of(path, modules) for path in modules
              if len(chain(path, modules)) <= depth and sum(within(box, path, modules) for box in boxes) > 1}
    for box in boxes:
        while box.path is not None and box.path not in frames:
            box.path = parent_path(box.path, modules)
    return frames


def keys_of(boxes, arrows, levels, depth, chosen):
    """Return {id of a box: its key}; boxes with the same key become one box.

    chosen   True if the user chose the depth: then only the middle of very large graphs is left out
    """
    keys = {box.id: group(box, levels, depth) for box in boxes}
    joined, counts = {keys[a] for a, b, _ in arrows if keys[a] == keys[b]}, Counter(keys.values())
    keys = {name: ("box", name) if counts[key] > 1 and key not in joined else key
            for name, key in keys.items()}                   # a module such as relu, called at several places: its ops
    if not chosen and len(set(keys.values())) > CROWDED:
        by_line(boxes, arrows, keys)
    order = list(dict.fromkeys(keys.values()))
    if len(order) > (MOST if chosen else CROWDED):
        middle = set(order[FIRST:FIRST - MOST if chosen else -LAST])
        keys = {name: ("middle", len(middle)) if key in middle else key for name, key in keys.items()}
    return keys


def fold_arrows(arrows, still, renamed, parameters):
    """Return the arrows between the boxes that are left, each once, and the still arrows (None if `still` is None).
    `parameters`: {id: name}; an arrow from a parameter in a folded module gets its name.
    """
    found, flowing = {}, set()
    for arrow in arrows:
        a, b, label = renamed[arrow[0]], renamed[arrow[1]], arrow[2]
        if a.kind == "module" and arrow[0] in parameters:
            label = parameters[arrow[0]].rpartition(".")[2]
        if a is not b:
            key = a.id, b.id, None if a.kind in FOLDED and label is not None and label.startswith("output") else label
            found.setdefault((key, None if a.kind in FOLDED or b.kind in FOLDED else len(found)), key)
            if still is not None and arrow not in still:
                flowing.add(key)
    kept = list(found.values())
    return kept, None if still is None else {key for key in kept if key not in flowing}


def chain(path, modules):
    """Return the paths of the modules that contain `path`, outermost first, with `path` itself last."""
    found = []
    while path is not None:
        if path in modules:
            found.append(path)
        path = parent_path(path, modules)
    return found[::-1]


def how_deep(boxes, levels):
    """Return the largest number of levels that gives at most 15 boxes; one more if that leaves fewer than 5 boxes."""
    deepest = max(map(len, levels.values()), default=0)
    counts = {depth: len({group(box, levels, depth) for box in boxes}) for depth in range(1, deepest + 1)}
    fits = max((depth for depth, count in counts.items() if count <= ROOM), default=1)
    return fits + (counts.get(fits, ROOM) < FEW and counts.get(fits + 1, CROWDED) < CROWDED)


def group(box, levels, depth):
    """Return the key of the box that is drawn for `box`: `box` itself, or its folded module."""
    around = levels[box.path]
    return ("module", around[depth]) if len(around) > depth else ("box", box.id)


def within(box, path, modules):
    return path in chain(box.path, modules)


def by_line(boxes, arrows, keys):
    """Change `keys` in place: the ops of one line get one key, and so do boxes that only these ops use."""
    lines: dict = {}
    for box in boxes:
        if box.kind == "op" and keys[box.id][0] == "box" and box.line:
            lines.setdefault((box.path, box.line), []).append(box.id)
    if len(lines) == 1 and len({box.title for box in boxes if box.kind == "op"}) > 2:
        return                                        # all ops are in one line of code: a single box would show nothing
    for (path, line), names in lines.items():
        if len(names) > 1:
            keys.update(dict.fromkeys(names, ("line", path, line)))
    users: dict = {}
    for a, b, _ in arrows:
        users.setdefault(a, set()).add(keys[b])
    for box in boxes:
        nameless = box.kind in ("constant", "parameter") or box.kind == "input" and not box.title
        if nameless and keys[box.id][0] == "box" and len(users.get(box.id, ())) == 1:
            user, = users[box.id]
            if user[0] == "line":
                keys[box.id] = user


def as_one(key, boxes, modules, leaving, shapes):
    """Return one box for several boxes, with the shape of the last result that another box uses."""
    if key[0] == "box":
        return boxes[0]
    ops = [box for box in boxes if box.kind == "op"]
    if key[0] == "middle":
        return Box("more", f"{key[1]} more boxes")
    shape = next((op.shape for op in reversed(ops) if op.id in leaving), ops[-1].shape if ops else "")
    if key[0] == "line":
        kinds = list(dict.fromkeys(re.split(r"[ (]", box.title.rpartition(" = ")[2])[0] for box in ops))
        box = Box("group", code(key[2]), None,
                  f"{len(ops):,} operations: {' '.join(kinds[:5])}{' …' * (len(kinds) > 5)}, {shape}")
    else:
        own = list(modules[key[1]].parameters())
        size, frozen = sum(p.array.size for p in own), bool(own) and not any(p.requires_grad for p in own)
        box = Box("module", title_of(key[1], modules), None, shapes.get(key[1], shape)
                  + f", {size:,} {'frozen ' * frozen}parameters" * bool(size))
        box.line, box.inside = boxes[-1].line, key[1]
    box.count, box.still = len(ops), all(op.still for op in ops)
    box.why = next((op.why for op in ops if op.why), "")
    return box


def title_of(path, modules):
    """Return a module's title: '0: Linear' for a module of a model, 'Sequential' for the model itself."""
    kind = type(modules[path]).__name__
    around = parent_path(path, modules)
    name = path[len(around) + 1:] if around else path
    return kind if not path or path.endswith(")") else f"{name}: {kind}"
