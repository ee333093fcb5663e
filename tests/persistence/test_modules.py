"""Whole models in files: both ways of saving that the lecture shows, and no code of a class run by loading."""

import io
import subprocess
import sys
import types

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F
from minitorch.serialization import LoadError


class TheModelClass(nn.Module):
    """The lecture's."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = x.view(-1, 16 * 5 * 5)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


@pytest.fixture
def PATH(tmp_path):
    return tmp_path / "model.pt"


def file_of(value):
    file = io.BytesIO()
    mt.save(value, file)
    file.seek(0)
    return file


def again(value, **settings):
    return mt.load(file_of(value), **settings)


def test_the_lectures_state_dict(capsys):
    model = TheModelClass()
    for param_tensor in model.state_dict():
        print(param_tensor, "\t", model.state_dict()[param_tensor].size())
    assert [line.split("\t")[1].strip() for line in capsys.readouterr().out.splitlines()] == [
        f"minitorch.Size([{shape}])" for shape in ("6, 3, 5, 5", "6", "16, 6, 5, 5", "16", "120, 400", "120",
                                                   "84, 120", "84", "10, 84", "10")]


def test_the_lectures_two_ways_of_saving(PATH):
    model, x = TheModelClass(), mt.randn(2, 3, 32, 32)
    mt.save(model.state_dict(), PATH)
    other = TheModelClass()
    other.load_state_dict(mt.load(PATH))
    assert other(x).tolist() == model(x).tolist()

    mt.save(model, PATH)
    whole = mt.load(PATH)
    assert type(whole) is TheModelClass and repr(whole) == repr(model) and whole(x).tolist() == model(x).tolist()
    whole(x).sum().backward()
    assert all(p.grad is not None and type(p) is nn.Parameter for p in whole.parameters())


class Odd(nn.Module):
    """A bit of everything that a module may hold."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.tied = nn.Linear(2, 2)
        self.tied.weight = self.first.weight
        self.same = self.first
        self.bend, self.mine, self.norm = F.relu, mt.tanh, nn.BatchNorm1d(2)
        self.sizes, self.table, self.scale = (2, 2), {"a": [1]}, mt.tensor([2.0])
        self.hidden = [nn.Linear(2, 2)]
        self.register_buffer("seen", mt.zeros(2))
        self.register_buffer("cache", mt.ones(2), persistent=False)
        self.register_parameter("none", None)
        self.rows = nn.ParameterList([mt.ones(2)])
        self.net = nn.Sequential(nn.Dropout(0.5), nn.ModuleDict({"x": nn.ModuleList([nn.Identity()])}))
        self.parent = [self]

    def forward(self, x):
        return self.bend(self.norm(self.tied(self.first(x)))) + self.mine(self.scale) * self.rows[0]


def test_all_that_a_module_holds_comes_back():
    model = Odd().eval()
    model.first.weight.requires_grad_(False)
    found = again(model)
    x = mt.randn(3, 2)
    assert repr(found) == repr(model) and found(x).tolist() == model(x).tolist()
    assert found.tied.weight is found.first.weight and found.same is found.first and found.parent[0] is found
    assert not found.first.weight.requires_grad and found.first.bias.requires_grad and not found.training
    assert list(found.state_dict()) == list(model.state_dict()) and found.cache.tolist() == [1, 1]
    assert found.bend is F.relu and found.mine is mt.tanh and found.sizes == (2, 2) and found.table == {"a": [1]}
    assert found.none is None and found.seen is found._buffers["seen"] and type(found.hidden[0]) is nn.Linear
    found.register_forward_hook(lambda module, inputs, output: output * 0)       # it is a module like any other
    assert found(x).sum().item() == 0 and model(x).sum().item() != 0


def test_a_model_stands_among_other_values():
    found = again({"epoch": 3, "models": [nn.Linear(1, 2), nn.ReLU()]})
    assert [repr(m) for m in found["models"]] == [repr(nn.Linear(1, 2)), "ReLU()"]


def layers():
    """Every layer that can be made from small numbers."""
    for name in nn.__all__:
        cls = getattr(nn, name)
        if not (isinstance(cls, type) and issubclass(cls, nn.Module) and cls is not nn.Module):
            continue
        for settings in ((), (2,), (2, 2), (2, 2, 2), (2, 2, 2, 2), ([2],), (1, 2, 3, 4, 5)):
            try:
                yield name, cls(*settings)
                break
            except Exception:
                continue


@pytest.mark.parametrize("name, layer", list(layers()), ids=lambda v: v if isinstance(v, str) else "")
def test_every_layer_comes_back(name, layer):
    found = again(layer)
    assert type(found) is type(layer) and repr(found) == repr(layer)
    assert vars(found).keys() == vars(layer).keys()
    assert repr(found.state_dict()) == repr(layer.state_dict())


def test_a_lazy_layer_comes_back_waiting():
    found = again(nn.Sequential(nn.LazyLinear(3), nn.LazyBatchNorm1d(dtype=mt.float64)))
    assert found[0].weight.requires_grad and found[0].has_uninitialized_params()
    assert found[0](mt.ones(2, 5)).shape == (2, 3) and type(found[0]) is nn.Linear
    assert found[1].weight.dtype is mt.float64


def test_a_parametrized_layer_is_refused_with_what_to_do():
    layer = nn.utils.parametrizations.weight_norm(nn.Linear(2, 2))
    with pytest.raises(TypeError, match=r"it is parametrized, .* Save its state_dict\(\), or call remove_parametr"):
        mt.save(layer, io.BytesIO())
    assert list(again(layer.state_dict())) == list(layer.state_dict())


def test_loading_imports_nothing(PATH):
    mt.save(nn.Sequential(nn.Linear(1, 1)), PATH)
    data = PATH.read_bytes()
    PATH.write_bytes(data.replace(b'["minitorch.nn", "Linear"]', b'["antigravity.x", "Linea"]'))
    code = f"import sys, minitorch\ntry: minitorch.load({str(PATH)!r})\n" \
           "except RuntimeError as e: print('antigravity' in sys.modules, e)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("False") and "cut short or damaged" in done.stdout, done


def test_a_program_that_has_named_no_layer_opens_files_that_hold_some(PATH):
    mt.save([nn.Sequential(nn.Linear(2, 1), nn.ReLU()), nn.Parameter(mt.ones(2)), nn.LazyLinear(3), nn.functional.gelu],
            PATH)
    code = f"import minitorch; print(*[type(x).__name__ for x in minitorch.load({str(PATH)!r})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "Sequential Parameter LazyLinear function\n", done


def test_a_model_of_the_main_program_opens_in_another_that_has_its_class(PATH):
    code = ("import minitorch as mt\nclass Net(mt.nn.Linear): pass\n"
            f"mt.save(Net(2, 1), {str(PATH)!r})\nprint(type(mt.load({str(PATH)!r})).__name__)")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "Net\n"
    with pytest.raises(LoadError, match="class Net of module __main__"):
        mt.load(PATH)
    Net = type("Net", (nn.Linear,), {})
    assert mt.load(PATH, classes=[Net])(mt.ones(2)).shape == (1,)


def test_what_no_file_can_hold_is_said_when_saving():
    model = Odd()
    model.config = types.SimpleNamespace(width=3)
    with pytest.raises(TypeError, match="cannot keep config: a SimpleNamespace"):
        mt.save(model, io.BytesIO())
    model = nn.Sequential(nn.Linear(1, 1))
    model[0].act = lambda x: x
    with pytest.raises(TypeError, match=r"cannot keep _modules\['0'\].act: a function. Files hold no code"):
        mt.save(model, io.BytesIO())
    model = nn.Linear(1, 1)
    model.__dict__["forward"] = mt.relu
    with pytest.raises(TypeError, match="its attribute forward hides the method Linear.forward"):
        mt.save(model, io.BytesIO())
    with pytest.raises(TypeError, match="has __slots__"):
        mt.save(type("Net", (nn.Linear,), {"__slots__": ("x",)})(1, 1), io.BytesIO())


def test_hooks_stay_behind_and_that_is_said():
    model = nn.Sequential(nn.Linear(1, 1))
    model[0].register_forward_hook(lambda *a: None)
    with pytest.warns(UserWarning, match=r"those of _modules\['0'\] \(Linear\) are not saved"):
        assert not again(model)[0]._forward_hooks
