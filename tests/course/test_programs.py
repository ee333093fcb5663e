"""What lessons 6 and 7 show of programs: a listing, its picture, its costs; the timelines of a simulated GPU."""

import re
from types import SimpleNamespace

import numpy as np

import minitorch as mt
from minitorch.course.dialects import DIALECTS, as_program, session_program, side_by_side
from minitorch.course.gpu import Gpu, compare_lanes
from minitorch.course.programs import Net, listing, rows_of, whole
from minitorch.course.record import find
from minitorch.course.timed import costs
from minitorch.dialects import tf1 as tf


def test_a_program_has_the_names_of_its_listing():
    net = Net()
    found = listing(net, mt.zeros(3, 64, dtype=mt.float64))
    steps = found.program.steps
    assert [step.outputs[0].name for step in steps] == [name for name, _, _ in found.steps]
    assert [x.name for x in found.program.inputs] == ["x"]
    assert {x.name for x in found.program.states} == {"w1", "b1", "w2", "b2"}


def test_a_shorter_program_is_named_anew_and_leaves_the_first_its_names():
    found = listing(Net(), mt.ones(3, 64, dtype=mt.float64))
    before = str(found.program)
    steps = [(name, op, tuple(["s3" if x == "s5" else x for x in inputs])) for name, op, inputs in found.steps]
    shorter = found.with_steps([step for step in steps if step[0] != "s5"], found.outputs)     # s5 is what s3 is
    assert shorter.outputs == ["s20"] and shorter.program.outputs[0].name == "s20"
    assert str(found.program) == before


def test_a_picture_with_other_names_leaves_a_program_its_own():
    arrays = [np.ones(shape, "float32") for shape in ((8, 64), (64, 32), (32, 10))]
    programs = {name: as_program(write, *arrays) for name, write in DIALECTS.items()}
    before = [str(program) for program in programs.values()]
    assert "h = matmul(x, w1)" in side_by_side(programs).text()
    assert [str(program) for program in programs.values()] == before
    with tf.Graph().as_default(), tf.Session() as session:
        x, w = tf.placeholder(tf.float32, (4, 3)), tf.Variable(np.ones((3, 2), "float32"))
        y, fed = tf.matmul(x, w), {x: np.ones((4, 3), "float32")}
        session.run(tf.global_variables_initializer())
        named = session_program(session, y, fed, {"x": x, "w": w, "y": y})
        assert "y (fetched) = matmul(x (fed), w)" in str(named)
        own = session.plan_for(y, fed)[0].program.graph
        compile(own.code(), "the program's code", "exec")
        assert "(fed)" not in str(own) and session.run(y, fed).tolist() == [[3, 3]] * 4


def test_a_recorder_of_7_7_writes_what_the_library_records():
    steps, proxy = [], whole(find("7.7").answer)
    weights = SimpleNamespace(**{name: proxy(name, steps) for name in ("w1", "b1", "w2", "b2")})
    out = Net.forward(weights, proxy("x", steps))
    found = listing(Net(), mt.zeros(3, 64, dtype=mt.float64))
    assert rows_of(steps) == rows_of(found.steps) and [out.name] == found.outputs


def test_costs_have_times_in_the_picture_and_none_in_words():
    found = listing(Net(), mt.ones(3, 64, dtype=mt.float64))
    table = costs(found, {"as recorded": found.program, "compiled": mt.compile(found.trace.recording.function)})
    assert "as recorded     21" in table.text() and not re.search(r"\d (µs|ms|s)\b", table.text())
    assert len(re.findall(r">[\d.]+ (?:µs|ms|s)<", table.svg())) == 2


def test_timelines_have_one_scale_and_each_kind_of_work_a_letter():
    short, long = Gpu(), Gpu()
    short.launch(2)
    long.compute(3)
    long.put(1.0)
    long.synchronize()
    picture = compare_lanes({"short": short, "long": long})
    assert picture.text().splitlines()[1:3] == ["Python  K··", "GPU     ·KK"]
    assert picture.text().splitlines()[4:6] == ["Python  OOOtww", "GPU     ····tt"]
    assert set(picture.legend) == {"kernel", "wait", "own work", "copy there"}
