"""Students' pages in one zip, under the names by which Canvas or Moodle take files back in bulk."""

import io
import zipfile

from ..serialization.atomic import atomic_write
from .identity import CANVAS, MOODLE, MOODLE_FOLDER, distinct
from .result import Submission
from .students import column

FORMS = ("canvas", "moodle")


def name_for(form, submission, row=None):
    """Return the file name under which a student's page is uploaded; '' if the system would not know whose it is.

    Canvas looks for the numbers of the student and of the file that was handed in, Moodle for the participant's number:
    both stand in the names that they gave out. Source: Canvas, infer_comment_context_from_filename; Moodle,
    mod/assign/feedback/file/importziplib.php.
    """
    for part in submission.path.split("/"):
        for shape in (CANVAS,) if form == "canvas" else (MOODLE_FOLDER, MOODLE):
            match = shape.match(part)
            if match and distinct(match[1], match[2]) == submission.known_as:      # not what a student called a file
                if form == "canvas":
                    return f"{match[1]}_{match[2]}_{match[3]}_feedback.html"
                return moodle(match[1], match[2])
    number = column(row, "Identifier").rpartition(" ")[2]
    return moodle(submission.student, number) if form == "moodle" and number.isdecimal() else ""


def moodle(name, number):
    """Return a file name that Moodle splits at its first four underscores."""
    return f"{' '.join(name.replace('_', ' ').replace('/', ' ').split())}_{number}_assignsubmission_file_feedback.html"


def write(path, form, pages, found, roster=None):
    """Pack the pages; returns the students whose page could not be given a name.

    pages   {student: file}, as feedback.write gave them
    found   what was handed in; roster: a Roster or None
    """
    packed, left = io.BytesIO(), set(pages)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in found:
            if each.student in left and isinstance(each, Submission):
                name = name_for(form, each, roster.rows.get(each.student) if roster is not None else None)
                if name:
                    archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), pages[each.student].read_bytes(),
                                     zipfile.ZIP_DEFLATED)
                    left.discard(each.student)
    with atomic_write(path) as file:
        file.write(packed.getvalue())
    return sorted(left)
