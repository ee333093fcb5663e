"""By which way a convolution and its gradients go. The plain way, in window.py, serves every shape; it says what
the others compute.

way        serves                                              because
winograd   3×3, 16 to 256 channels in and out, float32         half the products
runs       any kernel at stride 1, few channels for its size   a few long copies in place of many short ones
(plain)    everything else, and a GPU
"""

from . import runs, winograd

WAYS = winograd, runs                # the first that serves is taken


def quickly(name, xp, *arrays, image, filters, **where):
    """`convolve`, `by_input` or `by_weight` by the first way that serves; None where only the plain one does.

    image, filters   the shapes of x (N, C, H, W) and of the filters (O, C/groups, kh, kw)
    where            stride, padding, dilation, groups
    """
    if xp.__name__ == "numpy":
        for way in WAYS:
            if way.serves(arrays[0].dtype, image, filters, **where):
                return getattr(way, name)(*arrays, image=image, filters=filters, **where)
    return None
