"""safetensors: tensors and a model to a file and back, whole and by slices."""

import tempfile
from pathlib import Path

import torch
from safetensors import safe_open
from safetensors.torch import load, load_file, load_model, save, save_file, save_model
from settled import normal, settle

tensors = {"a": normal(2, 3), "b": torch.tensor([1, 2]), "half": torch.ones(2, dtype=torch.float16),
           "mask": torch.tensor([True, False]), "double": torch.ones(1, dtype=torch.float64)}
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "tensors.safetensors"
    save_file(tensors, file, metadata={"from": "a test"})
    print(load_file(file))
    with safe_open(file, framework="pt", device="cpu") as opened:
        print(sorted(opened.keys()), opened.get_tensor("a"), opened.get_slice("a")[:, 1:], opened.metadata())
    net = settle(torch.nn.Linear(3, 2))
    save_model(net, str(file))
    other = torch.nn.Linear(3, 2)
    print(load_model(other, str(file)), other(normal(1, 3)))
print(load(save(tensors))["b"])
