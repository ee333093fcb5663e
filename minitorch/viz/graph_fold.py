"""Folding a graph that is too large to read: modules into boxes, repeated lines into one, a long middle into a word."""

from ..inspect.watch import parent_path
from .dot import Box, code

ROOM, FEW = 15, 5         # boxes; in a graph of more, modules are folded, but not until so few are left
CROWDED = 60              # boxes; of more, operations of the same line are folded, then the middle is left out
FIRST, LAST = 12, 24      # boxes that stay at the ends
MOST = 200                # boxes, where the user chose the depth
FOLDED = ("module", "group", "more")      # kinds of boxes that stand for several


def fold(boxes, arrows, still, modules, depth=None, shapes=None):
    """The boxes, arrows, still arrows and frames {path: title} that are left when much is folded.

    modules   {path: Module}
    shapes    {path: what the module gave}, where that is known
    depth     how many levels of modules stay open; None: as many as leave 15 boxes, at least one
    """
    levels = {path: chain(path, modules) for path in {box.path for box in boxes}}
    chosen = how_deep(boxes, levels) if depth is None else depth
    keys = {box.id: group(box, levels, chosen) for box in boxes}
    if depth is None and len(set(keys.values())) > CROWDED:
        by_line(boxes, arrows, keys)
    order = list(dict.fromkeys(keys.values()))
    if len(order) > (CROWDED if depth is None else MOST):
        middle = set(order[FIRST:-LAST if depth is None else FIRST - MOST])
        keys = {name: ("middle", len(middle)) if key in middle else key for name, key in keys.items()}
    members: dict = {}
    for box in sorted(boxes, key=lambda box: box.kind in ("parameter", "constant") and keys[box.id][0] != "box"):
        members.setdefault(keys[box.id], []).append(box)     # a folded module stands where its first operation does
    new = {}
    leaving = {a for a, b, _ in arrows if keys[a] != keys[b]}
    for key, group_boxes in members.items():
        box = new[key] = as_one(key, group_boxes, modules, leaving, shapes or {})
        box.path = next((path for path in reversed(levels.get(group_boxes[0].path, ())[:chosen])), None) \
            if key[0] != "module" else parent_path(key[1], modules)
    left, renamed = list(new.values()), {box.id: new[keys[box.id]] for box in boxes}
    for number, box in enumerate(left):
        box.id = f"n{number}"
    found, flowing = {}, set()
    for arrow in arrows:
        a, b, label = renamed[arrow[0]], renamed[arrow[1]], arrow[2]
        if a is not b:
            key = a.id, b.id, None if a.kind in FOLDED and label is not None and label.startswith("output") else label
            found.setdefault((key, None if a.kind in FOLDED or b.kind in FOLDED else len(found)), key)
            if still is not None and arrow not in still:
                flowing.add(key)
    kept = list(found.values())
    frames = {path: title_of(path, modules) for path in modules
              if len(chain(path, modules)) <= chosen and sum(within(box, path, modules) for box in left) > 1}
    for box in left:
        while box.path is not None and box.path not in frames:
            box.path = parent_path(box.path, modules)
    return left, kept, None if still is None else {key for key in kept if key not in flowing}, frames


def chain(path, modules):
    """The modules around a path and its own, outermost first."""
    found = []
    while path is not None:
        if path in modules:
            found.append(path)
        path = parent_path(path, modules)
    return found[::-1]


def how_deep(boxes, levels):
    """The most levels that leave 15 boxes, at least one; or one more, where that shows too little."""
    deepest = max(map(len, levels.values()), default=0)
    counts = {depth: len({group(box, levels, depth) for box in boxes}) for depth in range(1, deepest + 1)}
    fits = max((depth for depth, count in counts.items() if count <= ROOM), default=1)
    return fits + (counts.get(fits, ROOM) < FEW and counts.get(fits + 1, CROWDED) < CROWDED)


def group(box, levels, depth):
    """What stands for a box: itself, or the module that is folded around it."""
    around = levels[box.path]
    return ("module", around[depth]) if len(around) > depth else ("box", box.id)


def within(box, path, modules):
    return path in chain(box.path, modules)


def by_line(boxes, arrows, keys):
    """Operations of one line become one, and what only they use goes with them. Changes `keys`."""
    lines: dict = {}
    for box in boxes:
        if box.kind == "op" and keys[box.id][0] == "box" and box.line:
            lines.setdefault((box.path, box.line), []).append(box.id)
    if len(lines) == 1 and len({box.title for box in boxes if box.kind == "op"}) > 2:
        return                                        # a whole model in one line: it would say nothing
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
    """One box for several; its shape is that of the last which is used outside."""
    if key[0] == "box":
        return boxes[0]
    ops = [box for box in boxes if box.kind == "op"]
    if key[0] == "middle":
        return Box("more", f"{key[1]} more boxes")
    shape = next((op.shape for op in reversed(ops) if op.id in leaving), ops[-1].shape if ops else "")
    if key[0] == "line":
        kinds = list(dict.fromkeys(box.title.rpartition(" = ")[2].partition(" ")[0] for box in ops))
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
    """'0: Linear' for a module of a model, 'Sequential' for the model itself."""
    kind = type(modules[path]).__name__
    around = parent_path(path, modules)
    name = path[len(around) + 1:] if around else path
    return kind if not path or path.endswith(")") else f"{name}: {kind}"
