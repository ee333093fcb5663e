"""What can be made of a data set: further ones, in steps."""

from itertools import chain, count, islice, repeat

import numpy as np

from ....random import Generator, numpy_generator
from ...core.dtypes import int64
from ...functions.creation import convert_to_tensor
from .elements import as_element, batched, call, padded, unbatched

INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2


class Options:
    """Settings of how data sets run; none changes what comes out."""


class Steps:
    """The methods of a Dataset that give another."""

    def map(self, map_func, num_parallel_calls=None, deterministic=None, synchronous=None,
            use_unbounded_threadpool=False, name=None):
        """Call map_func with each element; the parts of a tuple are its arguments.

        num_parallel_calls, deterministic, synchronous, use_unbounded_threadpool    taken, without effect
        """
        return type(self)(lambda: (as_element(call(map_func, x)) for x in self), self.length, fixed=self.fixed)

    def filter(self, predicate, name=None):
        """Return the elements for which predicate is true."""
        return type(self)(lambda: (x for x in self if bool(call(predicate, x))), UNKNOWN_CARDINALITY)

    def flat_map(self, map_func, name=None):
        """Return the elements of the data sets that map_func gives, one after the other."""
        return type(self)(lambda: chain.from_iterable(call(map_func, x) for x in self), UNKNOWN_CARDINALITY)

    def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None,
                   name=None):
        """Return the elements of `cycle_length` data sets, which map_func gives, by turns, block_length of each.

        num_parallel_calls and deterministic are as batch's.
        """
        def make():
            sources = (iter(call(map_func, x)) for x in self)
            active = list(islice(sources, cycle_length or 2))
            while active:
                for place, source in enumerate(list(active)):
                    block = list(islice(source, block_length or 1))
                    yield from block
                    if len(block) < (block_length or 1):
                        active[place] = next(sources, None)
                active = [source for source in active if source is not None]
        return type(self)(make, UNKNOWN_CARDINALITY)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        """Join batch_size elements each along a new first axis; the last batch may be smaller.

        drop_remainder    whether a smaller last batch is left out
        num_parallel_calls, deterministic    taken: elements are made in order, in this process
        """
        size = int(batch_size)

        def make():
            source = self.order() if self.rows else iter(self)
            while len(part := list(islice(source, size))) == size or part and not drop_remainder:
                yield self.rows(part) if self.rows else batched(part)
        return type(self)(make, self.shared(size, drop_remainder), fixed=drop_remainder)

    def shared(self, size, drop):
        """Return how many batches of this size there are; drop: without a smaller last one."""
        return self.length if self.length < 0 else self.length // size if drop else -(-self.length // size)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        """Join elements of different sizes to batches, padded at their ends: batch_size and drop_remainder as batch's.

        padded_shapes     sizes to pad to, -1 or None: to the largest of the batch
        padding_values    what stands there; None: 0
        """
        def make():
            source = iter(self)
            while len(part := list(islice(source, batch_size))) == batch_size or part and not drop_remainder:
                yield padded(part, padded_shapes, padding_values)
        return type(self)(make, self.shared(batch_size, drop_remainder), fixed=False)

    def unbatch(self, name=None):
        """Return the rows of each element."""
        return type(self)(lambda: chain.from_iterable(map(unbatched, self)), UNKNOWN_CARDINALITY)

    def rebatch(self, batch_size, drop_remainder=False, name=None):
        """Return the same rows in batches of another size: batch_size and drop_remainder as batch's."""
        return self.unbatch().batch(batch_size, drop_remainder)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=True, name=None):
        """Put elements in random order: each is drawn from the next buffer_size that have not come yet.

        seed   the same order in each run; reshuffle_each_iteration=False: also each time one goes through them
        """
        own = None if seed is None else Generator().manual_seed(int(seed))
        size = max(1, self.length if buffer_size is None else int(buffer_size))
        again = [None if reshuffle_each_iteration else numpy_generator(own).integers(2**62)]

        def drawn(source):
            stream = numpy_generator(own if again[0] is None else Generator().manual_seed(int(again[0])))
            if self.rows and 0 <= self.length <= size:
                return iter(np.fromiter(source, np.int64)[stream.permutation(self.length)].tolist())
            return from_buffer(source, size, stream)
        if self.rows:
            return self.reordered(lambda: drawn(self.order()), self.length)
        return type(self)(lambda: drawn(iter(self)), self.length, fixed=self.fixed)

    def reordered(self, order, length):
        """Return the same rows in another order, `length` of them."""
        return type(self)(lambda: map(self.rows, order()), length, order, self.rows)

    def cut(self, change, length):
        """Apply `change`, to `length`: to the numbers of rows where there are some, else to the elements."""
        if self.rows:
            return self.reordered(lambda: change(self.order), length)
        return type(self)(lambda: change(lambda: iter(self)), length, fixed=self.fixed)

    def repeat(self, count=None, name=None):
        """Return all elements `count` times; without end for None or -1."""
        times = None if count is None or int(count) < 0 else int(count)
        length = INFINITE_CARDINALITY if times is None else self.length if self.length < 0 else self.length * times

        def change(start):
            for _ in repeat(0) if times is None else repeat(0, times):
                empty = True
                for x in start():
                    empty = False
                    yield x
                if empty:
                    return
        return self.cut(change, length)

    def take(self, count, name=None):
        """Return the first `count` elements; -1: all."""
        count = int(count)
        if count < 0:
            return self
        length = min(self.length, count) if self.length >= 0 else count if self.length == INFINITE_CARDINALITY else \
            UNKNOWN_CARDINALITY
        return self.cut(lambda start: islice(start(), count), length)

    def skip(self, count, name=None):
        """Return all but the first `count` elements."""
        length = max(self.length - int(count), 0) if self.length >= 0 else self.length
        return self.cut(lambda start: islice(start(), int(count), None), length)

    def shard(self, num_shards, index, name=None):
        """Return every num_shards-th element, from the index-th on."""
        length = len(range(index, self.length, num_shards)) if self.length >= 0 else self.length
        return self.cut(lambda start: islice(start(), index, None, num_shards), length)

    def concatenate(self, dataset, name=None):
        """Return these elements, then those of another dataset."""
        length = self.length + dataset.length if min(self.length, dataset.length) >= 0 else min(
            self.length, dataset.length)
        return type(self)(lambda: chain(self, dataset), length)

    def enumerate(self, start=0, name=None):
        """Return (number, element), the numbers from `start` on."""
        return type(self)(lambda: ((convert_to_tensor(i, int64), x) for i, x in zip(count(int(start)), self)),
                          self.length)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        """Return data sets of `size` neighbours, every stride-th, each `shift` further; drop_remainder: whole ones."""
        def make():
            elements, start, step = list(self), 0, shift or size
            while start < len(elements):
                part = elements[start:start + size * stride:stride]
                if len(part) == size or not drop_remainder:
                    yield type(self)(lambda part=part: iter(part), len(part))
                start += step
        return type(self)(make, UNKNOWN_CARDINALITY)

    def cache(self, filename="", name=None):
        """Keep the elements once they were made; filename is taken: they are kept in memory."""
        kept: list = []

        def make():
            if kept:
                return iter(kept[0])
            return keeping()

        def keeping():
            seen = []
            for x in self:
                seen.append(x)
                yield x
            kept[:] = [seen]
        return self if self.rows else type(self)(make, self.length, fixed=self.fixed)

    def prefetch(self, buffer_size, name=None):
        """Return the same data set, whatever buffer_size is: elements are made when they are asked for."""
        return self

    def with_options(self, options, name=None):
        """Return the same data set: there is nothing to choose."""
        return self

    def apply(self, transformation_func):
        """Return transformation_func of the data set."""
        return transformation_func(self)

    def reduce(self, initial_state, reduce_func, name=None):
        """Return reduce_func(… reduce_func(initial_state, first), …), a tensor or a structure."""
        state = as_element(initial_state)
        for x in self:
            state = as_element(reduce_func(state, x))
        return state

    def get_single_element(self, name=None):
        """Return the first element."""
        return next(iter(self))


def from_buffer(source, size, stream):
    """Return elements of an iterator, each drawn from the next `size` of them."""
    buffer = list(islice(source, size))
    for x in source:
        place = int(stream.integers(len(buffer)))
        chosen, buffer[place] = buffer[place], x
        yield chosen
    for place in stream.permutation(len(buffer)).tolist():
        yield buffer[place]
