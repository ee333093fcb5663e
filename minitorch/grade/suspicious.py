"""Find names in an answer that no honest one needs: they cost no points, but someone should look."""

import re

INNER = re.compile(r"\b(?:library_own|grade\.inside|__closure__|cell_contents|__subclasses__|f_back|tb_frame|gi_frame"
                   r"|_getframe|get_referrers|get_objects)\b")


def suspicious_names(cells):
    """Oddities of a notebook whose cells could reach into the process that runs them."""
    found = sorted({name for text in cells for name in INNER.findall(text)})
    return [f"its cells name {', '.join(found)}: look by hand whether they reach into the grader"] if found else []
