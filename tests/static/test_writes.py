"""Programs that write: steps of optimisers with hooks, gradients that are forgotten, copies, memory that is shared."""

import minitorch as mt


def test_an_optimizers_hooks_run_once_in_a_step_of_a_program():
    w = mt.tensor([1.0], requires_grad=True)
    optimizer, seen = mt.optim.SGD([w], lr=1.0), []
    optimizer.register_step_pre_hook(lambda *call: seen.append(w.grad.mul_(0.5)) and None)

    def step(x):
        (w * x).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    run = mt.compile(step)
    for n in range(4):
        run(mt.ones(1))
        assert len(seen) == n + 1 and w.item() == 1 - 0.5 * (n + 1)


def test_a_copy_that_is_read_before_its_source_changes_is_left_out():
    w = mt.ones(3)

    def early(x):
        y = (w.clone() * x).sum()
        w.add_(1)
        return y

    def late(x):
        y = w.clone()
        w.add_(1)
        return (y * x).sum()
    for function, copies in (early, 0), (late, 1):
        w.fill_(1)
        traced = mt.static.trace(function, mt.ones(3))
        assert [traced(mt.ones(3)).item() for _ in range(2)] == [6, 9]
        assert sum(step.name == "clone" for step in traced.program.steps) == copies


def test_gradients_that_are_forgotten_after_a_step_do_not_come_back():
    w = mt.tensor([1.0], requires_grad=True)
    optimizer = mt.optim.SGD([w], lr=1.0)

    @mt.compile
    def step(x):
        (w * x).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    for n in range(4):
        step(mt.ones(1))
        assert w.item() == -n and w.grad is None and len(step.forms) == 1


def test_inputs_that_share_memory_which_nobody_writes_to_run_as_a_program():
    w, both = mt.zeros(2), mt.ones(3)

    @mt.compile
    def step(x, y):
        w.add_(x + y)
        return w.clone()
    for n in range(3):
        assert step(both[:2], both[1:]).tolist() == [2 * n + 2, 2 * n + 2]
    assert "buffers" in step.explain() and len(step.forms) == 1
    assert step(w, both[1:]).tolist() == [13, 13]
    assert len(step.forms) == 2


def test_what_is_written_over_whole_takes_its_place_in_a_saved_program(tmp_path):
    """The layers before it stay as they are: nothing is put into a part of their memory."""
    def function(x):
        y, z = x * 2, x + 1
        z[...] = y
        return mt.nn.functional.relu6(y, inplace=True) + z, y
    x = mt.tensor([[-1.0, 2.0, 5.0]])
    static = mt.static
    static.save(static.trace(function, x), tmp_path / "f.program")
    program = static.load(tmp_path / "f.program")
    assert {step.op for step in program.program.steps}.isdisjoint({"put", "scatter", "strided"})
    assert all((a == b).all() for a, b in zip(program(x), function(x), strict=True))
