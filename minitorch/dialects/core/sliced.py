"""Parts of variables that can be assigned to."""

from .convert import engine_tensor
from .lift import wrapped
from .tensor import Tensor


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
