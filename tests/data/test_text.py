"""Texts: lines as they stand, characters that come back."""

import pytest

from minitorch.data import Characters, DataLoader, TextLines


def test_lines(tmp_path):
    (tmp_path / "a").write_text("one\n\n two \nÄ", encoding="utf-8")
    (tmp_path / "b").write_text("three\r\n", encoding="utf-8")
    assert list(TextLines(tmp_path / "a")) == ["one", " two ", "Ä"]
    assert list(TextLines([tmp_path / "a", tmp_path / "b"], str.strip)) == ["one", "two", "Ä", "three"]
    assert len(TextLines(tmp_path / "a", skip_empty=False)) == 4
    assert next(iter(DataLoader(TextLines(tmp_path / "b"))))[0] == "three"


def test_each_character_is_to_be_predicted_from_those_before(tmp_path):
    (tmp_path / "a").write_text("the cat", encoding="utf-8")
    data = Characters.of_file(tmp_path / "a", 3)
    assert len(data) == 4 and data.characters == sorted(set("the cat"))
    inputs, targets = data[2]
    assert data.decode(inputs) == "e c" and data.decode(targets) == " ca"
    inputs, targets = next(iter(DataLoader(data, 4)))
    assert inputs.shape == targets.shape == (4, 3) and inputs[:, 1:].tolist() == targets[:, :-1].tolist()
    assert [data.decode(row) for row in inputs] == ["the", "he ", "e c", " ca"]
    assert data.decode(data[-1][1]) == "cat"


WRONG = [(lambda p: TextLines(p / "none"), FileNotFoundError, "there is no file .*none"),
         (lambda p: TextLines(p / "latin"), ValueError, r'not utf-8 text: byte 1 is 0xe4.*encoding="latin-1"'),
         (lambda p: Characters("abc", 3), ValueError, "a text of 3 characters must be longer than a sample, length=3"),
         (lambda p: Characters("abc", 1, "ab"), ValueError, "the character 'c' is not among the 2 known characters"),
         (lambda p: Characters("abc", 1)[2], IndexError, "index 2 is out of range for a dataset of 2")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2][:20] for w in WRONG])
def test_error_says_what_is_wrong(attempt, kind, message, tmp_path):
    (tmp_path / "latin").write_bytes("Bär".encode("latin-1"))
    with pytest.raises(kind, match=message):
        attempt(tmp_path)
