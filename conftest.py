"""`pytest --nbval solutions lessons` runs each notebook in an empty folder: what it writes is neither read nor left."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent
collect_ignore_glob = ["solutions/instructor/course/*", "solutions/instructor/students/*"]    # of a run in Jupyter


def pytest_configure(config):
    if getattr(config.option, "nbval", False) or getattr(config.option, "nbval_lax", False):
        reproducible(config)


def reproducible(config):
    """Start nbval's kernels in this Python, in folders of their own, and compare what every machine prints."""
    from nbval import plugin

    from minitorch.author.notebook import same_everywhere
    option, kernel = config.option, plugin.RunningKernel
    option.nbval_sanitize_with = option.nbval_sanitize_with or str(ROOT / "tests" / "nbval_sanitize.cfg")
    option.nbval_current_env = option.nbval_current_env or option.nbval_kernel_name is None
    os.environ.update({**same_everywhere(), **os.environ})
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])

    def in_a_folder(name, cwd, **settings):
        folder = TemporaryDirectory(ignore_cleanup_errors=True)      # Windows: a kernel may still be in it
        config.add_cleanup(folder.cleanup)
        return kernel(name, cwd=folder.name, **settings)
    plugin.RunningKernel = in_a_folder
    config.add_cleanup(lambda: setattr(plugin, "RunningKernel", kernel))
