"""Lesson 6, the GPU: an honest clock, waits and copies that nobody needs, four kernels, memory that is used again."""

from copy import copy

import numpy as np

from ..far_gpu import FarArray, FarGpu, GpuCalls
from ..gpu import Gpu, OnGpu
from ..kernels import Global, Memory, in_memory, launch, launch_elementwise, launch_product
from .common import Case, Exercise, Halves, Wrong


def timed(answer, inputs):
    """Return what an answer measures: the GPU is busy when it begins, and the first launch has to compile."""
    gpu, calls = Gpu(), []
    gpu.launch(inputs["busy"])

    def work():
        gpu.python += 0 if calls else inputs["compile"]
        calls.append(1)
        gpu.launch(inputs["ticks"])
    return answer(work, gpu.synchronize, gpu.clock, inputs["repeats"])


def ticks_each(work, synchronize, clock, repeats):
    work()                                        # the first one compiles
    synchronize()
    start = clock()
    for _ in range(repeats):
        work()
    synchronize()                                 # not until all is done
    return (clock() - start) / repeats


Exercise("6.1", ticks_each, difficulty=1, points=2, run=timed, apart=True,
    cases=[Case("one piece of 10 ticks", ticks=10, repeats=1, busy=1, compile=0),
           Case("the GPU is busy at first", ticks=20, repeats=1, busy=50, compile=0),
           Case("the first one compiles", ticks=10, repeats=2, busy=1, compile=100),
           Case("busy, compiles, five pieces", ticks=7, repeats=5, busy=60, compile=30),
           Case("many pieces", ticks=3, repeats=130, busy=1, compile=10)],
    wrong=[
        Wrong("time of day", "The clock's reading at the end was divided, so what had passed before counts as well. "
              "What something takes is the end's reading minus the start's.", {"(clock() - start)": "clock()"},
              {"(clock() - start)": "clock()", "    work()\n    synchronize()\n    start":
               "    synchronize()\n    work()\n    synchronize()\n    start"}),
        Wrong("no wait at the end", "The clock was read while the GPU was still at work: only the launches were timed. "
              "synchronize() before the clock is read the second time.",
              {"    synchronize()\n    return": "    return"}),
        Wrong("no wait at the start", "The clock started while earlier work was still running, so that was timed too. "
              "synchronize() before the clock is read the first time.",
              {"    synchronize()\n    start": "    start"},
              {"    work()\n    synchronize()\n    start": "    start"}),
        Wrong("never waits", "Nothing waits for the GPU, so only launches were timed, and compiling. "
              "Warm up, and synchronize() before each look at the clock.",
              "start = clock()\nfor _ in range(repeats):\n    work()\nreturn (clock() - start) / repeats"),
        Wrong("no warm-up", "The first call was timed, which also compiles. Call work() once before the clock starts.",
              {"    work()\n    synchronize()\n    start": "    synchronize()\n    start"}),
        Wrong("clock too early", "The clock was started before the warm-up, so compiling was timed too. Read it after "
              "the first synchronize().",
              {"    work()\n    synchronize()\n    start = clock()":
               "    start = clock()\n    work()\n    synchronize()"},
              {"    work()\n    synchronize()\n    start = clock()":
               "    synchronize()\n    start = clock()\n    work()\n    synchronize()"}),
        Wrong("waits each time", "There was a wait after each piece, and then Python cannot enqueue ahead: the "
              "launches are added to the work. Wait once, after the loop.",
              {"        work()\n    synchronize()": "        work()\n        synchronize()"}),
        Wrong("not divided", "That is the time of all repeats together. Divide by repeats.", {") / repeats": ")"}),
        Wrong("start minus end", "The time is negative: the start belongs behind the minus sign.",
              {"clock() - start": "start - clock()"}),
        Wrong("once only", "The work was done once, and its time divided by repeats. Repeat it.",
              {"    for _ in range(repeats):\n        work()": "    work()"}),
        Wrong("one too few", "The time was divided by one more than the pieces that were timed, or one less. The "
              "warm-up does not count.", {"/ repeats": "/ (repeats + 1)"}),
    ],
    others=["""
        for _ in range(3):
            work()
        synchronize()
        before = clock()
        i = 0
        while i < repeats:
            work()
            i += 1
        synchronize()
        after = clock()
        return (after - before) / repeats
    """],
    hints=["Work that was launched is not work that is done. When must the GPU have nothing left to do, twice?",
           "Before each of the two looks at the clock. And the first call of work() should lie before both.",
           "work(), synchronize(), start = clock(), the loop, synchronize(), (clock() - start) / repeats."])


STILL_THERE = "a number that is still on the GPU"
AN_ARRAY = "an array, if one without axes"


def epoch_begins(inputs):
    """Begin an epoch whose losses are numbers on a GPU; drawn, if there is a seed, which nobody else is given."""
    gpu, seen = Gpu(), []
    calls, rng = GpuCalls(gpu), np.random.default_rng(inputs.get("seed"))

    def step(batch):
        seen.append(batch)
        gpu.launch(3)                             # forward, backward, update
        loss = np.float64(batch) / 8 if "seed" not in inputs else np.float64(rng.integers(1, 99)) / 8
        return calls.lent(OnGpu(gpu, loss))
    return {"batches": list(inputs["batches"]), "step": step, "call": calls}, (gpu, seen)


def mean_of(answer, given):
    """Return what an answer returns of an epoch."""
    return looked_at(answer(lambda batch: FarArray(given["call"], given["step"](batch)), given["batches"]))


def looks_each_step(answer):
    """Return True if Python waits as often as there are batches, or more often."""
    given, (gpu, _) = epoch_begins({"batches": range(6)})
    mean_of(answer, given)
    return gpu.waits >= 6


def looked_at(out):
    """Return a plain number as it is; of an array, also of one on the GPU, say that it is one."""
    return STILL_THERE if isinstance(out, FarArray) else AN_ARRAY if isinstance(out, np.ndarray) else out


def and_waits(out, kept):
    """Return what was returned, how often Python waited, and the batches that a step was made on."""
    gpu, seen = kept
    return out, gpu.waits, seen


def mean_loss(step, batches):
    total = 0
    for batch in batches:
        total = total + step(batch)               # stays on the GPU
    return total.item() / len(batches)            # the only look


Exercise("6.2", mean_loss, difficulty=1, points=2, run=Halves(mean_of, and_waits, epoch_begins),
    results=("mean loss", "times Python waited", "batches trained on"),
    cases=[Case("one batch", batches=[8]), Case("two batches", batches=[8, 24]),
           Case("six batches", batches=[9, 7, 5, 16, 3, 2]),
           Case("losses that only the GPU knows", batches=[4, 6, 1], seed=3),
           Case("a batch that comes twice", batches=[5, 8, 5, 3]),
           Case("many batches", batches=range(130), seed=4)],
    wrong=[
        Wrong("waits each step", "Python looked at every single loss, and so waited once for each: .item(), float(), "
              "print and `if` do. Add up what step returns as it is, and look once, after the loop.",
              {"step(batch)": "step(batch).item()", "total.item()": "total"},
              {"total + step(batch)": "total + step(batch)\n        print(f\"{total:.3f}\")"},
              probe=looks_each_step, example="six batches"),
        Wrong("never looked", "What came back is still on the GPU. Whoever asked for the mean wants a number: .item(), "
              "once, at the end.", {"total.item()": "total"}),
        Wrong("an array", "An array without axes came back, as .get() gives it. A plain number is wanted: "
              ".item().", {"total.item() / len(batches)": "(total / len(batches)).get()"},
              {"total.item() / len(batches)": "np.asarray(total.get() / len(batches))"}),
        Wrong("each batch once", "A batch that comes twice was trained on once, or its loss counts once: it was the "
              "key of a dict, or in a set. Keep losses in a list, or add them up.", """
            losses = {batch: step(batch) for batch in batches}
            return (sum(losses.values()) / len(losses)).item()
        """, """
            batches, total = list(dict.fromkeys(batches)), 0
            for batch in batches:
                total = total + step(batch)
            return total.item() / len(batches)
        """, example="a batch that comes twice"),
        Wrong("not divided", "That is the sum of the losses. Divide by the number of batches.",
              {" / len(batches)": ""}),
        Wrong("the last loss", "Only the last batch's loss is left of all.", {"total + step": "step"},
              {"total + step": "step", " / len(batches)": ""}),
        Wrong("stops after one", "Only the first batch was seen: the return stands inside the loop.",
              {"    return total.item()": "        return total.item()"},
              {"    return total.item() / len(batches)": "        return total.item()"}, example="two batches"),
        Wrong("looks twice", "Python waited twice: the number was looked at once more than needed, perhaps for a "
              "print. Keep what .item() gives, and use that.",
              {"    return": "    print(f\"{total:.3f}\")\n    return"}),
        Wrong("trained twice", "step was called twice for each batch: it trains each time. Call it once, and keep what "
              "it returns.", {"total = total + step(batch)": "step(batch)\n        total = total + step(batch)"}),
        Wrong("first left out", "The first batch is not in the sum.", {"in batches:": "in batches[1:]:"},
              example="two batches"),
        Wrong("a mean of means", "The mean was taken anew after each batch, of the mean so far and the new loss: so "
              "the last ones count most. Add up, and divide once.",
              {"total + step(batch)": "(total + step(batch)) / 2", " / len(batches)": ""},
              {"total = 0": "total = step(batches[0])", "in batches:": "in batches[1:]:", " / len(batches)": "",
               "total + step(batch)": "(total + step(batch)) / 2"}, example="six batches"),
    ],
    others=["losses = [step(batch) for batch in batches]\nreturn (sum(losses) / len(losses)).item()",
            "return float(sum(step(batch) for batch in batches)) / len(batches)"],
    hints=["Which call in the loop needs to know the number? It is the one that ends in .item().",
           "What step returns can be added without knowing it: total = total + step(batch) is only enqueued.",
           "After the loop: return total.item() / len(batches)."])


def with_a_gpu(inputs):
    """Return the inputs with a simulated GPU too small for x, and (GPU, number of batches).

    weights   among the inputs, is for the GPU alone: what is computed elsewhere comes to another total
    """
    gpu = Gpu(room=inputs["x"][0].nbytes * 4, weights=inputs.pop("weights", None))
    return {**inputs, "call": GpuCalls(gpu)}, (gpu, len(inputs["batches"]))


def total_of(answer, given):
    """Return the total that an answer returns."""
    try:
        return looked_at(answer(FarGpu(given["call"]), *(given[name] for name in ("x", "mean", "weight", "batches"))))
    except MemoryError:
        return TOO_LARGE


def copied(out, kept):
    """Return the total, copies beyond those that are needed, and where the products went."""
    gpu, count = kept
    if isinstance(out, str) and out in (TOO_LARGE, STILL_THERE, AN_ARRAY):
        return out, 0, 0, USED
    used = gpu.to_cpu >= count or np.array_equal(out, gpu.copied)    # of a copy for each batch no more is asked
    products = "none" if not gpu.products else USED if used else "not in the total"
    return out, max(gpu.to_gpu - count - 2, 0), max(gpu.to_cpu - 1, 0), products


USED = "in the total"
TOO_LARGE = "x does not fit into the GPU's memory"


def total_score(gpu, x, mean, weight, batches):
    mean, weight = gpu.put(mean), gpu.put(weight)     # once for all
    total = 0
    for batch in batches:
        scores = (gpu.put(x[batch]) - mean) @ weight
        total = total + scores.sum()
    return total.item()


def rows(seed, count, batches, kind=float, beside=0):
    """Arguments of 6.3: whole numbers, two features, two scores. beside is added to x and mean."""
    rng = np.random.default_rng(seed)
    return {"x": rng.integers(0, 9, (count, 2)).astype(kind) + kind(beside), "mean": np.array([1.0, 3.0]) + beside,
            "weight": rng.integers(1, 5, (2, 2)).astype(float), "batches": batches}


LOOP = "    for batch in batches:\n        scores = (gpu.put(x[batch]) - mean) @ weight\n"
PUT = "    mean, weight = gpu.put(mean), gpu.put(weight)\n"

Exercise("6.3", total_score, difficulty=2, points=3, run=Halves(total_of, copied, with_a_gpu),
    results=("total", "needless copies to the GPU", "needless copies to the CPU", "products on the GPU"),
    cases=[Case("one batch", **rows(0, 5, [[0, 2]])), Case("two batches", **rows(1, 6, [[0, 1], [3, 5]])),
           Case("four batches", **rows(2, 9, [[8, 0], [1, 2], [7, 3], [4, 6]])),
           Case("a smaller last batch", **rows(4, 6, [[5, 0, 2], [1]])),
           Case("whole numbers", **rows(5, 6, [[1, 4], [5, 0], [3, 2]], kind=int)),
           Case("a batch that comes twice", **rows(7, 6, [[0, 2], [1, 3], [0, 2]])),
           Case("large numbers that are close", **rows(6, 6, [[4, 1], [5, 0]], beside=1e8)),
           Case("a GPU whose product weighs features", weights=np.array([3.0, 5.0]),
                **rows(3, 8, [[7, 1, 0], [2, 6, 4]]))],
    wrong=[
        Wrong("all each step", "The total is right, but the mean and the weight were copied anew for each batch. They "
              "do not change: copy them before the loop.",
              {PUT: "", "- mean) @ weight": "- gpu.put(mean)) @ gpu.put(weight)"}, example="two batches"),
        Wrong("one each step", "One thing that never changes, the mean or the weight, was copied anew for each batch.",
              {PUT: "    weight = gpu.put(weight)\n", "- mean)": "- gpu.put(mean))"},
              {PUT: "    mean = gpu.put(mean)\n", "@ weight": "@ gpu.put(weight)"}, example="four batches"),
        Wrong("back each step", "Each batch's scores, or their sum, were copied to the CPU, and Python waited for "
              "them. Add up on the GPU, and copy the total once, after the loop.",
              {"scores.sum()": "scores.sum().item()", "total.item()": "total"},
              {"scores.sum()": "scores.get().sum()", "total.item()": "total"}, example="two batches"),
        Wrong("both ways each step", "Nothing stays where it is: mean and weight were copied to the GPU for each "
              "batch, and its scores back. Copy what is constant before the loop, the total after it.",
              {PUT: "", "- mean) @ weight": "- gpu.put(mean)) @ gpu.put(weight)",
               "scores.sum()": "scores.sum().item()", "total.item()": "total"},
              {PUT: "", "- mean) @ weight": "- gpu.put(mean)) @ gpu.put(weight)",
               "scores.sum()": "scores.get().sum()", "total.item()": "total"}, example="two batches"),
        Wrong("scores side by side", "Whole arrays of scores were added up, which works only while all batches are "
              "equally large. Add up their sums: scores.sum().",
              {"total = total + scores.sum()\n    return total.item()": "total = total + scores\n    return "
               "total.sum().item()"}, example="a smaller last batch"),
        Wrong("x as a whole", "All of x was copied, which is larger than the GPU's memory. Copy a batch at a time.",
              {LOOP: "    x = gpu.put(x)\n" + LOOP.replace("gpu.put(x[batch])", "x[batch]")}),
        Wrong("all batches at once", "All batches were copied before the first was used: together they are as large as "
              "x, which does not fit. Copy one, use it, then the next.", """
            mean, weight = gpu.put(mean), gpu.put(weight)
            there = [gpu.put(x[batch]) for batch in batches]
            return sum(((each - mean) @ weight).sum() for each in there).item()
        """, """
            mean, weight = gpu.put(mean), gpu.put(weight)
            there = gpu.put(np.concatenate([x[batch] for batch in batches]))
            return ((there - mean) @ weight).sum().item()
        """, example="four batches"),
        Wrong("float32", "The numbers were cut to float32, which has seven digits: of large ones that lie close "
              "together nothing is left after the subtraction. Copy them as they are.",
              {"gpu.put(mean), gpu.put(weight)": "gpu.put(mean.astype(np.float32)), gpu.put(weight.astype(np.float32))",
               "x[batch]": "x[batch].astype(np.float32)"},
              {"x[batch]": "x[batch].astype(np.float32)"}, example="large numbers that are close"),
        Wrong("in place on the CPU", "The mean was subtracted in place, which whole numbers do not allow, and which "
              "writes into x where x[batch] is a part of it. Subtract into a new array, on the GPU.",
              {"        scores = (gpu.put(x[batch]) - mean) @ weight": "        part = x[batch]\n        part -= mean\n"
               "        scores = gpu.put(part) @ weight", PUT: "    weight = gpu.put(weight)\n"},
              example="whole numbers"),
        Wrong("an array", "An array without axes came back, as .get() gives it. A plain number is wanted: .item().",
              {"total.item()": "total.get()"}),
        Wrong("on the CPU", "NumPy computed the products, on the CPU. Both factors have to be on the GPU before.",
              "return float(sum(((x[batch] - mean) @ weight).sum() for batch in batches))"),
        Wrong("a product for show", "There was a product on the GPU, but the total did not come from it. Compute the "
              "scores there, and return the number that is copied back.",
              "m = gpu.put(mean)\nshown = (m @ m).item()\n"
              "return float(sum(((x[batch] - mean) @ weight).sum() for batch in batches))",
              "m = gpu.put(mean)\nshown = m @ m\n"
              "total = float(sum(((x[batch] - mean) @ weight).sum() for batch in batches))\n"
              "return (shown * 0 + total).item()",
              example="a GPU whose product weighs features"),
        Wrong("still there", "What came back is still on the GPU: .item() makes it a number.",
              {"total.item()": "total"}),
        Wrong("mean elsewhere", "The mean was subtracted once for each batch, or from the scores. It belongs to each "
              "row of x, before the product.", {"- mean) @ weight": ") @ weight - mean"},
              {"- mean) @ weight": ") @ weight", "scores.sum()": "scores.sum() - (mean @ weight).sum()"}),
        Wrong("mean forgotten", "The mean was not subtracted.", {"(gpu.put(x[batch]) - mean)": "gpu.put(x[batch])"}),
        Wrong("last batch only", "Only the last batch is in the total.", {"total + scores": "scores"},
              example="two batches"),
    ],
    others=["""
        w = gpu.put(weight)
        m = gpu.put(mean)
        parts = [((gpu.put(x[b]) - m) @ w).sum() for b in batches]
        return float(sum(parts))
    """, """
        w, total = gpu.put(weight), 0
        for batch in batches:
            total += (gpu.put(x[batch] - mean) @ w).sum()
        return total.item()
    """],
    hints=["Go through the loop line by line and ask of each array: has it changed since the last batch?",
           "Only x[batch] has. And of the scores only the sum of all is wanted: it can grow on the GPU.",
           "Before the loop: mean, weight = gpu.put(mean), gpu.put(weight); after it: return total.item()."])


def in_main_memory(inputs):
    """For a kernel of 6.4 or 6.7: how it reaches `out`, which is like x, and the arrays among the inputs."""
    arrays = {name: x for name, x in inputs.items() if name not in ("blockDim", "alone")}
    memory = in_memory(inputs["x"].shape, *arrays.values())
    return {"arrays": [(each.shape, each) for each in memory], "blockDim": inputs["blockDim"],
            "alone": inputs.get("alone")}, (memory, list(arrays))


def kernel_runs(answer, given):
    arrays = [Global(*each) for each in given["arrays"]]
    if given["alone"] is None:
        launch_elementwise(answer, *arrays, given["blockDim"])
    else:
        answer(*given["alone"], given["blockDim"], *arrays)


def fused(shown, kept):
    """Return the array that a kernel wrote, and what it did besides."""
    memory, names = kept
    for array, name in zip(memory[1:], names):
        array.unchanged(name)
    return (memory[0].array, sum(array.outside for array in memory), memory[0].reads,
            memory[0].writes, max(len(array.touched) for array in memory))


def add_relu(blockIdx, threadIdx, blockDim, out, x, y):
    i = blockIdx * blockDim + threadIdx
    if i < len(out):                              # the last block may reach past the end
        out[i] = max(x[i] + y[i], 0)


def two_vectors(*x):
    """Arguments of 6.4 but the size of a block."""
    return {"x": np.array(x, float), "y": np.arange(len(x)) - 1.5}


Exercise("6.4", add_relu, difficulty=1, points=2, run=Halves(kernel_runs, fused, in_main_memory),
    results=("out", "indices outside", "reads of out", "writes to out", "elements in use"),
    cases=[Case("one block", blockDim=4, **two_vectors(1, -2, 3, -4)),
           Case("two blocks", blockDim=3, **two_vectors(5, -6, 7, -1, 2, -9)),
           Case("five numbers in blocks of 4", blockDim=4, **two_vectors(-3, 4, 1, 8, 2)),
           Case("seven in blocks of 2", blockDim=2, **two_vectors(1, 2, -3, 4, -5, 6, 7)),
           Case("the very first thread alone", alone=(0, 0), blockDim=3, **two_vectors(4, -1, 3, 5, 2)),
           Case("a thread of the second block alone", alone=(1, 1), blockDim=2, **two_vectors(2, 1, 6, 3, -7))],
    wrong=[
        Wrong("all by each", "Each thread computed the whole vector, all elements once more for every thread. A thread "
              "has one index, i, and computes out[i] alone.", "out[:] = np.maximum(x[:] + y[:], 0)"),
        Wrong("relu of x alone", "The relu is of x alone, and y was added behind it: max(x[i] + y[i], 0).",
              {"max(x[i] + y[i], 0)": "max(x[i], 0) + y[i]"}),
        Wrong("no bounds check", "The last block has more threads than there are numbers left, and those read and "
              "wrote past the end. A GPU does not raise: it reads or spoils what lies there. if i < len(out):",
              {"    if i < len(out):\n        out[i]": "    out[i]"}, example="five numbers in blocks of 4"),
        Wrong("one too far", "One thread past the end took part: the last index is len(out) - 1, so the test is "
              "i < len(out).", {"i < len(out)": "i <= len(out)"}),
        Wrong("one too few", "The last number of all was never written: indices go up to len(out) - 1, "
              "so i < len(out).", {"i < len(out)": "i < len(out) - 1"}),
        Wrong("the last again", "Threads past the end computed a number of another thread once more, the last or one "
              "from the front. They must do nothing: if i < len(out).",
              {"    i = blockIdx * blockDim + threadIdx\n    if i < len(out):":
                            "    i = min(blockIdx * blockDim + threadIdx, len(out) - 1)\n    if i < len(out):"},
              example="five numbers in blocks of 4"),
        Wrong("read before asked", "x and y were read before the test, so the last block read past the end. Read them "
              "below the if.", {"    if i < len(out):\n        out[i] = max(x[i] + y[i], 0)":
                               "    total = x[i] + y[i]\n    if i < len(out):\n        out[i] = max(total, 0)"},
              example="five numbers in blocks of 4"),
        Wrong("not written", "Nothing was written to out. What a kernel returns reaches nobody: out[i] = ….",
              {"        out[i] = max": "        return max"}),
        Wrong("negative ones not written", "Where the sum is negative nothing was written, and what lay in out before "
              "is still there. 0 has to be written too.",
              {"        out[i] = max(x[i] + y[i], 0)":
               "        if x[i] + y[i] > 0:\n            out[i] = x[i] + y[i]"}),
        Wrong("the first block only", "All blocks worked on the first numbers, and the rest was never written. "
              "Which numbers are a thread's depends on its block too: blockIdx * blockDim + threadIdx.",
              {"blockIdx * blockDim + threadIdx": "threadIdx"}, example="two blocks"),
        Wrong("blocks overlap", "Blocks begin one number apart, not blockDim: they overlap, and the rest was never "
              "written. i = blockIdx * blockDim + threadIdx.", {"blockIdx * blockDim": "blockIdx"},
              example="two blocks"),
        Wrong("the block's first", "All threads of a block worked on the block's first number. Add threadIdx.",
              {" + threadIdx": ""}),
        Wrong("exchanged", "threadIdx was multiplied, and blockIdx added. A block's numbers lie side by side: "
              "blockIdx * blockDim + threadIdx.",
              {"blockIdx * blockDim + threadIdx": "threadIdx * blockDim + blockIdx"},
              example="two blocks"),
        Wrong("no relu", "Negative sums came through: max(…, 0).", {"max(x[i] + y[i], 0)": "x[i] + y[i]"}),
        Wrong("relu of each", "Each number lost its negative part before the sum. relu is of the sum.",
              {"max(x[i] + y[i], 0)": "max(x[i], 0) + max(y[i], 0)"}),
        Wrong("not fused", "The result is right, but the sum was written to memory and read again. That is what fusing "
              "saves: keep it in a variable, which lies in a register.",
              {"out[i] = max(x[i] + y[i], 0)": "out[i] = x[i] + y[i]\n        out[i] = max(out[i], 0)"},
              {"out[i] = max(x[i] + y[i], 0)": "out[i] = x[i] + y[i]\n        if out[i] < 0:\n            out[i] = 0"}),
        Wrong("all in each thread", "Each thread computed all numbers, also one that runs alone. A thread has one: i.",
              "for i in range(len(out)):\n    out[i] = max(x[i] + y[i], 0)", example="the very first thread alone"),
        Wrong("all in the first thread", "The first thread computed all numbers, and the others waited. Thousands of "
              "threads run at the same time, and each has one number: i.",
              "if blockIdx == threadIdx == 0:\n    for i in range(len(out)):\n        out[i] = max(x[i] + y[i], 0)",
              example="the very first thread alone"),
    ],
    others=["""
        i = threadIdx + blockDim * blockIdx
        if i >= len(x):
            return
        total = x[i] + y[i]
        out[i] = total if total > 0 else 0.0
    """],
    hints=["Number all threads: those of block 0 are 0 … blockDim - 1. What is the first of block 1?",
           "i = blockIdx * blockDim + threadIdx. How many threads are there for five numbers in blocks of four?",
           "if i < len(out): out[i] = max(x[i] + y[i], 0)."])


# 6.7, after 6.4 in the lesson


def add_bias(blockIdx, threadIdx, blockDim, out, x, bias):
    i = blockIdx[0] * blockDim[0] + threadIdx[0]
    j = blockIdx[1] * blockDim[1] + threadIdx[1]
    if i < x.shape[0] and j < x.shape[1]:
        out[i, j] = x[i, j] + bias[j]


def matrix(rows, columns):
    """Arguments of 6.7 but the size of a block: no two numbers are alike."""
    return {"x": np.arange(rows * columns).reshape(rows, columns) * 1.5 + 1, "bias": 100.0 * (1 + np.arange(columns))}


INSIDE, ROW, COLUMN = ("i < x.shape[0] and j < x.shape[1]", "blockIdx[0] * blockDim[0] + threadIdx[0]",
                       "blockIdx[1] * blockDim[1] + threadIdx[1]")

Exercise("6.7", add_bias, difficulty=1, points=2, run=Halves(kernel_runs, fused, in_main_memory),
    results=("out", "indices outside", "reads of out", "writes to out", "elements in use"),
    cases=[Case("one block", blockDim=(2, 3), **matrix(2, 3)),
           Case("blocks side by side", blockDim=(2, 2), **matrix(2, 6)),
           Case("blocks beneath each other", blockDim=(2, 3), **matrix(6, 3)),
           Case("too many columns in the last block", blockDim=(2, 2), **matrix(4, 3)),
           Case("too many rows in the last block", blockDim=(2, 3), **matrix(5, 3)),
           Case("both, with wide blocks", blockDim=(2, 4), **matrix(5, 6)),
           Case("one row", blockDim=(3, 2), **matrix(1, 5)),
           Case("a thread alone", blockDim=(2, 3), alone=((1, 0), (1, 2)), **matrix(5, 4))],
    wrong=[
        Wrong("no bounds check", "Threads past the edge read and wrote what is not theirs: the last blocks reach over "
              "the edge, at the right and at the bottom. Ask for both: i < x.shape[0] and j < x.shape[1].",
              {f"    if {INSIDE}:\n        out": "    out"}),
        Wrong("rows only", "Only the rows were asked for: at the right edge threads read and wrote outside, or in the "
              "next row. j < x.shape[1] too.", {INSIDE: "i < x.shape[0]"}, {INSIDE: "i < len(x)"},
              example="too many columns in the last block"),
        Wrong("columns only", "Only the columns were asked for: below the last row threads read and wrote outside. "
              "i < x.shape[0] too.", {INSIDE: "j < x.shape[1]"}, example="too many rows in the last block"),
        Wrong("one too far", "One row or column past the edge took part: the last index is size - 1, so the test is <.",
              {INSIDE: "i <= x.shape[0] and j <= x.shape[1]"}, {INSIDE: "i < x.shape[0] and j <= x.shape[1]"},
              {INSIDE: "i <= x.shape[0] and j < x.shape[1]"}),
        Wrong("one test for both", "The two indices were counted as one running number: past the end of a row it is "
              "still small enough, as if it stood in the next row. Ask for both: i < x.shape[0] and j < x.shape[1].",
              {INSIDE: "i * x.shape[1] + j < x.shape[0] * x.shape[1]"},
              example="too many columns in the last block"),
        Wrong("sizes exchanged", "i counts rows and j columns: i < x.shape[0], j < x.shape[1].",
              {INSIDE: "i < x.shape[1] and j < x.shape[0]"}),
        Wrong("bias by row", "A bias belongs to a column, and was taken by row: bias[j].", {"bias[j]": "bias[i]"}),
        Wrong("bias of the block", "The biases of the first block's columns were added in all blocks. The column in "
              "the whole matrix counts: bias[j].", {"bias[j]": "bias[threadIdx[1]]"}, example="blocks side by side"),
        Wrong("rows and columns exchanged", "blockIdx, threadIdx and blockDim are (row, column): i goes with [0], j "
              "with [1].", f"j = {ROW}\ni = {COLUMN}\nif {INSIDE}:\n    out[i, j] = x[i, j] + bias[j]",
              {ROW: "blockIdx[1] * blockDim[0] + threadIdx[0]",
              COLUMN: "blockIdx[0] * blockDim[1] + threadIdx[1]"}, {ROW: "blockIdx[0] * blockDim[0] + threadIdx[1]",
              COLUMN: "blockIdx[1] * blockDim[1] + threadIdx[0]"}, {"x[i, j]": "x[j, i]", "out[i, j]": "out[j, i]"},
              {"x[i, j]": "x[j, i]"}),
        Wrong("the other size", "A row was multiplied by the width of a block, or a column by its height: i needs "
              "blockDim[0], j needs blockDim[1].", {ROW: "blockIdx[0] * blockDim[1] + threadIdx[0]",
              COLUMN: "blockIdx[1] * blockDim[0] + threadIdx[1]"}, {ROW: "blockIdx[0] * blockDim[1] + threadIdx[0]"},
              {COLUMN: "blockIdx[1] * blockDim[0] + threadIdx[1]"}),
        Wrong("the first block only", "All blocks worked on the first one's numbers. Both indices need the block: "
              "blockIdx * blockDim + threadIdx, for rows and for columns.",
              {ROW: "threadIdx[0]", COLUMN: "threadIdx[1]"},
              {ROW: "threadIdx[0]"}, {COLUMN: "threadIdx[1]"}),
        Wrong("one index", "A single index was used. Here an element has two: x[i, j].",
              {"x[i, j]": "x[i * x.shape[1] + j]", "out[i, j]": "out[i * x.shape[1] + j]"},
              {"x[i, j]": "x[i][j]", "out[i, j]": "out[i][j]"}),
        Wrong("read before asked", "x and bias were read before the test, so threads past the edge read outside. Read "
              "below the if.", {f"    if {INSIDE}:\n        out[i, j] = x[i, j] + bias[j]":
                                f"    total = x[i, j] + bias[j]\n    if {INSIDE}:\n        out[i, j] = total"},
              example="both, with wide blocks"),
        Wrong("not written", "Nothing was written to out: what a kernel returns reaches nobody.",
              {"        out[i, j] = x": "        return x"}),
        Wrong("more than one", "A thread computed a whole row, its whole block, or all of it. It has one element: "
              "out[i, j].", "for i, j in np.ndindex(*x.shape):\n    out[i, j] = x[i, j] + bias[j]", """
            for i in range(blockIdx[0] * blockDim[0], min((blockIdx[0] + 1) * blockDim[0], x.shape[0])):
                for j in range(blockIdx[1] * blockDim[1], min((blockIdx[1] + 1) * blockDim[1], x.shape[1])):
                    out[i, j] = x[i, j] + bias[j]
        """, {f"    if {INSIDE}:\n        out":
              "    for i in range(x.shape[0] if j < x.shape[1] else 0):\n        out"},
              {f"    if {INSIDE}:\n        out":
               "    for j in range(x.shape[1] if i < x.shape[0] else 0):\n        out"},
              example="a thread alone"),
        Wrong("no bias", "x came out as it was: + bias[j] is missing.", {" + bias[j]": ""}),
    ],
    others=["""
        (bi, bj), (ti, tj), (height, width) = blockIdx, threadIdx, blockDim
        row, column = bi * height + ti, bj * width + tj
        if row >= out.shape[0] or column >= len(bias):
            return
        out[row, column] = bias[column] + x[row, column]
    """],
    hints=["It is 6.4 twice: once for the rows, with the first numbers of the pairs, once for the columns, with the "
           "second.",
           "i = blockIdx[0] * blockDim[0] + threadIdx[0], and j in the same way with [1]. The last blocks may reach "
           "over the edge on two sides.",
           "if i < x.shape[0] and j < x.shape[1]: out[i, j] = x[i, j] + bias[j]"])

# 6.8, before 6.5 in the lesson


def in_shared_memory(inputs):
    """For each thread, (block, its index), how it reaches shared, out and x, twice: for two orders of the threads."""
    both = [counted_memory(inputs["x"], inputs["blockDim"]) for _ in range(2)]
    return {"arrays": [arrays for arrays, _ in both], "blockDim": inputs["blockDim"]}, [kept for _, kept in both]


def counted_memory(x, size):
    """Return the arrays of each thread, whose reads of shared and x are counted apart, and what holds them."""
    reads: dict = {}
    memory = in_memory(-(-len(x) // size), x)
    blocks = [Memory(np.full(size, 999.0)) for _ in memory[0].array]

    def counting(key, reach):
        def own(index, *value):
            reads[key] += not value
            return reach(index, *value)
        reads[key] = 0
        return reach.shape, own
    arrays = {(block, thread): [counting(("shared", block, thread), shared), (memory[0].shape, memory[0]),
                                counting(("x", block, thread), memory[1])]
              for block, shared in enumerate(blocks) for thread in range(size)}
    return arrays, (memory, blocks, reads, size)


def block_sum_runs(answer, given):
    """How often each thread waited, of a run from the first thread of a block to the last, and of one backwards."""
    found = []
    for backwards, arrays in enumerate(given["arrays"]):
        def kernel(block, thread, arrays=arrays):
            return answer(block, thread, given["blockDim"], *(Global(*each) for each in arrays[block, thread]))
        blocks = 1 + max(block for block, _ in arrays)
        found.append(launch(kernel, blocks, given["blockDim"], backwards=bool(backwards)))
    return found


def reduced(waits, kept):
    """Return the sums of a kernel, what its busiest thread did beyond log₂ rounds, and what no kernel should do."""
    (out, x), blocks, reads, size = kept[0]
    x.unchanged("x")
    busiest = {name: max(count for (of, _, _), count in reads.items() if of == name) for name in ("shared", "x")}
    return (out.array, kept[1][0][0].array, max(busiest["shared"] - 2 * int(np.log2(size)) - 2, 0), busiest["x"],
            out.reads, sum(each.outside for each in (out, x, *blocks)), max(waits[0]) - min(waits[0]))


def block_sum(blockIdx, threadIdx, blockDim, shared, out, x):
    i = blockIdx * blockDim + threadIdx
    shared[threadIdx] = x[i] if i < len(x) else 0.0
    step = blockDim // 2
    while step > 0:
        yield                                     # until all have written
        if threadIdx < step:
            shared[threadIdx] += shared[threadIdx + step]
        step //= 2
    if threadIdx == 0:
        out[blockIdx] = shared[0]


def numbers(count, seed=0):
    return np.random.default_rng(seed).integers(1, 100, count) + 0.5


LOAD = "shared[threadIdx] = x[i] if i < len(x) else 0.0"
ROUND = """        yield
        if threadIdx < step:
            shared[threadIdx] += shared[threadIdx + step]
"""
ADD = ROUND.split("\n", 1)[1]                  # a round without its wait
WRITE = "    if threadIdx == 0:\n        out[blockIdx] = shared[0]"

Exercise("6.8", block_sum, difficulty=2, points=3, run=Halves(block_sum_runs, reduced, in_shared_memory),
    results=("out", "out if the last thread runs first", "needless reads of the busiest thread",
             "loads of x in the busiest thread", "reads of out", "indices outside",
             "waits that some threads leave out"),
    cases=[Case("two numbers", x=numbers(2), blockDim=2), Case("four numbers", x=numbers(4), blockDim=4),
           Case("two blocks", x=numbers(8, 1), blockDim=4),
           Case("three numbers in a block of 4", x=numbers(3), blockDim=4),
           Case("sixteen numbers", x=numbers(16, 2), blockDim=16), Case("one thread", x=numbers(2, 3), blockDim=1),
           Case("19 numbers in blocks of 8", x=-numbers(19, 4), blockDim=8)],
    wrong=[
        Wrong("does not wait to read", "A thread added what the others had not written yet (999 lies in shared memory "
              "at first). All write, then all wait, then they add.", {ROUND: ADD + "        yield\n"}),
        Wrong("waits once", "All waited before the first round, and not between the rounds. In each later round a "
              "thread reads a sum that another has made in the round before: wait in every round.",
              {"    while step": "    yield\n    while step", ROUND: ADD}),
        Wrong("never waits", "No thread ever waited: each added what the others had not written yet, 999 among it. A "
              "yield belongs into the loop, before the sum.", {ROUND: ADD}),
        Wrong("in one order only", "Within a round one thread reads what another one writes. That is right in one "
              "order of the threads only, and a GPU promises none: in each round only the first `step` threads add.",
              {"if threadIdx < step:": "if threadIdx + step < blockDim:"},
              {"        if threadIdx < step:\n            shared[threadIdx] += shared[threadIdx + step]":
               "        shared[threadIdx] += shared[(threadIdx + step) % blockDim]"}, example="four numbers"),
        Wrong("waits in a branch", "Some threads wait and others never come there: the yield stands below an `if`, or "
              "a `return` or `break` ends some threads before it. On a GPU that block stands still for ever. All "
              "threads of a block have to meet at the same yield.",
              {LOAD: "if i >= len(x):\n        shared[threadIdx] = 0.0\n        return\n    shared[threadIdx] = x[i]"},
              {ROUND: ROUND.replace("        if threadIdx < step:\n    ", "        if threadIdx >= step:\n            "
                                    "return\n")},
              {ROUND: "        if threadIdx < step:\n            yield\n            shared[threadIdx] += "
                      "shared[threadIdx + step]\n"},
              example="four numbers"),
        Wrong("one thread for all", "The sum is right, but one thread added all numbers, and the others stood by: 16 "
              "reads for 16 numbers. In each round half of the threads add one number each: 4 rounds.", """
            i = blockIdx * blockDim + threadIdx
            shared[threadIdx] = x[i] if i < len(x) else 0.0
            yield
            if threadIdx == 0:
                total = 0.0
                for k in range(blockDim):
                    total += shared[k]
                out[blockIdx] = total
        """, example="sixteen numbers"),
        Wrong("straight from memory", "A thread loaded the numbers of the others from x. Each loads its own, once, and "
              "what it needs of others lies in shared memory.", """
            if threadIdx == 0:
                out[blockIdx] = sum(x[i] for i in range(blockIdx * blockDim, min((blockIdx + 1) * blockDim, len(x))))
        """),
        Wrong("summed in memory", "The sum was kept in out: each thread read it from global memory and wrote it back. "
              "On a GPU all do so at the same time, and most additions are lost. Add in shared memory, and write once.",
              "i = blockIdx * blockDim + threadIdx\nif threadIdx == 0:\n    out[blockIdx] = 0\nif i < len(x):\n    "
              "out[blockIdx] += x[i]", {WRITE: WRITE.replace("= shared", "+= shared")}, """
            i = blockIdx * blockDim + threadIdx
            shared[threadIdx] = x[i] if i < len(x) else 0.0
            yield
            if threadIdx == 0:
                for k in range(blockDim):
                    out[blockIdx] += shared[k]
        """),
        Wrong("no bounds check", "The last block read past the end of x. A thread without a number writes 0 into "
              "shared memory, which changes no sum.", {LOAD: "shared[threadIdx] = x[i]"},
              example="three numbers in a block of 4"),
        Wrong("left as it was", "Threads without a number wrote nothing, and what lay in shared memory, 999, was "
              "added. They have to write 0.", {LOAD: "if i < len(x):\n        shared[threadIdx] = x[i]"},
              {LOAD: "if i >= len(x):\n        return\n    shared[threadIdx] = x[i]"},
              example="three numbers in a block of 4"),
        Wrong("one round too few", "The last round is missing, in which step is 1: while step > 0.",
              {"step > 0": "step > 1"}),
        Wrong("begins too far", "The first step is half of the block: blockDim // 2. With blockDim it reaches outside.",
              {"blockDim // 2": "blockDim"}),
        Wrong("upwards", "`step` grew from 1, and the first `step` threads added: numbers in the upper half are never "
              "reached. Begin with half of the block, blockDim // 2, and halve it.",
              {"blockDim // 2": "1", "step > 0": "step < blockDim", "step //= 2": "step *= 2"}, example="four numbers"),
        Wrong("the neighbour", "A thread added its neighbour, not the one that is `step` away, so some numbers count "
              "twice and others not at all.", {"threadIdx + step]": "threadIdx + 1]"}, example="four numbers"),
        Wrong("all add", "Threads of the upper half added too: what they read lies outside of shared memory, or is "
              "added twice. if threadIdx < step:", {"threadIdx < step": "True"}),
        Wrong("each its own", "Each thread wrote its own number, the last one stays. The sum is in shared[0].",
              {WRITE: "    out[blockIdx] = shared[threadIdx]"}),
        Wrong("all into the first", "All blocks wrote to out[0]. Each has its own place: out[blockIdx].",
              {"out[blockIdx]": "out[0]"}, example="two blocks"),
        Wrong("a place for each thread", "out has a place for each block, not for each thread: out[blockIdx].",
              {WRITE: "    if threadIdx == 0:\n        out[i] = shared[0]"}),
        Wrong("the first block only", "All blocks summed the first numbers: i = blockIdx * blockDim + threadIdx.",
              {"i = blockIdx * blockDim + threadIdx": "i = threadIdx"}, example="two blocks"),
        Wrong("index of the whole", "shared has a place for each thread of the block: shared[threadIdx], not "
              "shared[i].",
              {"    shared[threadIdx] = x": "    shared[i] = x"}, {"shared[threadIdx]": "shared[i]",
              "threadIdx + step]": "i + step]"}, {"threadIdx + step]": "i + step]",
                                                              "shared[threadIdx] +=": "shared[i] +="}),
        Wrong("returned", "Nothing was written to out. What a kernel returns is lost: out[blockIdx] = shared[0].",
              {"        out[blockIdx] = shared[0]": "        return shared[0]"}),
    ],
    others=["""
        i, step = blockIdx * blockDim + threadIdx, 1
        mine = 0
        if i < len(x):
            mine = x[i]
        shared[threadIdx] = mine
        yield
        while step < blockDim:
            if threadIdx % (2 * step) == 0:
                mine += shared[threadIdx + step]
                shared[threadIdx] = mine
            step *= 2
            yield
        if threadIdx == 0:
            out[blockIdx] = mine
    """],
    hints=["Each thread first writes its number into shared memory. Then eight sums of two can be made at the same "
           "time, then four, two, one. Which thread adds which two?",
           "step = blockDim // 2, then half of it, down to 1. In each round all wait (yield, outside of any if); then "
           "threads with threadIdx < step add shared[threadIdx + step] to their own place.",
           "shared[threadIdx] += shared[threadIdx + step] below `if threadIdx < step`; step //= 2 for all; at the end "
           "thread 0 writes out[blockIdx] = shared[0]. Threads with i >= len(x) begin with 0."])


def two_matrices(inputs):
    """For each thread, (block, its index there), how it reaches the arrays: so that its loads are counted apart."""
    T, loads = inputs["T"], {}
    memory = in_memory((len(inputs["a"]), inputs["b"].shape[1]), inputs["a"], inputs["b"])

    def counting(thread, reach):
        def own(index, *value):
            loads[thread] += not value
            return reach(index, *value)
        return own
    for i, j in np.ndindex(memory[0].shape):
        loads[(i // T, j // T), (i % T, j % T)] = 0
    out, *read = memory
    arrays = {thread: [(out.shape, out), *((each.shape, counting(thread, each)) for each in read)] for thread in loads}
    return {"arrays": arrays, "T": T}, (memory, loads, T)


def product_runs(answer, given):
    def kernel(block, thread, *tiles):
        return answer(block, thread, given["T"], *tiles, *(Global(*each) for each in given["arrays"][block, thread]))
    (shape, _), *_ = given["arrays"][(0, 0), (0, 0)]
    launch_product(kernel, shape, given["T"])


def tiled(shown, kept):
    """Return the product that a kernel wrote, and how many loads of a and b the thread made that were not needed.

    The thread is the one that is farthest off; less than 0 if it has what another one loaded, by a way that no GPU has.
    """
    (out, a, b), loads, T = kept
    a.unchanged("a")
    b.unchanged("b")
    beyond = max((count - 2 * a.shape[1] // T for count in loads.values()), key=abs)
    return out.array, beyond, out.reads, out.outside + a.outside + b.outside


def matmul_kernel(blockIdx, threadIdx, T, tile_a, tile_b, out, a, b):
    row, col = threadIdx
    i, j = blockIdx[0] * T + row, blockIdx[1] * T + col
    total = 0.0
    for start in range(0, a.shape[1], T):
        tile_a[row, col] = a[i, start + col]
        tile_b[row, col] = b[start + row, j]
        yield                                     # until all have loaded
        for m in range(T):
            total += tile_a[row, m] * tile_b[m, col]
        yield                                     # until all have read
    out[i, j] = total


def matrices(seed, rows, inner, columns, T=2):
    """Arguments of 6.5: whole numbers from 1 to 9."""
    rng = np.random.default_rng(seed)
    return {"T": T, "a": rng.integers(1, 10, (rows, inner)).astype(float),
            "b": rng.integers(1, 10, (inner, columns)).astype(float)}


Exercise("6.5", matmul_kernel, difficulty=3, points=4, run=Halves(product_runs, tiled, two_matrices),
    changes=("tile_a", "tile_b"),
    results=("out", "needless loads of a thread", "loads of out", "indices outside"),
    cases=[Case("one tile", **matrices(0, 2, 2, 2)), Case("two steps", **matrices(1, 2, 4, 2)),
           Case("four blocks", **matrices(2, 4, 4, 4)),
           Case("a row of zeros", T=2, a=np.array([[0.0, 0, 2, 1], [3, 4, 5, 6]]), b=np.arange(1.0, 9).reshape(4, 2)),
           Case("not square, tiles of 3", **matrices(3, 3, 9, 6, 3)),
           Case("large numbers that cancel", T=2, a=np.array([[10000.5, -10000.0], [3.0, 4.0]]),
                b=np.array([[10001.0, 2.0], [10001.0, 5.0]]))],
    wrong=[
        Wrong("returned", "Nothing was written to out. A kernel has no other result: what it returns is lost. Write "
              "the sum to out[i, j].", {"out[i, j] = total": "return total"}),
        Wrong("does not wait to read", "A thread used the tiles before the others had filled them (999 is what "
              "lies in them at first). After loading, yield: all wait for all.",
              {"        yield\n        for m": "        for m"}),
        Wrong("never waits", "No thread ever waited: each used tiles that the others had not filled, 999 among them. "
              "Two yields belong into the loop, after loading and after the sum.",
              {"        yield\n        for m": "        for m", "[m, col]\n        yield\n": "[m, col]\n"}),
        Wrong("float32", "The sum was cut to float32 at each step, seven digits: of large numbers that cancel little "
              "is left. Begin with 0.0, and add.", {"total += tile_a[row, m] * tile_b[m, col]":
              "total = np.float32(total + tile_a[row, m] * tile_b[m, col])"}, example="large numbers that cancel"),
        Wrong("one tile not used", "The result is right, but the numbers of one matrix came from global memory, though "
              "its tile was there: T times more loads. Sum over tile_a and tile_b.",
              {"tile_b[m, col]": "b[start + m, j]", "        tile_b[row, col] = b[start + row, j]\n": ""},
              {"tile_a[row, m]": "a[i, start + m]", "        tile_a[row, col] = a[i, start + col]\n": ""},
              {"tile_b[m, col]": "b[start + m, j]"}, {"tile_a[row, m]": "a[i, start + m]"}, example="two steps"),
        Wrong("added to what lay there", "Each step was added to out in global memory, where other numbers lie at "
              "first. Keep the sum in a variable of the thread, and write it once, after the loop.", {
                  "        for m in range(T):\n            total += tile_a[row, m] * tile_b[m, col]\n":
                  "        out[i, j] = out[i, j] + sum(tile_a[row, m] * tile_b[m, col] for m in range(T))\n",
                  "    out[i, j] = total": ""}, {
                  "            total += tile_a[row, m] * tile_b[m, col]":
                  "            out[i, j] = out[i, j] + tile_a[row, m] * tile_b[m, col]", "    out[i, j] = total": ""}),
        Wrong("summed in memory", "The sum was kept in out, so each step read it from global memory and wrote it back. "
              "Keep it in a variable of the thread, and write it once, after the loop.", {
                  "    total = 0.0\n": "    out[i, j] = 0.0\n", "total += tile_a[row, m] * tile_b[m, col]":
                  "out[i, j] = out[i, j] + tile_a[row, m] * tile_b[m, col]", "    out[i, j] = total": ""}, {
                  "    total = 0.0\n": "    out[i, j] = 0.0\n", "        for m in range(T):\n            total +=":
                  "        out[i, j] = out[i, j] + sum(", "tile_a[row, m] * tile_b[m, col]":
                  "tile_a[row, m] * tile_b[m, col] for m in range(T))", "    out[i, j] = total": ""},
              example="two steps"),
        Wrong("does not wait to load", "A thread loaded the next tile while others still read this one. A second yield "
              "is needed, after the sum.", {"[m, col]\n        yield\n": "[m, col]\n"}, example="two steps"),
        Wrong("straight from memory", "The result is right, but every number came from global memory, T times more "
              "loads than with tiles. Sum over tile_a and tile_b.",
              "i, j = blockIdx[0] * T + threadIdx[0], blockIdx[1] * T + threadIdx[1]\n"
              "out[i, j] = sum(a[i, k] * b[k, j] for k in range(a.shape[1]))",
              {"tile_a[row, m] * tile_b[m, col]": "a[i, start + m] * b[start + m, j]"}, example="two steps"),
        Wrong("one thread for all", "The product is right, but one thread did all the work of its block, or loaded "
              "all that others need. Each thread loads one number of each tile, and writes one of out.", """
            if threadIdx == (0, 0):
                n, i, j = a.shape[1], blockIdx[0] * T, blockIdx[1] * T
                left = [[a[i + row, k] for k in range(n)] for row in range(T)]
                right = [[b[k, j + col] for k in range(n)] for col in range(T)]
                for row, col in np.ndindex(T, T):
                    out[i + row, j + col] = sum(x * y for x, y in zip(left[row], right[col]))
        """, """
            if blockIdx == threadIdx == (0, 0):
                for i, j in np.ndindex(*out.shape):
                    out[i, j] = sum(a[i, k] * b[k, j] for k in range(a.shape[1]))
        """, example="two steps"),
        Wrong("always the first tile", "Each step loaded the first tile again. The tiles move: start + col in a, "
              "start + row in b.", {"a[i, start + col]": "a[i, col]", "b[start + row, j]": "b[row, j]"},
              example="two steps"),
        Wrong("one tile stands still", "Only one of the two tiles moves with start: a's moves to the right, b's down.",
              {"a[i, start + col]": "a[i, col]"}, {"b[start + row, j]": "b[row, j]"}, example="two steps"),
        Wrong("tile's row and column exchanged", "a tile was read crosswise: the sum runs along a row of tile_a and "
              "down a column of tile_b, tile_a[row, m] * tile_b[m, col].",
              {"tile_a[row, m]": "tile_a[m, row]"}, {"tile_b[m, col]": "tile_b[col, m]"},
              {"tile_a[row, m] * tile_b[m, col]": "tile_a[m, row] * tile_b[col, m]"}),
        Wrong("a new sum each step", "The sum began anew with each tile, so only the last step is in it. total = 0 "
              "belongs before the loop.",
              {"    total = 0.0\n": "", "        tile_a[row, col] =":
               "        total = 0.0\n        tile_a[row, col] ="},
              example="two steps"),
        Wrong("the first block only", "All blocks wrote to the first one's place: i and j need blockIdx[0] * T and "
              "blockIdx[1] * T.", {"blockIdx[0] * T + row, blockIdx[1] * T + col": "row, col"},
              {"out[i, j]": "out[row, col]"}, example="four blocks"),
        Wrong("moves the other way", "start was added to the wrong index: a's tile moves along its row, a[i, start + "
              "col], b's down its column, b[start + row, j].", {"b[start + row, j]": "b[row, start + j]"},
              {"a[i, start + col]": "a[i + start, col]"},
              {"a[i, start + col]": "a[i + start, col]", "b[start + row, j]": "b[row, start + j]"},
              example="two steps"),
        Wrong("place by place", "The numbers at one place of the two tiles were multiplied. A product of matrices "
              "takes a whole row of tile_a and a whole column of tile_b: a loop over m.",
              {"tile_a[row, m] * tile_b[m, col]": "tile_a[row, col] * tile_b[row, col]"}, {
                  "        for m in range(T):\n            total += tile_a[row, m] * tile_b[m, col]":
                  "        total += tile_a[row, col] * tile_b[row, col]"}, {
                  "        for m in range(T):\n            total += tile_a[row, m] * tile_b[m, col]":
                  "        total += (tile_a * tile_b).sum()"}),
        Wrong("start counts tiles", "start went up by one, so tiles overlap. The next tile begins T further: "
              "range(0, a.shape[1], T), or start * T.", {"range(0, a.shape[1], T)": "range(a.shape[1] // T)"},
              {"range(0, a.shape[1], T)": "range(a.shape[1] - T + 1)"}),
        Wrong("blocks one apart", "Blocks begin one row or column apart, not T: blockIdx[0] * T + row.",
              {"blockIdx[0] * T + row, blockIdx[1] * T + col": "blockIdx[0] + row, blockIdx[1] + col"},
              {"blockIdx[0] * T + row, blockIdx[1] * T + col": "blockIdx[0] + row * T, blockIdx[1] + col * T"},
              {"blockIdx[0] * T + row, blockIdx[1] * T + col": "blockIdx[0] + row * T, blockIdx[1] * T + col"}),
        Wrong("waits in a branch", "The yield stands below an if, so some threads go on while others wait: on a GPU "
              "that block stands still for ever. All threads of a block have to meet at the same yield.",
              {"        yield\n        for m": "        if row == 0:\n            yield\n        for m"},
              {"        yield\n        for m": "        if threadIdx == (0, 0):\n            yield\n        for m"}),
        Wrong("one step too few", "Not all tiles were summed: the loop goes over all of a.shape[1], in steps of T.",
              {"range(0, a.shape[1], T)": "range(0, a.shape[1] - T, T)"},
              {"range(0, a.shape[1], T)": "range(0, T, T)"}),
        Wrong("rows and columns of blocks exchanged", "blockIdx[0] counts rows of blocks, blockIdx[1] columns: i goes "
              "with the first, j with the second.",
              {"blockIdx[0] * T + row, blockIdx[1] * T + col": "blockIdx[1] * T + row, blockIdx[0] * T + col"},
              example="not square, tiles of 3"),
    ],
    others=["""
        (bi, bj), (ti, tj) = blockIdx, threadIdx
        i, j, s = bi * T + ti, bj * T + tj, 0
        for t in range(a.shape[1] // T):
            tile_a[threadIdx], tile_b[threadIdx] = a[i, t * T + tj], b[t * T + ti, j]
            yield
            s += tile_a[ti] @ tile_b[:, tj]
            yield
        out[i, j] = s
    """],
    hints=["Each thread loads one number of each tile: its own place, [row, col]. Then it needs those of the others.",
           "tile_a[row, col] = a[i, start + col]; tile_b[row, col] = b[start + row, j]. Where must all have arrived "
           "before anyone goes on? There are two such places in the loop.",
           "yield after loading; the sum over m of tile_a[row, m] * tile_b[m, col]; yield again; out[i, j] after the "
           "loop."])


def a_gpu_to_ask(inputs):
    """Return the inputs with a function that gives new blocks; and what was asked of it."""
    asked = []

    def ask(size):
        asked.append(size)
        return 4096 * (len(asked) - 1), size      # the first block lies at 0
    return {**inputs, "ask": ask}, (inputs["requests"], asked)


def blocks_of(answer, given):
    """Return the block that each request got."""
    kept = {name: copy(value) for name, value in vars(answer).items() if isinstance(value, list | dict | set)}
    try:
        pool = answer(given["ask"])
        other = answer(given["ask"])              # a second pool shares nothing
        held, got = {}, []
        for what, name, size in given["requests"]:
            if what == "get":
                held[name] = pool.get(size)
                got.append(held[name])
            else:
                pool.free(held.pop(name))
        if given.get("second"):
            other.get(given["second"])
        return got
    finally:
        for name, value in kept.items():          # what lies on the class is not for the next case
            setattr(answer, name, value)


def served(got, kept):
    """Return the sizes of the blocks given (one that the GPU never gave as it is), the sizes asked of the GPU, and how
    often a block in use was given again."""
    (requests, asked), held, twice, blocks = kept, {}, 0, iter(got)
    for what, name, _ in requests:
        if what == "get":
            block = next(blocks)
            twice += block in held.values()
            held[name] = block
        else:
            del held[name]
    there = [(4096 * number, size) for number, size in enumerate(asked)]
    return [block[1] if block in there else block for block in got], asked, twice


class Pool:
    def __init__(self, ask):
        self.ask, self.unused = ask, []

    def get(self, size):
        size = -(-size // 512) * 512              # up to whole 512 bytes
        fitting = [block for block in self.unused if block[1] >= size]
        if not fitting:
            return self.ask(size)
        block = min(fitting, key=lambda block: block[1])
        self.unused.remove(block)
        return block

    def free(self, block):
        self.unused.append(block)


def requests(text):
    """[("get", "a", 512), ("free", "a", 0), …] of "a512 -a"."""
    return [("free", word[1], 0) if word[0] == "-" else ("get", word[0], int(word[1:])) for word in text.split()]


Exercise("6.6", Pool, difficulty=2, points=3, run=Halves(blocks_of, served, a_gpu_to_ask),
    results=("sizes of the blocks", "sizes asked of the GPU", "blocks given twice"),
    cases=[Case("one request", requests=requests("a512")),
           Case("rounded up", requests=requests("a100 b513 c1024 d512 e600")),
           Case("used again", requests=requests("a512 -a b512")),
           Case("given once only", requests=requests("a512 -a b512 c512")),
           Case("too small", requests=requests("a512 -a b1024")),
           Case("the smallest that fits", requests=requests("a2048 b1024 c4096 e3072 -a -b -c -e d600 f1500")),
           Case("too small, and wanted later", requests=requests("a512 b1024 -a -b c2048 d512 e1024")),
           Case("much larger than asked for", requests=requests("a8192 -a b512")),
           Case("large blocks", requests=requests("a4194304 b1048576 -a -b c1048000 d2097152")),
           Case("two of one size", requests=requests("a512 b512 -a -b c512 d512")),
           Case("another pool", requests=requests("a512 -a"), second=512)],
    wrong=[
        Wrong("never again", "Each request went to the GPU, though a freed block lay there. Look through the freed "
              "blocks first.", {"if not fitting:": "if True:"}),
        Wrong("asked for nothing", "The GPU was asked for a block also where a freed one was given: ask it only if "
              "none is large enough.", {"        if not fitting:\n            return self.ask(size)":
              "        new = self.ask(size)\n        if not fitting:\n            return new"}, example="used again"),
        Wrong("not rounded", "The GPU was asked for a size that is not rounded up to whole 512 bytes. Sizes that are "
              "nearly alike could then never use each other's blocks.", {"-(-size // 512) * 512": "size"},
              {"-(-size // 512) * 512": "max(size, 512)"}),
        Wrong("rounded down", "The size was rounded down: the block is smaller than what was asked for.",
              {"-(-size // 512) * 512": "size // 512 * 512"}),
        Wrong("always one more", "A size that is whole already got 512 bytes more. Only what is not whole is rounded "
              "up: (size + 511) // 512 * 512.", {"-(-size // 512) * 512": "(size // 512 + 1) * 512"}),
        Wrong("given twice", "A block was given out while somebody else still had it. Take it off the list of the "
              "freed when you give it.", {"        self.unused.remove(block)\n": ""}),
        Wrong("cut to size", "A block came back smaller than it is. Give it whole, as it was freed: (address, size).",
              {"        return block\n": "        return block[0], size\n"}, example="the smallest that fits"),
        Wrong("one kept", "Only the block that was freed last is remembered. Keep a list of all that are free.",
              {"        self.unused.append(block)": "        self.unused = [block]"}, example="the smallest that fits"),
        Wrong("thrown away", "Freed blocks that were too small for one request were gone for all later ones. Leave on "
              "the list what you do not give.", {"        if not fitting:":
              "        self.unused = fitting\n        if not fitting:"}, example="too small, and wanted later"),
        Wrong("free at once", "A new block was put among the free ones when it was given: the next request gets it "
              "too. It is free when free is called.", {"            return self.ask(size)\n":
              "            block = self.ask(size)\n            self.unused.append(block)\n            return block\n"},
              {"            return self.ask(size)\n":
               "            self.unused.append(self.ask(size))\n            return self.unused[-1]\n",
               "        self.unused.append(block)": "        if block not in self.unused:\n            "
               "self.unused.append(block)"}),
        Wrong("larger than asked only", "A freed block of just the size that is asked for was not used again. It fits: "
              "at least that size, >=.", {"block[1] >= size": "block[1] > size"}, example="used again"),
        Wrong("one of each size", "Of two freed blocks of one size one got lost: the second took the first one's "
              "place, or both were taken out for one request. Keep a list for each size, or one list of all.", """
            class Pool:
                def __init__(self, ask):
                    self.ask, self.unused = ask, {}

                def get(self, size):
                    size = -(-size // 512) * 512
                    fitting = [have for have in self.unused if have >= size]
                    return self.unused.pop(min(fitting)) if fitting else self.ask(size)

                def free(self, block):
                    self.unused[block[1]] = block
        """, example="two of one size"),
        Wrong("other steps", "Sizes were rounded up, and not to whole 512 bytes.", {"-(-size // 512) * 512":
              "-(-size // 256) * 256"}, {"-(-size // 512) * 512": "-(-size // 1024) * 1024"},
              {"-(-size // 512) * 512": "max(512, 1 << (size - 1).bit_length())"}),
        Wrong("no pairs", "Addresses alone came back. A block is a pair, (address, size); who frees it gives it back "
              "as a whole.", {"            return self.ask(size)": "            return self.ask(size)[0]",
                              "        return block\n": "        return block[0]\n"}),
        Wrong("a pair in a pair", "ask gives a block already, (address, size). Return it as it is.",
              {"            return self.ask(size)": "            return self.ask(size), size"}),
        Wrong("too small", "A freed block was given that is smaller than the request: who writes to it spoils the "
              "next one. Its size must be at least that.",
              {"[block for block in self.unused if block[1] >= size]": "list(self.unused)"}, example="too small"),
        Wrong("the same size only", "A freed block that is larger was not used. Any that is large enough may serve.",
              {"block[1] >= size": "block[1] == size"}, example="the smallest that fits"),
        Wrong("the first that fits", "A larger block than necessary was taken, the first or the last that fits (min() "
              "of pairs compares the addresses first), and a large request may then find none. Take the smallest.",
              {"min(fitting, key=lambda block: block[1])": "fitting[0]"},
              {"min(fitting, key=lambda block: block[1])": "fitting[-1]"}, example="the smallest that fits"),
        Wrong("the largest", "The largest block was taken, and a large request may then find none. Take the smallest "
              "that fits.", {"min(fitting": "max(fitting"}, example="the smallest that fits"),
        Wrong("on the class", "Two pools share their blocks: the list lies on the class. Make it in __init__.",
              {"class Pool:": "class Pool:\n    unused = []\n", "self.ask, self.unused = ask, []": "self.ask = ask"},
              example="another pool"),
    ],
    others=["""
        class Pool:
            def __init__(self, ask):
                self.ask = ask
                self.by_size = {}

            def get(self, size):
                size = (size + 511) // 512 * 512
                for length in sorted(self.by_size):
                    if length >= size and self.by_size[length]:
                        return self.by_size[length].pop()
                return self.ask(size)

            def free(self, block):
                self.by_size.setdefault(block[1], []).append(block)
    """],
    hints=["Keep a list of the blocks that were freed. What has to be asked of each when a request comes?",
           "Is its size, block[1], at least the rounded one? Of those take the smallest, and take it off the list; "
           "where there is none, self.ask(size).",
           "fitting = [block for block in self.unused if block[1] >= size]; min(fitting, key=lambda block: block[1]); "
           "self.unused.remove(block)."])

# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("from minitorch.learn.gpu import", "digits, unseen = Digits()", '@exercise("6.4")', '@exercise("6.5")',
     '@exercise("6.6")', '@exercise("6.7")', '@exercise("6.8")', "net, losses = trained_network(x, y)"): {
        "relu leaks": 'plant(registry["relu"].piece, lambda right: lambda xp, x: xp.maximum(x, 0.1 * x))',
        "relu passes all back": 'gradient("relu", lambda right: lambda grad, out, x: grad)',
        "3.2 bias forgotten": None,
        "a step that is 1 % too long": """
        plant(mt.optim.SGD.rule, lambda right:
            lambda param, grad, state, **kept: right(param, 1.01 * grad, state, **kept))""",
        "a loss that is twice as large": """
        plant(mt.nn.functional.cross_entropy, lambda right:
            lambda input, target, *settings: 2 * right(input, target))""",
    },
}
