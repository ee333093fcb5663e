"""Running notebooks next to a my_minitorch.py, each in a fork of one process: a hundredth of the time of a kernel.

As a program it takes jobs as JSON, [[cells, text of my_minitorch.py], ...], and prints for each what its cells showed.
"""

import contextlib
import io
import json
import os
import re
import subprocess
import symtable
import sys
import tempfile
import time
from pathlib import Path

from minitorch.author.notebook import same_everywhere

HERE = Path(__file__).resolve()
VARYING = (re.compile(r"(?s)^\s*(<\?xml.*?)?<svg.*</svg>\s*$"), re.compile(r"0x[0-9a-f]{6,}"))
SECONDS = 400                            # for one notebook, on a busy machine


def needed(cells, wanted):
    """Return those of the cells that match a pattern, the first, and the last definitions of all that they read."""
    names, found = set(), []
    for number in reversed(range(len(cells))):
        table = symtable.symtable(re.sub(r"(?m)^(\s*)%.*", r"\1pass", cells[number]), "cell", "exec")
        made = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
        if not number or names & made or re.search(wanted, cells[number]):
            names = (names | globals_of(table)) - made             # a cell writes a name before it reads it
            found.append(number)
    return found[::-1]


def globals_of(table):
    """Return the global names that a symbol table's code reads, in functions too."""
    own = {symbol.get_name() for symbol in table.get_symbols()
           if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module")}
    return own.union(*map(globals_of, table.get_children()))


def outcomes(jobs, python=sys.executable):
    """Run jobs, (cells, kept text); return for each [(what was shown, seconds)] of its cells, or how it failed."""
    environment = {**os.environ, **same_everywhere(), "OMP_NUM_THREADS": "1",
                   "PYTHONPATH": os.pathsep.join([str(HERE.parents[2]), str(HERE.parents[1])])}
    done = subprocess.run([str(python), str(HERE)], input=json.dumps(jobs), env=environment, capture_output=True,
                          text=True, timeout=550)
    assert not done.returncode, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def shell_of(shown):
    """Return an IPython shell that puts what its cells show into a list, as (kind, text)."""
    from IPython.core.displayhook import DisplayHook
    from IPython.core.displaypub import DisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell

    def take(data):
        shown.extend((kind, str(text)) for kind, text in sorted(data.items()) if kind != "image/png")

    class Hook(DisplayHook):
        def __call__(self, result=None):
            if result is not None:
                self.update_user_ns(result)
                take(self.shell.display_formatter.format(result)[0])

    class Publisher(DisplayPublisher):
        def publish(self, data, *args, update=False, **settings):
            if not update:
                take(data)

    class Shell(InteractiveShell):
        def showtraceback(self, *args, **settings):
            """Leave it to the result of run_cell."""
    shell = Shell.instance()
    shell.displayhook, shell.display_pub = Hook(shell=shell), Publisher(shell=shell)
    shell.display_trap.hook = shell.displayhook
    return shell


class Told(io.StringIO):
    """What is printed, among all that is shown."""

    def __init__(self, shown, kind):
        super().__init__()
        self.shown, self.kind = shown, kind

    def write(self, text):
        self.shown.append((self.kind, text))
        return len(text)


def joined(shown):
    """Join stretches of print, and leave out what differs from run to run."""
    found: list = []
    for kind, text in shown:
        if found and found[-1][0] == kind and kind in ("text", "stderr"):
            found[-1][1] += text
        else:
            found.append([kind, text])
    for output in found:
        output[1] = VARYING[1].sub("0x", VARYING[0].sub("SVG", output[1]))
    return found


def played(cells, kept):
    """Run cells in a folder of their own; return what each showed, up to an error."""
    shown: list = []
    results = []
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(Told(shown, "text")), \
            contextlib.redirect_stderr(Told(shown, "stderr")):
        os.chdir(folder)
        if kept:
            Path("my_minitorch.py").write_text(kept, encoding="utf-8")
        shell = shell_of(shown)
        for cell in cells:
            shown.clear()
            start = time.perf_counter()
            result = shell.run_cell(cell, store_history=True)
            error = result.error_before_exec or result.error_in_exec
            if error is not None:
                shown.append(("error", f"{type(error).__name__}: {error}"))
            results.append([joined(shown), time.perf_counter() - start])
            if error is not None:
                break
        os.chdir("/")
    return results


def main():
    import selectors

    import minitorch.learn  # noqa: F401  (once for all)
    for cells, kept in json.load(sys.stdin):
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(reader)
                with os.fdopen(writer, "w") as file:
                    json.dump(played(cells, kept), file)
            finally:
                os._exit(0)
        os.close(writer)
        chunks, end = [], time.monotonic() + SECONDS
        with selectors.DefaultSelector() as waiting:
            waiting.register(reader, selectors.EVENT_READ)
            while waiting.select(max(0, end - time.monotonic())) and (chunk := os.read(reader, 1 << 20)):
                chunks.append(chunk)
            if time.monotonic() > end:
                os.kill(child, 9)
        os.close(reader)
        os.waitpid(child, 0)
        text = b"".join(chunks).decode()
        print(text or json.dumps([[[["error", f"it ended, or took longer than {SECONDS} s"]], 0]]), flush=True)


if __name__ == "__main__":
    main()
