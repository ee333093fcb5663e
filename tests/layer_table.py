"""The table of layers: constructor arguments and inputs; every row must give the same numbers as PyTorch."""
# ruff: noqa: E501     (a row a line)

from draws import Draw, apart, fraction, normal, positive
from layers import layer

import minitorch as mt

image, signal = normal(2, 4, 6, 7), normal(2, 4, 9)
gaps, gap_signal = apart(2, 2, 6, 7), apart(2, 2, 9)

convolutions = [
    layer("Conv1d", 4, 6, 3).on(signal), layer("Conv1d", 4, 6, 3).on(normal(4, 9)),
    layer("Conv1d", 4, 6, 3, stride=2, padding=2, dilation=2, groups=2, bias=False).on(signal),
    layer("Conv1d", 4, 2, 4, padding="same").on(signal), layer("Conv1d", 4, 2, (5,), padding="valid").on(signal),
    *[layer("Conv1d", 4, 2, 3, padding=2, padding_mode=mode).on(signal) for mode in ("reflect", "replicate", "circular")],
    layer("Conv2d", 4, 6, 3).on(image), layer("Conv2d", 4, 6, (3, 2), (2, 1), (1, 2), (1, 2), 2).on(image),
    layer("Conv2d", 4, 4, 3, groups=4, bias=False).on(normal(4, 6, 7)), layer("Conv2d", 4, 8, 1).on(image),
    *[layer("Conv2d", 4, 2, 3, padding=(2, 1), padding_mode=mode).on(image)
      for mode in ("reflect", "replicate", "circular")],
    layer("Conv2d", 4, 2, (4, 3), padding="same", padding_mode="circular").on(image),
    layer("Conv2d", 4, 2, 3, padding="valid", padding_mode="reflect").on(image),
    layer("ConvTranspose1d", 4, 6, 3).on(signal), layer("ConvTranspose1d", 4, 6, 3, 2, 1, 1, 2).on(signal),
    layer("ConvTranspose1d", 4, 6, 3, dilation=3, output_padding=2, bias=False).on(normal(4, 9)),
    layer("ConvTranspose2d", 4, 6, 3).on(image), layer("ConvTranspose2d", 4, 6, 4, 2, 1).on(image),
    layer("ConvTranspose2d", 4, 2, (3, 2), (2, 3), (1, 0), (1, 2), 2, False, 2).on(image),
    layer("ConvTranspose2d", 4, 2, 3, padding=3).on(image), layer("ConvTranspose2d", 4, 2, 3).on(normal(4, 3, 3)),
    layer("ConvTranspose2d", 4, 2, 3, stride=2, padding=1).on(image, output_size=(12, 13)),
]

volume = normal(2, 4, 4, 3, 4)
volumes = [
    layer("Conv3d", 4, 6, 3).on(volume), layer("Conv3d", 4, 6, (1, 2, 3), (2, 1, 2), (0, 1, 2), (1, 2, 1), 2).on(volume),
    layer("Conv3d", 4, 2, (2, 3, 2), padding="same", bias=False).on(normal(4, 4, 3, 4)),
    *[layer("Conv3d", 4, 2, 2, padding=(2, 1, 1), padding_mode=mode).on(volume) for mode in ("reflect", "replicate", "circular")],
    layer("ConvTranspose3d", 4, 6, 2).on(volume), layer("ConvTranspose3d", 4, 2, (2, 3, 1), 2, (1, 1, 0), (1, 1, 0), 2).on(volume),
    layer("ConvTranspose3d", 4, 2, 2, dilation=(3, 2, 1), output_padding=(2, 1, 0), bias=False).on(normal(4, 2, 3, 2)),
    layer("ConvTranspose3d", 4, 2, 3, stride=2, padding=1).on(volume, output_size=(8, 5, 7)),
    layer("MaxPool3d", 2).on(apart(2, 2, 4, 4, 5)), layer("MaxPool3d", (3, 2, 2), (2, 1, 2), (1, 0, 1), ceil_mode=True).on(apart(2, 4, 5, 4)),
    layer("MaxPool3d", 2, 1, 1, (2, 1, 2), return_indices=True).on(apart(1, 2, 4, 3, 4)),
    layer("AvgPool3d", 2).on(volume), layer("AvgPool3d", 2, 2, 1, True, False).on(volume),
    layer("AvgPool3d", (3, 2, 1), (1, 2, 1), (1, 0, 0), divisor_override=5).on(normal(4, 4, 3, 4)),
    layer("AvgPool3d", 2, 2, 1, ceil_mode=True).on(volume), layer("LPPool3d", 3, 2, ceil_mode=True).on(positive(1, 2, 3, 3, 3)),
    layer("AdaptiveAvgPool3d", (3, None, 2)).on(volume), layer("AdaptiveAvgPool3d", 1).on(normal(4, 4, 3, 4)),
    layer("AdaptiveMaxPool3d", (3, None, 2)).on(apart(1, 2, 4, 3, 4)), layer("AdaptiveMaxPool3d", 2, return_indices=True).on(apart(2, 4, 3, 5)),
]
fractional = [
    layer("fractional_max_pool2d", (2, 3), (4, 3), _random_samples=fraction(2, 2, 2)).on(gaps),
    layer("fractional_max_pool2d", 2, None, (0.5, 0.7), True, fraction(1, 2, 2)).on(apart(2, 6, 7)),
    layer("fractional_max_pool3d", (2, 1, 2), (2, 3, 1), _random_samples=fraction(1, 2, 3)).on(apart(1, 2, 4, 4, 3)),
    layer("FractionalMaxPool2d", 3, 1, return_indices=True).on(apart(1, 2, 3, 3)),
    layer("FractionalMaxPool3d", (2, 1, 2), output_ratio=0.5).on(apart(2, 3, 3, 3)),
]

pads = [
    *[layer(f"{way}Pad1d", padding).on(signal) for way in ("Zero", "Reflection", "Replication", "Circular")
      for padding in (2, (1, 3))],
    *[layer(f"{way}Pad2d", padding).on(image) for way in ("Zero", "Reflection", "Replication", "Circular")
      for padding in (2, (1, 3, 0, 2))],
    *[layer(f"{way}Pad3d", (1, 1, 0, 1, 1, 0)).on(normal(1, 2, 2, 3, 3)) for way in ("Zero", "Replication", "Circular")],
    layer("ReflectionPad2d", 1).on(normal(4, 6, 7)), layer("ZeroPad2d", (-1, 1, 0, -2)).on(image),
    layer("ConstantPad1d", 2, 3.5).on(signal), layer("ConstantPad2d", (1, 0, 2, 1), -1.5).on(image),
    layer("ConstantPad3d", 1, 0.5).on(normal(1, 2, 2, 3, 3)),
    layer("pad", (1, 2)).on(normal(3)), layer("pad", (1, 2, -1, 1), "constant", 2.5).on(normal(3, 4)),
    layer("pad", (1, 1, 2, 0), mode="reflect").on(normal(2, 3, 4)), layer("pad", [2, 1], "circular").on(normal(3, 4)),
]

pools = [
    layer("MaxPool1d", 2).on(gap_signal), layer("MaxPool1d", 3, 2, 1, 2, ceil_mode=True).on(gap_signal),
    layer("MaxPool1d", 3, return_indices=True).on(apart(2, 9)),
    layer("MaxPool2d", 2).on(gaps), layer("MaxPool2d", (3, 2), (2, 1), (1, 0), ceil_mode=True).on(gaps),
    layer("MaxPool2d", 2, 1, dilation=(2, 3)).on(apart(2, 6, 7)),
    layer("MaxPool2d", 3, 2, 1, return_indices=True).on(gaps),
    layer("MaxPool2d", 2, 1, 1, 2, return_indices=True).on(gaps),
    layer("AvgPool1d", 2).on(signal), layer("AvgPool1d", 3, 2, 1, True, False).on(signal),
    layer("AvgPool1d", (4,), padding=2).on(normal(4, 9)),
    layer("AvgPool2d", 2).on(image), layer("AvgPool2d", 3, 2, 1, True, False).on(image),
    layer("AvgPool2d", (3, 2), padding=(1, 0), divisor_override=5).on(image),
    layer("AvgPool2d", 3, 2, 1, ceil_mode=True).on(normal(4, 6, 7)),
    layer("AdaptiveAvgPool1d", 4).on(signal), layer("AdaptiveAvgPool1d", 1).on(normal(4, 9)),
    layer("AdaptiveAvgPool2d", 1).on(image), layer("AdaptiveAvgPool2d", (4, 3)).on(image),
    layer("AdaptiveAvgPool2d", (None, 8)).on(normal(4, 6, 7)),
    layer("AdaptiveMaxPool1d", 4).on(gap_signal), layer("AdaptiveMaxPool1d", 2, return_indices=True).on(apart(2, 9)),
    layer("AdaptiveMaxPool2d", (4, 3)).on(gaps), layer("AdaptiveMaxPool2d", 3, return_indices=True).on(gaps),
    layer("AdaptiveMaxPool2d", (None, 2)).on(apart(2, 6, 7)),
    layer("LPPool1d", 2, 3).on(positive(2, 2, 9)), layer("LPPool2d", 3, 2, ceil_mode=True).on(positive(2, 2, 5, 5)),
    layer("LPPool2d", 2.5, (2, 3), stride=1).on(positive(2, 2, 5, 5)),
]

norms = [
    layer("BatchNorm1d", 4).on(normal(5, 4)), layer("BatchNorm1d", 4, momentum=None).on(signal),
    layer("BatchNorm2d", 4, eps=0.1, momentum=0.3).on(image), layer("BatchNorm2d", 4, affine=False).on(image),
    layer("BatchNorm2d", 4, track_running_stats=False).on(image).but(mode="eval"),
    layer("BatchNorm2d", 4).on(image).but(mode="eval"), layer("BatchNorm2d", 4, bias=False).on(image),
    layer("BatchNorm3d", 2).on(normal(2, 2, 2, 3, 2)),
    layer("LayerNorm", 5).on(normal(3, 5)), layer("LayerNorm", (3, 5)).on(normal(2, 3, 5)),
    layer("LayerNorm", [5], 0.1, bias=False).on(normal(2, 3, 5)), layer("LayerNorm", 5, elementwise_affine=False).on(normal(5)),
    layer("RMSNorm", 5).on(normal(3, 5)), layer("RMSNorm", (3, 5), 0.1, False).on(normal(2, 3, 5)),
    layer("GroupNorm", 2, 4).on(image), layer("GroupNorm", 4, 4, 0.1).on(signal), layer("GroupNorm", 1, 4, affine=False).on(image),
    layer("GroupNorm", 2, 4, bias=False).on(normal(3, 4)),
    layer("InstanceNorm1d", 4).on(signal), layer("InstanceNorm1d", 4, affine=True).on(normal(4, 9)),
    layer("InstanceNorm2d", 4, track_running_stats=True, affine=True).on(image),
    layer("InstanceNorm2d", 4, track_running_stats=True).on(image).but(mode="eval"),
    layer("InstanceNorm3d", 2).on(normal(2, 2, 2, 3, 2)),
    layer("LocalResponseNorm", 3).on(image), layer("LocalResponseNorm", 2, 0.5, 0.6, 2.0).on(signal),
    layer("layer_norm", (5,)).on(normal(3, 5)), layer("batch_norm", None, None, training=True).on(signal),
    layer("group_norm", 2).on(signal), layer("instance_norm").on(signal), layer("rms_norm", (5,)).on(normal(3, 5)),
]

dropouts = [layer(name, 0.5).on(image).but(mode="eval") for name in (
    "Dropout", "Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout")]

BENDS = ("ReLU Sigmoid Tanh LogSigmoid Softsign Tanhshrink LeakyReLU ELU CELU SELU SiLU Mish GELU Softplus ReLU6 "
         "Hardtanh Hardsigmoid Hardswish Softshrink Hardshrink PReLU").split()
bends = [
    *[layer(name).on(draw) for name in BENDS for draw in (apart(3, 8), normal(2, 3, 2), normal())],
    *[layer(name, inplace=True).on(apart(3, 8)).but(smooth=False) for name in (
        "ReLU LeakyReLU ELU CELU SELU SiLU Mish ReLU6 Hardtanh Hardsigmoid Hardswish".split())],
    layer("RReLU", inplace=True).on(apart(9)).but(mode="eval", smooth=False),
    layer("LeakyReLU", 0.2).on(apart(9)), layer("ELU", 0.7).on(apart(9)), layer("CELU", 0.7).on(apart(9)),
    layer("GELU", "tanh").on(apart(9)), layer("Softplus", 2.0, 3.0).on(apart(9)), layer("Hardtanh", -0.5, 0.7).on(apart(9)),
    layer("Softshrink", 0.8).on(apart(9)), layer("Hardshrink", 0.8).on(apart(9)), layer("Threshold", 0.1, 20.0).on(apart(9)),
    layer("RReLU").on(apart(9)).but(mode="eval"), layer("PReLU", 4, 0.1).on(image), layer("PReLU", 4).on(apart(3, 4)),
    layer("GLU").on(normal(3, 4)), layer("GLU", 0).on(normal(4, 3)), layer("Softmax2d").on(image),
    *[layer(name, dim).on(normal(3, 4)) for name in ("Softmax", "LogSoftmax", "Softmin") for dim in (0, -1)],
    *[layer(name).on(apart(9)).but(smooth=False) for name in ("relu_", "elu_", "celu_", "selu_", "leaky_relu_", "hardtanh_")],
    layer("threshold_", 0.1, 20.0).on(apart(9)).but(smooth=False), layer("softmax", -1, dtype=mt.float64).on(normal(3)),
]

small = normal(1, 2, 4, 5)
sizes = [
    *[layer("Upsample", scale_factor=factor, mode=mode).on(small) for factor in (2, 1.7, (2, 0.6))
      for mode in ("nearest", "nearest-exact", "bilinear", "bicubic")],
    *[layer("Upsample", (7, 3), mode=mode).on(small) for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area")],
    *[layer("Upsample", (7, 3), mode=mode, align_corners=True).on(small) for mode in ("bilinear", "bicubic")],
    layer("Upsample", 7, mode="linear").on(signal), layer("Upsample", scale_factor=3, mode="linear", align_corners=True).on(signal),
    layer("Upsample", (3, 2, 5), mode="trilinear").on(normal(1, 2, 2, 3, 2)), layer("Upsample", 4).on(normal(1, 2, 2, 3, 2)),
    layer("UpsamplingNearest2d", scale_factor=2).on(small), layer("UpsamplingBilinear2d", (1, 9)).on(small),
    layer("interpolate", scale_factor=1.7, recompute_scale_factor=True, mode="bilinear").on(small),
    layer("interpolate", scale_factor=0.6, mode="area").on(small),
    *[layer("interpolate", size, mode=mode, align_corners=corners, antialias=True).on(normal(1, 2, 7, 9))
      for mode in ("bilinear", "bicubic") for size in ((3, 2), (4, 12)) for corners in (True, False)],
    layer("PixelShuffle", 2).on(normal(2, 8, 2, 3)), layer("PixelShuffle", 3).on(normal(9, 2, 2)),
    layer("PixelUnshuffle", 2).on(normal(2, 2, 4, 6)), layer("ChannelShuffle", 2).on(image),
    layer("Unfold", 3).on(image), layer("Unfold", (3, 2), 2, 1, (2, 1)).on(image), layer("Unfold", 2, stride=2).on(normal(4, 6, 7)),
    layer("Fold", (4, 5), 2).on(normal(2, 8, 12)), layer("Fold", 5, (3, 2), padding=1, stride=2).on(normal(12, 9)),
    layer("Flatten").on(image), layer("Flatten", 0, 2).on(image), layer("Unflatten", 1, (2, 2)).on(image),
    layer("Identity", 3, unused=True).on(signal), layer("Linear", 5, 3).on(normal(2, 5)),
    layer("Linear", 5, 3, bias=False).on(normal(2, 4, 5)),
]

grid = Draw("grid", lambda rng, shape: rng.uniform(-1.3, 1.3, shape), (2, 3, 2, 2))
grid_of_volume = Draw("grid", lambda rng, shape: rng.uniform(-1.3, 1.3, shape), (2, 2, 1, 3, 3))
grids = [
    *[layer("grid_sample", mode=mode, padding_mode=padding, align_corners=corners).on(normal(2, 3, 4, 5), grid)
      for mode in ("bilinear", "nearest") for padding in ("zeros", "border", "reflection") for corners in (True, False)],
    *[layer("grid_sample", mode="bicubic", padding_mode=padding, align_corners=corners).on(normal(2, 3, 4, 5), grid)
      for padding in ("zeros", "border", "reflection") for corners in (True, False)],
    *[layer("grid_sample", mode=mode, padding_mode=padding, align_corners=True).on(normal(2, 2, 3, 2, 4), grid_of_volume)
      for mode in ("bilinear", "nearest") for padding in ("zeros", "reflection")],
    *[layer("affine_grid", size=(2, 1, 3, 4), align_corners=corners).on(normal(2, 2, 3)) for corners in (True, False)],
]

TABLE = [*convolutions, *volumes, *fractional, *pads, *pools, *norms, *dropouts, *bends, *sizes, *grids]
