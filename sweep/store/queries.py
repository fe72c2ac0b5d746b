"""Questions to a store, as SQL that stands alone: to be pasted into DuckDB, and what the summary of a sweep reads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Query:
    """A question: its name, what it answers, and the SQL, which needs no parameters."""

    name: str
    answers: str
    sql: str


_QUERIES = (
    Query(
        "totals",
        "Counts the runs by status, for each library, environment, mode, dtype and device.",
        """\
SELECT library, environment, any_value(torch) AS torch, mode, dtype, device, version,
       count(*) AS runs,
       count(*) FILTER (status = 'whole') AS whole,
       count(*) FILTER (status = 'breaks') AS breaks,
       count(*) FILTER (status = 'recompiles') AS recompiles,
       count(*) FILTER (status = 'fails') AS fails,
       count(*) FILTER (status = 'unusable') AS unusable,
       count(*) FILTER (status IS NULL) AS not_done
FROM results
GROUP BY ALL
ORDER BY library, environment, mode, dtype, device, version""",
    ),
    Query(
        "one_graph",
        "Which share of the models is one graph in every mode, dtype and device, by library and torch. "
        "Models that could not be run at all do not count.",
        """\
SELECT library, torch,
       count(*) AS models,
       count(*) FILTER (usable > 0) AS usable,
       count(*) FILTER (usable > 0 AND whole = usable) AS one_graph,
       count(*) FILTER (usable > 0 AND whole = usable) / nullif(count(*) FILTER (usable > 0), 0) AS share
FROM (
    SELECT library, torch, target,
           count(*) FILTER (status <> 'unusable') AS usable,
           count(*) FILTER (status = 'whole') AS whole
    FROM results
    WHERE status IS NOT NULL
    GROUP BY ALL
)
GROUP BY library, torch
ORDER BY library, torch""",
    ),
    Query(
        "causes",
        "Which lines of code break the most models, and what they cost. "
        "`share` is the share of a step's time, if it was measured. "
        "A comprehension that is compiled on its own because of another break is no cause.",
        """\
SELECT identity,
       first(file ORDER BY environment DESC, run, b.number) AS file,
       first(line ORDER BY environment DESC, run, b.number) AS line,
       first(environment ORDER BY environment DESC, run, b.number) AS environment,
       first(target ORDER BY environment DESC, run, b.number) AS example,
       any_value(function) AS function,
       any_value(source) AS source,
       any_value(kind) AS kind,
       any_value(registry_id) AS registry_id,
       first(reason ORDER BY environment DESC, run, b.number) AS reason,
       count(DISTINCT target) AS models,
       count(DISTINCT run) AS runs,
       list_sort(list(DISTINCT library)) AS libraries,
       list_sort(list_distinct(flatten(list(predicted_by)))) AS codes,
       list_sort(list_distinct(flatten(list(missed_in)))) AS missed_in,
       max(share) AS most_share,
       avg(share) AS mean_share,
       max(operators) AS most_operators
FROM breaks AS b JOIN results USING (run)
WHERE kind <> 'induced'
GROUP BY identity
ORDER BY models DESC, runs DESC, most_share DESC NULLS LAST, identity""",
    ),
    Query(
        "failures",
        "Why runs could not be evaluated, by cause.",
        """\
SELECT failure, coalesce(cause, message, '') AS cause,
       count(*) AS runs,
       count(DISTINCT target) AS models,
       list_sort(list(DISTINCT library)) AS libraries,
       min(target) AS example,
       first(message ORDER BY target, run) AS message
FROM results
WHERE status = 'unusable'
GROUP BY ALL
ORDER BY runs DESC, failure, cause""",
    ),
    Query(
        "recompile_causes",
        "Which functions recompile after the warm-up, or too often, and why.",
        """\
SELECT identity,
       first(file ORDER BY environment DESC, run, c.number) AS file,
       first(line ORDER BY environment DESC, run, c.number) AS line,
       first(environment ORDER BY environment DESC, run, c.number) AS environment,
       first(target ORDER BY environment DESC, run, c.number) AS example,
       any_value(function) AS function,
       any_value(kind) AS kind,
       first(guard ORDER BY environment DESC, run, c.number) AS guard,
       first(advice ORDER BY environment DESC, run, c.number) AS advice,
       count(DISTINCT target) AS models,
       count(DISTINCT run) AS runs,
       list_sort(list(DISTINCT library)) AS libraries,
       bool_or(steady) AS steady,
       bool_or(over_limit) AS over_limit
FROM recompiles AS c JOIN results USING (run)
WHERE c.steady OR c.over_limit
GROUP BY identity
ORDER BY models DESC, runs DESC, identity""",
    ),
    Query(
        "checks",
        "How often each check passes and fails, by library.",
        """\
SELECT name, library,
       count(*) FILTER (c.status = 'pass') AS pass,
       count(*) FILTER (c.status = 'fail') AS fail,
       count(*) FILTER (c.status = 'skipped') AS skipped,
       count(*) FILTER (c.status = 'slower') AS slower
FROM checks AS c JOIN results USING (run)
GROUP BY ALL
ORDER BY name, library""",
    ),
    Query(
        "nearly_whole",
        "Which models would be one graph but for a single line: the cheapest to fix.",
        """\
SELECT library, target, min(identity) AS identity, min(file) AS file, min(line) AS line, min(reason) AS reason
FROM breaks JOIN results USING (run)
GROUP BY library, target
HAVING count(DISTINCT identity) = 1
ORDER BY library, target""",
    ),
    Query(
        "by_torch",
        "Which models are one graph with one torch, and not with another.",
        """\
SELECT library, target, mode, dtype, device,
       list_sort(list(DISTINCT torch) FILTER (status = 'whole')) AS one_graph_with,
       list_sort(list(DISTINCT torch) FILTER (status <> 'whole')) AS not_with
FROM results
WHERE status <> 'unusable'
GROUP BY ALL
HAVING len(one_graph_with) > 0 AND len(not_with) > 0
ORDER BY library, target, mode, dtype, device""",
    ),
    Query(
        "by_mode",
        "Which models are one graph in `eval()` and break in training, or the reverse.",
        """\
SELECT library, target, torch, dtype, device,
       any_value(status) FILTER (mode = 'eval') AS eval,
       any_value(status) FILTER (mode = 'train') AS train
FROM results
WHERE status <> 'unusable'
GROUP BY ALL
HAVING (eval = 'whole') <> (train = 'whole')
ORDER BY library, target, torch, dtype, device""",
    ),
    Query(
        "slower",
        "Which models are slower when compiled, with the whole interval.",
        """\
SELECT library, target, torch, mode, dtype, device, ratio, ratio_low, ratio_high, eager_seconds, compiled_seconds
FROM timings JOIN results USING (run)
WHERE ratio_high < 1
ORDER BY ratio, target""",
    ),
    Query(
        "compile_time",
        "How long compiling takes, and after how many steps it pays off.",
        """\
SELECT library, target, torch, mode, dtype, device, compile_seconds, ratio,
       CASE WHEN compiled_seconds < eager_seconds
            THEN ceil(compile_seconds / (eager_seconds - compiled_seconds)) END AS steps
FROM timings JOIN results USING (run)
ORDER BY compile_seconds DESC, target""",
    ),
    Query(
        "misses",
        "Which break sites `check` did not predict, by mode of the compiler, with one row per file and line of a "
        "library.",
        """\
SELECT library, file, line, mode,
       first(registry_id ORDER BY run, number) AS registry_id,
       first(source ORDER BY run, number) AS source,
       first(reason ORDER BY run, number) AS reason,
       count(DISTINCT run) AS runs,
       list_sort(list(DISTINCT target)) AS targets
FROM (
    SELECT library, b.*, target, unnest(missed_in) AS mode
    FROM breaks AS b JOIN (SELECT run, library, target FROM results) USING (run)
    WHERE registry_id IS DISTINCT FROM 'GB0039'
)
GROUP BY library, file, line, mode
ORDER BY runs DESC, library, file, line, mode""",
    ),
    Query(
        "alarms",
        "Which predictions of `check` a run proved wrong, by mode of the compiler. "
        "A line that breaks in any run of the library does not count.",
        """\
SELECT library, file, line, mode,
       list_sort(list(DISTINCT code)) AS codes,
       first(message ORDER BY run, code) AS message,
       count(DISTINCT run) AS runs,
       list_sort(list(DISTINCT target)) AS targets
FROM (
    SELECT library, p.* EXCLUDE (modes), target, unnest(p.modes) AS mode
    FROM predictions AS p JOIN (SELECT run, library, target FROM results) USING (run)
    WHERE tested
)
WHERE (library, file, line, mode) NOT IN (
    SELECT (library, file, line, unnest(modes)) FROM breaks JOIN (SELECT run, library FROM results) USING (run)
)
GROUP BY library, file, line, mode
ORDER BY runs DESC, library, file, line, mode""",
    ),
    Query(
        "unmet",
        "How many lines, by mode of the compiler, have a prediction under a condition that did not hold in any run "
        "that reached them, and did not break.",
        """\
SELECT library, mode, count(*) AS unmet
FROM (
    SELECT library, file, line, mode
    FROM (
        SELECT library, file, line, tested, unnest(p.modes) AS mode
        FROM predictions AS p JOIN (SELECT run, library FROM results) USING (run)
        WHERE tested OR unmet
    )
    GROUP BY library, file, line, mode
    HAVING NOT bool_or(tested)
)
WHERE (library, file, line, mode) NOT IN (
    SELECT (library, file, line, unnest(modes)) FROM breaks JOIN (SELECT run, library FROM results) USING (run)
)
GROUP BY library, mode
ORDER BY library, mode""",
    ),
    Query(
        "sites",
        "How many break sites there are by mode of the compiler, and how many of them `check` predicted in every run. "
        "Breaks that exist only because of another break do not count, nor does the recompile limit (GB0039).",
        """\
SELECT library, mode, count(*) AS sites, count(*) FILTER (NOT missed) AS predicted
FROM (
    SELECT library, file, line, mode, bool_or(list_contains(missed_in, mode)) AS missed
    FROM (
        SELECT library, file, line, missed_in, unnest(modes) AS mode
        FROM breaks JOIN (SELECT run, library FROM results) USING (run)
        WHERE kind <> 'induced' AND registry_id IS DISTINCT FROM 'GB0039'
    )
    GROUP BY ALL
)
GROUP BY ALL
ORDER BY library, mode""",
    ),
    Query(
        "repaired",
        "The effect of `--fix` on the runs that were not whole.",
        """\
SELECT library, torch, level,
       count(*) AS runs,
       sum(len(codes))::BIGINT AS fixes,
       sum(p.taken_back)::BIGINT AS taken_back,
       count(*) FILTER (p.status = 'whole') AS whole,
       count(*) FILTER (agrees = 'pass') AS agree,
       count(*) FILTER (agrees = 'fail') AS differ
FROM repairs AS p JOIN results AS r USING (run)
WHERE r.status NOT IN ('whole', 'unusable')
GROUP BY ALL
ORDER BY library, torch, level""",
    ),
    Query(
        "where_time_went",
        "The time of the sweep by library and machine, and the peak memory of its largest run.",
        """\
SELECT library, node, pass,
       count(*) AS runs,
       sum(seconds) AS seconds,
       max(seconds) AS longest,
       max(peak_memory) AS peak_memory
FROM runs JOIN planned USING (run)
GROUP BY ALL
ORDER BY seconds DESC, library, node, pass""",
    ),
)

QUERIES = {query.name: query for query in _QUERIES}
