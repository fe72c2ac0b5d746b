"""What a release is held against, for ``.github/workflows/release.yml`` and whoever prepares one.

``python -m tools.release notes v0.2.0`` prints the changelog's section; ``tag v0.2.0`` asks GitHub whether the tag is
an annotated one with a signature that it verified; ``files v0.2.0 dist`` says whether these are the two files of that
version. Each exits with 1, and a line, where that is not so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TAG = re.compile(r"v(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)")


class NotReady(Exception):
    """Why there is no release, in one line."""


def version_of(tag: str) -> str:
    """The version that a tag names. Raises `NotReady`."""
    found = TAG.fullmatch(tag)
    if found is None:
        raise NotReady(f"{tag} is no tag of a version, such as v1.2.3 or v1.2.3rc1")
    return found[1]


def notes(changelog: str, tag: str) -> str:
    """The changelog's section of a version, without its heading. Raises `NotReady`."""
    version = version_of(tag)
    dated = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$\n(.*?)(?=^## |^\[[^\]]+\]: |\Z)"
    found = re.search(dated, changelog, re.M | re.S)
    if found is None:
        raise NotReady(f"CHANGELOG.md has no section `## [{version}] - YYYY-MM-DD`")
    text = found[1].strip()
    if not re.search(r"^- \S", text, re.M):
        raise NotReady(f"CHANGELOG.md says nothing about {version}")
    return text + "\n"


def check_tag(api: str, repository: str, token: str, tag: str) -> str:
    """Who signed the tag. Raises `NotReady` where it is not annotated, not signed or not verified."""
    version_of(tag)
    ref = _asked(api, f"/repos/{repository}/git/ref/tags/{tag}", token)["object"]
    if ref["type"] != "tag":
        raise NotReady(f"{tag} is a lightweight tag; make it with `git tag --sign`")
    found = _asked(api, f"/repos/{repository}/git/tags/{ref['sha']}", token)
    if found["tag"] != tag or found["object"]["type"] != "commit":
        raise NotReady(f"{tag} is the tag of something else: {found['tag']}, a {found['object']['type']}")
    signature = found["verification"]
    if signature["verified"] is not True:
        raise NotReady(f"the signature of {tag} is not verified: {signature['reason']}")
    return f"{tag} is signed by {found['tagger']['name']}, at {found['object']['sha']}"


def check_files(folder: Path, tag: str) -> None:
    """Raise `NotReady` unless the folder has the source distribution and the wheel of the version, and no more."""
    version = version_of(tag)
    expected = {f"fullgraph-{version}.tar.gz", f"fullgraph-{version}-py3-none-any.whl"}
    found = {path.name for path in folder.iterdir()}
    if found != expected:
        raise NotReady(f"{folder} has {', '.join(sorted(found)) or 'nothing'}, not {', '.join(sorted(expected))}")


def _asked(api: str, path: str, token: str) -> Any:
    request = urllib.request.Request(api.rstrip("/") + path, headers={"Accept": "application/vnd.github+json"})
    request.add_unredirected_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())
    except (urllib.error.URLError, ValueError) as failure:
        raise NotReady(f"{path}: {failure}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("command", choices=("notes", "tag", "files"))
    parser.add_argument("tag", help="such as v0.2.0")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"), help="of the files")
    given = parser.parse_args(arguments)
    try:
        if given.command == "notes":
            print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), given.tag), end="")
        elif given.command == "files":
            check_files(given.folder, given.tag)
        else:
            api = os.environ.get("GITHUB_API_URL", "https://api.github.com")
            print(check_tag(api, os.environ["GITHUB_REPOSITORY"], os.environ["GH_TOKEN"], given.tag))
    except NotReady as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
