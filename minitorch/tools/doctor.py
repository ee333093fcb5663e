"""`minitorch doctor`: report which packages are installed or missing, and what to do. It changes nothing."""

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from ..cuda.driver import driver

HOME = Path(__file__).parents[1]
SECONDS = 8                              # maximum seconds that another program may take to answer
STATES = {"here": "here", "not here": "not here", "broken": "BROKEN", "unknown": "unknown"}


class Finding:
    """One line of the report.

    state   "here", "not here" (something optional), "broken" (minitorch needs it) or "unknown" (the check failed)
    text    what was found
    todo    what to do about it, if something can be done
    """

    def __init__(self, name, state, text, todo=""):
        self.name, self.state, self.text, self.todo = name, state, text, todo


def version(*names):
    """Return the version of the first of these distributions that is installed, or None. Imports nothing."""
    for name in names:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return None


def at_least(found, wanted):
    """Return True if version `found`, such as '2.1.3', is at least version `wanted`, such as '2.0'."""
    def numbers(text):
        return [int("".join(c for c in part if c.isdigit()) or 0) for part in text.split(".")[:2]]
    return numbers(found) >= numbers(wanted)


def run_program(*command):
    """Return a program's output, from both streams, on one line; raise OSError if it fails or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.SubprocessError:
        raise OSError(f"{command[0]} did not answer in {SECONDS} seconds") from None
    if done.returncode:
        raise OSError((done.stderr.strip() or f"{command[0]} ended with {done.returncode}").splitlines()[-1])
    return " ".join((done.stdout + done.stderr).split())


def package():
    runs, told = sys.modules["minitorch"].__version__, version("minitorch")
    todo = ("" if told in (None, runs) else
            f"pip knows version {told}, which is not the one running: is another folder named minitorch in the way?")
    return Finding("minitorch", "here", f"{runs}, from {HOME}", todo)


def python():
    found = ".".join(map(str, sys.version_info[:3]))
    kind = "in a virtual environment" if sys.prefix != sys.base_prefix else "the system's own"
    return Finding("Python", "here", f"{found}, {kind}: {sys.executable}")


def numpy():
    import numpy as np
    return (Finding("NumPy", "here", f"{np.__version__}, from {os.path.dirname(np.__file__)}")
            if at_least(np.__version__, "2.0") else
            Finding("NumPy", "broken", np.__version__, 'pip install "numpy>=2.0"'))


def blas():
    """Check the library that computes NumPy's matrix products, and how many cores it may use."""
    import numpy as np

    from ..backend.threads import blas as switch, get_num_threads
    built = np.show_config(mode="dicts").get("Build Dependencies", {}).get("blas", {})
    name = f"{built.get('name', 'unknown')} {built.get('version', '')}".strip()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    if switch()[0] is None:
        return Finding("BLAS", "here", f"{name}, on {cores} cores",
                       "minitorch.set_num_threads cannot reach it: set OMP_NUM_THREADS (or MKL_NUM_THREADS) first.")
    used = get_num_threads()
    todo = "" if used <= cores else (f"More threads than cores makes it slow: minitorch.set_num_threads({cores}), or "
                                     f"OPENBLAS_NUM_THREADS={cores}.")
    return Finding("BLAS", "here", f"{name}, {used} thread{'s' * (used != 1)} on {cores} cores", todo)


def c_compiler():
    """Check the C compiler of row kernels and of `compile(backend="c")`, and count the row kernels that are stored."""
    from ..backend.compiler import ADVICE, compiler, library_folder
    from ..ops.kernels.row_compiler import count_stored, sources
    from ..ops.kernels.row_kernels import c
    path = compiler()
    if path is None:
        return Finding("C compiler", "not here", "softmax, layer norm, cross entropy and gelu are computed by NumPy",
                       f"C computes them up to three times as fast. {ADVICE}")
    text = (f"{os.path.realpath(path)}; {count_stored()} of {len(sources())} row kernels are compiled, "
            f"in {library_folder()}")
    return Finding("C compiler", "here", text, "" if c.enabled else "MINITORCH_C=0: row kernels stay in NumPy.")


def ask_python(code):
    """Run `code` in another Python process, so that this one imports nothing; return its output."""
    environment = os.pathsep.join([str(HOME.parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.run([sys.executable, "-c", code], text=True, check=True, capture_output=True,
                          timeout=4 * SECONDS, env={**os.environ, "PYTHONPATH": environment}).stdout.strip()


def in_colab():
    return "google.colab" in sys.modules or "COLAB_RELEASE_TAG" in os.environ


def gpu():
    """Check the GPU: its driver, whether CuPy fits the driver's CUDA, and whether both compute."""
    names, newest, why = driver()
    fits = {major: version(f"cupy-cuda{major}x") for major in (12, 13)}
    cupy = fits[13] or fits[12] or version("cupy")
    if not names:
        return Finding("GPU", "not here", why + (f" (CuPy {cupy} is installed)" if cupy else ""),
                       "This is a Colab runtime without a GPU: click Runtime > Change runtime type > T4 GPU > Save."
                       if in_colab() else "Everything runs on the CPU. In Colab: Runtime > Change runtime type > GPU.")
    found, extra = ", ".join(names), f"cuda{min(max(newest, 12), 13)}x"
    install = f'Install the extra {extra}, as in pip install -e ".[{extra}]".'
    if cupy is None:
        return Finding("GPU", "not here", f"{found}; CuPy, which computes on it, is not installed", install)
    if fits[12] and fits[13]:
        return Finding("GPU", "not here", f"{found}; CuPy is installed twice, for CUDA 12 and for CUDA 13",
                       "pip uninstall -y cupy-cuda12x cupy-cuda13x; then install one. " + install)
    if fits[13] and newest < 13:
        return Finding("GPU", "not here", f"{found}; its driver runs CUDA {newest}, and CuPy {cupy} is for CUDA 13",
                       "pip uninstall -y cupy-cuda13x; or a newer driver. " + install)
    reason = ask_python("from minitorch import backend; print(backend.detect()[1] or '')")
    return (Finding("GPU", "not here", f"{found}; {reason}", "CuPy must fit the driver's CUDA (see nvidia-smi).")
            if reason else Finding("GPU", "here", f"{found}, with CuPy {cupy}; it computes"))


def cudnn():
    """Check cuDNN: the frontend that plans convolutions, and the library with their kernels."""
    frontend, library = version("nvidia-cudnn-frontend"), version("nvidia-cudnn-cu12", "nvidia-cudnn-cu13")
    if frontend is None:
        return Finding("cuDNN", "not here", "no nvidia-cudnn-frontend: on a GPU convolution is im2col and a product",
                       'Only a GPU needs it: the extra cudnn, as in pip install -e ".[cudnn]".')
    return Finding("cuDNN", "here", f"frontend {frontend}, library {library or 'of the system, if it has one'}")


def graphviz():
    """Check if graphs can be drawn: by pygraphviz in this process, or else by the program dot."""
    inside, program, bridge = version("pygraphviz"), shutil.which("dot"), version("graphviz")
    found = [f"pygraphviz {inside}"] if inside else []
    if program:
        found.append(f"{run_program(program, '-V').replace('dot - graphviz version', 'dot').strip()} at {program}")
    if bridge is None:
        return Finding("Graphviz", "broken", ", ".join(found) or "nothing", 'pip install "graphviz>=0.20"')
    todo = "pip install pygraphviz (it brings Graphviz), or the system's package: apt install graphviz."
    if not found:
        return Finding("Graphviz", "not here", "neither pygraphviz nor the program dot: graphs are shown as text", todo)
    reason = ask_python("from minitorch.viz import render\n"
                   "try: render.rendered('digraph {a -> b}', 'svg')\n"
                   "except render.NotDrawn as why: print(str(why).removesuffix(render.ADVICE))")
    return (Finding("Graphviz", "not here", f"{', '.join(found)}, and graphs are shown as text: {reason}", todo)
            if reason else Finding("Graphviz", "here", f"{', '.join(found)}; it draws"))


def widgets():
    found = version("ipywidgets")
    fits = found is not None and at_least(found, "7.7") and not at_least(found, "9.0")
    return Finding("ipywidgets", "here", found) if fits else Finding(
        "ipywidgets", "broken", found or "not installed", 'pip install "ipywidgets>=7.7,<9"')


def jupyter():
    found = [f"{name} {told}" for name in ("jupyterlab", "notebook", "ipykernel", "ipython") if (told := version(name))]
    if not any(version(name) for name in ("jupyterlab", "notebook")):
        colab = in_colab()
        return Finding("Jupyter", "here" if colab else "not here", "Colab" if colab else ", ".join(found) or "nothing",
                       "" if colab else "The lessons are notebooks: pip install jupyterlab, or open them in Colab.")
    return Finding("Jupyter", "here", ", ".join(found))


def bubblewrap():
    """Check bubblewrap, the sandbox of submissions while they are graded."""
    program = shutil.which("bwrap")
    if program is None:
        return Finding("bubblewrap", "not here", "no program bwrap",
                       "Only graders need it. On Linux: apt install bubblewrap.")
    try:
        run_program(program, "--unshare-all", "--ro-bind", "/", "/", "true")
    except OSError as error:
        return Finding("bubblewrap", "not here", f"{program} is there but may not work here: {error}",
                       "Only graders need it. It wants user namespaces, which containers and some systems forbid.")
    return Finding("bubblewrap", "here", f"{run_program(program, '--version')} at {program}; it shuts in")


def mpi():
    told, program = version("mpi4py"), shutil.which("mpiexec") or shutil.which("mpirun")
    found = f"{f'mpi4py {told}' if told else 'no mpi4py'}, {program or 'no program mpiexec'}"
    return Finding("MPI", "here", found) if told and program else Finding(
        "MPI", "not here", found, "Only training in several processes needs it: pip install mpi4py mpich")


def optional(name, what_for, distribution=None):
    """Return a check for a package that only some features need."""
    def look():
        told = version(distribution or name)
        return Finding(name, "here", told) if told else Finding(
            name, "not here", f"not installed; {what_for}", f"pip install {distribution or name}")
    look.__name__ = name
    return look


CHECKS = [
    package, python, numpy, blas, c_compiler, gpu, cudnn, widgets, graphviz, jupyter,
    optional("matplotlib", "curves and pictures of arrays need it"),
    optional("Pillow", "folders of pictures need it", "pillow"),
    optional("onnx", "ONNX files are written and read with it"),
    optional("starlette", "minitorch serve needs it"),
    optional("uvicorn", "minitorch serve needs it"),
    optional("torch", "it is only compared with"),
    optional("pytest", "only the tests need it"),
    bubblewrap, mpi,
]


def examine(checks=None):
    """Return a Finding for each check; if a check raises an error, its state is "unknown", with the reason."""
    found = []
    for check in CHECKS if checks is None else checks:
        try:
            found.append(check())
        except Exception as error:
            text = str(error).strip().partition("\n")[0]
            found.append(Finding(check.__name__, "unknown", f"the look at it failed: {type(error).__name__}: {text}"))
    return found


def report(findings):
    """Return the Findings as text."""
    lines = ["minitorch doctor: what is here, what is not, and what to do about it", ""]
    for f in findings:
        lines.append(f"  {STATES[f.state]:<9} {f.name:<11} {f.text}")
        lines += [f"  {'':<9} {'':<11} -> {f.todo}"] * bool(f.todo)
    broken = [f.name for f in findings if f.state == "broken"]
    beside = os.path.join(os.path.dirname(sys.executable), "pip")
    if shutil.which("pip") != beside and any("pip install" in f.todo for f in findings):
        lines += ["", f"pip of this Python: {sys.executable} -m pip"]
    return "\n".join([*lines, "", f"minitorch cannot work without: {', '.join(broken)}." if broken else
                      "All that minitorch needs is here; what is not here is needed only by what it is named for."])


def run(options):
    """Run `minitorch doctor [--json]`; return 1 if something that minitorch needs is missing, else 0."""
    findings = examine()
    if options.json:
        import json
        print(json.dumps([vars(f) for f in findings], indent=2, ensure_ascii=False))
    else:
        print(report(findings))
    return int(any(f.state == "broken" for f in findings))
