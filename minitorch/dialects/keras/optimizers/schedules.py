"""keras.optimizers.schedules: learning rates that change with the number of steps.

Arguments that mean the same wherever they occur:

    initial_learning_rate    the rate at step 0
    decay_steps              in how many steps it falls so far
    decay_rate               by how much it falls then
    staircase                whether only whole powers count: the rate falls once in decay_steps steps
    alpha                    the share of the first rate that is left at the end
    step                     how many steps there were
    name                     taken, for files
"""

from math import ceil, cos, floor, pi

from ...functions.creation import convert_to_tensor
from ..core.configured import Described, files_of
from ..core.signed import arguments


class LearningRateSchedule(Described):
    """Base: schedule(step) gives the learning rate. A subclass of your own defines __call__."""

    def __call__(self, step):
        n = float(step.numpy() if hasattr(step, "numpy") else step)
        return convert_to_tensor(self.at(n), "float32")

    def at(self, step):
        """Return the rate at this step, a number. Raises NotImplementedError in a schedule that defines no other."""
        raise NotImplementedError(f"Learning rate schedule '{type(self).__name__}' must override `__call__(self, "
                                  "step)`.")


@arguments("initial_learning_rate", "decay_steps", "decay_rate", staircase=False, name="ExponentialDecay")
class ExponentialDecay(LearningRateSchedule):
    """initial_learning_rate · decay_rate^(step / decay_steps)."""

    def at(self, step):
        power = step / self.decay_steps
        return self.initial_learning_rate * self.decay_rate ** (floor(power) if self.staircase else power)


@arguments("boundaries", "values", name="PiecewiseConstant")
class PiecewiseConstantDecay(LearningRateSchedule):
    """values[i] up to and with step boundaries[i], values[-1] after the last.

    Raises ValueError unless there is one value more than there are boundaries.
    """

    def _prepare(self):
        if len(self.boundaries) != len(self.values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values. Received: "
                             f"boundaries={self.boundaries} of length {len(self.boundaries)}, and values={self.values} "
                             f"of length {len(self.values)}.")

    def at(self, step):
        return self.values[sum(step > bound for bound in self.boundaries)]


@arguments("initial_learning_rate", "decay_steps", end_learning_rate=0.0001, power=1.0, cycle=False,
           name="PolynomialDecay")
class PolynomialDecay(LearningRateSchedule):
    """From initial_learning_rate to end_learning_rate in decay_steps, by a power of what is left.

    power    1: along a line
    cycle    whether it begins again after decay_steps, in twice, three times … as many steps
    """

    def at(self, step):
        steps = self.decay_steps * (ceil(step / self.decay_steps) or 1) if self.cycle else self.decay_steps
        left = 1 - min(step, steps) / steps
        return (self.initial_learning_rate - self.end_learning_rate) * left ** self.power + self.end_learning_rate


@arguments("initial_learning_rate", "decay_steps", "decay_rate", staircase=False, name="InverseTimeDecay")
class InverseTimeDecay(LearningRateSchedule):
    """initial_learning_rate / (1 + decay_rate · step / decay_steps)."""

    def at(self, step):
        part = step / self.decay_steps
        return self.initial_learning_rate / (1 + self.decay_rate * (floor(part) if self.staircase else part))


@arguments("initial_learning_rate", "decay_steps", alpha=0.0, name="CosineDecay", warmup_target=None, warmup_steps=0)
class CosineDecay(LearningRateSchedule):
    """Half a cosine from initial_learning_rate to alpha times it in decay_steps. Loshchilov & Hutter (2017).

    warmup_target, warmup_steps    before it, along a line from initial_learning_rate up to this, in so many steps
    """

    def at(self, step):
        if self.warmup_target is None:
            return self.fallen(self.initial_learning_rate, step)
        if step < self.warmup_steps:
            share = step / self.warmup_steps
            return self.initial_learning_rate + (self.warmup_target - self.initial_learning_rate) * share
        return self.fallen(self.warmup_target, step - self.warmup_steps)

    def fallen(self, rate, step):
        """Return the rate, `step` steps after it began to fall."""
        done = min(step, self.decay_steps) / self.decay_steps
        return rate * ((1 - self.alpha) * 0.5 * (1 + cos(pi * done)) + self.alpha)


serialize, deserialize = files_of("learning_rate_schedule")
