"""A no_grad that a learner wrote for blocks serves programs that use it in every other way, too."""

import pytest
from course.answers import of
from course.written import answered

import minitorch as mt
from minitorch import learn
from minitorch.course import answer_file

NO_GRAD, OTHERS = of(2).REFERENCE["2.5"], of(2).OTHERS
OWN_CALL = NO_GRAD.rstrip() + """
    def __call__(self, function):
        def inner(x):
            with no_grad():
                return function(x)
        inner.mine = True
        return inner
"""


@pytest.fixture(autouse=True, params=[None, NO_GRAD, *OTHERS["2.5"], OWN_CALL], ids=str)
def mounted(request, tmp_path, monkeypatch):
    """The library's, then each learner's."""
    monkeypatch.setattr(answer_file, "folder", tmp_path)
    if request.param is not None:
        assert answered("2.5", request.param).mount is not None
    yield request.param
    learn.reset()


def twice(x):
    """x + x"""
    return x + x


X = mt.tensor(1.0, requires_grad=True)


def test_as_a_block():
    with mt.no_grad():
        assert not (X + X).requires_grad
    assert (X + X).requires_grad


def test_as_a_decorator_with_brackets(mounted):
    function = mt.no_grad()(twice)
    assert not function(X).requires_grad and twice(X).requires_grad and (X + X).requires_grad
    assert function.__name__ == "twice" or mounted is OWN_CALL and function.mine


def test_as_a_decorator_without_brackets(mounted):
    if mounted is not OWN_CALL:                            # who writes __call__ writes all of it
        function = mt.no_grad(twice)
        assert not function(X).requires_grad and function.__doc__ == "x + x"


def test_a_decorated_function_may_call_itself_and_fail():
    @mt.no_grad()
    def down(n):
        assert not (X + X).requires_grad
        return 1 / 0 if n == 0 else down(n - 1)
    with pytest.raises(ZeroDivisionError):
        down(3)
    assert (X + X).requires_grad


def test_one_object_as_two_blocks():
    block = mt.no_grad()
    with block:
        with block:
            pass
        assert not (X + X).requires_grad
    assert (X + X).requires_grad
