"""tf.saved_model of TensorFlow 1: what a session computes as a program in a folder, and such folders in a session.

They are the folders of TensorFlow 2's `saved_model`; `load` of either reads both.
"""

import os
from types import SimpleNamespace

from ..core.missing import speak_for as _speak_for
from ..core.shapes import TensorShape
from ..programs.restored import SIGNATURE, Restored
from ..programs.writing import Programs, contains_saved_model, folder_for, write_manifest
from .graph import Operation, Tensor
from .plans import Plan
from .saver import Saver
from .sessions import behind
from .variables import placeholder

__all__ = ["Builder", "build_signature_def", "build_tensor_info", "builder", "contains_saved_model", "load", "loader",
           "maybe_saved_model_directory", "predict_signature_def", "signature_constants", "signature_def_utils",
           "simple_save", "tag_constants", "utils"]
SERVING = "serving_default"
KEPT = "its program comes from a file"


class TensorInfo:
    """A tensor of a signature: `name`, as graph.get_tensor_by_name takes it, `dtype` and `tensor_shape`.

    tensor   the tensor of a graph
    """

    def __init__(self, tensor):
        self.tensor, self.name, self.dtype, self.tensor_shape = tensor, tensor.name, tensor.dtype, tensor.shape


class SignatureDef:
    """What is fed and what is fetched.

    inputs, outputs   {key: TensorInfo}
    method_name       how a server calls it
    """

    def __init__(self, inputs=None, outputs=None, method_name=None):
        self.inputs, self.outputs, self.method_name = dict(inputs or {}), dict(outputs or {}), method_name or ""


def build_tensor_info(tensor):
    """Return what a signature says of a tensor.

    tensor   a tensor of a graph; ValueError for others
    """
    if not isinstance(tensor, Tensor):
        raise ValueError(f"Expected Tensor, got {type(tensor).__name__}: build_tensor_info takes a tensor of a graph.")
    return TensorInfo(tensor)


def build_signature_def(inputs=None, outputs=None, method_name=None, defaults=None):
    """Return a signature of what build_tensor_info gave.

    inputs, outputs   {key: what build_tensor_info gave}
    method_name       how a server calls it: signature_constants.PREDICT_METHOD_NAME
    defaults          taken as TensorFlow takes it, and not used
    """
    return SignatureDef(inputs, outputs, method_name)


def predict_signature_def(inputs, outputs):
    """Return a signature of tensors.

    inputs, outputs   {key: tensor}, one at least; ValueError where there is none
    """
    if not inputs or not outputs:
        raise ValueError("Prediction inputs and outputs cannot be None or empty: {name: tensor} of each.")
    return SignatureDef(*({key: build_tensor_info(x) for key, x in part.items()} for part in (inputs, outputs)),
                        signature_constants.PREDICT_METHOD_NAME)


class Builder:
    """Writes a folder: add_meta_graph_and_variables says of what, and save writes it, whole or not at all.

    export_dir   path of the folder

    Raises AssertionError where the folder is there already.
    """

    def __init__(self, export_dir):
        if os.path.isdir(export_dir) and os.listdir(export_dir):
            raise AssertionError(f"Export directory {export_dir} already exists, and isn't empty. Please choose a "
                                 "different export directory, or delete all the contents of the specified directory.")
        self.export_dir, self.given = os.fspath(export_dir), None

    def add_meta_graph_and_variables(self, sess, tags, signature_def_map=None, assets_list=None, clear_devices=False,
                                     init_op=None, train_op=None, strip_default_attrs=False, saver=None):
        """Keep what signatures fetch, with the values that the session has when `save` runs.

        sess                what holds the values of variables
        tags                texts that `load` asks for: [tag_constants.SERVING]
        signature_def_map   {name: signature}
        assets_list, clear_devices, init_op, train_op, strip_default_attrs, saver   taken as TensorFlow takes them, and
                            not used: a program has no assets, devices or operations beside the signatures'

        Raises ValueError where there is no signature.
        """
        if not signature_def_map:
            raise ValueError("nothing is to be saved: give signature_def_map={name: predict_signature_def(…)}.")
        self.given = sess, list(tags), dict(signature_def_map)

    def save(self, as_text=False):
        """Write the folder, and give its path. Unknown sizes of what is fed may be any; see tf2.saved_model.save.

        as_text   taken as TensorFlow takes it: the manifest is text in any case

        Raises static.NotSaved, a RuntimeError, for what no file can hold, such as training steps.
        """
        if self.given is None:
            raise AssertionError("add_meta_graph_and_variables comes before save.")
        sess, tags, signatures = self.given
        with folder_for(self.export_dir) as made, sess.graph.as_default():
            names = {variable.op.name: value.tensor for variable, value in sess.values.items()}
            if names:
                Saver().save(sess, os.path.join(made, "variables", "variables"), write_state=False)
            writer = Programs(made, names)
            functions = {f"{SIGNATURE}{name}": function_of(writer, sess, one) for name, one in signatures.items()}
            write_manifest(made, functions, tags=tags, tensors={name: {
                **{key: x.name for key, x in one.inputs.items()}, **{key: x.name for key, x in one.outputs.items()}}
                for name, one in signatures.items()})
        return self.export_dir


def function_of(writer, sess, signature):
    """Return the description of what a signature fetches."""
    inputs, outputs = [[x.tensor for x in part.values()] for part in (signature.inputs, signature.outputs)]
    plan = Plan("serving", behind(outputs, set(inputs)), inputs, outputs, sess)
    specs = [(key, x.dtype, TensorShape(x.shape)) for key, x in zip(signature.inputs, inputs)]
    output = {"dict": {key: {"tensor": number} for number, key in enumerate(signature.outputs)}}
    free = any(x.shape.unknown or None in x.shape for x in inputs)
    return {"forms": [(writer.any_size if free else writer.form)(plan.program.function, specs, output)]}


def simple_save(session, export_dir, inputs, outputs, legacy_init_op=None):
    """Write what a session computes to a folder, under the signature "serving_default".

    session            what holds the values of variables
    export_dir         path of the folder, which is not there yet
    inputs, outputs    {name: tensor}: what is fed, and what is fetched
    legacy_init_op     taken as TensorFlow takes it, and not used

    >>> import tempfile
    >>> from minitorch.dialects import tf1 as tf
    >>> with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, [None, 2], name="x")
    ...     tf.saved_model.simple_save(sess, f"{folder}/net", {"x": x}, {"y": 2 * x})
    ...     with tf.Graph().as_default(), tf.Session() as other:
    ...         info = tf.saved_model.load(other, ["serve"], f"{folder}/net").signature_def["serving_default"]
    ...         print(other.run(info.outputs["y"].name, {info.inputs["x"].name: [[1.0, 2.0]]}))
    [[2. 4.]]
    """
    made = Builder(export_dir)
    made.add_meta_graph_and_variables(session, [tag_constants.SERVING], {SERVING: predict_signature_def(
        inputs, outputs)})
    made.save()


def maybe_saved_model_directory(export_dir):
    """Whether a folder holds a saved model.

    export_dir   path of the folder
    """
    return contains_saved_model(export_dir)


def load(sess, tags, export_dir, import_scope=None, **saver_kwargs):
    """Put the placeholders and results of a folder's signatures into the graph of a session, under their names.

    sess           the session whose graph gets them
    tags           those that it was written with
    export_dir     path of the folder
    import_scope   what their names begin with; None: nothing more
    saver_kwargs   taken as TensorFlow takes them, and not used

    Returns what has `signature_def`, {name: signature}. Variables are no part of it, and nothing can be trained.

    Raises OSError for a folder without a saved model, RuntimeError where it was written with other tags.
    """
    if not contains_saved_model(export_dir):
        raise OSError(f"SavedModel file does not exist at: {export_dir}.")
    found, made = Restored(os.fspath(export_dir)), {}
    if set(found.tags) != set(tags):
        raise RuntimeError(f"MetaGraphDef associated with tags {sorted(tags)} could not be found in SavedModel. It has "
                           f"{sorted(found.tags)}.")
    with sess.graph.as_default():
        for name, signature in found.signatures.items():
            made[name] = brought(sess.graph, signature.function, found.tensors.get(name, {}), import_scope)
    return SimpleNamespace(signature_def=made, meta_info_def=SimpleNamespace(tags=list(found.tags)))


def brought(graph, function, names, scope):
    """Return the signature of a function of a file, whose tensors are made in a graph."""
    specs, output, _ = function.forms[0]
    keys = list(output.get("dict", {"output_0": None}))
    before = f"{scope}/" if scope else ""

    def named(key):
        return before + names.get(key, key).partition(":")[0]
    inputs = {key: placeholder(dtype, shape, named(key)) for key, dtype, shape in specs}

    def serve(*given):
        found = function(*given)
        return [found[key] for key in keys] if isinstance(found, dict) else [found]

    def result(x):
        return x
    kinds = [(None, dtype) for dtype in function.result_types()]
    run = Operation(graph, serve, tuple(inputs.values()), {}, f"{before}saved_model", kinds)
    run.unrecorded = KEPT
    outputs = {key: Operation(graph, result, (x,), {}, named(key), [(x.shape, x.dtype)]).outputs[0]
               for key, x in zip(keys, run.outputs)}
    return SignatureDef({key: TensorInfo(x) for key, x in inputs.items()},
                        {key: TensorInfo(x) for key, x in outputs.items()},
                        signature_constants.PREDICT_METHOD_NAME)


tag_constants = SimpleNamespace(SERVING="serve", TRAINING="train", EVAL="eval", GPU="gpu", TPU="tpu")
signature_constants = SimpleNamespace(
    DEFAULT_SERVING_SIGNATURE_DEF_KEY=SERVING, PREDICT_INPUTS="inputs", PREDICT_OUTPUTS="outputs",
    PREDICT_METHOD_NAME="tensorflow/serving/predict", CLASSIFY_INPUTS="inputs", CLASSIFY_OUTPUT_CLASSES="classes",
    CLASSIFY_OUTPUT_SCORES="scores", CLASSIFY_METHOD_NAME="tensorflow/serving/classify", REGRESS_INPUTS="inputs",
    REGRESS_OUTPUTS="outputs", REGRESS_METHOD_NAME="tensorflow/serving/regress")
signature_def_utils = SimpleNamespace(build_signature_def=build_signature_def,
                                      predict_signature_def=predict_signature_def)
utils = SimpleNamespace(build_tensor_info=build_tensor_info)
builder = SimpleNamespace(SavedModelBuilder=Builder)
loader = SimpleNamespace(load=load, maybe_saved_model_directory=maybe_saved_model_directory)
_speak_for(globals(), "tf.compat.v1.saved_model")
