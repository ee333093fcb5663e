"""Summary messages that a program fills itself: tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)])."""

from ...viz.tensorboard.writer import needed


class Message:
    """TensorBoard's class of this name, which is imported when it is first used. Raises ImportError without it."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *args, **kwargs):
        return getattr(needed()[1], self.name)(*args, **kwargs)

    def __getattr__(self, name):
        if not name[:1].isupper():                       # a message's class has inner ones and FromString
            raise AttributeError(name)
        return getattr(getattr(needed()[1], self.name), name)


Summary, SummaryMetadata, HistogramProto = map(Message, ("Summary", "SummaryMetadata", "HistogramProto"))
