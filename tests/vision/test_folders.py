"""One's own pictures: sorted, hidden files left out, everything else said; and pictures of noise."""

import os

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import DataLoader
from minitorch.vision import transforms as T, utils
from minitorch.vision.datasets import DatasetFolder, FakeData, ImageFiles, ImageFolder
from minitorch.vision.datasets.utils import check_integrity, extract_archive

COLOURS = {"b_red": (255, 0, 0), "a_blue": (0, 0, 255)}


@pytest.fixture
def pictures(tmp_path):
    """Two classes of three pictures, and what a computer leaves lying about."""
    for name, colour in COLOURS.items():
        for place in ("10.png", "2.PNG", "deep/1.png"):
            path = tmp_path / name / place
            path.parent.mkdir(parents=True, exist_ok=True)
            utils.save_image(mt.tensor(colour)[:, None, None].expand(3, 4, 5) / 255, path, format="png")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "b_red" / ".DS_Store.png").write_bytes(b"")
    (tmp_path / "b_red" / "notes.txt").write_text("")
    (tmp_path / "list.png").write_bytes(b"")
    return tmp_path


def test_folders_are_classes(pictures):
    pytest.importorskip("PIL")
    data = ImageFolder(pictures, T.ToTensor())
    assert data.classes == ["a_blue", "b_red"] and data.class_to_idx == {"a_blue": 0, "b_red": 1}
    assert data.targets == [0, 0, 0, 1, 1, 1] and data.imgs == data.samples
    assert [os.path.relpath(path, pictures) for path, _ in data.samples[3:]] == [
        os.path.join("b_red", name) for name in ("10.png", "2.PNG", os.path.join("deep", "1.png"))]
    images, labels = next(iter(DataLoader(data, 6, num_workers=1)))
    assert images.shape == (6, 3, 4, 5) and labels.tolist() == data.targets
    assert images[5, :, 0, 0].tolist() == [1, 0, 0]
    picture, label = ImageFolder(pictures)[0]
    assert picture.mode == "RGB" and picture.size == (5, 4) and label == 0
    assert repr(data).startswith("ImageFolder: 6 files of 2 classes")
    data.samples, data.classes = data.samples[:1], data.classes[:1]
    assert repr(data).startswith("ImageFolder: 1 file of 1 class in ")


def test_a_loader_of_pictures_without_a_transform_names_the_one_to_give(pictures):
    pytest.importorskip("PIL")
    with pytest.raises(TypeError, match=r"found Image. Give the dataset transform=ToTensor\(\), or pass a collate_fn."):
        next(iter(DataLoader(ImageFolder(pictures), 2)))


def test_the_same_as_torchvision(pictures, torchvision):
    (pictures / ".hidden").rmdir()                       # which would be a class there
    ours, theirs = ImageFolder(str(pictures)), torchvision.datasets.ImageFolder(str(pictures))
    shown = [(path, label) for path, label in theirs.samples if not os.path.basename(path).startswith(".")]
    assert sorted(ours.samples) == sorted(shown) and ours.class_to_idx == theirs.class_to_idx


def test_any_files_can_be_samples(tmp_path):
    for name in "yes", "no":
        (tmp_path / name).mkdir()
        np.save(tmp_path / name / "x.npy", np.full(3, len(name)))
    data = DatasetFolder(tmp_path, np.load, (".npy",), T.Lambda(mt.from_numpy), lambda label: label + 10)
    assert [(x.tolist(), label) for x, label in (data[0], data[1])] == [([2] * 3, 10), ([3] * 3, 11)]
    chosen = DatasetFolder(tmp_path, np.load, is_valid_file=lambda path: "yes" in path, allow_empty=True)
    assert chosen.targets == [1] and chosen.classes == ["no", "yes"]


def test_pictures_without_classes(pictures):
    pytest.importorskip("PIL")
    data = ImageFiles(pictures / "a_blue", T.ToTensor())
    assert [os.path.basename(path) for path in data.paths] == ["10.png", "2.PNG", "1.png"]
    assert next(iter(DataLoader(data, 3))).shape == (3, 3, 4, 5)


def test_noise_is_the_same_each_time():
    data = FakeData(5, (3, 4, 6), 7)
    image, label = data[3]
    assert image.shape == (3, 4, 6) and image.dtype is mt.float32 and 0 <= image.min() <= image.max() <= 1
    assert 0 <= label < 7 and data[3][0].tolist() == image.tolist() != data[2][0].tolist()
    assert FakeData(5, (1, 4, 6), transform=np.shape)[0][0] == (4, 6, 1)
    assert FakeData(5, (3, 4, 6), 7, random_offset=1)[3][0].tolist() != image.tolist()
    assert len(list(DataLoader(data, 2))) == 3


def cut(path):
    data = (path / "a_blue" / "10.png").read_bytes()
    (path / "a_blue" / "10.png").write_bytes(data[:len(data) // 2])
    return ImageFolder(path)[0]


def bomb(path):
    image = __import__("PIL.Image").Image
    ImageFolder(path)[0]
    before, image.MAX_IMAGE_PIXELS = image.MAX_IMAGE_PIXELS, 4
    try:
        return ImageFolder(path)[0]
    finally:
        image.MAX_IMAGE_PIXELS = before


WRONG = [(bomb, ValueError, "10.png is too large: Image size .20 pixels. exceeds limit of 8 pixels"),
         (lambda p: ImageFolder(p / "none"), FileNotFoundError, "there is no folder .*none"),
         (lambda p: ImageFolder(p / "a_blue" / "deep"), FileNotFoundError, "find any class folder.*ImageFiles"),
         (lambda p: DatasetFolder(p, len, (".npy",)), FileNotFoundError,
          "no valid file for the classes a_blue, b_red .*ends in .npy"),
         (lambda p: DatasetFolder(p, len), ValueError, "extensions and is_valid_file"),
         (lambda p: ImageFiles(p / "none"), FileNotFoundError, "there is no folder"),
         (lambda p: ImageFiles(p, extensions=(".gif",)), FileNotFoundError, "Found no file in .* ends in .gif"),
         (lambda p: ImageFiles(p)[6], ValueError, "list.png is not a picture that Pillow can read"),
         (cut, ValueError, "10.png is (cut short or damaged|not a picture)"),
         (lambda p: FakeData(2)[2], IndexError, "index 2 is out of range for 2 samples")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2][:30] for w in WRONG])
def test_error_says_what_is_wrong(attempt, kind, message, pictures):
    pytest.importorskip("PIL")
    with pytest.raises(kind, match=message):
        attempt(pictures)


def test_a_folder_of_parts_in_place_of_one_part_is_noticed(pictures):
    (pictures / "a_blue").rename(pictures / "train")
    assert ImageFolder(pictures).classes == ["b_red", "train"]
    (pictures / "b_red").rename(pictures / "val")
    with pytest.warns(UserWarning, match=r"are train, val, and look like parts .* such as .*train.$"):
        assert ImageFolder(pictures).classes == ["train", "val"]


def test_without_pillow_it_says_what_to_install(pictures, monkeypatch):
    data = ImageFolder(pictures)
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    for attempt in (lambda: data[0], lambda: T.ToPILImage()(mt.ones(3, 2, 2)), lambda: utils.read_image("x"),
                    lambda: utils.save_image(mt.ones(3, 2, 2), "x.jpg")):
        with pytest.raises(ImportError, match="pip install pillow"):
            attempt()


@pytest.mark.parametrize("settings", [{}, {"nrow": 2, "padding": 1}, {"normalize": True}, {"pad_value": 0.5},
                                      {"normalize": True, "scale_each": True},
                                      {"normalize": True, "value_range": (0, 2)}], ids=str)
@pytest.mark.parametrize("shape", [(5, 3, 4, 6), (3, 1, 4, 6), (3, 4, 6), (4, 6), (1, 3, 4, 6)], ids=str)
def test_grids_are_torchvisions(shape, settings, torch, torchvision):
    values = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    ours = utils.make_grid(mt.from_numpy(values), **settings).numpy()
    theirs = torchvision.utils.make_grid(torch.from_numpy(values), **settings).numpy()
    assert ours.shape == theirs.shape and np.abs(ours - theirs).max() < 1e-6
    if len(shape) > 2:
        whole = mt.from_numpy(values[:, None] if len(shape) == 3 else values)
        listed = utils.make_grid(list(mt.from_numpy(values)), **settings)
        assert (listed == utils.make_grid(whole, **settings)).all()


@pytest.mark.parametrize("ending", [".png", ".bmp"])
def test_a_saved_picture_can_be_read(tmp_path, ending):
    pytest.importorskip("PIL")
    picture = mt.rand(3, 5, 7)
    utils.save_image(picture, tmp_path / f"x{ending}")
    again = mt.vision.io.read_image(tmp_path / f"x{ending}")
    assert again.dtype is mt.uint8 and (again / 255 - picture).abs().max().item() < 0.51 / 255


def test_a_grid_of_nothing_is_refused():
    with pytest.raises(TypeError, match="a list of nothing"):
        utils.make_grid([])
    with pytest.raises(TypeError, match="got ndarray"):
        utils.make_grid(np.ones(3))


def test_torchvisions_names_for_archives(tmp_path):
    from zipfile import ZipFile
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x.txt", "text")
    assert extract_archive(tmp_path / "a.zip") == str(tmp_path)
    assert (tmp_path / "x.txt").read_text() == "text"
    assert check_integrity(tmp_path / "x.txt", "1cb251ec0d568de6a929b520c4aed8d1")
    assert not check_integrity(tmp_path / "x.txt", "0" * 32) and not check_integrity(tmp_path / "y.txt")
