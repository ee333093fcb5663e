"""Whole trainings that end in minutes: data, model, optimiser, and what to show. `minitorch train --recipe NAME`."""

from importlib import import_module

# name -> (file, class, what it does)
RECIPES = {
    "digits": ("digits", "DigitsCNN", "a convolutional network reads the packaged digits"),
    "mnist": ("digits", "MNISTCNN", "a convolutional network reads MNIST; --root DIR with its files"),
    "names": ("characters", "Names", "an LSTM invents first names"),
    "shakespeare": ("characters", "Shakespeare", "a GPT of four layers writes plays"),
    "sine": ("sequences", "Sine", "an LSTM goes on with waves that it has seen the beginning of"),
    "sentiment": ("sequences", "Sentiment", "a TreeLSTM learns what a sentence of a toy grammar says"),
    "vae": ("pictures", "DigitsVAE", "an autoencoder draws new digits"),
}


def recipe(name):
    """The class of a recipe; ValueError names those there are."""
    if name not in RECIPES:
        raise ValueError(f"there is no recipe {name!r}; there are {', '.join(RECIPES)}.")
    file, kind, _ = RECIPES[name]
    return getattr(import_module(f".{file}", __name__), kind)
