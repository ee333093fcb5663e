"""Write down what TensorFlow gives for every case: run by TensorFlow's own Python, in an environment of its own.

    python -m venv tf && tf/bin/pip install "tensorflow-cpu==2.21.*" tf_keras
    tf/bin/python tests/dialects/record.py             writes tests/dialects/recorded/ and core/names.txt anew
    MINITORCH_TENSORFLOW=tf/bin/python pytest -m slow tests/dialects       records elsewhere, and compares
"""

import os
import subprocess
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
    cases_ops,
    oracle,
    programs,
    programs_books,
    programs_courses,
    programs_data,
    programs_fit,
    programs_graph,
    programs_keras,
    programs_parts,
    programs_prepared,
    programs_sequences,
    programs_slices,
    programs_tape,
    programs_tutorials,
    programs_v1,
    programs_v1_books,
    programs_v1_data,
    programs_v1_parts,
    programs_v1_sessions,
    programs_v1_slices,
    programs_v1_tutorials,
    signatures,
)

LEGACY = os.environ.get("TF_USE_LEGACY_KERAS") == "1"
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


def record(folder, modules, places):
    """Write what programs give, and the names and signatures of places."""
    import tensorflow as tf
    for module in modules:
        oracle.write(folder / f"{Path(module.__file__).stem}.jsonl",
                     {name: oracle.run(tf, own) for name, own in module.PROGRAMS.items()})
    names = NAMES if folder == oracle.RECORDED else folder / "names.txt"
    texts = {folder / "signatures.txt": record_signatures(places), names: record_names(places)}
    for path, text in texts.items():                         # TensorFlow 2's first
        before = path.read_text(encoding="utf-8") if LEGACY else ""
        path.write_text(before + text, encoding="utf-8")


def main(folder):
    """Record TensorFlow 2 and its Keras; then, in a process with tf_keras as Keras, TensorFlow 1."""
    import tensorflow as tf
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    if LEGACY:
        tf.compat.v1.disable_v2_tensorshape()                # shapes print "?", as TensorFlow 1's do
        return record(folder, (programs_graph, programs_v1, programs_v1_data, programs_v1_parts, programs_v1_tutorials,
                        programs_v1_slices, programs_v1_sessions, programs_v1_books),
                      signatures.PLACES_V1)
    given = oracle.inputs()
    for name, lines in (cases.GROUPS | cases_edges.GROUPS | cases_keras.GROUPS | cases_ops.GROUPS).items():
        oracle.write(folder / f"{name}.jsonl", {case: oracle.evaluate(tf, case, given) for case in lines})
    places = [line.partition(":")[0] for line in NAMES.read_text(encoding="utf-8").splitlines()]
    record(folder, (programs, programs_data, programs_tape, programs_keras, programs_fit, programs_prepared,
                    programs_sequences, programs_parts, programs_slices, programs_tutorials, programs_books,
                    programs_courses), [
                        place for place in places if place not in signatures.PLACES_V1])
    subprocess.run([sys.executable, __file__, str(folder)], check=True, env={**os.environ, "TF_USE_LEGACY_KERAS": "1"})


if __name__ == "__main__":
    main(*sys.argv[1:] or [oracle.RECORDED])
