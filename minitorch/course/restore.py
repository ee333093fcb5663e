"""Begin a lesson with the answers of earlier ones mounted; save my_minitorch.py elsewhere and bring it back."""

import sys
from pathlib import Path

from ..piece import banner
from ..random import manual_seed
from . import answer_file
from .record import find
from .safe_call import call
from .session import answers, submit


def setup(lesson, drive=False):
    """Begin a lesson: seed, forget the last session, and mount what you wrote in earlier lessons.

    lesson   its number
    drive    keep my_minitorch.py on Google Drive (Colab)
    """
    manual_seed(0)
    if drive:
        answer_file.use_drive()
    mounted = restore(lesson)
    print(f"minitorch {sys.modules['minitorch'].__version__}, lesson {lesson}: "
          + (f"running on your own {', '.join(mounted)}" if mounted else "running on the library's own pieces"))


def restore(lesson):
    """Mount what was kept in earlier lessons; for what no longer runs or is no longer right, say which and why."""
    restored = []
    try:
        answer_file.read()
    except (OSError, ValueError):
        banner(f"{answer_file.NAME} cannot be read: the library's own pieces take the place of yours")
    for id, (version, text) in answer_file.sections().items():
        try:
            record = find(id)
        except ValueError:
            continue
        if record.lesson > lesson or id in answers:
            continue
        if version != record.version:
            banner(f"{id} {record.name} has changed since you wrote it: the library's own takes its place")
            continue
        again = call(answer_file.run_section, record, text)
        if again.error is None:
            submit(record, again.value, remember=False)
            restored.append(id)
        else:
            fall_back(record, f"{type(again.error).__name__}: {again.error}")
    for id in restored:                                    # at the end: trying one may show that another is too slow
        if answers[id].state != "right":
            fall_back(find(id), f"it is {answers[id].state}")
    return [id for id in restored if answers[id].state == "right"]


def fall_back(record, reason):
    """Say that the library's own version runs, and why."""
    banner(f"your {record.id} {record.name} does not run here ({reason}): the library's own takes its place")


def download(name=None):
    """Save my_minitorch.py, or another file, to your computer (in Colab), or say where it lies."""
    file = answer_file.path() if name is None else Path(name)
    if not file.is_file():
        print(f"There is no {answer_file.NAME} yet: it begins with your first right answer." if name is None else
              f"There is no {name}.")
    elif answer_file.in_colab():
        from google.colab import files
        files.download(str(file))
    elif name is None:
        print(f"{answer_file.NAME} lies beside the notebook; copy it next to the lesson you go on with.")
    else:
        print(f"{name} is on this computer already.")


def upload():
    """Bring back a my_minitorch.py from your computer (in Colab) and mount what it holds."""
    if answer_file.in_colab():
        from google.colab import files
        for name, content in files.upload().items():
            first, given = answer_file.split(content.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
            if given:
                answer_file.store(first, {**answer_file.sections(), **given})
            else:
                print(f"{name} holds no answer: is it the {answer_file.NAME} that you downloaded?")
    print(f"from {answer_file.NAME}: {', '.join(restore(10**6)) or 'nothing'}")
