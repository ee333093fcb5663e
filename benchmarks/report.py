"""The README's table and picture of the last recorded runs: python -m benchmarks.report [--write]

Prints the table; --write puts it into README.md between its two marks and draws .github/speed.svg.
"""

import argparse
from pathlib import Path
from statistics import median

from . import history
from .goals import GOALS, OWN, figure, goal_text, met
from .history import REPEATS
from .peers import PEERS, TEACHING
from .suite import title

ROOT = Path(__file__).resolve().parents[1]
START, END = "<!-- speed -->\n", "<!-- /speed -->\n"


def last(runs, threads):
    """The last day's runs with so many threads on one machine, as one: of the last three of each figure the median."""
    runs = [run for run in runs if run["threads"] == threads]
    runs = [run for run in runs if all(run.get(key) == runs[-1].get(key) for key in ("date", "machine", "clock"))]
    if not runs:
        return None
    found = {name: {} for name in GOALS}
    for run in runs:
        for name, row in run["ratios"].items():
            for peer, figures in row.items():
                found.setdefault(name, {}).setdefault(peer, []).append(figures)
    ratios = {name: {peer: middle(several[-REPEATS:]) for peer, several in row.items()} for name, row in found.items()}
    return {**runs[-1], "ratios": ratios}


def middle(several):
    """Figures of several runs as one: medians, and the least and the most of all."""
    of = {"min": min, "max": max}
    return {key: of.get(key, median)([figures[key] for figures in several if key in figures]) for key in several[-1]}


def elsewhere(runs):
    """The last one-thread run on each other class of machine, and on other Pythons: other things are faster there."""
    one = {run["machine"]: run for run in runs if run["threads"] == 1 and any("torch" in row for row in
                                                                           run["ratios"].values())}
    one.pop(last(runs, 1)["machine"], None)
    return [last([run for run in runs if run["machine"] == machine], 1) for machine in one]


def number(value):
    return f"{value:.3g}"


def cell(row, peer, bold=False):
    """A ratio; in bold where minitorch is the quicker or the smaller."""
    if not row or peer not in row:
        return ""
    text = number(row[peer]["ratio"])
    return f"**{text}**" if bold and row[peer]["ratio"] < 1 else text


def short(run, beside):
    """What sets a run's machine apart from that of another: its class, as in AMD EPYC, or else its Python."""
    kind, other = ([part.strip() for part in each["machine"].replace("(R)", "").split(",")] for each in (run, beside))
    return " ".join(kind[0].split()[:2]) if kind[0] != other[0] else kind[-1].rpartition(".")[0]


def table(runs):
    """The lines of the table: a row a workload; PyTorch on one thread, on two, on other machines; every other peer."""
    one, two = last(runs, 1), last(runs, 2)
    there, others = elsewhere(runs), [peer for peer in PEERS if any(peer in row for row in one["ratios"].values())]
    heads = ["", "", "goal", "PyTorch", "", "2 threads", *[f"on {short(run, one)}" for run in there], *others]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, row in one["ratios"].items():
        mark = {None: "", True: "met", False: "not yet"}[met(name, row.get("torch"))]
        own = f" ({number(figure(name, row['torch']))} {OWN[name]})" if name in OWN and "torch" in row else ""
        second = cell(two["ratios"].get(name), "torch") if two else ""
        cells = [name, title(name) + own, goal_text(name), cell(row, "torch", bold=True), mark, second,
                 *[cell(run["ratios"].get(name), "torch", bold=True) for run in there],
                 *[cell(row, peer) for peer in others]]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def sentences(runs):
    """What the table comes to: where PyTorch is ahead, which goals are missed, where a teaching framework is ahead."""
    one = last(runs, 1)
    beside = {name: row["torch"] for name, row in one["ratios"].items() if "torch" in row}
    slower = [f"{name} {number(ratio['ratio'])}" for name, ratio in beside.items() if ratio["ratio"] > 1]
    missed = [f"{name} ({number(figure(name, ratio))}, goal {goal_text(name)})" for name, ratio in beside.items()
              if met(name, ratio) is False]
    ahead = [f"{peer} on {name} ({number(row[peer]['ratio'])})" for name, row in one["ratios"].items()
             for peer in TEACHING if peer in row and row[peer]["ratio"] > 1]
    return [f"Slower than PyTorch, or larger: {', '.join(slower) or 'none'}.",
            f"Goals not met yet: {', '.join(missed) or 'none'}.",
            f"Teaching frameworks ahead of minitorch: {', '.join(ahead) or 'none'}."]


def text(runs):
    """All that stands between the marks of the README."""
    one, two = last(runs, 1), last(runs, 2)
    when = f"Measured {one['date']} on {one['machine']}, one thread, time of the {one.get('clock', 'wall')}"
    when += f"; two threads {two['date']}, time of the {two.get('clock', 'wall')}" if two else ""
    when += "".join(f"; {short(run, one)} {run['date']}" for run in elsewhere(runs))
    when += ". Of a day's runs the last three count, by their median."
    return "\n".join([*table(runs), "", when, *sentences(runs)]) + "\n"


def put(readme, new):
    """The README with `new` between the marks."""
    before, _, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"README.md needs the marks {START.strip()} and {END.strip()}.")
    return before + START + new + END + after


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report", description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="into README.md and .github/speed.svg")
    options = parser.parse_args(words)
    runs = history.read()
    print(text(runs))
    if options.write:
        from .picture import ratios
        readme = ROOT / "README.md"
        readme.write_text(put(readme.read_text(encoding="utf-8"), text(runs)), encoding="utf-8")
        run = last(runs, 1)
        ratios(run, f"{run['date']}, {run['machine']}, one thread", ROOT / ".github/speed.svg")


if __name__ == "__main__":
    main()
