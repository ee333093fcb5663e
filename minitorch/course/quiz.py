"""Questions with a few answers to choose from; each wrong one is explained."""

from html import escape

questions: dict[str, "Question"] = {}
STYLE = """.mt-question .widget-html-content { line-height: 1.4 }
.mt-question button.jupyter-button { height: auto; min-height: 28px; padding: 4px 10px; line-height: 1.4;
  white-space: normal; overflow: visible }"""                       # long answers wrap on a phone


class Question:
    """One question: shown as buttons where there are widgets, as text everywhere.

    choices   {letter: (text, explanation)}
    right     the letter of the right one
    """

    def __init__(self, id, text, choices, right):
        if right not in choices:
            raise ValueError(f"question {id}: {right!r} is none of {', '.join(choices)}.")
        self.id, self.text, self.choices, self.right = id, text, choices, right
        questions[id] = self

    def explain(self, letter):
        """Return the reply to choosing `letter`."""
        if letter not in self.choices:
            return f"{letter!r} is none of {', '.join(self.choices)}."
        return f"{letter}: {'right. ' if letter == self.right else 'not so. '}{self.choices[letter][1]}"

    def __repr__(self):
        lines = [f"{self.id}  {self.text}", *[f"    {letter}) {text}" for letter, (text, _) in self.choices.items()]]
        return "\n".join([*lines, f'Answer with choose("{self.id}", "{next(iter(self.choices))}").'])

    def widget(self):
        """Make buttons and a line that answers; they work on ipywidgets 7.7 and 8."""
        import ipywidgets as widgets
        told = widgets.HTML(value="")
        buttons = []
        for letter, (text, _) in self.choices.items():
            button = widgets.Button(description=f"{letter}) {text}", layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, letter=letter: setattr(told, "value", escape(self.explain(letter))))
            buttons.append(button)
        asked = widgets.HTML(value=f"<style>{STYLE}</style><b>{escape(self.text)}</b>")
        box = widgets.VBox([asked, *buttons, told])
        box.add_class("mt-question")
        return box

    def _repr_mimebundle_(self, include=None, exclude=None):
        """Return buttons if the page can show them, else the same as text."""
        try:
            self.box = self.widget()
        except ImportError:
            return {"text/plain": repr(self)}
        view = {"version_major": 2, "version_minor": 0, "model_id": self.box.model_id}
        return {"text/plain": repr(self), "application/vnd.jupyter.widget-view+json": view}


def question(id, text, choices, right):
    """Ask a question: buttons in a notebook with widgets, text everywhere."""
    return Question(id, text, choices, right)


def choose(id, letter):
    """Answer a question in text; prints why the choice is right or not."""
    if id not in questions:
        print(f"There is no question {id!r} yet; there are {', '.join(questions) or 'none'}.")
    else:
        print(questions[id].explain(letter))
