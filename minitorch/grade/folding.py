"""Fold the records of exercises for a graded course: they run as they are, and nobody reads an answer in passing."""

import zlib
from base64 import b85encode
from textwrap import wrap

WIDTH = 110
FOLDED = '''"""Exercises of a graded course, folded: their checks need the right answer, and you need your own."""

from ..unfold import unfold

unfold(__name__, """
{text}
""")
'''


def folded(content):
    """A Python module, as bytes, that defines the same without saying it."""
    text = b85encode(zlib.compress(content, 9)).decode()
    return FOLDED.format(text="\n".join(wrap(text, WIDTH))).encode()
