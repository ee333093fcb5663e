"""`save` and `load`, and the choice of the reader for a file."""

FOREIGN = {b"\x1f\x8b": "a gzip file",
           b"\x00\x00\x08": "an IDX file, as MNIST's are: see minitorch.vision.datasets.MNIST",
           b"\x93NUMPY": "a NumPy array: see numpy.load",
           b"\x89HDF": "an HDF5 file, as Keras writes",
           b"{": "a text file",
           b"<": "a web page: was the download refused?",
           b"version https://git-lfs": "a Git LFS pointer: the file itself was not fetched",
           **{b"\x80" + bytes([version]): "a pickle, which could run code when opened. Of pickles, only those "
              "that torch.save writes for weights are read" for version in range(1, 6)}}


def save(obj, f, pickle_module=None, pickle_protocol=None, _use_new_zipfile_serialization=True):
    """Write values, tensors, containers of them, and whole modules.

    obj   a state_dict, an optimiser's state, a Module; numbers, strings, bytes, None, dtypes, devices, arrays;
          and dicts, lists, tuples and sets of them
    f     path, or a file opened for writing bytes

    pickle_module and pickle_protocol are accepted, without effect.
    A file is written under a temporary name and then renamed, so it is never incomplete. Tensors that share memory
    are stored once, and share memory again when loaded. Raises TypeError for a value that cannot be saved, with its
    position.

    >>> import io, minitorch as mt
    >>> file = io.BytesIO()
    >>> mt.save({"step": 3, "weight": mt.ones(2)}, file)
    >>> file.seek(0)
    0
    >>> mt.load(file)
    {'step': 3, 'weight': tensor([1., 1.])}
    """
    from .archive import write
    from .atomic import atomic_write
    from .encode import Encoder
    tree, arrays = Encoder().result(obj)
    with atomic_write(f) as file:
        write(file, tree, arrays)


def load(f, map_location=None, pickle_module=None, *, weights_only=True, mmap=False, classes=()):
    """Load a file that `save` wrote, the weights in a file that PyTorch wrote, or a safetensors file.

    f              path, or a file opened for reading bytes
    map_location   device for the tensors; or a dict {saved device: wanted device}; or a function(storage, saved device)
                   that returns the storage, moved or not. Default: the devices from which the tensors were saved
    mmap           map the file into memory, so that numbers are read when they are used; `save` may replace the file
                   meanwhile. Checksums are not checked. A file that is cut short while load reads it raises
                   LoadError; if it is cut short or overwritten in place later, the tensors change or the program ends
                   with SIGBUS, so write a new file and rename it, as save does
    classes        Module classes that the file may contain, if the program has not imported them: [Net]
    pickle_module, weights_only   accepted, without effect: no code in a file runs

    Only values are created. A whole module gets its class from `classes`, from `minitorch.nn` or from imported
    modules, and its state from the file; no name in a file is imported, and no method of the class is called.

    Raises FileNotFoundError, or LoadError (a RuntimeError) for a file that is cut off, damaged, unknown or malicious.
    """
    from .modules import check_classes
    from .reading import LoadError, MapLocation, open_source
    classes = check_classes(classes)
    with open_source(f, mmap) as source:
        relocate = MapLocation(map_location)
        try:
            return read(source, relocate, classes)
        except LoadError:
            raise
        except MemoryError:
            raise MemoryError(f"{source.name} ({source.size:,} bytes) needs more memory than there is.") from None
        except RecursionError:
            raise LoadError(f"{source.name} is damaged, or load was called inside too many other calls: its values "
                            "are nested deeper than Python's recursion limit allows.") from None
        except Exception as error:                       # a malicious file can cause any error
            if error is relocate.failure:                # raise an error of map_location unchanged
                raise
            raise LoadError(f"{source.name} is damaged: its contents are inconsistent.") from error


def read(source, relocate, classes):
    """Find the format of a file from its first bytes, and read it."""
    from . import archive, pytorch, safetensors, zips
    from .reading import LoadError
    start = source.start
    if not source.size:
        raise LoadError(f"{source.name} is empty: 0 bytes. Was writing it interrupted?")
    if start.startswith(b"PK"):
        with zips.Archive(source) as zipped:
            if archive.INDEX in zipped:
                return archive.read(zipped, relocate, classes)
            if any(name.endswith("data.pkl") for name in zipped):
                return pytorch.read_zip(zipped, relocate)
            raise LoadError(f"{source.name} is not a file that minitorch.save wrote: it is a zip archive of another "
                            "program.")
    if pytorch.is_legacy(start):
        return pytorch.read_legacy(source, relocate)
    if safetensors.is_safetensors(source):
        return safetensors.read(source, relocate)
    kind = next((kind for magic, kind in FOREIGN.items() if start.startswith(magic)), "something else")
    raise LoadError(f"{source.name} is not a file that minitorch.save wrote: it is {kind}.")
