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
    ("1.1", "one change", "only the first element is filled in, return inside the loop", '''
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
    ("1.1", "always the same", "remembers the first answer of all in a global", '''
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
    ("1.4", "only some right", "grad_b turned", '''
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
    ("1.5", "one change", "asks for the sign of grad", '''
def relu_derivative(grad, out, x):
    return np.where(grad > 0, grad * (x > 0), grad * 0)
'''),
    ("1.5", "passes", "one decision for the whole array", '''
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
]
