"""Export a program as one C file: its weights, plain loops, and a main function that runs them."""

import os
import re
from itertools import count

import numpy as np

from ...backend.compiler import HEADER
from ...serialization.atomic import atomic_write
from .. import run
from ..refusals import NotSaved
from ..writers.c_lines import TYPES, number_in_c
from .c_calls import Calls

PRINTED = {"float32": "%.9g", "float64": "%.17g"}
LINE = 100                             # characters in a line of a table of weights
MAIN = """
#define DIVISION(T, S, F) \\
INLINE T remainder_##S(T x, T y) { \\
    T rest = fmod##F(x, y); \\
    return !y ? rest : !rest ? copysign##F(0, y) : (y < 0) != (rest < 0) ? rest + y : rest; \\
} \\
INLINE T floor_divide_##S(T x, T y) { \\
    T rest = fmod##F(x, y), found = (x - rest) / y - (rest && (y < 0) != (rest < 0)), whole = floor##F(found); \\
    return !y ? x / y : !found ? copysign##F(0, x / y) : found - whole > 0.5 ? whole + 1 : whole; \\
}
DIVISION(float, f32, f)
DIVISION(double, f64, )

INLINE int64_t power_whole(uint64_t x, int64_t n) {
    uint64_t made = 1;
    for (; n > 0; n >>= 1, x *= x) made *= n & 1 ? x : 1;
    return (int64_t)made;
}

static void stop(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\\n", what, why);
    exit(1);
}

/* The numbers of a file that numpy.save(path, x) wrote, if x is of that dtype and shape. */
static void read_npy(const char *path, const char *dtype, const char *shape, void *into, size_t bytes) {
    unsigned char head[10];
    static char about[65536];
    FILE *file = fopen(path, "rb");
    if (!file) stop(path, "cannot be opened");
    if (fread(head, 1, 10, file) != 10 || memcmp(head, "\\x93NUMPY\\x01", 7)) stop(path, "is no .npy file");
    size_t length = head[8] + 256 * head[9];
    if (length >= sizeof about || fread(about, 1, length, file) != length) stop(path, "was cut short");
    about[length] = 0;
    if (!strstr(about, dtype)) stop(path, "is not of the dtype that the program takes");
    if (!strstr(about, shape)) stop(path, "is not of the shape that the program takes");
    if (!strstr(about, "'fortran_order': False")) stop(path, "has its columns first: numpy.ascontiguousarray(x)");
    if (fread(into, 1, bytes, file) != bytes) stop(path, "was cut short");
    fclose(file);
}
"""


def write_c_file(graph, folder):
    """Write a Graph as FOLDER/NAME.c, and return that path.

    Raises NotSaved for calls that cannot be written in C.
    """
    path = os.path.join(folder, f"{graph.description['name']}.c")
    text = Exporter(graph).text(os.path.basename(path))
    os.makedirs(folder, exist_ok=True)
    with atomic_write(path) as file:
        file.write(text.encode())
    return path


class Exporter(Calls):
    """A writer of the C code of a Graph.

    arrays   {name in the graph: a NumPy array with the shape and strides of the array in C}; views share memory
    owners   [(name in C, the NumPy array that owns the memory)]
    tables   C lines that define arrays
    body     C lines of the function that runs the program
    """

    def __init__(self, graph):
        self.description, self.arrays, self.owners, self.tables, self.body = graph.description, {}, [], [], []
        for name, array in graph.weights.items():
            self.arrays[name] = self.table("w_" + re.sub(r"\W", "_", name, flags=re.ASCII), array)
        for about in self.description["inputs"]:
            self.arrays[about["name"]] = self.room(about["name"], about)
        for step in graph.steps:
            self.step(step)

    # Methods that write arrays

    def own(self, wish, array):
        """Return a new name in C for an array that owns its memory."""
        taken = {name for name, _ in self.owners}
        name = next(name for n in count(1) if (name := wish if n == 1 else f"{wish}_{n}") not in taken)
        self.owners.append((name, array))
        return name

    def table(self, wish, array):
        """Add C that defines an array with these numbers; return a NumPy array that represents the C array."""
        array = np.array(array, order="C")                   # make a copy, because `own` needs new memory
        self.checked(array.dtype, array.size, wish)
        lines = [""]
        for x in array.ravel():
            word = f"{number_in_c(x, array.dtype)}, "
            if len(lines[-1]) + len(word) > LINE:
                lines.append("")
            lines[-1] += word
        inside = "".join(f"\n    {line.rstrip()}" for line in lines)
        self.tables.append(f"static const {TYPES[array.dtype]} {self.own(wish, array)}[] = {{{inside}\n}};")
        return array

    def room(self, wish, about):
        """Add C that defines an array without numbers yet; return a NumPy array that represents the C array."""
        array = np.empty(about["shape"], about["dtype"])
        self.checked(array.dtype, array.size, wish)
        self.tables.append(f"static {TYPES[array.dtype]} {self.own(wish.upper(), array)}[{array.size}];")
        return array

    def checked(self, dtype, size, what):
        if dtype not in TYPES:
            raise NotSaved(f"export_c() cannot write `{what}`, of dtype {dtype}. It can write "
                           f"{', '.join(map(str, TYPES))}.")
        if not size:
            raise NotSaved(f"`{what}` is empty: export_c() needs arrays with at least one element.")

    def element(self, x, counters):
        """Return C for the element of an array at these loop counters."""
        name, base = next((name, base) for name, base in self.owners if np.may_share_memory(x, base))
        start = (address(x) - address(base)) // x.itemsize
        parts = [str(start)] * bool(start)
        for counter, stride, size in zip(counters, x.strides, x.shape):
            if stride and size != 1 and counter != "0":
                stride //= x.itemsize
                parts.append(counter if stride == 1 else f"{counter} * {stride}")
        return f"{name}[{' + '.join(parts) or 0}]".replace("+ -", "- ")

    # Methods that write the file

    def step(self, about):
        """Add the C code for one call of a saved program."""
        op, name = about["op"], about["name"]
        args = [self.arrays[x] if type(x) is str else float(x["number"]) if type(x) is dict else x
                for x in about["args"]]
        dtype = np.dtype(about["dtype"])
        if op == "full":
            made = np.broadcast_to(self.table(f"w_{name}", np.full(1, args[0], dtype)), about["shape"])
        elif op in run.VIEWS and op != "bits":
            x = self.contiguous(args[0]) if op in ("reshape", "strided") else args[0]
            made = run.VIEWS[op](x, tuple(about["shape"]), dtype, **about["settings"])
        else:
            made = self.room(name, about)
            given = ", ".join(map(str, about["args"])).replace("*/", "")
            write = getattr(self, f"write_{op}", None)
            lines = write(made, *args, **about["settings"]) if write else self.elementwise(op, made, args)
            self.body += [f"{{   /* {op}({given}) */", *["    " + line for line in lines], "}"]
        self.arrays[name] = made

    def text(self, file):
        """Return the text of the complete C file."""
        program = file.removesuffix(".c")
        inputs, outputs = self.description["inputs"], [self.arrays[x] for x in self.description["outputs"]]
        given = "".join(f" X{n}.npy" for n in range(1, len(inputs) + 1))
        head = (f"/* {program}, with its weights: written by minitorch.\n\n"
                f"    cc -O2 -ffp-contract=off -fwrapv {file} -o {program} -lm\n    ./{program}{given}\n\n"
                "An input is a file that numpy.save wrote. The outputs are printed, a row a line. */\n\n"
                "#include <stdio.h>\n#include <stdlib.h>\n")
        lines = [f'if (count != {len(inputs) + 1}) stop("usage", "./{program}{given}");']
        for n, about in enumerate(inputs, 1):
            array = self.arrays[about["name"]]
            name = next(name for name, base in self.owners if base is array)
            lines.append(f'read_npy(given[{n}], "\'{array.dtype.str}\'", "{array.shape}", {name}, sizeof {name});')
        lines.append("run();")
        for n, x in enumerate(outputs):
            lines += ['printf("\\n");'] * bool(n) + self.printed(x)
        body = ["static void run(void) {", *["    " + line for line in self.body], "}"]
        main = ["int main(int count, char **given) {", *["    " + line for line in lines], "    return 0;", "}", ""]
        return "\n".join([head, HEADER.read_text(encoding="utf-8"), *self.tables, MAIN, *body, "", *main])

    def printed(self, x):
        """Return C lines that print an array, with one row in each line."""
        kind = PRINTED.get(x.dtype.name)
        rows, row = x.shape[:-1], x.shape[-1:]

        def line(at):
            def each(column):
                text = self.element(x, [*at, *column])
                return [f'printf("{kind or "%lld"} ", {text if kind else f"(long long){text}"});']
            return [*self.loops(row, each, len(rows)), 'printf("\\n");']
        return self.loops(rows, line)


def address(x):
    return x.__array_interface__["data"][0]
