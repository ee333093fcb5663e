"""Write generated paths: each is a Python function that runs an op for one form of call; `apply` runs every form.

A form has a letter for each input: "T" for a Tensor, "N" for None, else the type of a number. Unusual calls (a GPU
array, dtypes to promote, a function that watches all calls, an error to explain) are passed to `apply`.
"""

from ..runtime import errors, version_counter, views
from ..runtime.promotion import FITS
from .writer import lines, wrapped

COMPUTE = """
try:
    out = op.forward(np{values})
except Exception:
    return {otherwise}
"""
RESULT = """
if type(out) is not ndarray:
    out = out if type(out) in ARRAYS else np.asarray(out)
tensor = new(Tensor)
tensor.array, tensor._counter = out, {counter}
tensor._node = tensor._view = tensor._detached_by = None
"""
RECORD = """
node = Node()
node.op, node.edges, node.order = op, {edges}, tick()
node.shape, node.dtype, node.hooks, node.out = out.shape, out_dtype, None, {kept}
node.settings, node.saved, node.versions = {settings}, {saved}, ()
"""
OWN = {"code", "counter", "frame", "named", "node", "out", "out_dtype", "residual", "rest", "tensor"}


class Form:
    """The types of a call's inputs, known before the call, and the code that depends on them.

    names   the names of the inputs in the code, where a0 is the array of input 0, and e0 its edge
    """

    def __init__(self, op, letters, names=None):
        if clash := OWN.intersection(op.setting_names):
            raise ValueError(f"{op.name}: a setting cannot be called {min(clash)!r}, because generated paths use this "
                             "name: choose another.")
        self.op, self.letters = op, letters
        self.names = names or [f"x{i}" for i in range(len(letters))]
        self.tensors = [i for i, letter in enumerate(letters) if letter == "T"]
        self.inputs = tuple_code(self.names)
        self.settings = f"{{{', '.join(f'{own!r}: {own}' for own in op.setting_names)}}}" if op.setting_names \
            else "NOTHING"

    def unusual(self):
        """Return the code of conditions on the arrays: if a condition is true, the call is passed to `apply`."""
        op = self.op
        counted = [i for i in range(len(self.letters)) if op.promotes is True or op.promotes and op.promotes[i]
                   or op.signature.takes or op.signature.same]
        typed = [i for i in counted if i in self.tensors]
        kinds = [FITS[self.letters[i]] for i in counted if self.letters[i] in FITS] + ["fc"] * op.floats
        asked = [f"type(a{i}) is not ndarray" for i in self.tensors]
        asked += [f"a{i}.dtype is not a{typed[0]}.dtype" for i in typed[1:]]
        if typed and kinds:
            fitting = min(kinds, key=len)
            odd = f"a{typed[0]}.dtype.kind not in {fitting!r}"
            asked.append(f"a{typed[0]}.dtype is not single and {odd}" if "f" in fitting else odd)
        return [*asked, "watchers", "mounted"]

    def kept(self):
        """Return {input index: code of a condition} for the inputs that the node saves; None means always."""
        op, plan = self.op, {}
        for index, whose in op.keeps.items():
            if whose is None or whose in self.tensors:
                plan[index] = None if whose is None or len(self.tensors) == 1 else f"e{whose} is not None"
        if op.keeps_all:
            rest = [i for i in self.tensors if i >= len(op.inputs)]
            for index in range(len(op.inputs), len(self.letters)):
                others = [f"e{i} is not None" for i in rest if i != index]
                if others or not op.keeps_others:
                    plan[index] = " or ".join(others) if op.keeps_others else None
        return plan

    def saved(self):
        """Return the code of node.saved, the tuple of values that `saved_for` returns."""
        op, plan = self.op, self.kept()
        if not op.keeps and not plan and not op.shapes:
            return "()"
        values = []
        for i, own in enumerate(self.names):
            value = f"a{i}" if i in self.tensors else own
            spec = "None"
            if i in self.tensors and op.shapes:
                spec = f"Spec(a{i}.shape, a{i}.dtype) if e{i} is None else None"
            when = plan.get(i, "")
            values.append(value if when is None else f"{value} if {when} else {spec}" if when else spec)
        return tuple_code(values)


def tuple_code(values):
    """Return the code of a tuple of these values."""
    return f"({', '.join(values)}{',' * (len(values) == 1)})"


def numbered_names(letter, indices):
    """Return numbered names: 'a0, a2'."""
    return ", ".join(f"{letter}{i}" for i in indices)


def body(form, otherwise):
    """Return the body of a path: lines that compute the result, and record a node if a gradient is needed."""
    op, names, written = form.op, form.names, []
    written += lines(views.FOLLOW, views=" or ".join(f"{names[i]}._view is not None" for i in form.tensors),
                     inputs=form.inputs)
    written.append(f"{numbered_names('a', form.tensors)} = {', '.join(f'{names[i]}.array' for i in form.tensors)}")
    written += return_if(form.unusual(), otherwise)
    values = [f"a{i}" if i in form.tensors else own for i, own in enumerate(names)]
    written += lines(COMPUTE, otherwise=otherwise,
                     values="".join(f", {value}" for value in [*values, *[f"{own}={own}" for own in op.setting_names]]))
    written += ["out, residual = out"] * op.residual
    written += lines(RESULT, counter="None" if op.view else "inferring.get() if inference_blocks else None")
    nodes = ", ".join(f"{names[i]}._node" for i in form.tensors)
    taped = " or ".join(f"e{i}" for i in form.tensors)
    if op.differentiable:
        asked = f"({taped})" if len(form.tensors) > 1 else taped
        written += [f"{numbered_names('e', form.tensors)}, out_dtype = {nodes}, out.dtype",
                    f"if {asked} and recording.get() is True and (out_dtype is single or out_dtype.kind in 'fc'):"]
        written += ["    " + line for line in record(form)]
    else:
        written.append(f"{numbered_names('e', form.tensors)} = {nodes}")
    cut = " or ".join(f"{names[i]}._detached_by is not None" for i in form.tensors)
    written += [f"{'elif' if op.differentiable else 'if'} {taped} or {cut}{' or inference_blocks' * op.view}:",
                f"    unrecord(op, {form.inputs}, tensor)"]
    written += [f"share(op, {names[0]}, {form.settings}, tensor)"] * op.view
    return [*written, "return tensor"]


def return_if(asked, answer):
    """Return the lines that return `answer` if one of the conditions is true."""
    return [f"if {' or '.join(asked)}:", f"    return {answer}"]


def record(form):
    """Return the lines that create the node of a result."""
    op = form.op
    edges = tuple_code([f"e{i}" if i in form.tensors else "None" for i in range(len(form.names))])
    kept = "residual" if op.residual else "None"
    keeps_out = op.keeps_out and not op.residual and (op.out_for is None or op.out_for in form.tensors)
    asked = f"e{op.out_for} is not None" if op.out_for is not None and len(form.tensors) > 1 else ""
    if keeps_out:
        kept = f"out if {asked} else None" if asked else "out"
    written = lines(RECORD, edges=edges, settings=form.settings, saved=form.saved(), kept=kept)
    counted = [(version_counter.REMEMBER_INPUT, form.names[index], when) for index, when in form.kept().items()
               if index in form.tensors]
    counted += [(version_counter.REMEMBER_OUTPUT, "tensor", asked)] * keeps_out
    for template, x, when in counted:
        written += [f"if {when}:"] * bool(when)
        written += lines(template, bool(when), x=x)
    if op.once is True or any(isinstance(form.letters[index], type) for index in form.kept()):
        written += lines(version_counter.REMEMBER_NUMBER)
    elif op.once:
        written += lines(version_counter.REMEMBER_ONCE)
    return [*written, *lines(errors.LOCATE), "tensor._node = node"]


def path_source(op, name, letters):
    """Write the path for calls by `dispatch`, whose arguments are not checked."""
    form = Form(op, letters)
    settings = [f"{own}={own}_default" if own in op.defaults else own for own in op.setting_names]
    parameters = [*form.names, *["*"] * bool(settings), *settings]
    return wrapped(f"def {name}({', '.join(parameters)}):",
                   body(form, f"apply(op, {form.inputs}, {form.settings})"))


def operator_source(op, name):
    """Write the method of an operator: `a * b` for two Tensors, `operate` for other operands."""
    form = Form(op, "TT", ["self", "other"])
    return wrapped(f"def {name}(self, other):", [
        "if type(other) not in tensor_types:",
        "    path = paths.get((op, type(self), type(other)))",
        "    return operate(op, self, other) if path is None else path(self, other)",
        *body(form, "apply(op, (self, other))")])


def public_source(op):
    """Write the public function of an op: it checks its arguments, and passes unusual calls to `fall_back`."""
    form = Form(op, "T" * len(op.inputs), list(op.inputs))
    first, others = op.inputs[0], op.inputs[1:]
    default = {own: f"{own}_default" if own in op.defaults else "MISSING" for own in op.setting_names}
    default |= {own: "MISSING" if i < len(op.inputs) - op.optional else "None" for i, own in enumerate(op.inputs)}
    by_keyword = [own for own in op.setting_names if own not in op.positional]
    parameters = [f"{own}={default[own]}" for own in (*op.inputs, *op.positional)]
    parameters += ["*rest", *[f"{own}={default[own]}" for own in by_keyword], "out=None", "**named"]
    otherwise = f"fall_back(op, {form.inputs}, {form.settings}, rest, named, out)"
    asked = [f"type({first}) not in tensor_types", "out is not None", "rest", "named"]
    asked += [f"{first}.array.dtype.kind not in {op.signature.kinds!r}"] * bool(op.signature.takes)
    written = return_if([*asked, *[odd for own in op.setting_names for odd in unusual_settings(op, own)]], otherwise)
    if others:
        written.append(f"if {' or '.join(f'type({own}) not in tensor_types' for own in others)}:")
        if all(own in op.signature.by_name for own in others):
            fitting = " and ".join(f"type({own}) in {own}_types" for own in others)
            written += [f"    if {fitting}:", f"        return dispatch(op, {form.inputs}, {form.settings})"]
        written.append(f"    return {otherwise}")
    return wrapped(f"def {op.name}({', '.join(parameters)}):",
                   [*written, *body(form, f"apply(op, {form.inputs}, {form.settings})")])


def unusual_settings(op, own):
    """Return the code of conditions on a setting: if a condition is true, `fall_back` has to check the setting."""
    argument = op.signature.by_name.get(own)
    if argument is None:
        return [f"{own} is MISSING", f"type({own}) is list"]
    size = f"({op.inputs[0]}.array.ndim or 1)"
    bounds = [f"{own} is not None and not -{size} <= {own} < {size}"] * argument.dims
    return [f"type({own}) not in {own}_types", *bounds]
