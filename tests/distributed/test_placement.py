"""A program is cut for workers: each step on its own, a message on every edge that crosses, the same numbers."""

import re

import numpy as np
import pytest
from rank_placement import Stages
from ranks import in_ranks

import minitorch as mt
from minitorch import viz
from minitorch.distributed.placement import bubble, place, timeline_picture


def on(worker):
    return mt.device(f"worker:{worker}")


def listed(program):
    """(step, worker) of a placed program."""
    return [(step.name, step.device) for step in program.program.steps]


def test_each_step_runs_where_its_block_says_and_others_near_what_they_read():
    w = mt.ones(3, 3)

    def function(x):
        turned = w.T                                                     # used first on worker 1
        with on(0):
            y = x * 2
        with on(1):
            z = y @ turned
        return z.sum()                                                   # near z
    steps = listed(place(function, mt.ones(3, 3)))
    assert steps[0] == ("permute", 1)
    assert steps[1:] == [("mul", 0), ("send", 0), ("receive", 1), ("matmul", 1), ("sum", 1), ("send", 1),
                         ("receive", 0)]


def test_a_value_is_sent_once_to_each_worker_that_reads_it():
    def function(x):
        with on(0):
            y = x * 2
        with on(1):
            a = y + 1
            b = y * y
        with on(2):
            return a * b * y
    program = place(function, mt.ones(2))
    names = [(home, worker, x.name) for home, worker, x in program.messages]
    assert len(names) == len(set(names))
    assert [name for name in names if name[0] == 0] == [(0, 1, "b"), (0, 2, "b")]
    assert [(home, worker) for home, worker, _ in names[-2:]] == [(2, 0), (2, 1)]          # the result, to all
    thick = [line for line in mt.viz.draw(program.program).dot.split("\n") if "penwidth=2.5" in line]
    assert len(thick) == len(names) and all('label=" (2,) "' in line for line in thick)


def test_a_derivative_runs_where_its_op_ran_and_an_optimiser_where_its_parameters_are():
    stages = Stages()
    program = place(stages.step, *stages.batches[0])
    workers: dict = {}
    for name, worker in listed(program):
        workers.setdefault(name, []).append(worker)
    assert workers["tanh_derivative"] == [0] and workers["cross_entropy_derivative"] == [1]
    assert workers["linear_derivative"] == [1, 0] and workers["Adam.step"] == [0, 1]
    updates = [step for step in program.program.steps if step.name == "Adam.step"]
    assert [len(step.settings["params"]) for step in updates] == [4, 2]


def test_alone_a_placed_program_computes_everything_itself():
    alone, stages = Stages(), Stages()
    program = place(stages.step, *stages.batches[0])
    wanted = [alone.step(x, y).item() for x, y in alone.batches]
    assert np.allclose([program(x, y).item() for x, y in stages.batches[1:]], wanted[1:], rtol=1e-12)
    assert all(np.allclose(a, b, rtol=1e-10) for a, b in zip(stages.values(), alone.values()))
    timeline = program.timeline(*stages.batches[0])
    assert {phase for _, _, phase in timeline[0]} == {"forward", "backward", "update"}
    assert 0 <= bubble(timeline) < 1 and timeline_picture(timeline).text().startswith("worker:0  1")


@pytest.mark.parametrize("write", [True, False])
def test_memory_that_one_worker_changes_and_another_uses_is_refused(write):
    w = mt.ones(3, requires_grad=not write)

    def function(x):
        with on(0):
            y = x * w
            if write:
                w.mul_(2)
        with on(1):
            z = (y * w).sum()
        if not write:
            z.backward()
        return z
    with pytest.raises(ValueError, match=r"shape \(3,\) .* on worker:0, at `y = x \* w`.* on worker:1, at `z = "):
        place(function, mt.ones(3))


def test_device_strings_of_tensorflow_name_workers():
    from minitorch.dialects import tf2 as tf
    from minitorch.dialects.core.devices import canonical

    def function(x):
        with tf.device("/job:worker/replica:0/task:0"):
            y = tf.convert_to_tensor(x) * 2.0
        with tf.device("/job:worker/task:1/device:CPU:0"):
            return (y + 1.0).tensor
    assert listed(place(function, mt.ones(3))) == [("mul", 0), ("send", 0), ("receive", 1), ("add", 1), ("send", 1),
                                                   ("receive", 0)]
    assert canonical("/job:worker/task:1/gpu:2") == "/job:worker/task:1/device:GPU:2"


def test_arguments_of_another_form_are_refused():
    program = place(lambda x: x * 2, mt.ones(2))
    with pytest.raises(ValueError, match="was placed for arguments of other shapes or dtypes"):
        program(mt.ones(3))


def test_a_placed_program_is_drawn_in_a_frame_for_each_worker():
    stages = Stages()
    graph = viz.draw(place(stages.step, *stages.batches[0]).program, depth=9)
    assert '"cluster_worker:0"' in graph.dot and '"cluster_worker:1"' in graph.dot
    boxes = {box.id: box for box in graph.boxes}
    crossing = [(boxes[a], boxes[b]) for a, b, *_ in graph.arrows
                if None not in (boxes[a].path, boxes[b].path) and boxes[a].path != boxes[b].path]
    assert crossing and all("send" in a.title and "receive" in b.title for a, b in crossing)


@pytest.mark.parametrize("parts", [1, 3])
def test_folded_a_placed_program_shows_what_crosses_and_each_phase_as_one_box(parts):
    weights = [mt.ones(4, 4, requires_grad=True), mt.ones(4, 2, requires_grad=True)]

    def step(x):
        total = 0
        for part in x.chunk(parts):
            with on(0):
                hidden = (part @ weights[0]).relu()
            with on(1):
                total = total + (hidden @ weights[1] + hidden.sum()).sum()
        total.backward()
        return total
    placed = place(step, mt.ones(6, 4))
    graph = viz.draw(placed.program, depth=0)
    boxes = {box.id: (box.path, box.title) for box in graph.boxes}
    assert sorted(boxes.values()) == [("worker:0", "backward"), ("worker:0", "forward"), ("worker:0", "result"),
                                      ("worker:1", "backward"), ("worker:1", "forward")]
    crossing = [(boxes[a][1], boxes[b][1], label) for a, b, label in graph.arrows if boxes[a][0] != boxes[b][0]]
    times, shape = ("" if parts == 1 else f"{parts} × "), (6 // parts, 4)
    assert crossing == [("forward", "forward", f"{times}relu {shape}"),
                        ("backward", "backward", f"{times}gradient {shape}"), ("forward", "result", "+ ()")]
    assert all(label is None for a, b, label in graph.arrows if boxes[a][0] == boxes[b][0])


@pytest.mark.needs("dot")
def test_a_folded_picture_shows_an_index_as_it_is_written():
    def step(x, places):
        with on(0):
            y = x.exp()
        with on(1):
            return y[mt.arange(3), places].mean() + y[0, 1:].sum()
    graph = viz.draw(place(step, mt.rand(3, 4), mt.tensor([0, 1, 2])).program, depth=0)
    assert any("[·, ·]" in (box.shape or "") for box in graph.boxes), [box.shape for box in graph.boxes]


def test_the_frames_of_workers_are_below_one_another_with_their_inputs_and_outputs():
    stages = Stages()
    graph = viz.draw(place(stages.step, *stages.batches[0]).program, depth=9)
    assert all(box.path in ("worker:0", "worker:1") for box in graph.boxes) and "constraint=false" in graph.dot
    frames = re.findall(r'class="cluster">\s*<path [^>]*d="([^"]*)"', graph.svg())
    first, second = ([float(y) for y in re.findall(r",([-\d.]+)", path)] for path in frames)
    assert max(first) <= min(second)


def test_the_bubble_is_the_time_in_which_nobody_works():
    timeline = {0: [(0, 2, "forward"), (4, 6, "backward")], 1: [(2, 3, "forward"), (3, 4, "backward")]}
    assert bubble(timeline) == pytest.approx(0.5)
    assert timeline_picture(timeline, ticks=6).text().splitlines() == [
        "worker:0  11··22", "worker:1  ··12··", "1 forward, 2 backward"]


@pytest.mark.needs("mpi")
@pytest.mark.parametrize("parts", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_two_ranks_train_as_one_process_does(parts, tmp_path):
    ranks = in_ranks(2, "placed", tmp_path, parts)
    for rank in ranks:
        assert np.allclose(rank["losses"], rank["wanted"], rtol=1e-12)
        assert all(np.allclose(a, b, rtol=1e-9) for a, b in zip(rank["values"], rank["alone"]))
        assert rank["picture"].startswith("worker:0") and 0 < rank["bubble"] < 1
    assert ranks[0]["own"] != ranks[1]["own"] and ranks[0]["values"] == ranks[1]["values"]
    messages = ranks[0]["messages"]
    assert messages == ranks[1]["messages"] and messages[:parts] == [[0, 1, [8 // parts, 8]]] * parts
    if parts == 4:                           # all parts are on their way before the first gradient is waited for
        assert ranks[0]["ends"][:5] == ["send"] * 4 + ["receive"]


@pytest.mark.needs("mpi")
def test_device_strings_of_tensorflow_1_cut_its_graph(tmp_path):
    for rank in in_ranks(2, "graph_on_workers", tmp_path):
        assert rank["devices"] == [0, 1] and rank["messages"] > 2
        assert np.allclose(rank["losses"], rank["wanted"], rtol=1e-6)
        assert all(np.allclose(a, b, rtol=1e-6) for a, b in zip(rank["found"], rank["weights"]))


@pytest.mark.needs("mpi")
@pytest.mark.slow
def test_too_few_ranks_and_one_that_is_gone_are_told(tmp_path):
    for said in in_ranks(2, "too_few", tmp_path):
        assert "function uses worker:2, but there are only 2 ranks" in said and "minitorch run -n 3" in said
    assert "waits for rank 0, whose script has ended" in in_ranks(2, "uneven", tmp_path)[1]
