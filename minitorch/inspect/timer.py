"""Measure many times how long a line of code takes, and compare measurements in a table."""

import timeit
from statistics import fmean, median, quantiles

from ..backend.threads import get_num_threads, set_num_threads
from ..display.text import table, time_text


class Measurement:
    """The result of a Timer: `times` has the seconds of one run, for each measurement."""

    def __init__(self, number_per_run, times, timer):
        self.number_per_run, self.raw_times, self.timer = number_per_run, times, timer
        self.times = [seconds / number_per_run for seconds in times]

    mean = property(lambda self: fmean(self.times))
    median = property(lambda self: median(self.times))

    @property
    def iqr(self):
        """Interquartile range of the times, in seconds."""
        if len(self.times) < 2:
            return 0.0
        low, _, high = quantiles(self.times, n=4)
        return high - low

    @property
    def title(self):
        timer = self.timer
        return timer.label or timer.stmt if isinstance(timer.stmt, str) else timer.label or timer.stmt.__name__

    def __repr__(self):
        sub = f": {self.timer.sub_label}" if self.timer.sub_label else ""
        spread = f"  IQR:    {time_text(self.iqr)}\n" if len(self.times) > 1 else ""
        runs = (f"measurements: {len(self.times)}, runs in each: {self.number_per_run}, "
                f"threads: {self.timer.num_threads}")
        return (f"<{type(self).__name__} of {self.title}{sub}>\n{self.timer.setup}\n"
                f"  {'Median' if len(self.times) > 1 else 'Mean'}: {time_text(self.median)}\n{spread}  {runs}")


class Timer:
    """A timer for a line of code; it first runs the line once, to warm up.

    stmt, setup   Python text, or functions without arguments
    globals       {name: value} for stmt and setup
    label, sub_label, description, env   texts for tables
    num_threads   threads that matrix products use while the line runs
    """

    def __init__(self, stmt="pass", setup="pass", global_setup="", timer=timeit.default_timer, globals=None, label=None,
                 sub_label=None, description=None, env=None, num_threads=1, language=None):
        self.stmt, self.setup, self.label, self.sub_label = stmt, setup, label, sub_label
        self.description, self.env, self.num_threads = description, env, num_threads
        if isinstance(stmt, str):
            from textwrap import dedent
            stmt = self.stmt = dedent(stmt).strip()
        self.timer = timeit.Timer(stmt, setup, timer, globals=dict(globals or {}))

    def run(self, number):
        """Return the seconds of `number` runs."""
        before = get_num_threads()
        set_num_threads(self.num_threads)
        try:
            return self.timer.timeit(number)
        finally:
            set_num_threads(before)

    def timeit(self, number=1000000):
        """Measure `number` runs once."""
        self.run(max(number // 100, 2))
        return Measurement(number, [self.run(number)], self)

    def repeat(self, repeat=-1, number=-1):
        """Measure several times, as the module timeit does."""
        return [self.run(number) for _ in range(repeat)]

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        """Measure blocks of runs, each min_run_time / 100 seconds long, until min_run_time seconds have passed."""
        number = 1
        while self.run(number) < min_run_time / 100:
            number *= 2
        times: list = []
        while sum(times) < min_run_time:
            times.append(self.run(number))
        return Measurement(number, times, self)

    adaptive_autorange = blocked_autorange


class Compare:
    """A table of measurements: a row for each sub_label, a column for each description."""

    def __init__(self, results):
        self.results = list(results)

    def extend_results(self, results):
        self.results.extend(results)

    def trim_significant_figures(self):
        """Do nothing: times are shown in three digits."""

    colorize = trim_significant_figures

    def __str__(self):
        parts = []
        for label in dict.fromkeys(one.timer.label or "" for one in self.results):
            own = [one for one in self.results if (one.timer.label or "") == label]
            columns = list(dict.fromkeys(one.timer.description or "" for one in own))
            rows = {}
            for one in own:
                key = one.timer.sub_label or (one.timer.stmt if isinstance(one.timer.stmt, str) else ""), \
                    one.timer.num_threads
                rows.setdefault(key, {})[one.timer.description or ""] = time_text(one.median)
            several = len({threads for _, threads in rows}) > 1
            parts.append(table([label, *columns], [
                [f"{name}, {threads} threads" if several else name, *[found.get(column, "") for column in columns]]
                for (name, threads), found in rows.items()]))
        return "\n\n".join(parts)

    def print(self):
        print(self)
