"""Slots: what an optimiser keeps beside each variable, as variables of the graph that a Session holds."""

from math import log

from ..core.engine import mt
from ..core.lift import wrapped
from .graph import get_default_graph, outside
from .scopes import drawn, get_variable_scope
from .variables import Variable

TINY = 1e-30                         # a power of a beta below this no longer corrects a mean


class Slots:
    """The slots of one optimiser: {(variable, TensorFlow's name of what is kept): the variable that keeps it}.

    kept      {TensorFlow's name: (the rule's name, the first value)}
    betas     what the means keep from step to step; the next power of each is a variable that counts the steps
    """

    def __init__(self, name, kept, betas=()):
        self.name, self.kept, self.betas, self.found, self.powers = name, kept, betas, {}, {}

    def make(self, variables):
        """Make those of these variables that are not there yet: VARIABLE/NAME, VARIABLE/NAME_1 …"""
        with outside() as graph:
            if self.betas and graph not in self.powers:
                self.powers[graph] = tuple(Variable(beta, False, name=f"beta{number}_power")
                                           for number, beta in enumerate(self.betas, 1))
            graph.scopes = [get_variable_scope().name] if get_variable_scope().name else []
            for variable in variables:
                for key, (_, first) in self.kept.items():
                    if (variable, key) not in self.found:
                        self.found[variable, key] = filled(variable, f"{variable.op.name}/{self.name}", first)

    def variables(self):
        """Return all of the default graph, by their names."""
        graph = get_default_graph()
        return sorted([*self.powers.get(graph, ()), *(v for v in self.found.values() if v.graph is graph)],
                      key=lambda v: v.name)

    def values(self, session, variables):
        """Return [{the rule's name: the engine's tensor}] of variables in a session, and the tensors of the powers.

        Raises FailedPreconditionError for one that has no value yet.
        """
        states = [{rule: session.variable(self.found[variable, key]).tensor
                   for key, (rule, _) in self.kept.items()} for variable in variables]
        return states, tuple(session.variable(power).tensor for power in self.powers.get(session.graph, ()))

    def agree(self, session, engine, variables, back=False):
        """Let an engine's optimiser keep what the session's variables hold; `back`: they hold what it keeps.

        The engine moves what small parameters keep to common memory.
        """
        for variable in variables:
            state = engine.state[session.values[variable].tensor]
            for key, (rule, _) in self.kept.items():
                slot = session.values[self.found[variable, key]]
                if state[rule] is not slot.tensor:
                    if back:
                        slot.tensor = state[rule]
                        session.plans.clear()            # their programs know the memory that was there before
                    else:
                        state[rule] = slot.tensor

    def step_of(self, engine):
        """Return the number of the step that comes, by the powers of the betas; these go on by one."""
        given = [float(power.array) for power in engine.counts]
        step = next((round(log(power) / log(beta)) if power > TINY else 10 ** 9
                     for beta, power in reversed(list(zip(self.betas, given))) if 0 < beta < 1), 1)
        for power, beta in zip(engine.counts, self.betas):
            power.array[...] = beta ** (step + 1)
        return step


def filled(variable, name, value):
    """Return a variable of another one's shape, not trained, that holds one number at first."""
    def initializer(shape, dtype):
        return wrapped(mt.full(shape, value, dtype=dtype.kind))
    return Variable(drawn(initializer, variable.shape, variable.dtype), False, name=name)


def alone(optimizer, number, params, run, settings):
    """Return parameters as they are: small ones are not joined, so that nothing moves."""
    return params
