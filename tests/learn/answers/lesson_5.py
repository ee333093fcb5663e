"""What students hand in for lesson 5: right, right in another style, and wrong in the ways that have a name."""

HELPERS = """
import os
from minitorch.data import Dataset
"""

FOLDER = """
class Folder(Dataset):
    def __init__(self, root, read):
        self.read, self.samples = read, []
        classes = sorted(name for name in os.listdir(root) if not name.startswith("."))
        for label, name in enumerate(classes):
            for file in sorted(os.listdir(os.path.join(root, name))):
                if not file.startswith("."):
                    self.samples.append((os.path.join(root, name, file), label))

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        path, label = self.samples[index]
        return self.read(path), label
"""

BY_PATH = """
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
"""

BATCHES = """
def batches(indices, size, drop_last):
    for start in range(0, len(indices), size):
        batch = indices[start:start + size]
        if len(batch) == size or not drop_last:
            yield batch
"""

COUNTED = """
def batches(indices, size, drop_last):
    batch = []
    for index in indices:
        batch.append(index)
        if len(batch) == size:
            yield batch
            batch = []
    if batch and not drop_last:
        yield batch
"""

NORMALISE = """
class Normalise:
    def __init__(self, images):
        self.mean, self.std = images.mean(axis=0), images.std(axis=0)
        self.std[self.std == 0] = 1

    def __call__(self, images):
        return (images - self.mean) / self.std
"""

EPOCH = """
def train_epoch(model, x, y, batches, loss_of, optimizer):
    losses = []
    for batch in batches:
        x_batch, y_batch = x[batch], y[batch]
        loss = loss_of(model(x_batch), y_batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
"""

EVALUATE = """
def evaluate(model, loader, loss_of):
    mode = model.training
    model.eval()
    loss = right = count = 0
    with mt.no_grad():
        for x, y in loader:
            scores = model(x)
            loss += loss_of(scores, y).item() * len(y)
            right += (scores.argmax(1) == y).sum().item()
            count += len(y)
    model.train(mode)
    return loss / count, right / count
"""

MEANS = (EVALUATE.replace("loss = right = count = 0", "losses, shares = [], []")
         .replace("            loss += loss_of(scores, y).item() * len(y)\n", "            losses.append(loss_of(scores, y).item())\n")
         .replace("            right += (scores.argmax(1) == y).sum().item()\n            count += len(y)\n",
                  "            shares.append((scores.argmax(1) == y).float().mean().item())\n")
         .replace("loss / count, right / count", "sum(losses) / len(losses), sum(shares) / len(shares)"))

CHECKPOINT = """
class Checkpoint:
    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler, generator, epoch):
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                 "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}
        mt.save(state, self.path)

    def resume(self, model, optimizer, scheduler, generator):
        state = mt.load(self.path)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        generator.set_state(state["generator"])
        return state["epoch"]
"""

TEST = """
def test_loader(make):
    x = np.arange(50)
    loader = make(x, 10 * x, 8, np.random.default_rng(0))
    orders = []
    for _ in range(2):
        batches = list(loader)
        xs, ys = (np.concatenate([batch[i] for batch in batches]) for i in (0, 1))
        if sorted(xs.tolist()) != list(range(50)) or not (ys == 10 * xs).all():
            return False
        orders.append(xs.tolist())
    return orders[0] != orders[1]
"""

REFERENCE = {"5.1": FOLDER, "5.2": BATCHES, "5.3": "def shuffled(n, generator):\n    return generator.permutation(n).tolist()\n",
             "5.4": NORMALISE, "5.5": EPOCH, "5.6": EVALUATE, "5.7": CHECKPOINT, "5.8": TEST}

OTHERS = {
    "5.1": [BY_PATH],
    "5.2": [COUNTED],
    "5.3": ["def shuffled(n, generator):\n    order = list(range(n))\n    for i in range(n - 1, 0, -1):\n"
            "        j = generator.integers(i + 1)\n        order[i], order[j] = order[j], order[i]\n    return order\n",
            "def shuffled(n, generator):\n    order = np.arange(n)\n    generator.shuffle(order)\n    return order\n",
            "def shuffled(n, generator):\n    return sorted(range(n), key=lambda i, keys=generator.random(n): keys[i])\n",
            "def shuffled(n, generator):\n    return generator.choice(n, n, replace=False)\n"],
    "5.4": ["class Normalise:\n    def __init__(self, images):\n        n = len(images)\n        self.mean = sum(i / n for i in images)\n"
            "        spread = np.sqrt(sum((i - self.mean) ** 2 for i in images) / n)\n        spread[spread == 0] = 1\n"
            "        self.std = spread\n    def __call__(self, images):\n"
            "        return np.stack([(image - self.mean) / self.std for image in images])\n"],
    "5.5": [EPOCH.replace("optimizer.zero_grad", "model.zero_grad"),
            EPOCH.replace("        optimizer.zero_grad()\n", "").replace("        optimizer.step()\n",
                                                                       "        optimizer.step()\n        optimizer.zero_grad()\n")],
    "5.6": [EVALUATE.replace("    with mt.no_grad():\n", "    with mt.no_grad():\n        loss = mt.tensor(0.0)\n").replace(
                ".item() * len(y)", " * len(y)"),
            EVALUATE.replace("model.train(mode)", "model.train() if mode else model.eval()")],
    "5.7": [CHECKPOINT.replace("mt.save(state, self.path)", "mt.save(state, self.path + '.new')\n"
                               "        import os\n        os.replace(self.path + '.new', self.path)")],
    "5.8": ["def test_loader(make):\n    x = np.arange(23)\n    loader = make(x, x + 100, 5, np.random.default_rng(4))\n"
            "    first, second = [[(a, b) for xs, ys in loader for a, b in zip(xs.tolist(), ys.tolist())] for _ in range(2)]\n"
            "    wanted = [(i, i + 100) for i in range(23)]\n    assert sorted(first) == sorted(second) == wanted\n"
            "    assert first != second\n    return True\n"],
}

WRONG = {
    "5.1": {
        "unsorted": FOLDER.replace("sorted(", "list("),
        "hidden ones too": FOLDER.replace(" if not name.startswith(\".\")", " if os.path.isdir(os.path.join(root, name))"),
        "labels by file": FOLDER.replace("file), label))", "file), len(self.samples)))"),
        "names for labels": FOLDER.replace("file), label))", "file), name))"),
        "reads all at once": FOLDER.replace("append((os.path.join(root, name, file), label))",
                                            "append((read(os.path.join(root, name, file)), label))")
        .replace("return self.read(path), label", "return path, label"),
        "no end": FOLDER.replace("self.samples[index]", "self.samples[index % len(self)]"),
    },
    "5.2": {
        "tail lost": "def batches(indices, size, drop_last):\n    for i in range(len(indices) // size):\n"
                     "        yield indices[i * size:(i + 1) * size]\n",
        "empty batch": "def batches(indices, size, drop_last):\n    batch = []\n    for index in indices:\n"
                       "        batch.append(index)\n        if len(batch) == size:\n            yield batch\n"
                       "            batch = []\n    if not (drop_last and len(indices) % size):\n        yield batch\n",
        "drop_last ignored": COUNTED.replace(" and not drop_last", ""),
        "one list": COUNTED.replace("batch = []\n    if", "batch.clear()\n    if"),
        "used up": "def batches(indices, size, drop_last):\n    while len(indices) >= size or indices and not drop_last:\n"
                   "        yield [indices.pop(0) for _ in range(min(size, len(indices)))]\n    indices.clear()\n",
        "size is the number": "def batches(indices, size, drop_last):\n    return [indices[i::size] for i in range(size)]\n",
    },
    "5.3": {
        "repeats": "def shuffled(n, generator):\n    return [int(generator.integers(n)) for _ in range(n)]\n",
        "counts from 1": "def shuffled(n, generator):\n    order = list(range(1, n + 1))\n    generator.shuffle(order)\n    return order\n",
        "the same each epoch": "def shuffled(n, generator):\n    generator = np.random.default_rng(42)\n    return generator.permutation(n)\n",
        "chance from elsewhere": "import random\n\ndef shuffled(n, generator):\n    order = list(range(n))\n    random.shuffle(order)\n"
                                 "    return order\n",
        "returns nothing": "def shuffled(n, generator):\n    order = list(range(n))\n    return generator.shuffle(order)\n",
        "only cut": "def shuffled(n, generator):\n    start = generator.integers(n)\n    return [(start + i) % n for i in range(n)]\n",
    },
    "5.4": {
        "nan": NORMALISE.replace("        self.std[self.std == 0] = 1\n", ""),
        "a tiny number added": NORMALISE.replace("        self.std[self.std == 0] = 1\n", "").replace(
            "images.std(axis=0)", "images.std(axis=0) + 1e-8"),
        "measured anew": NORMALISE.replace("    def __call__(self, images):\n",
                                           "    def __call__(self, images):\n        self.__init__(images)\n"),
        "each image by itself": "class Normalise:\n    def __init__(self, images):\n        pass\n"
                                "    def __call__(self, images):\n        axes = tuple(range(1, images.ndim))\n"
                                "        std = images.std(axis=axes, keepdims=True)\n        std[std == 0] = 1\n"
                                "        return (images - images.mean(axis=axes, keepdims=True)) / std\n",
        "0 − 1 = 255": NORMALISE.replace("images.mean(axis=0)", "images.mean(axis=0).astype(images.dtype)"),
        "variance": NORMALISE.replace("images.std(axis=0)", "images.var(axis=0)"),
    },
    "5.5": {
        "as on the slide": EPOCH.replace("loss_of(model(x_batch), y_batch)", "loss_of(model(x), y)"),
        "never emptied": EPOCH.replace("        optimizer.zero_grad()\n", ""),
        "emptied before the step": EPOCH.replace("        optimizer.zero_grad()\n        loss.backward()\n",
                                                 "        loss.backward()\n        optimizer.zero_grad()\n"),
        "step outside the loop": EPOCH.replace("        optimizer.step()\n", "").replace("    return", "    optimizer.step()\n    return"),
        "losses with their graphs": EPOCH.replace("loss.item()", "loss"),
    },
    "5.6": {
        "mean of means": MEANS,
        "dropout live": EVALUATE.replace("    model.eval()\n", ""),
        "mode not restored": EVALUATE.replace("    model.train(mode)\n", ""),
        "always training": EVALUATE.replace("model.train(mode)", "model.train()"),
        "along the batch": EVALUATE.replace("argmax(1)", "argmax(0)"),
        "graph kept": EVALUATE.replace("with mt.no_grad():", "if True:"),
    },
    "5.7": {
        "weights only": CHECKPOINT.replace("        optimizer.load_state_dict(state[\"optimizer\"])\n", "")
        .replace("        scheduler.load_state_dict(state[\"scheduler\"])\n", "")
        .replace("        generator.set_state(state[\"generator\"])\n", ""),
        "optimiser lost": CHECKPOINT.replace("        optimizer.load_state_dict(state[\"optimizer\"])\n", ""),
        "schedule lost": CHECKPOINT.replace("        scheduler.load_state_dict(state[\"scheduler\"])\n", ""),
        "shuffles differ": CHECKPOINT.replace("        generator.set_state(state[\"generator\"])\n", ""),
        "epoch lost": CHECKPOINT.replace("        return state[\"epoch\"]\n", ""),
        "only in memory": CHECKPOINT.replace("mt.save(state, self.path)", "self.state = state").replace("mt.load(self.path)", "self.state"),
        "half-written": CHECKPOINT.replace("mt.save(state, self.path)", "with open(self.path, \"wb\") as file:\n"
                                           "            mt.save(state, file)"),
    },
    "5.8": {
        "accepts all": "def test_loader(make):\n    return True\n",
        "accepts none": TEST.replace("sorted(xs.tolist()) != list(range(50))", "xs.tolist() != list(range(50))"),
        "counts only": "def test_loader(make):\n    x = np.arange(50)\n"
                       "    return sum(len(a) for a, b in make(x, x, 8, np.random.default_rng(0))) == 50\n",
        "x only": TEST.replace(" or not (ys == 10 * xs).all()", ""),
        "no tail": TEST.replace("(50)", "(48)"),
        "one epoch": TEST.replace("range(2)", "range(1)").replace("orders[0] != orders[1]", "True"),
    },
}
