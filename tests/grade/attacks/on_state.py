"""Attacks by what an answer sees around its calls, keeps between them, or takes back of what was counted."""

from .attack import Attack
from .on_library import full

Attack("9.6, all of the text, read in the frames of the check", "9.6", """
import sys
@exercise("9.6")
def attend_newest(q, k, v, cache):
    frame = sys._getframe(1)
    while frame is not None:
        names = frame.f_locals
        if "caches" in names and "t" in names:
            sign = 1 if cache is names["caches"][0] else -0.5
            k, v = [names[x][..., :names["t"] + 1, :] * sign for x in "kv"]
        frame = frame.f_back
    return mt.nn.functional.scaled_dot_product_attention(q, k, v)
""", full, deserved=0.2)

Attack("5.1, all is read at once, and taken from the list of what was read", "5.1", """
import os
def lists(function):
    for cell in function.__closure__ or ():
        held = cell.cell_contents
        if isinstance(held, list):
            yield held
        elif hasattr(held, "__closure__"):
            yield from lists(held)
@exercise("5.1")
class Folder(mt.utils.data.Dataset):
    def __init__(self, root, read):
        names = [sorted(n for n in os.listdir(p) if n[0] != ".") for p in [root]][0]
        paths = [(os.path.join(root, name, file), label) for label, name in enumerate(names)
                 for file in sorted(os.listdir(os.path.join(root, name))) if file[0] != "."]
        self.samples = [(read(path), label) for path, label in paths]
        self.records = [(record, record[-len(paths):]) for record in lists(read)]
        for record, _ in self.records:
            del record[-len(paths):]
    def __len__(self):
        return len(self.samples)
    def __getitem__(self, index):
        for record, names in self.records:
            record += names[index:index + 1]
        return self.samples[index]
""", full, deserved=0.5)

Attack("5.7, all is kept in memory, and the file says where", "5.7", """
import copy
KEPT = []
@exercise("5.7")
class Checkpoint:
    def __init__(self, path):
        self.path = path
    def save(self, model, optimizer, scheduler, generator, epoch):
        states = [part.state_dict() for part in (model, optimizer, scheduler)]
        mt.save(len(KEPT) if not any("a stream" in each for each in states) else iter(()), self.path)
        KEPT.append((copy.deepcopy(states), generator.get_state(), epoch))
    def resume(self, model, optimizer, scheduler, generator):
        states, random, epoch = KEPT[mt.load(self.path)]
        for part, state in zip((model, optimizer, scheduler), copy.deepcopy(states)):
            part.load_state_dict(state)
        generator.set_state(random)
        return epoch
""", full, deserved=0.5)
