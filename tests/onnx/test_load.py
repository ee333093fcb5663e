"""A network from an ONNX file gives onnxruntime's numbers, also from files that others wrote; a damaged one is told."""

import io
import warnings

import numpy as np
import pytest
from onnx_files import DYNAMIC, LAYERS, agree, file_of, running
from static.saved_models import normal

import minitorch as mt
from minitorch import nn
from minitorch.serialization import LoadError

pytestmark = [pytest.mark.needs("onnx"), pytest.mark.host]


@pytest.mark.parametrize("name", DYNAMIC)
def test_a_network_goes_to_a_file_and_back(name):
    make, x, axes, another = DYNAMIC[name]
    mt.manual_seed(1)
    made = mt.onnx.export(make(), x, input_names=["x"], dynamic_axes={"x": axes})
    run, net = running(made), mt.onnx.load(file_of(made))
    for given in (x, another):
        assert agree(run(given), net(given))


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_goes_to_a_file_and_back(name):
    make, x = LAYERS[name]
    made = mt.onnx.export(make(), x)
    assert agree(running(made)(x), mt.onnx.load(file_of(made))(x))


def written(op, *inputs, outs=1, opset=17, **settings):
    """A file of one operator, as others write it: arrays of the inputs after the first are held by the file."""
    import onnx
    from onnx import helper, numpy_helper
    names = ["" if x is None else f"i{n}" for n, x in enumerate(inputs)]
    kept = [numpy_helper.from_array(x, name) for x, name in zip(inputs[1:], names[1:]) if x is not None]
    results = [f"o{n}" for n in range(outs)]
    unknown = [onnx.helper.make_empty_tensor_value_info(name) for name in results]
    graph = helper.make_graph(
        [helper.make_node(op, names, results, **settings)], "others",
        [helper.make_tensor_value_info("i0", helper.np_dtype_to_tensor_dtype(inputs[0].dtype), inputs[0].shape)],
        unknown, kept)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    return onnx.shape_inference.infer_shapes(made)


def branching():
    """A file with a branch, and a loop: graphs inside operators."""
    from onnx import TensorProto, helper
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])
    inside = [helper.make_graph([helper.make_node("Identity", ["x"], [name])], name, [], [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [2])]) for name in ("yes", "no")]
    again = helper.make_graph(
        [helper.make_node("Identity", ["go"], ["on"]), helper.make_node("Identity", ["at"], ["next"])], "again",
        [helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in [
            ("step", TensorProto.INT64, []), ("go", TensorProto.BOOL, []), ("at", TensorProto.FLOAT, [2])]],
        [helper.make_tensor_value_info("on", TensorProto.BOOL, []),
         helper.make_tensor_value_info("next", TensorProto.FLOAT, [2])])
    graph = helper.make_graph(
        [helper.make_node("If", ["flag"], ["y"], then_branch=inside[0], else_branch=inside[1]),
         helper.make_node("Loop", ["", "flag", "y"], ["z"], body=again)], "branching", [x],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, [2])],
        [helper.make_tensor("flag", TensorProto.BOOL, [], [True])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def numbers(*shape):
    return np.random.default_rng(3).standard_normal(shape).astype("float32")


def whole(*values):
    return np.array(values, "int64")


IMAGE, FILTERS = numbers(2, 4, 7, 8), numbers(6, 2, 3, 3)
SCATTERED = np.tile(whole(3, -1).reshape(1, 1, 2, 1), (2, 4, 1, 8)), numbers(2, 4, 2, 8)
OTHERS = {
    "same upper": (("Conv", IMAGE, FILTERS), {"auto_pad": "SAME_UPPER", "strides": [2, 2], "group": 2}),
    "same lower": (("Conv", IMAGE, FILTERS), {"auto_pad": "SAME_LOWER", "strides": [2, 3], "group": 2}),
    "other pads": (("Conv", IMAGE, FILTERS, numbers(6)), {"pads": [0, 1, 2, 0], "dilations": [2, 1], "group": 2}),
    "max pads": (("MaxPool", IMAGE), {"kernel_shape": [3, 2], "pads": [0, 1, 2, 0], "strides": [2, 1]}),
    "mean inside": (("AveragePool", IMAGE), {"kernel_shape": [3, 3], "pads": [0, 1, 2, 0], "strides": [2, 2]}),
    "global": (("GlobalAveragePool", IMAGE), {}),
    "gemm": (("Gemm", numbers(3, 4), numbers(3, 5), numbers(5)), {"transA": 1, "alpha": 0.5, "beta": 2.0}),
    "batch norm": (("BatchNormalization", IMAGE, *[abs(numbers(4)) for _ in range(4)]), {"epsilon": 0.1}),
    "instance norm": (("InstanceNormalization", IMAGE, numbers(4), numbers(4)), {}),
    "slice": (("Slice", IMAGE, whole(-1, 6, -9), whole(-99, 1, 3), whole(3, -2, 0), whole(-2, -3, 1)), {}),
    "split": (("Split", IMAGE, whole(1, 6)), {"axis": 2, "outs": 2}),
    "uneven split": (("Split", IMAGE), {"axis": 2, "outs": 3, "num_outputs": 3, "opset": 18}),
    "gather": (("Gather", IMAGE, whole(-1, 2)), {"axis": -2}),
    "pad": (("Pad", IMAGE, whole(0, 0, 1, 2, 0, 0, 3, 0)), {"mode": "reflect"}),
    "reduce": (("ReduceL2", IMAGE), {"axes": [1, -1], "keepdims": 0}),
    "no axes": (("ReduceSum", IMAGE), {"noop_with_empty_axes": 1}),
    "prod": (("ReduceProd", IMAGE), {"axes": [1, 3]}),
    "clip": (("Clip", IMAGE, None, np.float32(0.5)), {}),
    "zero in shape": (("Reshape", IMAGE, whole(0, -1, 8)), {}),
    "expand": (("Expand", numbers(3, 1), whole(2, 1, 5)), {}),
    "top": (("TopK", IMAGE, whole(3)), {"axis": 2, "outs": 2}),
    "cumsum": (("CumSum", IMAGE, np.array(1)), {"reverse": 1, "exclusive": 1}),
    "hard sigmoid": (("HardSigmoid", IMAGE), {"alpha": 0.3}),
    "einsum": (("Einsum", IMAGE, numbers(8, 3)), {"equation": "abcd,de->ace"}),
    "int division": (("Div", whole(-7, 7, 9), whole(2, -2, 3)), {}),
    "mod": (("Mod", whole(-7, 7, 9), whole(2, -2, 4)), {}),
    "softmax before 13": (("Softmax", IMAGE), {"opset": 12}),
    "log softmax before 13": (("LogSoftmax", IMAGE), {"axis": 2, "opset": 11}),
    "split before 13": (("Split", IMAGE), {"axis": 2, "split": [1, 6], "outs": 2, "opset": 11}),
    "squeeze before 13": (("Squeeze", numbers(1, 3, 1)), {"axes": [0], "opset": 11}),
    "unsqueeze before 13": (("Unsqueeze", IMAGE), {"axes": [0, 3], "opset": 12}),
    "sum before 13": (("ReduceSum", IMAGE), {"axes": [1, -1], "keepdims": 0, "opset": 11}),
    "clip before 11": (("Clip", IMAGE), {"min": -0.5, "max": 0.25, "opset": 10}),
    "pad before 11": (("Pad", IMAGE), {"pads": [0, 0, 1, 2, 0, 0, 3, 0], "value": 1.5, "opset": 10}),
    "slice before 10": (("Slice", IMAGE), {"starts": [1, 0], "ends": [4, -2], "axes": [1, 3], "opset": 9}),
    "top before 10": (("TopK", IMAGE), {"axis": 2, "k": 3, "outs": 2, "opset": 9}),
    "response norm": (("LRN", IMAGE), {"size": 3, "alpha": 0.5, "beta": 0.6, "bias": 2.0}),
    "dropout with a mask": (("Dropout", IMAGE), {"outs": 2}),
    "dropout before 12": (("Dropout", IMAGE), {"ratio": 0.3, "opset": 10}),
    "batch norm before 14": (("BatchNormalization", IMAGE, *[abs(numbers(4)) for _ in range(4)]), {"opset": 9}),
    "max pool before 10": (("MaxPool", IMAGE), {"kernel_shape": [3, 2], "strides": [2, 1], "opset": 9}),
    "nearest as by default": (("Resize", IMAGE, None, np.array([1, 1, 0.5, 1.7], "float32")), {}),
    "nearest below": (("Resize", IMAGE, None, None, whole(2, 4, 3, 16)), {
        "coordinate_transformation_mode": "asymmetric", "nearest_mode": "ceil"}),
    "nearest half": (("Resize", numbers(1, 1, 7, 13), None, None, whole(1, 1, 2, 4)), {
        "coordinate_transformation_mode": "asymmetric", "nearest_mode": "round_prefer_ceil"}),
    "linear in places": (("Resize", IMAGE, None, None, whole(9, 3)), {
        "mode": "linear", "axes": [3, 2], "coordinate_transformation_mode": "pytorch_half_pixel", "opset": 18}),
    "linear and asymmetric": (("Resize", IMAGE, None, np.array([1, 1, 2, 0.6], "float32")), {
        "mode": "linear", "coordinate_transformation_mode": "asymmetric"}),
    "cubic": (("Resize", IMAGE, None, None, whole(2, 4, 9, 5)), {
        "mode": "cubic", "coordinate_transformation_mode": "align_corners", "cubic_coeff_a": -0.5}),
    "upsample before 10": (("Upsample", IMAGE, np.array([1, 1, 2, 3], "float32")), {"mode": "linear", "opset": 9}),
    "depth": (("DepthToSpace", IMAGE), {"blocksize": 2}),
    "depth in columns": (("DepthToSpace", IMAGE), {"blocksize": 2, "mode": "CRD"}),
    "space": (("SpaceToDepth", numbers(2, 3, 4, 6)), {"blocksize": 2}),
    "scatter elements": (("ScatterElements", IMAGE, *SCATTERED), {"axis": 2}),
    **{f"scatter by {by}": (("ScatterElements", IMAGE, *SCATTERED), {"axis": -2, "reduction": by, "opset": 18})
       for by in ("add", "mul", "max", "min")},
    "scatter before 11": (("Scatter", IMAGE, *SCATTERED), {"axis": 2, "opset": 9}),
    "infinite": (("IsInf", np.array([np.inf, -np.inf, 1], "float32")), {"detect_negative": 0}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_an_operator_as_others_write_it_agrees_with_onnxruntime(name):
    (op, *inputs), settings = OTHERS[name]
    made = written(op, *inputs, **settings)
    x = mt.tensor(inputs[0])
    assert agree(running(made)(x), mt.onnx.load(file_of(made))(x))


def test_what_is_loaded_trains_is_told_and_goes_out_again(tmp_path):
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    mt.onnx.export(net, normal(2, 3), tmp_path / "net.onnx", input_names=["x"])
    loaded = mt.onnx.load(tmp_path / "net.onnx")
    assert {*loaded.state_dict()} == {*net.state_dict()} and not loaded.training
    assert repr(loaded).count("x -> output_0, 4 operators") == 1
    loaded(normal(2, 3)).sum().backward()
    net(normal(2, 3)).sum().backward()
    assert mt.allclose(loaded.get_parameter("0.weight").grad, net[0].weight.grad)
    again = mt.onnx.export(loaded, normal(2, 3))
    assert agree(running(again)(normal(2, 3)), net(normal(2, 3)))
    with pytest.raises(ValueError, match=r"input x must have shape \(2, 3\), but got \(3, 3\)"):
        loaded(mt.ones(3, 3))
    with pytest.raises(TypeError, match="takes 1 tensors"):
        loaded()


def test_what_is_not_read_is_told(tmp_path):
    for made, words in [
            (written("Det", numbers(2, 2)), "operators that minitorch does not have: Det"),
            (branching(), "not have: Loop"),
            (written("MaxPool", IMAGE, kernel_shape=[2, 2], outs=2), "node 1, MaxPool, .*indices of the maxima")]:
        with pytest.raises(RuntimeError, match=words):
            mt.onnx.load(file_of(made))(mt.tensor(IMAGE))
    (tmp_path / "shapes.onnx").write_bytes(b"")
    with pytest.raises(FileNotFoundError, match=r"no file .*shaps.onnx. Similar names: shapes.onnx.$"):
        mt.onnx.load(tmp_path / "shaps.onnx")


@pytest.mark.parametrize("sizes", [[-1, 0, 7, 8], [0, 4, -1, -1]], ids=str)
def test_sizes_below_one_are_unknown(sizes):
    made = written("Relu", IMAGE)
    kind = made.graph.input[0].type.tensor_type
    kind.ClearField("shape")
    for size in sizes:
        kind.shape.dim.add().dim_value = size
    net = mt.onnx.load(file_of(made))
    assert agree([np.maximum(IMAGE, 0)], net(mt.tensor(IMAGE)))
    with pytest.raises(ValueError, match=r"got \(2, 3, 9, 8\)"):
        net(mt.ones(2, 3, 9, 8))


def choosing(condition):
    """A file with a branch that has weights: x @ weight + outer, or x - bias. condition: constant, shape or input."""
    from onnx import TensorProto, helper, numpy_helper

    def told(name, *shape, kind=TensorProto.FLOAT):
        return helper.make_tensor_value_info(name, kind, shape)
    weight, bias, outer = numbers(3, 3), numbers(3), numbers(3)
    inside = [helper.make_graph(
        [helper.make_node("MatMul", ["doubled", "own"], ["product"]), helper.make_node("Add", ["product", "outer"], [
            "more"])], "yes", [], [told("more", "n", 3)], [numpy_helper.from_array(weight, "own")]),
              helper.make_graph([helper.make_node("Sub", ["doubled", "own"], ["less"])], "no", [], [
                  told("less", "n", 3)], [numpy_helper.from_array(bias, "own")])]
    asked = {"constant": [helper.make_node("Constant", [], ["go"], value=helper.make_tensor(
        "", TensorProto.BOOL, [], [True]))],
             "shape": [helper.make_node("Shape", ["x"], ["sizes"], start=0, end=1),
                       helper.make_node("Greater", ["sizes", "two"], ["go"])],
             "input": []}[condition]
    graph = helper.make_graph(
        [helper.make_node("Add", ["x", "x"], ["doubled"]), *asked,
         helper.make_node("If", ["go"], ["y"], then_branch=inside[0], else_branch=inside[1])], "choosing",
        [told("x", "n", 3), *[told("go", kind=TensorProto.BOOL)] * (condition == "input")], [told("y", "n", 3)],
        [numpy_helper.from_array(outer, "outer"), numpy_helper.from_array(whole(2), "two")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@pytest.mark.parametrize("condition", ["constant", "shape", "input"])
def test_a_branch_is_chosen_in_each_call(condition):
    made = choosing(condition)
    net, run = mt.onnx.load(file_of(made)), running(made)
    for rows, flag in [(4, True), (1, False), (4, False), (1, True)]:
        given = [normal(rows, 3), *[mt.tensor(flag)] * (condition == "input")]
        assert agree(run(*given), net(*given))
    net(*given).sum().backward()
    trained = {name for name, x in net.named_parameters() if x.grad is not None}
    side, *more = ["else"] if condition == "shape" else ["then", "outer"]
    assert trained == {f"{side}_branch_{len(made.graph.node)}.own", *more}


def beside(folder, **changes):
    """A file whose weights are in net.onnx.data, with changes to how it names them."""
    import onnx
    made, path = written("Conv", IMAGE, FILTERS, numbers(6), group=2), folder / "net.onnx"
    onnx.save_model(made, path, save_as_external_data=True, location="net.onnx.data", size_threshold=0)
    changed = onnx.load(path, load_external_data=False)
    for entry in changed.graph.initializer[0].external_data:
        entry.value = changes.get(entry.key, entry.value)
    path.write_bytes(changed.SerializeToString())
    return path


def test_weights_beside_the_file_are_read(tmp_path, monkeypatch):
    x = mt.tensor(IMAGE)
    path = beside(tmp_path)
    assert agree(running(str(path))(x), mt.onnx.load(path)(x))
    monkeypatch.chdir(tmp_path)
    assert agree(running(str(path))(x), mt.onnx.load("net.onnx")(x))


def test_weights_elsewhere_or_beyond_a_files_end_are_refused(tmp_path):
    folder = tmp_path / "net"
    folder.mkdir()
    (tmp_path / "secret").write_bytes(bytes(9999))
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "folder").mkdir()
    for name in ("../secret", str(tmp_path / "secret"), "./net.onnx.data", "..", ".", "", "a\\b", "c:net"):
        with pytest.raises(LoadError, match="only files of its own folder"):
            mt.onnx.load(beside(folder, location=name))
    with pytest.raises(LoadError, match="is a link"):
        mt.onnx.load(beside(folder, location="link"))
    for name in ("folder", "nothing"):
        with pytest.raises(FileNotFoundError, match="not in its folder"):
            mt.onnx.load(beside(folder, location=name))
    for changes in ({"offset": "9999999"}, {"length": "9999999"}, {"offset": "-4"}, {"length": "many"},
                    {"length": "8"}, {"offset": "1" * 99}):
        with pytest.raises(LoadError, match="damaged"):
            mt.onnx.load(beside(folder, **changes))
    with open(beside(folder), "rb") as file, pytest.raises(LoadError, match="pass load the path"):
        mt.onnx.load(file)


def test_a_damaged_file_is_an_error_that_says_so():
    content = file_of(mt.onnx.export(nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU()), normal(1, 1, 5, 5))).getvalue()
    draw = np.random.default_rng(5)
    damaged = [content[:int(cut)] for cut in draw.integers(0, len(content) - 1, 60)]
    for place, value in zip(draw.integers(0, len(content), 240), draw.integers(0, 256, 240)):
        damaged.append(content[:place] + bytes([value]) + content[place + 1:])
    told = 0
    for changed in [b"", b"PK", b"\x80\x04.", *damaged]:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                net = mt.onnx.load(io.BytesIO(changed))
            except LoadError as error:
                assert "damaged" in str(error) or "ONNX" in str(error) or "onnx" in str(error)
                told += 1
                continue
            try:
                net(normal(1, 1, 5, 5))
            except (RuntimeError, ValueError, TypeError):
                told += 1
    assert told > 90
