"""Gradients and optimisers as operations of the graph."""

from typing import Any

from ...optim import SGD
from ..core.convert import engine_tensor
from ..core.engine import mt
from ..functions import creation, elementary, math
from ..keras.optimizers import rules
from ..keras.optimizers.base import engine_class
from ..core.tape import UnconnectedGradients
from .graph import Operation, Tensor, control_dependencies, graphed
from .variables import group, trainable_variables


FLAT = {elementary.ceil, elementary.floor, math.floordiv, elementary.rint, elementary.round, creation.ones_like,
        creation.stop_gradient, creation.zeros_like}     # functions that no gradient passes


class Gradient(Operation):
    """d (sum of ys) / d xs, by the tape of the run: nothing is computed twice."""

    def __init__(self, ys, xs, weights, name):
        self.targets, self.sources, self.weights = ys, xs, weights
        super().__init__(xs[0].graph, None, ([*ys, *xs], [w for w in weights or () if isinstance(w, Tensor)]), {}, name,
                         [(x.shape, x.dtype) for x in xs])

    def compute(self, values, run):
        targets = [values[y] for y in self.targets]
        weights = None if self.weights is None else [values[w] if isinstance(w, Tensor) else w for w in self.weights]
        sources = [run.origin[x] for x in self.sources]
        return run.tape.gradient(targets, sources, weights, "zero")


def gradients(ys, xs, grad_ys=None, name="gradients", colocate_gradients_with_ops=False, gate_gradients=False,
              aggregation_method=None, stop_gradients=None, unconnected_gradients=UnconnectedGradients.NONE):
    """Operations that compute d ys / d xs, summed over ys.

    stop_gradients          tensors that count as constants; such as are computed from an x are left out
    unconnected_gradients   for an x that ys do not depend on: None, or zeros
    """
    several = isinstance(xs, list | tuple)
    sources, targets = list(xs) if several else [xs], list(ys) if isinstance(ys, list | tuple) else [ys]
    weights = None if grad_ys is None else list(grad_ys) if isinstance(grad_ys, list | tuple) else [grad_ys]
    reached = behind(targets, set(stop_gradients or ()))
    if any(x is not stop and x in behind([stop]) for stop in stop_gradients or () for x in sources):
        raise NotImplementedError("stop_gradients with a tensor that is computed from one of xs: use tf.stop_gradient.")
    absent = (lambda x: None) if getattr(unconnected_gradients, "value", unconnected_gradients) == "none" else \
        graphed(creation.zeros_like)
    wanted = [x for x in dict.fromkeys(sources) if x in reached]
    if not wanted:
        return [absent(x) for x in sources]
    by_source = dict(zip(wanted, Gradient(targets, wanted, weights, name).outputs))
    return [by_source[x] if x in by_source else absent(x) for x in sources]


def behind(targets, stops=frozenset()):
    """The tensors that targets are computed from, and they themselves; not what is behind `stops`."""
    found, open_ = set(), list(targets)
    while open_:
        x = open_.pop()
        if x not in found:
            found.add(x)
            if x.op.function not in FLAT and x not in stops:
                open_ += [y for y in x.op.inputs if not y.dtype.is_integer]
    return found


class Step(Operation):
    """One step of an optimiser, on the values that the session keeps."""

    def __init__(self, optimizer, pairs, name):
        self.optimizer, self.grads, self.own = optimizer, [g for g, _ in pairs], [v for _, v in pairs]
        rate = [optimizer.rate] if isinstance(optimizer.rate, Tensor) else []
        super().__init__(pairs[0][1].graph, None, (self.grads, self.own, rate), {}, name, [])

    def compute(self, values, run):
        kept = [run.session.values[v] for v in self.own]
        engine = run.session.slots.get(self)
        if engine is None:
            engine = run.session.slots[self] = self.optimizer.engine([v.tensor for v in kept])
        if engine.reads:
            engine.reads[0].copy_(values[self.optimizer.rate].tensor.detach())
        for grad, variable in zip(self.grads, kept):
            variable.tensor.grad = engine_tensor(values[grad]).detach()
        engine.step()
        engine.zero_grad()
        return []


class Optimizer:
    """Base of optimisers: `minimize(loss)` is an operation that takes a step when it runs."""

    rule: Any = None
    settings: dict = {}
    first: dict = {}                 # what the rule keeps: its first values

    def __init__(self, learning_rate, use_locking=False, name=None):
        self.rate, self.name = learning_rate, name or type(self).__name__.removesuffix("Optimizer")

    def engine(self, tensors):
        """The engine's optimiser for these parameters; each step takes its rate and number itself."""
        engine = self.made(tensors)
        engine.reads = (mt.zeros((), dtype=self.rate.dtype.kind),) if isinstance(self.rate, Tensor) else ()

        def present(engine, *call):
            group = engine.param_groups[0]
            group.update(lr=float(engine.reads[0] if engine.reads else self.rate), step=group.get("step", 0) + 1)
        engine.spares = True
        engine.register_step_pre_hook(present)
        return engine

    def made(self, tensors):
        """The engine's optimiser, as yet without a rate."""
        engine = engine_class(self.rule)(tensors, lr=1.0, step=0, **self.settings)
        for tensor in tensors:
            engine.state[tensor].update({k: mt.full_like(tensor.detach(), v) for k, v in self.first.items()})
        return engine

    def compute_gradients(self, loss, var_list=None, **settings):
        """[(gradient, variable)], operations of the graph."""
        variables = list(var_list) if var_list is not None else trainable_variables()
        return list(zip(gradients(loss, variables), variables))

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """An operation that takes a step. Raises ValueError where no variable has a gradient."""
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable, check your graph for ops that do not support "
                             f"gradients, between variables {[v.name for _, v in grads_and_vars]} and loss.")
        made = Step(self, pairs, name or self.name)
        if global_step is None:
            return made
        with control_dependencies([made]):                   # a rate that decays with it is read before
            return group(global_step.assign_add(1))

    def minimize(self, loss, global_step=None, var_list=None, name=None, **settings):
        """An operation that computes gradients of the loss and takes a step; global_step counts them."""
        return self.apply_gradients(self.compute_gradients(loss, var_list), global_step, name)


class GradientDescentOptimizer(Optimizer):
    """w = w - learning_rate · gradient."""

    rule = staticmethod(rules.sgd)

    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        super().__init__(learning_rate, name=name)


class MomentumOptimizer(Optimizer):
    """velocity = momentum · velocity + gradient; w = w - learning_rate · velocity: as in PyTorch."""

    def __init__(self, learning_rate, momentum, use_locking=False, name="Momentum", use_nesterov=False):
        super().__init__(learning_rate, name=name)
        self.momentum, self.nesterov = momentum, use_nesterov

    def made(self, tensors):
        return SGD(tensors, lr=1.0, momentum=self.momentum, nesterov=self.nesterov)


class AdamOptimizer(Optimizer):
    """The mean slope over the typical one. Kingma & Ba (2015)."""

    rule, first = staticmethod(rules.adam), {"momentum": 0.0, "velocity": 0.0}

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, use_locking=False, name="Adam",
                 use_own_namescope_for_non_slot_vars=False):
        super().__init__(learning_rate, name=name)
        self.settings = {"beta_1": beta1, "beta_2": beta2, "epsilon": epsilon}


class RMSPropOptimizer(Optimizer):
    """The slope over its typical size, which is 1 at first. Hinton (2012)."""

    rule, first = staticmethod(rules.rmsprop), {"velocity": 1.0, "momentum": 0.0, "average_gradient": 0.0}

    def __init__(self, learning_rate, decay=0.9, momentum=0.0, epsilon=1e-10, use_locking=False, centered=False,
                 name="RMSProp"):
        super().__init__(learning_rate, name=name)
        self.settings = {"rho": decay, "momentum": momentum, "epsilon": epsilon, "centered": centered}


class AdagradOptimizer(Optimizer):
    """The slope over the root of the sum of all squares. Duchi et al. (2011)."""

    rule, settings = staticmethod(rules.adagrad), {"epsilon": 0.0}

    def __init__(self, learning_rate, initial_accumulator_value=0.1, use_locking=False, name="Adagrad"):
        super().__init__(learning_rate, name=name)
        self.first = {"accumulator": initial_accumulator_value}


class AdadeltaOptimizer(Optimizer):
    """The slope over its typical size, times the typical size of steps. Zeiler, ADADELTA (2012).

    rho   how much of either mean stays from step to step
    """

    rule, first = staticmethod(rules.adadelta), {"accumulated_grad": 0.0, "accumulated_delta_var": 0.0}

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-8, use_locking=False, name="Adadelta"):
        super().__init__(learning_rate, name=name)
        self.settings = {"rho": rho, "epsilon": epsilon}


class FtrlOptimizer(Optimizer):
    """Follow the regularised leader: many weights are exactly 0. McMahan et al., Ad click prediction (2013).

    l1_regularization_strength   how strongly weights are drawn to 0; l2_…: how strongly large ones shrink
    """

    rule = staticmethod(rules.ftrl)

    def __init__(self, learning_rate, learning_rate_power=-0.5, initial_accumulator_value=0.1,
                 l1_regularization_strength=0.0, l2_regularization_strength=0.0, use_locking=False, name="Ftrl",
                 accum_name=None, linear_name=None, l2_shrinkage_regularization_strength=0.0, beta=None):
        super().__init__(learning_rate, name=name)
        self.first = {"accumulator": initial_accumulator_value, "linear": 0.0}
        self.settings = {"learning_rate_power": learning_rate_power, "l1": l1_regularization_strength,
                         "l2": l2_regularization_strength, "l2_shrinkage": l2_shrinkage_regularization_strength,
                         "beta": beta or 0.0}
