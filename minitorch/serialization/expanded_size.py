"""How large a value would be with all its parts written out, and how deep: what printing or comparing it would take."""

from collections import Counter, OrderedDict
from itertools import chain

from ..tensors import Size
from .limits import DEEPEST, MOST_VALUES, VALUES_PER_BYTE

BACK = 3                     # values that a way back counts for besides itself: what has one is counted anew each time
CHILDREN = ("_parameters", "_buffers", "_modules")


def check_expanded_size(value, size, refuse, state_of=None):
    """Raise if a value is too deep, or too large written out, each part counted wherever it appears.

    size       bytes of the file that describe it; where nothing appears twice it cannot have more values
    refuse     function of a text: the error to raise
    state_of   function that gives a module's __dict__, and None for all else, where the value may hold modules

    What contains itself ends where it begins again, as it does when it is printed. A module counts with the modules,
    parameters and buffers inside it; its other attributes are looked at once.
    """
    most = left = MOST_VALUES + VALUES_PER_BYTE * size
    rest: list = [(value,)]
    counted: dict = {}                                       # by id: (values, depth) of what contains nothing around it
    modules = set()
    while rest:
        path = [Frame(0, rest.pop(), left)]
        above = {0}
        while path:
            frame = path[-1]
            for x in frame.parts:
                left -= 1
                kind = type(x)                               # `is`: a class in the file may have its own == and hash
                parts = None
                if kind is str or kind is bytes or kind is bytearray:
                    left -= len(x) >> 7
                elif kind is dict or kind is OrderedDict or kind is Counter:
                    parts = chain(x, x.values())
                elif kind is list or kind is tuple or kind is set or kind is frozenset or kind is Size:
                    parts = x
                elif state_of is not None and (held := state_of(x)) is not None:
                    parts = chain(*[held[name].values() for name in CHILDREN])
                    if id(x) not in modules:
                        modules.add(id(x))
                        rest.append([other for name, other in held.items() if name not in CHILDREN])
                if parts is not None and id(x) in counted:
                    values, height = counted[id(x)]
                    left -= values
                    frame.height = max(frame.height, height + 1)
                    parts = None
                elif parts is not None and id(x) in above:
                    frame.open = True
                    left -= BACK
                    parts = None
                if left < 0:
                    raise refuse(f"holds parts that appear so often that it would have more than {most:,} values, "
                                 "written out")
                if len(path) + frame.height > DEEPEST:
                    raise refuse(f"is nested more than {DEEPEST} deep")
                if parts is not None:
                    path.append(Frame(id(x), parts, left))
                    above.add(id(x))
                    break
            else:
                path.pop()
                above.discard(frame.id)
                if not frame.open:
                    counted[frame.id] = frame.left - left, frame.height
                if path:
                    path[-1].open |= frame.open
                    path[-1].height = max(path[-1].height, frame.height + 1)


class Frame:
    """A container on the way down: what is left of it, and what has been seen inside it."""

    __slots__ = ("height", "id", "left", "open", "parts")

    def __init__(self, id, parts, left):
        self.id, self.parts, self.left, self.height, self.open = id, iter(parts), left, 0, False
