"""Accept settings of PyTorch's compiler, which have no effect in minitorch."""

import warnings
from types import ModuleType


class Settings(ModuleType):
    """A module that accepts any setting, at any depth: `config.triton.cudagraphs = True`. It warns at the first one."""

    reported = False

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        vars(self)[name] = inner = Settings(f"{self.__name__}.{name}")
        return inner

    def __setattr__(self, name, value):
        if not Settings.reported and not name.startswith("__"):
            Settings.reported = True
            path = f"{self.__name__}.{name}".partition("as_torch.")[2]
            warnings.warn(f"{path} changes nothing: torch is minitorch here, whose compile() has no such settings.",
                          stacklevel=2)
        vars(self)[name] = value

    def __bool__(self):
        return False
