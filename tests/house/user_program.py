"""A program of a user, which test_stubs.py runs and has checked by mypy and pyright."""

from pathlib import Path

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import models, nn, optim, viz
from minitorch.data import DataLoader, Dataset, Subset, TensorDataset, random_split
from minitorch.train import (
    CSVLogger,
    EarlyStopping,
    LearningRateMonitor,
    LightningModule,
    ModelCheckpoint,
    Trainer,
    evaluate,
    train,
)
from minitorch.utils.tensorboard import SummaryWriter
from minitorch.vision import datasets, transforms as T, utils


class Net(nn.Module):
    def __init__(self, hidden: int = 16) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, hidden), nn.ReLU(), nn.Dropout(0.1))
        self.head = nn.Linear(hidden, 3, bias=True)

    def forward(self, x: mt.Tensor) -> mt.Tensor:
        return self.head(self.body(x)).log_softmax(dim=-1)


@mt.no_grad()
def accuracy(net: Net, x: mt.Tensor, y: mt.Tensor) -> float:
    return float((net.eval()(x).argmax(dim=1) == y).float().mean())


class Squares(Dataset):
    def __init__(self, count: int, transform: T.Compose | None = None) -> None:
        self.numbers, self.transform = mt.rand(count, 3, 12, 12), transform

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: int) -> tuple[mt.Tensor, int]:
        image = self.numbers[index]
        return (image if self.transform is None else self.transform(image)), index % 2


class Classifier(LightningModule):
    def __init__(self, width: int = 8, lr: float = 1e-2) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.layers = nn.Sequential(nn.Conv2d(3, width, 3), nn.BatchNorm2d(width), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
                                    nn.Flatten(), nn.Linear(width, 2))

    def forward(self, x: mt.Tensor) -> mt.Tensor:
        return self.layers(x)

    def training_step(self, batch: tuple[mt.Tensor, mt.Tensor], batch_idx: int) -> mt.Tensor:
        loss = F.cross_entropy(self(batch[0]), batch[1])
        self.log("loss", loss, prog_bar=True, on_step=False, on_epoch=True)
        return loss

    def validation_step(self, batch: tuple[mt.Tensor, mt.Tensor], batch_idx: int) -> None:
        self.log("val_loss", F.cross_entropy(self(batch[0]), batch[1]), batch_size=len(batch[1]))
        self.log_dict({"right": (self(batch[0]).argmax(1) == batch[1]).float().mean()})

    def configure_optimizers(self):
        optimizer = optim.SGD(self.parameters(), lr=self.hparams.lr, momentum=0.9, weight_decay=1e-4)
        return [optimizer], [optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)]


mt.manual_seed(0)
x, y = mt.randn(60, 4, dtype=mt.float32), mt.randint(0, 3, (60,))
net, total, right = Net(), 0.0, 0
optimizer = optim.Adam(net.parameters(), lr=1e-2, betas=(0.9, 0.99))
for inputs, targets in DataLoader(TensorDataset(x, y), batch_size=20, shuffle=True):
    loss = F.nll_loss(net.train()(inputs), targets) + 1e-3 * net.head.weight.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
with mt.no_grad():
    scores: mt.Tensor = net(x)
    right += (scores.argmax(dim=1) == y).sum().item()
values, indices = scores.max(dim=1)
best: mt.Tensor = scores.sort(descending=True).values[0, ..., None]
means: mt.Tensor = mt.stack([x[y == k].mean(dim=0, keepdim=True) for k in range(3)], dim=0)
centred = (x - x.mean(0)) / (x.std(dim=0) + 1e-6)
shape: tuple[int, ...] = mt.cat([centred, x[:, 1:3]], dim=1).to(mt.float64).reshape(-1, 6).shape
error = float(F.cross_entropy(scores, y, reduction="mean") * 2) + accuracy(net, x, y)
norm: float = 0.0 if net.head.weight.grad is None else net.head.weight.grad.norm().item()
mt.save(net.state_dict(), "net.mt")
net.load_state_dict(mt.load("net.mt"))
out, (h, c) = nn.LSTM(4, 8, num_layers=1, batch_first=True)(x.unsqueeze(0))
parts: list[mt.Tensor] = list(mt.where(x > 0, x, 0.0).clamp_(max=1).split(20))
print(parts[0].numpy().sum(), h.shape[-1] + 1, -x @ x.T, 1 - x[0], error, norm, best, means)

augment = T.Compose([
    T.RandomResizedCrop(10, scale=(0.5, 1.0)), T.RandomHorizontalFlip(), T.ColorJitter(0.2, 0.2),
    T.ColorJitter(brightness=(0.5, 1.5), contrast=0.2, hue=(-0.1, 0.1)), T.RandomAffine(10, fill=0.5),
    T.RandomAffine((-5, 5), translate=(0.1, 0.1), scale=(0.9, 1.1), shear=5), T.RandomRotation((-10, 10), fill=[0.1]),
    T.RandomApply([T.GaussianBlur(3, sigma=1.0)], p=0.3), T.Resize((12, 12)), T.Pad(2, fill=0.5), T.CenterCrop(12),
    T.RandomCrop(12, padding=(1, 2), padding_mode="reflect"), T.Normalize((0.5, 0.5, 0.5), [0.25, 0.25, 0.25]),
    T.RandomErasing(value="random"), T.RandomErasing(0.1, value=(0.1, 0.2, 0.3)), T.Lambda(lambda image: image * 1)])
pictures = Squares(24, augment)
first, second = random_split(pictures, [16, 8], generator=mt.Generator().manual_seed(1))
loaders = DataLoader(first, 8, shuffle=True, drop_last=True, num_workers=0), DataLoader(second, batch_size=8)
small = DataLoader(Subset(pictures, range(4)), batch_size=2, collate_fn=None, pin_memory=False)
stop = EarlyStopping("val_loss", min_delta=0.01, patience=5, mode="min")
keep = ModelCheckpoint("kept", filename="{epoch}-{val_loss:.2f}", monitor="val_loss", save_top_k=1, save_last=True)
trainer = Trainer(max_epochs=2, precision=32, devices=1, accelerator="cpu", logger=CSVLogger("runs", name=None),
                  callbacks=[stop, keep, LearningRateMonitor("epoch")], gradient_clip_val=1.0, log_every_n_steps=1,
                  accumulate_grad_batches={1: 2}, limit_val_batches=1, limit_train_batches=0.5, val_check_interval=0.5,
                  enable_progress_bar=False, fast_dev_run=False, default_root_dir=Path("runs"))
trainer.fit(Classifier(), *loaders)
trainer.fit(Classifier(4), train_dataloaders=small, val_dataloaders=[loaders[1]])
found = trainer.validate(dataloaders=loaders[1], verbose=False)
quick = Trainer(fast_dev_run=2, logger=False, max_steps=10, limit_test_batches=1.0, precision="64")
kept = Classifier.load_from_checkpoint(keep.best_model_path, lr=0.1)
history = train(net, DataLoader(TensorDataset(x, y), 20), optimizer, epochs=2, show=False)
accuracies: list[float] = [record["accuracy"] for record in history]
result = evaluate(net, DataLoader(TensorDataset(x, y), 20), nn.CrossEntropyLoss())
digits = datasets.Digits(train=False, transform=T.ToTensor(), target_transform=int)
image, label = digits[0]
fake = datasets.FakeData(4, (3, 8, 8), num_classes=2, transform=T.ToTensor())
grid = utils.make_grid(mt.rand(4, 3, 8, 8), nrow=2, padding=1, value_range=(0, 1), normalize=True)
utils.save_image(grid, "grid.png")
lenet, resnet = models.LeNet(num_classes=10, channels=1), models.resnet18(num_classes=3)
gpt = models.GPT(models.GPTConfig(block_size=8, vocab_size=20, n_layer=1, n_head=2, n_embd=16, dropout=0.1))
written: mt.Tensor = gpt.eval().generate(mt.zeros(1, 2, dtype=mt.int64), 3, temperature=0.8, top_k=5)
viz.plot(range(2), {"accuracy": accuracies}, "epoch", log="y").save("accuracy.svg")
viz.plot([1, 2], {"a line": [3.0, 4.0]}, title="one more")
viz.draw(net, x[:2], depth=1).save("net.svg")
viz.show(digits.data[0], x[:4], names=["a digit", "numbers"])
writer = SummaryWriter("runs/board", flush_secs=1) if False else None
if writer is not None:
    writer.add_scalar("loss", error, 1)
    writer.add_histogram("weights", net.head.weight, bins=10)
encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, nhead=2, dim_feedforward=32, batch_first=True), 1)
encoded: mt.Tensor = encoder(mt.rand(2, 5, 16)) + nn.Embedding(10, 16, padding_idx=0)(mt.tensor([[1, 2, 3, 0, 0]]))
convolved = nn.Conv2d(3, 4, kernel_size=(3, 3), stride=1, padding="same", bias=False)(mt.rand(1, 3, 6, 6))
pooled = F.adaptive_avg_pool2d(F.relu(convolved), (1, 1)).flatten(start_dim=1)
for _ in range(2):
    for group in optimizer.param_groups:
        group["lr"] *= 0.5
device = mt.device("cuda" if mt.cuda.is_available() else "cpu")
moved = {name: value.to(device) for name, value in net.to(device).state_dict().items()}
print(encoded.mean().item(), pooled.shape, len(moved), nn.utils.parameters_to_vector(net.parameters()).numel())
print(found[0]["val_loss"], kept.hparams.lr, result["loss"], label, len(fake), image.shape, written.shape)
print(lenet, resnet)
