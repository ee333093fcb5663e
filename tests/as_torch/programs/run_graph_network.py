"""Graph networks: a sparse adjacency matrix in one, edges with attention in the other."""

import numpy as np
import torch
import torch.nn.functional as F
from settled import integers, normal, settle
from torch import nn


class GraphConvolution(nn.Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.weight = nn.Parameter(torch.FloatTensor(in_features, out_features))
        self.bias = nn.Parameter(torch.FloatTensor(out_features))
        self.weight.data.uniform_(-0.1, 0.1)

    def forward(self, x, adjacency):
        return torch.spmm(adjacency, torch.mm(x, self.weight)) + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = GraphConvolution(12, 8), GraphConvolution(8, 3)

    def forward(self, x, adjacency):
        return F.log_softmax(self.second(F.relu(self.first(x, adjacency)), adjacency), dim=1)


class GraphAttention(nn.Module):
    def __init__(self, in_features, out_features, heads=2):
        super().__init__()
        self.heads, self.size = heads, out_features // heads
        self.linear = nn.Linear(in_features, out_features, bias=False)
        self.attention = nn.Parameter(torch.Tensor(heads, 2 * self.size))

    def forward(self, x, edges):
        source, target = edges
        x = self.linear(x).view(len(x), self.heads, -1)
        scores = F.leaky_relu((torch.cat([x[source], x[target]], -1) * self.attention).sum(-1), 0.2)
        weights = (scores - scores.max()).exp()
        weights = weights / torch.zeros(len(x), self.heads).index_add_(0, target, weights)[target]
        places = target[:, None, None].expand(-1, self.heads, self.size)
        return torch.zeros_like(x).scatter_add_(0, places, x[source] * weights[..., None]).flatten(1)


draws = np.random.RandomState(3)
dense = np.maximum((draws.rand(40, 40) < 0.1).astype("float32"), np.eye(40, dtype="float32"))
dense /= dense.sum(1, keepdims=True)
places = torch.from_numpy(np.vstack(dense.nonzero()))
adjacency = torch.sparse_coo_tensor(places, torch.from_numpy(dense[dense.nonzero()]), torch.Size(dense.shape))
x, y = normal(40, 12), integers(3, 40)
for model, graph in ((GCN(), adjacency), (nn.Sequential(GraphAttention(12, 6)), None)):
    settle(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05, weight_decay=5e-4)
    for epoch in range(4):
        out = model(x, graph) if graph is not None else F.log_softmax(model[0](x, places), 1)
        loss = F.nll_loss(out[:20], y[:20])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        correct = out.max(1)[1].type_as(y).eq(y).double().mean()
        print(f"Epoch: {epoch:04d} loss: {loss.item():.4f} acc: {correct.item():.4f}")
print(GCN(), adjacency.to_dense().sum(), torch.bincount(places[1], minlength=40))
