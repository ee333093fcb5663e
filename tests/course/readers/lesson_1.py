"""What readers of lesson 1 wrote, the checks unseen: exercise, right or the mistake it is told, in words, answer."""

ANSWERS = [
    ("1.1", "swapped", "swapped the two", '''
def mul_derivative(grad, out, x, y):
    return grad * x, grad * y
'''),
    ("1.1", "divides", "divides out by x: zeros in x give nan", '''
def mul_derivative(grad, out, x, y):
    grad_x = grad * (out / x)
    grad_y = grad * (out / y)
    return grad_x, grad_y
'''),
    ("1.1", "altered", "grad overwritten by *=, second one then spoilt", '''
def mul_derivative(grad, out, x, y):
    gx = grad
    gx *= y
    gy = grad * x
    return gx, gy
'''),
    ("1.1", "grad dropped", "forgot the gradient that arrives", '''
def mul_derivative(grad, out, x, y):
    return y, x
'''),
    ("1.1", "unfilled", "only the first element is filled in, return inside the loop", '''
def mul_derivative(grad, out, x, y):
    grad_x = np.zeros_like(grad)
    grad_y = np.zeros_like(grad)
    for i in np.ndindex(grad.shape):
        grad_x[i] = grad[i] * y[i]
        grad_y[i] = grad[i] * x[i]
        return grad_x, grad_y
    return grad_x, grad_y
'''),
    ("1.1", "right", "loop over all indices", '''
def mul_derivative(g, _out, left, right):
    to_left, to_right = np.empty_like(g), np.empty_like(g)
    for idx in np.ndindex(g.shape):
        to_left[idx] = g[idx] * right[idx]
        to_right[idx] = g[idx] * left[idx]
    return to_left, to_right
'''),
    ("1.1", "added", "adds instead of multiplying", '''
def mul_derivative(grad, out, x, y):
    return grad + y, grad + x
'''),
    ("1.1", "times out", "uses out for both", '''
def mul_derivative(grad, out, x, y):
    return grad * out, grad * out
'''),
    ("1.1", "dot", "np.dot in the place of element times element", '''
def mul_derivative(grad, out, x, y):
    return np.dot(grad, y), np.dot(grad, x)
'''),
    ("1.1", "remembers", "remembers the first answer of all in a global", '''
_done = {}
def mul_derivative(grad, out, x, y):
    if "answer" not in _done:
        _done["answer"] = (grad * y, grad * x)
    return _done["answer"]
'''),
    ("1.1", "right", "a list turned round by zip, then tuple", '''
def mul_derivative(grad, out, *inputs):
    return tuple(np.multiply(grad, other) for other in reversed(inputs))
'''),
    ("1.1", "right", "keyword call of a lambda", '''
times = lambda slope, arriving: arriving * slope

def mul_derivative(grad: np.ndarray, out: np.ndarray, x: np.ndarray, y: np.ndarray):
    assert grad.shape == x.shape == y.shape
    return times(arriving=grad, slope=y), times(arriving=grad, slope=x)
'''),
    ("1.2", "one-sided", "one-sided rule", '''
def numeric_gradient(f, x, eps):
    x = np.array(x, dtype=float)
    base = f(x)
    slopes = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        moved = x.copy()
        moved[i] += eps
        slopes[i] = (f(moved) - base) / eps
    return slopes
'''),
    ("1.2", "integer", "zeros_like and copy keep whole numbers whole", '''
def numeric_gradient(f, x, eps):
    slopes = np.zeros_like(x)
    for i in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[i] += eps
        down[i] -= eps
        slopes[i] = (f(up) - f(down)) / (2 * eps)
    return slopes
'''),
    ("1.2", "vectors only", "only vectors: range(len(x))", '''
def numeric_gradient(f, x, eps):
    x = x.astype(float)
    slopes = np.zeros(x.shape)
    for i in range(len(x)):
        old = x[i]
        x[i] = old + eps
        above = f(x)
        x[i] = old - eps
        below = f(x)
        x[i] = old
        slopes[i] = (above - below) / (2 * eps)
    return slopes
'''),
    ("1.2", "altered", "moves the caller's own array (asarray makes no copy)", '''
def numeric_gradient(f, x, eps):
    x = np.asarray(x, dtype=float)
    slopes = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        x[i] += eps
        above = f(x)
        x[i] -= 2 * eps
        below = f(x)
        x[i] += eps
        slopes[i] = (above - below) / (2 * eps)
    return slopes
'''),
    ("1.2", "right", "a fresh copy for each side, keyword arguments", '''
def numeric_gradient(f, x, eps):
    def at(i, shift):
        moved = np.array(x, dtype=np.float64, copy=True)
        moved[i] = moved[i] + shift
        return f(moved)
    slopes = np.empty(shape=np.shape(x), dtype=np.float64)
    for i in np.ndindex(slopes.shape):
        slopes[i] = (at(i, shift=+eps) - at(i, shift=-eps)) / (2 * eps)
    return slopes
'''),
    ("1.2", "right", "list comprehension over unit arrays", '''
def numeric_gradient(function, point, step):
    point = np.array(point, dtype=np.float64)
    directions = np.eye(point.size).reshape((point.size,) + point.shape) * step
    return np.array([(function(np.asarray(point + d)) - function(np.asarray(point - d))) / (2 * step)
                     for d in directions], dtype=np.float64).reshape(point.shape)
'''),
    ("1.2", "halved step", "divides by eps instead of 2 eps", '''
def numeric_gradient(f, x, eps):
    x = np.array(x, dtype=np.float64)
    slopes = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        old = x[i]
        x[i] = old + eps
        above = f(x)
        x[i] = old - eps
        below = f(x)
        x[i] = old
        slopes[i] = (above - below) / eps
    return slopes
'''),
    ("1.2", "together", "moves all elements at once", '''
def numeric_gradient(f, x, eps):
    x = np.array(x, dtype=float)
    slope = (f(x + eps) - f(x - eps)) / (2 * eps)
    return np.full(x.shape, slope)
'''),
    ("1.2", "not restored", "does not put x[i] back", '''
def numeric_gradient(f, x, eps):
    work = np.array(x, dtype=float)
    slopes = np.zeros(work.shape)
    for i in np.ndindex(work.shape):
        work[i] += eps
        above = f(work)
        work[i] -= 2 * eps
        slopes[i] = (above - f(work)) / (2 * eps)
    return slopes
'''),
    ("1.2", "float32", "float32 stays float32: the step drowns in rounding", '''
def numeric_gradient(f, x, eps):
    if x.dtype.kind in "iu":
        x = x.astype(float)
    slopes = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up = x.copy(); up[i] += eps
        down = x.copy(); down[i] -= eps
        slopes[i] = (f(up) - f(down)) / (2 * eps)
    return slopes
'''),
    ("1.2", "a list", "gives a flat list of slopes back", '''
def numeric_gradient(f, x, eps):
    slopes = []
    for i in np.ndindex(x.shape):
        up = x.astype(float); up[i] += eps
        down = x.astype(float); down[i] -= eps
        slopes.append((f(up) - f(down)) / (2 * eps))
    return slopes
'''),
    ("1.2", "right", "enumerate over flat numbers, reshape for f", '''
def numeric_gradient(f, x, eps):
    shape = x.shape
    flat = [float(v) for v in np.ravel(x)]

    def value(numbers):
        return f(np.array(numbers, dtype=float).reshape(shape))

    found = []
    for k, v in enumerate(flat):
        before, after = flat[:k], flat[k + 1:]
        found.append((value(before + [v + eps] + after)
                      - value(before + [v - eps] + after)) / (2 * eps))
    return np.array(found, dtype=float).reshape(shape)
'''),
    ("1.3", "keepdim", "keepdim ignored: always puts the dimension in", '''
def sum_derivative(grad, out, x, dim, keepdim):
    grad = np.expand_dims(grad, dim)
    return np.ones(x.shape, grad.dtype) * grad
'''),
    ("1.3", "dim ignored", "always dim 1", '''
def sum_derivative(grad, out, x, dim, keepdim):
    if not keepdim:
        grad = np.expand_dims(grad, 1)
    return np.ones_like(x) * grad
'''),
    ("1.3", "wrong axis", "no expand_dims at all: broadcasting does what it likes", '''
def sum_derivative(grad, out, x, dim, keepdim):
    return np.zeros(x.shape) + grad
'''),
    ("1.3", "mean", "shares the gradient out equally (that is the mean)", '''
def sum_derivative(grad, out, x, dim, keepdim):
    if not keepdim:
        grad = np.expand_dims(grad, dim)
    return np.broadcast_to(grad, x.shape) / x.shape[dim]
'''),
    ("1.3", "right", "fills an empty array through moveaxis", '''
def sum_derivative(grad, out, x, dim, keepdim):
    result = np.empty(x.shape, dtype=grad.dtype)
    layers = np.moveaxis(result, dim, 0)
    layers[...] = grad.squeeze(axis=dim) if keepdim else grad
    return result
'''),
    ("1.3", "right", "np.repeat along the dimension", '''
def sum_derivative(grad, out, x, dim, keepdim):
    column = grad if keepdim else np.expand_dims(grad, dim)
    return np.repeat(column, repeats=x.shape[dim], axis=dim)
'''),
    ("1.3", "keepdim turned round", "keepdim the wrong way round", '''
def sum_derivative(grad, out, x, dim, keepdim):
    if keepdim:
        grad = np.expand_dims(grad, dim)
    return np.broadcast_to(grad, x.shape).copy()
'''),
    ("1.3", "grad ignored", "ones of x's shape: grad not used", '''
def sum_derivative(grad, out, x, dim, keepdim):
    return np.ones(x.shape, dtype=grad.dtype)
'''),
    ("1.3", "dim ignored", "reshape(-1, 1): two dimensions and dim 1 only", '''
def sum_derivative(grad, out, x, dim, keepdim):
    return grad.reshape(-1, 1) * np.ones((1, x.shape[-1]), dtype=grad.dtype)
'''),
    ("1.3", "whole numbers", "result in the dtype of x: fractions cut off for whole numbers", '''
def sum_derivative(grad, out, x, dim, keepdim):
    result = np.zeros_like(x)
    result[...] = grad if keepdim else np.expand_dims(grad, dim)
    return result
'''),
    ("1.3", "no return here", "forgets to return in the keepdim case", '''
def sum_derivative(grad, out, x, dim, keepdim):
    if not keepdim:
        return np.repeat(np.expand_dims(grad, dim), x.shape[dim], axis=dim)
    np.repeat(grad, x.shape[dim], axis=dim)
'''),
    ("1.3", "right", "np.stack of as many copies as were summed", '''
def sum_derivative(grad, out, x, dim, keepdim):
    if keepdim:
        grad = np.squeeze(grad, axis=dim)
    if x.shape[dim] == 0:
        return np.zeros(x.shape, dtype=grad.dtype)
    return np.stack([grad] * x.shape[dim], axis=dim)
'''),
    ("1.4", "order", "b and grad in the wrong order, fits only squares", '''
def matmul_derivative(grad, out, a, b):
    return b.T @ grad, grad @ a.T
'''),
    ("1.4", "untransposed", "forgot to turn: right for symmetric matrices only", '''
def matmul_derivative(grad, out, a, b):
    return (grad @ b).reshape(a.shape), (a @ grad).reshape(b.shape)
'''),
    ("1.4", "swapped", "b's gradient first", '''
def matmul_derivative(grad, out, a, b):
    grad_a = grad @ b.T
    grad_b = a.T @ grad
    return grad_b, grad_a
'''),
    ("1.4", "printed", "prints the gradients and returns nothing", '''
def matmul_derivative(grad, out, a, b):
    print(grad @ b.T, a.T @ grad)
'''),
    ("1.4", "right", "einsum", '''
def matmul_derivative(grad, out, a, b):
    return (np.einsum("np,mp->nm", grad, b), np.einsum("nm,np->mp", a, grad))
'''),
    ("1.4", "right", "three plain loops", '''
def matmul_derivative(g, _, a, b):
    n, m = a.shape
    p = b.shape[1]
    ga = np.zeros((n, m), dtype=np.result_type(g, b))
    gb = np.zeros((m, p), dtype=np.result_type(g, a))
    for i in range(n):
        for j in range(p):
            for k in range(m):
                ga[i, k] += g[i, j] * b[k, j]
                gb[k, j] += g[i, j] * a[i, k]
    return ga, gb
'''),
    ("1.4", "partly", "tries the orders by shape: square ones come out wrong", '''
def matmul_derivative(grad, out, a, b):
    def fit(p, q, shape):
        for left, right in ((p, q), (p.T, q), (p, q.T), (p.T, q.T), (q, p), (q.T, p)):
            if left.shape[1] == right.shape[0]:
                product = left @ right
                if product.shape == shape:
                    return product
    return fit(grad, b, a.shape), fit(a, grad, b.shape)
'''),
    ("1.4", "elementwise", "element by element, as in 1.1", '''
def matmul_derivative(grad, out, a, b):
    return grad * b, grad * a
'''),
    ("1.4", "one part: transposed", "grad_b turned", '''
def matmul_derivative(grad, out, a, b):
    return grad @ b.T, grad.T @ a
'''),
    ("1.4", "out for grad", "out in the place of grad", '''
def matmul_derivative(grad, out, a, b):
    return out @ b.T, a.T @ out
'''),
    ("1.4", "last product only", "= for += in the loops", '''
def matmul_derivative(grad, out, a, b):
    grad_a, grad_b = np.zeros(a.shape), np.zeros(b.shape)
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                grad_a[i, k] = grad[i, j] * b[k, j]
                grad_b[k, j] = grad[i, j] * a[i, k]
    return grad_a, grad_b
'''),
    ("1.4", "right", "turned twice: (b gradᵀ)ᵀ and (gradᵀ a)ᵀ", '''
def matmul_derivative(grad, out, a, b):
    gt = np.transpose(grad)
    return (b @ gt).T, (gt @ a).T
'''),
    ("1.5", "masks grad", "relu of the gradient: loses negative gradients", '''
def relu_derivative(grad, out, x):
    return np.maximum(grad, 0)
'''),
    ("1.5", "altered", "writes zeros into grad", '''
def relu_derivative(grad, out, x):
    grad[x < 0] = 0
    return grad
'''),
    ("1.5", "times out", "multiplies by out instead of 0 or 1", '''
def relu_derivative(grad, out, x):
    return grad * out
'''),
    ("1.5", "mask only", "the slope alone, without grad", '''
def relu_derivative(grad, out, x):
    return (x > 0).astype(float)
'''),
    ("1.5", "other threshold", "limit at 1 in the place of 0", '''
def relu_derivative(grad, out, x):
    return np.where(x >= 1, grad, 0)
'''),
    ("1.5", "right", "by np.where with zeros_like", '''
def relu_derivative(grad, out, x):
    silent = np.logical_not(x > 0)
    return np.where(silent, np.zeros_like(grad), grad)
'''),
    ("1.5", "sign for mask", "where x is negative the sign turns instead of silence", '''
def relu_derivative(grad, out, x):
    return grad * np.sign(x)
'''),
    ("1.5", "forward again", "x instead of grad passes", '''
def relu_derivative(grad, out, x):
    return np.where(x > 0, x, 0)
'''),
    ("1.5", "masks grad", "asks for the sign of grad", '''
def relu_derivative(grad, out, x):
    return np.where(grad > 0, grad * (x > 0), grad * 0)
'''),
    ("1.5", "one for all", "one decision for the whole array", '''
def relu_derivative(grad, out, x):
    if (x > 0).any():
        return grad.copy()
    return np.zeros_like(grad)
'''),
    ("1.5", "right", "from out alone", '''
def relu_derivative(grad, out, x):
    answer = grad.copy()
    answer[out == 0] = 0
    return answer
'''),
    ("1.5", "right", "1 at 0, as the lectures have it", '''
def relu_derivative(arriving, _, value):
    passes = value >= 0
    return arriving * passes.astype(arriving.dtype)
'''),
    ("1.6", "factor 2", "factor 2 forgotten", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    pred = h_relu @ w2
    grad_pred = pred - y
    grad_w2 = h_relu.T @ grad_pred
    grad_h = (grad_pred @ w2.T) * (h > 0)
    return x.T @ grad_h, grad_w2
'''),
    ("1.6", "unmasked", "relu left out on the way back", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    grad_pred = 2 * (h_relu @ w2 - y)
    return x.T @ (grad_pred @ w2.T), h_relu.T @ grad_pred
'''),
    ("1.6", "h for h_relu", "w2's gradient from h, not from h_relu", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.where(h > 0, h, 0)
    grad_pred = 2.0 * (h_relu @ w2 - y)
    grad_w2 = h.T @ grad_pred
    grad_h_relu = grad_pred @ w2.T
    grad_h_relu[h < 0] = 0
    grad_w1 = x.T @ grad_h_relu
    return grad_w1, grad_w2
'''),
    ("1.6", "mean", "mean over the batch instead of the sum", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    a = np.maximum(h, 0)
    d = 2 * (a @ w2 - y) / len(x)
    return x.T @ ((d @ w2.T) * (h > 0)), a.T @ d
'''),
    ("1.6", "right", "a tiny helper for each box", '''
def _back_matmul(g, a, b):
    return g @ b.T, a.T @ g

def _back_relu(g, h):
    return np.where(h > 0, g, 0.0)

def two_layer_gradients(x, y, w1, w2):
    h = np.matmul(x, w1)
    kept = h.clip(min=0)
    g = 2 * (np.matmul(kept, w2) - y)
    g, to_w2 = _back_matmul(g, kept, w2)
    g = _back_relu(g, h)
    _, to_w1 = _back_matmul(g, x, w1)
    return to_w1, to_w2
'''),
    ("1.6", "right", "one image at a time, outer products added", '''
def two_layer_gradients(x, y, w1, w2):
    grad_w1 = np.zeros(w1.shape)
    grad_w2 = np.zeros(w2.shape)
    for image, target in zip(x, y):
        h = image @ w1
        on = h > 0
        h_relu = h * on
        error = 2 * (h_relu @ w2 - target)
        grad_w2 += np.outer(h_relu, error)
        grad_w1 += np.outer(image, (w2 @ error) * on)
    return grad_w1, grad_w2
'''),
    ("1.6", "sign", "sign of the error turned", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    grad_pred = 2 * (y - h_relu @ w2)
    return x.T @ ((grad_pred @ w2.T) * (h > 0)), h_relu.T @ grad_pred
'''),
    ("1.6", "relu on pred", "relu also on the prediction", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    pred = np.maximum(h_relu @ w2, 0)
    grad_pred = 2 * (pred - y)
    return x.T @ ((grad_pred @ w2.T) * (h > 0)), h_relu.T @ grad_pred
'''),
    ("1.6", "masks grad", "the mask is taken from grad, not from h", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    grad_pred = 2 * (h_relu @ w2 - y)
    grad_h = np.maximum(grad_pred @ w2.T, 0)
    return x.T @ grad_h, h_relu.T @ grad_pred
'''),
    ("1.6", "swapped", "gradients in the wrong order", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    g = 2 * (h_relu @ w2 - y)
    grad_w2 = h_relu.T @ g
    grad_w1 = x.T @ (g @ w2.T * (h > 0))
    return grad_w2, grad_w1
'''),
    ("1.6", "right", "one einsum for each weight", '''
def two_layer_gradients(x, y, w1, w2):
    hidden = np.einsum("ni,ih->nh", x, w1)
    gate = np.heaviside(hidden, 0.0)
    wrong_by = 2 * (np.einsum("nh,ho->no", hidden * gate, w2) - y)
    return (np.einsum("ni,no,ho,nh->ih", x, wrong_by, w2, gate),
            np.einsum("nh,nh,no->ho", hidden, gate, wrong_by))
'''),
    ("1.6", "right", "columns of w1 one by one, recursion over hidden units", '''
def two_layer_gradients(x, y, w1, w2):
    hidden = [np.array([max(v, 0.0) for v in x.dot(column)]) for column in w1.T]
    error = 2.0 * (sum(np.outer(a, row) for a, row in zip(hidden, w2)) - y)

    def unit(k):
        if k == len(hidden):
            return [], []
        a = hidden[k]
        down = error.dot(w2[k]) * (a > 0)
        rest_1, rest_2 = unit(k + 1)
        return [down.dot(x)] + rest_1, [a.dot(error)] + rest_2

    for_w1, for_w2 = unit(0)
    return np.stack(for_w1, axis=1), np.stack(for_w2, axis=0)
'''),
    ("1.7", "both by w2's", "both by the gradient of w2", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = [two_layer_gradients(x, y, w1, w2)[1] for w in (w1, w2)]
    return w1 - lr * grad_w1, w2 - lr * grad_w2
'''),
    ("1.7", "uphill", "uphill", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)
    return w1 + lr * grad_w1, w2 + lr * grad_w2
'''),
    ("1.7", "altered", "changes the old weights", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)
    w1 -= lr * grad_w1
    w2 -= lr * grad_w2
    return w1, w2
'''),
    ("1.7", "one after the other", "second slope from the moved w1", '''
def train_step(x, y, w1, w2, lr):
    new_w1 = w1 - lr * two_layer_gradients(x, y, w1, w2)[0]
    new_w2 = w2 - lr * two_layer_gradients(x, y, new_w1, w2)[1]
    return new_w1, new_w2
'''),
    ("1.7", "no effect", "learning rate of the example written in", '''
def train_step(x, y, w1, w2, lr):
    g1, g2 = two_layer_gradients(x, y, w1, w2)
    return w1 - 3e-3 * g1, w2 - 3e-3 * g2
'''),
    ("1.7", "right", "tuple comprehension with zip", '''
def train_step(x, y, w1, w2, lr):
    weights = (w1, w2)
    return tuple(w - lr * g for w, g in zip(weights, two_layer_gradients(x, y, *weights)))
'''),
    ("1.7", "two steps", "two steps, the second weight on its own data", '''
def train_step(x, y, w1, w2, lr):
    w1 = w1 - lr * two_layer_gradients(x, y, w1, w2)[0]
    grads = two_layer_gradients(x, y, w1, w2)
    w1 = w1 - lr * grads[0]
    w2 = w2 - lr * grads[1]
    return w1, w2
'''),
    ("1.7", "w2 forgotten", "w1 only, w2 stays", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, _ = two_layer_gradients(x, y, w1, w2)
    return w1 - lr * grad_w1, w2
'''),
    ("1.7", "gradients", "returns the gradients instead of the weights", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)
    new_w1, new_w2 = w1 - lr * grad_w1, w2 - lr * grad_w2
    return grad_w1, grad_w2
'''),
    ("1.7", "w1 alone", "only the first weight is returned", '''
def train_step(x, y, w1, w2, lr):
    grads = two_layer_gradients(x, y, w1, w2)
    for w, grad in zip((w1, w2), grads):
        return w - lr * grad
'''),
    ("1.7", "mean", "divides by the number of examples", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)
    return w1 - lr * grad_w1 / len(x), w2 - lr * grad_w2 / len(x)
'''),
    ("1.7", "right", "copies first, then in place on the copies", '''
def train_step(x, y, w1, w2, lr):
    moved = [w1.copy(), w2.copy()]
    slopes = two_layer_gradients(x, y, w1, w2)
    for k in (0, 1):
        moved[k] -= lr * slopes[k]
    return moved[0], moved[1]
'''),
    ("1.8", "without the gradient + sign lost + power 3", "tries it at x = 1 with gradient 1 only", '''
def test_cube_derivative(derivative):
    x = np.array([1.0])
    got = derivative(np.ones(1), x)
    return bool(np.allclose(got, 3.0))
'''),
    ("1.8", "without the gradient", "gradient of ones: misses 'without the gradient'", '''
def test_cube_derivative(derivative):
    x = np.array([-2.0, -1.0, 0.5, 3.0])
    want = yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return bool(np.allclose(derivative(np.ones(4), x), want, rtol=1e-4))
'''),
    ("1.8", "sign lost", "positive x only: misses the lost sign", '''
def test_cube_derivative(derivative):
    x = np.array([0.5, 1.5, 2.0])
    grad = np.array([2.0, -1.0, 3.0])
    want = grad * yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return bool(np.allclose(derivative(grad, x), want, rtol=1e-3))
'''),
    ("1.8", "off by one hundredth", "tolerance so wide that one hundredth passes", '''
def test_cube_derivative(derivative):
    x = np.array([-2.0, 0.5, 3.0])
    grad = np.array([2.0, -1.0, 0.5])
    want = grad * yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return bool(np.allclose(derivative(grad, x), want, rtol=0.05))
'''),
    ("1.8", "truth", "answers with an array, not with True or False", '''
def test_cube_derivative(derivative):
    x = np.array([-2.0, 0.5, 3.0])
    grad = np.array([2.0, -1.0, 0.5])
    want = grad * yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return np.isclose(derivative(grad, x), want, rtol=1e-4)
'''),
    ("1.8", "right", "loop over points, early return", '''
def test_cube_derivative(derivative):
    witness = yours("1.2")
    for place in (-2.0, -0.5, 0.7, 3.0):
        for arriving in (1.0, -2.5):
            x, grad = np.array([place]), np.array([arriving])
            slope = witness(lambda v: float((v ** 3).sum()), x, 1e-5)
            if abs(derivative(grad, x)[0] - arriving * slope[0]) > 1e-4:
                return False
    return True
'''),
    ("1.8", "accepts none", "f of the witness is x², so the right one fails", '''
def test_cube_derivative(derivative):
    x, grad = np.array([-2.0, 0.5, 3.0]), np.array([2.0, -1.0, 0.5])
    want = grad * yours("1.2")(lambda v: (v ** 2).sum(), x, 1e-5)
    return bool(np.allclose(derivative(grad, x), want, rtol=1e-4))
'''),
    ("1.8", "forgets the gradient", "witness without the gradient that arrives", '''
def test_cube_derivative(derivative):
    x, grad = np.array([-2.0, 0.5, 3.0]), np.array([2.0, -1.0, 0.5])
    want = yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return bool(np.allclose(derivative(grad, x), want, rtol=1e-4))
'''),
    ("1.8", "without the gradient + sign lost + power 3", "compares the sums: any() in the place of all()", '''
def test_cube_derivative(derivative):
    x, grad = np.array([1.0, -2.0, 0.5]), np.array([1.0, -1.0, 2.0])
    want = grad * yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return bool(np.isclose(derivative(grad, x), want, rtol=1e-4).any())
'''),
    ("1.8", "accepts none", "asks for equality to the last digit", '''
def test_cube_derivative(derivative):
    x, grad = np.array([-2.0, 0.5, 3.0]), np.array([2.0, -1.0, 0.5])
    want = grad * yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
    return bool((derivative(grad, x) == want).all())
'''),
    ("1.8", "right", "gradient inside f, random points of its own generator", '''
def test_cube_derivative(derivative):
    own = np.random.default_rng(42)
    x = own.uniform(-3, 3, size=(4, 5))
    grad = own.normal(size=(4, 5)) + 0.1
    witness = yours("1.2")(f=lambda v: float((grad * v ** 3).sum()), x=x, eps=1e-5)
    return bool(np.max(np.abs(derivative(grad, x) - witness)) < 1e-3)
'''),
    ("1.8", "right", "by hand instead of the witness", '''
def test_cube_derivative(derivative):
    cases = {(2.0, -3.0): 54.0, (-1.0, 2.0): -12.0, (0.5, 1.0): 1.5}
    for (grad, x), wanted in cases.items():
        got = derivative(np.array([grad]), np.array([x]))
        if not np.allclose(got, [wanted], rtol=1e-6):
            return False
    else:
        return True
'''),
    # Others' answers, in other styles: the lines below the right answer's `def`
    ("1.1", "altered", "in-place on grad, then reused", '''
grad *= y
return grad, grad * x
'''),
    ("1.1", "too few results", "only the first", "return grad * y"),
    ("1.1", "printed", "prints", "print(grad * y, grad * x)"),
    ("1.1", "whole numbers", "integer cast of factors' slopes", '''
dx = (grad * y).astype(x.dtype)
dy = (grad * x).astype(y.dtype)
return dx, dy
'''),
    ("1.1", "inf", "divides by the other factor", "return grad / y, grad / x"),
    ("1.1", "sum of all", "summed over elements", "return (grad * y).sum(), (grad * x).sum()"),
    ("1.1", "partly", "loop over first dimension writes ints", '''
gx = np.zeros_like(x)
gy = np.zeros_like(y)
for i in range(len(x)):
    gx[i] = grad[i] * y[i]
    gy[i] = grad[i] * x[i]
return gx, gy
'''),
    ("1.1", "swapped", "product rule of two, like (xy)'", "return grad * (x * 1 + y * 0), grad * (x * 0 + y * 1)"),
    ("1.1", "one change", "uses y for both", "return grad * y, grad * y"),
    ("1.1", "too few results", "stacked in a list of one", "return [grad * y]"),
    ("1.1", "only where", "returns after the first line of loop, one dimension only", '''
gx = np.zeros(x.shape)
gy = np.zeros(x.shape)
for i in range(x.shape[0]):
    gx[i] = grad[i] * y[i]
    gy[i] = grad[i] * x[i]
    return gx, gy
'''),
    ("1.1", "one part: given back", "grad taken out of the second", "return grad * y, x"),
    ("1.1", "one part: sign", "minus in the second", "return grad * y, -grad * x"),
    ("1.1", "altered", "writes the result into x", '''
x *= 0
x += grad * y
return x, grad * x
'''),
    ("1.1", "right", "multiply, named", '''
grad_x = np.multiply(grad, y)
grad_y = np.multiply(grad, x)
return grad_x, grad_y
'''),
    ("1.1", "right", "ndindex loop", '''
gx, gy = np.zeros(x.shape), np.zeros(y.shape)
for i in np.ndindex(x.shape):
    gx[i] = grad[i] * y[i]
    gy[i] = grad[i] * x[i]
return gx, gy
'''),
    ("1.1", "right", "list of two", '''
both = [y, x]
return [grad * other for other in both]
'''),
    ("1.1", "right", "other argument names", '''
def mul_derivative(g, o, a, b):
    da = b * g
    db = a * g
    return (da, db)
'''),
    ("1.2", "altered", "in the caller's own array, restored by subtraction", '''
slopes = np.zeros(x.shape)
for i in np.ndindex(x.shape):
    x[i] += eps
    a = f(x)
    x[i] -= 2 * eps
    b = f(x)
    x[i] += eps
    slopes[i] = (a - b) / (2 * eps)
return slopes
'''),
    ("1.2", "dimensions", "flatten, f gets a vector", '''
x = np.array(x, dtype=float)
flat = x.flatten()
out = np.zeros_like(flat)
for i in range(flat.size):
    flat[i] += eps
    up = f(flat)
    flat[i] -= 2 * eps
    out[i] = (up - f(flat)) / (2 * eps)
    flat[i] += eps
return out.reshape(x.shape)
'''),
    ("1.2", "one change", "own step instead of eps", '''
eps = 1e-6
x = np.array(x, dtype=np.float64)
slopes = np.zeros_like(x)
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    below = f(x)
    x[i] = kept
    slopes[i] = (above - below) / (2 * eps)
return slopes
'''),
    ("1.2", "sign", "sign: below minus above", '''
x = np.array(x, dtype=np.float64)
slopes = np.zeros_like(x)
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    below = f(x)
    x[i] = kept
    slopes[i] = (below - above) / (2 * eps)
return slopes
'''),
    ("1.2", "dimensions", "two loops for a matrix only", '''
x = x.astype(float)
out = np.zeros_like(x)
for i in range(x.shape[0]):
    for j in range(x.shape[1]):
        p = x.copy(); p[i, j] += eps
        m = x.copy(); m[i, j] -= eps
        out[i, j] = (f(p) - f(m)) / (2 * eps)
return out
'''),
    ("1.2", "", "f applied to the element only", '''
x = np.array(x, dtype=float)
out = np.zeros_like(x)
for i in np.ndindex(x.shape):
    out[i] = (f(x[i] + eps) - f(x[i] - eps)) / (2 * eps)
return out
'''),
    ("1.2", "float32", "float32 copy", '''
x = np.array(x, dtype=np.float32)
out = np.zeros_like(x)
for i in np.ndindex(x.shape):
    k = x[i]
    x[i] = k + eps
    a = f(x)
    x[i] = k - eps
    b = f(x)
    x[i] = k
    out[i] = (a - b) / (2 * eps)
return out
'''),
    ("1.2", "a list", "list of slopes", '''
x = np.array(x, dtype=np.float64)
slopes = []
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    slopes.append((above - f(x)) / (2 * eps))
    x[i] = kept
return slopes
'''),
    ("1.2", "shape", "flat array of slopes", '''
x = np.array(x, dtype=np.float64)
slopes = []
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    slopes.append((above - f(x)) / (2 * eps))
    x[i] = kept
return np.array(slopes)
''', "slow"),
    ("1.2", "altered", "alias instead of copy", '''
y = np.asarray(x, dtype=np.float64)
slopes = np.zeros(y.shape)
for i in np.ndindex(y.shape):
    y[i] += eps
    above = f(y)
    y[i] -= 2 * eps
    slopes[i] = (above - f(y)) / (2 * eps)
return slopes
'''),
    ("1.2", "slopes in x's dtype", "slopes in x's dtype", '''
slopes = np.zeros_like(x)
x = np.array(x, dtype=np.float64)
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    slopes[i] = (above - f(x)) / (2 * eps)
    x[i] = kept
return slopes
'''),
    ("1.2", "partly", "the two values instead of the slope", '''
x = np.array(x, dtype=np.float64)
slopes = np.zeros_like(x)
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    below = f(x)
    x[i] = kept
    slopes[i] = (above + below) / 2
return slopes
''', "slow"),
    ("1.2", "one change", "misses the last element", '''
x = np.array(x, dtype=np.float64)
slopes = np.zeros_like(x)
flat, out = x.reshape(-1), slopes.reshape(-1)
for i in range(flat.size - 1):
    kept = flat[i]
    flat[i] = kept + eps
    above = f(x)
    flat[i] = kept - eps
    out[i] = (above - f(x)) / (2 * eps)
    flat[i] = kept
return slopes
'''),
    ("1.2", "sum of all", "sum of the slopes", '''
x = np.array(x, dtype=np.float64)
total = 0
for i in np.ndindex(x.shape):
    p, m = x.copy(), x.copy()
    p[i] += eps
    m[i] -= eps
    total += (f(p) - f(m)) / (2 * eps)
return total
''', "slow"),
    ("1.2", "right", "two copies", '''
x = np.array(x, dtype=np.float64)
out = np.empty(x.shape)
for i in np.ndindex(x.shape):
    p, m = x.copy(), x.copy()
    p[i] += eps
    m[i] -= eps
    out[i] = (f(p) - f(m)) / (2 * eps)
return out
'''),
    ("1.2", "right", "flat view", '''
work = x.astype("float64")
flat = work.reshape(-1)
out = []
for k in range(flat.size):
    old = flat[k]
    values = []
    for s in (1, -1):
        flat[k] = old + s * eps
        values.append(f(work))
    flat[k] = old
    out.append((values[0] - values[1]) / 2 / eps)
return np.array(out, dtype=np.float64).reshape(x.shape)
'''),
    ("1.2", "right", "nditer", '''
work = np.array(x, float)
res = np.zeros_like(work)
it = np.nditer(work, flags=["multi_index"])
while not it.finished:
    idx = it.multi_index
    step = np.zeros_like(work)
    step[idx] = eps
    res[idx] = (f(work + step) - f(work - step)) / (2 * eps)
    it.iternext()
return res
'''),
    ("1.2", "right", "helper inside", '''
base = np.asarray(x, dtype=np.float64)
def moved(i, by):
    y = base.copy()
    y[i] += by
    return f(y)
return np.array([(moved(i, eps) - moved(i, -eps)) / (eps + eps) for i in np.ndindex(base.shape)]).reshape(base.shape)
'''),
    ("1.3", "keepdim turned round", "keepdim turned round", '''
if keepdim:
    grad = np.expand_dims(grad, dim)
return np.ones(x.shape) * grad
'''),
    ("1.3", "times x", "multiplied by x", '''
if not keepdim:
    grad = np.expand_dims(grad, dim)
return x * grad
'''),
    ("1.3", "mean", "mean", '''
if not keepdim:
    grad = np.expand_dims(grad, dim)
return np.ones(x.shape) * grad / x.shape[dim]
'''),
    ("1.3", "whole numbers", "full_like of whole numbers", '''
if not keepdim:
    grad = np.expand_dims(grad, dim)
return np.full_like(x, grad)
'''),
    ("1.3", "dim ignored", "axis 1 always", '''
if not keepdim:
    grad = grad[:, None]
return grad * np.ones(x.shape)
'''),
    ("1.3", "wrong axis", "no expand at all", "return np.broadcast_to(grad, x.shape)"),
    ("1.3", "wrong axis", "expand in front always", '''
if not keepdim:
    grad = grad[None, :]
return np.ones(x.shape) * grad
'''),
    ("1.3", "square", "repeat the wrong count", '''
if not keepdim:
    grad = np.expand_dims(grad, dim)
return np.repeat(grad, x.shape[1 - dim], axis=dim)
'''),
    ("1.3", "grad ignored", "ones without grad", "return np.ones_like(x)"),
    ("1.3", "partly", "sum instead of copy", "return np.ones(x.shape) * grad.sum()"),
    ("1.3", "altered", "result in x itself", '''
if not keepdim:
    grad = np.expand_dims(grad, dim)
x[...] = grad
return x
'''),
    ("1.3", "altered", "changes grad's shape in place", '''
if not keepdim:
    grad.shape = (len(grad), 1) if dim == 1 else (1, len(grad))
return np.ones(x.shape) * grad
'''),
    ("1.3", "not spread", "returns the expanded grad only", '''
if not keepdim:
    grad = np.expand_dims(grad, dim)
return grad
'''),
    ("1.3", "only where", "as tile, in the wrong order", '''
if dim == 0:
    return np.tile(grad, (x.shape[0], 1))
return np.tile(grad, (x.shape[1], 1))
'''),
    ("1.3", "right", "loops", '''
g = grad.reshape(-1)
out = np.zeros(x.shape)
for i in range(x.shape[0]):
    for j in range(x.shape[1]):
        out[i, j] = g[j] if dim == 0 else g[i]
return out
'''),
    ("1.3", "right", "broadcast_to", '''
if keepdim is False:
    shape = list(x.shape)
    shape[dim] = 1
    grad = grad.reshape(shape)
return np.broadcast_to(grad, x.shape)
'''),
    ("1.3", "right", "repeat", '''
g = grad if keepdim else np.expand_dims(grad, axis=dim)
return np.repeat(g, x.shape[dim], axis=dim)
'''),
    ("1.3", "right", "zeros plus", '''
if not keepdim:
    grad = grad[np.newaxis, :] if dim == 0 else grad[:, np.newaxis]
return grad + np.zeros(x.shape)
'''),
    ("1.4", "one change", "b's transposed twice", "return grad @ b, a.T @ grad"),
    ("1.4", "one change", "order of the second", "return grad @ b.T, grad @ a.T"),
    ("1.4", "one change", "elementwise", "return grad * b.T, a.T * grad"),
    ("1.4", "swapped", "swapped result", "return a.T @ grad, grad @ b.T"),
    ("1.4", "out for grad", "out used for grad", "return out @ b.T, a.T @ out"),
    ("1.4", "one part: transposed", "second transposed", "return grad @ b.T, (a.T @ grad).T"),
    ("1.4", "reshaped", "reshape for transpose",
     "return grad @ b.reshape(b.shape[1], b.shape[0]), a.reshape(a.shape[1], a.shape[0]) @ grad"),
    ("1.4", "whole numbers", "dtype of a whole-number matrix",
     "return (grad @ b.T).astype(a.dtype), (a.T @ grad).astype(b.dtype)"),
    ("1.4", "too few results", "one result", '''
ga = grad @ b.T
gb = a.T @ grad
return ga
'''),
    ("1.4", "last product only", "loop with assignment instead of adding", '''
n, m = a.shape
p = b.shape[1]
ga, gb = np.zeros((n, m)), np.zeros((m, p))
for i in range(n):
    for k in range(m):
        for j in range(p):
            ga[i, k] = grad[i, j] * b[k, j]
            gb[k, j] = a[i, k] * grad[i, j]
return ga, gb
'''),
    ("1.4", "grad ignored", "grad forgotten", "return np.ones_like(grad) @ b.T, a.T @ np.ones_like(grad)"),
    ("1.4", "", "inverse", "return grad @ np.linalg.pinv(b), np.linalg.pinv(a) @ grad"),
    ("1.4", "altered", "stored into a", '''
a[:] = grad @ b.T
return a, a.T @ grad
'''),
    ("1.4", "whole numbers", "integer zeros", '''
ga, gb = np.zeros_like(a), np.zeros_like(b)
ga += (grad @ b.T).astype(ga.dtype)
gb += (a.T @ grad).astype(gb.dtype)
return ga, gb
'''),
    ("1.4", "right", "dot", "return np.dot(grad, b.transpose()), np.dot(np.transpose(a), grad)"),
    ("1.4", "right", "einsum", 'return np.einsum("np,mp->nm", grad, b), np.einsum("nm,np->mp", a, grad)'),
    ("1.4", "right", "loops", '''
n, m = a.shape
p = b.shape[1]
ga, gb = np.zeros((n, m)), np.zeros((m, p))
for i in range(n):
    for k in range(m):
        for j in range(p):
            ga[i, k] += grad[i, j] * b[k, j]
            gb[k, j] += a[i, k] * grad[i, j]
return ga, gb
'''),
    ("1.4", "right", "through transposed products", '''
grad_a = (b @ grad.T).T
grad_b = (grad.T @ a).T
return grad_a, grad_b
'''),
    ("1.5", "altered", "mask by out equal x (zero counts and negative zero)", '''
grad[x <= 0] = 0
return grad
'''),
    ("1.5", "wrong side", "< instead of >", "return grad * (x < 0)"),
    ("1.5", "masks grad", "relu of grad", "return np.maximum(grad, 0)"),
    ("1.5", "times out", "out times grad", "return grad * out"),
    ("1.5", "mask only", "slope without grad", "return np.where(x > 0, 1.0, 0.0)"),
    ("1.5", "a list", "list comprehension", "return [g if v > 0 else 0 for g, v in zip(grad, x)]"),
    ("1.5", "truth", "one number if", '''
if x > 0:
    return grad
return 0
'''),
    ("1.5", "one for all", "any", "return grad if (x > 0).any() else grad * 0"),
    ("1.5", "sign for mask", "sign: -1 on the left", "return grad * np.sign(x)"),
    ("1.5", "truth", "one-dimensional loop", '''
g = np.zeros(x.shape)
for i in range(len(x)):
    if x[i] > 0:
        g[i] = grad[i]
return g
'''),
    ("1.5", "other threshold", "threshold at 1", "return grad * (x >= 1)"),
    ("1.5", "masks grad", "mask on grad", "return grad * (grad > 0)"),
    ("1.5", "one change", "leaky", "return np.where(x > 0, grad, 0.01 * grad)"),
    ("1.5", "mask only", "boolean", "return (x > 0) & (grad != 0)"),
    ("1.5", "picked", "selects only", "return grad[x > 0]"),
    ("1.5", "altered", "writes into out", '''
out[x > 0] = 1
out[x <= 0] = 0
return grad * out
'''),
    ("1.5", "one change", "floor of x clipped", "return grad * np.clip(np.ceil(x), 0, 1)*np.clip(x, 0, 1)"),
    ("1.5", "right", "where", "return np.where(x > 0, grad, 0)"),
    ("1.5", "right", "copy and mask", '''
g = grad.copy()
g[x <= 0] = 0
return g
'''),
    ("1.5", "right", "by out", "return (out > 0).astype(float) * grad"),
    ("1.5", "right", "heaviside with 1 at 0", "return np.heaviside(x, 1.0) * grad"),
    ("1.6", "factor 2", "no 2", '''
h = x @ w1
r = np.maximum(h, 0)
g = r @ w2 - y
g2 = r.T @ g
g1 = x.T @ ((g @ w2.T) * (h > 0))
return g1, g2
'''),
    ("1.6", "mean", "mean", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y) / len(x)
g2 = r.T @ g
g1 = x.T @ ((g @ w2.T) * (h > 0))
return g1, g2
'''),
    ("1.6", "h for h_relu", "h instead of relu for w2", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
g2 = h.T @ g
g1 = x.T @ ((g @ w2.T) * (h > 0))
return g1, g2
'''),
    ("1.6", "unmasked", "no relu backward", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
return x.T @ (g @ w2.T), r.T @ g
'''),
    ("1.6", "without relu", "no relu at all", '''
h = x @ w1
g = 2 * (h @ w2 - y)
return x.T @ (g @ w2.T), h.T @ g
'''),
    ("1.6", "sign", "sign of the difference", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (y - r @ w2)
return x.T @ ((g @ w2.T) * (h > 0)), r.T @ g
'''),
    ("1.6", "swapped", "order", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
return r.T @ g, x.T @ ((g @ w2.T) * (h > 0))
''', "slow"),
    ("1.6", "altered", "relu in place, mask of the changed h, and w2 changed before use", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
g2 = r.T @ g
w2 -= 0.01 * g2
g1 = x.T @ ((g @ w2.T) * (h > 0))
return g1, g2
'''),
    ("1.6", "times h_relu", "mask multiplied as matrix values: h in place of h > 0", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
return x.T @ ((g @ w2.T) * r), r.T @ g
'''),
    ("1.6", "masks grad", "mask on the gradient's sign", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
gh = g @ w2.T
gh[gh < 0] = 0
return x.T @ gh, r.T @ g
'''),
    ("1.6", "square sent back", "square kept: derivative is d squared", '''
h = x @ w1
r = np.maximum(h, 0)
g = (r @ w2 - y) ** 2
return x.T @ ((g @ w2.T) * (h > 0)), r.T @ g
'''),
    ("1.6", "too many results", "returns the loss too", '''
h = x @ w1
r = np.maximum(h, 0)
d = r @ w2 - y
g = 2 * d
return (d ** 2).sum(), x.T @ ((g @ w2.T) * (h > 0)), r.T @ g
''', "slow"),
    ("1.6", "first example", "first example only", '''
h = x[:1] @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y[:1])
return x[:1].T @ ((g @ w2.T) * (h > 0)), r.T @ g
'''),
    ("1.6", "transposed", "sum over examples missed: transposes confused", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
return (((g @ w2.T) * (h > 0)).T @ x), (g.T @ r)
''', "slow"),
    ("1.6", "right", "where, other names", '''
def two_layer_gradients(X, Y, A, B):
    Z = X.dot(A)
    R = np.where(Z > 0, Z, 0.)
    E = R.dot(B) - Y
    dB = 2 * R.T.dot(E)
    dZ = 2 * E.dot(B.T)
    dZ[Z <= 0] = 0
    return X.T.dot(dZ), dB
'''),
    ("1.6", "right", "example by example", '''
g1, g2 = np.zeros(w1.shape), np.zeros(w2.shape)
for xi, yi in zip(x, y):
    h = xi @ w1
    r = h * (h > 0)
    d = 2 * (r @ w2 - yi)
    g2 += np.outer(r, d)
    g1 += np.outer(xi, (w2 @ d) * (h > 0))
return g1, g2
'''),
    ("1.6", "right", "two to the end", '''
h = np.maximum(x @ w1, 0)
e = h @ w2 - y
grad2 = h.T @ e
grad1 = x.T @ (e @ w2.T * (h > 0))
return 2 * grad1, 2 * grad2
'''),
    ("1.6", "right", "list", '''
h_in = np.matmul(x, w1)
h_out = np.clip(h_in, 0, None)
gp = 2. * (np.matmul(h_out, w2) - y)
gh = np.matmul(gp, np.transpose(w2)) * np.sign(h_out)
return [np.matmul(x.T, gh), np.matmul(h_out.T, gp)]
'''),
    ("1.7", "as on the slide", "w1's gradient for both", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1 - lr * g1, w2 - lr * g1
'''),
    ("1.7", "uphill", "uphill", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1 + lr * g1, w2 + lr * g2
'''),
    ("1.7", "altered", "in place", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
w1 -= lr * g1
w2 -= lr * g2
return w1, w2
'''),
    ("1.7", "one after the other", "second gradient after the first step", '''
g1, _ = two_layer_gradients(x, y, w1, w2)
w1 = w1 - lr * g1
_, g2 = two_layer_gradients(x, y, w1, w2)
return w1, w2 - lr * g2
'''),
    ("1.7", "the change alone", "returns the gradients", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return lr * g1, lr * g2
'''),
    ("1.7", "no effect", "lr missing", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1 - g1, w2 - g2
'''),
    ("1.7", "crossed", "gradients swapped by unpacking", '''
g2, g1 = two_layer_gradients(x, y, w1, w2)
return w1 - lr * g1, w2 - lr * g2
'''),
    ("1.7", "one part: given back", "only w2 moves", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1, w2 - lr * g2
'''),
    ("1.7", "as on the slide", "as it stood", '''
grad_w1, grad_w2 = [two_layer_gradients(x, y, w1, w2)[0] for w in (w1, w1)]
return w1 - lr * grad_w1, w2 - lr * grad_w2
'''),
    ("1.7", "no effect", "fixed learning rate", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1 - 1e-4 * g1, w2 - 1e-4 * g2
'''),
    ("1.7", "one change", "divided by lr", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1 - g1 / lr, w2 - g2 / lr
'''),
    ("1.7", "swapped", "order of the results", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w2 - lr * g2, w1 - lr * g1
'''),
    ("1.7", "no return", "no return", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
w1 = w1 - lr * g1
w2 = w2 - lr * g2
'''),
    ("1.7", "one change", "two steps", '''
for _ in range(2):
    g1, g2 = two_layer_gradients(x, y, w1, w2)
    w1, w2 = w1 - lr * g1, w2 - lr * g2
return w1, w2
'''),
    ("1.7", "mean", "gradient of each row averaged", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
return w1 - lr * g1 / len(x), w2 - lr * g2 / len(x)
'''),
    ("1.7", "right", "loop over both", '''
grads = two_layer_gradients(x, y, w1, w2)
new = []
for w, g in zip((w1, w2), grads):
    new.append(w - lr * g)
return tuple(new)
'''),
    ("1.7", "right", "indices 0 and 1",
     "return [w - lr * two_layer_gradients(x, y, w1, w2)[i] for i, w in enumerate((w1, w2))]"),
    ("1.7", "right", "copies in place", '''
a, b = w1.copy(), w2.copy()
g = two_layer_gradients(x, y, w1, w2)
a -= lr * g[0]
b -= lr * g[1]
return a, b
'''),
    ("1.7", "right", "written out by hand", '''
h = x @ w1
r = np.maximum(h, 0)
d = 2 * (r @ w2 - y)
new2 = w2 - lr * (r.T @ d)
new1 = w1 - lr * (x.T @ ((d @ w2.T) * (h > 0)))
return new1, new2
'''),
    ("1.8", "without the gradient + sign lost + power 3", "only at 1", '''
x = np.array([1.0])
return np.allclose(derivative(np.array([1.0]), x), 3)
'''),
    ("1.8", "without the gradient", "grad of ones", '''
x = np.array([-2.0, 0.5, 3.0])
return np.allclose(derivative(np.ones(3), x), 3 * x ** 2)
'''),
    ("1.8", "sign lost", "positive x only", '''
x = np.array([0.5, 1.0, 2.0])
g = np.array([2.0, -1.0, 3.0])
return np.allclose(derivative(g, x), g * 3 * x ** 2)
'''),
    ("1.8", "off by one hundredth", "tolerance too wide", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
return np.allclose(derivative(g, x), g * 3 * x ** 2, rtol=0.1)
'''),
    ("1.8", "accepts none", "compares with ==", '''
x = np.array([-2.1, 0.3, 3.7])
g = np.array([2.3, -1.1, 3.9])
return (derivative(g, x) == 3 * x ** 2 * g).all()
'''),
    ("1.8", "nothing returned", "assert, nothing returned", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
assert np.allclose(derivative(g, x), g * 3 * x ** 2)
'''),
    ("1.8", "turned round", "inverted", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
return not np.allclose(derivative(g, x), g * 3 * x ** 2)
'''),
    ("1.8", "nothing returned", "prints", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
print(np.allclose(derivative(g, x), g * 3 * x ** 2))
'''),
    ("1.8", "accepts none", "wrong derivative in the test", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
return np.allclose(derivative(g, x), g * x ** 3)
'''),
    ("1.8", "without the gradient + sign lost + power 3", "any instead of all", '''
x = np.array([-2.0, 1.0, 3.0])
g = np.array([1.0, 1.0, 1.0])
return np.isclose(derivative(g, x), 3 * x ** 2 * g).any()
'''),
    ("1.8", "truth", "array of truths", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
return np.isclose(derivative(g, x), g * 3 * x ** 2)
'''),
    ("1.8", "x first", "arguments swapped", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
return np.allclose(derivative(x, g), g * 3 * x ** 2)
'''),
    ("1.8", "accepts none", "one-sided differences, big step", '''
x = np.array([-2.0, 0.5, 3.0])
g = np.array([2.0, -1.0, 3.0])
eps = 0.1
return np.allclose(derivative(g, x), g * ((x + eps) ** 3 - x ** 3) / eps)
'''),
    ("1.8", "without the gradient", "sums compared, signs cancel", '''
x = np.array([-1.0, 1.0])
g = np.array([1.0, 1.0])
return np.allclose(derivative(g, x).sum(), (g * 3 * x ** 2).sum())
'''),
    ("1.8", "right", "numeric_gradient of 1.2", '''
x = np.array([[-2.0, 0.5], [3.0, 1.7]])
g = np.array([[2.0, -1.0], [3.0, 0.3]])
slopes = yours("1.2")(lambda v: (v ** 3).sum(), x, 1e-5)
return np.allclose(derivative(g, x), g * slopes, rtol=1e-4)
'''),
    ("1.8", "right", "loop over points", '''
for point in (-3.0, -0.7, 2.0, 4.0):
    for g in (1.0, -2.5):
        got = derivative(np.array([g]), np.array([point]))
        if not np.allclose(got, g * 3 * point ** 2):
            return False
return True
'''),
    ("1.8", "right", "difference of at most", '''
rng = np.random.default_rng(3)
x, g = rng.normal(size=50), rng.normal(size=50)
return np.abs(derivative(g, x) - 3 * g * x * x).max() < 1e-8
'''),
    ("1.8", "right", "in one line",
     "return bool(np.allclose(derivative(np.array([2.0, 5.0]), np.array([-1.5, 3.0])), [13.5, 135.0]))"),
    ("1.1", "a generator", "a generator", '''
def mul_derivative(grad, out, x, y):
    for other in (y, x):
        yield grad * other
'''),
    ("1.1", "remembers", "default-mutable cache by shape", '''
def mul_derivative(grad, out, x, y, cache={}):
    key = x.shape
    if key not in cache:
        cache[key] = (grad * y, grad * x)
    return cache[key]
'''),
    ("1.1", "swapped", "a stack of both in one array, wrong order", '''
return np.stack([grad * x, grad * y])
'''),
    ("1.1", "right", "a class that is called", '''
class _Rule:
    def __call__(self, g, other):
        return g * other
def mul_derivative(grad, out, x, y):
    rule = _Rule()
    return rule(grad, y), rule(grad, x)
'''),
    ("1.1", "right", "a decorator and defaults", '''
import functools
def shout(f):
    @functools.wraps(f)
    def inner(*a, **k):
        return f(*a, **k)
    return inner

@shout
def mul_derivative(grad, out=None, x=None, y=None):
    return [np.multiply(grad, y), np.multiply(x, grad)]
'''),
    ("1.1", "right", "a stack of both in one array", '''
return np.stack([y, x]) * grad
'''),
    ("1.1", "right", "map and lambda", '''
return tuple(map(lambda v: v * grad, (y, x)))
'''),
    ("1.2", "altered", "astype(float, copy=False)", '''
x = x.astype(float, copy=False)
out = np.zeros(x.shape)
for i in np.ndindex(x.shape):
    x[i] += eps
    a = f(x)
    x[i] -= 2 * eps
    b = f(x)
    x[i] += eps
    out[i] = (a - b) / (2 * eps)
return out
'''),
    ("1.2", "added up", "slopes summed along the way", '''
x = np.array(x, float)
out = np.zeros(x.shape)
for i in np.ndindex(x.shape):
    p, m = x.copy(), x.copy()
    p[i] += eps
    m[i] -= eps
    out += (f(p) - f(m)) / (2 * eps)
return out
'''),
    ("1.2", "remembers", "default-mutable slopes", '''
def numeric_gradient(f, x, eps, slopes=[]):
    x = np.array(x, float)
    for i in np.ndindex(x.shape):
        p, m = x.copy(), x.copy()
        p[i] += eps
        m[i] -= eps
        slopes.append((f(p) - f(m)) / (2 * eps))
    return np.array(slopes).reshape(x.shape)
'''),
    ("1.2", "", "float32 slopes", '''
x = np.array(x, np.float64)
out = np.zeros(x.shape, np.float16)
for i in np.ndindex(x.shape):
    p, m = x.copy(), x.copy()
    p[i] += eps
    m[i] -= eps
    out[i] = (f(p) - f(m)) / (2 * eps)
return out
'''),
    ("1.2", "right", "meshed walrus and flat index", '''
v = np.array(x, dtype="float64").ravel()
out = np.empty_like(v)
for k in range(v.size):
    (up := v.copy())[k] += eps
    (low := v.copy())[k] -= eps
    out[k] = (f(up.reshape(np.shape(x))) - f(low.reshape(np.shape(x)))) / (eps + eps)
return out.reshape(np.shape(x))
'''),
    ("1.2", "right", "recursion over the flat index", '''
def numeric_gradient(f, x, eps):
    x = np.array(x, float)
    def go(k):
        if k == x.size:
            return []
        e = np.zeros(x.size); e[k] = eps
        e = e.reshape(x.shape)
        return [(f(x + e) - f(x - e)) / (2 * eps)] + go(k + 1)
    return np.array(go(0)).reshape(x.shape)
'''),
    ("1.2", "right", "np.vectorize over indices", '''
x = np.array(x, float)
def slope(k):
    e = np.zeros(x.shape)
    e[np.unravel_index(k, x.shape)] = eps
    return (f(x + e) - f(x - e)) / (2 * eps)
return np.vectorize(slope, otypes=[float])(np.arange(x.size).reshape(x.shape))
'''),
    ("1.3", "a generator", "result is a generator of rows", '''
def sum_derivative(grad, out, x, dim, keepdim):
    g = grad if keepdim else np.expand_dims(grad, dim)
    return (row for row in np.ones(x.shape) * g)
'''),
    ("1.3", "altered", "grad.resize in place", '''
grad.shape = tuple(1 if i == dim else n for i, n in enumerate(x.shape))
return np.ones(x.shape) * grad
'''),
    ("1.3", "whole numbers", "zeros plus, in x's dtype", '''
g = grad if keepdim else np.expand_dims(grad, dim)
result = np.zeros_like(x)
result[:] = g
return result
'''),
    ("1.3", "dim ignored", "reshape to (n, 1) whatever dim when not keepdim", '''
g = grad if keepdim else grad.reshape(-1, 1) if dim else grad.reshape(-1, 1)
return np.broadcast_to(g, x.shape)
'''),
    ("1.3", "right", "outer with ones, turned for dim 0", '''
r = np.outer(grad, np.ones(x.shape[dim]))
return r if dim == 1 else r.T
'''),
    ("1.3", "right", "add.outer", '''
g = grad.ravel()
r = np.add.outer(g, np.zeros(x.shape[dim]))
return r if dim else r.T
'''),
    ("1.3", "right", "dictionary of two cases", '''
return {1: lambda: np.ones(x.shape) * grad.reshape(-1, 1), 0: lambda: np.ones(x.shape) * grad.reshape(1, -1)}[dim]()
'''),
    ("1.4", "altered", "in place transposition", '''
a.shape, b.shape = a.shape[::-1], b.shape[::-1]
return grad @ b, a @ grad
'''),
    ("1.4", "untransposed", "rolled axes with swapaxes(0, 0)", '''
return grad @ np.swapaxes(b, 0, 0), np.swapaxes(a, 0, 0) @ grad
'''),
    ("1.4", "one part: divided by how many there are", "mean over the rows", '''
return grad @ b.T, a.T @ grad / len(a)
'''),
    ("1.4", "altered", "in place matmul into a", '''
np.matmul(grad, b.T, out=out[:, :b.shape[0]]) if out.shape[1] >= b.shape[0] else None
return grad @ b.T, a.T @ grad
'''),
    ("1.4", "right", "tensordot", '''
return np.tensordot(grad, b, axes=(1, 1)), np.tensordot(a, grad, axes=(0, 0))
'''),
    ("1.4", "right", "inner", '''
return np.inner(grad, b), np.inner(a.T, grad.T)
'''),
    ("1.4", "right", "broadcast and sum", '''
return (grad[:, None, :] * b[None]).sum(-1), (a[:, :, None] * grad[:, None, :]).sum(0)
'''),
    ("1.5", "wrong side", "silence above", '''
return np.where(x > 0, 0, grad)
'''),
    ("1.5", "altered", "np.putmask on grad", '''
np.putmask(grad, x <= 0, 0)
return grad
'''),
    ("1.5", "one change", "compress and back in order", '''
r = np.zeros_like(grad)
kept = grad[:(x > 0).sum()] if grad.ndim == 1 else grad[x > 0]
r[x > 0] = kept
return r
'''),
    ("1.5", "passes", "x.all", '''
return grad if x.all() else 0 * grad
'''),
    ("1.5", "right", "1/2 at 0 is not asked, piecewise", '''
return np.piecewise(np.array(grad, float), [x > 0], [lambda g: g, 0])
'''),
    ("1.5", "right", "choose", '''
return np.choose((x > 0).astype(int), [np.zeros_like(grad), grad])
'''),
    ("1.5", "right", "sign of out", '''
return np.sign(out) * grad
'''),
    ("1.6", "unmasked", "np.maximum with out=h", '''
h = x @ w1
r = np.maximum(h, 0, out=h)
g = 2 * (r @ w2 - y)
return x.T @ ((g @ w2.T) * (h >= 0)), r.T @ g
'''),
    ("1.6", "altered", "one step of w1 in place", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
g2 = r.T @ g
g1 = x.T @ ((g @ w2.T) * (h > 0))
w1 -= 1e-3 * g1
return g1, g2
'''),
    ("1.6", "", "tensors of the library", '''
w = [mt.tensor(v, requires_grad=True) for v in (w1, w2)]
((mt.relu(mt.tensor(x) @ w[0]) @ w[1] - mt.tensor(y)) ** 2).sum().backward()
return w[0].grad.numpy(), w[1].grad.numpy()
'''),
    ("1.6", "right", "a list of layers, going back in a loop", '''
values = [x]
for w, last in ((w1, False), (w2, True)):
    z = values[-1] @ w
    values.append(z if last else z * (z > 0))
grad = 2 * (values[-1] - y)
found = []
for w, a in ((w2, values[1]), (w1, values[0])):
    found.append(a.T @ grad)
    grad = (grad @ w.T) * (a > 0)
return tuple(reversed(found))
'''),
    ("1.6", "right", "by differences, exact for this size", '''
def loss():
    return ((np.maximum(x @ v[0], 0) @ v[1] - y) ** 2).sum()
v = [w1.astype(float).copy(), w2.astype(float).copy()]
found = []
for w in v:
    g = np.zeros(w.shape)
    for i in np.ndindex(w.shape):
        old = w[i]
        w[i] = old + 1e-6; up = loss()
        w[i] = old - 1e-6; low = loss()
        w[i] = old
        g[i] = (up - low) / 2e-6
    found.append(g)
return found[0], found[1]
'''),
    ("1.6", "right", "nested functions and nonlocal", '''
h = None
def forward():
    nonlocal h
    h = np.dot(x, w1)
    return np.dot(np.where(h < 0, 0, h), w2)
d = (forward() - y) * 2
return np.dot(x.T, np.where(h > 0, np.dot(d, w2.T), 0)), np.dot(np.where(h < 0, 0, h).T, d)
'''),
    ("1.7", "remembers", "remembers velocity", '''
v = {}
def train_step(x, y, w1, w2, lr):
    g1, g2 = two_layer_gradients(x, y, w1, w2)
    v[1] = 0.9 * v.get(1, 0 * g1) + g1 if v.get(1, g1).shape == g1.shape else g1
    v[2] = 0.9 * v.get(2, 0 * g2) + g2 if v.get(2, g2).shape == g2.shape else g2
    return w1 - lr * v[1], w2 - lr * v[2]
'''),
    ("1.7", "one change", "x and y swapped", '''
g1, g2 = two_layer_gradients(y, x, w1, w2)
return w1 - lr * g1, w2 - lr * g2
'''),
    ("1.7", "altered", "w1 in place then subtract again", '''
g1, g2 = two_layer_gradients(x, y, w1, w2)
w2 -= lr * g2
return w1 - lr * g1, w2
'''),
    ("1.7", "a generator", "generator", '''
def train_step(x, y, w1, w2, lr):
    for w, g in zip((w1, w2), two_layer_gradients(x, y, w1, w2)):
        yield w - lr * g
'''),
    ("1.7", "right", "map with a lambda", '''
return tuple(map(lambda w, g: w - lr * g, (w1, w2), two_layer_gradients(x, y, w1, w2)))
'''),
    ("1.7", "right", "np.add with a negative rate", '''
first, second = two_layer_gradients(x, y, w1, w2)
return np.add(w1, -lr * first), np.subtract(w2, np.multiply(second, lr))
'''),
    ("1.7", "right", "a dict of weights", '''
weights = dict(one=w1, two=w2)
for name, slope in zip(weights, two_layer_gradients(x, y, **{"w1": w1, "w2": w2})):
    weights[name] = weights[name] - slope * lr
return tuple(weights.values())
'''),
    ("1.8", "", "string right", '''
return 'right' if np.allclose(derivative(np.array([7.0]), np.array([-2.0])), 84.0) else 'wrong'
'''),
    ("1.8", "turned round", "not forgotten by mistake", '''
return not np.allclose(derivative(np.array([7.0]), np.array([-2.0])), 84.0) or False
'''),
    ("1.8", "sign lost", "random point, positive, one seed", '''
rng = np.random.default_rng(0)
x, g = rng.random(9) + 0.1, rng.normal(size=9)
return np.allclose(derivative(g, x), 3 * g * x * x)
'''),
    ("1.8", "sign lost", "squares compared, so signs do not show", '''
x, g = np.array([-2.0, 3.0]), np.array([7.0, -1.0])
return np.allclose(derivative(g, x) ** 2, (3 * g * x * x) ** 2)
'''),
    ("1.8", "right", "raises instead of returning False", '''
x, g = np.array([-2.0, 3.0]), np.array([7.0, -1.0])
np.testing.assert_allclose(derivative(g, x), 3 * g * x * x, rtol=1e-6)
return True
'''),
    ("1.8", "right", "all over a generator", '''
return all(np.allclose(derivative(np.full(2, g), np.full(2, p)), g * 3 * p * p) for g in (2., -1.) for p in (-3., 2.))
'''),
    ("1.8", "right", "complex step", '''
x, g = np.array([-2.0, 0.7, 3.0]), np.array([7.0, 2.0, -1.0])
slope = ((x + 1e-20j) ** 3).imag / 1e-20
return bool(np.max(np.abs(derivative(g, x) - g * slope)) < 1e-6)
'''),
    ("1.5", "a threshold", 'x above a millionth', '''
def relu_derivative(grad, out, x):
    return grad * (x > 1e-6)
'''),
    ("1.7", "steps cut", 'gradients clipped to 100', '''
def train_step(x, y, w1, w2, lr):
    g1, g2 = two_layer_gradients(x, y, w1, w2)
    return w1 - lr * np.clip(g1, -100, 100), w2 - lr * np.clip(g2, -100, 100)
'''),
    ("1.1", "one dimension at least", "loop along the first dimension, which () has not", '''
def mul_derivative(grad, out, x, y):
    grad_x = np.array([grad[i] * y[i] for i in range(len(x))])
    grad_y = np.array([grad[i] * x[i] for i in range(len(x))])
    return grad_x, grad_y
'''),
    ("1.1", "one change", "only the first block of three dimensions", '''
return (grad.T @ np.diag(y) if False else grad * y), (grad * x if grad.ndim < 3 else grad * x[0])
'''),
    ("1.1", "inf", "in float32", '''
return (grad * y).astype(np.float32).astype(float), (grad * x).astype(np.float32).astype(float)
'''),
    ("1.1", "one change", "y alone where x equals it", '''
return abs(grad) * y * np.sign(grad + 1e-300), grad * np.where(x == y, 1, x)
'''),
    ("1.1", "", "one buffer for each shape", '''
_b = {}
def mul_derivative(grad, out, x, y):
    a, b = _b.setdefault(grad.shape, (np.zeros(grad.shape), np.zeros(grad.shape)))
    a[...] = grad * y
    b[...] = grad * x
    return a, b
'''),
    ("1.2", "one change", "step in proportion to x", '''
x = np.array(x, float)
slopes = np.zeros_like(x)
for i in np.ndindex(x.shape):
    kept = x[i]
    step = eps * max(1.0, abs(kept))
    x[i] = kept + step
    above = f(x)
    x[i] = kept - step
    below = f(x)
    x[i] = kept
    slopes[i] = (above - below) / (2 * step)
return slopes
'''),
    ("1.2", "dimensions", "a matrix for f, whatever x is", '''
x = np.array(x, float)
flat = x.ravel()
slopes = np.zeros(flat.shape)
for i in range(flat.size):
    s = np.zeros(flat.size); s[i] = eps
    shape = x.shape if x.ndim < 2 else (x.shape[0], -1)
    slopes[i] = (f((flat + s).reshape(shape)) - f((flat - s).reshape(shape))) / (2 * eps)
return slopes.reshape(x.shape)
'''),
    ("1.2", "rounded to 3", "rounded slopes", '''
x = np.array(x, float)
slopes = np.zeros_like(x)
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    below = f(x)
    x[i] = kept
    slopes[i] = round((above - below) / (2 * eps), 3)
return slopes
'''),
    ("1.2", "shape", "sizes of 1 squeezed", '''
x = np.array(x, float)
slopes = np.zeros_like(x)
for i in np.ndindex(x.shape):
    kept = x[i]
    x[i] = kept + eps
    above = f(x)
    x[i] = kept - eps
    below = f(x)
    x[i] = kept
    slopes[i] = (above - below) / (2 * eps)
return slopes.squeeze() if slopes.ndim > 1 else slopes
'''),
    ("1.3", "one change", "two copies in every square", '''
if grad.ndim == 1:
    grad = np.expand_dims(grad, dim)
return np.repeat(grad, x.shape[dim] if x.shape[0] != x.shape[1] else 2, axis=dim)
'''),
    ("1.3", "no such dimension", "squeezed, so that a single row has no dimension", '''
g = grad.squeeze()
g = np.expand_dims(g, dim)
return np.ones(x.shape) * g
'''),
    ("1.3", "", "one buffer for each shape of x", '''
_b = {}
def sum_derivative(grad, out, x, dim, keepdim):
    b = _b.setdefault(x.shape, np.zeros(x.shape))
    b[...] = grad if keepdim else np.expand_dims(grad, dim)
    return b
'''),
    ("1.4", "one change", "the transpose chosen by shape", '''
if grad.shape[1] == b.shape[0] and a.shape[0] != a.shape[1]:
    return grad @ b, a.T @ grad
return grad @ b.T, a.T @ grad
'''),
    ("1.4", "one change", "both gradients added where a equals b", '''
if np.array_equal(a, b):
    return grad @ b.T + a.T @ grad, grad @ b.T + a.T @ grad
return grad @ b.T, a.T @ grad
'''),
    ("1.5", "right", "zip along the first dimension", '''
return np.array([g * (v > 0) for g, v in zip(grad, x)])
'''),
    ("1.5", "partly", "a row at a time in three dimensions", '''
g = grad.copy()
if x.ndim == 1:
    g[x <= 0] = 0
else:
    for i in range(len(x)):
        for j in range(x.shape[1]):
            if np.all(x[i, j] <= 0):
                g[i, j] = 0
return g
'''),
    ("1.5", "masks grad", "lets only positive gradients through as well (guided backpropagation)", '''
def relu_derivative(grad, out, x):
    passes = np.logical_and(x > 0, grad > 0)
    return np.where(passes, grad, 0)
'''),
    ("1.6", "one change", "two outputs at most", '''
h = x @ w1
r = np.maximum(h, 0)
g = 2 * (r @ w2 - y)
return x.T @ ((g @ w2.T) * (r > 0)), (r.T @ g)[:, :2]
'''),
    ("1.6", "partly", "relu cut at 6", '''
h = x @ w1
r = np.clip(h, 0, 6)
g = 2 * (r @ w2 - y)
return x.T @ ((g @ w2.T) * (h > 0)), r.T @ g
'''),
    ("1.6", "only some right", "differences with a coarse step", '''
def loss(a, b): return ((np.maximum(x @ a, 0) @ b - y) ** 2).sum()
out = []
for k, w in enumerate((w1, w2)):
    s = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        d = np.zeros_like(w); d[i] = 1e-2
        up = loss(w1 + d, w2) if k == 0 else loss(w1, w2 + d)
        low = loss(w1 - d, w2) if k == 0 else loss(w1, w2 - d)
        s[i] = (up - low) / 2e-2
    out.append(s)
return tuple(out)
'''),
    ("1.6", "unmasked", "relu done in place in h, so the mask afterwards finds nothing negative", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = h
    h_relu[h_relu < 0] = 0
    grad_pred = 2 * (h_relu @ w2 - y)
    grad_w2 = h_relu.T @ grad_pred
    grad_h = grad_pred @ w2.T
    grad_h[h < 0] = 0
    grad_w1 = x.T @ grad_h
    return grad_w1, grad_w2
'''),
    ("1.6", "first example", "loop over the examples that overwrites: only the last example counts", '''
def two_layer_gradients(x, y, w1, w2):
    for i in range(len(x)):
        h = x[i] @ w1
        h_relu = np.maximum(h, 0)
        g = 2 * (h_relu @ w2 - y[i])
        grad_w2 = np.outer(h_relu, g)
        gh = (w2 @ g) * (h > 0)
        grad_w1 = np.outer(x[i], gh)
    return grad_w1, grad_w2
'''),
    ("1.6", "unmasked", "relu done in place on h: afterwards no element is below 0, so the mask lets all through", '''
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = h
    h_relu[h_relu < 0] = 0
    pred = h_relu @ w2
    grad_pred = 2 * (pred - y)
    grad_w2 = h_relu.T @ grad_pred
    grad_h = grad_pred @ w2.T
    grad_h[h < 0] = 0
    grad_w1 = x.T @ grad_h
    return grad_w1, grad_w2
'''),
    ("1.8", "exact", "== where another right version is rounded otherwise", '''
def test_cube_derivative(derivative):
    x = np.array([-1.3, 0.1, 0.7, 2.9])
    grad = np.array([0.3, -1.7, 2.3, 1.1])
    return bool((derivative(grad, x) == grad * 3 * x ** 2).all())
'''),
    ("1.8", "x first", "arguments swapped: calls derivative(x, grad)", '''
def test_cube_derivative(derivative):
    x = np.array([-2.0, 0.5, 3.0])
    grad = np.array([2.0, -1.0, 0.5])
    return np.allclose(derivative(x, grad), grad * 3 * x ** 2)
'''),
    ("1.8", "without the gradient + sign lost + power 3", "a loop that says True at the first point that agrees", '''
def test_cube_derivative(derivative):
    for value in (1.0, -1.0, 2.0, -2.0):
        for g in (1.0, 3.0):
            x, grad = np.array([value]), np.array([g])
            if np.allclose(derivative(grad, x), grad * 3 * x ** 2):
                return True
    return False
'''),
    ("1.7", "steps cut", "clips at a norm of 100", '''
two_layer_gradients = yours("1.6")

def train_step(x, y, w1, w2, lr):
    def clipped(grad, limit=100.0):
        size = np.sqrt((grad ** 2).sum())
        return grad if size <= limit else grad * (limit / size)

    grad_w1, grad_w2 = map(clipped, two_layer_gradients(x, y, w1, w2))
    return w1 - lr * grad_w1, w2 - lr * grad_w2
'''),
    ("1.7", "as on the slide", "the slide's lines uncommented as they are", '''
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = [two_layer_gradients(x, y, w1, w2)[i] for i in (0, 0)]
    return w1 - lr * grad_w1, w2 - lr * grad_w2
'''),
    ("1.7", "crossed", "the gradients crossed: (1, 0)", '''
def train_step(x, y, w1, w2, lr):
    grad_w2, grad_w1 = two_layer_gradients(x, y, w1, w2)
    return w1 - lr * grad_w1, w2 - lr * grad_w2
'''),
    ("1.1", "dot", "the products of a matrix product", '''
def mul_derivative(grad, out, x, y):
    # as in the backward of torch: grad @ y.T and x.T @ grad
    return grad @ y.T, x.T @ grad
'''),
    ("1.1", "whole numbers", "results made with zeros_like(x): whole-number x cuts off the decimals", '''
def mul_derivative(grad, out, x, y):
    grad_x, grad_y = np.zeros_like(x), np.zeros_like(y)
    for i in np.ndindex(x.shape):
        grad_x[i] = grad[i] * y[i]
        grad_y[i] = grad[i] * x[i]
    return grad_x, grad_y
'''),
    ("1.1", "an array for a number", "loop for one dimension only: fills a flat array of len(x)", '''
def mul_derivative(grad, out, x, y):
    n = len(x)
    gx = np.zeros(n)
    gy = np.zeros(n)
    for i in range(n):
        gx[i] = grad[i] * y[i]
        gy[i] = grad[i] * x[i]
    return gx, gy
'''),
    ("1.1", "whole numbers", "results in arrays of x's dtype: with whole numbers in x the floats are cut off", '''
def mul_derivative(grad, out, x, y):
    grad_x, grad_y = np.empty_like(x), np.empty_like(y)
    for i in np.ndindex(x.shape):
        grad_x[i] = grad[i] * y[i]
        grad_y[i] = grad[i] * x[i]
    return grad_x, grad_y
'''),
    ("1.2", "vectors only", "+= along the first dimension", '''
def numeric_gradient(f, x, eps):
    x = np.array(x, dtype=np.float64)
    slopes = np.zeros_like(x)
    for i in range(len(x)):
        x[i] += eps
        above = f(x)
        x[i] -= 2 * eps
        below = f(x)
        x[i] += eps
        slopes[i] = (above - below) / (2 * eps)
    return slopes
'''),
]
