"""Read weights that an ONNX file stores in other files of its folder, such as `net.onnx.data`."""

import os

from ..serialization.limits import short
from ..serialization.reading import LoadError, Source
from .errors import package


def take_contents(graph, name, folder):
    """Read the weights that are in other files; their tensors stay empty until the graph is checked.

    folder   the folder of the ONNX file; None if the caller passed an open file

    Returns [(tensor, its sizes, its bytes)]. Raises LoadError if a file name is a path or a link, or if weights are
    beyond the file's end; FileNotFoundError if there is no such file.
    """
    external, sources, taken = package().TensorProto.EXTERNAL, {}, []
    try:
        for tensor in tensors_in(graph):
            if tensor.data_location != external:
                continue
            about = {x.key: x.value for x in tensor.external_data}
            source = about.get("location", "")
            if source not in sources:
                sources[source] = open_external(name, folder, source)
            source, start = sources[source], whole_number(name, about.get("offset", "0"))
            count = whole_number(name, about["length"]) if "length" in about else source.size - start
            source.count_copied(count)   # tensors may share bytes of the file, which are then read several times
            taken.append((tensor, [*tensor.dims], source.bytes(start, count)))
            tensor.ClearField("external_data")
            tensor.data_location, tensor.dims[:], tensor.raw_data = package().TensorProto.DEFAULT, [0], b""
    finally:
        for source in sources.values():
            source.file.close()
    return taken


def restore_contents(taken):
    """Put the sizes and bytes that `take_contents` returned back into the tensors."""
    for tensor, sizes, content in taken:
        tensor.dims[:], tensor.raw_data = sizes, content


def open_external(name, folder, other):
    """Open the file `other` in the folder of the ONNX file `name`."""
    if folder is None:
        raise LoadError(f"{name} keeps weights in another file, {short(other)}, which cannot be found from an open "
                        "file: pass load the path instead.")
    if not other or other in (".", "..") or {*other} & {*"/\\:\0"}:
        raise LoadError(f"{name} keeps weights in {short(other)}: only files of its own folder are opened, by their "
                        "bare names.")
    path = os.path.join(folder, other)
    if os.path.islink(path):
        raise LoadError(f"{name} keeps weights in {short(other)}, which is a link: replace it by the file itself.")
    if not os.path.isfile(path):
        raise FileNotFoundError(f"{name} keeps weights in {short(other)}, which is not in its folder: put it there.")
    return Source(open(path, "rb"), path)


def whole_number(name, text):
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise LoadError(f"{name} is damaged: an offset or length must be a number of bytes, not {short(text)}.")
    return int(text)


def tensors_in(graph):
    """Return the tensors of a graph, and of the graphs inside its operators."""
    found = list(graph.initializer)
    for attribute in [x for node in graph.node for x in node.attribute]:
        found += [attribute.t] * attribute.HasField("t") + list(attribute.tensors)
        for inner in [*[attribute.g] * attribute.HasField("g"), *attribute.graphs]:
            found += tensors_in(inner)
    return found
