"""What optimisers and schedules refuse, and how they say so."""

import pytest

import minitorch as mt
from minitorch.optim import LBFGS, SGD, Adadelta, Adam, AdamW, Optimizer, RMSprop, lr_scheduler as S

X = mt.ones(2, requires_grad=True)
TWO = mt.tensor([0.1, 0.2])
REFUSED = [                                          # by the ones that few programs use, and of settings as Tensors
    (lambda: mt.optim.ASGD([X], weight_decay=-0.5), ValueError, "Invalid weight_decay value: -0.5"),
    (lambda: mt.optim.Rprop([X], etas=(1.1, 1.2)), ValueError, "Invalid eta values: 1.1, 1.2"),
    (lambda: mt.optim.Rprop([X], lr=-1), ValueError, "Invalid learning rate: -1"),
    (lambda: mt.optim.Adafactor([X], beta2_decay=0.8), ValueError, "beta2_decay should be <= 0 but is: 0.8"),
    (lambda: mt.optim.Adafactor([X], d=0.0), ValueError, "Clipping threshold d should be >= 1 but is: 0.0"),
    (lambda: mt.optim.Adafactor([X], eps=(-1e-30, 1e-3)), ValueError, "epsilon1 should be >= 0"),
    (lambda: step_of_complex(mt.optim.Adafactor), RuntimeError, "Adafactor does not support complex parameters"),
    (lambda: step_of_complex(mt.optim.Muon), RuntimeError, "Muon does not support complex parameters"),
    (lambda: mt.optim.Muon([X]), ValueError, r"Muon only supports 2D parameters.*\[2\]"),
    (lambda: mt.optim.Muon([mt.ones(2, 2)], adjust_lr_fn="no"), ValueError, "Adjust learning rate function no is not"),
    (lambda: mt.optim.RAdam([X], betas=(0.9,)), IndexError, r"betas must be a pair of numbers"),
    (lambda: SGD([X], lr=TWO), ValueError, "Tensor lr must be 1-element"),
    (lambda: Adam([X], betas=(TWO, TWO)), ValueError, r"Tensor betas\[0\] must be 1-element"),
    (lambda: Adam([X], betas=(mt.tensor(0.9), 0.99)), ValueError, "betas must be either both floats or both Tensors"),
    (lambda: Adam([X], lr=mt.tensor(0.1), foreach=True), ValueError, "lr as a Tensor is not supported for capturable"),
    (lambda: SGD([{"params": [X]}, {"params": [("w", mt.ones(1))]}]), ValueError,
     "all optimizer param groups should be with/without names. cannot add param group with names"),
    (lambda: SGD([("x", X)]).add_param_group({"params": [mt.ones(1)]}), ValueError, "the others are with")]


def step_of_complex(optimizer):
    x = mt.tensor([[1 + 1j]])
    x.grad = mt.tensor([[1 + 1j]])
    optimizer([x]).step()


WRONG_OPTIMIZERS = [
    (lambda: SGD([]), ValueError, "empty parameter list"),
    (lambda: SGD(X), TypeError, r"iterable of Tensors or dicts, but got Tensor.*\[x\]"),
    (lambda: SGD(["w"]), TypeError, "one of the params is str"),
    (lambda: SGD([X * 2]), ValueError, "can't optimize a non-leaf Tensor"),
    (lambda: SGD([{"params": [X]}, {"params": [X]}]), ValueError, "more than one parameter group"),
    (lambda: SGD([{"params": {X}}]), TypeError, "ordered collections"),
    (lambda: SGD([("a", X), mt.ones(2)]), ValueError, "should be with/without names"),
    (lambda: SGD([X]).add_param_group([X]), TypeError, "param_group must be a dict"),
    (lambda: SGD([X, X]), UserWarning, "duplicate parameters"),
    (lambda: SGD([X], lr=-1), ValueError, "Invalid learning rate: -1"),
    (lambda: SGD([X], momentum=-1), ValueError, "Invalid momentum value: -1"),
    (lambda: SGD([X], nesterov=True), ValueError, "Nesterov momentum requires a momentum and zero dampening"),
    (lambda: SGD([X], differentiable=True), NotImplementedError, r"not recorded for backward.*create_graph=True"),
    (lambda: Adam([X], betas=(0.9, 1.0)), ValueError, "Invalid beta parameter at index 1: 1.0"),
    (lambda: AdamW([X], eps=float("nan")), ValueError, "Invalid epsilon value: nan"),
    (lambda: AdamW([X], weight_decay=-1), ValueError, "Invalid weight_decay value: -1"),
    (lambda: RMSprop([X], alpha=-1), ValueError, "Invalid alpha value: -1"),
    (lambda: Adadelta([X], rho=1.5), ValueError, "Invalid rho value: 1.5"),
    (lambda: LBFGS([{"params": [X]}, {"params": [mt.ones(1)]}]), ValueError, "doesn't support per-parameter"),
    (lambda: LBFGS([X], line_search_fn="wolfe"), RuntimeError, "only 'strong_wolfe' is supported"),
    (lambda: LBFGS([X]).step(), TypeError, "closure"),
    (lambda: Optimizer([X], {}).step(), NotImplementedError, "neither a rule nor a step"),
    (lambda: Optimizer([X], {"lr": mt.optim.optimizer.required}), ValueError, "didn't specify a value.*lr"),
    (lambda: hook_that_returns_a_number().step(), RuntimeError, "must return None or a tuple"),
    (lambda: SGD([X]).load_state_dict({"param_groups": []}), ValueError, "different number of parameter groups"),
    (lambda: SGD([X]).load_state_dict({"param_groups": [{"params": [0, 1]}]}), ValueError,
     "group 0 has 2 parameters there, 1 here"),
    (lambda: mt.optim.Adamm, AttributeError, "Did you mean 'Adam'"),
    *REFUSED]


def hook_that_returns_a_number():
    optimizer = SGD([X])
    optimizer.register_step_pre_hook(lambda *given: 1)
    return optimizer


SGDX = SGD([X])
WRONG_SCHEDULES = [
    (lambda: S.StepLR(X, 2), TypeError, "Tensor is not an Optimizer"),
    (lambda: S.ReduceLROnPlateau(X), TypeError, "Tensor is not an Optimizer"),
    (lambda: S.LRScheduler(SGDX), NotImplementedError, "needs a get_lr"),
    (lambda: S.StepLR(SGD([X]), 2, last_epoch=3), KeyError, "initial_lr"),
    (lambda: S.LambdaLR(SGDX, [abs, abs]), ValueError, "Expected 1 values for lr_lambda.*got 2"),
    (lambda: S.LambdaLR(SGDX, 0.9), TypeError, "lr_lambda should be a function, but got float"),
    (lambda: S.ConstantLR(SGDX, 1.5), ValueError, "Constant multiplicative factor expected to be between 0 and 1"),
    (lambda: S.LinearLR(SGDX, 0.0), ValueError, "Starting multiplicative factor.*greater than 0"),
    (lambda: S.LinearLR(SGDX, 0.5, -1), ValueError, "Ending multiplicative factor.*between 0 and 1, but got -1"),
    (lambda: S.CosineAnnealingWarmRestarts(SGDX, 0), ValueError, "positive integer T_0, but got 0"),
    (lambda: S.CosineAnnealingWarmRestarts(SGDX, 2, 1.5), ValueError, "integer T_mult >= 1, but got 1.5"),
    (lambda: S.CosineAnnealingWarmRestarts(SGDX, 2, 1, "0"), TypeError, "float or int eta_min, but got 0"),
    (lambda: S.CosineAnnealingWarmRestarts(SGDX, 2).step(-1), ValueError, "non-negative epoch, but got -1"),
    (lambda: S.ReduceLROnPlateau(SGDX, factor=1.0), ValueError, "Factor should be < 1.0"),
    (lambda: S.ReduceLROnPlateau(SGDX, "least"), ValueError, "mode least is unknown"),
    (lambda: S.ReduceLROnPlateau(SGDX, threshold_mode="share"), ValueError, "threshold mode share is unknown"),
    (lambda: S.ReduceLROnPlateau(SGDX, min_lr=[0, 0]), ValueError, "Expected 1 values for min_lr.*got 2"),
    (lambda: S.OneCycleLR(SGDX, 1.0), ValueError, r"total_steps OR \(epochs AND"),
    (lambda: S.OneCycleLR(SGDX, 1.0, 0), ValueError, "positive integer total_steps, but got 0"),
    (lambda: S.OneCycleLR(SGDX, 1.0, epochs=2, steps_per_epoch=0.5), ValueError, "integer steps_per_epoch.*0.5"),
    (lambda: S.OneCycleLR(SGDX, 1.0, 9, pct_start=2.0), ValueError, "pct_start, but got 2"),
    (lambda: S.OneCycleLR(SGDX, 1.0, 9, anneal_strategy="sin"), ValueError, "but got 'sin'"),
    (lambda: S.OneCycleLR(SGDX, [1.0, 2.0], 9), ValueError, "Expected 1 values for max_lr"),
    (lambda: S.OneCycleLR(Optimizer([X], {"lr": 1}), 1.0, 9), ValueError, "momentum or beta1"),
    (lambda: S.CyclicLR(mt.optim.Adagrad([X]), 0.1, 1.0), ValueError, "momentum or beta1"),
    (lambda: S.CyclicLR(SGDX, 0.1, 1.0, mode="square"), ValueError, "mode is invalid and scale_fn is None"),
    (lambda: S.SequentialLR(SGDX, [], []), ValueError, "at least one scheduler"),
    (lambda: S.ChainedScheduler([]), ValueError, "at least one scheduler"),
    (lambda: S.SequentialLR(SGDX, [S.StepLR(SGDX, 1)], [3]), ValueError, "got 1 schedulers and 1 milestones"),
    (lambda: S.SequentialLR(SGDX, [X], []), TypeError, "index 0 should have `optimizer` as its attribute"),
    (lambda: S.SequentialLR(SGDX, [S.ReduceLROnPlateau(SGDX)], []), ValueError, "does not support `ReduceLROnPl"),
    (lambda: S.ChainedScheduler([S.StepLR(SGDX, 1), S.StepLR(SGD([X]), 1)]), ValueError, "at index 1 has another")]
WRONG = WRONG_OPTIMIZERS + WRONG_SCHEDULES


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2] for w in WRONG])
@pytest.mark.filterwarnings("error")
def test_error_says_what_is_wrong(attempt, kind, message):
    with pytest.raises(kind, match=message):
        attempt()


def test_one_cycle_says_when_it_is_over():
    scheduler = S.OneCycleLR(SGD([X], momentum=0.9), 1.0, 4)
    with pytest.raises(ValueError, match=r"Tried to step 5 times\. The specified number of total steps is 4"):
        for _ in range(9):
            scheduler.step()


def test_a_new_group_needs_its_own_least_rate():
    optimizer = SGD([X])
    scheduler = S.ReduceLROnPlateau(optimizer, patience=0, min_lr=[0.0])
    optimizer.add_param_group({"params": [mt.ones(1)]})
    with pytest.raises(RuntimeError, match=r"number of param groups in the optimizer \(2\)"):
        for metric in (1.0, 2.0):
            scheduler.step(metric)
