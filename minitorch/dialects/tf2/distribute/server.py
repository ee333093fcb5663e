"""ParameterServerStrategy: the first rank has the weights, and the others bring gradients, each in its own time."""

from ....comm.objects import gathered
from ....distributed.parameter_server import ParameterServer
from ...core.convert import engine_tensor
from ...core.lift import wrapped
from ...core.replicas import Replica, reduced, state
from ...core.shares import Shares
from ...core.strategy import Strategy, ranks


class ParameterServerStrategy(Strategy):
    """Rank 0 serves the weights; the other ranks are workers, whose steps do not wait for each other.

    cluster_resolver, variable_partitioner   are taken as TensorFlow does: there is one server, and variables stay whole

    All ranks run the same script. A ClusterCoordinator deals scheduled functions out to the workers. Alone a process is
    server and worker. In Keras' `Model.fit` the workers share each batch, and the server takes one step with their
    gradients together, so that they learn what one process does; TensorFlow's workers do not wait for each other there.
    Source: Dean et al., Large Scale Distributed Deep Networks (2012), §4.1.
    """

    def __init__(self, cluster_resolver=None, variable_partitioner=None):
        super().__init__()
        self.group, self.cluster_resolver, self.server, self.variables = ranks(), cluster_resolver, None, []

    @property
    def workers(self):
        """How many ranks bring gradients."""
        return max(1, self.group.size() - 1)

    def made(self, variable, averaged):
        """Return a variable was made in the scope; averaged as in Strategy. Raises ValueError while workers run."""
        if self.server is not None:
            raise ValueError(f"the variable {variable.name} was made while workers run: make models and optimizers in "
                             "strategy.scope() before the first coordinator.schedule(), and build them there.")
        super().made(variable, averaged)
        if variable.trainable:
            self.variables.append(variable)

    def run(self, fn, args=(), kwargs=None, options=None):
        """fn(*args, **kwargs) on this worker alone: a step is its own, its loss whole; options as in Strategy."""
        return self.within(Replica(self, 1.0), fn, args, kwargs)

    def gradients(self, optimizer, grads, variables):
        """Bring a worker's grads of variables to the server, where an optimizer takes the step, and take its weights.

        Raises RuntimeError where a step is neither scheduled by a coordinator nor one of Keras' `fit`.
        """
        if state.replica.joint:
            self.noted(lambda grads: self.step_together(optimizer, grads, variables), grads, [])
            return
        if self.server is None:
            raise RuntimeError("a step under ParameterServerStrategy is one that a coordinator deals out: "
                               "tf.distribute.coordinator.ClusterCoordinator(strategy).schedule(step). "
                               "Or let Model.fit take the steps.")

        def exchange_over_ranks(grads):
            for variable, grad in zip(variables, grads):
                variable.own()
                variable.tensor.grad = None if grad is None else engine_tensor(grad).detach()
            self.server.exchange()
        self.noted(exchange_over_ranks, grads, [])

    def step_together(self, optimizer, grads, variables):
        """Take a step of an optimizer on the server, with the workers' grads of variables added up, for all ranks."""
        own = [engine_tensor(grad).detach() for grad in grads if grad is not None]
        found = iter(reduced(own, self.group, root=0))
        if self.group.rank() == 0:
            optimizer.applied([None if grad is None else wrapped(next(found)) for grad in grads], variables)
        changed = [*variables, optimizer.iterations]
        for variable in changed:
            variable.own()
        self.begin(changed)

    def connected(self):
        """Return the server that this rank is, or sends gradients to. Raise ValueError for several optimisers."""
        if len(self.optimizers) != 1:
            raise ValueError(f"{len(self.optimizers)} optimizers were made in the scope of ParameterServerStrategy, "
                             "and its server takes the steps of one: make one there.")
        optimizer = self.optimizers[0]
        optimizer.build(self.variables)
        for variable in optimizer.own:
            variable.own()
        return ParameterServer([v.tensor for v in optimizer.own], optimizer.engine, group=self.group)

    def shares(self, batches, made):
        """Keras' batches: each worker its part with sizes, the server none; made is what an array becomes."""
        return Shares(batches, self.group, made, sized=True, idle=1)


class RemoteValue:
    """What a scheduled function will have returned, on the rank `worker`."""

    def __init__(self, worker):
        self.worker, self.value, self.known = worker, None, False

    def fetch(self):
        """Return the value, on every rank. Raises RuntimeError before the coordinator's `join()`."""
        if not self.known:
            raise RuntimeError("the value of a scheduled function is known after coordinator.join().")
        return self.value

    get = fetch


class ClusterCoordinator:
    """Deals functions out to the workers of a ParameterServerStrategy, one after the other.

    strategy   a ParameterServerStrategy; ValueError for another

    `schedule` runs a function at once on the rank whose turn it is, and does nothing on the others. `join` waits until
    all have run, while rank 0 serves the weights; then every rank has them as they have become.
    """

    def __init__(self, strategy):
        if not isinstance(strategy, ParameterServerStrategy):
            raise ValueError("Only `tf.distribute.ParameterServerStrategy` is supported for `ClusterCoordinator`, not "
                             f"{strategy!r}.")
        self.strategy, self.pending, self.turn = strategy, [], 0

    def alone(self):
        """Whether this process is server and worker."""
        return self.strategy.group.size() == 1

    def schedule(self, fn, args=None, kwargs=None):
        """Let a worker run fn(*args, **kwargs). Returns a RemoteValue. What args iterate over is each worker's own."""
        worker = self.turn % self.strategy.workers + (0 if self.alone() else 1)
        self.turn += 1
        value = RemoteValue(worker)
        self.pending.append(value)
        if not self.alone() and self.strategy.server is None:
            self.strategy.server = self.strategy.connected()
            if not self.strategy.server.is_server:
                self.strategy.server.fetch_first()
        if self.strategy.group.rank() == worker:
            value.value = fn(*(args or ()), **(kwargs or {}))
        return value

    def join(self):
        """Wait until every scheduled function has run."""
        server, group = self.strategy.server, self.strategy.group
        if server is not None:
            if server.is_server:
                server.serve()
            else:
                server.__exit__(None, None, None)
            self.strategy.server = None
        own = [value.value if value.worker == group.rank() else None for value in self.pending]
        for value, found in zip(self.pending, zip(*gathered(own, group))):
            value.value, value.known = found[value.worker], True
        self.pending = []

    def done(self):
        """Whether nothing that was scheduled is left to wait for."""
        return not self.pending

    def fetch(self, val):
        """Return the values of the RemoteValues in a structure `val`."""
        from ....rare.autograd.tree import leaves, rebuilt
        return rebuilt(val, iter([x.fetch() if isinstance(x, RemoteValue) else x for x in leaves(val)]))

    def create_per_worker_dataset(self, dataset_fn):
        """Return the data set that dataset_fn() makes, on each worker its own."""
        return dataset_fn() if callable(dataset_fn) else dataset_fn
