"""Prints the active votings, and prints them again when they change. Needs only Python 3.8 or later.

    python3 votings.py http://localhost:8080
"""

import json
import random
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

EVERY_SECONDS = 5
LONGEST_WAIT_SECONDS = 60


class Unavailable(Exception):
    """There was no valid response. `retry_after`: the requested delay in seconds, 0 if the service requests none."""

    def __init__(self, reason, retry_after=0):
        super().__init__(reason)
        self.retry_after = retry_after


class Resource:
    """The data of a URL and its ETag, which makes polling unchanged data cheap."""

    def __init__(self, url):
        self.url = url
        self.etag = None
        self.data = None

    def refresh(self):
        """Returns whether `data` has changed."""
        headers = {"Accept": "application/json"}
        if self.etag is not None:
            headers["If-None-Match"] = self.etag
        try:
            with urlopen(Request(self.url, headers=headers), timeout=10) as response:
                self.data, self.etag = json.load(response), response.headers["ETag"]
                return True
        except HTTPError as answer:
            if answer.code == 304:
                return False
            raise Unavailable(reason_of(answer), seconds_in(answer.headers["Retry-After"])) from answer
        except (URLError, HTTPException, OSError, ValueError) as cause:
            raise Unavailable(str(cause)) from cause


def reason_of(answer):
    """Returns the error text of the service. It may be cut off, and that of a proxy may not be JSON."""
    try:
        return json.load(answer)["error"]
    except (HTTPException, OSError, ValueError, KeyError, TypeError):
        return f"The service answered {answer.code}."


def seconds_in(text):
    return int(text) if text is not None and text.isdigit() else 0


def main(base_url):
    votings = Resource(f"{base_url}/v1/votings")
    failures = 0
    while True:
        wait = EVERY_SECONDS
        try:
            if votings.refresh():
                for server, of_server in votings.data.items():
                    for voting in of_server:
                        votes = ", ".join(f"{each['name']}: {each['votes']}" for each in voting["candidates"])
                        print(f"{server}: {voting['title']} [{votes}]", flush=True)
            failures = 0
        except Unavailable as problem:
            print(problem, file=sys.stderr, flush=True)
            failures += 1
            wait = max(min(EVERY_SECONDS * 2 ** (failures - 1), LONGEST_WAIT_SECONDS), problem.retry_after)
        time.sleep(wait * random.uniform(1, 1.1))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080")
