"""Losses over a sample of the classes, where there are too many for a softmax over all: words of a vocabulary.

Arguments that mean the same wherever they occur:

    weights, biases      (C, D) and (C,): those of all classes
    inputs               (N, D)
    labels, true_classes
                         (N, num_true)  integers: the true classes of each sample
    num_classes          C
    num_true             how many there are for each sample
    num_sampled          how many others are drawn, for the whole batch
    sampled_values       what a sampler gave: (the classes, how often the true ones are expected, and they themselves);
                         None: drawn by log_uniform_candidate_sampler, classes of small numbers more often than others
    remove_accidental_hits
                         whether a drawn class that is true for a sample does not count for it
    unique               whether no class is drawn twice
    range_max            how many classes there are: 0 … range_max − 1
    seed                 an integer: a stream of random numbers of its own
"""

from math import log

from ..core.dtypes import float32, int64
from ..core.engine import mt
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
from .table import made, older


def drawn(chances, true_classes, num_sampled, unique, seed):
    """Return (classes, how often the true ones are expected among them, how often they themselves), for chances (C,).

    Each class waits an exponential time, shorter with a larger chance: the first to come are a draw without repetition,
    and the last one's time stands for the number of draws, repetitions counted.
    """
    if unique:
        waits = -mt.log(mt.rand(chances.shape, generator=generator_of(seed), dtype=chances.dtype)) / chances
        times, classes = mt.topk(waits, num_sampled, largest=False)
        expected = -mt.expm1(times[-1] * mt.log1p(-chances))
    else:
        classes = mt.multinomial(chances, num_sampled, replacement=True, generator=generator_of(seed))
        expected = chances * num_sampled
    of_true = mt.index_select(expected, 0, true_classes.reshape(-1)).reshape(true_classes.shape)
    return classes.to(int64.kind), of_true, mt.index_select(expected, 0, classes)


def log_uniform(true_classes, num_true, num_sampled, unique, range_max, seed):
    chances = mt.log1p(1 / (mt.arange(range_max, dtype=float32.kind) + 1)) / log(range_max + 1)
    return drawn(chances, true_classes, num_sampled, unique, seed)


def uniform(true_classes, num_true, num_sampled, unique, range_max, seed):
    return drawn(mt.full((range_max,), 1 / range_max, dtype=float32.kind), true_classes, num_sampled, unique, seed)


log_uniform_candidate_sampler = made(
    "log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None)",
    log_uniform, """Draw classes with chances log((c + 2) / (c + 1)) / log(C + 1): as words by how often they occur.

returns   (classes (num_sampled,), how often the true ones are expected among them (N, num_true), and they themselves
          (num_sampled,))
""")
uniform_candidate_sampler = made(
    "uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None)",
    uniform, "Draw classes with one chance for all: the result is as log_uniform_candidate_sampler's.")


def sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove, seed):
    """Return (scores (N, num_true + num_sampled) less the logarithm of how often it is expected; their labels)."""
    labels = cast(reshape(labels, [-1, num_true]), int64)
    if sampled_values is None:
        sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
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
