"""Programs as lesson 7 writes them: a listing and the picture of its program name the same steps."""

import minitorch as mt
from minitorch.course.programs import Net, listing


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
