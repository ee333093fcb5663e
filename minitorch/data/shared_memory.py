"""Messages that carry a batch from a worker to the loader, large arrays through shared memory.

Arrays are sent apart from the pickle that describes the rest. On Linux they lie in a memory file
that has no name: only its descriptor is sent, and whoever dies, the system frees it.
"""

import os
import pickle

LARGE = 1 << 16           # bytes: smaller batches go through the pipe, which is quicker for them


class Message:
    """`content`, pickled now, to be sent later. Raises what pickling raises."""

    def __init__(self, label, content):
        buffers = []
        data = pickle.dumps(content, 5, buffer_callback=buffers.append)
        self.buffers = [buffer.raw() for buffer in buffers]
        sizes = [buffer.nbytes for buffer in self.buffers]
        self.file = memory_file(self.buffers) if sum(sizes) >= LARGE else None
        self.head = pickle.dumps((label, data, sizes, self.file is not None), 5)

    def send(self, connection):
        connection.send_bytes(self.head)
        if self.file is None:
            for buffer in self.buffers:
                if buffer.nbytes:
                    connection.send_bytes(buffer)
            return
        from multiprocessing.reduction import send_handle
        try:
            send_handle(connection, self.file, None)
        finally:
            os.close(self.file)


def receive(connection):
    """(label, content) of the next message. EOFError or OSError when its sender is gone.

    The content is a function of no arguments, for a message that no one waits for need not be unpickled.
    """
    import numpy as np
    label, data, sizes, shared = pickle.loads(connection.recv_bytes())
    buffers = [memoryview(np.empty(size, np.uint8)) for size in sizes]     # writable, and each free by itself
    if shared:
        from multiprocessing.reduction import recv_handle
        file = recv_handle(connection)
        try:
            read_all(file, buffers)
        finally:
            os.close(file)
    else:
        for buffer in buffers:
            if buffer.nbytes:
                connection.recv_bytes_into(buffer)
    return label, lambda: pickle.loads(data, buffers=buffers)


def memory_file(buffers):
    """The descriptor of a file in memory that holds the buffers; None where there is no such thing."""
    if not hasattr(os, "memfd_create"):
        return None
    try:
        file = os.memfd_create("minitorch-batch")
    except OSError:                                      # forbidden here: the pipe will do
        return None
    try:
        for buffer in buffers:
            done = 0
            while done < buffer.nbytes:
                done += os.write(file, buffer[done:])
    except BaseException:
        os.close(file)
        raise
    return file


def read_all(file, buffers):
    offset = 0
    for buffer in buffers:
        done = 0
        while done < buffer.nbytes:
            count = os.preadv(file, [buffer[done:]], offset)
            if not count:
                raise EOFError("a batch in shared memory ended early")
            done += count
            offset += count
