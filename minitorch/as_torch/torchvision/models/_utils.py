"""A private file of torchvision that detection and segmentation programs import: it returns outputs of inner layers."""

from collections import OrderedDict

from minitorch.nn import ModuleDict


class IntermediateLayerGetter(ModuleDict):
    """A network that runs up to the last layer in return_layers, and returns the outputs of all layers in it.

    return_layers   {name of a child of `model`: name of its output}
    returns         {name of the output: tensor}, in the order of the layers
    """

    def __init__(self, model, return_layers):
        names = [name for name, _ in model.named_children()]
        wanted = {str(name): str(new) for name, new in return_layers.items()}
        if not set(wanted) <= set(names):
            raise ValueError(f"return_layers are not present in model: {', '.join(sorted(set(wanted) - set(names)))}. "
                             f"Its children are {', '.join(names)}.")
        last = max(map(names.index, wanted), default=-1)
        super().__init__(dict(list(model.named_children())[:last + 1]))
        self.return_layers = wanted

    def forward(self, x):
        outputs = OrderedDict()
        for name, layer in self.items():
            x = layer(x)
            if name in self.return_layers:
                outputs[self.return_layers[name]] = x
        return outputs
