"""Weights that others trained are fetched once, checked by what their name says, whole or not at all; none runs."""

import hashlib
import io
import os
import pickle

import local_server
import pytest

import minitorch as mt
from minitorch.models import hub, weights
from minitorch.nn import Linear
from minitorch.serialization import LoadError
from minitorch.vision.download import DownloadError


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A web server that the models' weights are fetched from, and a folder of the user's own to keep them in."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path / "home"))
    with local_server.serving() as site:
        monkeypatch.setenv("MINITORCH_MODELS", f"{site.url}/models")
        yield site


def saved(obj):
    file = io.BytesIO()
    mt.save(obj, file)
    return file.getvalue()


def publish(monkeypatch, data):
    """A model's function whose published weights are `data`, and the name of their file."""
    name = f"tiny-{hashlib.sha256(data).hexdigest()[:8]}.pth"
    monkeypatch.setitem(weights.PUBLISHED, "tiny", name)
    return weights.builder("tiny", lambda: Linear(2, 3), "A layer.", ""), name


STATE = {"weight": mt.arange(6.0).reshape(3, 2), "bias": mt.ones(3)}


@pytest.mark.parametrize("settings", [{"pretrained": True}, {"weights": "DEFAULT"}, {"weights": "IMAGENET1K_V1"}])
def test_weights_are_fetched_once(site, monkeypatch, settings):
    tiny, name = publish(monkeypatch, saved(STATE))
    site.files[f"/models/{name}"] = saved(STATE)
    for _ in range(2):
        model = tiny(**settings, progress=False)
        assert model.weight.equal(STATE["weight"]) and model.bias.equal(STATE["bias"])
    assert len(site.asked) == 1 and os.listdir(os.path.join(hub.get_dir(), "checkpoints")) == [name]


def test_a_file_with_another_checksum_is_thrown_away(site, monkeypatch):
    tiny, name = publish(monkeypatch, saved(STATE))
    site.files[f"/models/{name}"] = saved({"weight": mt.zeros(3, 2), "bias": mt.zeros(3)})
    with pytest.raises(DownloadError, match=f"wrong sha256 checksum: .* it should begin with {name[5:13]}"):
        tiny(pretrained=True, progress=False)
    assert not os.listdir(os.path.join(hub.get_dir(), "checkpoints"))


def test_a_file_that_was_changed_since_is_fetched_anew(site, monkeypatch):
    tiny, name = publish(monkeypatch, saved(STATE))
    site.files[f"/models/{name}"] = saved(STATE)
    tiny(pretrained=True, progress=False)
    with open(os.path.join(hub.get_dir(), "checkpoints", name), "ab") as file:
        file.write(b"more")
    assert tiny(pretrained=True, progress=False).bias.equal(STATE["bias"]) and len(site.asked) == 2


def test_a_broken_connection_leaves_no_half_file_under_the_name(site, monkeypatch):
    tiny, name = publish(monkeypatch, saved(STATE))
    site.files[f"/models/{name}"], site.cut, site.ranges = saved(STATE), [100] * 9, False
    with pytest.raises(DownloadError, match="the connection ended after 100"):
        tiny(pretrained=True, progress=False)
    assert name not in os.listdir(os.path.join(hub.get_dir(), "checkpoints"))


def test_a_file_that_would_run_code_is_refused(site, monkeypatch, tmp_path):
    class Bomb:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "ran"),)
    data = pickle.dumps(Bomb())
    tiny, name = publish(monkeypatch, data)
    site.files[f"/models/{name}"] = data
    with pytest.raises(LoadError):
        tiny(pretrained=True, progress=False)
    assert not (tmp_path / "ran").exists()


def test_weights_come_from_a_folder_that_is_named(monkeypatch, tmp_path):
    tiny, name = publish(monkeypatch, saved(STATE))
    monkeypatch.setenv("MINITORCH_MODELS", str(tmp_path))
    with pytest.raises(FileNotFoundError, match=f"has no file '{name}'.*https://download.pytorch.org/models/{name}"):
        tiny(pretrained=True)
    (tmp_path / name).write_bytes(saved(STATE))
    assert tiny(weights="DEFAULT").bias.equal(STATE["bias"])
    (tmp_path / name).write_bytes(saved({}))
    with pytest.raises(ValueError, match="wrong sha256"):
        tiny(weights="DEFAULT")


def test_a_state_dict_comes_from_an_address(site, tmp_path):
    data = saved(STATE)
    site.files["/a.pth"] = site.files[good := f"/b-{hashlib.sha256(data).hexdigest()[:8]}.pth"] = data
    site.files["/b-00000000.pth"] = data
    assert hub.load_state_dict_from_url(f"{site.url}/a.pth", progress=False)["bias"].equal(STATE["bias"])
    assert os.listdir(hub.get_dir() + "/checkpoints") == ["a.pth"]
    state = hub.load_state_dict_from_url(site.url + good, tmp_path, progress=False, check_hash=True)
    assert state["weight"].equal(STATE["weight"])
    for name, kind in (("a.pth", ValueError), ("b-00000000.pth", DownloadError)):
        with pytest.raises(kind, match="SHA-256|sha256"):
            hub.load_state_dict_from_url(f"{site.url}/{name}", tmp_path, progress=False, check_hash=True)
    hub.download_url_to_file(f"{site.url}/a.pth", str(tmp_path / "copy.pth"), progress=False)
    assert (tmp_path / "copy.pth").read_bytes() == data


def test_the_folder_of_fetched_files_can_be_chosen(monkeypatch, tmp_path):
    for name in ("MINITORCH_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert hub.get_dir() == os.path.join(os.path.expanduser("~"), ".cache", "minitorch", "hub")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert hub.get_dir() == str(tmp_path / "minitorch" / "hub")
    monkeypatch.setattr(hub, "chosen", None)
    hub.set_dir(str(tmp_path / "mine"))
    assert hub.get_dir() == str(tmp_path / "mine")


def test_what_published_weights_were_trained_on():
    from minitorch.models import ResNet18_Weights
    transform = ResNet18_Weights.DEFAULT.transforms()
    assert "Resize(size=256" in repr(transform) and "CenterCrop" in repr(transform)
