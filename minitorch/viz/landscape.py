"""Loss landscapes: a function of two numbers as a map, and the path of each optimiser on it."""

import numpy as np

from ..display.progress import progress, stopped
from ..dtypes import float64
from ..engine import enable_grad, no_grad
from ..nn import Parameter
from ..tensors import Tensor, tensor
from .colours import INK, places
from .curves import figures, round_down
from .figure import GREY, STYLES, Figure, axes_of, log_axis
from .picture import SlidingPicture, number, slider_layout

FINE, COARSE = 81, 25                      # points along an axis if f takes a complete grid, or two numbers
LEVELS, LOG_STEP, FLAT = 16, 0.01, 1e-6    # number of colours; step of the slider; losses below FLAT look like 0
SIZE = (4.7, 4.2)                          # inches of a part: two fit a page of JupyterLab, and one a phone
FAR = 1e4                                  # a path ends if it leaves the picture by more than this many widths


class Landscape(Figure):
    """The result of `landscape`.

    x, y      (columns,), (rows,)  the points of the grid; z  (rows, columns)  the loss at each point
    paths     {name: (steps + 1, 2)}  the points of each path
    losses    {name: (steps + 1,)}  the loss at these points
    arrows    {name: (starts, moves)}  the arguments of `add_arrows`
    """

    def __init__(self, f, x, y, names):
        self.f, self.names, self.paths, self.losses, self.arrows = f, names, {}, {}, {}
        self.x, self.y, self.z = over_grid(f, x, y)
        if not np.isfinite(self.z).any():
            raise ValueError(f"landscape() finds no finite loss for {names[0]} in {x} and {names[1]} in {y}.")

    def add(self, name, points):
        """Add a path, (n, 2) points, and compute the loss at each point."""
        self.paths[name] = np.asarray(points, float)
        with no_grad():
            self.losses[name] = np.array([value_at(self.f, a, b) for a, b in self.paths[name]])

    def add_arrows(self, name, starts, moves):
        """Add arrows of one colour; starts and moves are (n, 2). Paths are then grey, and no loss curves are drawn."""
        self.arrows[name] = np.asarray(starts, float), np.asarray(moves, float)

    def text(self):
        a, b = self.names
        finite = np.where(np.isfinite(self.z), self.z, np.nan)
        ends = [np.unravel_index(pick(finite), finite.shape) for pick in (np.nanargmin, np.nanargmax)]
        least, most = (f"{number(finite[i, j])} at ({number(self.x[j])}, {number(self.y[i])})" for i, j in ends)
        lines = [f"loss over {a} from {number(self.x[0])} to {number(self.x[-1])} and {b} from {number(self.y[0])} "
                 f"to {number(self.y[-1])}:", f"    least {least}, greatest {most}"]
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

    def plots(self):
        found = [(SIZE, self.draw, self.text())]
        if self.paths and not self.arrows:
            found.append((SIZE, self.draw_losses, "the losses, step by step"))
        return found

    def style(self, name, inks):
        """Return the colour and the dashes of a path."""
        return {"color": GREY if self.arrows else INK[inks[name]],
                "linestyle": STYLES[[*self.paths].index(name) % len(STYLES)]}

    def draw(self, figure):
        from matplotlib.colors import LinearSegmentedColormap
        named = [*self.paths, *self.arrows]
        across = min(3, max(1, int(55 / (8 + max(map(len, named), default=0)))))      # names in a row of the legend
        rows = -(-len(named) // across) if len(named) > 1 else 0
        plan = axes_of(figure, SIZE, left=0.75, below=0.6 + 0.25 * rows, right=0.25)
        finite = self.z[np.isfinite(self.z)]
        low, high = finite.min(), finite.max()
        levels = low + (high - low or 1.0) * np.linspace(0, 1, LEVELS + 1) ** 2.5
        tint = LinearSegmentedColormap.from_list("loss", ["#ffffff", "#c3d5e4", "#7d9dbb"])
        plan.set_rasterization_zorder(0)                   # save the map as pixels, and paths as lines
        ground = plan.contourf(self.x, self.y, np.ma.masked_invalid(self.z), levels, zorder=-1, extend="both",
                               # antialiasing would need ten times the bytes
                               colors=tint(np.linspace(0, 1, LEVELS)), antialiased=False)
        ticks = sorted({round_down(level) for level in levels[::4]})
        ticks = [tick for tick in ticks if low <= tick <= high]
        bar = figure.colorbar(ground, ax=plan, spacing="uniform", ticks=ticks, pad=0.02, aspect=35, fraction=0.1)
        bar.ax.set_yticklabels(map(figures, ticks))
        bar.ax.set_title("loss", fontsize=11)
        bar.outline.set_linewidth(0.5)
        plan.contour(self.x, self.y, self.z, levels[1:-1:2], colors="#5f7f9d", linewidths=0.4)
        plan.set(xlim=self.x[[0, -1]], ylim=self.y[[0, -1]], xlabel=self.names[0], ylabel=self.names[1])
        plan.locator_params(nbins=5)
        plan.xaxis.set_major_formatter("{x:g}")
        plan.yaxis.set_major_formatter("{x:g}")
        if self.paths:
            plan.set_title("●  start     ★  end")
        inks = places(self.paths, first=1)                 # leave out blue, the colour of the map
        for name, points in self.paths.items():
            style = self.style(name, inks)
            near = np.clip(points, *(np.array([[-1.0], [1.0]]) * 1e3 * np.ptp([self.x, self.y])).reshape(2, 1))
            plan.plot(*near.T, label=name, marker="o", markersize=3, linewidth=1.2, alpha=0.7, **style)
            plan.plot(*near[:1].T, marker="o", color="#1a1a1a", markersize=6)
            if not self.inside(points[-1]):
                self.draw_arrow_at_edge(plan, near, points[-1], style["color"])
            else:
                plan.plot(*points[-1:].T, marker="*", markersize=14, markeredgecolor="white", markeredgewidth=0.6,
                          clip_on=False, **style)
        for place, (name, (starts, moves)) in enumerate(self.arrows.items()):
            plan.quiver(*starts.T, *moves.T, color=INK[place % len(INK)],
                        angles="xy", scale_units="xy", scale=1, width=0.007, zorder=3)
            plan.plot([], [], marker=">", markersize=6, color=INK[place % len(INK)], label=name)     # its key: an arrow
        if rows:
            for line in figure.legend(loc="lower center", ncols=across, handlelength=2.4).get_lines():
                line.set(linewidth=2, alpha=1)

    def draw_arrow_at_edge(self, plan, points, end, colour):
        """Draw an arrow head where a path leaves the picture for the last time, and write where it ends."""
        last = max((i for i, point in enumerate(points) if self.inside(point)), default=-1)
        if last < 0:
            return
        start, move = points[last], np.nan_to_num(points[last + 1] - points[last])
        edges = np.where(move > 0, [self.x[-1], self.y[-1]], [self.x[0], self.y[0]])
        tip = start + move * min([1.0, *((edges - start)[move != 0] / move[move != 0])])
        plan.annotate("", tip, start + 0.5 * (tip - start),
                      arrowprops={"arrowstyle": "-|>", "color": colour, "mutation_scale": 16, "shrinkB": 0})
        right, high = tip[0] > self.x.mean(), tip[1] > self.y.mean()
        plan.annotate(f"leaves, to ({number(end[0])}, {number(end[1])})", tip, (8 - 16 * right, 10 - 24 * high),
                      textcoords="offset points", ha="right" if right else "left", color="#1a1a1a")

    def draw_losses(self, figure):
        axes, inks = axes_of(figure, SIZE), places(self.paths, first=1)
        for name, losses in self.losses.items():
            axes.plot(losses, label=name, **self.style(name, inks))
        everything = np.concatenate(list(self.losses.values()))
        positive = everything[np.isfinite(everything) & (everything > 0)]
        if positive.size == everything.size and positive.max() > 100 * positive.min():
            log_axis(axes)
            if positive.min() < FLAT <= positive.max():
                axes.set_ylim(bottom=FLAT)                 # losses below FLAT look like 0
        else:
            axes.locator_params(nbins=6)
        axes.set(xlabel="step", title="loss")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(alpha=0.25, color=GREY)
        axes.legend()


def landscape(f, paths=None, x=(-3, 3), y=(-3, 3), *, start=None, steps=30, names=("x", "y")):
    """Draw a function of two numbers as a map, with the paths that optimisers take on it.

    f        takes two Tensors x and y, either grids or single numbers, and returns the loss at each (x, y).
             `plane` makes this function from a model
    paths    {name: (n, 2) points, or a function that takes a list of parameters and returns an optimiser}
    x, y     (least, greatest) of each axis
    start    (x, y): where optimisers start; they take `steps` steps
    names    names of the axes
    returns  Landscape: displays itself (matplotlib), `.paths`, `.losses`, `.text()`

    >>> from minitorch.optim import SGD
    >>> landscape(lambda x, y: (x ** 2 + 4 * y ** 2) / 2, {"SGD": lambda p: SGD(p, lr=0.25)},
    ...           start=(2, 1), steps=2)
    loss over x from -3 to 3 and y from -3 to 3:
        least 0 at (0, 0), greatest 22.5 at (-3, -3)
    SGD  (2, 1) loss 4 -> (1.12, 0) loss 0.633 after 2 steps
    """
    found = Landscape(f, x, y, names)
    for name, path in (paths or {}).items():
        if callable(path):
            if start is None:
                raise ValueError(f"landscape() needs start=(x, y), the point where {name} starts.")
            path = descend(f, start, path, steps, FAR * max(np.ptp(x), np.ptp(y)))
        elif np.shape(path)[1:] != (2,) or not len(path):
            raise ValueError(f"landscape() needs points (n, 2) as the path of {name}, not {np.shape(path)}.")
        found.add(name, path)
    return found


def descend(f, start, optimizer, steps, far=np.inf):
    """Return the points that an optimiser visits on f, including the start.

    optimizer   a function that takes a list with one parameter, of two elements, and returns an optimiser
    returns     (steps + 1, 2); fewer if it moves farther than `far`, or the loss becomes nan
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
            if not np.abs(place.array).max() <= far:       # `<=` is False for nan too, so nan ends the path
                break
    except KeyboardInterrupt:
        stopped(f"after {len(points) - 1} of {steps} steps", "the path ends there")
    return np.array(points)


def value_at(f, a, b):
    """Return f(x, y) for two Python numbers, as a Python number."""
    loss = f(tensor(float(a), dtype=float64), tensor(float(b), dtype=float64))
    return float(loss.item() if isinstance(loss, Tensor) else loss)


def over_grid(f, x, y):
    """Return a grid x (columns,), y (rows,) and the values of f on it, z (rows, columns)."""
    with no_grad():
        if not getattr(f, "one_at_a_time", False):
            across, up = np.linspace(*x, FINE), np.linspace(*y, FINE)
            try:
                z = f(*map(tensor, np.meshgrid(across, up)))
            except (RuntimeError, TypeError, ValueError, IndexError):     # f takes two numbers, not a grid
                z = None
            if isinstance(z, Tensor) and z.shape == (FINE, FINE):
                return across, up, z.numpy().astype(float)
        across, up = np.linspace(*x, COARSE), np.linspace(*y, COARSE)
        z = np.full((COARSE, COARSE), np.nan)
        try:
            for place in progress(np.ndindex(z.shape), "losses", COARSE ** 2):
                z[place] = value_at(f, across[place[1]], up[place[0]])
        except KeyboardInterrupt:
            stopped(f"after {np.isfinite(z).sum()} of {z.size} losses", "the rest of the map stays white")
        return across, up, z


class Race(SlidingPicture, Landscape):
    """The result of `race`: a landscape with optimisers that run again when the slider moves."""

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
        """Return the slider's step, a power of ten, so that it stops at round numbers."""
        return 10.0 ** np.floor(np.log10((self.range[1] - self.range[0]) / 100))

    def follow(self, change):
        """Run again if the slider moved by half a step or more; a smaller change is a page's rounding."""
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
    """Draw optimisers on a landscape, with the learning rate on a slider.

    f            as in `landscape`
    optimizers   {name: function of a list of parameters and a learning rate}, for example a class such as SGD
    lr           (least, greatest) of the slider; `at` is its first value; log=False gives it a linear scale
    start        (x, y): where all optimisers start; each takes `steps` steps
    returns      Race: displays itself; `.slider.value = 0.1` sets the rate, print shows the end of each path

    >>> from minitorch.optim import SGD
    >>> race(lambda x, y: x ** 2 + y ** 2, {"SGD": SGD}, at=0.5, start=(2, 1), steps=1)
    lr = 0.5
    loss over x from -3 to 3 and y from -3 to 3:
        least 0 at (0, 0), greatest 18 at (-3, -3)
    SGD  (2, 1) loss 5 -> (0, 0) loss 0 after 1 step
    """
    low, high = lr
    if not 0 < low < high:
        raise ValueError(f"race(): lr must be (least, greatest) with 0 < least < greatest, not {lr}.")
    at = at if at is not None else (low * high) ** 0.5 if log else (low + high) / 2
    found = Race(f, optimizers, lr, at, start, steps, x, y, names, log)
    found.widget()
    return found
