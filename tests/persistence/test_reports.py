"""What load_state_dict says when names or shapes do not fit: all of it, and what would make it fit."""

import pytest

import minitorch as mt
from minitorch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.fc1, self.fc2 = nn.Conv2d(3, 6, 5), nn.Linear(4, 3), nn.Linear(3, 2)


def named(change):
    return lambda state: {change(name): x for name, x in state.items()}


CASES = {
    "missing": (lambda s: {n: x for n, x in s.items() if "fc2" not in n},
                ['Missing key(s) in state_dict: "fc2.weight", "fc2.bias".']),
    "near": (named(lambda n: n.replace("fc1", "fc_1")), ['"fc_1.weight" (is it "fc1.weight"?), "fc_1.bias" (is']),
    "each near name is offered once": (named(lambda n: n.replace("fc2", "fc3")),
                                       ['"fc3.weight" (is it "fc2.weight"?), "fc3.bias" (is it "fc2.bias"?).']),
    "wrapped": (named(lambda n: "module." + n),
                ['All of them begin with "module." (they were saved from a wrapped model); without it they fit: '
                 '{name.removeprefix("module."): x for name, x in state_dict.items()}.']),
    "a part": (named(lambda n: "net.backbone." + n), ['All of them begin with "net.backbone."; without it they fit']),
    "a checkpoint": (lambda s: {"model": s, "epoch": 3}, ['The names are inside one entry: pass state_dict["model"].']),
    "turned": (lambda s: {**s, "fc1.weight": s["fc1.weight"].T},
               ["size mismatch for fc1.weight: copying a param with shape minitorch.Size([4, 3]) from checkpoint, the "
                "shape in current model is minitorch.Size([3, 4]). Was it stored transposed? Its .T would fit."]),
    "sizes": (lambda s: {**s, "fc1.bias": mt.ones(5), "fc2.bias": mt.ones(1)},
              ["shape minitorch.Size([5]) from checkpoint, the shape in current model is minitorch.Size([3]).",
               "Size([1]) from checkpoint"]),
    "no tensor": (lambda s: {**s, "fc1.bias": None}, ['"fc1.bias" holds NoneType, not a tensor.']),
}


@pytest.mark.parametrize("case", CASES)
def test_what_does_not_fit_is_said_with_what_would(case):
    change, wanted = CASES[case]
    with pytest.raises(RuntimeError) as caught:
        Net().load_state_dict(change(Net().state_dict()))
    text = str(caught.value)
    assert text.startswith("Error(s) in loading state_dict for Net:\n\t")
    assert all(part in text for part in wanted), text
    assert "(is it" not in text or "near" in case


def test_a_backbone_for_a_whole_model():
    whole = nn.Sequential({"backbone": Net(), "head": nn.Linear(2, 1)})
    with pytest.raises(RuntimeError, match=r'With "backbone." before each they fit: \{"backbone." \+ name: x for name, '
                                           r'x in state_dict.items\(\)\}, or load them into model.backbone'):
        whole.load_state_dict(Net().state_dict())


def test_a_whole_model_is_no_state_dict():
    with pytest.raises(TypeError, match=r"got Net: a whole model. Use it as it is, or pass its .state_dict\(\)"):
        Net().load_state_dict(Net())
    with pytest.raises(TypeError, match=r"got list: pass what model.state_dict\(\) or minitorch.load\(path\) returned"):
        Net().load_state_dict([1])


def test_a_model_with_a_thousand_other_names_is_told_at_once():
    with pytest.raises(RuntimeError, match='"other.999".$'):
        nn.Sequential(*[nn.Linear(1, 1) for _ in range(100)]).load_state_dict(
            {f"other.{i}": mt.ones(1) for i in range(1000)})
