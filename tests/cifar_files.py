"""Write small CIFAR archives in the real format, for tests: a .tar.gz with batches pickled as by Python 2."""

import io
import tarfile
from struct import pack

import numpy as np

NAMES = {"10": ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"],
         "100": [f"thing {number}" for number in range(100)]}


def text(value):
    """Return a pickled Python 2 string, with a short or long header."""
    data = value.encode("latin-1") if isinstance(value, str) else value
    return b"U" + bytes([len(data)]) + data if len(data) < 256 else b"T" + pack("<i", len(data)) + data


def number(value):
    return b"K" + bytes([value]) if value < 256 else b"J" + pack("<i", value)


def array(values):
    """Return a pickled array of bytes, as NumPy wrote it under Python 2."""
    kind = b"cnumpy\ndtype\n(" + text("u1") + number(0) + number(1) + b"tR(" + number(3) + text("|") + (
        b"NNN" + b"J\xff\xff\xff\xff" * 2 + number(0)) + b"tb"
    shape = b"(" + b"".join(map(number, values.shape)) + b"t"
    return (b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(" + number(0) + b"t" + text("b") + b"tR("
            + number(1) + shape + kind + b"I00\n" + text(values.tobytes()) + b"tb")


def pickled(batch):
    """Return a batch file in pickle protocol 2: a dict of lists, strings and arrays."""
    out = b"\x80\x02}("
    for key, value in batch.items():
        out += text(key)
        if isinstance(value, np.ndarray):
            out += array(value)
        elif isinstance(value, list):
            out += b"](" + b"".join(number(x) if isinstance(x, int) else text(x) for x in value) + b"e"
        else:
            out += number(value) if isinstance(value, int) else text(value)
    return out + b"u."


def pictures(count, classes=10, seed=0):
    """Return bytes (count, 3072) and labels; a bright bar shows the label, so that any network can learn it."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(classes, size=count).tolist()
    images = rng.integers(80, size=(count, 3, 32, 32), dtype=np.uint8)
    for image, label in zip(images, labels):
        image[:, :, 3 * (label % 10) + 1:3 * (label % 10) + 3] = 250
    return images.reshape(count, 3072), labels


def batches(kind="10", count=8):
    """Return {path: bytes} of all files in an archive, with `count` pictures in each batch."""
    folder = "cifar-10-batches-py" if kind == "10" else "cifar-100-python"
    files = {}
    if kind == "10":
        for place, name in enumerate([f"data_batch_{i}" for i in range(1, 6)] + ["test_batch"]):
            data, labels = pictures(count, 10, place)
            files[name] = {"batch_label": name, "labels": labels, "data": data,
                           "filenames": [f"{i}.png" for i in range(count)]}
        files["batches.meta"] = {"num_cases_per_batch": count, "label_names": NAMES["10"], "num_vis": 3072}
    else:
        for place, name in enumerate(["train", "test"]):
            data, labels = pictures(count, 100, place)
            files[name] = {"filenames": [f"{i}.png" for i in range(count)], "batch_label": name, "fine_labels": labels,
                           "coarse_labels": [label // 5 for label in labels], "data": data}
        files["meta"] = {"fine_label_names": NAMES["100"], "coarse_label_names": [f"kind {i}" for i in range(20)]}
    return {f"{folder}/{name}": pickled(batch) for name, batch in files.items()}


def archive(kind="10", count=8, files=None):
    """Return the bytes of an archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, data in (batches(kind, count) if files is None else files).items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return out.getvalue()
