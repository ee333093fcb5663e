"""The instructor's page: what it shows, what it changes and where, and whom it refuses."""

import csv
import io
import re
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from grade.handed import ANSWERS
from grade.page import EVIL, HOST, Browser, FirstPasses, course_of, options
from grade.samples import canvas, data, filled, ids_of, moodle, small_class

from minitorch.grade.standing import Course
from minitorch.grade.store import Store

pytestmark = pytest.mark.needs("serve")
ROSTER = "name,id\nLovelace Ada,101\nByron Bob,102\nClark Cleo,103\nDoe Dan,104\nEve Severe,7\nZed Zoe,8\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A class of five, one of whom the roster does not know, and its grades."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "in/all.zip").write_bytes(small_class())
    (tmp_path / "roster.csv").write_text(ROSTER)
    return tmp_path


@pytest.fixture
def browser(folder):
    return Browser(course_of(folder))


def test_the_class_is_shown(browser):
    text = browser.page("/")
    for wanted in ("Lovelace Ada", "Byron Bob", "Zed Zoe", "1.6", "Look at these", "Whose is this?"):
        assert wanted in text
    assert "eveseve" in text and 'name="file" value="eveseve_105_90105_01_gradients.ipynb"' in text
    first, *later = browser.desk.now().look
    for student, after in zip([first, *later], later):
        if f"/student?name={quote(student)}" in text:
            assert f"next to look at: {after}" in browser.page(f"/student?name={quote(student)}")
    ada = browser.page(f"/student?name={quote('Lovelace Ada')}")
    assert "1.4" in ada and ANSWERS[1].REFERENCE["1.4"].splitlines()[1].strip()[:10] in ada


def test_points_are_kept_in_overrides_and_taken_back(browser, folder):
    browser.keep("Byron Bob", points_1_2="1,5", reason_1_2="=well\n argued")
    assert list(csv.reader((folder / "overrides.csv").open())) == [
        ["student", "exercise", "points", "reason"], ["Byron Bob", "1.2", "1.5", "'=well argued"]]
    text = browser.page("/student?name=Byron%20Bob")
    assert "=well argued" in text and "the grader gives 1" in text
    browser.keep("Byron Bob", points_1_2="2", reason_1_2="", points_1_4="0")
    assert (folder / "overrides.csv").read_text().splitlines()[1:] == ["Byron Bob,1.2,2,", "Byron Bob,1.4,0,"]
    fresh = Course(options(folder, "--roster", "roster.csv"), FirstPasses)      # the command reads what the page wrote
    with Store(fresh.base) as store:
        fresh.read(store)
        assert fresh.set_by_hand(store) == {("Byron Bob", "1.2"): (2.0, ""), ("Byron Bob", "1.4"): (0.0, "")}
    browser.keep("Byron Bob", back="1.2")
    browser.keep("Byron Bob", back="1.4")
    assert (folder / "overrides.csv").read_text().splitlines() == ["student,exercise,points,reason"]


@pytest.mark.parametrize("changed", [{"points_1_2": text} for text in ("99", "nan", "many", "-1", "")])
def test_points_that_cannot_be_meant_change_nothing(browser, folder, changed):
    assert "Nothing was changed" in browser.keep("Byron Bob", 400, **changed, points_1_3="1", text_1="not kept")
    assert not (folder / "overrides.csv").exists() and "not kept" not in browser.page("/student?name=Byron%20Bob")


def test_one_form_keeps_all_that_was_typed(browser, folder):
    browser.keep("Byron Bob", points_1_1="2", text_1="Well begun.", go="1.1")
    assert "Byron Bob,1.1,2," in (folder / "overrides.csv").read_text()
    assert "Well begun." in browser.page("/student?name=Byron%20Bob")


def test_what_was_changed_meanwhile_is_not_replaced(browser, folder):
    """Two tabs, or a person who writes into overrides.csv."""
    old = browser.fields("Byron Bob")
    browser.keep("Byron Bob", points_1_1="2", text_1="first")
    assert "changed meanwhile" in browser.send("/keep", 400, **old | {"points 1.1": "0"})
    assert "changed meanwhile" in browser.send("/keep", 400, **old | {"text 1": "second"})
    browser.send("/keep", **old | {"points 1.3": "2"})                      # something else may be changed
    lines = (folder / "overrides.csv").read_text().splitlines()
    assert lines[1:] == ["Byron Bob,1.1,2,", "Byron Bob,1.3,2,"]
    (folder / "overrides.csv").write_text("student,exercise,points,reason\nByron Bob,1.2,0,copied\n")
    assert "copied" in browser.page("/student?name=Byron%20Bob")


def test_a_bad_line_in_overrides_stops_all_changes(browser, folder):
    browser.keep("Byron Bob", points_1_1="2")
    before = browser.fields("Byron Bob")
    with (folder / "overrides.csv").open("a") as file:
        file.write("Nobody Here,1.1,1,x\n")
    for _ in range(2):
        assert "Nobody Here" in browser.send("/keep", 400, **before | {"points 1.2": "1.5"})
        assert browser.ask("GET", "/")[0] == 400
    assert "1.2" not in (folder / "overrides.csv").read_text()


def test_a_comment_goes_back_to_the_student(browser):
    browser.keep("Byron Bob", text_1="Read section 2 again.\r\n\r\nWell begun.")
    given = browser.page("/given?name=Byron%20Bob")
    assert 'class="note lines">Your instructor: Read section 2 again.\n\nWell begun.' in given
    _, content, _ = browser.ask("GET", "/pages/plain.zip")
    with zipfile.ZipFile(io.BytesIO(content)) as pages:
        texts = {name: pages.read(name).decode() for name in pages.namelist()}
    assert [name for name, text in texts.items() if "Well begun." in text] == [
        name for name in texts if name.startswith("Byron")] and len(texts) == 4
    browser.keep("Byron Bob", 400, text_1="a" * 5001)
    browser.keep("Byron Bob", text_1=" ")
    assert "Well begun." not in browser.page("/given?name=Byron%20Bob")


def test_a_file_of_nobody_becomes_a_students(browser, folder):
    file = "eveseve_105_90105_01_gradients.ipynb"
    with Store(folder / "g.sqlite") as store:
        store.comment("eveseve (105)", 1, "who are you?")
    browser.send("/whose", 400, file="all.zip", student="Eve Severe")
    browser.send("/whose", 400, file=file, student="somebody")
    assert "Are you sure?" in browser.send("/whose", 200, file=file, student="Lovelace Ada")     # she has handed in
    assert not (folder / "who.csv").exists()
    browser.send("/whose", file=file, student="Eve Severe")
    browser.wait()
    assert (folder / "who.csv").read_text() == f"file,student\n{file},Eve Severe\n"
    text = browser.page("/")
    assert "Whose" not in text and "0 graded" in text and "eveseve (105)" not in text
    assert "who are you?" in browser.page("/student?name=Eve%20Severe")      # its rows moved
    with Store(folder / "g.sqlite") as store:
        assert "eveseve (105)" not in store.students()
    again = course_of(folder)                                                # the command knows it the next time
    assert "Eve Severe" in {each.student for each in again.found}
    browser.send("/take-back", 400, file="all.zip")
    browser.send("/take-back", file=file)
    browser.wait()
    assert (folder / "who.csv").read_text() == "file,student\n" and "Whose is this?" in browser.page("/")


def test_what_cannot_be_read_has_a_page(browser):
    assert "Doe%20Dan" in browser.page("/") and "it is empty" in browser.page("/student?name=Doe%20Dan")


def test_grading_again(browser, folder):
    (folder / "in/submissions.zip").write_bytes(canvas({("zedzoe", 8): data(filled(1, reference=True))}))
    browser.send("/grade")
    browser.wait()
    text = browser.page("/")
    assert "1 graded, 4 as they were" in text and 'name=Zed%20Zoe"' in text
    browser.send("/grade", student="Zed Zoe", regrade="yes")
    browser.wait()
    with Store(folder / "g.sqlite") as store:
        assert len(list(store.results(student="Zed Zoe", history=True))) == 2 * len(ids_of(1))
        assert len(list(store.results(student="Byron Bob", history=True))) == len(ids_of(1))


def test_grades_from_before_a_change_are_told(browser, folder):
    with Store(folder / "g.sqlite") as store, store.base:
        store.base.execute("update results set basis = 'old' where student = 'Byron Bob' and exercise = '1.2'")
    browser.send("/grade", student="Lovelace Ada", regrade="yes")
    browser.wait()
    assert "still from before an exercise, its points or its hidden tests changed: 1 of 1.2" in browser.page("/")
    browser.send("/grade")
    browser.wait()
    assert "1 graded (1 anew, as an exercise, its points or its hidden tests have changed)" in browser.page("/")


def test_tables(browser):
    code, text, headers = browser.ask("GET", "/table/plain.csv")
    assert code == 200 and "attachment" in headers["content-disposition"]
    assert {"Lovelace Ada", "Byron Bob"} < {line["student"] for line in csv.DictReader(io.StringIO(text))}
    assert browser.ask("GET", "/table/other.csv")[0] == 400 and browser.ask("GET", "/pages/nbgrader.zip")[0] == 400
    assert browser.ask("GET", "/pages/canvas.zip")[1][:2] == b"PK"


class Tags(HTMLParser):
    """The tags of a page and their attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, {name for name, _ in attributes}))


def test_nothing_of_a_student_becomes_a_tag(folder):
    name = EVIL.replace("/", "").replace("_", "")
    (folder / "in/all.zip").write_bytes(moodle({
        (name, 1): data(filled(1, text={"1.1": f"def mul_derivative(grad, out, x, y):\n    '''{EVIL}'''"})),
        (f"={name}", 2): b"", (f"{name}2", 3): data(filled(1, reference=True))}))
    browser = Browser(course_of(folder))
    plain = Browser(course_of(folder))
    students = browser.desk.students()
    assert any("<script>" in student for student in students)
    browser.keep(students[0], text_1=EVIL, points_1_1="2", reason_1_1=EVIL)
    pages = ["/", "/class", "/alike", *(f"{path}?name={quote(student, safe='')}" for student in students
                                        for path in ("/student", "/given"))]
    for address in pages:
        for tag, attributes in Tags(browser.page(address)).found:
            assert tag not in ("script", "img", "iframe", "object", "link", "base"), address
            assert not {each for each in attributes if each.startswith("on")}, address
    assert plain.ask("GET", f"/student?name={quote('<script>' + name)}")[0] == 404


def test_every_answer_forbids_scripts(browser):
    for method, address in [("GET", "/"), ("GET", "/student?name=x"), ("GET", "/nothing"), ("POST", "/keep"),
                            ("GET", "/table/plain.csv")]:
        _, _, headers = browser.ask(method, address)
        assert "default-src 'none'" in headers["content-security-policy"] and "script-src" not in headers[
            "content-security-policy"] and "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"


def test_who_may_not(browser, folder):
    ask = {**browser.fields("Byron Bob"), "points 1.2": "2"}
    assert browser.ask("GET", f"/?once={browser.access.once or 'x'}", cookie="")[0] == 403     # the link works once
    assert browser.ask("GET", "/student?name=Byron%20Bob", cookie="")[0] == 403
    assert browser.ask("GET", "/", cookie=f"{browser.access.name}=guess")[0] == 403
    assert browser.ask("GET", "/", host="evil.example:8000")[0] == 400
    own = f"http://{HOST}"
    for code, fields, headers in [
            (403, ask, {"origin": own}), (403, {**ask, "token": "guess"}, {"origin": own}),
            (403, {**ask, "token": browser.access.forms}, {"origin": "http://evil.example"}),
            (403, {**ask, "token": browser.access.forms}, {"origin": "null"}),
            (403, {**ask, "token": browser.access.forms}, {"origin": own, "sec_fetch_site": "cross-site"}),
            (403, {**ask, "token": browser.access.forms}, {"origin": own, "cookie": ""}),
            (413, {**ask, "token": browser.access.forms, "reason 1.2": "a" * 100_000}, {"origin": own})]:
        assert browser.ask("POST", "/keep", fields, **headers)[0] == code
    assert browser.ask("GET", "/keep")[0] == 405 and browser.ask("GET", "/grade")[0] == 405
    assert not (folder / "overrides.csv").exists()


def test_files_beside_hand_ins_are_not_written(folder, monkeypatch):
    """In a folder of hand-ins nothing is written: a student may have put an overrides.csv there."""
    monkeypatch.chdir(folder / "in")
    (folder / "in/overrides.csv").write_text("student,exercise,points,reason\nByron Bob,1.1,2,\n")
    course = course_of(folder)
    assert course.by_hand is None or "in" not in str(course.by_hand)
    monkeypatch.setattr("minitorch.grade.course_files.HOME", folder)
    (folder / "solutions").mkdir()
    browser = Browser(course)
    browser.keep("Byron Bob", points_1_2="2")
    assert (folder / "overrides.csv").is_file()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.needs("bwrap", "serve")
def test_in_a_browser(folder):
    """The command itself, and what an instructor does, in a real browser."""
    from notebooks.lab import started, wait
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select
    (folder / "out").mkdir()
    process = subprocess.Popen([sys.executable, "-P", "-m", "minitorch", "grade", str(folder / "in"), "--lesson", "1",
                                "--db", "g.sqlite", "--roster", "roster.csv", "--open"], cwd=folder, text=True,
                               stdout=subprocess.PIPE)
    said, browser = "", started()
    try:
        while "?once=" not in said:
            said = process.stdout.readline()
            assert said, "the command ended without a page"
        browser.get(re.search(r"http://\S+", said)[0])
        wait(lambda: "The class" in browser.title and browser.find_elements(By.LINK_TEXT, "Byron Bob"), "the class")
        Select(browser.find_element(By.NAME, "student")).select_by_value("Eve Severe")
        browser.find_element(By.XPATH, "//button[.='It is theirs']").click()
        wait(lambda: browser.find_elements(By.LINK_TEXT, "Eve Severe"), "the file's student")
        browser.find_element(By.LINK_TEXT, "Byron Bob").click()
        box = browser.find_element(By.ID, "1.5")
        box.find_element(By.NAME, "points 1.5").clear()
        box.find_element(By.NAME, "points 1.5").send_keys("1")
        box.find_element(By.NAME, "reason 1.5").send_keys("a good idea")
        browser.find_element(By.NAME, "text 1").send_keys("go on")
        box.find_element(By.XPATH, ".//button[.='Keep all changes']").click()
        assert "a good idea" in browser.find_element(By.ID, "1.5").text
        assert browser.find_element(By.NAME, "text 1").get_attribute("value") == "go on"
        assert (folder / "overrides.csv").read_text().splitlines()[1] == "Byron Bob,1.5,1,a good idea"
        assert not [line for line in browser.get_log("browser") if line["level"] == "SEVERE"]
    finally:
        browser.quit()
        process.terminate()
        process.wait(30)
