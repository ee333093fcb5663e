"""tf.flags: settings of a program, given on its command line as --name=value.

    flags = tf.app.flags
    flags.DEFINE_integer("batch_size", 16, "How many at once.")
    flags.FLAGS.batch_size

Arguments that mean the same wherever they occur:

    name, default, help         of the flag; `help` is kept, and --help is no flag here
    lower_bound, upper_bound    numbers beyond them are errors
    flag_values                 where flags are kept; None: FLAGS
    required                    whether it is an error not to give it
    args                        taken, without effect
"""

import sys

from ..core.missing import speak_for as _speak_for

__all__ = ["FLAGS", "DEFINE_bool", "DEFINE_boolean", "DEFINE_enum", "DEFINE_float", "DEFINE_integer", "DEFINE_list",
           "DEFINE_string", "FlagValues", "mark_flag_as_required"]


class Flag:
    """One setting: its value, and how text becomes it."""

    def __init__(self, name, default, text, parse, boolean=False):
        self.name, self.default, self.value, self.help = name, default, default, text
        self.parse, self.boolean, self.present, self.required = parse, boolean, False, False


class FlagValues:
    """Settings as attributes: FLAGS.batch_size; FLAGS(argv) reads a command line and returns what is left of it.

    known_only    of FLAGS(argv, known_only): leave what is no flag of this program
    """

    def __init__(self):
        self.__dict__.update(flags={}, parsed=False)

    def __call__(self, argv, known_only=False):
        """Read a command line argv, whose first part is the program's name.

        known_only    leave what is no flag of this program

        Raises ValueError for a flag or a value that is none, and for a required one that is not given.
        """
        left, parts, flags = [argv[0]], iter(argv[1:]), self.flags
        for part in parts:
            if part == "--":
                left += parts
                break
            if part == "-":
                left.append(part)
                continue
            name, given, value = part.lstrip("-").partition("=")
            name = name if name in flags else name.replace("-", "_")
            negated = name[2:] if name.startswith("no") and name not in flags else None
            if not part.startswith("-") or name not in flags and not (negated in flags and flags[negated].boolean):
                if part.startswith("-") and not known_only:
                    raise ValueError(f"Unknown command line flag {name!r}. There are {', '.join(sorted(flags))}.")
                left.append(part)
            elif name not in flags:
                self.give(negated, False)
            elif flags[name].boolean and not given:
                self.give(name, True)
            else:
                value = value if given else next(parts, None)
                if value is None:
                    raise ValueError(f"Missing value for flag --{name}.")
                self.give(name, flags[name].parse(value))
        for flag in flags.values():
            if flag.required and flag.value is None:
                raise ValueError(f"flag --{flag.name}=None: Flag --{flag.name} must have a value other than None.")
        self.__dict__["parsed"] = True
        return left

    def give(self, name, value):
        """Set a flag that was given to a value."""
        self.flags[name].value, self.flags[name].present = value, True

    def __getattr__(self, name):
        if name.startswith("__") or name not in self.flags:
            raise AttributeError(f"There is no flag {name!r}. There are {', '.join(sorted(self.flags))}.")
        if not self.parsed:
            self(sys.argv, known_only=True)
        return self.flags[name].value

    def __setattr__(self, name, value):
        if name not in self.flags:
            raise AttributeError(f"There is no flag {name!r}: tf.flags.DEFINE_string({name!r}, …) makes one.")
        self.flags[name].value = value

    def __contains__(self, name):
        return name in self.flags

    def __iter__(self):
        return iter(sorted(self.flags))

    def __getitem__(self, name):
        return self.flags[name]

    def flag_values_dict(self):
        """Return {name: value} of all flags."""
        return {name: flag.value for name, flag in self.flags.items()}


FLAGS = FlagValues()


def defined(name, default, help, parse, flag_values, required, boolean=False):
    """Keep a flag. A second of the same name takes the place of the first, as a notebook's cell may run twice."""
    default = default if default is None or isinstance(default, list) else parse(str(default))
    flag = (flag_values or FLAGS).flags[name] = Flag(name, default, help, parse, boolean)
    flag.required = required


def number(kind, name, lower_bound, upper_bound):
    """Return a function that makes a number of text. It raises ValueError for what is none, or out of bounds."""
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            wanted = "an integer" if kind is int else "a number"
            raise ValueError(f"flag --{name}={text}: it must be {wanted}.") from None
        if lower_bound is not None and not value >= lower_bound or upper_bound is not None and not value <= upper_bound:
            raise ValueError(f"flag --{name}={text}: it must be in [{lower_bound}, {upper_bound}].")
        return value
    return parse


def truth(text):
    if text.lower() not in ("true", "t", "1", "false", "f", "0"):
        raise ValueError(f"Non-boolean argument to boolean flag: {text!r}. Give true or false.")
    return text.lower() in ("true", "t", "1")


def DEFINE_string(name, default, help, flag_values=None, required=False, **args):
    """Return a flag whose value is text."""
    defined(name, default, help, str, flag_values, required)


def DEFINE_integer(name, default, help, lower_bound=None, upper_bound=None, flag_values=None, required=False, **args):
    """Return a flag whose value is a whole number."""
    defined(name, default, help, number(int, name, lower_bound, upper_bound), flag_values, required)


def DEFINE_float(name, default, help, lower_bound=None, upper_bound=None, flag_values=None, required=False, **args):
    """Return a flag whose value is a number."""
    defined(name, default, help, number(float, name, lower_bound, upper_bound), flag_values, required)


def DEFINE_boolean(name, default, help, flag_values=None, module_name=None, required=False, **args):
    """Return a flag that is on or off: --name, --noname or --name=false; module_name is taken."""
    defined(name, default, help, truth, flag_values, required, boolean=True)


DEFINE_bool = DEFINE_boolean


def DEFINE_list(name, default, help, flag_values=None, required=False, **args):
    """Return a flag whose value is a list of texts, with commas between them."""
    first = default.split(",") if isinstance(default, str) else default
    defined(name, first, help, lambda text: [part.strip() for part in text.split(",")], flag_values, required)


def DEFINE_enum(name, default, enum_values, help, flag_values=None, module_name=None, required=False, **args):
    """Return a flag whose value is one of the texts enum_values, else ValueError is raised; module_name is taken."""
    def parse(text):
        if text not in enum_values:
            raise ValueError(f"flag --{name}={text}: value should be one of <{'|'.join(enum_values)}>")
        return text
    defined(name, default, help, parse, flag_values, required)


def mark_flag_as_required(flag_name, flag_values=None):
    """Let it be an error that a flag called flag_name has no value."""
    (flag_values or FLAGS).flags[flag_name].required = True


_speak_for(globals(), "tf.compat.v1.flags")
