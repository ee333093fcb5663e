"""Mixed precision under PyTorch's older import path: autocast() and GradScaler() for a GPU."""

from ..torch_api.amp import GradScaler as AnyScaler, autocast as any_autocast, custom_bwd, custom_fwd

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]


class autocast(any_autocast):
    """A block `with autocast():` that has no effect on a GPU; see minitorch.amp.autocast."""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(AnyScaler):
    """minitorch.amp.GradScaler for a GPU."""

    def __init__(self, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)
