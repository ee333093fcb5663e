"""Downloads: a file appears only when it is complete and has the right checksum."""

import os

from ..display.progress import Bar

CHUNK = 1 << 16           # number of bytes that one read asks for
TRIES = 3                 # number of attempts with a mirror before the next mirror is used
LONGEST = 255             # maximum number of bytes of a file's name, in most file systems
TIMEOUT = 30              # seconds without a byte from the server, after which a download fails


class DownloadError(RuntimeError):
    """The error for a failed download: it names the address, the reason, and where to put the file yourself."""


class Cut(OSError):
    """The error for a connection that ends before the file is complete."""


class WrongChecksum(ValueError):
    """The error for a file that does not have the expected checksum."""


def download(urls, path, md5=None, sha256=None, progress=True):
    """Download a file from the first of several addresses that has it; an existing file with the right checksum stays.

    urls          one address, or several, tried in this order
    path          where to put it; its folder is made if needed
    md5, sha256   checksums in hexadecimal, or their first digits; a file with another checksum is deleted
    progress      show a bar on a terminal or in a notebook
    returns       path

    An incomplete file is stored as `path`.part, and the next call continues it.
    Raises DownloadError.
    """
    urls = [urls] if isinstance(urls, str) else list(urls)
    path = os.fspath(path)
    if os.path.isfile(path) and matches(path, md5, sha256):
        return path
    part = path + ".part"
    if len(os.fsencode(os.path.basename(part))) > LONGEST:
        from ..serialization.temporary import part_name
        part = part_name(path, "download", long=True)
    failures = []
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        for url in urls:
            if md5 is None and sha256 is None:
                discard(part)                            # without a checksum, an old part may be of another file
            try:
                complete_part(url, part, md5, sha256, progress)
                os.replace(part, path)
                return path
            except WrongChecksum as error:
                failures.append(f"{url}: {error}")
            except OSError as error:
                if not is_remote(error):
                    raise
                failures.append(f"{url}: {reason(error)}")
    except OSError as error:                             # this is an error of the disk, not of the network
        discard(part)
        raise DownloadError(f"{os.path.basename(path)} could not be written to {os.path.dirname(path) or '.'}: "
                            f"{error.strerror or error}. The incomplete download was removed.") from None
    raise DownloadError(f"{os.path.basename(path)} could not be fetched:\n  " + "\n  ".join(failures) +
                        f"\nWithout a network, get it elsewhere from {urls[0]} and put it at {os.path.abspath(path)}")


def complete_part(url, part, md5, sha256, progress):
    """Complete the file `part` and verify it; if the part from an earlier call was wrong, download all of it again."""
    old = os.path.exists(part)
    try:
        fetch_with_retries(url, part, progress)
        verify(part, md5, sha256)
    except WrongChecksum:
        discard(part)
        if not old:
            raise
        complete_part(url, part, md5, sha256, progress)


def discard(path):
    if os.path.exists(path):
        os.remove(path)


def fetch_with_retries(url, part, progress):
    """Download from one address; if the connection ends early, continue after the bytes that were received."""
    for attempt in range(TRIES):
        before = os.path.getsize(part) if os.path.exists(part) else 0
        try:
            fetch(url, part, progress)
            return
        except Cut:
            if attempt == TRIES - 1 or not os.path.exists(part) or os.path.getsize(part) <= before:
                raise


def fetch(url, part, progress):
    """Request the rest of the file `part` from the server and append it."""
    import http.client
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    if not url.startswith(("http://", "https://")):
        raise Cut(f"only http and https addresses are fetched, not {url.partition(':')[0]}")
    there = os.path.getsize(part) if os.path.exists(part) else 0
    headers = {"User-Agent": "minitorch", "Accept-Encoding": "identity"}
    if there:
        headers["Range"] = f"bytes={there}-"
    try:
        answer = urlopen(Request(url, headers=headers), timeout=TIMEOUT)
    except HTTPError as error:
        if error.code != 416 or not there:
            raise
        if error.headers.get("Content-Range", "").strip() == f"bytes */{there}":
            return                                       # the file is already complete
        os.remove(part)
        fetch(url, part, progress)
        return
    with answer:
        goes_on = answer.status == 206 and (answer.headers.get("Content-Range") or "").startswith(f"bytes {there}-")
        if answer.status == 206 and not goes_on:
            os.remove(part)
            raise Cut("the server sent another part of the file than requested")
        start = there if goes_on else 0
        length = answer.headers.get("Content-Length")
        total = start + int(length) if length is not None and length.isdecimal() else None
        name = os.path.basename(part).removesuffix(".part")
        with (open(part, "ab" if goes_on else "wb") as file,
              Bar(name, total, done=start, unit="MB", shown=progress) as bar):
            done = start
            while True:
                try:
                    chunk = answer.read(CHUNK)
                except (http.client.HTTPException, OSError) as error:
                    raise Cut(f"the connection broke off after {done:,} bytes ({error})") from None
                if not chunk:
                    break
                write(file, chunk)
                done += len(chunk)
                bar.update(len(chunk))
            file.flush()
            os.fsync(file.fileno())
        if total is not None and done < total:
            raise Cut(f"the connection ended after {done:,} of {total:,} bytes")


def write(file, chunk):
    """Write downloaded bytes to a file; a separate function, so that tests can replace it."""
    file.write(chunk)


def is_remote(error):
    """Return True if the network or the server caused the error, not this machine's disk."""
    from urllib.error import URLError
    return isinstance(error, URLError | Cut | ConnectionError | TimeoutError)


def reason(error):
    """Return the cause of an error in a few words."""
    from urllib.error import HTTPError
    if isinstance(error, HTTPError):
        return f"the server answers {error.code} ({error.reason})"
    return str(getattr(error, "reason", error))


def checksum(path, kind):
    """Return the md5 or sha256 of a file in hexadecimal."""
    from hashlib import new
    digest = new(kind, usedforsecurity=False)
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def verify(path, md5=None, sha256=None):
    """Raise WrongChecksum if a file does not have the expected checksum."""
    for kind, wanted in ("md5", md5), ("sha256", sha256):
        if wanted is not None:
            found = checksum(path, kind)
            if not found.startswith(wanted.lower()):
                begins = "" if len(wanted) == len(found) else "begin with "
                raise WrongChecksum(f"wrong {kind} checksum: {found}, but it should {begins or 'be '}{wanted} "
                                    f"({os.path.getsize(path):,} bytes received)")


def matches(path, md5=None, sha256=None):
    """Return True if a file has the right checksums."""
    try:
        verify(path, md5, sha256)
    except WrongChecksum:
        return False
    return True
