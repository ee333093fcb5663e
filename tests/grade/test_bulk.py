"""Pages go back under the names that Canvas and Moodle gave out, and to nobody whom a student's file names."""

import zipfile

from grade.samples import data, filled, packed
from grade.test_store import handed

from minitorch.grade import bulk
from minitorch.grade.students import Roster
from minitorch.grade.submission import collect

ADA = handed("Lovelace, Ada", "lovelaceada (101)", "all_2026_11_20.zip/lovelaceada_LATE_101_90101_01_gradients.ipynb")
BOB = handed("Byron, Bob", "Bob By_ron (23)", "in/Bob By_ron_23_assignsubmission_file/x_7_8_a.ipynb")
EVE = handed("Eve", "Eve", "in/Eve/Ada_101_assignsubmission_file_a/lovelaceada_101_90101_x.ipynb")


def test_names_are_those_that_were_given_out():
    assert bulk.name_for("canvas", ADA) == "lovelaceada_101_90101_feedback.html"
    assert bulk.name_for("moodle", BOB) == "Bob By ron_23_assignsubmission_file_feedback.html"
    assert bulk.name_for("canvas", BOB) == bulk.name_for("canvas", EVE) == bulk.name_for("moodle", EVE) == ""
    row = {"Identifier": "Participant 7", "Full name": "Eve"}
    assert bulk.name_for("moodle", EVE, row) == "Eve_7_assignsubmission_file_feedback.html"


def test_a_zip_holds_each_students_page_once(tmp_path):
    pages = {each.student: tmp_path / f"{number}.html" for number, each in enumerate((ADA, BOB, EVE))}
    for student, page in pages.items():
        page.write_text(student)
    roster = Roster([{"Identifier": "Participant 7", "Full name": "Eve"}])
    assert bulk.write(tmp_path / "m.zip", "moodle", pages, [ADA, BOB, EVE, EVE], roster) == ["Lovelace, Ada"]
    with zipfile.ZipFile(tmp_path / "m.zip") as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == {
            "Bob By ron_23_assignsubmission_file_feedback.html": "Byron, Bob",
            "Eve_7_assignsubmission_file_feedback.html": "Eve"}


def test_a_blank_behind_the_ending_is_no_other_ending_and_other_files_are_named(tmp_path):
    (tmp_path / "all.zip").write_bytes(packed({"ada_1_11_01_gradients.ipynb ": data(filled(1, reference=["1.1"])),
                                               "bob_2_22_x.md": b"# 1.1", "cleo_3_33_x.docx": b"PK"}))
    found = {each.student: getattr(each, "reason", "") for each in collect(tmp_path / "all.zip")}
    assert found == {"ada (1)": "", "bob (2)": "it is a .md file, not a notebook",
                     "cleo (3)": "it is a .docx file, not a notebook"}
