"""Distillation: a small network learns from the probabilities of a large one, not only from the right classes."""

from .. import nn
from ..engine.piece import piece


@piece
def distillation_loss(logits, teacher_logits, target=None, temperature=4.0, alpha=0.9):
    """Return alpha · T² · KL(teacher ‖ student), of logits / T, plus (1 − alpha) · cross entropy; a mean in nats.

    logits           (N, C) of the student
    teacher_logits   (N, C) of the teacher; they get no gradient
    target           (N,) right classes; None: return T² · KL only
    temperature      T; raises ValueError for 0 or less. The factor T² keeps the size of the gradient
    Source: Hinton et al., Distilling the Knowledge in a Neural Network (2015).
    """
    if temperature <= 0:
        raise ValueError(f"distillation_loss: temperature={temperature} must be larger than 0.")
    F = nn.functional
    soft = F.kl_div(F.log_softmax(logits / temperature, dim=-1),
                    F.log_softmax(teacher_logits.detach() / temperature, dim=-1),
                    reduction="batchmean", log_target=True) * temperature ** 2
    return soft if target is None else alpha * soft + (1 - alpha) * F.cross_entropy(logits, target)
