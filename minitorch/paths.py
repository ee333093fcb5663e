"""The tables of late names: names whose file is imported only when a program first uses one of them.

A late name of the core or of a wing takes no time until it is used. Three tables tell which file has it:

    PYTORCH   PyTorch's import path -> the file behind it; files such as `minitorch/fft.py` are written from this table
    MOVED     the path of a file in version 0.1 -> its path now, for old imports and saved models;
              a path with `rare_` is a name for the rare part of a file
    OPS       a late file of ops -> the names that it declares
"""

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

PYTORCH = dict(line.split() for line in """
accelerator         torch_api.accelerator
amp                 torch_api.amp
backends            torch_api.backends
compiler            torch_api.compiler
fft                 rare.fft
func                torch_api.func
functional          torch_api.functional
hub                 models.hub
jit                 torch_api.jit
library             torch_api.library
linalg              rare.linalg
multiprocessing     torch_api.multiprocessing
profiler            inspect.profiler
quantization        torch_api.quantization
sparse              rare.tensors.sparse
special             rare.special
testing             torch_api.testing
""".strip().splitlines())

MOVED = dict(line.split() for line in """
ao.quantization                torch_api.quantization
autograd.anomaly_mode          rare.autograd.anomaly_mode
autograd.checkpoint            rare.autograd.checkpoint
autograd.forward_ad            rare.autograd.forward_ad
autograd.from_jvp              rare.autograd.from_jvp
autograd.functional            rare.autograd.functional
autograd.graph                 rare.autograd.graph
autograd.profiler              inspect.profiler
autograd.rare_gradcheck        rare.autograd.gradcheck
autograd.tree                  rare.autograd.tree
autograd.vmap                  rare.autograd.vmap
cli                            tools.cli
commands                       tools.commands
data.archive                   vision.archive
data.distributed_sampler       distributed.sampler
data.download                  vision.download
data.prefetch                  rare.data.prefetch
data.rare_dataset              rare.data.dataset
data.rare_iterable             rare.data.iterable
data.reservoir                 rare.data.reservoir
data.text                      rare.data.text
doctor                         tools.doctor
layouts                        tensors.layouts
memory                         backend.memory
missing                        runtime.missing
names                          tools.names
nn.adaptive                    rare.nn.adaptive
nn.functional.bags             rare.nn.functional.bags
nn.functional.ctc              rare.nn.functional.ctc
nn.functional.fractional       rare.nn.functional.fractional
nn.functional.margin           rare.nn.functional.margin
nn.functional.pool3d           rare.nn.functional.pool3d
nn.functional.rare_activation  rare.nn.functional.activation
nn.functional.rare_bilinear    rare.nn.functional.bilinear
nn.functional.rare_distance    rare.nn.functional.distance
nn.functional.rare_dropouts    rare.nn.functional.dropouts
nn.functional.rare_norm        rare.nn.functional.norm
nn.functional.rare_pool        rare.nn.functional.pool
nn.functional.rare_regression  rare.nn.functional.regression
nn.functional.rare_resize      rare.nn.functional.resize
nn.functional.rare_shuffle     rare.nn.functional.shuffle
nn.functional.rare_softmaxes   rare.nn.functional.softmaxes
nn.functional.unpool           rare.nn.functional.unpool
nn.grad                        rare.nn.grad
nn.margin_loss                 rare.nn.margin_loss
nn.modules                     torch_api.nn_modules
nn.over_ranks                  distributed.over_ranks
nn.parallel.buckets            distributed.buckets
nn.parallel.distributed        distributed.data_parallel
nn.parallel.reducer            distributed.reducer
nn.parallel.tensor_parallel    distributed.tensor_parallel
nn.rare_activation             rare.nn.activation
nn.rare_containers             rare.nn.containers
nn.rare_dropout                rare.nn.dropout
nn.rare_embedding              rare.nn.embedding
nn.rare_init                   rare.nn.init
nn.rare_linear                 rare.nn.linear
nn.rare_loss                   rare.nn.loss
nn.rare_normalization          rare.nn.normalization
nn.rare_pool                   rare.nn.pool
nn.rare_resize                 rare.nn.resize
nn.sync_batchnorm              distributed.sync_batchnorm
nn.utils.fusion                rare.nn.utils.fusion
nn.utils.init                  rare.nn.utils.init
nn.utils.parametrizations      rare.nn.utils.parametrizations
nn.utils.parametrize           rare.nn.utils.parametrize
nn.utils.prune                 rare.nn.utils.prune
nn.utils.rare_spectral_norm    rare.nn.utils.spectral_norm
nn.utils.rare_weight_norm      rare.nn.utils.weight_norm
numeric                        autograd.numeric
ops.elementwise.complex_numbers rare.ops.elementwise.complex_numbers
ops.elementwise.gamma          rare.ops.elementwise.gamma
ops.fourier                    rare.ops.fourier
ops.index.index_put            rare.ops.index.index_put
ops.kernels.masked_attention   rare.ops.kernels.masked_attention
ops.linalg.decompositions      rare.ops.linalg.decompositions
ops.linalg.lu                  rare.ops.linalg.lu
ops.linalg.matrices            rare.ops.linalg.matrices
ops.linalg.pseudoinverse       rare.ops.linalg.pseudoinverse
ops.linalg.solving             rare.ops.linalg.solving
ops.linalg.spectrum            rare.ops.linalg.spectrum
ops.linalg.top_level           rare.ops.linalg.top_level
ops.linalg.vectors             rare.ops.linalg.vectors
ops.reduce.histograms          rare.ops.reduce.histograms
ops.reduce.statistics          rare.ops.reduce.statistics
ops.shape.stacking             rare.ops.shape.stacking
ops.linalg.misfits             explain.products
optim.adam_variants            rare.optim.adam_variants
optim.line_search              rare.optim.line_search
optim.lr_scheduler.combine     rare.optim.combine
optim.lr_scheduler.cycle       rare.optim.cycle
optim.lr_scheduler.rare_decay  rare.optim.decay
optim.muon                     rare.optim.muon
optim.rprop                    rare.optim.rprop
optim.sparse_adam              rare.optim.sparse_adam
optim.swa_utils                rare.optim.swa_utils
page                           display.page
pause                          static.collector
piece                          engine.piece
progress                       display.progress
runtime.batched                rare.autograd.batched
runtime.derivative_errors      explain.backward
runtime.device_checks          cuda.device_checks
runtime.grad_names             rare.autograd.grad_names
runtime.nonfinite              explain.nonfinite
runtime.refusals               explain.refusals
runtime.saved_tensors          rare.autograd.saved_tensors
site                           tools.site
stubs                          tools.stubs
tensors.shared                 rare.tensors.shared
text                           display.text
threads                        backend.threads
""".strip().splitlines())

# A file of ops | its functions, with a * if Tensor has them as methods | other methods | ops for derivatives only.
# Written by `python -m minitorch.tools.paths`.
OPS = """
ops.conv.convolution |  |  | col2im conv2d conv2d_input conv2d_weight im2col
ops.conv.padding | unfold* |  | fold_edges fold_windows pad pad_edges unfold
ops.conv.pooling |  |  | avg_pool2d avg_pool2d_gradient gather_windows max_pool2d max_pool2d_indices scatter_windows
ops.conv.resample |  |  | resample resample_transposed
ops.elementwise.division | div* div_* divide* floor_divide* fmod* remainder* true_divide* | __floordiv__ __ifloordiv__
    __imod__ __itruediv__ __mod__ __rdiv__ __rfloordiv__ __rmod__ __rtruediv__ __truediv__ divide_ floor_divide_ fmod_
    remainder_ true_divide_ trunc_divide_ | trunc_divide
ops.elementwise.logarithms | xlogy* xlogy_* |  | xlogy_op
ops.elementwise.rounding | abs* abs_* absolute* bitwise_and* bitwise_not* bitwise_not_* bitwise_or* bitwise_xor* ceil*
    ceil_* fix* floor* floor_* round* round_* sign* sign_* trunc* trunc_* | __abs__ __and__ __iand__ __ior__ __ixor__
    __or__ __rand__ __ror__ __rxor__ __xor__ absolute_ bitwise_and_ bitwise_or_ bitwise_xor_ fix_ |
ops.elementwise.special | erf* erf_* |  |
ops.elementwise.trigonometry | cos* cos_* sin* sin_* |  |
ops.index.embedding |  |  | count_equal embedding one_hot put_rows
ops.index.gather | gather* index_select* |  | gather index_select put_along
ops.index.index_add | index_add* index_add_* |  | index_add_op
ops.index.masks | masked_fill* masked_fill_* masked_select* nonzero* take* where |  | nonzero
ops.index.scatter | scatter* scatter_* scatter_add* scatter_add_* |  | scatter_op
ops.kernels.activation |  |  | hardswish_gradient mish_gradient silu silu_gradient
ops.kernels.attention |  |  | attend attend_again attend_gradients attention_weights
ops.kernels.gelu |  |  | gelu
ops.linalg.determinant | det* |  | det
ops.linalg.einsum | einsum |  | einsum_op
ops.linalg.norms | dist* norm* |  | vector_norm
ops.loss.losses |  |  | cross_entropy gather_target scatter_target
ops.loss.regression |  |  | binary_cross_entropy binary_cross_entropy_with_logits huber
ops.loss.softmax | log_softmax* softmax* |  | softmax_gradient
ops.norm.batch_norm |  |  | batch_norm batch_norm_gradients
ops.norm.layer_norm |  |  | layer_norm layer_norm_gradients
ops.random.sampling | bernoulli* multinomial* normal normal_* random_* uniform_* |  | bernoulli_op dropout
    multinomial_op
ops.recurrent.lstm |  |  | lstm
ops.recurrent.rnn |  |  | gru rnn
ops.reduce.counting | numel unique* |  | unique_op
ops.reduce.cumulative | cumprod* cumprod_* prod* |  | cumulative_product product
ops.reduce.sorting | argsort* max* median* min* mode* sort* topk* |  | median_of_all mode_op order_op rank_op top_op
ops.reduce.variance | std* var* |  | deviation variance
ops.shape.chunks |  |  | join split
ops.shape.ranges | arange linspace meshgrid |  | arange_op linspace_op
ops.shape.rearrange | broadcast_to* expand_as* ravel* squeeze_* unflatten* unsqueeze_* view_as* |  |
ops.shape.split | chunk* diag* diagonal* narrow* repeat* repeat_interleave* roll* select* split* tile* trace* unbind* |
    | put_diagonal roll_op
rare.ops.boundary |  |  | module_boundary
rare.ops.conv.pooling |  |  | adaptive_max_pool_indices fractional_max_pool_indices
rare.ops.conv.resample |  |  | resample_bytes
rare.ops.elementwise.arithmetic | addcdiv* addcdiv_* addcmul* addcmul_* |  |
rare.ops.elementwise.comparison | clamp_max* clamp_max_* clamp_min* clamp_min_* fmax* fmin* heaviside* heaviside_* isin
    isneginf* isposinf* isreal* lerp* lerp_* nan_to_num* nan_to_num_* |  |
rare.ops.elementwise.complex_numbers | angle* complex conj* imag is_complex* is_conj* is_neg* polar real resolve_conj*
    resolve_neg* view_as_complex view_as_real |  | conjugate from_parts imag_view real_view
rare.ops.elementwise.gamma | digamma* digamma_* lgamma* lgamma_* polygamma |  | polygamma_op
rare.ops.elementwise.logarithms | logaddexp* logaddexp2* logit* logit_* |  |
rare.ops.elementwise.powers | exp2* exp2_* float_power* float_power_* log10* log10_* log2* log2_* reciprocal*
    reciprocal_* |  |
rare.ops.elementwise.rounding | bitwise_left_shift* bitwise_right_shift* copysign* frac* frac_* frexp* gcd* lcm* ldexp*
    ldexp_* nextafter* sgn* sgn_* signbit* | __ilshift__ __irshift__ __lshift__ __rlshift__ __rrshift__ __rshift__
    bitwise_left_shift_ bitwise_right_shift_ copysign_ gcd_ lcm_ nextafter_ | frexp_op
rare.ops.elementwise.special | erfc* erfc_* erfinv* erfinv_* |  |
rare.ops.elementwise.trigonometry | acos* acos_* acosh* acosh_* arccos* arccosh* arcsin* arcsinh* arctan* arctan2*
    arctanh* asin* asin_* asinh* asinh_* atan* atan2* atan_* atanh* atanh_* cosh* cosh_* deg2rad* deg2rad_* hypot*
    rad2deg* rad2deg_* sinc* sinc_* sinh* sinh_* tan* tan_* | arccos_ arccosh_ arcsin_ arcsinh_ arctan2_ arctan_
    arctanh_ atan2_ hypot_ |
rare.ops.fourier.stft | istft* stft* |  |
rare.ops.fourier.transforms |  |  | fourier inverse_real_fourier real_fourier
rare.ops.fourier.windows | bartlett_window blackman_window hamming_window hann_window kaiser_window |  |
rare.ops.index.as_strided | as_strided* |  | as_strided through_memory
rare.ops.index.gather | take_along_dim* |  |
rare.ops.index.index_put | fill_diagonal_* index_copy* index_copy_* index_fill* index_fill_* index_put* index_put_*
    masked_scatter* masked_scatter_* put* | put_ |
rare.ops.index.scatter | index_reduce* index_reduce_* scatter_reduce* scatter_reduce_* |  | scatter_reduce_op
rare.ops.kernels.activation |  |  | elu elu_gradient hardswish mish softsign
rare.ops.kernels.masked_attention |  |  | attend_masked attend_masked_again
rare.ops.linalg.cofactors |  |  | cofactor_gradient cofactors
rare.ops.linalg.decompositions |  |  | cholesky cholesky_solve inv qr slogdet solve solve_triangular
rare.ops.linalg.lu | lu_unpack* |  | lu reflections row_exchanges
rare.ops.linalg.products | addbmm* addmm* addmm_* addmv* addmv_* addr* addr_* baddbmm* baddbmm_* chain_matmul ger*
    inner* kron* mv* outer* tensordot vdot* |  |
rare.ops.linalg.pseudoinverse | pca_lowrank svd_lowrank |  |
rare.ops.linalg.spectrum |  |  | eig eigh pinv svd
rare.ops.linalg.top_level | cholesky* cholesky_inverse* cholesky_solve* cross* geqrf* inverse* logdet* lu* lu_solve*
    matrix_exp* matrix_power* orgqr* pinverse* qr* slogdet* svd* |  |
rare.ops.random.sampling | bernoulli_* cauchy_* exponential_* geometric_* log_normal_* |  |
rare.ops.reduce.differences | diff* gradient* |  |
rare.ops.reduce.histograms | bincount* bucketize histc* histogram* histogramdd searchsorted unique_consecutive* |  |
    bincount_op histc_op searchsorted_op
rare.ops.reduce.logarithms | logcumsumexp* logsumexp* |  |
rare.ops.reduce.quantiles | nanquantile* quantile* std_mean var_mean |  |
rare.ops.reduce.sorting | cummax* cummin* kthvalue* msort |  | cumulative_extreme
rare.ops.reduce.statistics | aminmax* cdist corrcoef* count_nonzero* cov* nanmean* nanmedian* nansum* renorm* renorm_* |
    |
rare.ops.shape.ranges | cartesian_prod combinations logspace randint_like scalar_tensor tril_indices triu_indices |  |
rare.ops.shape.rearrange | atleast_1d atleast_2d atleast_3d broadcast_tensors column_stack dstack fliplr* flipud* hstack
    moveaxis* movedim* narrow_copy* reshape_as* resize_* rot90* row_stack t_* transpose_* vstack | swapaxes_ swapdims_ |
rare.ops.shape.stacking | argwhere* block_diag cumulative_trapezoid diag_embed* diagflat* diagonal_scatter* dsplit*
    hsplit* pdist select_scatter* slice_scatter* split_with_sizes* sum_to_size* tensor_split* trapezoid trapz
    unravel_index vander vsplit* |  |
rare.tensors.exchange |  | __array_namespace__ __dlpack__ __dlpack_device__ astype copy element_size get_device
    is_pinned resize |
rare.tensors.queries |  | H adjoint is_inference is_nonzero is_same_size is_signed mH name output_nr retains_grad
    volatile |
rare.tensors.sparse |  | to_dense to_sparse to_sparse_coo |
rare.tensors.storage |  | _is_view apply_ is_set_to map_ set_ storage storage_offset untyped_storage |
nn.functional.conv |  |  | conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d
nn.functional.pool |  |  | adaptive_avg_pool1d avg_pool1d avg_pool2d max_pool1d max_pool2d
rare.nn.functional.bilinear |  |  | bilinear
rare.nn.functional.distance |  |  | cosine_similarity pairwise_distance
rare.nn.functional.pool3d |  |  | max_pool3d
""".strip().replace("\n    ", " ").splitlines()

# Parts of the package that are imported when a program first uses their name.
LATER = """accelerator amp ao as_torch backends compiler compress course cuda data distributed distributions fft func
functional hub inspect jit learn library linalg models multiprocessing nn numpy onnx optim profiler quantization
serialization signal sparse special static testing tokenizers train utils version vision viz""".split()
LENT = {                                 # {part: public names of it that are also names in minitorch itself}
    "nn.functional": """adaptive_avg_pool1d avg_pool1d avg_pool2d bilinear celu celu_ channel_shuffle conv1d
        conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d cosine_similarity hardshrink
        layer_norm max_pool1d max_pool2d max_pool3d pairwise_distance pixel_shuffle pixel_unshuffle prelu
        rms_norm rrelu rrelu_ selu selu_ threshold threshold_""",
    "amp": "autocast is_autocast_enabled", "compiler": "compile", "func": "vmap",
    "serialization": "load save", "sparse": "sparse_coo sparse_coo_tensor spmm",
    "layouts": "channels_last channels_last_3d contiguous_format layout memory_format preserve_format strided",
    "backends": """are_deterministic_algorithms_enabled get_float32_matmul_precision get_num_interop_threads
        set_flush_denormal set_float32_matmul_precision set_num_interop_threads use_deterministic_algorithms""",
    "rare.dtypes": "finfo iinfo", "rare.tensors.exchange": "from_dlpack broadcast_shapes result_type",
    "rare.tensors.queries": "adjoint is_inference is_nonzero is_same_size is_signed",
    "rare.ops.foreach": " ".join(f"_foreach_{name}" for name in """clone copy_ max mm norm powsum zero_""".split() + [
        name + end for end in ("", "_") for name in """abs acos add addcdiv addcmul asin atan ceil clamp_max clamp_min
        cos cosh div erf erfc exp expm1 floor frac lerp lgamma log log10 log1p log2 maximum minimum mul neg pow
        reciprocal round rsqrt sigmoid sign sin sinh sqrt sub tan tanh trunc""".split()]),
}
# Names that are not public: internal files, and functions that PyTorch has only as methods or for layers.
INSIDE = """TYPE_CHECKING backend codegen devices dtypes gc memory missing numeric ops paths piece runtime sys
    tensors threads cauchy_ geometric_ index_reduce_ log_normal_
    addbmm_ addcdiv_ addcmul_ addmm_ addr_ avg_pool2d baddbmm_ bernoulli_ bitwise_not_ cumprod_ cumsum_
    digamma_ div_ erfinv_ expand expand_as exponential_ fill_diagonal_ float_power_ heaviside_ index_add_
    index_copy_ index_fill_ leaky_relu lerp_ lgamma_ linear masked_fill_ masked_scatter_ normal_ random_ renorm_
    repeat reshape_as resize_ scatter_ scatter_add_ scatter_reduce_ sign_ softplus squeeze_ sum_to_size t_
    transpose_ tril_ triu_ unfold uniform_ unsqueeze_ view_as sgn_""".split()

PLACES = ("", ".nn", ".nn.functional", ".nn.init", ".nn.utils", ".nn.utils.rnn", ".optim", ".optim.lr_scheduler",
          ".linalg", ".autograd", ".autograd.functional", ".func", ".data", ".utils", ".utils.data", ".vision",
          ".vision.datasets", ".vision.transforms", ".cuda", ".backends", ".random", ".models", ".train", ".viz",
          ".inspect", ".learn")                      # modules for users; all others are internal

functions_of: dict = {}                                  # file -> names, as in OPS
methods_of: dict = {}
hidden_of: dict = {}
for row in OPS:                                          # indented lines continue a row
    file, functions, methods, hidden = (part.split() for part in row.split("|"))
    functions_of[file[0]] = [name.rstrip("*") for name in functions]
    methods_of[file[0]] = [*methods, *(name[:-1] for name in functions if name.endswith("*"))]
    hidden_of[file[0]] = hidden
files_of: dict[str, set] = {}                            # name -> files that declare an op or a function of this name
for table in (functions_of, methods_of, hidden_of):
    for path, declared in table.items():
        for name in declared:
            files_of.setdefault(name, set()).add(path)


def module(path):
    """Import and return a module of minitorch by its path in the package: its own, its public or its old path."""
    return import_module(f"minitorch.{renamed(path, HOME) or path}")


def read(name):
    """Import the files that declare `name`, an op, function or method; return whether there are any."""
    for file in files_of.get(name, ()):
        module(file)
    return name in files_of


def import_all_ops():
    """Import every late file of ops, for code that reads a whole table of ops."""
    for file in functions_of:
        module(file)


def read_everything():
    """Import every file of the core and of rare names, for example before a process is forked."""
    import_all_ops()
    for room in map(module, ("nn", "nn.functional", "optim", "optim.lr_scheduler", "data", "autograd")):
        for name in room.__all__:
            getattr(room, name)
    for file in ("explain.pieces", "rare.autograd.grad_fn", "rare.autograd.own_backward"):      # answers use these
        module(file)


class Declared(dict):
    """A dict of the ops or functions that files declare, by name. A look-up of a late name imports the name's file."""

    def __missing__(self, name):
        if read(name) and dict.__contains__(self, name):
            return dict.__getitem__(self, name)
        raise KeyError(name)

    def get(self, name, default=None):
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name):
        return self.get(name) is not None

    def now_at(self, name):
        """Return the value declared under a name so far, or None; import nothing."""
        return dict.get(self, name)

    def now(self):
        """Return the names declared so far and their values, as a plain dict; import nothing."""
        return {name: dict.__getitem__(self, name) for name in dict.__iter__(self)}

    def __iter__(self):
        import_all_ops()
        return iter(self.now())

    def keys(self):
        return dict.fromkeys(self).keys()

    def items(self):
        import_all_ops()
        return self.now().items()

    def values(self):
        import_all_ops()
        return self.now().values()

    def __len__(self):
        import_all_ops()
        return dict.__len__(self)

    def __or__(self, other):
        return {**self.now(), **other}


def renamed(name, table):
    """Return a module's name with its longest prefix that is in the table replaced; None if no prefix is in it."""
    end = len(name)
    while end > 0:
        if name[:end] in table:
            return table[name[:end]] + name[end:]
        end = name.rfind(".", 0, end)
    return None


HOME = MOVED | PYTORCH                                   # public or old path -> path of the file
PUBLIC = {file: path for path, file in HOME.items()}


class OldPaths:
    """An import finder for the names of version 0.1: a moved module is imported once and has both names."""

    def find_spec(self, name, path=None, target=None):
        new = name.startswith("minitorch.") and renamed(name[10:], MOVED)
        if new:
            from importlib.util import find_spec  # late: few programs need importlib.util
            return ModuleSpec(name, self) if find_spec(f"minitorch.{new}") else None
        return None

    def create_module(self, spec):
        found = module(renamed(spec.name[10:], MOVED))
        spec.loader_state = found.__spec__
        return found

    def exec_module(self, module):
        module.__spec__ = module.__spec__.loader_state   # importlib has replaced __spec__ by that of the old name


sys.meta_path.insert(0, OldPaths())      # first, because otherwise files of a moved package are imported twice


def public(namespace):
    """Return the names of the package that do not begin with an underscore, late names included."""
    names = {*namespace}.union("func linalg nn serialization".split(), *functions_of.values(),
                               *map(str.split, LENT.values()))
    return sorted(name for name in names if not name.startswith("_"))
