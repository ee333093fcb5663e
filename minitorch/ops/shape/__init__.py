"""Changes of shape, mostly views; and tensors created from a shape."""
