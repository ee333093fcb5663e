"""Draw texts of the package by a seed, for readers who judge whether they are plain: `python tests/house/texts.py 48`.

80 docstrings, 40 comments, 40 messages of errors and warnings, 20 names of functions and 20 subjects of commits, of all
rooms but the three whose words follow in their own parts. Each is shown with its file; of a docstring the first
paragraph. Two readers whose first language is not English judge each text: understood at first reading, at the second,
not without the code, or misleading.
"""

import ast
import random
import re
import subprocess
import sys
import tokenize
from pathlib import Path

HOME = Path(__file__).resolve().parents[2] / "minitorch"
LATER = {"dialects", "course", "grade"}
COUNTS = {"docstring": 80, "comment": 40, "message": 40, "name": 20, "subject": 20}
SHORTEST = 12                                         # characters of a comment: shorter ones are labels


def files():
    """Yield the Python files of the rooms that are judged."""
    for path in sorted(HOME.rglob("*.py")):
        if path.relative_to(HOME).parts[0] not in LATER:
            yield path


def texts(path):
    """Yield (kind, text) of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and (said := ast.get_docstring(node)):
            yield "docstring", f"{getattr(node, 'name', 'the file')}: {said.partition(chr(10) * 2)[0]}"
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            yield "name", node.name
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            said = ast.unparse(node.exc.args[0])
            if len(re.sub(r"\{[^}]*\}", "", said).split()) > 2:     # others hold words written elsewhere
                yield "message", said
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT and len(token.string) >= SHORTEST:
                yield "comment", f"{token.string}   beside: {token.line.strip().replace(token.string, '').strip()[:80]}"


def draw(seed):
    """Return [(kind, file, text)], the same for the same seed and source."""
    pools: dict = {kind: [] for kind in COUNTS}
    for path in files():
        for kind, text in texts(path):
            pools[kind].append((kind, path.relative_to(HOME.parent).as_posix(), text))
    subjects = subprocess.run(["git", "log", "--no-merges", "-n", "200", "--format=%s"], cwd=HOME, capture_output=True,
                              text=True, check=True).stdout.splitlines()
    pools["subject"] = [("subject", "", subject) for subject in subjects]
    chosen = random.Random(seed)
    return [text for kind, count in COUNTS.items() for text in chosen.sample(pools[kind], count)]


if __name__ == "__main__":
    for number, (kind, path, text) in enumerate(draw(int(sys.argv[1])), 1):
        print(f"{number}. [{kind}] {path}\n   {text}\n")
