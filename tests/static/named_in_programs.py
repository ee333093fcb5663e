"""What random training steps read by text, by patterns or was not there at first; hooks that change gradients."""

CHANGES = """h = shifted(h)
h = matched(h)
h = h * getattr(SETTINGS, 'gain', 1.1) + getattr(model[-1], 'gain', 0.9)
h = h * MODES['norm']
h = h * w + w / 3
h = h * getattr(x, 'scale', 1.0)
h = h * (len([1, 2]) / 2)""".split("\n")
EVENTS = """state['w'] = round(state.get('w', 0.1) + 0.3, 1)
SETTINGS.rate = 0.7
SETTINGS.shift = 0.2
SETTINGS.__class__ = Other
Settings.gain = 1.3
inside['norm'] = 0.4
model[-1].gain = 0.8
[setattr(m, '__class__', Louder) for m in model.modules() if isinstance(m, Residual)]
optimizer.register_step_pre_hook(halved)
len = lambda x: 3
globals().pop('len', None)""".split("\n")
PRELUDE = """
class Settings:
    rate = 0.5


class Other(Settings):
    rate = 0.9


class Louder(Residual):
    def forward(self, x):
        return super().forward(x) * 1.1


SETTINGS, inside = Settings(), {"norm": 0.9}
MODES = types.MappingProxyType(inside)


def matched(x):
    match SETTINGS:
        case Other(rate=rate):
            return x * rate
    return x


def halved(own, args, settings):
    for p in model.parameters():
        if p.grad is not None:
            p.grad.mul_(0.5)


def shifted(x):
    try:
        return x + SETTINGS.shift
    except AttributeError:
        return x * SETTINGS.rate


"""
