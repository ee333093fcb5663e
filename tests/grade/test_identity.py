"""Whose work a file is: the collecting system's word or the top folder's; what lies deeper is the student's own."""

import io
import re
import time
import zipfile

import pytest
from grade.samples import canvas, data, filled, gradescope, moodle, packed

from minitorch.grade.identity import shape
from minitorch.grade.result import Submission
from minitorch.grade.students import Roster, roster, submitters
from minitorch.grade.submission import collect

RIGHT, HERS = data(filled(1, reference=True)), data(filled(1, reference=["1.1"]))
ADA = ("lovelaceada", 101)
FORGED = {
    "Canvas' form": {"lovelaceada_101_90101_01_gradients.ipynb": HERS},
    "Canvas' form, late": {"lovelaceada_LATE_101_999999_01_gradients.ipynb": HERS},
    "Canvas' form, deep": {"a/b/lovelaceada_101_90101_x/01_gradients.ipynb": HERS},
    "Moodle's folder": {"lovelaceada_101_assignsubmission_file/01_gradients.ipynb": HERS},
    "Moodle's file": {"lovelaceada_101_assignsubmission_file_x.ipynb": HERS},
    "Gradescope's folder": {"submission_101/01_gradients.ipynb": HERS},
    "Gradescope's list": {
        "submission_metadata.yml": b"submission_666:\n  :submitters:\n  - :name: lovelaceada\n    :sid: '101'\n",
        "01_gradients.ipynb": HERS},
    "Gradescope's export": {
        "assignment_7_export/submission_metadata.yml":
            b"submission_101:\n  :submitters:\n  - :name: lovelaceada\n    :sid: '101'\n",
        "assignment_7_export/submission_101/01_gradients.ipynb": HERS},
    "her name": {"lovelaceada.ipynb": HERS}, "her name and number": {"lovelaceada (101)/01_gradients.ipynb": HERS},
    "nbgrader's folders": {"submitted/lovelaceada/01_gradients/01_gradients.ipynb": HERS},
    "a way up": {"../lovelaceada_101_90101_01_gradients.ipynb": HERS},
    "another way up": {"..\\..\\lovelaceada_101_90101_01_gradients.ipynb": HERS},
    "a root": {"/lovelaceada_101_90101_01_gradients.ipynb": HERS},
}


def in_canvas(forged):
    return canvas({ADA: RIGHT}), {"eveseve_666_90666_work.zip": packed(forged)}, ["eveseve (666)", "lovelaceada (101)"]


def in_moodle(forged):
    eves = {f"eveseve_666_assignsubmission_file/{name}": content for name, content in forged.items()}
    return moodle({ADA: RIGHT}), eves, ["eveseve (666)", "lovelaceada (101)"]


def in_gradescope(forged):
    eves = {f"assignment_7_export/submission_666/{name}": content for name, content in forged.items()}
    return gradescope({ADA: RIGHT, ("eveseve", 666): b""}), eves, ["eveseve (666)", "lovelaceada (101)"]


def in_folders(forged):
    eves = {f"eve/{name}": content for name, content in forged.items()}
    return packed({"lovelaceada/01_gradients.ipynb": RIGHT}), eves, ["eve", "lovelaceada"]


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize("way, with_roster", [(in_canvas, False), (in_moodle, False), (in_gradescope, False),
                                              (in_folders, False), (in_folders, True)])
def test_nothing_in_a_students_own_folder_is_anothers(way, forged, with_roster, tmp_path):
    honest, eves, wanted = way(forged)
    with zipfile.ZipFile(io.BytesIO(honest)) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("666/01_gradients.ipynb")}
    (tmp_path / "all.zip").write_bytes(packed({**files, **eves}))
    (tmp_path / "people.csv").write_text("name,id\nlovelaceada,101\neveseve,666\n")
    found = list(collect(tmp_path / "all.zip", roster=tmp_path / "people.csv" if with_roster else None))
    if with_roster:
        wanted = ["eve" if "eve" in wanted else "eveseve", "lovelaceada"]
    assert [each.student for each in found] == wanted
    ada = next(each for each in found if each.student.startswith("lovelace"))
    assert isinstance(ada, Submission) and "grad * b" not in ada.sources["1.5"][-1][1] and len(ada.sources) == 8
    assert "raise NotImplementedError" not in ada.sources["1.5"][-1][1]


def test_what_speaks_for_another_is_said(tmp_path):
    (tmp_path / "all.zip").write_bytes(packed({"eve/lovelaceada_101_9_x.ipynb": HERS, "ada/x.ipynb": RIGHT}))
    ada, eve = collect(tmp_path / "all.zip")
    assert eve.oddities == ["lovelaceada_101_9_x.ipynb in it is called as another's would be: it counts here"]
    assert ada.oddities == []


def test_two_that_claim_one_student_are_both_shown(tmp_path):
    """Eve has chosen Ada's name in the course's system, which knows her by another number."""
    (tmp_path / "all.zip").write_bytes(moodle({("Ada Lovelace", 17): RIGHT, ("Ada Lovelace", 66): HERS}))
    (tmp_path / "people.csv").write_text("Identifier,Full name\nParticipant 17,Ada Lovelace\n")
    ada, eve = collect(tmp_path / "all.zip", roster=tmp_path / "people.csv")
    assert (ada.student, eve.student) == ("Ada Lovelace", "Ada Lovelace [Ada Lovelace (66)]")
    assert len(ada.sources) == 8 and "raise NotImplementedError" not in ada.sources["1.5"][-1][1]
    assert "raise NotImplementedError" in eve.sources["1.5"][-1][1]
    assert "look which is theirs" in ada.oddities[0] and "look which is theirs" in eve.oddities[0]


def test_a_name_that_holds_the_systems_words_is_still_a_name(tmp_path):
    name = "Ada Lovelace_17_assignsubmission_file"
    (tmp_path / "all.zip").write_bytes(moodle({("Ada Lovelace", 17): RIGHT, (name, 66): HERS}))
    assert [each.student for each in collect(tmp_path / "all.zip")] == ["Ada Lovelace (17)", f"{name} (66)"]


LIST = """---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :sid: '17'
    :email: ada@x.org
  :created_at: 2026-11-20
submission_2:
  :submitters:
  - :name: {name}
    :email: eve@x.org
  :results:
    :tests:
    - :name: Ada Lovelace
      :sid: '17'
  :history:
  - :submitters:
    - :name: Ada Lovelace
      :sid: '17'
"""


@pytest.mark.parametrize("name, read", [
    ("Eve", "Eve"), ("'Eve: 1'", "Eve: 1"), ("'it''s Eve'", "it's Eve"), ('"Eve\\u00e9"', "Eveé"),
    ("'Eve\n    :sid: ''17'''", None), ("'Eve\n    :sid: 17\n    x'", None), ('"Eve \\\n    :sid: 17"', None),
    ("Eve and more\n      :sid: '17'", None)])
def test_no_name_in_the_list_adds_a_number_to_itself(name, read):
    people = submitters(LIST.format(name=name))
    assert people["submission_1"] == [("Ada Lovelace", "17")] and len(people["submission_2"]) == 1
    found, id = people["submission_2"][0]
    assert id == "eve@x.org" and (read is None or found == read)


def test_a_pattern_speaks_at_one_depth(tmp_path):
    files = {"x-ada-17.ipynb": RIGHT, "x-eve-66/x-ada-17.ipynb": HERS, "eve/x-ada-17.ipynb": HERS}
    for place, content in files.items():
        path = tmp_path / "in" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    found = {each.student: each for each in collect(tmp_path / "in", pattern="x-{student}-{id}.ipynb")}
    assert len(found["ada (17)"].sources) == 8 and not found["ada (17)"].oddities
    assert set(found) == {"ada (17)", "x-eve-66", "eve"}


LONG = ["a" * 60_000, " " * 60_000 + "a", "(1)" * 20_000, "-1" * 30_000, "_1_1" * 15_000, ".py" * 20_000, "1" * 60_000,
        "_1_assignsubmission_file" * 2500, "-copy" * 10_000, "lesson" * 10_000, "/" * 60_000 + "a", "\u0300" * 30_000]


@pytest.mark.parametrize("name", LONG, ids=range(len(LONG)))
def test_no_name_takes_long(name, tmp_path):
    (tmp_path / "all.zip").write_bytes(packed({"ada.ipynb": RIGHT, f"{name[:65_000]}.ipynb": HERS}))
    (tmp_path / "people.csv").write_text("name,id\nada,1\neve,2\n")
    start = time.process_time()
    found = list(collect(tmp_path / "all.zip", roster=tmp_path / "people.csv"))
    assert time.process_time() - start < 10.0 and len(found) == 2
    assert all(len(each.student) < 1000 and re.search(r"\S", each.student) for each in found)


def test_a_pattern_of_many_names_takes_no_time_that_grows():
    pattern = shape("{last}_{first}_{number}_{part}_{student}.ipynb")
    assert pattern.search("_" * 1000) is None and pattern.search("a" * 990 + "_b_c.ipynb") is None
    assert pattern.search("x/a_b_1_q_c d.ipynb")["student"] == "c d"


NAMES = "submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '7'\nsubmission_2:\n  :submitters:\n  - :name: Eve\n"


@pytest.mark.parametrize("text, unsaid", [
    (NAMES, ""), (NAMES[:70], "2"), (NAMES.replace(":name: Eve", ":na"), "2"), ("", "12"), ("\x00\xff" * 50, "12"),
    ("<html>", "12")])
def test_what_gradescopes_list_does_not_name_is_said(text, unsaid, tmp_path):
    zip = packed({"assignment_7_export/submission_metadata.yml": text.encode("latin-1"),
                  **{f"assignment_7_export/submission_{n}/01_gradients.ipynb": RIGHT for n in (1, 2)}})
    (tmp_path / "export.zip").write_bytes(zip)
    found = list(collect(tmp_path / "export.zip", lesson=1))
    said = [each.student for each in found if any("does not say whose" in odd for odd in each.oddities)]
    assert len(found) == 2
    assert said == [f"submission_{n}" for n in unsaid]


def test_a_roster_that_gives_two_students_one_id_is_refused_with_both_lines(tmp_path):
    table = tmp_path / "roster.csv"
    table.write_text('Name,SID\n"Ada\nL",7\nEve,8\nBob,7\n')
    with pytest.raises(ValueError, match="lines 3 and 5 give two students one SID, 7: Ada L and Bob"):
        roster(table)
    table.write_text("Name,SID\nAda,7\nEve,\nBob,\nAda,7\n")           # one student twice is one student
    assert roster(table).students == ["Ada (7)", "Eve", "Bob"]
    table.write_text("Name,SID,Email\nAda,N/A,team@x.org\nEve,-,team@x.org\nBob,n/a,b@x.org\nADA,9,a@x.org\nAda,9,a@x.org\n")
    assert {"Eve", "Bob"} <= set(roster(table).students)     # placeholders are no ids, and an address may be shared


def test_a_roster_takes_no_time_that_grows():
    def seconds(count):
        table = [{"Name": f"Student {i}", "SID": str(i)} for i in range(count)]
        start = time.process_time()
        Roster(table)
        return time.process_time() - start
    assert min(seconds(20_000) for _ in range(2)) < 40 * min(seconds(2_000) for _ in range(2))


@pytest.mark.parametrize("people, system, name, whose", [
    ("name,id\nAda Lovelace,7\nBen Ng,101\n", moodle, "Ada Lovelace", "Ada Lovelace"),     # 101 is another number
    ("name,id\nAda Lovelace,7\nBen Ng,101\n", moodle, "Zoe", "Zoe (101)"),
    ("Identifier,Full name,ID number\nParticipant 101,Ada Lovelace,7\nParticipant 9,Ben Ng,101\n", moodle, "Zoe",
     "Ada Lovelace"),
    ("Identifier,Full name,ID number\nParticipant 5,Ada Lovelace,7\nParticipant 9,Ben Ng,101\n", moodle,
     "Ada Lovelace", "Ada Lovelace"),
    ("Student,ID,SIS User ID\nAda Lovelace,101,7\nBen Ng,9,101\n", canvas, "ada", "Ada Lovelace"),
    ("id\n7\n101\n", moodle, "Zoe", "101")])
def test_a_number_names_a_student_by_its_own_column_only(people, system, name, whose, tmp_path):
    (tmp_path / "all.zip").write_bytes(system({(name, 101): RIGHT}))
    (tmp_path / "people.csv").write_text(people)
    assert [each.student for each in collect(tmp_path / "all.zip", roster=tmp_path / "people.csv")] == [whose]


@pytest.mark.parametrize("above", ["Fall 2026", "Fall 2026/lesson 1", "handed in/Fall 2026"])
def test_a_folder_around_the_class_is_no_student(above, tmp_path):
    """The roster says at which depth the students' folders stand."""
    (tmp_path / "roster.csv").write_text("name,id\nAda Lovelace,1\nBob Byron,2\nEve Eves,3\n")
    people = ["Ada Lovelace", "Bob Byron", "somebody"]
    (tmp_path / "class.zip").write_bytes(packed({f"{above}/{name}/01_gradients.ipynb": RIGHT for name in people}))
    found = [each.student for each in collect(tmp_path / "class.zip", roster=tmp_path / "roster.csv")]
    assert found == people
    (tmp_path / "class.zip").write_bytes(packed({f"{above}/{name}.ipynb": RIGHT for name in people}))
    assert [each.student for each in collect(tmp_path / "class.zip", roster=tmp_path / "roster.csv")] == people


@pytest.mark.parametrize("files, wanted", [
    (["eve the unknown/Ada Lovelace/a.ipynb", "eve the unknown/Bob Byron/a.ipynb", "Eve Eves/a.ipynb"],
     ["Eve Eves", "eve the unknown"]),                                       # stands beside another's folder
    (["eve the unknown/Ada Lovelace/a.ipynb"], ["eve the unknown"]),         # one name is no class
    (["Eve Eves/Ada Lovelace/a.ipynb", "Eve Eves/Bob Byron/a.ipynb"], ["Eve Eves"]),
    (["eve_99_assignsubmission_file/Ada Lovelace/a.ipynb", "eve_99_assignsubmission_file/Bob Byron/a.ipynb"],
     ["eve (99)"])])
def test_a_students_own_folder_is_not_taken_for_a_class(files, wanted, tmp_path):
    (tmp_path / "roster.csv").write_text("name,id\nAda Lovelace,1\nBob Byron,2\nEve Eves,3\n")
    (tmp_path / "class.zip").write_bytes(packed(dict.fromkeys(files, RIGHT)))
    assert [each.student for each in collect(tmp_path / "class.zip", roster=tmp_path / "roster.csv")] == wanted
