"""DCGAN: one network makes pictures from random numbers, another learns to distinguish them from real pictures."""

from .. import nn


def weights_init(layer):
    """Initialise a layer as the paper does: `net.apply(weights_init)`."""
    if isinstance(layer, nn.Conv2d | nn.ConvTranspose2d):
        nn.init.normal_(layer.weight, 0.0, 0.02)
    elif isinstance(layer, nn.BatchNorm2d):
        nn.init.normal_(layer.weight, 1.0, 0.02)
        nn.init.zeros_(layer.bias)


class Generator(nn.Module):
    """A network that makes pictures from random numbers: (N, nz, 1, 1) -> (N, nc, size, size), in (-1, 1).

    nz     random numbers for a picture
    ngf    channels of the last hidden layer
    nc     channels of a picture
    size   its height and width: 16, 32, 64, …
    Source: Radford et al., Unsupervised Representation Learning with DCGANs (2015), figure 1.
    """

    def __init__(self, nz=100, ngf=64, nc=3, size=64):
        super().__init__()
        width = ngf * size // 8
        layers = [nn.ConvTranspose2d(nz, width, 4, 1, 0, bias=False), nn.BatchNorm2d(width), nn.ReLU(True)]
        while width > ngf:
            layers += [nn.ConvTranspose2d(width, width // 2, 4, 2, 1, bias=False), nn.BatchNorm2d(width // 2),
                       nn.ReLU(True)]
            width //= 2
        self.main = nn.Sequential(*layers, nn.ConvTranspose2d(width, nc, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    """A network that estimates if each picture is real: (N, nc, size, size) -> (N,) probabilities.

    ndf   channels of the first hidden layer; for the other settings see Generator
    """

    def __init__(self, ndf=64, nc=3, size=64):
        super().__init__()
        layers = [nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True)]
        width = ndf
        while width < ndf * size // 8:
            layers += [nn.Conv2d(width, width * 2, 4, 2, 1, bias=False), nn.BatchNorm2d(width * 2),
                       nn.LeakyReLU(0.2, inplace=True)]
            width *= 2
        self.main = nn.Sequential(*layers, nn.Conv2d(width, 1, 4, 1, 0, bias=False), nn.Sigmoid())

    def forward(self, x):
        return self.main(x).flatten()
