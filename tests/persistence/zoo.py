"""Ten well-known models, small, written once for both libraries: `lib` is torch or minitorch."""


def lenet(lib):
    """LeCun et al., 1998: two convolutions, three linear layers."""
    nn = lib.nn
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.Tanh(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Tanh(), nn.AvgPool2d(2),
        nn.Flatten(), nn.Linear(400, 120), nn.Tanh(), nn.Linear(120, 84), nn.Tanh(), nn.Linear(84, 10))


def vgg(lib):
    """Simonyan and Zisserman, 2014: three-by-three convolutions, wider at every halving."""
    nn = lib.nn
    layers, width = [], 3
    for wider in (8, 16, 32):
        layers += [nn.Conv2d(width, wider, 3, padding=1), nn.BatchNorm2d(wider), nn.ReLU(inplace=True),
                   nn.Conv2d(wider, wider, 3, padding=1), nn.ReLU(inplace=True), nn.MaxPool2d(2, 2)]
        width = wider
    return nn.Sequential(nn.Sequential(*layers), nn.Flatten(), nn.Dropout(0.5), nn.Linear(32 * 4, 10))


def resnet(lib):
    """He et al., 2015: blocks that add to what they were given."""
    nn = lib.nn

    class Block(nn.Module):
        def __init__(self, width, wider, stride):
            super().__init__()
            self.conv1 = nn.Conv2d(width, wider, 3, stride, 1, bias=False)
            self.bn1 = nn.BatchNorm2d(wider)
            self.conv2 = nn.Conv2d(wider, wider, 3, 1, 1, bias=False)
            self.bn2 = nn.BatchNorm2d(wider)
            self.relu = nn.ReLU()
            self.downsample = None if (width, stride) == (wider, 1) else nn.Sequential(
                nn.Conv2d(width, wider, 1, stride, bias=False), nn.BatchNorm2d(wider))

        def forward(self, x):
            short = x if self.downsample is None else self.downsample(x)
            return self.relu(self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x))))) + short)

    return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), Block(8, 8, 1), Block(8, 16, 2), Block(16, 16, 1),
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(1), nn.Linear(16, 10))


def text_lstm(lib):
    """Words to vectors, read both ways by an LSTM of two layers, classified by its last state."""
    nn = lib.nn

    class Reader(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(50, 12, padding_idx=0)
            self.lstm = nn.LSTM(12, 16, num_layers=2, batch_first=True, bidirectional=True)
            self.fc = nn.Linear(32, 2)

        def forward(self, x):
            out, (hidden, cell) = self.lstm(self.embedding(x))
            return self.fc(lib.cat([hidden[-2], hidden[-1]], 1)) + out.mean() + cell.mean()

    return Reader()


def char_gru(lib):
    """Cho et al., 2014: the next letter from a GRU."""
    nn = lib.nn

    class Letters(nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder, self.gru, self.decoder = nn.Embedding(50, 8), nn.GRU(8, 20), nn.Linear(20, 50)

        def forward(self, x):
            out, _ = self.gru(self.encoder(x.t()))
            return self.decoder(out)

    return Letters()


def transformer(lib):
    """Vaswani et al., 2017: an encoder of self-attention over learned places."""
    nn = lib.nn

    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(50, 16)
            self.register_buffer("places", lib.arange(160.0).reshape(10, 16) / 160)
            layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
            self.encoder = nn.TransformerEncoder(layer, 2)
            self.fc = nn.Linear(16, 3)

        def forward(self, x):
            return self.fc(self.encoder(self.embedding(x) + self.places).mean(1))

    return Encoder()


def gpt(lib):
    """Radford et al., 2018: a decoder that sees the past only; the last layer shares the first's weights."""
    nn = lib.nn

    class Block(nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.c_attn, self.c_proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
            self.heads = heads
            self.register_buffer("bias", lib.tril(lib.ones(10, 10)).view(1, 1, 10, 10))

        def forward(self, x):
            B, T, C = x.shape
            q, k, v = (part.view(B, T, self.heads, C // self.heads).transpose(1, 2)
                       for part in self.c_attn(self.ln_1(x)).split(C, dim=2))      # (B, H, T, D)
            scores = (q @ k.transpose(-2, -1)) / (C // self.heads) ** 0.5
            scores = scores.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf")).softmax(-1)
            x = x + self.c_proj((scores @ v).transpose(1, 2).contiguous().view(B, T, C))
            return x + self.mlp(self.ln_2(x))

    class GPT(nn.Module):
        def __init__(self):
            super().__init__()
            self.wte, self.wpe = nn.Embedding(50, 16), nn.Embedding(10, 16)
            self.h = nn.ModuleList([Block(16, 2) for _ in range(2)])
            self.ln_f, self.lm_head = nn.LayerNorm(16), nn.Linear(16, 50, bias=False)
            self.lm_head.weight = self.wte.weight

        def forward(self, x):
            x = self.wte(x) + self.wpe(lib.arange(x.shape[1]))
            for block in self.h:
                x = block(x)
            return self.lm_head(self.ln_f(x))

    return GPT()


def autoencoder(lib):
    """An image through a narrow place, and back."""
    nn = lib.nn
    return nn.ModuleDict({
        "encoder": nn.Sequential(nn.Flatten(), nn.Linear(256, 32), nn.ReLU(), nn.Linear(32, 4)),
        "decoder": nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 256), nn.Sigmoid())})


def dcgan(lib):
    """Radford et al., 2015: the generator, noise to image by transposed convolutions."""
    nn = lib.nn
    return nn.Sequential(
        nn.ConvTranspose2d(12, 16, 4, 1, 0, bias=False), nn.BatchNorm2d(16), nn.ReLU(True),
        nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(True),
        nn.ConvTranspose2d(8, 3, 4, 2, 1, bias=False), nn.Tanh())


def mlp(lib):
    nn = lib.nn
    return nn.Sequential(nn.Linear(20, 64), nn.BatchNorm1d(64), nn.LeakyReLU(0.2), nn.Dropout(0.1), nn.Linear(64, 64),
                         nn.PReLU(), nn.Linear(64, 5), nn.LogSoftmax(dim=1))


def cnn1d(lib):
    """Kim, 2014: convolutions along a sequence."""
    nn = lib.nn
    return nn.Sequential(nn.Conv1d(4, 8, 5, stride=2, padding=2), nn.BatchNorm1d(8), nn.ELU(), nn.MaxPool1d(2),
                         nn.Conv1d(8, 16, 3, dilation=2), nn.GELU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(),
                         nn.Linear(16, 3))


WORDS = ("words", (2, 10))
MODELS = {
    lenet: (1, 28, 28), vgg: (3, 16, 16), resnet: (3, 12, 12), text_lstm: WORDS, char_gru: WORDS, transformer: WORDS,
    gpt: WORDS, autoencoder: (16, 16), dcgan: (12, 1, 1), mlp: (20,), cnn1d: (4, 32),
}
