"""The digit net's ONNX file in a real browser: onnxruntime-web computes there, and gives eager's numbers.

MINITORCH_ORT_WEB names a folder with ort.wasm.min.js and ort-wasm-simd-threaded.wasm and .mjs, as `npm pack
onnxruntime-web` has them in dist/.
"""

import functools
import http.server
import os
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from network_server import digit_checkpoint
from notebooks.lab import started

import minitorch as mt

PAGE = """<!doctype html><meta charset="utf-8"><script src="ort.wasm.min.js"></script>"""
RUN = """
const [images, done] = arguments;
(async () => {
  ort.env.wasm.numThreads = 1;
  const net = await ort.InferenceSession.create("net.onnx");
  const given = new ort.Tensor("float32", Float32Array.from(images.flat(3)), [images.length, 1, 8, 8]);
  return Array.from((await net.run({image: given})).scores.data);
})().then(x => done({scores: x}), error => done({error: String(error)}));
"""


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.needs("onnx", "onnxruntime-web")
def test_the_digit_net_runs_in_a_page_and_no_server_computes(tmp_path):
    for path in Path(os.environ["MINITORCH_ORT_WEB"]).iterdir():
        shutil.copy(path, tmp_path)
    net = digit_checkpoint(tmp_path / "digits.mt")
    images = np.stack([mt.vision.datasets.Digits(train=False)[n][0].numpy() for n in range(20)])
    mt.onnx.export(net, mt.tensor(images[:2]), tmp_path / "net.onnx", input_names=["image"], output_names=["scores"],
                   dynamic_axes={"image": [0]})
    (tmp_path / "page.html").write_text(PAGE)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = started()
    try:
        browser.get(f"http://127.0.0.1:{server.server_port}/page.html")
        found = browser.execute_async_script(RUN, images.tolist())
    finally:
        browser.quit()
        server.shutdown()
    assert "error" not in found, found
    assert np.allclose(np.reshape(found["scores"], (20, 10)), net(mt.tensor(images)).detach().numpy(), atol=1e-4)
