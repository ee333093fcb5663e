"""Help ranks without a launcher to find each other, by PMI-1, the protocol of MPICH's launchers.

Rank 0 starts this file: `pmi_server.py FD SIZE`, where FD is a listening socket. Each rank connects and sends one line,
`rank=R size=N pid=P`. When all have connected, each gets the line `joined`; then MPI itself uses the connection: every
rank stores its address under a key, waits at a barrier, and asks for the addresses of the others. The file uses
only Python's standard library, so that it starts within milliseconds.
"""

import os
import selectors
import signal
import socket
import sys
import time

LONGEST = 1024                           # maximum number of bytes of a rank's first line
GRACE = 2.0                              # seconds from the end of a failed rank until the server ends the others
REPLIES = {"init": "response_to_init pmi_version=1 pmi_subversion=1 rc=0",
           "get_maxes": "maxes kvsname_max=256 keylen_max=64 vallen_max=4096",
           "get_appnum": "appnum appnum=0", "finalize": "finalize_ack"}


class Rank:
    """The connection to one rank."""

    def __init__(self, connection):
        self.connection, self.pending = connection, b""
        self.number = self.pid = None
        self.has_left = False

    def send(self, line):
        try:
            self.connection.sendall(line.encode() + b"\n")
        except OSError:
            pass                                         # the rank has ended; the selector reports this

    def lines(self):
        """Return the complete lines that have arrived; None when the rank has closed the connection.

        Raises ValueError for text that no rank sends.
        """
        try:
            data = self.connection.recv(1 << 16)
        except OSError:
            data = b""
        *lines, self.pending = (self.pending + data).split(b"\n")
        if self.number is None and len(self.pending) > LONGEST:
            raise ValueError("a first line without an end")
        return [line.decode() for line in lines] if data else None


class Server:
    """A server with the values that ranks have stored, and the ranks that wait."""

    def __init__(self, listener, size):
        self.listener, self.size = listener, size
        self.ranks, self.values, self.waiting = {}, {}, []     # self.ranks is {number: rank that has connected}
        self.name = f"kvs_{os.getpid()}_{time.time_ns()}"      # MPICH names shared memory by it: one for each group
        self.values["PMI_process_mapping"] = f"(vector,(0,1,{size}))"          # all ranks are on one machine
        self.selector = selectors.DefaultSelector()
        self.selector.register(listener, selectors.EVENT_READ)

    def run(self):
        """Serve until every rank has left, or until a rank has failed."""
        while True:
            for key, _ in self.selector.select():
                if key.data is None:
                    connection, _ = self.listener.accept()
                    self.selector.register(connection, selectors.EVENT_READ, Rank(connection))
                elif not self.answer_lines(key.data):
                    self.selector.unregister(key.data.connection)
                    key.data.connection.close()
                    if self.on_close(key.data):
                        return

    def answer_lines(self, rank):
        """Answer the lines of a connection; return False if it has ended, or if its first line is not a rank's."""
        try:
            lines = rank.lines()
            for line in lines or ():
                self.answer(rank, line)
        except (KeyError, ValueError):
            if rank.number is not None:
                raise
            return False                                 # this is not a rank, but another program on the port
        return lines is not None

    def on_close(self, rank):
        """Note that a rank has closed its connection; return True if nothing is left to do."""
        if self.ranks.get(rank.number) is not rank:
            return False                                 # the server refused this rank
        if rank.has_left:
            return all(other.has_left for other in self.ranks.values()) and len(self.ranks) == self.size
        del self.ranks[rank.number]
        if len(self.ranks) == self.size - 1 and self.listener is None:
            self.end_others(rank.number)
            return True
        return not self.ranks                            # a rank may give up before all have connected

    def join(self, rank, words):
        """Add a rank to the group; when the group is complete, send this to all ranks."""
        number, size = int(words["rank"]), int(words["size"])
        if size != self.size or number in self.ranks or not 0 <= number < self.size:
            why = (f"rank {number} of {size} came to a group of {self.size}" if size != self.size else
                   f"two processes are rank {number}" if number in self.ranks else f"there is no rank {number}")
            rank.send(f"refused {why}")
            return
        rank.number, rank.pid = number, int(words["pid"])
        self.ranks[number] = rank
        if len(self.ranks) == self.size:
            self.selector.unregister(self.listener)
            self.listener.close()
            self.listener = None
            for each in self.ranks.values():
                each.send("joined")

    def answer(self, rank, line):
        """Answer one line of a rank."""
        words = dict(word.split("=", 1) for word in line.split() if "=" in word)
        command = words.get("cmd")
        if rank.number is None:
            self.join(rank, words)
        elif command in REPLIES:
            rank.has_left = rank.has_left or command == "finalize"
            rank.send("cmd=" + REPLIES[command])
        elif command == "get_my_kvsname":
            rank.send(f"cmd=my_kvsname kvsname={self.name}")
        elif command == "put":
            self.values[words["key"]] = words["value"]
            rank.send("cmd=put_result rc=0 msg=success")
        elif command == "get":
            found = self.values.get(words["key"])
            rank.send("cmd=get_result rc=-1 msg=not_found value=unknown" if found is None else
                      f"cmd=get_result rc=0 msg=success value={found}")
        elif command == "barrier_in":
            self.waiting.append(rank)
            if len(self.waiting) == self.size:
                for each in self.waiting:
                    each.send("cmd=barrier_out")
                self.waiting.clear()
        elif command == "abort":
            self.end_others(rank.number)
            sys.exit(1)

    def end_others(self, failed):
        """End the other ranks after a short time, because they would wait for the failed rank forever."""
        time.sleep(GRACE)                                # the launcher may end them first, with a better message
        left = [rank for rank in self.ranks.values() if rank.number != failed and is_running(rank.pid)]
        if left:
            print(f"minitorch.distributed: rank {failed} of {self.size} has ended before its group; the other ranks "
                  "are ended.", file=sys.stderr, flush=True)
        for rank in left:
            os.kill(rank.pid, signal.SIGTERM)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)         # the ranks handle Ctrl-C; this process ends after them
    Server(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])).run()
