"""Variables: the values that a program changes, and parts of them."""

from sys import getrefcount

from ...backend.memory import on_a_line
from ...engine.apply import wrap
from ...engine.grad_mode import no_grad
from ...nn import Parameter
from ...static.watching import recorded_now
from .convert import Symbolic, engine_tensor
from .dtypes import as_dtype
from .lift import wrapped
from .recording import recorded, sketching, state
from .replicas import made
from .shapes import TensorShape
from .tensor import Tensor, Value, numpy_text

ALONE = (lambda holder: getrefcount(holder[0]))([object()])       # references to an object that nobody else holds


class Variable(Value):
    """A value that can be assigned to; a GradientTape records what is computed from it while it is trainable.

    initial_value   a number, an array, a tensor; or a function that gives one
    trainable       whether tapes watch it, and optimisers change it
    dtype           its element type; None: that of the value
    constraint      a function of the value, applied by optimisers after a step
    shape           what values it may take, where that is more than the first one's: TensorShape([None, 3])

    `tensor` is the engine's parameter behind it. What was read stays as it was: assigning writes elsewhere.

    Raises ValueError without a value, and for a value of another element type.

    >>> from minitorch.dialects import tf2 as tf
    >>> v = tf.Variable([1.0, 2.0])
    >>> v.assign_add([1.0, 1.0]).numpy()
    array([2., 3.], dtype=float32)
    """

    def __init__(self, initial_value=None, trainable=None, validate_shape=True, caching_device=None, name=None,
                 variable_def=None, dtype=None, import_scope=None, constraint=None, synchronization=None,
                 aggregation=None, shape=None):
        if initial_value is None:
            raise ValueError("The `initial_value` arg to `tf.Variable` must be specified except when you are not "
                             "providing a `variable_def`. You provided neither.")
        if state.tracing is not None:
            state.tracing.made.append(name)
            if hasattr(initial_value, "symbolic_owner"):
                initial_value = state.tracing.value_of(initial_value)
            with sketching(False):
                self.__init__(initial_value, trainable, name=name, dtype=dtype, constraint=constraint, shape=shape,
                              aggregation=aggregation)
            return
        value = initial_value() if callable(initial_value) else initial_value
        self._name = name or "Variable"
        tensor = engine_tensor(value, None if dtype is None else as_dtype(dtype))
        if dtype is not None and as_dtype(tensor.dtype) is not as_dtype(dtype):
            raise ValueError(f"Incompatible type conversion requested to type {as_dtype(dtype).name!r} for variable of "
                             f"type {as_dtype(tensor.dtype).name!r}")
        self.set_up(tensor.detach().clone(), trainable is not False, shape, aggregation)
        self.constraint = constraint

    def set_up(self, tensor, trainable, shape=None, aggregation=None):
        """Take a tensor of the engine as the first value; trainable, shape and aggregation as in Variable."""
        self.trainable = trainable
        learns = trainable and (tensor.is_floating_point() or tensor.dtype.is_complex)
        self.tensor = Parameter(wrap(on_a_line(tensor.array)), requires_grad=learns)
        self._shape = None if shape is None else TensorShape(shape)
        made(self, aggregation)

    @property
    def name(self):
        """Its name, with ":0", TensorFlow's number of an operation's result."""
        return f"{self._name}:0"

    @property
    def shape(self):
        """The TensorShape of its values."""
        return TensorShape(self.tensor.array.shape) if self._shape is None else self._shape

    def read(self):
        """Return the engine's tensor as an operation reads it: in its graph where a tape records.

        Raises Symbolic while a tf.function is traced, which then notes the read.
        """
        if state.tracing is not None:
            raise Symbolic(state.tracing)
        active = state.tapes
        if not active or self.tensor._node is None:
            return recorded(self.tensor)
        watched = False
        for tape in active:
            if tape.auto:
                tape.variables[id(self)] = self
            watched = watched or tape.auto or id(self) in tape.watched
        return self.tensor if watched else self.tensor.detach()

    def own(self):
        """Let the value be written over in place: if anyone else holds its memory, first move to other memory.

        While a program is recorded nobody may, and the recorder, which does, lets go afterwards.
        """
        if getrefcount(self.tensor.array) > ALONE and not recorded_now():
            self.tensor.data = self.tensor.detach().clone()

    def numpy(self):
        """Return the value as a NumPy array or number. Raise NotImplementedError while a tf.function is traced."""
        if state.tracing is not None:
            raise NotImplementedError(f"{self.name} has no value while a tf.function is traced: read it outside, or "
                                      "compute with it. For branches there are tf.cond and tf.while_loop.")
        return Tensor(self.tensor).numpy()

    def value(self):
        """Return the present value, a tensor."""
        if state.tracing is not None:
            return state.tracing.apply(Variable.value, (self,), {})
        return wrapped(self.read().clone())

    read_value = value

    def assign(self, value, use_locking=False, name=None, read_value=True):
        """Give it another value of the same shape and element type; returns the variable.

        value    a tensor, an array, a nested list or a number

        Raises ValueError for another shape or element type.
        """
        if state.tracing is not None:
            state.tracing.note(Variable.assign, self, value)
            return self
        self.tensor.data = self.as_value(value).clone()
        return self

    def fill(self, value):
        """Write another value over the present one, whose memory nobody else holds."""
        with no_grad():
            self.tensor.copy_(self.as_value(value))

    def as_value(self, value):
        """Return the engine's tensor of a value. Raises ValueError for one of another shape or element type."""
        new = engine_tensor(value, self.dtype).detach()
        if self._shape is None and tuple(new.shape) != tuple(self.tensor.shape) or not self.shape.is_compatible_with(
                tuple(new.shape)):
            raise ValueError(f"Cannot assign value to variable ' {self.name}': Shape mismatch.The variable shape "
                             f"{self.shape}, and the assigned value shape {TensorShape(tuple(new.shape))} are "
                             "incompatible.")
        if as_dtype(new.dtype) is not self.dtype:
            raise ValueError(f"Tensor conversion requested dtype {self.dtype.name} for Tensor with dtype "
                             f"{as_dtype(new.dtype).name}: tf.cast(value, tf.{self.dtype.name})")
        return new

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        """Add delta, of its shape, to the value; returns the variable. Raises ValueError for another shape."""
        if state.tracing is not None:
            state.tracing.note(Variable.assign_add, self, delta)
            return self
        return self.assign(wrapped(self.tensor.detach() + self.fitting(delta)))

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        """Subtract delta, of its shape, from the value; returns the variable. Raises ValueError for another shape."""
        if state.tracing is not None:
            state.tracing.note(Variable.assign_sub, self, delta)
            return self
        return self.assign(wrapped(self.tensor.detach() - self.fitting(delta)))

    def fitting(self, delta):
        """Return a change of the value as the engine's tensor. Raises ValueError where delta has another shape."""
        delta = engine_tensor(delta, self.dtype).detach()
        if tuple(delta.shape) != tuple(self.tensor.shape):
            raise ValueError(f"Cannot update variable {self.name!r} of shape {self.shape} by a value of shape "
                             f"{TensorShape(tuple(delta.shape))}.")
        return delta

    def scatter_nd_update(self, indices, updates, name=None):
        """Write updates at indices, in place of what is there; returns the variable.

        indices    (…, k)  integers: each row names a place in the first k axes
        updates    indices.shape[:-1] + shape[k:]
        """
        return self.written(indices, updates, lambda value, index, new: new)

    def written(self, indices, updates, what):
        """Assign the value with what(value, index, updates) at indices; returns the variable."""
        value = self.tensor.detach().clone()
        index = tuple(engine_tensor(indices).long().unbind(-1))
        value[index] = what(value, index, engine_tensor(updates, self.dtype))
        return self.assign(wrapped(value))

    def __getitem__(self, index):
        from ..functions.slices import getitem
        if state.tracing is not None:
            return getitem(self.read_value(), index)
        return SlicedVariable(getitem(self, index).tensor, self, index)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.tensor = Parameter(wrap(self.tensor.array.copy()), requires_grad=self.tensor.requires_grad)
        return made

    def __format__(self, spec):
        return format(self.numpy(), spec) if spec else str(self)

    def __repr__(self):
        return (f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}, "
                f"numpy={numpy_text(self.numpy())}>")


class SlicedVariable(Tensor):
    """A part of a variable: a tensor that can be assigned to, `v[0].assign(1.0)`."""

    def __init__(self, tensor, variable, index):
        super().__init__(tensor)
        self.variable, self.index = variable, index

    def assign(self, value):
        """Write into this part; returns the variable."""
        whole = self.variable.tensor.detach().clone()
        whole[self.index] = engine_tensor(value, self.variable.dtype)
        return self.variable.assign(wrapped(whole))

    def assign_add(self, value):
        """Add to this part; returns the variable."""
        return self.assign(wrapped(self.tensor.detach() + engine_tensor(value, self.dtype)))

    def assign_sub(self, value):
        """Subtract from this part; returns the variable."""
        return self.assign(wrapped(self.tensor.detach() - engine_tensor(value, self.dtype)))
