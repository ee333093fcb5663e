"""The server's addresses: predict, status and metadata of one network, and a page to draw on."""

import asyncio
import json
from contextlib import suppress

import numpy as np

from .batching import Batches, Full
from .bodies import BadBody, instances_of, metadata
from .drawing import page

MOST_BODY = 16 * 2 ** 20               # bytes of a request
BODY_TIME = 30                         # seconds for a body to arrive


class TooLarge(Exception):
    """A body of more bytes than are taken."""


def application(name, served, most_body=MOST_BODY):
    """The ASGI application of one network.

    GET  /                             a page to draw on, for networks of images
    GET  /v1/models/NAME               whether it is there
    GET  /v1/models/NAME/metadata      what it takes and gives
    POST /v1/models/NAME:predict       {"instances": [x, …]} -> {"predictions": [y, …]}

    Whatever else is asked gets {"error": …} with a code of 4xx.
    """
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect
    from starlette.responses import HTMLResponse, JSONResponse, Response
    from starlette.routing import Route
    batches = Batches(served)

    def refused(code, text, **headers):
        return JSONResponse({"error": text}, code, headers=headers or None)

    async def predict(request):
        try:
            text = await body_of(request, most_body)
            rows, by_row = await asyncio.to_thread(instances_of, text, served)
            found = await batches.answer(rows)
        except BadBody as error:
            return refused(400, str(error))
        except TooLarge:
            return refused(413, f"the body has more than {most_body:,} bytes.", connection="close")
        except TimeoutError:
            return refused(408, f"the body did not arrive in {BODY_TIME} seconds.", connection="close")
        except Full:
            return refused(503, "too many requests wait: try again in a second.", **{"retry-after": "1"})
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return refused(500, f"the network fails: {str(error)[:300]}")
        if found.dtype.kind == "f" and not np.isfinite(found).all():
            return refused(500, "the network's answer is inf or nan, which JSON does not hold.")
        text = json.dumps({"predictions" if by_row else "outputs": found.tolist()})
        return Response(text, media_type="application/json")

    async def status(request):
        return JSONResponse({"model_version_status": [
            {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}]})

    async def told(request):
        return JSONResponse(metadata(name, served))

    async def drawn(request):
        return HTMLResponse(page(name, served))

    async def other(request, error):
        with suppress(TooLarge, TimeoutError, ClientDisconnect):
            await body_of(request, 0)
        known = f"/v1/models/{name}, with /metadata or :predict"
        text = {404: f"there is nothing at {request.url.path[:100]!r}: there is {known}.",
                405: f"{request.method[:20]} is not taken at {request.url.path[:100]!r}."}
        return refused(error.status_code, text.get(error.status_code, error.detail), **(error.headers or {}))

    home = [f"/v1/models/{name}", f"/v1/models/{name}/versions/1"]
    app = Starlette(routes=[Route("/", drawn), *[Route(path, status) for path in home],
                            *[Route(f"{path}/metadata", told) for path in home],
                            *[Route(f"{path}:predict", predict, methods=["POST"]) for path in home]],
                    exception_handlers={HTTPException: other})
    app.state.batches = batches
    return app


async def body_of(request, most):
    """The bytes of a body. Raises TooLarge, TimeoutError for one that does not come.

    What is too large is read to its end and dropped: who still sends when the connection closes never sees the answer.
    """
    length, size, parts = request.headers.get("content-length", "0"), 0, []
    told = length.isdecimal() and int(length) > most
    if told and "expect" in request.headers:                 # who asks first has sent nothing yet
        raise TooLarge
    try:
        async with asyncio.timeout(BODY_TIME):
            async for part in request.stream():
                size += len(part)
                if not told and size <= most:
                    parts.append(part)
    except TimeoutError:
        if not told and size <= most:
            raise
    if told or size > most:
        raise TooLarge
    return b"".join(parts)
