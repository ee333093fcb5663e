"""Strategy: how the replicas of a program share its work."""

from contextlib import contextmanager
from enum import Enum

from ...comm import arrays
from ...comm.collectives import broadcast
from ...comm.group import ProcessGroup, init_process_group, is_initialized, world
from ...comm.objects import gather_objects
from ...comm.reduce_op import ReduceOp as Reduction
from ...comm.worker import ranks_from_environment
from ...engine import no_grad
from ...rare.autograd.tree import leaves, rebuilt
from ..functions import arrays as array_functions, reduction
from ..functions.creation import cast, convert_to_tensor
from .convert import engine_tensor
from .lift import wrapped
from .recording import state as recording
from .replicas import Replica, inside, reduced, state
from .shares import Shares
from .temporary import pushed


class ReduceOp(Enum):
    """How the values of the replicas become one: their sum, or their mean."""

    SUM, MEAN = "SUM", "MEAN"

    @classmethod
    def of(cls, op):
        """Return the member that `op` means: itself, or its name in any case. Raises ValueError for others."""
        found = cls.__members__.get(str(getattr(op, "name", op)).upper())
        if found is None:
            raise ValueError(f"a reduce_op is tf.distribute.ReduceOp.SUM or MEAN, or one of their names, not {op!r}.")
        return found


class Strategy:
    """One replica; its subclasses are many, a rank of `minitorch run -n N script.py` each.

    extended     taken as TensorFlow does
    group        the ranks
    averaged     variables that are the mean over the replicas after each `run`: moving means of batch norm
    optimizers   those that were made in its scope
    """

    def __init__(self, extended=None):
        self.group, self.averaged, self.optimizers = ProcessGroup(None, (0,), 0.0), [], []

    @property
    def num_replicas_in_sync(self):
        """How many replicas share each batch."""
        return self.group.size()

    @contextmanager
    def scope(self):
        """Make variables, models and optimisers for this strategy in a with-block: all ranks begin with one value."""
        with pushed(state.strategies, self), inside(None):
            yield self

    def run(self, fn, args=(), kwargs=None, options=None):
        """Call fn(*args, **kwargs) in this replica; what it returns is this rank's.

        Within it losses of Keras are parts of the mean over all replicas, and an optimiser's step adds the gradients of
        all up. options are taken as TensorFlow does, and change nothing.
        """
        return self.as_replica(fn, args, kwargs, Replica(self, 1 / self.num_replicas_in_sync))

    def as_replica(self, fn, args, kwargs, replica):
        """Call fn(*args, **kwargs) for a rank as this replica."""
        before = [v.tensor._version for v in self.averaged], [v.tensor.array for v in self.averaged]
        found, share = self.within(replica, fn, args, kwargs), replica.share
        if self.num_replicas_in_sync > 1 and self.averaged:
            if recording.tracing is not None:
                recording.tracing.note(self.average_over_ranks, share)
            else:
                changed = [v for v, version, array in zip(self.averaged, *before)
                           if v.tensor.array is not array or v.tensor._version != version]
                self.average_over_ranks(share, changed + self.averaged[len(before[0]):])
        return found

    def within(self, replica, fn, args, kwargs):
        """Call fn(*args, **kwargs) in the scope, as this replica."""
        with self.scope(), inside(replica):
            return fn(*args, **(kwargs or {}))

    def begin(self, variables):
        """Let variables have the first rank's values on all ranks."""
        if self.num_replicas_in_sync > 1:
            with no_grad():
                for variable in variables:
                    broadcast(variable.tensor, self.group.ranks[0], self.group)

    def made(self, variable, averaged):
        """Note a variable made in the scope; `averaged`: it is to be the mean over the replicas after each `run`."""
        self.begin([variable])
        if averaged:
            self.averaged.append(variable)

    def average_over_ranks(self, share, variables=None):
        """Let variables be their means over the replicas, each counting by its share of a batch."""
        variables = self.averaged if variables is None else variables
        own = [v.tensor.detach() * share if share else v.tensor.detach().new_zeros(tuple(v.tensor.shape))
               for v in variables]
        for v, mean in zip(variables, reduced(own, self.group)):
            v.tensor.data = mean

    def gradients(self, optimizer, grads, variables):
        """Return the sums of grads over the replicas, for an optimizer's step on variables; None stays None."""
        def sum_over_ranks(grads):
            return wrapped(reduced([engine_tensor(g).detach() for g in grads], self.group))
        own = [g for g in grads if g is not None]
        found = self.noted(sum_over_ranks, own, own)
        rest = iter([found] if len(own) == 1 and not isinstance(found, list) else found)
        return [None if g is None else next(rest) for g in grads]

    def noted(self, function, values, like):
        """Call function(values) now, or while a tf.function is traced as an operation; results are like those given."""
        if recording.tracing is None:
            return function(values)
        return recording.tracing.note(function, values, results=[(x.shape, x.dtype) for x in like])

    # Values of the replicas

    def reduce(self, reduce_op, value, axis=None):
        """Return a value that every replica has, a tensor or a structure of them, as one, on every rank.

        reduce_op   ReduceOp.SUM or MEAN
        axis        also reduce along it, before; MEAN is then that of all elements there, however many a replica has
        """
        op = ReduceOp.of(reduce_op)
        return rebuilt(value, iter([self.reduce_one(op, convert(x), axis) for x in leaves(value)]))

    def reduce_one(self, op, x, axis):
        """Return one tensor x of `reduce`: op is its reduce_op, and axis as there."""
        if axis is None:
            return self.total(x, Reduction.SUM if op is ReduceOp.SUM else Reduction.AVG)
        total = self.total(reduction.reduce_sum(x, axis))
        return total if op is ReduceOp.SUM else total / self.total(cast(array_functions.shape(x)[axis], x.dtype))

    def total(self, x, op=Reduction.SUM):
        """Return the tensor x added up over the ranks, or as op says, on all."""
        if self.num_replicas_in_sync == 1:
            return x

        def reduce_over_ranks(values):
            return wrapped(reduced([engine_tensor(x).detach() for x in values], self.group, op))
        found = self.noted(reduce_over_ranks, [x], [x])
        return found[0] if isinstance(found, list) else found

    def gather(self, value, axis):
        """Return a value of every replica, a tensor or structure: one after the other along axis, on every rank."""
        def joined(x):
            parts = gather_objects(convert(x).numpy(), self.group)
            return array_functions.concat([convert_to_tensor(part) for part in parts], axis)
        return rebuilt(value, iter([joined(x) for x in leaves(value)]))

    # Data

    def experimental_distribute_dataset(self, dataset, options=None):
        """Return the batches of a data set, of which each rank gets its part: the first rank reads and sends.

        dataset   batches for all replicas together; options change nothing
        """
        if self.num_replicas_in_sync == 1 or isinstance(dataset, Shares):
            return dataset
        return Shares(dataset, self.group, convert_to_tensor)

    def shares(self, batches, made):
        """Return Keras' batches, each rank's part with its sizes; made is what an array becomes."""
        return Shares(batches, self.group, made, sized=True)

    def barrier(self):
        """Wait for all ranks."""
        if self.group.comm is not None:
            arrays.barrier(self.group)

    def __repr__(self):
        return f"<{type(self).__name__} of {self.num_replicas_in_sync}, replica {self.group.rank()}>"


def convert(x):
    """Return a value as a tensor; what has no value yet as it is."""
    return x if hasattr(x, "symbolic_owner") else convert_to_tensor(x)


def ranks():
    """Return the group of all ranks, made where there is none yet; of a process that was started alone, itself."""
    if not is_initialized() and ranks_from_environment()[1] > 1:
        init_process_group()
    return world() if is_initialized() else ProcessGroup(None, (0,), 0.0)


DEFAULT = Strategy()


def get_strategy():
    """Return the strategy in whose scope the program is; else one of a single replica."""
    return state.strategies[-1] if state.strategies else DEFAULT

