"""Write down what TensorFlow gives for every case: run by TensorFlow's own Python, in an environment of its own.

    python -m venv tf && tf/bin/pip install "tensorflow-cpu==2.21.*" tf_keras
    tf/bin/python tests/dialects/record.py             writes tests/dialects/recorded/ and core/names.txt anew
    MINITORCH_TENSORFLOW=tf/bin/python pytest -m slow tests/dialects       records elsewhere, and compares
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

from dialects import (  # noqa: E402
    cases,
    cases_edges,
    cases_keras,
    oracle,
    programs,
    programs_data,
    programs_fit,
    programs_graph,
    programs_keras,
    programs_sequences,
    programs_tape,
    signatures,
)

NAMES = HERE.parents[1] / "minitorch" / "dialects" / "core" / "names.txt"


def record_names(places):
    """What TensorFlow and Keras show in each place, a line a place."""
    return "".join(f"{place}: {' '.join(signatures.names(place, theirs=True))}\n" for place in places)


def record_signatures(places):
    """Their signatures of what the dialects offer, a line each."""
    lines = []
    for place in places:
        for name, line in signatures.signatures(place, signatures.offered(place), theirs=True).items():
            lines.append(f"{place}.{name}: {line}\n")
    return "".join(lines)


def main(folder):
    import tensorflow as tf
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    given = oracle.inputs()
    for name, lines in (cases.GROUPS | cases_edges.GROUPS | cases_keras.GROUPS).items():
        oracle.write(folder / f"{name}.jsonl", {case: oracle.evaluate(tf, case, given) for case in lines})
    for module in (programs, programs_data, programs_tape, programs_keras, programs_fit, programs_sequences,
                   programs_graph):
        oracle.write(folder / f"{Path(module.__file__).stem}.jsonl",
                     {name: oracle.run(tf, own) for name, own in module.PROGRAMS.items()})
    places = [line.partition(":")[0] for line in NAMES.read_text(encoding="utf-8").splitlines()]
    (folder / "signatures.txt").write_text(record_signatures(places), encoding="utf-8")
    names = record_names(places)
    (NAMES if folder == oracle.RECORDED else folder / "names.txt").write_text(names, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:] or [oracle.RECORDED])
