"""Programs in the forms that people write for PyTorch run with their imports changed: alone, on one rank and on two."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ranks import LIMIT, surroundings

FORMS = Path(__file__).parent / "forms"
pytestmark = [pytest.mark.needs("mpi"), pytest.mark.slow]


def imported_from_here(text):
    """The program with minitorch in the place of torch, in its lines of import and nowhere else."""
    text = re.sub(r"^import torch$", "import minitorch as torch", text, flags=re.M)
    return re.sub(r"^(import|from) torch\b", r"\1 minitorch", text, flags=re.M)


def ran(form, folder, ranks, *arguments):
    """What the ranks wrote at their end; `ranks` 0: started by python alone."""
    folder.mkdir()
    script = folder / form
    script.write_text(imported_from_here((FORMS / form).read_text(encoding="utf-8")), encoding="utf-8")
    start = [sys.executable] if not ranks else [sys.executable, "-m", "minitorch", "run", "-n", str(ranks)]
    done = subprocess.run([*start, str(script), str(folder), *arguments], capture_output=True, text=True,
                          timeout=LIMIT, stdin=subprocess.DEVNULL, env=surroundings())
    assert done.returncode == 0, done.stderr
    return [json.loads(path.read_text()) for path in sorted(folder.glob("end-*.json"))]


@pytest.mark.parametrize("form, alone, started, checkpoint", [
    ("train_gpt.py", (), (), "ckpt.pt"), ("train_transformer.py", ("spawn",), ("run",), "03.pt")])
def test_a_program_runs_alone_on_one_rank_and_on_two(form, alone, started, checkpoint, tmp_path):
    single, = ran(form, tmp_path / "alone", 0, *alone)
    one, = ran(form, tmp_path / "one", 1, *started)
    two = ran(form, tmp_path / "two", 2, *started)
    assert single == one and len(two) == 2
    assert two[0]["weights"] == two[1]["weights"] and two[0]["losses"][-1] < two[0]["losses"][0]
    assert one["losses"][-1] < one["losses"][0] and (tmp_path / "two" / checkpoint).exists()
