"""Lesson 5, data: pictures, batches and their order, one scale, a loop that is mended, a run that goes on."""

import os
from contextlib import chdir, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ... import train
from ...data import BatchSampler, DataLoader, Dataset, sampler
from ...engine import is_grad_enabled, no_grad
from ...nn import CrossEntropyLoss, Dropout, Linear, Module
from ...optim import SGD
from ...optim.lr_scheduler import LambdaLR, SequentialLR
from ...random import Generator
from ...runtime import set_grad_enabled
from ...tensors import tensor
from ...vision.datasets import DatasetFolder, ImageFolder
from ..compare import plain, same
from ..watch import Altered
from .adapt_data import as_dict, of_any_run, of_known_length, of_one_batch
from .common import Case, Exercise, Halves, Law, Wrong, in_two, mt, versions


def twenty_times(shuffled):
    """twenty orders of 0, 1, 2: the first, sorted, that does not hold each once"""
    rng = np.random.default_rng(0)
    orders = [sorted(int(i) for i in shuffled(3, rng)) for _ in range(20)]
    return next((order for order in orders if order != [0, 1, 2]), [0, 1, 2])


def one_card(shuffled):
    """Shuffle a pack of one card."""
    return [int(i) for i in shuffled(1, np.random.default_rng(0))]


def draws_again(shuffled):
    """Return whether some indices are missing and others come twice, in twenty orders of 0, 1, 2."""
    found = twenty_times(shuffled)
    return len(found) == 3 and {*found} < {0, 1, 2}


def all_orders(shuffled):
    """500 shuffles of 0, 1, 2: the orders that never come"""
    rng = np.random.default_rng(4)
    found = {"".join(str(int(i)) for i in shuffled(3, rng)) for _ in range(500)}
    return " ".join(["never:", *sorted({"012", "021", "102", "120", "201", "210"} - found)])


def far(shuffled):
    """2,000 cards, as sorted classes would lie: whether they travel through the whole pack"""
    order = np.asarray([int(i) for i in shuffled(2000, np.random.default_rng(6))])
    return "far" if abs(order - np.arange(len(order))).mean() > 500 else "they stay near where they were"


def places(shuffled):
    """2,000 shuffles of 10 cards: whether each card lies in each place about as often as any other"""
    rng, found = np.random.default_rng(5), np.zeros((10, 10))
    for _ in range(2000):
        found[np.arange(10), np.asarray(shuffled(10, rng), int)] += 1
    return "as often" if ((found - 200) ** 2 / 200).sum() < 170 else "some oftener than others"


def compared(a, b):
    return "the same order" if [int(i) for i in a] == [int(i) for i in b] else "another order"


def next_epoch(shuffled):
    """52 cards shuffled twice from one generator"""
    rng = np.random.default_rng(1)
    return compared(shuffled(52, rng), shuffled(52, rng))


def same_seed(shuffled):
    """52 cards shuffled from two generators of the same seed"""
    return compared(*[shuffled(52, np.random.default_rng(2)) for _ in range(2)])


def neighbours(shuffled):
    """52 cards: how many are still followed by the one that followed them, counted as many or few"""
    order = [int(i) for i in shuffled(52, np.random.default_rng(3))]
    return "few follow on" if sum(b - a == 1 for a, b in zip(order, order[1:])) < 10 else "many follow on"


def orders_of(answer, inputs):
    """All orders that a program asks for."""
    asked, found = [], []

    def shuffled(n, generator):
        asked.append(n)
        found.append(plain(answer(n, generator)))
        return found[-1]
    try:
        inputs["program"](shuffled)
    except Exception:
        if len(found) < len(asked):               # else it is the program that fails, and it will again
            raise
    return found


def told_by(orders, inputs):
    """Return what a program says of these orders."""
    given = iter(orders)
    return inputs["program"](lambda n, generator: next(given))


def gives_floats(answer):
    """Whether the numbers of an order are no whole ones."""
    return any(float(i) == i and not hasattr(i, "__index__") for i in answer(3, np.random.default_rng(0)))


def drawn_pack(rng):
    return {"n": int(rng.integers(5, 30)), "seed": int(rng.integers(1000))}


def numbers_of_a_pack(answer, inputs):
    """Each number of an order, and whether it can be an index."""
    return [(float(i), hasattr(i, "__index__")) for i in answer(inputs["n"], np.random.default_rng(inputs["seed"]))]


def whole_numbers(shown, inputs):
    if sorted(number for number, _ in shown) != list(range(inputs["n"])):
        return f"Of {inputs['n']} cards not each comes once."
    return None if all(index is True for _, index in shown) else (
        "Some of what comes is no whole number but of another kind, a float or a text: an index is an int.")


def shuffled(n, generator):
    return generator.permutation(n).tolist()      # or swap by lot, as drawn above


SWAPS = """
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = generator.integers(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
"""

Exercise("5.3", shuffled, difficulty=1, points=2, piece=lambda: sampler.shuffled, adapt=lambda mine: lambda n,
    generator: [int(i) for i in mine(n, generator)], run=Halves(orders_of, told_by),
    cases=[Case("n = 3", program=twenty_times), Case("the next epoch", program=next_epoch),
           Case("the same seed", program=same_seed), Case("neighbours part", program=neighbours),
           Case("every order", program=all_orders), Case("every place", program=places),
           Case("a single card", program=one_card), Case("a large pack", program=far)],
    wrong=[
        Wrong("repeats", "Some indices come twice and others never. Was each drawn anew from all? Draw without putting "
              "back, and lose none in a swap.", "return [int(generator.integers(n)) for _ in range(n)]",
              SWAPS.replace("order[i], order[j] = order[j], order[i]", "order[i] = order[j]"), probe=draws_again),
        Wrong("floats", "The numbers are floats. They say which sample comes next, and an index is a whole number.",
              "return generator.permutation(n) * 1.0", probe=gives_floats),
        Wrong("counts from 1", "It counts from 1 to n. The first sample is number 0, and there is no number n.",
              "return [i + 1 for i in generator.permutation(n).tolist()]"),
        Wrong("not shuffled", "The order is not drawn by chance: 0, 1, 2 … comes as it was, or turned round.",
              "return list(range(n))", "return list(range(n))[::-1]",
              probe=lambda answer: [*map(int, answer(
                  9, np.random.default_rng(0)))] in ([*range(9)], [*range(9)][::-1])),
        Wrong("the same each epoch", "The second epoch has the order of the first. A generator that is made, seeded or "
              "copied inside begins anew at every call: draw from the one that is given.",
              "return np.random.default_rng(42).permutation(n)", example="the next epoch",
              probe=lambda answer: next_epoch(answer) == "the same order" and twenty_times(answer) == [0, 1, 2]),
        Wrong("chance from elsewhere", "The same seed gave another order: the numbers came from elsewhere, np.random "
              "perhaps, and no run can be repeated. Use the generator.", "return np.random.permutation(n).tolist()",
              example="the same seed"),
        Wrong("returns nothing", "Nothing came back (None). generator.shuffle changes a list in place and itself "
              "returns None: return the list.", "return generator.shuffle(list(range(n)))",
              probe=lambda answer: answer(3, np.random.default_rng(0)) is None),
        Wrong("only cut", "It is only cut, as a pack of cards: each sample is still followed by the one that followed "
              "it, so sorted classes stay together.", "return np.roll(range(n), generator.integers(n)).tolist()",
              example="neighbours part"),
        Wrong("never stays", "Some orders never come: 0 1 2 is one of them. A card may stay where it is: integers(i + "
              "1).", SWAPS.replace("i + 1", "i"), example="every order"),
        Wrong("one swap missing", "Some orders never come: one place never draws. The loop goes from the last, n − 1, "
              "down to the second, 1: range(n - 1, 0, -1).", SWAPS.replace("n - 1, 0,", "n - 1, 1,"),
              SWAPS.replace("n - 1, 0,", "n - 2, 0,"), example="every order"),
        Wrong("shuffled in parts", "Cards stay near where they were: the pack is shuffled in parts, or with too few "
              "swaps. Sorted classes hardly meet. A card must be able to reach every place.",
              "return [i for k in range(0, n, 64) for i in k + generator.permutation(min(64, n - k))]",
              example="a large pack",
              probe=lambda answer: twenty_times(answer) == [0, 1, 2] and "near" in far(answer)
              and neighbours(answer) == "few follow on"),
        Wrong("drawn from all", "All orders come, but not equally often. In swaps place i draws from those up to and "
              "with i, integers(i + 1), not from all n; and numbers to sort by must not be equal.",
              SWAPS.replace("i + 1", "n"), SWAPS.replace("i + 1", "n").replace("n - 1, 0,", "n - 1, -1,"),
              example="every place"),
    ],
    probes=[Law(drawn_pack, numbers_of_a_pack, whole_numbers)],
    others=[SWAPS, """
        order = np.arange(n)
        generator.shuffle(order)
        return order
    """, "return sorted(range(n), key=lambda i, keys=generator.random(n): keys[i])",
            "return generator.choice(n, n, replace=False)"],
    hints=["Write the numbers on cards: list(range(n)). Then either swap them as with the pack of cards above, or look "
           "for what a generator does with a whole list.",
           "By swaps: for i from n − 1 down to 1, draw j = generator.integers(i + 1) and swap order[i] with order[j].",
           "In one call: generator.permutation(n). Or generator.shuffle(order), which changes the list and returns "
           "None: return order."])


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


def laid_out(root, files):
    """Files in folders, as named, the first the largest."""
    for i, name in enumerate(files):
        path = os.path.join(root, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(bytes(len(files) - i))
    return root


@contextmanager
def opened(answer, files, *others, held=lambda name: f"read {name}"):
    """Make a Folder of these files, before one of the others, if there are others; return it and what it read.

    held   held(name) gives what a file holds
    """
    read: list[str] = []

    def picture(path):
        read.append(os.path.relpath(path, base).replace(os.sep, "/") if os.path.isabs(path) else str(path))
        return held(read[-1])
    with TemporaryDirectory() as base, listed_backwards():
        folder = answer(laid_out(os.path.join(base, "root"), files), picture)
        for other in others:
            answer(laid_out(os.path.join(base, "other"), other), picture)
        yield folder, read


def visited(answer, inputs):
    """How many pictures a Folder has, each with its label, and whether a loop ends."""
    files = inputs["files"]
    with opened(answer, files) as (folder, _):
        samples, ends = [], "raises IndexError"
        for sample in folder:
            samples.append(tuple(sample))
            if len(samples) > len(files):
                ends = "gives one more"
                break
        else:
            try:
                folder[len(samples)]
            except IndexError:
                pass
            except Exception as error:
                ends = f"raises {type(error).__name__}"
        return len(folder), samples, f"folder[{len(samples)}] {ends}"


def reads_early(answer):
    """Whether pictures are read before they are asked for, at once or with the first."""
    with opened(answer, ["a/1.pgm", "b/2.pgm"]) as (folder, read):
        early = len(read)
        folder[0]
        return early > 0 or len(set(read)) > 1


def shares_a_list(answer):
    """Whether a second Folder changes the first."""
    def seen(*others):
        with opened(answer, ["a/1.pgm"], *others) as (folder, _):
            return len(folder), folder[0][1]
    return seen() != seen(["b/2.pgm", "b/3.pgm"])


def drawn_files(rng):
    """Pictures of three classes, which of them is asked for, and those of another folder."""
    files = [f"{name}/{number}.pgm" for name in "cab"
             for number in rng.choice(range(100, 999), int(rng.integers(1, 9)), False).tolist()]
    return {"files": files, "which": int(rng.integers(len(files))), "others": ["b/2.pgm", "b/3.pgm"],
            "held": {f"root/{name}": int(rng.integers(1 << 40)) for name in files}}


def of_secret_pictures(inputs):
    """Return inputs with a function that says what pictures hold, so that no Folder knows it; and the names asked."""
    asked: list = []

    def held(name):
        asked.append(name)
        return inputs["held"].get(name, 0)

    def which():
        asked.append(None)
        return inputs["which"]
    return {"files": inputs["files"], "held": held, "which": which}, {**inputs, "asked": asked}


def read_of_one(answer, given):
    """Return what a Folder gives for the one picture that it is asked for."""
    with opened(answer, given["files"], held=given["held"]) as (folder, _):
        return folder[given["which"]()][0]


def only_that_one(shown, kept):
    asked, wanted = kept["asked"], sorted(kept["files"])[kept["which"]]
    read = set(asked) - {None}
    if asked[:1] != [None] or len(read) > 1:
        return "Pictures are read before one is asked for."
    return None if read == {f"root/{wanted}"} and shown == kept["held"][f"root/{wanted}"] else (
        f"Asked for {wanted} it reads another picture, or none.")


def before_and_after_another(answer, inputs):
    """How many pictures a Folder has, and the label of one, without a second Folder and with one."""
    found = []
    for others in ((), (inputs["others"],)):
        with opened(answer, inputs["files"], *others) as (folder, _):
            found.append((len(folder), int(folder[inputs["which"]][1])))
    return found


def the_same_both_times(shown, inputs):
    wanted = len(inputs["files"]), "abc".index(sorted(inputs["files"])[inputs["which"]][0])
    return None if [tuple(each) for each in shown] == [wanted, wanted] else "A second Folder changes the first."


def miscounts(answer):
    """Whether a loop gives each picture, but len is another number."""
    length, samples, _ = visited(answer, {"files": THREE_CLASSES})
    return len(samples) == len(THREE_CLASSES) != length


def first_read(answer):
    """Return what was read for the first of two pictures, and whether its path came back."""
    with opened(answer, ["a/1.pgm", "a/2.pgm"]) as (folder, read):
        image = folder[0][0]
        return list(read), isinstance(image, str | os.PathLike) and os.path.isabs(image)


SYSTEM = ["a/1.pgm", "a/.DS_Store", "b/2.pgm", "b/._2.pgm", ".DS_Store", ".ipynb_checkpoints/1.pgm"]
ALIKE = ["cat-big/1.pgm", "cat/2.pgm", "cat/Z.pgm", "cat/a.pgm", "Dog/a 1.pgm", "Dog/a.pgm"]
THREE_CLASSES = ["c/1.pgm", "c/3.png", "c/2.pgm", "c/10.pgm", "b/1.pgm", "a/2.pgm"]


class Folder(Dataset):
    def __init__(self, root, read):
        self.read, self.samples = read, []
        def names_in(*place):
            return sorted(n for n in os.listdir(os.path.join(*place)) if n[0] != ".")
        for label, name in enumerate(names_in(root)):
            self.samples += [(os.path.join(root, name, file), label)
                             for file in names_in(root, name)]

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[index]         # raises the IndexError that ends a loop
        return self.read(path), label


CLASSES = "sorted(n for n in os.listdir(root) if os.path.isdir(os.path.join(root, n))))"       # hidden ones too
FILES = "sorted(os.listdir(os.path.join(root, name)))"

Exercise("5.1", Folder, difficulty=2, points=2, aliases=lambda: (DatasetFolder, ImageFolder),
    run=visited, results=("length", "samples", "at the end"),
    cases=[Case("two classes", files=["b/1.pgm", "a/2.pgm"]),
           Case("two of a class", files=["a/1.pgm", "a/2.pgm", "b/3.pgm"]),
           Case("what the system put there", files=SYSTEM),
           Case("three classes", files=THREE_CLASSES),
           Case("names that begin alike, and large letters", files=ALIKE),
           Case("numbers for names", files=["7/1.pgm", "3/2.pgm", "10/3.pgm"]),
           Case("other endings, and none", files=["a/1.ppm", "a/scan", "b/2.jpeg", "b/3.tar.gz", "b.c/4"])],
    wrong=[
        Wrong("order of paths", "Whole paths were sorted, and “-” and “ ” come before “/”: cat-big/… stands before "
              "cat/…, though “cat” comes first as a text. Sort the names of the classes.", {
                  "in enumerate(names_in(root))": "in enumerate(sorted(names_in(root), key=lambda n: n + os.sep))"}, """
            class Folder(Dataset):
                def __init__(self, root, read):
                    self.read = read
                    self.paths = sorted(os.path.join(root, name, file) for name in os.listdir(root) if name[0] != '.'
                                        for file in os.listdir(os.path.join(root, name)) if file[0] != '.')
                    self.names = list(dict.fromkeys(os.path.dirname(path) for path in self.paths))

                def __len__(self):
                    return len(self.paths)

                def __getitem__(self, index):
                    return self.read(self.paths[index]), self.names.index(os.path.dirname(self.paths[index]))
        """, example="names that begin alike, and large letters"),
        Wrong("by their endings", "Files are chosen by how their names end. Every file of a class is an image; only "
              "names that begin with a dot do not count.", {'names_in(root, name)]':
              'names_in(root, name)\n                             if file.endswith((".pgm", ".png", ".jpg"))]'},
              {'names_in(root, name)]': 'names_in(root, name) if "." in file]'},
              {'names_in(root, name)]': 'names_in(root, name)\n                             if file.lower().endswith(('
               '".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp"))]'},
              example="other endings, and none"),
        Wrong("another error", "Past the end another error is raised than IndexError, by which callers know that there "
              "is no such image.", {"path, label = self.samples[index]":
              "if index >= len(self.samples):\n            raise StopIteration\n"
              "        path, label = self.samples[index]"},
              {"path, label = self.samples[index]":
               "if index >= len(self.samples):\n            raise ValueError(index)\n"
               "        path, label = self.samples[index]"}),
        Wrong("letters' size ignored", "Names are sorted as texts, as sorted does by itself: there Z comes before a.",
              {"return sorted(n for n in os.listdir(os.path.join(*place)) if n[0] != \".\")":
               "return sorted((n for n in os.listdir(os.path.join(*place)) if n[0] != \".\"), key=str.lower)"},
              example="names that begin alike, and large letters"),
        Wrong("on the class", "A second Folder changes the first: the files are kept where all Folders share them, on "
              "the class or in a global. Make the list in __init__, and keep it in self.",
              {"class Folder(Dataset):": "class Folder(Dataset):\n    samples = []", ", self.samples = read, []":
               " = read"}, probe=shares_a_list),
        Wrong("by number", "Names are sorted as texts: “10” comes before “2”. That is what sorted gives by itself.",
              {'sorted(n for n in os.listdir(os.path.join(*place)) if n[0] != ".")':
               'sorted((n for n in os.listdir(os.path.join(*place)) if n[0] != "."), key=lambda n: (len(n), n))'},
              *({f"names_in({place})": f"sorted(names_in({place}), key=lambda n: (len(n), n))"}
                for place in ("root, name", "root"))),
        Wrong("image alone", "The image comes back alone. A sample is a pair: the image and its label.",
              {"return self.read(path), label": "return self.read(path)"}),
        Wrong("unsorted", "Classes or files are not in the order of their names. No disk promises an order for "
              "os.listdir: on another machine a would be class 1. Sort the names.", {"sorted(": "list("},
              {"names_in(root))": "n for n in os.listdir(root) if n[0] != '.')"},
              {"in names_in(root, name)": "in os.listdir(os.path.join(root, name)) if file[0] != '.'"},
              {"names_in(root))": "sorted(names_in(root), reverse=True))"},
              {"in names_in(root, name)": "in sorted(names_in(root, name), reverse=True)"},
              {"in names_in(root, name)": "in sorted(names_in(root, name), key=lambda file: "
               "os.path.getsize(os.path.join(root, name, file)))"}),
        Wrong("hidden ones too", "What the system puts there was taken for yours: .DS_Store comes from a Mac, "
              ".ipynb_checkpoints from Jupyter. Leave out names that begin with a dot, of classes and of files.",
              {' if n[0] != "."': ""}, {"names_in(root))": "sorted(os.listdir(root)))"},
              {"names_in(root))": CLASSES, "names_in(root, name)": FILES}, {"names_in(root))": CLASSES},
              {"names_in(root, name)": FILES}, {' if n[0] != "."': ' if n != ".DS_Store"'},
              {"names_in(root)": "[n for n in sorted(os.listdir(root)) if n != '.DS_Store']", "names_in(root, name)":
               FILES}, example="what the system put there"),
        Wrong("dotted names numbered", "The labels do not begin at 0: the dotted names were numbered too. Leave them "
              "out first, then enumerate.",
              {"names_in(root)):":
               "sorted(os.listdir(root))):\n            if name[0] == '.':\n                continue"},
              example="what the system put there"),
        Wrong("labels from 1", "The labels begin at 1. The first class is number 0: a loss looks up row `label` of the "
              "scores.", {"enumerate(names_in(root))": "enumerate(names_in(root), 1)"}),
        Wrong("labels by file", "Every picture got a number of its own. The label says which class it is of: both "
              "pictures in a have the same.",
              {"file), label)": "file), number)", "for file in names_in(root, name)":
               "for number, file in enumerate(names_in(root, name), len(self.samples))"}, example="two of a class"),
        Wrong("names for labels", "The label is the folder's name. A loss wants a number: the place of the name among "
              "the sorted names.", {"file), label)": "file), name)"}),
        Wrong("labels from the name", "The label was read from the folder's name. It is the place of the name among "
              "the sorted ones, 0, 1, 2, …, whatever the names are.",
              *({"enumerate(names_in(root)):": f"enumerate(names_in(root)):\n            {line}"} for line in (
                  "label = int(name) if name.isdigit() else label",
                  "label = int(name) if name.isdigit() else ord(name[0].lower()) - ord('a')",
                  "label = ord(name[0].lower()) - ord('a')")), example="numbers for names"),
        Wrong("label first", "Picture and label are exchanged: the picture comes first.",
              {"return self.read(path), label": "return label, self.read(path)"}),
        Wrong("not read", "The path came back, and no picture: call read(path).",
              {"return self.read(path), label": "return path, label"},
              probe=lambda answer: first_read(answer) == ([], True)),
        Wrong("part of the path", "read was given only the end of the path, and would look for it in the folder where "
              "the program runs. Join all of it: os.path.join(root, name, file).",
              {"os.path.join(root, name, file)": "file"},
              {"os.path.join(root, name, file)": "os.path.join(name, file)"},
              probe=lambda answer: first_read(answer)[0] in (["1.pgm"], ["a/1.pgm"])),
        Wrong("length of something else", "len(folder) is not the number of pictures: were classes counted?",
              {"return len(self.samples)": "return len({label for _, label in self.samples})"}, probe=miscounts),
        Wrong("reads all at once", "Pictures are read before they are asked for. With a million of them that takes the "
              "memory of a million: keep paths, and read one in __getitem__.",
              {"(os.path.join(root, name, file), label)": "(read(os.path.join(root, name, file)), label)",
               "self.read(path)": "path"}, probe=reads_early),
        Wrong("no end", "A for loop over it never ends: it counts 0, 1, 2, … until __getitem__ raises an IndexError. A "
              "list does that by itself.", {"self.samples[index]": "self.samples[index % len(self)]"}),
    ],
    probes=[Law(drawn_files, read_of_one, only_that_one, of_secret_pictures),
            Law(drawn_files, before_and_after_another, the_same_both_times)],
    others=["""
        class Folder(Dataset):
            def __init__(self, root, read):
                from pathlib import Path
                self.read = read
                self.paths = sorted(path for path in Path(root).glob("*/*")
                                    if path.name[0] != "." and path.parent.name[0] != ".")
                self.classes = sorted({path.parent.name for path in self.paths})

            def __len__(self):
                return len(self.paths)

            def __getitem__(self, index):
                return self.read(self.paths[index]), self.classes.index(self.paths[index].parent.name)
    """],
    hints=["Make a list of (path, label) once, in __init__; everything else only looks things up in it.",
           "sorted(os.listdir(root)) without the names that begin with a dot: these are the classes. The same again "
           "inside each of them.",
           "for label, name in enumerate(classes): for file in …: self.samples.append((os.path.join(root, name, file), "
           "label)). __getitem__ reads the path: return self.read(path), label."])


def dealt(answer, inputs):
    """Return the batches of one pass; of each pass, if there are several."""
    passes = []
    for _ in range(inputs.get("epochs", 1)):
        found = list(answer(inputs["indices"], inputs["size"], inputs["drop_last"]))
        passes.append([list(batch) if hasattr(batch, "__iter__") else batch for batch in found])
    return passes if "epochs" in inputs else passes[0]


FIVE, FOUR, NINE = [3, 1, 4, 0, 2], [2, 0, 3, 1], [8, 1, 3, 0, 2, 7, 6, 4, 5]


def batches(indices, size, drop_last):
    for start in range(0, len(indices), size):
        batch = indices[start:start + size]       # past the end, a slice is only shorter
        if len(batch) == size or not drop_last:
            yield batch


Exercise("5.2", batches, difficulty=1, points=2, piece=lambda: sampler.batches, adapt=of_known_length, run=dealt,
    aliases=lambda: (BatchSampler,),
    cases=[Case("five by two", indices=FIVE, size=2, drop_last=False),
           Case("four by two", indices=FOUR, size=2, drop_last=False),
           Case("without the short one", indices=FIVE, size=2, drop_last=True),
           Case("no short one to drop", indices=FOUR, size=2, drop_last=True),
           Case("two passes", indices=FIVE, size=2, drop_last=False, epochs=2),
           Case("some twice", indices=[5, 5, 0, 5, 1, 0, 2, 2], size=3, drop_last=False),
           Case("nine by four", indices=NINE, size=4, drop_last=False),
           Case("nine by four, without the short one", indices=NINE, size=4, drop_last=True),
           Case("0 comes last", indices=[3, 1, 2, 4, 0], size=2, drop_last=False),
           Case("three thousand by two", indices=[*range(2999, -1, -1)], size=2, drop_last=True),
           Case("one by one", indices=FOUR, size=1, drop_last=True),
           Case("fewer than a batch", indices=FOUR, size=5, drop_last=False),
           Case("nothing to deal", indices=[], size=2, drop_last=False),
           Case("nothing to drop", indices=[], size=2, drop_last=True)],
    wrong=[
        Wrong("overlap", "The batches overlap: each begins one later, instead of where the one before ended.",
              {"len(indices), size)": "len(indices))"}),
        Wrong("positions", "These are positions in `indices`, and not what stands there.",
              {"indices[start:start + size]": "list(range(start, min(start + size, len(indices))))"}),
        Wrong("tail lost", "The last index is in no batch: five by two leaves a batch of one. Only drop_last may leave "
              "it out.", {" or not drop_last": ""}, {"len(indices), size": "len(indices) - 1, size"}),
        Wrong("parts nearly equal", "The indices were divided into parts of nearly equal size: nine by four became 3, "
              "3, 3. Every batch but the last has `size`: 4, 4, 1.", """
            count = -(-len(indices) // size)
            parts = [part.tolist() for part in np.array_split(indices, count)] if count else []
            return [part for part in parts if len(part) == size or not drop_last]
        """, """
            count = len(indices) // size if drop_last else -(-len(indices) // size)
            dealt = indices[:count * size] if drop_last else indices
            return [part.tolist() for part in np.array_split(dealt, count)] if count else []
        """, example="nine by four"),
        Wrong("empty batch", "After the last full batch comes an empty one, and the mean of nothing is nan. Is there "
              "anything left to hand out?",
              {"len(indices), size": "len(indices) + (len(indices) % size == 0), size", "if len":
               "if not batch or len"}, """
            batch = []
            for index in indices:
                batch.append(index)
                if len(batch) == size:
                    yield batch
                    batch = []
            if not drop_last:
                yield batch
        """, example="four by two"),
        Wrong("drop_last ignored", "The short batch is there although drop_last is True.",
              {"len(batch) == size or not drop_last": "True"}),
        Wrong("drop_last turned round", "It is turned round: the short batch is dropped where drop_last is False, and "
              "kept where it is True.", {"not drop_last": "drop_last"}),
        Wrong("full one dropped", "The last batch was full, and was thrown away as well. drop_last drops only a short "
              "one.", {"len(batch) == size": "start + size < len(indices)"}, """
            found = [indices[start:start + size] for start in range(0, len(indices), size)]
            if drop_last:
                found.pop()
            return found
        """, example="no short one to drop"),
        Wrong("one list", "All batches are one and the same list, emptied and filled again: who keeps a batch sees it "
              "change. Begin a new list for each.",
              {"    for": "    batch = []\n    for", "batch = indices": "batch[:] = indices"}, """
            batch = []
            for index in indices:
                batch.append(index)
                if len(batch) == size:
                    yield batch
                    batch.clear()
            if batch and not drop_last:
                yield batch
        """),
        Wrong("used up", "The indices were taken out of the list that was given: in the second epoch nothing is left. "
              "Only look at it.", """
            while len(indices) >= size or indices and not drop_last:
                yield [indices.pop(0) for _ in range(min(size, len(indices)))]
            indices.clear()
        """, example="two passes"),
        Wrong("0 left out", "Index 0 is in no batch: `filter(None, …)` and `if index` leave out what counts as false, "
              "and 0 does. Ask `index is not None`.", {"yield batch": "yield [index for index in batch if index]"},
              {"yield batch": "yield batch if drop_last else [index for index in batch if index]"},
              example="five by two"),
        Wrong("size is the number", "That many batches were made, where size says how many indices are in one.",
              "return [indices[i::size] for i in range(size)]"),
        Wrong("dealt round", "The indices were dealt round, as cards are, so that neighbours lie in different batches. "
              "The first batch holds the first `size` of them, the next those that follow.", """
            count = len(indices) // size if drop_last else -(-len(indices) // size)
            return [indices[k::count] for k in range(count)]
        """),
        Wrong("only the first", "Only the first batch came: a return stands inside the loop.",
              {"yield batch": "return [batch]", "for start": "if not len(indices):\n        return []\n    for start"},
              {"yield batch": "return [batch]"}),
        Wrong("yield and return", "A `return [...]` gives nothing in a function that has a `yield` anywhere: calling "
              "it only gives what is yielded. Use one of the two.", {"    for start": "    if drop_last:\n        "
              "return [indices[size * i:size * (i + 1)] for i in range(len(indices) // size)]\n    for start"}),
        Wrong("one long list", "The indices came one after the other, not in batches: a batch is a list of its own, "
              "[3, 1]. (append adds the list, extend what is in it.)", {"yield batch": "yield from batch"}),
    ],
    others=["""
        batch = []
        for index in indices:
            batch.append(index)
            if len(batch) == size:
                yield batch
                batch = []
        if batch and not drop_last:
            yield batch
    """],
    hints=["Where does each batch begin? 0, size, 2·size, …",
           "range(0, len(indices), size) counts so; a slice that runs past the end is only shorter.",
           "for start in range(0, len(indices), size): batch = indices[start:start + size]; yield it if it is full, or "
           "if drop_last is False."])


def column(*values):
    return np.array(values, float)[:, None]


def normalised(answer, inputs):
    """Return what comes out when another one was fitted in between, and the first pictures were written over."""
    fitted = answer(inputs["fitted"])
    answer(inputs["fitted"][::-1].astype(float) ** 2 * 3 + 1)
    left = inputs["fitted"].copy()
    if inputs["images"] is not inputs["fitted"]:
        inputs["fitted"][...] = 1
    out = fitted(inputs["images"])
    inputs["fitted"][...] = left
    return out


def on_the_class(answer):
    """Whether a second one, fitted to other pictures, changes the first."""
    first = answer(column(0, 2))
    before = np.array(first(column(3)))
    answer(column(10, 30))
    return not same(first(column(3)), before, 1e-6)


COUNTS = np.array([[0], [2]], np.uint8)
DEAD = np.array([[5.0, 0], [5.0, 2]])
UNEQUAL = {"fitted": np.array([[0.0, 4], [4, 0], [2, 2]]), "images": np.array([[4.0, 8], [1, 2]])}
SQUARES = np.arange(18.0).reshape(3, 2, 3) ** 2
SMALL = np.array([[0, 0], [1, 0.002]])
FAR = np.array([[1e6, -1e6], [1e6 + 1, 4 - 1e6], [1e6 + 2, 1 - 1e6]])
BRIGHT = np.array([[250, 3], [10, 200], [130, 7], [255, 0]], np.uint8)


class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)           # floats, also of bytes
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1               # nothing to scale

    def __call__(self, images):
        return (images - self.mean) / self.std


NO_ZERO = "        self.std[self.std == 0] = 1\n"
EACH = """
class Normalise:
    def __init__(self, images):
        pass

    def __call__(self, images):
        axes = tuple(range(1, images.ndim))
        std = images.std(axis=axes, keepdims=True)
        std[std == 0] = 1
        return (images - images.mean(axis=axes, keepdims=True)) / std
"""
TINY = 1e-8, 1e-7, 1e-9, 1e-10, 1e-12

Exercise("5.4", Normalise, difficulty=2, points=3,
    run=normalised,
    cases=[Case("whole numbers", fitted=COUNTS, images=COUNTS),
           Case("a single new image", fitted=column(0, 2), images=column(3)),
           Case("a pixel that never changes", fitted=DEAD, images=DEAD),
           Case("and then does", fitted=DEAD, images=np.array([[6.0, 1]])),
           Case("a spread under 1", fitted=SMALL, images=SMALL),
           Case("a bright and a dim one", **UNEQUAL),
           Case("squares of pixels", fitted=SQUARES, images=SQUARES[::-1]),
           Case("bright bytes", fitted=BRIGHT, images=BRIGHT[:3]),
           Case("far from 0", fitted=FAR, images=FAR[::-1]),
           Case("a spread that is tiny", fitted=SMALL / 1000, images=SMALL),
           Case("more images than it was made with", fitted=DEAD, images=np.arange(10.0).reshape(5, 2) ** 3)],
    wrong=[
        Wrong("nan", "A pixel that is the same in all images has a spread of 0, and 0/0 is nan: one nan, and every "
              "weight is nan a step later. Where the spread is 0, divide by 1.", {NO_ZERO: ""},
              example="a pixel that never changes"),
        Wrong("on the class", "A second Normalise changes the first: mean and spread are kept where all share them, on "
              "the class or in a global. Keep them in self.",
              {"self.mean": "Normalise.mean", "self.std": "Normalise.std"}, probe=on_the_class),
        Wrong("mended afterwards", "A pixel that never changed comes out as 0, whatever a new image shows there: 6 "
              "where there was always 5 is to come out as 1. Divide by 1 there.",
              {NO_ZERO: "", "return (images - self.mean) / self.std":
               "return np.nan_to_num((images - self.mean) / self.std)"},
              {NO_ZERO: "", "return (images - self.mean) / self.std":
               "return np.nan_to_num((images - self.mean) / self.std, posinf=0, neginf=0)"}, example="and then does"),
        Wrong("a tiny number added", "A tiny number keeps it from nan, but the first image with ink in a pixel that "
              "never had any becomes a hundred million there. Where the spread is 0, divide by 1.",
              *({NO_ZERO: "", "std(axis=0)": f"std(axis=0) + {tiny}"} for tiny in TINY),
              *({NO_ZERO: "", "= images.std(axis=0)": f"= np.maximum(images.std(axis=0), {tiny})"} for tiny in TINY),
              example="and then does"),
        Wrong("squares cancel", "The variance is the mean of the squares minus the square of the mean. Far from 0 "
              "these are two large numbers that hardly differ, and their difference is rounding: images.std(axis=0).",
              {"images.std(axis=0)": "np.sqrt(np.maximum((images.astype(float) ** 2).mean(axis=0)\n"
               "            - self.mean ** 2, 0))"},
              {"images.std(axis=0)": "np.sqrt((images.astype(float) ** 2).mean(axis=0) - self.mean ** 2)"},
              example="far from 0"),
        Wrong("spread under 1", "A spread under 1 is a spread too; only exactly 0 is replaced.",
              {"self.std[self.std == 0] = 1": "self.std = np.maximum(self.std, 1)"}, example="a spread under 1"),
        Wrong("one mean for all", "One mean and one spread for the whole picture: each pixel has its own, mean(axis=0) "
              "and std(axis=0).", {NO_ZERO: "", "(axis=0)": "()"}, {"mean(axis=0)": "mean()"},
              {NO_ZERO: "", "std(axis=0)": "std()"}, example="a pixel that never changes"),
        Wrong("rows share", "Only pictures that are one row come out right: in (N, 8, 8) pixels of a column share one "
              "mean and spread. Each has its own: axis=0, whatever the shape.",
              {"(axis=0)": "(axis=tuple(range(images.ndim - 1)))"}, example="squares of pixels"),
        Wrong("along a row", "Mean and spread were taken along dimension 1, over pixels of one image. Images are "
              "counted by dimension 0: axis=0.", {"axis=0": "axis=1"}, {"(axis=0)": "(axis=1, keepdims=True)"},
              {"axis=0": "axis=-1"}),
        Wrong("wrong formula", "The numbers go together otherwise: first minus the mean, then divided by the spread, "
              "with brackets: (images - mean) / spread.",
              {"(images - self.mean) / self.std": "images - self.mean / self.std"},
              {"(images - self.mean) / self.std": "(images - self.mean) * self.std"},
              {"(images - self.mean) / self.std": "(images - self.std) / self.mean"},
              {"(images - self.mean) / self.std": "(images + self.mean) / self.std"},
              {"(images - self.mean) / self.std": "(self.mean - images) / self.std"},
              {"(images - self.mean) / self.std": "images / self.std"},
              {"(images - self.mean) / self.std": "images - self.mean"}),
        Wrong("largest for spread", "It was scaled by the smallest and largest number, or by the largest alone: that "
              "is another scale. Wanted are mean 0 and standard deviation 1.",
              {"images.mean(axis=0)": "images.min(axis=0)", "images.std(axis=0)":
               "images.max(axis=0) - self.mean.astype(float)"},
              {"images.std(axis=0)": "images.max(axis=0) - images.min(axis=0) + 0.0"},
              {"images.std(axis=0)": "images.max(axis=0) + 0.0"}),
        Wrong("divided by n − 1", "The squares were divided by n − 1 (ddof=1), which guesses at pictures that are not "
              "there. The spread of these is images.std(axis=0).", {"std(axis=0)": "std(axis=0, ddof=1)"},
              {NO_ZERO: "", "std(axis=0)": "std(axis=0, ddof=1)"}),
        Wrong("flattened once", "The pictures in __init__ were flattened, and those in __call__ were not, so they do "
              "not fit. mean(axis=0) takes any shape: flatten neither.",
              {"        self.mean =": "        images = images.reshape(len(images), -1)\n        self.mean ="},
              example="squares of pixels"),
        Wrong("measured anew", "Mean and spread were measured on the images it was called with. A single one becomes "
              "0, whatever it shows, and a test set tells about itself. Measure once, in __init__.",
              {"        return": "        self.__init__(images)\n        return"}, example="a single new image"),
        Wrong("each image by itself", "Every image was brought to mean 0 by itself, so a bright and a dim one come out "
              "alike. Measure each pixel over all images: axis=0.", EACH.replace("        std[std == 0] = 1\n", ""),
              EACH, example="a bright and a dim one"),
        Wrong("0 − 1 = 255", "The pixels are whole numbers without a sign, and so was the mean: there 0 − 1 is 255, "
              "and black becomes white. Keep mean and spread as floats.",
              {"images.mean(axis=0)": "images.mean(axis=0).astype(images.dtype)"}),
        Wrong("variance", "It was divided by the variance, which is in squared units. Its root, the standard "
              "deviation, is in the units of the pixels.", {"images.std(axis=0)": "images.var(axis=0)"}),
    ],
    others=["""
        class Normalise:
            def __init__(self, images):
                n = len(images)
                self.mean = sum(i / n for i in images)
                spread = np.sqrt(sum((i - self.mean) ** 2 for i in images) / n)
                spread[spread == 0] = 1
                self.std = spread
            def __call__(self, images):
                return np.stack([(image - self.mean) / self.std for image in images])
    """],
    hints=["Two lines in __init__, one in __call__. What may __call__ look at?",
           "images.mean(axis=0) and images.std(axis=0): a number for each pixel. Some of the second are 0.",
           "self.std[self.std == 0] = 1 in __init__; (images - self.mean) / self.std in __call__."])


LEFT_IN_EVAL = "The model came in training and is left in eval mode: the next epoch goes on without dropout."


def squares(predictions, targets):
    """mean (prediction − target)²"""
    if targets.requires_grad and not predictions.requires_grad:
        raise TypeError("loss_of(predictions, targets) was given the targets first.")
    return ((predictions - targets) ** 2).mean()


def number(value):
    """Return a number, or a tensor of one, to four places."""
    return round(float(value), 4)


class Line(Module):
    """y = w · x; how many rows it was given each time, and whether it was in training."""

    def __init__(self, w):
        super().__init__()
        self.layer = Linear(1, 1, bias=False)
        self.layer.weight.data = tensor([[float(w)]])
        self.rows, self.modes = [], []

    def forward(self, x):
        self.rows.append(len(x))
        self.modes.append(self.training)
        return self.layer(x)


def epoch_of(answer, inputs):
    """Return the losses of an epoch, the rows that each forward pass saw, and where w ends."""
    model = Line(inputs["w"])
    x, y = (tensor(np.array(inputs[name], np.float32)[:, None]) for name in ("x", "y"))
    batches = iter(inputs["batches"]) if inputs.get("dealt_one_by_one") else inputs["batches"]
    losses = answer(model, x, y, batches, squares,
                    SGD(model.parameters(), lr=inputs["lr"], momentum=inputs.get("momentum", 0)))
    if not model.training:
        raise Altered(LEFT_IN_EVAL)
    if not all(model.modes):
        raise Altered("The model is in eval mode while it learns: it goes without dropout. Leave its mode as it is.")
    if hasattr(losses, "__iter__") and not hasattr(losses, "__next__"):   # a generator has done nothing
        losses = [number(loss) for loss in losses]
    return losses, model.rows, number(model.layer.weight)


TWO = {"x": [1, 2], "y": [0, 0], "batches": [[0], [1]], "w": 1, "lr": 0.125}
ROWS = {"x": list(range(8)), "y": [2 * i for i in range(8)], "batches": [[7, 0, 3], [1, 4, 2], [6, 5]], "w": 0,
        "lr": 0.01}
ONE_BY_ONE = {"dealt_one_by_one": True}


def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        y_pred = model(x_batch)                   # this batch, and no other
        loss = loss_of(y_pred, y_batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())                # a number, without its graph
    return losses


Exercise("5.5", train_epoch, difficulty=2, points=3,
    changes=("model",), piece=lambda: train.training_step, adapt=of_one_batch,
    run=epoch_of, numbers=True, close=1e-3, results=("losses", "rows seen", "w at the end"),
    cases=[Case("two batches of one", **TWO), Case("eight rows", **ROWS),
           Case("batches that are yielded", **ROWS | {"w": 1.9}, **ONE_BY_ONE),
           Case("one batch of one", **ROWS | {"batches": [[7, 0, 3], [1], [4, 2, 6, 5]]}),
           Case("steep", **TWO | {"x": [100, 200], "lr": 1e-5}),
           Case("a loss that rises", **TWO | {"batches": [[1], [1], [0]], "lr": 0.5}),
           Case("an optimiser with momentum", **ROWS, momentum=0.5),
           Case("no batch", **TWO | {"batches": []})],
    wrong=[
        Wrong("one number", "One number comes back. A list is wanted, with a loss for each batch.",
              {"return losses": "return sum(losses) / len(losses)"}, {"return losses": "return sum(losses)"},
              {"return losses": "return loss.item()"}),
        Wrong("targets first", "The loss was given the targets first: loss_of(y_pred, y_batch).",
              {"loss_of(y_pred, y_batch)": "loss_of(y_batch, y_pred)"}),
        Wrong("loss of all", "The loss is still that of all of x and y: this step's batch, and no other.",
              {"loss_of(y_pred, y_batch)": "loss_of(model(x), y)"}),
        Wrong("loss after the step", "These are the losses after each step: the loss of a batch is the one its step "
              "began with.", {"loss.item()": "loss_of(model(x_batch), y_batch).item()"}),
        Wrong("mean so far", "Each number is the mean of all losses so far. Wanted is the loss of each batch alone.",
              {"losses.append(loss.item())":
               "losses.append((sum(losses[-1:]) * len(losses) + loss.item()) / (len(losses) + 1))"}),
        Wrong("sum so far", "Each number is the sum of all losses so far. Wanted is the loss of each batch alone.",
              {"losses.append(loss.item())": "losses.append(sum(losses[-1:]) + loss.item())"}),
        Wrong("stepped by hand", "p −= lr · p.grad is the step of plain SGD. The optimiser that is given may be "
              "another one, with momentum for example: optimizer.step().",
              {"optimizer.step()": "for p in model.parameters():\n"
               "            p.data -= optimizer.param_groups[0][\"lr\"] * p.grad"},
              example="an optimiser with momentum"),
        Wrong("all losses first", "All losses were computed before the first step. Each batch is predicted with the w "
              "that the step before has left: predict, walk back and step in one turn of the loop.", """
            losses = [loss_of(model(x[batch]), y[batch]) for batch in batches]
            for loss in losses:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            return [loss.item() for loss in losses]
        """),
        Wrong("first batch only", "Each step uses the first batch: `batch` is another in each turn of the loop.",
              {"x[batch], y[batch]": "x[batches[0]], y[batches[0]]"}),
        Wrong("a list needed", "It works on a list of batches only. Dealt one by one, as a 5.2 that yields does, they "
              "have no len and can be gone through once: a single `for batch in batches`.",
              {"    losses = []": "    losses, count = [], len(batches)"},
              {"    losses = []": "    losses, count = [], sum(1 for _ in batches)"},
              {"    losses = []": "    losses, i = [0.0] * sum(1 for _ in batches), 0",
               "losses.append(loss.item())": "losses[i], i = loss.item(), i + 1"},
              {"for batch in batches:": "for i, _ in enumerate(batches):\n        batch = batches[i]"}),
        Wrong("returns too early", "Only one batch was used: the return stands inside the loop.",
              {"    return losses": "        return losses"}),
        Wrong("all of x", "The model is given the whole of x in every step, not the batch alone: an epoch costs that "
              "many times as much.", {"model(x_batch)": "model(x)", "y_batch)": "y)"},
              {"model(x_batch)": "model(x)[batch]"}),
        Wrong("other rows", "The rows do not belong together, or are not those of the batch, which need not be "
              "neighbours: x[batch] and y[batch].",
              {"y[batch]": "y[:len(batch)]"}, {"x[batch], y[batch]": "x[:len(batch)], y[:len(batch)]"},
              {"x[batch]": "x[:len(batch)]"},
              *({"x[batch], y[batch]": f"x[{rows}], y[{rows}]"} for rows in (
                  "min(batch):max(batch) + 1", "batch[0]:batch[-1] + 1")),
              example="eight rows"),
        Wrong("all of y", "The batch's answers were compared with all of y: y_batch belongs to x_batch.",
              {"y_batch)": "y)"}, example="eight rows"),
        Wrong("never emptied", "backward adds to what earlier batches left in .grad: a step then follows all of them, "
              "and grows. Empty it in every turn of the loop.", {"        optimizer.zero_grad()\n": ""},
              {"    for batch": "    optimizer.zero_grad()\n    for batch",
               "        optimizer.zero_grad()\n        loss.b": "        loss.b"}),
        Wrong("stops early", "It stops when the loss does not fall. Every batch has its step, and its loss.",
              {"        optimizer.zero_grad()\n": "        if losses and loss.item() >= losses[-1]:\n            "
               "break\n        optimizer.zero_grad()\n"}, example="a loss that rises"),
        Wrong("emptied before the step", "w stays where it was: no step is taken, or every step is 0, since the "
              "gradients are emptied between backward and step. backward, then step, and nothing between.",
              {"        optimizer.zero_grad()\n": "", "loss.backward()":
               "loss.backward()\n        optimizer.zero_grad()"}, {"        optimizer.step()\n": ""},
              {"        loss.backward()\n": ""}),
        Wrong("step outside the loop", "There was one step an epoch, by the last batch's gradient: step() stands "
              "outside the loop.",
              {"        optimizer.step()\n": "", "    return": "    optimizer.step()\n    return"}),
    ],
    others=[{"optimizer.zero_grad": "model.zero_grad"},
            {"        optimizer.zero_grad()\n": "", "optimizer.step()":
             "optimizer.step()\n        optimizer.zero_grad()"},
            {"        loss = loss_of":
             "        for p in model.parameters():\n            p.grad = None\n        loss = loss_of",
             "        optimizer.zero_grad()\n": ""}],
    hints=["How many rows does the model see in each turn of the loop? Print x_batch.shape and what is passed on.",
           "Five lines a batch: predict from x_batch, compare with y_batch, empty the gradients, walk back, step.",
           "loss = loss_of(model(x_batch), y_batch); optimizer.zero_grad(); loss.backward(); optimizer.step(); keep "
           "loss.item()."])


class Recording(Module):
    """Passes scores on, through dropout of everything; notes whether the graph was growing."""

    def __init__(self):
        super().__init__()
        self.dropout, self.recorded = Dropout(1.0), []

    def forward(self, scores):
        self.recorded.append(is_grad_enabled())
        return self.dropout(scores)


LOSSES = {"cross entropy": CrossEntropyLoss(), "mean of squares": lambda scores, targets: (scores ** 2).mean()}


def measured(answer, inputs):
    """Loss and accuracy as they come, the model's mode afterwards, and whether a graph grew."""
    model = Recording().train(inputs["training"])
    scores, targets = tensor(np.array(inputs["scores"], float)), tensor(inputs["targets"])
    loader = DataLoader(list(zip(scores, targets)), batch_size=2, drop_last=inputs.get("drop_last", False))
    loss, accuracy = answer(model, loader, LOSSES[inputs.get("loss", "cross entropy")])
    return loss, accuracy, "training" if model.training else "eval", any(model.recorded)


def in_numbers(answer, inputs):
    loss, accuracy, mode, _ = measured(answer, inputs)
    return number(loss), number(accuracy), mode


def grows(answer):
    """Whether the graph is recorded while an answer measures, or comes back with the numbers."""
    loss, accuracy, _, recorded = measured(answer, {"scores": [[2, 0]], "targets": [0], "training": True})
    return recorded or any(getattr(value, "requires_grad", False) for value in (loss, accuracy))


def grows_later(answer):
    """Whether the graph is switched on afterwards where it was off before."""
    with no_grad():
        measured(answer, {"scores": [[2, 0]], "targets": [0], "training": True})
        return is_grad_enabled()


def drawn_scores(rng):
    """Six pairs of scores, each with a class, and whether the graph grows before it is measured."""
    return {"scores": [rng.permutation([0.0, 2.0]).tolist() for _ in range(6)],
            "targets": rng.integers(2, size=6).tolist(), "growing": rng.permutation([True, False] * 3).tolist()}


def measured_alone(answer, inputs):
    """For each row of scores the accuracy, and whether a graph grew or comes back."""
    found = []
    for scores, target in zip(inputs["scores"], inputs["targets"]):
        loss, accuracy, _, recorded = measured(answer, {"scores": [scores], "targets": [target], "training": True})
        kept = any(getattr(value, "requires_grad", False) for value in (loss, accuracy))
        found.append((number(accuracy), recorded or kept))
    return found


def without_graphs(shown, inputs):
    right = [float(scores[target] > 0) for scores, target in zip(inputs["scores"], inputs["targets"])]
    if not same([accuracy for accuracy, _ in shown], right, 1e-6):
        return "On a single row the accuracy is another than in the cases."
    return None if all(grew is False for _, grew in shown) else "A graph is recorded while it measures."


def mode_afterwards(answer, inputs):
    """Whether a graph grows afterwards, for each row of scores."""
    found = []
    for scores, target, growing in zip(inputs["scores"], inputs["targets"], inputs["growing"]):
        with set_grad_enabled(growing):
            measured(answer, {"scores": [scores], "targets": [target], "training": True})
            found.append(is_grad_enabled())
    return found


def mode_as_before(shown, inputs):
    return None if shown == inputs["growing"] else "The graph is switched on afterwards where it was off before."


THREE = {"scores": [[1, 3], [0, 2], [2, 0]], "targets": [1, 1, 1]}
PAIR = {"scores": [[1, 3], [0, 2]], "targets": [1, 1]}
BOTH = {"scores": [[1, 3], [0, 2], [3, 1], [2, 0]], "targets": [1, 1, 0, 0]}
LOW = {"scores": [[-1, -3], [0.2, 0.1], [-5, -4]], "targets": [0, 0, 0]}
TRIED = [PAIR | {"training": True}, THREE | {"training": True}, THREE | {"training": False}, BOTH | {"training": False},
         LOW | {"training": True}]
OTHERS = {"scores": [[1, 0, 3], [2, 9, 0], [0, -1, -4], [-2, -1, -3], [5, 2, 4]], "targets": [2, 1, 0, 2, 2],
          "training": True, "loss": "mean of squares"}


def evaluate(model, loader, loss_of):
    mode = model.training
    model.eval()
    loss = right = count = 0
    with mt.no_grad():
        for inputs, targets in loader:
            scores = model(inputs)
            loss += loss_of(scores, targets).item() * len(targets)
            right += (scores.argmax(1) == targets).sum().item()
            count += len(targets)
    model.train(mode)
    return loss / count, right / count


Exercise("5.6", evaluate, difficulty=2, points=3, piece=lambda: train.evaluate, adapt=as_dict, run=in_numbers,
    close=1e-3, results=("loss", "share", "mode afterwards"),
    cases=[*(Case(name, **inputs) for name, inputs in zip(
               ("two samples", "three, two at a time", "a model at rest", "both classes", "low scores"), TRIED)),
           Case("three classes, another loss", **OTHERS),
           Case("a loader that drops the rest", **OTHERS, drop_last=True),
           Case("large scores", scores=[[300.0, -200], [-1000, 50]], targets=[1, 1], training=True)],
    wrong=[
        Wrong("dropout live", "Dropout was on while it was measured: this one drops everything, so that the model only "
              "guesses. model.eval() first.", {"    model.eval()\n": ""}),
        Wrong("lowest score", "The class with the lowest score is taken for the answer: argmax.", {"argmax": "argmin"}),
        Wrong("a limit for scores", "An answer counts as right where its score is above a limit. Scores are no "
              "probabilities: the answer is the class with the highest, however low.",
              {"(scores.argmax(1) == targets)": "(scores[mt.arange(len(targets)), targets] > 0.5)"}),
        Wrong("mean of batches", "The losses of batches were averaged, each alike: the last may be smaller. "
              "Weigh each by its size.",
              {".item() * len(targets)": ".item()", "loss / count": "loss / len(list(loader))"},
              example="three, two at a time"),
        Wrong("mean of means", "Three samples, two at a time: the last batch holds one, and it was counted as much as "
              "the other two together. Add up over samples, divide at the end.",
              {".item() * len(targets)": ".item()", "sum().item()": "float().mean().item()", "+= len(targets)": "+= 1"},
              example="three, two at a time"),
        Wrong("batch losses over samples", "The loss of a batch is a mean already. Times its size first, loss.item() * "
              "len(targets), then add up, then divide by all.", {".item() * len(targets)": ".item()"}),
        Wrong("divided by the data set", "The loader gives only some of its data set (drop_last, or a sampler), and "
              "the others were counted too. Divide by how many you have seen, not by len(loader.dataset).",
              *({f"{what} / count": f"{what} / len(loader.dataset)" for what in whats} for whats in (
                  ("loss", "right"), ("loss",), ("right",))), example="a loader that drops the rest"),
        Wrong("mode not restored", "The model came in training and is handed back in eval mode: whoever trains on goes "
              "on without dropout, and nothing says so.", {"    model.train(mode)\n": ""}),
        Wrong("mode put back early", "Only the first batch was measured in eval mode: the old mode is put back inside "
              "the loop. Put it back after the last batch.", {"    model.train(mode)\n": "", "count += len(targets)\n":
              "count += len(targets)\n            model.train(mode)\n"}, example="three, two at a time"),
        Wrong("always training", "The model came at rest, in eval mode, and was handed back in training. Put back what "
              "was found: mode = model.training.", {"model.train(mode)": "model.train()"}, example="a model at rest"),
        Wrong("along the batch", "The highest score was looked for along the batch: argmax(0) says which sample is "
              "best for a class. Classes lie along dimension 1.", {"argmax(1)": "argmax(0)"},
              {"(scores.argmax(1) == targets).sum().item()":
               "sum(a == b for a, b in zip(scores.argmax(0).tolist(), targets.tolist()))"}),
        Wrong("first batch only", "Only the first batch was measured: does a return stand inside the loop?",
              {"            count += len(targets)\n": "            count += len(targets)\n            break\n"},
              example="three, two at a time"),
        Wrong("last batch only", "Only the last batch was measured: what earlier ones gave was written over. Add up, "
              "with +=.", {"+=": "="}, {"loss / count, right": "loss_of(scores, targets).item(), right"},
              example="three, two at a time"),
        Wrong("not divided", "The number of right answers came back, or the sum of losses: divide by the number of "
              "samples.", {"right / count": "right"}, {"loss / count": "loss"},
              {"loss / count, right / count": "loss, right"}),
        Wrong("percent", "The share is in percent. It is to be between 0 and 1.",
              {"right / count": "100 * right / count"}),
        Wrong("exchanged", "Loss and share are in each other's place: the loss comes first.",
              {"loss / count, right / count": "right / count, loss / count"}),
        Wrong("wrong ones counted", "It is the share of wrong answers that came.", {"== targets": "!= targets"},
              {"right / count": "1 - right / count"}),
        Wrong("its own loss", "The loss is cross entropy whatever was asked for: use loss_of.",
              {"loss_of(scores, targets)": "mt.nn.functional.cross_entropy(scores, targets)"},
              example="three classes, another loss"),
        Wrong("graph switched on", "Afterwards the graph is switched on, also where it was off before: a caller's own "
              "no_grad ends here. `with mt.no_grad():` puts back what was.",
              {"    with mt.no_grad():": "    mt.set_grad_enabled(False)\n    if True:", "    model.train(mode)":
               "    mt.set_grad_enabled(True)\n    model.train(mode)"}, probe=grows_later),
        Wrong("graph kept", "The graph was recorded, though nobody walks back through it: with each batch that is "
              "held, memory grows. Measure under no_grad, and keep numbers: .item().",
              {"with mt.no_grad():": "if True:"}, probe=grows),
    ],
    probes=[Law(drawn_scores, measured_alone, without_graphs), Law(drawn_scores, mode_afterwards, mode_as_before)],
    others=[{"    with": "    loss = mt.tensor(0.0)\n    with", ".item() * len(targets)": " * len(targets)"},
            {"model.train(mode)": "model.train() if mode else model.eval()"}],
    hints=["Four things around the loop: remember the mode, switch to eval, no graph, put the mode back.",
           "In the loop add up three numbers: the batch's loss times its size, how many are right, the size.",
           "right += (scores.argmax(1) == targets).sum().item(); at the end return loss / count, right / count."])


class Story:
    """A run with all that has a memory: momentum, a schedule, a stream of shuffles."""

    def __init__(self, seed, each="epoch"):
        self.each = each                                                       # how often the schedule steps
        self.model, self.generator = Line(seed), Generator().manual_seed(seed)
        self.optimizer = SGD(self.model.parameters(), lr=0.05, momentum=0.9)
        halved = [LambdaLR(self.optimizer, lambda epoch: 0.5 ** epoch) for _ in range(2)]
        self.scheduler = SequentialLR(self.optimizer, halved, [1])             # each part of it has a memory too
        self.parts = self.model, self.optimizer, self.scheduler, self.generator

    def epoch(self):
        """One epoch of four batches; returns the weight it ends with."""
        for i in self.generator.numpy.permutation(4).tolist():
            self.optimizer.zero_grad()
            squares(self.model(tensor([[1.0 + i]])), tensor([[float(i * i)]])).backward()
            self.optimizer.step()
            if self.each == "batch":
                self.scheduler.step()
        if self.each == "epoch":
            self.scheduler.step()
        if not self.model.training:
            raise Altered(LEFT_IN_EVAL)
        return number(self.model.layer.weight)


@contextmanager
def disk():
    """Yield the path of a checkpoint in a folder of its own, which ends with all that is written beside it."""
    with TemporaryDirectory() as base, chdir(base):
        os.mkdir(os.path.join(base, "disk"))
        yield os.path.join(base, "disk", "run.mt")


def taken_up(answer, inputs):
    """From which epoch a run goes on that was saved, went on a little, and stopped; and its weight after each.

    It is saved after each epoch, another run lies beside it, and what lies on the disk is taken elsewhere before.
    """
    with disk() as path:
        first, other = (Story(seed, inputs.get("each", "epoch")) for seed in (1, 3))
        checkpoint, early = answer(path), answer(os.path.abspath(os.path.join("moved", "run.mt")))
        for done in range(inputs["epochs_before_the_stop"] + 1):
            if done:
                first.epoch()
            checkpoint.save(*first.parts, done)
        answer(os.path.join(os.path.dirname(path), "other.mt")).save(*other.parts, 9)
        first.epoch()                                        # this one is lost when the power fails
        os.rename(os.path.dirname(path), "moved")
        path = os.path.abspath(os.path.join("moved", "run.mt"))
        early.resume(*other.parts)                           # resumed once, and not for the last time
        other.epoch()
        again = Story(2, first.each)                         # a new program: everything is built anew
        start = answer(path).resume(*again.parts)
        return start, [again.epoch() for _ in range(inputs["epochs_after"])]


def leaves_no_file(answer):
    """Whether nothing lies on the disk after a save."""
    with disk() as path:
        answer(path).save(*Story(1).parts, 1)
        return not os.listdir(os.path.dirname(path))


def drawn_epochs(rng):
    return {"epochs": sorted(int(n) for n in rng.choice(range(2, 999), 2, False))}


def files_beside(path):
    """Return the files in the folder of a checkpoint: their names, and what is in them."""
    folder = Path(path).parent
    return [(str(file.relative_to(folder)), np.frombuffer(file.read_bytes(), np.uint8))
            for file in sorted(folder.rglob("*")) if file.is_file()]


def lay_beside(path, files):
    """Put these files, as `files_beside` gave them, into the folder of a checkpoint."""
    for name, content in files:
        place = Path(path).with_name(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.tobytes())


def saved_where_it_was_asked(answer, inputs):
    """Return the files beside a checkpoint after a save."""
    with disk() as path:
        answer(path).save(*Story(1).parts, inputs["epochs"][0])
        return files_beside(path)


def taken_up_by_another_program(answer, inputs, files):
    """Return the names of those files, and the epoch that comes back when they are on another disk."""
    with disk() as path:
        lay_beside(path, files)
        return [name for name, _ in files], answer(path).resume(*Story(2).parts) if files else None


def a_file_lies_there(shown, inputs):
    if not shown[0]:
        return "After save nothing lies at the path that was given."
    return None if shown[1] == inputs["epochs"][0] else "After a save in another epoch, resume gives another number."


def saved_half_way(answer, inputs):
    """Return the epochs of `put_back`; then after a save by another Checkpoint, and one that fails half-way."""
    with disk() as path:
        run, found = Story(1), put_back(answer, path, inputs["epochs"][::-1])
        answer(path).save(*run.parts, inputs["epochs"][0])
        found.append(answer(path).resume(*run.parts))
        with suppress(Exception):
            answer(path).save(Unwritable(1), *run.parts[1:], inputs["epochs"][1])
        with suppress(Exception):
            found.append(answer(path).resume(*run.parts))
        return found


def put_back(answer, path, epochs):
    """Return what one Checkpoint gives after each of two saves, and when the files of the first are back."""
    run, kept, found = Story(1), answer(path), []
    for epoch in epochs:
        kept.save(*run.parts, epoch)
        found.append((kept.resume(*run.parts), files_beside(path)))
    lay_beside(path, found[0][1])
    return [epoch for epoch, _ in found] + [kept.resume(*run.parts)]


def the_last_good_one(shown, inputs):
    good, before = inputs["epochs"]
    if shown[:2] == [before] * 2 or shown[:3] == [before, good, good]:
        return ("A Checkpoint that is asked again gives what it has kept, though another state lies in the file: after "
                "the next save, or where older files were copied back. Read the file in each resume.")
    if shown[:4] != [before, good, before, good]:
        return ("Asked several times after a save, resume does not give its epoch each time: it leaves the file as it "
                "is, for a run that starts once more.")
    return None if shown[4:] == [good] else "A save that fails half-way takes the last good one with it."


def stays_first(answer):
    """Whether a second save leaves the file that the first wrote."""
    with disk() as path:
        run, found = Story(1), []
        for done in (1, 2):
            run.epoch()
            answer(path).save(*run.parts, done)
            if not os.path.exists(path):
                return False
            with open(path, "rb") as file:
                found.append(file.read())
        return found[0] == found[1]


def writes_where_another_does(answer):
    """Whether a save goes to the path of the Checkpoint that was made last."""
    with disk() as path:
        first, last = answer(path), f"{path} of another"
        answer(last)
        first.save(*Story(1).parts, 1)
        return os.path.exists(last) and not os.path.exists(path)


def keeps_what_it_read(answer):
    """Whether resume gives the epoch that a Checkpoint read or saved last, and not the one in the file."""
    with disk() as path:
        return put_back(answer, path, (1, 2)) in ([1, 1, 1], [1, 2, 2]) and os.path.exists(path)


def needs_the_same_one(answer):
    """Whether only the Checkpoint that saved can resume."""
    with disk() as path:
        run, kept = Story(1), answer(path)
        kept.save(*run.parts, 1)
        first = kept.resume(*run.parts)
        try:
            return answer(path).resume(*run.parts) != first
        except (AttributeError, KeyError, TypeError):
            return True


def uses_up(answer):
    """Whether nothing lies on the disk any more after a resume."""
    with disk() as path:
        run, kept = Story(1), answer(path)
        kept.save(*run.parts, 1)
        saved = files_beside(path)
        kept.resume(*run.parts)
        return bool(saved) and not files_beside(path)


def lost(memory):
    """Make a probe: whether a part, of which `memory` gives the state, is another after a save and a resume."""
    def probe(answer):
        with disk() as path:
            first, again = Story(1), Story(2)
            for _ in range(2):
                first.epoch()
            answer(path).save(*first.parts, 2)
            answer(path).resume(*again.parts)
            return memory(first) != memory(again)
    return probe


def velocities(story):
    return [{name: number(value) for name, value in state.items()}
            for state in story.optimizer.state_dict()["state"].values()]


class Unwritable(Line):
    """A model whose state no file can take."""

    def state_dict(self):
        return {**super().state_dict(), "a stream": (i for i in ())}


def half_written(answer):
    """Whether a save that fails half-way takes the last good one with it."""
    with disk() as path:
        run = Story(1)
        answer(path).save(*run.parts, 1)
        try:
            if not answer(path).resume(*run.parts) == answer(path).resume(*run.parts) == 1:
                return False                                 # that is another mistake
        except Exception:
            return False
        with suppress(Exception):
            answer(path).save(Unwritable(1), *run.parts[1:], 2)
        try:
            return answer(path).resume(*run.parts) != 1
        except Exception:
            return True


class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(),
                 "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        for name, part in [("model", model), ("optimizer", optimizer), ("scheduler", scheduler)]:
            part.load_state_dict(state[name])
        generator.set_state(state["generator"])
        return state["epoch"]


NO_STREAM = "        generator.set_state(state[\"generator\"])\n"

Exercise("5.7", Checkpoint, difficulty=2, points=4, piece=lambda: train.Checkpoint, adapt=of_any_run,
    aliases=lambda: (train.save_checkpoint, train.load_checkpoint, train.restore), run=taken_up, close=1e-3,
    results=("epochs done", "weight after each"),
    cases=[Case("stopped before the first", epochs_before_the_stop=0, epochs_after=2),
           Case("stopped after one epoch", epochs_before_the_stop=1, epochs_after=1),
           Case("stopped after two", epochs_before_the_stop=2, epochs_after=3),
           Case("a schedule that steps after every batch", epochs_before_the_stop=2, epochs_after=2, each="batch")],
    wrong=[
        Wrong("read when made", "The file was read when the Checkpoint was made; it may be written later.",
              {"self.path = path": "self.path, self.kept = path, mt.load(path) if os.path.exists(path) else None",
               "mt.load(self.path)": "self.kept"}),
        Wrong("on the class", "A second Checkpoint changes the first: the path is kept where all share it, on the "
              "class or in a global. Keep it on self.", {"self.path": "Checkpoint.path"},
              probe=writes_where_another_does),
        Wrong("only in memory", "After save nothing lies at the path that was given. What is kept in the object or on "
              "the class ends with the program, and what is written elsewhere is not found: mt.save(state, self.path).",
              {"mt.save(": "self.state = (", "}, self.path)": "})", "mt.load(self.path)": "self.state"},
              {"mt.save(": "Checkpoint.state = (", "}, self.path)": "})", "mt.load(self.path)": "Checkpoint.state"},
              {"self.path)": '"run.mt")'}, probe=leaves_no_file),
        Wrong("saved once", "The second save leaves what the first wrote: after each epoch the file is to hold the "
              "newest state.", {"        mt.save(": "        if not os.path.exists(self.path):\n            mt.save("},
              probe=stays_first, example="stopped after two"),
        Wrong("partly in memory", "Only the Checkpoint that saved can resume: a part lies in the object, and not in "
              "the file. A new program has only the file: what is to last must be in it.",
              {"mt.save({": "self.epoch = epoch\n        mt.save({", "state[\"epoch\"]": "self.epoch"},
              probe=needs_the_same_one),
        Wrong("kept what it read", "What was read or saved before is given again, though another state lies in the "
              "file by now: that of the next save, or an older one that was copied back. Read the file in each resume.",
              {"self.path = path": "self.path, self.state = path, None", "state = mt.load(self.path)":
               "state = self.state = self.state or mt.load(self.path)"},
              {"self.path = path": "self.path, self.state = path, None", "mt.save({": "self.state = ({",
               "epoch}, self.path)": "epoch})\n        mt.save(self.state, self.path)",
               "mt.load(self.path)": "self.state or mt.load(self.path)"}, probe=keeps_what_it_read),
        Wrong("used up", "resume removes the file that it read. If the power fails once more before the next save, the "
              "run is lost: leave the file where it is.",
              {"        return state": "        os.remove(self.path)\n        return state"}, probe=uses_up),
        Wrong("names only", "Nothing is put back: `model = …` gives that name to something else, and the model stays "
              "as it was. Call load_state_dict on each part, and set_state on the generator.",
              {"part.load_state_dict(state[name])": "part = state[name]", NO_STREAM: ""}),
        Wrong("weights only", "Only the weights were kept. The optimiser's velocity, the schedule's place and the "
              "shuffles are part of the run: it goes on, but as another run.",
              {", (\"optimizer\", optimizer), (\"scheduler\", scheduler)": "", NO_STREAM: ""}),
        Wrong("optimiser lost", "The optimiser began anew: momentum starts from rest, and the curve has a kink. "
              "optimizer.state_dict() holds the velocities.", {", (\"optimizer\", optimizer)": ""},
              probe=lost(velocities)),
        Wrong("schedule lost", "The schedule began anew, so the learning rate jumps back to that of the first epoch. "
              "scheduler.state_dict() holds its place.", {", (\"scheduler\", scheduler)": ""},
              probe=lost(lambda story: story.scheduler.last_epoch), example="stopped after two"),
        Wrong("schedule by epochs", "A new schedule was stepped once for each epoch that is done. It may step after "
              "every batch: save its state, scheduler.state_dict(), and load it.",
              {", (\"scheduler\", scheduler)": "", "        return state[\"epoch\"]":
               "        for _ in range(state[\"epoch\"]):\n            scheduler.step()\n"
               "        return state[\"epoch\"]"},
              {", (\"scheduler\", scheduler)": "", "        return state[\"epoch\"]":
               "        scheduler.last_epoch = state[\"epoch\"]\n        return state[\"epoch\"]"},
              example="a schedule that steps after every batch"),
        Wrong("shuffles differ", "The generator was not brought back: the batches after the stop are others than they "
              "would have been. generator.get_state() and .set_state().", {NO_STREAM: ""},
              probe=lost(lambda story: story.generator.numpy.random())),
        Wrong("weights lost", "The weights are those of a new network; all that was learned is gone. "
              "model.state_dict() holds them, model.load_state_dict(…) puts them in.", {"(\"model\", model), ": ""},
              probe=lost(lambda story: number(story.model.layer.weight))),
        Wrong("epoch lost", "resume returns nothing (None): the run would count anew, and train too long. Return how "
              "many epochs are done.", {"        return state[\"epoch\"]": ""}),
        Wrong("epoch off by one", "resume should return how many epochs are done, as save was told: after one it is 1, "
              "and the next to run is number 1, counted from 0.",
              {"return state[\"epoch\"]": "return state[\"epoch\"] + 1"},
              {"return state[\"epoch\"]": "return state[\"epoch\"] - 1"}),
        Wrong("half-written", "A save that failed half-way took the last good one with it. Who opens (\"wb\") or "
              "removes the file first has nothing left; mt.save(state, self.path) takes the old one's place only when "
              "the new one is whole.",
              {"mt.save(": "with open(self.path, \"wb\") as file:\n            mt.save(", "}, self.path)": "}, file)"},
              probe=half_written),
    ],
    probes=[Law(drawn_epochs, saved_where_it_was_asked, a_file_lies_there, later=taken_up_by_another_program),
            Law(drawn_epochs, saved_half_way, the_last_good_one)],
    others=[{"}, self.path)": "}, self.path + \".new\")\n        os.replace(self.path + \".new\", self.path)"}],
    hints=["What in a run has a memory? Five things, one of them a plain number.",
           "Three have state_dict() and load_state_dict(), the generator get_state() and set_state(). One dict holds "
           "them all.",
           "mt.save({\"model\": model.state_dict(), …, \"epoch\": epoch}, self.path); state = mt.load(self.path), give "
           "each its part, and return state[\"epoch\"]."])


class Loader:
    """Batches of x and y; which samples a batch holds, and which labels, is said elsewhere.

    places_of   places_of(passes before, size, a first order, an order for this pass) gives [(samples, labels), …]
    """

    def __init__(self, x, y, size, generator, places_of):
        self.x, self.y, self.size, self.generator, self.places_of = x, y, size, generator, places_of
        self.passes, self.first = 0, generator.permutation(len(x))

    def __iter__(self):
        order = self.generator.permutation(len(self.x))
        places = self.places_of(self.passes, self.size, self.first, order)
        self.passes += 1
        for samples, labels in places:
            yield self.x[samples], self.y[labels]


def loading(places_of):
    """make(x, y, size, generator), as 5.8 is given it."""
    def make(x, y, size, generator):
        return Loader(x, y, size, generator, places_of)
    return make


def version(letter, once=False, lost=False, apart=False, again=False, fixed=False, more=False):
    """Make a maker of loaders; the settings give the faulty versions, and neither name nor looks say which."""
    def places_of(passes, size, first, order):
        n, rng = len(order), np.random.default_rng(order)
        samples = first if fixed else rng.integers(n, size=n) if again else rng.permutation(n) if more else order
        labels = rng.permutation(n) if apart else samples
        starts = range(0, 0 if once and passes else n - size + 1 if lost else n, size)
        return [(samples[start:start + size], labels[start:start + size]) for start in starts]
    return in_two(f"loader_{letter}", loading, lambda: places_of)


def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))          # 8 does not divide 50
    epochs = []
    for _ in range(2):
        dealt = list(loader)
        xs, ys = (np.concatenate([batch[i] for batch in dealt]) for i in (0, 1))
        if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
            return False
        epochs.append(xs.tolist())
    return epochs[0] != epochs[1]


def raises_anyway(answer):
    """Whether a test ends in a ValueError on the right loader."""
    with suppress(ValueError):
        answer(version("C"))
        return False
    return True


Exercise("5.8", test_loader, difficulty=2, points=2, no=(AssertionError, ValueError, IndexError, StopIteration),
    right={"right": version("C"), "right, in other orders": version("G", more=True)},
    refused="Does it ask for more than a loader promises: for a certain order or first sample, or for the same order "
            "in both passes?",
    wrong=[
        Wrong("loses the tail", "The loader that loses the tail passes. Where the size divides the number of samples, "
              "there is none to lose; where it does not, ask whether each sample is there.", {"(50)": "(48)"},
              {"sorted(xs.tolist()) != x.tolist() or ": ""}, accepts=version("A", lost=True)),
        Wrong("only once", "The loader passes that gives nothing in its second epoch. Go through one and the same "
              "loader twice.", {"range(2)": "range(1)", "epochs[0] != epochs[1]": "True"},
              accepts=version("B", once=True)),
        Wrong("labels apart", "The loader passes whose labels have wandered to other samples. Choose y so that each "
              "label says whose it is, and hold each beside its own x.", {" or not (ys == 10 * xs).all()": ""},
              accepts=version("D", apart=True)),
        Wrong("always one order", "The loader passes that deals in the same order in each epoch. Go through it twice, "
              "and compare.", {"epochs[0] != epochs[1]": "True"}, accepts=version("E", fixed=True)),
        Wrong("draws again", "The loader passes in which some samples come twice and others never. Ask which ones "
              "came, sorted, and not only how many.", {"sorted(xs.tolist()) != x.tolist()": "len(xs) != 50"},
              accepts=version("F", again=True)),
        Wrong("an error of its own", "Your test ends in a ValueError on the right loader too, and that counts as "
              "False. An `if` needs one truth value: (…).any(), or np.array_equal.",
              {"not (ys == 10 * xs).all()": "ys != 10 * xs"}, probe=raises_anyway),
        Wrong("one order expected", "A right loader that draws another order is refused: is a certain order, or its "
              "first sample, expected? Any order may come.",
              {"epochs[0] != epochs[1]": "epochs[0] != epochs[1] and epochs[0][:3] == [29, 1, 39]"},
              example="right, in other orders"),
    ],
    others=["""
        x = np.arange(23)
        loader = make(x, x + 100, 5, np.random.default_rng(4))
        first, second = [[(a, b) for xs, ys in loader for a, b in zip(xs.tolist(), ys.tolist())] for _ in range(2)]
        wanted = [(i, i + 100) for i in range(23)]
        assert sorted(first) == sorted(second) == wanted
        assert first != second
        return True
    """],
    hints=["x = np.arange(50), y = 10 * x: now each label says whose it is.",
           "A size that does not divide 50; two passes; then three questions: is each there once, with its own label, "
           "and is the second order another?",
           "xs = np.concatenate([x for x, y in loader]), the same for ys; sorted(xs.tolist()) == list(range(50)); "
           "(ys == 10 * xs).all(); a second pass of which xs differ."])

VERSIONS = versions("5.8")

# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("from minitorch.viz import drag", "digits, unseen = Digits()", "def six_batches("): {
        "5.2 tail lost": None,
        "a batch holds one sample too many":
            'plant(batches, lambda right: lambda indices, size, drop_last: right(indices, size + 1, drop_last))',
        "5.3 repeats": None,
        "a shuffle that leaves things as they are":
            'plant(shuffled, lambda right: lambda n, generator: list(range(n)))',
    },
    ("from minitorch.viz import drag", "digits, unseen = Digits()", "def new_run():"): {
        "5.5 never emptied": None,
        "a step off by 5 %": """
        def step(model, loss_of, optimizer, inputs, targets):
            return right(model, lambda *both: loss_of(*both) * 1.05, optimizer, inputs, targets)
        right = training_step.library
        plant(training_step, lambda right: step)""",
        "5.6 dropout live": None,
        "5.6 mean of means": None,
        "5.7 optimiser lost": None,
        "5.7 shuffles differ": None,
    },
    ("from minitorch.viz import drag", "digits, unseen = Digits()", "from copy import deepcopy"): {
        "a state_dict that is a copy": """
        from copy import deepcopy
        live = mt.nn.Module.state_dict
        mt.nn.Module.state_dict = lambda self, *given, **named: deepcopy(live(self, *given, **named))""",
    },
}
