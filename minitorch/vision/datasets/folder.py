"""Images of your own: a folder of files, or a folder of folders whose names are the classes."""

import os
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice

from ...backend.threads import get_num_threads
from ...data import Dataset, get_worker_info
from ...runtime.errors import notice

IMG_EXTENSIONS = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")

PARTS = {"train", "val", "valid", "validation", "test"}      # usual names of folders that contain folders of classes


def pil_loader(path):
    """Return the picture in a file as a Pillow image in colour."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        raise ImportError("reading image files needs Pillow: pip install pillow") from None
    try:
        with open(path, "rb") as file, Image.open(file) as image:
            return image.convert("RGB")
    except UnidentifiedImageError:
        raise ValueError(f"{path} is not a picture that Pillow can read.") from None
    except Image.DecompressionBombError as error:
        raise ValueError(f"{path} is too large: {error}") from None
    except (OSError, SyntaxError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ValueError(f"{path} is cut short or damaged ({error}).") from None


default_loader = pil_loader


def load_ahead(loader, paths):
    """Yield the result of `loader` for each path, in order.

    Pictures are decoded in `get_num_threads()` threads before they are needed, because Pillow releases the
    interpreter lock while it decodes. A loader of your own is called in this thread.
    """
    threads = min(get_num_threads(), len(paths))
    if loader is not pil_loader or threads < 2 or get_worker_info() is not None:
        yield from map(loader, paths)
        return
    from concurrent.futures import ThreadPoolExecutor
    rest = iter(paths)
    with ThreadPoolExecutor(threads) as pool:
        waiting = deque(pool.submit(loader, path) for path in islice(rest, 2 * threads))
        while waiting:
            picture = waiting.popleft().result()
            waiting.extend(pool.submit(loader, path) for path in islice(rest, 1))
            yield picture


def files_below(folder, accepts):
    """Return the paths of all files below a folder that are not hidden, in the order of their names."""
    found = []
    for path, folders, names in os.walk(folder, followlinks=True):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(path, name) for name in names
                  if not name.startswith(".") and accepts(os.path.join(path, name))]
    return sorted(found)


def ends_with(extensions):
    """Return a function that returns True if a path ends in one of the extensions, in upper or lower case."""
    extensions = (extensions,) if isinstance(extensions, str) else tuple(extensions)
    return lambda path: path.lower().endswith(extensions)


class DatasetFolder(Dataset):
    """Files in folders whose names are the classes: root/cat/1.jpg, root/dog/2.jpg, …

    loader          called with a path, returns the sample
    extensions      the endings of the files to use; give either extensions or is_valid_file
    is_valid_file   a function that returns True for the path of a file to use
    transform       called with each sample
    target_transform   called with each label, an int: the index of its class in the sorted list `.classes`
    allow_empty     a class may have no files

    Sample i is (loaded sample, label). Hidden files and folders, with names that begin with a dot, are ignored.
    Raises FileNotFoundError if there is no class, or a class without files.
    """

    def __init__(self, root, loader, extensions=None, transform=None, target_transform=None, is_valid_file=None,
                 allow_empty=False):
        if (extensions is None) == (is_valid_file is None):
            raise ValueError("Both extensions and is_valid_file cannot be None or not None at the same time: "
                             "give one of them, to say which files to use.")
        self.root, self.loader, self.extensions = root, loader, extensions
        self.transform, self.target_transform = transform, target_transform
        accepts = is_valid_file or ends_with(extensions)
        self.classes, self.class_to_idx = self.find_classes(root)
        self.samples = [(path, number) for name, number in self.class_to_idx.items()
                        for path in files_below(os.path.join(root, name), accepts)]
        self.targets = [number for _, number in self.samples]
        empty = sorted(set(self.classes) - {self.classes[number] for number in self.targets})
        if empty and not allow_empty:
            endings = "" if extensions is None else f" A valid file ends in {', '.join(extensions)}."
            raise FileNotFoundError(f"Found no valid file for the classes {', '.join(empty)} in {root}.{endings}")

    def find_classes(self, directory):
        """Return (names, {name: number}) of the classes; a subclass may choose others."""
        if not os.path.isdir(directory):
            raise FileNotFoundError(f"there is no folder {os.path.abspath(directory)}.")
        names = sorted(entry.name for entry in os.scandir(directory) if entry.is_dir() and entry.name[0] != ".")
        if not names:
            raise FileNotFoundError(f"Couldn't find any class folder in {directory}: the images of each class belong "
                                    "in a folder of its name. For images without classes there is ImageFiles.")
        if "train" in names and PARTS.issuperset(names):
            notice(f"the classes in {directory} are {', '.join(names)}, and look like parts of a data set: give the "
                   f"folder of one part, such as {os.path.join(directory, 'train')}.")
        return names, {name: number for number, name in enumerate(names)}

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[index]
        return self.finish(self.loader(path), label)

    def __getitems__(self, indices):
        """Return the samples at these indices; their files are decoded in several threads."""
        chosen = [self.samples[index] for index in indices]
        read = load_ahead(self.loader, [path for path, _ in chosen])
        return [self.finish(sample, label) for sample, (_, label) in zip(read, chosen)]

    def finish(self, sample, label):
        if self.transform is not None:
            sample = self.transform(sample)
        return sample, label if self.target_transform is None else self.target_transform(label)

    def __repr__(self):
        files, classes = len(self), len(self.classes)
        return (f"{type(self).__name__}: {files:,} file{'s' * (files != 1)} of {classes} class{'es' * (classes != 1)} "
                f"in {self.root}")


class ImageFolder(DatasetFolder):
    """Pictures in folders whose names are the classes; a transform gets Pillow images in colour.

    See `DatasetFolder` for the arguments; `loader` reads a picture with Pillow.
    """

    def __init__(self, root, transform=None, target_transform=None, loader: Callable = default_loader,
                 is_valid_file=None, allow_empty=False):
        super().__init__(root, loader, IMG_EXTENSIONS if is_valid_file is None else None, transform, target_transform,
                         is_valid_file, allow_empty)
        self.imgs = self.samples


class ImageFiles(Dataset):
    """The pictures in the folder `root` and in its subfolders, without classes, in the order of their paths.

    loader       called with a path, returns the picture; default: a Pillow image in colour
    extensions   the endings of the files that are used

    Sample i is the picture in `.paths[i]`, changed by `transform` if it is given. FileNotFoundError for no picture.
    """

    def __init__(self, root, transform=None, loader: Callable = default_loader,
                 extensions: str | Sequence[str] = IMG_EXTENSIONS):
        if not os.path.isdir(root):
            raise FileNotFoundError(f"there is no folder {os.path.abspath(root)}.")
        self.root, self.transform, self.loader = root, transform, loader
        self.paths = files_below(root, ends_with(extensions))
        if not self.paths:
            raise FileNotFoundError(f"Found no file in {root} that ends in {', '.join(extensions)}.")

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        image = self.loader(self.paths[index])
        return image if self.transform is None else self.transform(image)

    def __getitems__(self, indices):
        """Return the pictures at these indices; their files are decoded in several threads."""
        images = load_ahead(self.loader, [self.paths[index] for index in indices])
        return [image if self.transform is None else self.transform(image) for image in images]
