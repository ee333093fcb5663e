"""What a program cannot hold is refused with its line; listings and code read as the function does."""

import pytest

import minitorch as mt
from minitorch import static


def branch(x):
    if x.sum() > 0:
        return x
    return -x


def shows(x):
    print(x)
    return x


def seeded(x):
    mt.manual_seed(0)
    return x + mt.rand(3)


REFUSED = [(branch, "A branch depends on data"), (lambda x: x.item(), "item takes a value out"), (shows, "print shows"),
           (lambda x: x.numpy() * 2, "numpy takes a value"), (lambda x: [float(v) for v in x], "takes a value"),
           (seeded, "Random numbers are seeded"),
           (lambda x: f"{x}", "takes a value")]


@pytest.mark.parametrize("function, words", REFUSED, ids=[words for _, words in REFUSED])
def test_what_depends_on_data_is_refused_with_its_line(function, words):
    with pytest.raises(static.NotRecorded, match=words) as error:
        static.trace(function, mt.ones(1) if words.startswith("item") else mt.ones(3))
    assert "test_refused.py, line" in str(error.value)
    assert mt.ones(1).item() == 1 and print.__name__ == "print" and bool(mt.ones(1))         # all is as it was


def test_numbers_that_are_known_may_be_read_until_a_step_uses_them():
    def known(x):
        sizes = mt.tensor([2, 1])
        return x.split(sizes.tolist())[0]
    assert static.trace(known, mt.arange(3.0))(mt.arange(3.0) + 1).tolist() == [1, 2]

    def written(x):
        factor = mt.tensor([2.0])
        factor += x
        return x * factor.item()
    with pytest.raises(static.NotRecorded, match="item takes a value out"):
        static.trace(written, mt.ones(1))


def test_lengths_of_sequences_are_fixed_or_refused():
    def packed(x, lengths):
        sequence = mt.nn.utils.rnn.pack_padded_sequence(x, lengths, enforce_sorted=False)
        return mt.nn.utils.rnn.pad_packed_sequence(sequence, total_length=4)[0]
    x = mt.arange(8.0).reshape(4, 2)
    assert static.trace(lambda x: packed(x, [1, 3]), x)(x).tolist() == [[0, 1], [0, 3], [0, 5], [0, 0]]
    with pytest.raises(static.NotRecorded, match="tolist takes a value out"):
        static.trace(packed, x, mt.tensor([1, 3]))


@pytest.mark.parametrize("args, words", [
    ((mt.ones(3),), "float32 and shape \\(2,\\), and now .* \\(3,\\)"), ((mt.ones(2, dtype=mt.float64),), "float64"),
    ((mt.ones(2), mt.ones(2)), "a tuple of 1, and now a tuple of 2"), ((3.0,), "3.0"),
    ((mt.ones(2, requires_grad=True),), "requires_grad")])
def test_arguments_of_another_form_are_refused(args, words):
    with pytest.raises((ValueError, TypeError), match=words):
        static.trace(lambda x: x * 2, mt.ones(2))(*args)


def test_listing_and_code_read_as_the_function_does():
    def program(x, w):
        return (x @ w).relu()
    trace = static.trace(program, mt.ones(2, 3), mt.ones(3, 4), optimise=False)
    assert str(trace.program).split() == """
program(a: float32[2, 3], b: float32[3, 4])
    c = matmul(a, b)  float32[2, 4]
    d = relu(c)       float32[2, 4]
    return d""".split()
    assert trace.code() == """\
def program(a, b):
    c = matmul(np, a, b)
    d = relu(np, c)
    del c
    return (d,)
"""


def test_code_of_an_optimised_program_writes_into_its_own_memory():
    def program(x, w):
        return ((x @ w).relu() + 1) @ w.T
    trace = static.trace(program, mt.ones(2, 3), mt.ones(3, 4))
    assert str(trace.program).split() == """
program(a: float32[2, 3], b: float32[3, 4])
    i: float32[2, 4] constant
    c = matmul(a, b)                       float32[2, 4]
    e = fused(c, i)                        float32[2, 4]
        d = maximum(c, i)                  float32[2, 4]
        e = add(d, 1)                      float32[2, 4]
    f = permute(b, dims=(1, 0))            float32[4, 3]
    g = matmul(e, f)                       float32[2, 3]
    return g""".split()
    assert trace.code() == """\
def program_buffers():
    memory = aligned(np, (64,), np.uint8)
    c = np.ndarray((2, 4), 'float32', memory, 0)
    return (c,)


def program(a, b, buffers):
    (c,) = buffers
    np.matmul(a, b, out=c)
    d = np.maximum(c, all_0_2x4, out=c)
    e = np.add(d, 1, out=d)
    f = b.transpose((1, 0))
    g = np.matmul(e, f)
    return (g,)
"""
