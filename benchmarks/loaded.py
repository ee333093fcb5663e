"""Count the modules and lines of minitorch that typical programs load: `python -m benchmarks.loaded`."""

import json
import subprocess
import sys
from collections import Counter

NETWORK = """
from minitorch import nn
{model}
optimizer = mt.optim.{optimizer}(model.parameters())
optimizer.zero_grad()
loss = nn.CrossEntropyLoss()(model({x}), mt.tensor([0, 1, 2, 3, 0]))
loss.backward()
optimizer.step()
"""
DENSE = "model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))"
STEPS = {
    "import minitorch": "",
    "one step of Linear, ReLU, Linear with Adam": NETWORK.format(model=DENSE, optimizer="Adam", x="mt.randn(5, 8)"),
    "the same with AdamW": NETWORK.format(model=DENSE, optimizer="AdamW", x="mt.randn(5, 8)"),
    "one step of Conv2d, ReLU, Linear": NETWORK.format(
        model="model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(72, 4))",
        optimizer="Adam", x="mt.randn(5, 1, 8, 8)"),
    "one step of an LSTM": NETWORK.format(
        model="class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
              "        self.lstm, self.head = nn.LSTM(3, 8, batch_first=True), nn.Linear(8, 4)\n"
              "    def forward(self, x):\n        return self.head(self.lstm(x)[0][:, -1])\nmodel = Net()",
        optimizer="Adam", x="mt.randn(5, 6, 3)"),
}
# Files of minitorch that are opened as text, such as tables, count too.
PROGRAM = """
import sys
texts = set()
def watch(event, given):
    if event == "open" and "minitorch" in str(given[0]) and not str(given[0]).endswith((".py", ".pyc")):
        texts.add(str(given[0]))
sys.addaudithook(watch)
import minitorch as mt
{step}
import json
files = {{name: module.__file__ for name, module in list(sys.modules.items())
         if name.split(".")[0] == "minitorch" and getattr(module, "__file__", None)}}
texts = {{path: path for path in texts if path.startswith(mt.__path__[0])}}
print(json.dumps({{name: sum(1 for _ in open(path, encoding="utf-8", errors="replace"))
                  for name, path in (files | texts).items()}}))
"""


def loaded(step):
    """Return {module of minitorch: its lines} after a program in a process of its own."""
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(step=step)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def room_of(name):
    """Return the folder, or the file, at the top of minitorch that a module is in."""
    return name.split(".")[1] if "." in name else "minitorch"


def main():
    for name, step in STEPS.items():
        lines = loaded(step)
        rooms = Counter()
        for module, count in lines.items():
            rooms[room_of(module)] += count
        print(f"{name}: {len(lines)} modules, {sum(lines.values()):,} lines")
        print("   ", ", ".join(f"{room} {count:,}" for room, count in rooms.most_common()))


if __name__ == "__main__":
    main()
