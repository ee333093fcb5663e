"""MobileNet: each convolution is split into one over pixels and one over channels, with a ninth of the computation."""

from .. import nn
from .weights import builder


def conv_norm(inputs, outputs, size=3, stride=1, groups=1, activation=nn.ReLU6):
    """Return a convolution, batch norm and an activation; only the stride changes height and width."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, padding=size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        activation(inplace=True))


class MobileNetV1(nn.Module):
    """x (N, 3, H, W) -> (N, num_classes) unnormalised scores; trained at 224 × 224. 4.2 million parameters.

    width   multiplies the number of channels of every layer
    Source: Howard et al., MobileNets (2017), table 1.
    """

    # (channels, stride) of each depthwise separable convolution
    PLAN = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1))

    def __init__(self, num_classes=1000, width=1.0):
        super().__init__()
        channels = int(32 * width)
        layers = [conv_norm(3, channels, stride=2, activation=nn.ReLU)]
        for wanted, stride in self.PLAN:
            outputs = int(wanted * width)
            layers.append(conv_norm(channels, channels, stride=stride, groups=channels, activation=nn.ReLU))
            layers.append(conv_norm(channels, outputs, size=1, activation=nn.ReLU))
            channels = outputs
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(channels, num_classes)

    def forward(self, x):
        return self.fc(self.avgpool(self.features(x)).flatten(1))


def mobilenet_v1(**settings):
    """Return the MobileNet of 2017; torchvision does not have it, so there are no published weights.

    settings   num_classes=1000, width=1.0
    """
    return MobileNetV1(**settings)


def round_to_multiple(value, divisor=8):
    """Return the nearest multiple of `divisor` that is at least 0.9 · value."""
    nearest = max(divisor, int(value + divisor / 2) // divisor * divisor)
    return nearest + divisor if nearest < 0.9 * value else nearest


class InvertedResidual(nn.Module):
    """A 1×1 convolution to more channels, a depthwise one, a 1×1 to fewer channels; a shortcut if the shapes agree.

    (N, inp, H, W) -> (N, oup, H/stride, W/stride)
    """

    def __init__(self, inp, oup, stride, expand_ratio):
        super().__init__()
        hidden = round(inp * expand_ratio)
        self.use_res_connect = stride == 1 and inp == oup
        layers = [conv_norm(inp, hidden, size=1)] if expand_ratio != 1 else []
        self.conv = nn.Sequential(
            *layers,
            conv_norm(hidden, hidden, stride=stride, groups=hidden),
            nn.Conv2d(hidden, oup, 1, bias=False),
            nn.BatchNorm2d(oup))

    def forward(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(nn.Module):
    """x (N, 3, H, W) -> (N, num_classes) unnormalised scores; trained at 224 × 224.

    width_mult   multiplies the number of channels of every layer
    dropout      probability of dropout before the last layer
    Source: Sandler et al., MobileNetV2: Inverted Residuals and Linear Bottlenecks (2018), table 2.
    """

    # (expansion, channels, number of blocks, stride of the first block)
    PLAN = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))

    def __init__(self, num_classes=1000, width_mult=1.0, dropout=0.2):
        super().__init__()
        channels = round_to_multiple(32 * width_mult)
        self.last_channel = round_to_multiple(1280 * max(1.0, width_mult))
        layers = [conv_norm(3, channels, stride=2)]
        for expand_ratio, wanted, count, stride in self.PLAN:
            outputs = round_to_multiple(wanted * width_mult)
            for number in range(count):
                layers.append(InvertedResidual(channels, outputs, stride if number == 0 else 1, expand_ratio))
                channels = outputs
        self.features = nn.Sequential(*layers, conv_norm(channels, self.last_channel, size=1))
        self.classifier = nn.Sequential(nn.Dropout(p=dropout), nn.Linear(self.last_channel, num_classes))
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, mode="fan_out")
            elif isinstance(layer, nn.Linear):
                nn.init.normal_(layer.weight, 0, 0.01)
                nn.init.zeros_(layer.bias)

    def forward(self, x):
        x = self.features(x)                             # (N, 1280, 7, 7)
        return self.classifier(nn.functional.adaptive_avg_pool2d(x, (1, 1)).flatten(1))


mobilenet_v2 = builder("mobilenet_v2", MobileNetV2, "Return a MobileNetV2, 3.5 million parameters.",
                       "num_classes=1000, width_mult=1.0, dropout=0.2")
