"""torchvision's path to the zoo: minitorch.vision.models is minitorch.models."""

from ... import missing as _missing
from ...models import *
from ...models import __all__

_missing.speak_for(globals())
