"""PyTorch's smaller modules over the engine; import them as minitorch.amp, minitorch.func and so on."""
