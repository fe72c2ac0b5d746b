"""The steps of the action."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from fullgraph_action.api import Api, ApiError
from fullgraph_action.base import Unknown, base_of
from fullgraph_action.checking import READ, check, known_at, reported
from fullgraph_action.comment import post
from fullgraph_action.context import Context, environment, fullgraph, notice, quiet_environment

FAIL_ON = ("any", "new", "never")
MAX_SUMMARY = 900_000
"""GitHub takes a megabyte of summary from one step."""


def main(arguments: Sequence[str]) -> int:
    """Run the step of this name."""
    context = Context.of(environment())
    steps = {"check": check_step, "comment": comment_step, "verify": verify_step}
    if len(arguments) != 1 or arguments[0] not in steps:
        print(f"usage: python action {'|'.join(steps)}", file=sys.stderr)
        return 2
    return steps[arguments[0]](context)


def _api(context: Context) -> Api:
    url = context.given("GITHUB_API_URL") or "https://api.github.com"
    return Api(url, context.given("GITHUB_REPOSITORY"), context.given("TOKEN"))


def check_step(context: Context) -> int:
    """Check, and write the report, the summary, the text of the comment and the SARIF file."""
    fail_on = context.given("FAIL_ON") or "any"
    if fail_on not in FAIL_ON:
        print(f"fail-on is {fail_on!r}, not one of {', '.join(FAIL_ON)}", file=sys.stderr)
        return 2
    arguments, paths = context.env.get("ARGS", "").split(), context.lines("PATHS") or ["."]
    commit, baseline = None, None
    if context.pull_request or context.asked("COMMENT") or fail_on == "new" or context.given("BASE"):
        try:
            commit = base_of(context, _api(context))
            baseline = known_at(context, commit, arguments, paths)
        except Unknown as failure:
            commit = None
            notice(f"All findings count, not only new ones: {failure}")
    against = ["--baseline", str(baseline)] if baseline is not None else []

    options = ["--output-format", context.given("OUTPUT_FORMAT") or "github"]
    if context.given("OUTPUT_FILE"):
        options += ["--output-file", context.given("OUTPUT_FILE")]
    status = check(context, [*options, *arguments, *(against if fail_on == "new" else [])], paths)

    again = [*reported(arguments), "--quiet"]
    name = context.given("SARIF_FILE") or ("fullgraph.sarif" if context.asked("UPLOAD_SARIF") else "")
    if name:
        check(context, [*again, "--output-format", "sarif", "--output-file", name], paths, said=subprocess.DEVNULL)
        context.output("sarif-file", name)
    if context.asked("SUMMARY") or context.asked("COMMENT"):
        file = context.temporary / "comment.md"
        file.unlink(missing_ok=True)
        markdown = ["--output-format", "markdown", "--output-file", str(file)]
        new = check(context, [*again, *against, *markdown], paths, said=subprocess.DEVNULL)
        if file.exists():
            text = headed(file.read_text(encoding="utf-8"), commit)
            file.write_text(text, encoding="utf-8")
            context.output("comment-file", str(file))
            context.output("new", "false" if new == 0 else "true")
            if context.asked("SUMMARY"):
                context.summary(text)
    context.output("status", str(status))
    return 0 if fail_on == "never" and status < READ else status


def headed(report: str, commit: str | None) -> str:
    """The report with a line, below its title, about what it leaves out."""
    title, _, rest = report.partition("\n")
    if commit is None:
        return report
    return f"{title}\n\nWhat was found at {commit[:12]} already is left out.\n{rest}"


def comment_step(context: Context) -> int:
    """Create or update the comment. Where that may not be, the summary has the report, and nothing fails."""
    number = context.pull_request.get("number")
    if not isinstance(number, int):
        notice("No comment: this run is for no pull request")
        return 0
    try:
        report = Path(context.given("COMMENT_FILE")).read_text(encoding="utf-8")
    except OSError as failure:
        notice(f"No comment: there is no report, {failure}", "warning")
        return 0
    name, always = context.given("COMMENT_NAME") or "fullgraph", context.asked("NEW")
    try:
        print(post(_api(context), number, name, report, always=always))
    except ApiError as failure:
        if failure.status in (401, 403, 404):
            why = "from a fork, whose token only reads" if _from_fork(context) else "without `pull-requests: write`"
            notice(f"No comment on a pull request {why}; the summary of the run has the report ({failure})")
        else:
            notice(f"No comment: {failure}", "warning")
    return 0


def _from_fork(context: Context) -> bool:
    head = context.pull_request.get("head")
    repository = head.get("repo") if isinstance(head, dict) else None
    name = repository.get("full_name") if isinstance(repository, dict) else None
    return name != context.given("GITHUB_REPOSITORY")


def verify_step(context: Context) -> int:
    """Run ``fullgraph verify``, with its report in the log and in the summary."""
    expect = ["--expect", context.given("EXPECT")] if context.given("EXPECT") else []
    command = [fullgraph(), "verify", *expect, *context.env.get("VERIFY_ARGS", "").split(), *context.lines("VERIFY")]
    done = subprocess.run(
        command,
        env=quiet_environment(context.env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    print(done.stdout, end="", flush=True)
    words = {0: "passed", 1: "failed"}
    text = re.sub(r"[^\n\t\x20-\x7e\x85\xa0-\U0010ffff]", "", done.stdout)[:MAX_SUMMARY].rstrip()
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    context.summary(
        f"### fullgraph verify: {words.get(done.returncode, 'could not be run')}\n\n{fence}text\n{text}\n{fence}"
    )
    context.output("verify-status", str(done.returncode))
    return done.returncode
