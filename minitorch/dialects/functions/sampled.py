"""Losses over a sample of the classes, where there are too many for a softmax over all: words of a vocabulary.

Arguments that mean the same wherever they occur:

    weights, biases      (C, D) and (C,): those of all classes
    inputs               (N, D)
    labels               (N, num_true)  integers: the true classes of each sample
    num_classes          C
    num_true             how many there are for each sample
    num_sampled          how many others are drawn, for the whole batch
    sampled_values       what a sampler gave: (the classes, how often the true ones are expected, and they themselves);
                         None: drawn with chances log((c + 2) / (c + 1)) / log(C + 1), as words by how often they occur
    remove_accidental_hits
                         whether a drawn class that is true for a sample does not count for it
    seed                 an integer: a stream of random numbers of its own
"""

from math import log

from ..core.dtypes import float32, int64
from ..core.engine import mt
from ..core.lift import function
from .arrays import concat, expand_dims, reshape
from .creation import cast, ones_like, stop_gradient, zeros_like
from .elementary import log as logarithm
from .gathering import gather
from .linalg import matmul
from .logic import equal
from .losses import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits
from .random import generator_of
from .reduction import reduce_any, reduce_sum
from .slices import where
from .table import older


@function("labels")
def drawn(labels, num_sampled, num_classes, seed):
    """Return (classes, how often the true ones are expected among them, how often they themselves).

    Each class waits an exponential time, shorter with a larger chance: the first to come are a draw without repetition,
    and the last one's time stands for the number of draws, repetitions counted.
    """
    chances = mt.log1p(1 / (mt.arange(num_classes, dtype=float32.kind) + 1)) / log(num_classes + 1)
    waits = -mt.log(mt.rand(chances.shape, generator=generator_of(seed), dtype=chances.dtype)) / chances
    times, classes = mt.topk(waits, num_sampled, largest=False)
    expected = -mt.expm1(times[-1] * mt.log1p(-chances))
    of_true = mt.index_select(expected, 0, labels.reshape(-1)).reshape(labels.shape)
    return classes.to(int64.kind), of_true, mt.index_select(expected, 0, classes)


def sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove, seed):
    """Return (scores (N, num_true + num_sampled) less the logarithm of how often it is expected; their labels)."""
    labels = cast(reshape(labels, [-1, num_true]), int64)
    if sampled_values is None:
        sampled_values = drawn(labels, num_sampled, num_classes, seed)
    classes, of_true, of_drawn = map(stop_gradient, sampled_values)
    scores = reduce_sum(expand_dims(inputs, 1) * gather(weights, labels), -1) + gather(biases, labels)
    others = matmul(inputs, gather(weights, classes), transpose_b=True) + gather(biases, classes)
    if remove:
        hits = reduce_any(equal(expand_dims(labels, 2), cast(reshape(classes, [1, 1, -1]), int64)), 1)
        others = where(hits, others + cast(others.dtype.min, others.dtype), others)
    scores, others = scores - logarithm(of_true), others - logarithm(of_drawn)
    return concat([scores, others], 1), concat([ones_like(scores) / num_true, zeros_like(others)], 1)


def nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
             remove_accidental_hits=False, name="nce_loss"):
    """Tell, by noise-contrastive estimation, the true classes from drawn ones, each a yes-or-no answer; (N,), in nats.

    Source: Gutmann & Hyvärinen (2010); Mnih & Teh (2012), for words.

    >>> from minitorch.dialects import tf2 as tf
    >>> table, batch = tf.zeros([100, 4]), tf.ones([2, 4])
    >>> tf.nn.nce_loss(table, tf.zeros([100]), [[3], [5]], batch, num_sampled=8, num_classes=100).shape
    TensorShape([2])
    """
    logits, yes = sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                                 remove_accidental_hits, None)
    return reduce_sum(sigmoid_cross_entropy_with_logits(labels=yes, logits=logits), 1)


def sampled_softmax_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
                         remove_accidental_hits=True, seed=None, name="sampled_softmax_loss"):
    """Compute the cross entropy of a softmax over the true classes and drawn ones; (N,), in nats.

    Source: Jean et al., On Using Very Large Target Vocabulary for Neural Machine Translation (2015).
    """
    logits, yes = sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                                 remove_accidental_hits, seed)
    return softmax_cross_entropy_with_logits(labels=stop_gradient(yes), logits=logits)


older("""nn.nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
    remove_accidental_hits=False, partition_strategy='mod', name='nce_loss')""", nce_loss)
older("""nn.sampled_softmax_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1,
    sampled_values=None, remove_accidental_hits=True, partition_strategy='mod', name='sampled_softmax_loss',
    seed=None)""", sampled_softmax_loss)
