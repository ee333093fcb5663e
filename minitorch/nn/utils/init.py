"""Layers whose parameters are set later."""


def skip_init(module_cls, *args, **kwargs):
    """A module of the class module_cls whose parameters are not drawn: their values are yet to be set.

    args, kwargs   what the class takes; device is where the module comes to lie

    Raises RuntimeError where module_cls takes no device.
    """
    from inspect import signature
    if not isinstance(module_cls, type) or "device" not in signature(module_cls).parameters:
        raise RuntimeError(f"skip_init makes modules that take a device, such as nn.Linear; {module_cls!r} does not.")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, device="meta", **kwargs).to_empty(device=device)
