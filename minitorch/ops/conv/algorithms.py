"""Choose the algorithm for a convolution or one of its gradients. im2col, in convolution.py, works for every shape
and defines what the others compute.

kernel         serves                                              because
winograd       3×3, 16 to 256 channels in and out, float32         half the products
batched_conv   at most 64 windows an image, large filters          all images in one large product
shifted_conv   any kernel at stride 1, few channels for its size   a few long copies instead of many short ones
(im2col)       everything else, and a GPU
"""

import numpy as np

from ..kernels import batched_conv, shifted_conv, winograd
from ..kernels.parallel import run_parallel, split_evenly

ALGORITHMS = winograd, batched_conv, shifted_conv        # the first of these that supports the shapes is used
LEAST_WORK = 1 << 25                 # minimum number of multiplications that one thread should get


def run_kernel(name, *arrays, image, filters, **where):
    """Run `convolve`, `input_gradient` or `weight_gradient` of the first kernel that supports the shapes.

    image, filters   the shapes of x (N, C, H, W) and of the filters (O, C/groups, kh, kw)
    where            stride, padding, dilation, groups
    returns          None if only im2col supports them
    """
    for algorithm in ALGORITHMS:
        if algorithm.supports(arrays[0].dtype, image, filters, **where):
            run = getattr(algorithm, name, None)         # `run` is None if im2col computes this gradient
            if run is None or not algorithm.SPLITS_BATCH:
                return run and run(*arrays, image=image, filters=filters, **where)
            return split_over_cores(run, name == "weight_gradient", *arrays, image, filters, where)
    return None


def split_over_cores(run, summed, a, b, image, filters, where):
    """Divide the images among the cores and run a kernel on each; concatenate the results, or sum weight gradients."""
    products = image[2] * image[3] * filters[0] * filters[1] * filters[2] * filters[3]
    if image[0] * products < 2 * LEAST_WORK:
        return run(a, b, image=image, filters=filters, **where)

    def on(images):
        part = (images.stop - images.start, *image[1:])
        return lambda: run(a[images], b[images] if summed else b, image=part, filters=filters, **where)

    found = run_parallel([on(images) for images in split_evenly(image[0], LEAST_WORK // max(products, 1))])
    if len(found) == 1 or any(part is None for part in found):
        return found[0] if len(found) == 1 else None
    return np.add.reduce(found) if summed else np.concatenate(found)
