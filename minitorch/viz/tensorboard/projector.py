"""Points for TensorBoard's projector: files with coordinates, labels and pictures, and a config that lists them."""

import os

import numpy as np

from ...serialization.atomic import atomic_write
from ...vision.utils import png
from .summaries import as_array

CONFIG = "projector_config.pbtxt"         # TensorBoard looks for this name in the folder of a run
LARGEST = 8192                            # pixels: the largest side of a picture that browsers accept


def tsv(rows):
    """Return rows of values as text: tabs between values, one line for each row."""
    return "".join("\t".join(str(value).translate({9: " ", 10: " ", 13: " "}) for value in row) + "\n" for row in rows)


def labels(metadata, header, count):
    """Return the rows of metadata.tsv: one label for each point, or several under a header."""
    if not header:
        rows = [[value] for value in metadata]
    else:
        rows = [list(row) for row in metadata]
        if wrong := next((row for row in rows if len(row) != len(header)), None):
            raise ValueError(f"add_embedding: len of header must be equal to the number of columns in metadata: the "
                             f"header has {len(header)}, and there is a row {wrong!r}.")
    if len(rows) != count:
        raise AssertionError(f"add_embedding: #labels should equal with #data points: {len(rows)} and {count}.")
    return tsv([header, *rows] if header else rows)


def sprite(pictures, count):
    """Return pictures (N, C, H, W), floats of 0 … 1 or bytes, as one square PNG with ⌈√N⌉ pictures in a row."""
    array = as_array(pictures)
    if array.ndim != 4 or array.shape[1] not in (1, 3):
        raise ValueError(f"add_embedding: label_img must be (N, C, H, W) with 1 or 3 channels, not {array.shape}.")
    if len(array) != count:
        raise AssertionError(f"add_embedding: #images should equal with #data points: {len(array)} and {count}.")
    if array.dtype != np.uint8:
        array = (array.astype(np.float32) * 255).clip(0, 255).astype(np.uint8)
    high, wide = array.shape[2:]
    across = int(np.ceil(count ** 0.5))
    side = max(across * wide, -(-count // across) * high)
    if side > LARGEST:
        raise ValueError(f"add_embedding: {count} pictures of {wide} × {high} pixels need one of {side} × {side}, and "
                         f"browsers accept at most {LARGEST}. Make the pictures smaller, or show fewer.")
    sheet = np.zeros((side, side, 3), np.uint8)
    for number, picture in enumerate(array):
        top, left = number // across * high, number % across * wide
        sheet[top:top + high, left:left + wide] = picture.transpose(1, 2, 0)
    return png(sheet)


def folder_name(tag):
    """Return a tag as the name of a folder."""
    return tag.replace("%", "%25").replace("/", "%2f").replace("\\", "%5c")


def write_embedding(folder, mat, metadata, label_img, step, tag, header):
    """Write the files of one set of points; return the entry for the config."""
    points = as_array(mat)
    if points.ndim != 2:
        raise AssertionError("mat should be 2D, where mat.size(0) is the number of data points: it has shape "
                             f"{points.shape}.")
    below = f"{step:05d}/{folder_name(tag)}"
    files = {"tensors.tsv": tsv(points.tolist())}
    if metadata is not None:
        files["metadata.tsv"] = labels(list(metadata), header, len(points))
    if label_img is not None:
        files["sprite.png"] = sprite(label_img, len(points))
    os.makedirs(os.path.join(folder, below), exist_ok=True)
    for name, content in files.items():
        with atomic_write(os.path.join(folder, below, name)) as file:
            file.write(content.encode() if isinstance(content, str) else content)
    return entry(f"{tag}:{step:05d}", below, files, label_img)


def entry(name, below, files, label_img):
    """Return the config's entry for one set of points."""
    from tensorboard.plugins.projector.projector_config_pb2 import EmbeddingInfo
    found = EmbeddingInfo(tensor_name=name, tensor_path=f"{below}/tensors.tsv")
    if "metadata.tsv" in files:
        found.metadata_path = f"{below}/metadata.tsv"
    if "sprite.png" in files:
        high, wide = label_img.shape[2:]
        found.sprite.image_path = f"{below}/sprite.png"
        found.sprite.single_image_dim.extend([int(wide), int(high)])
    return found


def write_config(folder, entries):
    """Write the config, which lists the files of every set of points."""
    from google.protobuf import text_format
    from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig
    with atomic_write(os.path.join(folder, CONFIG)) as file:
        file.write(text_format.MessageToString(ProjectorConfig(embeddings=entries.values())).encode())
