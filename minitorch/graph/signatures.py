"""The signature of a public function as PyTorch writes it: arrays, settings, then what goes by keyword only."""

from inspect import Parameter, Signature, signature


def signature_of(function):
    """The `inspect.Signature` of a public function: an op's is read from its forward."""
    op = getattr(function, "op", None)
    if op is None:
        return signature(function)
    described = list(signature(op.piece.library).parameters.values())[1:]               # the first is xp
    by_position, by_keyword = [], []
    for parameter in described:
        if parameter.kind is not Parameter.KEYWORD_ONLY:
            by_position.append(parameter)
        elif parameter.name in op.positional:
            by_position.append(parameter.replace(kind=Parameter.POSITIONAL_OR_KEYWORD))
        else:
            by_keyword.append(parameter)
    return Signature([*by_position, *by_keyword, Parameter("out", Parameter.KEYWORD_ONLY, default=None)])
