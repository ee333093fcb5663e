"""Lesson 9, sequences: what comes next, a loop, a memory with gates, pieces of words, attention and its cache."""

import numpy as np

from ...models import gpt
from ...nn import functional as F, recurrent
from ...ops.kernels import attention
from ...ops.recurrent import lstm as lstms, rnn as rnns
from ...rare.data import text
from ...tensors import Tensor
from ...tokenizers import byte_pair
from ..compare import plain
from ..watch import Altered
from .adapt_sequences import as_lists, looks_back, newest_by_newest, of_whole_sequences, step_by_step
from .common import Case, Exercise, Wrong, floats, gradients_of, mt, of_library, tenths


def next_letter_batch(texts):
    T = max(map(len, texts)) - 1
    inputs = [text[:-1] + [0] * (T + 1 - len(text)) for text in texts]
    targets = [text[1:] + [-100] * (T + 1 - len(text)) for text in texts]      # the same, moved by one
    return mt.tensor(inputs), mt.tensor(targets)


def read_and_asked(answer, inputs):
    """Return inputs and targets. Raises Altered if one is no tensor of whole numbers."""
    out = answer(**inputs)
    for name, x in zip(("inputs", "targets"), out) if isinstance(out, tuple | list) and len(out) == 2 else ():
        if not isinstance(x, Tensor):
            raise Altered(f"Your {name} are of type {type(x).__name__}. A network reads tensors: mt.tensor({name}).")
        if x.is_floating_point():
            raise Altered(f"Your {name} are floats ({x.dtype}), and a float cannot choose a row of an embedding. Make "
                          "whole numbers: mt.zeros(…, dtype=mt.long), mt.full_like(inputs, -100).")
    return out


AL, AMY, ANNA = [0, 1, 12, 0], [0, 1, 13, 25, 0], [0, 1, 14, 14, 1, 0]
ZOE = [0, 26, 15, 5, 0]
READ, ASKED = "text[:-1] + [0] * (T + 1 - len(text))", "text[1:] + [-100] * (T + 1 - len(text))"
ROWS = "for text in texts"

Exercise("9.7", next_letter_batch, difficulty=1, points=2, piece=lambda: text.next_letter_batch, run=read_and_asked,
    results=("inputs", "targets"),
    cases=[Case("al", texts=[AL]), Case("anna and al", texts=[ANNA, AL]), Case("the shorter first", texts=[AL, ANNA]),
           Case("three names", texts=[AMY, AL, ANNA]), Case("two of one length", texts=[AMY, [0, 2, 15, 2, 0]]),
           Case("a name without letters", texts=[[0, 0], AL]),
           Case("the longest is not the last by alphabet", texts=[AL, ANNA, ZOE])],
    wrong=[
        Wrong("not moved", "The targets are the inputs: the network would be asked for the letter that it has just "
              "read, and learn to copy. The target is the letter behind it: begin one later, text[1:].",
              {ASKED: "text[:-1] + [-100] * (T + 1 - len(text))"},
              {ASKED: "(text + [-100] * T)[:T]"}),
        Wrong("moved back", "The target is the letter before the one that is read: the past, which the network knows. "
              "What comes next is one later, text[1:].", {ASKED: "[0] + text[:-2] + [-100] * (T + 1 - len(text))"}),
        Wrong("moved by two", "The target is not the next letter but the one behind it: move by one, text[1:].",
              {ASKED: "(text[2:] + [-100] * (T + 1))[:T]"}),
        Wrong("0 behind the end", "Targets behind the end are 0, which is a letter like others, the end: the network "
              "is asked for it again and again. -100 says that nothing is asked.", {"[-100]": "[0]"}),
        Wrong("-1 behind the end", "Targets behind the end are -1. A loss can be told to skip -1; cross_entropy skips "
              "-100 unless it is told otherwise.", {"[-100]": "[-1]"}),
        Wrong("-100 is read", "Inputs behind the end are -100. That is no letter: only targets may be -100, inputs are "
              "filled with 0.", {"[0]": "[-100]"}, {READ: "(text + [-100] * T)[:T]"}),
        Wrong("inputs and targets exchanged", "What comes next is read, and what was read is asked for. Inputs are "
              "text[:-1], targets what follows, text[1:].", {READ: READ.replace("text[:-1]", "text[1:]"),
                                                  ASKED: ASKED.replace("text[1:]", "text[:-1]")}),
        Wrong("the end is not asked for", "The end of a name is never asked for, so the network never learns to stop. "
              "The 0 that ends a text is a target like others; only behind it stands -100.",
              {ASKED: "text[1:-1] + [-100] * (T + 2 - len(text))"},
              {ASKED: "[letter or -100 for letter in text[1:]] + [-100] * (T + 1 - len(text))"}),
        Wrong("the beginning is not asked for", "The first letter of a name is never asked for: where a 0 is read, the "
              "target is -100. The 0 at the beginning is read like a letter, and what follows it is to be learned.",
              {ASKED: "[-100] + text[2:] + [-100] * (T + 1 - len(text))"}),
        Wrong("the beginning is not read", "The 0 at the beginning is not read, so nothing asks for the first letter. "
              "It is read like a letter, and what follows it is to be learned.",
              {"texts)) - 1": "texts)) - 2", "text[:-1] + [0] * (T + 1": "text[1:-1] + [0] * (T + 2",
               "text[1:] + [-100] * (T + 1": "text[2:] + [-100] * (T + 2"}),
        Wrong("one asked behind the end", "Behind the end of a shorter text one 0 too many is asked for: -100 begins "
              "right behind the text's own 0.", {ASKED: "(text[1:] + [0] + [-100] * T)[:T]"}),
        Wrong("cut to the shortest", "Longer texts were cut to the length of the shortest, so their ends are lost. "
              "Fill up the shorter ones.", {"T = max(": "T = min(", READ: "text[:T]", ASKED: "text[1:T + 1]"},
              """
            pairs = zip(*texts)
            rows = [list(row) for row in zip(*pairs)]
            return mt.tensor([row[:-1] for row in rows]), mt.tensor([row[1:] for row in rows])
        """),
        Wrong("filled in front", "The numbers that fill up a row stand in front of the text. They belong behind it: a "
              "name begins in column 0.", {READ: "[0] * (T + 1 - len(text)) + text[:-1]",
                                          ASKED: "[-100] * (T + 1 - len(text)) + text[1:]"}),
        Wrong("one column too many", "There is a column too many, in every row: a text of n numbers gives n - 1 "
              "pairs, so T is one less than the longest text has.", {"texts)) - 1": "texts))"},
              {READ: "text + [0] * (T + 1 - len(text))", ASKED: "text[1:] + [-100] * (T + 2 - len(text))"}),
        Wrong("always twelve columns", "There are always twelve columns. The longest text of this batch says how many "
              "there are: one less than its numbers.", {"max(map(len, texts)) - 1": "12"}),
        Wrong("one long text", "The texts were put one behind the other: the end of one would be followed by the next. "
              "Each has a row of its own: (N, T).",
              "return mt.tensor(sum(texts, [])[:-1]), mt.tensor(sum(texts, [])[1:])"),
        Wrong("turned round", "What follows the last number of a row is its first (np.roll). Behind the end nothing is "
              "asked: -100.", """
            T = max(map(len, texts))
            rows = np.array([text + [0] * (T - len(text)) for text in texts])
            return mt.tensor(rows), mt.tensor(np.roll(rows, -1, axis=1))
        """),
        Wrong("only the last", "One target for each text came. Every position is asked: (N, T) targets, as many as "
              "inputs.", {"[" + ASKED + " " + ROWS + "]": "[text[-1] " + ROWS + "]"},
              {"[" + ASKED + " " + ROWS + "]": "[text[-2] " + ROWS + "]"}),
        Wrong("targets first", "The two came in the other order: inputs, then targets.",
              {"return mt.tensor(inputs), mt.tensor(targets)": "return mt.tensor(targets), mt.tensor(inputs)"}),
    ],
    others=["""
        T = max([len(text) for text in texts])
        inputs = mt.zeros(len(texts), T, dtype=mt.long)
        targets = mt.full((len(texts), T), -100)
        for i, text in enumerate(texts):
            inputs[i, :len(text)] = mt.tensor(text)
            targets[i, :len(text) - 1] = mt.tensor(text[1:])
        return inputs[:, :-1], targets[:, :-1]
    """, """
        from itertools import zip_longest
        def padded(rows, filler):
            return mt.tensor(np.array(list(zip_longest(*rows, fillvalue=filler))).T.copy())
        return padded([text[:-1] for text in texts], 0), padded([text[1:] for text in texts], -100)
    """, """
        rows = np.full((len(texts), max(map(len, texts))), -100)
        for row, text in zip(rows, texts):
            row[:len(text)] = text
        return mt.tensor(np.maximum(rows[:, :-1], 0)), mt.tensor(rows[:, 1:])
    """],
    hints=["A text of n numbers has n - 1 pairs (what is read, what comes next). Write them for [0, 1, 12, 0] on "
           "paper, first the upper row, then the lower.",
           "What is read is text[:-1], what comes next text[1:]. Both are as long, so both lack the same number of "
           "columns: T - len(text) + 1, where T is one less than the longest text.",
           "inputs: text[:-1] + [0] * (T + 1 - len(text)) for each text; targets: text[1:] + [-100] * (T + 1 - "
           "len(text)); then mt.tensor of both."])


def given(seed, steps, batch, inputs, units):
    """Arguments of 9.1."""
    return {"xs": tenths(2, seed, steps, batch, inputs), "h": tenths(2, seed + 1, batch, units),
            "weight_ih": tenths(2, seed + 2, units, inputs) / 2, "weight_hh": tenths(2, seed + 3, units, units) / 2,
            "bias": tenths(2, seed + 4, units) / 4}


def gives_a_list(answer):
    """Whether the states come as a list of tensors."""
    out = answer(**given(0, 3, 1, 1, 1))
    return isinstance(out, list | tuple) and len(out) == 3


def rnn(xs, h, weight_ih, weight_hh, bias):
    states = []
    for x in xs:
        h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)
        states.append(h)                          # the state after this step
    return mt.stack(states)


ONE_UNIT = {"xs": floats([[[1.0]], [[0.5]]]), "h": floats([[0.5]]), "weight_ih": floats([[1.0]]),
            "weight_hh": floats([[-2.0]]), "bias": floats([0.25])}

Exercise("9.1", rnn, difficulty=1, points=2, run=gradients_of("xs", "h", "weight_ih", "weight_hh", "bias"),
    piece=lambda: recurrent.run_rnn, adapt=of_whole_sequences,
    aliases=lambda: (rnns.rnn, rnns.plain_rnn),
    results=("states", "gradient of xs", "gradient of h", "gradient of weight_ih", "gradient of weight_hh",
             "gradient of bias"),
    cases=[Case("one unit, two steps", **ONE_UNIT), Case("one step", **given(1, 1, 2, 2, 2)),
           Case("two units, two inputs", **given(2, 3, 1, 2, 2)),
           Case("two sequences side by side", **given(3, 3, 2, 2, 2)),
           Case("three inputs, two units", **given(4, 4, 2, 3, 2)),
           Case("large sums", **{**given(5, 2, 2, 2, 2), "bias": floats([800.0, -800.0])}),
           Case("twenty steps", **given(6, 20, 1, 1, 2))],
    wrong=[
        Wrong("a list", "The states came as a list. mt.stack(states) makes one tensor of it: (T, B, units).",
              {"mt.stack(states)": "states"}, probe=gives_a_list),
        Wrong("the last one too", "Two things came, the states and the last of them, as nn.RNN gives them. Here only "
              "the states are wanted.", {"mt.stack(states)": "mt.stack(states), h"}),
        Wrong("joined along the batch", "The states were joined along the dimension that they have, so steps and "
              "sequences are mixed. mt.stack makes a new one for the steps: (T, B, units).",
              {"mt.stack(states)": "mt.cat(states)"}),
        Wrong("weights swapped", "The letter was multiplied by weight_hh and the state by weight_ih. weight_ih leads "
              "from the input to the units, weight_hh from the units to the units.",
              {"x @ weight_ih.T + h @ weight_hh.T": "x @ weight_hh.T + h @ weight_ih.T"}),
        Wrong("begins anew", "Every step starts from the h that was passed in: the new state is never handed on, so a "
              "step knows nothing of the steps before it. Let h be the state after this step.",
              {"h = mt.tanh(": "state = mt.tanh(", "append(h)": "append(state)"}),
        Wrong("no memory", "The state before has no say: h @ weight_hh.T is missing in the sum.",
              {" + h @ weight_hh.T": ""}),
        Wrong("no tanh", "The sums come out as they are, without tanh. From step to step they could grow without end.",
              {"mt.tanh(": "("}),
        Wrong("tanh of the input only", "tanh was taken of one part, and the rest added behind it. It belongs around "
              "the whole sum: input, state and bias.",
              {"mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)":
               "mt.tanh(x @ weight_ih.T) + h @ weight_hh.T + bias"},
              {"mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)":
               "mt.tanh(x @ weight_ih.T + h @ weight_hh.T) + bias"},
              {"mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)":
               "mt.tanh(x @ weight_ih.T + bias) + h @ weight_hh.T"}),
        Wrong("another bend", "Something else than tanh was taken of the sum: tanh goes from -1 to 1, and through 0.",
              {"mt.tanh(": "mt.sigmoid("}, {"mt.tanh(": "mt.relu("}),
        Wrong("untransposed", "A weight has a row for each unit, so it is transposed in the product: h @ weight_hh.T. "
              "That h @ weight_hh fits as well is because it is square.",
              {"weight_hh.T": "weight_hh"}, example="two units, two inputs"),
        Wrong("bias forgotten", "The bias is not added.", {" + bias": ""}),
        Wrong("last letter first", "The sequence was read from its end. xs[0] comes first.",
              {"in xs": "in reversed(list(xs))"},
              {"in xs": "in xs.flip(0)"}),
        Wrong("along the batch", "The loop runs over the sequences. It runs over the steps, which come first in xs; "
              "each x holds one letter of every sequence.", {"in xs": "in xs.transpose(0, 1)"},
              {"in xs": "in xs.transpose(0, 1)", "stack(states)": "stack(states, dim=1)"},
              {"for x in xs": "for b in range(xs.shape[1])", "x @": "xs[:, b] @"},
              example="two sequences side by side"),
        Wrong("batch first", "The sequences stand before the steps, as with batch_first=True. Here the steps come "
              "first, (T, B, units): mt.stack(states).", {"mt.stack(states)": "mt.stack(states, dim=1)"},
              {"mt.stack(states)": "mt.stack(states).transpose(0, 1)"}),
        Wrong("overflow", "e to a large sum is more than any float can hold: inf / inf is nan. mt.tanh computes tanh "
              "without the detour.", {"h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)":
               "s = x @ weight_ih.T + h @ weight_hh.T + bias\n        h = (s.exp() - (-s).exp()) / (s.exp() + "
               "(-s).exp())"}, example="large sums"),
        Wrong("squeezed", "With one sequence, or one unit, a dimension is missing: squeeze takes away every dimension "
              "of size 1. Each state is (B, units).", {"append(h)": "append(h.squeeze())"}, example="one step"),
        Wrong("only the last", "Only the last state came. All of them are wanted, one for each step: (T, B, units).",
              {"mt.stack(states)": "h"}),
        Wrong("one too many", "The h that was passed in stands in front of the states. Each step gives one, and T "
              "steps give T.", {"states = []": "states = [h]"}),
        Wrong("one step behind", "Each step keeps the state that it began with. Append h after it was computed.",
              {"        h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)\n        states.append(h)":
               "        states.append(h)\n        h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias)"}),
        Wrong("cut at each step", "The states are right, but the gradient stops after one step: h was taken off the "
              "tape (detach). What came earlier then never learns from what came of it.",
              {"states.append(h)": "states.append(h)\n        h = h.detach()"},
              {"h @ weight_hh.T": "h.detach() @ weight_hh.T"}),
        Wrong("no way back", "The numbers are right, but no gradient passes: they were taken off the tape (detach, "
              "no_grad, .data).", {"return mt.stack(states)": "return mt.stack(states).detach()"}),
    ],
    others=["""
        out = []
        for t in range(len(xs)):
            h = (xs[t] @ weight_ih.T + bias + h @ weight_hh.T).tanh()
            out.append(h.unsqueeze(0))
        return mt.cat(out, dim=0)
    """, """
        def step(x, h):
            return mt.tanh(mt.nn.functional.linear(x, weight_ih, bias) + mt.nn.functional.linear(h, weight_hh))
        states = [step(xs[0], h)]
        for x in xs[1:]:
            states += [step(x, states[-1])]
        return mt.stack(states)
    """],
    hints=["One step is a linear layer of x, plus a linear layer of h, and tanh of the sum. What does the next step "
           "need from this one?",
           "for x in xs: the x of one step has shape (B, inputs), and weight_ih is (units, inputs): x @ weight_ih.T.",
           "h = mt.tanh(x @ weight_ih.T + h @ weight_hh.T + bias) in the loop, each h appended to a list; then "
           "mt.stack(list)."])


def cell(seed, batch, inputs, units):
    """Arguments of 9.2."""
    return {"x": tenths(2, seed, batch, inputs), "h": tenths(2, seed + 1, batch, units) / 2,
            "c": tenths(2, seed + 2, batch, units), "weight_ih": tenths(2, seed + 3, 4 * units, inputs) / 2,
            "weight_hh": tenths(2, seed + 4, 4 * units, units) / 2, "bias": tenths(2, seed + 5, 4 * units) / 2}


def both_states(answer, inputs):
    """h and c, and the gradients that reach x, h, c and weight_hh from both."""
    parts = [inputs[name] for name in ("x", "h", "c", "weight_hh")]
    for x in parts:
        x.requires_grad_()
    out = answer(**inputs)
    if not isinstance(out, tuple | list) or len(out) != 2 or not all(isinstance(x, Tensor) for x in out):
        return out
    total = sum((x * floats(np.arange(start, start + x.numel())).reshape(x.shape)).sum()
                for start, x in zip((1.0, 2.5), out))
    if total.requires_grad:
        total.backward()
    return (*map(plain, out), *[x.grad for x in parts])


def lstm_step(x, h, c, weight_ih, weight_hh, bias):
    sums = x @ weight_ih.T + h @ weight_hh.T + bias
    i, f, g, o = sums.chunk(4, dim=1)
    c = mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g)
    h = mt.sigmoid(o) * mt.tanh(c)
    return h, c


ONE_CELL = {"x": floats([[1.0]]), "h": floats([[0.5]]), "c": floats([[2.0]]),
            "weight_ih": floats([[0.5], [1.0], [-1.0], [0.25]]), "weight_hh": floats([[1.0], [-2.0], [0.5], [2.0]]),
            "bias": floats([0.5, 0.25, 0.0, -1.0])}

Exercise("9.2", lstm_step, difficulty=2, points=3, piece=lambda: recurrent.run_lstm, adapt=step_by_step,
    run=both_states, aliases=lambda: (lstms.lstm, lstms.plain_lstm),
    results=("h", "c", "gradient of x", "gradient of h", "gradient of c", "gradient of weight_hh"),
    cases=[Case("one unit", **ONE_CELL), Case("two units", **cell(10, 1, 2, 2)),
           Case("three sequences", **cell(20, 3, 3, 2)), Case("five units", **cell(36, 1, 1, 5)),
           Case("large sums", **{**cell(30, 1, 2, 2), "bias": floats([800.0] * 8)})],
    wrong=[
        Wrong("only h", "Only one state came back. The next step needs both: return h, c.",
              {"return h, c": "return h"}, {"return h, c": "return c"}),
        Wrong("c first", "The two states came in the other order: h, then c.", {"return h, c": "return c, h"}),
        Wrong("i and f swapped", "The first quarter of the sums says what to write (i), the second what to keep (f). "
              "Here they have changed places.", {"i, f, g, o =": "f, i, g, o ="}),
        Wrong("g and o swapped", "The third quarter is g, what is to be written, the fourth the gate o. Here they have "
              "changed places.", {"i, f, g, o =": "i, f, o, g ="}),
        Wrong("nothing kept", "The old c is lost: what is written replaces it. Keep f's share of it: σ(f) · c.",
              {"mt.sigmoid(f) * c + ": ""}),
        Wrong("nothing forgotten", "The old c is kept whole. The gate f says how much of it stays: σ(f) · c.",
              {"mt.sigmoid(f) * c": "c"}),
        Wrong("always written", "What is new is added whole. The gate i says how much of it is written: σ(i) · "
              "tanh(g).",
              {"mt.sigmoid(i) * ": ""}),
        Wrong("tied gates", "What is kept was taken as 1 − σ(i). In an LSTM it has a gate of its own, f.",
              {"mt.sigmoid(f) * c": "(1 - mt.sigmoid(i)) * c"}),
        Wrong("i not asked", "What is written was taken as 1 − σ(f), as in a GRU. In an LSTM it has a gate of its own, "
              "i.", {"mt.sigmoid(i) *": "(1 - mt.sigmoid(f)) *"}),
        Wrong("g is no gate", "g is what is written, not how much: it may be negative, so it goes through tanh, not "
              "through σ.", {"mt.tanh(g)": "mt.sigmoid(g)"}),
        Wrong("σ of all four", "g went through σ as well, and then through tanh. Only the three gates i, f and o are "
              "σ of their sums; what is written is tanh(g) of the sum itself.",
              {"mt.tanh(g)": "mt.tanh(mt.sigmoid(g))"}),
        Wrong("cut in the batch", "Sequences and gates are mixed up: a reshape to (4, B, units) cuts along the batch. "
              "Cut dimension 1 into four: sums.chunk(4, dim=1).", {"sums.chunk(4, dim=1)": "sums.reshape(4, *c.shape)"},
              example="three sequences"),
        Wrong("g as it is", "g was written as it is. It goes through tanh first.", {"mt.tanh(g)": "g"}),
        Wrong("c shown whole", "h is σ(o) · c here. c can grow; what is shown is its tanh: σ(o) · tanh(c).",
              {"mt.tanh(c)": "c"}),
        Wrong("the old c shown", "h was made from the c that was passed in. Show the new one.",
              {"    c = mt": "    new = mt", "mt.tanh(c)\n": "mt.tanh(c)\n    c = new\n"}),
        Wrong("no output gate", "h is tanh(c), all of it. The gate o says how much is shown: σ(o) · tanh(c).",
              {"mt.sigmoid(o) * ": ""}),
        Wrong("tanh for gates", "The gates went through tanh, which can be negative. A gate is a share, from 0 to 1: "
              "σ.",
              {"mt.sigmoid(": "mt.tanh("}),
        Wrong("one raw gate", "A gate was used as it is. A gate is a share, from 0 to 1: take σ of each of the three.",
              *({f"mt.sigmoid({gate})": gate} for gate in "ifo")),
        Wrong("quarters dealt round", "Every fourth column was taken for a gate. The quarters stand one behind the "
              "other: sums.chunk(4, dim=1).", {"sums.chunk(4, dim=1)": "[sums[:, k::4] for k in range(4)]"},
              {"sums.chunk(4, dim=1)": "sums.reshape(len(sums), -1, 4).unbind(2)"}, example="two units"),
        Wrong("tanh of c kept", "tanh was taken of the c that is handed on. Only what is shown, h, is of its tanh; c "
              "itself goes on as it is.", {"    c = mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g)":
              "    c = mt.tanh(mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g))",
              "mt.sigmoid(o) * mt.tanh(c)": "mt.sigmoid(o) * c"},
              {"    c = mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g)":
               "    c = mt.tanh(mt.sigmoid(f) * c + mt.sigmoid(i) * mt.tanh(g))"}),
        Wrong("raw gates", "The gates were used as they are. A gate is a share, from 0 to 1: take σ of it.",
              {"mt.sigmoid(": "("}),
        Wrong("bias forgotten", "The bias is not added to the sums of the gates.", {" + bias": ""}),
        Wrong("h forgotten", "The gates look only at x. They look at the state h as well: + h @ weight_hh.T.",
              {" + h @ weight_hh.T": ""}),
        Wrong("overflow", "e to a large sum is more than any float can hold: inf / inf is nan, where σ is 1. "
              "mt.sigmoid computes it without the detour.", """
            def share(s):
                return mt.exp(s) / (1 + mt.exp(s))
            i, f, g, o = (x @ weight_ih.T + h @ weight_hh.T + bias).chunk(4, dim=1)
            c = share(f) * c + share(i) * mt.tanh(g)
            return share(o) * mt.tanh(c), c
        """, example="large sums"),
        Wrong("c cut off", "The numbers are right, but no gradient passes back along c (detach, .data): that is the "
              "way for which the LSTM was made.", {"mt.sigmoid(f) * c": "mt.sigmoid(f) * c.detach()"}),
    ],
    others=["""
        n = h.shape[1]
        sums = mt.cat([x, h], dim=1) @ mt.cat([weight_ih, weight_hh], dim=1).T + bias
        i = mt.sigmoid(sums[:, :n])
        f = mt.sigmoid(sums[:, n:2 * n])
        g = mt.tanh(sums[:, 2 * n:3 * n])
        o = mt.sigmoid(sums[:, 3 * n:])
        new = f * c + i * g
        return o * new.tanh(), new
    """, """
        def gate(k):
            rows = slice(k * h.shape[1], (k + 1) * h.shape[1])
            return x @ weight_ih[rows].T + h @ weight_hh[rows].T + bias[rows]
        c = gate(1).sigmoid() * c + gate(0).sigmoid() * gate(2).tanh()
        return [gate(3).sigmoid() * c.tanh(), c]
    """],
    hints=["First the sums, as in the RNN, without tanh: (B, 4 · units). Then cut them into four.",
           "i, f, g, o = sums.chunk(4, dim=1). Three of them are shares (mt.sigmoid), g is what is written (mt.tanh).",
           "c = σ(f) · c + σ(i) · tanh(g); then h = σ(o) · tanh(c), with this new c; return h, c."])


def merge(tokens, pair, new):
    out, i = [], 0
    while i < len(tokens):
        if tuple(tokens[i:i + 2]) == pair:
            out.append(new)
            i += 2                                # both are used up
        else:
            out.append(tokens[i])
            i += 1
    return out


def as_new_list(answer, inputs):
    """Return what comes back, which is to be a list of its own."""
    out = answer(**inputs)
    if out is inputs["tokens"]:
        raise Altered("Your code returns the list `tokens` itself. Who changes the result later would change the text "
                      "too: return a new list, also where nothing is merged.")
    return out


Exercise("9.3", merge, difficulty=1, points=2, piece=lambda: byte_pair.merge, adapt=as_lists, run=as_new_list,
    cases=[Case("two pairs", tokens=[1, 2, 3, 1, 2], pair=(1, 2), new=9),
           Case("three alike", tokens=[1, 1, 1], pair=(1, 1), new=9),
           Case("nothing to merge", tokens=[1, 3, 2], pair=(1, 2), new=9),
           Case("the other way round", tokens=[2, 1, 2, 1], pair=(1, 2), new=9),
           Case("four alike", tokens=[7, 1, 1, 1, 1], pair=(1, 1), new=9),
           Case("a pair, and one more", tokens=[1, 2, 5], pair=(1, 2), new=9),
           Case("a single token", tokens=[1], pair=(1, 2), new=9), Case("none", tokens=[], pair=(1, 2), new=9),
           Case("the new one in a pair", tokens=[9, 1, 1], pair=(9, 1), new=9),
           Case("numbers of two digits", tokens=[11, 2, 1, 25, 1, 2], pair=(1, 2), new=9),
           Case("the last is half a pair", tokens=[1, 5], pair=(5, 0), new=9),
           Case("equal, but not the same objects", tokens=[int(n) for n in "700 800 700 800".split()],
                pair=(int("700"), int("800")), new=900),
           Case("a pair of larger tokens", tokens=[256, 97, 256, 98], pair=(256, 98), new=257),
           Case("a longer text", tokens=[1, 2, 3] * 10 + [1, 1, 2, 2], pair=(1, 2), new=9)],
    wrong=[
        Wrong("second stays", "The pair became one token, and its second half stands there still. Go on two further "
              "after a merge.", {"i += 2": "i += 1"}),
        Wrong("merged again", "What a merge had just made was merged once more with the token behind it. Go on behind "
              "the pair: a merge looks at `tokens`, not at what it makes.", """
            out = list(tokens)
            i = 0
            while i < len(out) - 1:
                if (out[i], out[i + 1]) == pair:
                    out[i:i + 2] = [new]
                else:
                    i += 1
            return out
        """, example="the new one in a pair"),
        Wrong("all three", "In 1 1 1 the middle token was used twice, once for each pair. A token belongs to one pair "
              "only: [9, 1].", """
            out = []
            for i in range(len(tokens)):
                if tuple(tokens[i:i + 2]) == pair:
                    out.append(new)
                elif i == 0 or tuple(tokens[i - 1:i + 1]) != pair:
                    out.append(tokens[i])
            return out
        """, example="three alike"),
        Wrong("one of a run", "In a run of one token only the first pair was merged. 1 1 1 1 has two pairs that share "
              "no token: [9, 9]. Ask whether the token before was used up, not whether a pair began there.", """
            pairs = [tuple(two) == pair for two in zip(tokens, tokens[1:])]
            begins = [here and not before for here, before in zip(pairs, [False, *pairs])] + [False]
            used = [False, *begins]
            return [new if begin else t for t, begin, gone in zip(tokens, begins, used) if not gone]
        """, example="four alike"),
        Wrong("last lost", "The last token is missing where it belongs to no pair: the loop stops one too early.",
              {"i < len(tokens)": "i < len(tokens) - 1"}),
        Wrong("first only", "Only the first pair was merged. Every pair is.",
              {"            i += 2": "            return out + tokens[i + 2:]"}),
        Wrong("from the right", "1 1 1 was merged from the right. Go from left to right: [9, 1].", """
            out, i = [], len(tokens)
            while i > 0:
                if i > 1 and (tokens[i - 2], tokens[i - 1]) == pair:
                    out, i = [new] + out, i - 2
                else:
                    out, i = [tokens[i - 1]] + out, i - 1
            return out
        """, example="three alike"),
        Wrong("either way round", "2 1 was merged like 1 2. The order counts: \"on\" is not \"no\".",
              {"tuple(tokens[i:i + 2]) == pair": "sorted(tokens[i:i + 2]) == sorted(pair)"},
              example="the other way round"),
        Wrong("added", "The new token came in addition to its two halves. It takes their place.",
              {"out.append(new)": "out += [*pair, new]"}, {"out.append(new)": "out += [new, *pair]"}),
        Wrong("each half", "Single tokens were replaced. Only where both stand together, in this order, does the new "
              "one take their place.", "return [new if t in pair else t for t in tokens]",
              "return [new if t == pair[0] else t for t in tokens if t != pair[1]]"),
        Wrong("as a text", "The tokens were written as a text and replaced there, where 11, 2 contains \"1, 2\". "
              "Compare numbers.", """
            text = ",".join(str(token) for token in tokens).replace(f"{pair[0]},{pair[1]}", str(new))
            return [int(token) for token in text.split(",") if token]
        """, example="numbers of two digits"),
        Wrong("every second pair", "Where one pair follows another, the second stays: as a text, the comma between "
              "the two is used up by the first. Go through the numbers.", """
            text = "," + ",".join(str(token) for token in tokens) + ","
            text = text.replace(f",{pair[0]},{pair[1]},", f",{new},")
            return [int(token) for token in text.split(",") if token]
        """),
        Wrong("the same object", "`is` asks whether two are one and the same object. Whether two numbers are equal "
              "says ==.", {"tuple(tokens[i:i + 2]) == pair":
                      "i + 1 < len(tokens) and tokens[i] is pair[0] and tokens[i + 1] is pair[1]"},
              example="equal, but not the same objects"),
        Wrong("a guard that is a token", "A 0 was put behind the end, but 0 is a token like others: a last token can "
              "make a pair with it.", {"tuple(tokens[i:i + 2])": "tuple([*tokens, 0][i:i + 2])"},
              example="the last is half a pair"),
        Wrong("cut in twos", "Tokens were looked at in twos: the first and second, the third and fourth. A pair may "
              "begin at any place.", """
            out = []
            for i in range(0, len(tokens), 2):
                two = tokens[i:i + 2]
                out += [new] if tuple(two) == pair else two
            return out
        """),
        Wrong("thrown away", "The pairs are gone, and nothing stands in their place: append new.",
              {"            out.append(new)\n": ""}),
        Wrong("only the merged", "What belongs to no pair is lost. It stays as it is.",
              {"            out.append(tokens[i])\n": ""}),
        Wrong("tokens unchanged", "Nothing was merged. tokens is a list and pair a tuple, and a list never equals a "
              "tuple: [1, 2] == (1, 2) is False.", {"tuple(tokens[i:i + 2])": "tokens[i:i + 2]"},
              "return list(tokens)"),
        Wrong("returns nothing", "Nothing came back (None): return the new list.", {"    return out": "    pass"},
              probe=lambda answer: answer([1, 2, 3], (1, 2), 9) is None),
    ],
    others=["""
        out = []
        tokens = list(tokens)
        while tokens:
            if len(tokens) > 1 and (tokens[0], tokens[1]) == tuple(pair):
                out, tokens = out + [new], tokens[2:]
            else:
                out, tokens = out + tokens[:1], tokens[1:]
        return out
    """, """
        out, skip = [], False
        for a, b in zip(tokens, [*tokens[1:], None]):
            if skip:
                skip = False
            elif (a, b) == pair:
                out.append(new)
                skip = True
            else:
                out.append(a)
        return out
    """],
    hints=["Walk from left to right with an index i. At each place there are two possibilities: a pair begins here, or "
           "it does not. How far does i go on in each?",
           "tokens[i:i + 2] are this token and the next; as a tuple it can be compared with pair. Past the end it is "
           "only shorter.",
           "while i < len(tokens): if tuple(tokens[i:i + 2]) == pair, append new and i += 2; else append tokens[i] and "
           "i += 1."])


def looks(seed, *shape):
    """Arguments of 9.4 and 9.6."""
    return {"q": tenths(2, seed, *shape), "k": tenths(2, seed + 1, *shape), "v": tenths(2, seed + 2, *shape)}


TWO_PLACES = {"q": floats([[1.0, 0, 0, 0], [0.0, 2, 0, 0]]), "k": floats([[2.0, 1, 0, 0], [0.0, -1, 0, 0]]),
              "v": floats([[1.0, 0, 0, 0], [0.0, 10, 0, 0]])}


def causal_attention(q, k, v):
    T, D = q.shape[-2:]
    scores = q @ k.transpose(-2, -1) / D ** 0.5               # (…, T, T)
    later = mt.ones(T, T).triu(1).bool()                      # above the diagonal
    scores = scores.masked_fill(later, float("-inf"))
    return mt.softmax(scores, dim=-1) @ v


Exercise("9.4", causal_attention, difficulty=2, points=4, piece=lambda: F.scaled_dot_product_attention,
    adapt=looks_back, run=gradients_of("q", "k", "v"),
    aliases=lambda: (attention.attention_weights, attention.attend, of_library("static.saved.simple",
              "attention_weights"),
                     "minitorch.rare.ops.kernels.masked_attention:attend_masked"),
    results=("what is read", "gradient of q", "gradient of k", "gradient of v"),
    cases=[Case("two positions", **TWO_PLACES), Case("one position", **looks(30, 1, 2)),
           Case("three positions", **looks(40, 3, 2)), Case("four positions, four features", **looks(50, 4, 4)),
           Case("two sequences, three heads", **looks(60, 2, 3, 4, 2)),
           Case("eight features, values of three", **{**looks(65, 3, 8), "v": tenths(2, 68, 3, 3)}),
           Case("scores of 0", q=floats([[1.0, 0], [0, 1], [0, 0]]), k=floats([[0.0, 1], [1, 1], [2, 0]]),
                v=floats([[1.0, 2], [3, 5], [4, 8]])),
           Case("large scores", q=40 * tenths(2, 70, 3, 2), k=40 * tenths(2, 71, 3, 2), v=tenths(2, 72, 3, 2)),
           Case("scores far below 0", q=floats([[200.0, 0], [0, 200], [200, 200]]),
                k=floats([[-200.0, -200], [-201, -201], [-202, -202]]), v=floats([[1.0, 2], [3, 5], [4, 8]])),
           Case("twenty positions", **looks(73, 20, 2))],
    wrong=[
        Wrong("no mask", "Each position looks at later ones too: it is shown the letter that it is to guess. Set the "
              "scores above the diagonal to -inf before softmax.",
              {'    scores = scores.masked_fill(later, float("-inf"))\n': ""}),
        Wrong("blind to itself", "A position does not look at itself here, and the first one has nothing at all to "
              "look at. Only what is above the diagonal is hidden: triu(1), not triu(0).",
              {"triu(1)": "triu(0)"}),
        Wrong("everything hidden", "Every position is hidden from every other, and from itself: e to −inf sums to 0, "
              "and 0 / 0 is nan. Only what is above the diagonal is hidden: triu(1).", {".triu(1)": ""}),
        Wrong("the past hidden", "It is turned round: positions look at themselves and at what comes later, and the "
              "past is hidden. Hide what is above the diagonal: column number greater than row number.",
              {"triu(1)": "tril(-1)"}),
        Wrong("0 for hidden", "Hidden scores were set to 0. But e⁰ is 1, so a hidden position still gets its share. "
              "Set them to -inf: e to that is 0.", {'float("-inf")': "0.0"}),
        Wrong("hidden afterwards", "The weights were set to 0 after softmax, so those that are left no longer sum to "
              "1. Set the scores to -inf before softmax.",
              {'    scores = scores.masked_fill(later, float("-inf"))\n': "",
               "mt.softmax(scores, dim=-1)": "mt.softmax(scores, dim=-1).masked_fill(later, 0.0)"},
              {'    scores = scores.masked_fill(later, float("-inf"))\n': "",
               "mt.softmax(scores, dim=-1)": "(mt.softmax(scores, dim=-1) * (1 - later.double()))"}),
        Wrong("unscaled", "The scores were not divided by √D. A sum of D products grows with D, and softmax of large "
              "scores takes one position only.", {" / D ** 0.5": ""}),
        Wrong("divided by D", "The scores were divided by D. Their usual size is √D (lesson 3: variances add up), so "
              "divide by its root.", {"D ** 0.5": "D"}),
        Wrong("power before division", "A power binds closer than a division: / D ** 1 / 2 divides by D, and then by "
              "2. The root of D is D ** 0.5.", {"/ D ** 0.5": "/ D ** 1 / 2"}, {"/ D ** 0.5": "/ (D ** 1 / 2)"}),
        Wrong("whole root", "The root of D was cut off to a whole number: √8 is 2.83.",
              {"D ** 0.5": "int(D ** 0.5)"}, {"D ** 0.5": "round(D ** 0.5)"},
              example="eight features, values of three"),
        Wrong("D of v", "D was read from v. Scores are sums of as many products as q and k have features; the values "
              "may be shorter or longer.", {"D ** 0.5": "v.shape[-1] ** 0.5"},
              example="eight features, values of three"),
        Wrong("D of the wrong dimension", "D was read from dimension 1. With heads in front that is another one: count "
              "from the back, q.shape[-1].", {"D ** 0.5": "q.shape[1] ** 0.5"}, {"T, D = q.shape[-2:]":
              "T, D = q.shape[0], q.shape[1]"}, example="two sequences, three heads"),
        Wrong("not far enough down", "Hidden scores were set to a number that is not small enough: where all scores "
              "are low, later positions still get a share. Take -inf.", {'float("-inf")': "-10.0"},
              {'float("-inf")': "-1.0"}, {'float("-inf")': "-100.0"}, {'float("-inf")': "-1e4"},
              example="scores far below 0"),
        Wrong("a score of 0 hidden", "Scores that happen to be 0 were hidden too (or everything is: 0 / 0 is nan). "
              "What is hidden depends on where a score stands, above the diagonal, and not on its value.",
              {'scores.masked_fill(later, float("-inf"))':
               'scores.tril().masked_fill(scores.tril() == 0, float("-inf"))'}, example="scores of 0"),
        Wrong("root of T", "The scores were divided by the root of T, the number of positions. What is added up in a "
              "score are D products: √D.", {"D ** 0.5": "T ** 0.5"}, example="three positions"),
        Wrong("softmax over queries", "Softmax ran down the columns: shares of one key sum to 1. Each query divides "
              "its own attention: a row sums to 1, dim=-1.", {"dim=-1)": "dim=-2)"}),
        Wrong("counted from the front", "Without heads it is right; with them dimension 1 is another one (heads). "
              "Count from the back: dim=-1.", {"dim=-1)": "dim=1)"}, example="two sequences, three heads"),
        Wrong("overflow", "e to a large score is more than any float can hold: inf / inf is nan. mt.softmax takes the "
              "largest score of a row away first, as in 3.4.",
              {"mt.softmax(scores, dim=-1)": "(scores.exp() / scores.exp().sum(dim=-1, keepdim=True))"},
              {'masked_fill(later, float("-inf"))': "exp() * (1 - later.double())",
               "mt.softmax(scores, dim=-1)": "scores / scores.sum(dim=-1, keepdim=True)"},
              example="large scores"),
        Wrong("0 times infinity", "0 · −inf is nan, so a triangle of ones times −inf spoils what it should leave as it "
              "is. Write -inf only where something is hidden: masked_fill.",
              {'scores.masked_fill(later, float("-inf"))': 'scores + mt.ones(T, T).triu(1) * float("-inf")'}),
        Wrong("weights too", "Two things came, what is read and the weights. Only what is read is wanted.",
              {"return mt.softmax(scores, dim=-1) @ v":
               "weights = mt.softmax(scores, dim=-1)\n    return weights @ v, weights"}),
        Wrong("weights only", "The weights came back. They say how much of each value to take: @ v.",
              {" @ v": ""}),
        Wrong("keys for values", "The keys were averaged. Keys say whom to look at; what is read are the values, v.",
              {"dim=-1) @ v": "dim=-1) @ k"}),
        Wrong("no softmax", "The scores themselves weigh the values. Softmax makes shares of them, positive and "
              "summing to 1.",
              {"mt.softmax(scores, dim=-1) @ v": "scores.masked_fill(later, 0.0) @ v"}),
        Wrong("q and k swapped", "The scores are k qᵀ: rows are keys. A row is to belong to one query: q kᵀ.",
              {"q @ k.transpose(-2, -1)": "k @ q.transpose(-2, -1)"}),
        Wrong("no way back", "What is read is right, but a gradient is missing: scores or weights were taken off the "
              "tape (detach, no_grad).", {"mt.softmax(scores, dim=-1) @": "mt.softmax(scores, dim=-1).detach() @"},
              {"dim=-1) @ v": "dim=-1) @ v.detach()"}),
    ],
    others=["""
        n = q.shape[-2]
        seen = mt.tensor(np.tril(np.ones((n, n)))) > 0
        scores = (q @ k.mT) * q.shape[-1] ** -0.5
        scores = mt.where(seen, scores, -1e30)
        e = (scores - scores.amax(dim=-1, keepdim=True)).exp()
        return e / e.sum(dim=-1, keepdim=True) @ v
    """, """
        read = []
        for t in range(q.shape[-2]):
            scores = (q[..., t:t + 1, :] * k[..., :t + 1, :]).sum(-1) / np.sqrt(q.shape[-1])
            weights = mt.softmax(scores, dim=-1)
            read.append((weights.unsqueeze(-1) * v[..., :t + 1, :]).sum(-2))
        return mt.stack(read, dim=-2)
    """, """
        n = q.shape[-2]
        mask = mt.full((n, n), -np.inf).triu(1)
        return mt.softmax(q / q.shape[-1] ** 0.5 @ k.transpose(-1, -2) + mask, dim=-1) @ v
    """],
    hints=["Three lines: scores of every query with every key, softmax along each row, the mean of the values. In "
           "between, what lies in the future is hidden.",
           "scores = q @ k.transpose(-2, -1) / D ** 0.5. mt.ones(T, T).triu(1).bool() is True above the diagonal.",
           "scores.masked_fill(that, float(\"-inf\")), then mt.softmax(…, dim=-1) @ v."])


def there_and_back(Heads, inputs):
    """Return what split makes of one array, join of another and split of a third; and the gradient of x."""
    heads, x = Heads(inputs["count"]), inputs["x"].clone().requires_grad_()
    Heads(inputs["count"] + 1)                             # another number of heads is no affair of these
    B, T, C = x.shape
    other = (x.detach().flatten() * 3 + 1).reshape(B, inputs["count"], T, C // inputs["count"])
    first, joined = heads.split(x), heads.join(mt.cat([other, other]))
    then = heads.split(-x)
    for part in (first, then):
        if isinstance(part, Tensor) and part.requires_grad and part.shape == other.shape:
            (part * other).sum().backward()
    return plain(first), plain(joined), plain(then), x.grad


def counted(*shape):
    return floats(np.arange(float(np.prod(shape))).reshape(shape))


def needs_a_split(answer):
    """Whether join works only after a split of the same shape."""
    x, after, before = counted(2, 2, 3, 1), answer(2), answer(2)
    after.split(counted(2, 3, 2))
    if after.join(x).shape != (2, 3, 2):
        return False
    try:
        before.join(x)
    except Exception:
        return True
    return False


class Heads:
    def __init__(self, count):
        self.count = count

    def split(self, x):
        B, T, C = x.shape
        return x.reshape(B, T, self.count, C // self.count).transpose(1, 2)

    def join(self, x):
        B, H, T, D = x.shape
        return x.transpose(1, 2).reshape(B, T, H * D)


SPLIT, JOIN = "x.reshape(B, T, self.count, C // self.count).transpose(1, 2)", "x.transpose(1, 2).reshape(B, T, H * D)"

Exercise("9.5", Heads, difficulty=2, points=3, piece=lambda: gpt.Heads, run=there_and_back,
    results=("split", "join", "split of −x", "gradient of x"),
    cases=[Case("two positions, two heads of two", count=2, x=counted(1, 2, 4)),
           Case("three heads of two", count=3, x=counted(2, 3, 6)),
           Case("two heads of three", count=2, x=counted(2, 3, 6)),
           Case("a single head", count=1, x=counted(2, 2, 3)),
           Case("heads of one feature", count=3, x=counted(1, 2, 3))],
    wrong=[
        Wrong("only reshaped", "The shapes are right, but split only laid the numbers out anew: a head holds pieces of "
              "different positions. Reshape so that C becomes (heads, D), then let heads and positions change places.",
              {SPLIT: "x.reshape(B, self.count, T, C // self.count)"}),
        Wrong("joined without turning", "split is right. join only laid the numbers out anew, so positions are mixed. "
              "Let heads and positions change places first, then reshape.", {JOIN: "x.reshape(B, T, H * D)"}),
        Wrong("both only reshaped", "The shapes are right, and join undoes split, but a head holds pieces of different "
              "positions: T and heads have to change places (transpose), which a reshape never does.",
              {SPLIT: "x.reshape(B, self.count, T, C // self.count)", JOIN: "x.reshape(B, T, H * D)"}),
        Wrong("positions first", "Positions still stand before heads: (B, T, heads, D). Attention takes the last two "
              "dimensions for positions and features: let T and heads change places.",
              {").transpose(1, 2)\n": ")\n"}, {").transpose(1, 2)\n": ")\n", JOIN: "x.flatten(2)"}),
        Wrong("dealt round", "Features were dealt round, the first to head 0, the second to head 1. A head takes "
              "neighbours: reshape C to (heads, D), in this order.",
              {SPLIT: "x.reshape(B, T, C // self.count, self.count).permute(0, 3, 1, 2)"},
              {SPLIT: "x.reshape(B, T, C // self.count, self.count).permute(0, 3, 1, 2)",
               JOIN: "x.permute(0, 2, 3, 1).reshape(B, T, H * D)"}),
        Wrong("dealt when joined", "split is right. join deals features round: first the first of each head. A head's "
              "features stay together: (B, T, heads, D) before the reshape.",
              {JOIN: "x.permute(0, 2, 3, 1).reshape(B, T, H * D)"}),
        Wrong("count is a size", "That many features were put into a head. count says how many heads there are; each "
              "has C // count features.",
              {"self.count, C // self.count": "C // self.count, self.count"}, example="three heads of two"),
        Wrong("heads before batch", "The heads stand before the batch: (heads, B, T, D). Batch first: (B, heads, T, "
              "D).",
              {"x.reshape(B, T, self.count, C // self.count).transpose(1, 2)":
               "x.reshape(B, T, self.count, C // self.count).permute(2, 0, 1, 3)"},
              {SPLIT: "mt.stack(x.chunk(self.count, dim=2))", JOIN: "mt.cat(list(x), dim=2)"},
              {SPLIT: "mt.stack(x.chunk(self.count, dim=2))", JOIN: "x.permute(1, 2, 0, 3).reshape(H, T, B * D)"},
              {SPLIT: "mt.stack(x.chunk(self.count, dim=2))",
               JOIN: "mt.cat([x[i] for i in range(self.count)], dim=2)"}),
        Wrong("heads in the batch", "Heads are a dimension of their own, in what split gives and in what join gets: "
              "four dimensions, (B, heads, T, D).", {JOIN: "x", "B, H, T, D = x": "BH, T, D = x"}),
        Wrong("batch flattened", "All texts of the batch became one long text. Keep B as the first dimension.",
              {SPLIT: "x.reshape(1, B * T, self.count, C // self.count).transpose(1, 2)",
               JOIN: "x.transpose(1, 2).reshape(1, B * T, H * D)"},
              {SPLIT: "x.reshape(1, B * T, self.count, C // self.count).transpose(1, 2)"},
              example="three heads of two"),
        Wrong("positions cut", "The positions were cut into heads, not the features: a head sees only a part of the "
              "text. Every head sees all positions, and C // count of the features.",
              {SPLIT: "mt.stack(x.chunk(self.count, dim=1), dim=1).reshape(B, self.count, T, C // self.count)",
               JOIN: "mt.cat([x[:, i].reshape(B, -1, H * D) for i in range(H)], dim=1)"},
              {SPLIT: "mt.stack(x.chunk(self.count, dim=1), dim=1).reshape(B, self.count, T, C // self.count)"}),
        Wrong("turned by a reshape", "The shapes are right, but a head holds (D, T) laid out anew as (T, D): a reshape "
              "never turns. Let the two change places: transpose.",
              {SPLIT: "x.transpose(1, 2).reshape(B, self.count, T, C // self.count)",
               JOIN: "x.reshape(B, H, D, T).reshape(B, H * D, T).transpose(1, 2)"},
              {SPLIT: "x.transpose(1, 2).reshape(B, self.count, T, C // self.count)"}),
        Wrong("first text only", "Only the first text of the batch came back. Every one of the B is to be split.",
              {SPLIT: "x[:1].reshape(1, T, self.count, C // self.count).transpose(1, 2)",
               JOIN: "x[:1].transpose(1, 2).reshape(1, T, H * D)"},
              {SPLIT: "x[:1].reshape(1, T, self.count, C // self.count).transpose(1, 2)"},
              {JOIN: "x[:1].transpose(1, 2).reshape(1, T, H * D)"}, example="three heads of two"),
        Wrong("a list of heads", "The heads came one by one, in a tuple or list. One tensor holds them all: (B, heads, "
              "T, D).", {SPLIT: "x.chunk(self.count, dim=-1)"}),
        Wrong("always two", "There are always two heads. self.count says how many there are.",
              {"self.count, C // self.count": "2, C // 2"}, example="three heads of two"),
        Wrong("on the class", "A second Heads changes the first: count is kept where all share it, on the class or in "
              "a global. Keep it on self.", {"self.count": "Heads.count"}),
        Wrong("needs a split", "join takes the shape from the last split. It may be called without one, or with "
              "another array: B, heads, T, D = x.shape says all that it needs.",
              {"B, T, C = x.shape": "B, T, C = self.shape = x.shape", JOIN: "x.transpose(1, 2).reshape(self.shape)"},
              {"B, T, C = x.shape": "B, T, C = self.shape = x.shape",
               JOIN: "x.transpose(1, 2).reshape(self.shape[0], self.shape[1], -1)"}, probe=needs_a_split),
        Wrong("features before positions", "The last two dimensions are the other way round: (B, heads, T, D) is "
              "wanted.", {SPLIT: "x.reshape(B, T, self.count, C // self.count).permute(0, 2, 3, 1)"}),
        Wrong("all to each", "Each head got all C features. They share them: C // count for each.",
              {SPLIT: "x.unsqueeze(1).expand(B, self.count, T, C)"}),
        Wrong("heads averaged", "The heads were averaged or added up. They found different things: set them side by "
              "side, (B, T, heads · D).", {JOIN: "x.mean(dim=1)"}, {JOIN: "x.sum(dim=1)"}),
        Wrong("not joined", "join only turned the dimensions: (B, T, heads, D). The last two become one: reshape.",
              {JOIN: "x.transpose(1, 2)"}),
    ],
    others=["""
        class Heads:
            def __init__(self, count):
                self.count = count
            def split(self, x):
                return mt.stack(x.chunk(self.count, dim=2), dim=1)
            def join(self, x):
                return mt.cat([x[:, i] for i in range(self.count)], dim=2)
    """, """
        class Heads:
            def __init__(self, count):
                self.count = count
            def split(self, x):
                size = x.shape[-1] // self.count
                return x.unflatten(-1, (self.count, size)).permute(0, 2, 1, 3)
            def join(self, x):
                return x.permute(0, 2, 1, 3).flatten(2)
    """],
    hints=["Take a position's row of C numbers: the first D belong to head 0, the next D to head 1. Which reshape cuts "
           "only the last dimension?",
           "x.reshape(B, T, count, C // count) cuts C. Then T and heads have to change places: transpose(1, 2).",
           "split: x.reshape(B, T, count, C // count).transpose(1, 2); join: x.transpose(1, 2).reshape(B, T, H * D)."])


def letter_by_letter(answer, inputs):
    """Return what each new token reads, one after the other; a second text comes in between, with its own cache."""
    q, k, v = (inputs[name] for name in ("q", "k", "v"))
    caches, read, others = [{}, {}], [], []
    for t in range(q.shape[-2]):
        new = [x[..., t:t + 1, :] for x in (q, k, v)]
        read.append(bare(answer(*new, caches[0])))
        if inputs["two"]:
            others.append(bare(answer(*[-0.5 * x for x in new], caches[1])))
    return read + others


def bare(out):
    """Return an array, or None for nothing. Raises Altered for anything else."""
    if out is not None and not hasattr(out, "shape"):
        raise Altered(f"A {type(out).__name__} came back, where one tensor is wanted: what is read. The cache needs no "
                      "return: the caller has it, and sees what you put into it.")
    return plain(out)


def attend_newest(q, k, v, cache):
    if cache:
        k = mt.cat([cache["k"], k], dim=-2)       # earlier positions, then this one
        v = mt.cat([cache["v"], v], dim=-2)
    cache["k"], cache["v"] = k, v
    return mt.nn.functional.scaled_dot_product_attention(q, k, v)


KEEP, ATTEND = 'cache["k"], cache["v"] = k, v', "mt.nn.functional.scaled_dot_product_attention(q, k, v)"

Exercise("9.6", attend_newest, difficulty=2, points=4, piece=lambda: gpt.attend_cached, adapt=newest_by_newest,
    run=letter_by_letter, apart=True, changes=("cache",),
    cases=[Case("two letters", **looks(80, 1, 1, 2, 2), two=False),
           Case("one letter", **looks(83, 1, 1, 1, 2), two=False),
           Case("four letters", **looks(86, 1, 1, 4, 2), two=False),
           Case("twenty letters", **looks(86, 1, 1, 20, 2), two=False),
           Case("two heads", **looks(89, 1, 2, 3, 3), two=False),
           Case("two texts in turn", **looks(92, 2, 2, 3, 2), two=True),
           Case("the same key twice", q=tenths(2, 95, 1, 1, 3, 2), k=floats([[[[1.0, 0], [1, 0], [0, 1]]]]),
                v=floats([[[[2.0, 1], [2, 1], [5, 3]]]]), two=False)],
    wrong=[
        Wrong("hides all but the first", "From the second letter on, only the first one is looked at. A causal mask "
              "hides what is above the diagonal, and of a single row of scores that is all but the first. The newest "
              "token may look at everything: there is nothing to hide.",
              {"attention(q, k, v)": "attention(q, k, v, is_causal=True)"}),
        Wrong("values not kept", "There are more keys than values: the keys of earlier tokens were kept, and their "
              "values were not. Keep both, joined, in cache.", """
            if cache:
                k = mt.cat([cache["k"], k], dim=-2)
            cache["k"] = k
            return mt.nn.functional.scaled_dot_product_attention(q, k, v)
        """, """
            if cache:
                k = mt.cat([cache["k"], k], dim=-2)
            cache["k"] = k
            return mt.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1) @ v
        """, """
            if cache:
                k, v = mt.cat([cache["k"], k], dim=-2), mt.cat([cache["v"], v], dim=-2)
            cache["k"] = k
            cache.setdefault("v", v)
            return mt.nn.functional.scaled_dot_product_attention(q, k, v)
        """, example="two letters"),
        Wrong("forgets", "Each token reads its own value alone: nothing of the earlier ones comes out. Put the joined "
              "keys and values into the dict that is passed in, cache[…] = …: `cache = …` makes another one, and the "
              "caller's stays empty.", {f"    {KEEP}\n": ""},
              {f"    {KEEP}\n": "    cache = {'k': k, 'v': v}\n"}),
        Wrong("kept elsewhere", "Keys and values were kept outside of the cache (in a default argument, a global, on "
              "the function): two texts, or two layers, read each other's. Each has a `cache` of its own: keep them "
              "there.", """
            kept = attend_newest.__dict__
            if cache:
                k, v = mt.cat([kept["k"], k], dim=-2), mt.cat([kept["v"], v], dim=-2)
            kept["k"], kept["v"], cache["begun"] = k, v, True
            return mt.nn.functional.scaled_dot_product_attention(q, k, v)
        """, example="two texts in turn"),
        Wrong("the last ones only", "Only the last few keys and values were kept. The newest token may look at all "
              "that came before it, however many there are.",
              {KEEP: 'cache["k"], cache["v"] = k[..., -8:, :], v[..., -8:, :]'},
              {KEEP: 'cache["k"], cache["v"] = k[..., -10:, :], v[..., -10:, :]'},
              {KEEP: 'cache["k"], cache["v"] = k[..., -16:, :], v[..., -16:, :]'}, example="twenty letters"),
        Wrong("one back only", "A token looks at itself and one before: the cache was overwritten by the newest key "
              "and value alone. Keep all of them, joined.", """
            new = k, v
            if cache:
                k = mt.cat([cache["k"], k], dim=-2)
                v = mt.cat([cache["v"], v], dim=-2)
            cache["k"], cache["v"] = new
            return mt.nn.functional.scaled_dot_product_attention(q, k, v)
        """, example="four letters"),
        Wrong("the first only kept", "The cache keeps what came first, and no later token is added to it.",
              {"    if cache:": "    new = cache or None\n    if cache:", KEEP:
               'if new is None:\n        cache["k"], cache["v"] = k, v'}, example="four letters"),
        Wrong("blind to itself", "A token does not look at itself: it was put into the cache only after the look. "
              "First join, then attend.", """
            earlier = dict(cache)
            cache["k"] = mt.cat([cache["k"], k], dim=-2) if earlier else k
            cache["v"] = mt.cat([cache["v"], v], dim=-2) if earlier else v
            if not earlier:
                return v
            return mt.nn.functional.scaled_dot_product_attention(q, earlier["k"], earlier["v"])
        """),
        Wrong("keys and values apart", "The newest key stands at one end and the newest value at the other, so a key "
              "brings the value of another position. Join both in the same order.",
              {'[cache["k"], k]': '[k, cache["k"]]'}, {'[cache["v"], v]': '[v, cache["v"]]'}),
        Wrong("keys for values", "What is read are keys. The last argument of the attention is v.",
              {"attention(q, k, v)": "attention(q, k, k)"}, {KEEP: 'cache["k"], cache["v"] = k, k'}),
        Wrong("twice", "Each token is in the cache twice, so it gets two shares of the attention.",
              {KEEP: 'cache["k"], cache["v"] = (mt.cat([x, x[..., -1:, :]], dim=-2) for x in (k, v))'},
              example="two letters"),
        Wrong("unscaled", "The scores were not divided by √D, as they are in training.",
              {ATTEND: "mt.softmax(q @ k.transpose(-2, -1), dim=-1) @ v"}),
        Wrong("added up", "The values are added up, each with weight 1. Either softmax ran over the queries, of which "
              "there is one (dim=-1 runs over the keys), or what is in the cache was added and not joined (mt.cat).",
              {'mt.cat([cache["k"], k], dim=-2)': 'cache["k"] + k', 'mt.cat([cache["v"], v], dim=-2)':
               'cache["v"] + v'},
              {ATTEND: "mt.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, dim=-2) @ v"}),
        Wrong("a key seen before", "A key that is there already was not kept again. Two equal letters count twice.", """
            if cache:
                if not bool((cache["k"] == k).all(dim=-1).any()):
                    cache["k"], cache["v"] = mt.cat([cache["k"], k], dim=-2), mt.cat([cache["v"], v], dim=-2)
            else:
                cache["k"], cache["v"] = k, v
            return mt.nn.functional.scaled_dot_product_attention(q, cache["k"], cache["v"])
        """, example="the same key twice"),
        Wrong("scaled again and again", "Keys that are in the cache were divided by √D already, and are divided once "
              "more with each letter. Scale the scores, and keep the keys as they are.", """
            if cache:
                k, v = mt.cat([cache["k"], k], dim=-2), mt.cat([cache["v"], v], dim=-2)
            k = k / q.shape[-1] ** 0.5
            cache["k"], cache["v"] = k, v
            return mt.softmax(q @ k.mT, dim=-1) @ v
        """, example="two letters"),
        Wrong("sums of old queries", "Sums over earlier letters were kept, weighed by what earlier queries asked. The "
              "newest query asks every key anew: keep keys and values.", """
            e = mt.exp(q @ k.mT / q.shape[-1] ** 0.5)
            cache["above"], cache["below"] = cache.get("above", 0) + e * v, cache.get("below", 0) + e
            return cache["above"] / cache["below"]
        """, example="two letters"),
        Wrong("joined as heads", "Letters were joined along the heads (dim=1): each became a head of its own. "
              "Positions stand in dimension -2.", """
            if cache:
                k, v = mt.cat([cache["k"], k], dim=1), mt.cat([cache["v"], v], dim=1)
            cache["k"], cache["v"] = k, v
            q = q.repeat_interleave(k.shape[1] // q.shape[1], dim=1)
            return mt.nn.functional.scaled_dot_product_attention(q, k, v)
        """, {"dim=-2": "dim=1"}),
        Wrong("queries kept too", "What earlier tokens read came along, a row for each. They have read already: the "
              "newest query alone asks, so only keys and values are kept.", """
            for name, new in (("q", q), ("k", k), ("v", v)):
                cache[name] = mt.cat([cache[name], new], dim=-2) if name in cache else new
            return mt.nn.functional.scaled_dot_product_attention(cache["q"], cache["k"], cache["v"], is_causal=True)
        """, """
            for name, new in (("q", q), ("k", k), ("v", v)):
                cache[name] = mt.cat([cache[name], new], dim=-2) if name in cache else new
            return mt.nn.functional.scaled_dot_product_attention(cache["q"], cache["k"], cache["v"])
        """),
        Wrong("mean of all", "Every position gets the same share: the query is not asked. Its scores with the keys say "
              "how much of each value is read.", {ATTEND: "v.mean(dim=-2, keepdim=True)"}),
    ],
    others=["""
        for name, x in ("k", k), ("v", v):
            cache[name] = mt.cat([cache[name], x], dim=-2) if name in cache else x
        scores = q @ cache["k"].transpose(-2, -1) / q.shape[-1] ** 0.5
        return mt.softmax(scores, dim=-1) @ cache["v"]
    """, """
        cache.setdefault("keys", []).append(k)
        cache.setdefault("values", []).append(v)
        k, v = mt.cat(cache["keys"], dim=2), mt.cat(cache["values"], dim=2)
        return mt.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=False)
    """, """
        cache["k"] = mt.cat([k] + ([cache["k"]] if cache else []), dim=-2)
        cache["v"] = mt.cat([v] + ([cache["v"]] if "v" in cache else []), dim=-2)
        weights = (cache["k"] @ q.mT / np.sqrt(q.shape[-1])).softmax(dim=-2)
        return (weights * cache["v"]).sum(dim=-2, keepdim=True)
    """],
    hints=["What does the newest token need of the earlier ones? Not their queries.",
           "If the cache is empty, k and v are all there is. Else join: mt.cat([cache[\"k\"], k], dim=-2), the same "
           "for v. Put the joined ones back.",
           "Then F.scaled_dot_product_attention(q, k, v) without is_causal: all that is in the cache is past."])


# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("from minitorch.learn.writing import", "names = Names()", "losses = learn(net, names)"): {
        "a loss that is twice as large": """
        plant(mt.nn.functional.cross_entropy, lambda right:
            lambda input, target, *settings: 2 * right(input, target))""",
        "9.7 not moved": None,
        "9.1 begins anew": None,
    },
    ("from minitorch.learn.writing import", "names = Names()", '@exercise("9.1")',
     "def matters(scale):"): {
        "tanh without its slope": 'gradient("tanh", lambda right: lambda grad, out, x: grad)',
    },
    ("from minitorch.learn.writing import", "names = Names()", '@exercise("9.2")',
     "def matters_to_lstm("): {
        "a sigmoid that is too flat": 'gradient("sigmoid", lambda right: lambda grad, out, x: grad * out / 4)',
    },
    ("from minitorch.learn.writing import", "names = Names()", "first merges:"): {
        "9.3 second stays": None,
        "9.3 last lost": None,
    },
    ("from minitorch.learn.writing import", "names = Names()", "without mask: {nats"): {
        "9.4 no mask": None,
    },
}
