"""Complete trainings that take minutes: data, model, optimiser, results. Run `minitorch train --recipe NAME`."""

from importlib import import_module

# {name: (file, class, description)}
RECIPES = {
    "digits": ("digits", "DigitsCNN", "a convolutional network reads the packaged digits"),
    "mnist": ("digits", "MNISTCNN", "a convolutional network reads MNIST; --root DIR with its files"),
    "names": ("characters", "Names", "an LSTM invents first names"),
    "shakespeare": ("characters", "Shakespeare", "a GPT of four layers writes plays"),
    "sine": ("sequences", "Sine", "an LSTM continues waves after it has seen their beginning"),
    "sentiment": ("sequences", "Sentiment", "a TreeLSTM learns whether a sentence of a toy grammar is praise"),
    "vae": ("pictures", "DigitsVAE", "an autoencoder draws new digits"),
}


def recipe(name):
    """Return the class of a recipe; raise ValueError with all names if it does not exist."""
    if name not in RECIPES:
        raise ValueError(f"there is no recipe {name!r}; there are {', '.join(RECIPES)}.")
    file, kind, _ = RECIPES[name]
    return getattr(import_module(f".{file}", __name__), kind)
