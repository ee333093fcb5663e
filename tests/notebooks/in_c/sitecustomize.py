"""If a process has this folder first on its path, its row kernels are compiled at their first call, which waits."""

import os

os.environ["MINITORCH_C"] = "1"

from minitorch.ops.kernels import row_kernels

row_kernels.HOT = -1
