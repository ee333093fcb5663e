"""Draw the two pictures of benchmarks/README.md: ratios of the last recorded run, and how cost grows with size."""

from .goals import GOALS, OWN, figure
from .suite import title

BLUE, ORANGE, GREY = "#0072b2", "#d55e00", "#808080"


def canvas(rows, columns, size):
    """Return matplotlib's figure and axes, without a screen; in the SVG, text stays text and nothing is random."""
    import matplotlib
    matplotlib.use("agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "minitorch", "font.size": 9,
                                "axes.spines.top": False, "axes.spines.right": False})
    from matplotlib import pyplot as plt
    return plt.subplots(rows, columns, figsize=size, layout="constrained")


def save(figure, path):
    figure.savefig(path, metadata={"Date": None}, transparent=False)


def scaling(found, series, path):
    """Draw time (above) and memory (below) against each size, and a dotted line with the growth of the work."""
    figure, axes = canvas(2, len(found), (9, 4))
    for column, (name, both) in enumerate(found.items()):
        sizes, _, power = series[name]
        for axis, values, colour in zip(axes[:, column], both, (BLUE, ORANGE)):
            axis.loglog(sizes, values, "o-", color=colour, markersize=3, linewidth=1.2)
            axis.loglog(sizes, [values[-1] * (n / sizes[-1]) ** power for n in sizes], ":", color=GREY)
            axis.minorticks_off()
        axes[1, column].set_xlabel(name)
    axes[0, 0].set_ylabel("ms a step")
    axes[1, 0].set_ylabel("MB at most")
    save(figure, path)


def ratios(run, heading, path):
    """Draw a bar for each workload, from its smallest ratio to its largest, with a tick at the goal and a line at 1."""
    names = [name for name, row in run["ratios"].items() if "torch" in row and name not in OWN]
    picture, axis = canvas(1, 1, (8, 0.26 * len(names) + 1))
    for row, name in enumerate(reversed(names)):
        ratio, goal = run["ratios"][name]["torch"], GOALS.get(name)
        axis.plot([ratio["min"], ratio["max"]], [row, row], color=GREY, linewidth=1)
        axis.plot(figure(name, ratio), row, "o", color=BLUE if ratio["ratio"] <= 1 else ORANGE, markersize=5)
        if goal is not None:
            axis.plot(goal, row, "|", color="black", markersize=11)
    axis.axvline(1, color="black", linewidth=0.6)
    axis.set_xscale("log")
    least, most = axis.get_xlim()
    ticks = [tick for tick in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20) if least <= tick <= most]
    axis.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.minorticks_off()
    axis.set_yticks(range(len(names)), [f"{title(name)}  {name}" for name in reversed(names)])
    axis.set_xlabel("minitorch ÷ PyTorch (left of 1: faster, or less memory);  |  the goal")
    axis.set_title(heading, fontsize=9, loc="left")
    save(picture, path)
