"""Graphs of whole models: modules as frames that fold, values and gradients in two colours, cuts that are seen."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.engine import watchers
from minitorch.nn.hooks import call
from minitorch.viz.colours import GRADIENT, VALUE


def net():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8)), nn.Linear(8, 3))


class Cut(nn.Module):
    """One way on is open, one detached, one under no_grad, one of whole numbers."""

    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(4, 4), nn.Linear(4, 3)
        self.head.requires_grad_(False)

    def forward(self, x):
        h = self.body(x)
        with mt.no_grad():
            gate = h.sigmoid()
        return h.detach() * gate + self.head(h).sum(), h.argmax(1)


def titles(graph, kind=None):
    return [box.title for box in graph.boxes if kind in (None, box.kind)]


def test_a_model_is_drawn_as_nested_frames():
    graph = viz.draw(net(), mt.randn(5, 4), depth=2)
    assert graph.modules == {"": "Sequential", "0": "0: Linear", "2": "2: Sequential", "3": "3: Linear"}
    assert titles(graph, "module") == ["0: Linear", "1: BatchNorm1d"]
    assert [box.path for box in graph.boxes if box.kind == "module"] == ["2", "2"]
    assert [box.shape for box in graph.boxes if box.kind == "module"] == ["(5, 8), 72 parameters",
                                                                          "(5, 8), 16 parameters"]
    assert graph.dot.count("subgraph") == 4


def test_the_line_of_a_box_is_one_of_the_model_not_the_one_that_draws():
    graph = viz.draw(Cut(), mt.randn(5, 4), depth=1)
    assert next(box.line for box in graph.boxes if box.title == "σ").startswith("`gate = h.sigmoid()`")
    assert not any(box.line for box in viz.draw(net(), mt.randn(5, 4), depth=2).boxes)


@pytest.mark.parametrize("depth, wanted", [
    (0, ["x", "Sequential", "output"]),
    (1, ["x", "0: Linear", "1: ReLU", "2: Sequential", "3: Linear", "output"])])
def test_depth_says_how_many_levels_stay_open(depth, wanted):
    graph = viz.draw(net(), mt.randn(5, 4), depth=depth, names={})
    assert [title.replace("input", "x") for title in titles(graph)] == wanted


def test_inputs_are_called_as_the_user_calls_them_or_as_forward_does():
    batch = mt.randn(5, 4)
    assert titles(viz.draw(Cut(), batch), "input") == ["batch"]
    assert titles(viz.draw(Cut(), mt.randn(5, 4)), "input") == ["x"]


def test_a_large_model_folds_to_some_fifteen_boxes_and_a_very_long_one_leaves_out_its_middle():
    model = nn.Transformer(8, 2, 6, 6, 16, batch_first=True)
    graph = viz.draw(model, mt.randn(2, 3, 8), mt.randn(2, 3, 8))
    assert len(graph.boxes) <= 15 and "encoder: TransformerEncoder" in titles(graph) + list(graph.modules.values())
    graph = viz.draw(nn.Sequential(*[nn.Tanh() for _ in range(1000)]), mt.randn(2, 3))
    assert len(graph.boxes) < 40 and "966 more boxes" in titles(graph)


def test_a_long_graph_without_modules_is_shown_box_by_box_when_asked_for():
    x = y = mt.ones(2, requires_grad=True)
    for _ in range(100):
        y = y.tanh()
    assert len(viz.draw(y, depth=0).boxes) == 102 and len(viz.draw(y).boxes) == 3
    for _ in range(2000):
        y = y + x
    boxes = viz.draw(y, depth=0).boxes
    assert len(boxes) == 201 and sum(box.kind == "more" for box in boxes) == 1


def test_a_model_that_nobody_remembered_shows_its_ends():
    model = nn.Sequential(*[layer for _ in range(40) for layer in (nn.Linear(4, 4), nn.ReLU())])
    loss = model(mt.randn(2, 4)).sum()
    found = titles(viz.draw(loss, model=model))
    assert len(found) == 37 and found[-1] == "loss" and "0.weight" in found and any("more boxes" in t for t in found)


def test_values_go_in_one_colour_and_gradients_come_in_another():
    text = viz.draw(net(), mt.randn(5, 4), depth=0, names={}).dot
    assert text.count(VALUE) == 2 and text.count(GRADIENT) == 1       # none comes back to the input


def test_where_no_gradient_passes_is_said_and_dashed():
    graph = viz.draw(Cut(), mt.randn(5, 4), depth=1)
    assert {box.title: box.why for box in graph.boxes if box.why} == {
        "σ": "no gradient: no_grad()", "argmax dim=1": "no gradient: int64"}
    assert [label for _, _, label in graph.arrows if label] == ["detach()"]
    assert "frozen" in next(box.shape for box in graph.boxes if box.title == "head: Linear")
    dashed = [line for line in graph.dot.split("\n") if "dashed" in line]
    assert len(dashed) == 5                # σ, what is made of it and of the detached, argmax, its output, one arrow
    assert graph.description.endswith("No gradient passes 2 of them.")


def test_frozen_parameters_and_buffers_are_drawn():
    graph = viz.draw(Cut(), mt.randn(5, 4), depth=9)
    assert {box.title for box in graph.boxes if box.why == "frozen"} == {"head.weight", "head.bias"}
    assert "running_mean" in titles(viz.draw(nn.BatchNorm1d(3), mt.randn(5, 3)), "constant")


def test_a_function_is_drawn_with_the_modules_it_calls():
    model, x, y = net(), mt.randn(5, 4), mt.tensor([0, 1, 2, 0, 1])
    graph = viz.draw(lambda: nn.functional.cross_entropy(model(x), y), model=model, depth=0)
    assert titles(graph) == ["x", "Sequential", "y", "cross entropy", "output"]


def test_drawing_a_model_leaves_no_trace():
    model, x = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout()), mt.randn(5, 4)
    model(x).sum().backward()
    before = {name: value.array.copy() for name, value in model.state_dict().items()}
    grads = [p.grad.array for p in model.parameters()]
    kept = [grad.copy() for grad in grads]
    state = mt.get_rng_state()
    viz.draw(model, x)
    assert mt.equal(state, mt.get_rng_state()) and nn.Module.__call__ is call and not watchers
    assert all(np.array_equal(before[name], value.array) for name, value in model.state_dict().items())
    assert all(p.grad.array is grad and np.array_equal(grad, old)
               for p, grad, old in zip(model.parameters(), grads, kept))


def test_a_model_that_fails_leaves_nobody_watching():
    with pytest.raises(RuntimeError, match="cannot join|linear"):
        viz.draw(net(), mt.randn(5, 3))
    assert nn.Module.__call__ is call and not watchers


def test_a_remembered_loss_is_drawn_with_modules():
    model, x = net(), mt.randn(5, 4)
    with viz.remember(model):
        loss = model(x).sum()
    graph = viz.draw(loss, depth=1)
    assert titles(graph) == ["x", "0: Linear", "1: ReLU", "2: Sequential", "3: Linear", "Σ", "loss"]
    assert VALUE not in graph.dot and GRADIENT in viz.draw(loss, flow=True).dot


def test_the_users_variables_give_their_names():
    x = mt.tensor(2.0, requires_grad=True)
    h = x * 3
    loss = h.tanh()
    assert titles(viz.draw(loss)) == ["x", "3", "h = ×", "tanh", "loss"]
    model = nn.Linear(2, 1)
    assert titles(viz.draw(model(mt.ones(3, 2)).sum()), "parameter") == ["weight", "bias"]


def test_lines_of_code_and_a_legend_stand_in_the_picture_when_asked_for():
    x = mt.tensor(2.0, requires_grad=True)
    y = x * x
    text = viz.draw(y, lines=True, legend=True).dot
    assert r'label="×\n()\ny = x * x"' in text and '"cluster_legend"' not in text and 'label="legend"' in text
    assert "y = x * x" not in viz.draw(y).dot and "legend" not in viz.draw(y).dot


@pytest.mark.parametrize("wrong", [-1, 1.5, "all", True])
def test_depth_is_a_number_of_levels(wrong):
    with pytest.raises(ValueError, match="depth must be a number of levels"):
        viz.draw(net(), mt.randn(5, 4), depth=wrong)


def test_a_function_of_nothing_is_told_what_is_missing():
    with pytest.raises(ValueError, match="runs no op"):
        viz.draw(lambda: None)
    with pytest.raises(TypeError, match="needs an input"):
        viz.draw(net())


def test_a_list_of_modules_has_no_frame_and_a_module_called_twice_is_two_boxes():
    class Stack(nn.Module):
        def __init__(self):
            super().__init__()
            self.parts, self.relu = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)]), nn.ReLU()

        def forward(self, x):
            return self.relu(self.parts[1](self.relu(self.parts[0](x))))
    graph = viz.draw(Stack(), mt.randn(2, 4), depth=1)
    assert [box.title for box in graph.boxes[1:-1]] == ["parts.0: Linear", "relu", "parts.1: Linear", "relu"]
    assert graph.modules == {"": "Stack"}


def test_an_input_is_above_the_parameters_that_it_meets():
    graph = viz.draw(nn.Linear(4, 3), mt.randn(2, 4), depth=1)
    ids = {box.kind: box.id for box in graph.boxes}
    assert f"{ids['input']} -> {ids['parameter']} [style=invis]" in graph.dot
