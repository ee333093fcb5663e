"""torchinfo: the table of a network's layers, sizes and multiplications."""

from torch import nn
from torchinfo import summary

net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                    nn.Linear(8 * 13 * 13, 10))
print(summary(net, (4, 1, 28, 28), col_names=("input_size", "output_size", "num_params", "mult_adds"), verbose=0))
print(summary(nn.LSTM(5, 6, 2, batch_first=True), (3, 7, 5), depth=2, verbose=0).total_params)
