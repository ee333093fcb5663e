"""Repeats: what is written down for a step once serves all steps that are like it, as those of a network's layers are.

Steps are alike where they call the same with the same numbers, and with Values of the same form: shape, dtype, strides.
"""

from .program import hashed
from .value import Value


class NotExpanded(Exception):
    """The call does what no list of steps can hold."""


class Repeats:
    """What came of steps: (results, steps), found once for those that are alike, and copied for the others.

    name    gives names for new Values
    known   {a step's form: (the Values that it was given, results, steps), or why there are none}
    """

    def __init__(self, name):
        self.name, self.known = name, {}

    def find(self, step, form, args, run):
        """run(), which gives (results, steps) for what a step calls on args, or what it gave for a step that is alike.

        form   all that the result depends on besides the Values in args; run() is called where it cannot be hashed

        Raises NotExpanded where run() does.
        """
        given: dict = {}
        try:
            key = hashed(form), formed(args, given)
            found = self.known.get(key)
        except TypeError:
            return run()
        if found is None:
            try:
                self.known[key] = *run(), given
            except NotExpanded as problem:
                self.known[key] = str(problem)
                raise
            return self.known[key][:2]
        if type(found) is str:
            raise NotExpanded(found)
        return self.copied(step, *found, given)

    def copied(self, step, results, steps, before, given):
        """Results and steps, which were written down for some Values, for others."""
        known, made = dict(zip(before, given)), []
        for each in steps:
            outputs = [x.like(name=self.name()) for x in each.outputs]
            made.append(each.replaced(known, outputs=outputs, phase=step.phase, line=step.line))
            known.update(zip(each.outputs, outputs))
        return [known.get(x, x) if type(x) is Value else x for x in results], made


def formed(x, given):
    """An argument as what can be hashed: of a Value its form, and which of those in `given` it is."""
    if type(x) in (tuple, list):
        return tuple([formed(part, given) for part in x])
    if type(x) is Value:
        return given.setdefault(x, len(given)), x.shape, x.dtype, x.strides
    return hashed(x)
