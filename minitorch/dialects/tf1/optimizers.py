"""Optimisers as operations of the graph."""

from inspect import Parameter, Signature
from typing import Any

from ...optim import SGD
from ..core.engine import mt
from ..keras.optimizers import rules
from ..keras.optimizers.base import engine_class
from .differentiation import gradients
from .graph import Tensor, control_dependencies
from .renamed import signed
from .slots import Slots, alone
from .steps import Step
from .variables import group, trainable_variables


class Optimizer:
    """Base of optimisers: `minimize(loss)` is an operation that takes a step when it runs.

    learning_rate    a number, or a tensor such as a decay or a placeholder
    kept, betas      of an optimiser of your own: what its rule keeps, as Slots takes it
    """

    rule: Any = None
    settings: dict = {}
    everywhere = False               # whether a step on rows of a table moves other rows, or would leave them anyway

    def __init__(self, learning_rate, use_locking=False, name=None, kept=None, betas=()):
        self.rate, self.name = learning_rate, name or type(self).__name__.removesuffix("Optimizer")
        self.slots = Slots(self.name, kept or {}, betas)

    def engine(self, tensors, states, powers, shared):
        """Return the engine's optimiser for these parameters; each step takes its rate and number itself.

        states, powers    what the session's slots hold; shared: another step has them too, so that they are not to move
        """
        engine = self.made(tensors)
        for tensor, state in zip(tensors, states):
            engine.state[tensor].update(state)
        if shared:
            engine._join = alone
        engine.counts = powers
        engine.reads = (mt.zeros((), dtype=self.rate.dtype.kind),) if isinstance(self.rate, Tensor) else ()

        def present(engine, *call):
            rate = engine.reads[0] if isinstance(self.rate, Tensor) else self.rate
            engine.param_groups[0].update(lr=float(rate), step=self.slots.step_of(engine))
        engine.spares = True
        engine.register_step_pre_hook(present)
        return engine

    def made(self, tensors):
        """Return the engine's optimiser, as yet without a rate."""
        return engine_class(self.rule)(tensors, lr=1.0, step=0, **self.settings)

    def get_name(self):
        """Return what its operations are called."""
        return self.name

    def get_slot_names(self):
        """Return the names of what it keeps beside each variable, in order."""
        return sorted({key for _, key in self.slots.found})

    def get_slot(self, var, name):
        """Return the variable that keeps `name`, of get_slot_names(), for a variable `var`; None if there is none."""
        return self.slots.found.get((var, name))

    def variables(self):
        """Return the variables that it keeps in the present graph, by their names."""
        return self.slots.variables()

    def compute_gradients(self, loss, var_list=None, **settings):
        """Return [(gradient, variable)], operations of the graph.

        loss        a tensor; what has several elements is summed
        var_list    the variables; None: all that are trained
        """
        variables = list(var_list) if var_list is not None else trainable_variables()
        return list(zip(gradients(loss, variables), variables))

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Return an operation that takes a step.

        grads_and_vars    what compute_gradients gave; pairs with None are left out
        global_step       a variable that counts the steps; None: nobody does

        Raises ValueError where no variable has a gradient.
        """
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable, check your graph for ops that do not support "
                             f"gradients, between variables {[v.name for _, v in grads_and_vars]} and loss.")
        name = name or self.name
        self.slots.make([v for _, v in pairs])
        if global_step is None:
            return Step(self, pairs, name)
        with control_dependencies([Step(self, pairs, f"{name}/update")]):    # a rate that decays with it is read before
            return group(global_step.assign_add(1), name=name)

    def minimize(self, loss, global_step=None, var_list=None, name=None, **settings):
        """Return an operation that computes gradients of the loss and takes a step; global_step counts them.

        loss        a tensor; what has several elements is summed
        var_list    the variables to change; None: all that are trained
        settings    TensorFlow's further ones, taken without effect

        Raises ValueError where no variable has a gradient.
        """
        return self.apply_gradients(self.compute_gradients(loss, var_list), global_step, name)


class MomentumOptimizer(Optimizer):
    """velocity = momentum · velocity + gradient; w = w − learning_rate · velocity: as in PyTorch.

    use_nesterov    whether the step looks ahead: Sutskever et al. (2013)
    """

    def __init__(self, learning_rate, momentum, use_locking=False, name="Momentum", use_nesterov=False):
        super().__init__(learning_rate, name=name, kept={"momentum": ("momentum_buffer", 0.0)})
        self.momentum, self.nesterov = momentum, use_nesterov

    def made(self, tensors):
        return SGD(tensors, lr=1.0, momentum=self.momentum, nesterov=self.nesterov)


def declared(line, rule, kept, settings, doc, betas="", everywhere=False):
    """Return an optimiser's class: a row over a rule of Keras'.

    line        its name and arguments
    kept        {TensorFlow's name of what is kept: (the rule's name, its first value)}
    settings    {the rule's setting: an argument, or a value}; so may first values be arguments
    betas       arguments that say what means keep from step to step
    """
    bound = signed(line, lambda given: given, doc)

    def __init__(self, *args, **given):
        own = bound(*args, **given)

        def value_of(x):
            return own.get(x, x) if isinstance(x, str) else x
        own_kept = {key: (name, value_of(first)) for key, (name, first) in kept.items()
                    if key != "mg" or own["centered"]}
        Optimizer.__init__(self, own["learning_rate"], False, own["name"], own_kept, [own[x] for x in betas.split()])
        self.settings = {key: value_of(x) for key, x in settings.items()}
    mine = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    __init__.__signature__ = Signature([mine, *bound.__signature__.parameters.values()])
    return type(bound.__name__, (Optimizer,), {"__init__": __init__, "rule": staticmethod(rule), "__doc__": doc,
                                               "everywhere": everywhere, "__module__": __name__})


GradientDescentOptimizer = declared(
    "GradientDescentOptimizer(learning_rate, use_locking=False, name='GradientDescent')", rules.sgd, {}, {},
    "w = w - learning_rate · gradient.", everywhere=True)
AdamOptimizer = declared(
    """AdamOptimizer(learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-08, use_locking=False, name='Adam',
    use_own_namescope_for_non_slot_vars=False)""", rules.adam, {"m": ("momentum", 0.0), "v": ("velocity", 0.0)},
    {"beta_1": "beta1", "beta_2": "beta2", "epsilon": "epsilon"},
    """w = w − learning_rate · m / (√v + epsilon): m and v are running means of gradients and of their squares.

beta1, beta2    how much of m and of v stays from step to step
epsilon         keeps the divisor from 0
use_own_namescope_for_non_slot_vars    taken, without effect

Both means are corrected for their beginning at 0. Source: Kingma & Ba, Adam (2015).
""", "beta1 beta2", everywhere=True)
RMSPropOptimizer = declared(
    """RMSPropOptimizer(learning_rate, decay=0.9, momentum=0.0, epsilon=1e-10, use_locking=False, centered=False,
    name='RMSProp')""", rules.rmsprop,
    {"rms": ("velocity", 1.0), "mg": ("average_gradient", 0.0), "momentum": ("momentum", 0.0)},
    {"rho": "decay", "momentum": "momentum", "epsilon": "epsilon", "centered": "centered"},
    """The gradient over the root of a running mean of its squares, which is 1 at first. Hinton (2012).

learning_rate    a number or a tensor
decay       how much of the mean stays from step to step
momentum    how much of the last step is taken again
epsilon     keeps the divisor from 0
centered    whether the squared mean gradient is taken off the mean of squares
""")
AdagradOptimizer = declared(
    "AdagradOptimizer(learning_rate, initial_accumulator_value=0.1, use_locking=False, name='Adagrad')", rules.adagrad,
    {"accumulator": ("accumulator", "initial_accumulator_value")}, {"epsilon": 0.0},
    """The gradient over the root of the sum of all its squares. Duchi et al. (2011).

learning_rate                a number or a tensor
initial_accumulator_value    what the sum begins with
""", everywhere=True)
AdadeltaOptimizer = declared(
    "AdadeltaOptimizer(learning_rate=0.001, rho=0.95, epsilon=1e-08, use_locking=False, name='Adadelta')",
    rules.adadelta, {"accum": ("accumulated_grad", 0.0), "accum_update": ("accumulated_delta_var", 0.0)},
    {"rho": "rho", "epsilon": "epsilon"},
    """The gradient over its typical size, times the typical size of steps. Zeiler, ADADELTA (2012).

learning_rate    a number or a tensor
rho        how much of either mean stays from step to step
epsilon    keeps the divisor from 0, and the first steps
""")
