"""Variants of a function composed of ops, as its declaration asks: with out=, and in place."""


def with_out(name, body):
    """`body` with out=: a tensor to write the result into, or a tuple of them where it has several results."""
    def function(*args, out=None, **settings):
        result = body(*args, **settings)
        if out is None:
            return result
        from .inplace import write_out
        return write_out(name, out, result)
    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__ = body.__doc__, body.__module__
    function.__wrapped__, function.out = body, True
    return function


def in_place_variant(name, body):
    """`body`, its result written over the first argument's own memory: addcmul_ of addcmul."""
    def write(input, *args, **settings):
        from .inplace import check_fits, check_writable, rebase, write as put
        check_writable(input, f"{name}_")
        out = body(input.clone() if input.requires_grad else input, *args, **settings)
        check_fits(name, input, out)
        put(input, out.array)
        rebase(input, out._node)
        return input
    write.__name__ = write.__qualname__ = f"{name}_"
    write.__doc__ = f"`{name}`, written over the tensor's own memory; returns it."
    write.__module__, write.__wrapped__ = body.__module__, body.__wrapped__
    return write
