"""Taking what is computed first out of a statement that breaks a program.

    print("loss", model(x).mean().item())      shown = print; value = model(x).mean(); shown("loss", value.item())

The order in which all is evaluated stays: what is evaluated before is taken out too, or is a variable or a constant.
"""

import ast

READING = {"item", "tolist", "numpy", "float", "int", "bool", "print", "str", "repr", "round", "format"}
WORK = ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript
OPAQUE = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.Dict, ast.List, ast.Set,
          ast.Starred, ast.Await, ast.Yield, ast.YieldFrom)
FIELDS = {ast.Assign: "value", ast.AnnAssign: "value", ast.Expr: "value", ast.Return: "value", ast.If: "test",
          ast.Assert: "test", ast.For: "iter", ast.AugAssign: "value"}


def hoist(statement, variables, temporary):
    """Take out of a statement what is computed first.

    variables   the function's own, which nothing in an expression sets
    temporary   gives the name of a new one

    Returns (statements that run before it as they are written, statements after those that a program may hold).
    """
    field = FIELDS.get(type(statement))
    if field is None or getattr(statement, field) is None or isinstance(statement, ast.AugAssign) and not isinstance(
            statement.target, ast.Name):
        return [], []
    before: list = []
    place = first(getattr(statement, field), variables, before)
    if place is None or is_small(at(place), variables):
        return [], []
    return [assigned(each, temporary()) for each in before], [assigned(place, temporary())]


def is_small(expression, variables):
    """Whether it is one call of a variable's own, `x.mean()`, which takes less time than a program."""
    work = [x for x in ast.walk(expression) if isinstance(x, WORK)]
    own = getattr(getattr(expression, "func", None), "value", None)
    return len(work) == 1 and isinstance(own, ast.Name) and own.id in variables


def assigned(place, name):
    """`name = what stands in a place`, where the name stands from now on."""
    parent, field, number = place
    expression = at(place)
    used = ast.copy_location(ast.Name(name, ast.Load()), expression)
    if number is None:
        setattr(parent, field, used)
    else:
        getattr(parent, field)[number] = used
    return ast.copy_location(ast.Assign([ast.copy_location(ast.Name(name, ast.Store()), expression)], expression),
                             expression)


def at(place):
    parent, field, number = place
    return getattr(parent, field) if number is None else getattr(parent, field)[number]


def first(expression, variables, before):
    """The place of the first operand that computes; None where there is none, or others would have to wait for it.

    before   gets the places of functions that are looked up before it
    """
    for place in operands(expression):
        part = at(place)
        if isinstance(part, ast.Constant) or isinstance(part, ast.Name) and part.id in variables:
            continue
        if isinstance(part, OPAQUE) or isinstance(place[0], ast.keyword) and place[0].arg is None:
            return None
        if isinstance(part, ast.JoinedStr | ast.FormattedValue) or reads_data(part):
            return first(part, variables, before)
        if any(isinstance(inner, WORK) for inner in ast.walk(part)):
            return place
        if place[1] != "func":
            return None
        before.append(place)
    return None


def operands(e):
    """Places in an expression that are evaluated whenever it is, in order."""
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
    """Whether a call in it takes values out of tensors, by its name."""
    return any(isinstance(x, ast.Call) and getattr(x.func, "attr", getattr(x.func, "id", None)) in READING
               for x in ast.walk(expression))
