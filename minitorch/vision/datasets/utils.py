"""torchvision's names for downloading and unpacking; the code is in minitorch.vision.download and archive."""

import os

from ..archive import extract
from ..download import download, matches


def check_integrity(fpath, md5=None):
    """Return True if a file exists, and has the md5 checksum if one is given."""
    return os.path.isfile(fpath) and matches(fpath, md5)


def download_url(url, root, filename=None, md5=None):
    """Download a file to the folder `root` and return its path."""
    return download(url, os.path.join(root, filename or url.rpartition("/")[2]), md5=md5)


def extract_archive(from_path, to_path=None):
    """Unpack an archive and return the folder with its files."""
    extract(from_path, to_path)
    return os.path.dirname(os.path.abspath(from_path)) if to_path is None else to_path


def download_and_extract_archive(url, download_root, extract_root=None, filename=None, md5=None):
    """Download an archive and unpack it."""
    extract_archive(download_url(url, download_root, filename, md5), extract_root or download_root)
