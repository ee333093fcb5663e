"""What is kept of the grades: whole submissions, the latest in front, history behind, points set by hand on top."""

import pytest

from minitorch.grade.result import Result, Submission
from minitorch.grade.store import Store, final, overrides


def submission(student="ada", digest="d1"):
    return Submission(student, 2, f"{student}.ipynb", digest, ["x = 1"], {"2.1": [(0, "x = 1")]}, ["no cell ids"])


def result(student="ada", points=1.5, digest="d1", version=1, seed=3):
    return Result(student, 2, "2.1", version, points, 4, "not yet", [("a case", True, 0.5, False)], "preorder", "text",
                  ["odd"], 0.25, seed, "bwrap", digest)


def test_a_result_comes_back_as_it_was(tmp_path):
    with Store(tmp_path / "g.sqlite") as store:
        store.add(submission(), [result()])
    with Store(tmp_path / "g.sqlite") as store:
        back, = store.results()
        assert back.as_dict() == result().as_dict()
        assert store.submissions()["ada", 2] == {"path": "ada.ipynb", "digest": "d1",
                                                 "sources": {"2.1": [[0, "x = 1"]]}, "oddities": ["no cell ids"]}
        assert store.done() == {("ada", 2, "d1"): {"2.1": (1, 3, "bwrap")}}


def test_grading_again_keeps_what_was_there_as_history(tmp_path):
    with Store(tmp_path / "g.sqlite") as store:
        store.add(submission(), [result(points=1)])
        store.add(submission("bob"), [result("bob")])
        store.add(submission(digest="d2"), [result(points=4, digest="d2", version=2)])
        assert [(r.student, r.points) for r in store.results()] == [("ada", 4), ("bob", 1.5)]
        assert [r.points for r in store.results(student="ada", history=True)] == [1, 4]
        assert [r.student for r in store.results(lesson=3)] == []
        assert set(store.done()) == {("ada", 2, "d2"), ("bob", 2, "d1")}


def test_a_submission_appears_whole_or_not_at_all(tmp_path):
    with Store(tmp_path / "g.sqlite") as store:
        store.add(submission(), [result(points=1)])
        broken = result()
        broken.state = object()                            # SQLite cannot hold it: the second of two rows fails
        with pytest.raises(Exception, match="not supported|binding|type"):
            store.add(submission(digest="d2"), [result(points=4, digest="d2"), broken])
        assert [(r.points, r.digest) for r in store.results()] == [(1, "d1")]


def test_a_fact_is_kept_as_it_was_first(tmp_path):
    with Store(tmp_path / "g.sqlite") as store:
        assert store.fact("seed", 17) == 17
    with Store(tmp_path / "g.sqlite") as store:
        assert store.fact("seed", 18) == 17


def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "g.sqlite"
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(ValueError, match="holds no grades.*--db"):
        Store(path)
    assert path.read_bytes() == b"no database at all" * 100


def test_points_set_by_hand_count_and_say_why(tmp_path):
    path = tmp_path / "overrides.csv"
    path.write_text("\ufeffstudent,exercise,points,reason\nada,2.1,3.5,explained it well\nnobody,2.1,1,\n")
    (one, points, reason), (_, other, none) = final([result(), result("bob")], overrides(path))
    assert (one.points, points, reason) == (1.5, 3.5, "explained it well")
    assert (other, none) == (1.5, "")
    assert overrides(tmp_path / "none.csv") == {} == overrides(None)


@pytest.mark.parametrize("text, said", [("name,points\nada,1\n", "needs the columns student"),
                                        ("student,exercise,points,reason\nada,2.1,all,good\n", "line 2: 'all'")])
def test_overrides_that_say_nothing_are_refused(tmp_path, text, said):
    (tmp_path / "o.csv").write_text(text)
    with pytest.raises(ValueError, match=said):
        overrides(tmp_path / "o.csv")
