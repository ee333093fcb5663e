"""MoCo: learn from pictures without labels. Two views of one picture must get similar codes, other pictures not."""

from copy import deepcopy

from .. import dtypes, nn
from ..engine import no_grad
from ..ops.linalg.einsum import einsum
from ..ops.shape.copies import cat_function as cat
from ..ops.shape.creation import randn, zeros
from ..ops.shape.ranges import arange


class MoCo(nn.Module):
    """Two views of N pictures -> (logits (N, 1 + K): the other view, K earlier pictures; labels (N,): all 0).

    encoder   a module: pictures -> (N, dim); MoCo copies it, and the copy's weights follow the encoder's slowly
    dim, K    size of the encoder's output, and number of keys of earlier pictures in the queue
    m         momentum: a copy's weight becomes m · itself + (1 − m) · the encoder's weight
    T         temperature: logits are cosines divided by T

    Train with cross_entropy(logits, labels). Source: He et al., Momentum Contrast (2019), algorithm 1.
    """

    def __init__(self, encoder, dim=128, K=4096, m=0.999, T=0.07):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q, self.encoder_k = encoder, deepcopy(encoder)
        for parameter in self.encoder_k.parameters():
            parameter.requires_grad = False              # only momentum_update changes it
        self.register_buffer("queue", nn.functional.normalize(randn(dim, K), dim=0))
        self.register_buffer("queue_ptr", zeros(1, dtype=dtypes.int64))

    @no_grad()
    def momentum_update(self):
        """Move the key encoder's weights towards the query encoder's."""
        for slow, fast in zip(self.encoder_k.parameters(), self.encoder_q.parameters()):
            slow.mul_(self.m).add_(fast.detach(), alpha=1 - self.m)

    @no_grad()
    def enqueue(self, keys):
        """Replace the oldest keys by the newest."""
        first = int(self.queue_ptr)
        at = (arange(keys.shape[0]) + first) % self.K
        self.queue[:, at] = keys.T
        self.queue_ptr[0] = (first + keys.shape[0]) % self.K

    def forward(self, im_q, im_k):
        """im_q, im_k: two views, such as random crops, of the same N pictures."""
        q = nn.functional.normalize(self.encoder_q(im_q), dim=1)
        with no_grad():
            self.momentum_update()
            k = nn.functional.normalize(self.encoder_k(im_k), dim=1)
        positive = einsum("nc,nc->n", q, k).unsqueeze(-1)       # (N, 1): similarity to another view of the same picture
        negative = einsum("nc,ck->nk", q, self.queue.clone())                 # (N, K): similarity to earlier pictures
        logits = cat([positive, negative], dim=1) / self.T
        self.enqueue(k)
        return logits, zeros(logits.shape[0], dtype=dtypes.int64, device=logits.device)
