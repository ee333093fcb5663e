"""ResNet: each block adds its output to its input, so that gradients have a shortcut and deep networks train."""

from .. import nn
from .weights import builder


def conv(inputs, outputs, size, stride=1):
    """Return a convolution without a bias (batch norm has one) that keeps height and width, divided by the stride."""
    return nn.Conv2d(inputs, outputs, kernel_size=size, stride=stride, padding=size // 2, bias=False)


class BasicBlock(nn.Module):
    """Two 3×3 convolutions and a shortcut around them: (N, inplanes, H, W) -> (N, planes, H/stride, W/stride)."""

    expansion = 1

    def __init__(self, inplanes, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1 = conv(inplanes, planes, 3, stride)
        self.bn1 = nn.BatchNorm2d(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv(planes, planes, 3)
        self.bn2 = nn.BatchNorm2d(planes)
        self.downsample = downsample                     # changes the shape of the shortcut to that of the output
        self.stride = stride

    def forward(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.bn2(self.conv2(x))
        return self.relu(x + shortcut)


class Bottleneck(nn.Module):
    """A 1×1 convolution to fewer channels, a 3×3 one, a 1×1 one to four times as many, and a shortcut around them:
    (N, inplanes, …) -> (N, 4 planes, …).
    """

    expansion = 4

    def __init__(self, inplanes, planes, stride=1, downsample=None):
        super().__init__()
        self.conv1 = conv(inplanes, planes, 1)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = conv(planes, planes, 3, stride)     # the paper strides in conv1; this is "ResNet 1.5"
        self.bn2 = nn.BatchNorm2d(planes)
        self.conv3 = conv(planes, 4 * planes, 1)
        self.bn3 = nn.BatchNorm2d(4 * planes)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.relu(self.bn2(self.conv2(x)))
        x = self.bn3(self.conv3(x))
        return self.relu(x + shortcut)


class ResNet(nn.Module):
    """x (N, 3, H, W) -> (N, num_classes) unnormalised scores; trained at 224 × 224.

    block    BasicBlock or Bottleneck
    layers   how many blocks each of the four stages has
    zero_init_residual   at first, every block returns its shortcut only
    Source: He et al., Deep Residual Learning for Image Recognition (2015).
    """

    def __init__(self, block, layers, num_classes=1000, zero_init_residual=False):
        super().__init__()
        self.inplanes = 64
        self.conv1 = nn.Conv2d(3, 64, kernel_size=7, stride=2, padding=3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(kernel_size=3, stride=2, padding=1)
        self.layer1 = self.stage(block, 64, layers[0])
        self.layer2 = self.stage(block, 128, layers[1], stride=2)
        self.layer3 = self.stage(block, 256, layers[2], stride=2)
        self.layer4 = self.stage(block, 512, layers[3], stride=2)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512 * block.expansion, num_classes)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
            elif zero_init_residual and isinstance(layer, BasicBlock | Bottleneck):
                nn.init.zeros_((layer.bn3 if isinstance(layer, Bottleneck) else layer.bn2).weight)

    def stage(self, block, planes, count, stride=1):
        """Return `count` blocks; the first may halve height and width."""
        width, downsample = planes * block.expansion, None
        if stride != 1 or self.inplanes != width:
            downsample = nn.Sequential(conv(self.inplanes, width, 1, stride), nn.BatchNorm2d(width))
        blocks = [block(self.inplanes, planes, stride, downsample)]
        blocks += [block(width, planes) for _ in range(1, count)]
        self.inplanes = width
        return nn.Sequential(*blocks)

    def forward(self, x):                                # (N, 3, 224, 224)
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))           # (N, 64, 56, 56)
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))      # (N, 512 or 2048, 7, 7)
        return self.fc(self.avgpool(x).flatten(1))


def resnet(depth, block, layers):
    return builder(f"resnet{depth}", lambda **settings: ResNet(block, layers, **settings),
                   f"Return a ResNet with {depth} trainable layers: {layers} times {block.__name__}.",
                   "num_classes=1000, zero_init_residual=False")


resnet18 = resnet(18, BasicBlock, (2, 2, 2, 2))
resnet34 = resnet(34, BasicBlock, (3, 4, 6, 3))
resnet50 = resnet(50, Bottleneck, (3, 4, 6, 3))
resnet101 = resnet(101, Bottleneck, (3, 4, 23, 3))
resnet152 = resnet(152, Bottleneck, (3, 8, 36, 3))
