"""`minitorch train`: it learns, says so, can be stopped and resumed, and explains wrong arguments."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import idx_files as idx
import pytest

import minitorch as mt
from minitorch.display.text import this_command
from minitorch.tools.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty current folder, and no prompt at which someone types (tests of notebooks leave IPython's)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delattr(sys, "ps1", raising=False)
    return tmp_path


def curves(path):
    return mt.load(path)["history"]


@pytest.mark.needs("dot")
def test_train_on_the_packaged_digits(here, capsys):
    assert main(["train", "--epochs", "2"]) == 0
    said = capsys.readouterr().out
    assert "digits: 1,437 real images of 8×8 to train on, 360 held out" in said
    assert len(re.findall(r"^epoch +\d/2  loss \d\.\d{4}  accuracy \d+\.\d %$", said, re.M)) == 2
    assert float(re.search(r"^test accuracy: (\d+\.\d) % .without dropout and shifts, which .*$", said, re.M)[1]) > 80
    picture = re.search(r"^the computational graph of one loss: (.*)$", said, re.M)[1]
    assert picture == "digits-mlp.svg" and "operations" in (here / picture).read_text(encoding="utf-8")
    last = said.rstrip().splitlines()[-1]
    command = shlex.split(last.removeprefix("Next, the first lesson: ").removesuffix(" lab"))
    assert last.endswith(" lab")
    assert subprocess.run([*command, "--version"], capture_output=True, text=True).stdout.startswith("minitorch ")
    assert set(mt.load("digits-mlp.mt")["model"]) >= {"1.weight", "1.bias"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("model", ["mlp", "cnn"])
def test_the_default_run_reads_98_percent_of_the_held_out_fifth(here, capsys, model, seed):
    assert main(["train", "--model", model, "--seed", str(seed)]) == 0
    assert float(re.search(r"test accuracy: (\d+\.\d) %", capsys.readouterr().out)[1]) >= 98


@pytest.mark.parametrize("model", ["mlp", "cnn"])
def test_train_on_mnist_files(here, capsys, model):
    idx.write(here / "files", idx.TRAIN, 300)
    idx.write(here / "files", idx.TEST, 40, zipped=True)
    assert main(shlex.split(f"train --data mnist --root files --model {model} --epochs 2 --save run.mt")) == 0
    said = capsys.readouterr().out
    assert "mnist: 300 images of 28×28 to train on, 40 held out" in said and "test accuracy: " in said
    assert (here / "run.mt").exists() and list(here.glob("run.[sd]*"))


def test_with_t10k_files_alone_the_last_fifth_is_held_out(here, capsys):
    idx.write(here, idx.TEST, 100)
    assert main(shlex.split("train --data mnist --root . --epochs 1")) == 0
    assert "training on the first 80 of their images, testing on the last 20" in capsys.readouterr().out


def test_where_nothing_draws_the_graph_is_text_and_a_line_says_what_to_install(here, capsys, monkeypatch):
    monkeypatch.setattr("minitorch.viz.render.ENGINES", [])
    assert main(["train", "--epochs", "1"]) == 0
    said = capsys.readouterr().out
    assert "digits-mlp.svg was not drawn; its text is in digits-mlp.dot." in said and "pip install pygraphviz" in said
    assert "the computational graph of one loss: digits-mlp.dot\n" in said
    assert Path("digits-mlp.dot").read_text(encoding="utf-8").startswith("digraph")


def test_the_seed_decides_everything(here):
    for name, seed in ("a", 1), ("b", 1), ("c", 2):
        main(shlex.split(f"train --epochs 1 --seed {seed} --save {name}.mt"))
    assert curves("a.mt") == curves("b.mt") != curves("c.mt")


class Interrupting:
    """Ctrl-C after a number of training steps."""

    def __init__(self, steps):
        self.steps = steps

    def __call__(self, model, loss_of, optimizer, inputs, targets):
        from minitorch.train import training_step
        self.steps -= 1
        if self.steps < 0:
            raise KeyboardInterrupt
        return training_step.library(model, loss_of, optimizer, inputs, targets)


def interrupted(command, steps):
    from minitorch.engine.piece import mount
    from minitorch.train import training_step
    stop = Interrupting(steps)

    def step(model, loss_of, optimizer, inputs, targets):
        return stop(model, loss_of, optimizer, inputs, targets)
    with mount(training_step, step):
        return main(shlex.split(command))


def test_ctrl_c_keeps_the_last_whole_checkpoint_and_the_command_it_names_goes_on(here, capsys):
    main(shlex.split("train --epochs 4 --save whole.mt"))
    capsys.readouterr()
    assert interrupted("train --epochs 4 --save 'my run.mt'", steps=60) == 130          # 23 steps an epoch
    said = capsys.readouterr().out
    assert "The last whole checkpoint is my run.mt, after epoch 2 of 4. To go on:" in said
    assert [e["epoch"] for e in curves("my run.mt")] == [1, 2]
    command = said.strip().splitlines()[-1].strip()
    assert command == f"{this_command()} train --resume 'my run.mt'"
    assert main(shlex.split(command.removeprefix(this_command()))) == 0
    assert "going on from my run.mt, after epoch 2 of 4" in capsys.readouterr().out
    assert curves("my run.mt") == curves("whole.mt")
    whole, resumed = mt.load("whole.mt"), mt.load("my run.mt")
    for name, value in whole["model"].items():
        assert resumed["model"][name].tolist() == value.tolist()


def test_ctrl_c_before_anything_is_whole_says_so(here, capsys):
    assert interrupted("train --epochs 4 --seed 3", steps=5) == 130
    said = capsys.readouterr().out
    assert f"nothing is saved. To start again:\n    {this_command()} train --epochs 4 --seed 3" in said
    assert list(here.iterdir()) == []


def test_a_finished_run_is_only_evaluated_again(here, capsys):
    main(shlex.split("train --epochs 1"))
    first = re.search("test accuracy.*", capsys.readouterr().out)[0]
    assert main(shlex.split("train --resume digits-mlp.mt")) == 0
    said = capsys.readouterr().out
    assert "loss 0" not in said and re.search("test accuracy.*", said)[0] == first


FAILING = [("train --data mnist", "needs --root DIR, the folder with MNIST's files: train-images-idx3-ubyte"),
           ("train --root .", "--root goes with --data mnist"),
           ("train --data mnist --root .", "needs train-images-idx3-ubyte and train-labels.*folder is empty"),
           ("train --data mnist --root nowhere", "that folder does not exist"),
           ("train --resume none.mt", "There is no file none.mt"),
           ("train --save nowhere/x.mt", "--save nowhere/x.mt: there is no folder .*nowhere"),
           ("train --save .", "--save . is a folder; name a file in it"),
           ("train --save ''", "--save needs the name of a file; it was given an empty one"),
           ("train --resume ''", "--resume needs the name of a file; it was given an empty one"),
           (f"train --save {300 * 'a'}.mt", "no file can have this name")]


@pytest.mark.parametrize("command, message", FAILING)
def test_what_cannot_be_done_is_said_in_one_line(here, capsys, command, message):
    assert main(shlex.split(command)) == 1
    said = capsys.readouterr().err
    assert re.search(message, said) and said.startswith("minitorch train: ") and said.count("\n") == 1
    assert list(here.iterdir()) == []


def test_a_folder_that_takes_no_file_is_told_of_before_training(here, capsys, monkeypatch):
    def full(**settings):
        raise OSError(30, "Read-only file system")
    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert main(["train"]) == 1
    said = capsys.readouterr()
    assert not said.out and re.fullmatch(
        r"minitorch train: --save digits-mlp.mt: \S+ cannot be written to \(Read-only file system\)\.\n", said.err)


def test_a_picture_that_cannot_be_written_does_not_lose_the_training(here, capsys):
    for kind in ("svg", "dot"):
        (here / f"digits-mlp.{kind}").mkdir()
    assert main(["train", "--epochs", "1"]) == 0
    said = capsys.readouterr().out
    assert "the computational graph of one loss could not be written: " in said and said.endswith("minitorch lab\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
@pytest.mark.parametrize("command, code", [("minitorch doctor", 1), ("minitorch train --epochs 9", 1)])
def test_a_reader_that_goes_away_ends_the_command_quietly(here, command, code):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([sys.executable, "-m", *shlex.split(command)], stdout=writing, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (code, "")


def test_a_terminal_without_all_letters_gets_a_question_mark(here):
    done = subprocess.run([sys.executable, "-m", "minitorch.tools.cli", "train", "--epochs", "1"], capture_output=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}, check=True)
    assert b"images of 8?8 to train on" in done.stdout and not done.stderr


def test_resume_refuses_other_settings_and_foreign_files(here, capsys):
    main(shlex.split("train --epochs 1 --save run.mt"))
    assert main(shlex.split("train --resume run.mt --model cnn")) == 1
    assert "run.mt was begun with --model mlp, and can only continue like that, not with cnn" in (
        capsys.readouterr().err)
    for name, data, message in [("empty.mt", b"", "empty.mt is empty"),
                                ("cut.mt", Path("run.mt").read_bytes()[:-500], "cut.mt is cut short or damaged"),
                                ("idx.mt", idx.idx(idx.bars(2)[0]), "an IDX file")]:
        Path(name).write_bytes(data)
        assert main(["train", "--resume", name]) == 1
        assert message in capsys.readouterr().err


@pytest.mark.parametrize("command, message", [
    ("train --epochs 0", "--epochs: needs a whole number, 1 or more, not '0'"),
    ("train --seed x", "--seed: needs a whole number, 0 or more, not 'x'"),
    ("train --data cifar", "--data: invalid choice: 'cifar'"), ("fly", "invalid choice: 'fly'")])
def test_wrong_arguments_exit_with_2(here, capsys, command, message):
    with pytest.raises(SystemExit) as stop:
        main(shlex.split(command))
    assert stop.value.code == 2 and message in capsys.readouterr().err


def test_no_command_shows_help(capsys):
    assert main([]) == 2 and "train a network on handwritten digits" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore:(overflow|invalid value) encountered:RuntimeWarning")    # NumPy says so too
def test_a_loss_of_nan_is_an_error_with_the_step(here, capsys, monkeypatch):
    from minitorch.train import recipes
    monkeypatch.setitem(recipes.SETTINGS, ("digits", "mlp"), (64, 2, 1e30))
    with pytest.warns(UserWarning, match="the loss is (nan|inf), and so all gradients"):
        assert main(["train"]) == 1
    assert re.search(r"the loss is (nan|inf) at step \d+ of epoch 1", capsys.readouterr().err)
