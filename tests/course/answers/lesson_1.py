"""What students hand in for lesson 1: right, right in another style, and wrong in the ways that have a name."""

REFERENCE = {
    "1.1": """
def mul_derivative(grad, out, x, y):
    return grad * y, grad * x
""",
    "1.2": """
def numeric_gradient(f, x, eps):
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
""",
    "1.3": """
def sum_derivative(grad, out, x, dim, keepdim):
    if not keepdim:
        grad = np.expand_dims(grad, dim)
    return np.ones(x.shape) * grad
""",
    "1.4": """
def matmul_derivative(grad, out, a, b):
    return grad @ b.T, a.T @ grad
""",
    "1.5": """
def relu_derivative(grad, out, x):
    return grad * (x > 0)
""",
    "1.6": """
def two_layer_gradients(x, y, w1, w2):
    h = x @ w1
    h_relu = np.maximum(h, 0)
    grad_pred = 2 * (h_relu @ w2 - y)
    grad_w2 = h_relu.T @ grad_pred
    grad_h = (grad_pred @ w2.T) * (h > 0)
    return x.T @ grad_h, grad_w2
""",
    "1.7": """
def train_step(x, y, w1, w2, lr):
    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)
    return w1 - lr * grad_w1, w2 - lr * grad_w2
""",
    "1.8": """
def test_cube_derivative(derivative):
    x = np.array([-2.0, -0.5, 1.0, 3.0])
    eps = 1e-5
    slopes = ((x + eps) ** 3 - (x - eps) ** 3) / (2 * eps)
    grad = np.array([7.0, 1.0, -2.0, 0.5])
    return np.allclose(derivative(grad, x), grad * slopes, rtol=1e-4)
""",
}

# The lectures' own lines, loops in the place of arrays, other names for the same.
OTHERS = {
    "1.1": ["def mul_derivative(grad, out, x, y):\n    grad_x = grad * y\n    grad_y = grad * x\n"
            "    return [grad_x, grad_y]\n".replace("[grad_x, grad_y]", "(grad_x, grad_y)"),
            "def mul_derivative(grad, out, x, y):\n    return np.array([g * b for g, b in zip(grad, y)]), "
            "np.array([g * a for g, a in zip(grad, x)])\n"],
    "1.2": ["def numeric_gradient(f, x, eps):\n    x = np.asarray(x, float)\n    slopes = np.empty(x.size)\n"
            "    for i in range(x.size):\n        step = np.zeros(x.size)\n        step[i] = eps\n"
            "        step = step.reshape(x.shape)\n        slopes[i] = (f(x + step) - f(x - step)) / (2 * eps)\n"
            "    return slopes.reshape(x.shape)\n"],
    "1.3": ["def sum_derivative(grad, out, x, dim, keepdim):\n    result = np.zeros(x.shape)\n"
            "    for i in range(x.shape[0]):\n        for j in range(x.shape[1]):\n"
            "            k = i if dim == 1 else j\n            result[i, j] = grad.reshape(-1)[k]\n    return result\n",
            "def sum_derivative(grad, out, x, dim, keepdim):\n    if keepdim:\n        grad = grad.squeeze(dim)\n"
            "    return np.stack([grad] * x.shape[dim], axis=dim)\n"],
    "1.4": ["def matmul_derivative(grad, out, a, b):\n    return np.matmul(grad, np.transpose(b)), np.dot(a.T, grad)\n",
            "def matmul_derivative(grad, out, a, b):\n    ga, gb = np.zeros(a.shape), np.zeros(b.shape)\n"
            "    for i in range(a.shape[0]):\n        for j in range(b.shape[1]):\n            for k in range(a.shape[1]):\n"
            "                ga[i, k] += grad[i, j] * b[k, j]\n                gb[k, j] += grad[i, j] * a[i, k]\n"
            "    return ga, gb\n"],
    "1.5": ["def relu_derivative(grad, out, x):\n    return np.where(x > 0, grad, 0)\n",
            "def relu_derivative(grad, out, x):\n    grad_h = grad.copy()\n    grad_h[x < 0] = 0\n    return grad_h\n"],
    "1.6": ["def two_layer_gradients(x, y, w1, w2):\n    h = x.dot(w1)\n    h_relu = h.clip(0)\n    y_pred = h_relu.dot(w2)\n"
            "    grad_y_pred = 2.0 * (y_pred - y)\n    grad_w2 = h_relu.T.dot(grad_y_pred)\n"
            "    grad_h_relu = grad_y_pred.dot(w2.T)\n    grad_h = grad_h_relu.copy()\n    grad_h[h < 0] = 0\n"
            "    grad_w1 = x.T.dot(grad_h)\n    return grad_w1, grad_w2\n"],
    "1.7": ["def train_step(x, y, w1, w2, lr):\n    grads = two_layer_gradients(x, y, w1, w2)\n"
            "    return tuple(w - lr * g for w, g in zip((w1, w2), grads))\n"],
    "1.8": ["def test_cube_derivative(derivative):\n    for x in (-1.5, 0.5, 2.0):\n        for g in (2.0, -3.0):\n"
            "            slope = ((x + 1e-4) ** 3 - (x - 1e-4) ** 3) / 2e-4\n"
            "            if abs(derivative(np.array([g]), np.array([x]))[0] - g * slope) > 1e-3:\n"
            "                return False\n    return True\n"],
}

WRONG = {
    "1.1": {
        "swapped": "def mul_derivative(grad, out, x, y):\n    return grad * x, grad * y\n",
        "grad dropped": "def mul_derivative(grad, out, x, y):\n    return y, x\n",
        "one total": "def mul_derivative(grad, out, x, y):\n    return grad * y + grad * x\n",
        "times out": "def mul_derivative(grad, out, x, y):\n    return grad * out, grad * out\n",
        "divides": "def mul_derivative(grad, out, x, y):\n    return grad * (out / x), grad * (out / y)\n",
    },
    "1.2": {
        "one-sided": "def numeric_gradient(f, x, eps):\n    x = np.array(x, float)\n    slopes = np.zeros_like(x)\n"
                     "    for i in np.ndindex(x.shape):\n        here = f(x)\n        x[i] += eps\n"
                     "        slopes[i] = (f(x) - here) / eps\n        x[i] -= eps\n    return slopes\n",
        "halved step": "def numeric_gradient(f, x, eps):\n    x = np.array(x, float)\n    slopes = np.zeros_like(x)\n"
                       "    for i in np.ndindex(x.shape):\n        step = np.zeros_like(x)\n        step[i] = eps\n"
                       "        slopes[i] = (f(x + step) - f(x - step)) / eps\n    return slopes\n",
        "together": "def numeric_gradient(f, x, eps):\n    x = np.array(x, float)\n"
                    "    return np.ones_like(x) * (f(x + eps) - f(x - eps)) / (2 * eps)\n",
        "not restored": "def numeric_gradient(f, x, eps):\n    x = np.array(x, float)\n    slopes = np.zeros_like(x)\n"
                        "    for i in np.ndindex(x.shape):\n        x[i] += eps\n        above = f(x)\n        x[i] -= 2 * eps\n"
                        "        below = f(x)\n        slopes[i] = (above - below) / (2 * eps)\n    return slopes\n",
        "integer": "def numeric_gradient(f, x, eps):\n    x = x.copy()\n    slopes = np.zeros(x.shape)\n"
                   "    for i in np.ndindex(x.shape):\n        kept = x[i]\n        x[i] = kept + eps\n        above = f(x)\n"
                   "        x[i] = kept - eps\n        below = f(x)\n        x[i] = kept\n"
                   "        slopes[i] = (above - below) / (2 * eps)\n    return slopes\n",
        "float32": "def numeric_gradient(f, x, eps):\n    x = x.copy() if x.dtype.kind == 'f' else x.astype(float)\n"
                   "    slopes = np.zeros(x.shape)\n    for i in np.ndindex(x.shape):\n        kept = x[i]\n"
                   "        x[i] = kept + eps\n        above = f(x)\n        x[i] = kept - eps\n        below = f(x)\n"
                   "        x[i] = kept\n        slopes[i] = (above - below) / (2 * eps)\n    return slopes\n",
    },
    "1.3": {
        "wrong axis": "def sum_derivative(grad, out, x, dim, keepdim):\n    return np.ones(x.shape) * grad\n",
        "dim ignored": "def sum_derivative(grad, out, x, dim, keepdim):\n    result = np.zeros(x.shape)\n"
                       "    for i in range(x.shape[0]):\n        for j in range(x.shape[1]):\n"
                       "            result[i, j] = grad[i].item()\n    return result\n",
        "unspread": "def sum_derivative(grad, out, x, dim, keepdim):\n    return grad\n",
        "mean": "def sum_derivative(grad, out, x, dim, keepdim):\n    if not keepdim:\n        grad = np.expand_dims(grad, dim)\n"
                "    return np.ones(x.shape) * grad / x.shape[dim]\n",
        "times x": "def sum_derivative(grad, out, x, dim, keepdim):\n    if not keepdim:\n"
                   "        grad = np.expand_dims(grad, dim)\n    return x * grad\n",
        "keepdim": "def sum_derivative(grad, out, x, dim, keepdim):\n"
                   "    return np.ones(x.shape) * np.expand_dims(grad, dim)\n",
    },
    "1.4": {
        "untransposed": "def matmul_derivative(grad, out, a, b):\n    return grad @ b, a @ grad\n",
        "order": "def matmul_derivative(grad, out, a, b):\n    return b.T @ grad, grad @ a.T\n",
        "elementwise": "def matmul_derivative(grad, out, a, b):\n    return grad * b, grad * a\n",
        "grad transposed": "def matmul_derivative(grad, out, a, b):\n    return grad.T @ b, a @ grad.T\n",
        "pair swapped": "def matmul_derivative(grad, out, a, b):\n    return a.T @ grad, grad @ b.T\n",
    },
    "1.5": {
        "passes": "def relu_derivative(grad, out, x):\n    return grad\n",
        "masks grad": "def relu_derivative(grad, out, x):\n    return grad * (grad > 0)\n",
        "mask only": "def relu_derivative(grad, out, x):\n    return (x > 0).astype(float)\n",
        "times out": "def relu_derivative(grad, out, x):\n    return grad * out\n",
        "one if": "def relu_derivative(grad, out, x):\n    if x > 0:\n        return grad\n    return 0 * grad\n",
        "edits grad": "def relu_derivative(grad, out, x):\n    grad[x < 0] = 0\n    return grad\n",
    },
    "1.6": {
        "factor 2": REFERENCE["1.6"].replace("2 * (h_relu", "(h_relu"),
        "square sent back": REFERENCE["1.6"].replace("2 * (h_relu @ w2 - y)", "(h_relu @ w2 - y) ** 2"),
        "sign": REFERENCE["1.6"].replace("h_relu @ w2 - y", "y - h_relu @ w2"),
        "w2 updated first": REFERENCE["1.6"].replace(
            "    grad_h = ", "    w2 = w2 - 0.1 * grad_w2\n    grad_h = "),
        "unmasked": REFERENCE["1.6"].replace(" * (h > 0)", ""),
        "h for h_relu": REFERENCE["1.6"].replace("h_relu.T @", "h.T @"),
    },
    "1.7": {
        "as on the slide": "def train_step(x, y, w1, w2, lr):\n    grad_w1, _ = two_layer_gradients(x, y, w1, w2)\n"
                           "    return w1 - lr * grad_w1, w2 - lr * grad_w1\n",
        "w2 forgotten": "def train_step(x, y, w1, w2, lr):\n    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)\n"
                        "    return w1 - lr * grad_w1, w2\n",
        "uphill": "def train_step(x, y, w1, w2, lr):\n    grad_w1, grad_w2 = two_layer_gradients(x, y, w1, w2)\n"
                  "    return w1 + lr * grad_w1, w2 + lr * grad_w2\n",
        "one after the other": "def train_step(x, y, w1, w2, lr):\n    w1 = w1 - lr * two_layer_gradients(x, y, w1, w2)[0]\n"
                               "    w2 = w2 - lr * two_layer_gradients(x, y, w1, w2)[1]\n    return w1, w2\n",
        "averaged": "def train_step(x, y, w1, w2, lr):\n    a, b = two_layer_gradients(x, y, w1, w2)\n"
                    "    return w1 - lr * (a + b) / 2, w2 - lr * (a + b) / 2\n",
    },
    "1.8": {
        "accepts all": "def test_cube_derivative(derivative):\n    return True\n",
        "accepts none": "def test_cube_derivative(derivative):\n    x, g = np.array([-2.0]), np.array([7.0])\n"
                        "    slope = ((x + 1e-5) ** 3 - (x - 1e-5) ** 3) / 2e-5\n"
                        "    return (derivative(g, x) == g * slope).all()\n",
        "only at 1": "def test_cube_derivative(derivative):\n    return np.allclose(derivative(np.array([7.0]), "
                     "np.array([1.0])), 21.0, rtol=1e-4)\n",
        "only positive": "def test_cube_derivative(derivative):\n    return np.allclose(derivative(np.array([7.0]), "
                         "np.array([2.0])), 84.0, rtol=1e-4)\n",
        "gradient 1": "def test_cube_derivative(derivative):\n    return np.allclose(derivative(np.array([1.0]), "
                      "np.array([-2.0])), 12.0, rtol=1e-4)\n",
        "too tolerant": "def test_cube_derivative(derivative):\n    return np.allclose(derivative(np.array([7.0]), "
                        "np.array([-2.0])), 84.0, rtol=0.1)\n",
    },
}

HELPERS = REFERENCE["1.6"]               # 1.7 builds on what was written before
