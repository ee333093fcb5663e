"""`minitorch serve FILE`: load the network, and answer requests until Ctrl-C or SIGTERM."""

import errno
import os
import socket
from functools import partial

from ..backend.threads import set_num_threads
from ..serialization.reading import similar_names
from .application import application, shorten_limits
from .images import post_command
from .served import Watched, load_network, name_of

GRACE = 30                             # seconds that a stopping server gives to the requests that it is answering
HEAD_TIME = 10                         # maximum seconds until the head of a request has arrived
MOST_HEAD = 16_384                     # maximum number of bytes of the head of a request
MOST_CONNECTIONS = 2_000
THIS_MACHINE = ("localhost", "127.0.0.1", "::1", "[::1]", "[")      # older versions of Starlette shorten "[::1]" to "["


def run(options):
    """Serve a network until the process is stopped; requests that have arrived by then are still answered.

    Raises RuntimeError if the packages starlette and uvicorn are missing, FileNotFoundError, LoadError for a file
    without a network, and OSError for a port that is in use.
    """
    try:
        import uvicorn
        from starlette import applications  # noqa: F401
        from uvicorn.protocols.http.h11_impl import H11Protocol
    except ImportError as error:
        raise RuntimeError("minitorch serve needs the packages starlette and uvicorn: pip install starlette uvicorn, "
                           f'or pip install -e ".[serve]" ({error}).') from None
    folder, file = os.path.split(os.path.abspath(options.file))
    if os.path.isdir(options.file):
        raise IsADirectoryError(f"{options.file} is a folder: name a file in it.")
    if not os.path.isfile(options.file):
        near = similar_names(options.file) if os.path.isdir(folder) else ""
        raise FileNotFoundError(f"there is no file {file} in {folder}: go to its folder, or give its whole path.{near}")
    name = options.name or name_of(options.file)
    if not all(c.isascii() and (c.isalnum() or c in "-_.") for c in name):
        raise ValueError(f"--name {name!r}: a name may only have ASCII letters, digits, and the signs - _ .")
    network = Watched(options.file, partial(load_network, model=options.model, shape=options.shape))
    check_port(options.host, options.port)
    set_num_threads(1)                                       # for small products, a second thread is slower
    hosts = THIS_MACHINE if options.host in ("127.0.0.1", "localhost", "::1") else ("*",)
    app = application(name, network, options.max_body * 2 ** 20, hosts)

    class Protocol(H11Protocol):
        def connection_made(self, transport):
            super().connection_made(transport)
            self.loop.call_later(HEAD_TIME, lambda: self.cycle is None and transport.close())

    class Server(uvicorn.Server):
        async def startup(self, sockets=None):
            await super().startup(sockets)
            if self.started:
                host, port, *_ = self.servers[0].sockets[0].getsockname()
                host = f"[{host}]" if ":" in host else host
                print(f"{name} is served; Ctrl-C stops. To try it on a page: http://{host}:{port}/\n"
                      f"To post to it: {post_command(network, f'http://{host}:{port}/v1/models/{name}')}", flush=True)

        async def shutdown(self, sockets=None):
            shorten_limits(app.state.bodies)
            await super().shutdown(sockets)
    config = uvicorn.Config(app, options.host, options.port, http=Protocol, log_level="warning", access_log=False,
                            backlog=2048, timeout_graceful_shutdown=GRACE, server_header=False,
                            limit_concurrency=MOST_CONNECTIONS, h11_max_incomplete_event_size=MOST_HEAD,
                            headers=[("x-content-type-options", "nosniff")])
    server = Server(config)
    server.run()
    return 0 if server.started else 1


def check_port(host, port):
    """Raise OSError if another program listens at this address."""
    for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        try:
            socket.create_server(address, family=family).close()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise OSError(f"port {port} is used by another program: add --port 0 to use a free port.") from None
