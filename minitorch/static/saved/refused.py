"""What is raised where a program cannot be written to a file."""


class NotSaved(RuntimeError):
    """The program does what a file cannot hold; the message says what, and on which line."""


def refuse(step, why):
    """Raise for a step, with the line it comes from."""
    raise NotSaved(f"A saved program cannot hold `{step.name}`{f', of {step.line}' if step.line else ''}: {why}.")
