"""Models in files: their structure as JSON, their weights as arrays; nothing in a file is run."""

import io
import json
import os
import zipfile

import numpy as np

from ....serialization import load, save
from ..core.configured import deserialize_keras_object, serialize_keras_object

FORMAT = "minitorch keras model"


class Files:
    """Saving a model, and its weights alone."""

    def save(self, filepath, overwrite=True, zipped=None, **kwargs):
        """Write structure, weights, and how it is trained, whole or not at all, to a file that ends in .keras.

        filepath    the file; its folder is made

        Raises ValueError for another ending, or a layer that no file can keep, such as a Lambda of a lambda.
        """
        path = os.fspath(filepath)
        if not path.endswith((".keras", ".h5", ".hdf5")):
            raise ValueError("Invalid filepath extension for saving. Please add either a `.keras` extension for the "
                             f"native Keras format (recommended) or a `.h5` extension. Received: filepath={filepath}.")
        if not overwrite and os.path.exists(path):
            raise FileExistsError(f"{path} is there already: save(…, overwrite=True) replaces it.")
        config = serialize_keras_object(self)
        trained = None
        if self.compiled:
            given = self._compile_metrics and self._compile_metrics.given[0]
            trained = {"optimizer": serialize_keras_object(self.optimizer), "loss": plain(self.loss),
                       "metrics": plain(given)}
        arrays = {f"weight/{i}": w.numpy() for i, w in enumerate(self.weights)}
        if self.optimizer is not None and self.optimizer.built:
            arrays.update({f"optimizer/{i}": v.numpy() for i, v in enumerate(self.optimizer.variables)})
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        with zipfile.ZipFile(path + ".part", "w") as file:
            file.writestr("metadata.json", json.dumps({"format": FORMAT}))
            file.writestr("config.json", json.dumps({**config, "compile_config": trained}))
            file.writestr("model.weights.npz", buffer.getvalue())
        os.replace(path + ".part", path)

    def save_weights(self, filepath, overwrite=True, max_shard_size=None):
        """Write the weights alone to a file filepath that ends in .weights.h5. Raises ValueError for another ending."""
        path = os.fspath(filepath)
        if not path.endswith(".weights.h5"):
            raise ValueError(f"The filename must end in `.weights.h5`. Received: filepath={filepath}")
        if not overwrite and os.path.exists(path):
            raise FileExistsError(f"{path} is there already: save_weights(…, overwrite=True) replaces it.")
        if folder := os.path.dirname(path):
            os.makedirs(folder, exist_ok=True)
        save({"format": FORMAT, "weights": [w.tensor.detach() for w in self.weights]}, path)

    def load_weights(self, filepath, skip_mismatch=False, **kwargs):
        """Take the weights of a file filepath; skip_mismatch is taken.

        Raises ValueError where their number or a shape differs.
        """
        found = load(os.fspath(filepath))
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError(f"{filepath} holds no weights that save_weights wrote.")
        self.set_weights([w.numpy() for w in found["weights"]])

    def to_json(self, **kwargs):
        """Return the structure as JSON."""
        return json.dumps(serialize_keras_object(self), **kwargs)


def plain(value):
    """Turn an argument of compile into a value for JSON."""
    if callable(value) and not hasattr(value, "get_config"):
        return value.__name__
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return serialize_keras_object(value)


def load_model(filepath, custom_objects=None, compile=True, safe_mode=True):
    """Load the model of a file that `save` wrote, ready to go on with its training.

    filepath         the file
    custom_objects   {name: class or function} of your own that it names
    compile          False: as for a model that was not compiled

    Raises ValueError for a file that is none.
    """
    path = os.fspath(filepath)
    if not os.path.exists(path):
        raise ValueError(f"File not found: filepath={filepath}. Please ensure the file is an accessible `.keras` zip "
                         "file.")
    try:
        with zipfile.ZipFile(path) as file:
            config = json.loads(file.read("config.json"))
            arrays = np.load(io.BytesIO(file.read("model.weights.npz")), allow_pickle=False)
    except (zipfile.BadZipFile, KeyError) as error:
        raise ValueError(f"{filepath} is no model that was saved here: {error}") from None
    trained = config.pop("compile_config", None)
    model = deserialize_keras_object(config, custom_objects)
    if not model.weights and config["config"].get("build_input_shape"):
        model.build(config["config"]["build_input_shape"])
    model.set_weights([arrays[f"weight/{i}"] for i in range(len([n for n in arrays.files if n.startswith("weight/")]))])
    if compile and trained:
        parts = {name: deserialize_keras_object(part, custom_objects) for name, part in trained.items()}
        model.compile(**parts)
        kept = [name for name in arrays.files if name.startswith("optimizer/")]
        if kept:
            model.optimizer.build(model.trainable_variables)
            for i, variable in enumerate(model.optimizer.variables):
                variable.assign(arrays[f"optimizer/{i}"])
    return model


def save_model(model, filepath, overwrite=True, zipped=None, **kwargs):
    """Call model.save(filepath, overwrite)."""
    model.save(filepath, overwrite, zipped, **kwargs)


def model_from_json(json_string, custom_objects=None):
    """Make the model of json_string, which `to_json` gave, with new weights."""
    return deserialize_keras_object(json.loads(json_string), custom_objects)
