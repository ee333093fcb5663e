"""Data sets of pictures and texts in folders; the name of a folder is a class.

Arguments that mean the same wherever they occur:

    directory          the folder that holds a folder for each class
    labels             "inferred": of the folders; a list, one for each file below `directory` by name; None: none
    label_mode         "int": int32; "binary": float32 (1,); "categorical": float32 (classes,); None: no labels
    class_names        the folders to use, in the order of their numbers; None: all by name
    batch_size         files in a batch; None: no batches
    shuffle, seed      whether the files come in another order, and which
    validation_split   the share of the files, the last ones, for validation
    subset             "training", "validation", or "both": a list of the two
    follow_links, data_format, format    taken: links are followed, channels are last, and a Dataset is made
    verbose            whether the numbers of files are printed

    The Dataset has class_names and file_paths. Raises ValueError for arguments that do not fit together, and without
    a file.
"""

import os as _os

import numpy as _np

from ...vision.datasets.folder import ends_with as _ends_with, files_below as _files_below, pil_loader as _pil_loader
from .ops.image import resize as _resize


def image_dataset_from_directory(
        directory, labels="inferred", label_mode="int", class_names=None, color_mode="rgb", batch_size=32,
        image_size=(256, 256), shuffle=True, seed=None, validation_split=None, subset=None, interpolation="bilinear",
        follow_links=False, crop_to_aspect_ratio=False, pad_to_aspect_ratio=False, data_format=None, format="tf",
        verbose=True):
    """Return a Dataset of pictures, float32 (height, width, channels) from 0 to 255, and labels. It needs Pillow.

    color_mode              "rgb": three channels; "grayscale": one
    image_size, interpolation, crop_to_aspect_ratio, pad_to_aspect_ratio    as keras.ops.image.resize
    """
    size = (image_size, image_size) if isinstance(image_size, int) else image_size
    modes = {"rgb": "RGB", "grayscale": "L"}
    if color_mode not in modes:
        raise ValueError(f"`color_mode` is rgb or grayscale here. Received: color_mode={color_mode}")

    def read(path):
        pixels = _np.asarray(_pil_loader(path).convert(modes[color_mode]), "float32")
        return _resize(pixels.reshape(*pixels.shape[:2], -1), size, interpolation, False, crop_to_aspect_ratio,
                       pad_to_aspect_ratio)
    return _dataset(read, (".bmp", ".gif", ".jpeg", ".jpg", ".png"), directory, labels, label_mode, class_names,
                    batch_size, shuffle, seed, validation_split, subset, verbose)


def text_dataset_from_directory(
        directory, labels="inferred", label_mode="int", class_names=None, batch_size=32, max_length=None, shuffle=True,
        seed=None, validation_split=None, subset=None, follow_links=False, format="tf", verbose=True):
    """Return a Dataset of the texts in files that end in .txt, and labels.

    max_length    how many bytes of a text are kept; None: all
    """
    def read(path):
        with open(path, "rb") as file:
            return file.read(-1 if max_length is None else max_length)
    return _dataset(read, ".txt", directory, labels, label_mode, class_names, batch_size, shuffle, seed,
                    validation_split, subset, verbose)


def _dataset(read, endings, directory, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split,
             subset, verbose):
    """Return the Dataset of what `read` makes of each file with one of the endings; two if subset is "both"."""
    _check(validation_split, subset, shuffle, seed)
    paths, labels, names = _indexed(directory, labels, class_names, _ends_with(endings))
    labels = labels if label_mode else None
    if label_mode == "binary" and len(names) != 2:
        raise ValueError(f'When passing `label_mode="binary"`, there must be exactly 2 class_names. Received: '
                         f"class_names={names}")
    if verbose:
        print(f"Found {len(paths)} files" + (f" belonging to {len(names)} classes." if labels is not None else "."))
    if shuffle:
        order = _np.arange(len(paths))
        _np.random.RandomState(seed).shuffle(order)
        paths, labels = [paths[i] for i in order], None if labels is None else labels[order]
    labels = None if labels is None else _as_labels(labels, label_mode, len(names))
    cut, made = len(paths) - int((validation_split or 0) * len(paths)), []
    parts = {"training": slice(cut), "validation": slice(cut, None)}
    for part in parts if subset == "both" else [subset]:
        span = parts.get(part, slice(None))
        if part is not None:
            print(f"Using {len(paths[span])} files for {part}.")
        own = None if labels is None else labels[span]
        made.append(_files(read, paths[span], own, batch_size, shuffle and not made, seed))
        made[-1].class_names = names
    if not all(one.file_paths for one in made):
        raise ValueError(f"No files found in directory {directory} that end in {endings}.")
    return made if subset == "both" else made[0]


def _check(validation_split, subset, shuffle, seed):
    """Raise ValueError for a validation_split that is no share, has no subset, or is of files in an unknown order."""
    if validation_split and not 0 < validation_split < 1:
        raise ValueError(f"`validation_split` must be between 0 and 1, received: {validation_split}")
    if bool(validation_split) != bool(subset):
        raise ValueError("If `subset` is set, `validation_split` must be set, and inversely.")
    if subset not in ("training", "validation", "both", None):
        raise ValueError(f'`subset` must be either "training", "validation" or "both", received: {subset}')
    if validation_split and shuffle and seed is None:
        raise ValueError("If using `validation_split` and shuffling the data, you must provide a `seed` argument, to "
                         "make sure that there is no overlap between the training and validation subset.")


def _indexed(directory, labels, class_names, accepts):
    """Return (paths, their labels, the names of the classes) of the files that `accepts` takes."""
    if isinstance(labels, str):
        folders = sorted(entry.name for entry in _os.scandir(directory) if entry.is_dir() and entry.name[0] != ".")
        if not set(class_names or ()) <= set(folders):
            raise ValueError("The `class_names` passed did not match the names of the subdirectories of the target "
                             f"directory. Expected: {folders} (or a subset of it), but received: "
                             f"class_names={class_names}")
        names = list(class_names or folders)
        found = [_files_below(_os.path.join(directory, name), accepts) for name in names]
        numbers = _np.repeat(_np.arange(len(names), dtype="int32"), [len(paths) for paths in found])
        return [path for paths in found for path in paths], numbers, names
    paths = _files_below(directory, accepts)
    if labels is not None and len(labels) != len(paths):
        raise ValueError("Expected the lengths of `labels` to match the number of files in the target directory. "
                         f"len(labels) is {len(labels)} while we found {len(paths)} files in directory {directory}.")
    return (paths, None, None) if labels is None else (paths, _np.asarray(labels, "int32"), [
        str(label) for label in sorted(set(labels))])


def _as_labels(labels, label_mode, count):
    """Return integers as the label_mode wants them."""
    if label_mode == "categorical":
        return _np.eye(count, dtype="float32")[labels]
    return labels.astype("float32")[:, None] if label_mode == "binary" else labels


def _files(read, paths, labels, batch_size, shuffle, seed):
    """Return the Dataset of files and labels, which are read when they are asked for."""
    from ..tf2.data import Dataset
    made = Dataset.from_tensor_slices(_np.arange(len(paths)))
    made = made.shuffle((batch_size or 128) * 8, seed) if shuffle else made
    made = made.map(lambda i: read(paths[int(i)]) if labels is None else (read(paths[int(i)]), labels[int(i)]))
    made = made if batch_size is None else made.batch(batch_size)
    made.file_paths = paths
    return made
