"""A language model of characters: batches from a memory-mapped file, mixed precision, clipping, files, a sample."""

import math
import os
import sys
import tempfile
from contextlib import nullcontext

import numpy as np
import torch
import torch.nn as nn
from settled import settle
from torch.nn import functional as F

kind, compiled = sys.argv[1], sys.argv[2] == "compiled"
draws, block = np.random.RandomState(0), 16


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.norm1, self.norm2 = heads, nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.join = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width, bias=False)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = (part.view(B, T, self.heads, C // self.heads).transpose(1, 2)
                   for part in self.qkv(self.norm1(x)).split(C, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=True)
        x = x + self.join(y.transpose(1, 2).contiguous().view(B, T, C))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Model(nn.Module):
    def __init__(self, words, width=16, heads=2, layers=2):
        super().__init__()
        self.parts = nn.ModuleDict({"words": nn.Embedding(words, width), "places": nn.Embedding(block, width),
                                    "blocks": nn.ModuleList([Block(width, heads) for _ in range(layers)])})
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)
        self.parts.words.weight = self.head.weight

    def forward(self, ids, targets=None):
        x = self.parts.words(ids) + self.parts.places(torch.arange(ids.size(1), dtype=torch.long, device=ids.device))
        for part in self.parts.blocks:
            x = part(x)
        if targets is None:
            return self.head(self.norm(x)[:, [-1], :]), None
        scores = self.head(self.norm(x))
        return scores, F.cross_entropy(scores.view(-1, scores.size(-1)), targets.view(-1), ignore_index=-1)


def batch(path):
    ids = np.memmap(path, dtype=np.uint16, mode="r")
    starts = torch.from_numpy(draws.randint(0, len(ids) - block, (4,)))
    return [torch.stack([torch.from_numpy(ids[i + at:i + at + block].astype(np.int64)) for i in starts])
            for at in (0, 1)]


def groups(model):
    named = {name: p for name, p in model.named_parameters() if p.requires_grad}
    return [{"params": [p for p in named.values() if p.dim() >= 2], "weight_decay": 0.1},
            {"params": [p for p in named.values() if p.dim() < 2], "weight_decay": 0.0}]


def run(model, optimizer, path, steps):
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=kind == "float16")
    casts = nullcontext() if kind == "float32" else torch.amp.autocast(device_type="cpu", dtype=getattr(torch, kind))
    for step in steps:
        for group in optimizer.param_groups:
            group["lr"] = 0.01 * 0.5 * (1 + math.cos(math.pi * step / 8))
        for _ in range(2):
            with casts:
                _, loss = model(*batch(path))
            scaler.scale(loss / 2).backward()
        scaler.unscale_(optimizer)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)
        print(step, f"loss {loss.item():.5f}, norm {norm.item():.5f}", scaler.get_scale())


text = "".join(chr(97 + i * i % 11) + " " * (i % 5 == 0) for i in range(600))
letters = sorted(set(text))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "train.bin")
    np.array([letters.index(letter) for letter in text], dtype=np.uint16).tofile(path)
    model = settle(Model(len(letters)))
    optimizer = torch.optim.AdamW(groups(model), lr=0.01, betas=(0.9, 0.95))
    run(torch.compile(model) if compiled else model, optimizer, path, range(4))
    saved = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 4, "sizes": {"width": 16}}
    torch.save(saved, os.path.join(folder, "saved.pt"))

    saved = torch.load(os.path.join(folder, "saved.pt"), map_location="cpu")
    model = Model(len(letters), **saved["sizes"])
    print(model.load_state_dict(saved["model"]))
    optimizer = torch.optim.AdamW(groups(model), lr=0.01, betas=(0.9, 0.95))
    optimizer.load_state_dict(saved["optimizer"])
    run(torch.compile(model) if compiled else model, optimizer, path, range(saved["step"], 8))

model.eval()
ids = torch.tensor([letters.index(letter) for letter in "ab"], dtype=torch.long)[None, ...]
with torch.no_grad():
    for _ in range(24):
        scores = model(ids[:, -block:])[0][:, -1, :] / 0.8
        best, _ = torch.topk(scores, 3)
        scores[scores < best[:, [-1]]] = -float("Inf")
        ids = torch.cat((ids, F.softmax(scores, dim=-1).argmax(-1, keepdim=True)), dim=1)
print("".join(letters[i] for i in ids[0].tolist()) if kind == "float32" else ids.size())
