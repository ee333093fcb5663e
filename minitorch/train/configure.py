"""Convert the result of `configure_optimizers` to one form: optimisers, and schedules with their intervals."""

from ..optim import Optimizer
from ..optim.lr_scheduler import LRScheduler, ReduceLROnPlateau

DEFAULTS = {"interval": "epoch", "frequency": 1, "monitor": None, "strict": True, "name": None}


def read_configuration(returned):
    """Return ([optimisers], [{"scheduler", "interval", "frequency", "monitor", …}]) for a returned value.

    returned   an optimiser; a list of them; ([optimisers], [schedules]); {"optimizer": …, "lr_scheduler": …};
               a list of such dicts; None for no optimiser
    """
    if returned is None:
        return [], []
    if isinstance(returned, Optimizer):
        return [returned], []
    if isinstance(returned, dict):
        return [returned["optimizer"]], as_schedules([returned[name] for name in ("lr_scheduler",) if name in returned])
    if isinstance(returned, list | tuple) and returned:
        if all(isinstance(part, Optimizer) for part in returned):
            return list(returned), []
        if all(isinstance(part, dict) for part in returned):
            pairs = [read_configuration(part) for part in returned]
            return [o for optims, _ in pairs for o in optims], [s for _, found in pairs for s in found]
        if len(returned) == 2 and all(isinstance(part, list | tuple) for part in returned):
            return list(returned[0]), as_schedules(returned[1])
    raise TypeError("configure_optimizers() returns an optimizer, a list of them, ([optimizers], [schedulers]), or a "
                    f'dict with "optimizer" and "lr_scheduler"; this one returned {type(returned).__name__}.')


def as_schedules(given):
    """Return each schedule as a dict with its interval, frequency and monitor."""
    found = []
    for one in given:
        one = one if isinstance(one, dict) else {"scheduler": one}
        unknown = [name for name in one if name != "scheduler" and name not in DEFAULTS]
        if "scheduler" not in one or unknown:
            raise ValueError(f"a dict for a schedule must have \"scheduler\", and may have {', '.join(DEFAULTS)}, but "
                             f"has {', '.join(unknown) or 'no scheduler'}.")
        config = {**DEFAULTS, **one, "reduce_on_plateau": isinstance(one["scheduler"], ReduceLROnPlateau)}
        if not isinstance(one["scheduler"], LRScheduler):
            raise TypeError(f"a schedule must be an LRScheduler, not {type(one['scheduler']).__name__}.")
        if config["interval"] not in ("epoch", "step"):
            raise ValueError(f"a schedule's interval must be 'epoch' or 'step', not {config['interval']!r}.")
        if config["reduce_on_plateau"] and config["monitor"] is None:
            raise ValueError('ReduceLROnPlateau needs "monitor", the name of a logged number: {"scheduler": …, '
                             '"monitor": "val_loss"}.')
        found.append(config)
    return found


def step_schedules(trainer, interval, count):
    """Step the schedules that are due after `count` batches or epochs."""
    for config in trainer.lr_scheduler_configs:
        if config["interval"] != interval or count % config["frequency"]:
            continue
        metric = None
        if config["reduce_on_plateau"]:
            metric = trainer.callback_metrics.get(config["monitor"])
            if metric is None:
                if config["strict"]:
                    raise RuntimeError(f"ReduceLROnPlateau watches {config['monitor']!r}, which was not logged. "
                                       f"Logged: {', '.join(trainer.callback_metrics) or 'nothing'}.")
                continue
        own = getattr(trainer.module, "lr_scheduler_step", None)
        if own is not None:
            own(config["scheduler"], metric)
        elif metric is None:
            config["scheduler"].step()
        else:
            config["scheduler"].step(metric)
