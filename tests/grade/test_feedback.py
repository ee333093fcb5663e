"""What a student is given back: points by check, the mistake, the evidence; nothing hidden, nothing that runs."""

from copy import copy
from html.parser import HTMLParser

import pytest
from grade.classroom import classroom, result, sources
from grade.samples import answers

from minitorch.course.record import find
from minitorch.grade import feedback
from minitorch.grade.store import final

ADA = [each for each in classroom() if each.student == "student 03"]
VOID = {"meta", "br", "hr", "img", "input", "link"}
EVIL = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'>&lt;\x00\x1b[31m\u202eevil'


class Checked(HTMLParser):
    """A page, its tags closed in order; what it holds."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.words, self.attributes = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def page(results, **more):
    return Checked(feedback.page_of("Ada", list(final(results, more.pop("changed", {}))), **more))


def test_one_point_is_no_points():
    one = copy(ADA[0])
    one.points, one.of = 0.25, 1
    assert "<strong>0.25 of 1 point</strong>" in feedback.page_of("Ada", list(final([one], {})))
    by_hand = {(one.student, one.exercise): (1, "")}
    assert "Set to 1 point by your instructor." in feedback.page_of("Ada", list(final([one], by_hand)))


def test_every_exercise_its_points_by_check_and_its_mistake():
    text = page(ADA, kept={1: sources("student 03")}).text
    assert f"{round(sum(each.points for each in ADA), 2):g} of {sum(each.of for each in ADA)} points" in text
    for each in ADA:
        assert f"{each.exercise} {find(each.exercise).name}" in text
        if each.misconception:
            message = next(m.message for m in find(each.exercise).misconceptions if m.name == each.misconception)
            assert " ".join(message.split()) in text
        if each.state not in ("not attempted",):
            assert all(name in text for name, _, _, hidden in each.checks if not hidden)


def test_the_mistake_is_said_once_and_the_evidence_stays():
    wrong = result("a", "1.5", answers(1).WRONG["1.5"]["passes"])
    text = page([wrong]).text
    message = next(m.message for m in find("1.5").misconceptions if m.name == wrong.misconception)
    assert text.count(message[:30]) == 1 and text.count('hint("1.5")') == 1
    assert "wanted" in text and "yours" in text and "First difference at index 0." in text


@pytest.mark.parametrize("show, evidence, words", [("points", False, False), ("words", False, True),
                                                   ("evidence", True, True)])
def test_the_instructor_says_how_much_is_told(show, evidence, words):
    wrong = result("a", "1.5", answers(1).WRONG["1.5"]["passes"])
    text = page([wrong], show=show).text
    message = next(m.message for m in find("1.5").misconceptions if m.name == wrong.misconception)
    assert ("wanted" in text) == evidence and (message[:30] in text) == words and "a negative gradient" in text


def test_how_much_is_told_must_be_known():
    with pytest.raises(ValueError, match="show is one of points, words, evidence, not 'all'"):
        page(ADA, show="all")


def test_of_unseen_cases_it_says_how_many_held_and_no_more():
    right = copy(result("a", "1.5", answers(1).REFERENCE["1.5"], 3))
    right.checks = [*right.checks[:-1], ("SECRET x=[3.25]", False, 0.08, True)]
    text = page([right]).text
    assert "3 of 5 unseen cases" in text and "SECRET" not in text and "right on all cases you saw" in text


def test_nothing_of_a_student_runs_in_a_page():
    evil = copy(result("a", "1.5", answers(1).WRONG["1.5"]["passes"]))
    evil.student, evil.text, evil.oddities = EVIL, f"1.5: not yet\n    x {EVIL}", [EVIL]
    evil.checks = [(EVIL, False, 1, False)]
    evil.state = evil.misconception = EVIL
    kept = {"sources": {"1.5": [[0, EVIL]]}, "oddities": [EVIL]}
    made = feedback.page_of(EVIL, [(evil, 0, EVIL)], {1: kept})
    found = Checked(made)
    assert not {"script", "img", "iframe", "link"} & set(found.tags)
    assert not [name for name, _ in found.attributes if name.startswith("on") or name in ("src", "href")]
    assert not any(mark in made for mark in "\x00\x1b\u202e") and "default-src 'none'" in made
    assert found.text.count("<script>alert(1)</script>") >= 6


def test_a_page_is_short_whatever_was_printed():
    loud = copy(result("a", "1.5", answers(1).WRONG["1.5"]["passes"]))
    loud.text = "1.5: not yet\n" + "    x\n" * 500_000
    kept = {"sources": {"1.5": [[0, "x = 1\n" * 500_000]]}, "oddities": []}
    made = feedback.page_of("a", [(loud, 0, "")], {1: kept})
    assert len(made) < 60_000 and "…" in made


def test_what_was_set_by_hand_is_said_with_its_reason():
    found = page(ADA, changed={("student 03", "1.4"): (2.5, "good idea")})
    assert "Set to 2.5 points by your instructor: good idea" in found.text and "2.5 / 3" in found.text


def test_a_phone_and_the_dark_are_thought_of():
    made = feedback.page_of("Ada", list(final(ADA, {})))
    assert 'name="viewport" content="width=device-width' in made and "prefers-color-scheme: dark" in made
    assert "http:" not in made and "https:" not in made and "url(" not in made


NAMES = ["Ada Lovelace", "ada lovelace", "../../etc/passwd", "Zoë", "", "a/b", "a b", "a:b", "con\n", "x" * 300, "王"]


def test_each_student_has_a_file_of_their_own_in_the_folder(tmp_path):
    results = []
    for name in NAMES:
        each = copy(ADA[1])
        each.student = name
        results.append(each)
    written = feedback.write(tmp_path / "back", results, {("Zoë", 1): sources("Zoë")})
    assert len({path.name.lower() for path in written.values()}) == len(NAMES)
    assert all(path.parent == tmp_path / "back" for path in written.values())
    assert [path.name for path in tmp_path.iterdir()] == ["back"]
    assert "Your code" in written["Zoë"].read_text(encoding="utf-8")


def test_an_exercise_that_is_no_more_is_shown_all_the_same():
    gone = copy(ADA[2])
    gone.exercise = "1.88"
    assert "1.88" in page([gone]).text
