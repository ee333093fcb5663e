"""Folders and zips as course systems hand them over: whose is what, and what an archive may not do."""

import io
import os
import re
import stat
import struct
import tracemalloc
import zipfile

import pytest
from grade.samples import canvas, data, filled, gradescope, moodle, packed

from minitorch.grade import archive
from minitorch.grade.result import Submission, Unreadable
from minitorch.grade.submission import collect

RIGHT = data(filled(1, reference=["1.1", "1.5"]))
PEOPLE = [("lovelaceada", 17), ("turingalan", 23), ("turingalan", 24)]
ROSTER = "Student,ID,SIS User ID,SIS Login ID,Section\nPoints Possible,,,,\n" + "".join(
    f'"{name}",{id},s{id},{login},A\n' for name, id, login in
    [("Lovelace, Ada", 17, "al17"), ("Turing, Alan", 23, "at23"), ("Turing, Alan", 24, "at24"), ("Hopper, G", 5, "gh")])


def students(found):
    return [each.student for each in found]


@pytest.fixture
def there(tmp_path):
    """Files in a folder: {place: bytes}."""
    def put(files):
        for place, content in files.items():
            path = tmp_path / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return tmp_path
    return put


FORMS = {"Canvas": canvas, "Moodle": moodle, "Gradescope": gradescope}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_course_systems_zip(there, form):
    root = there({"all.zip": form(dict.fromkeys(PEOPLE, RIGHT))})
    found = list(collect(root / "all.zip"))
    assert students(found) == [f"{name} ({number})" for name, number in PEOPLE]
    assert not any(each.oddities for each in found) and {each.lesson for each in found} == {1}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_roster_gives_the_names(there, form):
    root = there({"all.zip": form(dict.fromkeys(PEOPLE, RIGHT)), "people.csv": ROSTER.encode("utf-8-sig")})
    found = list(collect(root / "all.zip", roster=root / "people.csv"))
    assert students(found) == ["Lovelace, Ada", "Turing, Alan (23)", "Turing, Alan (24)"]
    assert not any(each.oddities for each in found)


PLACES = {
    "ada.ipynb": "ada", "01_gradients_ada.ipynb": "ada", "ada_01_gradients.ipynb": "ada", "ada l.ipynb": "ada l",
    "submitted/ada/01_gradients/01_gradients.ipynb": "ada", "ada/work.ipynb": "ada", "lab 2/ada.ipynb": "ada",
    "Copy of 01_gradients_ada (1).ipynb": "ada", "lovelaceada_LATE_17_99_01_gradients-1.ipynb": "lovelaceada (17)",
    "Ada Lovelace_17_assignsubmission_file_/x.ipynb": "Ada Lovelace (17)", "ada.ipynb.txt": "ada", "ada.json": "ada",
    "Ada Lovelace_17_assignsubmission_file_x.ipynb": "Ada Lovelace (17)", "Zoë/01_gradients.ipynb": "Zoë",
}


@pytest.mark.parametrize("place, student", PLACES.items(), ids=str)
@pytest.mark.parametrize("zipped", [False, True])
def test_whose_a_file_is(there, place, student, zipped):
    root = there({"in.zip": packed({place: RIGHT})} if zipped else {f"in/{place}": RIGHT})
    assert students(collect(root / ("in.zip" if zipped else "in"))) == [student]


def test_a_file_named_for_the_lesson_belongs_to_its_folder_or_zip(there):
    root = there({"ada/01_gradients.ipynb": RIGHT, "bob.zip": packed({"01_gradients/01_gradients.ipynb": RIGHT})})
    assert students(collect([root / "ada/01_gradients.ipynb", root / "bob.zip"])) == ["ada", "bob"]


def test_a_document_is_named_beside_a_notebook_and_alone(there):
    ada, bob = collect(there({"in/ada/01_gradients.ipynb": RIGHT, "in/ada/essay.docx": b"PK", "in/ada/plot.png": b"x",
                              "in/bob/notes.md": b"It did not open."}) / "in")
    assert ada.oddities == ["essay.docx beside it could not be read: it is a .docx file, not a notebook"]
    assert (bob.student, bob.reason) == ("bob", "it is a .md file, not a notebook")


@pytest.mark.parametrize("pattern", [r"x-(?P<student>\w+)-(?P<id>\d+)", "x-{student}-{id}.ipynb"])
def test_a_pattern_says_where_the_student_stands(there, pattern):
    assert students(collect(there({"week 3/x-ada-17.ipynb": RIGHT}), pattern=pattern)) == ["ada (17)"]


@pytest.mark.parametrize("pattern, said", [("x-(?P<", "is no regular expression"), ("x.ipynb", "must say where"),
                                           ("(?P<name>.*)", "must say where")])
def test_a_pattern_that_says_nothing_is_refused(there, pattern, said):
    with pytest.raises(ValueError, match=said):
        list(collect(there({}), pattern=pattern))


@pytest.mark.parametrize("text, place", [
    ("id;first_name;last_name\n7;Ada;Lovelace", "7/a.ipynb"), ("Identifier,Full name\nParticipant 7,Ada Lovelace",
                                                               "Ada Lovelace_7_assignsubmission_file/a.ipynb"),
    ("student\temail\nAda Lovelace\tada@x.org", "01_gradients-ada@x.org.ipynb"),
    ("name\nAda Lovelace", "lovelace, ada.ipynb"),
    ("First Name,Last Name,SID\nAda,Lovelace,s7", "week 3 (s7)/a.ipynb")])
def test_rosters_of_every_kind(there, text, place):
    root = there({f"in/{place}": RIGHT, "people.csv": text.encode("utf-16")})
    assert students(collect(root / "in", roster=root / "people.csv")) == ["Ada Lovelace"]


def test_who_is_not_on_the_roster_is_graded_and_said(there):
    root = there({"in/eve.ipynb": RIGHT, "people.csv": ROSTER.encode()})
    found, = collect(root / "in", roster=root / "people.csv")
    assert found.student == "eve" and found.oddities == ["eve is not on the roster"]


def test_a_group_hands_in_for_each(there):
    with zipfile.ZipFile(io.BytesIO(gradescope({("Ada", 1): RIGHT}))) as old:
        files = {name: old.read(name) for name in old.namelist()}
    meta = next(name for name in files if name.endswith(".yml"))
    files[meta] = files[meta].replace(b"  :created_at", b"  - :name: Bob\n    :sid: '2'\n  :created_at")
    assert students(collect(there({"all.zip": packed(files)}) / "all.zip")) == ["Ada (1)", "Bob (2)"]


def test_of_two_the_later_counts_and_the_other_is_named(there):
    root = there({"ada/second.ipynb": RIGHT, "ada/old.ipynb": data(filled(1)), "ada/my_minitorch.py": b"",
                  "ada/notes.py": b"x = 1", "ada/.ipynb_checkpoints/a.ipynb": RIGHT, "__MACOSX/._a.ipynb": b"\0"})
    os.utime(root / "ada/old.ipynb", (1e9, 1e9))
    found, = collect(root)
    assert found.oddities == ["handed in more than once: second.ipynb, the latest, is graded; old.ipynb is set aside",
                              "my_minitorch.py beside it could not be read: it is empty"]
    assert "raise NotImplementedError" not in found.sources["1.5"][-1][1]


def test_a_students_other_file_is_no_silence(there):
    files = {"lovelaceada_17_99_essay.pdf": b"%PDF", "bobb_18_98_01.ipynb": RIGHT, "logo.png": b""}
    bob, ada = collect(there({"all.zip": packed(files)}))
    assert (type(bob), bob.student) == (Submission, "bobb (18)")
    assert (type(ada), ada.student) == (Unreadable, "lovelaceada (17)")
    assert ada.reason == "it is a .pdf file, not a notebook"


def test_a_zip_in_a_zip(there):
    inner = packed({"work/01_gradients.ipynb": RIGHT})
    root = there({"all.zip": packed({"lovelaceada_17_99_work.zip": inner})})
    found, = collect(root)
    assert found.student == "lovelaceada (17)" and found.sources


def linked(target):
    """A zip's member that is a symbolic link."""
    info = zipfile.ZipInfo("eve.ipynb")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr(info, target)
    return file.getvalue()


def nested(depth):
    content = packed({"eve.ipynb": RIGHT})
    for _ in range(depth):
        content = packed({"eve.zip": content})
    return content


def lying(content):
    """A zip whose headers say that its member unfolds to nothing."""
    raw = packed({"eve.ipynb": content})
    return raw.replace(struct.pack("<I", len(content)), struct.pack("<I", 9))


BAD = {
    "no zip": (b"PK, or not", "the zip cannot be read"),
    "half a zip": (packed({"eve.ipynb": RIGHT})[:900], "cannot be read"),
    "a link": (linked("/etc/passwd"), "it is a link, and links are not followed"),
    "zips without end": (nested(4), "zips in zips are read 3 deep, no deeper"),
    "a bomb": (packed({"eve.ipynb": b" " * 30_000_000}), "unfolds to more than|is larger than"),
    "a bomb that lies": (lying(b" " * 30_000_000), "unfolds to more|the zip is damaged here|empty"),
    "many files": (packed({f"{i}.txt": b"" for i in range(60)}), "it has 60 files that were not read: at most 50"),
    "a rar": (packed({"eve_1_2_work.rar": b"Rar!"}), "it is a .rar archive: unpack it"),
}


@pytest.mark.parametrize("content, said", BAD.values(), ids=BAD)
def test_a_bad_zip_harms_nobody(there, content, said, monkeypatch):
    monkeypatch.setattr(archive, "MOST", 20_000_000)
    monkeypatch.setattr(archive, "MOST_FILES", 50)
    root = there({"all.zip": packed({"eve_66_1_work.zip": content, "lovelaceada_17_99_01.ipynb": RIGHT})})
    tracemalloc.start()
    bad, good = sorted(collect(root), key=lambda each: isinstance(each, Submission))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert good.student == "lovelaceada (17)" and good.sources and most < 150_000_000
    assert bad.student.startswith("eve") and re.search(said, bad.reason), bad.reason


@pytest.mark.parametrize("files, rest", [(6, ""), (7, "so is, for this or other reasons, 1 file more"),
                                         (8, "so are, for this or other reasons, 2 files more")])
def test_files_that_cannot_be_read_are_counted(there, files, rest):
    found = list(collect(there({"all.zip": packed({f"eve_66_{i}_work.rar": b"Rar!" for i in range(files)})})))
    assert len(found) == 6 and all(isinstance(each, Unreadable) for each in found)
    assert sum("for this or other" in each.reason for each in found) == bool(rest)
    assert any(each.reason.endswith(rest) for each in found)


def test_a_damaged_member_is_read_as_far_as_it_goes(there):
    big = data(filled(1, reference=True))
    raw = packed({"eve.ipynb": big})
    with zipfile.ZipFile(io.BytesIO(raw)) as made:
        info = made.infolist()[0]
        raw = raw.replace(struct.pack("<I", info.CRC), struct.pack("<I", info.CRC ^ 1))
    found, = collect(there({"all.zip": raw}))
    assert found.sources and "the zip is damaged here" in found.oddities[0]


def test_names_that_point_elsewhere_write_nothing(there):
    root = there({"all/in.zip": packed({"../../eve.ipynb": RIGHT, "/etc/ada.ipynb": RIGHT, "C:\\x\\bob.ipynb": RIGHT})})
    before = sorted(path for path in root.rglob("*"))
    found = list(collect(root / "all"))
    assert {each.student for each in found} == {"in"}
    assert all("its name in the zip points elsewhere" in " ".join(each.oddities) for each in found)
    assert sorted(path for path in root.rglob("*")) == before


def test_links_pipes_and_loops_in_a_folder_are_not_followed(there, tmp_path_factory):
    root = there({"in/bob.ipynb": RIGHT})
    secret = tmp_path_factory.mktemp("secret") / "x.ipynb"
    secret.write_bytes(RIGHT)
    (root / "in/eve.ipynb").symlink_to(secret)
    (root / "in/mallory").symlink_to(root, target_is_directory=True)
    os.mkfifo(root / "in/trudy.ipynb")
    found = {each.student: each for each in collect(root / "in")}
    assert isinstance(found.pop("bob"), Submission) and set(found) == {"eve", "mallory", "trudy"}
    assert {each.reason for each in found.values()} == {"it is a link, and links are not followed",
                                                        "it is no ordinary file"}


def test_nothing_there_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is nothing at"):
        list(collect(tmp_path / "no"))
