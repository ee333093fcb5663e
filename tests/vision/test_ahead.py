"""Files of pictures are read ahead in threads, and what comes out is what comes one by one."""

import threading

import pytest

import minitorch as mt
from minitorch.backend import threads
from minitorch.data import DataLoader
from minitorch.vision import transforms as T, utils
from minitorch.vision.datasets import ImageFiles, ImageFolder, folder

CHAIN = T.Compose([T.RandomCrop(3), T.RandomHorizontalFlip(), T.ToTensor()])


@pytest.fixture
def pictures(tmp_path):
    pytest.importorskip("PIL")
    for number in range(13):
        (tmp_path / "all").mkdir(exist_ok=True)
        utils.save_image(mt.rand(3, 6, 6), tmp_path / "all" / f"{number:02}.png")
    return tmp_path


@pytest.fixture
def log(monkeypatch):
    """Which file was read, and in which thread; three may be used."""
    read, found = folder.pil_loader, []

    def loader(path):
        found.append((path[-6:-4], threading.current_thread()))
        return read(path)

    monkeypatch.setattr(folder, "get_num_threads", lambda: 3)
    monkeypatch.setattr(folder, "pil_loader", loader)
    return found


@pytest.mark.parametrize("kind", [ImageFolder, ImageFiles])
def test_ahead_as_one_by_one(kind, pictures, log):
    data, order = kind(pictures, CHAIN, loader=folder.pil_loader), [4, 0, 12, 4, 7, 9, 1, 2]
    mt.manual_seed(2)
    single = [data[i] for i in order]
    assert {thread for _, thread in log} == {threading.main_thread()}
    log.clear()
    mt.manual_seed(2)
    for one, other in zip(single, data.__getitems__(order), strict=True):
        image, same = (one[0], other[0]) if kind is ImageFolder else (one, other)
        assert image.tolist() == same.tolist()
    assert sorted(name for name, _ in log) == sorted(f"{i:02}" for i in order)
    assert threading.main_thread() not in {thread for _, thread in log}


def test_only_a_few_pictures_wait_in_memory(pictures, log):
    data = ImageFiles(pictures, loader=folder.pil_loader)
    reader = folder.load_ahead(data.loader, data.paths)
    next(reader)
    reader.close()
    assert len(log) <= 2 * 3 + 1


@pytest.mark.parametrize("why", ["a loader of one's own", "one thread"])
def test_else_they_are_read_here(why, pictures, log, monkeypatch):
    if why == "one thread":
        monkeypatch.setattr(folder, "get_num_threads", lambda: 1)
    here, own = [], folder.pil_loader

    def loader(path):
        here.append(threading.current_thread())
        return own(path)

    data = ImageFiles(pictures, T.ToTensor(), loader=own if why == "one thread" else loader)
    assert next(iter(DataLoader(data, 4))).shape == (4, 3, 6, 6)
    assert {thread for _, thread in log} == {threading.main_thread()} and len(here) in (0, 4)


def test_workers_start_no_threads(pictures, log, monkeypatch):
    monkeypatch.setattr(folder, "get_worker_info", lambda: "a worker's")
    ImageFiles(pictures, loader=folder.pil_loader).__getitems__([0, 1, 2])
    assert {thread for _, thread in log} == {threading.main_thread()}


def test_threads_are_as_many_as_the_library_uses():
    assert folder.get_num_threads is threads.get_num_threads
