"""`minitorch serve`: the right answer for every request, a clear refusal for every bad one, nothing lost at the end."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading

import numpy as np
import pytest
from network_server import ROOT, digit_checkpoint, serving

import minitorch as mt
from minitorch import nn, static
from minitorch.serialization import LoadError
from minitorch.serve.bodies import BadBody, array_of, label_scores
from minitorch.serve.images import post_command
from minitorch.serve.served import Served, load_network, name_of
from minitorch.tools.cli import main

pytestmark = [pytest.mark.needs("serve"), pytest.mark.host]
HOME = "/v1/models/net"
PREDICT = f"{HOME}:predict"


def small():
    mt.manual_seed(2)
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).eval()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = tmp_path_factory.mktemp("served") / "net.program"
    static.trace(small(), mt.zeros(4, 3)).save(path)
    with serving(path, "--max-body", "1") as found:
        yield found


def wanted(rows):
    return small()(mt.tensor(rows)).tolist()


def test_rows_and_columns_are_answered(server):
    rows = [[1.0, 2.0, 3.0], [0.5, 0.0, -1.0], [1e3, 1.0, 1.0], [0.0, 0.0, 0.0], [9.0, 8.0, 7.0]]   # above its batch
    for body, key in [({"instances": rows}, "predictions"), ({"inputs": rows}, "outputs"),
                      ({"instances": [{"a": row} for row in rows], "signature_name": "serving_default"}, "predictions"),
                      ({"inputs": {"a": rows}}, "outputs")]:
        code, found, headers = server.ask("POST", PREDICT, body)
        assert code == 200 and {*found} == {key} and headers["content-type"] == "application/json"
        assert np.allclose(found[key], wanted(rows), atol=1e-6)


def test_status_metadata_and_page(server):
    for home in (HOME, f"{HOME}/versions/1"):
        assert server.ask("GET", home)[:2] == (200, {"model_version_status": [
            {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}]})
    code, found, _ = server.ask("GET", f"{HOME}/metadata")
    signature = found["metadata"]["signature_def"]["signature_def"]["serving_default"]
    assert code == 200 and found["model_spec"]["name"] == "net"
    assert signature["inputs"]["a"]["dtype"] == "DT_FLOAT"
    assert [dim["size"] for dim in signature["inputs"]["a"]["tensor_shape"]["dim"]] == ["-1", "3"]
    code, found, _ = server.ask("GET", "/")
    assert code == 200 and "instances of shape [3]" in found and "<canvas" not in found


BAD = [
    (b" ", "body is empty"), (b"{", "no JSON: Expecting"), (b"[1, 2]", "must be an object"),
    (b"null", "must be an object"),
    (b'{"instances": [[1, 2, NaN]]}', "NaN is no"), (b'{"instances": [[1, 2, Infinity]]}', "Infinity is no"),
    (b"\xff\xfe{}", "no PNG, no JPEG and no JSON.$"),
    (b"\x80\x04K\x01.", "no JSON"), (b"[" * 100_000, "nested too deeply"),
    (b'{"instances": ' + b"[" * 400 + b"1" + b"]" * 400 + b"}", "too deep"), (b"{}", "is needed"),
    (b'{"instances": [[1, 2, 3]], "inputs": [[1, 2, 3]]}', "not both"), (b'{"instances": []}', "at least one"),
    (b'{"instances": 5}', "must be a list"), (b'{"instances": [[1, 2]]}', r"of shape \(3\)"),
    (b'{"instances": [[1, 2, 3], [1]]}', "different lengths"), (b'{"instances": [[1, 2, "3"]]}', "numbers only"),
    (b'{"instances": [[1, 2, null]]}', "numbers only"), (b'{"instances": [[1, 2, 1e39]]}', "too large"),
    (b'{"instances": [[1, 2, ' + b"9" * 5000 + b"]]}", "no JSON"), (b'{"instances": [{"x": [1, 2, 3]}]}', "key, 'a'"),
    (b'{"instances": [[1, 2, 3]], "signature_name": "other"}', "name must be"), (b'{"rows": [[1]]}', "key 'rows'"),
    (b'{"instances": [[1, 2, 3], {"a": [1]}]}', "different lengths"), (b'{"inputs": {"a": [], "b": []}}', "key, 'a'"),
    (b'{"instances": [[1, 2, 3]], "instances": [[4, 5, 6]]}', "twice"),
    (b'{"instances": [{"a": [1, 2, 3], "a": [4, 5, 6]}]}', "twice"),
    (b'{"instances": [[true, false, true]]}', "numbers only"), (b'{"instances": [[1, 2, true]]}', "numbers only"),
    (b'{"inputs": {"a": [[1, 2, false]]}}', "numbers only"), (b'{"instances": [[1, 2, 1e400]]}', "too large"),
    (b'{"instances": [[1, 2, 1' + b"0" * 40 + b"]]}", "numbers only"), (b'{"instances": [[]]}', r"of shape \(3\)"),
    (b'{"instances": [{"a": {"a": [1, 2, 3]}}]}', "numbers only"), (b'{"\\ud800": 1}', "key '.ud800'"),
    (b'{"instances": [[1, 2, 3]], "signature_name": ["serving_default"]}', "signature_name must"),
    (b'{"instances": [[1, 2, "\\ud800"]]}', "numbers only"), (b'{"instances": [[1, 2, 3]]} {}', "no JSON"),
    (b"\x1f\x8b\x08\x00" + b"\0" * 40, "no JSON, it is packed by gzip"),
    (b'{"instances": [[0x1, 2, 3]]}', "no JSON"),
    (b'{"instances": [[1, 2, 3]], "\0": 1}', "no JSON"), (b'{"instances": [[[1, 2, 3]]]}', r"of shape \(3\)"),
]


def test_a_bad_body_is_refused_with_its_reason_and_the_server_goes_on(server):
    for body, words in BAD:
        code, found, _ = server.ask("POST", PREDICT, body)
        assert code == 400 and {*found} == {"error"}, (body[:60], code, found)
        assert re.search(words, found["error"]), (body[:60], found)
    assert server.ask("POST", PREDICT, {"instances": [[0.0, 0.0, 0.0]]})[0] == 200


def test_classes_are_named_by_their_index_and_a_bad_example_is_refused(server):
    rows = [[1.0, 2.0, 3.0], [0.5, 0.0, -1.0]]
    code, found, _ = server.ask("POST", f"{HOME}:classify", {"examples": [{"a": rows[0]}, rows[1]]})
    assert code == 200 and {*found} == {"results"}
    for scores, pairs in zip(wanted(rows), found["results"], strict=True):
        assert [label for label, _ in pairs] == [str(n) for n in np.argsort(scores)[::-1]]
        assert np.allclose([score for _, score in pairs], sorted(scores, reverse=True), atol=1e-6)
    for body, words in [(b"[]", 'an object with "examples"'), (b"{}", '^"examples" is needed.$'),
                        (b'{"examples": []}', "at least one"), (b'{"examples": [[1, 2]]}', r"of shape \(3\)"),
                        (b'{"instances": [[1, 2, 3]]}', "key 'instances' is unknown: use \"examples\", and")]:
        code, found, _ = server.ask("POST", f"{HOME}:classify", body)
        assert code == 400 and re.search(words, found["error"]), (body, found)
    assert server.ask("GET", f"{HOME}/metadata")[1]["metadata"]["classes"] == []
    with pytest.raises(BadBody, match=r"has shape \[2, 3\].*use :predict"):
        label_scores(np.zeros((1, 2, 3)), [])


def refusal(*arguments):
    """The one line with which `minitorch serve` ends at once, and fails."""
    done = subprocess.run([sys.executable, "-m", "minitorch", "serve", *map(str, arguments)], capture_output=True,
                          text=True, timeout=120, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 1 and not done.stdout and len(done.stderr.splitlines()) == 1, done
    return done.stderr.strip()


def test_a_taken_port_and_a_missing_file_say_what_to_do(server, tmp_path, capsys):
    static.trace(small(), mt.zeros(4, 3)).save(tmp_path / "net.program")
    assert refusal(tmp_path / "net.program", "--port", server.port) == (
        f"minitorch serve: port {server.port} is used by another program: add --port 0 to use a free port.")
    folder = tmp_path / "no"
    assert refusal(folder / "shapes.onnx") == (
        f"minitorch serve: there is no file shapes.onnx in {folder}: go to its folder, or give its whole path.")
    assert refusal(tmp_path / "nett.program").endswith(" or give its whole path. Similar names: net.program.")
    assert refusal(tmp_path) == f"minitorch serve: {tmp_path} is a folder: name a file in it."
    with pytest.raises(SystemExit):
        main(["serve", "net.program", "--port", "65536"])
    assert "needs a whole number, from 0 to 65535, not '65536'" in capsys.readouterr().err


def test_it_says_how_to_post_to_it(server):
    address = "http://localhost/v1/models/net"
    for shape, dtype, wanted in [((3, 8, 8), "float32", f"curl -F file=@cat.png {address}:classify"),
                                 ((2,), "int64", f"curl -d '{{\"instances\": [[0, 0]]}}' {address}:predict"),
                                 ((None, 99), "float32", f"curl -F file=@cat.png {address}:classify"),
                                 ((99,), "float32", f"curl -d '{{\"instances\": [[…]]}}' {address}:predict")]:
        assert post_command(Served(None, "x", "y", shape, dtype), address) == wanted
    assert server.ask("GET", PREDICT)[1]["error"] == (
        f"GET is not taken at '{PREDICT}'. POST to it: curl -d '{{\"instances\": [[0.0, 0.0, 0.0]]}}' ADDRESS{PREDICT}")


def test_other_addresses_methods_and_sizes_are_refused(server):
    large = b'{"instances": [[1, 2, 3]]' + b" " * 2 ** 24 + b"}"       # more than waits in sockets' buffers
    for method, path, body, code in [("GET", "/v1/models/other", None, 404), ("GET", "/../etc/passwd", None, 404),
                                     ("POST", f"{HOME}/versions/2:predict", b"{}", 404), ("GET", PREDICT, None, 405),
                                     ("DELETE", HOME, None, 405), ("POST", PREDICT, large, 413),
                                     ("POST", "/other", large, 404), ("POST", HOME, large, 405)]:
        found = server.ask(method, path, body)
        assert found[0] == code and found[1]["error"], (path, found)
    pieces = (large[start:start + 65536] for start in range(0, len(large), 65536))     # a length that is not told
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    line.request("POST", PREDICT, pieces, encode_chunked=True, headers={"Transfer-Encoding": "chunked"})
    assert line.getresponse().status == 413
    line.close()


def test_who_goes_away_or_speaks_no_http_disturbs_nobody(server):
    half = f"POST {PREDICT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{{".encode()
    for text in (b"\x16\x03\x01\x02\x00", half):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(text)
    assert server.ask("POST", PREDICT, {"instances": [[0.0, 0.0, 0.0]]})[0] == 200


def many(server, count):
    """Requests at one time, of different sizes: all are sent before the first answer is read. How many are wrong."""
    draw = np.random.default_rng(4)
    bodies = [draw.standard_normal((1 + n % 3, 3)).round(3).tolist() for n in range(count)]
    answers = wanted([row for rows in bodies for row in rows])
    start, expected = 0, []
    for rows in bodies:
        expected.append(answers[start:start + len(rows)])
        start += len(rows)

    wrong, lines = 0, [http.client.HTTPConnection("127.0.0.1", server.port, timeout=120) for _ in bodies]
    for line, rows in zip(lines, bodies):
        line.request("POST", PREDICT, json.dumps({"instances": rows}))
    for line, right in zip(lines, expected):
        answer = line.getresponse()
        said = json.loads(answer.read())
        wrong += answer.status != 200 or not np.allclose(said["predictions"], right, atol=1e-5)
        line.close()
    return wrong


def test_answers_go_to_who_asked(server):
    assert many(server, 60) == 0


@pytest.mark.slow
def test_a_thousand_requests_at_one_time_are_all_answered_rightly(server):
    assert many(server, 1000) == 0


def test_what_was_asked_before_it_is_stopped_is_answered(tmp_path):
    static.trace(small(), mt.zeros(4, 3)).save(tmp_path / "net.program")
    body = json.dumps({"instances": [[1.0, 2.0, 3.0]]}).encode()
    with serving(tmp_path / "net.program") as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(f"POST {PREDICT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode())
            line.sendall(body[:10])
            assert server.ask("GET", HOME)[0] == 200          # the half request was read before
            server.process.send_signal(signal.SIGTERM)
            waiting = threading.Event()
            waiting.wait(0.5)
            line.sendall(body[10:])
            said = b""
            while part := line.recv(65536):
                said += part
        assert said.startswith(b"HTTP/1.1 200") and b"predictions" in said
        server.process.wait(60)
        with pytest.raises(OSError):
            server.ask("GET", HOME)


def test_files_of_each_kind_are_served_and_others_refused(tmp_path):
    x = np.random.default_rng(0).random((3, 1, 8, 8), "float32")
    net = digit_checkpoint(tmp_path / "digits.mt", 1)
    found = load_network(tmp_path / "digits.mt")
    assert (found.shape, found.batch) == ((1, 8, 8), None)
    assert np.allclose(found(x), net(mt.tensor(x)).detach().numpy(), atol=1e-6)
    mt.save(net.state_dict(), tmp_path / "weights.mt")
    static.trace(lambda a, b: a + b, mt.ones(2), mt.ones(2)).save(tmp_path / "two")
    for name, words in [("weights.mt", "holds weights without the network"), ("two", "has 2 inputs")]:
        with pytest.raises(LoadError, match=words):
            load_network(tmp_path / name)
    for name, words in [("text", "text is no checkpoint, no ONNX file and no saved program: these are served.$"),
                        ("text.onnx", "no ONNX model, or is damaged|pip install onnx")]:
        (tmp_path / name).write_text("no network")
        with pytest.raises((LoadError, ImportError), match=words):
            load_network(tmp_path / name)
    assert name_of("/a/my net.onnx") == "my-net"


@pytest.mark.needs("onnx")
def test_an_onnx_file_is_served(tmp_path):
    mt.onnx.export(small(), mt.zeros(2, 3), tmp_path / "net.onnx", input_names=["x"], dynamic_axes={"x": [0]})
    found, rows = load_network(tmp_path / "net.onnx"), np.ones((5, 3), "float32")
    assert (found.input, found.shape, found.dtype, found.batch) == ("x", (3,), np.float32, None)
    assert np.allclose(found(rows), wanted(rows), atol=1e-6)


def test_whole_numbers_and_bools_are_not_rounded():
    def taken(dtype, given):
        return array_of(given, Served(None, "x", "y", (), dtype)).tolist()
    assert (taken("int64", [1, 2]), taken("bool", [True])) == ([1, 2], [True])
    for dtype, given in [("int64", [1.5]), ("int8", [300]), ("bool", [1]), ("int64", [2 ** 70])]:
        with pytest.raises(BadBody):
            taken(dtype, given)


@pytest.mark.slow
@pytest.mark.browser
def test_a_digit_that_is_drawn_is_read(tmp_path):
    from notebooks.lab import started, wait
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.by import By
    digit_checkpoint(tmp_path / "digits.mt")
    browser = started()
    try:
        with serving(tmp_path / "digits.mt") as server:
            browser.get(server.url)
            pad, read = [browser.find_element(By.ID, name) for name in ("pad", "read")]
            turn = np.linspace(0, 2 * np.pi, 25)
            ring = [(round(55 * np.sin(a)), round(-90 * np.cos(a))) for a in turn]
            for stroke, digit in [([(0, -100), (0, 0), (0, 100)], "1"), (ring, "0")]:
                browser.find_element(By.ID, "clear").click()
                hand = ActionChains(browser, duration=20).move_to_element_with_offset(pad, *stroke[0])
                hand.click_and_hold()
                for (x, y), (to_x, to_y) in zip(stroke, stroke[1:]):
                    hand.move_by_offset(to_x - x, to_y - y)
                hand.release().perform()
                assert wait(lambda: read.text, "nothing is read") == digit
        large = mt.nn.Sequential(mt.nn.Flatten(), mt.nn.Linear(784, 10))
        static.trace(large, mt.zeros(1, 1, 28, 28)).save(tmp_path / "large")
        with serving(tmp_path / "large") as server:          # as MNIST has them: 20 of 28 high, the mass in the middle
            browser.get(server.url)
            browser.execute_script("pen.fillStyle = '#fff'; pen.fillRect(20, 30, 100, 30);"
                                   "pen.fillRect(90, 60, 30, 120)")
            found = np.array(browser.execute_script("return drawn()")).reshape(28, 28)
        rows, columns = [np.flatnonzero(found.max(axis) > 0.1) for axis in (1, 0)]
        middle = [(found.sum(axis) * (np.arange(28) + 0.5)).sum() / found.sum() for axis in (1, 0)]
        assert abs(np.ptp(rows) + 1 - 20) <= 1 and np.ptp(columns) + 1 <= 15 and np.allclose(middle, 14, atol=0.2)
    finally:
        browser.quit()
