"""torchviz: the drawing of a graph. Where its boxes stand differs, since a node here may do the work of two."""

import re

from settled import normal
from torch import nn
from torchviz import make_dot

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
dot = make_dot(net(normal(2, 3)).mean(), params=dict(net.named_parameters()), show_attrs=True, show_saved=True)
print(sorted(re.findall(r'"?(\w+Backward0|AccumulateGrad|\d\.\w+)', dot.source)))
print(sum("->" in line for line in make_dot(net(normal(2, 3)).mean()).source.splitlines()), "edges")
