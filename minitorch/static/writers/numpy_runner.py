"""Running a program whose arrays are made once: each call has a set of them to itself while it runs."""


class Runner:
    """Calls a program's function with arrays to write into: those of a call before, where no other call has them.

    free   sets of arrays that no call uses now; two threads that call at once get a set each
    """

    def __init__(self, function, make_buffers):
        self.function, self.make_buffers, self.free = function, make_buffers, []

    def __call__(self, *arrays):
        try:
            buffers = self.free.pop()
        except IndexError:
            buffers = self.make_buffers()
        try:
            return self.function(*arrays, buffers)
        finally:
            self.free.append(buffers)
