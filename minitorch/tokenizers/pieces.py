"""Split a text into pieces: words with the space before them, numbers, signs, spaces. No token crosses pieces."""

from unicodedata import category

ENDINGS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


def kind(character):
    """Return the kind of a character: "L" for letters, "N" for numbers, " " for spaces, "" for all others."""
    if character.isspace() and not "\x1c" <= character <= "\x1f":      # in Python, these four are spaces too
        return " "
    group = category(character)[0]
    return group if group in "LN" else ""


def split_text(text):
    """Split a text into pieces as GPT-2 does; joined, the pieces are the text.

    A word, a number or several signs include one space before them. The endings
    's, 't, 're, … are separate pieces, without a space.
    Source: GPT-2's pattern `'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+`.

    >>> split_text("It's 12 o'clock,  isn't it?")
    ['It', "'s", ' 12', ' o', "'", 'clock', ',', ' ', ' isn', "'t", ' it', '?']
    """
    kinds = [kind(character) for character in text]
    pieces, start, size = [], 0, len(text)
    while start < size:
        ending = next((one for one in ENDINGS if text.startswith(one, start)), None)
        if ending:
            pieces.append(ending)
            start += len(ending)
            continue
        first = start
        if text[start] == " " and start + 1 < size and kinds[start + 1] != " ":
            first += 1                                   # one space belongs to the next piece
        end = first + 1
        while end < size and kinds[end] == kinds[first]:
            end += 1
        if kinds[first] == " " and end < size and end - start > 1:
            end -= 1                                     # the last space belongs to the next piece
        pieces.append(text[start:end])
        start = end
    return pieces
