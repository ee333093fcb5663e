"""Files of data sets, where Keras keeps them: KERAS_HOME/datasets, ~/.keras/datasets unless that is set."""

import os

import numpy as np

ENDINGS = "", ".gz"


def folder():
    """The folder of data sets."""
    home = os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")
    return os.path.join(home, "datasets")


def stored(name, *places, source):
    """The path of a file, or of it with .gz, in one of several places within the folder of data sets.

    source   where it can be had, for the error

    Raises FileNotFoundError where it is in none of them: nothing is fetched from the network.
    """
    paths = [os.path.join(folder(), place, name + ending) for place in places for ending in ENDINGS]
    for path in paths:
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"there is no {name} in {os.path.join(folder(), places[0])}, and nothing is fetched from "
                            f"the network here. It is at {source}: put it there, or set KERAS_HOME to the folder above "
                            "`datasets`. Without any file, minitorch.vision.datasets.Digits has 1,797 digits.")


def arrays_in(name, keys, source):
    """The arrays called `keys` in an .npz file of the folder of data sets. Raises FileNotFoundError without it."""
    with np.load(stored(name, "", source=source), allow_pickle=False) as file:
        return [file[key] for key in keys]
