"""Loggers: write the numbers of a run as a table or for TensorBoard."""

import csv
import os

from ..serialization.atomic import atomic_write


class Logger:
    """Base of all loggers: it has a folder save_dir/name/version_N, and the methods that a Trainer calls.

    save_dir   the outer folder
    version    a number or a name; default: the next free number
    """

    def __init__(self, save_dir: str | os.PathLike, name: str | None = "lightning_logs",
                 version: int | str | None = None):
        self.save_dir, self.name, self._version = os.fspath(save_dir), name or "", version

    @property
    def version(self):
        if self._version is None:
            top = os.path.join(self.save_dir, self.name)
            taken = [part.removeprefix("version_") for part in (os.listdir(top) if os.path.isdir(top) else ())]
            self._version = max([int(part) for part in taken if part.isdecimal()], default=-1) + 1
        return self._version

    @property
    def log_dir(self):
        """Folder of this run."""
        version = self.version if isinstance(self.version, str) else f"version_{self.version}"
        return os.path.join(self.save_dir, self.name, version)

    def log_metrics(self, metrics, step=None):
        """Write {name: number} for a step."""

    def log_hyperparams(self, params):
        """Write the settings of the run."""

    def log_graph(self, model, input_array=None):
        """Write the model's graph."""

    def save(self):
        """Write the rows or events that wait in memory to the file."""

    def finalize(self, status):
        """Save everything when the run ends; status is "success" or "failed"."""
        self.save()


class CSVLogger(Logger):
    """A logger that writes metrics.csv, with a row for each step and a column for each name, and hparams.yaml.

    prefix                     a text before every name
    flush_logs_every_n_steps   how many rows wait in memory before they are written

    For save_dir, name and version see Logger.
    """

    def __init__(self, save_dir: str | os.PathLike, name: str | None = "lightning_logs",
                 version: int | str | None = None, prefix: str = "", flush_logs_every_n_steps: int = 100):
        super().__init__(save_dir, name, version)
        self.prefix, self.every = f"{prefix}-" if prefix else "", flush_logs_every_n_steps
        self.rows: list = []
        self.waiting = 0

    @property
    def path(self):
        return os.path.join(self.log_dir, "metrics.csv")

    def log_metrics(self, metrics, step=None):
        self.rows.append({**{self.prefix + name: value for name, value in metrics.items()},
                          "step": len(self.rows) if step is None else step})
        self.waiting += 1
        if self.waiting >= self.every:
            self.save()

    def log_hyperparams(self, params):
        os.makedirs(self.log_dir, exist_ok=True)
        with open(os.path.join(self.log_dir, "hparams.yaml"), "w", encoding="utf-8") as file:
            file.writelines(f"{name}: {value}\n" for name, value in params.items())

    def save(self):
        """Write the whole table; a new name is a new column."""
        if not self.waiting:
            return
        os.makedirs(self.log_dir, exist_ok=True)
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        lines = Lines()
        table = csv.DictWriter(lines, names)
        table.writeheader()
        table.writerows(self.rows)
        with atomic_write(self.path) as file:
            file.write("".join(lines).encode())
        self.waiting = 0


class Lines(list):
    """A list of lines that csv can write to."""

    write = list.append


class TensorBoardLogger(Logger):
    """A logger for `tensorboard --logdir`; needs TensorBoard's package. For save_dir, name and version see Logger.

    log_graph           also write the model's graph, computed for its `example_input_array`
    default_hp_metric   has no effect: hp_metric is always −1
    prefix              a text before every name
    sub_dir             a folder inside the run's folder
    """

    def __init__(self, save_dir: str | os.PathLike, name: str | None = "lightning_logs",
                 version: int | str | None = None, log_graph: bool = False, default_hp_metric: bool = True,
                 prefix: str = "", sub_dir: str | None = None, **settings):
        super().__init__(save_dir, name, version)
        self.prefix, self.wants_graph, self.settings = f"{prefix}-" if prefix else "", log_graph, settings
        self.sub_dir, self._writer = sub_dir, None

    @property
    def log_dir(self):
        return os.path.join(super().log_dir, self.sub_dir or "").rstrip(os.sep)

    @property
    def experiment(self):
        """The SummaryWriter, for your own pictures and histograms."""
        if self._writer is None:
            from ..viz.tensorboard import SummaryWriter
            self._writer = SummaryWriter(self.log_dir, **self.settings)
        return self._writer

    def log_metrics(self, metrics, step=None):
        for name, value in metrics.items():
            self.experiment.add_scalar(self.prefix + name, value, step)

    def log_hyperparams(self, params):
        kept = {name: value if isinstance(value, bool | int | float | str) else str(value)
                for name, value in params.items()}
        self.experiment.add_hparams(kept, {"hp_metric": -1}, run_name=os.path.abspath(self.log_dir))

    def log_graph(self, model, input_array=None):
        given = getattr(model, "example_input_array", None) if input_array is None else input_array
        if self.wants_graph and given is not None:
            self.experiment.add_graph(model, given)

    def save(self):
        if self._writer is not None:
            self._writer.flush()

    def finalize(self, status):
        if self._writer is not None:
            self._writer.close()
