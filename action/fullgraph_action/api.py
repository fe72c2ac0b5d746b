"""GitHub's REST API, as far as it is needed here."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

SECONDS = 30
MAX_PAGES = 50
"""Of 100 comments each: more are not looked through."""


class ApiError(Exception):
    """What the API refused, or why it could not be asked, in one line. ``status`` is 0 where it could not."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True)
class Api:
    """The API of one repository."""

    url: str
    repository: str
    token: str

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """What the API answers. Raises `ApiError`."""
        request = urllib.request.Request(
            f"{self.url.rstrip('/')}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Content-Type": "application/json",
                "User-Agent": "fullgraph-action",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        if self.token:  # not handed on where the API leads elsewhere
            request.add_unredirected_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                content = answer.read()
            return json.loads(content) if content else None
        except urllib.error.HTTPError as failure:
            raise ApiError(failure.code, f"{method} {path}: {failure.code} {_message(failure)}") from None
        except (OSError, ValueError) as failure:
            raise ApiError(0, f"{method} {path}: {failure}") from None

    def comments(self, number: int) -> Iterator[dict[str, Any]]:
        """The comments of a pull request, the oldest first. Raises `ApiError`."""
        for page in range(1, MAX_PAGES + 1):
            path = f"/repos/{self.repository}/issues/{number}/comments?per_page=100&page={page}"
            found = self.ask("GET", path)
            if not isinstance(found, list):
                return
            yield from (one for one in found if isinstance(one, dict))
            if len(found) < 100:
                return

    def login(self) -> str | None:
        """Who the token is of; None for the token of an app or of a job, which may not ask."""
        try:
            found = self.ask("GET", "/user")
        except ApiError:
            return None
        return found.get("login") if isinstance(found, dict) else None

    def merge_base(self, base: str, head: str) -> str | None:
        """The commit that both come from. Raises `ApiError`."""
        found = self.ask("GET", f"/repos/{self.repository}/compare/{quote(base)}...{quote(head)}?per_page=1")
        commit = found.get("merge_base_commit") if isinstance(found, dict) else None
        sha = commit.get("sha") if isinstance(commit, dict) else None
        return sha if isinstance(sha, str) else None


def _message(failure: urllib.error.HTTPError) -> str:
    try:
        found = json.loads(failure.read())
    except (OSError, ValueError):
        return str(failure.reason)
    text = found.get("message") if isinstance(found, dict) else None
    return " ".join(str(text or failure.reason).split())
