"""What the names in a pickle mean here: builders of our own, and words for PyTorch's kinds of numbers."""


class Kind(str):
    """The name of one of PyTorch's dtypes."""


class Name:
    """A name in a pickle: what it is called, what builds a value for it, and what else is known of it."""

    __slots__ = ("about", "build", "takes", "text")

    def __init__(self, text, build=None, about=None):
        self.text, self.build, self.about = text, build, about
        if build is not None:
            most = build.__code__.co_argcount - hasattr(build, "__self__")
            self.takes = range(most - len(build.__defaults__ or ()), most + 1)

    def __repr__(self):
        return self.text

    def blind(self):
        """The same name, which looks at its arguments' number only and builds nothing."""
        blind = Name(self.text, None, self.about)
        blind.build, blind.takes = nothing, self.takes
        return blind

    def __call__(self, arguments, refuse):
        """What it builds, from as many arguments as it takes."""
        if type(arguments) is not tuple or len(arguments) not in self.takes:
            raise refuse(f"gives {self.text} what it does not take")
        return self.build(*arguments)


def nothing(*arguments):
    return None
