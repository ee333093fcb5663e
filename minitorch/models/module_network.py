"""A neural module network: a question is a small program, and its words choose which networks are put together."""

from .. import nn
from ..ops.shape.copies import stack_function as stack

WORDS = ("find", "and", "or", "not", "above", "left")


class ModuleNetwork(nn.Module):
    """Answers questions about pictures: pictures (N, C, H, W) and N questions -> (N, 2) scores of no and yes.

    things             what can be found: names, each with a network of its own
    channels, hidden   of the pictures, and between the two layers of a network
    A question is a tuple: ("find", "red"), ("and", q1, q2), ("or", q1, q2), ("not", q), ("above", q), ("left", q).
    Its value is a map of where: each network takes such maps and gives one.
    Source: Andreas et al., Neural Module Networks (2015), in small.

    >>> network = ModuleNetwork(["red", "circle"], channels=3)
    >>> network(zeros(1, 3, 6, 6), [("and", ("find", "red"), ("find", "circle"))]).shape
    minitorch.Size([1, 2])
    """

    def __init__(self, things, channels=3, hidden=16):
        super().__init__()
        self.find = nn.ModuleDict({thing: nn.Sequential(
            nn.Conv2d(channels, hidden, 3, padding=1), nn.ReLU(), nn.Conv2d(hidden, 1, 1), nn.Sigmoid())
            for thing in things})
        # Is anything found below, or to the right, of here? One kernel as large as a picture may be learns it.
        self.shift = nn.ModuleDict({word: nn.Sequential(nn.Conv2d(1, hidden, 5, padding=2), nn.ReLU(),
                                                        nn.Conv2d(hidden, 1, 5, padding=2), nn.Sigmoid())
                                    for word in ("above", "left")})
        self.answer = nn.Linear(2, 2)

    def map_of(self, picture, question):
        """Where the question is true: (1, 1, H, W), by the networks that its words name."""
        word, *parts = question
        if word == "find":
            if parts[0] not in self.find:
                raise ValueError(f"ModuleNetwork: no network finds {parts[0]!r}; there are {', '.join(self.find)}.")
            return self.find[parts[0]](picture)
        maps = [self.map_of(picture, part) for part in parts]
        if word == "and":
            return maps[0] * maps[1]
        if word == "or":
            return maps[0] + maps[1] - maps[0] * maps[1]
        if word == "not":
            return 1 - maps[0]
        if word in self.shift:
            return self.shift[word](maps[0])
        raise ValueError(f"ModuleNetwork: a question begins with one of {', '.join(WORDS)}, not {word!r}.")

    def forward(self, pictures, questions):
        found = [self.map_of(picture.unsqueeze(0), question) for picture, question in zip(pictures, questions)]
        return self.answer(stack([stack([where.max(), where.mean()]) for where in found]))
