"""Messages that carry a batch from a worker to the loader; large arrays go through shared memory.

Arrays are sent separately from the pickle of the other data. On Linux they are in a memory file
without a name: only its descriptor is sent, and the system frees it when the processes end.
"""

import os
import pickle

LARGE = 1 << 16           # number of bytes; smaller batches are faster through the pipe


class Message:
    """A label and a content; the content is pickled now and sent later. Raises pickle's errors."""

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
    """Return (label, content) of the next message. EOFError or OSError if its sender has ended.

    The content is a function without arguments that unpickles: a message that is dropped is never unpickled.
    """
    import numpy as np
    label, data, sizes, shared = pickle.loads(connection.recv_bytes())
    buffers = [memoryview(np.empty(size, np.uint8)) for size in sizes]  # new writable memory for each buffer
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
    """Return the descriptor of a memory file with the buffers in it; None if the system has no memory files."""
    if not hasattr(os, "memfd_create"):
        return None
    try:
        file = os.memfd_create("minitorch-batch")
    except OSError:                                      # the system forbids shared memory: use the pipe
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
