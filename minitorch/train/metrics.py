"""What is measured while training: means over samples, and how often the highest score is right."""


def accuracy(predictions, targets):
    """Share of samples whose highest score is at the target.

    predictions   (N, C)
    targets       (N,)  integers
    returns       ()    0 to 1, a Tensor
    """
    return (predictions.argmax(1) == targets).float().mean()


class Mean:
    """A mean over samples that arrive in batches of unequal size.

    >>> mean = Mean()
    >>> mean.add(1.0, 3); mean.add(5.0, 1)
    >>> mean.value
    2.0
    """

    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value, count=1):
        """Take in the mean `value` of `count` samples; a Tensor stays on its device."""
        self.total = self.total + value * count
        self.count += count

    @property
    def value(self):
        """The mean so far as a Python number; nan of nothing."""
        return float(self.total) / self.count if self.count else float("nan")
