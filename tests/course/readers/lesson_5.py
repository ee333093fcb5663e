"""Answers to lesson 5 by readers who saw nothing of its checks, and what each is to be taken for."""

ANSWERS = [
    ("5.1", "on the class", 'the list is a class attribute, shared by all folders', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    items = []

    def __init__(self, root, read):
        self.read = read
        classes = sorted(name for name in os.listdir(root) if not name.startswith("."))
        for label, name in enumerate(classes):
            folder = os.path.join(root, name)
            for file in sorted(os.listdir(folder)):
                if not file.startswith("."):
                    self.items.append((os.path.join(folder, file), label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "unsorted", 'files of a class are sorted by their size', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read, self.paths = read, []
        classes = [c for c in sorted(os.listdir(root)) if c[0] != "."]
        for label, c in enumerate(classes):
            for entry in sorted(os.scandir(os.path.join(root, c)), key=lambda e: e.stat().st_size):
                if entry.name[0] != ".":
                    self.paths.append((entry.path, label))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return self.read(self.paths[index][0]), self.paths[index][1]
'''),
    ("5.1", "reads all at once", 'all pictures are read in __init__', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.samples = []
        classes = sorted(c for c in os.listdir(root) if not c.startswith("."))
        for label, c in enumerate(classes):
            for f in sorted(os.listdir(os.path.join(root, c))):
                if not f.startswith("."):
                    self.samples.append((read(os.path.join(root, c, f)), label))

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        return self.samples[index]
'''),
    ("5.1", "dotted names numbered", 'dot names get a number too before they are skipped', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.files = []
        for number, name in enumerate(sorted(os.listdir(root))):
            if name.startswith("."):
                continue
            for file in sorted(os.listdir(os.path.join(root, name))):
                if file.startswith("."):
                    continue
                self.files.append((os.path.join(root, name, file), number))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        path, number = self.files[index]
        return self.read(path), number
'''),
    ("5.1", "no end", 'past the end it starts again from the beginning', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.files = []
        names = [n for n in sorted(os.listdir(root)) if n[0] != "."]
        for name in names:
            path = os.path.join(root, name)
            self.files += [(os.path.join(path, f), names.index(name))
                           for f in sorted(os.listdir(path)) if f[0] != "."]

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        path, label = self.files[index % len(self.files)]
        return self.read(path), label
'''),
    ("5.1", "right", 'pathlib and one comprehension', '''
from pathlib import Path
from minitorch.data import Dataset

def visible(folder):
    return sorted((p for p in folder.iterdir() if not p.name.startswith(".")),
                  key=lambda p: p.name)

class Folder(Dataset):
    def __init__(self, root, read):
        self.open = read
        self.files = [(file, label) for label, folder in enumerate(visible(Path(root)))
                      for file in visible(folder)]

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        file, label = self.files[index]
        return self.open(file), label
'''),
    ("5.1", "right", 'walks through the classes and subtracts their counts', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, where, opener):
        self._where = os.fspath(where)
        self._opener = opener
        self._classes = []
        for name in os.listdir(self._where):
            if name.startswith("."):
                continue
            files = [f for f in os.listdir(os.path.join(self._where, name))
                     if not f.startswith(".")]
            files.sort()
            self._classes.append((name, files))
        self._classes.sort(key=lambda pair: pair[0])

    def __len__(self):
        return sum(len(files) for _, files in self._classes)

    def __getitem__(self, i):
        if i < 0:
            i += len(self)
        if i < 0 or i >= len(self):
            raise IndexError(i)
        for label, (name, files) in enumerate(self._classes):
            if i < len(files):
                return self._opener(os.path.join(self._where, name, files[i])), label
            i -= len(files)
'''),
    ("5.2", "empty batch", 'an empty list at the end when it comes out even', '''
def batches(indices, size, drop_last):
    batch = []
    for i in indices:
        batch.append(i)
        if len(batch) == size:
            yield batch
            batch = []
    if not drop_last:
        yield batch
'''),
    ("5.2", "full one dropped", 'drop_last drops the last one even if it is full', '''
def batches(indices, size, drop_last):
    indices = list(indices)
    out = [indices[i:i + size] for i in range(0, len(indices), size)]
    if drop_last:
        out.pop()
    return out
'''),
    ("5.2", "altered", "pops from the caller's list", '''
def batches(indices, size, drop_last):
    out = []
    while len(indices) >= size:
        out.append([indices.pop(0) for _ in range(size)])
    if len(indices) and not drop_last:
        out.append(list(indices))
    return out
'''),
    ("5.2", "dealt round", 'dealt like cards, every k-th one', '''
def batches(indices, size, drop_last):
    indices = list(indices)
    count = len(indices) // size if drop_last else -(-len(indices) // size)
    return [indices[k::count] for k in range(count)]
'''),
    ("5.2", "right", 'itertools.islice until nothing is left', '''
from itertools import islice

def batches(indices, size, drop_last):
    source = iter(indices)
    while batch := list(islice(source, size)):
        if len(batch) == size or not drop_last:
            yield batch
'''),
    ("5.3", "drawn from all", 'swaps with any place, so not all orders are as likely', '''
def shuffled(n, generator):
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = int(generator.integers(n))
        order[i], order[j] = order[j], order[i]
    return order
'''),
    ("5.3", "chance from elsewhere", "draws from NumPy's global random numbers", '''
def shuffled(n, generator):
    return np.random.permutation(n).tolist()
'''),
    ("5.3", "the same each epoch", 'a new generator inside, always the same order', '''
def shuffled(n, generator):
    generator = np.random.default_rng(0)
    return generator.permutation(n).tolist()
'''),
    ("5.3", "returns nothing", 'returns what shuffle returns: None', '''
def shuffled(n, generator):
    order = list(range(n))
    return generator.shuffle(order)
'''),
    ("5.3", "right", 'the pack of cards as in the text', '''
def shuffled(n, generator):
    pack = [*range(n)]
    for last in reversed(range(1, n)):
        lot = int(generator.integers(0, last, endpoint=True))
        pack[last], pack[lot] = pack[lot], pack[last]
    return pack
'''),
    ("5.4", "measured anew", 'fitted anew on what it is called with', '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(0)
        self.std = images.std(0)

    def __call__(self, images):
        mean, std = images.mean(0), images.std(0)
        std = np.where(std == 0, 1, std)
        return (images - mean) / std
'''),
    ("5.4", "one mean for all", 'one mean and one spread for all pixels together', '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean()
        self.std = images.std() or 1

    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "a tiny number added", 'a small eps in place of 1 for the dark pixels', '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0) + 1e-8

    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "divided by n − 1", 'the sample deviation, N - 1', '''
class Normalise:
    def __init__(self, images):
        self.mean = np.mean(images, axis=0)
        std = np.std(images, axis=0, ddof=1)
        std[std == 0] = 1
        self.std = std

    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "altered", 'overwrites float images in place', '''
class Normalise:
    def __init__(self, images):
        self.mean, self.std = images.mean(0), images.std(0)
        self.std[self.std == 0] = 1

    def __call__(self, images):
        if images.dtype != float:
            images = images.astype(float)
        images -= self.mean
        images /= self.std
        return images
'''),
    ("5.4", "right", 'multiplies by the reciprocal, a property for the mean', '''
class Normalise:
    __slots__ = ("_sum", "_count", "_factor")

    def __init__(self, images):
        images = np.asarray(images, dtype=np.float64)
        self._count = len(images)
        self._sum = images.sum(axis=0)
        spread = np.sqrt(((images - self.mean) ** 2).sum(axis=0) / self._count)
        spread[images.max(axis=0) == images.min(axis=0)] = 1
        self._factor = 1 / spread

    @property
    def mean(self):
        return self._sum / self._count

    def __call__(self, images):
        return (images - self.mean) * self._factor
'''),
    ("5.4", "right", 'np.where in the constructor, named arguments', '''
class Normalise:
    def __init__(self, training):
        self.centre = np.mean(training, axis=0, dtype=float)
        spread = np.std(training, axis=0, dtype=float)
        self.spread = np.where(spread > 0, spread, 1.0)

    def __call__(self, pictures):
        centred = np.subtract(pictures, self.centre)
        return np.divide(centred, self.spread)
'''),
    ("5.5", "altered", 'the batch goes through the model, but losses stay tensors', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        y_pred = model(x_batch)
        loss = loss_of(y_pred, y_batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    return losses
'''),
    ("5.5", "emptied before the step", 'zero_grad between backward and step', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "never emptied", 'zero_grad only once, before the loop', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    optimizer.zero_grad()
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        loss = loss_of(model(x_batch), y_batch)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "returns too early", 'return stands inside the loop', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        y_pred = model(x_batch)
        loss = loss_of(y_pred, y_batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        return losses
'''),
    ("5.5", "right", 'a helper for one step, and a comprehension', '''
def one_step(model, x, y, loss_of, optimizer):
    optimizer.zero_grad()
    loss = loss_of(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()

def train_epoch(model, x, y, batches, loss_of, optimizer):
    return [one_step(model, x[rows], y[rows], loss_of, optimizer) for rows in batches]
'''),
    ("5.6", "mean of means", 'mean over batches, not over samples', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    losses, shares = [], []
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            losses.append(loss_of(out, y).item())
            shares.append((out.argmax(1) == y).double().mean().item())
    model.train(was)
    return sum(losses) / len(losses), sum(shares) / len(shares)
'''),
    ("5.6", "always training", 'always back to train() at the end', '''
def evaluate(model, loader, loss_of):
    model.eval()
    loss, right, count = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_of(out, y).item() * len(y)
            right += (out.argmax(1) == y).sum().item()
            count += len(y)
    model.train()
    return loss / count, right / count
'''),
    ("5.6", "mode not restored", 'the mode is noted after eval()', '''
def evaluate(model, loader, loss_of):
    model.eval()
    mode = model.training
    total, hits, n = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            scores = model(x)
            total += float(loss_of(scores, y)) * len(x)
            hits += int((scores.argmax(1) == y).sum())
            n += len(x)
    model.train(mode)
    return total / n, hits / n
'''),
    ("5.6", "along the batch", 'argmax along the samples', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    loss, right, count = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            answers = out.numpy().argmax(axis=0)
            loss += loss_of(out, y).item() * len(y)
            right += sum(int(a == b) for a, b in zip(answers, y.tolist()))
            count += len(y)
    model.train(was)
    return loss / count, right / count
'''),
    ("5.6", "mean of means", 'counts every batch as large as the first', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    loss, right, steps, size = 0.0, 0, 0, None
    with mt.no_grad():
        for x, y in loader:
            size = size or len(y)
            out = model(x)
            loss += loss_of(out, y).item() * size
            right += (out.argmax(1) == y).sum().item()
            steps += 1
    model.train(was)
    return loss / (steps * size), right / (steps * size)
'''),
    ("5.6", "right", 'try / finally, counted with NumPy', '''
def evaluate(model, loader, loss_of):
    mode = model.training
    model.eval()
    sizes, losses, hits = [], [], []
    try:
        with mt.no_grad():
            for x, y in loader:
                scores = model(x)
                sizes.append(len(x))
                losses.append(loss_of(scores, y).item())
                hits.append(np.sum(scores.numpy().argmax(axis=1) == y.numpy()))
    finally:
        model.train(mode)
    return float(np.average(losses, weights=sizes)), float(sum(hits) / sum(sizes))
'''),
    ("5.6", "right", 'an inner function walks, eval and train around it', '''
def evaluate(model, loader, loss_of):
    def walk():
        total, right, count = 0.0, 0, 0
        for x, y in loader:
            scores = model(x)
            total += loss_of(scores, y).item() * y.shape[0]
            right += (scores.argmax(dim=-1) == y).sum().item()
            count += y.shape[0]
        return total / count, right / count

    training = model.training
    model.eval()
    with mt.no_grad():
        answer = walk()
    if training:
        model.train()
    return answer
'''),
    ("5.7", "shuffles differ", 'the generator is forgotten', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        return state["epoch"]
'''),
    ("5.7", "epoch lost", 'resume returns nothing', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save((model.state_dict(), optimizer.state_dict(), scheduler.state_dict(),
                 generator.get_state(), epoch), self.path)

    def resume(self, model, optimizer, scheduler, generator):
        m, o, s, g, epoch = mt.load(self.path)
        model.load_state_dict(m)
        optimizer.load_state_dict(o)
        scheduler.load_state_dict(s)
        generator.set_state(g)
'''),
    ("5.7", "only in memory", 'kept in the object, not in a file', '''
from copy import deepcopy

class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        self.kept = deepcopy([model.state_dict(), optimizer.state_dict(),
                              scheduler.state_dict(), generator.get_state(), epoch])

    def resume(self, model, optimizer, scheduler, generator):
        m, o, s, g, epoch = deepcopy(self.kept)
        model.load_state_dict(m)
        optimizer.load_state_dict(o)
        scheduler.load_state_dict(s)
        generator.set_state(g)
        return epoch
'''),
    ("5.7", "optimiser lost", "the optimiser's velocities are left out, only the rate is kept", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "lr": optimizer.param_groups[0]["lr"],
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(),
                 "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.param_groups[0]["lr"] = state["lr"]
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "only in memory", 'always writes run.mt, whatever the path', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(),
                 "epoch": epoch}
        mt.save(state, "run.mt")

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load("run.mt")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "right", 'three parts in a loop', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        parts = [part.state_dict() for part in (model, optimizer, scheduler)]
        mt.save({"parts": parts, "lots": generator.get_state(), "done": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        kept = mt.load(self.path)
        for part, state in zip((model, optimizer, scheduler), kept["parts"]):
            part.load_state_dict(state)
        generator.set_state(kept["lots"])
        return kept["done"]
'''),
    ("5.8", "loses the tail", 'the numbers of the text: twelve by four, the tail cannot show', '''
def test_loader(make):
    x, y = np.arange(12), 10 * np.arange(12)
    loader = make(x, y, 4, np.random.default_rng(1))
    epochs = []
    for _ in range(2):
        xs, ys = [], []
        for xb, yb in loader:
            xs += list(xb)
            ys += list(yb)
        if sorted(xs) != list(range(12)):
            return False
        if any(10 * a != b for a, b in zip(xs, ys)):
            return False
        epochs.append(xs)
    return epochs[0] != epochs[1]
'''),
    ("5.8", "only once + always one order", 'one epoch only', '''
def test_loader(make):
    x, y = np.arange(23), np.arange(23) ** 2
    loader = make(x, y, 5, np.random.default_rng(1))
    seen = [(int(a), int(b)) for xb, yb in loader for a, b in zip(xb, yb)]
    return (all(b == a * a for a, b in seen)
            and sorted(a for a, _ in seen) == list(range(23))
            and [a for a, _ in seen] != list(range(23)))
'''),
    ("5.8", "labels apart", 'looks at the labels as a whole, not each beside its x', '''
def test_loader(make):
    x, y = np.arange(23), 10 * np.arange(23)
    loader = make(x, y, 5, np.random.default_rng(1))
    first, second = list(loader), list(loader)
    if len(first) != 5 or len(second) != 5:
        return False
    orders = []
    for epoch in (first, second):
        xs = np.concatenate([a for a, _ in epoch])
        ys = np.concatenate([b for _, b in epoch])
        if sorted(xs) != sorted(x) or sorted(ys) != sorted(y):
            return False
        orders.append(xs.tolist())
    return orders[0] != orders[1]
'''),
    ("5.8", "accepts none", 'expects the samples in the order in which they lay', '''
def test_loader(make):
    x, y = np.arange(10), 3 * np.arange(10)
    loader = make(x, y, 3, np.random.default_rng(0))
    for _ in range(2):
        xs = [int(v) for a, _ in loader for v in a]
        if xs != x.tolist():
            return False
    return True
'''),
    ("5.8", "right", 'pairs of two epochs, early returns', '''
def test_loader(make):
    x, y = np.arange(100), 7 * np.arange(100) + 1
    loader = make(x, y, 8, np.random.default_rng(11))
    truth = list(zip(x.tolist(), y.tolist()))
    orders = []
    for _ in range(2):
        pairs = []
        for x_batch, y_batch in loader:
            pairs.extend(zip(np.asarray(x_batch).tolist(), np.asarray(y_batch).tolist()))
        if sorted(pairs) != truth:
            return False
        if pairs == truth:
            return False
        orders.append(pairs)
    return orders[0] != orders[1]
'''),
    ("5.8", "right", 'asserts, then True', '''
def test_loader(make):
    n = 53
    x = np.arange(n) + 100
    y = -x
    loader = make(x, y, 10, np.random.default_rng(3))
    before = x
    for epoch in range(3):
        dealt = [(np.asarray(a), np.asarray(b)) for a, b in loader]
        assert dealt, "nothing came"
        xs, ys = (np.concatenate(part) for part in zip(*dealt))
        assert len(xs) == n and (np.sort(xs) == x).all()
        assert (ys == -xs).all()
        assert (xs != before).any()
        before = xs
    return True
'''),
    ("5.1", "hidden ones too", 'only .DS_Store is left out, and only beside the classes', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        classes = sorted(os.listdir(root))
        if ".DS_Store" in classes:
            classes.remove(".DS_Store")
        self.files = []
        for label, c in enumerate(classes):
            for f in sorted(os.listdir(f"{root}/{c}")):
                self.files.append((f"{root}/{c}/{f}", label))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        path, label = self.files[index]
        return self.read(path), label
'''),
    ("5.1", "", "the label is the folder's name as a number: good for digits only", '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.paths = []
        for name in sorted(os.listdir(root)):
            if name[0] != ".":
                for file in sorted(os.listdir(os.path.join(root, name))):
                    if file[0] != ".":
                        self.paths.append(os.path.join(root, name, file))

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        path = self.paths[index]
        label = int(os.path.basename(os.path.dirname(path)))
        return self.read(path), label
'''),
    ("5.1", "part of the path", "hands read the file's name without its folder", '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.files = []
        classes = [c for c in sorted(os.listdir(root)) if not c.startswith(".")]
        for label, c in enumerate(classes):
            for f in sorted(os.listdir(os.path.join(root, c))):
                if not f.startswith("."):
                    self.files.append((f, label))

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        path, label = self.files[index]
        return self.read(path), label
'''),
    ("5.1", "no such key", 'a dict by number: KeyError past the end', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read, self.files = read, {}
        classes = sorted(c for c in os.listdir(root) if not c.startswith("."))
        for label, c in enumerate(classes):
            for f in sorted(os.listdir(os.path.join(root, c))):
                if not f.startswith("."):
                    self.files[len(self.files)] = (os.path.join(root, c, f), label)

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        path, label = self.files[index]
        return self.read(path), label
'''),
    ("5.1", "length of something else", 'the length is the number of classes', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.classes = sorted(c for c in os.listdir(root) if c[0] != ".")
        self.files = [(os.path.join(root, c, f), self.classes.index(c)) for c in self.classes
                      for f in sorted(os.listdir(os.path.join(root, c))) if f[0] != "."]

    def __len__(self):
        return len(self.classes)

    def __getitem__(self, index):
        return self.read(self.files[index][0]), self.files[index][1]
'''),
    ("5.1", "right", 'two parallel tuples and a static method', '''
import os
from minitorch.data import Dataset

class Folder(Dataset):
    @staticmethod
    def _names(folder):
        return sorted(filter(lambda name: name[0] != ".", os.listdir(folder)))

    def __init__(self, root, read):
        paths, labels = [], []
        for label, name in enumerate(self._names(root)):
            inside = os.path.join(root, name)
            paths += [os.path.join(inside, file) for file in self._names(inside)]
            labels += [label] * (len(paths) - len(labels))
        self.paths, self.labels = tuple(paths), tuple(labels)
        self.read = read

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.read(self.paths[index]), self.labels[index]
'''),
    ("5.2", "tail lost", 'the last short batch is never dealt', '''
def batches(indices, size, drop_last):
    out, batch = [], []
    for i in indices:
        batch.append(i)
        if len(batch) == size:
            out.append(batch)
            batch = []
    return out
'''),
    ("5.2", "one list", 'one and the same list, cleared each time', '''
def batches(indices, size, drop_last):
    batch = []
    for index in indices:
        batch.append(index)
        if len(batch) == size:
            yield batch
            batch.clear()
    if batch and not drop_last:
        yield batch
'''),
    ("5.2", "remembers", 'a default argument remembers the batches of the last call', '''
def batches(indices, size, drop_last, dealt=[]):
    indices = list(indices)
    for start in range(0, len(indices), size):
        batch = indices[start:start + size]
        if len(batch) == size or not drop_last:
            dealt.append(batch)
    return dealt
'''),
    ("5.2", "tail lost", 'range stops one short: a last batch of one is lost', '''
def batches(indices, size, drop_last):
    indices = list(indices)
    out = []
    for start in range(0, len(indices) - 1, size):
        batch = indices[start:start + size]
        if drop_last and len(batch) < size:
            break
        out.append(batch)
    return out
'''),
    ("5.2", "right", 'divmod: whole batches, then the rest', '''
def batches(indices, size, drop_last):
    everything = list(indices)
    whole, rest = divmod(len(everything), size)
    dealt = [everything[k * size:(k + 1) * size] for k in range(whole)]
    if rest and not drop_last:
        dealt.append(everything[-rest:])
    return dealt
'''),
    ("5.2", "right", 'a generator that counts down the free places', '''
def batches(numbers, places, only_full):
    hand, free = [], places
    for number in numbers:
        hand += [number]
        free -= 1
        if free == 0:
            yield hand
            hand, free = [], places
    if hand:
        if only_full:
            return
        yield hand
'''),
    ("5.3", "never stays", 'swaps with a place below i only: nothing stays where it is', '''
def shuffled(n, generator):
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = int(generator.integers(i))
        order[i], order[j] = order[j], order[i]
    return order
'''),
    ("5.3", "repeats", 'draws with putting back', '''
def shuffled(n, generator):
    return [int(generator.integers(n)) for _ in range(n)]
'''),
    ("5.3", "counts from 1", 'counts from 1 to n', '''
def shuffled(n, generator):
    return (generator.permutation(n) + 1).tolist()
'''),
    ("5.3", "only cut", 'a pack that is cut once, not shuffled', '''
def shuffled(n, generator):
    if n == 0:
        return []
    cut = int(generator.integers(n))
    order = list(range(n))
    return order[cut:] + order[:cut]
'''),
    ("5.3", "right", "the generator's own permutation, as an array", '''
def shuffled(n, generator):
    return generator.permutation(n)
'''),
    ("5.3", "right", 'sorted by random numbers', '''
def shuffled(n, generator):
    lots = generator.random(n)
    return sorted(range(n), key=lots.__getitem__)
'''),
    ("5.4", "on the class", 'mean and spread lie on the class', '''
class Normalise:
    def __init__(self, images):
        Normalise.mean = images.mean(0)
        Normalise.std = images.std(0)
        Normalise.std[Normalise.std == 0] = 1

    def __call__(self, images):
        return (images - Normalise.mean) / Normalise.std
'''),
    ("5.4", "variance", 'divides by the variance', '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(0)
        var = images.var(0)
        self.spread = np.where(var == 0, 1, var)

    def __call__(self, images):
        return (images - self.mean) / self.spread
'''),
    ("5.4", "mended afterwards", '0 / 0 is swept up afterwards, so 6 at a dark pixel becomes huge', '''
class Normalise:
    def __init__(self, images):
        self.mean, self.std = images.mean(0), images.std(0)

    def __call__(self, images):
        with np.errstate(all="ignore"):
            return np.nan_to_num((images - self.mean) / self.std)
'''),
    ("5.4", "rows share", 'mean over rows and columns: right for (N, 64) only', '''
class Normalise:
    def __init__(self, images):
        axes = tuple(range(images.ndim - 1))
        self.mean = images.mean(axis=axes)
        self.std = images.std(axis=axes)
        self.std[self.std == 0] = 1

    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "right", 'flattened inside, given its shape again', '''
class Normalise:
    def __init__(self, images):
        flat = np.array(images, dtype=np.float64).reshape(len(images), -1)
        self.size = images.shape[1:]
        self.mean = sum(flat) / len(flat)
        self.std = np.sqrt(sum((row - self.mean) ** 2 for row in flat) / len(flat))
        for i, column in enumerate(flat.T):
            if (column == column[0]).all():
                self.std[i] = 1

    def __call__(self, images):
        flat = np.array(images, dtype=np.float64).reshape(-1, self.mean.size)
        return ((flat - self.mean) / self.std).reshape(np.shape(images))
'''),
    ("5.5", "all of x", 'numbers now, but the model still sees all of x', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        y_pred = model(x)[batch]
        loss = loss_of(y_pred, y_batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "never emptied", 'no zero_grad at all', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        y_pred = model(x_batch)
        loss = loss_of(y_pred, y_batch)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "one number", 'one number, the mean, in place of a list', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    total, steps = 0.0, 0
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
        steps += 1
    return total / steps
'''),
    ("5.5", "other rows", "the first y rows, not the batch's", '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        y_pred = model(x[batch])
        loss = loss_of(y_pred, y[:len(batch)])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return losses
'''),
    ("5.5", "a list needed", 'goes through batches twice: nothing left of a generator', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = [0.0] * sum(1 for _ in batches)
    for i, batch in enumerate(batches):
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses[i] = loss.item()
    return losses
'''),
    ("5.5", "right", 'an inner generator that yields numbers', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    def steps():
        for batch in batches:
            optimizer.zero_grad()
            loss = loss_of(model(x[batch]), y[batch])
            loss.backward()
            optimizer.step()
            yield loss.item()

    return list(steps())
'''),
    ("5.5", "right", 'the number is read before the step, while loop with next', '''
def train_epoch(net, inputs, targets, dealt, criterion, opt):
    numbers, source = [], iter(dealt)
    while (batch := next(source, None)) is not None:
        loss = criterion(net(inputs[batch]), targets[batch])
        numbers.append(float(loss.detach()))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return numbers
'''),
    ("5.6", "mode not restored", 'never put back into the mode in which it came', '''
def evaluate(model, loader, loss_of):
    model.eval()
    loss, right, count = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_of(out, y).item() * len(y)
            right += (out.argmax(1) == y).sum().item()
            count += len(y)
    return loss / count, right / count
'''),
    ("5.6", "altered", 'grad mode is switched off for good', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    mt.set_grad_enabled(False)
    loss, right, count = 0.0, 0, 0
    for x, y in loader:
        out = model(x)
        loss += loss_of(out, y).item() * len(y)
        right += (out.argmax(1) == y).sum().item()
        count += len(y)
    model.train(was)
    return loss / count, right / count
'''),
    ("5.6", "dropout live", 'only the outermost module is told: training = False', '''
def evaluate(model, loader, loss_of):
    was, model.training = model.training, False
    loss, right, count = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_of(out, y).item() * len(y)
            right += (out.argmax(1) == y).sum().item()
            count += len(y)
    model.training = was
    return loss / count, right / count
'''),
    ("5.6", "mean of batches", 'the loss is not weighted, the share is', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    loss, right, count, steps = 0.0, 0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_of(out, y).item()
            right += (out.argmax(1) == y).sum().item()
            count += len(y)
            steps += 1
    model.train(was)
    return loss / steps, right / count
'''),
    ("5.6", "first batch only", 'returns after the first batch', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    loss, right, count = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_of(out, y).item() * len(y)
            right += (out.argmax(1) == y).sum().item()
            count += len(y)
            model.train(was)
            return loss / count, right / count
'''),
    ("5.6", "percent + exchanged", 'in percent, and the two exchanged', '''
def evaluate(model, loader, loss_of):
    was = model.training
    model.eval()
    loss, right, count = 0.0, 0, 0
    with mt.no_grad():
        for x, y in loader:
            out = model(x)
            loss += loss_of(out, y).item() * len(y)
            right += (out.argmax(1) == y).sum().item()
            count += len(y)
    model.train(was)
    return 100 * right / count, loss / count
'''),
    ("5.6", "right", 'a running mean, corrected batch by batch', '''
def evaluate(model, loader, loss_of):
    came_training = bool(model.training)
    model.eval()
    seen, means = 0, np.zeros(2)
    with mt.no_grad():
        for inputs, labels in loader:
            scores = model(inputs)
            share = np.mean(scores.numpy().argmax(axis=1) == labels.numpy())
            here = np.array([loss_of(scores, labels).item(), share])
            seen += len(labels)
            means += (here - means) * len(labels) / seen
    model.train(came_training)
    loss, right = means.tolist()
    return loss, right
'''),
    ("5.7", "schedule lost", 'the schedule is left out', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "generator": generator.get_state(), "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "", 'get_state without its brackets', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state,
                 "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "shuffles differ", 'the generator begins again from its seed', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "seed": generator.initial_seed(),
                 "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.manual_seed(state["seed"])
        return state["epoch"]
'''),
    ("5.7", "saved once", 'writes the first time only', '''
import os

class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        if os.path.exists(self.path):
            return
        mt.save([model.state_dict(), optimizer.state_dict(), scheduler.state_dict(),
                 generator.get_state(), epoch], self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state[0])
        optimizer.load_state_dict(state[1])
        scheduler.load_state_dict(state[2])
        generator.set_state(state[3])
        return state[4]
'''),
    ("5.7", "right", 'a dict built in two steps, epoch as an int', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        state = dict(model=model, optimizer=optimizer, scheduler=scheduler)
        state = {name: part.state_dict() for name, part in state.items()}
        state.update(generator=generator.get_state(), epoch=int(epoch))
        mt.save(state, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        epoch = state.pop("epoch")
        generator.set_state(state.pop("generator"))
        here = dict(model=model, optimizer=optimizer, scheduler=scheduler)
        for name in state:
            here[name].load_state_dict(state[name])
        return epoch
'''),
    ("5.7", "right", 'a tuple, unpacked', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        everything = (epoch, generator.get_state(), scheduler.state_dict(),
                      optimizer.state_dict(), model.state_dict())
        mt.save(everything, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        epoch, lots, schedule, velocities, weights = mt.load(self.path)
        model.load_state_dict(weights)
        optimizer.load_state_dict(velocities)
        scheduler.load_state_dict(schedule)
        generator.set_state(lots)
        return epoch
'''),
    ("5.8", "labels apart + always one order + draws again", 'x and y are equal to nothing but zeros', '''
def test_loader(make):
    x, y = np.zeros(11), np.zeros(11)
    loader = make(x, y, 4, np.random.default_rng(2))
    counts = []
    for _ in range(2):
        counts.append(sum(len(a) for a, b in loader))
        for a, b in loader:
            if not (a == b).all():
                return False
    return counts == [11, 11]
'''),
    ("5.8", "only once + always one order", 'two epochs of two loaders, not of one', '''
def test_loader(make):
    x, y = np.arange(31), 5 * np.arange(31)
    orders = []
    for seed in (1, 2):
        pairs = [(int(a), int(b)) for xs, ys in make(x, y, 7, np.random.default_rng(seed))
                 for a, b in zip(xs, ys)]
        if sorted(pairs) != [(i, 5 * i) for i in range(31)]:
            return False
        orders.append(pairs)
    return orders[0] != orders[1]
'''),
    ("5.8", "nothing returned", 'prints the verdict', '''
def test_loader(make):
    x, y = np.arange(31), 5 * np.arange(31)
    loader = make(x, y, 7, np.random.default_rng(1))
    epochs = [[(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)]
              for _ in range(2)]
    fine = all(sorted(e) == [(i, 5 * i) for i in range(31)] for e in epochs)
    print(fine and epochs[0] != epochs[1])
'''),
    ("5.8", "turned round", 'the names exchanged: True for the faulty ones', '''
def test_loader(make):
    x, y = np.arange(31), 5 * np.arange(31)
    loader = make(x, y, 7, np.random.default_rng(1))
    epochs = [[(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)]
              for _ in range(2)]
    whole = all(sorted(e) == [(i, 5 * i) for i in range(31)] for e in epochs)
    return not whole or epochs[0] == epochs[1]
'''),
    ("5.8", "right", 'one helper for each question', '''
def pairs_of(loader):
    return [(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)]

def complete(pairs, truth):
    return len(pairs) == len(truth) and set(pairs) == set(truth)

def test_loader(make):
    x = np.arange(41) * 3
    y = x[::-1].copy()
    truth = [(int(a), int(b)) for a, b in zip(x, y)]
    loader = make(x, y, 6, np.random.default_rng(8))
    first = pairs_of(loader)
    second = pairs_of(loader)
    return all([complete(first, truth), complete(second, truth),
                first != truth, first != second])
'''),
    # Others' answers, in other styles: the lines below the right answer's `def`
    ("5.3", "the same each epoch", "a generator of its own", "return np.random.default_rng(0).permutation(n).tolist()"),
    ("5.3", "chance from elsewhere", "np.random", "return np.random.permutation(n).tolist()"),
    ("5.3", "returns nothing", "shuffle returned", "return generator.shuffle(list(range(n)))"),
    ("5.3", "not shuffled", "not shuffled", "return list(range(n))"),
    ("5.3", "repeats", "with replacement", "return generator.integers(0, n, size=n).tolist()"),
    ("5.3", "drawn from all", "naive swap with any", '''
order = list(range(n))
for i in range(n):
    j = int(generator.integers(n))
    order[i], order[j] = order[j], order[i]
return order
'''),
    ("5.3", "never stays", "j excludes i", '''
order = list(range(n))
for i in range(n - 1, 0, -1):
    j = int(generator.integers(i))
    order[i], order[j] = order[j], order[i]
return order
'''),
    ("5.3", "counts from 1", "from 1 to n", "return (generator.permutation(n) + 1).tolist()"),
    ("5.3", "only cut", "only rotated", '''
k = int(generator.integers(n)) if n else 0
return list(range(k, n)) + list(range(k))
'''),
    ("5.3", "not shuffled", "reversed or not", '''
order = list(range(n))
if generator.integers(2):
    order.reverse()
return order
'''),
    ("5.3", "shuffled in parts", "halves shuffled apart", '''
half = n // 2
return generator.permutation(half).tolist() + (half + generator.permutation(n - half)).tolist()
'''),
    ("5.3", "the same each epoch", "kept from the first call", '''
store = shuffled.__dict__
if store.get('n') != n:
    store['n'], store['order'] = n, generator.permutation(n).tolist()
return list(store['order'])
'''),
    ("5.3", "the same each epoch", "copy of the generator", '''
import copy
return copy.deepcopy(generator).permutation(n).tolist()
'''),
    ("5.3", "one change", "one too few", "return generator.permutation(n - 1).tolist()"),
    ("5.3", "chance from elsewhere", "random module", '''
import random
order = list(range(n))
random.shuffle(order)
return order
'''),
    ("5.3", "partly", "two swapped", '''
order = list(range(n))
if n > 1:
    i, j = (int(k) for k in generator.integers(n, size=2))
    order[i], order[j] = order[j], order[i]
return order
'''),
    ("5.3", "floats", "a float array", "return generator.permutation(n) * 1.0"),
    ("5.3", "returns nothing", "printed", "print(generator.permutation(n).tolist())"),
    ("5.3", "right", "fisher-yates", '''
order = list(range(n))
for i in range(n - 1, 0, -1):
    j = int(generator.integers(i + 1))
    order[i], order[j] = order[j], order[i]
return order
'''),
    ("5.3", "right", "argsort of random", "return np.argsort(generator.random(n))"),
    ("5.3", "right", "shuffle in place", '''
order = np.arange(n)
generator.shuffle(order)
return order
'''),
    ("5.3", "right", "drawn from the rest", '''
rest, order = list(range(n)), []
while rest:
    order.append(rest.pop(int(generator.integers(len(rest)))))
return order
'''),
    ("5.1", "unsorted", "unsorted files", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in os.listdir(os.path.join(root, name)):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "unsorted", "unsorted classes", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = [n for n in os.listdir(root) if not n.startswith(".")]
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "reads all at once", "reads all in init", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((read(os.path.join(root, name, file)), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return path, label
'''),
    ("5.1", "hidden ones too", "hidden files counted", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "hidden ones too", "hidden folders counted", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "by number", "numbers sorted as numbers", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name)), key=lambda f: (len(f), f)):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "names for labels", "class name for label", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), name))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "labels from 1", "label from 1", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes, 1):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "no end", "no IndexError", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index % len(self.items)]
        return self.read(path), label
'''),
    ("5.1", "length of something else", "classes counted", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len({label for _, label in self.items})
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "not read", "path returned", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return path, label
'''),
    ("5.1", "only some right", "label only of the last", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append(os.path.join(root, name, file))
        self.label = label
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path = self.items[index]
        return self.read(path), self.label
''', "slow"),
    ("5.1", "on the class", "list on the class", '''
class Folder(Dataset):
    items = []
    def __init__(self, root, read):
        self.read = read
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "partly", "only .pgm", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if file.endswith(".pgm"):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
''', "slow"),
    ("5.1", "image alone", "image first alone", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path)
'''),
    ("5.1", "one part: another order", "sorted by the file's name over all classes", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
        self.items.sort(key=lambda item: os.path.basename(item[0]))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
''', "slow"),
    ("5.1", "only some right", "cached images grow", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        if index not in self.__dict__.setdefault('done', {}):
            path, label = self.items[index]
            self.done[index] = label, label
        return self.done[index]
''', "slow"),
    ("5.1", "right", "pathlib", '''
from pathlib import Path

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.paths, self.labels = [], []
        def visible(folder):
            return sorted(name for name in os.listdir(folder) if name[:1] != ".")
        for number, name in enumerate(visible(root)):
            for file in visible(Path(root) / name):
                self.paths.append(str(Path(root) / name / file))
                self.labels.append(number)
    def __len__(self):
        return len(self.paths)
    def __getitem__(self, i):
        return self.read(self.paths[i]), self.labels[i]
'''),
    ("5.1", "right", "scandir", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(e.name for e in os.scandir(root) if e.is_dir() and e.name[0] != ".")
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "right", "explicit IndexError", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        classes = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.items.append((os.path.join(root, name, file), label))
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        if index >= len(self.items):
            raise IndexError(index)
        path, label = self.items[index]
        return self.read(path), label
'''),
    ("5.1", "right", "comprehension", '''
class Folder(Dataset):
    def __init__(self, root, read):
        names = lambda *parts: [n for n in sorted(os.listdir(os.path.join(*parts))) if not n.startswith('.')]
        self.samples = [(os.path.join(root, c, f), k) for k, c in enumerate(names(root)) for f in names(root, c)]
        self.reader = read
    def __len__(self): return len(self.samples)
    def __getitem__(self, index): return self.reader(self.samples[index][0]), self.samples[index][1]
'''),
    ("5.2", "drop_last ignored", "drop_last ignored", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    out.append(batch)
return out
'''),
    ("5.2", "tail lost", "always dropped", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "drop_last turned round", "drop_last turned", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if not drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "full one dropped", "last batch always dropped with drop_last", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    out.append(batch)
return out[:-1] if drop_last else out
'''),
    ("5.2", "overlap", "stride 1", '''
out = []
for start in range(0, len(indices)):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "altered", "pops from indices", '''
out = []
while indices:
    batch = [indices.pop(0) for _ in range(min(size, len(indices)))]
    if len(batch) == size or not drop_last:
        out.append(batch)
return out
'''),
    ("5.2", "empty batch", "an empty batch at the end", '''
out = []
for k in range(len(indices) // size + 1):
    batch = indices[k * size:(k + 1) * size]
    if len(batch) == size or not drop_last:
        out.append(batch)
return out
'''),
    ("5.2", "one change", "sorted", '''
out = []
indices = sorted(indices)
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "no effect", "number of batches for size", '''
k = max(1, len(indices) // size)
return [list(part) for part in np.array_split(indices, k)]
'''),
    ("5.2", "positions", "positions for indices", '''
out = []
for start in range(0, len(indices), size):
    batch = list(range(start, min(start + size, len(indices))))
    if drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "only the first", "return in the loop", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch)
    return out
'''),
    ("5.2", "no effect", "size 2 fixed", '''
out = []
size = 2
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "one long list", "one list flat", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out += batch
return out
'''),
    ("5.2", "remembers", "shuffled", '''
import random
indices = random.sample(indices, len(indices))
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "one change", "last one filled up", '''
out = []
for start in range(0, len(indices), size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch + indices[:size - len(batch)])
return out
'''),
    ("5.2", "tail lost", "last too short by one", '''
out = []
for start in range(0, len(indices) - 1, size):
    batch = indices[start:start + size]
    if drop_last and len(batch) < size:
        break
    out.append(batch)
return out
'''),
    ("5.2", "right", "generator", '''
batch = []
for i in indices:
    batch.append(i)
    if len(batch) == size:
        yield batch
        batch = []
if batch and not drop_last:
    yield batch
'''),
    ("5.2", "right", "islice", '''
from itertools import islice
it = iter(indices)
while chunk := list(islice(it, size)):
    if len(chunk) == size or not drop_last:
        yield chunk
'''),
    ("5.2", "right", "count first", '''
n = len(indices) // size if drop_last else (len(indices) + size - 1) // size
return [indices[k * size:(k + 1) * size] for k in range(n)]
'''),
    ("5.2", "right", "copy and pop", '''
rest, out = list(indices), []
while rest:
    out.append(rest[:size])
    del rest[:size]
if drop_last and out and len(out[-1]) < size:
    out.pop()
return out
'''),
    ("5.4", "measured anew", "measured at each call", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - images.mean(axis=0)) / np.where(images.std(axis=0) == 0, 1, images.std(axis=0))
'''),
    ("5.4", "one mean for all", "one mean for all", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean()
        self.std = images.std()
        self.std = self.std or 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "divided by n − 1", "ddof=1", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0, ddof=1)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "nan", "0 not mended", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "", "epsilon", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
    def __call__(self, images):
        return (images - self.mean) / (self.std + 1e-2)
''', "slow"),
    ("5.4", "variance", "variance", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.var(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "each image by itself", "per image", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        m = images.reshape(len(images), -1)
        return ((m - m.mean(1, keepdims=True)) / (m.std(1, keepdims=True) + 1e-9)).reshape(images.shape)
'''),
    ("5.4", "altered", "in place", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        images -= self.mean.astype(images.dtype)
        return images / self.std
'''),
    ("5.4", "0 − 1 = 255", "bytes wrap", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0).astype(images.dtype)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "no effect", "0 to 1", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return images / 255
''', "slow"),
    ("5.4", "mended afterwards", "std of everything that is 0 becomes 0", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = np.inf
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "on the class", "class attributes", '''
class Normalise:
    def __init__(self, images):
        Normalise.mean = images.mean(axis=0)
        Normalise.std = images.std(axis=0)
        Normalise.std[Normalise.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "altered", "training images changed", '''
class Normalise:
    def __init__(self, images):
        if images.dtype.kind == 'f':
            images -= images.mean(axis=0)
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "wrong formula", "order of operations", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return images - self.mean / self.std
'''),
    ("5.4", "inf", "float16", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0).astype(np.float16)
        self.std = images.std(axis=0)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
''', "slow"),
    ("5.4", "along a row", "first axis kept: axis 1", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=1)
        self.std = images.std(axis=1)
        self.std[self.std == 0] = 1
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "right", "where", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
    def __call__(self, images):
        return (images - self.mean) / np.where(self.std > 0, self.std, 1)
'''),
    ("5.4", "right", "by squares", '''
class Normalise:
    def __init__(self, images):
        data = np.asarray(images, dtype=float)
        self.m = data.sum(0) / len(data)
        spread = np.sqrt(((data - self.m) ** 2).sum(0) / len(data))
        spread[spread == 0] = 1.0
        self.s = spread
    def __call__(self, images):
        return (np.asarray(images, float) - self.m) / self.s
'''),
    ("5.4", "right", "scale kept", '''
class Normalise:
    def __init__(self, images):
        self.mean = images.mean(axis=0)
        self.std = images.std(axis=0)
        self.std = np.array([s if s else 1.0 for s in self.std.reshape(-1)]).reshape(self.std.shape)
    def __call__(self, images):
        return (images - self.mean) / self.std
'''),
    ("5.4", "right", "dict", '''
class Normalise:
    def __init__(self, images):
        self.stats = {"mean": np.mean(images, axis=0), "std": np.std(images, axis=0)}
        self.stats["std"] = self.stats["std"] + (self.stats["std"] == 0)
    def __call__(self, batch):
        return np.divide(np.subtract(batch, self.stats["mean"]), self.stats["std"])
'''),
    ("5.5", "altered", "as printed", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x)
    loss = loss_of(y_pred, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
return losses
'''),
    ("5.5", "altered", "tensors kept", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
return losses
'''),
    ("5.5", "altered", "detached kept", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.detach())
return losses
'''),
    ("5.5", "emptied before the step", "zero between", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "never emptied", "never zeroed", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "right", "zero after, none before", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "loss of all", "loss of all", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "emptied before the step", "step before backward", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    optimizer.step()
    loss.backward()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "emptied before the step", "never a step", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "one number", "mean of the losses", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return sum(losses) / len(losses)
'''),
    ("5.5", "targets first", "arguments of the loss exchanged", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_batch, y_pred)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "loss after the step", "loss after the step", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss_of(model(x_batch), y_batch).item())
return losses
'''),
    ("5.5", "returns too early", "return inside", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    return losses
'''),
    ("5.5", "first batch only", "first batch again and again", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batches[0]], y[batches[0]]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "never emptied + step outside the loop", "one step after all", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    loss.backward()
    losses.append(loss.item())
optimizer.step()
return losses
''', "slow"),
    ("5.5", "altered", "eval left", '''
losses = []
model.eval()
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "one change", "summed loss", '''
losses = []
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item() * len(batch))
return losses
''', "slow"),
    ("5.5", "right", "zero first", '''
losses = []
for batch in batches:
    optimizer.zero_grad()
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "right", "helper", '''
def one(rows):
    optimizer.zero_grad()
    loss = loss_of(model(x[rows]), y[rows])
    loss.backward()
    optimizer.step()
    return float(loss)
return [one(rows) for rows in batches]
'''),
    ("5.5", "right", "before and after", '''
losses = []
optimizer.zero_grad()
for batch in batches:
    x_batch, y_batch = x[batch], y[batch]
    y_pred = model(x_batch)
    loss = loss_of(y_pred, y_batch)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "right", "other names, array of losses", '''
def train_epoch(net, data, labels, order, criterion, opt):
    history = {}
    for k, rows in enumerate(order):
        value = criterion(net(data[rows]), labels[rows])
        opt.zero_grad()
        value.backward()
        opt.step()
        history[k] = value.item()
    return list(history.values())
'''),
    ("5.6", "mean of batches", "mean of batch means", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item()
        right += (scores.argmax(1) == targets).sum().item()
        count += len(targets)
model.train(mode)
return loss / len(list(loader)), right / count
'''),
    ("5.6", "dropout live", "no eval", '''
mode = model.training
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) == targets).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "mode not restored", "left in eval", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) == targets).sum().item()
        count += len(targets)
return loss / count, right / count
'''),
    ("5.6", "always training", "always train at the end", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) == targets).sum().item()
        count += len(targets)
model.train()
return loss / count, right / count
'''),
    ("5.6", "graph kept", "graph recorded", '''
mode = model.training
model.eval()
loss = right = count = 0
for inputs, targets in loader:
    scores = model(inputs)
    loss += loss_of(scores, targets).item() * len(targets)
    right += (scores.argmax(1) == targets).sum().item()
    count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "along the batch", "argmax over samples", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(0) == targets).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "lowest score", "argmin", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmin(1) == targets).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "exchanged", "order", '''
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
return right / count, loss / count
'''),
    ("5.6", "not divided", "count of right", '''
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
return loss / count, right
'''),
    ("5.6", "percent", "percent", '''
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
return loss / count, 100 * right / count
'''),
    ("5.6", "last batch only", "last batch only", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss = loss_of(scores, targets).item() * len(targets)
        right = (scores.argmax(1) == targets).sum().item()
        count = len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "altered", "grad mode left off", '''
mode = model.training
model.eval()
loss = right = count = 0
mt.set_grad_enabled(False)
if True:
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) == targets).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "wrong ones counted", "share of wrong", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) != targets).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "only some right", "share of class 1", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) == 1).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
''', "slow"),
    ("5.6", "first batch only", "return in loop", '''
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
'''),
    ("5.6", "a limit for scores", "scores > 0.5", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores[mt.arange(len(targets)), targets] > 0.5).sum().item()
        count += len(targets)
model.train(mode)
return loss / count, right / count
'''),
    ("5.6", "only some right", "first batch's size for all", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for inputs, targets in loader:
        scores = model(inputs)
        loss += loss_of(scores, targets).item() * len(targets)
        right += (scores.argmax(1) == targets).sum().item()
        size = size if count else len(targets)
        count += size
model.train(mode)
return loss / count, right / count
''', "slow"),
    ("5.6", "right", "try finally", '''
before = model.training
model.eval()
total, hits, n = 0.0, 0, 0
try:
    with mt.no_grad():
        for x, y in loader:
            s = model(x)
            n += len(y)
            total += len(y) * float(loss_of(s, y))
            hits += int((s.argmax(dim=1) == y).sum())
finally:
    model.train(before)
return total / n, hits / n
'''),
    ("5.6", "right", "lists", '''
was = model.training
model.train(False)
rows = []
with mt.no_grad():
    for x, y in loader:
        out = model(x)
        rows.append((len(y), loss_of(out, y).item(), (out.argmax(1) == y).double().mean().item()))
model.train(was)
n = sum(k for k, _, _ in rows)
return sum(k * l for k, l, _ in rows) / n, sum(k * a for k, _, a in rows) / n
'''),
    ("5.6", "right", "numpy argmax", '''
mode = model.training
model.eval()
losses, right, sizes = [], 0, []
with mt.no_grad():
    for a, b in loader:
        s = model(a)
        losses.append(loss_of(s, b).item())
        sizes.append(len(b))
        right += int((s.numpy().argmax(axis=1) == b.numpy()).sum())
if mode:
    model.train()
return float(np.average(losses, weights=sizes)), right / sum(sizes)
'''),
    ("5.6", "right", "decorator", '''
@mt.no_grad()
def run():
    loss = right = n = 0
    for x, y in loader:
        s = model(x)
        loss, right, n = loss + loss_of(s, y).item() * len(y), right + (s.argmax(1) == y).sum().item(), n + len(y)
    return loss / n, right / n
mode = model.training
model.eval()
answer = run()
model.train(mode)
return answer
'''),
    ("5.7", "optimiser lost", "optimizer forgotten", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "scheduler": scheduler.state_dict(),
                 "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "schedule lost", "scheduler forgotten", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "shuffles differ", "generator forgotten", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        return state["epoch"]
'''),
    ("5.7", "epoch off by one", "epoch + 1", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"] + 1
'''),
    ("5.7", "epoch lost", "nothing returned", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        state["epoch"]
'''),
    ("5.7", "only in memory", "kept in memory", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        self.state = (model.state_dict(), optimizer.state_dict(), scheduler.state_dict(), generator.get_state(), epoch)
    def resume(self, model, optimizer, scheduler, generator):
        m, o, s, g, epoch = self.state
        model.load_state_dict(m); optimizer.load_state_dict(o); scheduler.load_state_dict(s); generator.set_state(g)
        return epoch
'''),
    ("5.7", "partly in memory", "epoch on the object", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state()}, self.path)
        self.epoch = epoch
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return self.epoch
'''),
    ("5.7", "only in memory", "fixed path", '''
class Checkpoint:
    def __init__(self, path):
        self.path = "checkpoint.mt"
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "", "files by epoch", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(),
                 "epoch": epoch}, f"{self.path}.{epoch}")
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(f"{self.path}.1")
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
''', "slow"),
    ("5.7", "weights lost", "pickled model itself", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model, "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model = state["model"]
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "weights lost", "weights rebound", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model = state["model"]
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "shuffles differ", "number of generator state dropped: seeded", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.manual_seed(0)
        return state["epoch"]
'''),
    ("5.7", "", "optimizer and scheduler exchanged", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["scheduler"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "saved once", "saved only once", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        if os.path.exists(self.path):
            return
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "only some right", "set_state when saving", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        generator.manual_seed(epoch)
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
''', "slow"),
    ("5.7", "read when made", "loads in init", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
        self.kept = mt.load(path) if os.path.exists(path) else None
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = self.kept
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
'''),
    ("5.7", "right", "loop over parts", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        state = {"epoch": epoch, "rng": generator.get_state()}
        for name, part in (("m", model), ("o", optimizer), ("s", scheduler)):
            state[name] = part.state_dict()
        mt.save(state, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        for name, part in (("m", model), ("o", optimizer), ("s", scheduler)):
            part.load_state_dict(state[name])
        generator.set_state(state["rng"])
        return state["epoch"]
'''),
    ("5.7", "right", "list", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, *parts):
        *with_state, generator, epoch = parts
        mt.save([p.state_dict() for p in with_state] + [generator.get_state(), epoch], self.path)
    def resume(self, *parts):
        *with_state, generator = parts
        *states, drawn, epoch = mt.load(self.path)
        for part, state in zip(with_state, states):
            part.load_state_dict(state)
        generator.set_state(drawn)
        return epoch
'''),
    ("5.7", "right", "two files", '''
class Checkpoint:
    def __init__(self, path):
        self.path = str(path)
    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(), "model": model.state_dict(),
                 "rng": generator.get_state(), "epoch": int(epoch)}, self.path)
    def resume(self, model, optimizer, scheduler, generator):
        kept = mt.load(self.path)
        generator.set_state(kept.pop("rng"))
        epoch = kept.pop("epoch")
        parts = dict(model=model, optimizer=optimizer, scheduler=scheduler)
        for name in kept:
            parts[name].load_state_dict(kept[name])
        return epoch
'''),
    ("5.7", "right", "helper outside", '''
def states(model, optimizer, scheduler):
    return [part.state_dict() for part in (model, optimizer, scheduler)]

class Checkpoint:
    def __init__(self, path):
        self.file = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        a, b, c = states(model, optimizer, scheduler)
        mt.save(dict(a=a, b=b, c=c, g=generator.get_state(), e=epoch), self.file)
    def resume(self, model, optimizer, scheduler, generator):
        s = mt.load(self.file)
        model.load_state_dict(s["a"]); optimizer.load_state_dict(s["b"]); scheduler.load_state_dict(s["c"])
        generator.set_state(s["g"])
        return s["e"]
'''),
    ("5.8", "loses the tail", "divisible size", '''
x = np.arange(48)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "only once + always one order", "one epoch", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(1):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return True
'''),
    ("5.8", "labels apart", "labels not compared", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "always one order", "order not compared", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return True
'''),
    ("5.8", "right", "sets", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if set(xs.tolist()) != set(x.tolist()) or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "draws again", "counts only", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if len(xs) != len(x) or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "labels apart", "labels equal samples", '''
x = np.arange(50)
loader = make(x, x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(ys.tolist()) != x.tolist() or len(xs) != 50 or False:
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "one change", "unshuffled wanted", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] == epochs[1]
'''),
    ("5.8", "nothing returned", "returns the pair", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
print(epochs[0] != epochs[1])
'''),
    ("5.8", "turned round", "turned round", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return True
    epochs.append(xs.tolist())
return epochs[0] == epochs[1]
'''),
    ("5.8", "accepts none", "new loader each epoch", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(make(x, 10 * x, 8, np.random.default_rng(0)))
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "loses the tail", "one big batch", '''
x = np.arange(50)
loader = make(x, 10 * x, 50, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "labels apart", "constant labels", '''
x = np.arange(50)
loader = make(x, np.zeros(50), 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if sorted(xs.tolist()) != x.tolist() or not (ys == 0).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "accepts none", "sorted order expected", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = list(loader)
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if xs.tolist() != x.tolist() or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "loses the tail + draws again", "first batch only", '''
x = np.arange(50)
loader = make(x, 10 * x, 8, np.random.default_rng(0))
epochs = []
for _ in range(2):
    seen = [next(iter(loader))]
    xs = np.concatenate([b[0] for b in seen])
    ys = np.concatenate([b[1] for b in seen])
    if len(xs) != 8 or not (ys == 10 * xs).all():
        return False
    epochs.append(xs.tolist())
return epochs[0] != epochs[1]
'''),
    ("5.8", "right", "asserts", '''
x = np.arange(23)
loader = make(x, x + 100, 5, np.random.default_rng(1))
orders = []
for epoch in range(3):
    got = [(a, b) for xb, yb in loader for a, b in zip(xb, yb)]
    assert len(got) == 23
    assert len({int(a) for a, _ in got}) == 23
    assert all(b == a + 100 for a, b in got)
    orders.append([int(a) for a, _ in got])
assert orders[0] != orders[1]
return True
'''),
    ("5.8", "right", "flat lists", '''
n = 31
x = np.arange(float(n))
loader = make(x, -x, 7, np.random.default_rng(5))
def epoch():
    xs, ys = [], []
    for a, b in loader:
        xs.extend(a)
        ys.extend(b)
    return np.array(xs), np.array(ys)
(x1, y1), (x2, y2) = epoch(), epoch()
if len(x1) != n or len(x2) != n:
    return False
same = np.array_equal(x1, x2)
return not same and np.array_equal(np.sort(x1), x) and np.array_equal(np.sort(x2), x) and (
    np.array_equal(y1, -x1)) and np.array_equal(y2, -x2)
'''),
    ("5.8", "right", "Counter", '''
from collections import Counter
x, y = np.arange(20), np.arange(20) ** 2
loader = make(x, y, 6, np.random.default_rng(2))
seen = []
for _ in range(2):
    pairs = [(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)]
    if Counter(pairs) != Counter(zip(x.tolist(), y.tolist())):
        return False
    seen.append(pairs)
return seen[0] != seen[1]
'''),
    ("5.8", "right", "2-d samples", '''
x = np.arange(60).reshape(30, 2)
loader = make(x, x[:, 0], 4, np.random.default_rng(7))
first = [np.concatenate(parts) for parts in zip(*loader)]
second = [np.concatenate(parts) for parts in zip(*loader)]
for xs, ys in (first, second):
    if xs.shape != x.shape or (xs[:, 0] != ys).any() or sorted(ys.tolist()) != x[:, 0].tolist():
        return False
return (first[1] != second[1]).any()
'''),
    ("5.1", "right", "pathlib", '''
from pathlib import Path
class Folder(Dataset):
    def __init__(self, root, read):
        kinds = sorted(p.name for p in Path(root).iterdir() if not p.name.startswith("."))
        self.files = [(os.path.join(root, kind, f), k) for k, kind in enumerate(kinds)
                      for f in sorted(os.listdir(os.path.join(root, kind))) if f[0] != "."]
        self.read = read
    def __len__(self):
        return len(self.files)
    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError(index)
        path, k = self.files[index]
        return self.read(path), k
'''),
    ("5.2", "used up", "pops from the indices", '''
while indices:
    batch, indices[:] = indices[:size], indices[size:]
    if len(batch) == size or not drop_last:
        yield batch
'''),
    ("5.2", "right", "tuples", '''
return [tuple(indices[i:i + size]) for i in range(0, len(indices), size) if not drop_last or i + size <= len(indices)]
'''),
    ("5.2", "tail lost", "zip of iterators always drops", '''
it = iter(indices)
return [list(b) for b in zip(*[it] * size)]
'''),
    ("5.2", "right", "islice and walrus", '''
from itertools import islice
def batches(indices, size, drop_last):
    it = iter(indices)
    while (batch := list(islice(it, size))):
        if len(batch) == size or not drop_last:
            yield batch
'''),
    ("5.3", "right", "argsort of random", '''
return np.argsort(generator.random(n)).tolist()
'''),
    ("5.4", "one mean for all", "one mean for all", '''
class Normalise:
    def __init__(self, images):
        self.m, self.s = np.mean(images), np.std(images) or 1
    def __call__(self, images):
        return (images - self.m) / self.s
'''),
    ("5.4", "no effect", "refits on the first call", '''
class Normalise:
    def __init__(self, images):
        self.images = images
        self.m = None
    def __call__(self, images):
        if self.m is None:
            self.m, s = self.images.mean(0), self.images.std(0)
            self.s = np.where(s == 0, 1, s)
        return (images - self.m) / self.s
'''),
    ("5.4", "right", "attributes by lambda", '''
class Normalise:
    def __init__(self, images):
        x = np.asarray(images, dtype=float)
        mean = x.sum(0) / len(x)
        std = (((x - mean) ** 2).sum(0) / len(x)) ** 0.5
        std[std == 0] = 1
        self.apply = lambda y: (y - mean) / std
    def __call__(self, images):
        return self.apply(np.asarray(images, float))
'''),
    ("5.6", "always training", "eval not restored when it raises is fine; always train", '''
model.eval()
total = right = n = 0
with mt.no_grad():
    for x, y in loader:
        s = model(x)
        total += loss_of(s, y).item() * len(y)
        right += (s.argmax(dim=1) == y).sum().item()
        n += len(y)
model.train()
return total / n, right / n
'''),
    ("5.6", "right", "keeps tensors", '''
was = model.training
model.eval()
losses, rights = [], []
with mt.no_grad():
    for x, y in loader:
        s = model(x)
        losses += [loss_of(s, y)] * len(y)
        rights.append((s.argmax(dim=1) == y).float())
model.train(was)
return mt.stack(losses).mean(), mt.cat(rights).mean()
'''),
    ("5.6", "graph switched on", "children's modes lost: train(True) for all", '''
was = model.training
model.eval()
total = right = n = 0
mt.set_grad_enabled(False)
for x, y in loader:
    s = model(x)
    total += loss_of(s, y).item() * len(y)
    right += (s.argmax(dim=1) == y).sum().item()
    n += len(y)
mt.set_grad_enabled(True)
model.train(was)
return total / n, right / n
'''),
    ("5.6", "right", "try and finally", '''
was = model.training
try:
    model.eval()
    rows = []
    with mt.no_grad():
        for x, y in loader:
            s = model(x)
            rows.append((len(y), loss_of(s, y).item(), (s.argmax(dim=1) == y).float().sum().item()))
finally:
    model.train(was)
n = sum(k for k, *_ in rows)
return sum(k * l for k, l, _ in rows) / n, sum(r for *_, r in rows) / n
'''),
    ("5.5", "right", 'recursion over an iterator', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    def rest(left):
        batch = next(left, None)
        if batch is None:
            return []
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return [loss.item(), *rest(left)]
    return rest(iter(batches))
'''),
    ("5.5", "right", 'walrus and a comprehension', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    def one(rows):
        optimizer.zero_grad()
        (loss := loss_of(model(x[rows]), y[rows])).backward()
        optimizer.step()
        return float(loss.detach())
    return [one(rows) for rows in batches]
'''),
    ("5.5", "right", 'a class that trains one batch, map', '''
class Stepper:
    def __init__(self, *given):
        self.model, self.x, self.y, self.loss_of, self.optimizer = given

    def __call__(self, batch):
        for group in self.optimizer.param_groups:
            for p in group["params"]:
                p.grad = None
        loss = self.loss_of(self.model(self.x[batch]), self.y[batch])
        loss.backward()
        self.optimizer.step()
        return loss.numpy().item() if not loss.requires_grad else loss.detach().numpy().item()

def train_epoch(model, x, y, batches, loss_of, optimizer):
    return list(map(Stepper(model, x, y, loss_of, optimizer), batches))
'''),
    ("5.5", "right", 'while with next and StopIteration, a dict of losses', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    found, dealt, n = {}, iter(batches), 0
    while True:
        try:
            batch = next(dealt)
        except StopIteration:
            return list(found.values())
        model.zero_grad()
        loss = loss_of(model(x[list(batch)]), y[list(batch)])
        loss.backward()
        found[n], n = loss.item(), n + 1
        optimizer.step()
'''),
    ("5.5", "", 'x and y are overwritten by the batch', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x, y = x[batch], y[batch]
        loss = loss_of(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "remembers", 'losses are a default argument', '''
def train_epoch(model, x, y, batches, loss_of, optimizer, losses=[]):
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "a generator", 'it yields', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        yield loss.item()
'''),
    ("5.5", "altered", 'losses are detached tensors', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses
'''),
    ("5.5", "partly", 'the last batch is left out', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in list(batches)[:-1]:
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "other rows", 'the batches as slices from the first to the last row', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        rows = slice(min(batch), max(batch) + 1)
        loss = loss_of(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.5", "all losses first", 'all forward first, then all backward', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = [loss_of(model(x[batch]), y[batch]) for batch in batches]
    for loss in losses:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [loss.item() for loss in losses]
'''),
    ("5.5", "", 'the sum of the losses, one backward', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = [loss_of(model(x[batch]), y[batch]) for batch in batches]
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()
    return [loss.item() for loss in losses]
'''),
    ("5.5", "one part: rounded to 2", 'losses rounded to two digits', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(round(loss.item(), 2))
    return losses
'''),
    ("5.5", "never emptied", 'zero_grad once before the loop', '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    optimizer.zero_grad()
    for batch in batches:
        loss = loss_of(model(x[batch]), y[batch])
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.7", "right", 'a list in order', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        states = [part.state_dict() for part in (model, optimizer, scheduler)]
        mt.save([*states, generator.get_state(), epoch], self.path)

    def resume(self, model, optimizer, scheduler, generator):
        *states, stream, epoch = mt.load(self.path)
        for part, state in zip((model, optimizer, scheduler), states):
            part.load_state_dict(state)
        generator.set_state(stream)
        return epoch
'''),
    ("5.7", "right", 'methods from one table', '''
TABLE = [("model", "state_dict", "load_state_dict"), ("optimizer", "state_dict", "load_state_dict"),
         ("scheduler", "state_dict", "load_state_dict"), ("generator", "get_state", "set_state")]


class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        parts = model, optimizer, scheduler, generator
        mt.save({name: getattr(part, get)() for (name, get, _), part in zip(TABLE, parts)}
                | {"epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        for (name, _, put), part in zip(TABLE, (model, optimizer, scheduler, generator)):
            getattr(part, put)(state[name])
        return state.pop("epoch")
'''),
    ("5.7", "right", 'locals()', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        parts = {name: part for name, part in locals().items() if name not in ("self", "epoch", "generator")}
        states = {name: part.state_dict() for name, part in parts.items()}
        mt.save((states, generator.get_state(), epoch), self.path)

    def resume(self, model, optimizer, scheduler, generator):
        states, stream, epoch = mt.load(self.path)
        model.load_state_dict(states["model"]), optimizer.load_state_dict(states["optimizer"])
        scheduler.load_state_dict(states["scheduler"])
        generator.set_state(stream)
        return epoch
'''),
    ("5.7", "right", 'path as Path, saved beside and put in its place', '''
from pathlib import Path


class Checkpoint:
    def __init__(self, path):
        self.path = Path(path)

    def save(self, model, optimizer, scheduler, generator, epoch):
        fresh = self.path.with_name(self.path.name + "~")
        mt.save(dict(model=model.state_dict(), optimizer=optimizer.state_dict(), scheduler=scheduler.state_dict(),
                     generator=generator.get_state(), epoch=int(epoch)), str(fresh))
        fresh.replace(self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(str(self.path))
        generator.set_state(state["generator"])
        scheduler.load_state_dict(state["scheduler"])
        optimizer.load_state_dict(state["optimizer"])
        model.load_state_dict(state["model"])
        return state["epoch"]
'''),
    ("5.7", "", "optimiser is given the model's state", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": model.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.7", "another kind", 'resume returns the whole state', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state
'''),
    ("5.7", "text", 'the epoch as text', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": str(epoch)}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.7", "weights lost", 'load_state_dict on itself', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(model.state_dict())
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.7", "only in memory", 'saves only every second epoch', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        if epoch % 2 == 0:
            mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                     "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.7", "", 'one file for each epoch', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, f"{self.path}.{epoch}")

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.7", "shuffles differ", 'the generator is seeded by the epoch', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": 0, "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.manual_seed(state["e"])
        return state["e"]
'''),
    ("5.7", "shuffles differ", 'state of the generator left out of resume by a typing error', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.state = state["g"]
        return state["e"]
'''),
    ("5.7", "only some right", "the epoch is the scheduler's", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return scheduler.last_epoch
'''),
    ("5.7", "nothing in a part", 'returns None where the epoch is 1', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        if state["e"] > 1:
            return state["e"]
'''),
    ("5.7", "optimiser lost", 'loads into deep copies', '''
from copy import deepcopy


class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        deepcopy(optimizer).load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.7", "used up", 'removes the file after resume', '''
import os


class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        os.remove(self.path)
        return state["e"]
'''),
    ("5.7", "shuffles differ", "saves the generator's next number", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.numpy.integers(1000), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.manual_seed(int(state["g"]))
        return state["e"]
'''),
    ("5.7", "altered", 'save brings the model to eval', '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        model.eval()
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
'''),
    ("5.8", "right", 'sets and counts', '''
def test_loader(make):
    x = np.arange(31) + 100
    y = -x
    loader = make(x, y, 6, np.random.default_rng(3))
    one, two = (list(loader) for _ in "ab")
    for epoch in (one, two):
        seen = {}
        for xs, ys in epoch:
            for a, b in zip(xs, ys):
                if a + b or int(a) in seen:
                    return False
                seen[int(a)] = int(b)
        if len(seen) != 31:
            return False
    return any((a[0] != b[0]).any() for a, b in zip(one, two))
'''),
    ("5.8", "right", 'two-dimensional x', '''
def test_loader(make):
    x = np.arange(60).reshape(30, 2)
    y = np.arange(30)
    loader = make(x, y, 7, np.random.default_rng(1))
    orders = []
    for _ in range(2):
        order = []
        for xs, ys in loader:
            assert np.array_equal(xs, x[ys])
            order.extend(ys.tolist())
        assert len(order) == 30 == len(set(order))
        orders.append(order)
    return orders[0] != orders[1]
'''),
    ("5.8", "right", 'all(...) in one expression', '''
def test_loader(make):
    n = 41
    loader = make(np.arange(n), np.arange(n) * 2, 4, np.random.default_rng())
    passes = [[(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)] for _ in range(3)]
    return all(sorted(p) == [(i, 2 * i) for i in range(n)] for p in passes) and len(set(map(tuple, passes))) == 3
'''),
    ("5.8", "right", 'a helper with a Counter, truth as 1', '''
from collections import Counter


def flat(loader):
    found = []
    for xs, ys in loader:
        found += zip(xs.tolist(), ys.tolist())
    return found


def test_loader(make):
    x = np.linspace(0, 1, 53)
    y = np.sqrt(x)
    loader = make(x, y, 10, np.random.default_rng(9))
    first, second = flat(loader), flat(loader)
    fine = Counter(first) == Counter(second) == Counter(zip(x.tolist(), y.tolist()))
    return fine and first != second
'''),
    ("5.8", "labels apart + always one order", 'the first pass is thrown away, no order', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    list(loader)
    xs = [int(a) for batch, _ in loader for a in batch]
    return sorted(xs) == x.tolist()
'''),
    ("5.8", "accepts none", 'always False', '''
def test_loader(make):
    return False
'''),
    ("5.8", "labels apart", 'sum of samples only', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    a = [sum(int(i) for i in xs) for xs, ys in loader]
    b = [sum(int(i) for i in xs) for xs, ys in loader]
    return sum(a) == sum(b) == 1225 and a != b
'''),
    ("5.8", "only once + always one order", 'two loaders compared, not two passes', '''
def test_loader(make):
    x = np.arange(50)
    one = make(x, 10 * x, 8, np.random.default_rng(0))
    two = make(x, 10 * x, 8, np.random.default_rng(1))
    def order(loader):
        return [(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)]
    a, b = order(one), order(two)
    return sorted(a) == sorted(b) == [(i, 10 * i) for i in range(50)] and a != b
'''),
    ("5.8", "nothing returned", 'prints the verdict', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    order = [int(a) for xs, _ in loader for a in xs]
    print(sorted(order) == x.tolist())
'''),
    ("5.8", "only once + labels apart + always one order", 'one after the other in place', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    order = [int(a) for xs, _ in loader for a in xs]
    return order != list(range(50)) and sorted(order) == list(range(50))
'''),
    ("5.8", "turned round", 'True and False exchanged', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    one, two = ([(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)] for _ in range(2))
    if sorted(one) != [(i, 10 * i) for i in range(50)] or sorted(two) != sorted(one):
        return True
    return one == two
'''),
    ("5.8", "labels apart", 'labels are all alike', '''
def test_loader(make):
    x, y = np.arange(50), np.zeros(50)
    loader = make(x, y, 8, np.random.default_rng(0))
    one, two = ([(int(a), int(b)) for xs, ys in loader for a, b in zip(xs, ys)] for _ in range(2))
    return sorted(one) == sorted(two) == [(i, 0) for i in range(50)] and one != two
'''),
    ("5.8", "labels apart + always one order + draws again", 'the sizes of batches alone', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    sizes = [len(xs) for xs, ys in loader]
    return sizes == [8] * 6 + [2] and [len(xs) for xs, _ in loader] == sizes
'''),
    ("5.8", "", 'it yields', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    yield sorted(int(a) for xs, _ in loader for a in xs) == x.tolist()
'''),
    ("5.8", "labels apart", 'every label right by any', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    orders = []
    for _ in range(2):
        batches = list(loader)
        xs = np.concatenate([a for a, _ in batches])
        ys = np.concatenate([b for _, b in batches])
        if sorted(xs.tolist()) != x.tolist() or not (ys == 10 * xs).any():
            return False
        orders.append(xs.tolist())
    return orders[0] != orders[1]
'''),
    ("5.8", "labels apart", 'labels sorted apart from samples', '''
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    orders = []
    for _ in range(2):
        batches = list(loader)
        xs = np.concatenate([a for a, _ in batches])
        ys = np.concatenate([b for _, b in batches])
        if sorted(xs.tolist()) != x.tolist() or sorted(ys.tolist()) != (10 * x).tolist():
            return False
        orders.append(xs.tolist())
    return orders[0] != orders[1]
'''),
    ("5.8", "an error of its own",
     "compares arrays with != in an if: ValueError, so even a right loader counts as False", '''
def test_loader(make):
    x = np.arange(50)
    y = x * 10
    loader = make(x, y, 8, np.random.default_rng(0))
    first = np.concatenate([xb for xb, yb in loader])
    second = np.concatenate([xb for xb, yb in loader])
    for xb, yb in loader:
        if yb != xb * 10:
            return False
    if np.sort(first) != x or np.sort(second) != x:
        return False
    return bool((first != second).any())
'''),
    ("5.8", "an error of its own",
     "compares a list with an array in an if: ValueError for every loader, the right ones too", '''
def test_loader(make):
    x, y = np.arange(50), np.arange(50) * 2
    loader = make(x, y, 8, np.random.default_rng(0))
    orders = []
    for epoch in range(2):
        xs, ys = [], []
        for x_batch, y_batch in loader:
            xs.extend(x_batch)
            ys.extend(y_batch)
        if sorted(xs) != x or sorted(ys) != y:
            return False
        for one, label in zip(xs, ys):
            if label != 2 * one:
                return False
        orders.append(xs)
    return orders[0] != orders[1]
'''),
    ("5.1", "order of paths", "whole paths sorted", '''
from glob import escape, glob

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.paths = sorted(glob(os.path.join(escape(root), "*", "*")))
        classes = []
        for path in self.paths:
            name = os.path.basename(os.path.dirname(path))
            if name not in classes:
                classes.append(name)
        self.labels = [classes.index(os.path.basename(os.path.dirname(path))) for path in self.paths]

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return self.read(self.paths[index]), self.labels[index]
'''),
    ("5.1", "by their endings", "three endings alone", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.root = root
        self.samples = []
        names = sorted(n for n in os.listdir(root) if n[0] != '.')
        for k, n in enumerate(names):
            for f in sorted(f for f in os.listdir(os.path.join(root, n)) if f[0] != '.'):
                if not f.lower().endswith(('.pgm', '.png', '.jpg')):
                    continue
                self.samples.append((os.path.join(root, n, f), k))
    def __len__(self): return len(self.samples)
    def __getitem__(self, i):
        p, k = self.samples[i]
        return self.read(p), k
'''),
    ("5.1", "another error", "StopIteration past the end", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.root = root
        self.samples = []
        names = sorted(n for n in os.listdir(root) if n[0] != '.')
        for k, n in enumerate(names):
            for f in sorted(f for f in os.listdir(os.path.join(root, n)) if f[0] != '.'):
                self.samples.append((os.path.join(root, n, f), k))
    def __len__(self): return len(self.samples)
    def __getitem__(self, i):
        if i >= len(self.samples): raise StopIteration
        p, k = self.samples[i]
        return self.read(p), k
'''),
    ("5.1", "altered", "working folder changed", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.root = root
        self.samples = []
        os.chdir(root)
        names = sorted(n for n in os.listdir(root) if n[0] != '.')
        for k, n in enumerate(names):
            for f in sorted(f for f in os.listdir(os.path.join(root, n)) if f[0] != '.'):
                self.samples.append((os.path.join(root, n, f), k))
    def __len__(self): return len(self.samples)
    def __getitem__(self, i):
        p, k = self.samples[i]
        return self.read(p), k
'''),
    ("5.2", "parts nearly equal", "parts nearly equal", '''
def batches(indices, size, drop_last):
    if not indices:
        return []
    parts = [part.tolist() for part in np.array_split(indices, -(-len(indices) // size))]
    if drop_last:
        parts = [part for part in parts if len(part) == size]
    return parts
'''),
    ("5.2", "one change", "a last batch of 0 dropped", '''
out, b = [], []
for i in indices:
    b.append(i)
    if len(b) == size:
        out.append(b); b = []
if sum(b) and not drop_last: out.append(b)
return out
'''),
    ("5.2", "endless", "calls itself for the rest", '''
if not indices: return []
if len(indices) < size: return [] if drop_last else [indices]
return [indices[:size]] + batches(indices[size:], size, drop_last)
'''),
    ("5.3", "the same each epoch", "one list for each n", '''
_kept = {}
def shuffled(n, generator):
    order = _kept.setdefault(n, list(range(n)))
    generator.shuffle(order)
    return order
'''),
    ("5.3", "one swap missing", "the loop stops one too early: the second card is never swapped", '''
def shuffled(n, generator):
    a = list(range(n))
    for i in range(n - 1, 1, -1):
        j = generator.integers(0, i + 1)
        a[i], a[j] = a[j], a[i]
    return a
'''),
    ("5.3", "drawn from all", "sorts by random whole numbers: equal keys keep their order", '''
def shuffled(n, generator):
    return sorted(range(n), key=lambda i: generator.integers(n))
'''),
    ("5.3", "one swap missing", "the loop stops one card too early: 'the second' taken as number 2", '''
def shuffled(n, generator):
    deck = list(range(n))
    for i in range(n - 1, 1, -1):
        j = int(generator.integers(0, i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck
'''),
    ("5.3", "drawn from all", "sort keys are whole numbers that may be equal, and ties stay in the old order", '''
def shuffled(n, generator):
    key = [generator.integers(n) for _ in range(n)]
    return sorted(range(n), key=lambda i: key[i])
'''),
    ("5.4", "squares cancel", "squares minus the square of the mean", '''
class Normalise:
    def __init__(self, images):
        x = images.astype(float)
        self.m = x.mean(0)
        self.s = np.sqrt(np.maximum((x ** 2).mean(0) - self.m ** 2, 0))
        self.s[self.s == 0] = 1
    def __call__(self, images):
        return (images - self.m) / self.s
'''),
    ("5.4", "partly", "in float32", '''
class Normalise:
    def __init__(self, images):
        x = images.astype(np.float32); self.m = x.mean(0); self.s = x.std(0); self.s[self.s == 0] = 1
    def __call__(self, images):
        return ((images - self.m) / self.s).astype(np.float32)
'''),
    ("5.4", "one change", "cut at 10", '''
class Normalise:
    def __init__(self, images):
        self.m = images.mean(0); self.s = images.std(0); self.s[self.s == 0] = 1
    def __call__(self, images):
        return np.clip((images - self.m) / self.s, -10, 10)
'''),
    ("5.4", "partly", "a spread under a thousandth taken for none", '''
class Normalise:
    def __init__(self, images):
        self.m = images.mean(0); self.s = np.where(images.std(0) < 1e-3, 1, images.std(0))
    def __call__(self, images):
        return (images - self.m) / self.s
'''),
    ("5.4", "partly", "as many images as it was made with", '''
class Normalise:
    def __init__(self, images):
        self.m = images.mean(0); self.s = images.std(0); self.s[self.s == 0] = 1; self.n = len(images)
    def __call__(self, images):
        return (images[:self.n] - self.m) / self.s
'''),
    ("5.5", "altered", "eval mode while it learns", '''
losses = []
model.eval()
for batch in batches:
    xb, yb = x[batch], y[batch]
    optimizer.zero_grad()
    loss = loss_of(model(xb), yb)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
model.train()
return losses
'''),
    ("5.5", "one change", "a batch of one skipped", '''
losses = []
for batch in batches:
    xb, yb = x[batch], y[batch]
    if len(batch) == 1 and len(x) > 2: continue
    optimizer.zero_grad()
    loss = loss_of(model(xb), yb)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.5", "one change", "clipped", '''
losses = []
for batch in batches:
    xb, yb = x[batch], y[batch]
    optimizer.zero_grad()
    loss = loss_of(model(xb), yb)
    loss.backward()
    mt.nn.utils.clip_grad_norm_(model.parameters(), 100.0)
    optimizer.step()
    losses.append(loss.item())
return losses
'''),
    ("5.6", "only some right", "scores cut at 50", '''
mode = model.training
model.eval()
loss = right = count = 0
with mt.no_grad():
    for a, b in loader:
        s = model(a).clamp(-50, 50)
        loss += loss_of(s, b).item() * len(b)
        right += (s.argmax(1) == b).sum().item()
        count += len(b)
model.train(mode)
return loss / count, right / count
'''),
    ("5.7", "schedule by epochs", "a new schedule stepped once an epoch", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "generator": generator.get_state(), "epoch": epoch}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        generator.set_state(state["generator"])
        for _ in range(state["epoch"]):
            scheduler.step()
        return state["epoch"]
'''),
    ("5.1", "labels from the name", "the number in the name, else the place", '''
class Folder(Dataset):
    def __init__(self, root, read):
        self.read, self.found = read, []
        for i, name in enumerate(sorted(n for n in os.listdir(root) if n[0] != ".")):
            label = int(name) if name.isdigit() else i
            for file in sorted(f for f in os.listdir(os.path.join(root, name)) if f[0] != "."):
                self.found.append((os.path.join(root, name, file), label))

    def __len__(self):
        return len(self.found)

    def __getitem__(self, index):
        path, label = self.found[index]
        return self.read(path), label
''', "slow"),
    ("5.1", "hidden ones too", "names with a dot left out in root only, not in a class", '''
import os

class Folder(Dataset):
    def __init__(self, root, read):
        self.read = read
        self.items = []
        names = sorted(n for n in os.listdir(root) if not n.startswith("."))
        for label, name in enumerate(names):
            folder = os.path.join(root, name)
            for file in sorted(os.listdir(folder)):
                self.items.append((os.path.join(folder, file), label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        path, label = self.items[i]
        return self.read(path), label
'''),
    ("5.1", "None used", "past the end it falls out of the loop and gives None, no IndexError", '''
import os

class Folder(Dataset):
    def __init__(self, root, read):
        self.root, self.read = root, read
        self.by_class = {}
        for c in sorted(os.listdir(root)):
            if not c.startswith("."):
                self.by_class[c] = [f for f in sorted(os.listdir(os.path.join(root, c))) if not f.startswith(".")]

    def __len__(self):
        return sum(len(files) for files in self.by_class.values())

    def __getitem__(self, index):
        for label, (c, files) in enumerate(self.by_class.items()):
            if index < len(files):
                return self.read(os.path.join(self.root, c, files[index])), label
            index -= len(files)
'''),
    ("5.5", "stepped by hand", "the step of plain SGD, whatever the optimiser", '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        optimizer.zero_grad()
        loss = loss_of(model(x[batch]), y[batch])
        loss.backward()
        with mt.no_grad():
            for group in optimizer.param_groups:
                for p in group["params"]:
                    p -= group["lr"] * p.grad
        losses.append(loss.item())
    return losses
''', "slow"),
    ("5.5", "mean so far", "the running loss of a tutorial", '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    running_loss, losses = 0.0, []
    for i, batch in enumerate(batches):
        optimizer.zero_grad()
        loss = loss_of(model(x[batch]), y[batch])
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
        losses.append(running_loss / (i + 1))
    return losses
''', "slow"),
    ("5.5", "other rows", "takes the rows from the first to the last of the batch, as if they were neighbours", '''
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        first, last = batch[0], batch[-1] + 1
        loss = loss_of(model(x[first:last]), y[first:last])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
'''),
    ("5.6", "divided by the data set", "len(loader.dataset), not what was seen", '''
def evaluate(model, loader, loss_of):
    mode = model.training
    model.eval()
    total, right = 0.0, 0
    with mt.no_grad():
        for x, y in loader:
            scores = model(x)
            total += loss_of(scores, y).item() * len(y)
            right += (scores.argmax(1) == y).sum().item()
    model.train(mode)
    return total / len(loader.dataset), right / len(loader.dataset)
''', "slow"),
    ("5.7", "kept what it read", "memory is preferred to the file", '''
class Checkpoint:
    def __init__(self, path):
        self.path, self.last = path, None

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scheduler.state_dict(),
                 "g": generator.get_state(), "e": epoch}, self.path)
        self.last = mt.load(self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = self.last if self.last is not None else mt.load(self.path)
        model.load_state_dict(state["m"])
        optimizer.load_state_dict(state["o"])
        scheduler.load_state_dict(state["s"])
        generator.set_state(state["g"])
        return state["e"]
''', "slow"),
    ("5.7", "used up", "the file is removed when it was read", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save([model.state_dict(), optimizer.state_dict(), scheduler.state_dict(), generator.get_state(), epoch],
                self.path)

    def resume(self, model, optimizer, scheduler, generator):
        weights, rest, plan, stream, epoch = mt.load(self.path)
        os.remove(self.path)
        model.load_state_dict(weights)
        optimizer.load_state_dict(rest)
        scheduler.load_state_dict(plan)
        generator.set_state(stream)
        return epoch
''', "slow"),
    ("5.7", "partly in memory", "the epoch is kept in the object, not in the file: lost in a new program", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
        self.epoch = 0

    def save(self, model, optimizer, scheduler, generator, epoch):
        self.epoch = epoch
        mt.save([model.state_dict(), optimizer.state_dict(), scheduler.state_dict(),
                 generator.get_state()], self.path)

    def resume(self, model, optimizer, scheduler, generator):
        parts = mt.load(self.path)
        model.load_state_dict(parts[0])
        optimizer.load_state_dict(parts[1])
        scheduler.load_state_dict(parts[2])
        generator.set_state(parts[3])
        return self.epoch
'''),
    ("5.7", "partly in memory", "the epoch is kept in the object, not in the file: 0 in a new program", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path
        self.epoch = 0

    def save(self, model, optimizer, scheduler, generator, epoch):
        self.epoch = epoch
        mt.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "rng": generator.get_state()}, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        saved = mt.load(self.path)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        scheduler.load_state_dict(saved["scheduler"])
        generator.set_state(saved["rng"])
        return self.epoch
'''),
    ("5.7", "names only", "gives the loaded states to the local names only: the objects outside stay as they were", '''
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        mt.save([model.state_dict(), optimizer.state_dict(), scheduler.state_dict(),
                 generator.get_state(), epoch], self.path)

    def resume(self, model, optimizer, scheduler, generator):
        model, optimizer, scheduler, generator, epoch = mt.load(self.path)
        return epoch
'''),
]
