"""The one comment on a pull request: made, found again, updated, and left where it may not be written."""

from __future__ import annotations

import action_host
import pytest
from action_host import BOT, REPOSITORY, TOKEN
from fullgraph_action.api import Api, ApiError
from fullgraph_action.comment import MAX_LENGTH, fitted, marker, post


@pytest.fixture
def api(fake: action_host.Api) -> Api:
    return Api(fake.url, REPOSITORY, TOKEN)


def test_it_is_made_once_and_updated_then(api: Api, fake: action_host.Api) -> None:
    assert post(api, 7, "fullgraph", "first", always=True) == "created the comment https://host.invalid/1"
    assert post(api, 7, "fullgraph", "second", always=True) == "updated the comment https://host.invalid/1"
    assert fake.bodies() == ["<!-- fullgraph-action: fullgraph -->\nsecond"]
    before = len(fake.asked)
    assert post(api, 7, "fullgraph", "second", always=True).endswith("says so already")
    assert "PATCH" not in [method for method, _ in fake.asked[before:]]
    post(api, 7, "other job", "third", always=True)
    assert len(fake.comments) == 2


def test_what_is_mended_is_told_where_there_is_a_comment_alone(api: Api, fake: action_host.Api) -> None:
    assert "nothing is new" in post(api, 7, "fullgraph", "all passed", always=False)
    assert fake.comments == []
    post(api, 7, "fullgraph", "found", always=True)
    post(api, 7, "fullgraph", "all passed", always=False)
    assert fake.bodies() == [f"{marker('fullgraph')}\nall passed"]


def test_it_is_found_behind_many_others(api: Api, fake: action_host.Api) -> None:
    for number in range(250):
        fake.add(f"comment {number}", {"login": "someone", "type": "User"})
    fake.add(f"{marker('fullgraph')}\nfound", BOT)
    post(api, 7, "fullgraph", "again", always=True)
    assert len(fake.comments) == 251
    assert fake.bodies()[-1].endswith("again")


def test_a_marker_that_somebody_else_writes_is_not_taken_for_ours(api: Api, fake: action_host.Api) -> None:
    fake.add(f"{marker('fullgraph')}\nmine", {"login": "someone", "type": "User"})
    fake.add(f"quoted:\n{marker('fullgraph')}", BOT)
    post(api, 7, "fullgraph", "found", always=True)
    assert fake.bodies()[:2] == [f"{marker('fullgraph')}\nmine", f"quoted:\n{marker('fullgraph')}"]
    assert len(fake.comments) == 3


def test_the_token_of_a_person_finds_that_persons_comment(api: Api, fake: action_host.Api) -> None:
    fake.login = "maintainer"
    fake.add(f"{marker('fullgraph')}\nof the job", BOT)
    post(api, 7, "fullgraph", "first", always=True)
    post(api, 7, "fullgraph", "second", always=True)
    assert [body.partition("\n")[2] for body in fake.bodies()] == ["of the job", "second"]


def test_what_is_refused_is_told_with_its_status(api: Api, fake: action_host.Api) -> None:
    fake.may_write = False
    with pytest.raises(ApiError, match="403 Resource not accessible by integration") as refused:
        post(api, 7, "fullgraph", "found", always=True)
    assert refused.value.status == 403
    fake.broken = True
    with pytest.raises(ApiError, match="502"):
        post(api, 7, "fullgraph", "found", always=True)
    with pytest.raises(ApiError) as unheard:
        post(Api("http://127.0.0.1:9", REPOSITORY, TOKEN), 7, "fullgraph", "found", always=True)
    assert unheard.value.status == 0


def test_the_name_cannot_end_the_marker() -> None:
    assert marker("a --> <b>\n") == "<!-- fullgraph-action: a --_ _b__ -->"


def test_a_long_report_is_cut_between_findings(api: Api, fake: action_host.Api) -> None:
    section = f"\n#### `net.py:1:1` FG401\n\n{'x' * 900}\n"
    report = "### fullgraph: many\n" + section * 100
    post(api, 7, "fullgraph", report, always=True)
    (body,) = fake.bodies()
    assert MAX_LENGTH - 1000 < len(body) <= MAX_LENGTH
    assert body.endswith("x\n\nThe rest is in the summary of the run.\n")
    assert fitted("short", 10) == "short"
