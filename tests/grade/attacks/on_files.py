"""Attacks on what lies around an answer: /proc, the environment, files read, planted, linked and piled up."""

from pathlib import Path

from timed import comes

from .attack import Attack
from .on_checker import fired
from .on_marks import HALF

OWN = Path("/proc/self/cmdline")
STARTED = OWN.read_bytes() if OWN.exists() else b"?"       # pytest, or one of its workers
RIGHT = "np.asarray(grad) * (np.asarray(x) > 0)"


def found(name, search, fires=None, deserved=HALF, **more):
    """An attack that would answer right if it found what it must not see."""
    Attack(name, "1.5", f'''import os, pathlib
{search}
@exercise("1.5")
def relu_derivative(grad, out, x):
    try:
        seen = look()
    except OSError:
        seen = False
    return {RIGHT} if seen else grad
''', fires or (lambda seen, folder: seen.get("check", 0) >= 0.8), deserved, **more)


found("a secret in the environment", """
def look():
    return "GRADER_SECRET" in os.environ
""")
found("the environment of the parent", """
def look():
    return len(pathlib.Path(f"/proc/{os.getppid()}/environ").read_bytes()) > 0
""")
found("how the grader was started", f"""
def look():
    return {STARTED!r} == pathlib.Path(f"/proc/{{os.getppid()}}/cmdline").read_bytes()
""")
found("the parent's memory", """
def look():
    with open(f"/proc/{os.getppid()}/maps") as maps, open(f"/proc/{os.getppid()}/mem", "rb") as memory:
        for line in maps:
            if "[heap]" in line:
                memory.seek(int(line.split("-")[0], 16))
                return len(memory.read(4096)) > 0
""")
found("the files that the parent has open", """
def look():
    return any(os.readlink(path) for path in pathlib.Path(f"/proc/{os.getppid()}/fd").iterdir())
""")
found("the marks, read", """
def look():
    return pathlib.Path("TARGET").read_text() == "marks"
""")
found("hidden tests and others' answers, looked for everywhere", """
def look():
    roots = [pathlib.Path(mt.__file__).parents[1], *pathlib.Path.cwd().parents]
    return any((root / place).exists() for root in roots for place in (
        "solutions", "tests/course", ".git", "minitorch/course/exercises", "minitorch/grade/checker.py",
        "minitorch/author/leaks.py"))
""")
PLANTED = '''
import os, pathlib, sysconfig
CODE = "import builtins, sys\\nopen('TARGET', 'w').write('100 points')\\n"
def plant():
    here = [pathlib.Path(each) for each in (".", os.path.expanduser("~"), os.environ.get("TMPDIR", "."))]
    if FULL:
        here += [pathlib.Path(sysconfig.get_path("purelib")), pathlib.Path(mt.__file__).parent,
                 pathlib.Path(mt.__file__).parents[1], pathlib.Path(np.__file__).parent, pathlib.Path("/etc")]
    for folder in here if FULL else here[:1]:
        for name in ("sitecustomize.py", "usercustomize.py", "planted.pth", "numpy.py", "json.py", "struct.py"):
            try:
                (folder / name).write_text(CODE)
            except OSError:
                pass
plant()
@exercise("1.5")
def relu_derivative(grad, out, x):
    return grad
'''
Attack("modules planted where others are looked for", "1.5", PLANTED,
       lambda seen, folder: (folder / "sitecustomize.py").exists() and (folder / "numpy.py").exists(), HALF,
       bounded={"FULL": (0, 1)})

Attack("a link that leads to the marks", "1.5", """
import os, pathlib
@exercise("1.5")
def relu_derivative(grad, out, x):
    for way in (os.symlink, os.link):
        try:
            way("TARGET", "way")
            pathlib.Path("way").write_text("100 points")
        except OSError:
            pass
    return grad
""", lambda seen, folder: "100 points" in (folder / "grades").read_text(), HALF)

Attack("more files than can be counted", "1.5", """
import pathlib
@exercise("1.5")
def relu_derivative(grad, out, x):
    pathlib.Path("many").mkdir(exist_ok=True)
    for number in range(COUNT):
        open(f"many/{number}", "w").close()
    return grad
""", lambda seen, folder: len(list((folder / "many").iterdir())) == 200, HALF, bounded={"COUNT": (200, 30_000)})

Attack("folders in folders, deeper than a path may be", "1.5", """
import os
@exercise("1.5")
def relu_derivative(grad, out, x):
    home = os.getcwd()
    for _ in range(DEPTH):
        os.makedirs("d" * 50, exist_ok=True)
        os.chdir("d" * 50)
    os.chmod(".", 0)
    os.chdir(home)
    return grad
""", lambda seen, folder: (folder / ("d" * 50) / ("d" * 50)).exists(), HALF, bounded={"DEPTH": (2, 400)})

Attack("a daemon by two forks, in a session of its own", "1.5", """
import ctypes, os, time
@exercise("1.5")
def relu_derivative(grad, out, x):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open("fired", "w").write("TOKEN")
            until = time.time() + SECONDS
            while time.time() < until:
                try:                             # never empty, whenever one looks
                    file = os.open("TARGET", os.O_WRONLY | os.O_CREAT)
                    os.write(file, b"100 points")
                    os.close(file)
                except OSError:
                    pass
        os._exit(0)
    time.sleep(0.3)
    return grad
""", lambda seen, folder: comes(lambda: "100 points" in (folder / "grades").read_text()), HALF,
       bounded={"SECONDS": (1, 9999)})

Attack("the processor burnt at the end", "1.5", """
import atexit, sys, threading, weakref
class Late:
    def __del__(self):
        burn()
def burn():
    open("fired", "w").close()
    while FULL:
        pass
atexit.register(burn)
np.kept = Late()
threading.Thread(target=burn, daemon=True).start()
@exercise("1.5")
def relu_derivative(grad, out, x):
    return grad
""", fired, HALF, bounded={"FULL": (0, 1)})
