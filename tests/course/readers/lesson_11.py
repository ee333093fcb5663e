"""Answers to lesson 11 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("11.1", "right", "counted by loops over layers of names", '''
multiply = rows * outputs * inputs
add = multiply
read = rows * inputs + outputs * inputs
write = rows * outputs
return multiply + add, (read + write) * size
'''),
    ("11.1", "right", "as NumPy counts them", '''
x, w = np.zeros((rows, inputs), np.int8), np.zeros((outputs, inputs), np.int8)
y = x @ w.T
return y.size * inputs * 2, (x.nbytes + w.nbytes + y.nbytes) * size
'''),
    ("11.1", "right", "floats", '''
return 2.0 * rows * inputs * outputs, float(size) * (rows * inputs + outputs * (inputs + rows))
'''),
    ("11.1", "multiplications only", "multiply-adds as one", '''
ops = rows * inputs * outputs
return ops, (rows * inputs + inputs * outputs + rows * outputs) * size
'''),
    ("11.1", "weights only", "the weights are what is fetched",
     "return 2 * rows * inputs * outputs, inputs * outputs * size"),
    ("11.1", "one row only", "each weight is used once", '''
return inputs * outputs * 2, (rows * (inputs + outputs) + inputs * outputs) * size
'''),
    ("11.1", "weights read for each row", "everything once a row", '''
one_row = inputs + inputs * outputs + outputs
return 2 * rows * inputs * outputs, rows * one_row * size
'''),
    ("11.1", "output forgotten", "only what is read", '''
return 2 * rows * inputs * outputs, size * (rows * inputs + inputs * outputs)
'''),
    ("11.1", "divided already", "the intensity", '''
return 2 * rows * inputs * outputs / (size * (rows * inputs + inputs * outputs + rows * outputs))
'''),
    ("11.1", "bits", "times 8", '''
return 2 * rows * inputs * outputs, 8 * size * (rows * inputs + inputs * outputs + rows * outputs)
'''),
    ("11.1", "with a bias", "a bias as well", '''
numbers = rows * inputs + inputs * outputs + rows * outputs + outputs
return 2 * rows * inputs * outputs + rows * outputs, size * numbers
'''),
    ("11.2", "", "by the library's own pieces", '''
from minitorch.compress import choose_qparams, quantize
if per_channel:
    low, high = weight.amin(1, keepdim=True), weight.amax(1, keepdim=True)
else:
    low, high = weight.min(), weight.max()
scale, zero = choose_qparams(low, high, bits, symmetric=True)
return quantize(weight, scale, zero, bits, symmetric=True), scale
'''),
    ("11.2", "right", "row by row, stacked", '''
top = 2 ** (bits - 1) - 1
def one(part):
    s = part.abs().max().item() / top
    s = s if s > 0 else 1.0
    return (part / s).round(), s
if not per_channel:
    return one(weight)
found = [one(row) for row in weight]
return mt.stack([q for q, _ in found]), mt.tensor([[s] for _, s in found])
'''),
    ("11.2", "right", "clamped, with a step that is never 0", '''
n = (1 << (bits - 1)) - 1
m = weight.abs().max(dim=1, keepdim=True).values if per_channel else weight.abs().max().reshape(1, 1)
scale = mt.where(m > 0, m / n, mt.ones_like(m))
return mt.clamp(mt.round(weight / scale), -n, n), scale
'''),
    ("11.2", "right", "in NumPy", '''
w = weight.numpy()
m = np.max(np.abs(w), axis=1, keepdims=True) if per_channel else np.max(np.abs(w))
s = np.asarray(m / (2 ** (bits - 1) - 1))
s = np.where(s == 0, 1.0, s)
return np.round(w / s).astype(int), s
'''),
    ("11.2", "no sign bit", "255 levels above zero", '''
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = largest / (2 ** bits - 1)
scale = scale.masked_fill(scale == 0, 1.0)
return mt.round(weight / scale), scale
'''),
    ("11.2", "one too many", "2 to the power of bits minus one", '''
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().amax()
scale = largest / 2 ** (bits - 1)
scale[scale == 0] = 1.0
return mt.round(weight / scale), scale
'''),
    ("11.2", "largest not absolute", "max without abs", '''
largest = weight.amax(dim=1, keepdim=True) if per_channel else weight.max()
scale = largest / (2 ** (bits - 1) - 1)
scale = mt.where(scale == 0, mt.ones_like(scale), scale)
return (weight / scale).round(), scale
'''),
    ("11.2", "cut off", "made integers by to()", '''
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = largest / (2 ** (bits - 1) - 1)
scale = scale.masked_fill(scale == 0, 1.0)
return (weight / scale).to(mt.int8), scale
'''),
    ("11.2", "divided by zero", "no thought of zeros", '''
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = largest / (2 ** (bits - 1) - 1)
return (weight / scale).round(), scale
'''),
    ("11.2", "a scale for each column", "dim=0", '''
largest = weight.abs().amax(dim=0, keepdim=True) if per_channel else weight.abs().max()
scale = largest / (2 ** (bits - 1) - 1)
scale = scale.masked_fill(scale == 0, 1.0)
return (weight / scale).round(), scale
'''),
    ("11.2", "turned back already", "what the weight becomes", '''
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = largest / (2 ** (bits - 1) - 1)
scale = scale.masked_fill(scale == 0, 1.0)
q = (weight / scale).round()
return q * scale, scale
'''),
    ("11.2", "one scale for all", "per_channel not read", '''
scale = weight.abs().max() / (2 ** (bits - 1) - 1)
scale = scale if scale.item() else mt.tensor(1.0)
return (weight / scale).round(), scale
'''),
    ("11.3", "right", "step by step", '''
if low > 0:
    low = 0.0
if high < 0:
    high = 0.0
steps = 2 ** bits - 1
scale = (high - low) / steps
if scale == 0.0:
    return 1.0, 0
zero_point = -low / scale
return scale, int(round(zero_point))
'''),
    ("11.3", "right", "NumPy's numbers", '''
ends = np.clip([low, high], [-np.inf, 0], [0, np.inf])
scale = np.ptp(ends) / (2 ** bits - 1) or 1.0
return scale, np.rint(-ends[0] / scale)
'''),
    ("11.3", "", "the library's own", '''
from minitorch import compress
scale, zero = compress.choose_qparams(mt.tensor(low), mt.tensor(high), bits)
return scale.item(), int(zero.item())
'''),
    ("11.3", "zero left out", "from low to high", '''
scale = (high - low) / (2 ** bits - 1)
scale = scale if scale else 1.0
return scale, round(-low / scale)
'''),
    ("11.3", "one step too many", "divided by the number of integers", '''
low, high = min(low, 0), max(high, 0)
scale = (high - low) / 2 ** bits
scale = scale or 1.0
return scale, round(-low / scale)
'''),
    ("11.3", "zero point as it is", "not rounded", '''
low, high = min(low, 0), max(high, 0)
scale = (high - low) / (2 ** bits - 1) or 1.0
return scale, -low / scale
'''),
    ("11.3", "cut off", "floor division", '''
low, high = min(low, 0), max(high, 0)
scale = (high - low) / (2 ** bits - 1) or 1.0
return scale, -low // scale
'''),
    ("11.3", "sign", "low divided by the scale", '''
low, high = min(low, 0), max(high, 0)
scale = (high - low) / (2 ** bits - 1) or 1.0
return scale, round(low / scale)
'''),
    ("11.3", "divided by zero", "no thought of zeros", '''
low, high = min(low, 0), max(high, 0)
scale = (high - low) / (2 ** bits - 1)
return scale, round(-low / scale)
'''),
    ("11.3", "the other order", "zero point first", '''
low, high = min(low, 0), max(high, 0)
scale = (high - low) / (2 ** bits - 1) or 1.0
return round(-low / scale), scale
'''),
    ("11.4", "one change", "an empty slice is everything", '''
k = round(share * weight.numel())
order = weight.abs().flatten().argsort(descending=True)
mask = mt.ones(weight.numel())
mask[order[-k:]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "order for places", "argsort of an array for ranks", '''
ranks = np.argsort(np.abs(weight.numpy()).ravel())
return (ranks >= round(share * weight.numel())).astype(float).reshape(weight.shape)
'''),
    ("11.4", "row by row", "the last dimension", '''
mask = mt.ones(weight.shape)
order = weight.abs().argsort(dim=-1)
return mask.scatter(-1, order[..., :round(share * weight.shape[-1])], 0.0)
'''),
    ("11.4", "right", "a list, sorted", '''
flat = [abs(w) for w in weight.flatten().tolist()]
gone = set(sorted(range(len(flat)), key=flat.__getitem__)[:round(share * len(flat))])
return mt.tensor([0.0 if i in gone else 1.0 for i in range(len(flat))]).reshape(weight.shape)
'''),
    ("11.4", "all that are alike", "the k-th smallest as a limit", '''
k = round(share * weight.numel())
if k == 0:
    return mt.ones_like(weight)
limit = weight.abs().flatten().kthvalue(k).values
return (weight.abs() > limit).float()
'''),
    ("11.4", "", "by the library's rule", '''
return mt.nn.utils.prune.L1Unstructured(round(share * weight.numel())).compute_mask(weight, mt.ones_like(weight))
'''),
    ("11.4", "right", "NumPy's partition", '''
a = np.abs(weight.numpy())
k = round(share * a.size)
mask = np.ones(a.size, bool)
mask[np.argsort(a, axis=None)[:k]] = False
return mask.reshape(a.shape)
'''),
    ("11.4", "largest gone", "descending", '''
k = round(share * weight.numel())
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().argsort(descending=True)[:k]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "sign not ignored", "sorted as it is", '''
k = round(share * weight.numel())
mask = mt.ones(weight.numel())
mask[weight.flatten().argsort()[:k]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "share as a size", "a threshold", "return (weight.abs() > share) * 1.0"),
    ("11.4", "flat", "not reshaped", '''
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().argsort()[:round(share * weight.numel())]] = 0
return mask
'''),
    ("11.4", "the pruned weight", "times the weight", '''
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().argsort()[:round(share * weight.numel())]] = 0
return weight * mask.view(*weight.shape)
'''),
    ("11.4", "one less", ">= the limit", '''
k = round(share * weight.numel())
limit = weight.abs().flatten().kthvalue(max(k, 1)).values
return (weight.abs() >= limit).double()
'''),
    ("11.5", "right", "indices as a list", '''
sizes = [sum(w * w for w in row) for row in w1.tolist()]
kept = sorted(range(len(sizes)), key=lambda i: -sizes[i])[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "all that are alike", "a mask of units", '''
size = w1.pow(2).sum(1)
limit = size.sort(descending=True).values[keep - 1]
stays = size >= limit
return w1[stays], b1[stays], w2[:, stays]
'''),
    ("11.5", "right", "w2 turned, a list of three", '''
kept = mt.topk((w1 * w1).sum(dim=1), keep).indices
return [w1[kept], b1[kept], w2.T[kept].T]
'''),
    ("11.5", "smallest kept", "argsort ascending", '''
kept = (w1 ** 2).sum(dim=1).argsort()[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "rows of w2", "indexed alike", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[kept]
'''),
    ("11.5", "bias whole", "b1 forgotten", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
return w1[kept], b1, w2[:, kept]
'''),
    ("11.5", "absolute values", "L1", '''
kept = w1.abs().sum(dim=1).topk(keep).indices
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "zeros in place", "masked", '''
size = (w1 ** 2).sum(dim=1)
stays = (size >= size.sort(descending=True).values[keep - 1]).to(w1.dtype)
return w1 * stays[:, None], b1 * stays, w2 * stays
'''),
    ("11.5", "orders mixed", "w2 by a mask, w1 by order", '''
size = (w1 ** 2).sum(dim=1)
kept = size.argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[:, size >= size[kept].min()]
'''),
    ("11.5", "the first ones", "slices", "return w1[:keep], b1[:keep], w2[:, :keep]"),
    ("11.6", "right", "the library's kl_div, in logarithms", '''
functional = mt.nn.functional
student = functional.log_softmax(logits / temperature, dim=1)
teacher = functional.log_softmax(teacher_logits.detach() / temperature, dim=1)
soft = functional.kl_div(student, teacher, reduction="batchmean", log_target=True) * temperature ** 2
if target is not None:
    soft = alpha * soft + (1 - alpha) * functional.cross_entropy(logits, target)
return soft
'''),
    ("11.6", "right", "image by image", '''
total = 0.0
for mine, theirs in zip(logits, teacher_logits.detach()):
    p, q = (theirs / temperature).log_softmax(0), (mine / temperature).log_softmax(0)
    total = total + (p.exp() * (p - q)).sum()
soft = total / len(logits) * temperature ** 2
return soft if target is None else alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "T² forgotten", "the divergence alone", '''
s, t = ((each / temperature).log_softmax(1) for each in (logits, teacher_logits.detach()))
soft = (t.exp() * (t - s)).sum(1).mean()
return soft if target is None else alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "direction turned", "kl_div with its arguments exchanged", '''
functional = mt.nn.functional
s, t = ((each / temperature).log_softmax(1) for each in (logits, teacher_logits.detach()))
soft = functional.kl_div(t, s, reduction="batchmean", log_target=True) * temperature ** 2
return soft if target is None else alpha * soft + (1 - alpha) * functional.cross_entropy(logits, target)
'''),
    ("11.6", "mean over classes", "kl_div's mean", '''
functional = mt.nn.functional
s, t = ((each / temperature).log_softmax(1) for each in (logits, teacher_logits.detach()))
soft = (t.exp() * (t - s)).mean() * temperature ** 2
return soft if target is None else alpha * soft + (1 - alpha) * functional.cross_entropy(logits, target)
'''),
    ("11.6", "cross entropy", "soft targets", '''
p = (teacher_logits.detach() / temperature).softmax(dim=1)
soft = -(p * (logits / temperature).log_softmax(dim=1)).sum(dim=1).mean() * temperature ** 2
return soft if target is None else alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "teacher learns too", "no detach", '''
s, t = ((each / temperature).log_softmax(1) for each in (logits, teacher_logits))
soft = (t.exp() * (t - s)).sum(1).mean() * temperature ** 2
return soft if target is None else alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "alpha exchanged", "alpha for the labels", '''
s, t = ((each / temperature).log_softmax(1) for each in (logits, teacher_logits.detach()))
soft = (t.exp() * (t - s)).sum(1).mean() * temperature ** 2
return soft if target is None else (1 - alpha) * soft + alpha * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.1", "right", "sizes in a dict", '''
elements = {"input": rows * inputs, "weight": inputs * outputs, "output": rows * outputs}
return 2 * elements["output"] * inputs, sum(elements.values()) * size
'''),
    ("11.1", "right", "other names, by math.prod", '''
import math

def linear_cost(n, d_in, d_out, itemsize):
    flops = 2 * math.prod((n, d_in, d_out))
    moved = itemsize * sum(math.prod(shape) for shape in [(n, d_in), (d_out, d_in), (n, d_out)])
    return flops, moved
'''),
    ("11.1", "right", "a named tuple", '''
from collections import namedtuple
Cost = namedtuple("Cost", "operations bytes")

def linear_cost(rows, inputs, outputs, size):
    products = additions = rows * outputs * inputs
    return Cost(products + additions, size * (rows * (inputs + outputs) + outputs * inputs))
'''),
    ("11.1", "right", "loop over the arrays, np.prod", '''
total = 0
for a, b in ((rows, inputs), (outputs, inputs), (rows, outputs)):
    total += a * b * size
return int(np.prod([2, rows, inputs, outputs])), total
'''),
    ("11.1", "one addition less", "additions one fewer than products", '''
per_output = inputs + (inputs - 1)
return rows * outputs * per_output, size * (rows * inputs + outputs * inputs + rows * outputs)
'''),
    ("11.1", "printed", "printed", '''
ops = 2 * rows * inputs * outputs
bytes_ = (rows * inputs + outputs * inputs + rows * outputs) * size
print(ops, bytes_)
'''),
    ("11.1", "no return", "no return", '''
operations = 2 * rows * inputs * outputs
nbytes = (rows * inputs + outputs * inputs + rows * outputs) * size
'''),
    ("11.1", "misspelt", "wrong name", '''
operations = 2 * rows * inputs * outputs
nbytes = (rows * inputs + outputs * inputs + rows * outputs) * size
return operation, nbytes
'''),
    ("11.1", "numbers for bytes", "size forgotten", '''
return 2 * rows * inputs * outputs, rows * inputs + outputs * inputs + rows * outputs
'''),
    ("11.1", "the other order", "bytes first", '''
return (rows * inputs + outputs * inputs + rows * outputs) * size, 2 * rows * inputs * outputs
'''),
    ("11.1", "remembers", "cached by the weight's shape", '''
seen = {}

def linear_cost(rows, inputs, outputs, size):
    key = (inputs, outputs)
    if key not in seen:
        seen[key] = 2 * rows * inputs * outputs, (rows * inputs + outputs * inputs + rows * outputs) * size
    return seen[key]
'''),
    ("11.1", "unread", "size of 4 written down", '''
return 2 * rows * inputs * outputs, 4 * (rows * inputs + outputs * inputs + rows * outputs)
'''),
    ("11.1", "one part by size", "size on the last only", '''
return 2 * rows * inputs * outputs, rows * inputs + outputs * inputs + rows * outputs * size
'''),
    ("11.1", "input forgotten", "input not moved", '''
return rows * inputs * outputs * 2, (inputs * outputs + rows * outputs) * size
'''),
    ("11.1", "only some right", "sum of sizes", '''
return 2 * (rows + inputs + outputs), (rows * inputs + outputs * inputs + rows * outputs) * size
'''),
    ("11.2", "right", "one expression with where", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest > 0, largest / top, mt.ones_like(largest))
return (weight / scale).round(), scale
'''),
    ("11.2", "right", "helper below, other names", '''
def quantize_weight(w, b, by_row):
    return finish(w, farthest(w, by_row) / (2 ** (b - 1) - 1))


def farthest(w, by_row):
    dims = (1,) if by_row else (0, 1)
    return w.abs().amax(dim=dims, keepdim=by_row)


def finish(w, step):
    step = step + (step == 0)
    return mt.round(w / step), step
'''),
    ("11.2", "right", "max over the flattened rows", '''
n = 2 ** (bits - 1) - 1
rows = weight if per_channel else weight.reshape(1, -1)
biggest = mt.maximum(rows.max(dim=1, keepdim=True).values, -rows.min(dim=1, keepdim=True).values)
biggest[biggest == 0] = n
scale = biggest / n
if not per_channel:
    scale = scale[0, 0]
return (weight / scale).round(), scale
'''),
    ("11.2", "right", "Python's loops", '''
top = 2 ** (bits - 1) - 1
table = weight.tolist()
def largest(numbers):
    return max(abs(v) for v in numbers) / top or 1.0
scales = [largest(row) for row in table] if per_channel else [largest(v for row in table for v in row)] * len(table)
integers = mt.tensor([[float(round(v / s)) for v in row] for row, s in zip(table, scales)])
return integers, mt.tensor(scales)[:, None] if per_channel else mt.tensor(scales[0])
'''),
    ("11.2", "scale without its axis", "scale without its row dimension", '''
top = 2 ** (bits - 1) - 1
if per_channel:
    scale = weight.abs().amax(dim=1) / top
else:
    scale = weight.abs().max() / top
scale = mt.where(scale == 0, mt.ones_like(scale), scale)
integers = (weight / scale[:, None]).round() if per_channel else (weight / scale).round()
return integers, scale
'''),
    ("11.2", "scale turned over", "scale upside down", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = top / mt.where(largest == 0, mt.ones_like(largest) * top, largest)
return (weight * scale).round(), scale
'''),
    ("11.2", "one change", "rounded before division", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
return weight.round() / scale, scale
'''),
    ("11.2", "not rounded", "never rounded", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
return weight / scale, scale
'''),
    ("11.2", "altered", "divides in place", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
weight /= scale
return weight.round(), scale
'''),
    ("11.2", "inf", "xor for power", '''
top = 2 ^ (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
return (weight / scale).round(), scale
'''),
    ("11.2", "always 8 bits", "8 bits always", '''
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / 127)
return (weight / scale).round(), scale
'''),
    ("11.2", "cut off", "floor", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
return mt.floor(weight / scale), scale
'''),
    ("11.2", "the other order", "scale first", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
return scale, (weight / scale).round()
'''),
    ("11.2", "only the integers", "only the integers", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = mt.where(largest == 0, mt.ones_like(largest), largest / top)
return (weight / scale).round()
'''),
    ("11.2", "", "scale kept from the first call", '''
scales = {}

def quantize_weight(weight, bits, per_channel):
    top = 2 ** (bits - 1) - 1
    if (bits, per_channel, weight.shape) not in scales:
        largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
        scales[bits, per_channel, weight.shape] = mt.where(largest == 0, mt.ones_like(largest), largest / top)
    scale = scales[bits, per_channel, weight.shape]
    return (weight / scale).round(), scale
'''),
    ("11.2", "truth", "if on a tensor of rows", '''
top = 2 ** (bits - 1) - 1
scale = weight.abs().amax(dim=1, keepdim=True) / top if per_channel else weight.abs().max() / top
if scale == 0:
    scale = mt.tensor(1.0)
return (weight / scale).round(), scale
'''),
    ("11.2", "", "a small number against division by zero", '''
top = 2 ** (bits - 1) - 1
largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().max()
scale = largest / top + 1e-3
return (weight / scale).round(), scale
'''),
    ("11.3", "right", "sorted with 0", '''
low, _, high = sorted((low, 0.0, high))[0], 0, sorted((low, 0.0, high))[-1]
scale = (high - low) / (2 ** bits - 1) if high > low else 1.0
return scale, int(round(-low / scale))
'''),
    ("11.3", "right", "clip by NumPy, try", '''
low, high = np.clip(low, None, 0), np.clip(high, 0, None)
levels = (1 << bits) - 1
span = float(high - low)
if not span:
    return 1.0, 0
return span / levels, float(np.rint(-low * levels / span))
'''),
    ("11.3", "right", "if and elif", '''
if low > 0:
    low = 0.0
elif high < 0:
    high = 0.0
if low == high == 0:
    return 1.0, 0
step = (high - low) / (2 ** bits - 1)
return step, round(abs(low) / step)
'''),
    ("11.3", "right", "tensors inside, plain out", '''
ends = mt.tensor([low, high, 0.0], dtype=mt.float64)
low, high = ends.min(), ends.max()
scale = ((high - low) / (2 ** bits - 1)).item() or 1.0
return scale, (-low / scale).round().item()
'''),
    ("11.3", "around zero", "symmetric", '''
scale = max(abs(low), abs(high)) / (2 ** (bits - 1) - 1)
if scale == 0:
    scale = 1.0
return scale, 0
'''),
    ("11.3", "zero from the top", "from the high end", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / (2 ** bits - 1)
if scale == 0:
    return 1.0, 0
return scale, round(high / scale)
'''),
    ("11.3", "one change", "min and max exchanged", '''
low, high = max(low, 0.0), min(high, 0.0)
scale = (high - low) / (2 ** bits - 1)
if scale == 0:
    return 1.0, 0
return scale, round(-low / scale)
'''),
    ("11.3", "unread", "8 bits written down", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / 255
if scale == 0:
    return 1.0, 0
return scale, round(-low / scale)
'''),
    ("11.3", "zero for low only", "only low is reached to zero", '''
low = min(low, 0.0)
scale = (high - low) / (2 ** bits - 1)
if scale == 0:
    return 1.0, 0
return scale, round(-low / scale)
'''),
    ("11.3", "one change", "minus inside the power", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / 2 ** (bits - 1)
if scale == 0:
    return 1.0, 0
return scale, round(-low / scale)
'''),
    ("11.3", "one change", "sum for difference", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high + low) / (2 ** bits - 1)
if scale == 0:
    return 1.0, 0
return scale, round(-low / scale)
'''),
    ("11.3", "cut off", "int cuts the zero point", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / (2 ** bits - 1)
if scale == 0:
    return 1.0, 0
return scale, int(-low / scale)
'''),
    ("11.3", "printed", "printed", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / (2 ** bits - 1) or 1.0
print(scale, round(-low / scale))
'''),
    ("11.3", "one change", "zero point times scale", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / (2 ** bits - 1) or 1.0
return scale, round(-low * scale)
'''),
    ("11.3", "no scale for zeros", "zeros give scale 0", '''
low, high = min(low, 0.0), max(high, 0.0)
scale = (high - low) / (2 ** bits - 1)
if scale == 0:
    return 0.0, 0
return scale, round(-low / scale)
'''),
    ("11.3", "remembers", "range kept growing, as an observer does", '''
lowest, highest = 0.0, 0.0

def choose_qparams(low, high, bits):
    global lowest, highest
    lowest, highest = min(low, lowest), max(high, highest)
    scale = (highest - lowest) / (2 ** bits - 1) or 1.0
    return scale, round(-lowest / scale)
'''),
    ("11.4", "right", "ranks by argsort twice", '''
size = weight.abs().flatten()
rank = size.argsort().argsort()
return (rank >= round(share * weight.numel())).reshape(weight.shape).float()
'''),
    ("11.4", "right", "topk of the others", '''
def magnitude_mask(w, portion):
    n = w.numel()
    stay = n - round(portion * n)
    mask = mt.zeros(n)
    mask[w.abs().reshape(-1).topk(stay).indices] = 1
    return mask.view(*w.shape)
'''),
    ("11.4", "right", "booleans", '''
gone = round(share * weight.numel())
order = sorted(range(weight.numel()), key=lambda i: abs(weight.flatten()[i].item()))
mask = np.ones(weight.numel(), bool)
mask[order[:gone]] = False
return mt.tensor(mask.reshape(weight.shape))
'''),
    ("11.4", "right", "smallest by topk, ones copied", '''
mask = mt.ones_like(weight).flatten()
k = int(round(share * mask.numel()))
_, where = mt.topk(weight.detach().flatten().abs(), k, largest=False)
mask[where] = 0.0
return mask.reshape(weight.shape)
'''),
    ("11.4", "row by row", "share of each row", '''
k = round(share * weight.shape[1])
mask = mt.ones_like(weight)
for i in range(weight.shape[0]):
    mask[i, weight[i].abs().argsort()[:k]] = 0
return mask
'''),
    ("11.4", "number cut off", "int for round", '''
k = int(share * weight.numel())
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().argsort()[:k]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "ones and zeros exchanged", "mask turned round", '''
k = round(share * weight.numel())
mask = mt.zeros(weight.numel())
mask[weight.abs().flatten().argsort()[:k]] = 1
return mask.reshape(weight.shape)
'''),
    ("11.4", "one change", "share kept, not taken", '''
k = round((1 - share) * weight.numel())
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().argsort()[:k]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "share of the largest", "share of the largest as threshold", '''
return (weight.abs() >= share * weight.abs().max()).float()
'''),
    ("11.4", "altered", "weights set to zero in place", '''
k = round(share * weight.numel())
order = weight.abs().flatten().argsort()
weight.reshape(-1)[order[:k]] = 0
return (weight != 0).float()
'''),
    ("11.4", "no return", "no return", '''
k = round(share * weight.numel())
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().argsort()[:k]] = 0
mask.reshape(weight.shape)
'''),
    ("11.4", "", "equal to the sorted values", '''
k = round(share * weight.numel())
values = weight.abs().flatten().sort().values
return (weight.abs() > values[k]).float()
'''),
    ("11.4", "flat", "one row of numbers from numpy, shape lost", '''
k = round(share * weight.numel())
flat = np.abs(weight.numpy()).ravel()
mask = np.ones(flat.size)
mask[np.argsort(flat)[:k]] = 0
return mt.tensor(mask)
'''),
    ("11.4", "sorted by row", "sorted along the last dimension", '''
k = round(share * weight.numel())
order = weight.abs().argsort()
mask = mt.ones(weight.numel())
mask[order.flatten()[:k]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "", "sorted, not argsorted", '''
k = round(share * weight.numel())
mask = mt.ones(weight.numel())
mask[weight.abs().flatten().sort()[:k]] = 0
return mask.reshape(weight.shape)
'''),
    ("11.4", "remembers", "cached by shape and share", '''
masks = {}

def magnitude_mask(weight, share):
    if (weight.shape, share) not in masks:
        mask = mt.ones(weight.numel())
        mask[weight.abs().flatten().argsort()[:round(share * weight.numel())]] = 0
        masks[weight.shape, share] = mask.reshape(weight.shape)
    return masks[weight.shape, share]
'''),
    ("11.5", "right", "topk", '''
best = (w1 ** 2).sum(dim=1).topk(keep).indices
return w1[best], b1[best], w2[:, best]
'''),
    ("11.5", "right", "in NumPy", '''
def remove_units(first, bias, second, n):
    norms = np.einsum("hi,hi->h", first.numpy(), first.numpy())
    stay = np.sort(np.argsort(-norms)[:n])
    return tuple(mt.tensor(part) for part in (first.numpy()[stay], bias.numpy()[stay], second.numpy()[:, stay]))
'''),
    ("11.5", "right", "norms of rows, index_select", '''
order = mt.argsort(w1.norm(dim=1), descending=True)[:keep]
return w1.index_select(0, order), b1.index_select(0, order), w2.index_select(1, order)
'''),
    ("11.5", "right", "units as tuples, sorted", '''
units = list(zip(w1, b1, w2.T))
units.sort(key=lambda unit: -(unit[0] * unit[0]).sum().item())
rows, biases, columns = zip(*units[:keep])
return mt.stack(rows), mt.stack(biases), mt.stack(columns, dim=1)
'''),
    ("11.5", "one change", "sums of columns", '''
kept = (w1 ** 2).sum(dim=0).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "signs cancel", "sum, then squared", '''
kept = (w1.sum(dim=1) ** 2).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "bias counted", "bias in the sum as well", '''
kept = ((w1 ** 2).sum(dim=1) + b1 ** 2).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "largest weight only", "largest single weight", '''
kept = w1.abs().amax(dim=1).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "by what leaves", "by the outgoing weights", '''
kept = (w2 ** 2).sum(dim=0).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "w2 whole", "w2 forgotten", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2
'''),
    ("11.5", "one removed each", "keep units are removed", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[keep:]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "too few results", "only w1", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
return w1[kept]
'''),
    ("11.5", "one change", "one fewer", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep - 1]
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "w2 turned", "w2 transposed", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
return w1[kept], b1[kept], w2.T[kept]
'''),
    ("11.5", "no effect", "threshold of the mean", '''
size = (w1 ** 2).sum(dim=1)
kept = size > size.mean()
return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "remembers", "which units kept from the first call", '''
chosen = {}

def remove_units(w1, b1, w2, keep):
    if (w1.shape, keep) not in chosen:
        chosen[w1.shape, keep] = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
    kept = chosen[w1.shape, keep]
    return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "another order", "tuple unpacked in the wrong order", '''
kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
return w1[kept], w2[:, kept], b1[kept]
'''),
    ("11.6", "right", "softmax and logs, no_grad", '''
T = temperature
with mt.no_grad():
    log_p = mt.log_softmax(teacher_logits / T, dim=1)
log_q = mt.log_softmax(logits / T, dim=1)
soft = T * T * (log_p.exp() * (log_p - log_q)).sum() / len(logits)
if target is None:
    return soft
hard = mt.nn.functional.cross_entropy(logits, target)
return alpha * soft + (1 - alpha) * hard
'''),
    ("11.6", "right", "other names, early return", '''
from minitorch.nn.functional import cross_entropy

def distillation_loss(student, teacher, labels, t, weight):
    p = mt.softmax(teacher.detach() / t, dim=-1)
    gap = mt.log_softmax(teacher.detach() / t, dim=-1) - mt.log_softmax(student / t, dim=-1)
    advice = (p * gap).sum(dim=-1).mean() * t ** 2
    return advice if labels is None else weight * advice + (1 - weight) * cross_entropy(student, labels)
'''),
    ("11.6", "right", "batchmean", '''
F = mt.nn.functional
soft = F.kl_div((logits / temperature).log_softmax(1), (teacher_logits.detach() / temperature).softmax(1),
                reduction="batchmean") * temperature ** 2
return soft if target is None else alpha * soft + (1 - alpha) * F.cross_entropy(logits, target)
'''),
    ("11.6", "right", "own cross entropy by picked entries", '''
says = mt.tensor(teacher_logits.detach().numpy() / temperature)
log_p, log_q = (mt.log_softmax(z, dim=1) for z in (says, logits / temperature))
soft = (mt.exp(log_p) * (log_p - log_q)).sum(dim=1).mean() * temperature * temperature
if target is not None:
    right = mt.log_softmax(logits, dim=1)[mt.arange(len(target)), target]
    soft = alpha * soft - (1 - alpha) * right.mean()
return soft
'''),
    ("11.6", "labels softened", "temperature on the cross entropy too", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits / temperature, target)
'''),
    ("11.6", "over the images", "softmax over images", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=0)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=0)
log_q = mt.log_softmax(logits / temperature, dim=0)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "logarithm of zero", "log of softmax", '''
p, q = mt.softmax(teacher_logits.detach() / temperature, dim=1), mt.softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (mt.log(p) - mt.log(q))).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "sum over images", "sum over images", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "T for T²", "T, not T squared", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "None used", "no thought of target None", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "weighed alone too", "alpha also without labels", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return alpha * soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "only some right", "only the student's cut off", '''
p, log_p = mt.softmax(teacher_logits / temperature, dim=1), mt.log_softmax(teacher_logits / temperature, dim=1)
log_q = mt.log_softmax(logits.detach() / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "multiplied", "times temperature", '''
p = mt.softmax(teacher_logits.detach() * temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() * temperature, dim=1)
log_q = mt.log_softmax(logits * temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "no way back", "a float", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft.item()
return alpha * soft.item() + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target).item()
'''),
    ("11.6", "truth", "target 0 is False", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if not target:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "altered", "teacher's requires_grad turned off", '''
teacher_logits.requires_grad_(False)
p, log_p = mt.softmax(teacher_logits / temperature, dim=1), mt.log_softmax(teacher_logits / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_p - log_q)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.6", "sign", "entropy with the sign turned", '''
p = mt.softmax(teacher_logits.detach() / temperature, dim=1)
log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
log_q = mt.log_softmax(logits / temperature, dim=1)
soft = temperature ** 2 * (p * (log_q - log_p)).sum(dim=1).mean()
if target is None:
    return soft
return alpha * soft + (1 - alpha) * mt.nn.functional.cross_entropy(logits, target)
'''),
    ("11.1", "one part by size", 'parentheses missing', '''
def linear_cost(rows, inputs, outputs, size):
    return 2 * rows * inputs * outputs, rows * inputs + inputs * outputs + rows * outputs * size
'''),
    ("11.1", "the input twice", 'the output is taken to be as large as the input', '''
def linear_cost(rows, inputs, outputs, size):
    operations = 2 * rows * inputs * outputs
    moved = 2 * rows * inputs + outputs * inputs
    return operations, moved * size
'''),
    ("11.2", "along the wrong axis", 'keepdim is missing', '''
def quantize_weight(weight, bits, per_channel):
    levels = 2 ** (bits - 1) - 1
    m = weight.abs().amax(dim=1) if per_channel else weight.abs().max()
    scale = mt.where(m == 0, mt.ones_like(m), m / levels)
    return (weight / scale).round(), scale
'''),
    ("11.2", "a small scale for zeros", 'a small number against the division by 0', '''
def quantize_weight(weight, bits, per_channel):
    q = 2 ** (bits - 1) - 1
    amax = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().amax()
    scale = (amax / q).clamp(1e-8, None)
    return (weight / scale).round(), scale
'''),
    ("11.2", "too small a type", 'integers are kept in int8', '''
def quantize_weight(weight, bits, per_channel):
    w = weight.detach().numpy()
    top = 2 ** (bits - 1) - 1
    far = np.abs(w).max(axis=1, keepdims=True) if per_channel else np.abs(w).max()
    scale = np.where(far == 0, 1.0, far / top)
    return mt.tensor(np.rint(w / scale).astype(np.int8)), mt.tensor(scale)
'''),
    ("11.3", "asked too early", 'low == high is tested before the range reaches to 0', '''
def choose_qparams(low, high, bits):
    if low == high:
        return 1.0, 0
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (2 ** bits - 1)
    return scale, round(-low / scale)
'''),
    ("11.3", "rounded before", 'rounds low before dividing by the scale', '''
def choose_qparams(low, high, bits):
    low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        return 1.0, 0
    scale = (high - low) / (2 ** bits - 1)
    zero_point = int(round(-low) / scale)
    return scale, zero_point
'''),
    ("11.4", "all that are alike", 'a threshold with >', '''
def magnitude_mask(weight, share):
    gone = round(share * weight.numel())
    if gone == 0:
        return mt.ones_like(weight)
    sizes = weight.abs()
    threshold = sizes.flatten().sort().values[gone - 1]
    return (sizes > threshold).float()
'''),
    ("11.4", "all but none", 'order[-0', '''
def magnitude_mask(weight, share):
    n = weight.numel()
    stay = n - round(share * n)
    order = np.abs(np.asarray(weight)).ravel().argsort()
    mask = np.zeros(n)
    mask[order[-stay:]] = 1
    return mt.tensor(mask).reshape(*weight.shape)
'''),
    ("11.4", "those that stay rounded", 'rounds the number that stays', '''
def magnitude_mask(weight, share):
    stay = round((1 - share) * weight.numel())
    mask = mt.zeros(weight.numel())
    mask[weight.abs().flatten().topk(stay).indices] = 1
    return mask.reshape(weight.shape)
'''),
    ("11.5", "bias counted", 'the bias is counted in the sum of squares', '''
def remove_units(w1, b1, w2, keep):
    norm = w1.square().sum(dim=1) + b1.square()
    kept = norm.topk(keep).indices
    return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.5", "all that are alike", 'threshold with >=', '''
def remove_units(w1, b1, w2, keep):
    norms = w1.square().sum(dim=1)
    limit = norms.sort(descending=True).values[keep - 1]
    kept = norms >= limit
    return w1[kept], b1[kept], w2[:, kept]
'''),
    ("11.1", "in 32 bits", 'counts in 32 bits for speed', '''
def linear_cost(rows, inputs, outputs, size):
    dims = np.array([rows, inputs, outputs], dtype=np.int32)
    operations = 2 * np.prod(dims, dtype=np.int32)
    r, i, o = dims
    return int(operations), int(r * i + i * o + r * o) * size
'''),
    ("11.1", "whole bytes", 'size is turned into an int', '''
def linear_cost(rows, inputs, outputs, size):
    operations = 2 * rows * inputs * outputs
    numbers = rows * inputs + inputs * outputs + rows * outputs
    return operations, numbers * int(size)
'''),
    ("11.1", "one addition only", 'an output costs inputs products and one addition, not inputs of …', '''
def linear_cost(rows, inputs, outputs, size):
    return rows * outputs * (inputs + 1), (rows * inputs + outputs * inputs + rows * outputs) * size
'''),
    ("11.1", "with a bias", 'thinks of input, weight and the bias that the text leaves out', '''
def linear_cost(rows, inputs, outputs, size):
    ops = 2 * rows * inputs * outputs
    arrays = [(rows, inputs), (outputs, inputs), (outputs,), (rows, outputs)]
    return ops, sum(int(np.prod(shape)) for shape in arrays) * size
'''),
    ("11.2", "1 before the division", 'zeros are mended before the division', '''
def quantize_weight(weight, bits, per_channel):
    top = 2 ** (bits - 1) - 1
    largest = weight.abs().amax(dim=1, keepdim=True) if per_channel else weight.abs().amax()
    largest = mt.where(largest == 0, mt.ones_like(largest), largest)
    scale = largest / top
    return (weight / scale).round(), scale
'''),
    ("11.2", "small ones taken for zeros", "'nearly zero' gets the scale 1 as well", '''
def quantize_weight(weight, bits, per_channel):
    top = 2 ** (bits - 1) - 1
    size = weight.abs()
    scale = (size.amax(dim=1, keepdim=True) if per_channel else size.amax()) / top
    scale = mt.where(scale < 1e-6, mt.ones_like(scale), scale)
    return (weight / scale).round(), scale
'''),
    ("11.3", "small taken for nothing", 'a small epsilon decides about zero', '''
def choose_qparams(low, high, bits):
    low, high = min(low, 0.0), max(high, 0.0)
    span = high - low
    scale = span / (2 ** bits - 1) if span > 1e-6 else 1.0
    return scale, int(round(-low / scale))
'''),
    ("11.3", "moved, not stretched", 'moves the range to 0 instead of stretching it', '''
def choose_qparams(low, high, bits):
    if low > 0:
        low, high = 0.0, high - low
    if high < 0:
        low, high = low - high, 0.0
    scale = (high - low) / (2 ** bits - 1) or 1.0
    return scale, round(-low / scale)
'''),
    ("11.3", "too small a type", 'the zero point is put into int8', '''
def choose_qparams(low, high, bits):
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (2 ** bits - 1) or 1.0
    return scale, int(np.array(np.rint(-low / scale)).astype(np.int8))
'''),
    ("11.4", "unpacked", 'unpacks two sizes', '''
def magnitude_mask(weight, share):
    rows, columns = weight.shape
    cells = sorted((abs(weight[i, j].item()), i, j) for i in range(rows) for j in range(columns))
    mask = mt.ones(rows, columns)
    for _, i, j in cells[:round(share * rows * columns)]:
        mask[i, j] = 0
    return mask
'''),
    ("11.6", "one change", 'a batch whose labels are all the digit 0 counts as no target', '''
def distillation_loss(logits, teacher_logits, target, temperature, alpha):
    log_p = mt.log_softmax(teacher_logits.detach() / temperature, dim=1)
    log_q = mt.log_softmax(logits / temperature, dim=1)
    soft = temperature ** 2 * (log_p.exp() * (log_p - log_q)).sum(dim=1).mean()
    if target is not None and target.any():
        return alpha * soft + (1 - alpha) * F.cross_entropy(logits, target)
    return soft
'''),
    ("11.1", "in 32 bits", "an array of int32", '''
def linear_cost(rows, inputs, outputs, size):
    r, i, o, s = np.array([rows, inputs, outputs, size], dtype=np.int32)
    return int(2 * r * i * o), int((r * i + i * o + r * o) * s)
''', "slow"),
    ("11.2", "right", "zeros lifted before the division", '''
def quantize_weight(w, b, rows):
    top = (1 << (b - 1)) - 1

    def farthest(t):
        return t.abs().amax(dim=1, keepdim=True) if rows else t.abs().max()

    far = farthest(w)
    scale = mt.where(far == 0, mt.full_like(far, top), far) / top
    return (w / scale).round(), scale
''', "slow"),
    ("11.3", "no scale for zeros", "a scale never under eps", '''
def choose_qparams(low, high, bits):
    min_val, max_val = min(low, 0.0), max(high, 0.0)
    scale = (max_val - min_val) / (2 ** bits - 1)
    scale = max(scale, float(np.finfo(np.float32).eps))
    zero_point = 0 - round(min_val / scale)
    return scale, min(max(zero_point, 0), 2 ** bits - 1)
''', "slow"),
    ("11.4", "row by row", "the share of each row, with NumPy", '''
def magnitude_mask(weight, share):
    sizes = np.abs(weight.detach().numpy())
    mask = np.ones(sizes.shape)
    for row, out in zip(sizes, mask):
        out[np.argsort(row)[:round(share * len(row))]] = 0
    return mt.tensor(mask)
''', "slow"),
    ("11.4", "a quantile", "a quantile as the limit", '''
def magnitude_mask(weight, share):
    size = np.abs(weight.detach().numpy())
    if share == 0:
        return mt.ones(*weight.shape)
    return mt.tensor((size >= np.quantile(size, share)).astype(float))
''', "slow"),
    ("11.4", "right", "argpartition", '''
def magnitude_mask(weight, share):
    count, shape = round(share * weight.numel()), tuple(weight.shape)
    if count == 0:
        return mt.ones(*shape)
    if count == weight.numel():
        return mt.zeros(*shape)
    mask = np.ones(weight.numel())
    mask[np.argpartition(np.abs(weight.detach().numpy()).ravel(), count)[:count]] = 0.0
    return mt.tensor(mask.reshape(shape))
''', "slow"),
    ("11.5", "absolute values", "sums of absolute values, NumPy's order turned", '''
def remove_units(w1, b1, w2, keep):
    strength = w1.abs().sum(dim=1).detach().numpy()
    kept = mt.tensor(np.argsort(strength)[::-1][:keep].copy())
    return w1[kept], b1[kept], w2[:, kept]
''', "slow"),
    ("11.6", "right", "a helper for the logarithms, nn by its name", '''
def distillation_loss(logits, teacher_logits, target, temperature, alpha):
    def logs(scores):
        return mt.log_softmax(scores / temperature, dim=1)

    divergence = lambda a, b: (a.exp() * (a - b)).sum(dim=1)
    loss = divergence(logs(teacher_logits.detach()), logs(logits)).mean() * (temperature * temperature)
    if target is not None:
        loss = alpha * loss + (1 - alpha) * nn.functional.cross_entropy(logits, target)
    return loss
''', "slow"),
    ("11.3", "rounded up", "ceil",
     {'round(-low / scale)': 'int(np.ceil(-low / scale))'}),
    ("11.1", "right", "an array of both", '''
return np.array([2 * rows * inputs * outputs, size * (rows * inputs + outputs * (inputs + rows))])
'''),
    ("11.2", "1 for all rows", "any for each",
     {'scale = scale.masked_fill(scale == 0, 1.0)': 'if (scale == 0).any():\n        scale = mt.ones_like(scale)'}),
    ("11.1", "eight bytes", "bytes of NumPy's own float64 arrays, size not used", '''
def linear_cost(rows, inputs, outputs, size):
    x = np.zeros((rows, inputs))
    w = np.zeros((outputs, inputs))
    y = x @ w.T
    return 2 * y.size * inputs, x.nbytes + w.nbytes + y.nbytes
'''),
    ("11.5", "orders mixed", "w2 in another order than w1 and b1", '''
def remove_units(w1, b1, w2, keep):
    s = np.square(w1.detach().numpy()).sum(axis=1)
    kept = np.argsort(s)[::-1][:keep].tolist()
    mask = [i for i in range(len(s)) if i in kept]
    kept, columns = mt.tensor(kept), mt.tensor(mask)
    return w1[kept], b1[kept], w2[:, columns]
'''),
    ("11.1", "with a bias", "counts a bias too", '''
def linear_cost(rows, inputs, outputs, size):
    operations = 2 * rows * inputs * outputs + rows * outputs
    params = inputs * outputs + outputs
    return operations, size * (rows * inputs + params + rows * outputs)
'''),
    ("11.4", "the pruned weight", "returns the weight with zeros, not the mask", '''
def magnitude_mask(weight, share):
    w = weight.detach().numpy().copy()
    flat = w.reshape(-1)
    order = np.argsort(np.abs(flat))
    flat[order[:round(share * len(flat))]] = 0.0
    return mt.tensor(flat.reshape(w.shape))
'''),
]
