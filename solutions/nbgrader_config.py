"""nbgrader's settings for this course: its own generate_assignment then makes the cells that `minitorch release` makes.

cd solutions && nbgrader generate_assignment 01_gradients --create
"""

from pathlib import Path

c = get_config()  # noqa: F821  (nbgrader defines it)
c.CourseDirectory.course_id = "minitorch"
root = Path(__file__).resolve().parents[1]                                 # the folder that holds solutions/
c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "lessons"
c.CourseDirectory.db_url = f"sqlite:///{root / 'gradebook.db'}"            # the same for every command
c.ExecutePreprocessor.timeout = 60
c.ExecutePreprocessor.startup_timeout = 60
c.ExecutePreprocessor.interrupt_on_timeout = True
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError"}       # as minitorch/author/release.py has it
c.IncludeHeaderFooter.header = ""
