"""Hints for a missing name: why minitorch lacks it, its name in minitorch, or the most similar name."""

import sys

from ..paths import PLACES

# {module: {a reason or a replacement: names that minitorch lacks}}. If you add a name to minitorch, remove it here.
LEFT_OUT = {
    "torch": {
        "a program is what minitorch.compile(f).graph lists": "fx export classes _dynamo _inductor",
        "numbers have whole bytes here, in NumPy's types": "float8_e4m3fn float8_e5m2 quint8 qint32",
        "tensors are dense, or sparse_coo, here": "sparse_csr_tensor nested masked jagged",
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
        "sparse tensors have it: x.to_sparse() makes one": "coalesce is_coalesced indices values",
        "tensors are dense, or sparse_coo, here": "to_sparse_csr to_mkldnn sparse_mask",
        "NumPy has no such type; use .float(), or .half()": "bfloat16",
    },
}

NEAR = 0.7                      # minimum similarity, from 0 to 1, between a wrong name and the one that a hint proposes


def words(owner, name, known):
    """Return the error text for a missing name: why minitorch lacks it, where it is, or which names are similar."""
    known = known() if callable(known) else known
    place = {"torch": "minitorch", "Tensor": "a Tensor"}.get(owner, f"minitorch.{owner}")
    for reason, names in LEFT_OUT.get("data" if owner == "utils.data" else owner, {}).items():
        if name in names.split():
            return f"{place} has no {name!r}, which PyTorch has: {reason}."
    names = sorted(k for k in known if not k.startswith("_"))
    hint = "minitorch/NAMES.md lists which of PyTorch's names exist here."
    loaded = [(where, sys.modules[f"minitorch{where}"]) for where in PLACES if f"minitorch{where}" in sys.modules]
    if elsewhere := [where for where, there in loaded if name in vars(there) or name in vars(there).get("__all__", ())]:
        hint = f"There is minitorch{elsewhere[0]}.{name}."
    elif owner != "Tensor" and hasattr(sys.modules["minitorch"].Tensor, name):
        hint = f"Tensors have it as a method: x.{name}."
    elif near := nearest(name, names):
        hint = f"Did you mean {' or '.join(map(repr, near))}?"
    return f"{place} has no {name!r}. {hint}"


def nearest(name, names, most=3):
    """Return the names most similar to `name`, ignoring capitals and underscores, or names that begin with it."""
    from difflib import SequenceMatcher

    def bare(text):
        return text.lower().replace("_", "")
    alike = sorted(((SequenceMatcher(None, bare(name), bare(k)).ratio(), SequenceMatcher(None, name, k).ratio(), k)
                    for k in names), reverse=True)
    best = max(NEAR, alike[0][0] - 0.08) if alike else NEAR
    return [k for ratio, _, k in alike if ratio >= best][:most] or [k for k in names if k.startswith(name)][:most]

# {argument in Keras, TensorFlow or another library: names in minitorch; a callable takes one of them}
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
    "steps": "step_size", "decay_rate": "gamma", "decay_steps": "step_size", "epochs": "max_epochs", "gpus": "devices",
}

ELSEWHERE = {
    "activation": "put an activation after the layer, as in nn.Sequential(layer, nn.ReLU())",
    "from_logits": "CrossEntropyLoss and BCEWithLogitsLoss take scores, NLLLoss and BCELoss the results of "
                   "log_softmax and sigmoid",
    "kernel_initializer": "initialise afterwards, as in nn.init.xavier_uniform_(layer.weight)",
    "clipnorm": "call nn.utils.clip_grad_norm_(model.parameters(), most) before optimizer.step()",
    "clipvalue": "call nn.utils.clip_grad_value_(model.parameters(), most) before optimizer.step()",
    "return_sequences": "the output holds every step: out[:, -1] is the last",
    "return_state": "the layer always returns (output, states)",
    "data_format": "channels come first here: x.permute(0, 3, 1, 2)",
}


def no_argument(function, name, known):
    """Return the TypeError for an argument that `function` does not take, with minitorch's name or a similar name."""
    near = [own for own in CALLED.get(name, "").split() if own in known] or nearest(name, known, 1)
    hint = f" Here it is called {near[0]!r}." if near else f" For that, {ELSEWHERE[name]}." if name in ELSEWHERE else ""
    return TypeError(f"{function}() got an unexpected keyword argument {name!r}.{hint} It takes {', '.join(known)}.")


def explain(kind, settings, constructors):
    """Raise TypeError for the first keyword that a class of minitorch does not take, if there is one."""
    if not kind.__module__.startswith("minitorch."):
        return
    from inspect import signature  # imported late: it is slow to import, and only used here
    known = []
    for start in filter(None, map(constructors.get, kind.__mro__)):
        parameters = list(signature(start).parameters.values())[1:]
        named = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        known += [name for name in named if name not in known]
        if not any(p.kind is p.VAR_KEYWORD for p in parameters):
            break                                        # **settings go to the base class
    for name in settings:
        if name not in known:
            raise no_argument(kind.__name__, name, known) from None
