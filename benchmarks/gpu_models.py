"""The networks that benchmarks.gpu trains, with names that minitorch and PyTorch share, on random data."""

import minitorch as mt

BATCH, IMAGE = 32, 224
HEADS_OF_GPT = 4


def image_model(name):
    """Return a builder of a network of minitorch.models, or of torchvision if it is installed."""
    def build(side):
        zoo = mt.models if side.lib is mt else __import__("torchvision").models
        return getattr(zoo, name)(), (side.tensor(BATCH, 3, IMAGE, IMAGE),), side.tensor(BATCH, high=1000)
    return build


def words_model(kind, small):
    """Return a builder of a model of words: recurrent layers with attention, a GPT, or NCF."""
    width, vocabulary, length, batch = (32, 30, 6, 2) if small else (512, 10_000, 64, 32)

    def build(side):
        nn = side.lib.nn

        class Translator(nn.Module):
            def __init__(self):
                super().__init__()
                self.words, self.head = nn.Embedding(vocabulary, width), nn.Linear(2 * width, vocabulary)
                self.encoder = nn.LSTM(width, width, num_layers=2, batch_first=True)
                self.decoder = nn.LSTM(width, width, num_layers=2, batch_first=True)

            def forward(self, x):
                (keys, state), target = self.encoder(self.words(x)), self.words(x)
                out, _ = self.decoder(target, state)
                context = (out @ keys.transpose(1, 2) / width ** 0.5).softmax(-1) @ keys
                return self.head(side.lib.cat([out, context], -1))

        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
                self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
                self.deep = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

            def forward(self, x):
                q, k, v = (part.view(batch, length, HEADS_OF_GPT, -1).transpose(1, 2)
                           for part in self.qkv(self.before(x)).split(width, 2))
                seen = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
                x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
                return x + self.deep(self.after(x))

        class GPT(nn.Module):
            def __init__(self):
                super().__init__()
                self.words, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
                self.blocks = nn.Sequential(*[Block() for _ in range(2 if small else 6)])
                self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary)

            def forward(self, x):
                places = self.places(side.lib.arange(length, device=side.device))
                return self.head(self.norm(self.blocks(self.words(x) + places)))

        class NCF(nn.Module):
            def __init__(self):
                super().__init__()
                self.users, self.items = (nn.Embedding(vocabulary, width) for _ in range(2))
                self.deep = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, vocabulary))

            def forward(self, x):
                return self.deep(side.lib.cat([self.users(x), self.items(x)], -1))
        x = side.tensor(batch, length, high=vocabulary)
        return {"seq2seq": Translator, "GPT": GPT, "NCF": NCF}[kind](), (x,), x
    return build
