"""Tables whose last column is a measured time: only their pictures have it, so that notebooks say the same each run."""

from time import perf_counter

from ..display.text import table, time_text
from ..engine import no_grad
from ..static import Program, memory
from ..viz.picture import Picture, svg_page, svg_text

LINE = 20                                # pixels of a row of the table that is drawn
LETTER = 6.2                             # pixels of a letter


def quickest(run, times=3):
    """Seconds of the quickest of several runs: the one that was least disturbed."""
    found = []
    for _ in range(times):
        start = perf_counter()
        run()
        found.append(perf_counter() - start)
    return min(found)


class TimedTable(Picture):
    """A table whose last column is a time: in words the table without it, the picture has it too.

    head     names of the columns; the first is that of the rows' names
    found    rows of text
    """

    def text(self):
        return table(self.head[:-1], [row[:-1] for row in self.found])

    def svg(self):
        end, ends = LETTER * max(len(row[0]) for row in self.found), []
        for column in zip(self.head[1:], *[row[1:] for row in self.found]):
            end += 14 + LETTER * max(map(len, column))
            ends.append(end)
        parts = [svg_text(x, 14, told, anchor="end") for x, told in zip(ends, self.head[1:])]
        for place, (name, *row) in enumerate(self.found, 2):
            parts.append(f'<rect x="2" y="{LINE * (place - 1) + 3}" width="{ends[-1]:g}" height="0.5" fill="#808080"/>')
            parts += [svg_text(2, LINE * place, name, "#0072b2"), *(svg_text(x, LINE * place, told, anchor="end")
                                                                    for x, told in zip(ends, row))]
        return svg_page(parts, ends[-1] + 6, LINE * (len(self.found) + 1) + 8, self.text())


def times(what, runs):
    """How long each of several functions without arguments takes here, the quickest of nine runs.

    what   the name of the first column
    runs   {name: function}
    """
    return TimedTable(head=[what, "time here"], found=[[name, time_text(quickest(run, 9))] for name, run in
                                                       runs.items()])


@no_grad()
def costs(listing, programs):
    """Programs of one function side by side: their calls, the bytes of their arrays, and the time of a run.

    listing    the Listing that they were made from: all run on its inputs
    programs   {name: Program, or any function of the inputs: minitorch's own Traces and compiled functions}
    """
    inputs, rows = list(listing.inputs.values()), []
    for name, program in programs.items():
        program = listing.trace.with_program(program) if isinstance(program, Program) else program
        for _ in range(2):                               # the first calls record, compile, and take memory
            program(*inputs)
        graph = program.graph if hasattr(program, "graph") else program.program
        rows.append([name, f"{len(graph.steps)}", f"{memory.bytes_made(graph):,}", f"{memory.peak(graph):,}",
                     time_text(quickest(lambda program=program: program(*inputs), 9))])
    return TimedTable(head=["program", "calls", "bytes made", "most at one time", "time here"], found=rows)
