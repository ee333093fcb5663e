"""The names of the package itself: which parts wait until they are named, and which names `dir` and `*` show."""

LATER = """accelerator amp ao backends compiler compress course cuda data distributed distributions fft func functional
hub inspect jit learn library linalg models multiprocessing nn numpy onnx optim profiler quantization signal special
static testing tokenizers train utils version vision viz""".split()
LENT = {                                 # part -> names in it that are the package's too
    "nn.functional": """adaptive_avg_pool1d avg_pool1d avg_pool2d bilinear celu celu_ channel_shuffle conv1d
        conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d cosine_similarity hardshrink
        layer_norm max_pool1d max_pool2d max_pool3d pairwise_distance pixel_shuffle pixel_unshuffle prelu
        rms_norm rrelu rrelu_ selu selu_ threshold threshold_""",
    "amp": "autocast is_autocast_enabled", "compiler": "compile", "func": "vmap", "linalg": "matrix_exp",
    "layouts": "channels_last channels_last_3d contiguous_format layout memory_format preserve_format strided",
    "backends": """are_deterministic_algorithms_enabled get_float32_matmul_precision get_num_interop_threads
        set_flush_denormal set_float32_matmul_precision set_num_interop_threads use_deterministic_algorithms""",
}
# What is not shown: our own files, and functions that PyTorch has only as methods or for layers.
INSIDE = """TYPE_CHECKING backend codegen devices dtypes memory missing numeric ops pause piece runtime surface sys
    tensors threads cauchy_ geometric_ index_reduce_ log_normal_
    addbmm_ addcdiv_ addcmul_ addmm_ addr_ avg_pool2d baddbmm_ bernoulli_ bitwise_not_ cumprod_ cumsum_
    digamma_ div_ erfinv_ expand expand_as exponential_ fill_diagonal_ float_power_ heaviside_ index_add_
    index_copy_ index_fill_ leaky_relu lerp_ lgamma_ linear masked_fill_ masked_scatter_ normal_ random_ renorm_
    repeat reshape_as resize_ scatter_ scatter_add_ scatter_reduce_ sign_ softplus squeeze_ sum_to_size t_
    transpose_ tril_ triu_ unfold uniform_ unsqueeze_ view_as sgn_""".split()


def public(namespace):
    """The names of the package that begin with a letter, with those of LENT."""
    names = {name for name in namespace if not name.startswith("_")}
    return sorted(names.union("func linalg nn".split(), *map(str.split, LENT.values())))
