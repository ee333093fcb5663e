"""A neural module network: a question is a small program, and each of its words calls a network."""

from .. import nn
from ..ops.shape.copies import stack_function as stack

WORDS = ("find", "and", "or", "not", "above", "left")


class ModuleNetwork(nn.Module):
    """A network that answers questions about pictures: (N, C, H, W), N questions -> (N, 2) scores of no and yes.

    things             names of things that it can find; each name has its own network
    channels, hidden   channels of the pictures, and channels between the two layers of a network
    A question is a tuple: ("find", "red"), ("and", q1, q2), ("or", q1, q2), ("not", q), ("above", q), ("left", q).
    The value of a question is a map (H, W): how true it is at each pixel. Each network returns such a map.
    Source: Andreas et al., Neural Module Networks (2015), with smaller networks.

    >>> network = ModuleNetwork(["red", "circle"], channels=3)
    >>> network(zeros(1, 3, 6, 6), [("and", ("find", "red"), ("find", "circle"))]).shape
    minitorch.Size([1, 2])
    """

    def __init__(self, things, channels=3, hidden=16):
        super().__init__()
        self.find = nn.ModuleDict({thing: nn.Sequential(
            nn.Conv2d(channels, hidden, 3, padding=1), nn.ReLU(), nn.Conv2d(hidden, 1, 1), nn.Sigmoid())
            for thing in things})
        # Two 5×5 convolutions learn to look for a thing below each position, or to the right of it.
        self.shift = nn.ModuleDict({word: nn.Sequential(nn.Conv2d(1, hidden, 5, padding=2), nn.ReLU(),
                                                        nn.Conv2d(hidden, 1, 5, padding=2), nn.Sigmoid())
                                    for word in ("above", "left")})
        self.answer = nn.Linear(2, 2)

    def map_of(self, picture, question):
        """Return a map (1, 1, H, W): how true the question is at each pixel, computed by the networks of its words."""
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
        raise ValueError(f"ModuleNetwork: a question must begin with one of {', '.join(WORDS)}, not {word!r}.")

    def forward(self, pictures, questions):
        found = [self.map_of(picture.unsqueeze(0), question) for picture, question in zip(pictures, questions)]
        return self.answer(stack([stack([where.max(), where.mean()]) for where in found]))
