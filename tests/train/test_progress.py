"""A bar after the first second where someone looks; Ctrl-C at a prompt ends a loop and keeps what it reached."""

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.display import progress as module
from minitorch.display.progress import Bar, progress
from minitorch.optim import SGD
from minitorch.train import train


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def slow(monkeypatch):
    """Every look at the clock is 0.6 s later than the one before."""
    times = iter(np.arange(0, 1000, 0.6))
    monkeypatch.setattr(module, "monotonic", lambda: next(times))


@pytest.fixture
def page(monkeypatch):
    """What a notebook's page is shown, the latest last."""
    pytest.importorskip("IPython", reason="needs IPython")
    shown = []

    def display(bundle, raw, display_id):
        shown.append(bundle)
        return SimpleNamespace(update=lambda bundle, raw: shown.append(bundle))
    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.setattr(module, "on_page", lambda: True)
    return shown


@pytest.fixture
def prompt(monkeypatch):
    """Someone types at a prompt."""
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)


def last(screen):
    return [line for line in screen.getvalue().split("\r") if line.strip()][-1].strip()


def test_a_bar_grows_and_is_wiped_out(slow):
    screen, seen = Terminal(), []
    for i in progress(range(5), "epoch 1/2", stream=screen):
        seen.append((i, screen.getvalue()))
    assert [i for i, _ in seen] == list(range(5)) and not seen[1][1]      # nothing within the first second
    assert last(screen).startswith("epoch 1/2 |███") and "5/5" in last(screen)
    assert screen.getvalue().rpartition("\r")[0].rpartition("\r")[2].isspace()


def test_a_quick_loop_shows_nothing(page):
    screen = Terminal()
    assert list(progress(range(5), "a", stream=screen)) == list(range(5))
    assert screen.getvalue() == "" and not page


def test_where_no_one_looks_nothing_is_shown(slow):
    file = io.StringIO()
    assert list(progress(iter(range(5)), "a", stream=file)) == list(range(5)) and file.getvalue() == ""


@pytest.mark.parametrize("total, said", [(2_000_000, "a |████████████            | 1.0/2.0 MB, 1 s left"),
                                         (None, "a 1.0 MB")])
def test_bytes_are_counted_in_megabytes(total, said, slow):
    screen = Terminal()
    with Bar("a", total, done=500_000, unit="MB", stream=screen) as bar:
        bar.update(300_000)
        bar.update(200_000)
    assert last(screen).startswith(said[:-8]) and screen.getvalue().count("MB") == 1


def test_a_page_has_a_bar_with_a_name_that_goes_at_the_end(slow, page):
    assert list(progress(range(4), "epoch <1>")) == list(range(4))
    assert 'value="2" max="4" aria-label="epoch &lt;1&gt;"' in page[0]["text/html"]
    assert "<progress" in page[-2]["text/html"] and "progress" not in page[-1]["text/html"]


def test_one_bar_lasts_for_all_epochs(slow, page):
    batch = mt.ones(2, 3), mt.tensor([0, 1])
    model = nn.Linear(3, 2)
    train(model, [batch] * 2, SGD(model.parameters(), lr=0.1), epochs=3)
    assert "epoch 3/3: 6/6" in page[-2]["text/plain"] and not page[-1]["text/plain"]
    page.clear()
    train(model, [batch] * 2, SGD(model.parameters(), lr=0.1), epochs=3, show=False)
    assert not page


def stopping(after):
    """Batches; Ctrl-C comes in place of one."""
    calls = iter(range(after))

    class Batches:
        def __iter__(self):
            for _ in range(2):
                if next(calls, None) is None:
                    raise KeyboardInterrupt
                yield mt.ones(2, 3), mt.tensor([0, 1])
    return Batches()


@pytest.mark.parametrize("after, epochs", [(0, []), (2, [1]), (3, [1, 2])])
def test_a_stopped_training_returns_what_it_reached(after, epochs, prompt, capsys):
    model = nn.Linear(3, 2)
    history = train(model, stopping(after), SGD(model.parameters(), lr=0.1), epochs=5)
    assert [record["epoch"] for record in history] == epochs
    assert all(isinstance(record["loss"], float) for record in history)
    assert capsys.readouterr().out.startswith(f"Stopped in epoch {after // 2 + 1} of 5: what it reached is returned")


def test_a_script_ends_at_ctrl_c(monkeypatch):
    monkeypatch.delattr(sys, "ps1", raising=False)
    model = nn.Linear(3, 2)
    with pytest.raises(KeyboardInterrupt):
        train(model, stopping(3), SGD(model.parameters(), lr=0.1), epochs=5)


def test_a_stopped_landscape_has_what_was_reached(prompt, capsys):
    calls = iter(range(107))

    def bowl(x, y):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return x * x + y * y
    bowl.one_at_a_time = True
    found = viz.landscape(bowl)
    assert np.isfinite(found.z).sum() == 107 and "after 107 of 625 losses" in capsys.readouterr().out
    assert "greatest" in found.text() and "nan" not in found.text()


def test_a_stopped_descent_keeps_its_path(prompt, capsys):
    from minitorch.viz.landscape import descend
    calls = iter(range(3))

    def bowl(x, y):
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return x * x + y * y
    assert len(descend(bowl, (1, 1), lambda p: SGD(p, lr=0.1), 10)) == 4
    assert "after 3 of 10 steps" in capsys.readouterr().out
