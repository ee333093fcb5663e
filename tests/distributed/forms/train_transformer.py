"""The training functions of The Annotated Transformer in its form: a worker a GPU, each with its part of the data."""

import json
import os
import sys

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler

VOCAB, PAD, LENGTH = 11, 2, 6


class Copier(nn.Module):
    def __init__(self, d_model=16):
        super().__init__()
        self.embed, self.position = nn.Embedding(VOCAB, d_model), nn.Embedding(LENGTH, d_model)
        layer = nn.TransformerEncoderLayer(d_model, 2, 32, dropout=0.0, batch_first=True)
        self.encoder, self.generator = nn.TransformerEncoder(layer, 1), nn.Linear(d_model, VOCAB)

    def forward(self, src, src_mask):
        x = self.embed(src) + self.position(torch.arange(src.size(1)))
        return torch.log_softmax(self.generator(self.encoder(x, src_key_padding_mask=src_mask)), dim=-1)


class LabelSmoothing(nn.Module):
    def __init__(self, size, padding_idx, smoothing):
        super().__init__()
        self.criterion, self.size = nn.KLDivLoss(reduction="sum"), size
        self.padding_idx, self.smoothing, self.confidence = padding_idx, smoothing, 1.0 - smoothing

    def forward(self, x, target):
        true_dist = x.data.clone()
        true_dist.fill_(self.smoothing / (self.size - 2))
        true_dist.scatter_(1, target.data.unsqueeze(1), self.confidence)
        true_dist[:, self.padding_idx] = 0
        mask = torch.nonzero(target.data == self.padding_idx)
        if mask.dim() > 0:
            true_dist.index_fill_(0, mask.squeeze(), 0.0)
        return self.criterion(x, true_dist.clone().detach())


def rate(step, model_size, factor, warmup):
    step = 1 if step == 0 else step
    return factor * (model_size ** (-0.5) * min(step ** (-0.5), step * warmup ** (-1.5)))


def create_dataloaders(batch_size, is_distributed):
    torch.manual_seed(0)
    data = torch.randint(3, VOCAB, (24, LENGTH))
    sampler = DistributedSampler(data) if is_distributed else None
    return DataLoader(data, batch_size=batch_size, shuffle=(sampler is None), sampler=sampler)


def train_worker(gpu, ngpus_per_node, config, is_distributed=False):
    if torch.cuda.is_available():
        torch.cuda.set_device(gpu)
    torch.manual_seed(gpu)
    model = Copier()
    for p in model.parameters():
        if p.dim() > 1:
            nn.init.xavier_uniform_(p)
    module, is_main_process = model, True
    if is_distributed:
        dist.init_process_group("gloo", init_method="env://", rank=gpu, world_size=ngpus_per_node)
        model = DDP(model)
        module = model.module
        is_main_process = gpu == 0
    criterion = LabelSmoothing(size=VOCAB, padding_idx=PAD, smoothing=0.1)
    train_dataloader = create_dataloaders(config["batch_size"] // ngpus_per_node, is_distributed)
    optimizer = torch.optim.Adam(model.parameters(), lr=config["base_lr"], betas=(0.9, 0.98), eps=1e-9)
    lr_scheduler = LambdaLR(optimizer=optimizer, lr_lambda=lambda step: rate(step, 16, factor=1, warmup=8))
    losses = []
    for epoch in range(config["num_epochs"]):
        if is_distributed:
            train_dataloader.sampler.set_epoch(epoch)
        model.train()
        for src in train_dataloader:
            out = model(src, src == PAD)
            ntokens = (src != PAD).sum()
            loss_node = criterion(out.contiguous().view(-1, out.size(-1)), src.contiguous().view(-1)) / ntokens
            loss_node.backward()
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            lr_scheduler.step()
            losses.append(loss_node.item())
        if is_main_process:
            torch.save(module.state_dict(), f"{config['file_prefix']}{epoch:02d}.pt")
    with open(f"{config['file_prefix']}end-{gpu}.json", "w") as file:
        json.dump({"losses": losses, "weights": {name: x.tolist() for name, x in module.state_dict().items()}}, file)
    if is_distributed:
        dist.destroy_process_group()


if __name__ == "__main__":
    config = {"batch_size": 8, "num_epochs": 4, "base_lr": 0.5, "file_prefix": f"{sys.argv[1]}/"}
    os.environ.setdefault("MASTER_ADDR", "localhost")
    os.environ.setdefault("MASTER_PORT", "12356")
    if sys.argv[2] == "spawn":
        mp.spawn(train_worker, nprocs=1, args=(1, config, True))
    else:
        train_worker(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]), config, True)
