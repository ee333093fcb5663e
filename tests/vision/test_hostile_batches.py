"""CIFAR's batches: none sets what is outside it, and none takes longer than its size allows."""

import numpy as np
import pytest
from persistence.test_linear import M61, nested, number
from timed import within

from minitorch.vision.datasets import batches
from minitorch.vision.datasets.batches import read_batch


def attributes():
    return {name: dict(getattr(value, "__dict__", {})) for name, value in vars(batches).items() if callable(value)}


ARRAY = b"cnumpy.core.multiarray\n_reconstruct\n"
HOOK = b"}U\x07marker2K\x01s"                         # a dict that BUILD would write into an object's __dict__


@pytest.mark.parametrize("target", [ARRAY, b"cnumpy\nndarray\n", b"cnumpy\ndtype\n", b"c_codecs\nencode\n"])
def test_no_batch_sets_attributes_of_what_it_names(tmp_path, target):
    path, before = tmp_path / "batch", attributes()
    for body in (HOOK + b"b", HOOK + b"b0}", b"N" + HOOK + b"\x86b", b"K\x01K\x02s"):
        body = target + body
        path.write_bytes(b"\x80\x02" + body + b".")
        with pytest.raises(ValueError, match="Nothing in it was run"):
            read_batch(path)
    assert before == attributes()
    assert not hasattr(np.ndarray, "marker2") and not hasattr(np.dtype, "marker2")


HANGING = {
    "a nested key": b"}" + nested() + b"Ns", "a nested value": b"}K\x01" + nested() + b"s",
    "a long number": b"}K\x01I" + b"9" * 10 ** 6 + b"\ns",
    "colliding numbers": b"}(" + b"".join(number(k * M61) + b"N" for k in range(1, 30_000)) + b"u",
    "a list again and again": b"}](" + b"K\x01" * 20_000 + b"eq\x000(" + b"".join(
        number(k) + b"h\x00" for k in range(20_000)) + b"u",
    "bytes again and again": b"](X" + (20_000).to_bytes(4, "little") + b"x" * 20_000 + b"q\x00" + b"".join(
        b"c_codecs\nencode\n(h\x00U\x06latin1tR" for _ in range(20_000)) + b"e",
}


@within(120)
@pytest.mark.parametrize("name", HANGING)
def test_a_batch_that_would_hang_is_refused_at_once(tmp_path, name):
    (tmp_path / "batch").write_bytes(b"\x80\x02" + HANGING[name] + b".")
    with pytest.raises(ValueError, match="is no batch of images"):
        read_batch(tmp_path / "batch")
