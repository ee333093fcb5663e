"""Checks of values: that labels name a class, that probabilities lie between 0 and 1. A recorder makes them steps."""

checking: list = []      # watch(check, arrays, settings): check(*arrays, **settings) has run, and has raised nothing


def check_data(check, *tensors, **settings):
    """Run check(*arrays, **settings), which raises where values are wrong, on the arrays of tensors."""
    arrays = [x.array for x in tensors]
    answer = check(*arrays, **settings)
    for watch in checking:
        watch(check, arrays, settings)
    return answer
