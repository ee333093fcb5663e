"""Recipes train, report, show, and go on after a break with the same numbers."""

import sys
from copy import deepcopy

import numpy as np
import pytest

import minitorch as mt
from minitorch.compress import convert, fold_batch_norm, prepare, size_of
from minitorch.display.text import this_command
from minitorch.recipes import RECIPES, recipe
from minitorch.recipes.command import Report
from minitorch.recipes.sequences import WORDS, phrase
from minitorch.tools.cli import main

NAMES = "\n".join(a + b for a in ("an", "be", "cor", "dan", "el") for b in ("a", "ie", "na", "rick", "ton", "la")) * 4
PLAY = "To be, or not to be: that is the question.\n" * 60


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.txt").write_text(NAMES)
    (tmp_path / "tinyshakespeare.txt").write_text(PLAY)
    return tmp_path


def trained(capsys, *arguments):
    """The exit code of the command, and what it printed."""
    code = main(["train", *arguments])
    return code, capsys.readouterr()


@pytest.mark.parametrize("name", ["digits", "names", "sine", "sentiment", "vae"])
def test_a_recipe_trains_and_shows_what_came_of_it(name, folder, capsys):
    root = ["--root", "."] if name == "names" else []
    code, out = trained(capsys, "--recipe", name, "--epochs", "1", *root)
    assert code == 0 and not out.err
    lines = out.out.splitlines()
    assert "parameters" in lines[0] and lines[1].startswith("epoch   1/1  loss ")
    assert f"weights: {name}.mt; curves: {name}.svg" in lines
    assert (folder / f"{name}.mt").is_file() and "<svg" in (folder / f"{name}.svg").read_text()
    for line in lines:                                   # files that are told of are there
        for word in line.replace(";", " ").split():
            assert not word.endswith((".svg", ".mt", ".txt")) or (folder / word).is_file()


@pytest.mark.parametrize("prompt", [False, True])
def test_a_run_goes_on_with_the_numbers_of_one_without_a_break(prompt, folder, capsys, monkeypatch):
    monkeypatch.delattr(sys, "ps1", raising=False)
    if prompt:
        monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    given = ["--recipe", "names", "--root", ".", "--epochs", "3", "--save"]
    _, whole = trained(capsys, *given, "whole.mt")

    closed = Report.on_train_epoch_closed

    def cut(self, trainer, module):
        closed(self, trainer, module)
        if trainer.current_epoch == 2:
            raise KeyboardInterrupt
    with monkeypatch.context() as patch:
        patch.setattr(Report, "on_train_epoch_closed", cut)
        code, out = trained(capsys, *given, "cut.mt")
    assert code == 130 and "after epoch 2 of 3. To go on:\n" in out.out
    assert f"\n    {this_command()} train --recipe names --resume cut.mt\n" in out.out
    code, rest = trained(capsys, "--recipe", "names", "--resume", "cut.mt")
    assert code == 0
    states = [mt.load(path)["state_dict"] for path in ("whole.mt", "cut.mt")]
    assert all(mt.equal(a, b) for a, b in zip(*map(dict.values, states)))
    last = [[line.rpartition("  ")[0] for line in out.splitlines() if line.startswith("epoch   3")]
            for out in (whole.out, rest.out)]
    assert last[0] == last[1] and len(last[0]) == 1


@pytest.mark.parametrize("arguments, said", [
    (["--recipe", "poems"], "there is no recipe 'poems'; there are digits, mnist, names"),
    (["--recipe", "mnist"], "needs --root DIR, the folder with MNIST's files"),
    (["--recipe", "names", "--root", "nowhere.txt"], "there is no file"),
    (["--recipe", "sine", "--save", "nowhere/sine.mt"], "there is no folder")])
def test_what_cannot_run_is_told(arguments, said, folder, capsys):
    code, out = trained(capsys, *arguments)
    assert code == 1 and said in out.err and not list(folder.glob("*.mt"))


def test_another_run_is_not_gone_on_with(folder, capsys):
    trained(capsys, "--recipe", "names", "--root", ".", "--epochs", "1")
    for more, said in ((["--recipe", "sine"], "begun with --recipe names"), (["--recipe", "names", "--epochs", "5"],
                                                                             "begun with --epochs 1")):
        code, out = trained(capsys, *more, "--resume", "names.mt")
        assert code == 1 and said in out.err


def test_shakespeare_reads_and_writes_in_small(folder):
    kind = recipe("shakespeare")
    module = kind(".")
    batch = next(iter(module.train_dataloader()))
    assert batch[0].shape == (12, 64) and abs(module.loss(batch).item() - np.log(len(set(PLAY)))) < 0.3
    assert set(module.report()) == {"nll"}
    module.written = 70
    lines = module.show("out")
    assert len((folder / "out.txt").read_text()) == 71 and "out.txt" in lines[-1]


def test_unseen_names_are_not_trained_on(folder):
    (folder / "names.txt").write_text("\n".join("n" + "abcdefghij"[i // 10] + "abcdefghij"[i % 10] for i in range(100)))
    train, held = recipe("names")(".").parts
    rows = [{tuple(row) for row in part.tensors[0].tolist()} for part in (train, held)]
    assert (len(train), len(held)) == (90, 10) and not rows[0] & rows[1]


def test_the_toy_grammar_says_what_it_says():
    draw = np.random.default_rng(1)
    words = list(WORDS)
    for _ in range(200):
        tree, says = phrase(draw, 3)
        assert says == meaning(tree, words)


def meaning(tree, words):
    """What a tree says, read from its words alone."""
    if tree.word is not None:
        return WORDS[words[tree.word]]
    left = words[tree.left.word] if tree.left.word is not None else None
    if left == "not":
        return -meaning(tree.right, words)
    if left in ("very", "but"):
        return meaning(tree.right, words)
    return meaning(tree.left, words) if left else meaning(tree.right, words)


@pytest.mark.slow
def test_digits_are_read_also_by_a_network_made_small():
    mt.manual_seed(0)
    module = recipe("digits")()
    trainer = mt.train.Trainer(max_epochs=12, enable_progress_bar=False)
    trainer.fit(module)
    accuracy, net = trainer.callback_metrics["accuracy"], module.eval().net
    assert accuracy > 0.97
    ready = prepare(fold_batch_norm(net))
    with mt.no_grad():
        ready(next(iter(module.train_dataloader()))[0])
    small = {"int8": (convert(ready), 0.3), "float16": (deepcopy(net).half(), 0.51)}
    for name, (made, most) in small.items():             # half a point at most
        assert size_of(made) < most * size_of(net), name
        if name == "float16":                            # is kept in two bytes, and computes in four
            module.net.load_state_dict(made.state_dict())
        else:
            module.net = made
        assert module.report()["accuracy"] >= accuracy - 0.005, name
        module.net = net


def test_every_recipe_is_named_in_the_help(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert all(name in text for name in RECIPES)
