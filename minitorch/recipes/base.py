"""What all recipes share: a module that knows its data, its training step, and what to show at the end."""

from math import cos, pi

from .. import optim
from ..optim.lr_scheduler import LambdaLR
from ..train import LightningModule


class Recipe(LightningModule):
    """A network with its data. A subclass builds both in __init__(root), and gives

    loss(batch)     a mean; what is minimised
    report()        {name: number} of unseen data, at the end of each epoch; `reported` names them
    show(path)      write what it made beside `path`; returns lines to print

    epochs, lr, weight_decay   of the run; warmup: steps in which the rate rises
    """

    epochs, lr, weight_decay, warmup = 10, 3e-3, 0.01, 50
    reported = ("accuracy",)             # what report() gives
    clip = 1.0               # the largest norm of a step's gradients

    def training_step(self, batch, batch_idx):
        loss = self.loss(batch)
        self.log("loss", loss)
        return loss

    def on_train_epoch_end(self):
        training = self.training
        self.eval()
        for name, value in self.report().items():
            self.log(name, value, batch_size=1)
        self.train(training)

    def configure_optimizers(self):
        """AdamW; the rate rises over `warmup` steps, then falls along a cosine to a twentieth."""
        optimizer = optim.AdamW(self.parameters(), lr=self.lr, weight_decay=self.weight_decay)
        steps = len(self.train_dataloader()) * self.trainer.max_epochs

        def rate(step):
            return min(1, (step + 1) / self.warmup) * (0.05 + 0.95 * (1 + cos(pi * min(1, step / steps))) / 2)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": LambdaLR(optimizer, rate), "interval": "step"}}

    def describe(self):
        """One line: what is trained on what."""
        return f"{type(self).__name__}: {sum(p.numel() for p in self.parameters()):,} parameters"

    def show(self, path):
        return []
