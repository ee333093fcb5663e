"""The tables of the recorded runs: README.md has four rows, benchmarks/README.md has everything."""

from pathlib import Path

import pytest
from house.test_benchmarks import run

from benchmarks import history, report, suite

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page, mark", report.TABLES)
def test_a_page_shows_the_last_recorded_runs(page, mark):
    text = (ROOT / page).read_text(encoding="utf-8")
    new = report.TABLES[page, mark](history.read())
    assert report.put(text, mark, new) == text, "python -m benchmarks.report --write"


def test_the_readme_has_at_most_four_rows_and_says_what_is_slower():
    text = report.chosen(history.read())
    heads, rule, *rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) <= 4 and {len(row.split("|")) for row in (heads, rule, *rows)} == {6}
    assert report.slower(history.read()) in text


def test_writing_puts_every_table_into_its_page(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, "find_spec", lambda name: None)                         # no matplotlib
    runs = [run(W1=0.7, W2=1.5), run(threads=2, W1=0.8)]
    for page, mark in report.TABLES:
        (tmp_path / page).parent.mkdir(exist_ok=True)
        with open(tmp_path / page, "a", encoding="utf-8") as file:
            file.write(f"before {mark}\n<!-- {mark} -->\nold\n<!-- /{mark} -->\nafter\n")
    report.write(runs, tmp_path)
    top, full = ((tmp_path / page).read_text(encoding="utf-8") for page in ("README.md", "benchmarks/README.md"))
    assert top == f"before speed\n<!-- speed -->\n{report.chosen(runs)}<!-- /speed -->\nafter\n"
    assert report.everything(runs) in full and report.over_time(runs) in full and "old" not in full
    assert "speed.svg is not drawn: pip install matplotlib" in capsys.readouterr().out


def test_writing_draws_the_picture(tmp_path):
    pytest.importorskip("matplotlib")
    for page in ("README.md", "benchmarks/README.md", ".github/speed.svg"):
        (tmp_path / page).parent.mkdir(exist_ok=True)
        (tmp_path / page).write_text("".join(f"<!-- {m} -->\n<!-- /{m} -->\n" for m in ("speed", "history")))
    report.write([run(W1=0.7, W2=1.5)], tmp_path)
    assert "two-layer net by hand  W1" in (tmp_path / ".github/speed.svg").read_text(encoding="utf-8")


def test_recording_a_run_writes_the_tables(monkeypatch, tmp_path):
    from benchmarks import __main__ as command
    written = []
    monkeypatch.setattr("sys.argv", ["benchmarks", "--record"])
    monkeypatch.setattr(suite, "run", lambda *args: run(W1=0.5))
    monkeypatch.setattr(history, "FILE", tmp_path / "history.json")
    monkeypatch.setattr(report, "write", written.extend)
    monkeypatch.setattr(command.os, "environ", {})
    command.main()
    assert written == history.read() == [run(W1=0.5)]


def test_a_page_without_its_marks_is_refused():
    with pytest.raises(SystemExit, match="needs the marks <!-- speed --> and <!-- /speed -->"):
        report.put("no marks\n", "speed", "new")


def test_the_history_has_a_row_for_each_day_and_machine():
    xeon = "Intel(R) Xeon(R) Processor, 2 cores, Linux, Python 3.13.0"
    runs = [run(W1=0.9), run(W1=0.7), run(W1=0.8), run(xeon, W1=1.5),
            run(threads=2, W2=0.6), {**run(), "ratios": {"W1": {"jax": {"ratio": 9.0, "min": 9.0, "max": 9.0}}}}]
    heads, _, *rows = [line.strip("| ").split(" | ") for line in report.over_time(runs).splitlines()]
    assert heads[:5] == ["date", "machine", "threads", "clock", "W1"]
    assert [row[1:5] for row in rows] == [["one", "1", "processor", "0.8"],
                                          ["Intel Xeon, Python 3.13", "1", "processor", "1.5"],
                                          ["one", "2", "processor", ""]]


def test_the_table_says_what_is_slower_and_what_is_missed():
    found = run(W1=0.7, W2=0.9, W3=1.4)
    found["ratios"]["W1"]["micrograd"] = {"ratio": 1.7, "min": 1, "max": 2}
    text = report.everything([found, run(threads=2, W1=0.8)])
    assert "| W1 | two-layer net by hand | 0.75 | **0.7** | met | 0.8 | 1.7 |" in text
    assert "Slower than PyTorch, or larger: W3 1.4." in text
    assert "Goals not met yet: W2 (0.9, goal 0.85), W3 (1.4, goal 1.3)." in text
    assert "Teaching frameworks ahead of minitorch: micrograd on W1 (1.7)." in text


def test_other_machines_stand_beside_the_last():
    intel = run("Intel(R) Xeon(R) Processor, 2 cores", W1=0.9, W2=1.5)
    text = report.everything([run("AMD EPYC, 2 cores", W1=0.6), intel,
                              run("AMD EPYC, 2 cores", threads=2, W1=0.1), run("AMD EPYC, 2 cores", W1=0.8)])
    assert "| on Intel Xeon |" in text and "; Intel Xeon 2026-11-20." in text
    assert "| W1 | two-layer net by hand | 0.75 | **0.7** | met | 0.1 | **0.9** |" in text


def test_a_day_is_the_median_of_its_last_three_runs():
    day = report.last([run(W1=9.0), run(W1=0.7, W2=0.4), run(W1=0.5), run(threads=2, W1=0.1), run(W1=0.6)], 1)
    assert day["ratios"]["W1"]["torch"] == {"ratio": 0.6, "min": 0.5, "max": 0.7, "ours": 0.6}
    assert day["ratios"]["W2"]["torch"]["ratio"] == 0.4 and day["ratios"]["W3"] == {}
    assert report.last([run(W1=0.7), {**run(W1=0.9), "date": "2026-11-21"}], 1)["ratios"]["W1"]["torch"]["ratio"] == 0.9


def test_another_python_on_the_same_machine_is_told_by_its_number():
    new, old = (f"AMD EPYC, 2 cores, Linux, Python {number}" for number in ("3.13.0", "3.11.7"))
    text = report.everything([run(new, W1=0.6), run(old, W1=0.9)])
    assert "| on Python 3.13 |" in text and "; Python 3.13 2026-11-20." in text
    assert "| W1 | two-layer net by hand | 0.75 | **0.9** | not yet |  | **0.6** |" in text
