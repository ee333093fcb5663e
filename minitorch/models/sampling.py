"""Choose the next token: from all tokens, from the most likely few, or the most likely one."""

from .. import nn
from ..ops.random.sampling import multinomial


def sample_next(logits, temperature=1.0, top_k=None, top_p=None, generator=None):
    """Draw a token for each row of scores: (N, classes) -> (N, 1) whole numbers.

    temperature   divides the scores: below 1, likely tokens become more likely; 0 takes the largest score
    top_k         draw from the k largest scores only
    top_p         draw from the fewest tokens with probabilities that sum to at least p (nucleus sampling)

    Raises ValueError for a setting out of range. Sources: Fan et al., Hierarchical Neural Story Generation
    (2018); Holtzman et al., The Curious Case of Neural Text Degeneration (2019).
    """
    if temperature < 0:
        raise ValueError(f"sample_next: temperature={temperature} must not be negative; 0 takes the largest score.")
    if top_k is not None and top_k < 1:
        raise ValueError(f"sample_next: top_k={top_k} must be 1 or more: fewer leave no token to draw.")
    if top_p is not None and not 0 < top_p <= 1:
        raise ValueError(f"sample_next: top_p={top_p} must be larger than 0, and 1 at most.")
    if temperature == 0:
        return logits.argmax(dim=-1, keepdim=True)
    logits = logits / temperature
    if top_k is not None and top_k < logits.shape[-1]:
        least = logits.topk(top_k, dim=-1).values[..., -1:]
        logits = logits.masked_fill(logits < least, float("-inf"))
    if top_p is not None and top_p < 1:
        sorted_logits, order = logits.sort(dim=-1, descending=True)
        chance = nn.functional.softmax(sorted_logits, dim=-1)
        spare = chance.cumsum(dim=-1) - chance >= top_p  # drop tokens after the first ones that reach probability p
        logits = logits.masked_fill(spare.gather(-1, order.argsort(dim=-1)), float("-inf"))
    return multinomial(nn.functional.softmax(logits, dim=-1), 1, generator=generator)
