"""Types for stub files that the source does not declare: overloads, results, members of classes."""

import re

HEAD = '''\
# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator
'''
TENSOR = ("from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, "
          "{results})")
TYPES = '''
_Number = _float | _complex | np.number | np.bool
_Dims = _int | Sequence[_int]
_Sizes = _int | Sequence[_int]
_Device = _device | str | _int
_Index = _int | slice | EllipsisType | Tensor | np.ndarray | list | tuple | None
_Value = Tensor | _Number
'''
CALLS = '''
_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)

class _Forward(Protocol[_P, _R]):
    def forward(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
'''
AFTER_IMPORTS = {"tensors.tensor": TYPES, "nn": CALLS, "engine.grad_mode": '\n_F = TypeVar("_F")\n',
                 "data": '\n_T = TypeVar("_T", default=Any, covariant=True)\n'}


def split_keys(table):
    """Return a table with one key for each word: {"a b": value} -> {"a": value, "b": value}."""
    return {name: value for names, value in table.items() for name in names.split()}


# {function: its overloads, "arguments -> result"}, if the type of the result depends on the arguments.
FORMS = split_keys({
    "max min": ["input: Tensor, *, out: Tensor | None = None -> Tensor",
                "input: Tensor, dim: Tensor, *, out: Tensor | None = None -> Tensor",
                "input: Tensor, *, other: Tensor, out: Tensor | None = None -> Tensor",
                "input: Tensor, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None "
                "-> _ValuesIndices"],
    "median nanmedian": ["input: Tensor -> Tensor",
                         "input: Tensor, dim: _int, keepdim: _bool = False -> _ValuesIndices"],
    "unique": ["input: Tensor, sorted: _bool = True, return_inverse: Literal[False] = False, "
               "return_counts: Literal[False] = False, dim: _int | None = None -> Tensor",
               "input: Tensor, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, "
               "dim: _int | None = None -> tuple[Tensor, ...]"],
    "unique_consecutive": ["input: Tensor, return_inverse: Literal[False] = False, "
                           "return_counts: Literal[False] = False, dim: _int | None = None -> Tensor",
                           "input: Tensor, return_inverse: _bool = False, return_counts: _bool = False, "
                           "dim: _int | None = None -> tuple[Tensor, ...]"],
    "nonzero": ["input: Tensor, *, as_tuple: Literal[False] = False, out: Tensor | None = None -> Tensor",
                "input: Tensor, *, as_tuple: Literal[True] -> tuple[Tensor, ...]"],
    "atleast_1d atleast_2d atleast_3d": ["input: Tensor, / -> Tensor",
                                         "*tensors: Tensor | Sequence[Tensor] -> tuple[Tensor, ...]"],
    "where": ["condition: Tensor, / -> tuple[Tensor, ...]",
              "condition: Tensor, input: _Value, other: _Value, *, out: Tensor | None = None -> Tensor"],
    "normal_": ["input: Tensor, mean: _float = 0, std: _float = 1, *, generator: _Generator | None = None -> Tensor"],
    "uniform_": ["input: Tensor, a: _float = 0, b: _float = 1, *, generator: _Generator | None = None -> Tensor"],
    "exponential_": ["input: Tensor, lambd: _float = 1, *, generator: _Generator | None = None -> Tensor"],
    "bernoulli_": ["input: Tensor, p: _Value = 0.5, *, generator: _Generator | None = None -> Tensor"],
    "random_": ["input: Tensor, low: _int | None = None, high: _int | None = None, *, "
                "generator: _Generator | None = None -> Tensor"],
    "Tensor.where": ["self, condition: Tensor, other: _Value -> Tensor"],
    "Tensor.size": ["self -> Size", "self, dim: _int -> _int"],
    "Tensor.stride": ["self -> tuple[_int, ...]", "self, dim: _int -> _int"],
    "Tensor.type": ["self -> str", "self, dtype: Any, non_blocking: _bool = False -> Tensor"],
    "Tensor.__getitem__": ["self, index: _Index -> Tensor"],
    "Tensor.__setitem__": ["self, index: _Index, value: Any -> None"],
    "Tensor.__abs__ Tensor.__neg__ Tensor.__invert__ Tensor.__pos__": ["self -> Tensor"],
})
# The types of results, by the names of functions, methods and properties; `Class.name` if other classes differ.
RESULTS = split_keys({
    "shape broadcast_shapes": "Size", "dtype get_default_dtype promote_types result_type": "_dtype",
    "device get_default_device": "_device", "manual_seed": "_Generator",
    "ndim itemsize nbytes output_nr dim ndimension numel nelement element_size data_ptr get_device storage_offset "
    "get_num_threads _version __len__ __int__ __index__ __hash__ seed initial_seed": "_int",
    "__float__": "_float", "__complex__": "_complex", "extra_repr __format__": "str", "state_dict": "dict[str, Any]",
    "layout": "Any",
    "is_sparse is_sparse_csr is_nested is_quantized is_mkldnn is_mps is_xpu is_meta "
    "requires_grad is_leaf is_cuda is_cpu retains_grad volatile is_contiguous is_pinned is_floating_point is_signed "
    "is_nonzero is_same_size is_set_to is_inference is_tensor is_grad_enabled is_inference_mode_enabled can_cast "
    "__bool__ __contains__": "_bool",
    "grad": "Tensor | None", "numpy __array__": "np.ndarray",
    "backward retain_grad save reset_parameters register_parameter register_buffer add_module zero_grad "
    "add_param_group set_default_dtype set_default_device set_num_threads set_rng_state set_printoptions "
    "set_default_tensor_type __init__ __setitem__ __delitem__ __exit__": "None",
    "item tolist grad_fn load storage untyped_storage register_hook register_post_accumulate_grad_hook get_rng_state "
    "Tensor.name": "Any",
    "Tensor.__iter__": "Iterator[Tensor]", "__iter__": "Iterator[Any]",
    "parameters": "Iterator[Parameter]", "named_parameters": "Iterator[tuple[str, Parameter]]",
    "buffers": "Iterator[Tensor]", "named_buffers": "Iterator[tuple[str, Tensor]]",
    "children modules": "Iterator[Module]", "named_children named_modules": "Iterator[tuple[str, Module]]",
    "Module.to Module.float Module.double Module.half Module.cpu Module.cuda Module.train Module.eval Module.apply "
    "Module.requires_grad_ Module.append Module.extend Module.insert __enter__": "Self",
})

OPERATOR = re.compile(r"__[ri]?(add|sub|mul|matmul|truediv|floordiv|mod|pow|and|or|xor|lshift|rshift|"
                      r"eq|ne|lt|le|gt|ge)__")
OPERANDS = {"matmul": "Tensor", "eq": "Any", "ne": "Any"}              # all other operators take a _Value
CONSTANTS = {"dtype": "_dtype", "float": "_float", "bool": "_bool", "str": "str", "Generator": "_Generator"}
HIDDEN = set("""
    __module__ __doc__ __dict__ __weakref__ __slots__ __annotations__ __new__ __init_subclass__ __getattr__ __setattr__
    __delattr__ __dir__ __repr__ __reduce__ __reduce_ex__ __getstate__ __setstate__ __deepcopy__ __class_getitem__
""".split())
BASES = split_keys({
    "Size": "tuple[_int, ...]", "Dataset Sampler DataLoader": "Generic[_T]",
    "IterableDataset Subset ConcatDataset ChainDataset": "Dataset[_T]"})
# Members of classes, instead of those in the source.
RECURRENT = "def forward(self, input: Any, hx: {state} | None = None) -> tuple[Any, {state}]: ..."
PAIR = "tuple[Tensor, Tensor]"
MEMBERS = split_keys({
    "Tensor": ["array: np.ndarray"],
    "Size": ["@overload", "def __getitem__(self, index: SupportsIndex) -> _int: ...",
             "@overload", "def __getitem__(self, index: slice) -> Size: ..."],
    "GradMode": ["def __enter__(self) -> Self: ...", "def __exit__(self, *failure: object) -> None: ...",
                 "@overload", "def __call__(self, function: _F) -> _F: ...",
                 "@overload", "def __call__(self, *args: Any, **settings: Any) -> Any: ..."],
    "no_grad enable_grad": ["@overload", "def __new__(cls, function: _F) -> _F: ...",
                            "@overload", "def __new__(cls) -> Self: ..."],
    "Module": ["training: _bool", "forward: Callable[..., Any]", "def __getattr__(self, name: str) -> Any: ...",
               "def __call__(self: _Forward[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R: ..."],
    "RNNBase": ["forward: Callable[..., Any]"],
    "RNN GRU": [RECURRENT.format(state="Tensor")],
    "LSTM": [RECURRENT.format(state=PAIR)],
    "LSTMCell": [f"def forward(self, input: Tensor, hx: {PAIR} | None = None) -> {PAIR}: ..."],
    "MultiheadAttention": [
        "def forward(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None, "
        "need_weights: _bool = True, attn_mask: Tensor | None = None, average_attn_weights: _bool = True, "
        f"is_causal: _bool = False) -> {PAIR}: ..."],
    "Optimizer": ["param_groups: list[dict[str, Any]]"],
})
