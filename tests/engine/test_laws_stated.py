"""How laws are stated: an error names each law that fails for an op, and the row."""

import pytest
from backing import BACKENDS
from laws import Laws

import minitorch as mt


def tried(law, name):
    """Run the test of one op, as pytest would on NumPy."""
    test = law.tests()
    parametrized, = test.pytestmark
    assert name in parametrized.args[1]
    test(name, BACKENDS["numpy"])


def test_laws_that_hold_are_tried_on_every_row_of_the_op():
    law, rows = Laws(), []
    law(lambda row: row.name == "exp")(lambda row, xp: rows.append(row))
    tried(law, "exp")
    assert len(rows) > 3 and {row.name for row in rows} == {"exp"}


def test_each_law_that_fails_is_named_with_its_row():
    law = Laws()

    @law(lambda row: row.name == "exp")
    def one(row, xp):
        assert row.draws[0].shape != (), "no more"

    @law(lambda row: row.name in ("exp", "log"))
    def other(row, xp):
        with pytest.raises(RuntimeError):
            row.call(row.tensors(xp))

    with pytest.raises(BaseExceptionGroup, match="2 laws fail for exp on numpy") as caught:
        tried(law, "exp")
    assert [error.__notes__ for error in caught.value.exceptions] == [
        ["The law one fails for exp(normal())."], ["The law other fails for exp(normal(3, 4))."]]
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE") as caught:
        tried(law, "log")
    assert caught.value.__notes__ == ["The law other fails for log(positive(3, 4))."]


def test_each_law_starts_from_the_seed_of_a_test():
    law, drawn = Laws(), []
    for _ in range(2):
        law(lambda row: str(row) == "exp(normal())")(lambda row, xp: drawn.append(mt.rand(3).tolist()))
    tried(law, "exp")
    mt.manual_seed(0)
    assert drawn == [mt.rand(3).tolist()] * 2
