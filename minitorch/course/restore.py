"""Begin a lesson with the answers of earlier ones mounted; save my_minitorch.py elsewhere and bring it back."""

import sys
from contextlib import suppress
from pathlib import Path

from ..display.page import dress
from ..engine.piece import notify
from ..random import manual_seed
from . import answer_file, places
from .marks import is_marked, marked, marks
from .record import find
from .safe_call import call
from .session import Answer, answers, submit


def setup(lesson, drive=False):
    """Begin a lesson: seed, forget the last session, and mount what you wrote in earlier lessons.

    lesson   its number
    drive    mount Google Drive (Colab): my_minitorch.py, data and checkpoints outlive the session there. Where it is
             mounted already, they do without a word
    """
    begin(lesson, drive, f"setup(lesson={lesson}, drive=True)", f"lesson {lesson}")


def begin(lesson, drive, call_for_drive, title):
    """Begin as `setup` does, under a title; `call_for_drive` is what keeps files in Colab."""
    manual_seed(0)
    if drive and places.mount_drive():
        places.DRIVE.mkdir(parents=True, exist_ok=True)
    if answer_file.home() == places.DRIVE:
        places.work_on_drive()
        print(f"Drive is mounted: {answer_file.NAME}, and what you save here, lies in MyDrive/{places.DRIVE.name}.")
    elif places.in_colab():
        print(f"Colab forgets its files. {call_for_drive} keeps yours on Google Drive.")
    gather()
    restore(lesson)
    mounted = running(lesson)
    print(f"minitorch {sys.modules['minitorch'].__version__}, {title}: "
          + (f"running on your own {', '.join(mounted)}" if mounted else "running on the library's own pieces"))
    dress()


def gather():
    """Take over what copies of my_minitorch.py that lie about hold and it lacks: beside the notebook, or numbered."""
    copies = {copy.resolve() for place in (Path.cwd(), answer_file.home()) for copy in place.glob(answer_file.COPIES)}
    for copy in sorted(copies - {answer_file.path().resolve()}):
        try:
            given = answer_file.parsed(copy.read_bytes())[1]
            more = {id: section for id, section in given.items() if id not in answer_file.sections()}
            if more:
                answer_file.add(more)
                notify(f"{copy.parent.name}/{copy.name} holds {', '.join(more)}: {answer_file.NAME} in "
                       f"{answer_file.home().resolve().name} has them now")
        except (OSError, ValueError) as reason:
            notify(f"{copy.name} cannot be taken over: {reason}")


def restore(lesson):
    """Mount what was kept in earlier lessons; for what no longer runs or is no longer right, say which and why."""
    restored: list[str] = []
    lost = answer_file.complete()
    try:
        lost = not answer_file.read()[1] or lost
    except (OSError, ValueError):
        notify(f"{answer_file.NAME} cannot be read: the library's own pieces take the place of yours")
        lost = True
    if lost and not answer_file.seen:
        restored += from_notebooks(lesson)
    sections = answer_file.sections()
    right_here = marks(sections) if sections else {}
    for id, (version, text) in sections.items():
        try:
            record = find(id)
        except ValueError:
            continue
        if record.lesson > lesson or id in answers:
            continue
        if version != record.version:
            notify(f"{id} {record.name} has changed since you wrote it: the library's own takes its place")
            continue
        again = call(answer_file.run_section, record, text)
        if again.error is None:
            if not (is_marked(text, right_here[id]) and trust(record, again.value)):
                submit(record, again.value, keep=False)
            restored.append(id)
        else:
            fall_back(record, f"{type(again.error).__name__}: {again.error}")
    for id in restored:                                    # at the end: trying one may show that another is too slow
        if answers[id].state != "right":
            fall_back(find(id), f"it is {answers[id].state}")
    right = [id for id in restored if answers[id].state == "right"]
    answer_file.seen.update((id, section) for id, section in sections.items() if id in right)
    mark(right)
    return right


def running(lesson):
    """Return the ids of all right answers of this session up to a lesson, also of those that were mounted before."""
    return sorted((id for id, answer in answers.items() if answer.right is not None
                   and answer.exercise.lesson <= lesson), key=lambda id: [*map(int, id.split("."))])


def trust(record, function):
    """Mount an answer that was right before, without judging it again. Returns whether the library can run on it."""
    answers[record.id] = answer = Answer(record, function)
    return call(answer.run).error is None


def mark(right):
    """Mark what was right just now in my_minitorch.py, where it is not marked yet; a file that cannot be written has
    it judged the next time."""
    sections = answer_file.sections()
    found = marks(sections) if any(id in sections for id in right) else {}
    new = {id: (version, marked(body, found[id])) for id, (version, body) in sections.items()
           if id in right and not is_marked(body, found[id])}
    if new:
        with suppress(OSError):
            answer_file.add(new)


def from_notebooks(lesson):
    """Rebuild the file from the notebooks of earlier lessons, and say what is there again and what is not."""
    from .rebuild import rebuilt
    right, lost = rebuilt(lesson)
    if right:
        notify(f"there was no {answer_file.NAME}: {', '.join(right)} were taken from the notebooks of earlier lessons")
    for id, notebook in lost:
        notify(f"{id} is not in {answer_file.NAME}, and what {notebook} holds of it is not right by itself: run it "
               "there once more, or go on with the library's own")
    return right


def fall_back(record, reason):
    """Say that the library's own version runs, and why."""
    notify(f"your {record.id} {record.name} does not run here ({reason}): the library's own takes its place")


def download(name=None):
    """Save my_minitorch.py, or another file, to your computer (in Colab), or say where it lies."""
    answer_file.complete()
    file = answer_file.path() if name is None else Path(name)
    if not file.is_file():
        print(f"There is no {answer_file.NAME} yet: it begins with your first right answer." if name is None else
              f"There is no {name}.")
    elif places.in_colab():
        from google.colab import files
        files.download(str(file))
    elif name is None:
        print(f"{answer_file.NAME} lies in the folder {file.resolve().parent.name}, where every lesson finds it.")
    else:
        print(f"{name} is on this computer already.")


def upload():
    """Bring back a my_minitorch.py from your computer (in Colab) and mount what it holds."""
    if places.in_colab():
        from google.colab import files
        for name, content in files.upload().items():
            try:
                given = answer_file.parsed(content)[1]
            except ValueError:
                given = {}
            if given:
                answer_file.add(given)
            else:
                print(f"{name} holds no answer: is it the {answer_file.NAME} that you downloaded?")
    gather()
    restore(10**6)
    kept = answer_file.sections()
    print(f"from {answer_file.NAME}: {', '.join(id for id in running(10**6) if id in kept) or 'nothing'}")
