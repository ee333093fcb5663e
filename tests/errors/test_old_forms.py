"""Old forms that lectures use: they run, or say what is written today."""

import itertools
import warnings

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.autograd import Variable

F = nn.functional


def told(kind, call):
    with pytest.raises(kind) as raised:
        call()
    return str(raised.value)


# size_average and reduce

LOSSES = [(nn.MSELoss, "mse_loss"), (nn.L1Loss, "l1_loss"), (nn.SmoothL1Loss, "smooth_l1_loss"),
          (nn.KLDivLoss, "kl_div"), (nn.BCEWithLogitsLoss, "binary_cross_entropy_with_logits"),
          (nn.PoissonNLLLoss, "poisson_nll_loss"),
          (nn.SoftMarginLoss, "soft_margin_loss"), (nn.CrossEntropyLoss, "cross_entropy"), (nn.NLLLoss, "nll_loss"),
          (nn.BCELoss, "binary_cross_entropy"), (nn.HingeEmbeddingLoss, "hinge_embedding_loss"),
          (nn.MultiMarginLoss, "multi_margin_loss"), (nn.MultiLabelSoftMarginLoss, "multilabel_soft_margin_loss")]
WORDS = {(None, None): "mean", (True, None): "mean", (False, None): "sum", (None, True): "mean", (None, False): "none",
         (True, True): "mean", (False, True): "sum", (True, False): "none", (False, False): "none"}


@pytest.mark.parametrize(("kind", "name"), LOSSES, ids=[name for _, name in LOSSES])
def test_two_bools_stand_for_one_word(kind, name):
    scores = mt.tensor([[0.2, 0.7, 0.4], [0.9, 0.1, 0.5]])
    labels = name in ("cross_entropy", "nll_loss", "multi_margin_loss")
    target = mt.tensor([2, 0]) if labels else mt.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    for (average, reduce), word in WORDS.items():
        wanted = getattr(F, name)(scores, target, reduction=word)
        for found in (getattr(F, name)(scores, target, size_average=average, reduce=reduce),
                      kind(size_average=average, reduce=reduce)(scores, target)):
            assert found.tolist() == wanted.tolist()


def test_every_loss_that_has_them_in_pytorch_takes_them():
    from inspect import signature
    old = [name for name in dir(F) if name.endswith("_loss") or name in ("kl_div", "cross_entropy")]
    without = {"ctc_loss", "huber_loss", "gaussian_nll_loss", "triplet_margin_with_distance_loss"}
    for name in old:
        body = getattr(getattr(F, name), "library", getattr(F, name))
        assert ("size_average" in signature(body).parameters) == (name not in without), name


@pytest.mark.needs("torch")
@pytest.mark.filterwarnings("ignore")
def test_the_two_bools_mean_what_they_mean_in_pytorch(torch):
    for average, reduce in itertools.product((None, True, False), repeat=2):
        from torch.nn._reduction import legacy_get_string
        assert legacy_get_string(average, reduce, emit_warning=False) == WORDS[average, reduce]


# Variables, typed tensors, .data

def test_variables_are_tensors():
    x = mt.ones(2)
    assert Variable(x) is x and isinstance(x, Variable) and mt.autograd.Variable is Variable
    w = Variable(x, requires_grad=True)
    (w * 2).sum().backward()
    assert w.grad.data.tolist() == [2, 2] and not x.requires_grad
    with pytest.warns(UserWarning, match=r"volatile was removed and has no effect: compute under `with no_grad\(\):`"):
        Variable(x, volatile=True)


def test_loss_data_0_names_item():
    text = told(IndexError, lambda: mt.ones(3).sum().data[0])
    assert "Use x.item() for it as a Python number (loss.item(), where old code has loss.data[0])." in text


def test_max_along_a_dimension_gives_values_and_places():
    values, predicted = mt.max(mt.tensor([[1.0, 3.0], [5.0, 2.0]]).data, 1)
    assert values.tolist() == [3, 5] and predicted.tolist() == [1, 0]
    assert mt.max(mt.ones(2, 3), 1, keepdim=True)[1].shape == (2, 1)


@pytest.mark.parametrize(("name", "dtype"), [
    ("FloatTensor", "float32"), ("DoubleTensor", "float64"), ("HalfTensor", "float16"), ("LongTensor", "int64"),
    ("IntTensor", "int32"), ("ShortTensor", "int16"), ("CharTensor", "int8"), ("ByteTensor", "uint8"),
    ("BoolTensor", "bool")])
def test_typed_tensors_are_made_asked_for_and_cast_to(name, dtype):
    kind, dtype = getattr(mt, name), getattr(mt, dtype)
    assert kind([1, 0]).dtype is dtype and kind(2, 3).shape == (2, 3) and isinstance(kind(2), kind)
    assert not isinstance(mt.ones(1, dtype=mt.complex64), kind)
    x = mt.ones(2)
    assert x.type(kind).dtype is x.type(f"torch.{name}").dtype is x.type(dtype).dtype is dtype
    assert x.type(kind).type() == f"minitorch.{name}"


def test_a_type_that_is_unknown_lists_those_there_are():
    assert "invalid type: 'torch.FlotTensor'; there are FloatTensor, DoubleTensor" in told(
        ValueError, lambda: mt.ones(1).type("torch.FlotTensor"))


@pytest.mark.parametrize("call", [
    lambda: mt.ones(2).cuda(), lambda: mt.ones(2).type("torch.cuda.FloatTensor"), lambda: nn.Linear(2, 2).cuda(),
    lambda: mt.ones(2, device="cuda"), lambda: mt.ones(2).to("cuda:0")])
def test_without_a_gpu_old_and_new_ways_to_one_say_why(call):
    if gpu():
        pytest.skip("there is a GPU here")
    text = told(RuntimeError, call)
    assert text.startswith("No GPU is available: ")
    assert "Use device('cpu'), or in Colab: Runtime > Change runtime type > GPU. `minitorch doctor` says what" in text


def gpu():
    try:
        return bool(mt.backend.cupy())
    except RuntimeError:
        return False


def test_set_default_tensor_type():
    mt.set_default_tensor_type(mt.DoubleTensor)
    assert mt.zeros(1).dtype is mt.float64
    mt.set_default_tensor_type("torch.FloatTensor")
    assert mt.zeros(1).dtype is mt.float32
    assert "needs FloatTensor, DoubleTensor or HalfTensor, not 'torch.LongTensor'" in told(
        TypeError, lambda: mt.set_default_tensor_type("torch.LongTensor"))


def test_range_has_its_end_in_it():
    assert mt.range(0, 3).tolist() == [0.0, 1.0, 2.0, 3.0] and mt.range(0, 3).dtype is mt.float32
    assert mt.range(1, 2, 0.5).tolist() == [1, 1.5, 2] and mt.range(3, 1, -1).tolist() == [3, 2, 1]
    assert "inconsistent with step sign" in told(RuntimeError, lambda: mt.range(3, 1))


def test_new_tensors_from_old_ones():
    x = mt.tensor([[1, 2], [3, 4]])
    assert x.new(2, 3).shape == (2, 3) and x.new([5, 6]).tolist() == [5, 6] and x.new(1).dtype is mt.int64
    assert x.new_tensor([1.7]).dtype is mt.int64 and x.new_tensor([1.5], dtype=mt.float64).dtype is mt.float64
    assert x.new_zeros(2).dtype is mt.int64 and x.get_device() == -1
    assert x[1].storage_offset() == 2 and x.storage_offset() == 0 and x.T[1].storage_offset() == 1


# Old names of functions

@pytest.mark.parametrize("name", ["sigmoid", "tanh"])
def test_activations_in_functional(name):
    assert getattr(F, name)(mt.ones(2)).tolist() == getattr(mt, name)(mt.ones(2)).tolist()


@pytest.mark.parametrize(("name", "rest"), [
    ("normal", ()), ("uniform", ()), ("constant", (1.0,)), ("xavier_normal", ()), ("xavier_uniform", ()),
    ("kaiming_normal", ()), ("kaiming_uniform", ()), ("orthogonal", ())])
def test_names_of_nn_init_without_the_underscore(name, rest):
    x, y = mt.empty(3, 4), mt.empty(3, 4)
    mt.manual_seed(1)
    with pytest.warns(FutureWarning, match=f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`"):
        getattr(nn.init, name)(x, *rest)
    mt.manual_seed(1)
    getattr(nn.init, f"{name}_")(y, *rest)
    assert x.tolist() == y.tolist()


def test_clip_grad_norm_without_the_underscore():
    with pytest.warns(FutureWarning, match="`clip_grad_norm` is now deprecated in favor of `clip_grad_norm_`"):
        nn.utils.clip_grad_norm([mt.ones(1, requires_grad=True)], 1.0)


def test_a_training_step_of_the_old_days():
    model, first = nn.Linear(2, 1), None
    optimizer = mt.optim.SGD(model.parameters(), lr=0.01)
    x, y = Variable(mt.FloatTensor([[1, 2], [3, 4]])), Variable(mt.FloatTensor([[1], [2]]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(3):
            optimizer.zero_grad()
            loss = nn.MSELoss(size_average=True)(model(x), y)
            loss.backward()
            optimizer.step()
            for p in model.parameters():
                p.data.add_(-0.01 * p.grad.data)
            first = loss.data.item() if first is None else first
    assert loss.item() < first
