"""Which graph breaks does it have?"""

from __future__ import annotations

from fullgraph.runtime_check.capture import capture
from fullgraph.runtime_check.checks.session import Session, attempt, brief, count, fresh_compiler, rounds
from fullgraph.runtime_check.checks.told import observed


def check_breaks(session: Session) -> None:
    """Breaks are TorchDynamo's, whatever the backend: the cheapest one finds them all."""
    with fresh_compiler(), capture() as seen:
        error = attempt(lambda: rounds(session, session.compile(fullgraph=False, backend="eager"), 1))
    session.run.graphs = seen.graphs
    session.run.breaks = [observed(b) for b in seen.breaks]
    if error is not None:
        session.verdict("breaks", "fail", f"torch.compile raises where eager does not: {brief(error)}")
    elif seen.breaks:
        skipped = sum(b.kind == "skip" for b in seen.breaks)
        text = f"{count(len(seen.breaks), 'graph break')}, {count(seen.graphs, 'graph')}"
        if skipped:
            text += f"; {count(skipped, 'frame')} left to eager"
        session.verdict("breaks", "fail", text)
    elif seen.graphs == 0:
        session.verdict("breaks", "fail", "nothing was compiled: no tensor operation reached the graph")
    else:
        session.verdict("breaks", "pass", f"no break, {count(seen.graphs, 'graph')}")
