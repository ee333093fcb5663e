"""`minitorch serve FILE`: read the network, and answer requests until Ctrl-C or SIGTERM."""

from ..threads import set_num_threads
from .application import application
from .served import name_of, served

GRACE = 30                             # seconds for requests that are being answered when the server stops


def run(options):
    """Serve a network until the process is told to stop; what was asked before that is still answered.

    Raises RuntimeError where the packages starlette and uvicorn are missing, FileNotFoundError, and LoadError for a
    file that holds no network.
    """
    try:
        import uvicorn
        from starlette import applications  # noqa: F401
    except ImportError as error:
        raise RuntimeError("minitorch serve needs the packages starlette and uvicorn: pip install starlette uvicorn, "
                           f'or pip install -e ".[serve]" ({error}).') from None
    network, name = served(options.file), options.name or name_of(options.file)
    if not all(c.isascii() and (c.isalnum() or c in "-_.") for c in name):
        raise ValueError(f"--name {name!r}: a name has letters, digits, - _ and .")
    set_num_threads(1)                                       # small products: a second core only delays
    app = application(name, network, options.max_body * 2 ** 20)

    class Server(uvicorn.Server):
        async def startup(self, sockets=None):
            await super().startup(sockets)
            if self.started:
                host, port, *_ = self.servers[0].sockets[0].getsockname()
                host = f"[{host}]" if ":" in host else host
                print(f"{name} is served at http://{host}:{port}/v1/models/{name}:predict\n"
                      f"a page about it: http://{host}:{port}/    Ctrl-C stops", flush=True)
    config = uvicorn.Config(app, options.host, options.port, log_level="warning", access_log=False, backlog=2048,
                            timeout_graceful_shutdown=GRACE, server_header=False)
    server = Server(config)
    server.run()
    return 0 if server.started else 1
