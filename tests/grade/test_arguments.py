"""What an answer does to its arguments is seen, and what is one thing there is one thing where it runs."""

import numpy as np
import pytest
from course.answers import ANSWERS
from grade.handed import graded

from minitorch.grade.inside.graphs import put_back
from minitorch.grade.inside.messages import Broken, decode, encode, no_other

pytestmark = pytest.mark.needs("bwrap")


def over(old, new):
    put_back({0: old}, [(0, new)])
    return old


def function():
    pass


@pytest.mark.parametrize("old, new", [
    ([1, 2, 3], [1, 2]), ([1], [1, 2]), ([1, 2], [2, 1]), ([1, "a", None], [1, "b", None]), ([[1], [2]], [[1, 5], []]),
    ({"a": 1}, {"a": 2}), ({"a": 1, "b": 2}, {"b": 2}), ({}, {"a": [1]}), ({"a": [1]}, {"a": [1, 2]}), ({1, 2}, {2, 3}),
    ([{"a": {1}}], [{"a": set()}]), (([1], 2), ([1, 3], 2)), ([(1, 2)], [(1, 3)]), ([True], [1]), ([1], [1.0]),
    ([[1]], [7]), ([7], [[1]])])
def test_what_changed_there_changes_here(old, new):
    before = old
    assert over(old, new) is before and old == new and str(old) == str(new)


def test_what_did_not_change_stays_the_same_thing():
    inner, array, nan = [1], np.ones(2), float("nan")
    old = [inner, array, nan, function, np.float64(2.0), (1, 2)]
    same = list(old)
    over(old, [[1], np.ones(2), float("nan"), "anything", np.array(2.0), (1, 2)])
    assert all(a is b for a, b in zip(old, same)) and len(old) == len(same)
    over(old, [[1], np.zeros(2), 0.0, "anything", np.array(2.0), (1, 2)])
    assert old[1] is array and array.tolist() == [0, 0] and old[2] == 0 and old[3] is function


def test_what_comes_again_is_one_thing_there():
    array, inner = np.ones(2), [1]
    given = [[array, inner], {"x": array, "y": inner}, (array, (array,)), np.ones(2)]
    seen, back = {}, []
    there = [decode(encode(each, no_other, seen), no_other, back) for each in given]
    (a, b), named, pair, other = there
    assert a is named["x"] is pair[0] is pair[1][0] and b is named["y"] and other is not a and np.array_equal(a, other)
    with pytest.raises(Broken):
        decode({"again": 0}, no_other)
    with pytest.raises(Broken):
        decode([{"again": 5}], no_other, [])
    with pytest.raises(Broken):
        decode({"array": [], "again": 0}, no_other, [])


def test_an_answer_that_empties_its_list_gets_no_points():
    text = ANSWERS[7].REFERENCE["7.2"]
    head, _, body = text.partition(":\n")
    indent = body[:len(body) - len(body.lstrip())]
    names = head[head.index("(") + 1:head.rindex(")")].split(",")
    spoiled = (f"import copy\ndef plain({', '.join(names)}):\n{body}\n"
               f"{head}:\n{indent}found = plain(*copy.deepcopy([{', '.join(names)}]))\n"
               f"{indent}{names[0].strip()}.clear()\n{indent}return found\n")
    kept = spoiled.replace(f"{indent}{names[0].strip()}.clear()\n", "")
    (good,), (bad,) = (graded({"7.2": each}).values() for each in (kept, spoiled))
    assert good.points == good.of, good.text
    assert bad.points < bad.of and "Your code changes" in bad.text, bad.text
