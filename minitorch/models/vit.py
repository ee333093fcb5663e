"""A vision transformer: a transformer reads a picture as a sequence of patches."""

from .. import nn
from ..ops.shape.copies import cat_function as cat
from ..ops.shape.creation import zeros


class VisionTransformer(nn.Module):
    """x (N, channels, size, size) -> (N, num_classes) unnormalised scores.

    size, patch    height and width of pictures and of the patches; ValueError if patch does not divide size
    embed_dim, depth, num_heads, mlp_ratio, dropout    settings of the transformer
    Source: Dosovitskiy et al., An Image is Worth 16x16 Words (2020), figure 1.
    """

    def __init__(self, size=224, patch=16, channels=3, num_classes=1000, embed_dim=192, depth=12, num_heads=3,
                 mlp_ratio: float = 4, dropout=0.0):
        super().__init__()
        if size % patch:
            raise ValueError(f"VisionTransformer: size={size} must be a multiple of patch={patch}.")
        self.patch_embed = nn.Conv2d(channels, embed_dim, patch, stride=patch)
        self.cls_token = nn.Parameter(zeros(1, 1, embed_dim))
        self.pos_embed = nn.Parameter(zeros(1, 1 + (size // patch) ** 2, embed_dim))
        layer = nn.TransformerEncoderLayer(embed_dim, num_heads, mlp_ratio * embed_dim, dropout, activation="gelu",
                                           layer_norm_eps=1e-6, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, depth, norm=nn.LayerNorm(embed_dim, eps=1e-6))
        self.head = nn.Linear(embed_dim, num_classes)
        for parameter in (self.cls_token, self.pos_embed):
            nn.init.trunc_normal_(parameter, std=0.02)

    def forward(self, x):
        x = self.patch_embed(x).flatten(2).transpose(1, 2)             # (N, patches, embed_dim)
        x = cat([self.cls_token.expand(x.shape[0], -1, -1), x], dim=1) + self.pos_embed
        return self.head(self.blocks(x)[:, 0])


def vit_tiny(**settings):
    """Return a ViT-Ti/16, 5.7 million parameters: 12 blocks of width 192 (Touvron et al., DeiT, 2020, table 1)."""
    return VisionTransformer(**settings)
