"""Tables whose last column is a measured time: only their pictures have it, so that notebooks say the same each run."""

from time import perf_counter

from ..display.text import table, time_text
from ..engine import no_grad
from ..static import Program, memory
from ..viz.picture import Picture, svg_page, svg_text

LINE = 20                                # pixels of a row of the table that is drawn
LETTER = 6.2                             # pixels of a letter


def quickest(run, times=3):
    """Return the seconds of the quickest of several runs: the one that was least disturbed."""
    return quickest_of([run], times)[0]


def quickest_of(runs, times=9):
    """Return the seconds of the quickest run of each function; they take turns, so a disturbance meets all."""
    found = [[] for _ in runs]
    for _ in range(times):
        for run, seconds in zip(runs, found):
            start = perf_counter()
            run()
            seconds.append(perf_counter() - start)
    return list(map(min, found))


class TimedTable(Picture):
    """A table whose last column is a time: in words the table without it, the picture has it too.

    head     names of the columns; the first is that of the rows' names
    found    rows of text
    """

    def text(self):
        return table(self.head[:-1], [row[:-1] for row in self.found])

    def svg(self):
        end, ends = LETTER * max(len(row[0]) for row in [self.head, *self.found]), []
        for column in zip(self.head[1:], *[row[1:] for row in self.found]):
            end += 14 + LETTER * max(map(len, column))
            ends.append(end)
        parts = [svg_text(2, 14, self.head[0])] + [svg_text(x, 14, told, anchor="end")
                                                   for x, told in zip(ends, self.head[1:])]
        for place, (name, *row) in enumerate(self.found, 2):
            parts.append(f'<rect x="2" y="{LINE * (place - 1) + 6}" width="{ends[-1]:g}" height="0.5" fill="#808080"/>')
            parts += [svg_text(2, LINE * place, name, "#0072b2"), *(svg_text(x, LINE * place, told, anchor="end")
                                                                    for x, told in zip(ends, row))]
        return svg_page(parts, ends[-1] + 6, LINE * (len(self.found) + 1) + 8, self.text())


def times(what, runs):
    """Measure how long each of several functions without arguments takes here.

    what   the name of the first column
    runs   {name: function}
    """
    return TimedTable(head=[what, "time here"], found=list(zip(runs, map(time_text, quickest_of(runs.values())))))


@no_grad()
def costs(listing, programs):
    """Compare programs of one function: their calls, the bytes of their arrays, and the time of a run.

    listing    the Listing that they were made from: all run on its inputs
    programs   {name: Program, Trace or compiled function}
    """
    runs, rows = [], []
    for name, program in programs.items():
        trace = listing.trace.with_program(program) if isinstance(program, Program) else program
        runs.append(lambda trace=trace: trace(*listing.inputs.values()))
        for _ in range(2):                               # the first calls record, compile, and take memory
            runs[-1]()
        graph = trace.graph if hasattr(trace, "graph") else trace.program
        rows.append([name, f"{len(graph.steps)}", f"{memory.bytes_made(graph):,}", f"{memory.peak(graph):,}"])
    return TimedTable(head=["program", "calls", "bytes made", "most at one time", "time here"],
                      found=[[*row, time_text(seconds)] for row, seconds in zip(rows, quickest_of(runs))])
