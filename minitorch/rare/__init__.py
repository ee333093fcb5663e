"""PyTorch's rarer parts: ops, layers and optimisers that few programs use; each file is imported on first use."""
