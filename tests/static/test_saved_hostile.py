"""Files that are no programs, or hostile ones: each gives one clear error, in little time and memory."""

import json
import struct
import time
import tracemalloc

import numpy as np
import pytest

from minitorch import static
from minitorch.serialization import LoadError
from minitorch.static import run

SECONDS, BYTES = 60, 64 << 20


def packed(description, tensors=None, data=b"\0" * 8, metadata=None):
    """The bytes of a file."""
    text = description if type(description) is str else json.dumps(description)
    meta = {"format": run.FORMAT, "version": "1", "program": text} if metadata is None else metadata
    header = json.dumps({"__metadata__": meta, **({"w": tensor([2])} if tensors is None else tensors)}).encode()
    return struct.pack("<Q", len(header)) + header + data


def tensor(shape, dtype="F32", offsets=(0, 8)):
    return {"dtype": dtype, "shape": shape, "data_offsets": list(offsets)}


def step(op="add", name="b", args=("a", "w"), shape=(2,), dtype="float32", **settings):
    return {"op": op, "name": name, "args": list(args), "shape": list(shape), "dtype": dtype, "settings": settings}


def program(*steps, inputs=({"name": "a", "dtype": "float32", "shape": [2]},), outputs=("b",)):
    return {"name": "net", "inputs": list(inputs), "steps": list(steps), "outputs": list(outputs)}


GOOD = packed(program(step()))
PETA = [2 ** 25, 2 ** 25]
DAMAGED = {
    "empty": (b"", "no program, or was cut short"),
    "another format": (b"PK\3\4" + b"\0" * 60, "no program, or was cut short"),
    "cut in its header": (GOOD[:40], "no program, or was cut short"),
    "cut in its weights": (GOOD[:-1], "'w' of shape .2. should fill the bytes from 0 to 8 of 7"),
    "longer than its weights": (GOOD + b"\0", "its weights have 8 bytes, and it has 9"),
    "a huge header": (struct.pack("<Q", 2 ** 60) + GOOD[8:], "would have 1,152,921,504,606,846,976 bytes"),
    "no JSON": (struct.pack("<Q", 16) + b"{" * 24, "no JSON .JSONDecodeError"),
    "nested deep": (packed("[" * 100_000), "no JSON .RecursionError"),
    "a giant number": (packed('{"inputs": [' + "9" * 10_000 + "]}"), "no JSON .ValueError"),
    "no text": (struct.pack("<Q", 4) + b"\xff\xfe{}", "no JSON .JSONDecodeError"),
    "a name twice": (packed('{"name": "a", "name": "b"}'), "a JSON object in it has a name twice"),
    "weights of another program": (packed("", metadata={"format": "pt"}), "it holds no program"),
    "a newer version": (packed("", metadata={"format": run.FORMAT, "version": "3", "program": ""}),
                        "of version 3, and this runner reads 1 and 2"),
    "a list": (packed([]), "lacks inputs, steps or outputs"),
    "weights of petabytes": (packed(program(step()), {"w": tensor(PETA, offsets=(0, 2 ** 52))}),
                             "should fill the bytes from 0 to 4,503,599,627,370,496 of 8"),
    "weights that overlap": (packed(program(step()), {"w": tensor([2]), "v": tensor([2])}), "'v' of shape .2. should"),
    "weights before the file": (packed(program(step()), {"w": tensor([2], offsets=(-8, 0))}), "should fill the bytes"),
    "weights of objects": (packed(program(step()), {"w": tensor([1], "O64")}), "dtype '.'; there are float64"),
    "a size below zero": (packed(program(step()), {"w": tensor([-2])}), "has no shape"),
    "a thousand dimensions": (packed(program(step(shape=[1] * 1000))), "has no shape of at most 32 sizes"),
    "a size that is no number": (packed(program(step(shape=["2"]))), "has no shape"),
    "an unknown op": (packed(program(step("eval"))), "step 1, 'eval', must be one of absolute"),
    "an op of NumPy that no program needs": (packed(program(step("save"))), "must be one of"),
    "steps in a circle": (packed(program(step(args=["c", "w"]), step(name="c", args=["b", "w"]))),
                          "step 1, 'add', reads .'c'., which no earlier step computes"),
    "a step that reads itself": (packed(program(step(args=["b", "b"]))), "reads .'b'., which no earlier"),
    "a name made twice": (packed(program(step(), step())), "step 2, 'add', computes 'b', a name that already exists"),
    "a weight made anew": (packed(program(step(name="w"), outputs=["w"])), "computes 'w', a name that already exists"),
    "an input named as a weight": (packed(program(step(), inputs=[{"name": "w", "dtype": "float32", "shape": [2]}])),
                                   "the same name"),
    "an output that is not made": (packed(program(step(), outputs=["z"])), "it needs outputs"),
    "no output": (packed(program(step(), outputs=[])), "it needs outputs"),
    "args of another kind": (packed(program(step(args=[None, {"number": "1e9"}]))), "must have names and numbers"),
    "a step of text": (packed(program("import os")), "step 1 is not described"),
    "results of petabytes": (packed(program(step(shape=PETA))), "a run takes 4,503,599,627,370,496 bytes"),
    "views of petabytes": (packed(program(step("full", args=[0], shape=PETA), outputs=["b"])), "a run takes 4,503"),
    "many results of a gigabyte": (packed(program(
        *[step("full", f"n{n}", [0], [2 ** 28]) for n in range(5)],
        step(args=["n0", "n1"], shape=[2 ** 28]), step("stack", "c", ["n2", "n3", "n4"], [3, 2 ** 28], axis=0))),
        "a run takes"),
    "a base that a small view keeps": (packed(program(
        *[s for n in range(5) for s in (step("cast", f"n{n}", ["a"], [2 ** 28]),
                                        step("index", f"v{n}", [f"n{n}"], [1], index=[[0, 1, 1]]))],
        step("concatenate", "b", [f"v{n}" for n in range(5)], [5], axis=0))), "a run takes 5,368,709"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_gives_one_clear_error(name, tmp_path, capsys):
    data, words = DAMAGED[name]
    (tmp_path / "net").write_bytes(data)
    tracemalloc.start()
    start = time.perf_counter()
    with pytest.raises(LoadError, match=words) as error:
        static.load(tmp_path / "net")
    assert time.perf_counter() - start < SECONDS and tracemalloc.get_traced_memory()[1] < BYTES
    tracemalloc.stop()
    assert str(error.value).startswith(str(tmp_path / "net")) and len(str(error.value)) < 2000
    with pytest.raises(SystemExit, match=words):
        run.main([str(tmp_path / "net")])


FAILING = {
    "shapes that do not fit": (step(args=["a", "w"], shape=[3]), "should|could not|fails"),
    "an output written to": (step(args=["a", "w", "w"]), "takes 2 arrays, not 3"),
    "too few": (step(args=["a"]), "takes 2 arrays, not 1"),
    "a broadcast without end": (step("broadcast", args=["a"], shape=[3]), "fails"),
    "an index outside": (step("index", args=["a"], shape=[], index=[9]), "out of bounds"),
    "an index of another kind": (step("index", args=["a"], shape=[2], index=[{"a": 1}]), "fails"),
    "settings that are not taken": (step("reshape", args=["a"], out=1), "fails"),
    "a pad that is too wide": (step("pad", args=["a", 0], before=[2 ** 60]), "does not fit"),
    "a pad below zero": (step("pad", args=["a", 0], shape=[4], before=[-1]), "does not fit"),
    "an axis that is not there": (step("sum", args=["a"], shape=[], axes=[5], keepdims=False), "axis 5"),
    "running sums of another shape": (step("cumsum", args=["a"], shape=[], axis=0), "cannot have the shape"),
    "windows that are too large": (step("windows", args=["a"], axis=0, size=2 ** 40, step=1, dilation=9), "fails"),
    "a step of 0": (step("windows", args=["a"], shape=[2, 1], axis=0, size=1, step=0, dilation=1), "fails"),
    "a dtype that is another": (step("reshape", args=["a"], dtype="int64"), "but should return int64.2."),
    "numbers cast to no type of theirs": (step(dtype="int64"), "cast"),
    "a product with a number": (step("matmul", args=["a", 2.0], shape=[]), "fails"),
    "a triangle of a row": (step("triangle", args=["a"], diagonal=0, lower=True), "fails"),
    "a view past the end": (step("strided", args=["a"], start=1, strides=[1]), "does not fit into 2 elements"),
    "a view before the start": (step("strided", args=["a"], start=0, strides=[-1]), "does not fit into 2 elements"),
    "a view far away": (step("strided", args=["a"], start=2 ** 62, strides=[2 ** 62]), "does not fit into"),
    "a view of fewer steps": (step("strided", args=["a"], start=0, strides=[]), "fails"),
    "a view by halves": (step("strided", args=["a"], start=0.0, strides=[0.5]), "does not fit into"),
    "a write past the end": (step("put", args=["a", 1], start=1, sizes=[2], strides=[1]), "does not fit into"),
    "a write of sizes below zero": (step("put", args=["a", 1], start=0, sizes=[-5], strides=[9]), "fails"),
    "an index that is a mask": (step("gather", args=["a", "a"], index=["array"]), "not float32"),
    "an index without its array": (step("gather", args=["a"], index=["array"]), "fails"),
    "more arrays than an index": (step("scatter", args=["a", 1, "a"], index=[0], by=None), "not float32"),
    "a sum that is none": (step("scatter", args=["a", 1], index=[0], by="eval"), "fails"),
    "sorted along another axis": (step("sort", args=["a"], axis=7), "axis 7"),
    "a matrix that is a row": (step("inv", args=["a"]), "at least two-dim|2-dim|fails"),
    "an unknown setting of a matrix": (step("inv", args=["a"], signature=1), "inv takes no signature"),
    "a square larger than the file says": (step("qr", args=["a"], mode="complete", part=1), "the square Q"),
    "all of a complete qr": (step("qr", args=["a"], mode="complete"), "the square Q"),
    "an unknown way of a qr": (step("qr", args=["a"], mode="object", part=0), "fails"),
    "a real number of two parts": (step("complex", args=["a", "w"]), "has no imaginary part"),
    "a spectrum of another size": (step("fftn", args=["a"], shape=[2 ** 20], dtype="complex64", axes=[0], norm=None),
                                   "cannot have the shape"),
    "a spectrum along one axis again and again": (step("fftn", args=["a"], dtype="complex64", axes=[0] * 9,
                                                       norm=None), "cannot have the shape"),
    "a spectrum along no axis": (step("rfft", args=["a"], dtype="complex64", axes=[], norm=None), "fails"),
    "a spectrum of an unknown norm": (step("fftn", args=["a"], dtype="complex64", axes=[0], norm="x"), "fails"),
    "intervals between no numbers": (step("histogram", args=["a"], low="x", high=1), "fails"),
    "intervals without end": (step("histogram", args=["a"], low=0, high=1e308 * 10), "fails"),
    "a mode along another axis": (step("mode", args=["a"], axis=7, dtype="int64"), "fails"),
    "random numbers of no kind": (step("uniform", args=[], dtype="bool"), "fails"),
    "random numbers of arguments": (step("normal", args=["a"]), "fails"),
    "random numbers between text": (step("integers", args=[], dtype="int64", low="x", high=9), "fails"),
    "a permutation of rows": (step("permutation", args=[], shape=[2, 2], dtype="int64"), "fails"),
    "decimals of text": (step("round", args=["a"], decimals="x"), "fails"),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_step_that_cannot_run_says_which_it_is(name, tmp_path):
    wrong, words = FAILING[name]
    (tmp_path / "net").write_bytes(packed(program(wrong)))
    loaded = run.Program(tmp_path / "net")
    weights = {name: x.copy() for name, x in loaded.weights.items()}
    with pytest.raises(run.ProgramError, match=f"step 1, '{wrong['op']}', .*({words})"):
        loaded(np.ones(2, "float32"))
    assert all(np.array_equal(x, weights[name]) for name, x in loaded.weights.items())


def test_what_is_gathered_has_the_size_that_the_file_says(tmp_path):
    """A hostile index would make an array of terabytes before its shape is looked at."""
    about = program(step("full", "x", [0], [2 ** 20, 2 ** 8]), step("cast", "i", ["k"], [2 ** 18], "int64"),
                    step("gather", "b", ["x", "i"], [2], index=[[None, None, None], "array"]),
                    inputs=[{"name": "k", "dtype": "float32", "shape": [2 ** 18]}])
    (tmp_path / "net").write_bytes(packed(about))
    tracemalloc.start()
    with pytest.raises(run.ProgramError, match=r"'gather', fails: .*\(1048576, 256\) cannot have the shape \(2,\)"):
        run.Program(tmp_path / "net", memory=4)(np.zeros(2 ** 18, "float32"))
    assert tracemalloc.get_traced_memory()[1] < BYTES
    tracemalloc.stop()


def test_the_file_that_all_these_are_made_of_runs(tmp_path):
    (tmp_path / "net").write_bytes(GOOD)
    assert run.Program(tmp_path / "net")(np.array([1, 2], "float32"))[0].tolist() == [1, 2]


def test_memory_is_what_a_run_may_take(tmp_path):
    (tmp_path / "net").write_bytes(packed(program(step(shape=[1 << 20, 2]))))
    assert run.Program(tmp_path / "net", memory=2 ** -7)(np.ones(2, "float32"))[0].shape == (1 << 20, 2)
    with pytest.raises(run.ProgramError, match="8,388,608 bytes, but only 8,388,607 are allowed. Use --memory GIB"):
        run.Program(tmp_path / "net", memory=2 ** -7 - 2 ** -30)


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_any_damage_gives_an_error_or_a_result(part, tmp_path):
    """Bytes changed at random, and steps put together at random."""
    rng = np.random.default_rng(part)
    names, count = [*run.WRITES, *run.VIEWS, *run.DRAWS], 300 if part == 0 else 5000
    settings = {"axis": 0, "axes": [0], "keepdims": False, "index": [0], "before": [1], "diagonal": 0, "lower": True,
                "size": 1, "step": 1, "dilation": 1, "start": 0, "sizes": [1], "strides": [1], "by": "add",
                "decimals": 1, "side": "left", "part": 0, "norm": "ortho", "low": 0, "high": 3}
    shapes = [[], [0], [1], [2], [2, 1], [1, 2], [2, 2], [3, 2]]
    gave = set()
    for _ in range(count):
        steps, made = [], ["a", "w", 1, -1.5, True]
        for number in range(3):
            op = names[rng.integers(len(names))]
            taken = {name: settings[name] for name in settings_of(op)}
            args = [made[i] for i in rng.integers(0, len(made), rng.integers(1, 4))]
            kind = ["float32", "int64", "bool"][rng.integers(3)]
            steps.append(step(op, f"n{number}", args, shapes[rng.integers(len(shapes))], kind, **taken))
            made.append(f"n{number}")
        data = bytearray(packed(program(*steps, outputs=["n2"])))
        for place in rng.integers(0, len(data), rng.integers(0, 2)):
            data[place] = rng.integers(256)
        (tmp_path / "net").write_bytes(bytes(data))
        try:
            run.Program(tmp_path / "net")(np.ones(2, "float32"))
        except run.ProgramError as error:
            gave.add(str(error).partition("step")[1])
    assert "step" in gave


def settings_of(op):
    """The names of the settings that an op takes."""
    code = {**run.WRITES, **run.VIEWS, **run.DRAWS}[op].__code__
    return code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
