"""Three questions on a student's own code, for a conversation of five minutes: who wrote it can answer them."""

import ast
import re

from .inside.slicing import python
from .matching import blank, definitions, marked, parsed

LINE = 88                                # characters of a line that is quoted


class Question:
    """One question.

    exercise, name   what it is about
    kind             of the question: no two of one kind are asked
    line             the student's line it points at
    text             the question
    listen           what an answer that understands it speaks of
    """

    def __init__(self, exercise, name, kind, line, text, listen):
        self.exercise, self.name, self.kind, self.line = exercise, name, kind, line
        self.text, self.listen = text, listen


def words(node):
    """Return a part of the code as text."""
    text = ast.unparse(node)
    return text if len(text) <= LINE else f"{text[:LINE]} …"


def arguments(node):
    return [each.arg for each in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]]


def called(node):
    """Return the name of the function that a call calls: `sum` of `grad.sum(…)`; '' if it has none."""
    return getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""


def is_(*kinds):
    """Return a test of whether a node is of these kinds."""
    return lambda node: isinstance(node, kinds)


def calls(*names, given=False):
    """Return a test of whether a node calls one of these; with `given`, with arguments."""
    return lambda node: called(node) in names and (not given or bool(node.args or node.keywords))


def arithmetic(*kinds):
    return lambda node: isinstance(node, ast.BinOp) and isinstance(node.op, kinds)


def transposes(node):
    return isinstance(node, ast.Attribute) and node.attr in ("T", "mT") or called(node) in ("transpose", "swapaxes")


def compares(node):
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.Lt | ast.GtE | ast.LtE)


def returns_pair(node):
    return isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple)


def returns(node):
    return isinstance(node, ast.Return) and node.value is not None


def whole(node):
    return node


# kind, which nodes, the part that is quoted as {code}, the question, what to listen for; the first that fits is asked
ASKED = (
    ("loop", is_(ast.For), lambda node: node.iter,
     "Your `{name}` loops over `{code}`. How many rounds are that for the smallest case of the lesson, and what would "
     "change if it went the other way round?",
     "the number of rounds, from a shape or a length; whether one round uses what another left"),
    ("while", is_(ast.While), lambda node: node.test,
     "The loop goes on while `{code}`. What makes that false in the end? For which input does it nothing at all.",
     "what shrinks in each round; the empty case"),
    ("if", is_(ast.If), lambda node: node.test,
     "You ask `if {code}`. Give an input for which it holds and one for which it does not. What breaks if the question "
     "is left out?", "two inputs, and the result each would give"),
    ("if", is_(ast.IfExp), whole, "In `{code}`, when is the second half taken?", "an input for each half"),
    ("adds", is_(ast.AugAssign), whole,
     "Here stands `{code}`. What would be different with a plain `=`, and would any check notice?",
     "what was there before is lost: paths that meet, rounds that add up"),
    ("compare", compares, whole,
     "`{code}`: what happens where both sides are equal? What would the comparison with, or without, `=` change?",
     "the one point where the two differ, and whether it matters there"),
    ("transpose", transposes, whole,
     "Why the transpose in `{code}`? Say the shapes before and after, with 32 rows and 10 columns.",
     "the two sizes that must meet in the product, and which stays outside"),
    ("reduce", calls("sum", "mean", "prod", "max", "argmax", given=True), whole,
     "`{code}`: which shape goes in, which comes out, and why over just these dimensions?",
     "the dimension that disappears, and what it counted"),
    ("copy", calls("copy", "clone", "deepcopy", "zeros_like", "detach"), whole,
     "What would go wrong without the copy or the fresh array in `{code}`? Who else holds what is in it?",
     "that writing in place would change the caller's array"),
    ("shape", calls("reshape", "view", "broadcast_to", "expand_dims", "unsqueeze", "squeeze"), whole,
     "`{code}`: say the shape before and after, with numbers. Does it copy?", "the two shapes; a view shares memory"),
    ("product", arithmetic(ast.MatMult), whole,
     "`{code}`: what is the shape of each side and of the result? What does one number of the result add up?",
     "rows by columns; which size is summed away"),
    ("times", arithmetic(ast.Mult, ast.Div), whole,
     "Where does `{code}` come from: which rule of derivatives, or which line of the task? Try it with one number.",
     "the chain rule, or the formula, and one worked number"),
    ("comprehension", is_(ast.ListComp, ast.GeneratorExp, ast.DictComp), whole,
     "Read `{code}` aloud as a loop. How long is what it gives?", "the same in a for loop; the length"),
    ("try", is_(ast.Try), None, "You catch an error here. Which one can come, and from which line?",
     "a case that really raises it; what would be hidden besides"),
    ("pair", returns_pair, lambda node: node.value,
     "You return `{code}`. What tells the caller which is which, and what would happen to training if they were "
     "swapped?", "the order of the arguments; shapes may hide it"),
    ("result", returns, lambda node: node.value,
     "The result is `{code}`. Work it out by hand for one number of your choice.", "a number put in, each step said"),
)


def of_function(node, name):
    """Yield (kind, node, question, what to listen for) for what stands out in one function."""
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    spare = [each for each in arguments(node) if each not in used and each not in ("self", "cls")]
    if spare:
        yield ("spare", node, f"`{name}` is given `{spare[0]}` and never looks at it. Why can it do without? Name a "
               "function that could not.", f"what {spare[0]} holds, and that the result does not depend on it")
    if any(called(each) == node.name for each in ast.walk(node)):
        yield ("recursion", node, f"`{name}` calls itself. When does that end, and what happens on a chain of 10,000 "
               "steps?", "the case that stops it; Python's limit on calls within calls; a list in their place")
    for each in ast.walk(node):
        for kind, fits, quoted, text, listen in ASKED:
            if fits(each):
                code = words(quoted(each)) if quoted is not None else ""
                yield kind, each, text.replace("{name}", name).replace("{code}", code), listen
                break


def with_helpers(tree, found):
    """Return definitions, and those at the top of the tree that they name, directly or not."""
    found = list(found)
    for node in found:                                   # grows while it is walked
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        found += [other for other in definitions(ast.Module([each for each in tree.body if each not in found], []))
                  if other in tree.body and other.name in names]
    return found


def of_source(id, source):
    """Return every question that can be asked about one answer."""
    tree, _ = parsed(source)
    if tree is None:
        return []
    lines = python(source).split("\n")
    found = with_helpers(tree, [node for node in definitions(tree) if id in marked(node)] or definitions(tree)[-1:])
    out = []
    for node in found:
        if blank(node):
            continue
        parts = [node] if not isinstance(node, ast.ClassDef) else [each for each in node.body
                                                                   if isinstance(each, ast.FunctionDef)]
        if isinstance(node, ast.ClassDef) and parts:
            named = ", ".join(f"`{part.name}`" for part in parts)
            out.append(Question(id, node.name, "class", lines[node.lineno - 1].strip(), f"`{node.name}` has {named}. "
                                "Who calls each of them, and when? What does an object remember from one to the next?",
                                "what calls what; the attributes, and who sets them"))
        for part in parts:
            said = node.name if part is node else f"{node.name}.{part.name}"
            out += [Question(id, node.name, kind, lines[place.lineno - 1].strip(), text, listen)
                    for kind, place, text, listen in of_function(part, said)]
    return out


def questions(sources, count=3):
    """Return the questions about what a student handed in, {exercise id: source}; the same for the same code.

    From the hardest exercises, no two of one kind, no two on one exercise as long as there are others.
    """
    from hashlib import sha256

    from ..course.record import registry
    rank = {id: registry[id].difficulty if id in registry else 1 for id in sources}
    found = [question for id, source in sources.items() for question in of_source(id, source)]
    plain = ("result", "times", "product")               # asked where nothing more telling is there

    def worth(question):
        mark = sha256(f"{question.exercise}{question.kind}{question.line}".encode("utf-8", "replace")).hexdigest()
        return question.kind in plain, -rank[question.exercise], mark

    chosen: list[Question] = []
    while len(chosen) < count:
        kinds, ids = {each.kind for each in chosen}, [each.exercise for each in chosen]
        left = sorted((each for each in found if each.kind not in kinds),
                      key=lambda each: (ids.count(each.exercise), worth(each)))
        if not left:
            break
        chosen.append(left[0])
    return sorted(chosen, key=lambda each: [int(part) for part in each.exercise.split(".")])


def shown(student, asked):
    """Return the questions as text for the person who asks them."""
    from textwrap import fill
    if not asked:
        return f"{student} has handed in nothing of their own to ask about."
    parts = [f"Three questions for {student}, on their own code" if len(asked) == 3 else
             f"{len(asked)} question{'s' * (len(asked) > 1)} for {student}, on their own code"]
    for number, each in enumerate(asked, 1):
        quoted = each.line if len(each.line) <= LINE else f"{each.line[:LINE]} …"
        parts += ["", f"{number}. {each.exercise} {each.name}", f"       {quoted}",
                  fill(each.text, 96, initial_indent="   ", subsequent_indent="   "),
                  fill(f"Listen for: {each.listen}.", 96, initial_indent="   ", subsequent_indent="   ")]
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "\ufffd", "\n".join(parts))     # a terminal obeys such characters


def run(options):
    """Run `minitorch viva`: ask about the one student whose name is, or contains, what was asked for.

    Raises ValueError when none does, or several.
    """
    from .people import grades_at, the_one
    from .store import Store
    with Store(grades_at(options.db)) as store:
        handed = store.submissions(options.lesson)
    name = the_one(options.student, [student for student, _ in handed])
    sources = {id: found[-1][1] for (student, _), each in sorted(handed.items()) if student == name
               for id, found in each["sources"].items() if found}
    from ..course import exercises  # noqa: F401  (their difficulty)
    print(shown(name, questions(sources)))
    return 0
