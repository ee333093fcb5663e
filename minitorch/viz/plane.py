"""A slice of a model's loss: two directions through its weights, and where a training run lies on them."""

import numpy as np

from ..engine import no_grad
from ..inspect.preserve import evaluating
from ..nn.utils import parameters_to_vector, vector_to_parameters
from ..random import numpy_generator
from ..tensors import tensor


class Plane:
    """What `plane` returns: the loss as a function of two numbers, for `landscape`.

    path    (n, 2)  where the snapshots lie on the plane; None without snapshots
    share   how much of the snapshots' movement the plane holds, from 0 to 1; None without snapshots
    """

    one_at_a_time = True                   # no whole grid at once
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
                             f"vector: they have the shape {points.shape} together. Take them with "
                             "nn.utils.parameters_to_vector(model.parameters()).detach().clone().")
        self.centre = points[-1]
        _, sizes, main = np.linalg.svd(points - self.centre, full_matrices=False)
        turn = np.sign((main * (points[0] - self.centre)).sum(1, keepdims=True))      # the start lies to the right
        self.directions = main[:2] * np.where(turn[:2] == 0, 1.0, turn[:2])
        self.path = (points - self.centre) @ self.directions.T
        self.share = float((sizes[:2] ** 2).sum() / max((sizes ** 2).sum(), np.finfo(float).tiny))

    def __call__(self, a, b):
        """The loss of the weights at (a, b) on the plane; the model is left as it was."""
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
    """All weights as one array of float64."""
    return parameters_to_vector(model.parameters()).detach().cpu().numpy().astype(float)


def random_directions(model, stream):
    """Two random directions, each filter or row as long as the weights' own: then a step means the same everywhere.

    Source: Li et al., Visualizing the loss landscape of neural nets (2018), §4.
    """
    def like(p):
        rows = p.detach().cpu().numpy().reshape(len(p) if p.ndim > 1 else 1, -1)
        step = stream.standard_normal(rows.shape)
        length, wanted = (np.linalg.norm(x, axis=1, keepdims=True) for x in (step, rows))
        return (step * wanted / np.maximum(length, 1e-12)).ravel()
    return np.array([np.concatenate([like(p) for p in model.parameters()]) for _ in range(2)])


def plane(model, loss_of, through=None, generator=None):
    """The loss of a model on a plane through its weights: `landscape(plane(model, loss_of))` draws it.

    loss_of    a function without arguments that gives the model's loss, on a batch of your choice
    through    snapshots of the weights (vectors, at least three, the last one in the centre): the plane along
               which they moved most. Default: two random directions from where the weights are
    returns    Plane: called with two numbers it gives the loss there; `.path` the snapshots' places

    The loss is taken in eval mode, and the weights are put back after every call.
    Raises ValueError for snapshots that are too few or of another size.
    """
    return Plane(model, loss_of, through, generator)
