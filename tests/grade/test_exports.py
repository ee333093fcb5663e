"""Grades as course systems take them: every column in its place, nobody lost, nothing a spreadsheet would run."""

import csv
import io
from copy import copy

import pytest
from grade.classroom import classroom
from grade.samples import ids_of

from minitorch.grade import exports
from minitorch.grade.inert import FORMULA
from minitorch.grade.store import final
from minitorch.grade.students import roster

ALL = classroom(1, 4)
NAMES = {"student 00": "Ada Lovelace", "student 01": "turingalan (23)", "student 02": "Zoë, 王",
         "student 03": '=HYPERLINK("x")'}


def renamed(results):
    out = []
    for each in results:
        out.append(copy(each))
        out[-1].student = NAMES[each.student]
    return out


ROWS = list(final(renamed(ALL), {("Ada Lovelace", "1.6"): (3.5, "spoken about, it is fine")}))
TOTALS = {student: round(sum(points for result, points, _ in ROWS if result.student == student), 2)
          for student in NAMES.values()}


def table(form, roster=None, tmp_path=None, rows=ROWS, **more):
    if roster is not None:
        (tmp_path / "roster.csv").write_text(roster, encoding="utf-8")
        roster = tmp_path / "roster.csv"
    return list(csv.reader(io.StringIO(exports.text_of(rows, form, roster, **more))))


def test_a_plain_table():
    head, *lines = table("plain")
    assert head == ["student", *ids_of(1), "total", "of", "remarks", "look at"]
    assert [line[0] for line in lines] == ["'=HYPERLINK(\"x\")", "Ada Lovelace", "turingalan (23)", "Zoë, 王"]
    ada = dict(zip(head, lines[1]))
    assert ada["1.6"] == "3.5" and ada["remarks"] == "1.6: 3.5, spoken about, it is fine" and ada["of"] == "20"
    for line in lines:
        assert sum(map(float, line[1:9])) == pytest.approx(float(line[9]), abs=0.02)
        assert float(line[9]) == TOTALS[line[0].lstrip("'")]
    look = {"Zoë, 王": [("late", "2 hours"), ("alike", "as eve: 1.5")], "eve": [("damaged", "empty")]}
    first, again = table("plain", look=look)[1:3]
    assert [first[0], first[-1]] == ["Zoë, 王", "late: 2 hours; alike: as eve: 1.5"]
    assert [again[0], again[-1]] == ["eve", "damaged: empty"]


def test_canvas_takes_its_own_gradebook_back(tmp_path):
    gradebook = ("Student,ID,SIS User ID,SIS Login ID,Root Account,Section,Old (7),Lesson 1 (4711),Final Score\n"
                 '    Points Possible,,,,,,5,40,(read only)\n"Lovelace, Ada",17,s17,al17,r,A,3,9,50\n'
                 '"Ada Lovelace",18,s18,al18,r,B,4,,60\n"Hopper, Grace",5,s5,gh,r,A,,,\n')
    said = []
    head, possible, *lines = table("canvas", gradebook, tmp_path, column="Lesson 1 (4711)", said=said)
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Section", "Lesson 1 (4711)"]
    assert possible[0] == "Points Possible" and possible[-1] == "40"
    assert lines[0] == ["Lovelace, Ada", "17", "s17", "al17", "r", "A", "9"], "handed in nothing: what was there stays"
    assert lines[1] == ["Ada Lovelace", "18", "s18", "al18", "r", "B", f"{2 * TOTALS['Ada Lovelace']:g}"]
    assert lines[2] == ["Hopper, Grace", "5", "s5", "gh", "r", "A", ""], "handed in nothing: no zero"
    assert {line[0] for line in lines[3:]} == {"turingalan", "Zoë, 王", "'=HYPERLINK(\"x\")"}
    assert next(line for line in lines if line[0] == "turingalan")[1] == "23"
    assert said == ["'Lesson 1 (4711)' of the roster gets lesson 1",
                    "'Lesson 1 (4711)' counts to 40, the lesson to 20: the grades are scaled"]
    for asked in ("lesson", None):                       # by a part of its name, or by the lesson's number
        assert table("canvas", gradebook, tmp_path, column=asked) == [head, possible, *lines]
    with pytest.raises(ValueError, match=r"no column called 'Final Score'; --column takes one of: Old \(7\), Lesson"):
        table("canvas", gradebook, tmp_path, column="Final Score")


def test_moodle_takes_its_worksheet_back(tmp_path):
    columns = ("Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
               "Last modified (submission),Last modified (grade),Feedback comments")
    worksheet = (f"{columns}\nParticipant 23,turingalan,alan@x.org,Submitted - 2 hours late,,20.00,Yes,now,-,\n"
                 'Participant 5,Grace Hopper,g@x.org,No submission,7.00,20.00,Yes,-,then,"Two\nlines"\n'
                 'Participant 6,Ada Lovelace,a@x.org,Submitted,,40.00,Yes,now,-,"Well done\n1.1 1/1, 1.2 0/2"\n')
    rows = [(copy(result), points, reason) for result, points, reason in ROWS]
    for result, _, _ in rows:
        result.student = result.student.removesuffix(" (23)")
    said = []
    handed = {("turingalan", 1): {"comment": "Read section 2."}, ("turingalan", 2): {}}
    head, alan, grace, ada = table("moodle", worksheet, tmp_path, rows, said=said, handed=handed)
    assert ",".join(head) == columns
    assert alan[:4] == ["Participant 23", "turingalan", "alan@x.org", "Submitted - 2 hours late"]
    assert alan[4:9] == [f"{TOTALS['turingalan (23)']:g}", "20.00", "Yes", "now", "-"]
    assert alan[9].startswith("1.1 ") and alan[9].endswith("\nRead section 2.")
    assert grace[4:] == ["7.00", "20.00", "Yes", "-", "then", "Two\nlines"], "handed in nothing: all stays"
    assert ada[4] == f"{2 * TOTALS['Ada Lovelace']:g}" and ada[9].count("1.1 ") == 1
    assert ada[9].startswith("Well done\n1.1 "), "the instructor's words stay, ours are not there twice"
    assert said[0].startswith("not in Moodle's worksheet, and so not in this table: =HYPERLINK")
    assert said[1] == "Moodle counts to 40, the lesson to 20: the grades are scaled" and len(said) == 2


def test_a_roster_in_another_encoding_is_read_and_says_when_a_hand_in_was_late(tmp_path):
    path = tmp_path / "roster.csv"
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        path.write_bytes("Name;SID;Lateness (H:M:S)\nZoë\x1b Ünal;7;01:10:00\nAda;8;00:00:00\n".encode(encoding))
        found = roster(path)
        assert found.students == ["Zoë\ufffd Ünal", "Ada"], "names are inert in a terminal"
        assert [found.late(name) for name in found.students] == ["01:10:00", ""]
        assert ("is written in Latin-1, or as Windows does" in found.said) == (encoding == "cp1252")
    path.write_text("Full name,Status\nAda,Submitted for grading - 2 hours late\nBob,Submitted\n")
    assert [roster(path).late(name) for name in ("Ada", "Bob")] == ["Submitted for grading - 2 hours late", ""]


@pytest.mark.parametrize("text, said", [
    (f"Name,SID\n{'x' * 200_000},7\n", "is no table of names: field larger than field limit"),
    ("Colour,Size\nred,7\n", "names no student")], ids=["an endless name", "another table"])
def test_a_roster_that_is_no_table_of_names_is_said(text, said, tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=said):
        roster(path)


def test_moodle_knows_its_numbers_from_the_names_of_files():
    found = {line[1]: line[0] for line in table("moodle")[1:]}
    assert found["turingalan"] == "Participant 23" and found["Ada Lovelace"] == ""


def test_moodle_takes_one_lesson_at_a_time():
    other = copy(ALL[0])
    other.lesson = 2
    with pytest.raises(ValueError, match="one lesson at a time: say which with --lesson"):
        exports.text_of([*ROWS, (other, 1, "")], "moodle")


def test_two_lessons_are_two_columns_for_canvas():
    second = [copy(each) for each in renamed(ALL)]
    for each in second:
        each.lesson, each.exercise = 2, each.exercise.replace("1.", "2.")
    head, possible, *lines = table("canvas", rows=[*ROWS, *final(second, {})])
    assert head[-2:] == ["Lesson 1", "Lesson 2"] and possible[-2:] == ["20", "20"] and len(lines) == 4


def test_the_columns_of_nbgraders_export(tmp_path):
    roster = "id,first_name,last_name,email\nada,Ada,Lovelace,a@x.org\n"
    head, *lines = table("nbgrader", roster, tmp_path)
    found = dict(zip(head, next(line for line in lines if line[2] == "Ada")))
    assert found == {"assignment": "Lesson 1", "student_id": "ada", "first_name": "Ada", "last_name": "Lovelace",
                     "email": "a@x.org", "score": f"{TOTALS['Ada Lovelace']:g}", "max_score": "20"}


@pytest.mark.parametrize("form", exports.FORMS)
def test_nothing_is_a_formula(form):
    evil = []
    for start in FORMULA:
        each = copy(ALL[0])
        each.student = f"\n{start}cmd|' /C calc'!A0"
        evil.append((each, -1.5, "=1+1"))
    cells = [cell for line in table(form, rows=evil) for cell in line]
    assert not [cell for cell in cells if cell.strip().startswith(FORMULA) and cell != "-1.5"]
    assert "-1.5" in cells


def test_a_form_that_is_none_is_refused():
    with pytest.raises(ValueError, match="plain, canvas, moodle, nbgrader, not 'blackboard'"):
        exports.text_of(ROWS, "blackboard")


@pytest.mark.parametrize("form", exports.FORMS)
def test_nobody_is_graded_yet(form):
    assert len(table(form, rows=[])) in (1, 2)


def test_a_file_is_written(tmp_path):
    exports.write(tmp_path / "grades.csv", ROWS)
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8") == exports.text_of(ROWS)
