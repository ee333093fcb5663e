"""Distillation: a small network learns not only what is right, but how sure a large one is of everything else."""

from .. import nn
from ..piece import piece


@piece
def distillation_loss(logits, teacher_logits, target=None, temperature=4.0, alpha=0.9):
    """alpha · T² · KL(teacher ‖ student), both softened by T, plus (1 − alpha) · cross entropy; a mean, in nats.

    logits           (N, C) of the student
    teacher_logits   (N, C) of the teacher; no gradient goes to them
    target           (N,) right classes; None: the teacher alone is followed
    temperature      how much both are softened, above 0 or ValueError; T² keeps the size of the gradient
    Source: Hinton et al., Distilling the Knowledge in a Neural Network (2015).
    """
    if temperature <= 0:
        raise ValueError(f"distillation_loss: temperature={temperature} must be above 0.")
    F = nn.functional
    soft = F.kl_div(F.log_softmax(logits / temperature, dim=-1),
                    F.log_softmax(teacher_logits.detach() / temperature, dim=-1),
                    reduction="batchmean", log_target=True) * temperature ** 2
    return soft if target is None else alpha * soft + (1 - alpha) * F.cross_entropy(logits, target)
