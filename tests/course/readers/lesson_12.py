"""Answers to lesson 12 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("12.1", "right", "map and filter", '''
return sum(map(lambda a: a.nbytes, [*feed.values(), *filter(lambda a: a is not None, fetched)]))
'''),
    ("12.1", "partly", "each array once", '''
seen = {id(a): a.nbytes for a in [*feed.values(), *fetched] if a is not None}
return sum(seen.values())
'''),
    ("12.2", "right", "match", '''
found = []
for step in steps:
    match step:
        case (name, "assign", _): found.append(name)
return [*steps, ("updates", "group", tuple(found))], [*fetches, "updates"]
'''),
    ("12.2", "sorted", "sorted", '''
return [*steps, ("updates", "group", tuple(sorted(n for n, o, i in steps if o == "assign")))], [*fetches, "updates"]
'''),
    ("12.2", "by their names", "by the name", '''
return [*steps, ("updates", "group", tuple(n for n, o, i in steps if n.startswith("new")))], [*fetches, "updates"]
'''),
    ("12.4", "right", "dict of lists, summed at the end", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, back = op(*inputs)
        self.notes.append((value, inputs, back))
        return value

    def gradient(self, target, sources):
        parts = {id(target): [np.ones_like(target)]}
        for value, inputs, back in reversed(self.notes):
            if id(value) in parts:
                for x, d in zip(inputs, back(sum(parts[id(value)]))):
                    parts.setdefault(id(x), []).append(d)
        return [sum(parts[id(x)]) if id(x) in parts else None for x in sources]
'''),
    ("12.4", "only some right", "added in place", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, back = op(*inputs)
        self.notes.append((value, inputs, back))
        return value

    def gradient(self, target, sources):
        g = {id(target): np.ones_like(target)}
        for value, inputs, back in self.notes[::-1]:
            if id(value) in g:
                for x, d in zip(inputs, back(g[id(value)])):
                    if id(x) in g: g[id(x)] += d
                    else: g[id(x)] = d
        return [g.get(id(x)) for x in sources]
'''),
    ("12.4", "only some right", "one for a number", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, back = op(*inputs)
        self.notes.append((value, inputs, back))
        return value

    def gradient(self, target, sources):
        g = {id(target): 1.0}
        for value, inputs, back in self.notes[::-1]:
            if id(value) in g:
                for x, d in zip(inputs, back(g[id(value)])):
                    g[id(x)] = g[id(x)] + d if id(x) in g else d
        return [g.get(id(x)) for x in sources]
'''),
    ("12.4", "remembers", "notes on the class", '''
class Tape:
    def __init__(self):
        Tape.notes = getattr(Tape, 'notes', [])

    def run(self, op, *inputs):
        value, back = op(*inputs)
        Tape.notes.append((value, inputs, back))
        return value

    def gradient(self, target, sources):
        g = {id(target): np.ones_like(target)}
        for value, inputs, back in self.notes[::-1]:
            if id(value) in g:
                for x, d in zip(inputs, back(g[id(value)])):
                    g[id(x)] = g[id(x)] + d if id(x) in g else d
        return [g.get(id(x)) for x in sources]
'''),
    ("12.4", "one change", "sources seen end it", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, back = op(*inputs)
        self.notes.append((value, inputs, back))
        return value

    def gradient(self, target, sources):
        g = {id(target): np.ones_like(target)}
        for value, inputs, back in self.notes[::-1]:
            if id(value) in g and not all(id(s) in g for s in sources):
                for x, d in zip(inputs, back(g[id(value)])):
                    g[id(x)] = g[id(x)] + d if id(x) in g else d
        return [g.get(id(x)) for x in sources]
'''),
    ("12.1", "right", "a generator over both", '''
return sum(a.nbytes for group in (feed.values(), fetched) for a in group if a is not None)
'''),
    ("12.1", "right", "size times itemsize, in a helper", '''
def so_many(a):
    return 0 if a is None else a.size * a.itemsize

total = 0
for a in feed.values():
    total += so_many(a)
for a in fetched:
    total += so_many(a)
return total
'''),
    ("12.1", "right", "a sum of NumPy's", '''
return int(np.sum([np.asarray(a).nbytes for a in list(feed.values()) + fetched if a is not None]))
'''),
    ("12.1", "right", "getattr with a default", '''
return sum(getattr(a, 'nbytes', 0) for a in [*feed.values(), *fetched])
'''),
    ("12.1", "partly", "numbers instead of bytes", '''
return sum(a.size for a in feed.values()) + sum(a.size for a in fetched if a is not None)
'''),
    ("12.1", "partly", "four bytes each", '''
return 4 * (sum(a.size for a in feed.values()) + sum(a.size for a in fetched if a is not None))
'''),
    ("12.1", "None used", "None not looked for", '''
return sum(a.nbytes for a in feed.values()) + sum(a.nbytes for a in fetched)
'''),
    ("12.1", "no attribute", "feed is iterated", '''
return sum(a.nbytes for a in feed) + sum(a.nbytes for a in fetched if a is not None)
'''),
    ("12.1", "printed", "printed", '''
print(sum(a.nbytes for a in feed.values()) + sum(a.nbytes for a in fetched if a is not None))
'''),
    ("12.1", "no effect", "what goes in only", '''
return sum(a.nbytes for a in feed.values())
'''),
    ("12.1", "partly", "objects as Python counts them", '''
import sys
return sum(sys.getsizeof(a) for a in [*feed.values(), *fetched] if a is not None)
'''),
    ("12.1", "one change", "until the first None", '''
total = sum(a.nbytes for a in feed.values())
for a in fetched:
    if a is None:
        break
    total += a.nbytes
return total
'''),
    ("12.1", "partly", "the last only", '''
for a in [*feed.values(), *fetched]:
    if a is not None:
        total = a.nbytes
return total
'''),
    ("12.1", "one change", "returned in the loop", '''
total = 0
for a in [*feed.values(), *fetched]:
    if a is not None:
        total += a.nbytes
    return total
'''),
    ("12.2", "right", "a loop and copies", '''
steps, fetches = list(steps), list(fetches)
names = []
for step in steps:
    if step[1] == 'assign':
        names.append(step[0])
steps.append(('updates', 'group', tuple(names)))
fetches.append('updates')
return steps, fetches
'''),
    ("12.2", "right", "filter and plus", '''
assigns = tuple(s[0] for s in filter(lambda s: s[1] == 'assign', steps))
return steps + [('updates', 'group', assigns)], fetches + ['updates']
'''),
    ("12.2", "right", "a list of two lists", '''
new = steps.copy()
new.insert(len(new), ('updates', 'group', tuple(n for n, o, _ in steps if 'assign' == o)))
return [new, fetches[:] + ['updates']]
'''),
    ("12.2", "right", "a dict keeps the order", '''
found = {name: None for name, op, inputs in steps if op == 'assign'}
return [*steps, ('updates', 'group', tuple(found))], [*fetches, 'updates']
'''),
    ("12.2", "changed in place", "append on the argument", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
steps.append(('updates', 'group', assigns))
fetches.append('updates')
return steps, fetches
'''),
    ("12.2", "no effect", "append's result", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
return list(steps).append(('updates', 'group', assigns)), list(fetches).append('updates')
'''),
    ("12.2", "no return", "no return", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
steps, fetches = [*steps, ('updates', 'group', assigns)], [*fetches, 'updates']
'''),
    ("12.2", "only some right", "group of whole steps", '''
assigns = tuple(s for s in steps if s[1] == 'assign')
return [*steps, ('updates', 'group', assigns)], [*fetches, 'updates']
'''),
    ("12.2", "one part: another order", "at the front of the steps", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
return [('updates', 'group', assigns), *steps], [*fetches, 'updates']
'''),
    ("12.2", "only the steps", "only the steps come back", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
return [*steps, ('updates', 'group', assigns)]
'''),
    ("12.2", "one part: another order", "last assigns first", '''
assigns = tuple(n for n, o, i in steps[::-1] if o == 'assign')
return [*steps, ('updates', 'group', assigns)], [*fetches, 'updates']
'''),
    ("12.2", "one change", "no group where there is nothing", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
if not assigns:
    return list(steps), list(fetches)
return [*steps, ('updates', 'group', assigns)], [*fetches, 'updates']
'''),
    ("12.2", "", "called update", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
return [*steps, ('update', 'group', assigns)], [*fetches, 'update']
'''),
    ("12.2", "one change", "assigns replaced by the group", '''
assigns = tuple(n for n, o, i in steps if o == 'assign')
return [*[s for s in steps if s[1] != 'assign'], ('updates', 'group', assigns)], [*fetches, 'updates']
'''),
    ("12.3", "right", "a method for one name", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps = {s[0]: s for s in steps}
        self.variables = {**variables}
        self.ops = ops

    def run(self, fetches, feed_dict=None):
        done = dict(self.variables)
        done.update(feed_dict or {})
        later = {}
        out = [self.one(name, done, later) for name in fetches]
        self.variables |= later
        return out

    def one(self, name, done, later):
        if name not in done:
            _, op, inputs = self.steps[name]
            if op == "assign":
                later[inputs[0]] = done[name] = self.one(inputs[1], done, later)
            elif op == "group":
                for each in inputs:
                    self.one(each, done, later)
                done[name] = None
            else:
                done[name] = self.ops[op](*(self.one(each, done, later) for each in inputs))
        return done[name]
'''),
    ("12.3", "right", "a stack", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.table = {name: (op, inputs) for name, op, inputs in steps}
        self.state, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        values, new = {**self.state, **(feed_dict or {})}, {}
        todo = list(fetches)[::-1]
        while todo:
            name = todo[-1]
            if name in values:
                todo.pop()
                continue
            op, inputs = self.table[name]
            needs = inputs[1:] if op == "assign" else inputs
            missing = [each for each in needs if each not in values]
            if missing:
                todo += missing[::-1]
                continue
            if op == "assign":
                values[name] = new[inputs[0]] = values[inputs[1]]
            else:
                values[name] = None if op == "group" else self.ops[op](*[values[each] for each in inputs])
        self.state.update(new)
        return [values[name] for name in fetches]
'''),
    ("12.3", "right", "functools.cache within a run", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps, self.vars, self.ops = list(steps), dict(variables), ops

    def run(self, fetches, feed_dict=None):
        from functools import cache
        feed, writes = feed_dict or {}, []

        @cache
        def value(name):
            if name in feed:
                return feed[name]
            for n, op, inputs in self.steps:
                if n == name:
                    break
            else:
                return self.vars[name]
            if op == "assign":
                writes.append((inputs[0], value(inputs[1])))
                return value(inputs[1])
            args = [value(i) for i in inputs]
            return None if op == "group" else self.ops[op](*args)
        results = [value(f) for f in fetches]
        for name, v in writes:
            self.vars[name] = v
        return results
'''),
    ("12.3", "right", "wanted steps first, then rounds", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps, self.variables, self.ops = steps, variables.copy(), ops

    def run(self, fetches, feed_dict=None):
        known = self.variables | (feed_dict or {})
        made = {n: (o, i[1:] if o == "assign" else i) for n, o, i in self.steps}
        target = {n: i[0] for n, o, i in self.steps if o == "assign"}
        wanted, look = set(), list(fetches)
        while look:
            n = look.pop()
            if n not in known and n not in wanted:
                wanted.add(n)
                look.extend(made[n][1])
        updates = {}
        while wanted:
            for n in sorted(wanted):
                op, needs = made[n]
                if all(x in known for x in needs):
                    got = [known[x] for x in needs]
                    known[n] = got[0] if op == "assign" else None if op == "group" else self.ops[op](*got)
                    if op == "assign":
                        updates[target[n]] = got[0]
                    wanted.remove(n)
        self.variables.update(updates)
        return [known[f] for f in fetches]
'''),
    ("12.3", "altered", "the caller's variables", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = variables, ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.v.update(new)
        return out
'''),
    ("12.3", "remembers", "on the class", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        Session.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        Session.v.update(new)
        return out
'''),
    ("12.3", "partly", "variables win over feeds", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**(feed_dict or {}), **self.v}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.v.update(new)
        return out
'''),
    ("12.3", "partly", "group gives a list", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                vals[n] = [value(i) for i in inputs]
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.v.update(new)
        return out
'''),
    ("12.3", "a dict", "a dict of results", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = {f: value(f) for f in fetches}
        self.v.update(new)
        return out
'''),
    ("12.3", "one change", "written at once", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = self.v[inputs[0]] = vals[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        return out
'''),
    ("12.3", "partly", "assign gives None", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                new[inputs[0]] = value(inputs[1])
                vals[n] = None
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.v.update(new)
        return out
'''),
    ("12.3", "", "no return", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.v.update(new)
'''),
    ("12.3", "one change", "cached over runs", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops
        self.memo = {}

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.memo, **self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                for i in inputs:
                    value(i)
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.memo = vals
        self.v.update(new)
        return out
'''),
    ("12.3", "partly", "group is not run", '''
class Session:
    def __init__(self, steps, variables, ops):
        self.made = {n: (o, i) for n, o, i in steps}
        self.v, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        vals, new = {**self.v, **(feed_dict or {})}, {}

        def value(n):
            if n in vals:
                return vals[n]
            op, inputs = self.made[n]
            if op == "assign":
                vals[n] = new[inputs[0]] = value(inputs[1])
            elif op == "group":
                vals[n] = None
            else:
                vals[n] = self.ops[op](*[value(i) for i in inputs])
            return vals[n]
        out = [value(f) for f in fetches]
        self.v.update(new)
        return out
'''),
    ("12.4", "right", "get and None", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "right", "defaultdict of lists", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        from collections import defaultdict
        grads = defaultdict(list)
        grads[id(target)].append(np.ones(np.shape(target)))
        for value, pullback, inputs in self.notes[::-1]:
            if grads[id(value)]:
                total = sum(grads[id(value)][1:], grads[id(value)][0])
                for x, d in zip(inputs, pullback(total)):
                    grads[id(x)].append(d)
        return [sum(grads[id(s)][1:], grads[id(s)][0]) if grads[id(s)] else None for s in sources]
'''),
    ("12.4", "right", "a list searched by `is`", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        known = [[target, np.ones_like(target)]]

        def entry(x):
            return next((pair for pair in known if pair[0] is x), None)
        for value, pullback, inputs in reversed(self.notes):
            found = entry(value)
            if found is not None:
                for x, d in zip(inputs, pullback(found[1])):
                    old = entry(x)
                    if old is None:
                        known.append([x, d])
                    else:
                        old[1] = old[1] + d
        return [None if entry(s) is None else entry(s)[1] for s in sources]
'''),
    ("12.4", "right", "while and an index, helper method", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        g = {}
        self.add(g, target, np.ones_like(target))
        i = len(self.notes) - 1
        while i >= 0:
            value, pullback, inputs = self.notes[i]
            if id(value) in g:
                parts = pullback(g[id(value)])
                for j in range(len(inputs)):
                    self.add(g, inputs[j], parts[j])
            i -= 1
        return [g[id(s)] if id(s) in g else None for s in sources]

    @staticmethod
    def add(g, x, d):
        g[id(x)] = d if id(x) not in g else np.add(g[id(x)], d)
'''),
    ("12.4", "only some right", "overwritten", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = d
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "only some right", "zeros for None", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return [grads.get(id(s), np.zeros_like(s)) for s in sources]
'''),
    ("12.4", "only some right", "forwards", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in self.notes:
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "one change", "the tape is emptied", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        self.notes = []
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "only some right", "popped", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        while self.notes:
            value, pullback, inputs = self.notes.pop()
            if id(value) in grads:
                for x, d in zip(inputs, pullback(grads[id(value)])):
                    grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "pairs as numbers", "run gives the pair", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value, pullback

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "None used", "run gives nothing", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return [grads.get(id(s)) for s in sources]
'''),
    ("12.4", "only some right", "by value", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {target.tobytes(): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(value.tobytes())
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[x.tobytes()] = grads[x.tobytes()] + d if x.tobytes() in grads else d
        return [grads.get(s.tobytes()) for s in sources]
'''),
    ("12.4", "nothing in a part", "the first source only", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, pullback, inputs))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, pullback, inputs in reversed(self.notes):
            g = grads.get(id(value))
            if g is None:
                continue
            for x, d in zip(inputs, pullback(g)):
                grads[id(x)] = grads[id(x)] + d if id(x) in grads else d
        return grads.get(id(sources[0]))
'''),
    ("12.5", "right", "range and a sum", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
return {"loss": losses}
'''),
    ("12.5", "right", "np.average with weights", '''
history = {"loss": []}
starts = list(range(0, len(x), batch_size))
for _ in range(epochs):
    found = [step(x[s:s + batch_size], y[s:s + batch_size]) for s in starts]
    history["loss"].append(float(np.average(found, weights=[len(x[s:s + batch_size]) for s in starts])))
return history
'''),
    ("12.5", "right", "a while", '''
def epoch():
    at, total = 0, 0
    while at < len(y):
        end = min(at + batch_size, len(y))
        total = total + (end - at) * step(x[at:end], y[at:end])
        at = end
    return total / len(y)
return dict(loss=[epoch() for _ in range(epochs)])
'''),
    ("12.5", "right", "np.split", '''
edges = np.arange(batch_size, len(x), batch_size)
out = []
for e in range(epochs):
    parts = [(step(a, b), a.shape[0]) for a, b in zip(np.split(x, edges), np.split(y, edges))]
    out.append(sum(l * n for l, n in parts) / sum(n for _, n in parts))
return {"loss": out}
'''),
    ("12.5", "a mean of means", "mean of batches", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb)
    losses.append(total / len(range(0, len(x), batch_size)))
return {"loss": losses}
'''),
    ("12.5", "last batch lost", "the last batch dropped", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x) - batch_size + 1, batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
return {"loss": losses}
'''),
    ("12.5", "the list alone", "a list", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
return losses
'''),
    ("12.5", "a loss for each step", "one for each batch", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        losses.append(step(xb, yb))
return {"loss": losses}
'''),
    ("12.5", "never reset", "total never reset", '''
total = 0.0
losses = []
for _ in range(epochs):
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
return {"loss": losses}
'''),
    ("12.5", "a sum", "sum of the epoch", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total)
return {"loss": losses}
'''),
    ("12.5", "full batches assumed", "always batch_size", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * batch_size
    losses.append(total / len(x))
return {"loss": losses}
'''),
    ("12.5", "one epoch", "returned after one epoch", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
    return {"loss": losses}
'''),
    ("12.5", "labels not cut", "y not cut", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
return {"loss": losses}
'''),
    ("12.5", "nothing in a part", "printed", '''
losses = []
for _ in range(epochs):
    total = 0.0
    for i in range(0, len(x), batch_size):
        xb, yb = x[i:i + batch_size], y[i:i + batch_size]
        total += step(xb, yb) * len(xb)
    losses.append(total / len(x))
print({"loss": losses})
'''),
    ("12.3", "one change", 'a variable that is fed in this run is not written by its …', '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps = {name: (op, inputs) for name, op, inputs in steps}
        self.variables = dict(variables)
        self.ops = ops

    def run(self, fetches, feed_dict=None):
        feed_dict = feed_dict or {}
        values = {**self.variables, **feed_dict}
        writes = {}
        def value(name):
            if name not in values:
                op, inputs = self.steps[name]
                args = [value(i) for i in (inputs[1:] if op == "assign" else inputs)]
                if op == "assign":
                    values[name] = args[0]
                    if inputs[0] not in feed_dict:
                        writes[inputs[0]] = args[0]
                elif op == "group":
                    values[name] = None
                else:
                    values[name] = self.ops[op](*args)
            return values[name]
        result = [value(name) for name in fetches]
        self.variables.update(writes)
        return result
'''),
    ("12.1", "partly", 'np.asarray(None) is an array of one object', '''
def traffic(feed, fetched):
    return sum(np.asarray(value).nbytes for value in [*feed.values(), *fetched])
'''),
    ("12.1", "partly", 'only floating numbers of NumPy', '''
def traffic(feed, fetched):
    total = sum(array.nbytes for array in feed.values())
    for value in fetched:
        if isinstance(value, (np.ndarray, np.floating)):
            total += value.nbytes
    return total
'''),
    ("12.1", "partly", 'bytes from the first stride, as in C', '''
def traffic(feed, fetched):
    total = 0
    for array in feed.values():
        total += array.strides[0] * array.shape[0]
    for value in fetched:
        if value is not None:
            total += value.nbytes
    return total
'''),
    ("12.1", "one change", 'counts at least one number for each', '''
def traffic(feed, fetched):
    def count(value):
        return max(1, value.size) * value.itemsize       # a number has size 1

    return sum(count(a) for a in feed.values()) + sum(count(v) for v in fetched if v is not None)
'''),
    ("12.2", "the word anywhere", "'assign' anywhere in the step", '''
def grouped(steps, fetches):
    assigns = tuple(step[0] for step in steps if "assign" in step)
    return [*steps, ("updates", "group", assigns)], [*fetches, "updates"]
'''),
    ("12.2", "sorted", 'sorted set of names', '''
def grouped(steps, fetches):
    assigns = {name for name, op, inputs in steps if op == "assign"}
    return [*steps, ("updates", "group", tuple(sorted(assigns)))], [*fetches, "updates"]
'''),
    ("12.2", "each value once", 'a dict keyed by the value that is written', '''
def grouped(steps, fetches):
    by_value = {inputs[1]: name for name, op, inputs in steps if op == "assign"}
    return [*steps, ("updates", "group", tuple(by_value.values()))], [*fetches, "updates"]
'''),
    ("12.3", "one change", 'a fed zero is taken for not fed', '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps = {name: (op, inputs) for name, op, inputs in steps}
        self.variables = dict(variables)
        self.ops = ops

    def run(self, fetches, feed_dict=None):
        feed, values, written = feed_dict or {}, {}, {}

        def value(name):
            if name in values:
                return values[name]
            if name in self.variables:
                fed = feed.get(name)
                result = self.variables[name] if fed is None or not np.any(fed) else fed
            elif name in feed:
                result = feed[name]
            else:
                op, inputs = self.steps[name]
                if op == "assign":
                    result = written[inputs[0]] = value(inputs[1])
                elif op == "group":
                    result = [value(each) for each in inputs] and None
                else:
                    result = self.ops[op](*[value(each) for each in inputs])
            values[name] = result
            return result

        out = [value(name) for name in fetches]
        self.variables.update(written)
        return out
'''),
    ("12.3", "no such key", 'looks among the steps before it looks at the feed', '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps = {name: (op, inputs) for name, op, inputs in steps}
        self.variables = dict(variables)
        self.ops = ops

    def run(self, fetches, feed_dict=None):
        feed, values, written = feed_dict or {}, {}, {}

        def value(name):
            if name in values:
                return values[name]
            if name not in self.steps:
                return feed[name] if name in feed else self.variables[name]
            op, inputs = self.steps[name]
            if op == "assign":
                result = written[inputs[0]] = value(inputs[1])
            elif op == "group":
                for each in inputs:
                    value(each)
                result = None
            else:
                result = self.ops[op](*[value(each) for each in inputs])
            values[name] = result
            return result

        out = [value(name) for name in fetches]
        self.variables.update(written)
        return out
'''),
    ("12.3", "partly", 'results in a dict by name', '''
class Session:
    def __init__(self, steps, variables, ops):
        self.steps = {name: (op, inputs) for name, op, inputs in steps}
        self.variables = dict(variables)
        self.ops = ops

    def run(self, fetches, feed_dict=None):
        values, written = {**self.variables, **(feed_dict or {})}, {}

        def value(name):
            if name not in values:
                op, inputs = self.steps[name]
                if op == "assign":
                    values[name] = written[inputs[0]] = value(inputs[1])
                elif op == "group":
                    for each in inputs:
                        value(each)
                    values[name] = None
                else:
                    values[name] = self.ops[op](*[value(each) for each in inputs])
            return values[name]

        result = {name: value(name) for name in fetches}
        self.variables.update(written)
        return list(result.values())
'''),
    ("12.4", "only some right", 'notes only the ids', '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((id(value), [id(x) for x in inputs], pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, inputs, pullback in reversed(self.notes):
            if value in grads:
                for each, grad in zip(inputs, pullback(grads[value])):
                    grads[each] = grads[each] + grad if each in grads else grad
        return [grads.get(id(source)) for source in sources]
'''),
    ("12.4", "only some right", 'reverse() turns the notes themselves', '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        self.notes.reverse()
        for value, inputs, pullback in self.notes:
            if id(value) in grads:
                for each, grad in zip(inputs, pullback(grads[id(value)])):
                    grads[id(each)] = grads[id(each)] + grad if id(each) in grads else grad
        return [grads.get(id(source)) for source in sources]
'''),
    ("12.4", "only some right", 'pops a gradient when it has been passed on', '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, inputs, pullback in reversed(self.notes):
            mine = grads.pop(id(value), None)
            if mine is None:
                continue
            for each, grad in zip(inputs, pullback(mine)):
                grads[id(each)] = grads[id(each)] + grad if id(each) in grads else grad
        return [grads.get(id(source)) for source in sources]
'''),
    ("12.4", "only some right", "a dict of one op's gradients loses one where the op …", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, inputs, pullback in reversed(self.notes):
            if id(value) not in grads:
                continue
            parts = dict(zip(map(id, inputs), pullback(grads[id(value)])))
            for key, part in parts.items():
                grads[key] = part if key not in grads else grads[key] + part
        return [grads.get(id(source)) for source in sources]
'''),
    ("12.4", "one change", 'skips a gradient of zeros to save work', '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.notes.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, inputs, pullback in reversed(self.notes):
            mine = grads.get(id(value))
            if mine is None or not np.any(mine):
                continue                          # nothing to pass on
            for each, grad in zip(inputs, pullback(mine)):
                grads[id(each)] = grads[id(each)] + grad if id(each) in grads else grad
        return [grads.get(id(source)) for source in sources]
'''),
    ("12.5", "equal parts", 'array_split makes equal parts', '''
def fit_batches(step, x, y, batch_size, epochs):
    parts = -(-len(x) // batch_size)
    losses = []
    for _ in range(epochs):
        total = 0.0
        for xb, yb in zip(np.array_split(x, parts), np.array_split(y, parts)):
            total += step(xb, yb) * len(xb)
        losses.append(total / len(x))
    return {"loss": losses}
'''),
    ("12.5", "batches used up", 'the batches are an iterator that is made once', '''
def fit_batches(step, x, y, batch_size, epochs):
    starts = range(0, len(x), batch_size)
    batches = ((x[s:s + batch_size], y[s:s + batch_size]) for s in starts)
    losses = []
    for _ in range(epochs):
        total = sum(step(xb, yb) * len(xb) for xb, yb in batches)
        losses.append(total / len(x))
    return {"loss": losses}
'''),
    ("12.5", "an empty batch", 'one batch too many where batch_size divides the length', '''
def fit_batches(step, x, y, batch_size, epochs):
    losses = []
    for _ in range(epochs):
        total = 0.0
        for k in range(len(x) // batch_size + 1):
            xb, yb = x[k * batch_size:(k + 1) * batch_size], y[k * batch_size:(k + 1) * batch_size]
            total += step(xb, yb) * len(xb)
        losses.append(total / len(x))
    return {"loss": losses}
'''),
    ("12.5", "never reset", 'total and count are not set to zero in a new epoch', '''
def fit_batches(step, x, y, batch_size, epochs):
    losses, total, seen = [], 0.0, 0
    for _ in range(epochs):
        for start in range(0, len(x), batch_size):
            xb, yb = x[start:start + batch_size], y[start:start + batch_size]
            total += step(xb, yb) * len(xb)
            seen += len(xb)
        losses.append(total / seen)
    return {"loss": losses}
'''),
    ("12.2", "one change", 'if there is a group already it takes that one and adds none', '''
def grouped(steps, fetches):
    if not any(op == "group" for _, op, _ in steps):
        names = tuple(name for name, op, _ in steps if op == "assign")
        steps = steps + [("updates", "group", names)]
    return steps, fetches + ["updates"]
'''),
    ("12.4", "altered", "each op runs again for its pullback", '''
class Tape:
    def __init__(self):
        self.notes = []

    def run(self, op, *inputs):
        value, _ = op(*inputs)
        self.notes.append((op, inputs, value))
        return value

    def gradient(self, target, sources):
        slopes = {id(target): np.ones_like(target)}
        for op, inputs, value in self.notes[::-1]:
            if id(value) in slopes:
                for x, slope in zip(inputs, op(*inputs)[1](slopes[id(value)])):
                    slopes[id(x)] = slopes[id(x)] + slope if id(x) in slopes else slope
        return [slopes.get(id(x)) for x in sources]
'''),
    ("12.4", "nothing in a part", "gradient returns nothing", '''
class Tape:
    def __init__(self):
        self.records = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.records.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, inputs, pullback in reversed(self.records):
            if id(value) in grads:
                for x, grad in zip(inputs, pullback(grads[id(value)])):
                    grads[id(x)] = grads.get(id(x), 0) + grad
'''),
    ("12.4", "no dimension", "ones by the length of the target", '''
class Tape:
    def __init__(self):
        self.records = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.records.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones(len(target))}
        for value, inputs, pullback in reversed(self.records):
            if id(value) in grads:
                for x, grad in zip(inputs, pullback(grads[id(value)])):
                    grads[id(x)] = grads.get(id(x), 0) + grad
        return [grads.get(id(x)) for x in sources]
'''),
    ("12.6", "right", "settings and shapes first, then the weights", '''
norms = [(n, c) for n, k, c, w in layers if k == 'BatchNormalization']
settings = {n: {'eps': c['epsilon'], 'momentum': 1 - c['momentum']} for n, c in norms}
shape_of, last = {}, None
for n, k, c, w in layers:
    if k == 'Flatten': last = c['input_shape']
    if k == 'Dense': shape_of[n], last = last, None
state = {}
for n, k, c, ws in layers:
    if not ws: continue
    first = ws[0]
    if k == 'Conv2D': first = first.transpose(3, 2, 0, 1)
    if k == 'Dense':
        s = shape_of[n]
        first = first.T if s is None else first.T.reshape(-1, *s).transpose(0, 3, 1, 2).reshape(first.shape[1], -1)
    for word, w in zip(['weight', 'bias', 'running_mean', 'running_var'], [first, *ws[1:]]):
        state[f'{n}.{word}'] = w
return (state, settings)
'''),
    ("12.6", "by their names", "a layer's name for its kind",
     {'elif kind == "Conv2D"': 'elif "conv" in name'}),
    ("12.7", "right", "steps in the order of a visit", '''
by = {s[0]: s for s in steps}
order, seen = [], set()
def visit(n):
    if n in seen or n not in by: return
    seen.add(n)
    for x in by[n][2]: visit(x)
    order.append(n)
visit(target)
out = list(steps)
g = {}
def emit(op, ins):
    n = 'g%d' % len(out)
    out.append((n, op, ins))
    return n
g[target] = emit('ones_like', (target,))
for n in reversed(order):
    _, op, ins = by[n]
    if n not in g: continue
    for x, s in zip(ins, rules[op](g[n], n, *ins)):
        if s is None: continue
        e = emit(*s)
        g[x] = emit('add', (g[x], e)) if x in g else e
return out, list(map(g.get, sources))
'''),
    ("12.7", "altered", "all steps once more for each source", '''
made, out = list(steps), []
for source in sources:
    grads = {}
    def add(x, op, inputs):
        made.append((f'g{len(made)}', op, inputs))
        if x in grads:
            made.append((f'g{len(made)}', 'add', (grads[x], made[-1][0])))
        grads[x] = made[-1][0]
    add(target, 'ones_like', (target,))
    for name, op, inputs in reversed(steps):
        if name in grads:
            for x, step in zip(inputs, rules[op](grads[name], name, *inputs)):
                if step is not None:
                    add(x, *step)
    out.append(grads.get(source))
return made, out
'''),
    ("12.7", "altered", "for each source the steps that lead to it", '''
made, out = list(steps), []
by = {n: i for n, o, i in steps}
def needs(n, s): return n == s or any(needs(x, s) for x in by.get(n, ()))
for source in sources:
    grads = {}
    def add(x, op, inputs):
        made.append((f'g{len(made)}', op, inputs))
        if x in grads:
            made.append((f'g{len(made)}', 'add', (grads[x], made[-1][0])))
        grads[x] = made[-1][0]
    if not needs(target, source):
        out.append(None); continue
    add(target, 'ones_like', (target,))
    for name, op, inputs in reversed(steps):
        if name in grads:
            for x, step in zip(inputs, rules[op](grads[name], name, *inputs)):
                if step is not None and needs(x, source):
                    add(x, *step)
    out.append(grads.get(source))
return made, out
'''),
    ("12.7", "a source used up", "pop for get",
     {'[grads.get(x) for x in sources]': '[grads.pop(x, None) for x in sources]'}),
    ("12.8", "right", "a tape made before", '''
def keras_train_step(model, loss_fn, optimizer, x, y):
    import minitorch.dialects.tf2 as tf
    tape = tf.GradientTape(persistent=True)
    with tape:
        p = model(x, training=True)
        loss = tf.add_n([loss_fn(y, p), *model.losses])
    v = model.trainable_variables
    g = tape.gradient(loss, v)
    optimizer.apply_gradients((a, b) for a, b in zip(g, v))
    return float(loss.numpy())
'''),
    ("12.8", "clipped", "each gradient clipped", '''
def keras_train_step(model, loss_fn, optimizer, x, y):
    import minitorch.dialects.tf2 as tf
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True)) + sum(model.losses)
    grads = tape.gradient(loss, model.trainable_variables)
    grads = [tf.clip_by_norm(g, 1.0) for g in grads]
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return float(loss)
'''),
    ("12.8", "clipped", "all clipped together", '''
def keras_train_step(model, loss_fn, optimizer, x, y):
    import minitorch.dialects.tf2 as tf
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True)) + sum(model.losses)
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return float(loss)
'''),
    ("12.5", "too many", "trains through all batches and then calls step again to measure: twice as", '''
def fit_batches(step, x, y, batch_size, epochs):
    starts = list(range(0, len(x), batch_size))
    history = []
    for _ in range(epochs):
        for i in starts:
            step(x[i:i + batch_size], y[i:i + batch_size])
        total = 0.0
        for i in starts:
            xb, yb = x[i:i + batch_size], y[i:i + batch_size]
            total += len(xb) * step(xb, yb)
        history.append(total / len(x))
    return {"loss": history}
'''),
    ("12.7", "taken out", "takes a gradient out of the dict when it is used: a source inside the", '''
def gradients(steps, target, sources, rules):
    made = list(steps)
    open_grads = {}

    def new(op, inputs):
        name = f"g{len(made)}"
        made.append((name, op, inputs))
        return name

    open_grads[target] = new("ones_like", (target,))
    for name, op, inputs in reversed(steps):
        grad = open_grads.pop(name, None)
        if grad is None:
            continue
        for inp, rule in zip(inputs, rules[op](grad, name, *inputs)):
            if rule:
                g = new(*rule)
                open_grads[inp] = new("add", (open_grads[inp], g)) if inp in open_grads else g
    return made, [open_grads.get(s) for s in sources]
'''),
    ("12.2", "by their names", "names of the figure written down instead of found", '''
def grouped(steps, fetches):
    group = ("updates", "group", ("new_w1", "new_w2"))
    return steps + [group], fetches + ["updates"]
'''),
    ("12.2", "not at the end", "group stands right behind the last assign, not at the end of the steps", '''
def grouped(steps, fetches):
    result = []
    names = [s[0] for s in steps if s[1] == "assign"]
    for s in steps:
        result.append(s)
        if names and s[0] == names[-1]:
            result.append(("updates", "group", tuple(names)))
    return result, fetches + ["updates"]
'''),
    ("12.5", "a mean for a sum", "takes what step returns for a sum over the batch", '''
def fit_batches(step, x, y, batch_size, epochs):
    losses = []
    n = len(x)
    for _ in range(epochs):
        epoch_loss = sum(step(x[i:i + batch_size], y[i:i + batch_size]) for i in range(0, n, batch_size))
        losses.append(epoch_loss / n)
    return {"loss": losses}
'''),
    ("12.5", "one part: another order", "shuffles in each epoch, as fit usually does", '''
def fit_batches(step, x, y, batch_size, epochs):
    rng = np.random.default_rng(0)
    losses = []
    for _ in range(epochs):
        order = rng.permutation(len(x))
        total = 0.0
        for i in range(0, len(x), batch_size):
            rows = order[i:i + batch_size]
            total += step(x[rows], y[rows]) * len(rows)
        losses.append(total / len(x))
    return {"loss": losses}
'''),
    ("12.8", "one change", "variables first, gradients second in the pairs", '''
def keras_train_step(model, loss_fn, optimizer, x, y):
    import minitorch.dialects.tf2 as tf
    with tf.GradientTape() as tape:
        scores = model(x, training=True)
        loss = loss_fn(y, scores) + sum(model.losses)
    weights = model.trainable_variables
    grads = tape.gradient(loss, weights)
    optimizer.apply_gradients(zip(weights, grads))
    return float(loss)
'''),
    ("12.7", "altered", "writes zeros_like where the target does not depend on a source", '''
def gradients(steps, target, sources, rules):
    made = list(steps)
    def put(op, *inputs):
        made.append((f"g{len(made)}", op, inputs))
        return made[-1][0]
    grads = {target: put("ones_like", target)}
    for name, op, inputs in reversed(steps):
        if name in grads:
            for i, step in zip(inputs, rules[op](grads[name], name, *inputs)):
                if step:
                    new = put(step[0], *step[1])
                    grads[i] = put("add", grads[i], new) if i in grads else new
    return made, [grads[s] if s in grads else put("zeros_like", s) for s in sources]
'''),
    ("12.7", "taken out", "takes a gradient out when it is used: a source in the middle of the graph", '''
def gradients(steps, target, sources, rules):
    made = list(steps)
    def add_step(op, inputs):
        name = f"g{len(made)}"
        made.append((name, op, inputs))
        return name
    grads = {target: add_step("ones_like", (target,))}
    for name, op, inputs in steps[::-1]:
        grad = grads.pop(name, None)
        if grad is None:
            continue
        for inp, step in zip(inputs, rules[op](grad, name, *inputs)):
            if step is None:
                continue
            g = add_step(*step)
            grads[inp] = add_step("add", (grads[inp], g)) if inp in grads else g
    return made, [grads.get(s) for s in sources]
'''),
]
