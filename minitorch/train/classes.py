"""Compare the classes of data sets: if a test set lacks a class, its labels mean other classes than in training."""

from ..display.text import class_names


def dataset_of(loader):
    """Return the data set inside a loader, and inside wrappers such as Subset: the first with classes, or the last."""
    while not hasattr(loader, "classes") and hasattr(loader, "dataset"):
        loader = loader.dataset
    return loader


def classes_of(data):
    """Return the class names of a data set or a module, in order; [] if it has none or changes its labels."""
    return class_names(data) if getattr(data, "target_transform", None) is None else []


def check_classes(trained, loaders):
    """Raise ValueError if labels that loaders give mean other classes than those that were trained.

    trained   a data set or a module
    loaders   one or several, to validate or test on; data sets that share no name with `trained` are not compared
    """
    names = classes_of(trained)
    for loader in loaders if isinstance(loaders, list | tuple) else [loaders]:
        data = dataset_of(loader)
        given = classes_of(data)
        if names[:len(given)] == given or not {*names} & {*given}:
            continue
        here, there = (getattr(one, "root", type(one).__name__) for one in (data, trained))
        parts = [f"{lacks} has no {', '.join(missing)}, which {has} has" for lacks, has, missing in (
            (here, there, [name for name in names if name not in given]),
            (there, here, [name for name in given if name not in names])) if missing]
        raise ValueError(f"the same label means different classes: {'; '.join(parts) or f'{here} has another order'}. "
                         "Give both the same classes. If one has no pictures of a class yet, make an empty folder of "
                         "its name there, and pass allow_empty=True to ImageFolder.")
