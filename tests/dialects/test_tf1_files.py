"""TensorFlow 1: Saver, summaries, collections and devices."""

import os

import numpy as np
import pytest

from minitorch.dialects import tf1 as tf
from minitorch.dialects.core.errors import FailedPreconditionError, InvalidArgumentError, NotFoundError


@pytest.fixture(autouse=True)
def _fresh():
    tf.reset_default_graph()
    tf.set_random_seed(0)


def fitting():
    """A regression: (loss, step), with the optimiser's own values."""
    w = tf.get_variable("w", [3])
    loss = tf.reduce_sum((w - [1.0, 2.0, 3.0]) ** 2)
    return loss, tf.train.AdamOptimizer(0.1).minimize(loss, tf.train.get_or_create_global_step())


def test_a_run_that_is_restored_goes_on_to_the_bit(tmp_path):
    loss, step = fitting()
    saver, found = tf.train.Saver(), []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(5):
            sess.run(step)
        path = saver.save(sess, str(tmp_path / "model"), global_step=tf.train.get_global_step())
        found.append([sess.run([loss, step])[0] for _ in range(5)])
    assert path == str(tmp_path / "model-5") == tf.train.latest_checkpoint(str(tmp_path))
    tf.reset_default_graph()
    loss, step = fitting()
    with tf.Session() as sess:                                    # no initialiser
        tf.train.Saver().restore(sess, path)
        assert tf.train.global_step(sess, tf.train.get_global_step()) == 5
        found.append([sess.run([loss, step])[0] for _ in range(5)])
        tf.train.Saver().restore(sess, path)
        assert sess.run(loss) == found[0][0]
    assert found[0] == found[1]


def test_a_saver_keeps_the_latest_files(tmp_path):
    v = tf.Variable([1.0, 2.0], name="v")
    saver, paths = tf.train.Saver({"renamed": v}, max_to_keep=2), []
    with tf.Session() as sess:
        with pytest.raises(FailedPreconditionError, match="uninitialized value v"):
            saver.save(sess, str(tmp_path / "m"))
        assert os.listdir(tmp_path) == []
        sess.run(tf.global_variables_initializer())
        for k in range(4):
            sess.run(v.assign_add([1.0, 1.0]))
            paths.append(saver.save(sess, str(tmp_path / "m"), global_step=k))
        assert saver.last_checkpoints == paths[2:] and [tf.train.checkpoint_exists(p) for p in paths] == [
            False, False, True, True]
        saver.restore(sess, paths[2])
        assert sess.run(v).tolist() == [4, 5] and tf.train.list_variables(paths[2]) == [("renamed", [2])]
        with pytest.raises(ValueError, match="not a valid checkpoint"):
            saver.restore(sess, paths[0])
        with pytest.raises(NotFoundError, match="Key v not found.*renamed"):
            tf.train.Saver([v]).restore(sess, paths[2])
        with pytest.raises(InvalidArgumentError, match=r"\[3\].*\[2\]"):
            tf.train.Saver({"renamed": tf.Variable(tf.zeros([3]))}).restore(sess, paths[2])
        assert sess.run(v).tolist() == [4, 5]
    tf.reset_default_graph()
    with pytest.raises(ValueError, match="No variables to save"):
        tf.train.Saver()


def test_the_state_of_a_folder_of_checkpoints(tmp_path):
    assert tf.train.get_checkpoint_state(tmp_path) is None
    v = tf.Variable(1.0)
    with tf.Session() as sess:
        sess.run(v.initializer)
        saver = tf.train.Saver()
        paths = [saver.save(sess, f"{tmp_path}/model", global_step=step) for step in (1, 2)]
    state = tf.train.get_checkpoint_state(str(tmp_path))
    assert state.model_checkpoint_path == paths[-1] and state.all_model_checkpoint_paths == paths


@pytest.mark.needs("tensorboard")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_tensorboard_reads_summaries(tmp_path):
    x = tf.placeholder(tf.float32, [4], name="x")
    with tf.name_scope("train"):
        mean = tf.summary.scalar("mean", tf.reduce_mean(x))         # named mean_1, since there is train/Mean
    tf.summary.histogram("spread", x)
    merged = tf.summary.merge_all()
    assert tf.get_collection(tf.GraphKeys.SUMMARIES)[0] is mean
    with tf.Session() as sess, tf.summary.FileWriter(tmp_path, sess.graph) as writer:
        for step in range(3):
            writer.add_summary(sess.run(merged, {x: np.arange(4) + step}), step)
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    found = EventAccumulator(str(tmp_path), size_guidance={"histograms": 0}).Reload()
    assert [(e.step, e.value) for e in found.Scalars("train/mean_1")] == [(0, 1.5), (1, 2.5), (2, 3.5)]
    assert [e.histogram_value.max for e in found.Histograms("spread")] == [3, 4, 5]
    nodes = {node.name: node for node in found.Graph().node}
    assert nodes["spread"].input == ["x"] and "train/mean_1" in nodes


def test_collections_hold_variables_losses_and_more():
    assert tf.summary.merge_all() is None
    local = tf.Variable(1.0, trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
    with tf.variable_scope("net"):
        w = tf.get_variable("w", [2], initializer=tf.ones_initializer(),
                            regularizer=tf.contrib.layers.l2_regularizer(0.5))
    assert tf.global_variables() == [w] == tf.trainable_variables("net") == tf.get_collection("variables")
    loss = tf.losses.mean_squared_error(tf.zeros([2]), w * 3.0)
    tf.add_to_collection("mine", loss)
    tf.get_collection_ref("mine").append(w)
    assert tf.get_collection("mine") == [loss, w] and tf.get_collection("other") == [] == tf.get_collection("mine", "z")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(tf.losses.get_total_loss()) == 9.5 and sess.run(tf.losses.get_regularization_loss()) == 0.5
        with pytest.raises(FailedPreconditionError):
            sess.run(local)
        sess.run(tf.local_variables_initializer())
        assert sess.run(local) == 1


def test_operations_know_their_device():
    with tf.device("/gpu:0"):
        a = tf.constant([1.0, 2.0])
        with tf.device("/cpu:0"):
            b = a * 2.0
        with tf.device(None):
            c = b + 1.0
    assert (a.op.device, b.op.device, c.op.device, (c + 1.0).op.device) == ("/gpu:0", "/cpu:0", "/gpu:0", "")
    with tf.Session() as sess:
        assert sess.run(c).tolist() == [3, 5]
    with pytest.raises(ValueError, match="/GPU:0"), tf.device("graphics"):
        pass


def test_a_config_says_where_operations_run(capsys):
    with tf.device("/gpu:7"):
        total = tf.add(tf.constant(1.0, name="one"), 2.0, name="total")
    soft = tf.ConfigProto(log_device_placement=True, allow_soft_placement=True)
    soft.gpu_options.allow_growth = True
    with tf.Session(config=soft) as sess:
        assert [sess.run(total) for _ in range(3)] == [3.0] * 3
    lines = capsys.readouterr().err.splitlines()
    assert sorted(line.partition(":")[0] for line in lines)[-2:] == ["one", "total"]
    assert all(line.endswith("/job:localhost/replica:0/task:0/device:CPU:0") for line in lines)
    with tf.Session() as sess:
        assert sess.run(total) == 3.0 and not capsys.readouterr().err
    with tf.Session(config=tf.ConfigProto()) as sess, pytest.raises(InvalidArgumentError, match="explicitly assigned"):
        sess.run(total)
    with pytest.raises(TypeError, match="ConfigProto"):
        tf.Session(config={})


def test_files_and_folders_by_their_older_names(tmp_path):
    files, folder, path = tf.gfile, str(tmp_path / "a" / "b"), str(tmp_path / "a" / "text.txt")
    assert not files.Exists(folder)
    files.MakeDirs(folder)
    with files.GFile(path, "w") as file:
        file.write("one\ntwo\n")
    assert files.IsDirectory(folder) and sorted(files.ListDirectory(str(tmp_path / "a"))) == ["b", "text.txt"]
    with files.FastGFile(path, "rb") as file:
        assert file.readline() == b"one\n" and file.read() == b"two\n" and file.size() == 8
    assert list(files.Open(path)) == ["one\n", "two\n"] and files.Glob([f"{tmp_path}/a/*.txt"]) == [path]
    files.Remove(path)
    with pytest.raises(NotFoundError, match="No such file"):
        files.GFile(path).read()
    files.DeleteRecursively(str(tmp_path / "a"))
    assert not files.Exists(folder)
