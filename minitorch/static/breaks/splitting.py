"""A function's source, split where it breaks: what no program can hold stays, and the statements between become parts.

    def step(x, y):                          def step(x, y):
        loss = f(model(x), y)                    loss, = step_part_0(x, y)
        print(loss.item())           becomes     print(loss.item())
        loss.backward()                          step_part_1(loss)
        optimizer.step()                         return loss
        return loss

A part is a function of the variables that it reads, and returns those that it sets and that are read later. Control
flow that a part would leave (return, break, try) stays as it is written; so does what may or may not set a variable.
"""

import ast
from copy import deepcopy
from itertools import count

from .hoisting import WORK, hoist
from .source import compiled, source_of
from .variables import LOOPS, captured, definite, exposed, exposed_by, leaves, live_before, stores, together

GIVEN_WHOLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Assert, ast.If, *LOOPS, ast.With)
QUIET = {"no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "autocast", "device", "record_function"}
CALLED = "function_in_parts"                                   # by this name the split function finds what is called


class Split:
    """The source of one function, and where it is split.

    function   of which the source is
    eager      statements that run as they are written; opened: those of which parts are made inside
    cuts       statements at which a part begins, though the one before could go on
    version    how many marks there are

    Raises ValueError where a function cannot be split: its source is not there, or it keeps its variables in another
    way than in its frame.
    """

    def __init__(self, function):
        self.code = function.__code__
        self.node, self.variables = source_of(function), {*self.code.co_varnames, *self.code.co_cellvars}
        self.captured = captured(self.node) & {*self.code.co_varnames, *self.code.co_cellvars}
        self.eager, self.opened, self.cuts, self.version = set(), set(), set(), 0
        self.numbers, self.home = count(), {}
        self.settle(self.node.body)
        for node in [*ast.walk(self.node)]:
            if isinstance(node, ast.Return) and node in self.home:
                self.take_out(node)

    def settle(self, statements):
        """Note in which list each statement stands."""
        for s in statements:
            self.home[s] = statements
            for block in blocks(s):
                self.settle(block)

    def temporary(self):
        name = f"value_{next(self.numbers)}"
        self.variables.add(name)
        return name if name not in self.code.co_varnames and name not in self.code.co_names else self.temporary()

    def take_out(self, s):
        """Let what a statement computes first stand before it."""
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
        place = self.home[s].index(s)
        self.home[s][place:place] = [*before, *computed]
        self.eager.update(before)

    # Where it is split

    def mark(self, line, statements=None):
        """Let the statement at a line run as it is written: it, or None where all there already do."""
        for s in [*(self.node.body if statements is None else statements)]:
            if s.lineno <= line <= s.end_lineno and s not in self.eager:
                if not openable(s):
                    return self.leave(s)
                for block in blocks(s):
                    if block and block[0].lineno <= line <= block[-1].end_lineno:
                        found = self.mark(line, block)
                        if found is not None:
                            self.opened.add(s)
                            return found
                if s not in self.opened:
                    return self.leave(s)
        return None

    def leave(self, s):
        """Let a statement run as it is written; of one with others inside, its head."""
        (self.opened if openable(s) else self.eager).add(s)
        self.version += 1
        self.take_out(s)
        return s

    def halve(self, statements=None):
        """Split in two what breaks at no line: the statement that was left so, or None."""
        statements = [s for s in (statements or self.node.body) if s not in self.eager]
        if len(statements) == 1:
            s, = statements
            if not openable(s):
                return self.leave(s)
            self.opened.add(s)
        elif statements:
            self.cuts.add(statements[len(statements) // 2])
        self.version += bool(statements)
        return None

    # What it becomes

    def parts(self):
        """(code of the function in parts, [(code of a part, its statements, the names of what it returns)])."""
        self.found = []
        made = shell(self.node)
        args = made.args
        given = {arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
        given |= {arg.arg for arg in (args.vararg, args.kwarg) if arg is not None}
        made.body = self.block(self.node.body, given, set(), set()) or [ast.Pass()]
        codes = compiled([*[node for node, _, _ in self.found], made], self.code, [
            *[node.name for node, _, _ in self.found], CALLED])
        return codes[self.code.co_name], [(codes[node.name], body, outputs) for node, body, outputs in self.found]

    def block(self, statements, defined, live, jump):
        """A list of statements with parts called in the place of what they hold.

        defined   variables that are set before; live: those that are read after; jump: where `break` leads
        """
        after = []
        for s in reversed(statements):
            after.append(live)
            live = live_before(s, live, jump)
        made, run, left = [], [], set()
        for s, live in zip(statements, reversed(after)):
            now = defined | definite(s)
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
        """Whether a statement may stand in a part."""
        if s in self.eager or s in self.opened or not isinstance(s, GIVEN_WHOLE) or leaves(s):
            return False
        own, inner = stores(s) & self.variables, [*ast.walk(s)]
        return (exposed_by(s) & self.variables <= before and own & live <= after and not own & self.captured
                and not any(isinstance(x, ast.Try | ast.TryStar | ast.Match | ast.Import | ast.ImportFrom)
                            or isinstance(x, ast.Name) and x.id in ("super", "__class__") for x in inner))

    def part(self, run, live):
        """The call of a part with these statements; themselves, where they compute nothing."""
        if not any(isinstance(x, WORK) for s in run for x in ast.walk(s)):
            return [self.called(s) for s in run]
        outputs = sorted(stores(run) & live & self.variables)
        inputs = sorted(exposed(run) & self.variables | {*outputs} - together(run))    # what it may leave as it is
        name = f"{self.node.name}_part_{len(self.found)}"
        first = run[0]
        node = ast.FunctionDef(name, ast.arguments([], [ast.arg(own) for own in inputs], None, [], [], None, []), [
            *map(deepcopy, run), ast.Return(tupled(outputs, ast.Load()))], [])
        self.found.append((ast.copy_location(node, first), run, outputs))
        call = ast.Call(ast.Name(name, ast.Load()), [ast.Name(own, ast.Load()) for own in inputs], [])
        return [ast.copy_location(
            ast.Assign([tupled(outputs, ast.Store())], call) if outputs else ast.Expr(call), first)]

    def as_written(self, s, defined, live, jump):
        """A statement that stays; what stands inside may be parts."""
        if not openable(s):
            return self.called(s)
        made = self.called(shell(s))
        again = live | exposed_by(s)                         # where a loop leads, and `break` and `continue` in it
        head = [getattr(s, field) for field in ("target", "items") if hasattr(s, field)]
        own = defined | {name for part in head for name in stores(part)}
        made.body = self.block(s.body, own, *((again, again) if isinstance(s, LOOPS) else (live, jump)))
        if getattr(s, "orelse", None):
            made.orelse = self.block(s.orelse, defined, live, jump)
        return made

    def called(self, s):
        return Called().visit(deepcopy(s))


class Called(ast.NodeTransformer):
    """Lets what is called be looked up: it may be in parts itself."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id != "super":
            node.func = ast.copy_location(ast.Call(ast.Name(CALLED, ast.Load()), [node.func], []), node.func)
        return node

    def visit_Lambda(self, node):
        return node

    def visit_FunctionDef(self, node):
        return node


def blocks(s):
    """The lists of statements inside of one that may be opened."""
    if isinstance(s, ast.With):
        last = [x.context_expr.func if isinstance(x.context_expr, ast.Call) else x.context_expr for x in s.items]
        return [s.body] if all(getattr(x, "attr", getattr(x, "id", None)) in QUIET for x in last) else []
    return [s.body, s.orelse] if isinstance(s, (ast.If, *LOOPS)) else []


def openable(s):
    """Whether parts may be made of what stands inside a statement: it lets no error pass."""
    return bool(blocks(s))


def shell(node):
    """A compound statement, or a function, with nothing inside."""
    fields = {name: [] if name in ("body", "orelse", "decorator_list") else deepcopy(value)
              for name, value in ast.iter_fields(node)}
    return ast.copy_location(type(node)(**fields), node)


def tupled(names, context):
    return ast.Tuple([ast.Name(name, type(context)()) for name in names], context)
