"""The workloads in order, and what each should come to beside PyTorch on one thread."""

GOALS = {"W1": 0.75, "W2": 0.85, "W3": 1.3, "W3b": 1.15, "W4": 1.25, "W5": 0.95, "W6": 0.65, "W6-16": 0.65, "W7": 0.9,
         "gelu": 0.75, "softmax": 2.3, "layernorm": 2.5}
