"""LeNet: two convolutions, each with pooling, and three linear layers. It read the digits on cheques in 1998."""

from .. import nn


class LeNet(nn.Module):
    """x (N, channels, 32, 32) -> (N, num_classes) unnormalised scores.

    It has relu and max pooling, as in today's tutorials: 62,006 parameters for three channels and ten classes.
    Source: LeCun et al., Gradient-Based Learning Applied to Document Recognition (1998), figure 2.
    """

    def __init__(self, num_classes=10, channels=3):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, num_classes)

    def forward(self, x):
        x = self.pool(nn.functional.relu(self.conv1(x)))     # (N, 6, 14, 14)
        x = self.pool(nn.functional.relu(self.conv2(x)))     # (N, 16, 5, 5)
        x = nn.functional.relu(self.fc1(x.flatten(1)))
        x = nn.functional.relu(self.fc2(x))
        return self.fc3(x)
