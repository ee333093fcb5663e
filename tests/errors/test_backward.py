"""What backward answers when it cannot begin: which call cut the graph, and on which line."""

import pytest

import minitorch as mt


def weights():
    return mt.tensor([1.0, 2.0, 3.0], requires_grad=True)


def told(loss):
    with pytest.raises(RuntimeError) as raised:
        loss.backward()
    return str(raised.value)


def detached():
    return (weights() * 2).detach().sum()


def detached_in_place():
    y = weights() * 2
    y.detach_()
    return y.sum()


def under_no_grad():
    w = weights()
    with mt.no_grad():
        y = w * 2
    return y.sum()


def under_inference_mode():
    w = weights()
    with mt.inference_mode():
        return w.sum()


def switched_off():
    w = weights()
    mt.set_grad_enabled(False)
    y = w * 2
    mt.set_grad_enabled(True)
    return y.sum()


def of_data():
    return weights().data.sum()


def best_place():
    return (weights() * 2).argmax().float()


def compared():
    return ((weights() * 2) > 1).float().mean()


def cast():
    return weights().long().sum().float()


def places_of_the_largest():
    return weights().topk(2)[1].float().sum()


def copied():
    return mt.tensor([weights().sum(), weights().sum()]).mean()


def added_in_place():
    total = mt.zeros(())
    total += (weights() * 2).sum().detach()
    return total


CUTS = [
    (detached, "detach(), at `return (weights() * 2).detach().sum()`", "Do not call .detach()"),
    (detached_in_place, "detach_(), at `y.detach_()`", "Do not call .detach_()"),
    (under_no_grad, "no_grad(), at `with mt.no_grad():`", "Compute the loss outside of this block."),
    (under_inference_mode, "inference_mode(), at `with mt.inference_mode():`", "Compute the loss outside of this"),
    (switched_off, "set_grad_enabled(False), at `mt.set_grad_enabled(False)`", "after set_grad_enabled(True)"),
    (of_data, ".data, at `return weights().data.sum()`", "use the tensor itself"),
    (best_place, "argmax, at `return (weights() * 2).argmax().float()`", "Integers have no gradient"),
    (compared, "the comparison >, at `return ((weights() * 2) > 1).float().mean()`", "Bools have no gradient"),
    (cast, "a cast to int64, at `return weights().long().sum().float()`", "Integers have no gradient"),
    (places_of_the_largest, "an op that returns indices, at `return weights().topk(2)[1].", "Integers have"),
    (copied, "tensor(...), at `return mt.tensor([weights().sum(), weights().sum()]).mean()`", "by stack or cat"),
    (added_in_place, "detach(), at `total += (weights() * 2).sum().detach()`", "Do not call .detach()"),
]


@pytest.mark.parametrize(("make", "where", "what_to_do"), CUTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_loss_without_a_graph_names_the_call_that_cut_it(make, where, what_to_do):
    text = told(make())
    assert text.startswith("element 0 of tensors does not require grad and does not have a grad_fn: ")
    assert f"It was cut from the graph by {where}" in text and "(test_backward.py, line " in text
    assert what_to_do in text


def test_the_cut_of_a_decorated_function_is_where_it_was_called():
    @mt.no_grad()
    def evaluate(w):
        return w.sum()
    loss = evaluate(weights())
    assert "no_grad(), at `loss = evaluate(weights())`" in told(loss)


@pytest.mark.parametrize("loss", [
    lambda: mt.tensor(weights().sum().item()), lambda: mt.from_numpy(weights().detach().numpy()).sum(),
    lambda: mt.ones(3).sum(), lambda: weights().requires_grad_(False).sum()],
    ids=["item", "numpy", "data", "frozen"])
def test_a_loss_of_plain_numbers_is_asked_for_the_usual_reasons(loss):
    text = told(loss())
    assert ".item(), .numpy() or .tolist(), which give numbers without a graph" in text
    assert "requires_grad=False" in text


def test_what_is_recorded_beside_something_cut_is_still_differentiated():
    w = weights()
    ((w * w.detach()).sum() + w.data.sum()).backward()
    assert w.grad.tolist() == [1, 2, 3]


def test_the_first_of_several_cuts_is_told():
    w = weights()
    y = (w * 2).detach()
    with mt.no_grad():
        z = y + 1
    assert "by detach(), at `y = (w * 2).detach()`" in told(z.sum())


def test_grad_mode_still_answers_with_a_bool():
    with mt.no_grad():
        assert mt.is_grad_enabled() is False
    assert mt.is_grad_enabled() is True


def test_a_loss_that_is_not_one_number_says_its_shape_and_its_maker():
    text = told(weights() * 2)
    assert "grad can be implicitly created only for scalar outputs: this one, made by mul at `" in text
    assert "has shape (3,). Reduce it first, as in loss.mean(), or pass the gradient of its shape" in text
    assert "this one has shape (3,)" in told(weights())


def test_a_gradient_of_another_shape_is_refused():
    with pytest.raises(RuntimeError, match=r"Mismatch in shape: the gradient \(2,\) must have the shape of the output"):
        (weights() * 2).backward(mt.ones(2))


def test_a_second_backward_names_the_operation_and_both_ways_out():
    w = weights()
    loss = (w * w).sum()
    loss.backward()
    text = told(loss)
    assert "Trying to backward through the graph a second time: what mul kept (at `loss = (w * w).sum()`" in text
    assert "retain_graph=True, or compute the loss again" in text


def test_a_value_written_over_names_both_lines():
    w = weights()
    y = w * 1
    loss = (y * y).sum()
    y += 1
    text = told(loss)
    assert "modified by an inplace operation: mul at `loss = (y * y).sum()`" in text
    assert "and `y += 1` (test_backward.py, line " in text and "(x = x + 1, not x += 1)" in text


def test_a_parameter_is_not_written_in_place():
    w = weights()
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in") as raised:
        w -= 0.1
    assert "Update parameters under no_grad(), or work on a copy" in str(raised.value)


def test_numpy_asks_for_detach():
    with pytest.raises(RuntimeError, match=r"Can't call numpy\(\) on Tensor that requires grad. Use tensor.detach\("):
        weights().numpy()
