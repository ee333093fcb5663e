"""DenseNet: each layer reads the outputs of all layers before it, and adds a few channels."""

from collections import OrderedDict

from .. import nn
from ..ops.shape.copies import cat_function as cat
from .weights import builder


class DenseLayer(nn.Module):
    """A 1×1 convolution to a few channels, a 3×3 to new ones: (N, inputs, H, W) -> (N, growth_rate, H, W)."""

    def __init__(self, inputs, growth_rate, bn_size):
        super().__init__()
        self.norm1 = nn.BatchNorm2d(inputs)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(inputs, bn_size * growth_rate, kernel_size=1, bias=False)
        self.norm2 = nn.BatchNorm2d(bn_size * growth_rate)
        self.relu2 = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(bn_size * growth_rate, growth_rate, kernel_size=3, padding=1, bias=False)

    def forward(self, x):
        x = self.conv1(self.relu1(self.norm1(x)))
        return self.conv2(self.relu2(self.norm2(x)))


class DenseBlock(nn.Module):
    """`count` layers; each adds channels to its input: (N, inputs, H, W) -> (N, inputs + count · growth_rate, H, W)."""

    def __init__(self, count, inputs, growth_rate, bn_size):
        super().__init__()
        for number in range(count):
            self.add_module(f"denselayer{number + 1}", DenseLayer(inputs + number * growth_rate, growth_rate, bn_size))

    def forward(self, x):
        for layer in self.children():
            x = cat([x, layer(x)], 1)
        return x


def transition(inputs, outputs):
    """Return the layers between two blocks: fewer channels, half the height and width."""
    return nn.Sequential(OrderedDict(
        norm=nn.BatchNorm2d(inputs), relu=nn.ReLU(inplace=True),
        conv=nn.Conv2d(inputs, outputs, kernel_size=1, bias=False), pool=nn.AvgPool2d(kernel_size=2, stride=2)))


class DenseNet(nn.Module):
    """x (N, 3, H, W) -> (N, num_classes) unnormalised scores; trained at 224 × 224.

    growth_rate         how many channels each layer adds
    block_config        how many layers each block has
    num_init_features   channels before the first block
    bn_size             channels inside a layer, as a multiple of growth_rate
    Source: Huang et al., Densely Connected Convolutional Networks (2016), table 1.
    """

    def __init__(self, growth_rate=32, block_config=(6, 12, 24, 16), num_init_features=64, bn_size=4,
                 num_classes=1000):
        super().__init__()
        channels = num_init_features
        layers = OrderedDict(conv0=nn.Conv2d(3, channels, kernel_size=7, stride=2, padding=3, bias=False),
                             norm0=nn.BatchNorm2d(channels), relu0=nn.ReLU(inplace=True),
                             pool0=nn.MaxPool2d(kernel_size=3, stride=2, padding=1))
        for number, count in enumerate(block_config, start=1):
            layers[f"denseblock{number}"] = DenseBlock(count, channels, growth_rate, bn_size)
            channels += count * growth_rate
            if number < len(block_config):
                layers[f"transition{number}"] = transition(channels, channels // 2)
                channels //= 2
        layers["norm5"] = nn.BatchNorm2d(channels)
        self.features = nn.Sequential(layers)
        self.classifier = nn.Linear(channels, num_classes)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight)
            elif isinstance(layer, nn.Linear):
                nn.init.zeros_(layer.bias)

    def forward(self, x):
        x = nn.functional.relu(self.features(x), inplace=True)         # (N, 1024, 7, 7)
        return self.classifier(nn.functional.adaptive_avg_pool2d(x, (1, 1)).flatten(1))


densenet121 = builder("densenet121", DenseNet, "Return a DenseNet with 121 trainable layers, 8 million parameters.",
                      "num_classes=1000, growth_rate=32, block_config=(6, 12, 24, 16), …")
