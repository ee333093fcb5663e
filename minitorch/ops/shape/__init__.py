"""Other shapes of the same numbers, mostly views; and tensors made from a shape."""
