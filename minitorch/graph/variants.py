"""Variants of a function composed of ops, as its declaration asks: with out=, and in place."""

from .arguments import named_as


def with_out(name, body):
    """`body` with out=: a tensor to write the result into, or a tuple of them where it has several results."""
    def function(*args, out=None, **settings):
        result = body(*args, **settings)
        if out is None:
            return result
        from .inplace import write_out
        return write_out(name, out, result)
    function.out = True
    return named_as(body, function, name)


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
    named_as(body.__wrapped__, write, f"{name}_")
    write.__doc__ = f"`{name}`, written over the tensor's own memory; returns it."
    return write
