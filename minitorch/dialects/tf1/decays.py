"""Learning rates that change with the number of steps, and averages of variables over steps, in the graph."""


from ..core.dtypes import as_dtype
from ..core.temporary import set_to
from ..functions import creation, elementary, logic, math
from ..functions.slices import where
from .collections import GraphKeys, add_to_collection, get_collection
from .graph import graphed
from .renamed import signed
from .scopes import name_scope
from .variables import Variable, constant, global_variables, group, trainable_variables

cast, floor, power = creation.cast, elementary.floor, math.pow


def decay(text, of):
    """Declare a decay by its arguments and its formula for float tensors: it becomes one operation of the graph.

    text    the arguments behind learning_rate and global_step, which the formula takes too, and `name`
    of      TensorFlow's name of the operation
    """
    def declare(formula):
        operation = graphed(formula)

        def body(given):
            rate, step, *settings = [value for key, value in given.items() if key != "name"]
            kind = getattr(rate, "dtype", as_dtype("float32"))
            return operation(rate, graphed(cast)(step, kind), *settings, name=given["name"] or of)
        return signed(f"{formula.__name__}(learning_rate, global_step, {text}, name=None)", body, formula.__doc__)
    return declare


@decay("decay_steps, decay_rate, staircase=False", "ExponentialDecay")
def exponential_decay(learning_rate, global_step, decay_steps, decay_rate, staircase):
    """Return learning_rate · decay_rate^(global_step / decay_steps), a tensor of the graph.

    learning_rate   a number or a tensor of floats; the result has its element type, float32 for a number
    global_step     a number, or the tensor that counts steps: tf.train.get_or_create_global_step()
    staircase       whole powers alone: the rate falls once in decay_steps steps
    """
    turns = global_step / decay_steps
    return learning_rate * power(cast(decay_rate, turns.dtype), floor(turns) if staircase else turns)


@decay("decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False", "PolynomialDecay")
def polynomial_decay(learning_rate, global_step, decay_steps, end_learning_rate, exponent, cycle):
    """Fall from learning_rate to end_learning_rate in decay_steps, by a power of what is left of them.

    global_step    a number, or the tensor that counts steps
    power          1: along a line
    cycle          after decay_steps begin again, in twice, three times … as many steps; else the rate stays at the end
    """
    step, steps = global_step, decay_steps
    if cycle:
        steps = steps * math.maximum(elementary.ceil(step / steps), cast(1, step.dtype))
    left = 1 - math.minimum(step, cast(steps, step.dtype)) / steps
    return (learning_rate - end_learning_rate) * power(left, cast(exponent, left.dtype)) + end_learning_rate


def piecewise_constant(x, boundaries, values, name=None):
    """Return values[i] up to and with x = boundaries[i], values[-1] after the last.

    x   a number or a tensor, such as the one that counts steps

    Raises ValueError unless there is one value more than there are boundaries.
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    return graphed(Piecewise)(x, list(boundaries), list(values), name=name or "PiecewiseConstant")


def Piecewise(x, boundaries, values):
    """Return the value of the interval that x is in."""
    found = creation.convert_to_tensor(values[-1])
    for bound, value in zip(reversed(boundaries), reversed(values[:-1])):
        found = where(logic.less_equal(x, bound), creation.convert_to_tensor(value, found.dtype), found)
    return found


class ExponentialMovingAverage:
    """Averages of variables over the steps of a training, the last ones counting most.

    decay         how much of an average stays from step to step: 0.999
    num_updates   the number of steps: min(decay, (1 + num_updates) / (10 + num_updates)) stays, so that the first
                  averages are not those of the beginning alone

    An average is a variable that is not trained, NAME/ExponentialMovingAverage: its first value is the variable's own.

    Raises NotImplementedError for zero_debias.
    """

    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        if zero_debias:
            raise NotImplementedError("zero_debias is left out here: an average begins at the variable's first value.")
        self.decay, self.num_updates, self.name, self.averages = decay, num_updates, name, {}

    def apply(self, var_list=None):
        """Return an operation that takes the present values of variables into their averages.

        var_list    the variables; None: all that are trained
        """
        variables = trainable_variables() if var_list is None else list(var_list)
        for x in variables:
            if x not in self.averages:
                first = x.initial_value if isinstance(x, Variable) else graphed(creation.zeros_like)(x)
                with set_to(x.graph, scopes=[]):
                    self.averages[x] = Variable(first, trainable=False, name=self.average_name(x))
                if isinstance(x, Variable):
                    add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, x)
        with name_scope(self.name):
            stays = constant(float(self.decay))
            if self.num_updates is not None:
                steps = graphed(cast)(self.num_updates, "float32")
                stays = graphed(math.minimum)(stays, (1.0 + steps) / (10.0 + steps))
            return group(*[self.averages[x].assign_sub((self.averages[x] - x) * graphed(cast)(1.0 - stays, x.dtype))
                           for x in variables])

    def average(self, var):
        """Return the variable that holds the average of a variable `var`; None before `apply` was told of it."""
        return self.averages.get(var)

    def average_name(self, var):
        """Return the name of the variable that holds the average of a variable `var`."""
        return f"{var.op.name}/{self.name}"

    def variables_to_restore(self, moving_avg_variables=None):
        """Return {name: variable} for a Saver that reads averages in the place of variables.

        moving_avg_variables    which; None: all that are trained, and those that `apply` was told of
        """
        averaged = [*trainable_variables(), *get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES)] \
            if moving_avg_variables is None else list(moving_avg_variables)
        found = {self.average_name(x): x for x in averaged}
        others = {x.op.name: x for x in global_variables() if x not in averaged}
        return {**{name: x for name, x in others.items() if name not in found}, **found}
