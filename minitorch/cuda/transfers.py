"""Count copies between the CPU and the GPUs, with the lines that caused them, and ops that wait for a GPU.

A copy to the CPU waits until the GPU has computed the values, and while Python waits, it launches nothing. A training
step that never reads a value keeps the GPU busy: find the reads, and print the loss less often.
"""

from .. import backend, dtypes
from ..engine.apply import watchers
from ..runtime.errors import source_line, user_frame
from .report import size_text

TO_CPU, TO_GPU, WAIT = "GPU -> CPU", "CPU -> GPU", "waits within"
# {reason: names of functions that wait for the GPU}; all other functions only launch kernels.
SYNCHRONISING = {name: reason for reason, names in {
    "the size of the result, or of an intermediate array, depends on values":
        "argwhere bincount masked_scatter masked_select nonzero repeat_interleave unique unique_consecutive "
        "where(mask) x[mask]",
    "it checks whether a decomposition succeeded":
        "cholesky cholesky_inverse cholesky_solve cofactor_gradient cofactors det eig eigh geqrf inv inverse logdet lu "
        "lu_solve lu_unpack matrix_exp matrix_power norm pinv pinverse qr reflections row_exchanges slogdet solve "
        "solve_triangular svd svd_lowrank pca_lowrank",
    "it is computed on the CPU": "index_reduce mode multinomial scatter_reduce",
    "the computation depends on values":
        "allclose equal histogram histogramdd istft max min nanmedian pow quantile"}.items()
    for name in names.split()}


class transfers:
    """A block `with cuda.transfers() as t:` that counts copies; afterwards `t` shows the lines that caused them.

    to_cpu, to_gpu   how many copies
    rows             {(what, line): [copies, bytes]}; `what` is a direction, or an operation that waits
    synchronising    {name of an operation that waits: why}

    Copies by CuPy's own functions, on arrays taken out of tensors, are not counted.
    """

    synchronising = SYNCHRONISING

    def __init__(self):
        self.rows = {}

    def __enter__(self):
        backend.transferring.append(self.count_copy)
        watchers.append(self.count_op)
        return self

    def __exit__(self, *failure):
        backend.transferring.remove(self.count_copy)
        watchers.remove(self.count_op)

    def add(self, what, size):
        frame = user_frame()
        row = self.rows.setdefault((what, source_line(frame.f_code, lineno=frame.f_lineno)), [0, 0])
        row[0] += 1
        row[1] += size

    def count_copy(self, place, size, to_host):
        """Count a copy of `size` bytes: to the CPU if `to_host` is True, else to a GPU."""
        self.add(TO_CPU if to_host else TO_GPU, size)

    def count_op(self, op, inputs, settings, result):
        """Count an op on GPU tensors that waits."""
        masked = any(getattr(x, "dtype", None) is dtypes.bool for x in inputs[1:])
        if (op.name in SYNCHRONISING or op.name in ("getitem", "setitem") and masked) and any(
                getattr(x, "is_cuda", False) for x in inputs):
            self.add(f"{WAIT} {op.name}", 0)

    def count(self, what):
        return sum(copies for (kind, _), (copies, _) in self.rows.items() if kind == what)

    @property
    def to_cpu(self):
        return self.count(TO_CPU)

    @property
    def to_gpu(self):
        return self.count(TO_GPU)

    def __repr__(self):
        return "\n".join(f"{copies:>5} x {size_text(size):>10}  {what:<14} {line}"
                         for (what, line), (copies, size) in self.rows.items()) or "no copies"
