"""tf.keras: the dialect's Keras under TensorFlow 1's path, the same modules; what it computes, it computes at once."""

import sys

from .. import keras

for name, module in list(sys.modules.items()):
    if name == keras.__name__ or name.startswith(keras.__name__ + "."):
        sys.modules[__name__ + name.removeprefix(keras.__name__)] = module
