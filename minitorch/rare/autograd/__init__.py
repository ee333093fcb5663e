"""Rare parts of torch.autograd: forward mode, anomaly mode, checkpoints, hooks of saved tensors."""
