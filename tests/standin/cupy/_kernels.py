"""`RawKernel` and `ElementwiseKernel` of the stand-in: the same CUDA C, compiled by g++ and run on the processor.

`../include/cuda_on_cpu.h` supplies threads, blocks, barriers and shuffles.
"""

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from ._array import garbage, inside, ndarray
from ._launch import launch

INCLUDE = Path(__file__).parents[1] / "include"
COMPILER = shutil.which("g++")
FLAGS = f"-std=c++17 -O1 -w -ffp-contract=off -fPIC -shared -U_FORTIFY_SOURCE -I{INCLUDE}".split()
C_TYPES = {"float32": "float", "float64": "double", "float16": "__half", "int32": "int", "int64": "long long",
           "bool": "bool", "uint8": "unsigned char", "uint16": "unsigned short", "uint32": "unsigned int",
           "uint64": "unsigned long long", "int8": "signed char", "int16": "short"}
BY_C = {"float": "float32", "double": "float64", "int": "int32", "long long": "int64", "float16": "float16",
        "int32": "int32", "int64": "int64", "float32": "float32", "float64": "float64", "bool": "bool",
        "uint64": "uint64", "uint32": "uint32", "uint8": "uint8", "unsigned int": "uint32",
        "unsigned long long": "uint64"}


class CompileException(Exception):
    """What CuPy raises where a kernel does not compile."""


@cache
def compiled(text):
    """A library made from C++ text; kept in the temporary folder for the next run."""
    if COMPILER is None:
        raise CompileException("the stand-in needs g++ to run kernels")
    headers = b"".join(path.read_bytes() for path in sorted(INCLUDE.iterdir()))
    name = hashlib.sha256(text.encode() + headers).hexdigest()[:32]
    home = Path(tempfile.gettempdir()) / f"minitorch-standin-{os.getuid()}"
    home.mkdir(mode=0o700, exist_ok=True)
    library = home / f"{name}.so"
    if not library.exists():
        with tempfile.TemporaryDirectory(dir=home) as folder:
            source, made = Path(folder) / "kernel.cc", Path(folder) / "kernel.so"
            source.write_text('#include "cuda_on_cpu.h"\n' + text, encoding="utf-8")
            done = subprocess.run([COMPILER, *FLAGS, source, "-o", made], capture_output=True, text=True)
            if done.returncode:
                raise CompileException(done.stderr)
            made.replace(library)
    return ctypes.CDLL(str(library))


def parameters(code):
    """{kernel: the C declarations of its parameters}."""
    found = re.findall(r"__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)", code)
    return {name: [part.strip() for part in " ".join(text.split()).split(",")] for name, text in found}


class RawKernel:
    """A kernel by its source and name; called with a grid, a block and arguments."""

    def __init__(self, code, name, options=(), backend="nvrtc", jitify=False):
        self.name, self.code, self.all = name, code, parameters(code)
        self.params = self.all[name]
        self.names = {alias: BY_C[kind] for kind, alias in re.findall(r"typedef ([\w ]+) (\w+);", code) if kind in BY_C}

    def compile(self):
        """Build it now, with the others of its source."""
        launchers = ""
        for name, params in self.all.items():
            names = ", ".join(part.rpartition(" ")[2].lstrip("*") for part in params)
            launchers += (f'\nextern "C" void launch_{name}(const unsigned* g, const unsigned* b, {", ".join(params)}) '
                          f"{{ fibers::grid(g, b, [&] {{ {name}({names}); }}); }}")
        self.launch = getattr(compiled(self.code + launchers), f"launch_{self.name}")

    def __call__(self, grid, block, args, *, shared_mem=0):
        if not hasattr(self, "launch"):
            self.compile()
        if len(args) != len(self.params):
            raise TypeError(f"{self.name} takes {len(self.params)} arguments, not {len(args)}")
        sizes = [(ctypes.c_uint * 3)(*(*size, 1, 1)[:3]) for size in (grid, block)]
        names = {**BY_C, **self.names}
        given = [argument(*pair, names) for pair in zip(args, self.params)]
        launch(lambda args=args: self.launch(*sizes, *given))      # the arrays stay as long as a graph holds this


def argument(value, declared, by_c):
    """One argument as C takes it: the kind must fit the declaration, as a GPU would read other bytes in silence."""
    if type(value) is np.ndarray:                        # a structure by value: its bytes
        assert "*" not in declared and value.dtype.names and value.nbytes <= 4096, f"{value!r} for {declared}"
        fields = [("words", ctypes.c_uint64 * (value.nbytes // 8))]
        return type("Structure", (ctypes.Structure,), {"_fields_": fields}).from_buffer_copy(value)
    if type(value) is ndarray:
        assert "*" in declared, f"an array for {declared}"
        inside(value)
        return ctypes.c_void_p(value.data.ptr)
    assert "*" not in declared, f"{value!r} for {declared}"
    kind = np.dtype(by_c[declared.removeprefix("const ").rpartition(" ")[0]])
    if isinstance(value, np.generic):
        assert value.dtype == kind, f"{value.dtype} for {declared}"
    else:                                                # CuPy passes Python's own as long long and double
        assert kind == {int: np.int64, float: np.float64, bool: np.bool_}[type(value)], f"{type(value)} for {declared}"
    return np.ctypeslib.as_ctypes_type(kind)(value.item() if isinstance(value, np.generic) else value)


class ElementwiseKernel:
    """One line of C for each element of arrays that are broadcast; T, I … stand for any type."""

    def __init__(self, in_params, out_params, operation, name="kernel", preamble="", **settings):
        split = lambda text: [part.split() for part in text.split(",")] if text.strip() else []
        self.ins, self.outs, self.operation, self.name, self.preamble = (
            split(in_params), split(out_params), operation, name, preamble)

    def __call__(self, *args, size=None):
        ins, outs = list(args[:len(self.ins)]), list(args[len(self.ins):])
        kinds = {}
        for (kind, _), value in zip(self.ins + self.outs, ins + outs):
            if type(value) is ndarray and kind not in BY_C:
                found = kinds.setdefault(kind, value.dtype.name)
                assert found == value.dtype.name, f"{self.name}: two types for {kind}"
        dtype = lambda kind: BY_C.get(kind) or kinds[kind]
        hosts = [np.asarray(inside(value), dtype(kind)) for (kind, _), value in zip(self.ins, ins)]
        shape = np.broadcast_shapes(*(host.shape for host in hosts), *(out.shape for out in outs))
        outs = outs or [garbage(shape, dtype(kind)) for kind, _ in self.outs]
        hosts = [np.ascontiguousarray(np.broadcast_to(host, shape)) for host in hosts]
        results = [np.empty(shape, dtype(kind)) for kind, _ in self.outs]
        count = int(np.prod(shape))
        names = [name for _, name in self.ins + self.outs]
        types = [C_TYPES[dtype(kind)] for kind, _ in self.ins + self.outs]
        pointers = ", ".join(f"{kind}* {name}_all" for kind, name in zip(types, names))
        aliases = "".join(f"typedef {C_TYPES[dtype(kind)]} {kind}; " for kind in kinds)
        bound = " ".join(f"{kind}& {name} = {name}_all[i];" for kind, name in zip(types, names))
        text = (f'#include "cuda_fp16.h"\n#define float16 __half\n{self.preamble}\n'
                f'extern "C" void launch(long long n, {pointers}) {{ {aliases} '
                f'for (long long i = 0; i < n; i++) {{ {bound} {self.operation}; }} }}\n')

        def run():
            compiled(text).launch(ctypes.c_longlong(count), *(ctypes.c_void_p(a.ctypes.data) for a in hosts + results))
            for out, result in zip(outs, results):
                out.host[...] = result
        launch(run)
        return outs[0] if len(outs) == 1 else tuple(outs)
