"""The check ``effects``: compiled, the target does what it does in eager beside computing."""

from __future__ import annotations

import dataclasses

import torch
from fullgraph.runtime_check.checks.context import NOT_COMPILED, CheckContext, attempt, brief, count, eager_randomness
from fullgraph.runtime_check.results import EffectDifference
from fullgraph.runtime_check.step import effects


def check_effects(context: CheckContext) -> None:
    """Compare what is printed, logged and warned of, mutated arguments, the state of modules, and random draws."""
    if context.compiled is None:
        context.verdict("effects", "skipped", NOT_COMPILED)
        return
    if not context.steady:
        # The recompiles so far may have used up the limit, beyond which calls run in eager.
        torch._dynamo.reset()
    found: dict[EffectDifference, list[int]] = {}
    remarks: list[str] = []
    seen: list[effects.Effects] = []
    for index in range(len(context.calls)):
        error = attempt(lambda index=index: seen.append(_compare(context, index, found, remarks)))  # type: ignore[misc]
        if error is not None:
            context.verdict("effects", "fail", f"the compiled target raises: {brief(error)}")
            return
    context.run.effects = problems = _over_inputs(found, len(context.calls))
    notes = list(dict.fromkeys(remarks))
    if problems:
        texts = [one.text for one in problems]
        others = f", and {count(len(texts) - 1, 'more difference')}" if len(texts) > 1 else ""
        context.verdict("effects", "fail", texts[0] + others, texts[1:10] + notes)
    else:
        context.verdict("effects", "pass", _told(seen), notes)


def _compare(
    context: CheckContext, index: int, differing: dict[EffectDifference, list[int]], remarks: list[str]
) -> effects.Effects:
    """The effects in eager of one set of inputs; what differs when compiled is added."""
    stepper, call, compiled = context.stepper, context.calls[index], context.compiled
    assert compiled is not None
    eager, again = (effects.observe(stepper, stepper.target.fn, call) for _ in range(2))
    with eager_randomness(context):
        effects.observe(stepper, compiled, call)  # Compiles what this state needs, with all that is said meanwhile.
        found = effects.observe(stepper, compiled, call)
    problems, remarked = effects.differences(eager, found, again)
    names = set(eager.generators)
    if context.options.backend == "inductor" and not context.random:
        # Without fallback_random inductor draws one seed per graph from torch's generator, and numbers from that.
        own = names & effects.TORCH_GENERATORS
        if own & (eager.moved | found.moved):
            remarked.append("torch's generators are not compared: inductor draws from them differently")
        names -= own
    for one in problems + effects.generator_differences(eager, found, names):
        differing.setdefault(one, []).append(index + 1)
    remarks += remarked
    return eager


def _over_inputs(found: dict[EffectDifference, list[int]], total: int) -> list[EffectDifference]:
    """The differences, with the numbers of the input sets that have them where not all do."""
    named = []
    for one, sets in found.items():
        where = f" (input set{'s' if len(sets) > 1 else ''} {', '.join(map(str, sets))})" if len(sets) < total else ""
        named.append(dataclasses.replace(one, text=one.text + where))
    return named


def _told(seen: list[effects.Effects]) -> str:
    """The summary of what was compared."""
    lines = sum(len(some) for one in seen for some in one.lines.values())
    changed = {name for one in seen for name in one.changed}
    moved = {name for one in seen for name in one.moved}
    parts = [count(lines, "message")] if lines else []
    parts += [count(len(changed), "changed tensor")] if changed else []
    parts += [" and ".join(sorted(moved))] if moved else []
    return "the same " + ", ".join(parts) if parts else "none, in eager and compiled"
