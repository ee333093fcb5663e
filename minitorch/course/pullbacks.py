"""Ops as a tape wants them: each returns its value, and a function from its gradient to those of the inputs."""

import numpy as np

PULLBACKS = {
    "add": lambda a, b: (a + b, lambda grad: (grad, grad)),
    "subtract": lambda a, b: (a - b, lambda grad: (grad, -grad)),
    "multiply": lambda a, b: (a * b, lambda grad: (grad * b, grad * a)),
    "matmul": lambda a, b: (a @ b, lambda grad: (grad @ b.T, a.T @ grad)),
    "square": lambda a: (a * a, lambda grad: (2 * grad * a,)),
    "sin": lambda a: (np.array(np.sin(a)), lambda grad: (grad * np.cos(a),)),
    "exp": lambda a: (np.array(np.exp(a)), lambda grad: (grad * np.exp(a),)),
    "relu": lambda a: (np.maximum(a, 0), lambda grad: (grad * (a > 0),)),
    "mean": lambda a: (np.array(a.mean()), lambda grad: (np.full(a.shape, grad / a.size),)),
}
