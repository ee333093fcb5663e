"""A network of one's own is served: a Trainer's checkpoint with its class, images as they are, names of classes."""

import io
import signal
import socket
import sys
import time

import numpy as np
import pytest
from network_server import digit_checkpoint, serving

import minitorch as mt
from minitorch import nn
from minitorch.serialization import LoadError
from minitorch.serve.batching import MOST_ROWS, Batches
from minitorch.serve.bodies import BadBody
from minitorch.serve.images import decode_image, file_of_form
from minitorch.serve.served import Served, load_network
from minitorch.tools.cli import main
from minitorch.vision import transforms as T
from minitorch.vision.datasets import ImageFolder

pytestmark = [pytest.mark.needs("serve"), pytest.mark.host]
NET = '''
import minitorch as mt
from minitorch import nn
from minitorch.train import LightningModule
class Net(LightningModule):
    classes = ["dark", "bright"]
    def __init__(self, width=2):
        super().__init__()
        self.save_hyperparameters()
        self.layer = nn.Linear(3, width, bias=False)
        self.example_input_array = mt.zeros(5, 3, 4, 4)
    def forward(self, x):
        return self.layer(x.mean((2, 3)))
    def training_step(self, batch, index):
        return self(batch[0]).square().mean()
    def configure_optimizers(self):
        return mt.optim.SGD(self.parameters(), 0.0)
class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2, bias=False)
    def forward(self, x):
        return self.layer(x)
'''


@pytest.fixture
def trained(tmp_path, monkeypatch):
    """The file of a class and a Trainer's checkpoint of it, whose scores are of darkness and brightness."""
    from minitorch.train import Trainer
    (tmp_path / "net.py").write_text(NET)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(NET, names)
    net = names["Net"]()
    net.layer.weight.data[:] = mt.tensor([[-1.0] * 3, [1.0] * 3])
    trainer = Trainer(max_epochs=1, enable_progress_bar=False)
    trainer.fit(net, [(mt.ones(2, 3, 4, 4),)])
    trainer.save_checkpoint("last.ckpt")
    mt.save(net.state_dict(), "weights.mt")
    return tmp_path


def picture(shade, kind="PNG", size=(40, 20), mode="RGB"):
    """The bytes of an image file of one shade of grey."""
    Image = pytest.importorskip("PIL.Image")
    file = io.BytesIO()
    Image.new(mode, size, (shade,) * len(mode) if len(mode) > 1 else shade).save(file, kind)
    return file.getvalue()


def test_a_checkpoint_without_its_network_says_in_one_line_how_to_serve_it(trained):
    with pytest.raises(LoadError, match=r"last.ckpt is a Trainer's checkpoint without the network: .*minitorch serve "
                                        r"last.ckpt --model file.py:Net --shape 3,64,64, where Net is the class that "):
        load_network("last.ckpt")
    with pytest.raises(LoadError, match=r'holds weights without the network: in Python, minitorch.onnx.export\(net, x, '
                                        r'"net.onnx", .*minitorch serve net.onnx` serves them\.$'):
        load_network("weights.mt")


def test_a_trainers_checkpoint_is_served_with_its_class(trained):
    found = load_network("last.ckpt", "net.py:Net")
    assert (found.shape, found.classes) == ((3, 4, 4), ["dark", "bright"])
    assert np.allclose(found(np.ones((2, 3, 4, 4), "float32")), [[-3, 3]] * 2)
    assert np.allclose(load_network("weights.mt", "net.py:Plain", (3,))(np.ones((1, 3), "float32")), [[-3, 3]])
    for model, shape, error, words in [
            ("Net", None, ValueError, "a file and a class in it"), ("net.py:Other", None, ValueError, "no class Other"),
            ("net.py:mt", None, ValueError, "no class mt"), ("net.py:Plain", None, ValueError, "give --shape"),
            ("no.py:Net", None, FileNotFoundError, "^there is no file no.py in "),
            ("net.py:Plain", (4,), ValueError, "^Plain fails for an instance of --shape 4: ")]:
        with pytest.raises(error, match=words):
            load_network("weights.mt", model, shape)
    mt.save({"a": 1}, "other.mt")
    with pytest.raises(LoadError, match="no Trainer's checkpoint and no state_dict"):
        load_network("other.mt", "net.py:Net")


TRAINS = ["Trainer(max_epochs=1, callbacks=ModelCheckpoint('.', save_last=True)).fit(Net(), [(mt.ones(2, 3, 4, 4),)])",
          "net = Net(); net.training_step((mt.ones(2, 3, 4, 4),), 0).backward(); net.configure_optimizers().step()"]


@pytest.mark.parametrize("line, said", [
    *((line, "this would train, and a file that is imported must not") for line in TRAINS),
    ("import sys; sys.argv[1]", "IndexError: list index out of range"), ("raise SystemExit('usage')", "usage"),
    ("def", "SyntaxError: invalid syntax")])
def test_a_file_that_is_imported_for_its_class_does_not_train(line, said, trained):
    head = "from minitorch.train import ModelCheckpoint, Trainer\n"
    (trained / "train.py").write_text(f"{head}{NET}{line}\n")
    before = {path: path.stat().st_mtime_ns for path in trained.iterdir() if path.suffix in (".ckpt", ".mt")}
    with pytest.raises(RuntimeError, match=rf'^train.py.*: {said}.* its class Net: put .* __name__ == "__main__":$'):
        load_network("last.ckpt", "train.py:Net")
    assert {path: path.stat().st_mtime_ns for path in trained.glob("*.*t")} == before
    exec("".join([head, NET, TRAINS[1]]), {})                # training is refused no longer
    guarded = f'if __name__ == "__main__":\n    {line}\n' if line != "def" else ""
    (trained / "train.py").write_text(f"{head}{NET}{guarded}")
    assert load_network("last.ckpt", "train.py:Net").shape == (3, 4, 4)


@pytest.mark.needs("onnx")
def test_an_onnx_file_keeps_the_names_of_classes(tmp_path):
    net = nn.Sequential(nn.Linear(3, 2))
    net.classes = ["Käse", "<b>"]
    for name in ("one.onnx", "two.onnx"):                    # the second is written from what the first holds
        mt.onnx.export(net, mt.zeros(1, 3), tmp_path / name, input_names=["x"], dynamic_axes={"x": [0]})
        net = mt.onnx.load(tmp_path / name)
        assert net.classes == load_network(tmp_path / name).classes == ["Käse", "<b>"]
    del net.classes
    mt.onnx.export(net, mt.zeros(1, 3), tmp_path / "none.onnx")
    assert mt.onnx.load(tmp_path / "none.onnx").classes is None


@pytest.mark.parametrize("shape, mode", [((3, 4, 6), "RGB"), ((1, 4, 6), "L"), ((4, 6), "L"), ((3, None, None), "L")])
def test_an_image_becomes_an_instance_of_the_networks_size(shape, mode):
    network = Served(None, "x", "y", shape, "float32")
    found = decode_image(picture(51, mode=mode), network)
    assert found.shape == (1, *(shape if shape[-1] else (3, 20, 40))) and found.dtype == np.float32
    assert np.allclose(found, 0.2) and np.allclose(decode_image(picture(51, "JPEG", mode=mode), network), 0.2)
    assert decode_image(picture(51, mode=mode), Served(None, "x", "y", shape, "uint8")).max() == 51


@pytest.mark.parametrize("size", [(48, 40), (9, 100)])
def test_a_posted_picture_has_the_numbers_that_the_network_was_trained_on(size):
    Image = pytest.importorskip("PIL.Image")
    image = Image.fromarray(np.random.default_rng(0).integers(0, 256, (*size, 3), "uint8"))
    file = io.BytesIO()
    image.save(file, "PNG")
    wanted = T.Compose([T.Resize((32, 32)), T.ToTensor()])(image)
    assert (decode_image(file.getvalue(), Served(None, "x", "y", (3, 32, 32), "float32"))[0] == wanted.numpy()).all()


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_photo_that_a_camera_turned_is_read_as_ImageFolder_reads_it(orientation, tmp_path):
    Image = pytest.importorskip("PIL.Image")
    image, exif = Image.fromarray(np.random.default_rng(0).integers(0, 256, (8, 8, 3), "uint8")), Image.Exif()
    exif[0x0112] = orientation                           # 6: to be shown turned by 90°; torchvision leaves it as stored
    path = tmp_path / "cat" / "1.jpg"
    path.parent.mkdir()
    image.save(path, "JPEG", exif=exif)
    (wanted, _), = ImageFolder(tmp_path, T.ToTensor())
    found = decode_image(path.read_bytes(), Served(None, "x", "y", (3, 8, 8), "float32"))
    assert (found[0] == wanted.numpy()).all()


@pytest.mark.parametrize("content, shape, words", [
    *((start + b"\0" * 9, (3, 4, 4), f"^the body is no JSON, it is {kind}. Of pictures PNG and JPEG are read.$") for
      start, kind in [(b"GIF89a", "a GIF"), (b"RIFF\1\0\0\0WEBPVP8 ", "a WebP"), (b"\0\0\0\1ftypheic", "a HEIC, .*"),
                      (b"\x89PNG\x1a", "a PNG that was changed on its way, as by curl -d: .*")]),
    (b"", (3, 4, 4), "^the body is empty: curl sends an empty one if there is no file of the name after @.$"),
    (b"a text", (3, 4, 4), "^the body is no PNG, no JPEG and no JSON.$"),
    (b"\x89PNG\r\n\x1a\n", (3, 4, 4), "no whole PNG or JPEG: cannot identify image file. curl -d changes a file"),
    *((None, shape, "not images: post numbers as JSON") for shape in ((7,), (2, 4, 4), (1, 3, 4, 4)))])
def test_what_is_no_image_or_is_not_taken_is_refused(content, shape, words):
    with pytest.raises(BadBody, match=words):
        decode_image(picture(1) if content is None else content, Served(None, "x", "y", shape, "float32"))
    with pytest.raises(BadBody, match="no whole PNG"):
        decode_image(picture(1, size=(400, 400))[:300], Served(None, "x", "y", (3, 4, 4), "float32"))


@pytest.mark.parametrize("before", [b"", b'--7b\r\ncontent-disposition: form-data; name="size"\r\n\r\n28\r\n'])
def test_the_one_file_of_a_form_is_taken_out_whole(before):
    content, kind = picture(51) + b"\r\n--7", 'multipart/form-data; boundary="7b"'
    field = b'--7b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n' + content + b"\r\n"
    assert file_of_form(before + field + b"--7b--\r\n", kind) == content
    for body, said in [(before + b"--7b--", kind), (before + 2 * field + b"--7b--", kind), (b"", kind),
                       (field + b"--7b--", "multipart/form-data"), (content, kind)]:
        with pytest.raises(BadBody, match="the form holds . files, but must hold one"):
            file_of_form(body, said)


def test_without_onnx_a_line_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "onnx", None)
    (tmp_path / "net.onnx").write_bytes(b"\x08\x08")
    assert main(["serve", str(tmp_path / "net.onnx")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("minitorch serve: ONNX files are ") and "pip install onnx" in said


def test_a_large_request_is_cut_into_runs():
    import asyncio
    seen = []

    def double(rows):
        seen.append(len(rows))
        return rows * 2
    rows = np.arange(300.0)[:, None]
    assert (asyncio.run(Batches(double).answer(rows)) == rows * 2).all() and seen == [MOST_ROWS, MOST_ROWS, 44]


def test_images_hosts_and_headers_of_a_server(trained):
    content = picture(255)
    with serving("last.ckpt", "--model", "net.py:Net", "--name", "net") as server:
        code, found, headers = server.ask("POST", "/v1/models/net:predict", content, {"content-type": "image/png"})
        assert (code, found) == (200, {"predictions": [[-3.0, 3.0]]}) and headers["x-content-type-options"] == "nosniff"
        assert server.ask("POST", "/v1/models/net:predict", b"x", {"content-type": "image/jpeg"})[0] == 400
        for sent in (content, picture(255, "JPEG")):         # as `curl --data-binary @file` sends them
            code, found, _ = server.ask("POST", "/v1/models/net:classify", sent,
                                        {"content-type": "application/x-www-form-urlencoded"})
            assert (code, found) == (200, {"results": [[["bright", 3.0], ["dark", -3.0]]]})
            assert server.ask("POST", "/v1/models/net:predict", sent)[1] == {"predictions": [[-3.0, 3.0]]}
        form = b'--7\r\ncontent-disposition: form-data; name="f"; filename="a.png"\r\n\r\n' + content + b"\r\n--7--\r\n"
        assert server.ask("POST", "/v1/models/net:predict", form, {"content-type": "multipart/form-data; boundary=7"})[
            1] == {"predictions": [[-3.0, 3.0]]}             # as `curl -F file=@file` sends it
        assert server.ask("GET", "/v1/models/net/metadata")[1]["metadata"]["classes"] == ["dark", "bright"]
        code, page, headers = server.ask("GET", "/")
        nonce = headers["content-security-policy"].partition("'nonce-")[2].partition("'")[0]
        assert f'<script nonce="{nonce}">' in page and '["dark", "bright"]' in page
        assert nonce not in server.ask("GET", "/")[1]
        for host, wanted in [("evil.example", 400), (f"localhost:{server.port}", 200), (f"[::1]:{server.port}", 200)]:
            assert server.ask("GET", "/v1/models/net", None, {"host": host})[0] == wanted


def test_a_newer_file_is_served_and_one_that_cannot_be_read_is_not(trained):
    with serving("weights.mt", "--model", "net.py:Plain", "--shape", "3", "--name", "net") as server:
        def answer():
            return server.ask("POST", "/v1/models/net:predict", {"instances": [[1.0, 1.0, 1.0]]})[1]["predictions"][0]
        assert np.allclose(answer(), [-3, 3])
        mt.save({"layer.weight": mt.ones(2, 3)}, "weights.mt")
        assert np.allclose(answer(), [3, 3])
        (trained / "weights.mt").write_bytes(b"PK half a file")
        assert np.allclose(answer(), [3, 3])


def test_a_body_that_is_never_finished_does_not_keep_the_server(trained):
    with serving("weights.mt", "--model", "net.py:Plain", "--shape", "3", "--name", "net") as server, \
            socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(b"POST /v1/models/net:predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
        assert server.ask("GET", "/v1/models/net")[0] == 200
        start = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert line.recv(65536).startswith(b"HTTP/1.1 408")
        server.process.wait(60)
        assert time.monotonic() - start < 15


@pytest.mark.slow
@pytest.mark.browser
def test_an_image_is_chosen_on_a_low_screen_and_its_classes_are_bars(trained):
    from notebooks.lab import started, wait
    from selenium.webdriver.common.by import By
    (trained / "white.png").write_bytes(picture(255))
    digit_checkpoint(trained / "digits.mt", 1)
    browser = started()
    try:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 1000, "height": 560, "deviceScaleFactor": 1, "mobile": False})
        with serving("last.ckpt", "--model", "net.py:Net") as server:
            browser.get(server.url)
            browser.find_element(By.ID, "file").send_keys(str(trained / "white.png"))
            assert wait(lambda: browser.find_element(By.ID, "read").text, "nothing is read") == "bright"
            assert [bar.get_attribute("aria-label") for bar in browser.find_elements(By.TAG_NAME, "meter")] == [
                "bright", "dark"]
        with serving("digits.mt") as server:
            browser.get(server.url)
            browser.find_element(By.ID, "file").send_keys(str(trained / "white.png"))
            assert wait(lambda: browser.find_element(By.ID, "read").text, "nothing is read")
            assert len(browser.find_elements(By.TAG_NAME, "meter")) == 10
            assert browser.execute_script("return document.documentElement.scrollHeight <= 560")
            assert not [line for line in browser.get_log("browser") if "favicon" not in line["message"]]
    finally:
        browser.quit()
