"""Find the course's own files: in its folder, or where an option says, but never among what was handed in."""

import subprocess
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]               # the clone that minitorch runs from, where it is one


def notebooks(solutions):
    """Return every solution notebook: NN_name/NN_name.ipynb, examples/*.ipynb and milestones/*.ipynb."""
    root = Path(solutions)
    return sorted([*root.glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb"), *root.glob("examples/*.ipynb"),
                   *root.glob("milestones/*.ipynb")])


def tracked(root, *which):
    """Return the names of the course's files: those git knows or does not ignore; without git, all except caches."""
    try:
        done = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--exclude-standard",
                               *(which or ("--cached", "--others"))], capture_output=True, text=True, check=True)
        return sorted(set(filter(None, done.stdout.split("\0"))))
    except (OSError, subprocess.CalledProcessError):
        caches = {"__pycache__", ".venv", ".git", ".ipynb_checkpoints"}
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*")
                      if path.is_file() and not caches & set(path.parts))


def handed_in(paths):
    """Return the folders that students control: each folder that was named, and the parent of each single file.

    Several things named beside each other lie in a folder of hand-ins; a single zip or folder does not make one.
    """
    paths = [Path(path).resolve() for path in paths]
    loose = [path.parent for path in paths if not path.is_dir() and (len(paths) > 1 or path.suffix.lower() != ".zip")]
    beside = [path.parent for path in paths if len(paths) > 1]
    return {*(path for path in paths if path.is_dir()), *loose, *beside}


def among(path, paths):
    """Whether a place lies where students control what is there; the course's own folder is the instructor's."""
    path = Path(path).resolve()
    if path == HOME and (HOME / "solutions").is_dir():
        return path in {Path(each).resolve() for each in paths}
    return any(folder == path or folder in path.parents for folder in handed_in(paths))


def holds_hidden_tests(folder):
    return any(folder.glob("[0-9][0-9]_*/*.ipynb"))


def solutions(asked, paths):
    """Return (the folder with the hidden tests or None, words on where it is).

    It is the one asked for, else the course's; the working folder's only where nothing that was handed in lies in it.
    """
    if asked:
        return str(Path(asked).resolve()), f"hidden tests: {asked}, as asked for"
    if holds_hidden_tests(HOME / "solutions"):
        return str(HOME / "solutions"), "hidden tests: solutions/ of the course that minitorch runs from"
    here = Path.cwd()
    around = any(here == path or here in path.parents for path in (Path(each).resolve() for each in paths))
    if holds_hidden_tests(here / "solutions") and not around and not among(here, paths):
        return str(here / "solutions"), "hidden tests: solutions/ of this folder"
    left = " (solutions/ of this folder is left alone: what was handed in lies here)"
    return None, ("no hidden tests: there are no solutions here, name them with --solutions. What is visible counts "
                  "for all points." + left * holds_hidden_tests(here / "solutions"))


TABLES = {"overrides.csv": "points set by hand", "who.csv": "whose files they are"}


def table(name, asked, paths):
    """Return (the instructor's file of this name of TABLES or None, words on where it is, '' for none).

    Raises FileNotFoundError where the one asked for is not there.
    """
    what = TABLES[name]
    if asked:
        if not Path(asked).is_file():
            raise FileNotFoundError(f"there is no {name} at {asked}.")
        return asked, f"{what}: {asked}, as asked for"
    barred = among(Path.cwd(), paths)
    if Path(name).is_file() and not barred:
        return name, f"{what}: {name} of this folder"
    option = f"--{name.removesuffix('.csv')}"
    left = f"{name} of this folder is left alone: what was handed in lies here. If it is yours, name it: {option}"
    if barred and (HOME / name).is_file():
        return str(HOME / name), f"{what}: {HOME / name}"
    return None, left * (barred and Path(name).is_file())


def grades(asked, paths):
    """Return (the file of the grades, words on why it is that one, '' if it is the one of this folder)."""
    name = "grades.sqlite"
    if asked or not among(Path.cwd(), paths):
        return asked or name, ""
    left = f" ({name} of this folder is left alone)" * Path(name).is_file()
    return (place := new(name, paths, "--db")), f"grades: {place}, for what was handed in lies in this folder{left}"


def new(name, paths, option):
    """Return where to write a file of the instructor's: this folder, or the course's if this one has hand-ins.

    Raises ValueError where there is no such folder.
    """
    if not among(Path.cwd(), paths):
        return name
    if not (HOME / "solutions").is_dir():
        raise ValueError(f"this folder holds what was handed in, so {name} is not kept in it: say where, such as "
                         f"{option} ../{name}.")
    return str(HOME / name)
