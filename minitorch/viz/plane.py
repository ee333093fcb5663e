"""The loss of a model on a plane through its weights, and a training run projected on that plane."""

import numpy as np

from ..engine import no_grad
from ..inspect.preserve import evaluating
from ..nn.utils import parameters_to_vector, vector_to_parameters
from ..random import numpy_generator
from ..tensors import tensor


class Plane:
    """The result of `plane`: the loss as a function of two numbers, for `landscape`.

    path    (n, 2)  the snapshots' coordinates on the plane; None without snapshots
    share   the share of the snapshots' squared distances that lies in the plane, from 0 to 1; None without snapshots
    """

    one_at_a_time = True                   # a Plane takes two numbers, not a grid
    path = share = None

    def __init__(self, model, loss_of, through, generator):
        self.model, self.loss_of = model, loss_of
        if through is None:
            self.centre = weights(model)
            self.directions = random_directions(model, numpy_generator(generator))
            return
        points = np.array([np.asarray(getattr(point, "array", point), float) for point in through])
        if points.ndim != 2 or len(points) < 3 or points.shape[1] != weights(model).size:
            raise ValueError(f"plane() needs at least three snapshots of all {weights(model).size} weights, each one "
                             f"vector; their joint shape is {points.shape}. Take them with "
                             "nn.utils.parameters_to_vector(model.parameters()).detach().clone().")
        self.centre = points[-1]
        _, sizes, main = np.linalg.svd(points - self.centre, full_matrices=False)
        turn = np.sign((main * (points[0] - self.centre)).sum(1, keepdims=True))  # so that the start has x, y ≥ 0
        self.directions = main[:2] * np.where(turn[:2] == 0, 1.0, turn[:2])
        self.path = (points - self.centre) @ self.directions.T
        self.share = float((sizes[:2] ** 2).sum() / max((sizes ** 2).sum(), np.finfo(float).tiny))

    def __call__(self, a, b):
        """Return the loss for the weights at (a, b) on the plane; the model gets its weights back."""
        here = weights(self.model)
        a, b = (float(getattr(x, "array", x)) for x in (a, b))
        try:
            with evaluating(self.model), no_grad():
                vector_to_parameters(tensor(self.centre + a * self.directions[0] + b * self.directions[1]),
                                     self.model.parameters())
                return self.loss_of()
        finally:
            vector_to_parameters(tensor(here), self.model.parameters())


def weights(model):
    """Return all weights as one float64 array."""
    return parameters_to_vector(model.parameters()).detach().cpu().numpy().astype(float)


def random_directions(model, stream):
    """Return two random directions; each filter or row has the norm of the model's, so that distances are comparable.

    Source: Li et al., Visualizing the loss landscape of neural nets (2018), §4.
    """
    def like(p):
        rows = p.detach().cpu().numpy().reshape(len(p) if p.ndim > 1 else 1, -1)
        step = stream.standard_normal(rows.shape)
        length, wanted = (np.linalg.norm(x, axis=1, keepdims=True) for x in (step, rows))
        return (step * wanted / np.maximum(length, 1e-12)).ravel()
    return np.array([np.concatenate([like(p) for p in model.parameters()]) for _ in range(2)])


def plane(model, loss_of, through=None, generator=None):
    """Return the loss of a model on a plane through its weights: `landscape(plane(model, loss_of))` draws it.

    loss_of    a function without arguments that returns the model's loss on a batch of your choice
    through    at least three snapshots of the weights, as vectors: the plane in which they moved most, with the
               last snapshot in the centre. Default: two random directions from the current weights
    returns    Plane: called with two numbers it returns the loss there; `.path` has the snapshots' coordinates

    The loss is computed in eval mode, and the weights are put back after every call.
    Raises ValueError if there are too few snapshots, or if they have another size.
    """
    return Plane(model, loss_of, through, generator)
