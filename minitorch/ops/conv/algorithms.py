"""By which way a convolution and its gradients go. The plain way, in window.py, serves every shape; it says what
the others compute.

way        serves                                              because
winograd   3×3, 16 to 256 channels in and out, float32         half the products
beside     at most 64 windows an image, large filters          all images in one large product
runs       any kernel at stride 1, few channels for its size   a few long copies in place of many short ones
(plain)    everything else, and a GPU
"""

import numpy as np

from ..kernels import batched_conv as beside, shifted_conv as runs, winograd
from ..kernels.parallel import at_once, shares

WAYS = winograd, beside, runs        # the first that serves is taken
WORTH = 1 << 25                      # products that are worth a thread of their own


def quickly(name, xp, *arrays, image, filters, **where):
    """`convolve`, `by_input` or `by_weight` by the first way that serves; None where only the plain one does.

    image, filters   the shapes of x (N, C, H, W) and of the filters (O, C/groups, kh, kw)
    where            stride, padding, dilation, groups
    """
    if xp.__name__ == "numpy":
        for way in WAYS:
            if way.serves(arrays[0].dtype, image, filters, **where):
                run = getattr(way, name, None)           # a way may leave a gradient to the plain one
                if run is None or not way.SHARED:
                    return run and run(*arrays, image=image, filters=filters, **where)
                return by_images(run, name == "by_weight", *arrays, image, filters, where)
    return None


def by_images(run, summed, a, b, image, filters, where):
    """Run it with a share of the images on each core; then the results stand in a row, or, of weights, are summed."""
    products = image[2] * image[3] * filters[0] * filters[1] * filters[2] * filters[3]
    if image[0] * products < 2 * WORTH:
        return run(a, b, image=image, filters=filters, **where)

    def on(images):
        part = (images.stop - images.start, *image[1:])
        return lambda: run(a[images], b[images] if summed else b, image=part, filters=filters, **where)

    found = at_once([on(images) for images in shares(image[0], WORTH // max(products, 1))])
    if len(found) == 1 or any(part is None for part in found):
        return found[0] if len(found) == 1 else None
    return np.add.reduce(found) if summed else np.concatenate(found)
