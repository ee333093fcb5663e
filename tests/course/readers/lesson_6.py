"""Answers to lesson 6 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("6.1", "right", "one warm-up, a list comprehension as the loop", '''
work(); synchronize()
t0 = clock()
[work() for _ in range(repeats)]
synchronize()
t1 = clock()
return (t1 - t0) / float(repeats)
'''),
    ("6.1", "right", "waits before and after the warm-up", '''
synchronize()
work()
synchronize()
begin = clock()
for k in range(1, repeats + 1):
    work()
synchronize()
took = clock() - begin
return took / repeats
'''),
    ("6.1", "waits each time", "a stopwatch around each piece, summed", '''
work()
synchronize()
total = 0
for _ in range(repeats):
    start = clock()
    work()
    synchronize()
    total += clock() - start
return total / repeats
'''),
    ("6.1", "never waits", "as one times a Python function", '''
t = clock()
for _ in range(repeats):
    work()
return (clock() - t) / repeats
'''),
    ("6.1", "no warm-up", "the first call counts", '''
synchronize()
t = clock()
for _ in range(repeats):
    work()
synchronize()
return (clock() - t) / repeats
'''),
    ("6.1", "not divided", "the total", '''
work()
synchronize()
t = clock()
for _ in range(repeats):
    work()
synchronize()
return clock() - t
'''),
    ("6.2", "right", "running mean on the GPU", '''
mean = 0.0
for batch in batches:
    mean = mean + step(batch) / len(batches)
return mean.item()
'''),
    ("6.2", "right", "the first loss begins the sum", '''
total = step(batches[0])
for b in batches[1:]:
    total = total + step(b)
return float(total / len(batches))
'''),
    ("6.2", "waits each step", "a list of plain numbers", '''
losses = []
for batch in batches:
    losses.append(step(batch).item())
return sum(losses) / len(losses)
'''),
    ("6.2", "waits each step", "looks at all of them after the loop", '''
losses = [step(batch) for batch in batches]
return sum(loss.item() for loss in losses) / len(losses)
'''),
    ("6.2", "never looked", "item forgotten", '''
total = 0
for batch in batches:
    total += step(batch)
return total / len(batches)
'''),
    ("6.2", "not divided", "the sum as a number", "return sum(step(b) for b in batches).item()"),
    ("6.3", "right", "mean times weight once, subtracted from each product", '''
w = gpu.put(weight)
offset = gpu.put(mean) @ w
total = 0.0
for batch in batches:
    total = total + (gpu.put(x[batch]) @ w - offset).sum()
return float(total)
'''),
    ("6.3", "all each step", "only the result stays", '''
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - gpu.put(mean)) @ gpu.put(weight)).sum()
return total.item()
'''),
    ("6.3", "back each step", "constants first, but scores come back", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total += ((gpu.put(x[batch]) - m) @ w).get().sum()
return total
'''),
    ("6.3", "x as a whole", "everything copied at once", '''
x, m, w = gpu.put(x), gpu.put(mean), gpu.put(weight)
total = 0
for batch in batches:
    total = total + ((x[batch] - m) @ w).sum()
return total.item()
'''),
    ("6.3", "on the CPU", "plain NumPy", '''
total = 0.0
for batch in batches:
    total += float(((x[batch] - mean) @ weight).sum())
return total
'''),
    ("6.4", "right", "comparison chained", '''
n = len(out)
index = blockDim * blockIdx + threadIdx
if 0 <= index < n:
    s = x[index] + y[index]
    out[index] = s if s > 0 else 0
'''),
    ("6.4", "no bounds check", "as for whole blocks", '''
i = threadIdx + blockIdx * blockDim
out[i] = max(x[i] + y[i], 0)
'''),
    ("6.4", "the first block only", "the thread's own number", '''
if threadIdx < len(out):
    out[threadIdx] = max(x[threadIdx] + y[threadIdx], 0)
'''),
    ("6.4", "no relu", "the sum alone", '''
i = blockIdx * blockDim + threadIdx
if i < len(x):
    out[i] = x[i] + y[i]
'''),
    ("6.4", "not fused", "in two steps", '''
i = blockIdx * blockDim + threadIdx
if i < len(x):
    out[i] = x[i] + y[i]
    if out[i] < 0:
        out[i] = 0
'''),
    ("6.5", "right", "out is written from a generator's sum, steps counted", '''
r, c = threadIdx
i = r + T * blockIdx[0]
j = c + T * blockIdx[1]
acc = 0
for s in range(a.shape[1] // T):
    tile_a[r][c] = a[i, c + s * T]
    tile_b[r][c] = b[r + s * T, j]
    yield
    acc += sum(tile_a[r][k] * tile_b[k][c] for k in range(T))
    yield
out[i, j] = acc
'''),
    ("6.5", "does not wait to load", "one barrier, as often in slides", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
acc = 0
for s in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, s + c]
    tile_b[r, c] = b[s + r, j]
    yield
    acc += tile_a[r] @ tile_b[:, c]
out[i, j] = acc
'''),
    ("6.5", "straight from memory", "the plain kernel", '''
i, j = blockIdx[0] * T + threadIdx[0], blockIdx[1] * T + threadIdx[1]
acc = 0
for k in range(a.shape[1]):
    acc += a[i, k] * b[k, j]
out[i, j] = acc
'''),
    ("6.5", "the first block only", "blockIdx forgotten", '''
i, j = threadIdx
acc = 0
for s in range(0, a.shape[1], T):
    tile_a[i, j] = a[i, s + j]
    tile_b[i, j] = b[s + i, j]
    yield
    acc += tile_a[i] @ tile_b[:, j]
    yield
out[i, j] = acc
'''),
    ("6.6", "right", "a sorted list, the first that is large enough", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.kept = []

    def get(self, size):
        if size % 512:
            size += 512 - size % 512
        for place, block in enumerate(self.kept):
            if block[1] >= size:
                return self.kept.pop(place)
        return self.ask(size)

    def free(self, block):
        self.kept.append(block)
        self.kept.sort(key=lambda b: b[1])
'''),
    ("6.6", "the first that fits", "as it was freed", '''
class Pool:
    def __init__(self, ask):
        self.ask, self.kept = ask, []

    def get(self, size):
        size = (size + 511) // 512 * 512
        for block in self.kept:
            if block[1] >= size:
                self.kept.remove(block)
                return block
        return self.ask(size)

    def free(self, block):
        self.kept.append(block)
'''),
    ("6.6", "the same size only", "a dict by size", '''
class Pool:
    def __init__(self, ask):
        self.ask, self.kept = ask, {}

    def get(self, size):
        size = (size + 511) // 512 * 512
        return self.kept[size].pop() if self.kept.get(size) else self.ask(size)

    def free(self, block):
        self.kept.setdefault(block[1], []).append(block)
'''),
    ("6.6", "given twice", "min, and it stays in the list", '''
class Pool:
    def __init__(self, ask):
        self.ask, self.kept = ask, []

    def get(self, size):
        size = (size + 511) // 512 * 512
        fits = [b for b in self.kept if b[1] >= size]
        return min(fits, key=lambda b: b[1]) if fits else self.ask(size)

    def free(self, block):
        self.kept.append(block)
'''),
    ("6.6", "never again", "free forgets", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask

    def get(self, size):
        return self.ask((size + 511) // 512 * 512)

    def free(self, block):
        pass
'''),
    ("6.2", "waits each step", "f-string in the loop", '''
total = 0.0
for b in batches:
    loss = step(b)
    f"{loss:.3f}"
    total = total + loss
return total.item() / len(batches)
'''),
    ("6.2", "trained twice", "steps twice", '''
total = 0.0
for b in batches:
    step(b)
    total = total + step(b)
return total.item() / len(batches)
'''),
    ("6.2", "right", "NumPy's mean", '''
return float(np.mean([step(b) for b in batches]))
'''),
    ("6.4", "read before asked", "reads before asking", '''
i = blockIdx * blockDim + threadIdx
s = x[i] + y[i]
if i < len(out): out[i] = max(s, 0)
'''),
    ("6.4", "altered", "writes into x", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    x[i] = max(x[i] + y[i], 0)
    out[i] = x[i]
'''),
    ("6.5", "right", "a helper with yield from", '''
(r, c) = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
def tile(s):
    tile_a[r, c] = a[i, s + c]
    tile_b[r, c] = b[s + r, j]
    yield
    part = sum(tile_a[r, m] * tile_b[m, c] for m in range(T))
    yield
    return part
total = 0
for s in range(0, a.shape[1], T):
    total += yield from tile(s)
out[i, j] = total
'''),
    ("6.5", "never waits", "no yield at all", '''
r, c = threadIdx
i, j, total = blockIdx[0] * T + r, blockIdx[1] * T + c, 0
for s in range(0, a.shape[1], T):
    tile_a[r, c], tile_b[r, c] = a[i, s + c], b[s + r, j]
    total += sum(tile_a[r, m] * tile_b[m, c] for m in range(T))
out[i, j] = total
'''),
    ("6.5", "summed in memory", "summed in out", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
out[i, j] = 0
for s in range(0, a.shape[1], T):
    tile_a[r, c], tile_b[r, c] = a[i, s + c], b[s + r, j]
    yield
    out[i, j] = out[i, j] + sum(tile_a[r, m] * tile_b[m, c] for m in range(T))
    yield
'''),
    ("6.6", "right", "a heap", '''
import heapq, math
class Pool:
    def __init__(self, give):
        self.give, self.heap = give, []
    def get(self, n):
        n, aside, found = 512 * math.ceil(n / 512), [], None
        while self.heap and found is None:
            size, at = heapq.heappop(self.heap)
            if size >= n:
                found = at, size
            else:
                aside.append((size, at))
        for each in aside:
            heapq.heappush(self.heap, each)
        return found if found is not None else self.give(n)
    def free(self, block):
        at, size = block
        heapq.heappush(self.heap, (size, at))
'''),
    ("6.6", "cut to size", "cut to size", '''
class Pool:
    def __init__(self, ask):
        self.ask, self.kept = ask, []
    def get(self, size):
        size = (size + 511) // 512 * 512
        for b in sorted(self.kept, key=lambda b: b[1]):
            if b[1] >= size:
                self.kept.remove(b)
                return b[0], size
        return self.ask(size)
    def free(self, block):
        self.kept.append(block)
'''),
    ("6.6", "no pairs", "address only", '''
class Pool:
    def __init__(self, ask):
        self.ask, self.kept = ask, []
    def get(self, size):
        size = (size + 511) // 512 * 512
        for b in sorted(self.kept, key=lambda b: b[1]):
            if b[1] >= size:
                self.kept.remove(b)
                return b[0]
        return self.ask(size)[0]
    def free(self, block):
        self.kept.append(block)
'''),
    ("6.1", "right", "plain", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
synchronize()
return (clock() - start) / repeats
'''),
    ("6.1", "right", "warm-up first, one wait", '''
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
synchronize()
return (clock() - start) / repeats
'''),
    ("6.1", "right", "a local function", '''
def after():
    synchronize()
    return clock()
work()
begin = after()
[work() for i in range(repeats)]
end = after()
return (end - begin) / repeats
'''),
    ("6.1", "right", "a while", '''
work(); synchronize()
n, t0 = repeats, clock()
while n:
    work()
    n -= 1
synchronize()
t1 = clock()
return (t1 - t0) / repeats
'''),
    ("6.1", "one change", "no wait before the clock", '''
synchronize()
work()
start = clock()
for _ in range(repeats):
    work()
synchronize()
return (clock() - start) / repeats
'''),
    ("6.1", "no wait at the end", "no wait at the end", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
return (clock() - start) / repeats
'''),
    ("6.1", "one change", "one too few", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats - 1):
    work()
synchronize()
return (clock() - start) / repeats
'''),
    ("6.1", "one change", "one too many", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats + 1):
    work()
synchronize()
return (clock() - start) / repeats
'''),
    ("6.1", "printed", "printed", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
synchronize()
print((clock() - start) / repeats)
'''),
    ("6.1", "whole numbers", "whole division", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
synchronize()
return (clock() - start) // repeats
'''),
    ("6.1", "start minus end", "backwards", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
synchronize()
return (start - clock()) / repeats
'''),
    ("6.1", "time of day", "the time at the end", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work()
synchronize()
return clock() / repeats
'''),
    ("6.1", "zeros", "work not called", '''
synchronize()
work()
synchronize()
start = clock()
for _ in range(repeats):
    work
synchronize()
return (clock() - start) / repeats
'''),
    ("6.1", "no wait at the start + waits each time", "waits for the work only", '''
work()
start = clock()
for _ in range(repeats):
    work()
    synchronize()
return (clock() - start) / repeats
'''),
    ("6.2", "right", "a loop", '''
total = step(batches[0])
for batch in batches[1:]:
    total = total + step(batch)
return (total / len(batches)).item()
'''),
    ("6.2", "right", "sum and len, divided in Python", '''
return sum(step(b) for b in batches).item() / len(batches)
'''),
    ("6.2", "right", "reduce", '''
import functools
return functools.reduce(lambda t, b: t + step(b), batches, 0.0).item() / len(batches)
'''),
    ("6.2", "right", "float", '''
losses = [step(b) for b in batches]
mean = sum(losses[1:], losses[0]) / len(losses)
return float(mean.item())
'''),
    ("6.2", "waits each step", "item in the loop", '''
total = 0.0
for b in batches:
    total += step(b).item()
return total / len(batches)
'''),
    ("6.2", "waits each step", "a list of items", '''
losses = [step(b).item() for b in batches]
return sum(losses) / len(losses)
'''),
    ("6.2", "the last loss", "the last loss", '''
for b in batches:
    loss = step(b)
return loss.item()
'''),
    ("6.2", "nothing in a part", "no return", '''
total = 0.0
for b in batches:
    total += step(b)
mean = (total / len(batches)).item()
'''),
    ("6.2", "not called", "item not called", '''
total = 0.0
for b in batches:
    total += step(b)
return (total / len(batches)).item
'''),
    ("6.2", "stops after one", "return in the loop", '''
total = 0.0
for b in batches:
    total += step(b)
    return (total / len(batches)).item()
'''),
    ("6.2", "one change", "divided in each step", '''
total = 0.0
for b in batches:
    total = (total + step(b)) / len(batches)
return total.item()
'''),
    ("6.2", "no attribute", "two batches left out", '''
total = 0.0
for b in batches[:-1]:
    total += step(b)
return (total / len(batches)).item()
'''),
    ("6.2", "one part: inf", "one less", '''
total = 0.0
for b in batches:
    total += step(b)
return (total / (len(batches) - 1)).item()
'''),
    ("6.2", "the last loss", "= for +=", '''
total = 0.0
for b in batches:
    total = step(b)
return (total / len(batches)).item()
'''),
    ("6.3", "right", "plain", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).sum()
return total.item()
'''),
    ("6.3", "right", "sum of a generator", '''
mu = gpu.put(mean)
wt = gpu.put(weight)
return sum(((gpu.put(x[b]) - mu) @ wt).sum() for b in batches).item()
'''),
    ("6.3", "right", "a helper", '''
mean, weight = map(gpu.put, (mean, weight))
def score(b):
    return ((gpu.put(x[b]) - mean) @ weight).sum()
total = score(batches[0])
for b in batches[1:]:
    total += score(b)
return float(total.item())
'''),
    ("6.3", "right", "get for item", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).sum()
return float(total.get())
'''),
    ("6.3", "back each step", "item each time", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).sum().item()
return total
'''),
    ("6.3", "only some right", "weight in the loop", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ gpu.put(weight)).sum()
return total.item()
'''),
    ("6.3", "right", "the mean is subtracted on the CPU", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch] - mean)) @ w).sum()
return total.item()
'''),
    ("6.3", "x as a whole", "everything at once", '''
X, m, w = gpu.put(x), gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((X[batch] - m) @ w).sum()
return total.item()
'''),
    ("6.3", "still there", "not looked at", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).sum()
return total
'''),
    ("6.3", "one change", "mean for sum", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).mean()
return total.item()
'''),
    ("6.3", "last batch only", "= for +=", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = ((gpu.put(x[batch]) - m) @ w).sum()
return total.item()
'''),
    ("6.3", "one change", "return too early", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).sum()
    return total.item()
'''),
    ("6.3", "one change", "mean added", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) + m) @ w).sum()
return total.item()
'''),
    ("6.3", "nothing in a part", "printed", '''
m, w = gpu.put(mean), gpu.put(weight)
total = 0.0
for batch in batches:
    total = total + ((gpu.put(x[batch]) - m) @ w).sum()
print(total.item())
'''),
    ("6.4", "right", "plain", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    out[i] = max(x[i] + y[i], 0)
'''),
    ("6.4", "right", "early return", '''
i = threadIdx + blockDim * blockIdx
if i >= len(x):
    return
s = x[i] + y[i]
out[i] = s if s > 0 else 0.0
'''),
    ("6.4", "right", "a product with a truth", '''
i = blockIdx * blockDim + threadIdx
if i < len(y):
    s = x[i] + y[i]
    out[i] = s * (s > 0)
'''),
    ("6.4", "right", "NumPy's maximum", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    out[i] = np.maximum(x[i] + y[i], 0)
'''),
    ("6.4", "exchanged", "block and thread swapped", '''
i = threadIdx * blockDim + blockIdx
if i < len(out):
    out[i] = max(x[i] + y[i], 0)
'''),
    ("6.4", "one too far", "<=", '''
i = blockIdx * blockDim + threadIdx
if i <= len(out):
    out[i] = max(x[i] + y[i], 0)
'''),
    ("6.4", "one change", "min", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    out[i] = min(x[i] + y[i], 0)
'''),
    ("6.4", "not written", "returned, not written", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    return max(x[i] + y[i], 0)
'''),
    ("6.4", "relu of x alone", "relu of x alone", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    out[i] = max(x[i], 0) + y[i]
'''),
    ("6.4", "one too few", "the last one left out", '''
i = blockIdx * blockDim + threadIdx
if i < len(out) - 1:
    out[i] = max(x[i] + y[i], 0)
'''),
    ("6.4", "all by each", "all of it, by every thread", '''
out[:] = np.maximum(x[:] + y[:], 0)
'''),
    ("6.4", "no bounds check", "a try", '''
i = blockIdx * blockDim + threadIdx
try:
    out[i] = max(x[i] + y[i], 0)
except IndexError:
    pass
'''),
    ("6.4", "blocks overlap", "blockDim forgotten", '''
i = blockIdx + threadIdx
if i < len(out):
    out[i] = max(x[i] + y[i], 0)
'''),
    ("6.4", "one change", "+=", '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    out[i] += max(x[i] + y[i], 0)
'''),
    ("6.5", "right", "plain", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "right", "count of steps, sum", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for s in range(b.shape[0] // T):
    start = s * T
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    total += sum(tile_a[r, k] * tile_b[k, c] for k in range(T))
    yield
out[i, j] = total
'''),
    ("6.5", "right", "a while", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
start = 0
while start < a.shape[1]:
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
    start += T
out[i, j] = total
'''),
    ("6.5", "right", "a list", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
parts = []
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        parts.append(tile_a[r, k] * tile_b[k, c])
    yield
out[i, j] = sum(parts)
'''),
    ("6.5", "does not wait to load", "second yield missing", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
out[i, j] = total
'''),
    ("6.5", "a new sum each step", "total reset", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
for start in range(0, a.shape[1], T):
    total = 0.0
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "one change", "a transposed", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[start + c, i]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "one change", "b transposed", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[j, start + r]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "one step too few", "only the first tile", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, T, T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "returned", "returned", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
return total
'''),
    ("6.5", "tile's row and column exchanged", "tiles swapped", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[k, r] * tile_b[c, k]
    yield
out[i, j] = total
'''),
    ("6.5", "one change", "one k too few", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T - 1):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "square", "rows of a for columns", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[0], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total += tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.5", "one change", "= for +=", '''
r, c = threadIdx
i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[r, c] = a[i, start + c]
    tile_b[r, c] = b[start + r, j]
    yield
    for k in range(T):
        total = tile_a[r, k] * tile_b[k, c]
    yield
out[i, j] = total
'''),
    ("6.6", "right", "min of those that fit", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "right", "bisect", '''
import bisect
class Pool:
    def __init__(self, ask):
        self.ask, self.sizes = ask, []
    def get(self, size):
        size = (size + 511) // 512 * 512
        at = bisect.bisect_left(self.sizes, (size,))
        if at < len(self.sizes):
            n, address = self.sizes.pop(at)
            return address, n
        return self.ask(size)
    def free(self, block):
        bisect.insort(self.sizes, (block[1], block[0]))
'''),
    ("6.6", "right", "a dict of lists", '''
class Pool:
    def __init__(self, ask):
        self.ask, self.kept = ask, {}
    def get(self, size):
        size += -size % 512
        for n in sorted(self.kept):
            if n >= size and self.kept[n]:
                return self.kept[n].pop()
        return self.ask(size)
    def free(self, block):
        self.kept.setdefault(block[1], []).append(block)
'''),
    ("6.6", "right", "a loop with the best so far", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        best = None
        for b in self.free_blocks:
            if b[1] >= size and (best is None or b[1] < best[1]):
                best = b
        if best is None:
            return self.ask(size)
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "always one more", "always one more", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = (size // 512 + 1) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "rounded down", "rounded down", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = size // 512 * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "not rounded", "not rounded", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = size
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "the largest", "the largest", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = max(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "larger than asked only", "strictly larger", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] > size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "on the class", "on the class", '''
class Pool:
    free_blocks = []

    def __init__(self, ask):
        self.ask = ask

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "given twice", "not removed", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "only some right", "get has no return", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "the first that fits", "by address", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[0])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.6", "only some right", "512 at most", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free_blocks = []

    def get(self, size):
        size = 512
        fitting = [b for b in self.free_blocks if b[1] >= size]
        if not fitting:
            return self.ask(size)
        best = min(fitting, key=lambda b: b[1])
        self.free_blocks.remove(best)
        return best

    def free(self, block):
        self.free_blocks.append(block)
'''),
    ("6.3", "scores side by side", 'adds whole score arrays', '''
def total_score(gpu, x, mean, weight, batches):
    m, w = gpu.put(mean), gpu.put(weight)
    scores = 0.0
    for batch in batches:
        scores = scores + (gpu.put(x[batch]) - m) @ w
    return scores.sum().item()
'''),
    ("6.4", "the last again", 'extra threads repeat the last number instead of doing nothing', '''
def add_relu(blockIdx, threadIdx, blockDim, out, x, y):
    i = min(blockIdx * blockDim + threadIdx, len(x) - 1)
    out[i] = max(x[i] + y[i], 0)
'''),
    ("6.6", "one of each size", 'one place for each size', '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.kept = {}

    def get(self, size):
        size = (size + 511) // 512 * 512
        fits = [have for have in self.kept if have >= size]
        if fits:
            return self.kept.pop(min(fits))
        return self.ask(size)

    def free(self, block):
        address, size = block
        self.kept[size] = block
'''),
    ("6.2", "each batch once", 'a dict keyed by the batch loses a batch that occurs twice (and the …', '''
def mean_loss(step, batches):
    losses = {batch: step(batch) for batch in batches}
    return (sum(losses.values()) / len(losses)).item()
'''),
    ("6.2", "one part: rounded to 4", 'rounds the mean to four digits', '''
def mean_loss(step, batches):
    total = 0.0
    for batch in batches:
        total = total + step(batch)
    return round((total / len(batches)).item(), 4)
'''),
    ("6.3", "all batches at once", 'all batches lie on the GPU at once before the first is used', '''
def total_score(gpu, x, mean, weight, batches):
    mean, weight = gpu.put(mean), gpu.put(weight)
    there = [gpu.put(x[batch]) for batch in batches]
    return sum(((rows - mean) @ weight).sum() for rows in there).item()
'''),
    ("6.3", "float32", 'float32 halves the bytes and loses half of the digits of a float64 program', '''
def total_score(gpu, x, mean, weight, batches):
    mean, weight = gpu.put(mean.astype(np.float32)), gpu.put(weight.astype(np.float32))
    total = 0.0
    for batch in batches:
        total = total + ((gpu.put(x[batch].astype(np.float32)) - mean) @ weight).sum()
    return total.item()
'''),
    ("6.3", "in place on the CPU", 'subtracts in place', '''
def total_score(gpu, x, mean, weight, batches):
    weight = gpu.put(weight)
    total = 0.0
    for batch in batches:
        rows = x[batch]
        rows -= mean                                  # mean need not travel at all
        total = total + (gpu.put(rows) @ weight).sum()
    return total.item()
'''),
    ("6.3", "an array", 'get() returns an array without axes and not a plain number', '''
def total_score(gpu, x, mean, weight, batches):
    mean, weight = gpu.put(mean), gpu.put(weight)
    total = 0.0
    for batch in batches:
        total = total + ((gpu.put(x[batch]) - mean) @ weight).sum()
    return total.get()
'''),
    ("6.5", "float32", 'sums in float32', '''
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    r, c = threadIdx
    i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
    s = np.float32(0)
    for start in range(0, a.shape[1], T):
        tile_a[r, c] = a[i, start + c]
        tile_b[r, c] = b[start + r, j]
        yield
        for k in range(T):
            s = np.float32(s + tile_a[r, k] * tile_b[k, c])
        yield
    out[i, j] = s
'''),
    ("6.5", "one tile not used", 'b is read from global memory for each product, only a goes …', '''
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    r, c = threadIdx
    i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
    s = 0.0
    for start in range(0, a.shape[1], T):
        tile_a[r, c] = a[i, start + c]
        tile_b[r, c] = b[start + r, j]
        yield
        for k in range(T):
            s += tile_a[r, k] * b[start + k, j]
        yield
    out[i, j] = s
'''),
    ("6.6", "thrown away", 'pops blocks that are too small from the heap and throws them away', '''
import heapq

class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.heap = []

    def get(self, size):
        size = -(-size // 512) * 512
        while self.heap:
            have, address = heapq.heappop(self.heap)
            if have >= size:
                return (address, have)
        return self.ask(size)

    def free(self, block):
        heapq.heappush(self.heap, (block[1], block[0]))
'''),
    ("6.6", "free at once", 'a new block is put among the free ones at once', '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.blocks = []

    def get(self, size):
        size = -(-size // 512) * 512
        fit = [b for b in self.blocks if b[1] >= size]
        if not fit:
            self.blocks.append(self.ask(size))
            return self.blocks[-1]
        best = min(fit, key=lambda b: b[1])
        self.blocks.remove(best)
        return best

    def free(self, block):
        if block not in self.blocks:
            self.blocks.append(block)
'''),
    ("6.6", "larger than asked only", 'bisect_right looks behind the sizes that fit exactly', '''
import bisect

class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.sizes, self.blocks = [], []

    def get(self, size):
        size = -(-size // 512) * 512
        at = bisect.bisect_right(self.sizes, size)
        if at < len(self.sizes):
            self.sizes.pop(at)
            return self.blocks.pop(at)
        return self.ask(size)

    def free(self, block):
        at = bisect.bisect_right(self.sizes, block[1])
        self.sizes.insert(at, block[1])
        self.blocks.insert(at, block)
'''),
    ("6.1", "one change", 'empties the queue after each ten pieces', '''
def ticks_each(work, synchronize, clock, repeats):
    work()
    synchronize()
    start = clock()
    for i in range(1, repeats + 1):
        work()
        if i % 10 == 0:                    # the queue must not get too long
            synchronize()
    synchronize()
    return (clock() - start) / repeats
'''),
    ("6.2", "one change", 'reads the sum at every 64th batch so that it does not get too large', '''
def mean_loss(step, batches):
    total, on_gpu = 0.0, 0.0
    for i, batch in enumerate(batches, 1):
        on_gpu = on_gpu + step(batch)
        if i % 64 == 0 or i == len(batches):
            total += on_gpu.item()
            on_gpu = 0.0
    return total / len(batches)
'''),
    ("6.3", "one change", 'takes each batch only once', '''
def total_score(gpu, x, mean, weight, batches):
    m, w = gpu.put(mean), gpu.put(weight)
    total = 0.0
    for batch in dict.fromkeys(map(tuple, batches)):
        total = total + ((gpu.put(x[list(batch)]) - m) @ w).sum()
    return total.item()
'''),
    ("6.5", "one change", 'a thread whose row of the tile is all zeros skips the second wait with …', '''
def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    r, c = threadIdx
    i, j = blockIdx[0] * T + r, blockIdx[1] * T + c
    total = 0.0
    for start in range(0, a.shape[1], T):
        tile_a[r, c] = a[i, start + c]
        tile_b[r, c] = b[start + r, j]
        yield
        if not tile_a[r].any():
            continue                       # nothing to add
        for k in range(T):
            total += tile_a[r, k] * tile_b[k, c]
        yield
    out[i, j] = total
'''),
    ("6.6", "only some right", "takes address 0 for 'none found'", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.sizes = {}                      # address: size

    def get(self, size):
        size = (size + 511) // 512 * 512
        address = min((a for a in self.sizes if self.sizes[a] >= size), key=self.sizes.get, default=None)
        if address:
            return address, self.sizes.pop(address)
        return self.ask(size)

    def free(self, block):
        self.sizes[block[0]] = block[1]
'''),
    ("6.6", "only some right", 'starts the search for the smallest at 1 MiB', '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.blocks = []

    def get(self, size):
        size = (size + 511) // 512 * 512
        best, best_size = None, 1 << 20
        for block in self.blocks:
            if size <= block[1] < best_size:
                best, best_size = block, block[1]
        if best is None:
            return self.ask(size)
        self.blocks.remove(best)
        return best

    def free(self, block):
        self.blocks.append(block)
'''),
    ("6.6", "one change", "'wastes no memory'", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.blocks = []

    def get(self, size):
        size = (size + 511) // 512 * 512
        self.blocks.sort(key=lambda block: block[1])
        for k, (address, have) in enumerate(self.blocks):
            if size <= have <= 2 * size:
                return self.blocks.pop(k)
        return self.ask(size)

    def free(self, block):
        self.blocks.append(block)
'''),
    ("6.5", "returned", "the sum is computed and goes nowhere", '''
row, col = threadIdx
i, j = blockIdx[0] * T + row, blockIdx[1] * T + col
total = 0.0
for start in range(0, a.shape[1], T):
    tile_a[row, col] = a[i, start + col]
    tile_b[row, col] = b[start + row, j]
    yield
    for m in range(T):
        total += tile_a[row, m] * tile_b[m, col]
    yield
'''),
    ("6.7", "right", 'three names for each axis', '''
by, bx = blockIdx
ty, tx = threadIdx
i = by * blockDim[0] + ty
j = bx * blockDim[1] + tx
rows, columns = x.shape
if i < rows:
    if j < columns:
        out[i, j] = x[i, j] + bias[j]
'''),
    ("6.7", "right", 'a loop over the axes', '''
at = tuple(block * size + thread for block, thread, size in zip(blockIdx, threadIdx, blockDim))
if all(k < n for k, n in zip(at, out.shape)):
    out[at] = x[at] + bias[at[1]]
'''),
    ("6.7", "right", 'a helper, and an early return', '''
def place(block, size, thread):
    return block * size + thread


def add_bias(blockIdx, threadIdx, blockDim, out, x, bias):
    i = place(blockIdx[0], blockDim[0], threadIdx[0])
    j = place(blockIdx[1], blockDim[1], threadIdx[1])
    if not (0 <= i < x.shape[0] and 0 <= j < len(bias)):
        return None
    value = x[i, j]
    value += bias[j]
    out[i, j] = value
'''),
    ("6.7", "right", "a lambda and numpy's arithmetic", '''
i, j = np.array(blockIdx) * np.array(blockDim) + np.array(threadIdx)
inside = lambda k, n: k < n
if inside(i, len(x)) and inside(j, len(bias)):
    out[i, j] = x[i, j] + bias[j]
'''),
    ("6.7", "rows and columns exchanged", 'x is 0, y is 1, as on a screen', '''
j = blockIdx[0] * blockDim[0] + threadIdx[0]
i = blockIdx[1] * blockDim[1] + threadIdx[1]
if i < x.shape[0] and j < x.shape[1]:
    out[i, j] = x[i, j] + bias[j]
'''),
    ("6.7", "one change", 'len(x) for both', '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
j = blockIdx[1] * blockDim[1] + threadIdx[1]
if i < len(x) and j < len(x):
    out[i, j] = x[i, j] + bias[j]
'''),
    ("6.7", "one change", 'or for and', '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
j = blockIdx[1] * blockDim[1] + threadIdx[1]
if i < x.shape[0] or j < x.shape[1]:
    out[i, j] = x[i, j] + bias[j]
'''),
    ("6.7", "more than one", 'a row at once', '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
if i < x.shape[0]:
    for j in range(x.shape[1]):
        out[i, j] = x[i, j] + bias[j]
'''),
    ("6.7", "pairs as numbers", 'the pair as a number', '''
i = blockIdx * blockDim + threadIdx
if i < len(out):
    out[i] = x[i] + bias[i]
'''),
    ("6.7", "a whole array", 'the whole bias', '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
j = blockIdx[1] * blockDim[1] + threadIdx[1]
if i < x.shape[0] and j < x.shape[1]:
    out[i, j] = x[i, j] + bias
'''),
    ("6.7", "one change", 'added to out', '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
j = blockIdx[1] * blockDim[1] + threadIdx[1]
if i < x.shape[0] and j < x.shape[1]:
    out[i, j] += x[i, j] + bias[j]
'''),
    ("6.7", "altered", 'x changed in place', '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
j = blockIdx[1] * blockDim[1] + threadIdx[1]
if i < x.shape[0] and j < x.shape[1]:
    x[i, j] += bias[j]
    out[i, j] = x[i, j]
'''),
    ("6.8", "right", 'halves from above, in a for loop', '''
i = blockIdx * blockDim + threadIdx
if i < len(x):
    shared[threadIdx] = x[i]
else:
    shared[threadIdx] = 0
yield
rounds = int(np.log2(blockDim))
for k in range(rounds):
    half = blockDim >> (k + 1)
    if threadIdx < half:
        shared[threadIdx] = shared[threadIdx] + shared[threadIdx + half]
    yield
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.8", "right", 'neighbours first, the place of the pair', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = 0 if i >= len(x) else x[i]
yield
s = 1
while s < blockDim:
    index = 2 * s * threadIdx
    if index < blockDim:
        shared[index] += shared[index + s]
    yield
    s *= 2
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.8", "right", 'a generator inside, yield from', '''
def block_sum(blockIdx, threadIdx, blockDim, shared, out, x):
    def halves(n):
        while n > 1:
            n //= 2
            yield n
    i = blockIdx * blockDim + threadIdx
    shared[threadIdx] = x[i] if i < len(x) else 0.0
    for half in halves(blockDim):
        yield
        if threadIdx < half:
            shared[threadIdx] += shared[threadIdx + half]
    if not threadIdx:
        out[blockIdx] = shared[0]
'''),
    ("6.8", "right", 'the sum in a variable of the thread', '''
i, step = blockIdx * blockDim + threadIdx, blockDim // 2
total = x[i] if i < len(x) else 0.0
shared[threadIdx] = total
yield
while step:
    if threadIdx < step:
        total = total + shared[threadIdx + step]
        shared[threadIdx] = total
    yield
    step = step // 2
if threadIdx == 0:
    out[blockIdx] = total
'''),
    ("6.8", "one thread for all", 'sum of the shared array', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
yield
if threadIdx == 0:
    out[blockIdx] = sum(shared)
'''),
    ("6.8", "does not wait to read", 'no wait after loading', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
step = blockDim // 2
while step > 0:
    if threadIdx < step:
        shared[threadIdx] += shared[threadIdx + step]
    yield
    step //= 2
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.8", "waits in a branch", 'wait below the if', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
yield
step = blockDim // 2
while step > 0:
    if threadIdx < step:
        shared[threadIdx] += shared[threadIdx + step]
        yield
    step //= 2
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.8", "left as it was", 'all threads return early past the end', '''
i = blockIdx * blockDim + threadIdx
if i >= len(x):
    return
shared[threadIdx] = x[i]
step = blockDim // 2
while step > 0:
    yield
    if threadIdx < step:
        shared[threadIdx] += shared[threadIdx + step]
    step //= 2
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.8", "each its own", 'threads of the last round write', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
step = blockDim // 2
while step > 0:
    yield
    if threadIdx < step:
        shared[threadIdx] += shared[threadIdx + step]
    step //= 2
out[blockIdx] = shared[threadIdx]
'''),
    ("6.8", "partly", 'steps of one', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
step = blockDim // 2
while step > 0:
    yield
    if threadIdx < step:
        shared[threadIdx] += shared[threadIdx + step]
    step -= 1
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.8", "summed in memory", 'added into out', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
yield
if threadIdx == 0:
    for k in range(blockDim):
        out[blockIdx] += shared[k]
'''),
    ("6.8", "one round too few", 'the step never gets smaller than two', '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0
step = blockDim // 2
while step > 1:
    yield
    if threadIdx < step:
        shared[threadIdx] += shared[threadIdx + step]
    step //= 2
if threadIdx == 0:
    out[blockIdx] = shared[0]
'''),
    ("6.6", "a pair in a pair", "the block, and its size once more",
     {'            return self.ask(size)': '            return (self.ask(size), size)'}),
    ("6.8", "waits in a branch", "a return for threads that have nothing more to add",
     {'        if threadIdx < step:\n            shared[threadIdx] += shared[threadIdx + step]':
      '        if threadIdx >= step:\n            return\n'
      '        shared[threadIdx] += shared[threadIdx + step]'}),
    ("6.7", "one test for both", "one test of the running number", '''
i = blockIdx[0] * blockDim[0] + threadIdx[0]
j = blockIdx[1] * blockDim[1] + threadIdx[1]
if i * x.shape[1] + j < x.shape[0] * x.shape[1]:
    out[i, j] = x[i, j] + bias[j]
'''),
    ("6.3", "mean elsewhere", "the mean's score once a batch", '''
def total_score(gpu, x, mean, weight, batches):
    w = gpu.put(weight)
    offset = (gpu.put(mean) @ w).sum()
    total = 0.0
    for batch in batches:
        total = total + (gpu.put(x[batch]) @ w).sum() - offset
    return total.item()
'''),
    ("6.6", "hidden", "a list that hides a method", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.free = []

    def get(self, size):
        size = -(-size // 512) * 512
        fits = [b for b in self.free if b[1] >= size]
        if fits:
            best = min(fits, key=lambda b: b[1])
            self.free.remove(best)
            return best
        return self.ask(size)

    def free(self, block):
        self.free.append(block)
'''),
    ("6.3", "back each step", "scores come back for each batch", '''
def total_score(gpu, x, mean, weight, batches):
    g_mean = gpu.put(mean)
    g_weight = gpu.put(weight)
    total = 0.0
    for batch in batches:
        scores = (gpu.put(x[batch]) - g_mean) @ g_weight
        total += scores.get().sum()
    return total
'''),
    ("6.3", "back each step", "a number comes back for each batch", '''
def total_score(gpu, x, mean, weight, batches):
    mean = gpu.put(mean)
    weight = gpu.put(weight)
    totals = []
    for batch in batches:
        scores = (gpu.put(x[batch]) - mean) @ weight
        totals.append(scores.sum().item())
    return sum(totals)
'''),
    ("6.6", "the first that fits", "min of pairs", '''
class Pool:
    def __init__(self, ask):
        self.ask = ask
        self.kept = []

    def get(self, size):
        size = -(-size // 512) * 512
        enough = [block for block in self.kept if block[1] >= size]
        if enough:
            block = min(enough)
            self.kept.remove(block)
            return block
        return self.ask(size)

    def free(self, block):
        self.kept.append(block)
'''),
    ("6.2", "waits each step", "an if asks each loss", '''
def mean_loss(step, batches):
    total, worst = 0.0, 0.0
    for batch in batches:
        loss = step(batch)
        if float(loss) > worst:
            worst = loss
        total = total + loss
    return (total / len(batches)).item()
'''),
    ("6.3", "on the CPU", "the product made by NumPy and put", '''
def total_score(gpu, x, mean, weight, batches):
    total = 0.0
    for batch in batches:
        scores = (x[batch] - mean) @ weight
        total = total + gpu.put(scores).sum()
    return total.item()
'''),
    ("6.8", "waits once", "waits after loading and at the end", '''
def block_sum(blockIdx, threadIdx, blockDim, shared, out, x):
    i = blockIdx * blockDim + threadIdx
    shared[threadIdx] = x[i] if i < len(x) else 0
    yield
    step = blockDim // 2
    while step > 0:
        if threadIdx < step:
            shared[threadIdx] += shared[threadIdx + step]
        step //= 2
    yield
    if threadIdx == 0:
        out[blockIdx] = shared[0]
'''),
    ("6.2", "a mean of means", "a running mean from the first loss", '''
def mean_loss(step, batches):
    mean = None
    for batch in batches:
        loss = step(batch)
        mean = loss if mean is None else (mean + loss) / 2
    return mean.item()
'''),
    ("6.3", "mean elsewhere", "the mean off the scores", '''
def total_score(gpu, x, mean, weight, batches):
    m, w = gpu.put(mean), gpu.put(weight)
    total = 0.0
    for batch in batches:
        total = total + (gpu.put(x[batch]) @ w - m).sum()
    return total.item()
'''),
    ("6.2", "waits each step", "float of each", '''
return sum(float(step(batch)) for batch in batches) / len(batches)
'''),
    ("6.8", "one thread for all", "a list summed", '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0.0
yield
if threadIdx == 0:
    out[blockIdx] = sum([shared[k] for k in range(blockDim)])
yield
'''),
    ("6.8", "one thread for all", "each thread sums all", '''
i = blockIdx * blockDim + threadIdx
shared[threadIdx] = x[i] if i < len(x) else 0.0
yield
total = 0.0
for k in range(blockDim):
    total += shared[k]
out[blockIdx] = total
'''),
    ("6.6", "thrown away", "a heap that is emptied", '''
import heapq
class Pool:
    def __init__(self, ask):
        self.ask, self.heap = ask, []

    def get(self, size):
        size = -(-size // 512) * 512
        while self.heap:
            have, address = heapq.heappop(self.heap)
            if have >= size:
                return address, have
        return self.ask(size)

    def free(self, block):
        heapq.heappush(self.heap, (block[1], block[0]))
'''),
]
