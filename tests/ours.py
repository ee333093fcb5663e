"""Public names that PyTorch does not have: README or docstrings explain them, and no test compares them."""

OURS = {"": {"as_torch", "compress", "course", "data", "engine", "learn", "models", "numpy", "static", "tokenizers",
             "train", "vision", "viz"},
        "backends": {"c"}, "func": {"jacobian", "jit", "value_and_grad"}, "optim": {"from_rule"},
        "utils.data": {"Characters", "ClassBalancingReservoirSampler", "Prefetch", "TextLines", "StackDataset"},
        "optim.lr_scheduler": {"WarmupCosineLR", "warmup_cosine"}, "nn.utils": {"prune"},
        "cuda": {"Prefetcher", "transfers", "why_not"},
        "utils": {"benchmark", "checkpoint", "flop_counter", "tensorboard"},
        "autograd": {"GradcheckError", "is_grad_enabled"}, "linalg": {"tensordot"}, "onnx": {"load"},
        "distributed": {"launch", "optim", "parameter_server", "placement", "ring", "scaling"}}
