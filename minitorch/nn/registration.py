"""Registration of a module's parameters, buffers and submodules on assignment; and checks of constructor settings."""

from itertools import chain

from .. import paths
from ..runtime import FLAG, NUMBER, TEXT, WHOLE, Hooks
from ..runtime.missing import Words, explained
from ..tensors import Tensor
from .parameter import Buffer, Parameter

KINDS = ("_parameters", "_buffers", "_modules")


class ModuleBase:
    """The part of Module that registers attributes: `self.name = value` goes to the dict for the value's kind."""

    training: bool
    _own_kinds: tuple[str, ...] = ()         # settings whose type differs from that in all other layers

    def __init_subclass__(cls, **declared):
        super().__init_subclass__(**declared)
        explained(cls, check_settings)

    def __init__(self, *args, **settings):
        if args or settings:
            name = type(self).__name__
            slips = [k for k in vars(type(self)) if k != "__init__" and k.strip("_") in ("init", "int", "inti")]
            hint = (f"{name} has {slips[0]!r}: write __init__, with two underscores on each side." if slips else
                    f"Has {name} an __init__ of its own, and does it call super().__init__() without arguments?")
            raise TypeError(f"{name}.__init__() got {args or tuple(settings)}: Module's own takes no arguments. {hint}")
        own = self.__dict__
        own["training"] = True
        own["_parameters"], own["_buffers"], own["_modules"] = {}, {}, {}
        own["_non_persistent_buffers_set"] = set()
        own["_forward_hooks"], own["_forward_pre_hooks"] = Hooks(), Hooks()
        own["_backward_hooks"], own["_backward_pre_hooks"] = Hooks(), Hooks()

    def __setattr__(self, name, value):
        own = self.__dict__
        if "_modules" not in own:
            if isinstance(value, Parameter | ModuleBase | Buffer):
                what = "module" if isinstance(value, ModuleBase) else "parameters"
                raise AttributeError(f"cannot assign {what} before Module.__init__() call: begin "
                                     f"{type(self).__name__}.__init__ with super().__init__().")
            return object.__setattr__(self, name, value)
        if isinstance(value, Parameter):
            if name not in own["_parameters"]:           # a Parameter that is assigned again keeps its position
                self.forget(name)
            self.register_parameter(name, value)
        elif isinstance(value, ModuleBase):
            if name not in self._modules:
                self.forget(name)
            own["_modules"][name] = value
        elif isinstance(value, Buffer) or name in own["_buffers"]:
            persistent = getattr(value, "persistent", name not in own["_non_persistent_buffers_set"])
            check_assigned(value is None or isinstance(value, Tensor), value, "buffer", name)
            if name not in own["_buffers"]:
                self.forget(name)
            self.register_buffer(name, value, persistent)
        elif name in own["_parameters"]:
            check_assigned(value is None, value, "parameter", name)
            own["_parameters"][name] = None
        elif name in own["_modules"]:
            check_assigned(value is None, value, "child module", name)
            own["_modules"][name] = None
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        own = self.__dict__
        for kind in KINDS:
            if kind in own and name in own[kind]:
                return own[kind][name]
        raise missing(self, name)

    def __delattr__(self, name):
        if not self.forget(name, also_plain=False):
            object.__delattr__(self, name)

    def __dir__(self):
        return sorted({*object.__dir__(self), *chain.from_iterable(self.__dict__.get(kind, ()) for kind in KINDS)})

    def forget(self, name, also_plain=True):
        """Delete the entry registered as `name`; return whether it existed. also_plain: plain attributes too."""
        found = also_plain and self.__dict__.pop(name, self) is not self
        for kind in KINDS:
            if name in self.__dict__[kind]:
                del self.__dict__[kind][name]
                found = True
        self._non_persistent_buffers_set.discard(name)
        return found

    def check_name(self, name, kind, known):
        """Raise TypeError or KeyError for a name that cannot be registered.

        kind    "parameter", "buffer" or "module", for the error
        known   names that may be assigned again
        """
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string, not {type(name).__name__}.")
        if "." in name or not name:
            raise KeyError(f"{kind} name can't " + (f'contain ".": {name!r}' if name else 'be empty string ""'))
        if hasattr(self, name) and name not in known:
            raise KeyError(f"attribute '{name}' already exists in {self._get_name()}.")

    def register_parameter(self, name, param):
        """Add a Parameter, or None for one that is left out, under `name`.

        Raises KeyError for a name that is taken or has a dot, TypeError for a param that is not a Parameter, and
        ValueError for a param that was computed from others.
        """
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self.check_name(name, "parameter", self._parameters)
        check_assigned(param is None or isinstance(param, Parameter), param, "parameter", name)
        if param is not None and not param.is_leaf:
            raise ValueError(f"Cannot assign non-leaf Tensor to parameter '{name}': it would be computed once and "
                             "never again. Compute it in forward().")
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor, or None, that is state but not trained, under `name`; persistent ones are in the state_dict.

        Raises KeyError for a name that is taken or has a dot, TypeError if it is not a Tensor, AttributeError before
        Module.__init__() has run.
        """
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self.check_name(name, "buffer", self._buffers)
        check_assigned(tensor is None or isinstance(tensor, Tensor), tensor, "buffer", name)
        self._buffers[name] = tensor
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(name)

    def add_module(self, name, module):
        """Add a child under `name`, as `self.name = module` does."""
        self.check_name(name, "module", self._modules)
        check_module(module)
        self._modules[name] = module

    register_module = add_module


def check_assigned(fine, value, kind, name):
    if not fine:
        needed = {"buffer": "a Tensor or None", "parameter": "nn.Parameter or None"}.get(kind, "nn.Module or None")
        raise TypeError(f"cannot assign '{type(value).__name__}' object to {kind} '{name}' ({needed} needed). "
                        + ("Wrap it: nn.Parameter(tensor)." if kind == "parameter" else ""))


def check_module(module):
    """Raise TypeError unless it is a Module or None; explain a class without brackets, a function, a list."""
    if module is not None and not isinstance(module, ModuleBase):
        if isinstance(module, type) and issubclass(module, ModuleBase):
            raise TypeError(f"{module.__name__} is a class, not a module: write {module.__name__}(...), with brackets.")
        hint = paths.module("explain.modules").layer_hint(module)
        raise TypeError(f"{describe_value(module)} is not a Module subclass.{hint}")


def describe_value(value):
    """Describe a value in a few words."""
    if callable(value) and hasattr(value, "__name__"):
        return f"the function {value.__name__}"
    return f"{type(value).__name__} {str(value)[:40]!r}" if isinstance(value, str | int | float) else (
        f"an object of type {type(value).__name__}")


def missing(module, name):
    """Return the error for an attribute that a module does not have."""
    if "_modules" not in module.__dict__ and name in (*KINDS, "_forward_hooks", "training"):
        return AttributeError(f"'{type(module).__name__}' object has no attribute '{name}': its __init__ must call "
                              "super().__init__() first.")
    return AttributeError(Words("explain.modules.missing_attribute", module, name), name=name, obj=module)


# Constructor settings: a name stands for the same type in every layer and loss.
NAMED = {
    WHOLE: "in_features out_features in_channels out_channels groups num_features num_groups num_channels "
           "num_embeddings embedding_dim input_size hidden_size num_layers proj_size embed_dim num_heads d_model nhead "
           "dim_feedforward ignore_index upscale_factor downscale_factor num_parameters num_encoder_layers "
           "num_decoder_layers start_dim end_dim in1_features in2_features blank num_classes",
    NUMBER: "p beta delta alpha lambd negative_slope min_val max_val threshold label_smoothing init",
    FLAG: "bidirectional scale_grad_by_freq log_input include_last_offset",
    TEXT: "approximate",
}
OR_NONE = {WHOLE: "kdim vdim padding_idx divisor_override", NUMBER: "eps momentum max_norm margin value"}
OURS = ("minitorch.nn.", "minitorch.rare.nn.", "minitorch.distributed.")
SETTING_KINDS = {name: (kind, optional) for names, optional in ((NAMED, False), (OR_NONE, True))
                 for kind, own in names.items() for name in own.split()}


def check_settings(cls, names, args, settings):
    """Raise TypeError for a constructor setting of the wrong type, for layers of minitorch.nn.

    names   the names of the constructor's positional arguments
    """
    if not cls.__module__.startswith(OURS):               # transforms have such names with other types
        return
    for name, value in (*zip(names, args), *settings.items()):
        if name in SETTING_KINDS and name not in cls._own_kinds:
            kind, optional = SETTING_KINDS[name]
            if type(value) not in kind.types and kind.also(value) is None and not (optional and value is None):
                hint = " n // 2 is an int, n / 2 is not." if kind is WHOLE and type(value) is float else ""
                raise TypeError(f"{cls.__name__}: {name} should be {kind.name}{' or None' * optional}, not "
                                f"{type(value).__name__} ({str(value)[:30]}).{hint}")
