"""The loops of fit, evaluate and predict: batch by batch, with the callbacks between."""

from ....engine import no_grad, tensor_types
from ....rare.autograd.tree import leaves, rebuilt
from ...core.lift import wrapped
from ...core.temporary import set_to
from ..callbacks.progress import numbers
from ..core.calls import state
from .replicated import predicted, stepped


def train(model, loader, validation, callbacks, epochs, first, validation_freq):
    """Train for the epochs from number `first` on; validate after every validation_freq of them.

    loader, validation    batches to train on, and to measure on or None
    """
    callbacks.on_train_begin()
    first, model._initial_epoch = first if model._initial_epoch is None else model._initial_epoch, None
    logs = {}
    for epoch in range(first, epochs):
        model.reset_metrics()
        callbacks.on_epoch_begin(epoch)
        logs = run(model, loader, "train", model.train_step, callbacks)
        if validation is not None and (epoch + 1) % validation_freq == 0:
            logs = {**logs, **{f"val_{name}": value for name, value in measure(model, validation, callbacks).items()}}
        callbacks.on_epoch_end(epoch, dict(logs))
        if model.stop_training:
            break
    model.optimizer.finalize_variable_values(model.trainable_weights)
    callbacks.on_train_end(logs)


def measure(model, loader, callbacks):
    """Return {name: number} of a model on all batches."""
    model.reset_metrics()
    callbacks.on_test_begin()
    with no_grad():
        logs = run(model, loader, "test", model.test_step, callbacks)
    callbacks.on_test_end(logs)
    return logs


def run(model, loader, what, step, callbacks):
    """Take a step on each batch; return {name: number} after the last. A callback may stop a training."""
    begin, end = (getattr(callbacks, f"on_{what}_batch_{when}") for when in ("begin", "end"))
    convert, logs = converter(model), {}
    for number, batch in numbered(loader):
        begin(number)
        logs = numbers(stepped(model, step, batch, convert))
        end(number, logs)
        if what == "train" and model.stop_training:
            break
    return logs


def numbered(loader):
    """Yield (number, batch); layers that are built meanwhile note whether all batches have one size."""
    with set_to(state, any_batch=not getattr(loader, "even", False)):
        yield from enumerate(loader)


def predict(model, loader, callbacks):
    """Return the model's outputs for each batch, a list."""
    outputs, convert = [], converter(model)
    callbacks.on_predict_begin()
    with no_grad():
        for number, batch in numbered(loader):
            callbacks.on_predict_batch_begin(number)
            outputs.append(predicted(model, batch, convert))
            callbacks.on_predict_batch_end(number, {"outputs": outputs[-1]})
    callbacks.on_predict_end()
    return outputs


def converter(model):
    """Return a function that turns a batch of the engine's tensors into the dialect's, on the device of the weights."""
    device = next((w.tensor.device for w in model.weights), "cpu")

    def convert(batch):
        if len(batch) == 1 and not isinstance(batch[0], list | tuple):           # inputs alone are no tuple
            batch = batch[0]
        return rebuilt(batch, iter([wrapped(x.to(device)) if type(x) in tensor_types else x for x in leaves(batch)]))
    return convert
