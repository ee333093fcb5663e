"""The workloads in order, and for each the goal: its ratio to PyTorch on one thread."""

GOALS = {"W1": 0.75, "W2": 0.85, "W3": 1.3, "W3b": 1.15, "W4": 1.25, "W5": 0.95, "W6": 0.65, "W6-16": 0.65, "W7": 0.9,
         "W7-1e6": 0.6, "gelu": 0.75, "gelu-erf": None, "softmax": 2.3, "layernorm": 2.5, "W9-W3b": 0.5, "W9-W5": 0.35,
         "W10": 0.1, "W11": 1 / 30, "W11-same": None}
IN_C = {"W1": 0.55, "W2": 0.6, "W4": 0.95, "W5": 0.85, "W6": 0.024, "gelu": 0.45, "softmax": 0.9, "layernorm": 0.9}
OWN = {"W7-1e6": "KB a node"}            # the goal is minitorch's own figure, in this unit, not the ratio


def figure(name, ratio):
    """Return the number that is compared with the goal: the ratio to PyTorch, or minitorch's own figure."""
    return ratio["ours"] if name in OWN else ratio["ratio"]


def met(name, ratio, goals=GOALS):
    """Return whether the goal is met; None if there is no goal or no measurement. goals: IN_C for column "c"."""
    goal = goals.get(name)
    return None if goal is None or ratio is None else figure(name, ratio) <= goal


def goal_text(name):
    """Return the goal as text for tables."""
    goal = GOALS[name]
    if goal is None:
        return "-"
    return f"{goal:g} {OWN[name].split()[0]}" if name in OWN else f"{goal:.3g}"


def verdict(name, ratio, goals=GOALS):
    return {None: "", True: "met", False: "not met"}[met(name, ratio, goals)]
