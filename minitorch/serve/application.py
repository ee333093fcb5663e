"""The server's routes: predict, classify, status and metadata of one network, and a page to draw on."""

import asyncio
import json
import secrets
from contextlib import suppress

import numpy as np

from .batching import Batches, Full
from .bodies import BadBody, instances_of, label_scores, metadata
from .drawing import page
from .images import NoPillow, decode_image, file_of_form, is_image, post_command

MOST_BODY = 16 * 2 ** 20               # maximum number of bytes of a request's body
BODY_TIME = 30                         # maximum seconds until a request's body has arrived
LAST_TIME = 3                          # maximum seconds for the rest of a body once the server has begun to stop
POLICY = ("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; connect-src 'self'; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'")


class TooLarge(Exception):
    """Raised for a body with more bytes than are allowed."""


def application(name, served, most_body=MOST_BODY, hosts=("*",)):
    """Return the ASGI application of one network, a `Watched` one; `hosts` are its accepted host names.

    GET  /                             a page to draw on, for networks of images
    GET  /v1/models/NAME               its status
    GET  /v1/models/NAME/metadata      its inputs and outputs, and the names of its classes
    POST /v1/models/NAME:predict       {"instances": [x, …]} -> {"predictions": [y, …]}
    POST /v1/models/NAME:classify      {"examples": [x, …]} -> {"results": [[[label, score], …], …]}

    Both POST addresses also take a PNG or JPEG file instead, as the body or as the only file of a form: this is
    one x. A label is the name of a class; the highest score is first.
    All other requests get {"error": …} with a status of 4xx.
    """
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import ClientDisconnect
    from starlette.responses import HTMLResponse, JSONResponse, Response
    from starlette.routing import Route
    batches, bodies = Batches(served), set()

    def refused(code, text, **headers):
        return JSONResponse({"error": text}, code, headers=headers or None)

    async def answer(request):
        classify = request.url.path.endswith(":classify")
        try:
            text = await body_of(request, most_body, bodies)
            await asyncio.to_thread(served.refresh)
            kind = request.headers.get("content-type", "")
            if kind.lower().startswith("multipart/form-data"):
                text, kind = file_of_form(text, kind), "image/*"
            if is_image(text) or kind.startswith("image/"):
                rows, key = await asyncio.to_thread(decode_image, text, served), "instances"
            else:
                rows, key = await asyncio.to_thread(instances_of, text, served, classify)
            found = await batches.answer(rows)
            results = label_scores(found, served.classes) if classify else found.tolist()
        except BadBody as error:
            return refused(400, str(error))
        except NoPillow:
            return refused(415, "reading an image needs Pillow on the server: pip install pillow.")
        except TooLarge:
            return refused(413, f"the body has more than {most_body:,} bytes.", connection="close")
        except TimeoutError:
            return refused(408, "the body did not arrive in time.", connection="close")
        except Full:
            return refused(503, "too many requests are waiting: try again in a second.", **{"retry-after": "1"})
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return refused(500, f"the network fails: {str(error)[:300]}")
        if found.dtype.kind == "f" and not np.isfinite(found).all():
            return refused(500, "the network's answer is inf or nan, which JSON cannot contain.")
        text = json.dumps({"results" if classify else "outputs" if key == "inputs" else "predictions": results})
        return Response(text, media_type="application/json")

    async def status(request):
        return JSONResponse({"model_version_status": [
            {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}]})

    async def describe(request):
        await asyncio.to_thread(served.refresh)
        return JSONResponse(metadata(name, served))

    async def show_page(request):
        await asyncio.to_thread(served.refresh)
        nonce = secrets.token_urlsafe(16)
        return HTMLResponse(page(name, served, nonce), headers={"content-security-policy": POLICY.format(nonce)})

    use = post_command(served, f"ADDRESS/v1/models/{name}")

    async def other(request, error):
        with suppress(TooLarge, TimeoutError, ClientDisconnect):
            await body_of(request, 0, bodies)
        known = f"/v1/models/{name}, with /metadata, :predict or :classify"
        path = request.url.path[:100]
        text = {404: f"there is nothing at {path!r}: there is {known}.",
                405: f"{request.method[:20]} is not taken at {path!r}." + f" POST to it: {use}" * (":" in path)}
        return refused(error.status_code, text.get(error.status_code, error.detail), **(error.headers or {}))

    home = [f"/v1/models/{name}", f"/v1/models/{name}/versions/1"]
    app = Starlette(routes=[Route("/", show_page), *[Route(path, status) for path in home],
                            *[Route(f"{path}/metadata", describe) for path in home],
                            *[Route(f"{path}:{verb}", answer, methods=["POST"])
                              for path in home for verb in ("predict", "classify")]],
                    exception_handlers={HTTPException: other},
                    middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))])
    app.state.batches, app.state.bodies = batches, bodies
    return app


def shorten_limits(bodies):
    """Shorten the time limit of bodies that are still arriving, because the server is about to stop."""
    for limit in bodies:
        limit.reschedule(min(limit.when(), asyncio.get_running_loop().time() + LAST_TIME))


async def body_of(request, most, bodies):
    """Return the bytes of a body. Raises TooLarge, or TimeoutError if the body does not arrive in time.

    bodies   the set of the time limits of bodies that are arriving, for `shorten_limits`

    A body that is too large is read to its end and dropped, because clients read the answer only after they have sent.
    """
    length, size, parts = request.headers.get("content-length", "0"), 0, []
    told = length.isdecimal() and int(length) > most
    if told and "expect" in request.headers:                 # the client waits for permission before it sends
        raise TooLarge
    try:
        async with asyncio.timeout(BODY_TIME) as limit:
            bodies.add(limit)
            async for part in request.stream():
                size += len(part)
                if not told and size <= most:
                    parts.append(part)
    except TimeoutError:
        if not told and size <= most:
            raise
    finally:
        bodies.discard(limit)
    if told or size > most:
        raise TooLarge
    return b"".join(parts)
