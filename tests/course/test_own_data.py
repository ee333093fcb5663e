"""What a learner wrote in lesson 5 deals the library's batches, steps its optimiser, measures and saves its runs."""

import pytest
from course.answers import of
from course.written import cell

import minitorch as mt
from minitorch import learn, nn
from minitorch.course.evidence import judge
from minitorch.course.exercises.lesson_5 import VERSIONS
from minitorch.course.record import find
from minitorch.course.session import submit
from minitorch.data import DataLoader, RandomSampler, TensorDataset, WeightedRandomSampler
from minitorch.train import Checkpoint, evaluate, train

answers = of(5)


@pytest.fixture(autouse=True)
def inside(own_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def mounted(id, text=None):
    """An answer mounted; the list that its calls are noted in."""
    record, calls = find(id), []
    mine = cell(text or answers.REFERENCE[id], cell(answers.HELPERS))[record.name]
    answer = submit(record, mine)
    assert answer.verdict.state == "right", answer.verdict.text
    answer.mount.remove()

    def noted(*inputs, **settings):
        calls.append(inputs)
        return mine(*inputs, **settings)
    answer.mount = mt.piece.mount(record.piece(), record.adapt(noted))
    return calls


def run(epochs, path=None, scheduled=True):
    """A run with all that has a state; its history, its weights, its measures."""
    mt.manual_seed(3)
    x = mt.randn(22, 4)
    data = TensorDataset(x, (x[:, 0] > 0).long())
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 2))
    loader = DataLoader(data, 8, shuffle=True)
    optimizer = mt.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scheduler = mt.optim.lr_scheduler.StepLR(optimizer, 2, 0.5) if scheduled else None
    history = train(model, loader, optimizer, epochs=epochs, scheduler=scheduler, checkpoint=path)
    return history, [p.tolist() for p in model.parameters()], evaluate(model, DataLoader(data, 8))


@pytest.mark.parametrize("id", ["5.2", "5.3", "5.5", "5.6"])
def test_a_run_on_ones_own_piece_is_the_same_run(id, capsys):
    wanted = run(3)
    for text in (answers.REFERENCE[id], *answers.OTHERS[id][:2]):
        calls = mounted(id, text)
        history, weights, measures = run(3)
        assert calls, "the library's own ran"
        if id != "5.3" or text == answers.REFERENCE[id]:        # another shuffle is another run
            assert (history, weights) == wanted[:2] and measures == pytest.approx(wanted[2])
        assert capsys.readouterr().err == ""
        learn.reset()


SEVERAL = [                              # exercise, the answer with a slip, another slip besides, what is named
    ("5.6", "mean of means", "model.train(mode)", "model.train()", "mean of means + always training"),
    ("5.6", "batch losses over samples", "    model.train(mode)\n", "",
     "batch losses over samples + mode not restored"),
    ("5.6", "batch losses over samples", "loss / count", "loss / len(loader)", "mean of batches"),
    ("5.6", "mean of means", "    model.eval()\n", "", "dropout live + mean of means"),
    ("5.7", "schedule lost", "        generator.set_state(state[\"generator\"])\n", "",
     "schedule lost"),                   # the other hides behind it: only a run with a right schedule shows it
    ("5.7", "epoch lost", "        generator.set_state(state[\"generator\"])\n", "", "shuffles differ + epoch lost"),
    ("5.8", "draws again", " or not (ys == 10 * xs).all()", "", "labels apart + draws again"),
    ("5.8", "always one order", "range(2)", "range(1)", "only once + always one order"),
]


@pytest.mark.parametrize("id, slip, before, after, named", SEVERAL)
def test_of_several_slips_each_is_named(id, slip, before, after, named):
    text = answers.WRONG[id][slip].replace(before, after, 1)
    assert text != answers.WRONG[id][slip]
    found = judge(find(id), cell(text, cell(answers.HELPERS))[find(id).name])
    assert found.state != "right" and found.misconception.name == named, found.text


def test_all_of_y_is_no_matter_of_tensors(capsys):
    found = judge(find("5.5"), cell(answers.WRONG["5.5"]["all of y"])["train_epoch"])
    assert found.state == "crashed" and "(8, 1)" in found.text and "Keep loss.item()" not in found.text


def test_no_loader_of_58_says_by_its_name_what_is_wrong_with_it():
    assert sorted(make.__name__ for make in VERSIONS.values()) == [f"loader_{letter}" for letter in "ABCDEFG"]


@pytest.mark.parametrize("own", [False, True], ids=["the library's", "one's own"])
@pytest.mark.parametrize("scheduled", [True, False])
def test_train_goes_on_from_a_checkpoint(own, scheduled, tmp_path):
    wanted = run(5, scheduled=scheduled)
    calls = mounted("5.7") if own else None
    first = run(2, tmp_path / "run.mt", scheduled)
    rest = run(5, tmp_path / "run.mt", scheduled)
    assert (first[0] + rest[0], rest[1:]) == (wanted[0], wanted[1:])
    assert calls is None or len(calls) == 2


def test_a_loaders_own_stream_goes_on_too(tmp_path):
    mounted("5.7")
    model = nn.Linear(2, 2)
    optimizer = mt.optim.SGD(model.parameters(), lr=0.1)
    own = mt.Generator().manual_seed(4)
    keeper = Checkpoint(tmp_path / "run.mt")
    keeper.save(model, optimizer, None, own, 1)
    drawn = mt.randn(3).tolist(), own.numpy.random()
    assert keeper.resume(model, optimizer, None, own) == 1
    assert (mt.randn(3).tolist(), own.numpy.random()) == drawn


def test_what_no_exercise_promised_stays_the_librarys():
    calls = mounted("5.2")
    for sampler in (RandomSampler(range(5), replacement=True), WeightedRandomSampler([1.0] * 5, 5)):
        assert sum(len(batch) for batch in DataLoader(mt.arange(5), 2, sampler=sampler)) == 5
    assert not calls
    assert len(list(DataLoader(mt.arange(5), 2))) == 3 and calls


def test_a_step_on_inputs_that_are_no_tensor_stays_the_librarys():
    calls = mounted("5.5")

    class Pair(nn.Linear):
        def forward(self, inputs):
            return super().forward(inputs["a"])
    model, y = Pair(2, 2), mt.tensor([0, 1, 1])
    train(model, [({"a": mt.ones(3, 2)}, y)], mt.optim.SGD(model.parameters(), lr=0.1))
    assert not calls
