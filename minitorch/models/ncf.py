"""Neural collaborative filtering: predict which user likes which item, with two tables and a small network."""

from .. import nn
from ..ops.shape.copies import cat_function as cat


class NCF(nn.Module):
    """A model of users and items: integers (N,), (N,) -> (N,) logits of the probability that the user takes the item.

    factors   size of the rows in the two tables whose rows are multiplied (generalised matrix factorisation)
    layers    widths of the network's layers; the first is the size of two rows together, from two further tables
    Source: He et al., Neural Collaborative Filtering (2017), NeuMF, figure 3.
    """

    def __init__(self, users, items, factors=8, layers=(64, 32, 16, 8)):
        super().__init__()
        self.gmf_user, self.gmf_item = nn.Embedding(users, factors), nn.Embedding(items, factors)
        self.mlp_user, self.mlp_item = nn.Embedding(users, layers[0] // 2), nn.Embedding(items, layers[0] // 2)
        steps = []
        for inputs, outputs in zip(layers, layers[1:]):
            steps += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.mlp = nn.Sequential(*steps)
        self.head = nn.Linear(factors + layers[-1], 1)
        for layer in self.modules():
            if isinstance(layer, nn.Embedding):
                nn.init.normal_(layer.weight, 0.0, 0.01)

    def forward(self, user, item):
        product = self.gmf_user(user) * self.gmf_item(item)
        deep = self.mlp(cat([self.mlp_user(user), self.mlp_item(item)], dim=-1))
        return self.head(cat([product, deep], dim=-1)).squeeze(-1)
