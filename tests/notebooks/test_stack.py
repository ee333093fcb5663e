"""The lessons, untouched and solved, on the packages that Colab has."""

import pytest
from notebooks import stack


@pytest.mark.slow
def test_lessons_and_solutions_run_on_colabs_packages(tmp_path):
    try:
        inside = stack.build(tmp_path / "colab")
    except stack.Missing as reason:
        pytest.skip(str(reason))
    done = stack.run(inside)
    assert done.returncode == 0 and "passed" in done.stdout and "skipped" not in done.stdout, done.stdout + done.stderr


def test_a_machine_without_that_python_is_told_so(monkeypatch, tmp_path):
    monkeypatch.setattr(stack, "VERSION", "3.99")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    with pytest.raises(stack.Missing, match="needs Python 3.99"):
        stack.build(tmp_path / "colab")


def test_the_stack_is_no_newer_than_what_minitorch_asks_for():
    """Each bound of pyproject.toml lets Colab's own version be."""
    import tomllib
    asked = tomllib.loads((stack.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert "numpy>=2.0" in asked and "numpy==2.1.3" in stack.PACKAGES
    assert "ipywidgets>=7.7,<9" in asked and "ipywidgets==7.7.1" in stack.PACKAGES
