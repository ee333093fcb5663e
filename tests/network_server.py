"""Run `minitorch serve` in its own process, and send requests to it."""

import http.client
import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from minitorch import manual_seed
from minitorch.train import save_checkpoint, train
from minitorch.train.recipes import Run, parts

ROOT = Path(__file__).resolve().parents[1]


def digit_checkpoint(path, epochs=12):
    """Write a checkpoint as `minitorch train` does, after fewer epochs; return the network."""
    settings = {"data": "digits", "root": None, "model": "mlp", "epochs": epochs, "seed": 0}
    manual_seed(0)
    run = Run(settings, *parts("digits")[:2])
    train(run.model, run.loader, run.optimizer, epochs=epochs, scheduler=run.scheduler, augment=run.augment)
    save_checkpoint(path, run.model, run.optimizer, run.scheduler, epoch=epochs, settings=settings)
    return run.model.eval()


class Server:
    """A process that serves."""

    def __init__(self, process, port):
        self.process, self.port = process, port
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, method, path, body=None, headers=(), timeout=60):
        """Return (status code, decoded JSON, headers)."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            line.request(method, path, body if body is None or isinstance(body, bytes) else json.dumps(body),
                         dict(headers))
            answer = line.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text.decode(), answer.headers
        finally:
            line.close()


def allow_connections(count=4096):
    """Raise the limit of open files of this process and of those that it starts: each connection is a file."""
    if sys.platform != "win32":
        import resource
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@contextmanager
def serving(path, *options):
    """Start `minitorch serve` of a file, on a free port."""
    allow_connections()
    process = subprocess.Popen([sys.executable, "-m", "minitorch", "serve", str(path), "--port", "0", *options],
                               env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line + process.stderr.read()
        yield Server(process, int(found[1]))
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=60)
