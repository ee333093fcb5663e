"""tf2 against TensorFlow 2.21: values, gradients, errors and signatures, as recorded by record.py.

Tolerance: 1e-5 relative, 1e-6 absolute in float32. The slow test records again with the TensorFlow of another
environment, MINITORCH_TENSORFLOW=path/to/its/python, and compares that with what is recorded.
"""

import os
import subprocess
from pathlib import Path

import pytest
from dialects import (
    cases,
    cases_edges,
    cases_keras,
    cases_ops,
    oracle,
    programs,
    programs_books,
    programs_courses,
    programs_data,
    programs_fit,
    programs_graph,
    programs_keras,
    programs_parts,
    programs_prepared,
    programs_sequences,
    programs_slices,
    programs_tape,
    programs_tutorials,
    programs_v1,
    programs_v1_books,
    programs_v1_data,
    programs_v1_parts,
    programs_v1_sessions,
    programs_v1_slices,
    programs_v1_tutorials,
    signatures,
)

from minitorch.dialects import keras, tf2 as tf

NAMES = Path(tf.__file__).parents[1] / "core" / "names.txt"
THEIRS = dict(line.split(": ", 1) for line in NAMES.read_text(encoding="utf-8").splitlines())
# Parameters that are left out, and where Python lets a signature say more than TensorFlow's.
LEFT_OUT = {"keras.Variable": "layout **kwargs",
            "keras.models.clone_model":
            "input_tensors clone_function call_function recursive", "keras.layers.BatchNormalization":
            "renorm renorm_clipping renorm_momentum",
            "keras.utils.deserialize_keras_object": "**kwargs",
            **{f"keras.initializers.{name}": "input_axes output_axes" for name in
               """GlorotNormal GlorotUniform HeNormal HeUniform LecunNormal LecunUniform VarianceScaling glorot_normal
               glorot_uniform he_normal he_uniform lecun_normal lecun_uniform variance_scaling""".split()},
            "keras.layers.EinsumDense": "lora_rank lora_alpha gptq_unpacked_column_size quantization_config",
            "keras.layers.MultiHeadAttention": "attention_axes sliding_window flash_attention use_gate",
            **{f"keras.layers.{name}": "lora_rank lora_alpha quantization_config" for name in ("Dense", "Embedding")},
            **{f"keras.optimizers.{name}": "loss_scale_factor gradient_accumulation_steps" for name in
               "Adadelta Adagrad Adam AdamW Adamax Ftrl Nadam RMSprop SGD".split()}}
OTHERWISE = {"tf.DType", "tf.Tensor", "tf.data.Dataset", "tf.data.Options", "tf.meshgrid", "tf.print",
             "tf.data.Dataset.range", "tf.Variable", "tf.distribute.DistributedDataset", "tf.distribute.Strategy",
             "keras.Optimizer", "tf.ones_initializer", "tf.zeros_initializer", "keras.optimizers.Optimizer",
             "keras.name_scope", "tf.compat.v1.ConfigProto", "tf.compat.v1.GPUOptions", "tf.compat.v1.Operation",
             "tf.compat.v1.RunOptions", "tf.compat.v1.RunMetadata", "tf.compat.v1.DType", "tf.compat.v1.data.Dataset",
             "tf.compat.v1.data.Iterator", "tf.compat.v1.data.Options", "tf.compat.v1.Tensor", "tf.compat.v1.group",
             "tf.compat.v1.meshgrid", "tf.compat.v1.train.Optimizer", "keras.Model.call", "keras.Model.add_weight",
             "keras.layers.Layer.add_weight", "keras.Model.fit"}        # fit takes Keras 1's nb_epoch too
LEFT_OUT |= {"tf.compat.v1.Variable": "variable_def import_scope constraint synchronization aggregation",
             "tf.compat.v1.get_variable": "synchronization aggregation",
             "tf.compat.v1.train.Saver": "restore_sequentially saver_def builder defer_build allow_empty write_version "
             "pad_step_number save_relative_paths filename"}
OLDER = {"tf.compat.v1": {"contrib", "mul", "neg", "sub"},      # names that TensorFlow has dropped since
         "keras.backend": set(keras.backend._OLDER)}            # names that tf.keras.backend has
# Tried in test_tf2.py, or by a decorator, a subclass or a constant of a program.
ELSEWHERE = set("""tf.function tf.print tf.device tf.name_scope tf.init_scope tf.group tf.no_op tf.DType
    tf.Module tf.Tensor tf.UnconnectedGradients tf.custom_gradient tf.assert_greater tf.random.Generator
    tf.image.ResizeMethod tf.image.random_brightness tf.image.random_contrast tf.image.random_crop
    tf.image.random_flip_left_right tf.image.random_flip_up_down tf.nn.compute_average_loss""".split())
NAMESPACES = {"tf.config.experimental"}          # a class here, a module there
PLACES = [place for place in THEIRS if signatures.offered(place)]
RECORDED = oracle.RECORDED
GROUPS = cases.GROUPS | cases_edges.GROUPS | cases_keras.GROUPS | cases_ops.GROUPS
MODULES = [programs, programs_data, programs_tape, programs_keras, programs_fit, programs_prepared, programs_sequences,
           programs_parts, programs_slices, programs_tutorials, programs_books, programs_courses, programs_v1_slices,
           programs_v1_sessions,
           programs_graph, programs_v1, programs_v1_books, programs_v1_data, programs_v1_parts, programs_v1_tutorials]


@pytest.mark.parametrize("group", GROUPS)
def test_values_gradients_and_errors_are_tensorflows(group):
    given, theirs = oracle.inputs(), oracle.read(RECORDED / f"{group}.jsonl")
    assert list(theirs) == list(dict.fromkeys(GROUPS[group])), "record.py was not run since a case was added"
    found = {case: oracle.differences(oracle.evaluate(tf, case, given), there) for case, there in theirs.items()}
    assert not {case: words for case, words in found.items() if words}


@pytest.mark.filterwarnings("ignore:overflow encountered in exp:RuntimeWarning")       # a sigmoid's, far from 0
@pytest.mark.parametrize("module", MODULES)
def test_programs_return_what_tensorflow_returns(module):
    theirs = oracle.read(RECORDED / f"{Path(module.__file__).stem}.jsonl")
    assert list(theirs) == list(module.PROGRAMS), "record.py was not run since a program was added"
    loose = (1e-4, 1e-5) if module in MODULES[3:] else ()     # many steps, one after the other
    found = {name: oracle.differences(oracle.run(tf, program), theirs[name], *loose)
             for name, program in module.PROGRAMS.items()}
    assert not {name: words for name, words in found.items() if words}


def recorded_signatures():
    lines = (RECORDED / "signatures.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "") for line in lines)


@pytest.mark.parametrize("place", PLACES)
def test_signatures_are_tensorflows(place):
    theirs, different = recorded_signatures(), {}
    for name, ours in signatures.signatures(place, signatures.offered(place), theirs=False).items():
        full = f"{place}.{name}"
        if full in theirs and full not in OTHERWISE:
            left = LEFT_OUT.get(full, "").split()
            wanted = ", ".join(part for part in theirs[full].split(", ") if part.split("=")[0] not in left)
            if ours != wanted:
                different[full] = (ours, wanted)
    assert not different


def test_the_signature_of_all_that_is_offered_is_recorded():
    """A record that is older than an offered name would hide how it is called."""
    ours = {f"{place}.{name}" for place in PLACES for name in signatures.signatures(
        place, set(signatures.offered(place)) & set(THEIRS[place].split()), theirs=False)}
    lacking = ours - set(recorded_signatures())
    assert lacking <= NAMESPACES


@pytest.mark.parametrize("place", ["tf", "tf.math", "tf.nn", "tf.linalg", "tf.image", "tf.random", "tf.strings"])
def test_every_function_that_is_offered_is_tried(place):
    tried = " ".join(line for lines in cases.GROUPS.values() for line in lines) + "".join(
        Path(module.__file__).read_text(encoding="utf-8") for module in (
                programs, programs_books, programs_data, programs_tape, programs_v1_parts))
    offered = signatures.signatures(place, signatures.offered(place), theirs=False)
    untried = [name for name in offered if f".{name}(" not in tried and f"{place}.{name}" not in ELSEWHERE]
    assert not untried


def test_what_is_offered_has_tensorflows_names():
    """Nothing is invented: a program that runs here runs there."""
    for place, names in THEIRS.items():
        if place not in signatures.METHODS:
            assert set(signatures.offered(place)) <= set(names.split()) | OLDER.get(place, set()), place


@pytest.mark.slow
@pytest.mark.needs("tensorflow")
def test_tensorflow_still_says_what_is_recorded(tmp_path):
    python = os.environ["MINITORCH_TENSORFLOW"]
    subprocess.run([python, Path(__file__).with_name("record.py"), tmp_path], check=True, capture_output=True)
    for path in sorted(RECORDED.glob("*.jsonl")):
        now, before = oracle.read(tmp_path / path.name), oracle.read(path)
        assert list(now) == list(before)
        assert not {case: oracle.differences(now[case], before[case]) for case in now
                    if oracle.differences(now[case], before[case])}
    assert (tmp_path / "signatures.txt").read_text() == (RECORDED / "signatures.txt").read_text()
    assert (tmp_path / "names.txt").read_text() == NAMES.read_text()
