"""Lesson 5, data: one's own folder of pictures."""

import os
from contextlib import contextmanager

from ...data import Dataset
from ...vision.datasets import DatasetFolder, ImageFolder
from ..record import Case, Exercise, Misconception
from .lesson_1 import complain


class Backwards:
    """What os.scandir gives, in the order of names from z to a."""

    def __init__(self, entries):
        with entries:
            self.entries = iter(sorted(entries, key=lambda entry: entry.name, reverse=True))

    def __iter__(self):
        return self.entries

    def __next__(self):
        return next(self.entries)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def close(self):
        pass


@contextmanager
def listed_backwards():
    """No disk promises an order of names; in this block they come from z to a, on every machine."""
    listdir, scandir = os.listdir, os.scandir
    os.listdir = lambda *place: sorted(listdir(*place), reverse=True)
    os.scandir = lambda *place: Backwards(scandir(*place))
    try:
        yield
    finally:
        os.listdir, os.scandir = listdir, scandir


def visited(answer, files):
    """How many pictures a Folder has, each with its label, and whether a loop ends; and how many it read before."""
    from tempfile import TemporaryDirectory
    read: list[str] = []
    with TemporaryDirectory() as root:
        for name in files:
            path = os.path.join(root, *name.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb"):
                pass

        def picture(path):
            read.append(os.path.relpath(path, root).replace(os.sep, "/"))
            return read[-1]
        with listed_backwards():
            folder = answer(root, picture)
            early, samples = len(read), []
            for sample in folder:
                samples.append(tuple(sample))
                if len(samples) > len(files):
                    break
            ends = "gives one more" if len(samples) > len(files) else "raises IndexError"
            return (len(folder), samples, f"folder[{len(samples)}] {ends}"), early


def folder(classes=sorted, files=sorted, is_class=None, is_file=None, label=lambda place, name, total: place,
           wrap=False, early=False, late=False):
    """A Folder; the settings make its usual mistakes."""
    def mine(path):
        return os.path.basename(path)[0] != "."

    class Folder(Dataset):
        def __init__(self, root, read):
            self.read, self.samples = read, []
            def counts(name):
                return (is_class or mine)(os.path.join(root, name))
            names = [name for name in classes(os.listdir(root)) if late or counts(name)]
            for place, name in enumerate(names):
                if not counts(name):
                    continue
                for file in files(os.listdir(os.path.join(root, name))):
                    if (is_file or mine)(file):
                        self.samples.append((os.path.join(root, name, file), label(place, name, len(self.samples))))
            if early:
                self.samples = [(read(path), number) for path, number in self.samples]
                self.read = lambda picture: picture

        def __len__(self):
            return len(self.samples)

        def __getitem__(self, index):
            path, number = self.samples[index % len(self.samples) if wrap else index]
            return self.read(path), number
    return Folder


def everything(path):
    return True


def reads_early(answer):
    """Whether pictures are read before one is asked for."""
    return visited(answer, ["a/1.pgm", "b/2.pgm"])[1] > 0


SYSTEM = ["a/1.pgm", "a/.DS_Store", "b/2.pgm", ".DS_Store", ".ipynb_checkpoints/1.pgm"]

Exercise(
    "5.1", "Folder", difficulty=2, points=2, kind="class", reference=folder(),
    aliases=lambda: (DatasetFolder, ImageFolder),
    run=lambda answer, inputs: visited(answer, inputs["files"])[0],
    cases=[Case("two classes", files=["b/1.pgm", "a/2.pgm"]),
           Case("two of a class", files=["a/1.pgm", "a/2.pgm", "b/3.pgm"]),
           Case("what the system put there", files=SYSTEM)],
    misconceptions=[
        Misconception("unsorted", "The names were taken as the disk lists them, and no disk promises an order: on "
                                  "another machine a would be class 1. Sort them.",
                      rule=(folder(list, list), folder(list), folder(files=list)),
                      example=Case("", files=["b/1.pgm", "a/2.pgm"])),
        Misconception("hidden ones too", "What the system puts there was taken for yours: .DS_Store comes from a Mac, "
                                         ".ipynb_checkpoints from Jupyter. It would be a class more. Leave out names "
                                         "that begin with a dot.",
                      rule=(folder(is_class=everything, is_file=everything), folder(is_class=everything),
                            folder(is_class=os.path.isdir, is_file=everything), folder(is_class=os.path.isdir),
                            folder(is_file=everything)), example=Case("", files=SYSTEM)),
        Misconception("dotted names numbered", "The labels do not begin at 0: the dotted names were numbered too. "
                                               "Leave them out first, then enumerate.", rule=folder(late=True),
                      example=Case("", files=SYSTEM)),
        Misconception("labels by file", "Every picture got a number of its own. The label says which class it is of: "
                                        "both pictures in a have the same.",
                      rule=(folder(label=lambda place, name, total: total),),
                      example=Case("", files=["a/1.pgm", "a/2.pgm", "b/3.pgm"])),
        Misconception("names for labels", "The label is the folder's name. A loss wants a number: the place of the "
                                          "name among the sorted names.",
                      rule=folder(label=lambda place, name, total: name)),
        Misconception("reads all at once", "All pictures are read when the Folder is made. With a million of them that "
                                           "takes the memory of a million: keep paths, and read in __getitem__.",
                      probe=reads_early),
        Misconception("no end", "A for loop over it never ends: it counts 0, 1, 2, … until __getitem__ raises an "
                                "IndexError. A list does that by itself.", rule=folder(wrap=True)),
    ],
    probes=[complain(reads_early, "Pictures are read before one is asked for.")],
    hints=["Make a list of (path, label) once, in __init__; everything else only looks things up in it.",
           "sorted(os.listdir(root)) without the names that begin with a dot: these are the classes. The same again "
           "inside each of them.",
           "for label, name in enumerate(classes): for file in …: self.samples.append((os.path.join(root, name, file), "
           "label)). __getitem__ reads the path: return self.read(path), label."])
