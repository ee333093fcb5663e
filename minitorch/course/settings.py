"""The settings of a course, which solutions/course.json holds: whose repository its lessons point to."""

import json
from pathlib import Path

FILE = "course.json"                     # in solutions/
DEFAULTS = {"repo": "OWNER/minitorch", "ref": "main", "solutions": True}


def settings_of(solutions):
    """Return the course's settings: defaults, changed by solutions/course.json.

    Raises ValueError for a file that holds something else.
    """
    file = Path(solutions) / FILE
    try:
        given = json.loads(file.read_text(encoding="utf-8-sig")) if file.is_file() else {}
    except ValueError as error:
        raise ValueError(f"{file} is no JSON: {error}. Mend it, or delete it to begin anew.") from None
    if not isinstance(given, dict) or set(given) - set(DEFAULTS):
        raise ValueError(f"{file} may say {', '.join(DEFAULTS)}, and nothing else.")
    return {**DEFAULTS, **given}
