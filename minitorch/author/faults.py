"""Faults planted in the library, one at a time: the cell of a lesson that teaches the broken piece has to notice."""

import json
import re
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from textwrap import dedent

from ..course.record import find
from ..display.text import counted
from ..engine.piece import mount
from .check_notebook import code_cells, source
from .finding import RECORDS, Finding
from .release import opened

ITSELF = "what plants it fails itself: "
LEAST = 5                                # faults that a lesson notices
PLANT = """
from minitorch.engine import accumulate, backward_order, sum_to
from minitorch.engine.op import registry
from minitorch.autograd.numeric import numeric_gradient as differences
from minitorch.course.exercises.lesson_2 import breadth_first
from minitorch.data.sampler import batches, shuffled
from minitorch.train import Checkpoint, evaluate, training_step
from minitorch.author.faults import plant, plant_mistake
def gradient(name, made):
    plant(registry[name].derivative_piece, made)
"""
# In the whole lesson 1.3 is answered, and an answer's op keeps all it may read: the library's keeps less to show.
KEPT_BY_AN_ANSWER = json.dumps(json.dumps("\n[8, -2]")[1:-1])[1:-1]


def plant(piece, made):
    """Put made(the library's own) in the place of a piece of the library."""
    piece.library = made(piece.library)
    setattr(piece.owner, piece.attribute, piece.library)


def plant_mistake(id, name):
    """Let the library make a mistake that an exercise knows by name."""
    record = find(id)
    rule = next(known for known in record.misconceptions if known.name == name).rules[0]
    if record.piece is None:
        raise ValueError(f"{id} {record.name} has no piece of the library: plant a fault in what its cells use.")
    mount(record.piece(), record.adapt(rule) if record.adapt else rule)


def faults(lesson):
    """Return {what is wrong: (words of each cell that is needed, code that plants it)}, from FAULTS in a lesson's file.

    There they stand by the cells that they need, {words: {what is wrong: code}}; a mistake that an exercise of the
    lesson knows, such as "1.5 passes", needs no code: None.
    """
    module = import_module(f"minitorch.course.exercises.lesson_{lesson}")
    return {name: ((words,) if isinstance(words, str) else words, dedent(code) if code is not None else
                   "plant_mistake({!r}, {!r})".format(*name.split(" ", 1)))
            for words, group in getattr(module, "FAULTS", {}).items() for name, code in group.items()}


def only(notebook, words, planted=None):
    """Return a notebook of the set-up cell, the fault if there is one, and the cells that contain these words.

    Raises ValueError for words that stand in no cell, or in several.
    """
    setup, *cells = code_cells(notebook)
    chosen = []
    for word in words:
        found = [cell for cell in cells if word in source(cell)]
        if len(found) != 1:
            raise ValueError(f"the words {word!r} stand in {len(found)} code cells of the lesson, not in one.")
        chosen = [cell for cell in chosen if cell is not found[0]] + found     # words of one cell: it runs once
    plant = {**setup, "id": "plant", "source": PLANT + (planted or ""), "outputs": [], "execution_count": None}
    bare = [json.loads(json.dumps(cell).replace(KEPT_BY_AN_ANSWER, "")) for cell in chosen]
    return {**notebook, "cells": [setup, plant, *bare]}


def planted(lesson, path):
    """Yield findings if a lesson has too few faults, or the cells that they need are not in its notebook."""
    own = faults(lesson)
    if len(own) < LEAST:
        yield at(lesson, "FAULTS", f"lesson {lesson} knows {counted(len(own), 'fault')} (FAULTS); {LEAST} are the "
                                   "least: what a broken library would change in what its cells show.")
    for name, (words, _) in own.items():
        try:
            only(opened(path), words)
        except ValueError as error:
            yield at(lesson, f'"{name}"', f"the fault {name!r}: {error}")


def at(lesson, words, text):
    """Return a finding at the first line of a lesson's records that contains some words."""
    place = f"{RECORDS}/lesson_{lesson}.py"
    lines = (Path(__file__).resolve().parents[2] / place).read_text(encoding="utf-8").split("\n")
    return Finding(place, next((number for number, line in enumerate(lines, 1) if words in line), 1), text)


def noticed(lesson, path):
    """Plant each fault and run the cells that it needs; yield a finding for each fault that no output shows."""
    sound: dict = {}
    for name, (words, code) in faults(lesson).items():
        if words not in sound:
            sound[words] = changed(only(opened(path), words))
        if sound[words]:
            yield at(lesson, f'"{name}"', f"the fault {name!r}: its cells differ without it too, when they run alone "
                                          "after the first one. Name the cells that they build on before them, also "
                                          f"@exercise(…) of an answer that yours(…) takes. {sound[words]}")
            continue
        found = changed(only(opened(path), words, code))
        if not found or found.startswith(ITSELF):
            yield at(lesson, f'"{name}"', f"the fault {name!r}: " + (
                found or f"the cell {words[-1]!r} shows the same with it."))


def changed(notebook):
    """Run a notebook; return how its last cell's output differs from the stored one, or how a cell fails, or ''."""
    from .notebook import normal, run
    try:
        again = normal(run(notebook))
    except Exception as error:
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error)).strip() or type(error).__name__
        return (ITSELF if PLANT.strip().splitlines()[-1] in text else "") + text.splitlines()[-1]
    now, stored = shown(again), shown(notebook)
    if now == stored:
        return ""
    came, kept = next(pair for pair in zip_longest(now, stored, fillvalue="nothing") if pair[0] != pair[1])
    return f"It showed {came[:100]!r}, where {kept[:100]!r} is stored."


def shown(notebook):
    """Return the lines that the last cell of a notebook shows."""
    outputs = [out["text"] if out["output_type"] == "stream" else out.get("data", {}).get("text/plain", "")
               for out in code_cells(notebook)[-1]["outputs"]]
    return "\n".join(map("".join, outputs)).split("\n")
