"""Split a function's source where it breaks: statements that no program can repeat stay, others become parts.

    def step(x, y):                          def step(x, y):
        loss = f(model(x), y)                    loss, = step_part_0(x, y)
        print(loss.item())           becomes     print(loss.item())
        loss.backward()                          step_part_1(loss)
        optimizer.step()                         return loss
        return loss

A part is a function: it takes the variables that it reads, and returns those that it sets and that later code reads.
Statements that would leave a part (return, break, try), or do not always set a variable, stay uncompiled.

The first computation of a statement that breaks is moved to a new statement before it:

    print("loss", model(x).mean().item())      shown = print; value = model(x).mean(); shown("loss", value.item())

The order of evaluation stays the same: an operand before it is moved too, unless it is a variable or a constant.
"""

import ast
from copy import deepcopy
from itertools import count

from .source import (
    LOOPS,
    captured_names,
    compile_nodes,
    exposed,
    leaves_block,
    live_before,
    names_exposed,
    names_set,
    names_set_by,
    source_of,
    stores,
)

READING = {"item", "tolist", "numpy", "float", "int", "bool", "print", "str", "repr", "round", "format"}
WORK = ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript
OPAQUE = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.Dict, ast.List, ast.Set,
          ast.Starred, ast.Await, ast.Yield, ast.YieldFrom)
FIELDS = {ast.Assign: "value", ast.AnnAssign: "value", ast.Expr: "value", ast.Return: "value", ast.If: "test",
          ast.Assert: "test", ast.For: "iter", ast.AugAssign: "value"}


def hoist(statement, variables, temporary):
    """Replace the first computation of a statement by a new variable.

    variables   the function's variables, which an expression cannot change
    temporary   temporary() returns the name of a new variable

    Returns (new statements that run uncompiled, new statements that a program may run), to insert before it.
    """
    field = FIELDS.get(type(statement))
    if field is None or getattr(statement, field) is None or isinstance(statement, ast.AugAssign) and not isinstance(
            statement.target, ast.Name):
        return [], []
    before: list = []
    position = first_computed(getattr(statement, field), variables, before)
    if position is None or is_small(node_at(position), variables):
        return [], []
    return [assign_to_name(each, temporary()) for each in before], [assign_to_name(position, temporary())]


def is_small(expression, variables):
    """Return whether an expression is only one method call like `x.mean()`, for which a program would be slower."""
    work = [x for x in ast.walk(expression) if isinstance(x, WORK)]
    own = getattr(getattr(expression, "func", None), "value", None)
    return len(work) == 1 and isinstance(own, ast.Name) and own.id in variables


def assign_to_name(position, name):
    """Replace the expression at a position (node, field, index) by a name; return the statement `name = expression`."""
    parent, field, number = position
    expression = node_at(position)
    used = ast.copy_location(ast.Name(name, ast.Load()), expression)
    if number is None:
        setattr(parent, field, used)
    else:
        getattr(parent, field)[number] = used
    return ast.copy_location(ast.Assign([ast.copy_location(ast.Name(name, ast.Store()), expression)], expression),
                             expression)


def node_at(position):
    parent, field, number = position
    return getattr(parent, field) if number is None else getattr(parent, field)[number]


def first_computed(expression, variables, before):
    """Return the position of the first operand that computes something; None if moving it would change the order.

    before   a list; add the positions of function names that Python looks up before this operand
    """
    for position in operand_positions(expression):
        part = node_at(position)
        if isinstance(part, ast.Constant) or isinstance(part, ast.Name) and part.id in variables:
            continue
        if isinstance(part, OPAQUE) or isinstance(position[0], ast.keyword) and position[0].arg is None:
            return None
        if isinstance(part, ast.JoinedStr | ast.FormattedValue) or reads_data(part):
            return first_computed(part, variables, before)
        if any(isinstance(inner, WORK) for inner in ast.walk(part)):
            return position
        if position[1] != "func":
            return None
        before.append(position)
    return None


def operand_positions(e):
    """Return the positions of the operands that an expression always evaluates, in order."""
    if isinstance(e, ast.Call):
        computed = isinstance(e.func, ast.Attribute) and any(isinstance(x, WORK) for x in ast.walk(e.func.value))
        return [(e.func, "value", None)] if computed else [
            (e, "func", None), *[(e, "args", n) for n in range(len(e.args))],
            *[(keyword, "value", None) for keyword in e.keywords]]
    if isinstance(e, ast.Attribute | ast.FormattedValue):
        return [(e, "value", None)]
    if isinstance(e, ast.Subscript):
        return [(e, "value", None), (e, "slice", None)]
    if isinstance(e, ast.BinOp):
        return [(e, "left", None), (e, "right", None)]
    if isinstance(e, ast.Compare):
        return [(e, "left", None), (e, "comparators", 0)]
    if isinstance(e, ast.UnaryOp):
        return [(e, "operand", None)]
    if isinstance(e, ast.IfExp):
        return [(e, "test", None)]
    if isinstance(e, ast.BoolOp):
        return [(e, "values", 0)]
    if isinstance(e, ast.JoinedStr):
        return [(e, "values", n) for n in range(len(e.values))]
    return [(e, "elts", n) for n in range(len(e.elts))] if isinstance(e, ast.Tuple) else []


def reads_data(expression):
    """Return whether an expression calls a function with a name like item or print, which reads tensors' values."""
    return any(isinstance(x, ast.Call) and getattr(x.func, "attr", getattr(x.func, "id", None)) in READING
               for x in ast.walk(expression))


GIVEN_WHOLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Assert, ast.If, *LOOPS, ast.With)
QUIET = {"no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "autocast", "device", "record_function"}
CALLED = "function_in_parts"                                 # the name of Breaks.called in the code of a split function


class Split:
    """The source of one function, and the statements at which it is split.

    function   the function to split
    eager      statements that run uncompiled; opened: compound statements that contain parts
    cuts       statements at which a new part begins
    version    the number of changes to `eager`, `opened` and `cuts`

    Raises ValueError if a function cannot be split: its source is missing, or it uses `global`, `yield` or the like.
    """

    def __init__(self, function):
        self.code = function.__code__
        self.node, self.variables = source_of(function), {*self.code.co_varnames, *self.code.co_cellvars}
        self.captured = captured_names(self.node) & {*self.code.co_varnames, *self.code.co_cellvars}
        self.eager, self.opened, self.cuts, self.version = set(), set(), set(), 0
        self.numbers, self.home = count(), {}
        self.note_homes(self.node.body)
        for node in [*ast.walk(self.node)]:
            if isinstance(node, ast.Return) and node in self.home:
                self.move_first_out(node)

    def note_homes(self, statements):
        """Store, for each statement, the list of statements that contains it."""
        for s in statements:
            self.home[s] = statements
            for block in blocks_to_open(s):
                self.note_homes(block)

    def temporary(self):
        name = f"value_{next(self.numbers)}"
        self.variables.add(name)
        return name if name not in self.code.co_varnames and name not in self.code.co_names else self.temporary()

    def move_first_out(self, s):
        """Move the first computation of a statement, or a returned value, to a new statement before it."""
        if isinstance(s, ast.Return):
            if s.value is None or isinstance(s.value, ast.Dict | ast.List | ast.Constant | ast.Name):
                return
            name = self.temporary()
            made = [], [ast.copy_location(ast.Assign(
                [ast.copy_location(ast.Name(name, ast.Store()), s.value)], s.value), s)]
            s.value = ast.copy_location(ast.Name(name, ast.Load()), s.value)
        else:
            made = hoist(s, self.variables, self.temporary)
        before, computed = made
        for part in (*before, *computed):
            ast.fix_missing_locations(part)
            self.home[part] = self.home[s]
        position = self.home[s].index(s)
        self.home[s][position:position] = [*before, *computed]
        self.eager.update(before)

    # Methods that choose where to split

    def mark_line(self, line, statements=None):
        """Let a statement at a line run uncompiled; return it, or None if all statements there already do."""
        for s in [*(self.node.body if statements is None else statements)]:
            if s.lineno <= line <= s.end_lineno and s not in self.eager:
                if not may_open(s):
                    return self.leave_uncompiled(s)
                for block in blocks_to_open(s):
                    if block and block[0].lineno <= line <= block[-1].end_lineno:
                        found = self.mark_line(line, block)
                        if found is not None:
                            self.opened.add(s)
                            return found
                if s not in self.opened:
                    return self.leave_uncompiled(s)
        return None

    def leave_uncompiled(self, s):
        """Let a statement run uncompiled; of a compound statement like `if`, only the head."""
        (self.opened if may_open(s) else self.eager).add(s)
        self.version += 1
        self.move_first_out(s)
        return s

    def split_in_middle(self, statements=None):
        """Split in the middle, for an unknown failing line; return the statement that now runs uncompiled, if any."""
        statements = [s for s in (statements or self.node.body) if s not in self.eager]
        if len(statements) == 1:
            s, = statements
            if not may_open(s):
                return self.leave_uncompiled(s)
            self.opened.add(s)
        elif statements:
            self.cuts.add(statements[len(statements) // 2])
        self.version += bool(statements)
        return None

    # Methods that build the function from its parts

    def parts(self):
        """Return (code of the function that calls the parts, [(code of a part, its statements, names it returns)])."""
        self.found = []
        made = empty_statement(self.node)
        args = made.args
        given = {arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
        given |= {arg.arg for arg in (args.vararg, args.kwarg) if arg is not None}
        made.body = self.block(self.node.body, given, set(), set()) or [ast.Pass()]
        codes = compile_nodes([*[node for node, _, _ in self.found], made], self.code, [
            *[node.name for node, _, _ in self.found], CALLED])
        return codes[self.code.co_name], [(codes[node.name], body, outputs) for node, body, outputs in self.found]

    def block(self, statements, defined, live, jump):
        """Return the statements, with calls of parts in place of the statements that parts can contain.

        defined   the variables set before the block; live: those read after it; jump: those read after a `break`
        """
        after = []
        for s in reversed(statements):
            after.append(live)
            live = live_before(s, live, jump)
        made, run, left = [], [], set()
        for s, live in zip(statements, reversed(after)):
            now = defined | names_set_by(s)
            whole = self.is_whole(s, defined, now, live)
            if not whole or s in self.cuts:
                made += self.part(run, left)
                run = []
            if whole:
                run.append(s)
                left = live
            else:
                made.append(self.as_written(s, defined, live, jump))
            defined = now
        return made + self.part(run, left)

    def is_whole(self, s, before, after, live):
        """Return whether a part may contain the complete statement."""
        if s in self.eager or s in self.opened or not isinstance(s, GIVEN_WHOLE) or leaves_block(s):
            return False
        own, inner = stores(s) & self.variables, [*ast.walk(s)]
        return (names_exposed(s) & self.variables <= before and own & live <= after and not own & self.captured
                and not any(isinstance(x, ast.Try | ast.TryStar | ast.Match | ast.Import | ast.ImportFrom)
                            or isinstance(x, ast.Name) and x.id in ("super", "__class__") for x in inner))

    def part(self, run, live):
        """Make a part of these statements; return [the call of the part], or the statements if they compute nothing."""
        if not any(isinstance(x, WORK) for s in run for x in ast.walk(s)):
            return [self.called(s) for s in run]
        outputs = sorted(stores(run) & live & self.variables)
        # an output that the part may leave unset is also an input, so that it keeps its value
        inputs = sorted(exposed(run) & self.variables | {*outputs} - names_set(run))
        name = f"{self.node.name}_part_{len(self.found)}"
        first = run[0]
        node = ast.FunctionDef(name, ast.arguments([], [ast.arg(own) for own in inputs], None, [], [], None, []), [
            *map(deepcopy, run), ast.Return(tuple_node(outputs, ast.Load()))], [])
        self.found.append((ast.copy_location(node, first), run, outputs))
        call = ast.Call(ast.Name(name, ast.Load()), [ast.Name(own, ast.Load()) for own in inputs], [])
        return [ast.copy_location(
            ast.Assign([tuple_node(outputs, ast.Store())], call) if outputs else ast.Expr(call), first)]

    def as_written(self, s, defined, live, jump):
        """Return a statement that stays uncompiled; statements inside it may become parts."""
        if not may_open(s):
            return self.called(s)
        made = self.called(empty_statement(s))
        again = live | names_exposed(s)                         # the next iteration may read these variables
        head = [getattr(s, field) for field in ("target", "items") if hasattr(s, field)]
        own = defined | {name for part in head for name in stores(part)}
        made.body = self.block(s.body, own, *((again, again) if isinstance(s, LOOPS) else (live, jump)))
        if getattr(s, "orelse", None):
            made.orelse = self.block(s.orelse, defined, live, jump)
        return made

    def called(self, s):
        return Called().visit(deepcopy(s))


class Called(ast.NodeTransformer):
    """A transformer that wraps each called function in Breaks.called, because that function may run in parts too."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id != "super":
            node.func = ast.copy_location(ast.Call(ast.Name(CALLED, ast.Load()), [node.func], []), node.func)
        return node

    def visit_Lambda(self, node):
        return node

    def visit_FunctionDef(self, node):
        return node


def blocks_to_open(s):
    """Return the lists of statements inside a statement that may contain parts."""
    if isinstance(s, ast.With):
        last = [x.context_expr.func if isinstance(x.context_expr, ast.Call) else x.context_expr for x in s.items]
        return [s.body] if all(getattr(x, "attr", getattr(x, "id", None)) in QUIET for x in last) else []
    return [s.body, s.orelse] if isinstance(s, (ast.If, *LOOPS)) else []


def may_open(s):
    """Return whether a compound statement may contain parts: an `if`, a loop, or a `with` that catches no errors."""
    return bool(blocks_to_open(s))


def empty_statement(node):
    """Return a copy of a compound statement or function with empty bodies."""
    fields = {name: [] if name in ("body", "orelse", "decorator_list") else deepcopy(value)
              for name, value in ast.iter_fields(node)}
    return ast.copy_location(type(node)(**fields), node)


def tuple_node(names, context):
    return ast.Tuple([ast.Name(name, type(context)()) for name in names], context)
