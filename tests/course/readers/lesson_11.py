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
    ("11.1", "", "a bias as well", '''
numbers = rows * inputs + inputs * outputs + rows * outputs + outputs
return 2 * rows * inputs * outputs + rows * outputs, size * numbers
'''),
    ("11.2", "right", "by the library's own pieces", '''
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
    ("11.4", "right", "a list, sorted", '''
flat = [abs(w) for w in weight.flatten().tolist()]
gone = set(sorted(range(len(flat)), key=flat.__getitem__)[:round(share * len(flat))])
return mt.tensor([0.0 if i in gone else 1.0 for i in range(len(flat))]).reshape(weight.shape)
'''),
    ("11.4", "right", "the k-th smallest as a limit", '''
k = round(share * weight.numel())
if k == 0:
    return mt.ones_like(weight)
limit = weight.abs().flatten().kthvalue(k).values
return (weight.abs() > limit).float()
'''),
    ("11.4", "right", "by the library's rule", '''
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
    ("11.5", "right", "a mask of units", '''
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
]
