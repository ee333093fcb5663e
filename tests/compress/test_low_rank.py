"""LoRA changes nothing at first and folds away; the best low rank is the SVD's; distillation follows a teacher."""

from copy import deepcopy

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.compress import LoRALinear, add_lora, distillation_loss, factorise, merge_lora


@pytest.fixture(autouse=True)
def seeded():
    mt.manual_seed(0)


def network():
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 8), nn.ReLU()), nn.Linear(8, 3))


def test_lora_trains_few_numbers_and_folds_away():
    model, x, y = network(), mt.randn(40, 6), mt.randint(3, (40,))
    before, shape = model(x), repr(model)
    frozen = deepcopy(model.state_dict())
    add_lora(model, rank=2, alpha=4.0)
    assert mt.equal(model(x), before)
    trained = [p for p in model.parameters() if p.requires_grad]
    assert sum(p.numel() for p in trained) == 2 * (6 + 8 + 8 + 8 + 8 + 3)
    optimizer = mt.optim.Adam(trained, lr=0.05)
    losses = []
    for _ in range(40):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]
    assert mt.equal(model[2][0].layer.weight, frozen["2.0.weight"])
    after = model(x)
    merge_lora(model)
    assert repr(model) == shape and mt.allclose(model(x), after, atol=1e-5)
    assert not mt.equal(model[0].weight, frozen["0.weight"])


def test_lora_where_it_is_wanted():
    model = add_lora(network(), where=lambda path: path.startswith("2"))
    assert isinstance(model[2][0], LoRALinear) and type(model[0]) is nn.Linear
    assert not model[0].weight.requires_grad
    alone = add_lora(nn.Linear(3, 2), rank=1)
    assert isinstance(alone, LoRALinear) and type(merge_lora(alone)) is nn.Linear
    with pytest.raises(ValueError, match="`where` accepts no Linear"):
        add_lora(network(), where=lambda path: False)
    with pytest.raises(ValueError, match="rank=0 must be 1 or more"):
        LoRALinear(nn.Linear(2, 2), rank=0)


@pytest.mark.parametrize("rank", [1, 3, 5])
def test_the_best_low_rank_is_the_svds(rank):
    layer, x = nn.Linear(7, 5), mt.randn(3, 7)
    pair = factorise(layer, rank)
    product = (pair[1].weight @ pair[0].weight).detach().numpy()
    weight = layer.weight.detach().numpy()
    values = np.linalg.svd(weight, compute_uv=False)
    np.testing.assert_allclose(np.linalg.norm(weight - product), np.sqrt((values[rank:] ** 2).sum()), atol=1e-5)
    if rank == 5:
        assert mt.allclose(pair(x), layer(x), atol=1e-5)
    with pytest.raises(ValueError, match="must be from 1 to 5"):
        factorise(layer, 6)


def test_distillation_is_its_formula(torch):
    logits, teacher = mt.randn(4, 5, requires_grad=True), mt.randn(4, 5, requires_grad=True)
    target = mt.tensor([0, 4, 2, 2])
    loss = distillation_loss(logits, teacher, target, temperature=2.0, alpha=0.7)
    loss.backward()
    assert teacher.grad is None
    a, b = torch.tensor(logits.detach().numpy(), requires_grad=True), torch.tensor(teacher.detach().numpy())
    F = torch.nn.functional
    wanted = 0.7 * 4 * F.kl_div(F.log_softmax(a / 2, 1), F.softmax(b / 2, 1), reduction="batchmean") + \
        0.3 * F.cross_entropy(a, torch.tensor(target.numpy()))
    wanted.backward()
    assert loss.item() == pytest.approx(wanted.item(), rel=1e-5)
    np.testing.assert_allclose(logits.grad.numpy(), a.grad.numpy(), atol=1e-6)


def test_distillation_by_the_teacher_alone_is_zero_where_both_agree():
    logits = mt.randn(4, 5)
    assert abs(distillation_loss(logits, logits + 3).item()) < 1e-6
    assert distillation_loss(logits, -logits).item() > 0.1
    with pytest.raises(ValueError, match="temperature=0 must be larger than 0"):
        distillation_loss(logits, logits, temperature=0)
