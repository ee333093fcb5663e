"""tf.version: the release of TensorFlow whose names and defaults are followed."""

VERSION = "2.21.0"
