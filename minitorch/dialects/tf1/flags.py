"""tf.flags: settings of a program, given on its command line as --name=value.

    flags = tf.app.flags
    flags.DEFINE_integer("batch_size", 16, "How many at once.")
    flags.FLAGS.batch_size

Arguments that mean the same wherever they occur:

    name, default, help         of the flag; `help` is kept, and --help is no flag here
    lower_bound, upper_bound    numbers beyond them are errors
    flag_values                 where flags are kept; None: FLAGS
    module_name, required, args    taken, without effect
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from math import inf


__all__ = ["FLAGS", "DEFINE_bool", "DEFINE_boolean", "DEFINE_enum", "DEFINE_float", "DEFINE_integer", "DEFINE_string",
           "FlagValues"]


class Parser(ArgumentParser):
    """Reads a command line; where it is wrong, raises ValueError and does not end Python."""

    def error(self, message):
        raise ValueError(message)


class Refused(ArgumentTypeError, ValueError):
    """A value that a flag does not take."""


class FlagValues:
    """Settings as attributes: FLAGS.batch_size; FLAGS(argv) reads a command line and returns what is left of it.

    known_only    of FLAGS(argv, known_only): leave what is no flag of this program
    """

    def __init__(self):
        parser = Parser(add_help=False, allow_abbrev=False, conflict_handler="resolve")
        self.__dict__.update(parser=parser, values={}, switches=set(), parsed=False)

    def __call__(self, argv, known_only=False):
        """Read a command line argv, whose first part is the program's name.

        known_only    leave what is no flag of this program

        Raises ValueError for a flag or a value that is none.
        """
        parts = [f"{part}=true" if part in self.switches else part for part in argv[1:]]
        found, left = self.parser.parse_known_args(parts)
        unknown = next((part for part in left if part.startswith("-") and part != "--"), None)
        if unknown is not None and not known_only:
            raise ValueError(f"Unknown command line flag {unknown!r}. There are {', '.join(sorted(self.values))}.")
        self.values.update(vars(found))
        self.__dict__["parsed"] = True
        return [argv[0], *left]

    def __getattr__(self, name):
        if name.startswith("__") or name not in self.values:
            raise AttributeError(f"There is no flag {name!r}. There are {', '.join(sorted(self.values))}.")
        if not self.parsed:
            self(sys.argv, known_only=True)
        return self.values[name]

    def __setattr__(self, name, value):
        getattr(self, name)                                  # what a command line says comes first
        self.values[name] = value

    def flag_values_dict(self):
        """Return {name: value} of all flags."""
        return dict(self.values)


FLAGS = FlagValues()


def defined(name, default, help, parse, flag_values):
    """Keep a flag. A second of the same name takes the place of the first, as a notebook's cell may run twice."""
    default = None if default is None else parse(str(default))
    flags, text = flag_values or FLAGS, (help or "").replace("%", "%%")
    flags.parser.add_argument(f"--{name}", dest=name, default=default, type=parse, help=text)
    if parse is truth:
        flags.switches.add(f"--{name}")
        flags.parser.add_argument(f"--no{name}", dest=name, default=default, action="store_false", help=text)
    flags.values[name] = default


def number(kind, lower_bound, upper_bound):
    """Return a function that makes a number of text. It raises ValueError for what is none, or out of bounds."""
    least, most = (-inf if lower_bound is None else lower_bound), (inf if upper_bound is None else upper_bound)

    def parse(text):
        value = kind(text)
        if not least <= value <= most:
            raise Refused(f"{text} is not in [{lower_bound}, {upper_bound}].")
        return value
    parse.__name__ = "integer" if kind is int else "number"      # what an error calls it
    return parse


def truth(text):
    """Return the bool that a text means. Raises ValueError for a text that is none."""
    if text.lower() not in ("true", "t", "1", "false", "f", "0"):
        raise Refused(f"Non-boolean argument to boolean flag: {text!r}. Give true or false.")
    return text.lower() in ("true", "t", "1")


def DEFINE_string(name, default, help, flag_values=None, required=False, **args):
    """Define a flag whose value is text."""
    defined(name, default, help, str, flag_values)


def DEFINE_integer(name, default, help, lower_bound=None, upper_bound=None, flag_values=None, required=False, **args):
    """Define a flag whose value is a whole number."""
    defined(name, default, help, number(int, lower_bound, upper_bound), flag_values)


def DEFINE_float(name, default, help, lower_bound=None, upper_bound=None, flag_values=None, required=False, **args):
    """Define a flag whose value is a number."""
    defined(name, default, help, number(float, lower_bound, upper_bound), flag_values)


def DEFINE_boolean(name, default, help, flag_values=None, module_name=None, required=False, **args):
    """Define a flag that is on or off: --name, --noname or --name=false."""
    defined(name, default, help, truth, flag_values)


DEFINE_bool = DEFINE_boolean


def DEFINE_enum(name, default, enum_values, help, flag_values=None, module_name=None, required=False, **args):
    """Define a flag whose value is one of the texts enum_values. Raises ValueError for others."""
    def parse(text):
        if text not in enum_values:
            raise Refused(f"value should be one of <{'|'.join(enum_values)}>")
        return text
    defined(name, default, help, parse, flag_values)
