"""`save` and `load`: what they take and give, and which reader a file belongs to."""

FOREIGN = {b"\x1f\x8b": "a gzip file",
           b"\x00\x00\x08": "an IDX file, as MNIST's are: see minitorch.vision.datasets.MNIST",
           b"\x93NUMPY": "a NumPy array: see numpy.load",
           b"\x89HDF": "an HDF5 file, as Keras writes",
           b"{": "a text file",
           b"<": "a web page: was the download refused?",
           b"version https://git-lfs": "a Git LFS pointer: the file itself was not fetched",
           **{b"\x80" + bytes([version]): "a pickle, which could run code when opened. Of pickles, only those "
              "that torch.save writes for weights are read" for version in range(1, 6)}}
above: list = []                       # functions that import the layers whose classes a file may hold


def save(obj, f, pickle_module=None, pickle_protocol=None, _use_new_zipfile_serialization=True):
    """Write values, tensors, containers of them, and whole modules.

    obj   a state_dict, an optimiser's state, a Module; numbers, strings, bytes, None, dtypes, devices, arrays;
          and dicts, lists, tuples and sets of them
    f     path, or a file opened for writing bytes

    pickle_module and pickle_protocol are PyTorch's, and change nothing here.
    A path is written whole or not at all: first beside it, then moved to its name. Tensors that share memory are
    stored once, and share it again when loaded. Raises TypeError, with the place, for what cannot be kept.

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
    """What `save` wrote; the weights in a file that PyTorch wrote; or a safetensors file.

    f              path, or a file opened for reading bytes
    map_location   device for the tensors; or a dict {saved: wanted}; or a function(storage, place) that returns
                   the storage, moved or not. Default: the devices they were saved from
    mmap           leave the numbers of a path in the file until they are used; the file is opened once, and may be
                   replaced by another meanwhile, as save does
    classes        Module classes that the file may hold, if the program has not imported them: [Net]
    pickle_module, weights_only   accepted: whatever they say, nothing in a file can run

    Only values are made. A whole module gets its class from `classes`, from `minitorch.nn` or from what is already
    imported, and its state from the file; nothing that a file names is imported, and no method of the class is called.

    Raises FileNotFoundError, or LoadError (a RuntimeError) for a file cut short, damaged, foreign or hostile.
    """
    from .modules import checked
    from .reading import LoadError, Places, opened
    for layer in above:
        layer()
    classes = checked(classes)
    with opened(f, mmap) as source:
        places = Places(map_location)
        try:
            return read(source, places, classes)
        except LoadError:
            raise
        except MemoryError:
            raise MemoryError(f"{source.name} ({source.size:,} bytes) needs more memory than there is.") from None
        except RecursionError:
            raise LoadError(f"{source.name} is damaged, or load was called too deep inside other calls: its values "
                            "are nested deeper than Python's own limit allows.") from None
        except Exception as error:                       # whatever a made-up file brings about
            if error is places.failure:                  # but what map_location raised is the caller's own
                raise
            raise LoadError(f"{source.name} is damaged: its parts do not fit together.") from error


def read(source, places, classes):
    """Find out from its first bytes who wrote a file, and have it read."""
    from . import archive, pytorch, safetensors, zips
    from .reading import LoadError
    start = source.start
    if not source.size:
        raise LoadError(f"{source.name} is empty: 0 bytes. Was writing it interrupted?")
    if start.startswith(b"PK"):
        with zips.Archive(source) as zipped:
            if archive.INDEX in zipped:
                return archive.read(zipped, places, classes)
            if any(name.endswith("data.pkl") for name in zipped):
                return pytorch.read_zip(zipped, places)
            raise LoadError(f"{source.name} is not a file that minitorch.save wrote: it is a zip archive of another "
                            "program.")
    if pytorch.legacy(start):
        return pytorch.read_legacy(source, places)
    if safetensors.recognised(source):
        return safetensors.read(source, places)
    kind = next((kind for magic, kind in FOREIGN.items() if start.startswith(magic)), "something else")
    raise LoadError(f"{source.name} is not a file that minitorch.save wrote: it is {kind}.")
