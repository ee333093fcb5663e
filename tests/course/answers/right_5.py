"""Right answers to lesson 5, as texts; lesson_5.py makes the other ones from them."""

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

SWAPS = """
def shuffled(n, generator):
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = generator.integers(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
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
