"""A network that draws: a variational autoencoder of handwritten digits."""

from ..data import DataLoader
from ..engine import no_grad
from ..models.vae import VAE, vae_loss
from ..train.recipes import parts
from .base import Recipe


class DigitsVAE(Recipe):
    """A VAE for the packaged 8 × 8 digits, with a code of 8 numbers; with --root DIR for MNIST, with a code of 20."""

    reported = ("bound",)
    epochs, lr, batch, weight_decay = 60, 3e-3, 64, 0.0

    def __init__(self, root=None):
        super().__init__()
        self.parts = parts("mnist" if root else "digits", root)[:2]
        size = self.parts[0][0][0].shape[-1]
        self.size = size
        self.net = VAE(size * size, hidden=400 if root else 128, latent=20 if root else 8)
        if root:
            self.epochs = 10

    def loss(self, batch):
        x = batch[0].flatten(1).clamp(0, 1)
        return vae_loss(*self.heads(x))

    def heads(self, x):
        logits, mean, log_variance = self.net(x)
        return logits, x, mean, log_variance

    @no_grad()
    def report(self):
        """Return the mean loss on unseen digits, the negative evidence lower bound, in nats for each picture."""
        total = count = 0
        for batch in DataLoader(self.parts[1], 256):
            total += self.loss(batch).item() * len(batch[0])
            count += len(batch[0])
        return {"bound": total / count}

    def train_dataloader(self):
        return DataLoader(self.parts[0], self.batch, shuffle=True, drop_last=True)

    def show(self, path):
        from ..viz import show
        self.eval()
        with no_grad():
            drawn = self.net.sample(16).reshape(16, self.size, self.size)
        show(*drawn, names=[""] * 16).save(f"{path}-drawn.svg")
        return [f"sixteen digits that nobody wrote: {path}-drawn.svg"]
