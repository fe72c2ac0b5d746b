"""The one comment on a pull request, which each run updates."""

from __future__ import annotations

import re
from typing import Any

from fullgraph_action.api import Api, ApiError

MAX_LENGTH = 65_536
"""The characters that GitHub takes in a comment."""


def marker(name: str) -> str:
    """The line, hidden by GitHub, that a comment is found by."""
    return f"<!-- fullgraph-action: {re.sub(r'[^A-Za-z0-9_. -]', '_', name)} -->"


def fitted(text: str, room: int) -> str:
    """A report cut between two findings, so that at most so many characters remain."""
    if len(text) <= room:
        return text
    note = "\nThe rest is in the summary of the run.\n"
    cut = text[: room - len(note) - 1]
    ends = [found.start() for found in re.finditer(r"^\n?(?=#### )", cut, re.M)]
    return (cut[: ends[-1]] if ends else cut).rstrip("\n") + "\n" + note


def post(api: Api, number: int, name: str, report: str, *, always: bool) -> str:
    """Create or update the comment, and say what was done. Without ``always`` none is created. Raises `ApiError`."""
    first = marker(name)
    body = f"{first}\n{fitted(report, MAX_LENGTH - len(first) - 1)}"
    login = api.login()
    for one in api.comments(number):
        if str(one.get("body") or "").partition("\n")[0].strip() != first or not _ours(one.get("user"), login):
            continue
        if one.get("body") == body:
            return f"the comment {one.get('html_url', '')} says so already"
        try:
            api.ask("PATCH", f"/repos/{api.repository}/issues/comments/{int(one['id'])}", {"body": body})
        except ApiError as failure:
            if failure.status not in (403, 404):
                raise
            continue  # another's after all, or gone meanwhile
        return f"updated the comment {one.get('html_url', '')}"
    if not always:
        return "nothing is new, and there is no comment to update"
    made = api.ask("POST", f"/repos/{api.repository}/issues/{number}/comments", {"body": body})
    return f"created the comment {made.get('html_url', '') if isinstance(made, dict) else ''}"


def _ours(user: Any, login: str | None) -> bool:
    """Whether a comment is one of the token's: anybody can write the marker."""
    if not isinstance(user, dict):
        return False
    return user.get("login") == login if login is not None else user.get("type") == "Bot"
