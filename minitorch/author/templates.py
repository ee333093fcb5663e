"""What a new exercise and a new lesson begin with: a toy that passes every test, to be written over."""

LESSON = '''"""Lesson {lesson}, {title}: say here, in a sentence, what it teaches."""
'''

IMPORTS = '''
from .common import Case, Exercise, Wrong
'''

RECORD = '''

def {name}(x, y):
    return 2 * x + y                               # a toy that passes: write the right answer over it


Exercise("{id}", {name}, difficulty=1, points=2,       # •, •• or •••: about 2, 10 or 30 minutes
    # piece=lambda: module.function,               # the library's piece that a right answer takes the place of
    cases=[                                        # visible checks, the smallest first: they are shown when they fail
        Case("one pair of numbers", x=3.0, y=1.0),
        Case("with a zero", x=-2.0, y=0.0),
    ],
    wrong=[                                        # five or more: name, words, code (a body, or what is replaced)
        Wrong("factor lost", "{id}: x is counted once, where it should be twice.", {{"2 * x": "x"}}),
        Wrong("y lost", "{id}: y does not appear in the result.", "return 2 * x"),
        Wrong("both doubled", "{id}: y is doubled too; only x is.", "return 2 * (x + y)"),
        Wrong("sign", "{id}: y is taken away, where it should be added.", {{"+ y": "- y"}}),
        Wrong("swapped", "{id}: it is y that was doubled, in the place of x.", "return x + 2 * y",
              example="one pair of numbers"),
    ],
    others=["return x + x + y"],                   # right answers in another style
    hints=[                                        # three, from a nudge to nearly all
        "What does the result become when x grows by 1?",
        "x counts twice, y once.",
        "Return 2 * x + y.",
    ])
'''

TASK = '''**Exercise {id}** &nbsp; Say what to write, in 30 to 60 words, and ask for a prediction. Here: x counts \
twice, y once. What will come out for x = 3 and y = 1?

```
x ──►[· 2]──┐
            ├──►[+]──► result
y ──────────┘
```'''

CHECK = ('''@exercise("{id}")                                  # about one line
def {name}(x, y):
    ### BEGIN SOLUTION
    return 2 * x + y                               # a toy that passes: write the right answer over it
    ### END SOLUTION''', '''check("{id}")
### BEGIN HIDDEN TESTS
hidden("{id}", inputs=lambda rng: dict(x=rng.standard_normal(), y=rng.standard_normal()))
### END HIDDEN TESTS''')

SEEN = '''print(yours("{id}")(3.0, 1.0))                    # something to see, which runs on the answer'''

TITLE = '''# Lesson {lesson}: {title}

[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]\
(https://colab.research.google.com/github/OWNER/minitorch/blob/main/lessons/{lesson:02d}_{name}/{lesson:02d}_{name}.ipynb)

Say what the learner builds, what runs at the end of the lesson, and where it sits in the library.'''

SETUP = '''import sys
if "google.colab" in sys.modules:
    %pip install -q "minitorch @ git+https://github.com/OWNER/minitorch@main" || echo "No minitorch there: see README"
import numpy as np, minitorch as mt
from minitorch.learn import *
setup(lesson={lesson})'''

FIRST_LOOK = ('''## The hook

Show what goes wrong without this lesson, in 30 to 60 words, and ask: what do you expect to see?''',
              '''from minitorch.viz import show
show(x=np.arange(6.0).reshape(2, 3))''')

CLOSING = '''## In three sentences

You built …; the library's version stands in `minitorch/…`. What it cannot do yet: …. Lesson {next} mends that.

## Five questions that ask for an experiment

1. What happens when …?
2. What happens when …?
3. What happens when …?
4. What happens when …?
5. What happens when …?'''

LEFT = ("say here, in a sentence, what it teaches", "a toy that passes", "Say what to write, in 30 to 60 words",
        "something to see, which runs on the answer", "Say what the learner builds",
        "Show what goes wrong without this", "You built …", "What happens when …?")   # a template, not yet written over
