"""30 public programs, with only their imports changed, compute what they compute with TensorFlow.

    python tests/dialects/fetch_public_programs.py FOLDER
    tf/bin/pip install tensorflow==2.21.0 keras==3.15.1 tf_keras==2.21.* matplotlib scikit-learn pandas
    MINITORCH_PUBLIC_PROGRAMS=FOLDER MINITORCH_TENSORFLOW=tf/bin/python pytest -m slow tests/dialects -k public

The list of 90 was written before any of them was run, and the 30 are drawn from it by a seed. A program that TensorFlow
2.21 cannot run within a minute is replaced by the next one of the drawn order. public_verdicts.tsv says what was found.
"""

import os
import sys
from collections import Counter

import pytest
from dialects import public_programs as public


def test_the_list_and_the_draw():
    kinds = Counter(row["kind"] for row in public.programs())
    assert kinds == {"tf1": 30, "tf2": 24, "keras": 36}
    assert max(Counter(row["repository"] for row in public.programs()).values()) <= 2
    known, chosen = public.verdicts(), public.compared_programs()
    assert Counter(row["kind"] for row in chosen) == public.WANTED
    found = [known[row["repository"], row["path"]] for row in chosen]
    assert {row["verdict"] for row in found} <= {"agrees", "differs", "refused", "nothing comparable"}
    assert Counter(row["verdict"] for row in found)["agrees"] >= 27
    assert len(known) == len(chosen) + sum(row["verdict"] == "no run" for row in known.values())


@pytest.mark.slow
@pytest.mark.needs("tensorflow")
@pytest.mark.parametrize("row", public.compared_programs(), ids=lambda row: f"{row['kind']}-{row['repository']}")
def test_a_program_computes_what_it_computes_with_tensorflow(row, tmp_path):
    folder = os.environ.get("MINITORCH_PUBLIC_PROGRAMS") or pytest.skip(
        "the programs' texts are not in this project: see the top of the file")
    program = public.file_of(row, folder)
    theirs = public.run(os.environ["MINITORCH_TENSORFLOW"], "tensorflow", row, program, tmp_path / "theirs")
    assert theirs["error"] is None
    count, differences = public.compared(
        public.run(sys.executable, "minitorch", row, program, tmp_path / "ours"), theirs)
    agrees = public.verdicts()[row["repository"], row["path"]]["verdict"] == "agrees"
    assert not differences and count > 0 if agrees else differences or not count
