"""What joins the engine when a GPU is found: kernels, and errors of CUDA that tell where to look."""

from .. import backend
from . import attention, convolution, kernels, report  # noqa: F401  (they attach themselves)

EARLIER = ("A GPU computes after the call that asked for it has returned, so the fault may lie in an earlier line: run "
           "again with the environment variable CUDA_LAUNCH_BLOCKING=1 to have it raised there.")


def explain_failure(error, asked):
    """The error to raise where a kernel or the driver failed."""
    text = str(error).strip()
    if "cudaErrorInitializationError" in text:
        return RuntimeError(f"CUDA error in {asked}: {text}. Cannot re-initialize CUDA in forked subprocess: a tensor "
                            "on a GPU was used in a process that was forked, as a DataLoader's workers are. Let the "
                            "dataset hold tensors of the CPU, or use the 'spawn' start method.")
    return RuntimeError(f"CUDA error in {asked}: {text}\n{EARLIER} After an illegal memory access the process must be "
                        "restarted (in a notebook: restart the kernel).")


backend.explainers.update(OutOfMemoryError=report.explain_memory, CUDARuntimeError=explain_failure,
                          CUDADriverError=explain_failure)
