"""Usage: PDF_URL=… PDF_API_KEY=… python3 python.py request.json out.pdf"""
import os
import shutil
import sys
import time
import urllib.error
import urllib.request

ATTEMPTS = 5


def post(body):
    """Gives the answer with the PDF, which the caller reads."""
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(
            os.environ["PDF_URL"] + "/api/pdf/external", data=body, method="POST",
            headers={"Authorization": "Bearer " + os.environ["PDF_API_KEY"], "Content-Type": "application/json",
                     "Prefer": "handling=strict"})
        try:
            return urllib.request.urlopen(request, timeout=120)  # raises for every status but 2xx
        except urllib.error.HTTPError as error:
            message = error.read().decode("utf-8", "replace")
            if error.code not in (429, 503) or attempt == ATTEMPTS:
                raise RuntimeError(f"platen answered {error.code}: {message}") from None
            time.sleep(int(error.headers.get("Retry-After") or 1))


def save(response, out):
    """Writes the file once it is whole."""
    part = out + ".part"
    try:
        with response, open(part, "wb") as file:
            shutil.copyfileobj(response, file)
        if os.path.getsize(part) != int(response.headers["Content-Length"]):
            raise RuntimeError("the PDF did not come whole")
        os.replace(part, out)
    finally:
        if os.path.exists(part):
            os.remove(part)


def main():
    with open(sys.argv[1], "rb") as file:
        body = file.read()
    try:
        save(post(body), sys.argv[2])
    except (RuntimeError, OSError) as error:
        sys.exit(str(error))


main()
