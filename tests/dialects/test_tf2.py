"""tf2 where TensorFlow's own values are no oracle: random numbers, files, devices, what is printed, what is missing."""

import copy
import pickle

import numpy as np
import pytest

import minitorch as mt
from minitorch.dialects import tf2 as tf


def test_its_tensors_are_the_engines():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x * x)
    assert isinstance(x.tensor, mt.nn.Parameter) and isinstance(y.tensor, mt.Tensor) and y.tensor.grad_fn is not None
    assert tape.gradient(y, x).numpy().tolist() == [2, 4]


def test_outside_of_a_tape_nothing_is_kept():
    x = tf.Variable([1.0, 2.0])
    assert (x * x).tensor.grad_fn is None
    with tf.GradientTape():
        inside = x * x
    assert (inside * 2.0).tensor.grad_fn is None


def test_what_was_read_stays_though_the_variable_changes():
    x = tf.Variable([1.0, 2.0])
    before, same = x.value(), tf.convert_to_tensor(x)
    x.assign_add([1.0, 1.0])
    assert before.numpy().tolist() == [1, 2] == same.numpy().tolist()


def test_values_share_no_memory_with_arrays():
    array = np.ones(2, "float32")
    x, v = tf.constant(array), tf.Variable(array)
    array[:] = 5
    x.numpy()[:] = 7
    v.numpy()[:] = 7
    assert x.numpy().tolist() == [1, 1] == v.numpy().tolist()


def test_tensors_pass_to_numpy_and_dlpack():
    x = tf.constant([[1.0, 2.0]])
    assert np.asarray(x).dtype == "float32" and np.add(x, 1).tolist() == [[2, 3]]
    assert np.from_dlpack(x).tolist() == [[1, 2]] and pickle.loads(pickle.dumps(x)).numpy().tolist() == [[1, 2]]
    v = tf.Variable([1.0])
    copied = copy.deepcopy(v)
    copied.assign([2.0])
    assert v.numpy().tolist() == [1]


@pytest.mark.parametrize("call, words", [
    (lambda: tf.constant([1.0, 2.0]).sum(), "tf.reduce_sum"), (lambda: tf.constant([1.0]).astype("int32"), "tf.cast"),
    (lambda: tf.constant([1.0]).backward(), "tape.gradient"), (lambda: tf.reduce_summ([1.0]), "reduce_sum"),
    (lambda: tf.RaggedTensor, "tensors are dense"), (lambda: tf.math.bessel_i0, "left out here, though TensorFlow has"),
    (lambda: tf.lookup, "keras.layers.StringLookup"), (lambda: tf.linalg.qr, "use NumPy"),
    (lambda: tf.debugging.assert_near, "run TensorFlow itself"),
    (lambda: tf.Session, "Session"), (lambda: tf.matmul([[1.0]], [[1.0]], transpose_c=True), "transpose_b"),
    (lambda: tf.matmul(tf.ones((2, 3)), tf.ones((2, 3))), "Matrix size-incompatible"),
    (lambda: tf.ones((2, 3)) + tf.ones((3, 2)), "Op:add"), (lambda: tf.constant(1) + 1.5, "float"),
    (lambda: tf.constant([1.0]).assign(2), "assign"), (lambda: tf.constant(1.0).name, "eager")])
def test_errors_say_what_to_write(call, words):
    with pytest.raises(Exception, match=words):
        call()


def test_missing_names_can_be_asked_for():
    assert not hasattr(tf, "Session") and getattr(tf, "RaggedTensor", None) is None
    with pytest.raises(ImportError):
        from minitorch.dialects.tf2 import placeholder  # noqa: F401


def test_random_pictures_stay_pictures():
    tf.random.set_seed(1)
    x = tf.constant(np.arange(24.0, dtype="float32").reshape(2, 4, 3, 1) / 24)
    flips = {tuple(np.asarray(tf.image.random_flip_left_right(x[0]))[0, :, 0].round(4)) for _ in range(20)}
    assert flips == {tuple(np.asarray(x[0])[0, :, 0].round(4)), tuple(np.asarray(x[0])[0, ::-1, 0].round(4))}
    assert tf.image.random_flip_up_down(x).shape == x.shape
    assert tf.image.random_crop(x, [2, 2, 2, 1]).shape == (2, 2, 2, 1)
    assert np.abs(np.asarray(tf.image.random_brightness(x, 0.1) - x)).max() <= 0.1 + 1e-6
    assert tf.image.random_contrast(x, 0.5, 1.5, seed=3).shape == x.shape
    assert tf.image.resize(x, (2, 2), method=tf.image.ResizeMethod.NEAREST_NEIGHBOR).shape == (2, 2, 2, 1)


def test_random_numbers_have_their_distribution():
    tf.random.set_seed(0)
    x = tf.random.normal([20_000], 2.0, 3.0).numpy()
    assert abs(x.mean() - 2) < 0.1 and abs(x.std() - 3) < 0.1
    kept = tf.nn.dropout(tf.ones(20_000), 0.25).numpy()
    assert abs((kept == 0).mean() - 0.25) < 0.02 and abs(kept.mean() - 1) < 0.03
    rows = tf.nn.dropout(tf.ones((50, 4)), 0.5, noise_shape=[50, 1], seed=1).numpy()
    assert all(len(set(row)) == 1 for row in rows.tolist())
    drawn = tf.random.categorical(tf.math.log([[0.1, 0.9]]), 5000).numpy()
    assert abs(drawn.mean() - 0.9) < 0.03
    one = tf.random.Generator.from_seed(3)
    two = tf.random.Generator(copy_from=one)
    assert one.uniform([3]).numpy().tolist() == two.uniform([3]).numpy().tolist()


def test_print_goes_to_standard_error(capsys):
    tf.print("loss", tf.constant([1.0, 2.5]), tf.Variable(3))
    tf.print(tf.constant(0.1), "end", sep="|", output_stream="sys.stdout")
    out, err = capsys.readouterr()
    assert err == "loss [1 2.5] 3\n" and out == "0.1|end\n"


def test_devices_answer_truly():
    found = tf.config.list_physical_devices()
    assert found[0] == tf.config.PhysicalDevice("/physical_device:CPU:0", "CPU")
    assert len(tf.config.list_physical_devices("GPU")) == (mt.backend.detect()[0] or 0)
    with tf.device("/CPU:0"):
        assert tf.ones(2).device.endswith("CPU:0")
    with tf.device("/job:localhost/device:CPU:0"):
        assert tf.executing_eagerly()
    with pytest.raises(ValueError, match="Could not parse"), tf.device("processor"):
        pass


def test_asking_for_a_gpu_that_is_not_there_is_an_error_only_without_soft_placement():
    if tf.config.list_physical_devices("GPU"):
        pytest.skip("there is a GPU")
    with tf.device("/GPU:0"):
        assert tf.ones(2).device.endswith("CPU:0")
    tf.config.set_soft_device_placement(False)
    try:
        with pytest.raises(RuntimeError, match="GPU"), tf.device("/GPU:0"):
            pass
    finally:
        tf.config.set_soft_device_placement(True)


class Line(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = {"w": tf.Variable([1.0, 2.0]), "b": [tf.Variable(0.5)]}
        self.step = tf.Variable(0, trainable=False)


def test_checkpoints_restore_what_was_saved(tmp_path):
    one = Line()
    saver = tf.train.Checkpoint(model=one)
    path = saver.save(str(tmp_path / "folder" / "ckpt"))
    one.parts["w"].assign([7.0, 7.0])
    two = Line()
    two.parts["w"].assign([9.0, 9.0])
    tf.train.Checkpoint(model=two).restore(path).assert_consumed()
    assert two.parts["w"].numpy().tolist() == [1, 2]
    assert tf.train.latest_checkpoint(str(tmp_path / "folder")) == path
    assert ("model/parts/w", [2]) in tf.train.list_variables(path)
    assert tf.train.load_variable(path, "model/parts/b/0").item() == 0.5


def test_a_checkpoint_waits_for_variables_that_are_made_later(tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable(3.0)).save(str(tmp_path / "c"))
    later = tf.Module()
    status = tf.train.Checkpoint(root=later).restore(path)
    with pytest.raises(AssertionError, match="v"):
        status.assert_consumed()


def test_a_manager_keeps_the_latest(tmp_path):
    value = tf.Variable(0.0)
    manager = tf.train.CheckpointManager(tf.train.Checkpoint(value=value), tmp_path, max_to_keep=2)
    for i in range(4):
        value.assign(float(i))
        manager.save()
    assert [path.rpartition("-")[2] for path in manager.checkpoints] == ["3", "4"]
    value.assign(-1.0)
    assert manager.restore_or_initialize().endswith("-4") and float(value) == 3
    assert len(list(tmp_path.iterdir())) == 3


def test_a_checkpoint_that_is_not_there_or_no_checkpoint_is_an_error(tmp_path):
    saver = tf.train.Checkpoint(v=tf.Variable(1.0))
    with pytest.raises(tf.errors.NotFoundError):
        saver.restore(str(tmp_path / "nothing"))
    (tmp_path / "bad.ckpt").write_bytes(b"no checkpoint")
    with pytest.raises(Exception, match="bad"):
        saver.restore(str(tmp_path / "bad"))


@pytest.mark.needs("tensorboard")
def test_summaries_are_read_by_tensorboard(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default():
        for step in range(3):
            tf.summary.scalar("loss", 1.0 / (step + 1), step=step)
        tf.summary.histogram("weights", tf.random.normal([100]), step=2)
        tf.summary.image("picture", tf.zeros((1, 4, 4, 1)), step=2)
        with pytest.raises(ValueError, match="step"):
            tf.summary.scalar("loss", 0.0)
    writer.close()
    found = EventAccumulator(str(tmp_path), size_guidance={"tensors": 0}).Reload()
    assert [event.value for event in found.Scalars("loss")] == pytest.approx([1, 1 / 2, 1 / 3])
    assert "weights" in found.Tags()["histograms"] and not bool(tf.summary.scalar("loss", 1.0, step=1))


def test_names_go_before_those_of_variables_in_their_scope():
    with tf.name_scope("block") as scope, tf.init_scope():
        assert scope == "block/"
    assert tf.group(tf.constant(1)) is None and tf.no_op() is None
    tf.assert_greater(2, 1)


@pytest.mark.parametrize("name", ["float64", "int32", "bool", "complex64"])
def test_dtypes_are_compared_by_name_type_and_identity(name):
    kind = getattr(tf, name)
    assert kind == name and kind == np.dtype(name) and kind is tf.as_dtype(name) and hash(kind) == hash(name)
    assert copy.deepcopy(kind) is kind and pickle.loads(pickle.dumps(kind)) is kind


def test_what_has_no_dtype_is_refused():
    with pytest.raises(TypeError, match="Cannot convert"):
        tf.as_dtype("nonsense")
    with pytest.raises(TypeError, match="uint16"):
        tf.as_dtype(np.uint16)
    assert isinstance(tf.constant(1), tf.Tensor) and isinstance(tf.float32, tf.DType)


def test_a_tensor_in_an_f_string_is_its_numbers():
    x = tf.constant([[1.0, 2.0]])
    assert f"{x} {x[0, 1]:.2f} {tf.constant('a')}" == "[[1. 2.]] 2.00 b'a'"
    assert str(x) == f"{x!s}" == "tf.Tensor([[1. 2.]], shape=(1, 2), dtype=float32)"
