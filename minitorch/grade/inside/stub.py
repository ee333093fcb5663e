"""The course as an answer meets it while it is graded: it registers answers and does nothing else."""

import sys


class Anything:
    """Answers to every name and call with itself: get_ipython(), display and the like."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *inputs, **settings):
        return self


def course(answers, yours, names, given, others=()):
    """Install the module that answers import as `minitorch.learn` and `minitorch.course`, and return it.

    answers   {id: function}, filled by @exercise as cells run
    yours     yours(id) gives what stands for another exercise's answer
    names     what `from minitorch.learn import *` brings
    given     {name: value} of those that are helpers of the lessons
    others    the exercises whose answers `yours` stands for, also where they are given
    """
    module = sys.modules["minitorch.course"]               # the package of the few modules that the sandbox has

    def exercise(id, *settings, **more):
        def decorate(function):
            answers[str(id)] = function
            return yours(id) if str(id) in others else function
        return decorate

    def silent(*inputs, **settings):
        return None

    members = {"exercise": exercise, "yours": yours, **given}
    for name in names:
        setattr(module, name, members.get(name, silent))
    module.__all__ = list(names)
    sys.modules["minitorch.learn"] = module
    sys.modules["minitorch"].course = sys.modules["minitorch"].learn = module
    return module
