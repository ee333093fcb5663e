"""torchvision's names for fetching and unpacking; the work is done in minitorch.data."""

import os

from ...data.archive import extract
from ...data.download import download, matches


def check_integrity(fpath, md5=None):
    """Whether a file is there, with that md5 checksum if one is given."""
    return os.path.isfile(fpath) and matches(fpath, md5)


def download_url(url, root, filename=None, md5=None):
    """Fetch a file to the folder `root`; returns its path."""
    return download(url, os.path.join(root, filename or url.rpartition("/")[2]), md5=md5)


def extract_archive(from_path, to_path=None):
    """Unpack an archive; returns the folder that holds what was in it."""
    extract(from_path, to_path)
    return os.path.dirname(os.path.abspath(from_path)) if to_path is None else to_path


def download_and_extract_archive(url, download_root, extract_root=None, filename=None, md5=None):
    """Fetch an archive and unpack it."""
    extract_archive(download_url(url, download_root, filename, md5), extract_root or download_root)
