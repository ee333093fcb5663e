"""einops: its functions, and its layers in a network."""

import torch
from einops import einsum, pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import EinMix, Rearrange, Reduce
from settled import normal, settle

x = normal(2, 3, 4).requires_grad_()
print(rearrange(x, "b (c two) d -> b c (two d)", two=1).shape, reduce(x, "b c d -> b", "mean"))
print(repeat(x[0], "c d -> c d 2").sum(), einsum(x, x, "b c d, b e d -> b c e").sum())
packed, shapes = pack([x, x[:, 0]], "b * d")
print(packed.shape, [part.shape for part in unpack(packed, shapes, "b * d")])
net = settle(torch.nn.Sequential(Rearrange("b c d -> b d c"), EinMix("b d c -> b d e", "c e", "e", c=3, e=5),
                                 Reduce("b d e -> b e", "max"), torch.nn.Linear(5, 2)))
net(x).pow(2).sum().backward()
print(net(x), x.grad, net)
