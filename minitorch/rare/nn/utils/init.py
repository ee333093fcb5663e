"""skip_init: create a layer without initialising its parameters."""


def skip_init(module_cls, *args, **kwargs):
    """Return a module_cls module whose parameters are not initialised; set their values yourself.

    args, kwargs   the arguments of the class; device is the device of the parameters

    Raises RuntimeError if module_cls takes no device.
    """
    from inspect import signature
    if not isinstance(module_cls, type) or "device" not in signature(module_cls).parameters:
        raise RuntimeError(f"skip_init needs a class with an argument `device`, such as nn.Linear, not {module_cls!r}.")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, device="meta", **kwargs).to_empty(device=device)
