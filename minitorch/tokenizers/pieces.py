"""Cut a text into pieces that no token crosses: words with the blank before them, numbers, signs, blanks."""

from unicodedata import category

ENDINGS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


def kind(character):
    """What runs of characters are made of: "L" letters, "N" numbers, " " blanks, "" all others."""
    if character.isspace() and not "\x1c" <= character <= "\x1f":      # Python alone counts these four as blanks
        return " "
    group = category(character)[0]
    return group if group in "LN" else ""


def split_text(text):
    """The pieces of a text, as GPT-2 cuts it; joined they are the text.

    A word, a number or a run of signs takes one blank before it along; so do the
    endings 's, 't, 're, … without a blank.
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
            first += 1                                   # the blank belongs to what follows
        end = first + 1
        while end < size and kinds[end] == kinds[first]:
            end += 1
        if kinds[first] == " " and end < size and end - start > 1:
            end -= 1                                     # the last blank goes with the next piece
        pieces.append(text[start:end])
        start = end
    return pieces
