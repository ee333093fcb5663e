"""U-Net: shrink a picture to a coarse map, then enlarge the map and join it with the earlier map of each size."""

from .. import nn
from ..ops.shape.copies import cat_function as cat


def double_conv(inputs, outputs):
    """Return two 3×3 convolutions with batch norm and relu; height and width do not change."""
    layers = []
    for channels in (inputs, outputs):
        layers += [nn.Conv2d(channels, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs),
                   nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


class UNet(nn.Module):
    """A score for every class at every pixel: x (N, in_channels, H, W) -> (N, num_classes, H, W).

    width    channels of the first level; each further level has twice as many
    depth    how often height and width are halved; ValueError unless both are multiples of 2 ** depth
    Unlike in the paper, convolutions are padded. Source: Ronneberger et al., U-Net (2015), figure 1.
    """

    def __init__(self, in_channels=1, num_classes=2, width=64, depth=4):
        super().__init__()
        widths = [width * 2 ** level for level in range(depth + 1)]
        self.pool = nn.MaxPool2d(2)
        self.down = nn.ModuleList([double_conv(a, b) for a, b in zip([in_channels, *widths], widths)])
        self.up = nn.ModuleList([nn.ConvTranspose2d(b, a, 2, stride=2) for a, b in zip(widths, widths[1:])][::-1])
        self.join = nn.ModuleList([double_conv(2 * a, a) for a in widths[:-1]][::-1])
        self.head = nn.Conv2d(width, num_classes, 1)
        self.step = 2 ** depth

    def forward(self, x):
        if x.shape[-1] % self.step or x.shape[-2] % self.step:
            raise ValueError(f"UNet makes height and width {self.step} times smaller: both must be multiples of "
                             f"{self.step}, not {tuple(x.shape[-2:])}.")
        seen = []
        for level in self.down[:-1]:
            x = level(x)
            seen.append(x)                               # the second loop joins x to the map of the same size
            x = self.pool(x)
        x = self.down[-1](x)
        for up, join, across in zip(self.up, self.join, reversed(seen)):
            x = join(cat([across, up(x)], dim=1))
        return self.head(x)
