"""keras.utils.plot_model: a model's layers as a picture, drawn by minitorch.viz."""

import os
import re

from ...rare.autograd.tree import leaves
from ...viz import render
from ...viz.dot import Box, dot
from ...viz.picture import Picture
from .layers.input import InputLayer


class ModelPicture(Picture):
    """Layers as boxes, and arrows from each to those that take its results; `dot` is the text of it."""

    def text(self):
        return self.dot

    def svg(self):
        try:
            return self.drawn()
        except render.NotDrawn as why:
            raise ImportError(str(why)) from None

    def drawn(self):
        """Return the picture as SVG. Raises viz.render.NotDrawn where nothing can draw."""
        dot = re.sub(r" dpi=\S+", "", self.dot, count=1)              # it is for pixels; an SVG would have huge letters
        return render.svg(dot, self.description, {box.id: ", ".join(box.lines(False)) for box in self.boxes})

    def save(self, path):
        """Write .png, .svg, .pdf or .dot; where there is no Graphviz, the DOT text. Gives the path written."""
        return render.save(self, path)


def shapes_of(symbols):
    return ", ".join(str(tuple(x.shape)) for x in leaves(symbols))


def box_of(node, settings):
    """Make the box of one call of a layer."""
    layer = node.operation
    kind = "input" if isinstance(layer, InputLayer) else "parameter" if len(layer.weights) else "op"
    title = type(layer).__name__ if hasattr(layer, "get_config") else layer.name
    if settings["show_layer_names"]:
        title = f"{layer.name} ({title})"
    words = [title]
    activation = getattr(layer, "activation", None)
    if settings["show_layer_activations"] and activation is not None:
        words.append(f"activation: {getattr(activation, '__name__', type(activation).__name__)}")
    if settings["show_dtype"]:
        words.append(", ".join(sorted({x.dtype if isinstance(x.dtype, str) else x.dtype.name
                                       for x in leaves(node.outputs)})))
    if settings["show_trainable"] and len(layer.weights):
        words.append("trainable" if layer.trainable else "not trainable")
    into = f"{shapes_of(node.inputs)} -> " if node.inputs else ""
    return Box(kind, ", ".join(words), shape=into + shapes_of(node.outputs) if settings["show_shapes"] else "")


def model_to_dot(model, show_shapes=False, show_dtype=False, show_layer_names=True, rankdir="TB", expand_nested=False,
                 dpi=200, subgraph=False, show_layer_activations=False, show_trainable=False, splines="ortho",
                 **kwargs):
    """Return the picture that `plot_model` writes; `.dot` is Graphviz's text. Arguments and errors as plot_model's.

    subgraph is taken as Keras does.
    """
    if kwargs.pop("layer_range", None) is not None:
        raise ValueError("Argument `layer_range` is no longer supported.")
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments: {kwargs}")
    if getattr(model, "_graph", None) is None:
        raise ValueError("This model has not yet been built. Build the model first by calling `build()` or by calling "
                         "the model on a batch of data; of a subclassed model only its call knows the layers' order.")
    if rankdir not in ("TB", "LR", "BT", "RL"):
        raise ValueError(f"rankdir is 'TB', 'LR', 'BT' or 'RL', not {rankdir!r}.")
    settings = {"show_shapes": show_shapes, "show_dtype": show_dtype, "show_layer_names": show_layer_names,
                "show_layer_activations": show_layer_activations, "show_trainable": show_trainable}
    boxes, arrows = [], []

    def add(graph, sources):
        """Add a graph's boxes. sources: {id of a symbolic tensor: its box}. Returns the boxes of its outputs."""
        for node in graph.order:
            inner = getattr(node.operation, "_graph", None)
            if expand_nested and inner is not None:
                given = {id(own): sources[id(x)] for own, x in zip(leaves(inner.inputs), node.inputs)}
                found = add(inner, given)
                sources.update({id(x): box for x, box in zip(leaves(node.outputs), found)})
            else:
                box = new(box_of(node, settings))
                arrows.extend((sources[id(x)], box, "") for x in node.inputs)
                sources.update({id(x): box for x in leaves(node.outputs)})
        return [sources[id(x)] for x in leaves(graph.outputs)]

    def new(box):
        box.id = f"layer_{len(boxes)}"
        boxes.append(box)
        return box.id
    starts = {id(x): new(box_of(x.node, settings)) for x in leaves(model._graph.inputs)}
    add(model._graph, starts)
    head = f'rankdir="{rankdir}" dpi={dpi} splines="{splines}" '
    text = dot(boxes, arrows, values=False).replace('rankdir="TB" ', head, 1)
    return ModelPicture(dot=text, boxes=boxes, description=f"The layers of {model.name}.")


def plot_model(model, to_file="model.png", show_shapes=False, show_dtype=False, show_layer_names=False, rankdir="TB",
               expand_nested=False, dpi=200, show_layer_activations=False, show_trainable=False, splines="ortho",
               **kwargs):
    """Draw a model's layers to a file, .png, .svg, .pdf or .dot; the picture is returned, and shown in a notebook.

    to_file                     the file
    show_shapes                 the shapes of inputs and results, None for the number of rows
    show_dtype                  the element type of results
    show_layer_names            the names of layers beside their classes
    show_layer_activations      the activation functions of layers that have one
    show_trainable              whether layers with weights learn
    rankdir                     "TB": from top to bottom; "LR": from left to right
    expand_nested               draw the layers of models that are layers
    dpi                         points an inch, of a .png
    splines                     how Graphviz draws the arrows: "ortho", "curved", "polyline"

    Without Graphviz the DOT text is written beside it, and one line says what to install. Raises ValueError for a model
    that is not built, another rankdir, another ending of the file, or an unknown argument.
    """
    picture = model_to_dot(model, show_shapes, show_dtype, show_layer_names, rankdir, expand_nested, dpi, False,
                           show_layer_activations, show_trainable, splines, **kwargs)
    picture.save(os.fspath(to_file))
    return picture
