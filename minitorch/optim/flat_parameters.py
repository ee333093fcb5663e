"""Update small parameters as one flat array: for a few hundred numbers, calls take longer than arithmetic."""

from collections import defaultdict
from itertools import accumulate, chain
from operator import attrgetter, is_
from weakref import WeakKeyDictionary

from ..backend import device_of, library_of, on
from ..backend.memory import address, on_a_line
from ..engine import tensor_types
from ..tensors.tensor import tensor_of
from .runners import update

SMALL, SEVERAL = 1 << 12, 3     # with larger or fewer parameters, copies take longer than separate calls
# optimiser -> {number of a group: (ids, [FlatParameters], others)}; not an attribute, which copies would contain
plans: WeakKeyDictionary = WeakKeyDictionary()
joiners: list = []              # join(optimizer, params, settings) updates some params by a kernel; returns the rest
array_of = attrgetter("array")
NO_PLAN: tuple = (), (), ()


class FlatParameters:
    """Parameters updated together as one flat array; an elementwise rule computes the same numbers for it.

    Parameters and gradients are copied into flat arrays for each step, and the parameters back. The state is stored
    in flat arrays too, and each parameter's state has its part of these.

    states   the optimiser's state of each parameter: dicts with the same names and the same counts
    """

    def __init__(self, params, states):
        self.params, self.arrays, self.states = params, [param.array for param in params], states
        self.xp = xp = library_of(self.arrays[0])
        self.flat = [array.reshape(-1) for array in self.arrays]
        self.param = xp.concatenate(self.flat)
        self.grad = xp.empty_like(self.param)
        ends = list(accumulate(array.size for array in self.arrays))
        self.slices = [slice(end - array.size, end) for end, array in zip(ends, self.arrays)]
        self.moved = [self.param[part] for part in self.slices]
        self.whole = {}                                    # {name: flat array of the state}
        for name, value in dict.items(states[0]):
            if type(value) in tensor_types:
                self.keep(name, xp.concatenate([state[name].array for state in states], axis=None))
        self.note()

    def keep(self, name, whole):
        """Store an array of the state, and give each parameter its part."""
        self.whole[name] = whole = whole if name in self.whole else on_a_line(whole)
        for state, part, array in zip(self.states, self.slices, self.arrays):
            state[name] = tensor_of(whole[part].reshape(array.shape))

    def note(self):
        """Remember the arrays in use, for `fits`."""
        self.values = values_in(self.states)
        self.tensors = self.params + [value for value in self.values if type(value) in tensor_types]
        self.seen = list(map(array_of, self.tensors))

    def fits(self, state):
        """Return whether arrays and states are still those of the last step; `state` is the optimiser's."""
        return (all(map(is_, map(state.get, self.params), self.states))
                and sum(map(len, self.states)) == len(self.values)
                and all(map(is_, values_in(self.states), self.values))
                and all(map(is_, map(array_of, self.tensors), self.seen)))

    def step(self, run, settings):
        """Take one step of all parameters; run(param, grad, state, settings) applies the rule."""
        self.xp.concatenate(self.flat, out=self.param)
        self.xp.concatenate([param._grad.array.reshape(-1) for param in self.params], out=self.grad)
        kept, fresh = {**dict(dict.items(self.states[0])), **self.whole}, False
        run(self.param, self.grad, kept, settings)
        for flat, moved in zip(self.flat, self.moved):
            flat[:] = moved
        for name, value in kept.items():
            if type(value) is not type(self.param):
                for state in self.states:
                    dict.__setitem__(state, name, value)
            elif value is not self.whole.get(name):
                self.keep(name, value)
                fresh = True
        if fresh:
            self.note()
        else:
            self.values = values_in(self.states)


def values_in(states):
    """Return a list of all values in these states."""
    return list(chain.from_iterable(map(dict.values, states)))


def step_small(optimizer, number, params, run, settings):
    """Take a step for those parameters of a group that are faster as one array; return the other parameters.

    number   of the group
    params   those with a gradient
    run      run(param, grad, state, settings) applies the rule to arrays
    """
    for join in joiners:
        params = join(optimizer, params, settings)
    if not params or not optimizer.state[params[0]]:
        return step_and_plan(optimizer, number, params, run, settings)
    ids, flats, others = plans.get(optimizer, {}).get(number, NO_PLAN)
    if ids != list(map(id, params)) or not all(flat.fits(optimizer.state) for flat in flats):
        return step_and_plan(optimizer, number, params, run, settings)
    for flat in flats:
        with on(flat.param):
            flat.step(run, settings)
    return others


def step_and_plan(optimizer, number, params, run, settings):
    """Update the parameters one by one, and plan which of them become one array in the next step; return []."""
    for param in params:
        update(optimizer, param, run, settings)
    if params and optimizer.state[params[0]]:            # a rule without state makes too few calls to join
        flats = group_parameters(optimizer, [param for param in params if param.array.size <= SMALL])
        joined = set(chain.from_iterable(flat.params for flat in flats))
        others = [param for param in params if param not in joined]
        plans.setdefault(optimizer, {})[number] = list(map(id, params)), flats, others
    return []


def group_parameters(optimizer, params):
    """Return FlatParameters for parameters of equal dtype, device and counts; [] if two parameters share memory."""
    groups, end = defaultdict(list), 0
    for param in sorted(params, key=lambda param: address(param.array)):
        array, state = param.array, optimizer.state[param]
        if address(array) < end:
            return []
        end = address(array) + array.nbytes
        if state and array.flags.c_contiguous and all(
                value.array.shape == array.shape and value.array.dtype == array.dtype
                for value in dict.values(state) if type(value) in tensor_types):
            counts = sorted((name, "" if type(value) in tensor_types else repr(value))
                            for name, value in dict.items(state))
            groups[array.dtype, str(device_of(array)), *counts].append(param)
    flats = []
    for group in groups.values():
        if len(group) >= SEVERAL:
            with on(group[0].array):
                flats.append(FlatParameters(group, [optimizer.state[param] for param in group]))
    return flats
