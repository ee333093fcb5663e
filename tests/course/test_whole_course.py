"""The whole course on one's own code: all answers mounted at once read the digits; a wrong one stops nothing."""

import warnings

import pytest
from course.all_lessons import ANSWERS, IDS, LESSONS, begin, pieces_of, right, section_of, trained

import minitorch as mt
from minitorch import learn
from minitorch.course.record import find

FIRST = [next(iter(ANSWERS[lesson].REFERENCE)) for lesson in LESSONS]
QUICK = FIRST[5::3]                      # that a quick run of the tests tries too: what follows is judged anew


pytestmark = pytest.mark.usefixtures("own_folder")


def test_the_whole_course_runs_on_ones_own_code_and_reads_the_digits(capsys):
    begin(right())
    said = capsys.readouterr().out
    assert said == f"minitorch {mt.__version__}, lesson 99: running on your own {', '.join(IDS)}\n"
    assert pieces_of(IDS) == set(mt.piece.mounted)
    assert trained(15) >= 0.97
    assert pieces_of(IDS) == set(mt.piece.mounted), "none gave up on the way"
    map = repr(learn.progress())
    assert all(f"{id} {find(id).name}".ljust(len(id) + 25) + " right\n" in map for id in IDS), map
    assert capsys.readouterr() == ("", "")


def test_numbers_that_are_no_numbers_are_silent_in_ones_own_code_too():
    """What explodes in a lesson is seen in its curve, not on stderr."""
    begin(right())
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module="my_minitorch")
        for scale in (float("inf"), float("nan"), 3e38):
            w = mt.nn.Parameter(mt.tensor([[1.0, -2.0], [0.5, 0.0]]))
            loss = (mt.relu(mt.tensor([[scale, 1.0]]) @ w) * w[0]).sum()
            loss.backward()
            for rule in (mt.optim.SGD, mt.optim.Adam, mt.optim.Adagrad, mt.optim.RMSprop):
                rule([w], lr=1.0).step()
            assert not w.isfinite().all()


@pytest.mark.slow
def test_convolutions_too(capsys):
    begin(right())
    assert trained(8, model="cnn") >= 0.97 and pieces_of(IDS) == set(mt.piece.mounted)


def alone_or_four_by_four():
    """Exercises to answer wrongly: some alone, in a quick run, and the rest four of different lessons at once.

    To judge all answers of the course anew takes ten times as long as to train on them.
    """
    rest = [id for id in IDS if id not in QUICK and (id in FIRST or find(id).piece is not None)]
    runs = -(-len(rest) // 4)
    return [pytest.param([id], id=id) for id in QUICK] + [
        pytest.param(ids, id=" ".join(ids), marks=pytest.mark.slow) for ids in (rest[i::runs] for i in range(runs))]


@pytest.mark.parametrize("ids", alone_or_four_by_four())
def test_wrong_answers_give_way_to_the_library_and_the_digits_are_read(ids, capsys):
    """They are named, the library's own run instead, the rest stays the student's."""
    wrong = {id: next(iter(ANSWERS[find(id).lesson].WRONG[id].values())) for id in ids}
    begin({**right(), **{id: section_of(id, text) for id, text in wrong.items()}})
    said = capsys.readouterr().out
    others = [other for other in IDS if other not in ids]
    for id in ids:
        assert f"[minitorch] your {id} {find(id).name} does not run here (it is " in said, said
    assert said.count("): the library's own takes its place") == said.count("[minitorch]") == len(ids), said
    assert f"running on your own {', '.join(others)}\n" in said
    assert pieces_of(others) == set(mt.piece.mounted)
    assert trained(3, 640) > 0.5
    assert pieces_of(others) == set(mt.piece.mounted)
    rows = {row.split()[0]: row for row in repr(learn.progress()).splitlines() if row.startswith("    ")}
    assert all(rows[other].endswith(" right") for other in others)
    for id in ids:
        assert rows[id].endswith((" not yet", " crashed")), rows[id]
