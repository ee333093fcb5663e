"""What a new exercise and a new lesson begin with: a toy that passes every test, to be written over."""

RECORD = '''"""Exercise {id}, {name}: say here, in a sentence, what it teaches."""

import numpy as np

from ..record import Case, Exercise, Misconception


def row(*numbers):
    """A vector of floats."""
    return np.array(numbers, float)


def right(x, y):
    """What {id} asks for. This template's toy is 2·x + y: write your own over it."""
    return 2 * x + y


Exercise(
    "{id}", "{name}", difficulty=1, points=2,      # •, •• or •••: about 2, 10 or 30 minutes
    reference=right,                               # the right answer, with the learner's arguments
    # piece=lambda: relu,                          # the library's piece that a right answer takes the place of
    cases=[                                        # visible checks, the smallest first: they are shown when they fail
        Case("one number", x=row(3), y=row(1)),
        Case("several", x=row(1, -2, 0.5), y=row(4, 0, 2)),
    ],
    misconceptions=[                               # at least five, each a mistake that students really make
        Misconception("factor lost", "{id}: x is counted once, where it should be twice.", rule=lambda x, y: x + y),
        Misconception("y lost", "{id}: y does not appear in the result.", rule=lambda x, y: 2 * x),
        Misconception("both doubled", "{id}: y is doubled too; only x is.", rule=lambda x, y: 2 * (x + y)),
        Misconception("sign", "{id}: y is taken away, where it should be added.", rule=lambda x, y: 2 * x - y),
        Misconception("swapped", "{id}: it is y that was doubled, in the place of x.", rule=lambda x, y: x + 2 * y),
    ],
    hints=[                                        # three, from a nudge to nearly all
        "What does the result become when x grows by 1?",
        "x counts twice, y once.",
        "Return 2 * x + y.",
    ])
'''

ANSWERS_HEAD = '''"""What students hand in for lesson {lesson}: right, in another style, wrong with a name."""

REFERENCE: dict = {{}}
OTHERS: dict = {{}}
WRONG: dict = {{}}
'''

ANSWERS = '''REFERENCE["{id}"] = "def {name}(x, y):\\n    return 2 * x + y\\n"
OTHERS["{id}"] = ["def {name}(x, y):\\n    return np.array([a + a + b for a, b in zip(x, y)])\\n"]
WRONG["{id}"] = {{
    "factor lost": "def {name}(x, y):\\n    return x + y\\n",
    "y lost": "def {name}(x, y):\\n    return 2 * x\\n",
    "both doubled": "def {name}(x, y):\\n    return 2 * (x + y)\\n",
    "sign": "def {name}(x, y):\\n    return 2 * x - y\\n",
    "swapped": "def {name}(x, y):\\n    return x + 2 * y\\n",
}}
'''

TASK = '''**Exercise {id} •** &nbsp; Say what to write, in 30 to 60 words, and ask for a prediction. Here: x counts \
twice, y once. What will come out for x = 3 and y = 1?

```
for every index i:                    x ──►[· 2]──┐
    result[i] = 2 · x[i] + y[i]                   ├──►[+]──► result
                                      y ──────────┘
```'''

CHECK = ('''@exercise("{id}")                                  # about one line
def {name}(x, y):
    ### BEGIN SOLUTION
    return 2 * x + y
    ### END SOLUTION''', '''check("{id}")
### BEGIN HIDDEN TESTS
hidden("{id}", inputs=lambda rng: dict(x=rng.standard_normal(3), y=rng.standard_normal(3)))
### END HIDDEN TESTS''')

TITLE = '''# Lesson {lesson}: {title}

[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)]\
(https://colab.research.google.com/github/OWNER/minitorch/blob/main/lessons/{lesson:02d}_{name}/{lesson:02d}_{name}.ipynb)

Say what the learner builds, what runs at the end of the lesson, and where it sits in the library.'''

SETUP = '''import sys
if "google.colab" in sys.modules:
    %pip install -q "minitorch @ git+https://github.com/OWNER/minitorch@main"
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
