"""Names that are not there: the nearest that is, and why minitorch leaves out what PyTorch has."""

import sys
from importlib import import_module

# Where -> why, or what to use instead -> the names it is true of. A name that is built leaves this table.
LEFT_OUT = {
    "torch": {
        "a program is what minitorch.compile(f).graph lists": "fx export classes _dynamo _inductor",
        "numbers have whole bytes here, in NumPy's types": "float8_e4m3fn float8_e5m2 quint8 qint32",
        "tensors are dense here": "sparse sparse_coo_tensor sparse_csr_tensor nested masked jagged",
        "minitorch.compress makes networks of integers": "quantize_per_tensor quantize_per_channel",
    },
    "nn": {
        "tensors are floating here": "quantized qat intrinsic",
    },
    "nn.parallel": {"one process computes on one device: DistributedDataParallel takes several processes":
                    "replicate scatter gather parallel_apply comm"},
    "distributed": {"ranks find each other by MPI": "TCPStore FileStore HashStore PrefixStore Store",
                    "left for later": "rpc fsdp tensor pipelining checkpoint device_mesh elastic algorithms nn"},
    "hub": {"there is no hub of code here: a file that is fetched never runs": "load list help"},
    "utils": {"left for later": "cpp_extension mobile_optimizer"},
    "cuda": {"left for later": "make_graphed_callables graph_pool_handle nvtx nccl comm "
             "profiler jiterator", "use mem_get_info": "memory_stats memory_snapshot"},
    "backends": {"left for later": "xnnpack quantized nnpack mha xeon"},
    "Tensor": {
        "tensors are dense here":
            "to_sparse to_sparse_coo to_sparse_csr to_dense to_mkldnn coalesce indices values sparse_mask",
        "NumPy has no such type; use .float(), or .half()": "bfloat16",
    },
}
PLACES = ("", ".nn", ".nn.functional", ".nn.init", ".nn.utils", ".nn.utils.rnn", ".optim", ".optim.lr_scheduler",
          ".linalg", ".autograd", ".autograd.functional", ".func", ".data", ".utils", ".utils.data", ".vision",
          ".vision.datasets", ".vision.transforms", ".cuda", ".backends", ".random", ".models", ".train", ".viz",
          ".inspect", ".learn")                      # where users look; other modules are how the files are divided
NEAR = 0.7                               # how alike two names must be, from 0 to 1, to be called near


class Words:
    """The text of an error, put together when it is read: `hasattr` raises many that nobody reads."""

    def __init__(self, made, *asked):
        self.made, self.asked = made, asked

    def __str__(self):
        return self.made(*self.asked)

    def __repr__(self):
        return repr(str(self))

    def __reduce__(self):                                # what a process sends to another is the text
        return str, (str(self),)


def lacking(owner, name, known):
    """The AttributeError for `owner.name`: why it is left out, or the nearest name there is.

    owner   "torch", "nn", "nn.functional", … or "Tensor": where the table above is asked
    known   the names that exist, or a function that gives them
    """
    return AttributeError(Words(words, owner, name, known))


def words(owner, name, known):
    """Why a name is left out, or the nearest there is."""
    known = known() if callable(known) else known
    place = {"torch": "minitorch", "Tensor": "a Tensor"}.get(owner, f"minitorch.{owner}")
    for reason, names in LEFT_OUT.get("data" if owner == "utils.data" else owner, {}).items():
        if name in names.split():
            return f"{place} has no {name!r}, which PyTorch has: {reason}."
    names = sorted(k for k in known if not k.startswith("_"))
    hint = "minitorch/NAMES.md lists which of PyTorch's names exist here."
    loaded = [(where, vars(sys.modules[f"minitorch{where}"])) for where in PLACES if f"minitorch{where}" in sys.modules]
    if elsewhere := [where for where, there in loaded if name in there]:
        hint = f"There is minitorch{elsewhere[0]}.{name}."
    elif owner != "Tensor" and hasattr(sys.modules["minitorch"].Tensor, name):
        hint = f"Tensors have it as a method: x.{name}."
    elif near := nearest(name, names):
        hint = f"Did you mean {' or '.join(map(repr, near))}?"
    return f"{place} has no {name!r}. {hint}"


def nearest(name, names, most=3):
    """Names that differ from `name` by a slip, capitals or underscores, nearest first; or those it begins."""
    from difflib import SequenceMatcher

    def bare(text):
        return text.lower().replace("_", "")
    alike = sorted(((SequenceMatcher(None, bare(name), bare(k)).ratio(), SequenceMatcher(None, name, k).ratio(), k)
                    for k in names), reverse=True)
    best = max(NEAR, alike[0][0] - 0.08) if alike else NEAR
    return [k for ratio, _, k in alike if ratio >= best][:most] or [k for k in names if k.startswith(name)][:most]


# What Keras, TensorFlow and others call an argument -> what it may be called here, whichever the callable takes
CALLED = {
    "learning_rate": "lr", "rate": "p lr", "drop_rate": "p", "dropout_rate": "p", "keep_prob": "p",
    "epsilon": "eps", "beta_1": "betas", "beta_2": "betas", "beta1": "betas", "beta2": "betas", "rho": "alpha",
    "decay": "weight_decay", "l2": "weight_decay", "clipnorm": "", "clipvalue": "",
    "units": "out_features hidden_size", "output_dim": "embedding_dim out_features", "input_dim": "num_embeddings "
    "in_features input_size embed_dim", "input_shape": "in_features in_channels input_size", "in_dim": "in_features",
    "out_dim": "out_features", "filters": "out_channels", "num_filters": "out_channels", "kernel": "kernel_size",
    "filter_size": "kernel_size", "pool_size": "kernel_size", "strides": "stride", "dilation_rate": "dilation",
    "use_bias": "bias", "axis": "dim", "keepdims": "keepdim", "vocab_size": "num_embeddings",
    "vocabulary_size": "num_embeddings", "d_model": "embed_dim", "heads": "num_heads nhead", "n_heads": "num_heads "
    "nhead", "key_dim": "embed_dim", "num_channels": "num_features in_channels", "channels": "num_features "
    "num_channels in_channels", "features": "num_features", "layers": "num_layers", "n_layers": "num_layers",
    "hidden_dim": "hidden_size", "hidden_units": "hidden_size", "time_major": "batch_first", "parameters": "params",
    "model": "params", "weights": "weight", "class_weight": "weight", "pos_class_weight": "pos_weight",
    "center": "affine elementwise_affine", "scale": "affine elementwise_affine", "negative_slope_coefficient":
    "negative_slope", "slope": "negative_slope", "smoothing": "label_smoothing", "mask_zero": "padding_idx",
    "steps": "step_size", "decay_rate": "gamma", "decay_steps": "step_size",
}
ELSEWHERE = {
    "activation": "put an activation after the layer, as in nn.Sequential(layer, nn.ReLU())",
    "from_logits": "CrossEntropyLoss and BCEWithLogitsLoss take scores, NLLLoss and BCELoss what log_softmax and "
                   "sigmoid give",
    "kernel_initializer": "initialise afterwards, as in nn.init.xavier_uniform_(layer.weight)",
    "clipnorm": "call nn.utils.clip_grad_norm_(model.parameters(), most) before optimizer.step()",
    "clipvalue": "call nn.utils.clip_grad_value_(model.parameters(), most) before optimizer.step()",
    "return_sequences": "the output holds every step: out[:, -1] is the last",
    "return_state": "the layer gives (output, states) always",
    "data_format": "channels come first here: x.permute(0, 3, 1, 2)",
}


def no_argument(function, name, known):
    """The TypeError for an argument that `function` does not take: what it is called here, or the nearest."""
    near = [own for own in CALLED.get(name, "").split() if own in known] or nearest(name, known, 1)
    hint = f" Here it is called {near[0]!r}." if near else f" For that, {ELSEWHERE[name]}." if name in ELSEWHERE else ""
    return TypeError(f"{function}() got an unexpected keyword argument {name!r}.{hint} It takes {', '.join(known)}.")


def taken(cls, settings):
    """The names of a constructor's positional arguments; raises for keywords that it does not take."""
    known, in_order = [], None
    for kind in cls.__mro__:                             # one that passes **settings on takes what its base takes
        if hasattr(start := vars(kind).get("__init__"), "__code__"):
            own, by_position, takes_others = arguments_of(start)
            in_order = own[:by_position] if in_order is None else in_order
            known += [name for name in own if name not in known]
            if not takes_others:
                for name in settings:
                    if name not in known:
                        raise no_argument(cls.__name__, name, known)
                break
    return in_order or ()


def arguments_of(start):
    """The names of a constructor's arguments, how many go by position, and whether it takes others by keyword."""
    if hasattr(start, "__signature__"):
        names = tuple(start.__signature__.parameters)[1:]
        return names, len(names), False
    code = start.__code__
    return (code.co_varnames[1:code.co_argcount + code.co_kwonlyargcount], code.co_argcount - 1,
            bool(code.co_flags & 0x08))


def named(cls, *args, **settings):
    """The `__new__` of classes whose constructors are told what a wrong argument is called here."""
    if settings and cls.__module__.startswith("minitorch."):
        taken(cls, settings)
    return object.__new__(cls)


def speak_for(namespace, later=(), search=(), lent=None):
    """Let a module answer so for names that it lacks: `speak_for(globals())`.

    later    names of parts that are imported when they are first asked for
    search   those of them where a missing name is looked for too
    lent     part -> names in it that are this module's too
    """
    module = namespace["__name__"]
    owner = module.removeprefix("minitorch.") if "." in module else "torch"
    lenders = {name: part for part, names in (lent or {}).items() for name in names.split()}

    def missing(name):
        if name in later:
            return import_module(f"{module}.{name}")
        if name in lenders:
            namespace[name] = value = getattr(import_module(f"{module}.{lenders[name]}"), name)
            return value
        if name.startswith("__"):                        # Python's own questions
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        for part in search:
            import_module(f"{module}.{part}")
        raise as_import(lacking(owner, name, known), sys._getframe(1))

    def known():
        return {*later, *lenders, *(k for k, value in namespace.items() if (
            type(value) is not type(sys) or k in namespace.get("__all__", ())
            or f"{module}.{k}".removeprefix("minitorch") in PLACES))}
    namespace["__getattr__"] = missing
    shown = (*later, *lenders) if "__all__" not in namespace else later
    namespace["__dir__"] = lambda: sorted({*surface(namespace), *shown})


def surface(namespace):
    """The names that a module shows to users: __all__, or what is no module and was made in this package."""
    own = [name for name in namespace if name.startswith("__")]
    if "__all__" in namespace:
        return own + list(namespace["__all__"])
    return own + [name for name, value in namespace.items() if not name.startswith("_") and type(value) is not type(sys)
                  and str(getattr(value, "__module__", "minitorch")).startswith("minitorch")]


def as_import(error, frame):
    """`from minitorch.nn import Liner` would drop an AttributeError's text, but lets an ImportError through."""
    from opcode import opmap
    return ImportError(str(error)) if frame.f_code.co_code[frame.f_lasti] == opmap["IMPORT_FROM"] else error
