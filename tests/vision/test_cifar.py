"""CIFAR's real formats are read, the lectures' lines run on them, and nothing in a file can run."""

import hashlib
import os
import pickle

import cifar_files as files
import numpy as np
import pytest
from local_server import serving
from timed import within

import minitorch as mt
from minitorch.vision.archive import ArchiveError
from minitorch.vision.datasets import CIFAR10, CIFAR100
from minitorch.vision.datasets.batches import read_batch
from minitorch.vision.download import DownloadError

TAR10, TAR100 = "cifar-10-python.tar.gz", "cifar-100-python.tar.gz"


def test_the_archives_made_here_are_pickles_as_python_reads_them():
    """Python's own reader agrees, so that the tests below try the real format."""
    batch = pickle.loads(files.batches()["cifar-10-batches-py/data_batch_1"], encoding="latin-1")
    data, labels = files.pictures(8)
    assert (batch["data"] == data).all() and batch["labels"] == labels and batch["filenames"][1] == "1.png"


@pytest.mark.parametrize("unpacked", [False, True])
def test_cifar10_is_read(tmp_path, unpacked):
    if unpacked:
        for name, data in files.batches().items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(data)
    else:
        (tmp_path / TAR10).write_bytes(files.archive())
    train, test = CIFAR10(tmp_path), CIFAR10(tmp_path, train=False)
    assert (len(train), len(test)) == (40, 8)
    assert train.data.shape == (40, 32, 32, 3) and train.data.dtype == np.uint8 and type(train.targets) is list
    data, labels = files.pictures(8, 10, 5)
    assert (test.data.transpose(0, 3, 1, 2).reshape(8, 3072) == data).all() and test.targets == labels
    image, label = test[2]
    assert image.shape == (3, 32, 32) and image.dtype is mt.float32 and label == labels[2]
    assert (image * 255).round().to(mt.uint8).reshape(-1).tolist() == data[2].tolist()
    assert train.classes == files.NAMES["10"] and train.class_to_idx["ship"] == 8
    assert repr(train) == "CIFAR10: 40 images of 32×32, 10 classes"


def test_cifar100_is_read(tmp_path):
    (tmp_path / TAR100).write_bytes(files.archive("100"))
    train = CIFAR100(tmp_path)
    assert len(train) == 8 and train.targets == files.pictures(8, 100)[1] and len(train.classes) == 100


def test_a_part_that_is_assigned_counts(tmp_path):
    (tmp_path / TAR10).write_bytes(files.archive())
    train = CIFAR10(tmp_path)
    train.data, train.targets = train.data[:10], train.targets[:10]
    images, labels = next(iter(mt.utils.data.DataLoader(train, 20)))
    assert images.shape == (10, 3, 32, 32) and labels.tolist() == train.targets
    assert images[4].tolist() == train[4][0].tolist()


@within(120)
def test_the_lectures_loader_and_accuracy_loop(tmp_path, monkeypatch, capsys):
    """'Dataset & Dataloaders', as the slides have it, on a small archive that a server on this machine gives."""
    import minitorch as torch
    import minitorch.vision as torchvision
    import minitorch.vision.transforms as transforms
    from minitorch import nn, optim

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    data = files.archive(count=20)
    with serving() as site:
        site.files[f"/{TAR10}"] = data
        monkeypatch.setattr(CIFAR10, "mirrors", [f"{site.url}/"])
        monkeypatch.setattr(CIFAR10, "md5", hashlib.md5(data).hexdigest())

        transform = transforms.Compose(
            [transforms.ToTensor(),
             transforms.Normalize((0.5, 0.5, 0.5), (0.5, 0.5, 0.5))])

        batch_size = 4

        trainset = torchvision.datasets.CIFAR10(
            root='./data', train=True, download=True, transform=transform)
        trainloader = torch.utils.data.DataLoader(
            trainset, batch_size=batch_size, shuffle=True, num_workers=2)

        testset = torchvision.datasets.CIFAR10(
            root='./data', train=False, download=True, transform=transform)
        testloader = torch.utils.data.DataLoader(
            testset, batch_size=batch_size, shuffle=False, num_workers=2)
    assert len(site.asked) == 1 and sorted(os.listdir("data")) == ["cifar-10-batches-py", TAR10]

    net = nn.Sequential(nn.Flatten(), nn.Linear(3 * 32 * 32, 10))
    criterion = nn.CrossEntropyLoss()
    optimizer = optim.SGD(net.parameters(), lr=0.001, momentum=0.9)
    for epoch in range(2):  # loop over the dataset multiple times

        running_loss = 0.0
        for i, data in enumerate(trainloader, 0):
            # get the inputs; data is a list of [inputs, labels]
            inputs, labels = data

            # zero the parameter gradients
            optimizer.zero_grad()

            # forward + backward + optimize
            outputs = net(inputs)
            loss = criterion(outputs, labels)
            loss.backward()
            optimizer.step()

            # print statistics
            running_loss += loss.item()
            if i % 10 == 9:
                print('[%d, %5d] loss: %.3f' %  # noqa: UP031
                      (epoch + 1, i + 1, running_loss / 10))
                running_loss = 0.0

    correct = 0
    total = 0
    with torch.no_grad():
        for data in testloader:
            images, labels = data
            outputs = net(images)
            _, predicted = torch.max(outputs.data, 1)
            total += labels.size(0)
            correct += (predicted == labels).sum().item()

    print('Accuracy of the network on the 10000 test images: %d %%' % (  # noqa: UP031
        100 * correct / total))
    said = capsys.readouterr().out
    assert "[2,    20] loss: " in said and total == 20
    assert int(said.rsplit(":", 1)[1].split()[0]) >= 80


def test_where_there_is_nothing_it_says_what_to_put_where(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"^Dataset not found or corrupted\. You can use download=True to .*"
                                                r"CIFAR10 needs cifar-10-python\.tar\.gz in .*, or the folder "
                                                r"cifar-10-batches-py .*https://"):
        CIFAR10(tmp_path)


def test_without_a_network_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with serving() as site:
        pass
    monkeypatch.setattr(CIFAR10, "mirrors", [f"{site.url}/"])
    with pytest.raises(DownloadError, match="(?s)refused.*Without a network.*cifar-10-python.tar.gz"):
        CIFAR10(tmp_path, download=True)
    assert os.listdir(tmp_path) == []


def test_a_truncated_archive_leaves_nothing_and_is_fetched_again_if_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    data = files.archive()
    (tmp_path / TAR10).write_bytes(data[:-500])
    with pytest.raises(ArchiveError, match="cut short or damaged"):
        CIFAR10(tmp_path)
    assert os.listdir(tmp_path) == [TAR10]
    monkeypatch.setattr(CIFAR10, "md5", hashlib.md5(data).hexdigest())
    with serving() as site:
        site.files[f"/{TAR10}"] = data
        monkeypatch.setattr(CIFAR10, "mirrors", [f"{site.url}/"])
        assert len(CIFAR10(tmp_path, download=True)) == 40


def changed(**values):
    data, labels = files.pictures(8)
    return files.pickled({"data": data, "labels": labels, **values})


class Evil:
    """Pickled, it asks for a function to be run."""

    def __init__(self, function, *inputs):
        self.call = function, inputs

    def __reduce__(self):
        return self.call


HOSTILE = {
    "system": pickle.dumps({"data": Evil(os.system, "touch ran")}, 2),
    "eval": pickle.dumps({"data": Evil(eval, "open('ran', 'w')")}, 2),
    "open": b"\x80\x02c__builtin__\nopen\n(U\x03ranU\x01wtR.",
    "class": pickle.dumps({"data": np.random.default_rng(0)}, 2),
    "objects": pickle.dumps({"data": np.array([[1]], dtype=object)}, 2),
    "floats": pickle.dumps({"data": np.ones((1, 3072))}, 2),
    "nested": pickle.dumps({"data": [[[1]]]}, 2),
    "attribute": b"\x80\x02cnumpy\nndarray.tofile\n(U\x03rantR.",
    "new protocol": pickle.dumps({"data": 1}, 4),
    "persistent": b"\x80\x02U\x03abcQ.",
    "huge memo": b"\x80\x02}r\xff\xff\xff\x7f.",
    "huge string": b"\x80\x02T\xff\xff\xff\x7fabc.",
    "no dict": b"\x80\x02](K\x01e.", "empty": b"", "html": b"<html>", "cut": changed()[:3000],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_batch_is_refused_and_runs_nothing(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "batch").write_bytes(HOSTILE[name])
    if name == "huge memo":                              # a dict of its own holds the memo: nothing large is made
        assert read_batch("batch") == {}
        return
    with pytest.raises(ValueError, match="batch is no batch of images, or is damaged: .*Nothing in it was run"):
        read_batch("batch")
    assert os.listdir(tmp_path) == ["batch"]


@pytest.mark.parametrize("batch", [changed(labels=[1, 2]), changed(labels=[10] * 8), changed(labels="abc"),
                                   changed(data=np.zeros((8, 30), np.uint8)), changed(data=[1, 2])])
def test_a_batch_of_something_else_is_refused(tmp_path, batch):
    found = files.batches()
    found["cifar-10-batches-py/data_batch_3"] = batch
    (tmp_path / TAR10).write_bytes(files.archive(files=found))
    with pytest.raises(ValueError, match="data_batch_3 does not hold images of 3×32×32 with a label from 0 to 9"):
        CIFAR10(tmp_path)


def test_an_archive_without_a_batch_says_which(tmp_path):
    found = files.batches()
    del found["cifar-10-batches-py/test_batch"]
    (tmp_path / TAR10).write_bytes(files.archive(files=found))
    with pytest.raises(RuntimeError, match=r"test_batch is not there, though cifar-10-python\.tar\.gz should"):
        CIFAR10(tmp_path, train=False)
