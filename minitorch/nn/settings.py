"""What layers are made with: a setting's name says of which kind it is, in every layer and loss."""

from ..graph.kinds import FLAG, NUMBER, TEXT, WHOLE
from ..missing import taken

NAMES = {
    WHOLE: "in_features out_features in_channels out_channels groups num_features num_groups num_channels "
           "num_embeddings embedding_dim input_size hidden_size num_layers proj_size embed_dim num_heads d_model nhead "
           "dim_feedforward ignore_index upscale_factor downscale_factor num_parameters num_encoder_layers "
           "num_decoder_layers start_dim end_dim",
    NUMBER: "p beta delta alpha lambd negative_slope min_val max_val threshold label_smoothing init",
    FLAG: "bidirectional scale_grad_by_freq log_input",
    TEXT: "padding_mode approximate",
}
OR_NONE = {WHOLE: "kdim vdim padding_idx divisor_override", NUMBER: "eps momentum max_norm margin value"}
KINDS = {name: (kind, optional) for names, optional in ((NAMES, False), (OR_NONE, True))
         for kind, own in names.items() for name in own.split()}


def check(cls, args, settings):
    """Raise TypeError for a keyword that the layer does not take, and for a value of the wrong kind."""
    in_order = taken(cls, settings)
    kinds = KINDS if cls.__module__.startswith("minitorch.nn.") else {}    # transforms have names of their own
    for name, value in (*zip(in_order, args), *settings.items()):
        if name in kinds:
            kind, optional = kinds[name]
            if type(value) not in kind.types and not kind.also(value) and not (optional and value is None):
                hint = " n // 2 is one, n / 2 is not." if kind is WHOLE and type(value) is float else ""
                raise TypeError(f"{cls.__name__}: {name} should be {kind.name}{' or None' * optional}, not "
                                f"{type(value).__name__} ({str(value)[:30]}).{hint}")
