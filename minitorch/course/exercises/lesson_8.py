"""Lesson 8, convolutional networks: windows, columns, the gradient of both, pooling, a way around, moved copies."""

import numpy as np

from ... import nn
from ...models import resnet
from ...nn import functional as F
from ...ops.conv import convolution, pooling
from ...rare.ops.conv import pooling as rare_pooling
from ...tensors import Tensor
from ..compare import plain
from .adapt_convnets import of_any_convolution, of_framed_images, of_padded_images
from .common import Case, Exercise, Wrong, floats, layers_on_the_class, mt, of_library


def counted(*shape):
    """1, 2, 3, … in this shape: no two elements alike."""
    return np.arange(1.0, 1 + np.prod(shape)).reshape(shape)


EDGE, CORNER = np.array([[0.0, 1.0], [2.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 0.0]])
FRACTIONS = np.array([[0.25, 0.0], [0.0, 0.5]])
WIDE, TALL = np.array([[1.0, 0, 2, 5, 3, 1], [4, 1, 0, 2, 1, 0], [0, 3, 1, 1, 2, 7], [2, 2, 5, 0, 1, 3]]), counted(3, 2)


def conv2d(image, kernel, stride):
    h, w = kernel.shape
    rows = (image.shape[0] - h) // stride + 1
    columns = (image.shape[1] - w) // stride + 1
    out = np.zeros((rows, columns))
    for i in range(rows):
        for j in range(columns):
            window = image[i * stride:i * stride + h, j * stride:j * stride + w]
            out[i, j] = (window * kernel).sum()
    return out


AS_LARGE = """
    h, w = kernel.shape
    framed = np.pad(image, ((0, h - 1), (0, w - 1)))
    rows, columns = -(-image.shape[0] // stride), -(-image.shape[1] // stride)
    return np.array([[(framed[i * stride:i * stride + h, j * stride:j * stride + w] * kernel).sum()
                      for j in range(columns)] for i in range(rows)])
"""

Exercise("8.1", conv2d, difficulty=1, points=2, aliases=lambda: (F.conv2d,),
    numpy_only=True,
    cases=[Case("3 × 3, a window of 2 × 2", image=counted(3, 3), kernel=EDGE, stride=1),
           Case("the window's first corner", image=counted(3, 3), kernel=CORNER, stride=1),
           Case("stride 2", image=counted(4, 4), kernel=EDGE, stride=2),
           Case("a wide image", image=WIDE, kernel=EDGE, stride=1),
           Case("a tall window", image=counted(4, 4), kernel=TALL, stride=1),
           Case("a wide image, a tall window", image=WIDE, kernel=TALL, stride=1),
           Case("stride 2, a row is left over", image=WIDE, kernel=TALL, stride=2),
           Case("as large as the window", image=EDGE, kernel=EDGE, stride=1),
           Case("whole pixels, a window of fractions", image=counted(3, 3).astype(int), kernel=FRACTIONS, stride=1)],
    wrong=[
        Wrong("turned round", "The window was turned by half a turn before the products. That is what mathematicians "
              "call a convolution; in deep learning it stays as it is: its first number meets the first pixel below.",
              {"(window * kernel)": "(window * kernel[::-1, ::-1])"}, example="the window's first corner"),
        Wrong("starts not multiplied", "With stride 2 the windows begin at rows 0, 2, 4 …, not 0, 1, 2 …: there are as "
              "many of them as there should be, but they begin at the wrong pixels.",
              {"[i * stride:i * stride + h, j * stride:j * stride + w]": "[i:i + h, j:j + w]"}, example="stride 2"),
        Wrong("one direction", "The window goes by the stride in one direction, and pixel by pixel in the other.",
              {"j * stride:j * stride + w": "j:j + w"}, {"i * stride:i * stride + h": "i:i + h"},
              {"j * stride:j * stride + w": "j:j + w", "(image.shape[1] - w) // stride": "(image.shape[1] - w)"},
              {"i * stride:i * stride + h": "i:i + h", "(image.shape[0] - h) // stride": "(image.shape[0] - h)"},
              example="stride 2"),
        Wrong("stride ignored", "The window stops at every pixel, whatever the stride. With stride 2 it stops at every "
              "second one, and the result is half as large.",
              {"// stride": "", "[i * stride:i * stride + h, j * stride:j * stride + w]": "[i:i + h, j:j + w]"}),
        Wrong("image thinned out", "The stride was used on the image: windows hold every second pixel. The pixels of a "
              "window are neighbours; only the windows lie `stride` apart.", """
            views = np.lib.stride_tricks.sliding_window_view(image[::stride, ::stride], kernel.shape)
            return (views * kernel).sum(axis=(2, 3))
        """, """
            h, w = kernel.shape
            small = image[::stride, ::stride]
            return np.array([[(small[i:i + h, j:j + w] * kernel).sum() for j in range(small.shape[1] - w + 1)]
                             for i in range(small.shape[0] - h + 1)])
        """, example="stride 2"),
        Wrong("matrix product", "The window and the kernel met in a matrix product, rows with columns. Each pixel is "
              "multiplied by the number that lies on it: `*`.", {"(window * kernel)": "(window @ kernel)"},
              {"(window * kernel)": "(window @ kernel.T)"}),
        Wrong("around the border", "Windows go on around the border, from the last pixel to the first. A window has "
              "to lie inside.", """
            out = np.zeros(image.shape)
            for i in range(kernel.shape[0]):
                for j in range(kernel.shape[1]):
                    out += kernel[i, j] * np.roll(image, (-i, -j), (0, 1))
            return out[::stride, ::stride]
        """),
        Wrong("mean", "The products were averaged; they are to be added up. A large window would answer more quietly "
              "than a small one.", {".sum()": ".mean()"}),
        Wrong("one too few", "One row and one column of results is missing: a window of h rows fits H − h + 1 times. "
              "In an image as large as itself it fits once.", {"// stride + 1": "// stride"},
              {"(image.shape[0] - h) // stride + 1": "-((h - image.shape[0]) // stride)",
               "(image.shape[1] - w) // stride + 1": "-((w - image.shape[1]) // stride)"},
              probe=lambda answer: answer(counted(3, 3), EDGE.copy(), 1).shape == (1, 1)),
        Wrong("one inside the division", "With a stride above 1 a row or a column of results is missing: after the "
              "first window there are (H − h) // stride steps, so the + 1 stands behind the division.",
              {"(image.shape[0] - h) // stride + 1": "(image.shape[0] - h + 1) // stride",
               "(image.shape[1] - w) // stride + 1": "(image.shape[1] - w + 1) // stride"}, example="stride 2"),
        Wrong("the rest used", "Where the stride leaves a rest, one more window was counted, which sticks out of the "
              "image. A window has to lie inside; pixels that are left over are not used.",
              {"(image.shape[0] - h) // stride + 1": "-((h - image.shape[0]) // stride) + 1",
               "(image.shape[1] - w) // stride + 1": "-((w - image.shape[1]) // stride) + 1",
               "    out =": "    image = np.pad(image, ((0, stride), (0, stride)))\n    out ="},
              example="stride 2, a row is left over"),
        Wrong("as large as the image", "The result is as large as the image: windows that stick out were counted with "
              "zeros. Here a window has to lie inside; who wants a frame of zeros lays it around the image before.",
              AS_LARGE, probe=lambda answer: int(np.count_nonzero(answer(counted(3, 3), np.ones((2, 2)), 1))) == 9),
        Wrong("whole numbers", "The result is made with the dtype of the image, and whole numbers cut off what stands "
              "behind the point. Make it an array of floats.", {"(rows, columns))": "(rows, columns), image.dtype)"},
              example="whole pixels, a window of fractions"),
        Wrong("rows for columns", "Rows and columns of the result are exchanged.", {"return out": "return out.T"}),
        Wrong("largest", "The largest of the products came back. It is their sum.", {".sum()": ".max()"}),
        Wrong("no products", "The pixels under the window were added up, without the window's weights: each is first "
              "multiplied by the number that lies on it.", {"(window * kernel)": "window"}),
    ],
    others=["""
        h, w = kernel.shape
        views = np.lib.stride_tricks.sliding_window_view(image, (h, w))[::stride, ::stride]
        return np.einsum("ijab,ab->ij", views, kernel)
    """, """
        h, w = kernel.shape
        rows, columns = range(0, image.shape[0] - h + 1, stride), range(0, image.shape[1] - w + 1, stride)
        return np.array([[np.vdot(image[top:top + h, left:left + w], kernel) for left in columns] for top in rows])
    """],
    hints=["How many windows of h rows fit into H rows? Count for H = 3, h = 2, then for stride 2.",
           "Two loops, over the rows and columns of the result. Result (i, j) belongs to the window whose first pixel "
           "is (i·stride, j·stride).",
           "(image[i * stride:i * stride + h, j * stride:j * stride + w] * kernel).sum(), for i below "
           "(H − h) // stride + 1 and j below (W − w) // stride + 1."])


def im2col(x, size, stride):
    N, C, H, W = x.shape
    rows, columns = (H - size) // stride + 1, (W - size) // stride + 1
    out = np.empty((N, C, size, size, rows, columns), x.dtype)
    for i in range(size):
        for j in range(size):                     # pixel (i, j) of every window at once
            out[:, :, i, j] = x[:, :, i:i + stride * rows:stride, j:j + stride * columns:stride]
    return out.reshape(N, C * size * size, rows * columns)


FLAT = "out.reshape(N, C * size * size, rows * columns)"
STEPS = {"i:i + stride * rows:stride, j:j + stride * columns:stride": "i:i + rows, j:j + columns"}

Exercise("8.2", im2col, difficulty=2, points=3, piece=lambda: convolution.im2col.piece, adapt=of_padded_images,
    numpy_only=True,
    aliases=lambda: (F.unfold,), close=1e-12,
    cases=[Case("3 × 3, windows of 2 × 2", x=counted(1, 1, 3, 3), size=2, stride=1),
           Case("two channels", x=counted(1, 2, 2, 3), size=2, stride=1),
           Case("two images", x=counted(2, 1, 2, 3), size=2, stride=1),
           Case("stride 2", x=counted(1, 1, 4, 4), size=2, stride=2),
           Case("windows of 3 × 3, stride 2", x=counted(2, 2, 5, 7), size=3, stride=2),
           Case("windows of one pixel", x=counted(1, 2, 2, 3), size=1, stride=1),
           Case("fractions", x=counted(1, 1, 3, 3) / 7, size=2, stride=1),
           Case("the same image, stride 1", x=counted(1, 1, 4, 4), size=2, stride=1),
           Case("a transposed image", x=counted(2, 1, 4, 3).swapaxes(2, 3), size=2, stride=1)],
    wrong=[
        Wrong("a row for each window", "Each window became a row. Here it is a column: (N, C·size·size, windows), so "
              "that a matrix with one filter in each row stands in front of it.",
              {FLAT: FLAT + ".swapaxes(1, 2)"}, example="3 × 3, windows of 2 × 2"),
        Wrong("channels last", "In a column the channels come first: all pixels of the first, then all of the second. "
              "Here the channels of one pixel stand together. A filter (C, size, size) is laid out by channels.",
              {FLAT: "out.transpose(0, 2, 3, 1, 4, 5).reshape(N, C * size * size, rows * columns)"},
              example="two channels"),
        Wrong("stride ignored", "The windows begin at neighbouring pixels, whatever the stride: with stride 2 they "
              "begin at 0, 2, 4 ….", STEPS, {" // stride": "", **STEPS}, example="stride 2"),
        Wrong("down the columns", "The windows are numbered down the columns of the image. They come in the order of "
              "reading: along the first row, then the second.",
              {FLAT: "out.swapaxes(4, 5).reshape(N, C * size * size, rows * columns)"},
              example="windows of 3 × 3, stride 2"),
        Wrong("pixels down the columns", "Inside a window the pixels are read down its columns. They come in the order "
              "of reading, as the weights of a filter do.", {"out[:, :, i, j]": "out[:, :, j, i]"}),
        Wrong("images side by side", "The windows of all images stand in one matrix. Each image keeps a matrix of its "
              "own: the first dimension of the result is N.",
              {FLAT: "out.transpose(1, 2, 3, 0, 4, 5).reshape(C * size * size, N * rows * columns)"},
              {FLAT: "out.transpose(1, 2, 3, 4, 5, 0).reshape(C * size * size, -1)"},
              example="two images"),
        Wrong("last window lost", "The last window of each row and column is missing: H − size + 1 of them fit.",
              {"(H - size) // stride + 1, (W - size) // stride + 1": "(H - size) // stride, (W - size) // stride"},
              {"(H - size) // stride + 1, (W - size) // stride + 1":
               "-((size - H) // stride), -((size - W) // stride)"},
              probe=lambda answer: [answer(counted(1, 1, n, n), 2, 1).shape[2] for n in (3, 5)] == [1, 9]),
        Wrong("as far apart as large", "The windows lie side by side, `size` pixels apart. They are `stride` apart, "
              "and overlap where that is less.", {"(H - size) // stride + 1, (W - size) // stride + 1":
                                              "H // size, W // size", "stride * rows:stride": "size * rows:size",
                                              "stride * columns:stride": "size * columns:size"},
              example="3 × 3, windows of 2 × 2"),
        Wrong("windows in front", "The numbers are all there, but mixed up: the windows stood before the numbers in "
              "them, and a reshape only lays numbers out anew, it turns nothing. Bring the windows to the end first: "
              "np.stack(…, axis=2), or transpose.", """
            N, C, H, W = x.shape
            windows = [x[:, :, top:top + size, left:left + size].reshape(N, -1)
                       for top in range(0, H - size + 1, stride) for left in range(0, W - size + 1, stride)]
            return np.stack(windows, axis=1).reshape(N, C * size * size, -1)
        """, """
            N, C, H, W = x.shape
            windows = np.array([x[:, :, top:top + size, left:left + size]
                                for top in range(0, H - size + 1, stride) for left in range(0, W - size + 1, stride)])
            return windows.reshape(N, C * size * size, -1)
        """),
        Wrong("the last window everywhere", "Each column holds the last window: all of them are one and the same "
              "array, filled again and again. Keep a new array of each window, or a copy.", """
            N, C, H, W = x.shape
            column, columns = np.empty((N, C * size * size), x.dtype), []
            for top in range(0, H - size + 1, stride):
                for left in range(0, W - size + 1, stride):
                    column[:] = x[:, :, top:top + size, left:left + size].reshape(N, -1)
                    columns.append(column)
            return np.stack(columns, axis=2)
        """),
        Wrong("windows of a row miscounted", "A window stands in column i · rows + j here. How many windows one row "
              "has depends on the width: i · columns + j.", """
            N, C, H, W = x.shape
            rows, columns = (H - size) // stride + 1, (W - size) // stride + 1
            out = np.zeros((N, C * size * size, rows * columns), x.dtype)
            for i in range(rows):
                for j in range(columns):
                    window = x[:, :, i * stride:i * stride + size, j * stride:j * stride + size]
                    out[:, :, (i * rows + j) % (rows * columns)] = window.reshape(N, -1)
            return out
        """),
        Wrong("all axes turned", "`.T` turns all axes of an array around, and the reshape behind it mixes images and "
              "pixels. Say which axes change places: transpose, or np.stack(…, axis=2).", """
            N, C, H, W = x.shape
            windows = [x[:, :, top:top + size, left:left + size].reshape(N, -1)
                       for top in range(0, H - size + 1, stride) for left in range(0, W - size + 1, stride)]
            return np.array(windows).T.reshape(N, C * size * size, -1)
        """, example="two images"),
        Wrong("one direction", "The windows go by the stride in one direction, and pixel by pixel in the other.",
              {"(W - size) // stride": "(W - size)", "j:j + stride * columns:stride": "j:j + columns"},
              {"(H - size) // stride": "(H - size)", "i:i + stride * rows:stride": "i:i + rows"}, example="stride 2"),
        Wrong("first channel only", "Only the first channel was read. A column holds the window of every channel: C · "
              "size · size numbers.", {FLAT: "out[:, 0].reshape(N, size * size, rows * columns)"},
              example="two channels"),
        Wrong("first image only", "Only the first image was read. Each image has a matrix of its own.",
              {FLAT: "out[:1].reshape(1, C * size * size, rows * columns)"}, {"= x[:, :, i:": "= x[:1, :, i:"},
              example="two images"),
        Wrong("not flattened", "The windows are there, but were not laid into columns: the result has three "
              "dimensions, (N, C·size·size, windows).", {f"return {FLAT}": "return out"}),
    ],
    others=["""
        N, C, H, W = x.shape
        columns = [x[:, :, top:top + size, left:left + size].reshape(N, -1)
                   for top in range(0, H - size + 1, stride) for left in range(0, W - size + 1, stride)]
        return np.stack(columns, axis=2)
    """, """
        views = np.lib.stride_tricks.sliding_window_view(x, (size, size), (2, 3))[:, :, ::stride, ::stride]
        N, C, rows, columns = views.shape[:4]
        return views.transpose(0, 1, 4, 5, 2, 3).reshape(N, C * size * size, rows * columns)
    """],
    hints=["Take one window of one image, x[:, :, top:top + size, left:left + size], and lay it flat: that is a "
           "column. How many are there?",
           "Either a list of columns and np.stack(columns, axis=2); or two loops over the size · size pixels of a "
           "window, each of which takes its pixel from all windows at once, by slices with a step.",
           "x[:, :, top:top + size, left:left + size].reshape(N, -1) for top in range(0, H - size + 1, stride), in it "
           "for left in range(0, W - size + 1, stride); then np.stack(…, axis=2)."])


def col2im(columns, shape, size, stride):
    N, C, H, W = shape
    down, across = (H - size) // stride + 1, (W - size) // stride + 1
    windows = columns.reshape(N, C, size, size, down, across)
    out = np.zeros(shape, columns.dtype)
    for i in range(size):
        for j in range(size):                     # where im2col read, add
            out[:, :, i:i + stride * down:stride, j:j + stride * across:stride] += windows[:, :, i, j]
    return out


BACK = "columns.reshape(N, C, size, size, down, across)"

Exercise("8.3", col2im, difficulty=2, points=3, piece=lambda: convolution.col2im.piece, adapt=of_framed_images,
    numpy_only=True,
    aliases=lambda: (F.fold,),
    cases=[Case("3 × 3 from four windows", columns=np.ones((1, 4, 4)), shape=(1, 1, 3, 3), size=2, stride=1),
           Case("columns that differ", columns=counted(1, 4, 4), shape=(1, 1, 3, 3), size=2, stride=1),
           Case("columns below 0", columns=-counted(1, 4, 4), shape=(1, 1, 3, 3), size=2, stride=1),
           Case("two channels, two images", columns=counted(2, 8, 2), shape=(2, 2, 2, 3), size=2, stride=1),
           Case("stride 2", columns=counted(1, 4, 4), shape=(1, 1, 4, 4), size=2, stride=2),
           Case("windows of 3 × 3, stride 2", columns=counted(1, 9, 6), shape=(1, 1, 5, 7), size=3, stride=2),
           Case("a column that no window reads", columns=counted(1, 4, 2), shape=(1, 1, 2, 5), size=2, stride=2),
           Case("fractions", columns=counted(1, 4, 4) / 8, shape=(1, 1, 3, 3), size=2, stride=1)],
    wrong=[
        Wrong("the largest", "Where windows overlap, the largest is left. A pixel that was read four times answers for "
              "four results: its gradients add up (+=).", """
            N, C, H, W = shape
            across, out = (W - size) // stride + 1, np.zeros(shape)
            for number in range(columns.shape[2]):
                top, left = number // across * stride, number % across * stride
                part = out[:, :, top:top + size, left:left + size]
                np.maximum(part, columns[:, :, number].reshape(N, C, size, size), out=part)
            return out
        """),
        Wrong("one column for all", "The first column was laid at every window. Each window has a column of its own: "
              "go on by one with each.", {"+= windows[:, :, i, j]": "+= windows[:, :, i, j, :1, :1]"},
              example="columns that differ"),
        Wrong("overwritten", "Where windows overlap, only the last one is left. A pixel that was read four times "
              "answers for four results: its gradients add up (+=), as in exercise 2.2. (With arrays of indices += "
              "adds once only where an index stands twice: np.add.at, or slices.)", {"+= windows": "= windows"}, """
            N, C, H, W = shape
            across = (W - size) // stride + 1
            out = np.zeros(shape)
            for number in range(columns.shape[2]):
                top, left = number // across * stride, number % across * stride
                out[:, :, top:top + size, left:left + size] = columns[:, :, number].reshape(N, C, size, size)
            return out
        """),
        Wrong("averaged", "Where windows overlap, the gradients were averaged. They are added: a pixel that is read "
              "four times moves the loss by all four.", """
            N, C, H, W = shape
            down, across = (H - size) // stride + 1, (W - size) // stride + 1
            windows = columns.reshape(N, C, size, size, down, across)
            out, counts = np.zeros(shape), np.zeros(shape)
            for i in range(size):
                for j in range(size):
                    place = np.s_[:, :, i:i + stride * down:stride, j:j + stride * across:stride]
                    out[place] += windows[:, :, i, j]
                    counts[place] += 1
            return out / np.maximum(counts, 1)
        """),
        Wrong("first image only", "Only the first image's columns were read. Each image has columns of its own.",
              {"+= windows[:, :, i, j]": "+= windows[:1, :, i, j]"}, example="two channels, two images"),
        Wrong("first channel only", "Only the first channel's part of a column was read. Each channel has its own.",
              {"+= windows[:, :, i, j]": "+= windows[:, :1, i, j]"}, example="two channels, two images"),
        Wrong("turned round", "In each window the pixels came back turned by half a turn. Each goes to the pixel that "
              "it was read from. (The filter looks turned round in a transposed convolution, which is this whole "
              "function after the product with the weights; nothing is turned in here.)",
              {"windows[:, :, i, j]": "windows[:, :, size - 1 - i, size - 1 - j]"}, example="columns that differ"),
        Wrong("pixels down the columns", "Inside a window, rows and columns are exchanged: column 1 of the gradient "
              "belongs to the pixel that im2col put there.", {"windows[:, :, i, j]": "windows[:, :, j, i]"},
              example="columns that differ"),
        Wrong("stride ignored", "The windows were put at neighbouring pixels. With stride 2 they were read at 0, 2, 4 "
              "…, and they go back there.", {"i:i + stride * down:stride, j:j + stride * across:stride":
                                          "i:i + down, j:j + across"}, example="stride 2"),
        Wrong("channels last", "A column holds all pixels of the first channel, then all of the second. Here it was "
              "read as if the channels of one pixel stood together.",
              {BACK: "columns.reshape(N, size, size, C, down, across).transpose(0, 3, 1, 2, 4, 5)"},
              example="two channels, two images"),
        Wrong("windows down the columns", "The windows were numbered down the columns of the image. im2col numbers "
              "them along its rows.",
              {BACK: "columns.reshape(N, C, size, size, across, down).swapaxes(4, 5)"},
              example="windows of 3 × 3, stride 2"),
        Wrong("last window lost", "The last window of each row and column is left out, and the numbers of all behind "
              "it are wrong with it: the last begins at H − size, so range(0, H − size + 1, stride).", """
            N, C, H, W = shape
            out, number = np.zeros(shape), 0
            for top in range(0, H - size, stride):
                for left in range(0, W - size, stride):
                    out[:, :, top:top + size, left:left + size] += columns[:, :, number].reshape(N, C, size, size)
                    number += 1
            return out
        """),
        Wrong("left-over pixels cut off", "The result is smaller than the image: pixels that no window reads are cut "
              "off. They are there, `shape` says how many, and their gradient is 0.", """
            N, C, H, W = shape
            down, across = (H - size) // stride + 1, (W - size) // stride + 1
            out = np.zeros((N, C, (down - 1) * stride + size, (across - 1) * stride + size))
            for number in range(down * across):
                top, left = number // across * stride, number % across * stride
                out[:, :, top:top + size, left:left + size] += columns[:, :, number].reshape(N, C, size, size)
            return out
        """, example="a column that no window reads"),
        Wrong("windows of a row miscounted", "Window n was looked for with the number of rows. How many windows stand "
              "in one row of them depends on W: across = (W − size) // stride + 1, and n lies at row n // across, "
              "column n % across.", """
            N, C, H, W = shape
            down, out = (H - size) // stride + 1, np.zeros(shape)
            for number in range(columns.shape[2]):
                top, left = number // down * stride, number % down * stride
                window = columns[:, :, number].reshape(N, C, size, size)
                out[:, :, top:top + size, left:left + size] += window[:, :, :H - top, :W - left]
            return out
        """, """
            N, C, H, W = shape
            down, out = (H - size) // stride + 1, np.zeros(shape)
            for number in range(columns.shape[2]):
                top, left = number // down * stride, number % down * stride
                out[:, :, top:top + size, left:left + size] += columns[:, :, number].reshape(N, C, size, size)
            return out
        """, example="windows of 3 × 3, stride 2"),
        Wrong("rows for columns", "The gradient was read as if each window had a row. It comes as im2col gives its "
              "result: (N, C·size·size, windows), one column for each window.",
              {BACK: "columns.swapaxes(1, 2).reshape(N, C, size, size, down, across)"}, example="columns that differ"),
    ],
    others=["""
        N, C, H, W = shape
        out, number = np.zeros(shape, columns.dtype), 0
        for top in range(0, H - size + 1, stride):
            for left in range(0, W - size + 1, stride):
                window = columns[:, :, number].reshape(N, C, size, size)
                out[:, :, top:top + size, left:left + size] += window
                number += 1
        return out
    """, """
        N, C, H, W = shape
        where = np.arange(H * W).reshape(H, W)
        read = np.lib.stride_tricks.sliding_window_view(where, (size, size))[::stride, ::stride]
        read = read.transpose(2, 3, 0, 1).reshape(size * size, -1)
        out = np.zeros((N, C, H * W), columns.dtype)
        np.add.at(out, (slice(None), slice(None), read), columns.reshape(N, C, size * size, -1))
        return out.reshape(shape)
    """],
    hints=["It is 8.2 with the assignment turned round: what was read from the image is added to it.",
           "Begin with zeros. Either go through the windows: column number n, as (N, C, size, size), is added where "
           "window n lies. Or through the size · size pixels of a window, with the slices of 8.2 on the left of +=.",
           "out[:, :, top:top + size, left:left + size] += columns[:, :, n].reshape(N, C, size, size), with n counting "
           "the windows along the rows."])


def conv2d_derivative(grad, x, weight, stride, padding):
    H, W = x.shape[2:]
    O, size, frame = len(weight), weight.shape[2], (padding, padding)
    framed = np.pad(x, ((0, 0), (0, 0), frame, frame))
    columns = im2col(framed, size, stride)                   # (N, C·size·size, places)
    rows = grad.reshape(len(x), O, -1)                       # (N, O, places)
    of_weight = (rows @ columns.swapaxes(1, 2)).sum(axis=0).reshape(weight.shape)
    of_framed = col2im(weight.reshape(O, -1).T @ rows, framed.shape, size, stride)
    of_x = of_framed[:, :, padding:padding + H, padding:padding + W]
    return of_x, of_weight, grad.sum(axis=(0, 2, 3))


def ignores_padding(answer):
    """Return True if the gradient of the filters is the same with a frame and without."""
    framed, bare = (answer(np.ones((1, 1, 2, 2)), counted(1, 1, 3, 3), EDGE[None, None], 1, n)[1] for n in (1, 0))
    return np.array_equal(framed, bare)


def layer(seed, images, filters, size, places, **settings):
    """Return the arguments of one call: images (N, C, H, W), this many filters, a gradient at each of the places."""
    rng = np.random.default_rng(seed)
    shapes = (images[0], filters, *places), images, (filters, images[1], size, size)
    grad, x, weight = (rng.integers(-4, 5, shape).astype(float) for shape in shapes)
    return {"grad": grad, "x": x, "weight": weight, **settings}


OF_WEIGHT, OF_ROWS = "(rows @ columns.swapaxes(1, 2)).sum(axis=0)", "weight.reshape(O, -1).T @ rows"
CUT_OFF, OF_BIAS = "of_framed[:, :, padding:padding + H, padding:padding + W]", "grad.sum(axis=(0, 2, 3))"

Exercise("8.7", conv2d_derivative, difficulty=3, points=4, piece=lambda: convolution.conv2d_derivative,
    adapt=of_any_convolution, numpy_only=True,
    results=("x's gradient", "weight's gradient", "the bias's gradient"),
    cases=[Case("one filter over 3 × 3", grad=np.array([[[[1.0, 0], [0, 2]]]]), x=counted(1, 1, 3, 3),
                weight=EDGE[None, None], stride=1, padding=0),
           Case("three filters, two channels", **layer(1, (1, 2, 3, 3), 3, 2, (2, 2), stride=1, padding=0)),
           Case("two images", **layer(2, (2, 1, 3, 3), 2, 2, (2, 2), stride=1, padding=0)),
           Case("a frame of zeros", **layer(3, (1, 1, 3, 3), 1, 3, (3, 3), stride=1, padding=1)),
           Case("stride 2", **layer(4, (1, 2, 4, 4), 2, 2, (2, 2), stride=2, padding=0)),
           Case("wide images, stride 2, a frame", **layer(5, (2, 2, 4, 7), 3, 3, (2, 4), stride=2, padding=1)),
           Case("windows of one pixel", **layer(6, (2, 3, 2, 2), 2, 1, (2, 2), stride=1, padding=0)),
           Case("pixels that no window reads", **layer(7, (1, 1, 4, 4), 1, 3, (1, 1), stride=2, padding=0))],
    wrong=[
        Wrong("frame left on", "The gradient of x still has the frame of zeros around it. x had none: cut off "
              "`padding` rows and columns on each side.", {f"of_x = {CUT_OFF}": "of_x = of_framed"},
              example="a frame of zeros"),
        Wrong("cut by minus 0", "Without padding nothing is left of the gradient of x: `[0:-0]` is `[0:0]`, an empty "
              "slice. Count from the front: padding:padding + H.",
              {CUT_OFF: "of_framed[:, :, padding:-padding, padding:-padding]"}, example="one filter over 3 × 3"),
        Wrong("cut at the wrong corner", "The frame was cut off below and at the right only. Row `padding` of the "
              "framed image is row 0 of x.", {CUT_OFF: "of_framed[:, :, :H, :W]"}, example="a frame of zeros"),
        Wrong("mean over images", "The gradient of the filters is the mean over the images. Every image was read by "
              "the same filters, so what comes from each is added up.", {".sum(axis=0)": ".mean(axis=0)"},
              example="two images"),
        Wrong("one for each image", "For the filters there is a gradient from each image. All images were read by the "
              "same filters: add up over the images.", {f"{OF_WEIGHT}.reshape(weight.shape)":
                                                       "rows @ columns.swapaxes(1, 2)"}, {f"{OF_WEIGHT}.reshape(":
              "(rows @ columns.swapaxes(1, 2)).reshape(len(x), *"}, example="two images"),
        Wrong("one image only", "Only one image has a say in the gradient of the filters, the first or the last. All "
              "were read by the same filters: add up what comes from each.",
              *({OF_WEIGHT: f"(rows @ columns.swapaxes(1, 2))[{n}]"} for n in (0, -1)), example="two images"),
        Wrong("bias over one image", "What came for the bias was added up over part of its places. A bias is added at "
              "every place of every image: sum over the dimensions 0, 2 and 3, one number is left for each filter.",
              {OF_BIAS: "grad.sum(axis=(2, 3))"}, {OF_BIAS: "grad[0].sum(axis=(1, 2))"}, {OF_BIAS: "grad.sum(axis=0)"},
              example="two images"),
        Wrong("added over the filters", "What came for the bias was added up over the filters, which are dimension 1. "
              "That is the one to keep: each filter has a bias.", {OF_BIAS: "grad.sum(axis=1)"},
              {OF_BIAS: "grad.sum(axis=(1, 2, 3))"}, {OF_BIAS: "grad.sum(axis=(1, 2))"}, example="two images"),
        Wrong("places counted", "For the bias the places were counted. What is added up is what came there: grad.",
              {OF_BIAS: "np.full(O, float(grad[:, 0].size))"}),
        Wrong("one bias", "All that came was added to one number. Each filter has a bias of its own.",
              {OF_BIAS: "grad.sum()"}, {OF_BIAS: "grad.sum(keepdims=True).reshape(1)"}),
        Wrong("mean for the bias", "The gradient of the bias is a mean. It was added at every place, and what comes "
              "from there is added up.", {OF_BIAS: "grad.mean(axis=(0, 2, 3))"}),
        Wrong("filters turned", "The filters were turned by half a turn before they met the gradient. col2im puts each "
              "number back where im2col read it: nothing is turned.",
              {OF_ROWS: "weight[:, :, ::-1, ::-1].reshape(O, -1).T @ rows"}, example="one filter over 3 × 3"),
        Wrong("reshaped, not transposed", "Rows and columns should be exchanged, and `reshape` was used: it keeps the "
              "order of the numbers, and so mixes them. Transpose (.T, swapaxes).",
              {OF_ROWS: "weight.reshape(-1, O) @ rows"}, {
                  "columns.swapaxes(1, 2)": "columns.reshape(len(x), columns.shape[2], -1)"},
              example="three filters, two channels"),
        Wrong("no frame", "x got no frame of zeros on each side before its windows were cut, so they are others, or "
              "fewer, than the answers whose gradient came.", {"np.pad(x, ((0, 0), (0, 0), frame, frame))": "x"},
              probe=ignores_padding, example="a frame of zeros"),
        Wrong("back without the frame", "The columns were cut out of the framed image, and col2im was given the shape "
              "of x. Add them up in the framed shape, and cut off the frame afterwards.",
              {"framed.shape, size": "x.shape, size"}, example="a frame of zeros"),
        Wrong("frame around all", "np.pad framed all four dimensions: there are images and channels of zeros now. "
              "Frame height and width only.", {"((0, 0), (0, 0), frame, frame)": "padding"},
              example="a frame of zeros"),
        Wrong("images mixed", "grad is (N, O, …), and was laid out as if the filters came first: numbers of several "
              "images stand in one row. reshape(N, O, −1) keeps them apart.",
              {"grad.reshape(len(x), O, -1)": "grad.reshape(O, len(x), -1).swapaxes(0, 1)"},
              {"grad.reshape(len(x), O, -1)": "grad.reshape(O, -1)"}, {OF_BIAS: "grad.reshape(O, -1).sum(axis=1)"},
              {OF_WEIGHT: "(grad.reshape(O, -1) @ columns.swapaxes(0, 1).reshape(columns.shape[1], -1).T)"},
              example="two images"),
    ],
    others=["""
        N, C, H, W = x.shape
        size, p = weight.shape[2], padding
        framed = np.zeros((N, C, H + 2 * p, W + 2 * p), x.dtype)
        framed[:, :, p:p + H, p:p + W] = x
        of_framed, of_weight = np.zeros_like(framed), np.zeros_like(weight)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                at = np.s_[:, :, i * stride:i * stride + size, j * stride:j * stride + size]
                of_framed[at] += np.einsum("no,ocab->ncab", grad[:, :, i, j], weight)
                of_weight += np.einsum("no,ncab->ocab", grad[:, :, i, j], framed[at])
        return of_framed[:, :, p:p + H, p:p + W], of_weight, grad.sum((0, 2, 3))
    """, {"(rows @ columns.swapaxes(1, 2)).sum(axis=0)": "np.einsum('nop,nkp->ok', rows, columns)",
          OF_BIAS: "rows.sum(axis=2).sum(axis=0)"}],
    hints=["Three gradients, one after the other. The bias of a filter was added at every place of every image. "
           "Filters and columns met in a product, as in 1.4. And columns go back into images by 8.3.",
           "With rows = grad.reshape(N, O, -1): for the filters rows @ columnsᵀ, added up over the images; for the "
           "columns filtersᵀ @ rows. The columns are those of the framed image, np.pad(x, …), and what comes back from "
           "col2im has the frame too: cut it off, [padding:padding + H].",
           "columns = im2col(framed, size, stride); (rows @ columns.swapaxes(1, 2)).sum(axis=0), in weight's shape; "
           "col2im(weight.reshape(O, -1).T @ rows, framed.shape, size, stride); grad.sum(axis=(0, 2, 3))."])


def leaf(values):
    return floats(values, requires_grad=True)


def pooled(answer, inputs):
    """Return the maxima of the first image and its gradient; other images go through before the way back.

    They are weighed 1.1, 2.1, 3.1, …: numbers that float32 does not hold.
    """
    images = [leaf(image) for image in inputs["images"]]
    outs = [answer.apply(image) for image in images]
    for out in outs:
        if not isinstance(out, Tensor):
            raise TypeError(f"MaxPool.apply gave a {type(out).__name__}: forward takes and returns Tensors.")
        (out * floats(np.arange(1.1, 1 + out.numel())).reshape(out.shape)).sum().backward()
    return plain(outs[0]), plain(images[0].grad)


ONE = np.array([[[[1.0, 3, 5, 6], [4, 2, 8, 7]]]])
SQUARE = np.array([[[[1.0, 3, 5, 6], [4, 2, 8, 7], [0, 9, 2, 1], [7, 3, 4, 0]]]])
ALIKE = np.array([[[[0.0, 0, 2, 1, 1, 3], [0, 0, 1, 2, 3, 0]]]])
BELOW = -counted(2, 2, 4, 2)[:, :, ::-1].copy()


class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        N, C, H, W = x.shape
        windows = x.reshape(N, C, H // 2, 2, W // 2, 2).transpose(3, 4).flatten(4)
        index = windows.argmax(dim=4, keepdim=True)
        ctx.save_for_backward(index)
        return windows.gather(4, index).squeeze(4)

    @staticmethod
    def backward(ctx, grad):
        index, = ctx.saved_tensors
        windows = mt.zeros(*grad.shape, 4, dtype=grad.dtype).scatter(4, index, grad.unsqueeze(4))
        N, C, h, w = grad.shape
        return windows.reshape(N, C, h, w, 2, 2).transpose(3, 4).reshape(N, C, 2 * h, 2 * w)


GIVEN = "mt.zeros(*grad.shape, 4, dtype=grad.dtype).scatter(4, index, grad.unsqueeze(4))"
JOINED = "windows.reshape(N, C, h, w, 2, 2).transpose(3, 4).reshape(N, C, 2 * h, 2 * w)"
CUT = "x.reshape(N, C, H // 2, 2, W // 2, 2).transpose(3, 4).flatten(4)"

Exercise("8.4", MaxPool, difficulty=2, points=3, run=pooled, results=("out", "gradient of x"),
    aliases=lambda: (pooling.max_pool2d, pooling.max_pool2d_indices, rare_pooling.adaptive_max_pool_indices,
                     rare_pooling.fractional_max_pool_indices, of_library("static.saved.simple", "max_pool2d")),
    cases=[Case("two windows", images=[ONE]), Case("a square image", images=[SQUARE]),
           Case("several alike", images=[ALIKE]), Case("nearly alike", images=[1 + ONE / 1e6]),
           Case("two calls", images=[ONE, ONE[..., ::-1].copy()]), Case("two images, two channels, below 0",
                                                                        images=[BELOW])],
    wrong=[
        Wrong("all that are alike", "Where several pixels of a window are the largest, each got the whole gradient, "
              "and more went back than came. After relu that is common: four zeros. Keep the index (argmax): it names "
              "one.",
              {"index = windows.argmax(dim=4, keepdim=True)\n        ctx.save_for_backward(index)\n        return "
               "windows.gather(4, index).squeeze(4)": "out = windows.max(dim=4, keepdim=True).values\n        "
               "ctx.save_for_backward(windows == out)\n        return out.squeeze(4)",
               GIVEN: "index.double() * grad.unsqueeze(4)"}, example="several alike"),
        Wrong("shared among those alike", "Where several pixels of a window are the largest, they share the gradient. "
              "That is a choice one can defend; the library's and PyTorch's is the first one alone.",
              {"index = windows.argmax(dim=4, keepdim=True)\n        ctx.save_for_backward(index)\n        return "
               "windows.gather(4, index).squeeze(4)": "out = windows.max(dim=4, keepdim=True).values\n        "
               "ctx.save_for_backward((windows == out).double())\n        return out.squeeze(4)",
               GIVEN: "index / index.sum(dim=4, keepdim=True) * grad.unsqueeze(4)"}, example="several alike"),
        Wrong("to all four", "Each pixel of a window got a share. Only the largest had a say in the result: a small "
              "change of the others changes nothing, so their gradient is 0.",
              {GIVEN: "mt.stack([grad] * 4, dim=4)"}, {GIVEN: "mt.stack([grad / 4] * 4, dim=4)"}),
        Wrong("mean", "The mean of each window came out; the largest is asked for.",
              {"windows.gather(4, index).squeeze(4)": "windows.mean(dim=4)", GIVEN: "mt.stack([grad / 4] * 4, dim=4)"},
              {"windows.gather(4, index).squeeze(4)": "windows.mean(dim=4)"}),
        Wrong("grad ignored", "The right pixels get a 1, whatever arrives. What arrives, grad, goes there.",
              {"grad.unsqueeze(4))": "mt.ones_like(grad).unsqueeze(4))"}),
        Wrong("windows not cut", "Four neighbours of one row were taken for a window. A window is two rows high: "
              "the two columns of W have to come behind the two rows of H (transpose) before they are laid flat.",
              {CUT: "x.reshape(N, C, H // 2, W // 2, 4)"},
              {CUT: "x.reshape(N, C, H // 2, W // 2, 4)", JOINED: "windows.reshape(N, C, 2 * h, 2 * w)"}),
        Wrong("not put back", "The gradient lies in the order of windows, not of pixels: what was transposed on the "
              "way in is to be transposed on the way out.", {JOINED: "windows.reshape(N, C, 2 * h, 2 * w)"}),
        Wrong("state on the class", "Both calls share one memory, so the second overwrote what the first had kept. ctx "
              "belongs to a single call: save there.",
              {"ctx.save_for_backward(index)": "MaxPool.index = index", "index, = ctx.saved_tensors":
               "index = MaxPool.index"}, example="two calls"),
        Wrong("last of several", "Where several are the largest, the last one got the gradient. Any of them would be "
              "a right slope; here, in the library and in PyTorch it is the first.",
              {"windows.argmax(dim=4, keepdim=True)": "3 - windows.flip(4).argmax(dim=4, keepdim=True)"},
              example="several alike"),
        Wrong("read down the columns", "Where upper right and lower left are both the largest, the lower left one got "
              "the gradient: the window was read down its columns. The first one is meant in the order of reading, "
              "row by row.", {".transpose(3, 4).flatten(4)": ".permute(0, 1, 2, 4, 5, 3).flatten(4)",
                              "2, 2).transpose(3, 4)": "2, 2).permute(0, 1, 2, 5, 3, 4)"}, example="several alike"),
        Wrong("larger than 0", "The search for the largest began with 0, so where all four are below 0 a 0 came out. "
              "Begin with the first pixel, or with -inf.",
              {"windows.gather(4, index).squeeze(4)": "windows.gather(4, index).squeeze(4).relu()",
               "index = windows.argmax(dim=4, keepdim=True)":
               "index = windows.relu().argmax(dim=4, keepdim=True)"},
              {"windows.gather(4, index).squeeze(4)": "windows.gather(4, index).squeeze(4).relu()"},
              example="two images, two channels, below 0"),
    ],
    others=[{CUT: "mt.stack([x[..., i::2, j::2] for i in (0, 1) for j in (0, 1)], dim=4)"}, """
        class MaxPool(mt.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                corners = np.stack([x.detach().numpy()[..., i::2, j::2] for i in (0, 1) for j in (0, 1)])
                ctx.index = corners.argmax(axis=0)
                return mt.tensor(corners.max(axis=0))

            @staticmethod
            def backward(ctx, grad):
                n, c, h, w = grad.shape
                out = np.zeros((n, c, 2 * h, 2 * w))
                for place in range(4):
                    out[..., place // 2::2, place % 2::2] = np.where(ctx.index == place, grad.numpy(), 0)
                return mt.tensor(out)
    """],
    hints=["Bring the four pixels of each window into a last dimension of size 4. What are the largest, and where do "
           "they stand?",
           "index = windows.argmax(dim=4, keepdim=True) names them; windows.gather(4, index) takes them; zeros with "
           "scatter(4, index, …) puts the gradient back to them. ctx.save_for_backward(index) keeps the index.",
           "backward: mt.zeros(*grad.shape, 4, dtype=grad.dtype).scatter(4, index, grad.unsqueeze(4)), then to "
           "(N, C, h, w, 2, 2), transpose(3, 4), and reshape to (N, C, 2·h, 2·w)."])


def prepared(answer, inplanes, planes, seed):
    """Return a block of this answer with weights, shifts and running statistics that are not the usual ones."""
    rng, block = np.random.default_rng(seed), answer(inplanes, planes).double()
    if not isinstance(block, nn.Module):
        raise TypeError(f"BasicBlock({inplanes}, {planes}) is a {type(block).__name__}, not a Module.")
    with mt.no_grad():
        for value in block.state_dict().values():
            if value.is_floating_point():
                value.copy_(floats(rng.normal(size=tuple(value.shape)).round(1) ** 2 + 0.1 if value.ndim < 2 else
                                   rng.normal(size=tuple(value.shape)).round(1)))
        for name, bias in block.named_parameters():
            if name.endswith("bias"):
                bias -= 1
    return block


def through_a_block(answer, inputs):
    """Return what a block makes of some images, the gradient that comes back, and what it makes of others."""
    inplanes, planes, training = inputs["inplanes"], inputs["planes"], inputs["training"]
    block = prepared(answer, inplanes, planes, inputs["seed"]).train(training)
    prepared(answer, inplanes, planes, inputs["seed"] + 1)             # another block is no affair of this one
    x = leaf(np.random.default_rng(inputs["seed"]).normal(size=(2, inplanes, 3, 3)).round(1))
    out = block(x)
    if isinstance(out, Tensor) and out.requires_grad:
        (out * floats(np.arange(1.0, 1 + out.numel())).reshape(out.shape)).sum().backward()
    return None if out is None else (plain(out), None if x.grad is None else plain(x.grad),
                                     plain(block.eval()(leaf(np.ones((2, inplanes, 3, 3)) / 2))))


class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
            nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = self.bn1(self.conv1(x)).relu()
        out = self.bn2(self.conv2(out))
        return (out + self.shortcut(x)).relu()


SUM, BN1, BN2 = "(out + self.shortcut(x)).relu()", "self.bn1(self.conv1(x))", "self.bn2(self.conv2(out))"

Exercise("8.6", BasicBlock, difficulty=1, points=3, run=through_a_block,
    results=("out", "gradient of x", "out of other images"),
    aliases=lambda: (resnet.BasicBlock,), close=1e-5,
    cases=[Case("one channel", inplanes=1, planes=1, training=False, seed=0),
           Case("one becomes two", inplanes=1, planes=2, training=False, seed=1),
           Case("two become three, in training", inplanes=2, planes=3, training=True, seed=2),
           Case("two stay two, in training", inplanes=2, planes=2, training=True, seed=3)],
    wrong=[
        Wrong("no shortcut", "x does not come back in: this is a plain row of layers. Add self.shortcut(x) before the "
              "last relu.", {SUM: "out.relu()"}),
        Wrong("relu before the sum", "There is a relu before the sum, so the block could only add to x, never take "
              "anything away. The second convolution ends with its batch norm.",
              {SUM: "(out.relu() + self.shortcut(x)).relu()"}, {SUM: "out.relu() + self.shortcut(x)"}),
        Wrong("no relu at the end", "The relu after the sum is missing.", {SUM: "out + self.shortcut(x)"}),
        Wrong("no relu inside", "The relu between the two convolutions is missing: without it the two are no more than "
              "one.", {"self.bn1(self.conv1(x)).relu()": "self.bn1(self.conv1(x))"}),
        Wrong("x itself", "x was added as it is, also where the number of channels changes. self.shortcut(x) brings it "
              "to the same shape. (From one channel to two nothing complains: it is broadcast.)",
              {"self.shortcut(x)": "x"}, example="one becomes two"),
        Wrong("norm after relu", "Batch norm stands behind the relu. In this block it comes first: convolution, batch "
              "norm, relu.", {"self.bn1(self.conv1(x)).relu()": "self.bn1(self.conv1(x).relu())"}),
        Wrong("x overwritten", "The shortcut begins at what a convolution made. It begins at the block's own "
              "input: keep x, and call what is computed by another name.",
              {"self.shortcut(x)": "self.shortcut(h)", "out = self.bn2(self.conv2(out))":
               "h = out\n        out = self.bn2(self.conv2(out))"},
              {"out = self.bn1": "x = self.bn1", "out = self.bn2(self.conv2(out))": "x = self.bn2(self.conv2(x))",
               "(out + ": "(x + "}),
        Wrong("norm after the sum", "The shortcut is added before the second batch norm, which belongs to the second "
              "convolution. The sum comes behind it, and the relu last.", *(
                  {BN2: "self.conv2(out)", SUM: form} for form in (
                      f"self.bn2({SUM})", "self.bn2(out + self.shortcut(x)).relu()"))),
        Wrong("norm missing", "A batch norm is missing: each convolution has one behind it.", {BN2: "self.conv2(out)"},
              {f"{BN1}.relu()": "self.conv1(x).relu()"},
              {BN2: "self.conv2(out)", f"{BN1}.relu()": "self.conv1(x).relu()"}),
        Wrong("norm before convolution", "Batch norm and relu stand before the convolutions. A later block has it so; "
              "in this one each convolution comes first, then its batch norm.",
              {f"{BN1}.relu()": "self.conv1(self.bn1(x).relu())", BN2: "self.conv2(self.bn2(out).relu())",
               SUM: "out + self.shortcut(x)"}, {f"{BN1}.relu()": "self.conv1(self.bn1(x).relu())",
                                                BN2: "self.conv2(self.bn2(out).relu())"}, example="one channel"),
        Wrong("joined", "The shortcut was laid beside what the block computes, as more channels. It is added.",
              {SUM: "mt.cat([out, self.shortcut(x)], dim=1).relu()"}),
        Wrong("norm always in evaluation", "A batch norm takes its running statistics in training too: eval() was "
              "called in forward. The mode belongs to who trains; leave it.",
              {"        out = self.bn1": "        self.bn1.eval()\n        out = self.bn1"},
              {"        out = self.bn1": "        self.eval()\n        out = self.bn1"},
              example="two become three, in training"),
        Wrong("one norm twice", "Both convolutions use the first batch norm. Each has its own weights and running "
              "statistics.", {"self.bn2(": "self.bn1("}),
        Wrong("one convolution twice", "One convolution is used twice, and the other never: each has weights of its "
              "own.", {"self.conv2(": "self.conv1("}, {"self.conv1(": "self.conv2("}, example="two stay two, in "
              "training"),
        Wrong("layers shared by blocks", "Two blocks share a layer: it was made once, on the class, in a default "
              "argument or in a cache, and training one block changes the other. Make each layer in __init__.", """
            LAYERS = {}


            class BasicBlock(nn.Module):
                def __init__(self, inplanes, planes):
                    super().__init__()
                    first = nn.Conv2d(inplanes, planes, 3, padding=1, bias=False)
                    self.conv1, self.bn1 = LAYERS.setdefault((inplanes, planes), first), nn.BatchNorm2d(planes)
                    self.conv2, self.bn2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False), nn.BatchNorm2d(planes)
                    self.shortcut = nn.Identity() if inplanes == planes else nn.Sequential(
                        nn.Conv2d(inplanes, planes, 1, bias=False), nn.BatchNorm2d(planes))

                def forward(self, x):
                    out = self.bn2(self.conv2(self.bn1(self.conv1(x)).relu()))
                    return (out + self.shortcut(x)).relu()
        """, {"(self, inplanes, planes)": "(self, inplanes, planes, kept={})",
              "self.bn1 = nn.BatchNorm2d(planes)": "self.bn1 = kept.setdefault((1, planes), nn.BatchNorm2d(planes))",
              "self.bn2 = nn.BatchNorm2d(planes)": "self.bn2 = kept.setdefault((2, planes), nn.BatchNorm2d(planes))"}),
        Wrong("on the class", "A layer lies on the class: all blocks share it, and parameters() does not find it. "
              "Assign it to self in __init__.", {"self.conv1": "BasicBlock.conv1"}, {"self.bn1": "BasicBlock.bn1"},
              {"self.shortcut": "BasicBlock.shortcut"}, probe=lambda answer: layers_on_the_class(answer, 1, 2)),
        Wrong("shortcut taken twice", "What comes out is right, but self.shortcut(x) is called twice, and in training "
              "each call moves the running statistics of its batch norm. Keep what it gave.", {
                  f"return {SUM}": f"self.shortcut(x)\n        return {SUM}"}, example="two become three, in training"),
        Wrong("relu of x first", "x went through a relu before all else, so what was below 0 is lost on both ways. The "
              "block begins with its first convolution.",
              {"        out = self.bn1(self.conv1(x)).relu()": "        x = x.relu()\n        "
               "out = self.bn1(self.conv1(x)).relu()"}),
        Wrong("relu with an end", "The relu ends at 6 (clamp(0, 6), relu6). A relu has no upper end.",
              {").relu()": ").clamp(0, 6)"}, {SUM: "(out + self.shortcut(x)).clamp(0, 6)"}),
        Wrong("only in training", "The shortcut is added in training only. It belongs to the block: in evaluation it "
              "is there too.", {SUM: "(out + self.shortcut(x) if self.training else out).relu()"}, example="one "
              "channel"),
        Wrong("shortcut cut off", "What comes out is right, but the shortcut passes no gradient (detach, no_grad, "
              ".data). It is there for the gradient: through it the gradient reaches x as it is.",
              {"self.shortcut(x))": "self.shortcut(x).detach())"}, {"self.shortcut(x))": "self.shortcut(x.detach()))"}),
        Wrong("multiplied", "The shortcut was multiplied with what the block computes. It is added: only a sum lets "
              "the gradient pass unchanged.", {"out + self": "out * self"}),
    ],
    others=[{SUM: "F.relu(self.shortcut(x) + out)", "self.bn1(self.conv1(x)).relu()":
             "F.relu(self.bn1(self.conv1(x)))"},
            {"out = self.bn1(self.conv1(x)).relu()\n        out = self.bn2(self.conv2(out))\n        return " + SUM:
             "inner = nn.Sequential(self.conv1, self.bn1, nn.ReLU(), self.conv2, self.bn2)\n        "
             "return mt.relu(mt.add(inner(x), self.shortcut(x)))"}],
    hints=["Follow the arrows from x: convolution, batch norm, relu, convolution, batch norm. Where does the other "
           "arrow from x end?",
           "out = self.bn1(self.conv1(x)).relu(), then the second pair without relu. x must still be there.",
           "return (out + self.shortcut(x)).relu()"])


def move_images(images, moves):
    H, W = images.shape[2:]
    most = abs(moves).max()
    framed = np.pad(images, ((0, 0), (0, 0), (most, most), (most, most)))
    out = np.empty_like(images)
    for n, (down, right) in enumerate(moves):
        out[n] = framed[n, :, most - down:most - down + H, most - right:most - right + W]
    return out


MOVED = "framed[n, :, most - down:most - down + H, most - right:most - right + W]"
PADDED = "((0, 0), (0, 0), (most, most), (most, most))"


def moved_images(answer, inputs):
    """Return the moved images, their dtype, and whether they are in the memory of the given ones."""
    out = answer(**inputs)
    return out, str(getattr(out, "dtype", "none")), isinstance(out, np.ndarray) and np.shares_memory(
        out, inputs["images"])


Exercise("8.8", move_images, difficulty=2, points=2, numpy_only=True, run=moved_images,
    results=("the moved images", "their dtype", "whether they are the given array"),
    cases=[Case("one to the right", images=counted(1, 1, 3, 3), moves=np.array([[0, 1]])),
           Case("two down", images=counted(1, 1, 3, 3), moves=np.array([[2, 0]])),
           Case("up and to the left", images=counted(1, 1, 3, 3), moves=np.array([[-1, -2]])),
           Case("each by its own", images=counted(3, 1, 2, 3), moves=np.array([[1, 0], [0, -1], [0, 0]])),
           Case("two channels, a wide image", images=counted(2, 2, 3, 5), moves=np.array([[1, 2], [-2, 3]])),
           Case("far", images=counted(1, 1, 6, 7), moves=np.array([[5, -6]])),
           Case("nothing moves", images=counted(2, 1, 2, 3), moves=np.array([[0, 0], [0, 0]])),
           Case("fractions", images=counted(1, 1, 3, 4) / 8, moves=np.array([[1, -1]])),
           Case("whole numbers", images=counted(2, 1, 3, 3).astype(np.uint8), moves=np.array([[1, 1], [0, -1]]))],
    wrong=[
        Wrong("0 counts from the end", "An image that does not move in one direction is lost or does not fit: `[:-0]` "
              "is `[:0]`, which is empty. Count from the front, `[:H - down]`, or ask for 0 apart.", *("""
            out = np.zeros_like(images)
            for n, (d, r) in enumerate(moves):
                moved = np.zeros_like(images[n])
                if d SIGN 0:
                    moved[:, d:] = images[n][:, :-d]
                else:
                    moved[:, :d] = images[n][:, -d:]
                if r SIGN 0:
                    out[n][:, :, r:] = moved[:, :, :-r]
                else:
                    out[n][:, :, :r] = moved[:, :, -r:]
            return out
        """.replace("SIGN", sign) for sign in (">=", ">")), example="one to the right"),
        Wrong("frame too narrow", "The frame is too narrow, so a window ends outside of it. It has to be as wide as "
              "the largest move, up and to the left too: abs(moves).max().", {"abs(moves).max()": "moves.max()"},
              {"abs(moves).max()": "2"}, {"abs(moves).max()": "1"}, *({"np.empty_like(images)": "[]", "return out":
              "return np.stack(out)", f"out[n] = {MOVED}": f"out.append({MOVED})", "abs(moves).max()": most}
              for most in "1234"), example="far"),
        Wrong("another dtype", "The moved images have another dtype than the given ones: np.zeros makes float64. "
              "np.zeros_like(images) keeps it.", {"np.empty_like(images)": "np.zeros(images.shape)"},
              {"return out": "return out.astype(np.float32)"}, example="whole numbers"),
        Wrong("around the border", "What leaves at one side comes in at the other (roll). Zeros come in.",
              {PADDED: f"{PADDED}, mode='wrap'"}),
        Wrong("one move for all", "All images move by the first move. Row n of `moves` is for image n.",
              {"enumerate(moves)": "enumerate([moves[0]] * len(moves))"}, example="each by its own"),
        Wrong("the other way", "Every image moves the other way: a positive number goes down and to the right. If the "
              "image goes right, the window over it goes left.",
              {MOVED: "framed[n, :, most + down:most + down + H, most + right:most + right + W]"}),
        Wrong("down for right", "Down and right are exchanged: the first number of a move counts rows.",
              {"(down, right)": "(right, down)"}),
        Wrong("one direction", "The images move in one direction only. A move has two numbers, down and right.",
              {"most - down:most - down + H": "most:most + H"}, {"most - right:most - right + W": "most:most + W"},
              example="up and to the left"),
        Wrong("old pixels left", "Where nothing comes in, the old pixels are left. Begin with zeros, not a copy.", """
            H, W = images.shape[2:]
            out = images.copy()
            for n, (d, r) in enumerate(moves):
                out[n, :, max(d, 0):H + min(d, 0), max(r, 0):W + min(r, 0)] = images[
                    n, :, max(-d, 0):H + min(-d, 0), max(-r, 0):W + min(-r, 0)]
            return out
        """),
        Wrong("border repeated", "The outermost pixels are repeated where zeros should come in.",
              {PADDED: f"{PADDED}, mode='edge'"}, {PADDED: f"{PADDED}, mode='reflect'"}),
        Wrong("first channel only", "Only the first channel moves. All channels of an image move together.", {
            "out[n] =": "out[n] = images[n]\n        out[n, 0] =", MOVED: MOVED.replace("n, :", "n, 0")},
              example="two channels, a wide image"),
        Wrong("only down and right", "Moves below 0 are lost: an image may go up or to the left too.",
              {"enumerate(moves)": "enumerate(moves.clip(0))"}, {"enumerate(moves)": "enumerate(abs(moves))"}, """
            H, W = images.shape[2:]
            out = np.zeros_like(images)
            for n, (d, r) in enumerate(moves):
                out[n, :, d:, r:] = images[n, :, :H - d, :W - r]
            return out
        """, example="up and to the left"),
        Wrong("index below 0", "An index below 0 counts from the end: what leaves at one side comes in at the other. "
              "Look at both ends: 0 <= i - down < H.", *("""
            N, C, H, W = images.shape
            out = np.zeros_like(images)
            for n, i, j in np.ndindex(N, H, W):
                a, b = i SIGN moves[n, 0], j SIGN moves[n, 1]
                if a < H and b < W:
                    out[n, :, TO] = images[n, :, FROM]
            return out
        """.replace("SIGN", sign).replace("TO", to).replace("FROM", start) for sign, to, start in (
            ("-", "i, j", "a, b"), ("+", "a, b", "i, j"))), example="one to the right"),
    ],
    others=["""
        H, W = images.shape[2:]
        out = np.zeros_like(images)
        for n, (d, r) in enumerate(moves):
            out[n, :, max(d, 0):H + min(d, 0), max(r, 0):W + min(r, 0)] = images[
                n, :, max(-d, 0):H + min(-d, 0), max(-r, 0):W + min(-r, 0)]
        return out
    """, """
        N, C, H, W = images.shape
        out = np.zeros(images.shape, images.dtype)
        for n in range(N):
            down, right = moves[n]
            for i in range(H):
                for j in range(W):
                    if 0 <= i - down < H and 0 <= j - right < W:
                        out[n, :, i, j] = images[n, :, i - down, j - right]
        return out
    """],
    hints=["Pixel (i, j) of the moved image is pixel (i − down, j − right) of the old one, or 0 where there is none.",
           "Lay a frame of zeros around all images, as wide as the largest move (np.pad). In it every moved image is a "
           "window of H × W, as in 8.1. Where does the window of (0, 0) begin, where that of (0, 1)?",
           "With a frame of `most` pixels: framed[n, :, most - down:most - down + H, most - right:most - right + W], "
           "for n, (down, right) in enumerate(moves)."])


def receptive_field(layers):
    field, step = 1, 1
    for size, stride in layers:
        field += (size - 1) * step                # step: pixels of the image between two neighbours here
        step *= stride
    return field


Exercise("8.5", receptive_field, difficulty=1, points=2, retired=True,
    cases=[Case("one layer", layers=[(3, 1)]), Case("two layers", layers=[(3, 1), (3, 1)]),
           Case("a stride", layers=[(3, 2), (3, 1)]), Case("two strides", layers=[(3, 2), (3, 2), (3, 1)]),
           Case("convolutions and pools", layers=[(3, 1), (2, 2), (3, 1), (2, 2), (3, 1)]),
           Case("ResNet's beginning", layers=[(7, 2), (3, 2), (3, 1), (3, 1)]), Case("no layer", layers=[]),
           Case("strides of 3 and 4", layers=[(5, 4), (3, 3), (3, 1)]),
           Case("a window of one pixel with a stride", layers=[(3, 1), (1, 2), (3, 1), (2, 1)])],
    wrong=[
        Wrong("sizes added", "The sizes were added up. Neighbouring windows overlap: a second window of 3 sees only "
              "2 pixels more, since it sits on three results that share most of theirs.",
              "return sum(size for size, _ in layers)", "return 1 + sum(size for size, _ in layers)"),
        Wrong("strides ignored", "The strides play no part. After a stride of 2 neighbours lie two pixels of the image "
              "apart, and every later window reaches twice as far.",
              "return 1 + sum(size - 1 for size, _ in layers)", example="a stride"),
        Wrong("own stride", "A layer's own stride was counted in its reach. Its window still lies on neighbours; the "
              "stride spreads only what comes after it.", {"        field += (size - 1) * step\n        step *= stride":
                                                      "        step *= stride\n        field += (size - 1) * step"}),
        Wrong("only the last stride", "Only the stride of the layer just before was counted. Strides multiply: after "
              "two of 2, neighbours lie four pixels apart.", {"step *= stride": "step = stride"},
              example="two strides"),
        Wrong("from the wrong end", "The layers count from the wrong end: a stride spreads what comes after it. With a "
              "step that grows go from the first layer to the last; the rule (field − 1) · stride + size goes from the "
              "last to the first.", {"in layers:": "in layers[::-1]:"},
              {"field += (size - 1) * step": "field = (field - 1) * stride + size"}, example="a stride"),
        Wrong("pairs turned round", "A pair is (size, stride), in this order: here the stride was taken for the size.",
              {"for size, stride in": "for stride, size in"}),
        Wrong("one too few", "It is one less than wanted: a result that went through no layer still sees one pixel, "
              "itself. Begin with 1.", {"field, step = 1, 1": "field, step = 0, 1"}),
        Wrong("size counted whole", "Each layer adds size − 1 steps: one pixel of its window was seen already.",
              {"(size - 1) * step": "size * step"}, {"(size - 1) * step": "size * step", "= 1, 1": "= 0, 1"},
              example="two layers"),
    ],
    others=["""
        field = 1
        for size, stride in reversed(layers):
            field = (field - 1) * stride + size
        return field
    """, """
        strides = [1, *np.cumprod([stride for _, stride in layers])]
        return int(1 + sum((size - 1) * step for (size, _), step in zip(layers, strides)))
    """],
    hints=["One layer of size 3 sees 3 pixels. Put a second one on top: its three neighbours see pixels 1–3, 2–4, 3–5.",
           "Keep two numbers: how many pixels are seen so far, and how far apart in the image two neighbours of this "
           "layer are. The second begins with 1, and every stride multiplies it.",
           "field += (size - 1) * step, then step *= stride; both begin with 1."])

# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("from minitorch.learn.convnets", "digits, unseen = Digits()", "weights_in_rows ="): {
        "8.2 pixels down the columns": None,
        "convolution turns its window round": """
        right = mt.nn.functional.conv2d
        mt.nn.functional.conv2d = lambda x, w, *given, **settings: right(x, w.flip(2, 3), *given, **settings)""",
    },
    ("from minitorch.learn.convnets", "digits, unseen = Digits()", "times_read ="): {
        "8.3 overwritten": None,
        "8.3 averaged": None,
    },
    ("from minitorch.learn.convnets", "digits, unseen = Digits()", "by_differences ="): {
        "8.7 mean over images": None,
        "8.7 filters turned": None,
    },
    ("from minitorch.learn.convnets", "digits, unseen = Digits()", "slopes_by_layer ="): {
        "relu leaks a tenth": 'plant(registry["relu"].piece, lambda right: lambda xp, x: xp.maximum(x, 0.1 * x))',
        "a sum lets only half through": 'gradient("add", lambda right: lambda grad, out, x, y: (grad, grad * 0.5))',
    },
}
