"""Orders of things that need each other, such as the operations of a graph."""


def in_order(starts, needs):
    """Return what is behind `starts`, each once and after what it needs: needs(x) is a list."""
    done, order, open_ = set(), [], [(x, False) for x in reversed(starts)]
    while open_:
        x, ready = open_.pop()
        if ready:
            order.append(x)
        elif id(x) not in done:
            done.add(id(x))
            open_ += [(x, True), *((y, False) for y in reversed(needs(x)))]
    return order
