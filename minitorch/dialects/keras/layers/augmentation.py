"""Pictures of another size, and pictures that training sees each time a little otherwise."""

from ...core.engine import mt
from ...core.lift import function
from ...core.recording import state
from ...functions import arrays, elementary, math, reduction
from ...functions.creation import cast
from ...functions.random import uniform
from ...functions.slices import where
from ..core.layer import Layer
from .arguments import arguments

FILLED = {"reflect": "reflection", "nearest": "border", "constant": "zeros"}
SMOOTH = {"bilinear": "bilinear", "nearest": "nearest"}


@arguments("height", "width", interpolation="bilinear", crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
           fill_mode="constant", fill_value=0.0, antialias=False, data_format=None)
class Resizing(Layer):
    """Pictures (N, H, W, C) or (H, W, C) of another height and width.

    height, width          the size that comes
    interpolation          "bilinear" or "nearest"
    crop_to_aspect_ratio   cut the sides that are too long, in place of squeezing the picture
    pad_to_aspect_ratio, fill_mode, fill_value, antialias   left out: NotImplementedError is raised for the first and
                           the last
    data_format            taken as Keras takes it; channels are last
    """

    def _prepare(self):
        if self.interpolation not in SMOOTH or self.pad_to_aspect_ratio or self.antialias:
            raise NotImplementedError("Resizing: interpolation is bilinear or nearest here; pad_to_aspect_ratio and "
                                      "antialias are left out.")

    def call(self, inputs):
        """Return the inputs in that size, in their own element type."""
        from ...tf2.image import resize
        if self.crop_to_aspect_ratio:
            h, w = inputs.shape[-3:-1]
            rows, columns = min(h, int(w * self.height / self.width)), min(w, int(h * self.width / self.height))
            top, left = int((h - rows) / 2), int((w - columns) / 2)
            inputs = inputs[..., top:top + rows, left:left + columns, :]
        made = resize(inputs, (self.height, self.width), self.interpolation)
        return made if inputs.dtype.is_floating else cast(elementary.round(made), inputs.dtype)


@arguments("height", "width", data_format=None)
class CenterCrop(Layer):
    """The middle of pictures (N, H, W, C); of those that are smaller, the largest middle of that form, made larger.

    height, width   the size that comes
    data_format     taken as Keras takes it; channels are last
    """

    def call(self, inputs):
        """Return the middle of the inputs, floats."""
        h, w = inputs.shape[-3:-1]
        if h < self.height or w < self.width:
            return Resizing(self.height, self.width, crop_to_aspect_ratio=True)(inputs)
        top, left = int((h - self.height) / 2), int((w - self.width) / 2)
        return cast(inputs, self.dtype)[..., top:top + self.height, left:left + self.width, :]


class Augmentation(Layer):
    """Base of layers that change pictures in training, each its own way, and none otherwise."""

    seed = None

    def call(self, inputs, training=True):
        """Return the inputs, changed if `training`, floats."""
        x = cast(inputs, self.dtype)
        if not training or state.sketching:
            return x
        single = x.shape.rank == 3
        found = self._changed(arrays.expand_dims(x, 0) if single else x)
        return found[0] if single else found

    def drawn(self, x, least, most):
        """Return a number for each picture of x, (N, 1, 1, 1), drawn evenly from `least` to `most`."""
        return uniform([x.shape[0], 1, 1, 1], least, most, seed=self.seed)


@arguments(mode="horizontal_and_vertical", seed=None, data_format=None)
class RandomFlip(Augmentation):
    """Every second picture as in a mirror: mode "horizontal", "vertical", "horizontal_and_vertical".

    Raises ValueError for another mode.
    """

    def _prepare(self):
        if self.mode not in ("horizontal", "vertical", "horizontal_and_vertical"):
            raise ValueError(f"mode is horizontal, vertical or horizontal_and_vertical. Received: mode={self.mode}")

    def _changed(self, x):
        for word, axis in (("horizontal", 2), ("vertical", 1)):
            if word in self.mode:
                x = where(self.drawn(x, 0.0, 1.0) < 0.5, arrays.reverse(x, [axis]), x)
        return x


@arguments("factor", value_range=(0, 255), seed=None)
class RandomContrast(Augmentation):
    """Each picture's distance from its mean, times a number between 1 - factor and 1 + factor.

    factor        a number, or (less, more)
    value_range   the least and the greatest value that comes
    seed          of the numbers drawn; None: those of random.set_seed
    """

    def _changed(self, x):
        less, more = (self.factor, self.factor) if isinstance(self.factor, int | float) else self.factor
        mean = reduction.reduce_mean(x, [1, 2], True)
        return math.clip_by_value((x - mean) * self.drawn(x, 1.0 - less, 1.0 + more) + mean, *map(
            float, self.value_range))


@function("x | parts")
def moved(x, parts, fill_mode, interpolation):
    """Return pictures with the pixel at (u, v), from -1 to 1, that x has at parts · (u, v, 1): parts (N, 2, 3)."""
    grid = mt.nn.affine_grid(parts, (x.shape[0], x.shape[3], x.shape[1], x.shape[2]), align_corners=False)
    found = mt.nn.grid_sample(mt.permute(x, (0, 3, 1, 2)), grid, mode=SMOOTH[interpolation],
                              padding_mode=FILLED[fill_mode], align_corners=False)
    return mt.permute(found, (0, 2, 3, 1))


MOVING = {"fill_mode": "reflect", "interpolation": "bilinear", "seed": None, "fill_value": 0.0, "data_format": None}


class Moving(Augmentation):
    """Base of layers that turn, enlarge or push pictures."""

    def _prepare(self):
        if self.fill_mode not in FILLED or self.interpolation not in SMOOTH or self.fill_value:
            raise NotImplementedError(f"{type(self).__name__}: fill_mode is {', '.join(FILLED)} here, fill_value 0. "
                                      f"Received: fill_mode={self.fill_mode}, fill_value={self.fill_value}")

    def _changed(self, x):
        parts = arrays.reshape(arrays.stack([arrays.reshape(part, [-1]) for part in self._parts(x)], 1), [-1, 2, 3])
        return moved(x, parts, self.fill_mode, self.interpolation)

    def between(self, x, factor):
        """Return a number for each picture of x, (N, 1, 1, 1); factor: (least, most), or a number for both sides."""
        least, most = (-factor, factor) if isinstance(factor, int | float) else factor
        return self.drawn(x, float(least), float(most))


@arguments("factor", **MOVING)
class RandomRotation(Moving):
    """Each picture turned, by up to `factor` of a whole turn.

    factor          a number for both sides, or (least, most)
    fill_mode       what is beyond an edge: "reflect", "nearest" (the pixel at the edge), "constant", which is 0
    interpolation   "bilinear" or "nearest"
    seed            of the numbers drawn; None: those of random.set_seed
    fill_value, data_format   taken as Keras takes them: 0, and channels are last

    Raises NotImplementedError for others.
    """

    def _parts(self, x):
        angle, (h, w) = self.between(x, self.factor) * 6.283185307, x.shape[1:3]
        cos, sin = elementary.cos(angle), elementary.sin(angle)
        return [cos, -sin * (h / w), cos * 0.0, sin * (w / h), cos, cos * 0.0]


@arguments("height_factor", width_factor=None, **MOVING)
class RandomZoom(Moving):
    """Each picture smaller, by positive factors, or larger, by negative ones.

    height_factor, width_factor   a number for both sides, or (least, most); without width_factor the form stays.
                                  Other arguments as RandomRotation's
    """

    def _parts(self, x):
        high = 1.0 + self.between(x, self.height_factor)
        wide = high if self.width_factor is None else 1.0 + self.between(x, self.width_factor)
        none = high * 0.0
        return [wide, none, none, none, high, none]


@arguments("height_factor", "width_factor", **MOVING)
class RandomTranslation(Moving):
    """Each picture pushed down and to the right, by up to these shares of its height and width.

    height_factor, width_factor   a number for both sides, or (least, most). Other arguments as RandomRotation's
    """

    def _parts(self, x):
        down, right = self.between(x, self.height_factor), self.between(x, self.width_factor)
        none = down * 0.0
        return [none + 1.0, none, right * -2.0, none, none + 1.0, down * -2.0]
