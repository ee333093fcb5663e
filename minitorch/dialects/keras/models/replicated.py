"""A model's steps under a strategy of several replicas: each rank its part of a batch, and the numbers of all."""

from functools import wraps

from ....tensors import as_tensor
from ...core.convert import engine_tensor
from ...core.replicas import Replica, reduced, summed
from ...core.shares import Shares


def in_scope(method):
    """Make a method of a model run in the scope of its strategy; all ranks come out of it together."""
    @wraps(method)
    def call(self, *args, **settings):
        with self.distribute_strategy.scope() as strategy:
            found = method(self, *args, **settings)
            strategy.barrier()
        return found
    return call


def shares(model, loader):
    """Return a loader's batches, or this rank's part of each where the model has several replicas."""
    strategy = model.distribute_strategy
    if isinstance(loader.source, Shares):
        loader.source = loader.source.source
    return loader if strategy.num_replicas_in_sync == 1 else strategy.shares(loader, as_tensor)


def stepped(model, step, batch, as_theirs):
    """Return {name: number} of a step on a batch, or on this rank's part of it: those of the whole batch."""
    strategy = model.distribute_strategy
    if strategy.num_replicas_in_sync == 1:
        return step(as_theirs(batch))
    part, own, whole = batch
    logs = strategy.as_replica(step, (as_theirs(part),), None, Replica(strategy, own / whole, joint=True))
    with summed([v for metric in model.metrics for v in metric.variables], strategy):
        known = model.get_metrics_result()
    others = [name for name in logs if name not in known]
    values = [engine_tensor(logs[name]).detach() * (own / whole) if own else engine_tensor(logs[name]).detach() * 0
              for name in others]
    return {**logs, **{name: known[name] for name in logs if name in known},
            **dict(zip(others, reduced(values, strategy.group)))}


def predicted(model, batch, as_theirs):
    """Compute the model's outputs for a batch: each rank's for its part, put together."""
    strategy = model.distribute_strategy
    if strategy.num_replicas_in_sync == 1:
        return model.predict_step(as_theirs(batch))
    part, own, whole = batch
    replica = Replica(strategy, own / whole, joint=True)
    return strategy.gather(strategy.as_replica(model.predict_step, (as_theirs(part),), None, replica), 0)
