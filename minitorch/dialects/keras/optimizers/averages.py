"""Running means of weights, and what an optimiser keeps, as variables."""

from ...core.lift import wrapped
from ..core.variable import Variable


class Averages:
    """Running means of an optimiser's weights: momentum · mean + (1 − momentum) · weight; at first the weight.

    momentum            how much of a mean stays from step to step, from 0 to 1
    overwrite_frequency after how many steps the means become the weights; None: never

    Raises ValueError for another momentum or frequency.
    """

    def __init__(self, momentum, overwrite_frequency):
        if not 0 <= momentum <= 1:
            raise ValueError(f"`ema_momentum` must be in the range [0, 1]. Received: ema_momentum={momentum}")
        if overwrite_frequency and (not isinstance(overwrite_frequency, int) or overwrite_frequency < 1):
            raise ValueError("`ema_overwrite_frequency` must be an integer >= 1 or None. Received: "
                             f"ema_overwrite_frequency={overwrite_frequency}")
        self.momentum, self.frequency, self.of = momentum, overwrite_frequency, {}

    def begin(self, optimizer):
        """Make room for the means of its weights, and follow its steps."""
        self.of = {variable.tensor: variable.tensor.detach().clone() for variable in optimizer.own}

        def follow(engine, *call):
            steps = int(optimizer.iterations)                # before this one
            stays = self.momentum if steps else 0.0
            for weight, mean in self.of.items():
                mean.array[...] = stays * mean.array + (1 - stays) * weight.array
                if self.frequency and (steps + 1) % self.frequency == 0:
                    weight.array[...] = mean.array
        optimizer.engine.register_step_post_hook(follow)

    def become(self, variables):
        """Write the means to the weights `variables`."""
        for variable in variables:
            if variable.tensor in self.of:
                variable.assign(wrapped(self.of[variable.tensor]))


def view_of(tensor, name, owner):
    """Return a variable of this name that holds a tensor of the optimiser called `owner`."""
    made = object.__new__(Variable)
    made._name, made.path, made._trainable, made.tensor, made._shape = name, f"{owner}/{name}", False, tensor, None
    made.regularizer = made.constraint = None
    return made
