"""Attach kernels and explanations of CUDA's errors to the engine; imported when a GPU is found."""

from .. import backend
from . import attention, convolution, kernels, report  # noqa: F401  (they attach themselves)

EARLIER = ("A GPU computes after the call has returned, so an earlier line may have caused the error: run "
           "again with the environment variable CUDA_LAUNCH_BLOCKING=1, so that this line raises it.")


def explain_failure(error, asked):
    """Return the error to raise after a kernel or the driver failed."""
    text = str(error).strip()
    if "cudaErrorInitializationError" in text:
        return RuntimeError(f"CUDA error in {asked}: {text}. Cannot re-initialize CUDA in forked subprocess: a tensor "
                            "on a GPU was used in a process that was forked, as a DataLoader's workers are. Let the "
                            "dataset hold tensors of the CPU, or use the 'spawn' start method.")
    return RuntimeError(f"CUDA error in {asked}: {text}\n{EARLIER} After an illegal memory access the process must be "
                        "restarted (in a notebook: restart the kernel).")


backend.explainers.update(OutOfMemoryError=report.explain_memory, CUDARuntimeError=explain_failure,
                          CUDADriverError=explain_failure)
