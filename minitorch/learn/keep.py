"""What a learner has written, kept: right answers in a readable my_minitorch.py that later lessons run on."""

import ast
import inspect
import linecache
import re
import sys
import textwrap
import types
from pathlib import Path

from ..piece import banner
from ..serialization.atomic import whole
from .record import find

NAME = "my_minitorch.py"
HEAD = '"""My minitorch: what I wrote in the course. Later lessons run on it; edit it as you like."""\n'
SECTION = re.compile(r"^# exercise (\d+\.\d+), version (\d+)\n", re.M)
place = Path()                           # the folder it is kept in; setup() may choose another


def path():
    """Where my_minitorch.py is, or will be."""
    return place / NAME


def in_colab():
    return "google.colab" in sys.modules


def source_of(answer):
    """The source of a function or class without its decorator line, from a notebook's cell too."""
    if isinstance(answer, type):
        lines = class_lines(answer)
    else:
        lines = inspect.getsource(answer).splitlines(True)
    text = textwrap.dedent("".join(lines))
    node = ast.parse(text).body[0]
    return "\n".join(text.split("\n")[node.lineno - 1:]).rstrip()


def first_method(answer):
    """Any method of a class, which knows its file and its globals."""
    for value in vars(answer).values():
        value = getattr(value, "__func__", value)
        if inspect.isfunction(value):
            return value
    raise ValueError(f"{answer.__name__} has no method, so its source cannot be found")


def class_lines(answer):
    """The lines of a class, found through one of its methods: notebooks do not know where a class begins."""
    code = first_method(answer).__code__
    lines = linecache.getlines(code.co_filename)
    starts = [i for i, line in enumerate(lines[:code.co_firstlineno])
              if re.match(rf"\s*class {answer.__name__}\b", line)]
    if not starts:
        raise ValueError(f"the source of {answer.__name__} is not to be found")
    return inspect.getblock(lines[starts[-1]:])


def names_in(text):
    """Every name that a piece of source reads."""
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


def needs(function, text, seen):
    """The imports, constants and helpers that a source names, in the order they must stand.

    Raises ValueError for a value that no line of source can bring back.
    """
    space = (first_method(function) if isinstance(function, type) else function).__globals__
    lines = []
    for name in sorted(names_in(text) - seen):
        if name not in space or name in {"exercise", getattr(function, "__name__", "")}:
            continue
        seen.add(name)
        value = space[name]
        if isinstance(value, types.ModuleType):
            lines.append(f"import {value.__name__} as {name}" if value.__name__ != name else f"import {name}")
        elif isinstance(value, int | float | str | bool | tuple | None):
            lines.append(f"{name} = {value!r}")
        elif getattr(sys.modules["minitorch.learn"], name, None) is value:
            lines.append(f"from minitorch.learn import {name}")
        elif getattr(value, "__module__", "__main__") not in ("__main__", getattr(function, "__module__", None)):
            lines.append(f"from {value.__module__} import {value.__qualname__}"
                         + (f" as {name}" if value.__qualname__ != name else ""))
        elif inspect.isfunction(value) or inspect.isclass(value):
            helper = source_of(value)
            lines += [*needs(value, helper, seen), helper]
        else:
            raise ValueError(f"{name} is a {type(value).__name__}, which no line of source can bring back; "
                             "give it to the function as an argument, or make it inside.")
    return lines


def section(record, function):
    """One answer as text that stands on its own."""
    text = source_of(function)
    head = f"# exercise {record.id}, version {record.version}"
    return "\n".join([head, *needs(function, text, set()), text]) + "\n"


def sections():
    """{exercise id: (version, source)} of what has been kept."""
    if not path().is_file():
        return {}
    parts = SECTION.split(path().read_text(encoding="utf-8"))[1:]
    return {id: (int(version), text) for id, version, text in zip(parts[::3], parts[1::3], parts[2::3])}


def tried(record, text):
    """The answer that a section's source defines, run in a fresh namespace.

    Raises whatever the source raises, and NameError when it defines no answer.
    """
    space: dict = {"__name__": "my_minitorch"}
    name = f"<my_minitorch {record.id}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)     # so that it can be shown and kept again
    exec(compile(text, name, "exec"), space)
    if record.name not in space:
        raise NameError(f"it defines no {record.name}")
    return space[record.name]


def keep(record, function):
    """Add a right answer to my_minitorch.py, in the place of an older one. Returns what went wrong, or None."""
    try:
        text = section(record, function)
        tried(record, text)
    except Exception as reason:
        return f"{record.id} {record.name} is right, but could not be kept for later lessons: {reason}"
    kept = sections()
    kept[record.id] = (record.version, text[text.index("\n") + 1:])
    text = HEAD + "".join(f"\n\n# exercise {id}, version {version}\n{body.strip()}\n" for id, (version, body) in
                           sorted(kept.items(), key=lambda item: [int(n) for n in item[0].split(".")]))
    try:
        place.mkdir(parents=True, exist_ok=True)
        with whole(path()) as file:
            file.write(text.encode())
    except OSError as reason:
        return (f"{NAME} could not be written in {place.resolve().name}: {reason.strerror}. "
                "Your answer holds in this session only.")
    return None


def restore(lesson):
    """Mount what was kept in earlier lessons; for what no longer runs or is no longer right, say which and why."""
    from .session import answers, submit
    mounted = []
    for id, (version, text) in sections().items():
        try:
            record = find(id)
        except ValueError:
            continue
        if record.lesson > lesson or id in answers:
            continue
        if version != record.version:
            banner(f"{id} {record.name} has changed since you wrote it: the library's own takes its place")
            continue
        try:
            verdict = submit(record, tried(record, text), remember=False).verdict
            reason = None if verdict.state.startswith("right") else f"it is {verdict.state}"
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        if reason is not None:
            banner(f"your {id} {record.name} does not run here ({reason}): the library's own takes its place")
        else:
            mounted.append(id)
    return mounted


def download():
    """Save my_minitorch.py to your computer (in Colab), or say where it lies."""
    if not path().is_file():
        print(f"There is no {NAME} yet: it begins with your first right answer.")
    elif in_colab():
        from google.colab import files
        files.download(str(path()))
    else:
        print(f"{NAME} lies beside the notebook; copy it next to the lesson you go on with.")


def upload():
    """Bring back a my_minitorch.py from your computer (in Colab) and mount what it holds."""
    if in_colab():
        from google.colab import files
        for _, content in files.upload().items():
            path().write_bytes(content)
    print(f"from {NAME}: {', '.join(restore(10**6)) or 'nothing'}")


def use_drive():
    """Keep my_minitorch.py on Google Drive, where it outlives the Colab session."""
    global place
    if not in_colab():
        print("Drive is for Colab; here the file lies beside the notebook.")
        return
    from google.colab import drive
    drive.mount("/content/drive")
    place = Path("/content/drive/MyDrive/minitorch")

