"""A variational autoencoder: it encodes a picture as a normal distribution over a few numbers, and decodes samples."""

from .. import nn
from ..ops.shape.creation import randn, randn_like


class VAE(nn.Module):
    """x (N, features) of numbers in [0, 1] -> (pictures as logits, mean, log variance).

    hidden   size of the hidden layers of encoder and decoder
    latent   size of the code between them
    Source: Kingma and Welling, Auto-Encoding Variational Bayes (2013).
    """

    def __init__(self, features=784, hidden=400, latent=20):
        super().__init__()
        self.latent = latent
        self.encoder = nn.Sequential(nn.Linear(features, hidden), nn.ReLU())
        self.mean, self.log_variance = nn.Linear(hidden, latent), nn.Linear(hidden, latent)
        self.decoder = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, features))

    def encode(self, x):
        """Return mean and log variance of the code of x: two tensors (N, latent)."""
        hidden = self.encoder(x)
        return self.mean(hidden), self.log_variance(hidden)

    def forward(self, x):
        mean, log_variance = self.encode(x)
        z = mean + (log_variance / 2).exp() * randn_like(mean)       # gradients pass through this sample
        return self.decoder(z), mean, log_variance

    def sample(self, count, generator=None):
        """Draw new pictures: (count, features), numbers in [0, 1]."""
        like = self.mean.weight
        z = randn(count, self.latent, generator=generator, dtype=like.dtype, device=like.device)
        return self.decoder(z).sigmoid()


def vae_loss(logits, x, mean, log_variance):
    """Return the negative evidence lower bound in nats, a mean over the batch: reconstruction plus KL to N(0, 1).

    logits, x            (N, features)
    mean, log_variance   (N, latent)
    """
    reconstruction = nn.functional.binary_cross_entropy_with_logits(logits, x, reduction="sum")
    divergence = (mean ** 2 + log_variance.exp() - 1 - log_variance).sum() / 2
    return (reconstruction + divergence) / x.shape[0]
