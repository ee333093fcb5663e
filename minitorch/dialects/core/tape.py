"""GradientTape: gradients of what was computed while it recorded."""

from contextlib import contextmanager
from enum import Enum

from ...rare.autograd.tree import leaves, rebuilt
from ...runtime import grad
from .convert import engine_of
from .engine import mt
from .lift import wrapped
from .recording import state
from .rows import slices_of, taken


class UnconnectedGradients(Enum):
    """What a source gets that plays no part in the target."""

    NONE, ZERO = "none", "zero"


class GradientTape:
    """Records operations, and gives gradients of their results.

    persistent                    whether `gradient` may be called several times
    watch_accessed_variables      False: only what `watch` is told

    >>> from minitorch.dialects import tf2 as tf
    >>> x = tf.Variable(3.0)
    >>> with tf.GradientTape() as tape:
    ...     y = x ** 2
    >>> tape.gradient(y, x)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self.persistent, self.auto = persistent, watch_accessed_variables
        self.watched, self.variables, self.rows = {}, {}, []
        self.recording = self.used = self.shared = False

    def __enter__(self):
        if state.tracing is not None:
            state.tracing.note(GradientTape.anew, self)
            return self
        if self.recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        self.start()
        return self

    def __exit__(self, *failure):
        if state.tracing is not None:
            state.tracing.note(GradientTape.__exit__, self)
        if self.recording:
            self.stop()

    def anew(self):
        """Begin once more, in another run of the tf.function that made it."""
        self.reset()
        self.shared = False
        self.start()

    def start(self):
        """Begin to record; other tapes that record go on."""
        others = state.tapes
        for other in others:
            other.shared = self.shared = True            # what they record is one graph: neither may free it
        others.append(self)
        self.recording = True

    def stop(self):
        """Record no longer."""
        state.tapes.remove(self)
        self.recording = False

    def watch(self, tensor):
        """Record what is computed from these tensors or variables too.

        Raises ValueError for what is neither.
        """
        if state.tracing is not None:
            state.tracing.note(GradientTape.watch, self, tensor)
            return
        for x in leaves(tensor):
            if not hasattr(x, "tensor"):
                raise ValueError(f"Passed in object {x} of type {type(x).__name__!r}, not tf.Tensor or tf.Variable or "
                                 "ExtensionType.")
            self.watched[id(x)] = x
            if hasattr(x, "assign"):
                self.variables[id(x)] = x
            if x.dtype.is_floating or x.dtype.is_complex:
                if x.tensor._node is None:
                    x.tensor.requires_grad_()
            else:
                from warnings import warn
                warn(f"The dtype of the watched tensor must be floating (e.g. tf.float32), got {x.dtype!r}",
                     UserWarning, stacklevel=2)

    def watched_variables(self):
        """Return the variables that were read while the tape recorded."""
        return tuple(self.variables.values())

    @contextmanager
    def stop_recording(self):
        """Record nothing in a with-block.

        Raises ValueError for a tape that does not record, and NotImplementedError within a tf.function.
        """
        if state.tracing is not None:
            raise NotImplementedError("tape.stop_recording() within tf.function is left out here: tf.stop_gradient.")
        if not self.recording:
            raise ValueError("Tape is not recording: stop_recording() belongs within its with-block.")
        self.stop()
        try:
            yield
        finally:
            self.start()

    def reset(self):
        """Forget what was recorded so far."""
        self.watched, self.variables, self.rows, self.used = {}, {}, [], False

    def gradient(self, target, sources, output_gradients=None, unconnected_gradients=UnconnectedGradients.NONE):
        """Return d target / d sources, of the structure of `sources`.

        target            a tensor or several; what has several elements is summed
        output_gradients  what each element of a target counts; default: 1
        unconnected_gradients   "none": None for a source that plays no part; "zero": zeros
        Raises RuntimeError if a tape that is not persistent is asked a second time.
        """
        if state.tracing is not None:
            return state.tracing.gradient(self, target, sources, output_gradients, unconnected_gradients)
        self.use()
        wanted = leaves(sources)
        outputs = [x for x in leaves(target) if x is not None]
        weights = [None] * len(outputs) if output_gradients is None else leaves(output_gradients)
        found = self.find(outputs, wanted, weights)
        zero = UnconnectedGradients(unconnected_gradients) is UnconnectedGradients.ZERO
        found = [wrapped(mt.zeros_like(x.tensor.detach())) if g is None and zero else g for g, x in zip(found, wanted)]
        return rebuilt(sources, iter(found))

    def use(self):
        """Note that gradients are asked for. Raises RuntimeError for the second time, unless the tape is persistent."""
        if self.used:
            raise RuntimeError("A non-persistent GradientTape can only be used to compute one set of gradients (or "
                               "jacobians)")
        if not self.persistent:
            self.used = True
            if self.recording:
                self.stop()

    def find(self, outputs, wanted, weights, keep=False):
        """Return the gradient for each source, a tensor of the dialect, IndexedSlices of a table, or None.

        outputs    the targets, tensors
        wanted     the sources
        weights    what each element of a target counts: a tensor of its shape, or None for 1
        keep       whether the graph is needed once more
        """
        places = [i for i, x in enumerate(wanted) if self.connected(x)]
        pairs = [(y.tensor, w) for y, w in zip(outputs, weights) if y.tensor._node is not None]
        found = [None] * len(wanted)
        if not places or not pairs:
            return found
        again = bool(state.tapes)
        ones = [mt.ones_like(y) if w is None else engine_of(w, y) for y, w in pairs]
        rows = [[] if keep else taken(self.rows, wanted[i].tensor._node, [y._node for y, _ in pairs]) for i in places]
        inputs = [x for i, own in zip(places, rows) for x in ([part for _, part in own] or [wanted[i].tensor])]
        grads = iter(grad([y for y, _ in pairs], inputs, ones,
                          retain_graph=keep or self.persistent or self.shared or again, create_graph=again,
                          allow_unused=True))
        for place, own in zip(places, rows):
            found[place] = next_of(grads, own, wanted[place].tensor.shape)
        return found

    def connected(self, source):
        """Return whether this tape records what is computed from `source`. Raise TypeError for anything else."""
        if not hasattr(source, "tensor"):
            raise TypeError(f"GradientTape.gradient: sources are tensors or variables, not {type(source).__name__}.")
        if getattr(source.tensor, "_node", None) is None:
            return False
        if hasattr(source, "assign"):
            return self.auto or id(source) in self.watched
        return id(source) in self.watched or not source.tensor.is_leaf

    def jacobian(self, target, sources, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None,
                 experimental_use_pfor=True):
        """Return d target / d sources for each element of the target: its shape, then that of the source.

        target                   a tensor
        sources                  a tensor or variable, or a structure of them
        unconnected_gradients    "none": None for a source that plays no part; "zero": zeros
        experimental_use_pfor    taken, without effect: one backward pass an element

        Raises NotImplementedError within a tf.function.
        """
        if state.tracing is not None:
            raise NotImplementedError("tape.jacobian within tf.function is left out here: call it outside.")
        self.use()
        wanted, rows = leaves(sources), []
        size = target.shape.num_elements()
        for i in range(size):
            weight = mt.zeros_like(target.tensor.detach()).reshape(-1)
            weight[i] = 1
            rows.append(self.find([target], wanted, [weight.reshape(target.tensor.shape)], keep=True))
        return rebuilt(sources, iter([stacked([row[j] for row in rows], target, x, unconnected_gradients)
                                      for j, x in enumerate(wanted)]))


def stacked(rows, target, source, unconnected):
    """Return the rows of a Jacobian as one tensor; None where the source plays no part."""
    shape = (*target.shape, *source.shape)
    if not rows or all(row is None for row in rows):
        if rows and UnconnectedGradients(unconnected) is UnconnectedGradients.NONE:
            return None
        return wrapped(mt.zeros(shape, dtype=source.tensor.dtype))
    parts = [mt.zeros_like(source.tensor.detach()) if row is None else row.tensor for row in rows]
    return wrapped(mt.stack(parts).reshape(shape))


def next_of(grads, rows, shape):
    """Return the next of the gradients, or None; of `rows` of a table, [(indices, part)], IndexedSlices."""
    parts = [(indices, part) for (indices, _), part in zip(rows or [(None, None)], grads) if part is not None]
    if not parts:
        return None
    return slices_of(parts, shape) if rows else wrapped(parts[0][1])
