"""Elements of a data set gathered by a key, such as how long they are."""

from bisect import bisect_right

from ....rare.autograd.tree import leaves, rebuilt
from ...core.dtypes import int64
from ...core.errors import InvalidArgumentError
from ...functions.creation import convert_to_tensor
from .elements import call
from .steps import UNKNOWN_CARDINALITY


class Groups:
    """The methods of a Dataset that gather its elements by a key."""

    def group_by_window(self, key_func, reduce_func, window_size=None, window_size_func=None, name=None):
        """reduce_func(key, data set) of windows of elements that have the same key, one after the other.

        key_func            the key of an element, an integer
        reduce_func         gives a data set
        window_size         how many elements of one key make a window; the last ones of each may be fewer
        window_size_func    instead of it: that number, of the key

        Raises ValueError where neither or both say how large a window is.
        """
        if (window_size is None) == (window_size_func is None):
            raise ValueError("Either the window_size argument or the window_size_func argument must be specified, and "
                             "not both.")

        def make():
            held: dict = {}
            for x in self:
                key = int(call(key_func, x))
                held.setdefault(key, []).append(x)
                told = convert_to_tensor(key, int64)
                if len(held[key]) == int(window_size if window_size_func is None else window_size_func(told)):
                    yield from reduce_func(told, self.of(held.pop(key)))
            for key in sorted(held):
                yield from reduce_func(convert_to_tensor(key, int64), self.of(held[key]))
        return type(self)(make, UNKNOWN_CARDINALITY, fixed=False)

    def of(self, elements):
        """Return a data set of these elements, a list."""
        return type(self)(lambda: iter(elements), len(elements), fixed=self.fixed)

    def rebatch(self, batch_size, drop_remainder=False, name=None):
        """Return the same rows in batches of another size: batch_size and drop_remainder as batch's."""
        return self.unbatch().batch(batch_size, drop_remainder)

    def bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                                  padding_values=None, pad_to_bucket_boundary=False, no_padding=False,
                                  drop_remainder=False, name=None):
        """Batches of elements of like length, so that little is padded.

        element_length_func      how long an element is; the parts of a tuple are its arguments
        bucket_boundaries        lengths from which the next bucket is meant, in order
        bucket_batch_sizes       how many elements a batch of each bucket has: one number more than there are lengths
        padded_shapes, padding_values, drop_remainder
                                 as padded_batch's
        pad_to_bucket_boundary   whether first axes are padded to one less than the bucket's end
        no_padding               whether elements are batched as they are

        Raises ValueError for another number of batch sizes, and InvalidArgumentError for an element that is too long
        for pad_to_bucket_boundary.
        """
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError("`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
                             f"`len(bucket_batch_sizes)={len(bucket_batch_sizes)}` and "
                             f"`len(bucket_boundaries)={len(bucket_boundaries)}`.")

        def batches(bucket, window):
            bucket, shapes = int(bucket), padded_shapes
            size = bucket_batch_sizes[bucket]
            if no_padding:
                return window.batch(size, drop_remainder)
            if pad_to_bucket_boundary and shapes is None:
                if bucket == len(bucket_boundaries):
                    raise InvalidArgumentError("When pad_to_bucket_boundary=True, elements must have length < "
                                               "max(bucket_boundaries).")
                first = next(iter(window))
                shapes = rebuilt(first, iter([[bucket_boundaries[bucket] - 1, *x.shape[1:]] if x.shape.rank else []
                                              for x in leaves(first)]))
            return window.padded_batch(size, shapes, padding_values, drop_remainder)
        return self.group_by_window(
            lambda *x: bisect_right(bucket_boundaries, int(element_length_func(*x))), batches,
            window_size_func=lambda bucket: bucket_batch_sizes[int(bucket)])
