"""What students hand in for lesson 5: right, right in another style, and wrong in the ways that have a name."""

from course.answers.right_5 import (
    BATCHES,
    BY_PATH,
    CHECKPOINT,
    COUNTED,
    EPOCH,
    EVALUATE,
    FOLDER,
    MEANS,
    NORMALISE,
    SWAPS,
    TEST,
)

HELPERS = """
import os
from minitorch.data import Dataset
"""

REFERENCE = {"5.1": FOLDER, "5.2": BATCHES, "5.3": "def shuffled(n, generator):\n    return generator.permutation(n).tolist()\n",
             "5.4": NORMALISE, "5.5": EPOCH, "5.6": EVALUATE, "5.7": CHECKPOINT, "5.8": TEST}

OTHERS = {
    "5.1": [BY_PATH],
    "5.2": [COUNTED],
    "5.3": [SWAPS,
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
        "dotted names numbered": FOLDER.replace(" if not name.startswith(\".\"))", ")").replace(
            "            for file in sorted(", "            if name[0] == \".\":\n                continue\n            for file in sorted("),
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
        "full one dropped": "def batches(indices, size, drop_last):\n    found = [indices[i:i + size] for i in range(0, len(indices), size)]\n"
                            "    return found[:-1] if drop_last else found\n",
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
        "never stays": SWAPS.replace("i + 1", "i"),
        "drawn from all": SWAPS.replace("i + 1", "n"),
        "only cut": "def shuffled(n, generator):\n    start = generator.integers(n)\n    return [(start + i) % n for i in range(n)]\n",
    },
    "5.4": {
        "nan": NORMALISE.replace("        self.std[self.std == 0] = 1\n", ""),
        "a tiny number added": NORMALISE.replace("        self.std[self.std == 0] = 1\n", "").replace(
            "images.std(axis=0)", "images.std(axis=0) + 1e-8"),
        "spread under 1": NORMALISE.replace("        self.std[self.std == 0] = 1\n", "        self.std = np.maximum(self.std, 1)\n"),
        "one mean for all": NORMALISE.replace("mean(axis=0), images.std(axis=0)", "mean(), images.std()").replace(
            "        self.std[self.std == 0] = 1\n", ""),
        "divided by n − 1": NORMALISE.replace("std(axis=0)", "std(axis=0, ddof=1)"),
        "flattened once": NORMALISE.replace("        self.mean", "        images = images.reshape(len(images), -1)\n        self.mean"),
        "in place": NORMALISE.replace("        return (images - self.mean) / self.std",
                                      "        images -= self.mean\n        images /= self.std\n        return images"),
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
        "all of x": EPOCH.replace("loss_of(model(x_batch), y_batch)", "loss_of(model(x), y)"),
        "all of y": EPOCH.replace("loss_of(model(x_batch), y_batch)", "loss_of(model(x_batch), y)").replace("loss.item()", "loss"),
        "never emptied": EPOCH.replace("        optimizer.zero_grad()\n", ""),
        "emptied before the step": EPOCH.replace("        optimizer.zero_grad()\n        loss.backward()\n",
                                                 "        loss.backward()\n        optimizer.zero_grad()\n"),
        "step outside the loop": EPOCH.replace("        optimizer.step()\n", "").replace("    return", "    optimizer.step()\n    return"),
        "losses with their graphs": EPOCH.replace("loss.item()", "loss"),
    },
    "5.6": {
        "mean of means": MEANS,
        "batch losses over samples": EVALUATE.replace(".item() * len(y)", ".item()"),
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
        "weights lost": CHECKPOINT.replace("        model.load_state_dict(state[\"model\"])\n", ""),
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
        "nothing counted": TEST.replace("sorted(xs.tolist()) != list(range(50)) or ", ""),
        "number, not which": TEST.replace("sorted(xs.tolist()) != list(range(50))", "len(xs) != 50"),
        "x only": TEST.replace(" or not (ys == 10 * xs).all()", ""),
        "no tail": TEST.replace("(50)", "(48)"),
        "one epoch": TEST.replace("range(2)", "range(1)").replace("orders[0] != orders[1]", "True"),
    },
}
