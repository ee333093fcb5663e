"""Answers to lesson 9 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("9.1", "right", "steps counted, states in a preallocated list", '''
T = xs.shape[0]
states = [None] * T
Wx, Wh = weight_ih.transpose(0, 1), weight_hh.transpose(0, 1)
for t in range(T):
    pre = mt.matmul(xs[t], Wx) + mt.matmul(h, Wh)
    h = (pre + bias).tanh()
    states[t] = h
return mt.stack(states, dim=0)
'''),
    ("9.1", "right", "all inputs multiplied at once, before the loop", '''
drive = xs @ weight_ih.T + bias
out = []
for d in drive:
    h = mt.tanh(d + h @ weight_hh.T)
    out += [h]
return mt.stack(out)
'''),
    ("9.1", "right", "recursion", '''
def go(t, h):
    if t == len(xs):
        return []
    new = mt.tanh(mt.nn.functional.linear(xs[t], weight_ih, bias) + h @ weight_hh.T)
    return [new] + go(t + 1, new)
return mt.stack(go(0, h))
'''),
    ("9.1", "begins anew", "a comprehension that never hands h on",
     "return mt.stack([mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias) for x in xs])"),
    ("9.1", "begins anew", "all steps at once, without a loop",
     "return mt.tanh(xs @ weight_ih.T + h @ weight_hh.T + bias)"),
    ("9.1", "no memory", "a layer for each letter", "return mt.tanh(xs @ weight_ih.T + bias)"),
    ("9.1", "only the last", "the state after the loop", '''
for x in xs:
    h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
return h
'''),
    ("9.1", "cut at each step", "no graph is kept from step to step", '''
out = []
for x in xs:
    h = mt.tanh(x @ weight_ih.T + h.detach() @ weight_hh.T + bias)
    out.append(h)
return mt.stack(out)
'''),
    ("9.1", "one too many", "concatenated to the first state", '''
out = h.unsqueeze(0)
for x in xs:
    h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
    out = mt.cat([out, h.unsqueeze(0)])
return out
'''),
    ("9.2", "right", "as the textbook writes it, gate by gate", '''
H = h.shape[1]
z = weight_ih @ x.T + weight_hh @ h.T + bias.unsqueeze(1)
z = z.T
i, f, o = z[:, :H].sigmoid(), z[:, H:2 * H].sigmoid(), z[:, 3 * H:].sigmoid()
candidate = z[:, 2 * H:3 * H].tanh()
c_new = f * c + i * candidate
h_new = o * c_new.tanh()
return h_new, c_new
'''),
    ("9.2", "right", "split, and sigmoid by hand", '''
sig = lambda a: 1 / (1 + (-a).exp())
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).split(h.shape[-1], dim=1)
c = c * sig(f) + sig(i) * mt.tanh(g)
return sig(o) * mt.tanh(c), c
'''),
    ("9.2", "g and o swapped", "the order of the paper: i, f, o, g", '''
z = x @ weight_ih.T + h @ weight_hh.T + bias
i, f, o, g = z.chunk(4, dim=1)
c = f.sigmoid() * c + i.sigmoid() * g.tanh()
return o.sigmoid() * c.tanh(), c
'''),
    ("9.2", "the old c shown", "h computed in the line before c", '''
z = x @ weight_ih.T + h @ weight_hh.T + bias
i, f, g, o = z.chunk(4, dim=1)
h = o.sigmoid() * c.tanh()
c = f.sigmoid() * c + i.sigmoid() * g.tanh()
return h, c
'''),
    ("9.2", "c first", "returned as (c, h)", '''
z = x @ weight_ih.T + h @ weight_hh.T + bias
i, f, g, o = z.chunk(4, dim=1)
c = f.sigmoid() * c + i.sigmoid() * g.tanh()
return c, o.sigmoid() * c.tanh()
'''),
    ("9.2", "g is no gate", "sigmoid of all four at once", '''
i, f, g, o = mt.sigmoid(x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = f * c + i * g
return o * mt.tanh(c), c
'''),
    ("9.2", "nothing forgotten", "c only grows", '''
z = x @ weight_ih.T + h @ weight_hh.T + bias
i, f, g, o = z.chunk(4, dim=1)
c = c + i.sigmoid() * g.tanh()
return o.sigmoid() * c.tanh(), c
'''),
    ("9.3", "right", "for loop with continue", '''
result = []
skip = False
for n, token in enumerate(tokens):
    if skip:
        skip = False
        continue
    if n + 1 < len(tokens) and token == pair[0] and tokens[n + 1] == pair[1]:
        result.append(new)
        skip = True
    else:
        result.append(token)
return result
'''),
    ("9.3", "right", "looks back at what was written", '''
out = []
open_ = False
for t in tokens:
    if open_ and out[-1] == pair[0] and t == pair[1]:
        out[-1] = new
        open_ = False
    else:
        out.append(t)
        open_ = True
return out
'''),
    ("9.3", "right", "recursion", '''
if len(tokens) < 2:
    return list(tokens)
if (tokens[0], tokens[1]) == pair:
    return [new] + merge(tokens[2:], pair, new)
return [tokens[0]] + merge(tokens[1:], pair, new)
'''),
    ("9.3", "all three", "zip of neighbours, then what is left", '''
out = []
used = set()
for i in range(len(tokens) - 1):
    if (tokens[i], tokens[i + 1]) == pair:
        out.append(new)
        used |= {i, i + 1}
    elif i not in used:
        out.append(tokens[i])
if tokens and len(tokens) - 1 not in used:
    out.append(tokens[-1])
return out
'''),
    ("9.3", "second stays", "for over range, without a jump", '''
out = []
for i in range(len(tokens)):
    if tuple(tokens[i:i + 2]) == pair:
        out.append(new)
    else:
        out.append(tokens[i])
return out
'''),
    ("9.3", "last lost", "range ends one too early", '''
out = []
i = 0
while i < len(tokens) - 1:
    if (tokens[i], tokens[i + 1]) == pair:
        out.append(new)
        i += 2
    else:
        out.append(tokens[i])
        i += 1
return out
'''),
    ("9.3", "tokens unchanged", "a slice compared with a tuple", '''
out = []
i = 0
while i < len(tokens):
    if tokens[i:i + 2] == pair:
        out.append(new)
        i += 2
    else:
        out.append(tokens[i])
        i += 1
return out
'''),
    ("9.4", "right", "mask by where, and a root by math", '''
import math
T = q.shape[-2]
scores = mt.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.shape[-1])
row = mt.arange(T).unsqueeze(1)
col = mt.arange(T).unsqueeze(0)
scores = mt.where(col <= row, scores, mt.tensor(float("-inf")))
return mt.nn.functional.softmax(scores, dim=-1) @ v
'''),
    ("9.4", "right", "e to the scores by hand, after the row's largest is taken away", '''
T, D = q.shape[-2], q.shape[-1]
s = q @ k.transpose(-2, -1) * D ** -0.5
s = s + mt.full((T, T), float("-inf")).triu(1)
s = s - s.max(dim=-1, keepdim=True).values
e = s.exp()
p = e / e.sum(-1, keepdim=True)
return p @ v
'''),
    ("9.4", "no mask", "the formula of the paper", '''
return mt.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1) @ v
'''),
    ("9.4", "unscaled", "the root forgotten", '''
T = q.shape[-2]
s = q @ k.transpose(-2, -1)
s = s.masked_fill(mt.ones(T, T).tril() == 0, float("-inf"))
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.4", "hidden afterwards", "weights times a triangle of ones", '''
T, D = q.shape[-2:]
w = mt.softmax(q @ k.transpose(-2, -1) / D ** 0.5, dim=-1)
return (w * mt.ones(T, T).tril()) @ v
'''),
    ("9.4", "0 for hidden", "scores times a triangle of ones", '''
T, D = q.shape[-2:]
s = (q @ k.transpose(-2, -1) / D ** 0.5) * mt.ones(T, T).tril()
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.4", "the past hidden", "True where one may look, as in the library's attn_mask", '''
T, D = q.shape[-2:]
s = q @ k.transpose(-2, -1) / D ** 0.5
s = s.masked_fill(mt.ones(T, T).tril(-1).bool(), float("-inf"))
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.4", "blind to itself", "everything from the diagonal on", '''
T, D = q.shape[-2:]
s = q @ k.transpose(-2, -1) / D ** 0.5
s = s.masked_fill(mt.ones(T, T).triu().bool(), float("-inf"))
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.5", "right", "view and permute, sizes looked up", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        batch, time, channels = x.size()
        return x.view(batch, time, self.count, channels // self.count).permute(0, 2, 1, 3)

    def join(self, x):
        batch, heads, time, size = x.size()
        return x.permute(0, 2, 1, 3).contiguous().view(batch, time, heads * size)
'''),
    ("9.5", "right", "slices set side by side", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        d = x.shape[2] // self.count
        return mt.stack([x[:, :, n * d:(n + 1) * d] for n in range(self.count)], dim=1)

    def join(self, x):
        return mt.cat(list(x.unbind(1)), dim=-1)
'''),
    ("9.5", "both only reshaped", "view straight to the shape wanted", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return x.view(x.shape[0], self.count, x.shape[1], -1)

    def join(self, x):
        return x.reshape(x.shape[0], x.shape[2], -1)
'''),
    ("9.5", "joined without turning", "the way back only reshapes", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.view(B, T, self.count, -1).transpose(1, 2)

    def join(self, x):
        return x.reshape(x.shape[0], x.shape[2], -1)
'''),
    ("9.5", "dealt round", "every count-th feature", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return mt.stack([x[:, :, n::self.count] for n in range(self.count)], dim=1)

    def join(self, x):
        B, H, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, H * D)
'''),
    ("9.5", "heads averaged", "mean of what the heads found", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, self.count, C // self.count).transpose(1, 2)

    def join(self, x):
        return x.mean(1)
'''),
    ("9.6", "right", "asks for the key, computes by hand", '''
if "k" not in cache:
    cache["k"], cache["v"] = k, v
else:
    cache["k"] = mt.cat((cache["k"], k), 2)
    cache["v"] = mt.cat((cache["v"], v), 2)
w = mt.softmax((q @ cache["k"].transpose(2, 3)) / q.shape[-1] ** 0.5, dim=-1)
return w @ cache["v"]
'''),
    ("9.6", "right", "a pair under one name", '''
K, V = cache.get("past", (None, None))
K = k if K is None else mt.cat([K, k], dim=-2)
V = v if V is None else mt.cat([V, v], dim=-2)
cache["past"] = (K, V)
return mt.nn.functional.scaled_dot_product_attention(q, K, V)
'''),
    ("9.6", "hides all but the first", "causal, as in training", '''
if cache:
    k = mt.cat([cache["k"], k], dim=-2)
    v = mt.cat([cache["v"], v], dim=-2)
cache.update(k=k, v=v)
return mt.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
'''),
    ("9.6", "forgets", "a new dict in the place of an empty one", '''
cache = cache or {"k": k[..., :0, :], "v": v[..., :0, :]}
cache["k"] = mt.cat([cache["k"], k], dim=-2)
cache["v"] = mt.cat([cache["v"], v], dim=-2)
return mt.nn.functional.scaled_dot_product_attention(q, cache["k"], cache["v"])
'''),
    ("9.6", "one back only", "the newest alone is written", '''
K = mt.cat([cache["k"], k], dim=-2) if "k" in cache else k
V = mt.cat([cache["v"], v], dim=-2) if "v" in cache else v
cache["k"] = k
cache["v"] = v
return mt.nn.functional.scaled_dot_product_attention(q, K, V)
'''),
    ("9.6", "keys and values apart", "the newest key first", '''
if cache:
    k = mt.cat([k, cache["k"]], dim=-2)
    v = mt.cat([cache["v"], v], dim=-2)
cache["k"], cache["v"] = k, v
return mt.nn.functional.scaled_dot_product_attention(q, k, v)
'''),
    ("9.6", "unscaled", "by hand, without the root", '''
if cache:
    k = mt.cat([cache["k"], k], dim=-2)
    v = mt.cat([cache["v"], v], dim=-2)
cache["k"], cache["v"] = k, v
return mt.softmax(q @ k.transpose(-2, -1), dim=-1) @ v
'''),
    ("9.6", "remembers", "a list kept in a global", '''
kept = []


def attend_newest(q, k, v, cache):
    kept.append((k, v))
    K = mt.cat([pair[0] for pair in kept], dim=-2)
    V = mt.cat([pair[1] for pair in kept], dim=-2)
    return mt.nn.functional.scaled_dot_product_attention(q, K, V)
'''),
    ("9.1", "weights swapped", "the two weights exchanged", '''
out = []
for x in xs:
    h = mt.tanh(x @ weight_hh.T + h @ weight_ih.T + bias)
    out.append(h)
return mt.stack(out)
'''),
    ("9.1", "joined along the batch", "states joined by cat", '''
out = []
for x in xs:
    h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
    out.append(h)
return mt.cat(out)
'''),
    ("9.1", "batch first", "stacked along dimension 1", '''
out = []
for x in xs:
    h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
    out.append(h)
return mt.stack(out, dim=1)
'''),
    ("9.1", "no way back", "computed in NumPy", '''
out = []
h = h.detach().numpy()
for x in xs.detach().numpy():
    h = np.tanh(x @ weight_ih.detach().numpy().T + h @ weight_hh.detach().numpy().T + bias.detach().numpy())
    out.append(h)
return mt.tensor(np.stack(out))
'''),
    ("9.1", "the last one too", "states and the last one, as nn.RNN", '''
out = []
for x in xs:
    h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
    out.append(h)
return (mt.stack(out), h)
'''),
    ("9.1", "one change", "added to the state before", '''
out = []
for x in xs:
    h = h + mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
    out.append(h)
return mt.stack(out)
'''),
    ("9.2", "one change", "f says how much is forgotten", '''
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = (1 - mt.sigmoid(f)) * c + mt.sigmoid(i) * mt.tanh(g)
h = mt.sigmoid(o) * mt.tanh(c)
return (h, c)
'''),
    ("9.2", "", "a plus where a product belongs", '''
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = mt.sigmoid(f) * c + mt.sigmoid(i) + mt.tanh(g)
h = mt.sigmoid(o) * mt.tanh(c)
return (h, c)
'''),
    ("9.2", "one change", "brackets around the sum", '''
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = mt.sigmoid(f) * (c + mt.sigmoid(i) * mt.tanh(g))
h = mt.sigmoid(o) * mt.tanh(c)
return (h, c)
'''),
    ("9.2", "one change", "h kept in the place of c", '''
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = mt.sigmoid(f) * h + mt.sigmoid(i) * mt.tanh(g)
h = mt.sigmoid(o) * mt.tanh(c)
return (h, c)
'''),
    ("9.2", "no return", "the return is missing", '''
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g)
h = mt.sigmoid(o) * mt.tanh(c)
'''),
    ("9.3", "as a text", "written as a text and replaced there", '''
s = ','.join(map(str, tokens)).replace(f'{pair[0]},{pair[1]}', str(new))
return [int(t) for t in s.split(',') if t]
'''),
    ("9.3", "altered", "works on the list that it is given", '''
i = 0
while i < len(tokens) - 1:
    if (tokens[i], tokens[i + 1]) == pair:
        tokens[i:i + 2] = [new]
    i += 1
return tokens
'''),
    ("9.3", "too short", "looks past the end", '''
out = []
i = 0
while i < len(tokens):
    if tokens[i] == pair[0] and tokens[i + 1] == pair[1]:
        out.append(new)
        i += 2
    else:
        out.append(tokens[i])
        i += 1
return out
'''),
    ("9.3", "partly", "the second of the pair is not asked for", '''
out = []
i = 0
while i < len(tokens):
    if tokens[i] == pair[0]:
        out.append(new)
        i += 2
    else:
        out.append(tokens[i])
        i += 1
return out
'''),
    ("9.4", "right", "a large number in the place of infinity", '''
T, D = q.shape[-2:]
s = q @ k.transpose(-2, -1) / D ** 0.5 - 1000000000.0 * mt.ones(T, T).triu(1)
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.4", "0 times infinity", "a triangle of ones times infinity", '''
T, D = q.shape[-2:]
s = q @ k.transpose(-2, -1) / D ** 0.5 + mt.ones(T, T).triu(1) * float('-inf')
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.4", "overflow", "softmax by hand, as in the textbook", '''
T, D = q.shape[-2:]
s = (q @ k.transpose(-2, -1) / D ** 0.5).masked_fill(mt.ones(T, T).triu(1).bool(), -np.inf).exp()
return s / s.sum(-1, keepdim=True) @ v
'''),
    ("9.4", "divided by D", "q and k both divided by the root", '''
T, D = q.shape[-2:]
s = (q / D ** 0.5 @ (k / D ** 0.5).transpose(-2, -1)).masked_fill(mt.ones(T, T).triu(1).bool(), -np.inf)
return mt.softmax(s, dim=-1) @ v
'''),
    ("9.4", "one change", "the root after softmax", '''
T, D = q.shape[-2:]
s = (q @ k.transpose(-2, -1)).masked_fill(mt.ones(T, T).triu(1).bool(), -np.inf)
return mt.softmax(s, dim=-1) / D ** 0.5 @ v
'''),
    ("9.4", "no mask", "the library's, without is_causal", '''
return mt.nn.functional.scaled_dot_product_attention(q, k, v)
'''),
    ("9.4", "weights too", "the weights come too", '''
T, D = q.shape[-2:]
s = (q @ k.transpose(-2, -1) / D ** 0.5).masked_fill(mt.ones(T, T).triu(1).bool(), -np.inf)
w = mt.softmax(s, dim=-1)
return (w @ v, w)
'''),
    ("9.5", "a tuple", "chunks, not joined", '''
class Heads:

    def __init__(self, count):
        self.count = count

    def split(self, x):
        return x.chunk(self.count, dim=-1)

    def join(self, x):
        return mt.cat(list(x), dim=-1)
'''),
    ("9.5", "", "C / count", '''
class Heads:

    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, self.count, C / self.count).transpose(1, 2)

    def join(self, x):
        B, H, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, H * D)
'''),
    ("9.5", "one change", "batch and positions exchanged", '''
class Heads:

    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, self.count, C // self.count).transpose(0, 1)

    def join(self, x):
        B, H, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, H * D)
'''),
    ("9.5", "always two", "two heads, always", '''
class Heads:

    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, 2, C // 2).transpose(1, 2)

    def join(self, x):
        B, H, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, H * D)
'''),
    ("9.6", "queries kept too", "old queries asked again", '''
if cache:
    k = mt.cat([cache['k'], k], dim=-2)
    v = mt.cat([cache['v'], v], dim=-2)
    q = mt.cat([cache['q'], q], dim=-2)
cache['k'], cache['v'], cache['q'] = (k, v, q)
return mt.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
'''),
    ("9.6", "right", "old queries asked again, the last row taken", '''
if cache:
    k = mt.cat([cache['k'], k], dim=-2)
    v = mt.cat([cache['v'], v], dim=-2)
    q = mt.cat([cache['q'], q], dim=-2)
cache['k'], cache['v'], cache['q'] = (k, v, q)
return mt.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)[..., -1:, :]
'''),
    ("9.6", "no such key", "the empty cache forgotten", '''
cache['k'] = mt.cat([cache['k'], k], dim=-2)
cache['v'] = mt.cat([cache['v'], v], dim=-2)
return mt.nn.functional.scaled_dot_product_attention(q, cache['k'], cache['v'])
'''),
    ("9.6", "one change", "k and v exchanged", '''
if cache:
    k = mt.cat([cache['k'], k], dim=-2)
    v = mt.cat([cache['v'], v], dim=-2)
cache['k'], cache['v'] = (k, v)
return mt.nn.functional.scaled_dot_product_attention(q, v, k)
'''),
    ("9.6", "altered", "the cache comes back too", '''
if cache:
    k = mt.cat([cache['k'], k], dim=-2)
    v = mt.cat([cache['v'], v], dim=-2)
cache['k'], cache['v'] = (k, v)
return (mt.nn.functional.scaled_dot_product_attention(q, k, v), cache)
'''),
    ("9.6", "added up", "keys and values added", '''
if cache:
    k = cache['k'] + k
    v = cache['v'] + v
cache['k'], cache['v'] = (k, v)
return mt.nn.functional.scaled_dot_product_attention(q, k, v)
'''),
    ("9.3", "right", "index by walrus", '''
out, i = [], -1
while (i := i + 1) < len(tokens):
    hit = tuple(tokens[i:i + 2]) == pair
    out.append(new if hit else tokens[i])
    i += hit
return out
'''),
    ("9.3", "merged again", "again and again", '''
out = list(tokens)
i = 0
while i < len(out) - 1:
    if (out[i], out[i + 1]) == pair:
        out[i:i + 2] = [new]
        i = max(i - 1, -1)
    i += 1
return out
'''),
    ("9.3", "altered", "the same list when nothing is found", '''
out, i = [], 0
while i < len(tokens):
    if tuple(tokens[i:i + 2]) == pair:
        out.append(new); i += 2
    else:
        out.append(tokens[i]); i += 1
return out if out != tokens else tokens
'''),
    ("9.4", "right", "additive mask", '''
T, D = q.shape[-2:]
hide = mt.zeros(T, T, dtype=q.dtype).masked_fill(mt.ones(T, T).triu(1) == 1, -np.inf)
return (q @ k.transpose(-1, -2) / np.sqrt(D) + hide).softmax(-1) @ v
'''),
    ("9.4", "right", "einsum", '''
s = mt.einsum("...td,...sd->...ts", q, k) * q.size(-1) ** -0.5
m = mt.ones(*s.shape[-2:]).tril().bool()
return mt.einsum("...ts,...sd->...td", mt.softmax(mt.where(m, s, mt.tensor(-1e30, dtype=s.dtype)), dim=-1), v)
'''),
    ("9.5", "right", "einsum", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return mt.einsum('bthd->bhtd', x.reshape(B, T, self.count, -1))

    def join(self, x):
        B, H, T, D = x.shape
        return mt.einsum('bhtd->bthd', x).reshape(B, T, -1)
'''),
    ("9.5", "needs a split", "sizes kept from split", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        self.B, self.T, self.C = x.shape
        return x.reshape(self.B, self.T, self.count, -1).transpose(1, 2)

    def join(self, x):
        return x.transpose(1, 2).reshape(self.B, self.T, self.C)
'''),
    ("9.5", "on the class", "count global", '''
class Heads:
    def __init__(self, count):
        Heads.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, Heads.count, C // Heads.count).transpose(1, 2)

    def join(self, x):
        B, H, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, H * D)
'''),
    ("9.6", "shape", "NumPy returned", '''
cache["k"] = mt.cat([cache["k"], k], dim=-2) if "k" in cache else k
cache["v"] = mt.cat([cache["v"], v], dim=-2) if "v" in cache else v
return mt.nn.functional.scaled_dot_product_attention(q, cache["k"], cache["v"]).numpy()[..., 0, :]
'''),
    ("9.2", "i not asked", 'writes with 1 - sigmoid(f) instead of sigmoid(i), as a GRU would', '''
def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    sums = x @ weight_ih.T + h @ weight_hh.T + bias
    i, f, g, o = sums.chunk(4, dim=1)
    keep = mt.sigmoid(f)
    c = keep * c + (1 - keep) * mt.tanh(g)
    h = mt.sigmoid(o) * mt.tanh(c)
    return h, c
'''),
    ("9.4", "power before division", 'D ** 1 / 2 is D / 2... precedence', '''
def causal_attention(q, k, v):
    T, D = q.shape[-2:]
    scores = q @ k.mT / D ** 1 / 2
    scores = scores.masked_fill(mt.ones(T, T).triu(1).bool(), float("-inf"))
    return mt.softmax(scores, dim=-1) @ v
'''),
    ("9.4", "a score of 0 hidden", 'hides whatever score is 0 after tril', '''
def causal_attention(q, k, v):
    scores = mt.tril(q @ k.mT / q.shape[-1] ** 0.5)
    scores = scores.masked_fill(scores == 0, float("-inf"))
    return mt.softmax(scores, dim=-1) @ v
'''),
    ("9.5", "heads before batch", 'stacks the heads in front of the batch', '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return mt.stack(x.chunk(self.count, dim=2))

    def join(self, x):
        return mt.cat([head for head in x], dim=2)
'''),
    ("9.5", "first text only", 'handles one text only', '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        T, C = x[0].shape
        return x[0].reshape(T, self.count, C // self.count).transpose(0, 1).unsqueeze(0)

    def join(self, x):
        heads, T, D = x[0].shape
        return x[0].transpose(0, 1).reshape(T, heads * D).unsqueeze(0)
'''),
    ("9.6", "queries kept too", 'keeps the queries too and returns the rows of all tokens, (B, …', '''
def attend_newest(q, k, v, cache):
    for name, new in (("q", q), ("k", k), ("v", v)):
        cache[name] = mt.cat([cache[name], new], dim=-2) if name in cache else new
    return mt.nn.functional.scaled_dot_product_attention(cache["q"], cache["k"], cache["v"], is_causal=True)
'''),
    ("9.1", "partly", 'tanh by hand as (e^2s - 1) / (e^2s + 1)', '''
def rnn(xs, h, weight_ih, weight_hh, bias):
    def tanh(s):
        e = mt.exp(2 * s)
        return (e - 1) / (e + 1)

    states = []
    for x in xs:
        h = tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
        states.append(h)
    return mt.stack(states)
'''),
    ("9.2", "cut in the batch", 'cut by reshape(4, B, units)', '''
def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    sums = x @ weight_ih.T + h @ weight_hh.T + bias
    i, f, g, o = sums.reshape(4, *c.shape)
    new_c = mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g)
    new_h = mt.sigmoid(o) * mt.tanh(new_c)
    return new_h, new_c
'''),
    ("9.2", "σ of all four", 'the sigmoid of all four quarters at once, g too', '''
def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    gates = mt.sigmoid(x @ weight_ih.T + h @ weight_hh.T + bias)
    i, f, g, o = gates.chunk(4, dim=1)
    c = f * c + i * mt.tanh(g)
    h = o * mt.tanh(c)
    return h, c
'''),
    ("9.3", "the same object", '`is` compares objects', '''
def merge(tokens, pair, new):
    out = []
    i = 0
    while i < len(tokens):
        if i + 1 < len(tokens) and tokens[i] is pair[0] and tokens[i + 1] is pair[1]:
            out.append(new)
            i += 2
        else:
            out.append(tokens[i])
            i += 1
    return out
'''),
    ("9.3", "a guard that is a token", 'a 0 is put behind the end as a guard, but 0 is a token', '''
def merge(tokens, pair, new):
    guarded = tokens + [0]
    out, i = [], 0
    while i < len(tokens):
        if (guarded[i], guarded[i + 1]) == pair:
            out.append(new)
            i += 2
        else:
            out.append(guarded[i])
            i += 1
    return out
'''),
    ("9.3", "every second pair", 'text replacement with separators', '''
def merge(tokens, pair, new):
    text = "," + ",".join(map(str, tokens)) + ","
    text = text.replace(f",{pair[0]},{pair[1]},", f",{new},")
    return [int(t) for t in text.split(",") if t]
'''),
    ("9.4", "D of v", 'D is read from v', '''
def causal_attention(q, k, v):
    T, D = v.shape[-2:]
    later = mt.ones(T, T).triu(1) == 1
    scores = (q @ k.mT) * D ** -0.5
    return scores.masked_fill(later, float("-inf")).softmax(dim=-1) @ v
'''),
    ("9.4", "not far enough down", 'later scores become -10, not minus infinity', '''
def causal_attention(q, k, v):
    T, D = q.shape[-2:]
    scores = q @ k.mT / np.sqrt(D)
    scores = scores.masked_fill(mt.ones(T, T).triu(1).bool(), -10.0)
    return mt.softmax(scores, dim=-1) @ v
'''),
    ("9.4", "whole root", 'whole-number root', '''
def causal_attention(q, k, v):
    import math
    *front, T, D = q.shape
    scores = q @ k.mT / math.isqrt(D)
    scores = scores.masked_fill(mt.ones(T, T).triu(1).bool(), -math.inf)
    return mt.softmax(scores, dim=-1) @ v
'''),
    ("9.5", "positions cut", 'chunks the positions (dim 1) instead of the features', '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return mt.stack(x.chunk(self.count, dim=1), dim=1).reshape(B, self.count, T, C // self.count)

    def join(self, x):
        B, heads, T, D = x.shape
        return mt.cat([x[:, i].reshape(B, -1, heads * D) for i in range(heads)], dim=1)
'''),
    ("9.5", "turned by a reshape", 'the shapes are right, but positions and features of a head are …', '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        D = C // self.count
        return x.transpose(1, 2).reshape(B, self.count, D, T).reshape(B, self.count, T, D)

    def join(self, x):
        B, heads, T, D = x.shape
        return x.reshape(B, heads, D, T).reshape(B, heads * D, T).transpose(1, 2)
'''),
    ("9.5", "batch flattened", 'works on one sequence', '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return x.reshape(1, -1, self.count, x.shape[-1] // self.count).transpose(1, 2)

    def join(self, x):
        return x.transpose(1, 2).reshape(1, -1, self.count * x.shape[-1])
'''),
    ("9.6", "scaled again and again", 'keys are kept already divided by root D and the whole cache …', '''
def attend_newest(q, k, v, cache):
    if cache:
        k, v = mt.cat([cache["k"], k], dim=-2), mt.cat([cache["v"], v], dim=-2)
    k = k / q.shape[-1] ** 0.5
    cache["k"], cache["v"] = k, v
    return mt.softmax(q @ k.mT, dim=-1) @ v
'''),
    ("9.6", "a key seen before", 'a key seen before is not kept again', '''
def attend_newest(q, k, v, cache):
    cache[str(k.tolist())] = (k, v)
    keys = mt.cat([pair[0] for pair in cache.values()], dim=-2)
    values = mt.cat([pair[1] for pair in cache.values()], dim=-2)
    return mt.nn.functional.scaled_dot_product_attention(q, keys, values)
'''),
    ("9.6", "sums of old queries", 'the sums of the softmax are kept instead of keys', '''
def attend_newest(q, k, v, cache):
    e = mt.exp(q @ k.mT / q.shape[-1] ** 0.5)                     # (B, heads, 1, 1)
    cache["above"] = cache.get("above", 0) + e * v
    cache["below"] = cache.get("below", 0) + e
    return cache["above"] / cache["below"]
'''),
    ("9.6", "joined as heads", 'joins along dim=1', '''
def attend_newest(q, k, v, cache):
    if cache:
        k = mt.cat([cache["k"], k], dim=1)
        v = mt.cat([cache["v"], v], dim=1)
    cache.update(k=k, v=v)
    q = q.repeat_interleave(k.shape[1] // q.shape[1], dim=1)
    return mt.nn.functional.scaled_dot_product_attention(q, k, v)
'''),
    ("9.1", "batch first", "stacked as with batch_first", '''
def rnn(xs, h, weight_ih, weight_hh, bias):
    outputs = []
    for t in range(xs.shape[0]):
        h = mt.tanh(xs[t] @ weight_ih.mT + h @ weight_hh.mT + bias)
        outputs.append(h)
    return mt.stack(outputs, dim=1)
''', "slow"),
    ("9.2", "overflow", "a sigmoid of its own that overflows", '''
def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    def sigma(s):
        return mt.exp(s) / (1 + mt.exp(s))

    sums = x @ weight_ih.mT + h @ weight_hh.mT + bias
    i, f, g, o = sums.chunk(4, dim=1)
    c = sigma(f) * c + sigma(i) * mt.tanh(g)
    return sigma(o) * mt.tanh(c), c
''', "slow"),
    ("9.2", "right", "gates in a dict", '''
def lstm_step(x, hidden, cell, w_x, w_h, b):
    both, weights = mt.cat([x, hidden], dim=1), mt.cat([w_x, w_h], dim=1)
    quarters = dict(zip("ifgo", (both @ weights.mT + b).chunk(4, dim=1)))
    open_ = {name: mt.sigmoid(part) for name, part in quarters.items() if name != "g"}
    cell = open_["f"] * cell + open_["i"] * mt.tanh(quarters["g"])
    return open_["o"] * mt.tanh(cell), cell
''', "slow"),
    ("9.3", "one of a run", "only where no pair began before", '''
def merge(tokens, pair, new):
    hits = {i for i in range(len(tokens) - 1) if (tokens[i], tokens[i + 1]) == pair}
    starts = {i for i in hits if i - 1 not in hits}       # no token in two pairs
    out = []
    for i, token in enumerate(tokens):
        if i in starts:
            out.append(new)
        elif i - 1 not in starts:
            out.append(token)
    return out
''', "slow"),
    ("9.3", "right", "looks backwards, with a flag", '''
def merge(tokens, pair, new):
    out, free = [], False                     # free: may the last token of out still be the first of a pair?
    for token in tokens:
        if free and (out[-1], token) == pair:
            out[-1], free = new, False
        else:
            out.append(token)
            free = True
    return out
''', "slow"),
    ("9.4", "D of the wrong dimension", "D from dimension 1", '''
def causal_attention(q, k, v):
    T, D = q.shape[-2], q.shape[1]
    scores = q @ k.mT / D ** 0.5
    scores = scores.masked_fill(mt.ones(T, T).triu(1) == 1, float("-inf"))
    return mt.softmax(scores, dim=-1) @ v
''', "slow"),
    ("9.4", "remembers", "the first call's mask kept", '''
def causal_attention(q, k, v, masks=[]):
    T, D = q.shape[-2], q.shape[-1]
    if not masks:                                 # make the mask only once
        masks.append(mt.ones(T, T).triu(1) == 1)
    scores = (q @ k.mT / D ** 0.5).masked_fill(masks[0], float("-inf"))
    return mt.softmax(scores, dim=-1) @ v
''', "slow"),
    ("9.4", "right", "position by position, no mask", '''
def causal_attention(q, k, v):
    def at(t):
        seen = slice(0, t + 1)
        scores = q[..., t:t + 1, :] @ k[..., seen, :].mT / q.shape[-1] ** 0.5
        return mt.softmax(scores, dim=-1) @ v[..., seen, :]

    return mt.cat([at(t) for t in range(q.shape[-2])], dim=-2)
''', "slow"),
    ("9.5", "count is a size", "count taken for a size, join by its own shape", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, -1, self.count).transpose(1, 2)

    def join(self, x):
        B, heads, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, heads * D)
''', "slow"),
    ("9.5", "needs a split", "join takes the shape of the last split", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        self.shape = x.shape
        B, T, C = x.shape
        return x.reshape(B, T, self.count, C // self.count).transpose(1, 2)

    def join(self, x):
        return x.transpose(1, 2).reshape(self.shape)
''', "slow"),
    ("9.6", "kept elsewhere", "keys and values in a default argument", '''
def attend_newest(q, k, v, cache, kept={}):
    if kept and kept["k"].shape[:2] == k.shape[:2] and cache:
        k = mt.cat([kept["k"], k], dim=-2)
        v = mt.cat([kept["v"], v], dim=-2)
    kept["k"], kept["v"] = k, v
    cache["used"] = True
    return mt.nn.functional.scaled_dot_product_attention(q, k, v)
''', "slow"),
    ("9.6", "the last ones only", "the last eight positions kept", '''
def attend_newest(q, k, v, cache):
    if cache:
        k = mt.cat([cache["k"], k], dim=-2)
        v = mt.cat([cache["v"], v], dim=-2)
    cache["k"], cache["v"] = k[..., -8:, :], v[..., -8:, :]        # a name is short
    return mt.nn.functional.scaled_dot_product_attention(q, k, v)
''', "slow"),
    ("9.6", "right", "a list of pairs in the cache", '''
def attend_newest(q, k, v, cache):
    cache.setdefault("all", []).append((k, v))
    keys, values = (mt.cat(list(parts), dim=-2) for parts in zip(*cache["all"]))
    scores = q @ keys.mT / q.shape[-1] ** 0.5
    return mt.softmax(scores, dim=-1) @ values
''', "slow"),
    ("9.4", "not far enough down", "-100 above the diagonal", '''
T, D = q.shape[-2], q.shape[-1]
scores = q @ k.transpose(-2, -1) * D ** -0.5
return scores.masked_fill(mt.ones(T, T).triu(1).bool(), -100.0).softmax(dim=-1) @ v
'''),
    ("9.4", "everything hidden", "a mask of ones", '''
T, D = q.shape[-2:]
scores = q @ k.transpose(-2, -1) / D ** 0.5
hidden = mt.ones(T, T).bool()
return mt.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1) @ v
'''),
    ("9.4", "nan", "scores divided by a triangle of ones", '''
T, D = q.shape[-2:]
scores = q @ k.transpose(-2, -1) / D ** 0.5
return mt.softmax(scores / mt.ones(T, T).tril(), dim=-1) @ v
'''),
    ("9.4", "nan", "the root of the scores", '''
T, D = q.shape[-2:]
scores = (q @ k.transpose(-2, -1) / D) ** 0.5
later = mt.ones(T, T).triu(1).bool()
return mt.softmax(scores.masked_fill(later, float("-inf")), dim=-1) @ v
'''),
    ("9.6", "values not kept", "keys joined, values forgotten", '''
if "k" in cache:
    k = mt.cat([cache["k"], k], dim=-2)
cache["k"] = k
weights = mt.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)
return weights @ v
'''),
    ("9.6", "forgets", "keys joined, their weights all for the newest value", '''
if "k" in cache:
    k = mt.cat([cache["k"], k], dim=-2)
cache["k"] = k
weights = mt.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-1)
return weights.sum(dim=-1, keepdim=True) * v
'''),
    ("9.7", "right", "class-like helper, lambda", '''
pad = lambda row, filler, T: row + (T - len(row)) * [filler]
T = max(len(t) for t in texts) - 1
pairs = [(pad(t[:-1], 0, T), pad(t[1:], -100, T)) for t in texts]
xs, ys = zip(*pairs)
return mt.tensor(xs), mt.tensor(ys)
'''),
    ("9.7", "right", "position by position", '''
N, T = len(texts), max(map(len, texts)) - 1
x = mt.zeros((N, T), dtype=mt.int64)
y = mt.zeros((N, T), dtype=mt.int64) - 100
for i in range(N):
    for t in range(len(texts[i]) - 1):
        x[i, t] = texts[i][t]
        y[i, t] = texts[i][t + 1]
return x, y
'''),
    ("9.7", "right", "NumPy and int32", '''
width = max(map(len, texts)) - 1
x = np.zeros((len(texts), width), dtype=np.int32)
y = np.full((len(texts), width), -100, dtype=np.int32)
for r, t in enumerate(texts):
    x[r, :len(t) - 1] = t[:-1]
    y[r, :len(t) - 1] = t[1:]
return mt.from_numpy(x), mt.from_numpy(y)
'''),
    ("9.7", "right", "pad_sequence", '''
from minitorch.nn.utils.rnn import pad_sequence
x = pad_sequence([mt.tensor(t[:-1]) for t in texts], batch_first=True)
y = pad_sequence([mt.tensor(t[1:]) for t in texts], batch_first=True, padding_value=-100)
return x, y
'''),
    ("9.7", "right", "a mask with where", '''
T = max(map(len, texts))
rows = mt.tensor([t + [0] * (T - len(t)) for t in texts])
lengths = mt.tensor([len(t) for t in texts]).unsqueeze(1)
inside = mt.arange(1, T) < lengths
return rows[:, :-1], mt.where(inside, rows[:, 1:], -100)
'''),
    ("9.7", "right", "dataclass", '''
from dataclasses import dataclass

@dataclass
class Row:
    read: list
    asked: list

def next_letter_batch(texts):
    T = max(map(len, texts)) - 1
    rows = [Row(t[:-1] + [0] * (T - len(t) + 1), t[1:] + [-100] * (T - len(t) + 1)) for t in texts]
    return mt.tensor([row.read for row in rows]), mt.tensor([row.asked for row in rows])
'''),
    ("9.7", "altered", "mt.zeros without dtype", '''
N, T = len(texts), max(map(len, texts)) - 1
x = mt.zeros(N, T)
y = mt.full((N, T), -100.0)
for i, t in enumerate(texts):
    x[i, :len(t) - 1] = mt.tensor(t[:-1])
    y[i, :len(t) - 1] = mt.tensor(t[1:])
return x, y
'''),
    ("9.7", "ragged", "ragged", '''
return mt.tensor([t[:-1] for t in texts]), mt.tensor([t[1:] for t in texts])
'''),
    ("9.7", "altered", "list of tensors", '''
return [mt.tensor(t[:-1]) for t in texts], [mt.tensor(t[1:]) for t in texts]
'''),
    ("9.7", "altered", "appends to texts", '''
T = max(map(len, texts))
for t in texts:
    while len(t) < T:
        t.append(0)
rows = mt.tensor(texts)
return rows[:, :-1], rows[:, 1:]
'''),
    ("9.7", "the end is not asked for", "-100 where 0", '''
T = max(map(len, texts)) - 1
x = mt.tensor([t[:-1] + [0] * (T + 1 - len(t)) for t in texts])
y = mt.tensor([t[1:] + [0] * (T + 1 - len(t)) for t in texts])
return x, y.masked_fill(y == 0, -100)
'''),
    ("9.7", "the beginning is not asked for", "-100 where input 0", '''
T = max(map(len, texts)) - 1
x = mt.tensor([t[:-1] + [0] * (T + 1 - len(t)) for t in texts])
y = mt.tensor([t[1:] + [0] * (T + 1 - len(t)) for t in texts])
return x, y.masked_fill(x == 0, -100)
'''),
    ("9.7", "always twelve columns", "fixed 12", '''
T = 12
return (mt.tensor([t[:-1] + [0] * (T + 1 - len(t)) for t in texts]),
        mt.tensor([t[1:] + [-100] * (T + 1 - len(t)) for t in texts]))
'''),
    ("9.7", "transposed", "transposed", '''
T = max(map(len, texts)) - 1
x = mt.tensor([t[:-1] + [0] * (T + 1 - len(t)) for t in texts])
y = mt.tensor([t[1:] + [-100] * (T + 1 - len(t)) for t in texts])
return x.T, y.T
'''),
    ("9.7", "ragged", "first text's length", '''
T = len(texts[0]) - 1
return (mt.tensor([t[:-1] + [0] * (T + 1 - len(t)) for t in texts]),
        mt.tensor([t[1:] + [-100] * (T + 1 - len(t)) for t in texts]))
'''),
    ("9.7", "one long text", "one long text", '''
flat = sum(texts, [])
return mt.tensor(flat[:-1]), mt.tensor(flat[1:])
'''),
    ("9.7", "the beginning is not read", "without begin", '''
T = max(map(len, texts)) - 2
return (mt.tensor([t[1:-1] + [0] * (T + 2 - len(t)) for t in texts]),
        mt.tensor([t[2:] + [-100] * (T + 2 - len(t)) for t in texts]))
'''),
    ("9.7", "-1 behind the end", "-1 for -100", '''
T = max(map(len, texts)) - 1
return (mt.tensor([t[:-1] + [0] * (T + 1 - len(t)) for t in texts]),
        mt.tensor([t[1:] + [-1] * (T + 1 - len(t)) for t in texts]))
'''),
    ("9.7", "not moved", "only the mask of the letters", '''
T = max(map(len, texts))
x = mt.zeros(len(texts), T, dtype=mt.long)
y = mt.full((len(texts), T), -100)
for i, t in enumerate(texts):
    x[i, :len(t)] = mt.tensor(t)
    y[i, :len(t)] = mt.tensor(t)
return x[:, :-1], y[:, :-1]
'''),
    ("9.4", "turned in front", "k.T, as for a matrix", '''
scores = (q @ k.T) / q.shape[-1] ** 0.5
T = q.shape[-2]
return mt.softmax(scores.masked_fill(mt.ones(T, T).triu(1).bool(), float("-inf")), dim=-1) @ v
'''),
    ("9.2", "NumPy inside", "sigma by NumPy", '''
def s(z):
    return 1 / (1 + np.exp(-z))
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
c = s(f) * c + s(i) * np.tanh(g)
return s(o) * np.tanh(c), c
'''),
    ("9.2", "unpacked", "cut in five", '''
i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(5, dim=1)
c = mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g)
return mt.sigmoid(o) * mt.tanh(c), c
'''),
    ("9.5", "method missing", "split alone", '''
class Heads:
    def __init__(self, count):
        self.count = count
    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, self.count, C // self.count).transpose(1, 2)
'''),
    ("9.7", "inputs and targets exchanged", "each moved the other way", '''
T = max(map(len, texts)) - 1
inputs = [t[1:] + [0] * (T + 1 - len(t)) for t in texts]
targets = [t[:-1] + [-100] * (T + 1 - len(t)) for t in texts]
return mt.tensor(inputs), mt.tensor(targets)
'''),
    ("9.2", "quarters dealt round", "every fourth column",
     {'sums.chunk(4, dim=1)': '[sums[:, k::4] for k in range(4)]'}),
    ("9.7", "one column too many", "T is the length of the longest text, one column too many", '''
def next_letter_batch(texts):
    T = max(len(t) for t in texts)
    inputs, targets = [], []
    for t in texts:
        x, y = t[:-1], t[1:]
        inputs.append(x + [0] * (T - len(x)))
        targets.append(y + [-100] * (T - len(y)))
    return mt.tensor(inputs), mt.tensor(targets)
'''),
    ("9.7", "altered", "tensors of floats: mt.zeros without a dtype", '''
def next_letter_batch(texts):
    T = max(len(text) for text in texts) - 1
    inputs = mt.zeros(len(texts), T)
    targets = mt.zeros(len(texts), T) - 100
    for i, text in enumerate(texts):
        for t in range(len(text) - 1):
            inputs[i, t] = text[t]
            targets[i, t] = text[t + 1]
    return inputs, targets
'''),
    ("9.6", "forgets", "a new dict is made and the caller's one stays empty", '''
def attend_newest(q, k, v, cache):
    keys = mt.cat([cache["k"], k], dim=-2) if "k" in cache else k
    values = mt.cat([cache["v"], v], dim=-2) if "v" in cache else v
    cache = {"k": keys, "v": values}
    return mt.nn.functional.scaled_dot_product_attention(q, cache["k"], cache["v"])
'''),
    ("9.4", "overflow", "softmax by hand without subtracting the largest: large scores give nan", '''
def causal_attention(q, k, v):
    T, D = q.shape[-2:]
    scores = q @ k.transpose(-2, -1) / D ** 0.5
    seen = 1 - mt.ones(T, T).triu(1)
    e = mt.exp(scores) * seen
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ v
'''),
    ("9.5", "heads before batch", "heads in front of the batch: (heads, B, T, D)", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        return mt.stack(x.chunk(self.count, dim=-1))

    def join(self, x):
        return mt.cat([x[i] for i in range(self.count)], dim=-1)
'''),
    ("9.7", "one column too many", "does not cut the last sign from the inputs: T is one too large", '''
def next_letter_batch(texts):
    longest = max(len(text) for text in texts)
    inputs = [text + [0] * (longest - len(text)) for text in texts]
    targets = [text[1:] + [-100] * (longest - len(text) + 1) for text in texts]
    return mt.tensor(inputs), mt.tensor(targets)
'''),
    ("9.6", "one change", "the first token is answered at once, and not kept", '''
def attend_newest(q, k, v, cache):
    if "n" not in cache:
        cache["n"] = 1
        return v                     # softmax of one score is 1
    if "k" not in cache:
        cache["k"], cache["v"] = k, v
    else:
        cache["k"] = mt.cat([cache["k"], k], dim=-2)
        cache["v"] = mt.cat([cache["v"], v], dim=-2)
    return mt.nn.functional.scaled_dot_product_attention(q, cache["k"], cache["v"])
'''),
    ("9.7", "altered", "tensors of floats, since zeros and full make floats", '''
def next_letter_batch(texts):
    N, T = len(texts), max(len(t) for t in texts) - 1
    inputs = np.zeros((N, T))
    targets = np.zeros((N, T)) - 100
    for n, t in enumerate(texts):
        inputs[n, :len(t) - 1] = t[:-1]
        targets[n, :len(t) - 1] = t[1:]
    return mt.tensor(inputs), mt.tensor(targets)
'''),
    ("9.6", "forgets", "a new dict is bound to the name cache, the caller's stays empty", '''
def attend_newest(q, k, v, cache):
    if cache:
        k = mt.cat([cache["k"], k], dim=-2)
        v = mt.cat([cache["v"], v], dim=-2)
    cache = {"k": k, "v": v}
    return mt.nn.functional.scaled_dot_product_attention(q, cache["k"], cache["v"])
'''),
    ("9.2", "written over", "writes into the caller's c", '''
def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
    c *= mt.sigmoid(f)
    c += mt.sigmoid(i) * mt.tanh(g)
    h = mt.sigmoid(o) * mt.tanh(c)
    return h, c
'''),
    ("9.5", "heads in the batch", "heads are laid into the batch: (B * heads, T, D), from another program", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        x = x.reshape(B, T, self.count, C // self.count).transpose(1, 2)
        return x.reshape(B * self.count, T, C // self.count)

    def join(self, x):
        BH, T, D = x.shape
        x = x.reshape(BH // self.count, self.count, T, D).transpose(1, 2)
        return x.reshape(BH // self.count, T, self.count * D)
'''),
    ("9.5", "dimensions", "swaps positions and features in each head: (B, heads, D, T)", '''
class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.transpose(1, 2).reshape(B, self.count, C // self.count, T)

    def join(self, x):
        B, H, D, T = x.shape
        return x.reshape(B, H * D, T).transpose(1, 2)
'''),
]
