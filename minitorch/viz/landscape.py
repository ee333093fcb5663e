"""Loss landscapes: a function of two numbers as a map, and the way each optimiser takes down it."""

import numpy as np

from ..dtypes import float64
from ..engine import enable_grad, no_grad
from ..nn import Parameter
from ..progress import progress, stopped
from ..tensors import Tensor, tensor
from .colours import INK, places
from .figure import GREY, STYLES, Figure, log_axis
from .picture import SlidingPicture, number, slider_layout

FINE, COARSE = 81, 25                      # points along an axis: of functions that take a whole grid, and others
LEVELS, LOG_STEP, FLAT = 16, 0.01, 1e-6
FAR = 1e4                                  # widths of the picture; a path that is farther off is followed no longer


class Landscape(Figure):
    """What `landscape` returns.

    x, y      (columns,), (rows,)  where the loss was computed; z  (rows, columns)  what it is there
    paths     {name: (steps + 1, 2)}  the points of each path
    losses    {name: (steps + 1,)}  the loss at them
    arrows    {name: (starts, moves)}  what `add_arrows` was given
    """

    def __init__(self, f, x, y, names):
        self.f, self.names, self.paths, self.losses, self.arrows = f, names, {}, {}, {}
        self.x, self.y, self.z = over_grid(f, x, y)
        if not np.isfinite(self.z).any():
            raise ValueError(f"landscape() finds no finite loss for {names[0]} in {x} and {names[1]} in {y}.")
        self.size = (4.6, 3.6)

    def add(self, name, points):
        """One more path."""
        self.paths[name] = np.asarray(points, float)
        with no_grad():
            self.losses[name] = np.array([value_at(self.f, a, b) for a, b in self.paths[name]])
        self.size = (8.2, 3.6)

    def add_arrows(self, name, starts, moves):
        """Arrows of one colour, (n, 2) both; with them the picture is the map alone, and its paths are grey."""
        self.arrows[name] = np.asarray(starts, float), np.asarray(moves, float)
        self.size = (4.6, 3.6)

    def text(self):
        a, b = self.names
        finite = np.where(np.isfinite(self.z), self.z, np.nan)
        ends = [np.unravel_index(pick(finite), finite.shape) for pick in (np.nanargmin, np.nanargmax)]
        least, most = (f"{number(finite[i, j])} at ({number(self.x[j])}, {number(self.y[i])})" for i, j in ends)
        lines = [f"loss over {a} from {number(self.x[0])} to {number(self.x[-1])} and {b} from {number(self.y[0])} "
                 f"to {number(self.y[-1])}: least {least}, greatest {most}"]
        width = max(map(len, self.paths), default=0)
        for name, points in self.paths.items():
            losses, steps = self.losses[name], len(points) - 1
            first, last = (f"({number(p)}, {number(q)}) loss {number(loss)}"
                           for (p, q), loss in ((points[0], losses[0]), (points[-1], losses[-1])))
            lines.append(f"{name:<{width}}  {first} -> {last} after {steps} step{'s' * (steps != 1)}"
                         + ("" if np.isfinite(losses[-1]) and self.inside(points[-1]) else ", outside the picture"))
        return "\n".join(lines)

    def inside(self, point):
        return (self.x[0] <= point[0] <= self.x[-1]) and (self.y[0] <= point[1] <= self.y[-1])

    def draw(self, figure):
        from matplotlib.colors import LinearSegmentedColormap
        both = self.paths and not self.arrows
        plan, *beside = figure.subplots(1, 2 if both else 1, squeeze=False,
                                        width_ratios=[1.25, 1] if both else None)[0]
        figure.subplots_adjust(0.08 if beside else 0.14, 0.13, 0.97 if beside else 0.93, 0.92, wspace=0.22)
        finite = self.z[np.isfinite(self.z)]
        low, high = finite.min(), finite.max()
        levels = low + (high - low or 1.0) * np.linspace(0, 1, LEVELS + 1) ** 2.5
        tint = LinearSegmentedColormap.from_list("loss", ["#ffffff", "#c3d5e4", "#7d9dbb"])
        plan.set_rasterization_zorder(0)                   # the map is pixels; what stands over it is lines
        ground = plan.contourf(self.x, self.y, np.ma.masked_invalid(self.z), levels, zorder=-1, extend="both",
                               colors=tint(np.linspace(0, 1, LEVELS)), antialiased=False)   # flat: a tenth of the bytes
        bar = figure.colorbar(ground, ax=plan, spacing="uniform", ticks=levels[::4], format="{x:.3g}", pad=0.02,
                              aspect=30)
        bar.ax.set_title("loss", fontsize=9)
        bar.outline.set_linewidth(0.5)
        plan.contour(self.x, self.y, self.z, levels[1:-1:2], colors="#5f7f9d", linewidths=0.4)
        plan.set(xlim=self.x[[0, -1]], ylim=self.y[[0, -1]], xlabel=self.names[0], ylabel=self.names[1])
        if self.paths:
            plan.set_title("●  start     ★  end")
        inks = places(self.paths, first=1)                 # blue is the map's
        for place, (name, points) in enumerate(self.paths.items()):
            style = {"color": GREY if self.arrows else INK[inks[name]],
                     "linestyle": STYLES[place % len(STYLES)]}
            near = np.clip(points, *(np.array([[-1.0], [1.0]]) * 1e3 * np.ptp([self.x, self.y])).reshape(2, 1))
            plan.plot(*near.T, label=name, marker="o", markersize=2.5, linewidth=1.2, **style)
            plan.plot(*near[:1].T, marker="o", color="#1a1a1a", markersize=5)
            plan.plot(*near[-1:].T, marker="*", markersize=11, markeredgecolor="white", markeredgewidth=0.6, **style)
            for axes in beside:
                axes.plot(self.losses[name], label=name, **style)
        for place, (name, (starts, moves)) in enumerate(self.arrows.items()):
            plan.quiver(*starts.T, *moves.T, color=INK[place % len(INK)], label=name,
                        angles="xy", scale_units="xy", scale=1, width=0.007, zorder=3)
        if self.arrows:
            plan.legend(labelcolor="#1a1a1a")               # on the map, which is pale on every page
        for axes in beside:
            everything = np.concatenate(list(self.losses.values()))
            positive = everything[np.isfinite(everything) & (everything > 0)]
            if positive.size == everything.size and positive.max() > 100 * positive.min():
                log_axis(axes)
                if positive.min() < FLAT <= positive.max():
                    axes.set_ylim(bottom=FLAT)             # what is nearer to 0 is 0 to the eye
            axes.set(xlabel="step", title="loss")
            axes.grid(alpha=0.25, color=GREY)
            axes.legend()


def landscape(f, paths=None, x=(-3, 3), y=(-3, 3), *, start=None, steps=30, names=("x", "y")):
    """A function of two numbers as a map seen from above, with the way that optimisers take.

    f        takes two Tensors, gives their loss: element by element, or of two numbers. `plane` makes
             one of a model
    paths    {name: (n, 2) points, or an optimiser to run: a function of a list of parameters}
    x, y     the ends of the two axes
    start    (x, y): where optimisers start; they take `steps` steps
    names    what to call the axes
    returns  Landscape: displays itself (matplotlib), `.paths`, `.losses`, `.text()`

    >>> from minitorch.optim import SGD
    >>> landscape(lambda x, y: (x ** 2 + 4 * y ** 2) / 2, {"SGD": lambda p: SGD(p, lr=0.25)},
    ...           start=(2, 1), steps=2)
    loss over x from -3 to 3 and y from -3 to 3: least 0 at (0, 0), greatest 22.5 at (-3, -3)
    SGD  (2, 1) loss 4 -> (1.12, 0) loss 0.633 after 2 steps
    """
    found = Landscape(f, x, y, names)
    for name, path in (paths or {}).items():
        if callable(path):
            if start is None:
                raise ValueError(f"landscape() needs start=(x, y): where {name} starts.")
            path = descend(f, start, path, steps, FAR * max(np.ptp(x), np.ptp(y)))
        elif np.shape(path)[1:] != (2,) or not len(path):
            raise ValueError(f"landscape() needs points (n, 2) as the path of {name}, not {np.shape(path)}.")
        found.add(name, path)
    return found


def descend(f, start, optimizer, steps, far=np.inf):
    """The points that an optimiser visits on f, the start with them.

    optimizer   a function of a list of parameters (here one, of two elements) that gives an optimiser
    returns     (steps + 1, 2); fewer where it runs farther than `far`, or the loss is no number any more
    """
    place = Parameter(tensor(np.array(start, float)))
    points, moves = [place.array.copy()], optimizer([place])
    try:
        for _ in progress(range(steps), "steps"):
            moves.zero_grad()
            with enable_grad():
                f(place[0], place[1]).backward()
            moves.step()
            if np.isfinite(place.array).all():
                points.append(place.array.copy())
            if not np.abs(place.array).max() <= far:       # nan is not, either
                break
    except KeyboardInterrupt:
        stopped(f"after {len(points) - 1} of {steps} steps: the path ends there")
    return np.array(points)


def value_at(f, a, b):
    """f of two numbers, as a number."""
    loss = f(tensor(float(a), dtype=float64), tensor(float(b), dtype=float64))
    return float(loss.item() if isinstance(loss, Tensor) else loss)


def over_grid(f, x, y):
    """Where and what f is: x (columns,), y (rows,), z (rows, columns)."""
    with no_grad():
        if not getattr(f, "one_at_a_time", False):
            across, up = np.linspace(*x, FINE), np.linspace(*y, FINE)
            try:
                z = f(*map(tensor, np.meshgrid(across, up)))
            except (RuntimeError, TypeError, ValueError, IndexError):     # made for two numbers
                z = None
            if isinstance(z, Tensor) and z.shape == (FINE, FINE):
                return across, up, z.numpy().astype(float)
        across, up = np.linspace(*x, COARSE), np.linspace(*y, COARSE)
        z = np.full((COARSE, COARSE), np.nan)
        try:
            for place in progress(np.ndindex(z.shape), "losses", COARSE ** 2):
                z[place] = value_at(f, across[place[1]], up[place[0]])
        except KeyboardInterrupt:
            stopped(f"after {np.isfinite(z).sum()} of {z.size} losses: the map is white where they lack")
        return across, up, z


class Race(SlidingPicture, Landscape):
    """What `race` returns: a landscape whose optimisers run anew when the slider moves."""

    def __init__(self, f, optimizers, lr, at, start, steps, x, y, names, log):
        super().__init__(f, x, y, names)
        self.optimizers, self.range, self.start, self.steps, self.log = optimizers, lr, start, steps, log
        self.far = FAR * max(np.ptp(x), np.ptp(y))
        self.moved(at)

    def make_slider(self, widgets):
        low, high = self.range
        ends = ({"min": np.log10(low), "max": np.log10(high), "step": LOG_STEP, "base": 10} if self.log else
                {"min": low, "max": high, "step": self.step()})
        make = widgets.FloatLogSlider if self.log else widgets.FloatSlider
        return (make(value=self.lr, description="lr", readout_format=".4g", layout=slider_layout(widgets), **ends),) * 2

    def step(self):
        """A step of the slider that counts evenly: a power of ten, so that round numbers can be met."""
        return 10.0 ** np.floor(np.log10((self.range[1] - self.range[0]) / 100))

    def follow(self, change):
        """A page sets the slider to its nearest step when it first shows it; that moves nothing."""
        near = self.lr * (10 ** (LOG_STEP / 2) - 1) if self.log else self.step() / 2
        if abs(change["new"] - self.lr) >= near:
            super().follow(change)

    def moved(self, value):
        self.lr = float(value)
        for name, make in self.optimizers.items():
            self.add(name, descend(self.f, self.start, lambda p, make=make: make(p, self.lr), self.steps, self.far))

    def text(self):
        return f"lr = {self.lr:.4g}\n{super().text()}"


def race(f, optimizers, lr=(1e-3, 1.0), *, at=None, start=(-2.5, 1.0), steps=30, x=(-3, 3), y=(-3, 3),
         names=("x", "y"), log=True):
    """Optimisers on a landscape, with the learning rate on a slider.

    f            as `landscape` takes it
    optimizers   {name: function of a list of parameters and a learning rate}: classes such as SGD are
    lr           the ends of the slider; `at` is where it starts; log=False counts in even steps
    start        (x, y): where all start; they take `steps` steps
    returns      Race: displays itself; `.slider.value = 0.1` moves it, print shows where each got

    >>> from minitorch.optim import SGD
    >>> race(lambda x, y: x ** 2 + y ** 2, {"SGD": SGD}, at=0.5, start=(2, 1), steps=1)
    lr = 0.5
    loss over x from -3 to 3 and y from -3 to 3: least 0 at (0, 0), greatest 18 at (-3, -3)
    SGD  (2, 1) loss 5 -> (0, 0) loss 0 after 1 step
    """
    low, high = lr
    if not 0 < low < high:
        raise ValueError(f"race() needs a range of learning rates from above 0 up, not {lr}.")
    at = at if at is not None else (low * high) ** 0.5 if log else (low + high) / 2
    found = Race(f, optimizers, lr, at, start, steps, x, y, names, log)
    found.widget()
    return found
