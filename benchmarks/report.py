"""Write the tables of recorded runs in README.md and benchmarks/README.md: python -m benchmarks.report [--write]

Prints every table; --write also writes each between the two marks of its page and draws .github/speed.svg, as
`python -m benchmarks --record` does. README.md compares four workloads with PyTorch; benchmarks/README.md has all.
"""

import argparse
from importlib.util import find_spec
from pathlib import Path

from . import history
from .goals import OWN, figure, goal_text, met
from .peers import PEERS, TEACHING
from .recorded import beside_torch, class_of, days, difference, elsewhere, last
from .suite import title

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / ".github/speed.svg"
START, END = "<!-- {} -->\n", "<!-- /{} -->\n"
CHOSEN = ("W2", "W3", "W5", "W9-W5")      # the rows of README.md
OVER_TIME = ("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W10")      # the columns of the history


def number(value):
    return f"{value:.3g}"


def cell(row, peer, bold=False):
    """Return a ratio as text; with bold=True in bold if minitorch is faster or smaller."""
    if not row or peer not in row:
        return ""
    text = number(row[peer]["ratio"])
    return f"**{text}**" if bold and row[peer]["ratio"] < 1 else text


def goal_cells(name, row):
    """Return the goal of a workload, its ratio to PyTorch, and whether the goal is met."""
    mark = {None: "", True: "met", False: "not yet"}[met(name, row.get("torch"))]
    return [goal_text(name), cell(row, "torch", bold=True), mark]


def lines_of(heads, rows):
    return [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *[f"| {' | '.join(cells)} |" for cells in rows]]


def table(runs):
    """Return a row for each workload: ratios to PyTorch on one thread, two threads, other machines; to other peers."""
    one, two = last(runs, 1), last(runs, 2)
    there, others = elsewhere(runs), [peer for peer in PEERS if any(peer in row for row in one["ratios"].values())]
    rows = []
    for name, row in one["ratios"].items():
        own = f" ({number(figure(name, row['torch']))} {OWN[name]})" if name in OWN and "torch" in row else ""
        second = cell(two["ratios"].get(name), "torch") if two else ""
        rows.append([name, title(name) + own, *goal_cells(name, row), second,
                     *[cell(run["ratios"].get(name), "torch", bold=True) for run in there],
                     *[cell(row, peer) for peer in others]])
    return lines_of(["", "", "goal", "PyTorch", "", "2 threads", *[f"on {difference(run, one)}" for run in there],
                     *others], rows)


def chosen_table(runs):
    """Return a row for each of a few workloads: ratios to PyTorch on one thread and on two."""
    one, two = last(runs, 1), last(runs, 2)
    rows = [[name, title(name), cell(one["ratios"].get(name), "torch", bold=True),
             cell(two["ratios"].get(name), "torch", bold=True) if two else ""] for name in CHOSEN]
    return lines_of(["", "", "one thread", "two threads"], rows)


def history_table(runs):
    """Return a row for each day, machine and number of threads: ratios to PyTorch on a few workloads."""
    rows = []
    for day in days(runs):
        beside = beside_torch(day)
        if beside:
            rows.append([day["date"], ", ".join(filter(None, class_of(day))), str(day["threads"]),
                         day.get("clock") or "wall",
                         *[number(beside[name]["ratio"]) if name in beside else "" for name in OVER_TIME]])
    return lines_of(["date", "machine", "threads", "clock", *OVER_TIME], rows)


def slower(runs):
    """Return a sentence that names the workloads on which PyTorch is ahead."""
    found = [f"{name} {number(ratio['ratio'])}" for name, ratio in beside_torch(last(runs, 1)).items()
             if ratio["ratio"] > 1]
    return f"Slower than PyTorch, or larger: {', '.join(found) or 'none'}."


def sentences(runs):
    """Return sentences that name where PyTorch is ahead, the goals not met, and where a teaching framework is ahead."""
    one = last(runs, 1)
    missed = [f"{name} ({number(figure(name, ratio))}, goal {goal_text(name)})"
              for name, ratio in beside_torch(one).items() if met(name, ratio) is False]
    ahead = [f"{peer} on {name} ({number(row[peer]['ratio'])})" for name, row in one["ratios"].items()
             for peer in TEACHING if peer in row and row[peer]["ratio"] > 1]
    return [slower(runs), f"Goals not met yet: {', '.join(missed) or 'none'}.",
            f"Teaching frameworks ahead of minitorch: {', '.join(ahead) or 'none'}."]


def measured(runs):
    """Return the date, machine and clock of the last runs as text."""
    one, two = last(runs, 1), last(runs, 2)
    text = f"Measured {one['date']} on {one['machine']}, one thread, {clock_of(one)}"
    return text + (f"; two threads {two['date']}, {clock_of(two)}" if two else "")


def clock_of(run):
    return "processor time" if run.get("clock") == "processor" else "wall time"


def everything(runs):
    """Return the text between the "speed" marks of benchmarks/README.md."""
    one = last(runs, 1)
    when = measured(runs) + "".join(f"; {difference(run, one)} {run['date']}" for run in elsewhere(runs))
    when += ". Of a day's runs the last three count, by their median."
    return "\n".join([*table(runs), "", when, *sentences(runs)]) + "\n"


def chosen(runs):
    """Return the text between the marks of README.md."""
    return "\n".join([*chosen_table(runs), "", measured(runs) + ".", slower(runs)]) + "\n"


def over_time(runs):
    """Return the text between the "history" marks of benchmarks/README.md."""
    return "\n".join(history_table(runs)) + "\n"


# {(page, name of its marks): function that writes the text between them}
TABLES = {("README.md", "speed"): chosen, ("benchmarks/README.md", "speed"): everything,
          ("benchmarks/README.md", "history"): over_time}


def put(page, name, new):
    """Return a page's text with `new` between the marks of that name."""
    start, end = START.format(name), END.format(name)
    before, _, rest = page.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"the page needs the marks {start.strip()} and {end.strip()}.")
    return before + start + new + end + after


def write(runs, root=ROOT):
    """Write every table into its page, and draw the picture if matplotlib is installed."""
    for (name, mark), text in TABLES.items():
        page = root / name
        page.write_text(put(page.read_text(encoding="utf-8"), mark, text(runs)), encoding="utf-8")
    if not find_spec("matplotlib"):
        print(f"{PICTURE.name} is not drawn: pip install matplotlib, then python -m benchmarks.report --write")
        return
    from .picture import ratios
    run = last(runs, 1)
    ratios(run, f"{run['date']}, {run['machine']}, one thread", root / PICTURE.relative_to(ROOT))


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="update README.md, benchmarks/README.md, speed.svg")
    options = parser.parse_args(words)
    runs = history.read()
    print("\n".join(text(runs) for text in TABLES.values()))
    if options.write:
        write(runs)


if __name__ == "__main__":
    main()
