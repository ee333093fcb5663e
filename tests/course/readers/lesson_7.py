"""Answers to lesson 7 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("7.1", "right", "recursion with a cache and a lookup by loop", '''
cache = {}
def get(name):
    if name in given:
        return given[name]
    if name in cache:
        return cache[name]
    for step_name, op, inputs in steps:
        if step_name == name:
            cache[name] = ops[op](*(get(i) for i in inputs))
            return cache[name]
    raise KeyError(name)
return [get(f) for f in fetches]
'''),
    ("7.1", "right", "needed steps first, then rounds until all are done", '''
table = {s[0]: s for s in steps}
need, frontier = set(), [f for f in fetches if f not in given]
while frontier:
    n = frontier.pop()
    if n in need:
        continue
    need.add(n)
    frontier.extend(i for i in table[n][2] if i not in given)
vals = given.copy()
while not all(f in vals for f in fetches):
    for n in list(need):
        _, op, ins = table[n]
        if n not in vals and all(i in vals for i in ins):
            vals[n] = ops[op](*[vals[i] for i in ins])
return [vals[f] for f in fetches]
'''),
    ("7.1", "right", "functools.cache around a local function", '''
import functools
nodes = {n: (o, i) for n, o, i in steps}
@functools.cache
def evaluate(n):
    if n in given:
        return given[n]
    o, i = nodes[n]
    return ops[o](*map(evaluate, i))
return list(map(evaluate, fetches))
'''),
    ("7.1", "right", "depth first with an explicit order", '''
by_name = {s[0]: s for s in steps}
order, seen = [], set(given)
def visit(n):
    if n in seen:
        return
    seen.add(n)
    for i in by_name[n][2]:
        visit(i)
    order.append(n)
for f in fetches:
    visit(f)
env = dict(given)
for n in order:
    env[n] = ops[by_name[n][1]](*[env[i] for i in by_name[n][2]])
return [env[f] for f in fetches]
'''),
    ("7.1", "in the listed order", "a plain loop", '''
env = dict(given)
for (n, o, i) in steps:
    env[n] = ops[o](*(env[k] for k in i))
return [env[f] for f in fetches]
'''),
    ("7.1", "all steps run", "rounds over all steps", '''
env = dict(given)
changed = True
while changed:
    changed = False
    for n, o, i in steps:
        if n not in env and all(k in env for k in i):
            env[n] = ops[o](*[env[k] for k in i])
            changed = True
return [env[f] for f in fetches]
'''),
    ("7.1", "computed again", "recursion without a memory", '''
nodes = {n: (o, i) for n, o, i in steps}
def get(n):
    if n in given:
        return given[n]
    o, i = nodes[n]
    return ops[o](*[get(k) for k in i])
return [get(f) for f in fetches]
'''),
    ("7.1", "kept in given", "given filled as it goes", '''
nodes = {n: (o, i) for n, o, i in steps}
def get(n):
    if n not in given:
        o, i = nodes[n]
        given[n] = ops[o](*[get(k) for k in i])
    return given[n]
return [get(f) for f in fetches]
'''),
    ("7.1", "only one", "returned in the loop", '''
nodes = {n: (o, i) for n, o, i in steps}
env = dict(given)
def get(n):
    if n not in env:
        o, i = nodes[n]
        env[n] = ops[o](*[get(k) for k in i])
    return env[n]
for f in fetches:
    return get(f)
'''),
    ("7.1", "given and computed", "steps asked before what is given", '''
nodes = {n: (o, i) for n, o, i in steps}
env = {}
def get(n):
    if n not in env:
        env[n] = ops[nodes[n][0]](*[get(k) for k in nodes[n][1]]) if n in nodes else given[n]
    return env[n]
return [get(f) for f in fetches]
'''),
    ("7.1", "a dict", "values by name", '''
nodes = {n: (o, i) for n, o, i in steps}
env = dict(given)
def get(n):
    if n not in env:
        o, i = nodes[n]
        env[n] = ops[o](*[get(k) for k in i])
    return env[n]
return {f: get(f) for f in fetches}
'''),
    ("7.2", "right", "a class for what stands for what", '''
class Renames(dict):
    def __missing__(self, key):
        return key
r, table, out = Renames(), {}, []
for n, o, i in steps:
    sig = (o, *(r[k] for k in i))
    if o == "random" or sig not in table:
        table[sig] = n
        out.append((n, o, sig[1:]))
    else:
        r[n] = table[sig]
return out, [r[k] for k in outputs]
'''),
    ("7.2", "right", "compared with all that is kept, one after the other", '''
kept = []
alias = {}
for name, op, inputs in steps:
    new = tuple(alias[i] if i in alias else i for i in inputs)
    for k in kept:
        if k[1] == op and k[2] == new and op != "random":
            alias[name] = k[0]
            break
    else:
        kept.append((name, op, new))
return kept, [alias.get(o, o) for o in outputs]
'''),
    ("7.2", "right", "passes until nothing changes", '''
steps, outputs = [tuple(s) for s in steps], list(outputs)
while True:
    for a in range(len(steps)):
        same = (b for b in range(a + 1, len(steps)) if steps[a][1:] == steps[b][1:] and steps[a][1] != "random")
        b = next(same, None)
        if b is not None:
            break
    else:
        return steps, outputs
    old, new = steps[b][0], steps[a][0]
    del steps[b]
    steps = [(n, o, tuple(new if i == old else i for i in ins)) for n, o, ins in steps]
    outputs = [new if o == old else o for o in outputs]
'''),
    ("7.2", "right", "a text as the key", '''
seen, names, result = {}, {}, []
for name, op, inputs in steps:
    inputs = [names.get(i, i) for i in inputs]
    text = op + "|" + "|".join(inputs)
    if op == "random":
        text += name
    if text in seen:
        names[name] = seen[text]
    else:
        seen[text] = name
        result.append((name, op, tuple(inputs)))
return (result, [names.get(o, o) for o in outputs])
'''),
    ("7.2", "compared too early", "what stays is renamed at the end", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    if o != "random" and (o, i) in first:
        alias[n] = first[(o, i)]
    else:
        first[(o, i)] = n
        kept.append((n, o, i))
kept = [(n, o, tuple(alias.get(k, k) for k in i)) for n, o, i in kept]
return kept, [alias.get(k, k) for k in outputs]
'''),
    ("7.2", "inputs not renamed", "later steps read what is gone", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    if o != "random" and (o, i) in first:
        alias[n] = first[(o, i)]
    else:
        first[(o, i)] = n
        kept.append((n, o, i))
return kept, [alias.get(k, k) for k in outputs]
'''),
    ("7.2", "random merged", "no op is special", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    i = tuple(alias.get(k, k) for k in i)
    if (o, i) in first:
        alias[n] = first[(o, i)]
    else:
        first[(o, i)] = n
        kept.append((n, o, i))
return kept, [alias.get(k, k) for k in outputs]
'''),
    ("7.2", "outputs not renamed", "outputs passed on", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    i = tuple(alias.get(k, k) for k in i)
    if o != "random" and (o, i) in first:
        alias[n] = first[(o, i)]
    else:
        first[(o, i)] = n
        kept.append((n, o, i))
return kept, outputs
'''),
    ("7.2", "order of inputs ignored", "a set as key", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    i = tuple(alias.get(k, k) for k in i)
    sig = (o, frozenset(i))
    if o != "random" and sig in first:
        alias[n] = first[sig]
    else:
        first[sig] = n
        kept.append((n, o, i))
return kept, [alias.get(k, k) for k in outputs]
'''),
    ("7.2", "only the steps", "no outputs", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    i = tuple(alias.get(k, k) for k in i)
    if o != "random" and (o, i) in first:
        alias[n] = first[(o, i)]
    else:
        first[(o, i)] = n
        kept.append((n, o, i))
return kept
'''),
    ("7.2", "nothing left out", "renamed, none dropped", '''
first, alias, kept = {}, {}, []
for n, o, i in steps:
    i = tuple(alias.get(k, k) for k in i)
    if o != "random" and (o, i) in first:
        alias[n] = first[(o, i)]
    first.setdefault((o, i), n)
    kept.append((n, o, i))
return kept, [alias.get(k, k) for k in outputs]
'''),
    ("7.3", "right", "groups as dicts", '''
groups, home = [], {}
for name, op, inputs in steps:
    ew = op in elementwise
    idx = [home[i] for i in inputs if i in home]
    g = groups[max(idx)] if idx else None
    if g is not None and ew and g["ew"] and g["shape"] == shapes[name]:
        g["names"].append(name)
        home[name] = max(idx)
    else:
        groups.append({"ew": ew, "shape": shapes[name], "names": [name]})
        home[name] = len(groups) - 1
return [g["names"] for g in groups]
'''),
    ("7.3", "right", "the op of each name looked up", '''
op_of = {n: o for n, o, _ in steps}
groups = []
def index(name):
    for k, g in enumerate(groups):
        if name in g:
            return k
    return -1
for n, o, ins in steps:
    k = max([index(i) for i in ins] + [-1])
    ok = k >= 0 and o in elementwise and op_of[groups[k][0]] in elementwise
    if ok and tuple(shapes[groups[k][0]]) == tuple(shapes[n]):
        groups[k] += [n]
    else:
        groups += [[n]]
return groups
'''),
    ("7.3", "right", "a number for each name, then sorted into groups", '''
number, kind, count = {}, {}, 0
for n, o, ins in steps:
    made = [number[i] for i in ins if i in number]
    k = (o in elementwise, shapes[n])
    if made and k[0] and kind[max(made)] == k:
        number[n] = max(made)
    else:
        number[n] = count
        kind[count] = k
        count += 1
return [[n for n, _, _ in steps if number[n] == g] for g in range(count)]
'''),
    ("7.3", "before an input is there", "with the first input", '''
groups, home, kind = [], {}, []
for n, o, ins in steps:
    k = (o in elementwise, shapes[n])
    first = next((home[i] for i in ins if i in home), None)
    if first is not None and k[0] and kind[first] == k:
        groups[first].append(n)
        home[n] = first
    else:
        home[n] = len(groups)
        groups.append([n])
        kind.append(k)
return groups
'''),
    ("7.3", "before an input is there", "the last group that fits", '''
groups, home, kind = [], {}, []
for n, o, ins in steps:
    k = (o in elementwise, shapes[n])
    fitting = [home[i] for i in ins if i in home and k[0] and kind[home[i]] == k]
    if fitting:
        home[n] = max(fitting)
        groups[home[n]].append(n)
    else:
        home[n] = len(groups)
        groups.append([n])
        kind.append(k)
return groups
'''),
    ("7.3", "more arrays than needed", "runs of elementwise steps", '''
groups, before = [], None
for n, o, ins in steps:
    k = (o in elementwise, shapes[n])
    if k[0] and k == before:
        groups[-1].append(n)
    else:
        groups.append([n])
    before = k
return groups
'''),
    ("7.3", "two shapes in a loop", "only ops compared", '''
groups, home, kind = [], {}, []
for n, o, ins in steps:
    last = max((home[i] for i in ins if i in home), default=-1)
    if last >= 0 and o in elementwise and kind[last]:
        groups[last].append(n)
        home[n] = last
    else:
        home[n] = len(groups)
        groups.append([n])
        kind.append(o in elementwise)
return groups
'''),
    ("7.3", "each alone", "no groups yet", "return [[name] for name, op, inputs in steps]"),
    ("7.3", "before an input is there", "elementwise steps, then the rest", '''
fused = [n for n, o, i in steps if o in elementwise]
return ([fused] if fused else []) + [[n] for n, o, i in steps if o not in elementwise]
'''),
    ("7.3", "no loop over elements", "by shape alone", '''
groups, home = [], {}
for n, o, ins in steps:
    last = max((home[i] for i in ins if i in home), default=-1)
    if last >= 0 and shapes[groups[last][0]] == shapes[n]:
        groups[last].append(n)
        home[n] = last
    else:
        home[n] = len(groups)
        groups.append([n])
return groups
'''),
    ("7.4", "right", "a heap, so that the lowest number is taken", '''
import heapq
uses = {}
for i, (n, o, ins) in enumerate(steps):
    for k in ins:
        uses[k] = i
free, num, top = [], {}, 0
for i, (n, o, ins) in enumerate(steps):
    if free:
        num[n] = heapq.heappop(free)
    else:
        num[n] = top
        top += 1
    for k in dict.fromkeys(ins):
        if k in num and uses[k] == i and k not in outputs:
            heapq.heappush(free, num[k])
return num
'''),
    ("7.4", "right", "counts of readings that are left", '''
left = {}
for n, o, ins in steps:
    for k in ins:
        left[k] = left.get(k, 0) + 1
for k in outputs:
    left[k] = left.get(k, 0) + 1
free, num = set(), {}
for n, o, ins in steps:
    num[n] = min(free) if free else len(set(num.values()))
    free.discard(num[n])
    for k in ins:
        left[k] -= 1
        if left[k] == 0 and k in num:
            free.add(num[k])
return num
'''),
    ("7.4", "right", "buffers as a list of who lies in them", '''
lies, num = [], {}
for i, (n, o, ins) in enumerate(steps):
    for b in range(len(lies)):
        if lies[b] is None:
            lies[b] = n
            num[n] = b
            break
    else:
        num[n] = len(lies)
        lies.append(n)
    rest = [k for s in steps[i + 1:] for k in s[2]]
    for b, k in enumerate(lies):
        if k in ins and k not in rest and k not in outputs:
            lies[b] = None
return num
'''),
    ("7.4", "right", "names for buffers", '''
pool, num, n_made = [], {}, 0
for i, (name, op, ins) in enumerate(steps):
    if not pool:
        pool.append(f"buffer {n_made}")
        n_made += 1
    num[name] = pool.pop(0)
    for k in {*ins}:
        if k in num and k not in outputs and not any(k in later[2] for later in steps[i + 1:]):
            pool.append(num[k])
return num
'''),
    ("7.4", "never given back", "a number each", "return {step[0]: i for i, step in enumerate(steps)}"),
    ("7.4", "two in turn", "to and fro", '''
num = {}
for i, step in enumerate(steps):
    num[step[0]] = i % 2
return num
'''),
    ("7.4", "over its own input", "given back before it is taken", '''
uses = {k: i for i, s in enumerate(steps) for k in s[2]}
free, num, top = [], {}, 0
for i, (n, o, ins) in enumerate(steps):
    for k in dict.fromkeys(ins):
        if k in num and uses[k] == i and k not in outputs:
            free.append(num[k])
    if free:
        num[n] = free.pop()
    else:
        num[n] = top
        top += 1
return num
'''),
    ("7.4", "outputs written over", "outputs forgotten", '''
uses = {k: i for i, s in enumerate(steps) for k in s[2]}
free, num, top = [], {}, 0
for i, (n, o, ins) in enumerate(steps):
    if free:
        num[n] = free.pop()
    else:
        num[n] = top
        top += 1
    for k in dict.fromkeys(ins):
        if k in num and uses[k] == i:
            free.append(num[k])
return num
'''),
    ("7.4", "given back twice", "each reading gives back", '''
uses = {k: i for i, s in enumerate(steps) for k in s[2]}
free, num, top = [], {}, 0
for i, (n, o, ins) in enumerate(steps):
    if free:
        num[n] = free.pop()
    else:
        num[n] = top
        top += 1
    for k in ins:
        if k in num and uses[k] == i and k not in outputs:
            free.append(num[k])
return num
'''),
    ("7.4", "no dict", "a list of numbers", "return [i % 2 for i in range(len(steps))]"),
    ("7.5", "right", "one tuple, in one line", '''
return (training,) + tuple((a.shape, a.dtype) if isinstance(a, mt.Tensor) else (type(a), a) for a in args)
'''),
    ("7.5", "right", "kinds written out", '''
parts = ["train" if training else "eval"]
for a in args:
    if isinstance(a, mt.Tensor):
        parts.append(("tensor", tuple(a.shape), str(a.dtype), a.requires_grad))
    elif isinstance(a, bool):
        parts.append(("bool", a))
    elif isinstance(a, int):
        parts.append(("int", a))
    else:
        parts.append(("float", a))
return tuple(parts)
'''),
    ("7.5", "right", "a text of all", '''
text = str(training)
for a in args:
    text += ";" + (str(tuple(a.shape)) + str(a.dtype) if isinstance(a, mt.Tensor) else repr(a))
return text
'''),
    ("7.5", "right", "a hash", '''
return hash((training, *[(str(a.dtype), *a.shape) if hasattr(a, "shape") else repr(a) for a in args]))
'''),
    ("7.5", "dtype forgotten", "shape and value",
     "return (training, *[a.shape if isinstance(a, mt.Tensor) else (type(a), a) for a in args])"),
    ("7.5", "mode forgotten", "arguments alone",
     "return tuple([(a.shape, a.dtype) if isinstance(a, mt.Tensor) else (type(a), a) for a in args])"),
    ("7.5", "2 is 2.0", "the number itself",
     "return (training, *[(a.shape, a.dtype) if isinstance(a, mt.Tensor) else a for a in args])"),
    ("7.5", "number forgotten", "types of numbers",
     "return (training, *[(a.shape, a.dtype) if isinstance(a, mt.Tensor) else type(a) for a in args])"),
    ("7.5", "which tensor it is", "the arguments as they are", "return training, args"),
    ("7.5", "the numbers themselves", "all as text", "return str(training) + str(args)"),
    ("7.5", "a list", "a list of parts", '''
parts = [training]
for a in args:
    parts.append([a.shape, a.dtype] if isinstance(a, mt.Tensor) else [type(a), a])
return parts
'''),
    ("7.5", "only the first", "the first tensor", "return training, args[0].shape, args[0].dtype"),
    ("7.6", "right", "a dict that is filled", '''
env = {}
env.update(weights)
for i in range(len(arrays)):
    env[program["inputs"][i]["name"]] = arrays[i]
for s in program["steps"]:
    f = ops[s["op"]]
    a = [env[x] if type(x) is str else x for x in s["args"]]
    env[s["name"]] = f(*a, **s["settings"])
out = []
for o in program["outputs"]:
    out.append(env[o])
return out
'''),
    ("7.6", "right", "refused by an error of its own", '''
unknown = [s["op"] for s in program["steps"] if s["op"] not in ops]
if unknown:
    raise RuntimeError(f"this program asks for {unknown}, which I do not know")
env = weights | {about["name"]: a for about, a in zip(program["inputs"], arrays)}
for s in program["steps"]:
    env[s["name"]] = ops[s["op"]](*[env.get(x, x) for x in s["args"]], **s["settings"])
return [env[o] for o in program["outputs"]]
'''),
    ("7.6", "right", "a local function for arguments", '''
env = dict(zip((i["name"] for i in program["inputs"]), arrays))
def look(x):
    if isinstance(x, (int, float)):
        return x
    return env[x] if x in env else weights[x]
for s in program["steps"]:
    assert s["op"] in ops
    env[s["name"]] = ops[s["op"]](*map(look, s["args"]), **s["settings"])
return list(map(look, program["outputs"]))
'''),
    ("7.6", "settings left out", "args alone", '''
env = {**weights, **dict(zip((i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    env[s["name"]] = ops[s["op"]](*[env[x] if isinstance(x, str) else x for x in s["args"]])
return [env[o] for o in program["outputs"]]
'''),
    ("7.6", "numbers taken for names", "all are looked up", '''
env = {**weights, **dict(zip((i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    env[s["name"]] = ops[s["op"]](*[env[x] for x in s["args"]], **s["settings"])
return [env[o] for o in program["outputs"]]
'''),
    ("7.6", "any function of NumPy", "NumPy where the table has none", '''
env = {**weights, **dict(zip((i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    f = ops[s["op"]] if s["op"] in ops else getattr(np, s["op"])
    env[s["name"]] = f(*[env[x] if isinstance(x, str) else x for x in s["args"]], **s["settings"])
return [env[o] for o in program["outputs"]]
'''),
    ("7.6", "unknown steps passed over", "skipped, with what it reads", '''
env = {**weights, **dict(zip((i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    a = [env[x] if isinstance(x, str) else x for x in s["args"]]
    env[s["name"]] = ops[s["op"]](*a, **s["settings"]) if s["op"] in ops else a[0]
return [env[o] for o in program["outputs"]]
'''),
    ("7.6", "the last step", "the last value", '''
env = {**weights, **dict(zip((i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    env[s["name"]] = ops[s["op"]](*[env[x] if isinstance(x, str) else x for x in s["args"]], **s["settings"])
return [env[program["steps"][-1]["name"]]]
'''),
    ("7.6", "written into the weights", "one dict for all", '''
for i, a in zip(program["inputs"], arrays):
    weights[i["name"]] = a
for s in program["steps"]:
    weights[s["name"]] = ops[s["op"]](*[weights[x] if isinstance(x, str) else x for x in s["args"]], **s["settings"])
return [weights[o] for o in program["outputs"]]
'''),
    ("7.6", "inputs by the alphabet", "names sorted", '''
env = {**weights, **dict(zip(sorted(i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    env[s["name"]] = ops[s["op"]](*[env[x] if isinstance(x, str) else x for x in s["args"]], **s["settings"])
return [env[o] for o in program["outputs"]]
'''),
    ("7.6", "a dict", "outputs by name", '''
env = {**weights, **dict(zip((i["name"] for i in program["inputs"]), arrays))}
for s in program["steps"]:
    env[s["name"]] = ops[s["op"]](*[env[x] if isinstance(x, str) else x for x in s["args"]], **s["settings"])
return {o: env[o] for o in program["outputs"]}
'''),
    ("7.1", "right", "a dict with __missing__", '''
class Values(dict):
    def __missing__(self, name):
        op, inputs = next((o, i) for n, o, i in steps if n == name)
        self[name] = ops[op](*(self[x] for x in inputs))
        return self[name]
values = Values(given)
return [values[name] for name in fetches]
'''),
    ("7.1", "a generator", "a generator", '''
values = dict(given)
by = {n: (o, i) for n, o, i in steps}
def at(n):
    if n not in values:
        values[n] = ops[by[n][0]](*[at(x) for x in by[n][1]])
    return values[n]
return (at(n) for n in fetches)
'''),
    ("7.1", "0 for nothing", "zero is taken for nothing", '''
values = dict(given)
by = {n: (o, i) for n, o, i in steps}
def at(n):
    if not values.get(n):
        values[n] = ops[by[n][0]](*[at(x) for x in by[n][1]])
    return values[n]
return [at(n) for n in fetches]
'''),
    ("7.2", "right", "recursion over steps", '''
def walk(rest, seen, now, kept):
    if not rest:
        return kept, [now.get(o, o) for o in outputs]
    (n, op, ins), *more = rest
    ins = tuple(now.get(x, x) for x in ins)
    if op != "random" and (op, ins) in seen:
        return walk(more, seen, {**now, n: seen[op, ins]}, kept)
    return walk(more, {**seen, (op, ins): n}, now, [*kept, (n, op, ins)])
return walk(steps, {}, {}, [])
'''),
    ("7.3", "two shapes in a loop", "sizes compared, not shapes", '''
groups, kind, where = [], [], {}
for n, op, ins in steps:
    k = (op in elementwise, int(np.prod(shapes[n])))
    at = max((where[x] for x in ins if x in where), default=None)
    if at is not None and k[0] and kind[at] == k:
        groups[at].append(n); where[n] = at
    else:
        where[n] = len(groups); groups.append([n]); kind.append(k)
return groups
'''),
    ("7.3", "right", "elementwise that reads only given ones joins", '''
groups, kind, where = [], [], {}
for n, op, ins in steps:
    k = (op in elementwise, shapes[n])
    at = max((where[x] for x in ins if x in where), default=len(groups) - 1)
    if at >= 0 and k[0] and kind[at] == k:
        groups[at].append(n); where[n] = at
    else:
        where[n] = len(groups); groups.append([n]); kind.append(k)
return groups
'''),
    ("7.3", "altered", "elementwise emptied", '''
groups, kind, where = [], [], {}
for n, op, ins in steps:
    k = (op in elementwise, shapes[n])
    elementwise.discard("never")
    at = max((where[x] for x in ins if x in where), default=None)
    if at is not None and k[0] and kind[at] == k:
        groups[at].append(n); where[n] = at
    else:
        where[n] = len(groups); groups.append([n]); kind.append(k)
elementwise.clear()
return groups
'''),
    ("7.5", "which tensor it is", "a generator", '''
return training, (((tuple(x.shape), x.dtype) if isinstance(x, mt.Tensor) else (type(x), x)) for x in args)
'''),
    ("7.5", "rounded", "rounded numbers", '''
return training, tuple((tuple(x.shape), x.dtype) if isinstance(x, mt.Tensor) else (type(x), int(x)) for x in args)
'''),
    ("7.6", "right", "ChainMap", '''
from collections import ChainMap
values = ChainMap({}, dict(zip([i["name"] for i in program["inputs"]], arrays)), weights)
for s in program["steps"]:
    if s["op"] not in ops:
        raise PermissionError(s["op"])
    values[s["name"]] = ops[s["op"]](*(values[a] if type(a) is str else a for a in s["args"]), **s["settings"])
return list(map(values.__getitem__, program["outputs"]))
'''),
    ("7.6", "one input", "only the first input", '''
v = {**weights, program["inputs"][0]["name"]: arrays[0]}
for s in program["steps"]:
    v[s["name"]] = ops[s["op"]](*[v[a] if isinstance(a, str) else a for a in s["args"]], **s["settings"])
return [v[o] for o in program["outputs"]]
'''),
    ("7.1", "right", "a stack of names", '''
values, made = {**given}, {s[0]: s[1:] for s in steps}
stack = list(fetches)
while stack:
    name = stack[-1]
    if name in values:
        stack.pop()
        continue
    op, inputs = made[name]
    missing = [i for i in inputs if i not in values]
    if missing:
        stack += missing
    else:
        values[name] = ops[op](*(values[i] for i in inputs))
return [values[name] for name in fetches]
'''),
    ("7.1", "right", "a recursive function with values passed on", '''
def get(name, known):
    if name in known:
        return known[name]
    _, op, inputs = next(s for s in steps if s[0] == name)
    known[name] = ops[op](*[get(i, known) for i in inputs])
    return known[name]
known = given.copy()
out = []
for f in fetches:
    out.append(get(f, known))
return out
'''),
    ("7.1", "nothing in a part", "printed", '''
made = {name: (op, inputs) for name, op, inputs in steps}
values = dict(given)

def value(name):
    if name not in values:
        op, inputs = made[name]
        values[name] = ops[op](*[value(i) for i in inputs])
    return values[name]
print([value(name) for name in fetches])
'''),
    ("7.1", "inputs sorted", "inputs sorted", '''
made = {name: (op, inputs) for name, op, inputs in steps}
values = dict(given)

def value(name):
    if name not in values:
        op, inputs = made[name]
        values[name] = ops[op](*[value(i) for i in sorted(inputs)])
    return values[name]
return [value(name) for name in fetches]
'''),
    ("7.1", "one list", "a list as one argument", '''
made = {name: (op, inputs) for name, op, inputs in steps}
values = dict(given)

def value(name):
    if name not in values:
        op, inputs = made[name]
        values[name] = ops[op]([value(i) for i in inputs])
    return values[name]
return [value(name) for name in fetches]
'''),
    ("7.1", "each fetch once", "each result once, by name", '''
made = {name: (op, inputs) for name, op, inputs in steps}
values = dict(given)

def value(name):
    if name not in values:
        op, inputs = made[name]
        values[name] = ops[op](*[value(i) for i in inputs])
    return values[name]
return [value(name) for name in sorted(set(fetches))]
'''),
    ("7.1", "one change", "steps that are listed last only", '''
made = {name: (op, inputs) for name, op, inputs in steps[1:]}
values = dict(given)
for name in given:
    made.pop(name, None)

def value(name):
    if name not in values:
        op, inputs = made[name]
        values[name] = ops[op](*[value(i) for i in inputs])
    return values[name]
return [value(name) for name in fetches]
'''),
    ("7.2", "right", "plain", '''
new, first, stands = [], {}, {}
for name, op, inputs in steps:
    inputs = tuple(stands.get(i, i) for i in inputs)
    if op != "random" and (op, inputs) in first:
        stands[name] = first[op, inputs]
    else:
        first[op, inputs] = name
        new.append((name, op, inputs))
return new, [stands.get(o, o) for o in outputs]
'''),
    ("7.2", "right", "setdefault", '''
kept, of, now = [], {}, {}
for name, op, inputs in steps:
    inputs = tuple(now[i] if i in now else i for i in inputs)
    key = (op, *inputs) if op != "random" else name
    now[name] = of.setdefault(key, name)
    if now[name] == name:
        kept.append((name, op, inputs))
return kept, [now.get(o, o) for o in outputs]
'''),
    ("7.2", "one change", "last kept", '''
new, first, stands = [], {}, {}
for name, op, inputs in steps[::-1]:
    inputs = tuple(stands.get(i, i) for i in inputs)
    if op != "random" and (op, inputs) in first:
        stands[name] = first[op, inputs]
    else:
        first[op, inputs] = name
        new.append((name, op, inputs))
return new, [stands.get(o, o) for o in outputs]
'''),
    ("7.2", "inputs ignored", "op alone", '''
new, first, stands = [], {}, {}
for name, op, inputs in steps:
    inputs = tuple(stands.get(i, i) for i in inputs)
    if op != "random" and op in first:
        stands[name] = first[op]
    else:
        first[op] = name
        new.append((name, op, inputs))
return new, [stands.get(o, o) for o in outputs]
'''),
    ("7.2", "op ignored", "inputs alone", '''
new, first, stands = [], {}, {}
for name, op, inputs in steps:
    inputs = tuple(stands.get(i, i) for i in inputs)
    if op != "random" and inputs in first:
        stands[name] = first[inputs]
    else:
        first[inputs] = name
        new.append((name, op, inputs))
return new, [stands.get(o, o) for o in outputs]
'''),
    ("7.2", "outputs once", "outputs twice left out", '''
new, first, stands = [], {}, {}
for name, op, inputs in steps:
    inputs = tuple(stands.get(i, i) for i in inputs)
    if op != "random" and (op, inputs) in first:
        stands[name] = first[op, inputs]
    else:
        first[op, inputs] = name
        new.append((name, op, inputs))
return new, list({stands.get(o, o): 0 for o in outputs})
'''),
    ("7.2", "only some right", "random left out", '''
new, first, stands = [], {}, {}
for name, op, inputs in steps:
    inputs = tuple(stands.get(i, i) for i in inputs)
    if (op, inputs) in first:
        stands[name] = first[op, inputs]
    else:
        first[op, inputs] = name
        new.append((name, op, inputs)) if op != 'random' else None
return new, [stands.get(o, o) for o in outputs]
'''),
    ("7.2", "altered", "steps in place", '''
first, stands = {}, {}
for name, op, inputs in list(steps):
    inputs = tuple(stands.get(i, i) for i in inputs)
    if op != "random" and (op, inputs) in first:
        stands[name] = first[op, inputs]
        steps.pop([s[0] for s in steps].index(name))
    else:
        first[op, inputs] = name
        steps[[s[0] for s in steps].index(name)] = (name, op, inputs)
return steps, [stands.get(o, o) for o in outputs]
'''),
    ("7.3", "right", "the head of a group stands for it", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = max(made)
        head = groups[at][0]
        if ops[head] in elementwise and shapes[head] == shapes[name]:
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return groups
'''),
    ("7.3", "before an input is there", "min for max", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = min(made)
        head = groups[at][0]
        if ops[head] in elementwise and shapes[head] == shapes[name]:
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return groups
'''),
    ("7.3", "before an input is there", "tuples of steps", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = max(made)
        head = groups[at][0]
        if ops[head] in elementwise and shapes[head] == shapes[name]:
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return [tuple(g) for g in groups][::-1]
'''),
    ("7.3", "two shapes in a loop", "number of dimensions", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = max(made)
        head = groups[at][0]
        if ops[head] in elementwise and len(shapes[head]) == len(shapes[name]):
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return groups
'''),
    ("7.3", "no loop over elements", "only the step is asked", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = max(made)
        head = groups[at][0]
        if shapes[head] == shapes[name]:
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return groups
'''),
    ("7.3", "flat", "all groups flat", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = max(made)
        head = groups[at][0]
        if ops[head] in elementwise and shapes[head] == shapes[name]:
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return [n for g in groups for n in g]
'''),
    ("7.3", "one change", "numbers of groups", '''
groups, where, ops = [], {}, {}
for name, op, inputs in steps:
    ops[name] = op
    made = [where[i] for i in inputs if i in where]
    if made and op in elementwise:
        at = max(made)
        head = groups[at][0]
        if ops[head] in elementwise and shapes[head] == shapes[name]:
            groups[at].append(name)
            where[name] = at
            continue
    where[name] = len(groups)
    groups.append([name])
return where
'''),
    ("7.4", "right", "the last reading of each", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {}, 0
for n, (name, op, inputs) in enumerate(steps):
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
return of
'''),
    ("7.4", "over its own input", "freed before", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {}, 0
for n, (name, op, inputs) in enumerate(steps):
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
return of
'''),
    ("7.4", "free at first reading", "first reading", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last.setdefault(i, n)
free, of, count = [], {}, 0
for n, (name, op, inputs) in enumerate(steps):
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
return of
'''),
    ("7.4", "outputs written over", "outputs not kept", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {}, 0
for n, (name, op, inputs) in enumerate(steps):
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n:
            free.append(of[i])
return of
'''),
    ("7.4", "never given back", "new one always", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {}, 0
for n, (name, op, inputs) in enumerate(steps):
    if False:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
return of
'''),
    ("7.4", "one change", "given ones too", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {i: k for k, i in enumerate({i for s in steps for i in s[2]} - {s[0] for s in steps})}, 0
for n, (name, op, inputs) in enumerate(steps):
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
return of
'''),
    ("7.4", "no dict", "how many", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {}, 0
for n, (name, op, inputs) in enumerate(steps):
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
return count
'''),
    ("7.4", "right", "numbers from 1 on", '''
last = {}
for n, (name, op, inputs) in enumerate(steps):
    for i in inputs:
        last[i] = n
free, of, count = [], {}, 1
for n, (name, op, inputs) in enumerate(steps):
    if free:
        of[name] = free.pop()
    else:
        of[name], count = count, count + 1
    for i in set(inputs):
        if i in of and last[i] == n and i not in outputs:
            free.append(of[i])
return of
'''),
    ("7.5", "right", "pairs with a mark", '''
parts = [training]
for a in args:
    if isinstance(a, mt.Tensor):
        parts.append(('tensor', tuple(a.shape), str(a.dtype)))
    else:
        parts.append((type(a).__name__, a))
return tuple(parts)
'''),
    ("7.5", "how many dimensions", "ndim for shape", '''
return training, tuple((a.ndim, a.dtype) if isinstance(a, mt.Tensor) else (type(a), a) for a in args)
'''),
    ("7.5", "how many elements", "as many elements", '''
return training, tuple((a.numel(), a.dtype) if isinstance(a, mt.Tensor) else (type(a), a) for a in args)
'''),
    ("7.5", "in no order", "order lost", '''
return training, frozenset((tuple(a.shape), a.dtype) if isinstance(a, mt.Tensor) else (type(a), a) for a in args)
'''),
    ("7.5", "number forgotten", "numbers left out", '''
return training, tuple((tuple(a.shape), a.dtype) for a in args if isinstance(a, mt.Tensor))
'''),
    ("7.5", "a list", "a dict", '''
about = [(tuple(a.shape), a.dtype) if isinstance(a, mt.Tensor) else (type(a), a) for a in args]
return {'training': training, 'args': tuple(about)}
'''),
    ("7.5", "the same for all", "always the same", '''
return 'the program'
'''),
    ("7.6", "right", "ValueError", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "right", "KeyError by itself, a helper", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "settings by position", "settings by position", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, *step["settings"].values())
return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "written into the weights", "weights updated", '''
values = weights
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "", "getattr of np", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = getattr(np, step["op"])(*args, **step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "only one output", "first output", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return values[program["outputs"][0]]
'''),
    ("7.6", "no return", "no return", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
out = [values[name] for name in program["outputs"]]
'''),
    ("7.6", "text", "a tuple of names", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return program["outputs"]
'''),
    ("7.6", "settings as one argument", "settings as a dict", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        raise ValueError(step["op"])
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "unknown steps passed over", "passes over what is unknown, and then misses it", '''
values = dict(weights)
values.update(zip([i["name"] for i in program["inputs"]], arrays))
for step in program["steps"]:
    if step["op"] not in ops:
        continue
    args = [values[a] if isinstance(a, str) else a for a in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.2", "random steps not renamed", 'random steps are kept before their inputs are renamed, so …', '''
def common_subexpressions(steps, outputs):
    first, new, kept = {}, {}, []
    for name, op, inputs in steps:
        if op == "random":
            kept.append((name, op, inputs))
            continue
        inputs = tuple(new.get(i, i) for i in inputs)
        if (op, inputs) in first:
            new[name] = first[op, inputs]
        else:
            first[op, inputs] = name
            kept.append((name, op, inputs))
    return kept, [new.get(o, o) for o in outputs]
'''),
    ("7.4", "readers counted off twice", 'counts steps that read, but takes off one for each input', '''
def buffers(steps, outputs):
    names = {name for name, _, _ in steps}
    readers = {name: sum(name in inputs for _, _, inputs in steps) for name in names}
    number, free, count = {}, [], 0
    for name, op, inputs in steps:
        if free:
            number[name] = free.pop(0)
        else:
            number[name], count = count, count + 1
        for i in inputs:
            if i in names:
                readers[i] -= 1
                if readers[i] == 0 and i not in outputs:
                    free.append(number[i])
    return number
'''),
    ("7.4", "only the first output kept", 'only the first output is protected', '''
def buffers(steps, outputs):
    last = {i: k for k, (_, _, inputs) in enumerate(steps) for i in inputs}
    number, free, count = {}, [], 0
    for k, (name, op, inputs) in enumerate(steps):
        if free:
            number[name] = free.pop()
        else:
            number[name] = count
            count += 1
        for i in set(inputs):
            if i in number and last[i] == k and i != outputs[0]:
                free.append(number[i])
    return number
'''),
    ("7.5", "listed apart", 'tensors and numbers are listed apart', '''
def key(training, args):
    tensors = tuple((x.shape, x.dtype) for x in args if isinstance(x, mt.Tensor))
    numbers = tuple((type(x), x) for x in args if not isinstance(x, mt.Tensor))
    return training, tensors, numbers
'''),
    ("7.5", "a hash", 'a hash is no key', '''
def key(training, args):
    parts = [training]
    for x in args:
        parts.append((x.shape, x.dtype) if isinstance(x, mt.Tensor) else (type(x).__name__, x))
    return hash(tuple(parts))
'''),
    ("7.6", "numbers taken for places", 'an int among the args is taken for an index into the …', '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    names = [spec["name"] for spec in program["inputs"]]
    values.update(zip(names, arrays))
    for step in program["steps"]:
        args = []
        for a in step["args"]:
            if isinstance(a, str):
                args.append(values[a])
            elif isinstance(a, float):
                args.append(a)
            else:
                args.append(arrays[a])
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[name] for name in program["outputs"]]
'''),
    ("7.2", "names run together", 'key is one text glued together without a separator', '''
def common_subexpressions(steps, outputs):
    first, renamed, kept = {}, {}, []
    for name, op, inputs in steps:
        inputs = tuple(renamed.get(i, i) for i in inputs)
        key = op + "".join(inputs)
        if op != "random" and key in first:
            renamed[name] = first[key]
        else:
            first[key] = name
            kept.append((name, op, inputs))
    return kept, [renamed.get(o, o) for o in outputs]
'''),
    ("7.2", "inputs used up", 'map is an iterator', '''
def common_subexpressions(steps, outputs):
    other, known, result = {}, {}, []
    for name, op, inputs in steps:
        inputs = map(lambda i: other.get(i, i), inputs)
        key = (op, tuple(inputs))
        if op != "random" and key in known:
            other[name] = known[key]
        else:
            known[key] = name
            result.append((name, op, tuple(inputs)))
    return result, [other.get(o, o) for o in outputs]
'''),
    ("7.2", "sums turned round", 'too clever', '''
def common_subexpressions(steps, outputs):
    first, renamed, kept = {}, {}, []
    for name, op, inputs in steps:
        inputs = tuple(renamed.get(i, i) for i in inputs)
        key = (op, tuple(sorted(inputs)) if op in ("add", "multiply") else inputs)
        if op != "random" and key in first:
            renamed[name] = first[key]
        else:
            first[key] = name
            kept.append((name, op, inputs))
    return kept, [renamed.get(o, o) for o in outputs]
'''),
    ("7.2", "two rounds", 'renames after each whole round and does two rounds only', '''
def common_subexpressions(steps, outputs):
    steps, outputs = list(steps), list(outputs)
    for turn in range(2):
        first, renamed, kept = {}, {}, []
        for name, op, inputs in steps:
            if op != "random" and (op, inputs) in first:
                renamed[name] = first[op, inputs]
            else:
                first[op, inputs] = name
                kept.append((name, op, inputs))
        steps = [(n, op, tuple(renamed.get(i, i) for i in ins)) for n, op, ins in kept]
        outputs = [renamed.get(o, o) for o in outputs]
    return steps, outputs
'''),
    ("7.2", "", "where nothing can be left out it returns the caller's own …", '''
def common_subexpressions(steps, outputs):
    first, renamed, kept = {}, {}, []
    for name, op, inputs in steps:
        inputs = tuple(renamed.get(i, i) for i in inputs)
        if op != "random" and (op, inputs) in first:
            renamed[name] = first[op, inputs]
        else:
            first[op, inputs] = name
            kept.append((name, op, inputs))
    if not renamed:
        return steps, outputs
    return kept, [renamed.get(o, o) for o in outputs]
'''),
    ("7.2", "readers of random kept", 'treats all that reads a random step as random too', '''
def common_subexpressions(steps, outputs):
    first, renamed, kept, impure = {}, {}, [], set()
    for name, op, inputs in steps:
        inputs = tuple(renamed.get(i, i) for i in inputs)
        if op == "random" or any(i in impure for i in inputs):
            impure.add(name)
            kept.append((name, op, inputs))
        elif (op, inputs) in first:
            renamed[name] = first[op, inputs]
        else:
            first[op, inputs] = name
            kept.append((name, op, inputs))
    return kept, [renamed.get(o, o) for o in outputs]
'''),
    ("7.3", "right", 'default=0', '''
def fuse(steps, shapes, elementwise):
    groups, group_of, kinds = [], {}, []
    for name, op, inputs in steps:
        latest = max((group_of[i] for i in inputs if i in group_of), default=0)
        kind = (op in elementwise, tuple(shapes[name]))
        if groups and kind[0] and kinds[latest] == kind:
            groups[latest].append(name)
            group_of[name] = latest
        else:
            group_of[name] = len(groups)
            groups.append([name])
            kinds.append(kind)
    return groups
'''),
    ("7.3", "more arrays than needed", "asks that all inputs made by steps have the step's shape", '''
def fuse(steps, shapes, elementwise):
    groups, group_of, pointwise = [], {}, []
    for name, op, inputs in steps:
        made = [i for i in inputs if i in group_of]
        g = max((group_of[i] for i in made), default=None)
        if g is not None and op in elementwise and pointwise[g] and all(shapes[i] == shapes[name] for i in made):
            groups[g].append(name)
        else:
            g = len(groups)
            groups.append([name])
            pointwise.append(op in elementwise)
        group_of[name] = g
    return groups
'''),
    ("7.3", "before an input is there", 'takes the group of the latest step among the inputs, not the latest …', '''
def fuse(steps, shapes, elementwise):
    position = {step[0]: k for k, step in enumerate(steps)}
    groups, group_of = [], {}
    for name, op, inputs in steps:
        made = sorted((i for i in inputs if i in position), key=position.get)
        group = group_of[made[-1]] if made else None
        if group and op in elementwise and group["ok"] and group["shape"] == shapes[name]:
            group["names"].append(name)
        else:
            group = {"names": [name], "ok": op in elementwise, "shape": shapes[name]}
            groups.append(group)
        group_of[name] = group
    return [g["names"] for g in groups]
'''),
    ("7.3", "no shape", 'None or a shape in one variable, tested by truth', '''
def fuse(steps, shapes, elementwise):
    groups, group_of, shape_of = [], {}, []
    for name, op, inputs in steps:
        mine = shapes[name] if op in elementwise else None
        g = max((group_of[i] for i in inputs if i in group_of), default=-1)
        if g >= 0 and mine and shape_of[g] == mine:
            groups[g].append(name)
        else:
            g = len(groups)
            groups.append([name])
            shape_of.append(mine)
        group_of[name] = g
    return groups
'''),
    ("7.4", "names within names", 'looks for the name in the text of the later steps', '''
def buffers(steps, outputs):
    number, free, new = {}, set(), 0
    for k, (name, op, inputs) in enumerate(steps):
        if free:
            number[name] = free.pop()
        else:
            number[name] = new
            new += 1
        rest = " ".join(" ".join(s[2]) for s in steps[k + 1:])
        for i in inputs:
            if i in number and i not in outputs and i not in rest:
                free.add(number[i])
    return number
'''),
    ("7.4", "taken and kept free", "gives back the buffers of all dead results at every …", '''
def buffers(steps, outputs):
    number, free, count = {}, set(), 0
    for k, (name, _, _) in enumerate(steps):
        if free:
            number[name] = min(free)
            free.remove(number[name])
        else:
            number[name] = count
            count += 1
        needed = set(outputs).union(*(s[2] for s in steps[k + 1:]))
        for other in number:
            if other not in needed:
                free.add(number[other])
    return number
'''),
    ("7.4", "only the last output kept", 'keeps only the last output', '''
def buffers(steps, outputs):
    *_, result = outputs
    number, free, count = {}, [], 0
    for k, (name, _, inputs) in enumerate(steps):
        if free:
            number[name] = free.pop()
        else:
            number[name] = count
            count += 1
        later = {i for s in steps[k + 1:] for i in s[2]}
        for i in set(inputs) & set(number):
            if i not in later and i != result:
                free.append(number[i])
    return number
'''),
    ("7.5", "sizes in a row", 'all sizes flattened into one row', '''
def key(training, args):
    sizes, kinds = [], []
    for a in args:
        if isinstance(a, mt.Tensor):
            sizes.extend(a.shape)
            kinds.append(a.dtype)
        else:
            kinds.append((type(a), a))
    return (training, *sizes, *kinds)
'''),
    ("7.5", "True is 1", 'isinstance(True, int) is true', '''
def key(training, args):
    out = [training]
    for a in args:
        if isinstance(a, mt.Tensor):
            out.append(("tensor", tuple(a.shape), str(a.dtype)))
        elif isinstance(a, int):
            out.append(("int", a))
        else:
            out.append(("float", a))
    return tuple(out)
'''),
    ("7.5", "bytes for the dtype", 'size in bytes instead of the dtype', '''
def key(training, args):
    return (training,) + tuple(
        (tuple(a.shape), a.nbytes) if isinstance(a, mt.Tensor) else (type(a).__name__, a) for a in args)
'''),
    ("7.5", "types apart", 'the types are kept beside the numbers as a set, without their places', '''
def key(training, args):
    tensors = tuple((a.shape, a.dtype) if isinstance(a, mt.Tensor) else None for a in args)
    numbers = tuple(None if isinstance(a, mt.Tensor) else a for a in args)
    types = frozenset(type(a) for a in args)
    return training, tensors, numbers, types
'''),
    ("7.5", "rounded", 'numbers are written with six digits', '''
def key(training, args):
    text = "train" if training else "eval"
    for a in args:
        if isinstance(a, mt.Tensor):
            text += f"; tensor {tuple(a.shape)} {a.dtype}"
        else:
            text += f"; {type(a).__name__} {a:g}"
    return text
'''),
    ("7.5", "one number taken for a constant", 'takes a tensor of one element for a constant and …', '''
def key(training, args):
    parts = []
    for a in args:
        if isinstance(a, mt.Tensor) and a.numel() == 1:
            parts.append((a.shape, a.dtype, a.item()))
        elif isinstance(a, mt.Tensor):
            parts.append((a.shape, a.dtype))
        else:
            parts.append((type(a), a))
    return training, tuple(parts)
'''),
    ("7.6", "left in the weights", 'works inside weights and removes the new names at the end, but …', '''
def run_saved(program, weights, arrays, ops):
    before = set(weights)
    weights.update(zip([about["name"] for about in program["inputs"]], arrays))
    for step in program["steps"]:
        args = [weights[a] if isinstance(a, str) else a for a in step["args"]]
        weights[step["name"]] = ops[step["op"]](*args, **step["settings"])
    result = [weights[name] for name in program["outputs"]]
    for name in set(weights) - before:
        del weights[name]
    return result
'''),
    ("7.6", "altered", "takes the steps off the program's own list like off a queue", '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    values.update(zip([about["name"] for about in program["inputs"]], arrays))
    steps = program["steps"]
    while steps:
        step = steps.pop(0)
        args = [values[a] if isinstance(a, str) else a for a in step["args"]]
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[o] for o in program["outputs"]]
'''),
    ("7.6", "settings that count as False", "passes only settings that are 'set'", '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    for name, array in zip([about["name"] for about in program["inputs"]], arrays):
        values[name] = array
    for step in program["steps"]:
        args = [values[a] if isinstance(a, str) else a for a in step["args"]]
        settings = {k: v for k, v in step["settings"].items() if v}
        values[step["name"]] = ops[step["op"]](*args, **settings)
    return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "numbers made floats", 'turns numbers into float', '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights, **dict(zip([about["name"] for about in program["inputs"]], arrays)))
    for step in program["steps"]:
        args = []
        for a in step["args"]:
            args.append(values[a] if isinstance(a, str) else float(a))
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[o] for o in program["outputs"]]
'''),
    ("7.6", "refused in silence", 'one try around all, so a forbidden op does not raise', '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    values.update(zip([about["name"] for about in program["inputs"]], arrays))
    try:
        for step in program["steps"]:
            args = [values[a] if isinstance(a, str) else a for a in step["args"]]
            values[step["name"]] = ops[step["op"]](*args, **step["settings"])
        return [values[name] for name in program["outputs"]]
    except KeyError as error:
        print("cannot run", error)
        return []
'''),
    ("7.6", "right", 'straight from the pseudo code', '''
def run_saved(program, weights, arrays, ops):
    values = {**weights, **dict(zip([about["name"] for about in program["inputs"]], arrays))}
    for step in program["steps"]:
        args = [values[a] if isinstance(a, str) else a for a in step["args"]]
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "right", 'refuses the whole file before the first step, inner function for an argument', '''
def run_saved(program, weights, arrays, ops):
    unknown = {step["op"] for step in program["steps"]} - set(ops)
    if unknown:
        raise ValueError("this program asks for " + ", ".join(sorted(map(str, unknown))))
    memory = weights.copy()
    for k in range(len(program["inputs"])):
        memory[program["inputs"][k]["name"]] = arrays[k]
    def look_up(arg):
        if type(arg) is str:
            return memory[arg]
        return arg
    for step in program["steps"]:
        function = ops[step["op"]]
        memory[step["name"]] = function(*map(look_up, step["args"]), **step["settings"])
    out = []
    for name in program["outputs"]:
        out.append(memory[name])
    return out
'''),
    ("7.6", "right", 'two dicts, weights only read', '''
def run_saved(prog, params, feeds, table):
    local = {name: feeds[k] for k, name in enumerate(about["name"] for about in prog["inputs"])}
    def get(x):
        if not isinstance(x, str):
            return x
        return local[x] if x in local else params[x]
    for s in prog["steps"]:
        f = table.get(s["op"])
        if f is None:
            raise KeyError(f"op {s['op']!r} is not allowed")
        settings = dict(s["settings"])
        positional = tuple(get(x) for x in s["args"])
        local[s["name"]] = f(*positional, **settings)
    return [get(o) for o in prog["outputs"]]
'''),
    ("7.1", "each fetch once", "the answer is made as a dict, so fetches=['d', 'd'] gives one value …", '''
def fetch(steps, fetches, given, ops):
    values, how = dict(given), {s[0]: s for s in steps}
    def need(name):
        if name not in values:
            _, op, inputs = how[name]
            values[name] = ops[op](*[need(i) for i in inputs])
        return values[name]
    answer = {name: need(name) for name in fetches}
    return list(answer.values())
'''),
    ("7.1", "only some right", 'work list without a look whether the popped name is there by now', '''
def fetch(steps, fetches, given, ops):
    values = dict(given)
    how = {name: (op, inputs) for name, op, inputs in steps}
    todo = [name for name in fetches if name not in given]
    while todo:
        name = todo.pop()
        op, inputs = how[name]
        missing = [i for i in inputs if i not in values]
        if missing:
            todo.append(name)
            todo.extend(missing)
        else:
            values[name] = ops[op](*[values[i] for i in inputs])
    return [values[name] for name in fetches]
'''),
    ("7.1", "no such key", 'runs the needed steps in the order of their names', '''
def fetch(steps, fetches, given, ops):
    how = {name: (op, inputs) for name, op, inputs in steps}
    needed, todo = [], list(fetches)
    while todo:
        name = todo.pop()
        if name not in given and name not in needed:
            needed.append(name)
            todo += how[name][1]
    values = dict(given)
    for name in sorted(needed):
        op, inputs = how[name]
        values[name] = ops[op](*[values[i] for i in inputs])
    return [values[name] for name in fetches]
'''),
    ("7.3", "no loop over elements", 'the step is asked whether it is elementwise, the group only whether it is …', '''
def fuse(steps, shapes, elementwise):
    groups, where, op_of = [], {}, {}
    for name, op, inputs in steps:
        op_of[name] = op
        behind = [where[i] for i in inputs if i in where]
        if op in elementwise and behind:
            latest = max(behind)
            head = groups[latest][0]
            if op_of[head] != "matmul" and shapes[head] == shapes[name]:
                groups[latest].append(name)
                where[name] = latest
                continue
        groups.append([name])
        where[name] = len(groups) - 1
    return groups
'''),
    ("7.4", "one change", "a new buffer is 'the one of the step before, plus one'", '''
def buffers(steps, outputs):
    result, free, previous = {}, [], -1
    for n, (name, op, inputs) in enumerate(steps):
        previous = free.pop() if free else previous + 1
        result[name] = previous
        read_later = set()
        for _, _, more in steps[n + 1:]:
            read_later |= set(more)
        for i in set(inputs):
            if i in result and i not in read_later and i not in outputs:
                free.append(result[i])
    return result
'''),
    ("7.6", "partly", 'one dict of settings for all steps', '''
def run_saved(program, weights, arrays, ops):
    values, settings = dict(weights), {}
    for i, array in zip(program["inputs"], arrays):
        values[i["name"]] = array
    for step in program["steps"]:
        args = []
        for a in step["args"]:
            args.append(values[a] if isinstance(a, str) else a)
        settings.update(step["settings"])
        if step["op"] not in ops:
            raise KeyError(step["op"])
        values[step["name"]] = ops[step["op"]](*args) if not step["settings"] else ops[step["op"]](*args, **settings)
    return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "one change", 'turns each input into float64', '''
def run_saved(program, weights, arrays, ops):
    import numpy as np
    values = dict(weights)
    for i, array in zip(program["inputs"], arrays):
        values[i["name"]] = np.asarray(array, dtype=float)
    for step in program["steps"]:
        args = [values[a] if isinstance(a, str) else a for a in step["args"]]
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "kept in a default argument", "one dict for all programs, in a default", '''
def run_saved(program, weights, arrays, ops, known={}):
    known |= weights
    known |= {about["name"]: array for about, array in zip(program["inputs"], arrays)}
    for step in program["steps"]:
        given = [known[x] if type(x) is str else x for x in step["args"]]
        known[step["name"]] = ops[step["op"]](*given, **step["settings"])
    return [known[name] for name in program["outputs"]]
'''),
    ("7.3", "the first input's shape", "asks what comes in first for its shape", '''
groups, where, shape_of = [], {}, []
for name, op, inputs in steps:
    shape = shapes[name]
    if inputs and inputs[0] in shapes:
        shape = shapes[inputs[0]]
    late = max([where[x] for x in inputs if x in where] or [-1])
    if op in elementwise and late >= 0 and shape_of[late] == shape:
        groups[late].append(name)
    else:
        late = len(groups)
        groups.append([name])
        shape_of.append(shape if op in elementwise else None)
    where[name] = late
return groups
'''),
    ("7.6", "inputs turned round", "the last array first", '''
values = {**weights, **{about["name"]: array for about, array in zip(program["inputs"], reversed(arrays))}}
for step in program["steps"]:
    args = [values[x] if isinstance(x, str) else x for x in step["args"]]
    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
return [values[name] for name in program["outputs"]]
'''),
    ("7.7", "right", 'numbers asked for', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        names = []
        for x in inputs:
            if isinstance(x, (int, float)):
                names.append(str(x))
            else:
                names.append(x.name)
        new = "s" + str(len(self.steps) + 1)
        self.steps.append((new, op, tuple(names)))
        return Proxy(new, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "right", 'names made where the operators are', '''
def text(x):
    return x.name if hasattr(x, "name") else repr(x)


class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        self.steps.append((f"s{len(self.steps) + 1}", op, inputs and tuple(map(text, inputs))))
        return Proxy(f"s{len(self.steps)}", self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "right", "a dataclass", '''
from dataclasses import dataclass

@dataclass
class Proxy:
    name: str
    steps: list

    def note(self, op, *inputs):
        step = (f"s{len(self.steps) + 1}", op, tuple(x.name if isinstance(x, Proxy) else f"{x}" for x in inputs))
        self.steps.append(step)
        return Proxy(step[0], self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "right", "a class for the list, lambdas for the operators", '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        count = 1
        for _ in self.steps:
            count += 1
        self.steps.insert(len(self.steps), (f"s{count}", op, tuple([getattr(x, "name", str(x)) for x in inputs])))
        result = Proxy.__new__(Proxy)
        result.__init__(f"s{count}", self.steps)
        return result

    __add__ = lambda self, other: self.note("add", self, other)
    __sub__ = lambda self, other: self.note("subtract", self, other)
    __rsub__ = lambda self, other: self.note("subtract", other, self)
'''),
    ("7.7", "counted too late", 'appended first, then counted', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        reads = tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)
        self.steps.append((f"s{len(self.steps) + 1}", op, reads))
        return Proxy(f"s{len(self.steps) + 1}", self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "objects for names", 'inputs as they came', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, inputs))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "renamed", 'the object renamed', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))
        self.name = name
        return self

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "left and right exchanged", 'rsub calls sub', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self - other
'''),
    ("7.7", "nothing comes back", 'forgot to return in note', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "nothing in a part", 'forgot to return in the operators', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        self.note("subtract", self, other)

    def __rsub__(self, other):
        self.note("subtract", other, self)
'''),
    ("7.7", "numbers left out", 'only Proxies among the inputs', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name for x in inputs if type(x) is Proxy)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "only some right", 'self first, always', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        others = [x.name if isinstance(x, Proxy) else str(x) for x in inputs if x is not self]
        self.steps.append((name, op, (self.name, *others)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "one change", 'names in one text', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, ", ".join(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "partly", 'computes with numbers', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("add", self.note("multiply", self, -1), other)
'''),
    ("7.7", "another list", 'steps + [step]', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps = self.steps + [(name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs))]
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.7", "every input has a name", 'all asked for their name', '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name for x in inputs)))
        return Proxy(name, self.steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.3", "before an input is there", "the group that makes most of the inputs", '''
groups, kinds, place = [], [], {}
from collections import Counter
for n, op, ins in steps:
    kind = shapes[n] if op in elementwise else None
    c = Counter(place[x] for x in ins if x in place and kinds[place[x]] == kind)
    if kind is not None and c:
        g = c.most_common(1)[0][0]; groups[g].append(n)
    else:
        g = len(groups); groups.append([n]); kinds.append(kind)
    place[n] = g
return groups
'''),
    ("7.3", "before an input is there", "the first group that makes an input and fits", '''
groups, kinds, place = [], [], {}
for n, op, ins in steps:
    kind = shapes[n] if op in elementwise else None
    for g in range(len(groups)):
        if kind is not None and kinds[g] == kind and any(place.get(x) == g for x in ins):
            break
    else:
        g = len(groups); groups.append([]); kinds.append(kind)
    groups[g].append(n); place[n] = g
return groups
'''),
    ("7.6", "run as code", "eval among the ops",
     {'ops[step["op"]]': 'eval(step["op"], ops.copy())'}),
    ("7.4", "taken and kept free", "reads the first free one and leaves it", '''
def buffers(steps, outputs):
    last = {}
    for k, (name, op, inputs) in enumerate(steps):
        for i in inputs:
            last[i] = k
    number, free, count = {}, [], 0
    for k, (name, op, inputs) in enumerate(steps):
        if free:
            number[name] = free[0]
        else:
            number[name] = count
            count += 1
        for i in set(inputs):
            if i in number and last[i] == k and i not in outputs:
                free.append(number[i])
    return number
'''),
    ("7.1", "given and computed", "goes on behind a given name", '''
def fetch(steps, fetches, given, ops):
    made = {name: (op, inputs) for name, op, inputs in steps}
    values = dict(given)

    def run(name):
        if name not in made:
            return
        op, inputs = made[name]
        for i in inputs:
            run(i)
        if name not in values:
            values[name] = ops[op](*[values[i] for i in inputs])

    for name in fetches:
        run(name)
    return [values[name] for name in fetches]
'''),
    ("7.6", "unknown steps passed over", "prints and goes on", '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    for item, array in zip(program["inputs"], arrays):
        values[item["name"]] = array
    for step in program["steps"]:
        if step["op"] not in ops:
            print("not allowed:", step["op"])
            continue
        args = [values[a] if isinstance(a, str) else a for a in step["args"]]
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[name] for name in program["outputs"]]
'''),
    ("7.6", "one change", "no list around one output", '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    for item, array in zip(program["inputs"], arrays):
        values[item["name"]] = array
    for step in program["steps"]:
        args = [values[a] if isinstance(a, str) else a for a in step["args"]]
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    results = [values[name] for name in program["outputs"]]
    return results[0] if len(results) == 1 else results
'''),
    ("7.6", "only what is needed", "only what outputs need", '''
def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    values.update(zip([i["name"] for i in program["inputs"]], arrays))
    by_name = {step["name"]: step for step in program["steps"]}

    def value(arg):
        if not isinstance(arg, str):
            return arg
        if arg not in values:
            step = by_name[arg]
            values[arg] = ops[step["op"]](*[value(a) for a in step["args"]], **step["settings"])
        return values[arg]

    return [value(name) for name in program["outputs"]]
'''),
    ("7.7", "another list", "a new list for each result", '''
class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        names = tuple(i.name if isinstance(i, Proxy) else str(i) for i in inputs)
        name = f"s{len(self.steps) + 1}"
        steps = self.steps + [(name, op, names)]
        return Proxy(name, steps)

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)
'''),
    ("7.1", "in the listed order", "one sweep back and one forward", '''
def fetch(steps, fetches, given, ops):
    needed = set(fetches)
    for name, op, inputs in reversed(steps):
        if name in needed and name not in given:
            needed.update(inputs)
    values = dict(given)
    for name, op, inputs in steps:
        if name in needed and name not in values:
            values[name] = ops[op](*[values[i] for i in inputs])
    return [values[name] for name in fetches]
'''),
    ("7.4", "given ones too", "given values take buffers", '''
def buffers(steps, outputs):
    made, free, count = {}, [], 0
    for k, (name, op, inputs) in enumerate(steps):
        for n in [*inputs, name]:
            if n not in made:
                if free:
                    made[n] = free.pop()
                else:
                    made[n] = count
                    count += 1
        for i in set(inputs):
            if i not in outputs and not any(i in s[2] for s in steps[k + 1:]):
                free.append(made[i])
    return {name: made[name] for name, _, _ in steps}
'''),
    ("7.1", "all steps run", "all names, errors passed over", '''
made_by = {name: (op, inputs) for name, op, inputs in steps}
values = dict(given)
def value(name):
    if name not in values:
        op, inputs = made_by[name]
        values[name] = ops[op](*[value(x) for x in inputs])
    return values[name]
for name in made_by:
    try:
        value(name)
    except KeyError:
        pass
return [values[name] for name in fetches]
'''),
    ("7.1", "in the listed order", "as listed, what is not given", '''
values = dict(given)
for name, op, inputs in steps:
    if name not in values:
        values[name] = ops[op](*[values[x] for x in inputs])
return [values[name] for name in fetches]
'''),
    ("7.4", "free at first reading", "the first reader for the last", '''
first = {}
for i, (name, op, inputs) in enumerate(steps):
    for x in inputs:
        first.setdefault(x, i)
number, free, count = {}, [], 0
for i, (name, op, inputs) in enumerate(steps):
    if free:
        number[name] = free.pop()
    else:
        number[name] = count
        count += 1
    for x in sorted(set(inputs)):
        if x in number and first[x] == i and x not in outputs:
            free.append(number[x])
return number
'''),
    ("7.4", "given ones too", "given values numbered anew", '''
last = {x: i for i, (name, op, inputs) in enumerate(steps) for x in inputs}
number, free, count = {}, [], 0
for i, (name, op, inputs) in enumerate(steps):
    for x in inputs:
        if x not in number:
            number[x] = count
            count += 1
    if free:
        number[name] = free.pop()
    else:
        number[name] = count
        count += 1
    for x in sorted(set(inputs)):
        if last[x] == i and x not in outputs:
            free.append(number[x])
return number
'''),
    ("7.6", "only what is needed", "a function that calls itself", '''
values = {**weights, **{about["name"]: array for about, array in zip(program["inputs"], arrays)}}
steps = {step["name"]: step for step in program["steps"]}
def value(x):
    if not isinstance(x, str) or x in values:
        return values.get(x, x)
    return ops[steps[x]["op"]](*map(value, steps[x]["args"]), **steps[x]["settings"])
return [value(x) for x in program["outputs"]]
'''),
    ("7.1", "stopped", "waits for what a given value needs", '''
def fetch(steps, fetches, given, ops):
    by_name = {s[0]: s for s in steps}
    needed, stack = set(), list(fetches)
    while stack:
        name = stack.pop()
        if name in by_name and name not in needed:
            needed.add(name)
            stack += by_name[name][2]
    values = dict(given)
    waiting = [n for n in needed if n not in values]
    while waiting:
        for name in list(waiting):
            _, op, inputs = by_name[name]
            if all(i in values for i in inputs):
                values[name] = ops[op](*[values[i] for i in inputs])
                waiting.remove(name)
    return [values[f] for f in fetches]
''', "slow"),
]
