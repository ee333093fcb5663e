"""Files of data sets, where Keras keeps them: KERAS_HOME/datasets, ~/.keras/datasets unless that is set."""

import os

import numpy as np

from ....vision.archive import extract as unpack
from ....vision.download import download

ENDINGS = "", ".gz"
SOURCE = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


def get_file(fname=None, origin=None, untar=False, md5_hash=None, file_hash=None, cache_subdir="datasets",
             hash_algorithm="auto", extract=False, archive_format="auto", cache_dir=None, force_download=False):
    """Return the path of a file, downloaded if it is not there; of an archive, that of the folder it is unpacked into.

    fname               the name that the file gets; None: that in its address
    origin              its address, http or https
    file_hash           its checksum in hexadecimal: sha256 or md5 by its length, unless hash_algorithm names one
    md5_hash            the same for md5 alone
    cache_subdir        the folder in cache_dir where it is put
    extract, untar      whether it is an archive, .zip or .tar, and is unpacked
    archive_format      taken: the file shows it
    cache_dir           None: KERAS_HOME, or ~/.keras
    force_download      download it although it is there

    Raises ValueError for a name with a folder or no name, DownloadError if the download or its checksum fails.
    """
    name = os.fspath(fname or origin.partition("?")[0].rpartition("/")[2])
    if not name or os.sep in name:
        raise ValueError("`fname` is the name of a file, and cache_dir says where its folder is. Received: "
                         f"fname={fname}, origin={origin}")
    place = os.path.join(os.path.expanduser(cache_dir or home()), cache_subdir)
    path = target = os.path.join(place, name)
    if extract or untar:
        dotted = fname and "." in name
        target = os.path.join(place, f"{name.partition('.')[0]}_extracted") if dotted else path
        path = path if dotted else f"{path}_archive{''.join(origin.rpartition('/')[2].partition('.')[1:])}"
        if os.path.isdir(target) and not force_download:
            return target
    wanted = file_hash or md5_hash
    if force_download and os.path.exists(path):
        os.remove(path)
    if wanted or not os.path.exists(path):
        short = hash_algorithm == "md5" or hash_algorithm == "auto" and len(wanted or "") == 32
        download(origin, path, **{"md5" if short else "sha256": wanted})
    if target != path:
        unpack(path, target)
    return target


def home():
    """Return the folder in which Keras keeps its files."""
    return os.environ.get("KERAS_HOME") or os.path.join("~", ".keras")


def stored(name, *places, **source):
    """Return the path of a file, or of it with .gz, in one of several places within the folder of data sets.

    source   arguments of get_file, which fetches the file if it is in none of them
    """
    folder = os.path.join(os.path.expanduser(home()), "datasets")
    paths = [os.path.join(folder, place, name + ending) for place in places for ending in ENDINGS]
    if not any(map(os.path.isfile, paths)):
        get_file(**source)
    return next(filter(os.path.isfile, paths))


def npz(name, own, checksum):
    """Return the path of an .npz or .json file in the folder of data sets; it is Keras' file `own` if it is fetched."""
    return stored(name, "", fname=name, origin=SOURCE + own, file_hash=checksum)


def arrays_in(path, *keys):
    """Return the arrays called `keys` in an .npz file."""
    with np.load(path, allow_pickle=False) as file:
        return [file[key] for key in keys]
