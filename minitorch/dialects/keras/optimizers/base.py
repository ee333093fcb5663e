"""Optimizer: gradients and variables in, a step of the engine's loop over a rule."""

from functools import cache
from warnings import warn

from ....optim import from_rule
from ....runtime import bump
from ...core.convert import engine_tensor
from ...core.engine import mt
from ...core.recording import sketching, state
from ...core.replicas import joined, of_all
from ...core.tape import GradientTape
from ...functions import math, norms
from ..core.configured import Described
from ..core.naming import auto_name, settings as floatx
from ..core.variable import Variable
from .averages import Averages, view_of
from .schedules import LearningRateSchedule
from .squares import Squares

COMMON = {"weight_decay": None, "clipnorm": None, "clipvalue": None, "global_clipnorm": None, "use_ema": False,
          "ema_momentum": 0.99, "ema_overwrite_frequency": None, "name": None}


class Optimizer(Described):
    """Base of optimisers: `apply(grads, variables)`, or `apply_gradients(zip(grads, variables))`, is a step.

    decay    of Keras 2: the rate is divided by 1 + decay · steps

    A class names its rule; the loop over the variables is the engine's. Raises ValueError for two limits at once, and
    for an argument that the rule does not take.
    """

    legacy = {"lr": "learning_rate", "beta1": "beta_1", "beta2": "beta_2"}
    rule = None

    def __init__(self, learning_rate=0.001, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None,
                 use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, name=None, decay=0.0, **settings):
        if sum(limit is not None for limit in (clipnorm, clipvalue, global_clipnorm)) > 1:
            raise ValueError("Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: "
                             f"clipnorm={clipnorm}, clipvalue={clipvalue}, global_clipnorm={global_clipnorm}")
        unknown = [key for key in settings if key not in (self.rule.__kwdefaults__ or {})]
        if unknown:
            raise ValueError(f"Argument(s) not recognized: {unknown}")
        self.name = name or auto_name(type(self).__name__)
        self.weight_decay, self.decay = weight_decay, decay
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self.settings, self.engine, self.own, self.built = settings, None, [], False
        self.averages = Averages(ema_momentum, ema_overwrite_frequency) if use_ema else None
        self.strategy = joined(self)
        self.iterations = Variable(0, dtype="int64", trainable=False, name="iteration")
        self._learning_rate = learning_rate if callable(learning_rate) else Variable(
            float(learning_rate), dtype=floatx["floatx"], trainable=False, name="learning_rate")
        for variable in (self.iterations, self._learning_rate):
            variable.path = f"{self.name}/{getattr(variable, 'name', '')}"

    # The learning rate

    @property
    def learning_rate(self):
        """The variable that holds it; of a schedule, its present value."""
        rate = self._learning_rate
        if isinstance(rate, Variable):
            return rate
        return rate(self.iterations) if isinstance(rate, LearningRateSchedule) else rate()

    @learning_rate.setter
    def learning_rate(self, value):
        if callable(value):
            self._learning_rate = value
        elif isinstance(self._learning_rate, Variable):
            self._learning_rate.assign(value)
        else:
            raise TypeError("This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` "
                            "constructor argument, hence its learning rate is not settable. If you need the learning "
                            "rate to be settable, you should instantiate the optimizer with a float `learning_rate` "
                            "argument.")

    lr = learning_rate

    def rate(self):
        """Return the present learning rate as a number."""
        value = self.learning_rate
        value = float(value.numpy() if hasattr(value, "numpy") else value)
        return value / (1 + self.decay * int(self.iterations)) if self.decay else value

    # A step

    def build(self, variables):
        """Make room for what the rule keeps of these variables."""
        if self.built:
            return
        self.own = list(variables)
        self.engine = engine_class(type(self).rule)([v.tensor for v in self.own], lr=1.0, **self.settings)
        for variable in self.own:
            tensor = variable.tensor.detach()
            self.engine.state[variable.tensor].update({
                name: mt.full_like(tensor, value) for name, value in self.kept().items()})
        self.engine.register_step_pre_hook(self.before)
        if self.averages is not None:
            self.averages.begin(self)
        self.engine.register_step_post_hook(self.after)
        rate = self._learning_rate
        self.engine.reads = (rate.tensor,) if isinstance(rate, Variable) else ()
        self.squares = Squares(self.engine)
        self.engine.counts, self.engine.spares = (self.iterations.tensor,), True
        self.built = True

    def kept(self):
        """Return {name: first value} of what the rule keeps, with these settings."""
        return {}

    def apply_gradients(self, grads_and_vars, name=None, **settings):
        """Take a step on grads_and_vars, pairs (gradient, variable); returns the number of steps.

        Raises ValueError where no variable has a gradient.
        """
        pairs = list(grads_and_vars)
        self.apply([grad for grad, _ in pairs], [variable for _, variable in pairs])
        return self.iterations

    def apply(self, grads, trainable_variables=None):
        """Take a step: grads, one for each of trainable_variables, which may be left out after the first.

        Raises ValueError where no variable has a gradient, or one is not known to the optimiser.
        """
        variables = self.own if trainable_variables is None else list(trainable_variables)
        grads = of_all(self, list(grads), variables)
        if not grads:
            return
        if state.tracing is not None:
            with sketching(False):
                self.build(variables)
            state.tracing.note(type(self).applied, self, grads, variables)
            return
        self.applied(grads, variables)

    def applied(self, grads, variables):
        """Take a step on variables, now, with grads that are those of all replicas. Raises ValueError as apply does."""
        self.build(variables)
        known = {id(v) for v in self.own}
        for variable in variables:
            if id(variable) not in known:
                raise ValueError(f"Unknown variable: {variable}. This optimizer can only be called for the variables "
                                 "it was originally built with. When working with a new set of variables, you should "
                                 "recreate a new optimizer instance.")
        pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable.")
        if len(pairs) < len(grads):
            lacking = ", ".join(getattr(v, "path", v.name) for g, v in zip(grads, variables) if g is None)
            warn(f"Gradients do not exist for variables {lacking} when minimizing the loss. If using "
                 "`model.compile()`, did you forget to provide a `loss` argument?", UserWarning, stacklevel=3)
        self.step(self.clipped([g for g, _ in pairs]), [v for _, v in pairs])
        for _, variable in pairs:
            if getattr(variable, "constraint", None) is not None:
                variable.assign(variable.constraint(variable))

    def step(self, grads, variables):
        """Let the engine apply the rule to each of `variables`, with its gradient of grads."""
        for grad, variable in zip(grads, variables):
            variable.own()
            variable.tensor.grad = engine_tensor(grad).detach()
            self.squares.note(variable.tensor, grad)
        self.iterations.own()
        self.engine.step()
        self.engine.zero_grad()

    def before(self, engine, *call):
        """Set the present rate and the number of the step before a step of the engine's optimiser; shrink weights."""
        rate = self.rate()
        engine.param_groups[0].update(lr=rate, step=int(self.iterations) + 1)
        for variable in self.own if self.weight_decay is not None else ():
            if variable.tensor.grad is not None:
                variable.tensor.array *= 1 - self.weight_decay * rate

    def after(self, engine, *call):
        """Count a step of the engine's optimiser."""
        self.iterations.tensor.array += 1
        bump(self.iterations.tensor)

    def clipped(self, grads):
        """Clip the gradients grads to the limits."""
        if self.clipnorm:
            return [norms.clip_by_norm(g, self.clipnorm) for g in grads]
        if self.clipvalue:
            return [math.clip_by_value(g, -self.clipvalue, self.clipvalue) for g in grads]
        return norms.clip_by_global_norm(grads, self.global_clipnorm)[0] if self.global_clipnorm else grads

    def minimize(self, loss, var_list, tape=None):
        """Compute gradients of a loss, a function or a tensor of a tape, by the variables var_list, and take a step."""
        if callable(loss):
            with GradientTape() as tape:
                loss = loss()
        variables = var_list() if callable(var_list) else var_list
        return self.apply_gradients(zip(tape.gradient(loss, list(variables)), variables))

    def finalize_variable_values(self, var_list):
        """Let running means of the weights be the weights var_list, where use_ema keeps such."""
        if self.averages is not None:
            self.averages.become(var_list)

    # What it keeps

    @property
    def variables(self):
        """The number of steps, the learning rate, and what the rule keeps of each variable."""
        found = [self.iterations, *([self._learning_rate] if isinstance(self._learning_rate, Variable) else [])]
        for variable in self.own:
            for name, tensor in self.engine.state[variable.tensor].items():
                found.append(view_of(tensor, f"{getattr(variable, 'path', variable.name).replace('/', '_')}_{name}",
                                     self.name))
        return found

    def get_config(self):
        rate = self._learning_rate
        if isinstance(rate, Variable):
            self._given["learning_rate"] = float(rate.numpy())
        return {"name": None, **super().get_config()} | {"name": self.name}

    def tracked(self):
        """Return {name: variable} of what it keeps, for checkpoints."""
        return {v.name: v for v in self.variables}


@cache
def engine_class(rule):
    """Return the engine's optimiser for a rule."""
    made = from_rule(rule)
    made.elementwise = True                              # all of Keras' rules here
    return made
