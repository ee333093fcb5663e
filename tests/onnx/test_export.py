"""An ONNX file of a model gives eager's numbers in onnxruntime, also for sizes that it was not recorded for."""

import io

import numpy as np
import pytest
from laws import first_full
from notation import flat
from onnx_files import DYNAMIC, LAYERS, agree, file_of, running
from samples import every_row
from static.saved_models import normal

import minitorch as mt
from minitorch import models, nn
from minitorch.nn import functional as F

pytestmark = [pytest.mark.needs("onnx"), pytest.mark.host]


def checked(made):
    """The model, whose types and shapes follow from one another as the standard says."""
    import onnx
    onnx.checker.check_model(made, full_check=True)
    return made


@pytest.mark.parametrize("name", DYNAMIC)
def test_onnxruntime_gives_eagers_numbers_for_any_size_that_is_dynamic(name, tmp_path):
    make, x, axes, another = DYNAMIC[name]
    mt.manual_seed(1)
    net, path = make(), str(tmp_path / "net.onnx")
    checked(mt.onnx.export(net, x, path, input_names=["x"], dynamic_axes={"x": axes}))
    assert net.training
    run, net = running(path), net.eval()
    for given in (x, another):
        assert agree(run(given), net(given))


def test_names_sizes_and_weights_are_told(tmp_path):
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
    file = io.BytesIO()
    made = mt.onnx.export(net, (normal(2, 3),), file, input_names=["image"], output_names=["scores"], opset_version=18,
                          dynamic_axes={"image": {0: "batch"}, "scores": {0: "rows"}})
    x, y = made.graph.input[0], made.graph.output[0]
    assert (x.name, x.type.tensor_type.shape.dim[0].dim_param, x.type.tensor_type.shape.dim[1].dim_value) == (
        "image", "batch", 3)
    assert (y.name, y.type.tensor_type.shape.dim[0].dim_param) == ("scores", "rows")
    assert {x.name for x in made.graph.initializer} == {"0.weight", "0.bias"}
    assert made.opset_import[0].version == 18 and file.getvalue() == made.SerializeToString(deterministic=True)
    assert [node.op_type for node in made.graph.node] == ["Gemm", "Relu", "Identity"]


def test_several_inputs_outputs_and_keywords():
    def function(x, y, scale):
        return {"sum": (x + y) * scale, "given": x, "rows": x.shape[0] * y}
    x, y = normal(2, 3), normal(2, 3).flip(0)
    made = checked(mt.onnx.export(function, (x, y), kwargs={"scale": 3}, dynamic_axes={"input_0": {0: "n"},
                                                                                       "input_1": {0: "n"}}))
    assert agree(running(made)(x, y), [(x + y) * 3, x, 2 * y])
    x, y = mt.ones(5, 3), mt.zeros(5, 3)
    assert agree(running(made)(x, y), [(x + y) * 3, x, 5 * y])


def test_a_tensor_given_again_is_another_input():
    x, y = normal(2, 3), normal(3)
    made = checked(mt.onnx.export(lambda a, b, c, d: a - 2 * b + c * d, (x, x), kwargs={"c": x, "d": y}))
    assert [x.name for x in made.graph.input] == ["input_0", "input_1"]
    assert agree(running(made)(x + 1, x * 3), [x + 1 - 6 * x + x * y])


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_agrees(name):
    make, x = LAYERS[name]
    net = make().eval()
    assert agree(running(checked(mt.onnx.export(net, x)))(x), net(x))


ZOO = {"alexnet": (lambda: models.AlexNet(num_classes=10), (1, 3, 96, 96)),
       "mobilenet": (lambda: models.MobileNetV2(width_mult=0.5), (1, 3, 64, 64)),
       "densenet": (lambda: models.DenseNet(8, (2, 2), 8), (1, 3, 64, 64)),
       "unet": (lambda: models.UNet(width=4), (1, 1, 32, 32)),
       "vgg": (lambda: models.vgg11_bn(num_classes=10), (1, 3, 32, 32)),
       "vit": (lambda: models.VisionTransformer(32, 8, embed_dim=12, depth=2, num_heads=2), (1, 3, 32, 32))}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in ("alexnet", "vgg")))
                                  for name in ZOO])
def test_a_network_of_the_zoo_goes_out_and_back(name):
    make, shape = ZOO[name]
    mt.manual_seed(0)
    net, x = make().eval(), normal(*shape)
    made = checked(mt.onnx.export(net, x))
    assert agree(running(made)(x), net(x)) and agree(running(made)(x), mt.onnx.load(file_of(made))(x))
    assert sum(node.op_type == "Conv" for node in made.graph.node) == sum(
        isinstance(layer, nn.Conv2d) for layer in net.modules())


@pytest.mark.parametrize("settings", [{"size": (3, 4), "mode": "bilinear", "antialias": True},
                                      {"size": 2, "mode": "area"}, {"scale_factor": 0.7, "mode": "nearest"}], ids=str)
def test_an_image_in_another_size_by_a_rule_that_resize_lacks(settings):
    x = normal(2, 3, 9, 11)
    made = checked(mt.onnx.export(lambda x: F.interpolate(x, **settings), x))
    assert agree(running(made)(x), F.interpolate(x, **settings))


HELD = """add argmax argmin attend attention_weights avg_pool2d cat ceil clamp conv2d cumsum div elu embedding eq erf
exp expand flatten flip floor_divide gather ge gelu getitem gru index_select isfinite isnan layer_norm linear log log1p
log_softmax logaddexp logical_and logical_not logical_xor lstm matmul max max_pool2d maximum mean mul ne pad permute pow
relu remainder reshape rnn sigmoid sign silu softmax softplus split sqrt stack sum tanh transpose tril triu trunc
unfold where""".split()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_what_networks_are_made_of_has_a_form(xp):
    rows = {}
    for row in every_row():
        rows.setdefault(row.name, []).append(row)
    wrong = []
    for name in HELD:
        for row in first_full(rows[name]):
            args = row.tensors(xp, "float32", grad=False)
            given = {id(x.array): x for x in flat(args)}.values()
            made = mt.onnx.export(lambda *_, row=row, args=args: list(row.call(args)), tuple(given))
            wanted = {id(x): x for x in row.call(args)}.values()
            wrong += [name] if not agree(running(made)(*given), [*wanted], 1e-4) else []
    assert not wrong


def multiplies(x):
    return mt.cumprod(x, 0)


def distinct(x):
    return mt.unique(x)


def reads(x):
    return x * x[0].item()


def counts(x):
    return x * mt.tensor(np.arange(x.shape[0], dtype="float32"))


def falls(x):
    return x[:x.shape[0] // 2]


def branches(x):
    return x + 1 if x.shape[0] % 2 else x


@pytest.mark.parametrize("function, axes, words", [
    (multiplies, {}, "no form for `cumprod`, which multiplies computes on the way"),
    (distinct, {}, r"The size of a result depends on data. At `return mt.unique\(x\)` \(test_export.py, line"),
    (lambda x: x * 1j, {}, "complex numbers"), (reads, {}, "return x \\* x"),
    (counts, {"x": [0]}, "an array .* is another"), (falls, {"x": [0]}, "must be a multiple of one of them"),
    (branches, {"x": [0]}, "differs for other sizes"),
    (lambda x: x * (1.5 / x.shape[0]), {"x": [0]}, "differs for other sizes")])
def test_what_has_no_form_is_an_error_that_names_it(function, axes, words, tmp_path):
    with pytest.raises(mt.onnx.OnnxExporterError, match=words):
        mt.onnx.export(function, normal(3), tmp_path / "net.onnx", input_names=["x"], dynamic_axes=axes)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("settings, error, words", [
    ({"args": [3]}, TypeError, "takes tensors as args"), ({"opset_version": 9}, ValueError, "18 to 23"),
    ({"input_names": ["a", "a"]}, ValueError, "at most . names, all different"),
    ({"output_names": ["a", "b"]}, ValueError, "1 outputs"),
    ({"input_names": ["a"], "dynamic_axes": {"a": [4]}}, ValueError, "a has no dim 4"),
    ({"dynamic_axes": {"b": [0]}, "output_names": ["c"]}, ValueError, "no input or output")])
def test_wrong_arguments_are_told(settings, error, words):
    with pytest.raises(error, match=words):
        mt.onnx.export(nn.ReLU(), **({"args": normal(2)} | settings))


def test_without_the_package_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "onnx", None)
    with pytest.raises(ImportError, match="pip install onnx"):
        mt.onnx.export(nn.ReLU(), normal(2))


class Multiplies(nn.Module):
    def forward(self, x):
        return multiplies(x)


def test_a_module_comes_back_in_its_mode_after_an_error():
    net = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))
    with pytest.raises(mt.onnx.OnnxExporterError):
        mt.onnx.export(nn.Sequential(net, Multiplies()), normal(3, 2))
    assert net.training and net[1].training


def test_rounding_is_eagers():
    x = normal(4, 5) * 100
    x[0] = mt.tensor([0.5, 1.5, 2.5, -0.5, -1.5])
    made = checked(mt.onnx.export(lambda x: (x.round(), mt.round(x, decimals=2), mt.round(x, decimals=-1)), (x,)))
    assert agree(running(made)(x), [x.round(), mt.round(x, decimals=2), mt.round(x, decimals=-1)])


def test_an_index_that_counts_from_the_end_is_eagers(tmp_path):
    x, index = normal(3, 4), mt.tensor([1, -1])
    function = lambda x, index: (x[:, index], x[:, [-1, 0]])
    made = checked(mt.onnx.export(function, (x, index)))
    mt.static.trace(function, x, index).save(tmp_path / "saved")
    session, loaded = running(made), mt.static.load(tmp_path / "saved")
    for given in index, index - 1:
        assert agree(session(x, given), function(x, given))
        assert agree([y.numpy() for y in loaded(x, given)], function(x, given))
