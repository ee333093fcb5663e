"""Run the model over data without training it: validation, test and prediction."""

from ..engine import no_grad, tensor_types
from ..rare.autograd.tree import leaves
from .fit_loop import batch_limit
from .metrics import Results

STAGES = {"validate": ("validation", "validation_step", "limit_val_batches"),
          "test": ("test", "test_step", "limit_test_batches"),
          "predict": ("predict", "predict_step", "limit_predict_batches")}


def evaluate_on(trainer, loaders, stage, most=None):
    """Call the module's step for this stage, such as validation_step, on every batch, in evaluation mode.

    loaders   a loader or a list of them; if there are several, the step gets dataloader_idx
    returns   (Results, [result of each step])
    """
    word, name, limit = STAGES[stage]
    module, several = trainer.module, isinstance(loaders, list | tuple)
    step = getattr(module, name, None)
    if step is None and stage == "predict":
        step = lambda batch, index: module(batch[0] if isinstance(batch, list | tuple) else batch)
    if step is None:
        raise TypeError(f"{type(module).__name__} has no {name}, which trainer.{stage}() calls.")
    mode, before, staged, outputs = module.training, trainer.results, trainer.stage, []
    trainer.results, trainer.stage = Results(), stage
    trainer.call(f"on_{word}_start")
    module.eval()
    trainer.call(f"on_{word}_epoch_start")
    try:
        with no_grad():
            for number, loader in enumerate(loaders if several else [loaders]):
                extra = (number,) if several and len(loaders) > 1 else ()
                end = batch_limit(loader, getattr(trainer, limit) if most is None else most)
                for index, batch in enumerate(loader):
                    if index >= end:
                        break
                    batch = trainer.here = trainer.precision.batch(batch)
                    trainer.call(f"on_{word}_batch_start", batch, index)
                    with trainer.precision.forward():
                        outputs.append(step(batch, index, *extra))
                    trainer.call(f"on_{word}_batch_end", outputs[-1], batch, index)
            trainer.here, trainer.results.closing = None, True
            trainer.call(f"on_{word}_epoch_end")
            trainer.finished.update(trainer.results.metrics())
            trainer.call(f"on_{word}_end")
    finally:
        module.train(mode)
        found, trainer.results, trainer.stage = trainer.results, before, staged
    return found, outputs


def size_of(batch):
    """Return how many samples a batch has: the first size of its first tensor; 1 if it has no tensor."""
    return next((len(x) for x in leaves(batch) if type(x) in tensor_types and x.ndim), 1)
