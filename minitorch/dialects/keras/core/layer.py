"""The layer: weights and what is computed with them, built when the first input shows its shape."""

from functools import wraps

from ....rare.autograd.tree import leaves, rebuilt
from ...core.convert import engine_tensor
from ...core.dtypes import as_dtype
from ...core.lift import wrapped
from ...core.recording import sketching, state as recording
from ...core.temporary import set_to
from ...core.tensor import StringTensor, Tensor
from ...functions.creation import cast
from .calls import name_filled_in, parameters, state
from .configured import Described, serialize_keras_object
from .naming import auto_name, name_scope, settings as keras_settings
from .owned import Owner
from .shapes import add_masks, cast_with_mask, given_shape, shapes_of, symbolic_of
from .spec import check_inputs
from .symbolic import KerasTensor, is_symbolic, record, sketch
from .variable import Variable

LAYERS = f"{__package__.removesuffix('core')}layers"      # where the layers are that promote element types
PLACES = ("input_shape", "batch_input_shape", "batch_shape", "input_dim", "input_length", "weights", "batch_size",
          "input_dtype", "input_tensor", "sparse", "implementation")


def whole_build(build):
    """Return `build` of a layer, which also notes that it is done, and assigns the first values that were given."""
    @wraps(build)
    def whole(self, *shapes, **named):
        if self._building:                               # called by that of a subclass
            return build(self, *shapes, **named)
        with set_to(self, _building=True), name_scope(self.name, caller=self), sketching(False):
            build(self, *shapes, **named)
        self.built = True
        if self._first_weights is not None:
            self.set_weights(self._first_weights)
    return whole


class Layer(Owner, Described):
    """Base of all layers. Define `build(input_shape)`, which makes weights, and `call(inputs)`, which computes.

    activity_regularizer   what large results add to the loss: a name or a Regularizer
    trainable              whether optimisers change its weights
    dtype                  of weights and of results: a float type
    autocast               whether inputs are brought to that type
    name                   before those of its weights; None: that of its class, with a number
    kwargs                 input_shape, batch_size and other arguments of a first layer

    Raises ValueError for an argument that is not known.

    >>> from minitorch.dialects import keras
    >>> class Scale(keras.layers.Layer):
    ...     def build(self, input_shape):
    ...         self.scale = self.add_weight(shape=(input_shape[-1],), initializer="ones", name="scale")
    ...     def call(self, inputs):
    ...         return inputs * self.scale
    >>> layer = Scale(name="own")
    >>> layer([[1.0, 2.0]]).numpy().tolist(), [w.path for w in layer.weights]
    ([[1.0, 2.0]], ['own/scale'])
    """

    def __init__(self, *, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, **kwargs):
        from .. import regularizers
        unknown = {key: value for key, value in kwargs.items() if key not in PLACES}
        if unknown:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {unknown}")
        self._begin(name or auto_name(type(self).__name__))
        self.activity_regularizer = regularizers.get(activity_regularizer)
        has_masks = type(self).compute_mask is not Layer.compute_mask
        self._trainable, self.autocast, self.supports_masking, self.input_spec = trainable, autocast, has_masks, None
        self._kind = as_dtype(str(getattr(dtype, "name", dtype) or keras_settings["floatx"]))
        self._first_shape, self._first_weights = given_shape(kwargs), kwargs.get("weights")
        self._nodes, self.built, self._building, self._first_outputs = [], False, False, None

    def __init_subclass__(cls, **settings):
        super().__init_subclass__(**settings)
        cls.promotes = any(base.__module__.startswith(LAYERS) for base in cls.__mro__)
        if "build" in vars(cls):
            cls.build = whole_build(cls.build)

    # What users define

    def build(self, input_shape):
        """Make the weights; the shape of the inputs, None for the size of a batch, is known by now."""
        self.built = True

    def call(self, *args, **kwargs):
        """Compute the layer's result for what it is called on: a layer of your own defines it.

        Raises NotImplementedError here.
        """
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `call()` method implemented.")

    def add_weight(self, shape=None, initializer=None, dtype=None, trainable=True, autocast=True, regularizer=None,
                   constraint=None, aggregation="none", overwrite_with_gradient=False, name=None):
        """Make a weight, a Variable that the layer owns.

        shape          its sizes; None: ()
        initializer    a name or an Initializer; None: Glorot's uniform numbers for floats, and zeros for others
        regularizer    what large values add to the loss
        constraint     what it is brought back to after a step
        overwrite_with_gradient    taken, without effect
        """
        from .. import constraints, initializers, regularizers
        kind = as_dtype(dtype or self._kind)
        initializer = initializer or ("glorot_uniform" if kind.is_floating else "zeros")
        shape = () if shape is None else (shape,) if isinstance(shape, int) else tuple(shape)
        with name_scope(self.name, caller=self):
            made = Variable(initializers.get(initializer), shape, kind, trainable, aggregation=aggregation, name=name)
        made.regularizer, made.constraint = regularizers.get(regularizer), constraints.get(constraint)
        self._own_weights.append(made)
        return made

    def add_loss(self, loss):
        """Add numbers to the loss of a model, computed in `call`: a tensor, or a list of them."""
        if not recording.sketching:
            self._losses += loss if isinstance(loss, list | tuple) else [loss]
            state.lossy = True

    def compute_mask(self, inputs, previous_mask):
        """Return which steps of the results count: those of the inputs, previous_mask."""
        return previous_mask

    # A call

    def __call__(self, *args, **kwargs):
        self._check_begun()
        args, kwargs = name_filled_in(type(self).call, args, kwargs)
        args = tuple(self._converted(x) for x in args)
        kwargs = {name: self._converted(x) if hasattr(x, "__array__") else x for name, x in kwargs.items()}
        check_inputs(self, args)
        first = not self.built
        if first:
            self._build_for(args, kwargs)
        if is_symbolic((args, kwargs)):
            outputs = record(self, args, kwargs, lambda *x, **named: self._computed(*map(self._converted, x), **named))
            self._nodes.append(leaves(outputs)[0].node)
            return outputs
        outputs = self._computed(*args, **kwargs)
        if first and not recording.sketching and (self.promotes or type(self).build is not Layer.build):
            self._first_outputs = [(None, *x.shape[1:]) if state.any_batch else tuple(x.shape) for x in leaves(outputs)]
        return outputs

    def _computed(self, *args, training=None, **kwargs):
        """Run `call` with the arguments that it takes from the calls around it: training, and masks."""
        names, outer = parameters(type(self).call), state.training
        if not state.depth and state.lossy:
            self._forget_losses()
        training = outer if training is None else training
        if training is not None and "training" in names:
            kwargs["training"] = bool(training)
        first, mask = add_masks(names, args, kwargs)
        before, recording.promoting = recording.promoting, self.promotes
        state.training, state.depth = training, state.depth + 1
        try:
            with name_scope(self.name, caller=self):
                outputs = self.call(*args, **kwargs)
            mask = self.compute_mask(first, mask) if self.supports_masking and first is not None else None
        finally:
            state.training, state.depth, recording.promoting = outer, state.depth - 1, before
        for x, own in zip(leaves(outputs), leaves(mask)) if mask is not None else ():
            x._keras_mask = own
        if self.activity_regularizer is not None:
            self.add_loss([self.activity_regularizer(x) / float(x.shape[0] or 1) for x in leaves(outputs)])
        return outputs

    def _forget_losses(self):
        """Drop what add_loss was given before this call."""
        for layer in self._flatten_layers():
            layer._losses.clear()
        state.lossy = False

    def _build_for(self, args, kwargs):
        """Run `build` for the shapes of these inputs, args and kwargs of a call."""
        shapes, build = [shapes_of(x) for x in (*args, *kwargs.values())], type(self).build
        names = list(parameters(build))
        if len(names) > 1:
            inputs = dict(zip(parameters(type(self).call), args)) | kwargs
            given = {name: shapes_of(inputs.get(name.removesuffix("_shape"))) for name in names}
            self.build(**{name: shape for name, shape in given.items() if shape is not None})
        else:
            self.build(*shapes[:1])

    def _converted(self, x):
        """Return x as a tensor if it is an array or a list of numbers; floats in the layer's type."""
        if type(x) is Tensor:
            other = self.autocast and x.dtype is not self._kind and x.dtype.is_floating
            return cast_with_mask(x, self._kind) if other else x
        if isinstance(x, dict):
            return {key: self._converted(value) for key, value in x.items()}
        if isinstance(x, list | tuple) and any(hasattr(part, "shape") for part in x):
            return type(x)([self._converted(part) for part in x])
        if x is None or isinstance(x, bool | str | KerasTensor | StringTensor) or callable(x):
            return x
        if hasattr(x, "symbolic_owner"):
            return cast(x, self._kind) if self.autocast and x.dtype.is_floating else x
        if recording.tracing is not None and hasattr(x, "read_value"):       # a variable, in a tf.function
            return self._converted(x.read_value())
        return self._converted(wrapped(engine_tensor(x)))

    # What it is

    @property
    def dtype(self):
        """The element type of weights and results, as text: "float32"."""
        return self._kind.name

    compute_dtype = variable_dtype = dtype

    @property
    def input(self):
        """The symbolic tensor, or several, that it was called on first."""
        return self._first_node().args[0]

    @property
    def output(self):
        """The symbolic tensor, or several, that it gave there."""
        return self._first_node().outputs

    def _first_node(self):
        """Return the first call on symbolic tensors. Raises AttributeError where there was none."""
        if not self._nodes:
            raise AttributeError(f"The layer {self.name} has never been called and thus has no defined input or "
                                 "output.")
        return self._nodes[0]

    def compute_output_shape(self, *args, **kwargs):
        """Return the shape of the result for an input of this shape; it may hold None."""
        inputs = [symbolic_of(shape, self.dtype) for shape in (*args, *kwargs.values())]
        if not self.built:
            self._build_for(inputs, {})
        found = sketch(self._computed, tuple(inputs), {})
        return rebuilt(found, iter([tuple(x.shape) for x in leaves(found)]))

    def get_config(self):
        """Return the settings it was made with, as plain values."""
        base = {"name": self.name, "trainable": self.trainable, "dtype": self.dtype}
        given = vars(self).get("_given", {})
        if type(self).get_config is Layer.get_config:
            base.update({key: serialize_keras_object(value) for key, value in given.items() if key not in base
                         and (key not in PLACES or value is not None)})
        return base

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}, built={self.built}>"
