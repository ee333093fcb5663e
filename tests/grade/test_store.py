"""What is kept of the grades: whole submissions, the latest in front, history behind, points set by hand on top."""

import pytest

from minitorch.grade.by_hand import checked, overrides
from minitorch.grade.people import settle
from minitorch.grade.result import Result, Submission, Unreadable
from minitorch.grade.store import Store, final


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
        assert store.done() == {("ada", 2, "d1"): {"2.1": (1, 3, "bwrap", "")}}


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
    path.write_text("\ufeffstudent;exercise;points;reason\nada;2.1;3,5;explained it well\n", encoding="utf-8")
    (one, points, reason), (_, other, none) = final([result(), result("bob")], overrides(path))
    assert (one.points, points, reason) == (1.5, 3.5, "explained it well")
    assert (other, none) == (1.5, "")
    assert overrides(tmp_path / "none.csv") == {} == overrides(None)


HEAD = "student,exercise,points,reason\n"


@pytest.mark.parametrize("text, said", [
    ("name,points\nada,1\n", "needs the columns student"),
    (f'{HEAD}ada,2.1,1,"two\nlines"\nada,2.2,all,good\n', "line 4: 'all' is no number"),
    (f"{HEAD}ada,2.1,400,good\n", "line 2: 400 points, but 2.1 has 0 to 4"),
    (f"{HEAD}ada,2.1,nan,good\n", "line 2: nan points"),
    (f"{HEAD}ada,2.77,1,good\n", "line 2: .*2.77"),
    (f"{HEAD}ada,2.1,1,good\nada,2.1,2,better\n", "line 3: ada's 2.1 stands in line 2 too"),
    (f"{HEAD}\nAda,2.1,1,good\n", "line 3: no student is called 'Ada'; there is ada"),
    (f"{HEAD}dan,2.1,1,good\n", r"line 2: dan's submission cannot be read \(it is empty\)"),
    (f"{HEAD}finn,2.1,1,good\n", "line 2: finn has handed in nothing")])
def test_overrides_that_say_nothing_are_refused(tmp_path, text, said):
    (tmp_path / "o.csv").write_text(text)
    with Store(tmp_path / "g.sqlite") as store, pytest.raises(ValueError, match=said):
        store.add(submission(), [result()])
        checked(overrides(tmp_path / "o.csv"), store, [Unreadable("dan", "dan.ipynb", "it is empty")], ["ada", "finn"])


def test_all_lines_that_cannot_be_used_are_told_at_once(tmp_path):
    (tmp_path / "o.csv").write_text(f"{HEAD}ada,2.1,all,\nada,2.1,1,\nada,2.2,400,\n")
    with pytest.raises(ValueError) as error:
        overrides(tmp_path / "o.csv")
    assert [line.partition(": ")[0][-6:] for line in str(error.value).splitlines()] == ["line 2", "line 4"]
    (tmp_path / "o.csv").write_text(f"{HEAD}ada,2.1,1,\nben,2.1,1,\nfinn,2.1,1,\n")
    with Store(tmp_path / "g.sqlite") as store, pytest.raises(ValueError, match="line 3: no(?s:.*)line 4: finn"):
        store.add(submission(), [result()])
        checked(overrides(tmp_path / "o.csv"), store, [], ["finn"])


class Names:
    """A roster, as far as `settle` asks it."""

    def late(self, student):
        return "2 hours late" * (student == "Lovelace, Ada")


def handed(student, known_as, path="x.ipynb", digest="d1"):
    return Submission(student, 2, path, digest, [], {"2.1": [(0, "x = 1")]}, [], None, known_as)


def test_a_later_roster_joins_earlier_grades_and_doubles_nobody(tmp_path):
    by_hand = tmp_path / "o.csv"
    by_hand.write_text(f"{HEAD}lovelaceada (7),2.1,1,good\n")
    with Store(tmp_path / "g.sqlite") as store:
        store.add(handed("lovelaceada (7)", ""), [result("lovelaceada (7)", 1)])
        now = [handed("Lovelace, Ada", "lovelaceada (7)")]
        settle(now, Names(), store)
        assert store.students() == ["Lovelace, Ada"] and now[0].oddities == ["handed in late: 2 hours late"]
        assert ("Lovelace, Ada", 2, "d1") in store.done(), "it is not graded again"
        assert checked(overrides(by_hand), store, now) == {("Lovelace, Ada", "2.1"): (1, "good")}
        again = [handed("lovelaceada (7)", "", "all.zip/lovelaceada_LATE_7_90_x.ipynb", "d2")]
        settle(again, None, store)                         # the next time without a roster
        assert again[0].student == "Lovelace, Ada" and again[0].oddities == ["handed in late: Canvas marks it so"]
        other = [handed("Ada Lovelace (3)", "", digest="d3")]           # as another system calls her
        settle(other, None, store)
        store.add(other[0], [result("Ada Lovelace (3)", 4, "d3")])
        settle([handed("Lovelace, Ada", "Ada Lovelace (3)")], Names(), store)
        assert [(each.student, each.points) for each in store.results()] == [("Lovelace, Ada", 4)], "the newest counts"
        assert list(store.submissions()) == [("Lovelace, Ada", 2)]


def test_a_student_is_forgotten(tmp_path):
    with Store(tmp_path / "g.sqlite") as store:
        store.add(submission("ada"), [result("ada")])
        store.add(submission("secretbob"), [result("secretbob")])
        store.meet("secret-b (9)", "secretbob")
        store.forget("secretbob")
        assert store.students() == ["ada"] and store.named("secret-b (9)") == "secret-b (9)"
    assert b"secret" not in (tmp_path / "g.sqlite").read_bytes()
