"""AlexNet: five convolutions and three linear layers; it won the ImageNet competition of 2012."""

from .. import nn
from .weights import with_weights


class AlexNet(nn.Module):
    """x (N, 3, H, W) -> (N, num_classes) unnormalised scores; H and W at least 63, trained at 224.

    dropout   probability of dropout before each of the two hidden linear layers
    Source: Krizhevsky, ImageNet Classification with Deep CNNs (2012), in the form of his paper One weird trick (2014).
    """

    def __init__(self, num_classes=1000, dropout=0.5):
        super().__init__()
        self.features = nn.Sequential(                                 # (N, 3, 224, 224)
            nn.Conv2d(3, 64, kernel_size=11, stride=4, padding=2),     # (N, 64, 55, 55)
            nn.ReLU(inplace=True),
            nn.MaxPool2d(kernel_size=3, stride=2),                     # (N, 64, 27, 27)
            nn.Conv2d(64, 192, kernel_size=5, padding=2),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(kernel_size=3, stride=2),                     # (N, 192, 13, 13)
            nn.Conv2d(192, 384, kernel_size=3, padding=1),
            nn.ReLU(inplace=True),
            nn.Conv2d(384, 256, kernel_size=3, padding=1),
            nn.ReLU(inplace=True),
            nn.Conv2d(256, 256, kernel_size=3, padding=1),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(kernel_size=3, stride=2))                     # (N, 256, 6, 6)
        self.avgpool = nn.AdaptiveAvgPool2d((6, 6))
        self.classifier = nn.Sequential(
            nn.Dropout(p=dropout),
            nn.Linear(256 * 6 * 6, 4096),
            nn.ReLU(inplace=True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, 4096),
            nn.ReLU(inplace=True),
            nn.Linear(4096, num_classes))

    def forward(self, x):
        x = self.avgpool(self.features(x))
        return self.classifier(x.flatten(1))


def alexnet(weights=None, *, pretrained=False, progress=True, **settings):
    """Return an AlexNet, 61 million parameters.

    weights    None; "DEFAULT" or another of torchvision's names, downloaded once; or the path of a .pth file
    settings   num_classes=1000, dropout=0.5
    pretrained, progress   True: load the first published weights (the older argument); whether a bar is shown
    """
    return with_weights(lambda: AlexNet(**settings), "alexnet", weights, pretrained, progress)
