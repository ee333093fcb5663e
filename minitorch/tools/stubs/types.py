"""Write the arguments of functions for stub files: their types, defaults and order."""

import inspect
import re
from inspect import Parameter, Signature
from typing import Annotated, get_origin

from ...engine import registry
from ...ops.named_results import Named
from ...runtime import kinds

EMPTY = Parameter.empty
NO_NAME = Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD
TYPES = {"Tensors": "Sequence[Tensor]", "Value": "_Value", "Number": "_Number", "Dim": "_int", "NewDim": "_int",
         "Dims": "_Dims", "Ints": "_Sizes", "DType": "_dtype", "Device": "_Device", "Free": "Any", "Tensor": "Tensor"}
KINDS = {getattr(kinds, name): text for name, text in TYPES.items()}
# The types of arguments without annotations, by their names: mainly arguments of constructors.
NAMED = {
    "Tensor": "self input bias weight target mask src source tensor query tgt x1 x2 input1 input2 anchor positive "
              "negative out attn_mask hx pos_weight key_padding_mask src_mask tgt_mask memory memory_mask log_input",
    "_Value": "other",
    "_dtype": "dtype",
    "_Device": "device",
    "_int": "dim start_dim end_dim groups num_layers num_heads nhead in_features out_features in_channels out_channels "
            "num_embeddings embedding_dim input_size hidden_size num_features num_channels num_groups embed_dim "
            "num_workers step_size T_max d_model num_classes num_samples dim_feedforward upscale_factor "
            "downscale_factor prefetch_factor last_epoch",
    "_int | None": "batch_size",
    "_Sizes": "kernel_size stride dilation output_size normalized_shape size shape sizes output_padding",
    "_Sizes | str": "padding",
    "_bool": "requires_grad",
    "_Generator": "generator",
    "str": "reduction padding_mode",
}
BY_NAME = {name: text for text, names in NAMED.items() for name in names.split()}
SEVERAL = {"_Sizes": "size shape dims repeats", "Tensor | Sequence[Tensor]": "tensors operands"}
SEVERAL = {name: text for text, names in SEVERAL.items() for name in names.split()}


def shown_signature(function):
    """Return the signature of a function or method, with `out` if it takes `out`; `exp_` has the signature of `exp`."""
    found, base = inspect.signature(function), getattr(function, "__name__", "").removesuffix("_")
    parameters = list(found.parameters.values())
    if base in registry and function.__name__ != base and parameters[-1].kind is Parameter.VAR_KEYWORD:
        parameters = list(inspect.signature(registry[base].function).parameters.values())
        return Signature([p for p in parameters if p.name != "out"])
    if getattr(function, "out", False) and "out" not in found.parameters:
        parameters.append(Parameter("out", Parameter.KEYWORD_ONLY, default=None))
    return found.replace(parameters=parameters)


def type_text(annotation):
    """Return an annotation as text: `int` becomes `_int`, because minitorch has a dtype called `int`."""
    if get_origin(annotation) is Annotated:
        return KINDS[annotation]
    if annotation in (None, tuple):
        return "None" if annotation is None else "tuple[Tensor, ...]"
    if isinstance(annotation, type) and issubclass(annotation, Named):
        return result_name(annotation)
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"\b\w+(\.\w+)*\.(\w+)", r"\2", text)                 # minitorch.tensors.tensor.Tensor becomes Tensor
    return re.sub(r"\b(int|float|bool|complex|dtype|device)\b", r"_\1", text)


def result_name(kind):
    """Return the name of a named result in stub files: `_ValuesIndices` for the result of `sort`."""
    return "_" + "".join([field.title().replace("_", "") for field in kind._fields])


def type_of(parameter, by_name=True):
    """Return the type of an argument: as annotated, else by its default, else by its name if `by_name`."""
    name, default = parameter.name, parameter.default
    if parameter.kind in NO_NAME:
        return SEVERAL.get(name) or ("Any" if parameter.annotation is EMPTY else type_text(parameter.annotation))
    if parameter.annotation is not EMPTY:
        text = type_text(parameter.annotation)
    elif isinstance(default, bool):
        text = "_bool"
    elif name in BY_NAME and (by_name or name in ("dtype", "device")):
        text = BY_NAME[name]
    elif isinstance(default, str):
        text = "Any" if name in ("p", "ord") else "str"
    else:
        text = "_float" if isinstance(default, int | float) else "Any"
    return f"{text} | None" if default is None and text not in ("Any", "None") and "None" not in text else text


def parameters_text(signature, method=False, by_name=True):
    """Return the arguments of a signature as text, with types and defaults; those of a method begin with `self`."""
    parts, star = [], False
    for place, p in enumerate(signature.parameters.values()):
        if p.kind is Parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        star = star or p.kind is Parameter.VAR_POSITIONAL
        if method and place == 0:
            parts.append("self")
        else:
            mark = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}.get(p.kind, "")
            value = "" if p.default is EMPTY else f" = {default_text(p.default)}"
            parts.append(f"{mark}{p.name}: {type_of(p, by_name)}{value}")
    return ", ".join(parts)


def default_text(value):
    """Return the text of a default value, or `...` if the value has no literal."""
    plain = value is None or isinstance(value, bool | int | str) or isinstance(value, float) and value - value == 0
    if isinstance(value, tuple):
        plain = all(default_text(one) != "..." for one in value)
    return repr(value) if plain else "..."
