"""Random numbers, and tensors filled with them in place."""
