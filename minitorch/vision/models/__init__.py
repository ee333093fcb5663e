"""torchvision's import path for models: minitorch.vision.models is minitorch.models."""

from ...runtime import missing as _missing
from ...models import *
from ...models import __all__

_missing.speak_for(globals())
