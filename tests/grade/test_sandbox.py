"""What an answer finds where it runs: the library, an empty folder, and nothing else; and nothing of it stays."""

import os
import time

import pytest
from grade.handed import ANSWERS, HOME, graded

from minitorch.grade import sandbox
from minitorch.grade.inside.__main__ import descendants
from minitorch.grade.sandbox import Sandbox

bwrap = pytest.mark.needs("bwrap")


def told(code, **more):
    """What the code says when it runs as an answer: the words of the error it raises."""
    text = "def relu_derivative(grad, out, x):\n" + "".join(f"    {line}\n" for line in code.split("\n"))
    result = graded({"1.5": text}, **more)["1.5"]
    return result.text.rpartition("ValueError: SAID ")[2].split("\n")[0]


@bwrap
@pytest.mark.parametrize("what, code", {
    "no lesson, no solution, no test, no home": """
import os
found = []
for folder, folders, names in os.walk("/"):
    folders[:] = [name for name in folders if name not in ("proc", "usr", "site-packages")
                  and not name.startswith("python3.")]
    found += [f"{folder}/{name}" for name in names if name.endswith((".ipynb", ".sqlite"))
              or name in ("lesson_1.py", "evidence.py", "checker.py", "handed.py", "course.json")]
raise ValueError("SAID " + str(found[:5]))""",
    "nothing of the environment": """
import os
raise ValueError("SAID " + str(sorted(set(os.environ) & {"MINITORCH_SECRET", "USER", "SSH_AUTH_SOCK", "OLDPWD"})))""",
    "no network": """
import socket
found = []
for family, address in ((socket.AF_INET, ("1.1.1.1", 53)), (socket.AF_INET6, ("::1", 80))):
    try:
        line = socket.socket(family)
        line.settimeout(1)
        line.connect(address)
        found.append(address)
    except OSError:
        pass
raise ValueError("SAID " + str(found))""",
    "no other process": """
import os
mine = {os.getpid()}
raise ValueError("SAID " + str(sorted({int(name) for name in os.listdir("/proc") if name.isdecimal()} - mine)))""",
    "no open file but its line": """
import os
found = []
for number in range(64):
    try:
        found.append(os.readlink(f"/proc/self/fd/{number}"))
    except OSError:
        pass
found.remove(next(name for name in found if name.startswith("socket")))
raise ValueError("SAID " + str(sorted(set(found) - {"/dev/null"})))""",
    "nowhere to write but the box": """
import os
found = []
for folder, folders, _ in os.walk("/"):
    folders[:] = [name for name in folders if name not in ("proc", "share", "site-packages", "box", "shm", "pts")
                  and not name.startswith("python3.")]
    found += [folder] if os.access(folder, os.W_OK) else []
    if folder.count("/") > 4:                                # deeper ones lie on the same read-only system
        folders.clear()
raise ValueError("SAID " + str(found[:5]))""",
    "no mount to write to but the box": """
found = []
for line in open("/proc/self/mountinfo"):
    place, flags = line.split()[4:6]
    if place not in ("/proc", "/box", "/dev/shm") and "ro" not in flags.split(","):
        found.append(place)
raise ValueError("SAID " + str(found))""",
    "no time of a device": """
import os
found = []
for name in ("null", "zero", "full", "random", "urandom", "tty", "pts", "pts/ptmx", "shm/.."):
    try:
        os.utime(f"/dev/{name}")
        found.append(name)
    except OSError:
        pass
raise ValueError("SAID " + str(found))""",
    "no other library of the kind": """
found = []
for name in ("torch", "tensorflow", "jax", "autograd"):
    try:
        found += [name] if getattr(__import__(name), "__file__", None) else []
    except ImportError:
        pass
raise ValueError("SAID " + str(found))""",
    "no rights": """
import os
caps = [line for line in open("/proc/self/status") if line.startswith("CapEff")][0].split()[1]
raise ValueError("SAID " + str([caps] if int(caps, 16) or os.getuid() == 0 and os.getgroups() else []))""",
    "no memory of the first process": """
import os
found = []
try:
    found.append(len(open(f"/proc/{os.getppid()}/mem", "rb").read(1)))
except OSError:
    pass
raise ValueError("SAID " + str(found))""",
}.items(), ids=lambda value: value if "\n" not in value else "")
def test_there_is(what, code, monkeypatch):
    monkeypatch.setenv("MINITORCH_SECRET", "x")
    assert told(code.strip()) == "[]"


@bwrap
@pytest.mark.parametrize("name", ["learn", "course"])
def test_the_course_has_both_its_names_and_registers_answers_by_either(name):
    text = ("def relu_derivative(grad, out, x):\n    assert minitorch.course is minitorch.learn\n"
            "    return grad * (x > 0)")
    own = graded({"1.5": text}, f"import minitorch.{name}\nfrom minitorch.{name} import exercise, sum_to")["1.5"]
    assert (own.state, own.points) == ("right", 2), own.text


@bwrap
@pytest.mark.parametrize("isolation", ["bwrap", "rlimits"])
def test_right_answers_are_right_with_and_without_bubblewrap(isolation):
    results = graded(ANSWERS[1].REFERENCE, isolation=isolation)
    assert [result.state for result in results.values()] == ["right"] * 8
    assert {result.isolation for result in results.values()} == {isolation}


@pytest.mark.parametrize("isolation", [pytest.param("bwrap", marks=bwrap), "rlimits"])
def test_nothing_is_left_when_an_exercise_or_a_sandbox_ends(isolation):
    box = Sandbox(isolation)
    try:
        before = descendants(box.process.pid)
        line = box.fork()
        first = descendants(box.process.pid)
        assert len(first) > len(before)
        box.end()
        line.close()
        assert descendants(box.process.pid) == before
    finally:
        box.close()
    assert not any(os.path.exists(f"/proc/{pid}") for pid in first if not gone(pid))
    assert box.folder is None or not box.folder.exists()


def gone(pid, seconds=20.0):
    until = time.monotonic() + seconds
    while os.path.exists(f"/proc/{pid}") and time.monotonic() < until:
        time.sleep(0.02)
    return not os.path.exists(f"/proc/{pid}")


def test_without_bubblewrap_it_says_so_and_official_grades_are_refused(monkeypatch):
    monkeypatch.setattr(sandbox, "trouble", lambda: "it is not installed")
    kind, said = sandbox.isolation(official=False)
    assert kind == "rlimits" and "not a sandbox" in said and "apt install bubblewrap" in said
    with pytest.raises(RuntimeError, match="--official needs a sandbox.*it is not installed"):
        sandbox.isolation(official=True)


@bwrap
def test_where_it_works_it_says_what_is_used():
    assert sandbox.trouble() == ""
    assert sandbox.isolation(official=True)[0] == "bwrap"


@bwrap
def test_the_course_is_hidden_also_where_it_lies_within_what_is_shown(tmp_path, monkeypatch):
    (tmp_path / "lib" / "course").mkdir(parents=True)
    (tmp_path / "lib" / "course" / "grades.txt").write_text("secret")
    (tmp_path / "lib" / "open.txt").write_text("open")
    real = sandbox.roots
    monkeypatch.setattr(sandbox, "roots", lambda: [*real(), tmp_path / "lib"])
    code = (f"import os\nraise ValueError('SAID ' + str([os.path.exists('{tmp_path}/lib/open.txt'), "
            f"os.path.exists('{tmp_path}/lib/course/grades.txt')]))")
    assert told(code) == "[True, True]"
    assert told(code, hide=[tmp_path / "lib" / "course"]) == "[True, False]"
    assert HOME.is_dir()


def test_no_other_copy_of_the_library_is_seen_and_none_of_its_kind(tmp_path, monkeypatch):
    monkeypatch.setattr(sandbox, "roots", lambda: [tmp_path])
    for folder in ("lib/python3.12/site-packages", "lib/python3/dist-packages", "python3.13/site-packages"):
        for name in ("minitorch", "torch", "other"):
            (tmp_path / folder / name).mkdir(parents=True)
    seen = {str(path.relative_to(tmp_path)) for path in sandbox.hidden([])}
    assert seen == {f"{folder}/{name}" for folder in ("lib/python3.12/site-packages", "lib/python3/dist-packages",
                                                    "python3.13/site-packages") for name in ("minitorch", "torch")}
    link = tmp_path / "lib" / "python3.11" / "site-packages"
    link.mkdir(parents=True)
    (link / "minitorch").symlink_to(sandbox.PACKAGE)       # this very one: its files are known by what they are
    sandbox.copies.cache_clear()
    assert {str(path.relative_to(tmp_path)) for path in sandbox.hidden([])} == seen
