"""Lines that are generated mean the same after they are broken; the memory of a program is counted wherever it lies."""

import ast

import pytest

import minitorch as mt
from minitorch import static
from minitorch.codegen.writer import WIDTH, broken
from minitorch.static.memory import peak

NAMES = ", ".join(f"result_{number}" for number in range(30))
LINES = [f"({NAMES}) = program(a0, *arrays)", f"    return [{NAMES}]", f"value = call(1, '{NAMES}', {NAMES})",
         f"if {' or '.join(f'size_{number} > 1' for number in range(30))}:", f"{NAMES} = program(a0, *arrays)",
         f"found = {{'it''s': ({NAMES}), \"(\": [{NAMES}]}}"]


@pytest.mark.parametrize("line", LINES)
def test_a_broken_line_means_the_same(line):
    parts = broken(line)
    ends = "\n    pass" if line.endswith(":") else ""
    assert ast.dump(ast.parse("\n".join(parts).strip() + ends)) == ast.dump(ast.parse(line.strip() + ends))
    assert len(parts) > 1 and all(len(part) <= WIDTH or part.count("'") == 2 for part in parts)


def test_many_results_are_given_by_one_call():
    trace = static.trace(lambda x: [x * number for number in range(60)], mt.ones(2))
    assert [y.tolist() for y in trace(mt.tensor([1.0, 2.0]))] == [[number, 2 * number] for number in range(60)]


def test_what_is_written_over_a_value_inside_a_fused_step_counts():
    def function(x):
        y = ((x + 1) * 2).exp()                              # 400 bytes, which the product still needs
        return y @ mt.sin(y * 3).T
    plain, planned = (static.optimised(static.trace(function, mt.ones(10, 10), optimise=False).recorded, passes)
                      for passes in (static.PASSES[:-2], static.PASSES))
    assert any(over in step.call.inner for step in planned.steps if hasattr(step.call, "inner")
               for over in planned.places.values() if isinstance(over, static.Value))
    assert peak(planned) == peak(plain) == 3 * 400           # y, its sine, and their product
