"""Programs of other subjects: training with its figures, adversaries, translation, summaries, batches, states."""

import io

import numpy as np
import pytest
from engine.test_teaching_programs import agree, drawn, started

pytestmark = pytest.mark.filterwarnings("ignore")


def training_loop(torch):
    """Smoothed and weighted labels, clipped gradients, an average loss, accuracy and a table of confusions."""
    nn, data = torch.nn, torch.utils.data
    net = started(torch, nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)))
    x = drawn(torch, 30, 4)
    y = (x.sum(1) > 0).long() + (x[:, 0] > 1).long()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.1, weight=torch.tensor([1.0, 2.0, 1.0]))
    for epoch in range(3):
        total = seen = 0
        for samples, labels in data.DataLoader(data.TensorDataset(x, y), batch_size=8):
            optimizer.zero_grad()
            loss = loss_of(net(samples), labels)
            loss.backward()
            norm = nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            total, seen = total + loss.item() * len(samples), seen + len(samples)
        guess = net(x).argmax(1)
        table = torch.zeros(3, 3, dtype=torch.long).index_put_((y, guess), torch.ones_like(y), accumulate=True)
        yield f"{epoch} {total / seen:.4f} {norm:.3f} {(guess == y).float().mean().item():.2%}"
        yield table, table.diag() / table.sum(1).clamp(min=1), f"{(guess == y).sum()}/{len(y)}"
    yield loss, loss_of, [type(child).__name__ for child in net.children()], {
        name: list(p.shape) for name, p in net.named_parameters()}


def adversaries(torch):
    """A generator and a critic, each with its own optimiser; the critic sees the generator's work without its graph."""
    nn = torch.nn
    maker = started(torch, nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2), nn.Linear(4, 3), nn.Tanh()))
    critic = started(torch, nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1), nn.Sigmoid()))
    by_maker, by_critic = (torch.optim.Adam(net.parameters(), 0.01, (0.5, 0.999)) for net in (maker, critic))
    loss_of, real, noise = nn.BCELoss(), drawn(torch, 4, 3), drawn(torch, 4, 2)
    for _ in range(3):
        made = maker(noise)
        by_critic.zero_grad()
        loss = loss_of(critic(real), torch.ones(4, 1)) + loss_of(critic(made.detach()), torch.zeros(4, 1))
        loss.backward()
        by_critic.step()
        by_maker.zero_grad()
        fooled = loss_of(critic(made), torch.ones(4, 1))
        fooled.backward()
        by_maker.step()
        yield loss, fooled, made[0], by_critic.state_dict()["state"][0]["step"]
    yield maker, critic


def translator(torch):
    """An encoder's states, and a decoder that looks back at them; its own best guess is what it reads next."""
    nn, F = torch.nn, torch.nn.functional
    embedding, reads, writes = (started(torch, part) for part in (nn.Embedding(6, 4), nn.GRU(4, 4), nn.GRU(4, 4)))
    looks, joins, says = (started(torch, nn.Linear(*sizes)) for sizes in ((8, 5), (8, 4), (4, 6)))
    state, states, loss = torch.zeros(1, 1, 4), torch.zeros(5, 4), 0
    for place, word in enumerate(torch.tensor([[1], [2], [3]])):
        out, state = reads(embedding(word).view(1, 1, -1), state)
        states[place] = out[0, 0]
    yield states
    word = torch.tensor([[0]])
    for wanted in torch.tensor([[4], [5]]):
        seen = embedding(word).view(1, 1, -1)
        weights = F.softmax(looks(torch.cat((seen[0], state[0]), 1)), dim=1)
        back = torch.bmm(weights.unsqueeze(0), states.unsqueeze(0))
        out, state = writes(F.relu(joins(torch.cat((seen[0], back[0]), 1)).unsqueeze(0)), state)
        chances = F.log_softmax(says(out[0]), dim=1)
        best, word = chances.topk(1)
        word = word.squeeze().detach()
        loss += nn.NLLLoss()(chances, wanted)
        yield weights, chances, best, word
    loss.backward()
    yield loss, embedding.weight.grad, looks.weight.grad.norm()


def table_of_layers(torch):
    """What each layer gives and owns, told by hooks; gradients of an output that is no leaf."""
    nn = torch.nn
    net = started(torch, nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
                                       nn.Flatten(), nn.Linear(2, 3)))
    rows = []
    hooks = [layer.register_forward_hook(lambda layer, given, out: rows.append(
        f"{type(layer).__name__:>20} {tuple(given[0].shape)!s:>16} {tuple(out.shape)!s:>16} "
        f"{sum(p.numel() for p in layer.parameters()):>8,}")) for layer in net]
    x = drawn(torch, 2, 1, 6, 6).requires_grad_()
    out = net(x)
    for hook in hooks:
        hook.remove()
    yield "\n".join(rows), out
    out.retain_grad()
    out.sum().backward()
    yield out.grad, x.grad.shape, net[1].running_mean, net[1].num_batches_tracked, net[5].bias.grad
    yield net[-1], net[1:3], len(net), [name for name, _ in net.named_modules()], len(net[0]._forward_hooks)


def batches_of_everything(torch):
    """What the loader makes of dicts, tuples, numbers, arrays and text; sizes, parts and orders of datasets."""
    data = torch.utils.data

    class Samples(data.Dataset):
        def __len__(self):
            return 5

        def __getitem__(self, i):
            return {"x": torch.full((2,), float(i)), "y": i, "s": str(i), "t": (i, [i, i / 2]), "n": np.float32(i),
                    "a": np.arange(2) + i}
    yield from data.DataLoader(Samples(), 2)
    pairs = data.TensorDataset(torch.arange(4), drawn(torch, 4, 2))
    yield pairs[0], pairs[1:3], data.Subset(pairs, [1, 2])[0], data.ConcatDataset([pairs, pairs])[5]
    yield list(data.BatchSampler(data.SequentialSampler(range(7)), 3, True)), len(data.DataLoader(pairs, 3))
    yield type(data.DataLoader(pairs, shuffle=True).sampler).__name__, data.default_collate([True, False])
    yield [x.shape for x in next(iter(data.DataLoader(pairs, batch_size=None)))]


def words_of_several_lengths(torch):
    """Sentences padded, packed, read by a GRU and a projected LSTM, unpacked and cut again."""
    rnn = torch.nn.utils.rnn
    sentences = [drawn(torch, 3, 2), drawn(torch, 1, 2), drawn(torch, 2, 2)]
    yield rnn.pad_sequence(sentences, batch_first=True), rnn.pad_sequence(sentences, padding_value=-1).shape
    packed = rnn.pack_sequence(sentences, enforce_sorted=False)
    yield packed
    out, _ = started(torch, torch.nn.GRU(2, 3, batch_first=True))(packed)
    padded, lengths = rnn.pad_packed_sequence(out, batch_first=True, total_length=4)
    yield padded.detach(), lengths, [x.shape for x in rnn.unpad_sequence(padded, lengths, batch_first=True)]
    out, (h, c) = started(torch, torch.nn.LSTM(2, 3, 2, bidirectional=True, proj_size=2))(drawn(torch, 4, 2, 2))
    yield out[0, 0].detach(), h.shape, c.shape


def checkpoint(torch):
    """All that a later run needs, in one file; what fits of another model's state, and what is told of the rest."""
    net = started(torch, torch.nn.Linear(2, 2))
    optimizer = torch.optim.AdamW(net.parameters())
    net(drawn(torch, 1, 2)).sum().backward()
    optimizer.step()
    file = io.BytesIO()
    torch.save({"epoch": 3, "model": net.state_dict(), "optimizer": optimizer.state_dict(), "loss": torch.tensor(0.5),
                "more": [1, "a", None, (2.0, True)], "shape": net.weight.shape}, file)
    file.seek(0)
    found = torch.load(file, map_location="cpu", weights_only=True)
    yield found
    other = torch.nn.Linear(2, 2)
    yield other.load_state_dict(found["model"]), torch.equal(other.weight, net.weight)
    yield other.load_state_dict({"weight": torch.ones(2, 2), "x": 1}, strict=False)


def schedules(torch):
    """The rates of many schedules, and their states."""
    kinds, weights = torch.optim.lr_scheduler, [torch.nn.Parameter(torch.ones(2))]
    for make in (lambda o: kinds.StepLR(o, 2), lambda o: kinds.MultiStepLR(o, [1, 3], 0.5),
                 lambda o: kinds.CosineAnnealingLR(o, 4), lambda o: kinds.LinearLR(o, 0.5, 1.0, 3),
                 lambda o: kinds.ExponentialLR(o, 0.9), lambda o: kinds.SequentialLR(
                     o, [kinds.ConstantLR(o, 0.1, 2), kinds.ExponentialLR(o, 0.9)], [2])):
        schedule, rates = make(torch.optim.SGD(weights, lr=0.5, momentum=0.9)), []
        for _ in range(5):
            schedule.optimizer.step()
            rates.append(round(schedule.get_last_lr()[0], 5))
            schedule.step()
        yield type(schedule).__name__, rates, schedule.state_dict(), schedule.optimizer
    optimizer = torch.optim.SGD(weights, lr=0.5)
    schedule = kinds.ReduceLROnPlateau(optimizer, "max", patience=0, factor=0.1)
    for accuracy in (1.0, 0.5, 2.0, 2.0):
        schedule.step(accuracy)
        yield schedule.state_dict(), optimizer.param_groups[0]["lr"]


def numbers_of_all_kinds(torch):
    """How tensors print: each dtype, large and small numbers, none at all, and more than fit."""
    for dtype in (torch.float16, torch.float32, torch.float64, torch.uint8, torch.int64, torch.bool, torch.complex64):
        yield torch.tensor([[1.5, 2.25], [100, 0.001]]).to(dtype), torch.zeros((), dtype=dtype)
        yield torch.empty(0, dtype=dtype), torch.empty(2, 0, 3, dtype=dtype)
    for values in ([1e-8, 1], [1e9, 2.5], [1e5, 1e-5], [float("inf"), 1], [-0.0, 0.0], [123456.0, 7.0], [5.0, 6.0]):
        yield torch.tensor(values)
    yield torch.arange(24.0).reshape(2, 3, 4), torch.arange(1100).view(11, 100), torch.eye(40), torch.tensor([[[]]])


def odds(torch):
    """How distributions print, their shapes and means; what they take and give."""
    kinds, T = torch.distributions, torch.tensor
    for one in (kinds.Normal(T([0.0, 1.0]), T([1.0, 2.0])), kinds.Categorical(logits=T([0.2, 0.8])),
                kinds.Bernoulli(T([0.3])), kinds.Binomial(5, T(0.5)), kinds.Gamma(T(1.0), T(2.0)),
                kinds.Dirichlet(T([1.0, 2.0])), kinds.Uniform(T(0.0), T([1.0, 2.0])), kinds.StudentT(2.0),
                kinds.MultivariateNormal(torch.zeros(2), torch.eye(2)), kinds.Kumaraswamy(T(1.5), T(2.0)),
                kinds.InverseGamma(T(3.0), T(2.0)), kinds.Independent(kinds.Normal(torch.zeros(3), torch.ones(3)), 1)):
        yield str(one), one.batch_shape, one.event_shape, one.mean, one.has_rsample, one.support
    yield kinds.kl_divergence(kinds.Normal(0.0, 1.0), kinds.Normal(1.0, 2.0)), kinds.Gamma(1.0, 1.0).arg_constraints
    yield kinds.ComposeTransform([kinds.SigmoidTransform(), kinds.AffineTransform(0, 2)])


@pytest.mark.parametrize("program", [training_loop, adversaries, translator, table_of_layers, batches_of_everything,
                                     words_of_several_lengths, checkpoint, schedules, numbers_of_all_kinds, odds])
def test_a_program_of_another_subject_prints_what_it_prints_in_pytorch(program, torch):
    agree(program, torch)
