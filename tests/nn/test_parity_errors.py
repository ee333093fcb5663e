"""What PyTorch refuses is refused here, with the same kind of error and words that help."""
# ruff: noqa: E501     (a row a line)

import pytest

import minitorch as mt

pytestmark = [pytest.mark.host, pytest.mark.filterwarnings("ignore:Default grid_sample")]      # PyTorch's own

# a call on either library, and words that our message must hold
SLIPS = [
    (lambda L: L.nn.Conv1d(3, 4, 3)(L.zeros(2, 4, 9)), "to have 3 channels, but got 4"),
    (lambda L: L.nn.Conv1d(3, 4, 3)(L.zeros(9)), "Expected 2D .unbatched. or 3D .batched."),
    (lambda L: L.nn.Conv1d(3, 4, 5)(L.zeros(2, 3, 4)), r"Kernel size \(5,\) can't be greater than actual input size \(4,\)"),
    (lambda L: L.nn.Conv2d(3, 4, 3)(L.zeros(2, 4, 9, 9)), r"In Conv2d\(3, 4"),
    (lambda L: L.nn.Conv2d(3, 4, 3)(L.zeros(3, 3)), r"x.unsqueeze\(1\)"),
    (lambda L: L.nn.Conv2d(3, 4, 3)(L.zeros(2, 3, 9, 9, dtype=L.float64)), "Input type .float64. and weight type .float32."),
    (lambda L: L.nn.Conv2d(3, 4, 3, padding=-1)(L.zeros(2, 3, 9, 9)), "negative padding"),
    (lambda L: L.nn.Conv2d(3, 4, 3, stride=0)(L.zeros(2, 3, 9, 9)), "non-positive stride"),
    (lambda L: L.nn.Conv2d(3, 4, 3, groups=2), "must divide both|divisible by groups"),
    (lambda L: L.nn.Conv2d(4, 4, 3, groups=0), "positive integer"),
    (lambda L: L.nn.Conv2d(3, 4, 3, padding="full"), "Invalid padding string"),
    (lambda L: L.nn.Conv2d(3, 4, 3, padding="same", stride=2), "not supported for strided"),
    (lambda L: L.nn.Conv2d(3, 4, 3, padding_mode="mirror"), "padding_mode must be one of"),
    (lambda L: L.nn.Conv2d(3, 4, 3, padding=3, padding_mode="reflect")(L.zeros(1, 3, 3, 3)), "less than the corresponding"),
    (lambda L: L.nn.Conv2d(3, 4, 3, padding=4, padding_mode="circular")(L.zeros(1, 3, 3, 3)), "more than once"),
    (lambda L: L.nn.ConvTranspose2d(3, 4, 3)(L.zeros(2, 4, 5, 5)), "transposed=1.*to have 3 channels"),
    (lambda L: L.nn.ConvTranspose2d(3, 4, 3, output_padding=1)(L.zeros(2, 3, 5, 5)), "must be smaller than either"),
    (lambda L: L.nn.ConvTranspose2d(3, 4, 3, padding_mode="reflect"), 'Only "zeros"'),
    (lambda L: L.nn.ConvTranspose2d(3, 4, 3)(L.zeros(2, 3, 5, 5), output_size=(9, 9)), "valid sizes range"),
    (lambda L: L.nn.ConvTranspose1d(3, 4, 2, padding=3)(L.zeros(2, 3, 3)), "is the padding too large"),
    (lambda L: L.nn.functional.pad(L.zeros(3), (1,)), "divisible by 2"),
    (lambda L: L.nn.functional.pad(L.zeros(3), (1, 1, 1, 1)), "two times the input dimension"),
    (lambda L: L.nn.functional.pad(L.zeros(2, 3), (1, 1), mode="mirror"), "Unrecognised padding mode"),
    (lambda L: L.nn.functional.pad(L.zeros(3), (1, 1), mode="reflect"), "takes an input of 2 or 3 dimensions"),
    (lambda L: L.nn.ReflectionPad1d(3)(L.zeros(1, 2, 3)), "less than the corresponding input dimension"),
    (lambda L: L.nn.MaxPool2d(3)(L.zeros(1, 1, 2, 2)), "Is the image already too small"),
    (lambda L: L.nn.MaxPool2d(2, padding=2)(L.zeros(1, 1, 4, 4)), "at most half"),
    (lambda L: L.nn.AvgPool2d(2, padding=2)(L.zeros(1, 1, 4, 4)), "at most half"),
    (lambda L: L.nn.AvgPool2d(2, divisor_override=0)(L.zeros(1, 1, 4, 4)), "divisor must be not zero"),
    (lambda L: L.nn.MaxPool1d(0)(L.zeros(1, 1, 4)), "greater than zero"),
    (lambda L: L.nn.AdaptiveAvgPool2d((2, 2, 2))(L.zeros(1, 1, 4, 4)), "output_size must be"),
    (lambda L: L.nn.AdaptiveMaxPool2d(2)(L.zeros(4, 4)), "Expected 3D"),
    (lambda L: L.nn.MaxUnpool2d(2)(L.zeros(1, 1, 2, 2), L.full((1, 1, 2, 2), 99)), "invalid max index"),
    (lambda L: L.nn.MaxUnpool2d(2)(L.zeros(1, 1, 2, 2), L.zeros(1, 1, 2, 2).long(), output_size=(9, 9)), "invalid output_size"),
    (lambda L: L.nn.MaxUnpool2d(2)(L.zeros(1, 1, 2, 2), L.zeros(1, 1, 2).long()), "Expected shape of indices"),
    (lambda L: L.nn.LayerNorm(4)(L.zeros(2, 3)), r"Given normalized_shape=\[4\], expected input with shape"),
    (lambda L: L.nn.RMSNorm((2, 3))(L.zeros(3, 2)), r"Given normalized_shape=\[2, 3\]"),
    (lambda L: L.nn.GroupNorm(2, 3), "must be divisible by num_groups"),
    (lambda L: L.nn.functional.group_norm(L.zeros(2, 3, 4), 2), "divisible by num_groups"),
    (lambda L: L.nn.functional.group_norm(L.zeros(1, 2), 2), "more than 1 value per channel"),
    (lambda L: L.nn.InstanceNorm1d(3)(L.zeros(2, 3, 1)), "more than 1 spatial element"),
    (lambda L: L.nn.InstanceNorm2d(3, affine=True)(L.zeros(2, 4, 2, 2)), "to match num_features"),
    (lambda L: L.nn.InstanceNorm2d(3)(L.zeros(2, 4)), "expected 3D or 4D input"),
    (lambda L: L.nn.LocalResponseNorm(3)(L.zeros(2, 4)), "3D or higher"),
    (lambda L: L.nn.Dropout1d()(L.zeros(2)), "dropout1d: Expected 2D or 3D input"),
    (lambda L: L.nn.functional.alpha_dropout(L.zeros(2), 1.5), "between 0 and 1"),
    (lambda L: L.nn.GLU()(L.zeros(3)), "Halving dimension must be even"),
    (lambda L: L.nn.Softmax2d()(L.zeros(3)), "expected input to be 3D or 4D"),
    (lambda L: L.nn.PReLU(3)(L.zeros(2, 4)), "3 weights"),
    (lambda L: L.nn.functional.interpolate(L.zeros(1, 1, 2, 2)), "either size or scale_factor"),
    (lambda L: L.nn.functional.interpolate(L.zeros(1, 1, 2, 2), 3, 2), "only one of size or scale_factor"),
    (lambda L: L.nn.Upsample(4, mode="bilinear")(L.zeros(1, 1, 2)), "Got 3D input, but bilinear mode needs"),
    (lambda L: L.nn.Upsample(4, mode="best")(L.zeros(1, 1, 2)), "mode 'best' is none of"),
    (lambda L: L.nn.Upsample(4, align_corners=True)(L.zeros(1, 1, 2)), "align_corners option can only be set"),
    (lambda L: L.nn.Upsample((2, 2))(L.zeros(1, 1, 2)), "same number of spatial dimensions"),
    (lambda L: L.nn.PixelShuffle(2)(L.zeros(3, 2, 2)), "divisible by the square"),
    (lambda L: L.nn.PixelUnshuffle(2)(L.zeros(1, 3, 2)), "divisible by downscale_factor"),
    (lambda L: L.nn.Unfold(4)(L.zeros(1, 1, 3, 3)), "does not fit"),
    (lambda L: L.nn.Fold(4, 2)(L.zeros(1, 4, 8)), "but got"),
    (lambda L: L.nn.functional.grid_sample(L.zeros(1, 1, 2, 2), L.zeros(2, 2, 2, 2)), "of the same N"),
    (lambda L: L.nn.functional.grid_sample(L.zeros(1, 1, 2, 2), L.zeros(1, 2, 2, 2), "best"), "'bilinear', 'nearest' or"),
    (lambda L: L.nn.MultiMarginLoss(p=3), "only p == 1 and p == 2"),
    (lambda L: L.nn.MultiMarginLoss()(L.zeros(2, 3), L.zeros(3).long()), "inconsistent target size"),
    (lambda L: L.nn.MultiLabelMarginLoss()(L.zeros(2, 3), L.zeros(2).long()), "inconsistent target size"),
    (lambda L: L.nn.TripletMarginLoss(margin=-1), "greater than 0"),
    (lambda L: L.nn.CosineEmbeddingLoss()(L.zeros(2, 3), L.zeros(2, 3), L.zeros(2, 3)), "target tensor"),
    (lambda L: L.nn.MarginRankingLoss()(L.zeros(2, 3), L.zeros(2), L.zeros(2)), "same dimension"),
    (lambda L: L.nn.GaussianNLLLoss()(L.zeros(2, 3), L.zeros(2, 3), -L.ones(2, 3)), "negative entry"),
    (lambda L: L.nn.GaussianNLLLoss()(L.zeros(2, 3), L.zeros(2, 3), L.ones(5, 5)), "incorrect size"),
    (lambda L: L.nn.HuberLoss(delta=0)(L.zeros(2), L.zeros(2)), "non-positive values for delta"),
    (lambda L: L.nn.SmoothL1Loss(beta=-1)(L.zeros(2), L.zeros(2)), "negative values for beta"),
    (lambda L: L.nn.L1Loss(reduction="average")(L.zeros(2), L.zeros(2)), "'average' is not a valid value"),
]


@pytest.mark.parametrize("slip, words", SLIPS, ids=range(len(SLIPS)))
def test_a_slip_raises_the_kind_of_error_that_pytorch_raises(slip, words, torch):
    with pytest.raises(Exception) as theirs:
        slip(torch)
    with pytest.raises(theirs.type, match=f"(?s){words}") as ours:
        slip(mt)
    assert type(ours.value) is theirs.type
