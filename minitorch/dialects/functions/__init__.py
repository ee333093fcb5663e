"""The functions of the dialects, by subject: each names what the engine has, with TensorFlow's arguments."""
