"""Everything that has a derivative of its own, by subject; and, last, what is composed of it.

`fourier` waits until minitorch.fft is named, or stft called; `kernels.masked_attention` until a GPU needs it.
"""

from importlib import import_module

SUBJECTS = {
    "elementwise": "activation arithmetic comparison complex_numbers division equality gamma logarithms "
                   "powers rounding special trigonometry",
    "reduce": "counting cumulative histograms reductions sorting statistics variance",
    "shape": "copies creation ranges rearrange split stacking views",
    "index": "embedding gather getitem index_put masks scatter",
    "linalg": "decompositions determinant einsum lu matrices norms products pseudoinverse spectrum top_level vectors",
    "conv": "convolution padding pooling resample",
    "norm": "batch_norm layer_norm",
    "recurrent": "lstm rnn",
    "loss": "losses softmax",
    "random": "sampling",
    "kernels": "activation attention gelu",
}
for subject, files in SUBJECTS.items():
    for file in files.split():
        import_module(f".{subject}.{file}", __name__)
