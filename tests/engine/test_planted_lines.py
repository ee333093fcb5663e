"""A fault in any line that a layer contributes to generated code turns a short law red."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
TEMPLATES = {"FOLLOW", "REMEMBER_INPUT", "REMEMBER_OUTPUT", "CHECK_KEPT", "LOCATE", "DELIVER", "COMPUTE", "RESULT",
             "RECORD"}
SPEED_ONLY = {                         # what is asked only to spare a call that then does nothing, or the same
    ("FOLLOW", "if {views}:", "always"),
    ("CHECK_KEPT", "if saved is FREED or versions and ({stale}):", "always"),
    ("DELIVER", "if type({e}) is Leaf or {e} in pending or {g}.shape != {e}.shape or {g}.dtype is not {e}.dtype:",
     "always"),
    ("RESULT", "if type(out) is not ndarray:", "always"),
}


def planted(*arguments):
    """What the law said of each fault: {(template, line, fault): text}."""
    command = [sys.executable, "-m", "engine.planted", *arguments]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    found = {(template, line, fault): said for template, line, fault, said in json.loads(done.stdout)}
    assert found.pop(("none", "", "")) == ""             # without a fault the law is green
    assert {template for template, _, _ in found} == TEMPLATES
    return found


@pytest.mark.host
def test_a_fault_in_each_template_is_noticed():
    assert all(planted("first").values())


@pytest.mark.slow
@pytest.mark.host
def test_a_fault_in_each_line_is_noticed():
    assert {fault for fault, said in planted().items() if not said} == SPEED_ONLY
