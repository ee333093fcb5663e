"""PyTorch's own samples of its modules: printed alike, values and two derivatives agree, bad ones are refused."""

import pytest
from engine.opinfo import Unlike
from nn.moduleinfo import modules, not_refused, refusals, sample_differs, samples

import minitorch as mt

pytestmark = [pytest.mark.slow, pytest.mark.host, pytest.mark.needs("expecttest"), pytest.mark.filterwarnings("ignore")]
PARTS = 12
FEW = {"float64": 64, "float32": 16}   # samples of each module, spread over all that PyTorch has for it


def spread(all, count):
    """At most `count` of them, at equal distances."""
    return all if len(all) <= count else [all[i * len(all) // count] for i in range(count)]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_pytorchs_samples_are_answered_alike(dtype, part, torch):
    table = modules(torch)
    faults, count = [], 0
    for name in sorted(table)[part::PARTS]:
        for training, sample in spread([*samples(table[name], dtype, torch)], FEW[dtype]):
            try:
                bad = sample_differs(table[name], sample, dtype, training, torch)
            except Unlike:
                continue
            except Exception as error:
                bad = f"{type(error).__name__}: {error}"
            count += 1
            if bad:
                made = sample.constructor_input
                faults.append(f"{name}{made.args} {made.kwargs} {sample.desc}, training={training}: {bad}")
    print(f"{count} samples in this part.")
    assert count
    assert not faults, "\n".join(faults)


def test_all_of_pytorchs_modules_are_here(torch):
    table = modules(torch)
    missing = [name for name, info in table.items() if not hasattr(mt.nn, info.module_cls.__name__)]
    print(f"{len(table) - len(missing)} of {len(table)}; not here: {' '.join(missing)}")
    assert len(table) >= 110
    assert not missing


def test_what_pytorch_refuses_is_refused(torch):
    cases = [(info, *case) for info in modules(torch).values() for case in refusals(info, torch)]
    faults = [bad for case in cases if (bad := not_refused(*case, torch))]
    print(f"{len(cases) - len(faults)} of {len(cases)} bad modules are refused.")
    assert len(cases) > 50
    assert not faults, "\n".join(faults)
