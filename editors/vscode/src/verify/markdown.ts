/** A report as Markdown, for the preview. */
import { duration, share } from "../words";
import { type Break, type Place, type Verified, checkName, costTold, gainTold, headline } from "./report";

const MARKS: Record<string, string> = { pass: "✅", fail: "❌", skipped: "⏭️", slower: "🐢" };

/** `linked` gives the address of a place. */
export function markdown(one: Verified, linked: (place: Place) => string): string {
  const lines = [`# ${escaped(one.target)}`, "", `**${escaped(headline(one))}**`, ""];
  const about = [one.what, one.inputs.join(", "), one.environment, `verified in ${duration(one.seconds)}`];
  lines.push(about.filter(Boolean).map(escaped).join("; "), "");
  if (one.failure !== undefined) {
    lines.push("## Could not be run", "", ...fenced(one.failure.message));
    lines.push(...(one.failure.traceback === "" ? [] : fenced(one.failure.traceback)));
  }
  lines.push(...verdicts(one), ...times(one), ...breaks(one, linked));
  return lines.join("\n");
}

function verdicts(one: Verified): string[] {
  if (one.verdicts.length === 0) {
    return [];
  }
  const lines = ["## Checks", "", "| | check | |", "| --- | --- | --- |"];
  for (const { check, status, summary } of one.verdicts) {
    lines.push(`| ${MARKS[status] ?? escaped(status)} | ${escaped(checkName(check))} | ${escaped(summary)} |`);
  }
  return [...lines, ""];
}

function times(one: Verified): string[] {
  const gain = gainTold(one);
  if (gain === undefined || one.eagerSeconds === undefined || one.compiledSeconds === undefined) {
    return [];
  }
  const told = `${gain}: ${duration(one.eagerSeconds)} in eager, ${duration(one.compiledSeconds)} compiled`;
  return ["## Time per step", "", escaped(told), ""];
}

function breaks(one: Verified, linked: (place: Place) => string): string[] {
  if (one.breaks.length === 0) {
    return [];
  }
  const lines = ["## Graph breaks, the most costly first", ""];
  if (one.stepSeconds !== undefined) {
    lines.push(`Per step of ${duration(one.stepSeconds)} under the profiler.`, "");
  }
  lines.push("| share | cost | line | reason | predicted by |", "| ---: | --- | --- | --- | --- |");
  for (const each of one.breaks) {
    const part = each.cost?.share ?? null;
    const cells = [
      part === null ? "" : share(part),
      costTold(each)?.split(" · ").filter((told) => !told.endsWith("of the step")).join(", ") ?? "",
      link(each.place, linked),
      reason(each),
      each.predictedBy.join(", ") || "missed by check",
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  lines.push("");
  for (const each of one.breaks) {
    lines.push(`### ${link(each.place, linked)}`, "", ...(each.place.source === null ? [] : fenced(each.place.source.trim(), "python")));
    lines.push(escaped(each.explanation), "");
    const callers = each.stack.slice(0, -1).reverse();
    if (callers.length > 0) {
      lines.push(`Called from ${callers.map((place) => link(place, linked)).join(", ")}.`, "");
    }
  }
  return lines;
}

function reason(one: Break): string {
  const where = one.modes.includes("default") ? "" : " (under fullgraph=True)";
  const told = `${escaped(one.reason)}${where}`;
  return one.registryId !== null && one.url !== null && /^https:\/\/[^\s()<>]+$/.test(one.url)
    ? `${told} ([${escaped(one.registryId)}](${one.url}))`
    : told;
}

function link(place: Place, linked: (place: Place) => string): string {
  const name = place.filename.split(/[\\/]/).at(-1) ?? place.filename;
  const inside = place.function === null ? "" : ` in ${escaped(place.function)}`;
  return `[${escaped(`${name}:${place.line}`)}](${linked(place)})${inside}`;
}

/** Text of a target's as Markdown that shows it as it is, on one line. */
export function escaped(text: string): string {
  return text.split(/\s+/).join(" ").replace(/[\\`*_{}[\]<>#|~!&$]/g, "\\$&");
}

function fenced(text: string, language = ""): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text, fence, ""];
}
