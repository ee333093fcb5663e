"""Answers to lesson 10 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("10.1", "right", "sizes, then their running sum", '''
sizes = [n // ranks + int(r < n % ranks) for r in range(ranks)]
stops = np.cumsum(sizes)
return [(int(stop - size), int(stop)) for stop, size in zip(stops, sizes)]
'''),
    ("10.1", "right", "a formula for each rank", '''
q, r = n // ranks, n % ranks
return [(i * q + min(i, r), (i + 1) * q + min(i + 1, r)) for i in range(ranks)]
'''),
    ("10.1", "right", "what is left is shared among the ranks that are left", '''
out, start = [], 0
for left in range(ranks, 0, -1):
    size = -(-(n - start) // left)
    out.append((start, start + size))
    start += size
return out
'''),
    ("10.1", "right", "an array of pairs", '''
ends = np.concatenate([[0], np.cumsum([len(p) for p in np.array_split(np.arange(n), ranks)])])
return np.stack([ends[:-1], ends[1:]], axis=1)
'''),
    ("10.1", "rest lost", "whole division only", '''
per = int(n / ranks)
return [(i * per, i * per + per) for i in range(ranks)]
'''),
    ("10.1", "last takes the rest", "the last pair mended", '''
per = n // ranks
out = [(i * per, (i + 1) * per) for i in range(ranks)]
out[-1] = (out[-1][0], n)
return out
'''),
    ("10.1", "rounded up", "ceil, cut at n", '''
per = int(np.ceil(n / ranks))
return [(min(i * per, n), min((i + 1) * per, n)) for i in range(ranks)]
'''),
    ("10.1", "spread by rounding", "linspace", '''
ends = np.linspace(0, n, ranks + 1).astype(int)
return list(zip(ends[:-1].tolist(), ends[1:].tolist()))
'''),
    ("10.1", "the indices", "array_split itself", "return [p.tolist() for p in np.array_split(np.arange(n), ranks)]"),
    ("10.2", "right", "sums per parameter, then divided", '''
out = []
for i in range(len(grads[0])):
    total = np.zeros_like(grads[0][i])
    for r in range(len(grads)):
        if counts[r] > 0:
            total = total + counts[r] * grads[r][i]
    out.append(total / sum(counts))
return out
'''),
    ("10.2", "right", "nan_to_num, stacked, tensordot", '''
w = np.array(counts) / np.sum(counts)
return [np.tensordot(w, np.nan_to_num(np.stack(g)), axes=1) for g in zip(*grads)]
'''),
    ("10.2", "right", "filtered first", '''
live = [(c, g) for c, g in zip(counts, grads) if c]
c = [a for a, _ in live]
return [sum(a * b for a, b in zip(c, params)) / sum(c) for params in zip(*[g for _, g in live])]
'''),
    ("10.2", "plain mean", "nanmean over ranks", "return [np.nanmean(np.stack(g), axis=0) for g in zip(*grads)]"),
    ("10.2", "nan spreads", "np.average with weights",
     "return [np.average(np.stack(g), axis=0, weights=counts) for g in zip(*grads)]"),
    ("10.2", "not divided", "weighted sum", '''
return [sum(c * g for c, g in zip(counts, p) if c) for p in zip(*grads)]
'''),
    ("10.2", "divided by ranks", "weighted sum over the number of ranks", '''
return [sum(c * g for c, g in zip(counts, p) if c) / len(grads) for p in zip(*grads)]
'''),
    ("10.3", "right", "modulo left to Python's negative index", '''
k = rank - 1 - step
mine[k] += left[k]
'''),
    ("10.3", "right", "written through [:]", '''
n = len(mine)
k = (rank + n - 1 - step) % n
mine[k][:] = mine[k] + left[k]
'''),
    ("10.3", "right", "number by number", '''
k = (rank - step - 1) % len(mine)
for i, value in enumerate(left[k]):
    mine[k][i] += value
'''),
    ("10.3", "a new array", "plus without in place", '''
k = (rank - step - 1) % len(mine)
mine[k] = left[k] + mine[k]
'''),
    ("10.3", "one part late", "the part that one sends", '''
k = (rank - step) % len(mine)
mine[k] += left[k]
'''),
    ("10.3", "other way round", "the part goes up", '''
k = (rank + step - 1) % len(mine)
mine[k] += left[k]
'''),
    ("10.3", "everything", "all parts in a comprehension of adds", '''
for k in range(len(mine)):
    mine[k] += left[k]
'''),
    ("10.3", "altered", "pushed to the left neighbour instead", '''
k = (rank - step - 1) % len(mine)
left[k] += mine[k]
'''),
    ("10.4", "right", "np.copyto", '''
k = (rank - step) % len(mine)
np.copyto(mine[k], left[k])
'''),
    ("10.4", "right", "zero, then add", '''
k = rank - step
mine[k] *= 0
mine[k] += left[k]
'''),
    ("10.4", "added", "as in 10.3", '''
k = (rank - step) % len(mine)
mine[k] += left[k]
'''),
    ("10.4", "a new array", "the list's element replaced", '''
k = (rank - step) % len(mine)
mine[k] = left[k]
'''),
    ("10.4", "the part of 10.3", "the index of 10.3", '''
k = (rank - step - 1) % len(mine)
mine[k][...] = left[k]
'''),
    ("10.4", "what I have", "counted from the part that one has", '''
k = (rank + 1 - step) % len(mine)
mine[k][...] = left[k]
'''),
    ("10.5", "right", "with enumerate, the room counted up", '''
result, used = [], None
for i, size in reversed(list(enumerate(sizes))):
    if used is None or used + size > most:
        result.append([i])
        used = size
    else:
        result[-1].append(i)
        used += size
return result
'''),
    ("10.5", "right", "pop from a stack", '''
waiting, result = list(range(len(sizes))), []
while waiting:
    bucket = [waiting.pop()]
    while waiting and sum(sizes[j] for j in bucket) + sizes[waiting[-1]] <= most:
        bucket.append(waiting.pop())
    result.append(bucket)
return result
'''),
    ("10.5", "first layer first", "enumerate from the front", '''
result, used = [], 0
for i, size in enumerate(sizes):
    if not result or used + size > most:
        result.append([])
        used = 0
    result[-1].append(i)
    used += size
return result
'''),
    ("10.5", "last one forgotten", "appended only when full", '''
result, bucket, used = [], [], 0
for i in range(len(sizes) - 1, -1, -1):
    if bucket and used + sizes[i] > most:
        result.append(bucket)
        bucket, used = [], 0
    bucket.append(i)
    used += sizes[i]
return result
'''),
    ("10.5", "never quite full", "less than most", '''
result, used = [], 0
for i in range(len(sizes))[::-1]:
    if not result or used + sizes[i] >= most:
        result.append([])
        used = 0
    result[-1].append(i)
    used += sizes[i]
return result
'''),
    ("10.5", "over the limit", "closed when it has reached most", '''
result, bucket = [], []
for i in range(len(sizes))[::-1]:
    bucket.append(i)
    if sum(sizes[j] for j in bucket) >= most:
        result.append(bucket)
        bucket = []
return result + ([bucket] if bucket else [])
'''),
    ("10.6", "right", "a dict for the state", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.state = {"w": weights * 1.0, "steps": 0}
        self.lr, self.bound = lr, bound

    def fetch(self):
        return self.state["w"] * 1.0, self.state["steps"]

    def push(self, gradient, version):
        age = self.state["steps"] - version
        if not age > self.bound:
            self.state["w"] = self.state["w"] - self.lr * gradient
            self.state["steps"] += 1
        return age
'''),
    ("10.6", "its own array + not copied", "no copy in fetch, since push makes a new array", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.version = weights, lr, bound, 0

    def fetch(self):
        return self.w, self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale <= self.bound:
            self.w = self.w - self.lr * gradient
            self.version += 1
        return stale
'''),
    ("10.6", "its own array", "fetch without a copy", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.version = weights.copy(), lr, bound, 0

    def fetch(self):
        return self.w, self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale <= self.bound:
            self.w -= self.lr * gradient
            self.version += 1
        return stale
'''),
    ("10.6", "counted when dropped", "version counts pushes", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.version = weights.copy(), lr, bound, 0

    def fetch(self):
        return self.w.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        self.version += 1
        if stale <= self.bound:
            self.w -= self.lr * gradient
        return stale
'''),
    ("10.6", "bound excluded", "dropped from bound on", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.version = weights.copy(), lr, bound, 0

    def fetch(self):
        return self.w.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale >= self.bound:
            return stale
        self.w -= self.lr * gradient
        self.version += 1
        return stale
'''),
    ("10.1", "empty shares left out", "only those who have work", '''
s = [n // ranks + (r < n % ranks) for r in range(ranks)]
return [(sum(s[:r]), sum(s[:r + 1])) for r in range(ranks) if s[r]]
'''),
    ("10.1", "a share too many", "steps of one size", '''
size = max(1, n // ranks)
return [(a, min(a + size, n)) for a in range(0, n, size)]
'''),
    ("10.1", "one change", "one rank too few", '''
s = [n // ranks + (r < n % ranks) for r in range(ranks)]
return [(sum(s[:r]), sum(s[:r + 1])) for r in range(ranks - 1)]
'''),
    ("10.2", "altered", "multiplied in place", '''
for r, c in enumerate(counts):
    for g in grads[r]:
        g *= c / sum(counts)
return [np.nansum(p, axis=0) for p in zip(*grads)]
'''),
    ("10.2", "one change", "weights relative to the largest", '''
return [sum(c / max(counts) * g for c, g in zip(counts, p) if c) for p in zip(*grads)]
'''),
    ("10.3", "a new array", "a list returned", '''
k = (rank - step - 1) % len(mine)
return [a + b if i == k else a for i, (a, b) in enumerate(zip(mine, left))]
'''),
    ("10.3", "as if all were rank 0", "the part of the step", "mine[step] += left[step]"),
    ("10.3", "", "subtracted", '''
k = (rank - step - 1) % len(mine)
mine[k] -= left[k]
'''),
    ("10.4", "the larger", "the larger of both", '''
k = (rank - step) % len(mine)
np.maximum(mine[k], left[k], out=mine[k])
'''),
    ("10.4", "the same part in each step", "the left neighbour's number", '''
mine[rank - 1][:] = left[rank - 1]
'''),
    ("10.4", "everything", "all of the left", '''
for a, b in zip(mine, left):
    a[...] = b
'''),
    ("10.5", "counted twice", "a new bucket begins with its first size, which is added again", '''
out, used = [], 0
for i in range(len(sizes))[::-1]:
    if not out or used + sizes[i] > most:
        out.append([])
        used = sizes[i]
    out[-1].append(i)
    used += sizes[i]
return out
'''),
    ("10.5", "numbered from the end", "enumerate of reversed", '''
out, used = [], 0
for i, size in enumerate(reversed(sizes)):
    if not out or used + size > most:
        out.append([])
        used = 0
    out[-1].append(i)
    used += size
return out
'''),
    ("10.5", "large ones join", "only what could fit opens a bucket", '''
out, used = [], 0
for i in range(len(sizes))[::-1]:
    if not out or (used + sizes[i] > most and sizes[i] <= most):
        out.append([])
        used = 0
    out[-1].append(i)
    used += sizes[i]
return out
'''),
    ("10.6", "silent when dropped", "None for what was dropped", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.version = weights.copy(), lr, bound, 0

    def fetch(self):
        return self.w.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale > self.bound:
            return None
        self.w -= self.lr * gradient
        self.version += 1
        return stale
'''),
    ("10.6", "fetches counted", "fetch counts, not push", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.version = weights.copy(), lr, bound, 0

    def fetch(self):
        self.version += 1
        return self.w.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale <= self.bound:
            self.w -= self.lr * gradient
        return stale
'''),
    ("10.5", "back to fill a gap", "first fit", '''
out, held = [], []
for i in reversed(range(len(sizes))):
    for b, h in enumerate(held):
        if h + sizes[i] <= most:
            out[b].append(i); held[b] += sizes[i]
            break
    else:
        out.append([i]); held.append(sizes[i])
return out
'''),
    ("10.6", "right", "a closure", '''
class Server:
    def __init__(self, weights, lr, bound):
        w, n = weights.copy(), [0]
        def push(gradient, version):
            stale = n[0] - version
            if stale <= bound:
                w[...] -= lr * gradient
                n[0] += 1
            return stale
        self.fetch, self.push = (lambda: (w.copy(), n[0])), push

    def fetch(self):
        pass

    def push(self, gradient, version):
        pass
'''),
    ("10.6", "altered", "gradient changed", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.n = np.array(weights), lr, bound, 0

    def fetch(self):
        return self.w.copy(), self.n

    def push(self, gradient, version):
        s = self.n - version
        if s <= self.bound:
            gradient *= self.lr
            self.w = self.w - gradient
            self.n += 1
        return s
'''),
    ("10.1", "first takes the rest", "floor of the mean plus rest to rank 0", '''
size = n // ranks
rest = n - size * ranks
out = [(0, size + rest)]
for r in range(1, ranks):
    out.append((out[-1][1], out[-1][1] + size))
return out
'''),
    ("10.1", "a dict", "dict", '''
small, more = divmod(n, ranks)
out, s = {}, 0
for r in range(ranks):
    e = s + small + (r < more)
    out[r] = (s, e)
    s = e
return out
'''),
    ("10.1", "one change", "less or equal", '''
small, more = divmod(n, ranks)
out, s = [], 0
for r in range(ranks):
    e = s + small + (r <= more)
    out.append((s, e))
    s = e
return out
'''),
    ("10.1", "all from the start", "start not moved", '''
small, more = divmod(n, ranks)
out, s = [], 0
for r in range(ranks):
    e = s + small + (r < more)
    out.append((s, e))
return out
'''),
    ("10.1", "a generator", "generator", '''
small, more = divmod(n, ranks)
s = 0
for r in range(ranks):
    e = s + small + (r < more)
    yield s, e
    s = e
'''),
    ("10.2", "plain mean", "weights by ranks with samples", '''
used = sum(1 for c in counts if c)
return [sum(g for g, n in zip(t, counts) if n) / used for t in zip(*grads)]
'''),
    ("10.2", "altered", "in place on the first rank", '''
total = sum(counts)
out = grads[0]
for i in range(len(out)):
    out[i] *= counts[0]
    for g, n in zip(grads[1:], counts[1:]):
        if n:
            out[i] += n * g[i]
    out[i] /= total
return out
'''),
    ("10.2", "whole shares", "integer division", '''
total = sum(counts)
return [sum(n // total * g for g, n in zip(t, counts) if n) for t in zip(*grads)]
'''),
    ("10.2", "plain mean", "nan_to_num with the plain mean", '''
return [np.nanmean(np.stack(t), axis=0) for t in zip(*grads)]
'''),
    ("10.2", "one change", "sum over the elements too", '''
total = sum(counts)
return [np.sum([n * g for g, n in zip(t, counts) if n]) / total for t in zip(*grads)]
'''),
    ("10.3", "altered", "left changed", '''
k = (rank - step - 1) % len(mine)
left[k] += mine[k]
'''),
    ("10.3", "below 0", "negative modulo by hand wrong", '''
k = abs(rank - step - 1)
mine[k % len(mine)] += left[k % len(mine)]
'''),
    ("10.3", "one change", "modulo of rank only", '''
k = rank - step - 1
if k < 0:
    k = len(mine) - 1
mine[k] += left[k]
'''),
    ("10.4", "added + the part of 10.3", "by 10.3's with plus", '''
k = (rank - step - 1) % len(mine)
mine[k] += left[k]
'''),
    ("10.4", "altered", "swapped direction of the copy", '''
k = (rank - step) % len(mine)
left[k][:] = mine[k]
'''),
    ("10.4", "below 0", "no modulo, clipped", '''
k = max(rank - step, 0)
mine[k][:] = left[k]
'''),
    ("10.5", "an empty bucket", "sum compared with less", '''
found, bucket, total = [], [], 0
for i in range(len(sizes) - 1, -1, -1):
    if total + sizes[i] > most:
        found.append(bucket)
        bucket, total = [], 0
    bucket.append(i)
    total += sizes[i]
found.append(bucket)
return found
'''),
    ("10.5", "one change", "stops one early", '''
found, room = [], 0
for i in range(len(sizes) - 1, 0, -1):
    if not found or sizes[i] > room:
        found.append([])
        room = most
    found[-1].append(i)
    room -= sizes[i]
return found
'''),
    ("10.5", "one list for all", "same list again and again", '''
found, bucket, total = [], [], 0
for i in reversed(range(len(sizes))):
    if bucket and total + sizes[i] > most:
        found.append(bucket)
        bucket.clear()
        total = 0
    bucket.append(i)
    total += sizes[i]
found.append(bucket)
return found
'''),
    ("10.5", "right", "tuples", '''
found, bucket, total = [], (), 0
for i in reversed(range(len(sizes))):
    if bucket and total + sizes[i] > most:
        found.append(bucket)
        bucket, total = (), 0
    bucket += (i,)
    total += sizes[i]
return [b for b in found] + [bucket]
'''),
    ("10.5", "first not counted", "total not counted for the first", '''
found, bucket, total = [], [], 0
for i in reversed(range(len(sizes))):
    if bucket and total + sizes[i] > most:
        found.append(bucket)
        bucket, total = [i], 0
    else:
        bucket.append(i)
        total += sizes[i]
return found + [bucket]
'''),
    ("10.6", "counted before", "version bumped before comparing", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.v = weights.copy(), lr, bound, 0
    def fetch(self):
        return self.w.copy(), self.v
    def push(self, gradient, version):
        self.v += 1
        stale = self.v - version
        if stale <= self.bound:
            self.w -= self.lr * gradient
        return stale
'''),
    ("10.6", "weights alone", "fetch gives weights alone", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.v = weights.copy(), lr, bound, 0
    def fetch(self):
        return self.w.copy()
    def push(self, gradient, version):
        stale = self.v - version
        if stale <= self.bound:
            self.w -= self.lr * gradient
            self.v += 1
        return stale
'''),
    ("10.6", "version first", "order of fetch", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.v = weights.copy(), lr, bound, 0
    def fetch(self):
        return self.v, self.w.copy()
    def push(self, gradient, version):
        stale = self.v - version
        if stale <= self.bound:
            self.w -= self.lr * gradient
            self.v += 1
        return stale
'''),
    ("10.6", "silent when dropped", "stale dropped says None", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.bound, self.v = weights.copy(), lr, bound, 0
    def fetch(self):
        return self.w.copy(), self.v
    def push(self, gradient, version):
        stale = self.v - version
        if stale <= self.bound:
            self.w -= self.lr * gradient
            self.v += 1
            return stale
'''),
    ("10.1", "spread by rounding", 'cuts rounded up', '''
def shares(n, ranks):
    cut = [-(-r * n // ranks) for r in range(ranks + 1)]
    return [(cut[r], cut[r + 1]) for r in range(ranks)]
'''),
    ("10.1", "one at least", 'each rank has at least one sample by force', '''
def shares(n, ranks):
    base, extra = max(1, n // ranks), n % ranks
    return [(r * base + min(r, extra), (r + 1) * base + min(r + 1, extra)) for r in range(ranks)]
'''),
    ("10.2", "ends at an empty rank", 'break instead of continue', '''
def average_gradients(grads, counts):
    total = sum(counts)
    result = [np.zeros(np.shape(g)) for g in grads[0]]
    for rank, count in enumerate(counts):
        if count == 0:
            break
        for p in range(len(result)):
            result[p] = result[p] + grads[rank][p] * count / total
    return result
'''),
    ("10.2", "whole shares", 'integer division of the counts', '''
def average_gradients(grads, counts):
    total = sum(counts)
    weight = [c // total for c in counts]
    out = []
    for p in range(len(grads[0])):
        g = np.zeros_like(grads[0][p], dtype=float)
        for r in range(len(grads)):
            if counts[r] > 0:
                g += weight[r] * grads[r][p]
        out.append(g)
    return out
'''),
    ("10.4", "first number only", 'copies only the first number of a part', '''
def all_gather_step(mine, left, rank, step):
    part = (rank - step) % len(mine)
    mine[part][0] = left[part][0]
'''),
    ("10.4", "by the difference", 'adds the difference', '''
def all_gather_step(mine, left, rank, step):
    part = (rank - step) % len(mine)
    mine[part] += left[part] - mine[part]
'''),
    ("10.5", "first not counted", 'a new bucket counts as empty though it holds its first parameter', '''
def buckets(sizes, most):
    result = []
    held = 0
    for i in range(len(sizes))[::-1]:
        if result and held + sizes[i] <= most:
            result[-1].append(i)
            held += sizes[i]
        else:
            result.append([i])
            held = 0
    return result
'''),
    ("10.5", "around a large one", 'a parameter that is too large gets its bucket aside and the next …', '''
def buckets(sizes, most):
    result, current, held = [], None, 0
    for i in reversed(range(len(sizes))):
        if sizes[i] > most:
            result.append([i])
        elif current is not None and held + sizes[i] <= most:
            current.append(i)
            held += sizes[i]
        else:
            current, held = [i], sizes[i]
            result.append(current)
    return result
'''),
    ("10.6", "not copied", "keeps the caller's array, no copy", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.weights = weights
        self.lr = lr
        self.bound = bound
        self.version = 0

    def fetch(self):
        return self.weights.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale <= self.bound:
            self.weights = self.weights - self.lr * gradient
            self.version += 1
        return stale
'''),
    ("10.1", "empty shares at 0", 'empty shares come back as (0, 0), they do not lie behind the others', '''
def shares(n, ranks):
    base, extra = divmod(n, ranks)
    result, start = [], 0
    for r in range(ranks):
        size = base + 1 if r < extra else base
        result.append((start, start + size) if size else (0, 0))
        start += size
    return result
'''),
    ("10.1", "to go through once", 'a zip object can be gone through once only and has no [rank]', '''
def shares(n, ranks):
    base, extra = divmod(n, ranks)
    starts = [r * base + min(r, extra) for r in range(ranks + 1)]
    return zip(starts, starts[1:])
'''),
    ("10.2", "counts of others", 'the empty ranks are filtered out of grads but not out of counts', '''
def average_gradients(grads, counts):
    good = [g for g, c in zip(grads, counts) if c > 0]
    result = []
    for together in zip(*good):
        result.append(sum(c * g for c, g in zip(counts, together)) / sum(counts))
    return result
'''),
    ("10.4", "first number for all", 'fills the part with its first number', '''
def all_gather_step(mine, left, rank, step):
    k = (rank - step) % len(mine)
    mine[k].fill(left[k][0])
'''),
    ("10.4", "zeros not copied", 'zeros are not copied', '''
def all_gather_step(mine, left, rank, step):
    k = (rank - step) % len(mine)
    new = left[k] != 0
    mine[k][new] = left[k][new]
'''),
    ("10.5", "a bucket of 0 bytes is not empty", 'a total of 0 is taken for an empty bucket', '''
def buckets(sizes, most):
    result, total = [[]], 0
    for i in reversed(range(len(sizes))):
        if total and total + sizes[i] > most:
            result.append([])
            total = 0
        result[-1].append(i)
        total += sizes[i]
    return result if sizes else []
'''),
    ("10.5", "looked up by size", 'sizes.index finds the first parameter of that size', '''
def buckets(sizes, most):
    result, room = [], -1
    for size in reversed(sizes):
        if size > room:
            result.append([])
            room = most
        result[-1].append(sizes.index(size))
        room -= size
    return result
'''),
    ("10.6", "bound 0 is none", 'bound 0 is falsy and becomes no bound at all', '''
class Server:
    def __init__(self, weights, lr, bound):
        self.weights, self.lr, self.version = weights.copy(), lr, 0
        self.bound = bound or np.inf

    def fetch(self):
        return self.weights.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale <= self.bound:
            self.weights = self.weights - self.lr * gradient
            self.version += 1
        return stale
'''),
    ("10.6", "its own array", "fetch gives the server's own array", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.weights, self.lr, self.bound, self.version = np.array(weights), lr, bound, 0

    def fetch(self):
        return self.weights, self.version

    def push(self, gradient, version):
        stale = self.version - version
        if stale <= self.bound:
            self.weights = self.weights - self.lr * gradient
            self.version += 1
        return stale
'''),
    ("10.6", "since the last fetch", "staleness since the last fetch of anyone, not since this …", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.weights, self.lr, self.bound = weights.copy(), lr, bound
        self.version = self.fetched = 0

    def fetch(self):
        self.fetched = self.version
        return self.weights.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - self.fetched
        if stale <= self.bound:
            self.weights -= self.lr * gradient
            self.version += 1
        return stale
'''),
    ("10.2", "one array of all", "np.average over one array of all", '''
def average_gradients(grads, counts):
    keep = [r for r in range(len(counts)) if counts[r] > 0]
    stacked = np.array([grads[r] for r in keep])
    return np.average(stacked, axis=0, weights=[counts[r] for r in keep])
''', "slow"),
    ("10.2", "right", "nan_to_num, which hides a diverged rank's nan too", '''
def average_gradients(grads, counts):
    total = sum(counts)
    means = []
    for together in zip(*grads):
        means.append(sum(np.nan_to_num(g) * c for g, c in zip(together, counts)) / total)
    return means
''', "slow"),
    ("10.2", "right", "a running mean by reduce", '''
def average_gradients(grads, counts):
    from functools import reduce

    def join(a, b):
        (left, m), (right, n) = a, b
        return [(m * x + n * y) / (m + n) for x, y in zip(left, right)], m + n

    return list(reduce(join, [(g, c) for g, c in zip(grads, counts) if c > 0])[0])
''', "slow"),
    ("10.3", "round at a part's size", "round at a part's size", '''
def reduce_scatter_step(mine, left, rank, step):
    size = len(mine[0])
    k = (rank - 1 - step) % size
    mine[k] += left[k]
''', "slow"),
    ("10.3", "below 0", "abs for the wrap-around", '''
def reduce_scatter_step(mine, left, rank, step):
    k = abs(rank - 1 - step)
    mine[k][...] = mine[k] + left[k]
''', "slow"),
    ("10.4", "the larger", "np.maximum in place", '''
def all_gather_step(mine, left, rank, step):
    k = (rank - step) % len(mine)
    np.maximum(mine[k], left[k], out=mine[k])
''', "slow"),
    ("10.5", "right", "two borders that move", '''
def buckets(sizes, most):
    groups, last = [], len(sizes) - 1
    while last >= 0:
        first, total = last, sizes[last]
        while first > 0 and total + sizes[first - 1] <= most:
            first -= 1
            total += sizes[first]
        groups.append(list(range(last, first - 1, -1)))
        last = first - 1
    return groups
''', "slow"),
    ("10.6", "right", "weights and version in one tuple", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.state = (np.copy(weights), 0)
        self.lr, self.bound = lr, bound

    @property
    def version(self):
        return self.state[1]

    def fetch(self):
        w, v = self.state
        return np.copy(w), v

    def push(self, gradient, version):
        if (old := self.version - version) <= self.bound:
            w, v = self.state
            self.state = (w - self.lr * gradient, v + 1)
        return old
''', "slow"),
    ("10.6", "a whole bound", "counts how many versions are allowed", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.n = np.array(weights), lr, 0
        self.allowed = range(bound + 1)

    def fetch(self):
        return self.w.copy(), self.n

    def push(self, gradient, version):
        stale = self.n - version
        if stale in self.allowed:
            self.w -= self.lr * gradient
            self.n += 1
        return stale
'''),
    ("10.2", "several shapes", "np.array(grads), weighed by broadcasting", '''
g = np.array(grads)
c = np.array(counts).reshape(-1, *[1] * (g.ndim - 1))
return list((np.nan_to_num(g) * c).sum(0) / c.sum())
'''),
    ("10.2", "nan spreads", "an array of objects", '''
return list(np.average(np.array(grads, dtype=object), axis=0, weights=counts))
'''),
    ("10.6", "infinite", "a deque as long as the bound", '''
from collections import deque


class Server:
    def __init__(self, weights, lr, bound):
        self.weights, self.lr, self.version = weights.copy(), lr, 0
        self.recent = deque([0], maxlen=bound + 1)

    def fetch(self):
        return self.weights.copy(), self.version

    def push(self, gradient, version):
        stale = self.version - version
        if version in self.recent:
            self.weights -= self.lr * gradient
            self.version += 1
            self.recent.append(self.version)
        return stale
'''),
    ("10.6", "infinite", "np.arange to the bound", '''
class Server:
    def __init__(self, weights, lr, bound):
        self.w, self.lr, self.allowed, self.v = weights.copy(), lr, np.arange(bound + 1), 0

    def fetch(self):
        return self.w.copy(), self.v

    def push(self, gradient, version):
        stale = self.v - version
        if stale in self.allowed:
            self.w = self.w - self.lr * gradient
            self.v += 1
        return stale
'''),
    ("10.2", "nan looked for", "gradients without nan", '''
total = sum(counts)
return [sum(n * g for g, n in zip(gs, counts) if not np.isnan(g).any()) / total for gs in zip(*grads)]
'''),
    ("10.7", "not full", "makes only the buckets that were sent ready again: a half full one keeps", '''
class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.waiting = [len(b) for b in buckets]
        self.begun = []
        for k, b in enumerate(buckets):
            for p in b:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))

    def arrived(self, k):
        if not self.sync:
            return
        self.waiting[k] -= 1
        while len(self.begun) < len(self.buckets) and self.waiting[len(self.begun)] == 0:
            vector = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[len(self.begun)]])
            self.begun.append((self.start(vector), vector))

    def finish(self):
        for k, (work, vector) in enumerate(self.begun):
            work.wait()
            mt.nn.utils.vector_to_parameters(vector / self.ranks, [p.grad for p in self.buckets[k]])
            self.waiting[k] = len(self.buckets[k])
        self.begun = []
'''),
    ("10.7", "not full", "finish expects a sum for every bucket: crashes when one was not full", '''
class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.prepare_step()
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))

    def prepare_step(self):
        n = len(self.buckets)
        self.got, self.vec, self.work, self.turn = [0] * n, [None] * n, [None] * n, 0

    def arrived(self, k):
        if not self.sync:
            return
        self.got[k] += 1
        while self.turn < len(self.buckets) and self.got[self.turn] == len(self.buckets[self.turn]):
            t = self.turn
            self.vec[t] = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[t]])
            self.work[t] = self.start(self.vec[t])
            self.turn += 1

    def finish(self):
        if self.sync:
            for t, bucket in enumerate(self.buckets):
                self.work[t].wait()
                mt.nn.utils.vector_to_parameters(self.vec[t] / self.ranks, [p.grad for p in bucket])
        self.prepare_step()
'''),
    ("10.3", "altered", "adds to the neighbour's part instead of the own one", '''
def reduce_scatter_step(mine, left, rank, step):
    which = (rank - step - 1) % len(left)
    left[which] += mine[which]
'''),
    ("10.4", "altered", "writes to the neighbour: sends left instead of taking from there", '''
def all_gather_step(mine, left, rank, step):
    part = (rank - step) % len(mine)
    np.copyto(left[part], mine[part])
'''),
    ("10.7", "one bucket a time", "if instead of while: a bucket that was full earlier is not started when", '''
class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))
        self._clear()

    def _clear(self):
        self.n_arrived = [0 for _ in self.buckets]
        self.next, self.jobs = 0, []

    def arrived(self, k):
        if not self.sync:
            return
        self.n_arrived[k] += 1
        if k == self.next and self.n_arrived[k] == len(self.buckets[k]):
            vec = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[k]])
            self.jobs.append((vec, self.start(vec)))
            self.next += 1

    def finish(self):
        for k, (vec, job) in enumerate(self.jobs):
            job.wait()
            mt.nn.utils.vector_to_parameters(vec / self.ranks, [p.grad for p in self.buckets[k]])
        self._clear()
'''),
    ("10.7", "not full", "only the buckets that were started are made ready: the count of one that", '''
class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.counts = [0] * len(buckets)
        self.under_way = []
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))

    def arrived(self, k):
        if not self.sync:
            return
        self.counts[k] += 1
        n = len(self.under_way)
        while n < len(self.buckets) and self.counts[n] == len(self.buckets[n]):
            vector = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[n]])
            self.under_way.append((vector, self.start(vector)))
            n += 1

    def finish(self):
        for k, (vector, work) in enumerate(self.under_way):
            work.wait()
            mt.nn.utils.vector_to_parameters(vector / self.ranks, [p.grad for p in self.buckets[k]])
            self.counts[k] = 0
        self.under_way = []
'''),
    ("10.2", "counts of others", "leaves the 0 out of counts, but not the rank out of grads: weights go to", '''
def average_gradients(grads, counts):
    counts = [c for c in counts if c != 0]
    total = sum(counts)
    result = []
    for params in zip(*grads):
        mean = sum(c * g for g, c in zip(params, counts)) / total
        result.append(mean)
    return result
'''),
    ("10.3", "altered", "pushes instead of pulls: adds my part to the left neighbour's", '''
def reduce_scatter_step(mine, left, rank, step):
    k = (rank - 1 - step) % len(mine)
    left[k] += mine[k]
'''),
    ("10.4", "altered", "writes to the left neighbour", '''
def all_gather_step(mine, left, rank, step):
    i = (rank - step) % len(left)
    left[i][...] = mine[i]
'''),
    ("10.7", "one bucket a time", "only the bucket that just became full is looked at: one that was full", '''
class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.have = [0] * len(buckets)
        self.turn = 0
        self.started = []
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))

    def arrived(self, k):
        if not self.sync:
            return
        self.have[k] += 1
        if self.have[k] == len(self.buckets[k]) and k == self.turn:
            vector = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[k]])
            self.started.append((k, vector, self.start(vector)))
            self.turn += 1

    def finish(self):
        for k, vector, work in self.started:
            work.wait()
            mt.nn.utils.vector_to_parameters(vector / self.ranks, [p.grad for p in self.buckets[k]])
        self.have = [0] * len(self.buckets)
        self.turn = 0
        self.started = []
'''),
]

HEAD = '''
class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
'''


def ddp(kind, words, text):
    ANSWERS.append(("10.7", kind, words, text))


ddp("right", "a helper reset, an index of the next bucket", HEAD + '''
        self.reset()
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(self.hook(k))

    def reset(self):
        self.count, self.next, self.works = [0] * len(self.buckets), 0, []

    def hook(self, k):
        def f(p):
            self.arrived(k)
        return f

    def arrived(self, k):
        if not self.sync:
            return
        self.count[k] += 1
        while self.next < len(self.buckets) and self.count[self.next] == len(self.buckets[self.next]):
            vector = mt.cat([p.grad.flatten() for p in self.buckets[self.next]])
            self.works.append((self.next, vector, self.start(vector)))
            self.next += 1

    def finish(self):
        for k, vector, work in self.works:
            work.wait()
            at = 0
            for p in self.buckets[k]:
                n = p.numel()
                p.grad.copy_((vector[at:at + n] / self.ranks).reshape(p.shape))
                at += n
        self.reset()
''')
ddp("right", "partial and a dict of what is full, float32 on the way", '''
from functools import partial


class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.left = {k: len(b) for k, b in enumerate(buckets)}
        self.running = {}
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(partial(self.one_more, k))

    def one_more(self, k, p):
        self.arrived(k)

    def arrived(self, k):
        if self.sync:
            self.left[k] -= 1
            for j, bucket in enumerate(self.buckets):
                if j in self.running:
                    continue
                if self.left[j]:
                    return
                array = np.concatenate([p.grad.numpy().ravel() for p in bucket]).astype(np.float32)
                self.running[j] = array, self.start(array)

    def finish(self):
        for j, (array, work) in self.running.items():
            work.wait()
            grads = [p.grad for p in self.buckets[j]]
            for grad, part in zip(grads, np.split(array / self.ranks, np.cumsum([g.numel() for g in grads])[:-1])):
                grad.numpy()[...] = part.reshape(grad.shape)
        self.left = {k: len(b) for k, b in enumerate(self.buckets)}
        self.running.clear()
''')
ddp("right", "divides before it sends, a small class for a bucket", '''
class Part:
    def __init__(self, params):
        self.params, self.there, self.vector, self.work = params, 0, None, None

    @property
    def full(self):
        return self.there == len(self.params)


class DDP:
    def __init__(self, buckets, ranks, start):
        self.buckets, self.ranks, self.start, self.sync = buckets, ranks, start, True
        self.parts = [Part(bucket) for bucket in buckets]
        for k, part in enumerate(self.parts):
            for p in part.params:
                p.register_post_accumulate_grad_hook(lambda _, k=k: self.arrived(k))

    def arrived(self, k):
        if not self.sync:
            return
        self.parts[k].there += 1
        for part in self.parts:
            if not part.full:
                break
            if part.work is None:
                part.vector = mt.nn.utils.parameters_to_vector([p.grad / self.ranks for p in part.params])
                part.work = self.start(part.vector)

    def finish(self):
        for part in self.parts:
            if part.work is not None:
                part.work.wait()
                mt.nn.utils.vector_to_parameters(part.vector, [p.grad for p in part.params])
            part.there, part.vector, part.work = 0, None, None
''')
ddp("right", "waits for all first, then writes", HEAD + '''
        self.todo, self.sent = [set(map(id, b)) for b in buckets], []
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k, p))

    def arrived(self, k, p):
        if self.sync:
            self.todo[k].discard(id(p))
        while self.sync and len(self.sent) < len(self.todo) and not self.todo[len(self.sent)]:
            flat = mt.cat([p.grad.reshape(-1) for p in self.buckets[len(self.sent)]])
            self.sent.append((flat, self.start(flat)))

    def finish(self):
        [work.wait() for _, work in self.sent]
        for bucket, (flat, _) in zip(self.buckets, self.sent):
            for p, part in zip(bucket, flat.split([p.numel() for p in bucket])):
                p.grad = (part / self.ranks).reshape(p.shape)
        self.todo, self.sent = [set(map(id, b)) for b in self.buckets], []
''')
HOOKS = '''
        self.missing, self.begun = [len(bucket) for bucket in buckets], []
        for k, bucket in enumerate(buckets):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, k=k: self.arrived(k))
'''
ARRIVED = '''
    def arrived(self, k):
        if not self.sync:
            return
        self.missing[k] -= 1
        while len(self.begun) < len(self.buckets) and self.missing[len(self.begun)] == 0:
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[len(self.begun)]])
            self.begun.append((sums, self.start(sums)))
'''
FINISH = '''
    def finish(self):
        for bucket, (sums, work) in zip(self.buckets, self.begun):
            work.wait()
            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad for p in bucket])
        self.missing = [len(bucket) for bucket in self.buckets]
        self.begun = []
'''


def form(kind, words, hooks=(), arrived=(), finish=()):
    """Add an answer with other methods: pairs of what is replaced and by what, or the text of a method."""
    parts = []
    for text, other in ((HOOKS.lstrip("\n"), hooks), (ARRIVED, arrived), (FINISH, finish)):
        for old, by in () if isinstance(other, str) else other:
            text = text.replace(old, by)
        parts.append(other if isinstance(other, str) else text)
    ddp(kind, words, HEAD + "".join(parts))


ASKED = ("        if not self.sync:\n            return\n", "")
VECTOR = "mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[len(self.begun)]])"
COUNTS = "self.missing, self.begun = [len(bucket) for bucket in buckets], []"
form("all after backward", "all of it in finish", arrived="\n    def arrived(self, k):\n        pass\n", finish='''
    def finish(self):
        if not self.sync:
            return
        for bucket in self.buckets:
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in bucket])
            self.start(sums).wait()
            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad for p in bucket])
''')
form("waits at once", "averages where the bucket is full", arrived='''
    def arrived(self, k):
        if not self.sync:
            return
        self.missing[k] -= 1
        while len(self.begun) < len(self.buckets) and self.missing[len(self.begun)] == 0:
            bucket = self.buckets[len(self.begun)]
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in bucket])
            self.start(sums).wait()
            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad for p in bucket])
            self.begun.append(sums)
''', finish='''
    def finish(self):
        self.missing, self.begun = [len(bucket) for bucket in self.buckets], []
''')
form("does not wait", "start is taken for the sum", arrived=[
    ("self.begun.append((sums, self.start(sums)))", "self.start(sums)\n            self.begun.append(sums)")],
     finish=[("(sums, work)", "sums"), ("            work.wait()\n", "")])
form("last bucket for all", "k of the loop", hooks=[("lambda p, k=k:", "lambda p:")])
form("sum", "the mean forgotten", finish=[(" / self.ranks", "")])
form("not written back", "means in a list of their own", finish='''
    def finish(self):
        means = []
        for sums, work in self.begun:
            work.wait()
            means.append(sums / self.ranks)
        self.missing, self.begun = [len(bucket) for bucket in self.buckets], []
        return means
''')
form("not counted anew", "only the works are emptied", finish=[
    ("        self.missing = [len(bucket) for bucket in self.buckets]\n", "")])
form("each when it is full", "as soon as it is full", arrived='''
    def arrived(self, k):
        if not self.sync:
            return
        self.missing[k] -= 1
        if self.missing[k] == 0:
            sums = mt.nn.utils.parameters_to_vector([p.grad for p in self.buckets[k]])
            self.begun.append((k, sums, self.start(sums)))
''', finish='''
    def finish(self):
        for k, sums, work in self.begun:
            work.wait()
            mt.nn.utils.vector_to_parameters(sums / self.ranks, [p.grad for p in self.buckets[k]])
        self.missing, self.begun = [len(bucket) for bucket in self.buckets], []
''')
form("one bucket a time", "if for while", arrived=[("while", "if")])
form("sync not asked", "always sends", arrived=[ASKED])
form("counted without sync", "counts, but does not send", arrived=[ASKED, ("while ", "while self.sync and ")])
form("before it is added", "register_hook", hooks=[("register_post_accumulate_grad_hook", "register_hook")])
form("sent unfinished", "at the first gradient", arrived='''
    def arrived(self, k):
        if self.sync and len(self.begun) <= k:
            sums = mt.nn.utils.parameters_to_vector([p.grad if p.grad is not None else mt.zeros_like(p)
                                                     for p in self.buckets[k]])
            self.begun.append((sums, self.start(sums)))
''')
form("a message for each", "start in a loop over the bucket", arrived='''
    def arrived(self, k):
        if not self.sync:
            return
        self.missing[k] -= 1
        while len(self.begun) < len(self.buckets) and self.missing[len(self.begun)] == 0:
            vectors = [p.grad.reshape(-1).clone() for p in self.buckets[len(self.begun)]]
            self.begun.append([(v, self.start(v)) for v in vectors])
''', finish='''
    def finish(self):
        for bucket, works in zip(self.buckets, self.begun):
            for p, (v, work) in zip(bucket, works):
                work.wait()
                p.grad = v.reshape(p.shape) / self.ranks
        self.missing, self.begun = [len(bucket) for bucket in self.buckets], []
''')
form("old sums again", "begun is never emptied", finish=[("        self.begun = []\n", "")])
form("sent without a gradient", "what is missing is 0", finish=[("def finish(self):\n", '''def finish(self):
        for bucket in self.buckets[len(self.begun):] if self.sync else ():
            sums = mt.cat([(mt.zeros_like(p) if p.grad is None else p.grad).reshape(-1) for p in bucket])
            self.begun.append((sums, self.start(sums)))
            for p in bucket:
                p.grad = mt.zeros_like(p) if p.grad is None else p.grad
''')])
form("divided by parameters", "len(self.buckets)", finish=[("self.ranks", "len(self.buckets)")])
form("remembers", "lists in the class", hooks=[(COUNTS, COUNTS.replace("self.", "DDP."))],
     finish=[("self.missing =", "DDP.missing ="), ("self.begun = []", "DDP.begun = []")])
form("", "gradient of the last parameter alone", arrived=[("(self.begun)]])", "(self.begun)][-1:]])")])
form("only some right", "sorted by size before it is joined", arrived=[
    ("for p in self.buckets[len(self.begun)]])", "for p in sorted(self.buckets[len(self.begun)], key=mt.numel)])")])
form("", "a list is started", arrived=[(VECTOR, "[p.grad for p in self.buckets[len(self.begun)]]")])
