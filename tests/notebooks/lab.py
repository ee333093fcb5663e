"""JupyterLab in a real browser: a server on this machine, and a page whose notebook a test can run and read."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
         "--window-size=1300,1600"]
PATIENCE = 300                           # seconds for a whole lesson to run


@contextmanager
def serving(folder):
    """A JupyterLab on `folder`, with settings of its own; gives its address."""
    with reserved() as port:
        yield from served(folder, port)


@contextmanager
def reserved():
    """A port that no one else is given meanwhile: a socket has it that does not listen, as Jupyter's then does."""
    with socket.socket() as held:
        if sys.platform == "linux":                      # where both may have it
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        if sys.platform != "linux":
            held.close()
        yield port


def served(folder, port):
    """Start JupyterLab on that port, give its address, and end it."""
    own = {name: str(folder / ".jupyter" / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR",
                                                              "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR",
                                                              "JUPYTERLAB_WORKSPACES_DIR", "IPYTHONDIR")}
    environment = {**os.environ, **own, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    server = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1",
         "--IdentityProvider.token=lesson", f"--ServerApp.root_dir={folder}", "--LabApp.expose_app_in_browser=True",
         "--ServerApp.port_retries=0", "--LabApp.news_url=None",
         "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(lambda: server.poll() is not None or answers(f"http://127.0.0.1:{port}/api/status?token=lesson"),
             "JupyterLab does not start")
        assert server.poll() is None, "JupyterLab has ended"
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def answers(address):
    with suppress(OSError), urllib.request.urlopen(address, timeout=20) as page:
        return page.status == 200


def wait(ready, why, seconds=180):
    """The first true value of `ready`; TimeoutError when there is none in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = ready()
        if found:
            return found
        time.sleep(0.2)
    raise TimeoutError(why)


def started():
    """A browser."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


@contextmanager
def opened(path, width, scheme="light"):
    """A browser that shows a file as a screen of that width would, in light or dark."""
    browser = started()
    try:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": True})
        browser.get(path.as_uri())
        yield browser
    finally:
        browser.quit()


@contextmanager
def lab(folder):
    """A JupyterLab on `folder` with a browser; gives what opens a notebook there: `with open(path) as page`."""
    with serving(folder) as address:
        browser = started()

        @contextmanager
        def open(path):
            page = Page(browser, address, path)
            try:
                yield page
            finally:
                page.close()
        try:
            yield open
        finally:
            browser.quit()


class Page:
    """A notebook in a browser's page: run it, write into its cells, read what they show."""

    def __init__(self, browser, address, path):
        self.browser = browser
        self.browser.get(f"{address}/lab/tree/{path}?token=lesson&reset")
        wait(lambda: self.tell("return !!(window.jupyterapp && jupyterapp.shell.currentWidget && "
                               "jupyterapp.shell.currentWidget.sessionContext)"), "the notebook does not open")
        wait(self.idle, "the kernel does not start")

    def tell(self, script, *values):
        with suppress(Exception):
            return self.browser.execute_script("const panel = window.jupyterapp && jupyterapp.shell.currentWidget; "
                                               + script, *values)

    def idle(self):
        return self.tell("const s = panel.sessionContext; return !!(s.session && s.session.kernel && "
                         "s.session.kernel.status == 'idle')")

    def command(self, name):
        """Run a command of JupyterLab's, and wait until it is done."""
        self.browser.set_script_timeout(PATIENCE)
        self.browser.execute_async_script("const done = arguments[1]; jupyterapp.commands.execute(arguments[0])"
                                          ".then(() => done(), () => done());", name)
        wait(self.idle, f"{name} does not end", PATIENCE)

    def cells(self):
        """The cells as the notebook's file would have them."""
        return json.loads(self.tell("return JSON.stringify(panel.content.widgets.map(w => w.model.toJSON()))"))

    def select(self, place):
        self.tell("panel.content.activeCellIndex = arguments[0]; panel.content.scrollToItem(arguments[0], 'center');",
                  place)

    def run(self, place, text=None):
        """Run a cell, with another text if one is given; returns what it printed."""
        self.select(place)
        if text is not None:
            self.tell("panel.content.activeCell.model.sharedModel.setSource(arguments[0])", text)
        self.command("notebook:run-cell")
        return printed(self.cells()[place])

    def shot(self, name):
        """A picture of the page, kept where MINITORCH_SHOTS says."""
        folder = os.environ.get("MINITORCH_SHOTS")
        if folder:
            time.sleep(0.7)                                # scrolling settles
            self.browser.save_screenshot(str(Path(folder) / f"{name}.png"))

    def close(self):
        """End the kernel and leave the page, for the next notebook to be opened."""
        self.tell("return panel.sessionContext.shutdown()")
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.browser.get("about:blank")


def printed(cell):
    """What a cell printed, and what its verdicts say."""
    said = [out.get("text", out.get("data", {}).get("text/plain", "") if out["output_type"] == "display_data" else "")
            for out in cell.get("outputs", [])]
    return "".join("".join(text) for text in said)
