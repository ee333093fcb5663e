"""VGG: only 3×3 convolutions; each pooling halves the picture, and the channels double, up to 512."""

from .. import nn
from .weights import builder

# Channels after each convolution; "M" halves height and width.
PLANS = {
    11: (64, "M", 128, "M", 256, 256, "M", 512, 512, "M", 512, 512, "M"),
    13: (64, 64, "M", 128, 128, "M", 256, 256, "M", 512, 512, "M", 512, 512, "M"),
    16: (64, 64, "M", 128, 128, "M", 256, 256, 256, "M", 512, 512, 512, "M", 512, 512, 512, "M"),
    19: (64, 64, "M", 128, 128, "M", *[256] * 4, "M", *[512] * 4, "M", *[512] * 4, "M"),
}


def make_layers(plan, batch_norm=False):
    """Return the convolutional layers of a plan, one of PLANS."""
    layers, channels = [], 3
    for step in plan:
        if step == "M":
            layers.append(nn.MaxPool2d(kernel_size=2, stride=2))
            continue
        layers.append(nn.Conv2d(channels, step, kernel_size=3, padding=1))
        if batch_norm:
            layers.append(nn.BatchNorm2d(step))
        layers.append(nn.ReLU(inplace=True))
        channels = step
    return nn.Sequential(*layers)


class VGG(nn.Module):
    """x (N, 3, H, W) -> (N, num_classes) unnormalised scores; H and W at least 32, trained at 224.

    features       the convolutional part, a module
    init_weights   True: draw weights from normal distributions (kaiming, fan_out); False: use the layers' defaults
    dropout        probability of dropout after each of the two hidden linear layers
    Source: Simonyan and Zisserman, Very Deep Convolutional Networks (2014).
    """

    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((7, 7))
        self.classifier = nn.Sequential(
            nn.Linear(512 * 7 * 7, 4096),
            nn.ReLU(True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, 4096),
            nn.ReLU(True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, num_classes))
        if init_weights:
            self.apply(init_weights_of)

    def forward(self, x):
        x = self.avgpool(self.features(x))
        return self.classifier(x.flatten(1))


def init_weights_of(layer):
    """Initialise a layer's parameters."""
    if isinstance(layer, nn.Conv2d):
        nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
        nn.init.zeros_(layer.bias)
    elif isinstance(layer, nn.Linear):
        nn.init.normal_(layer.weight, 0, 0.01)
        nn.init.zeros_(layer.bias)


def vgg(depth, batch_norm):
    return builder(f"vgg{depth}" + "_bn" * batch_norm,
                   lambda **settings: VGG(make_layers(PLANS[depth], batch_norm), **settings),
                   f"Return a VGG with {depth} trainable layers{' and batch norm' if batch_norm else ''}.",
                   "num_classes=1000, dropout=0.5, init_weights=True")


vgg11, vgg13, vgg16, vgg19 = (vgg(depth, False) for depth in PLANS)
vgg11_bn, vgg13_bn, vgg16_bn, vgg19_bn = (vgg(depth, True) for depth in PLANS)
