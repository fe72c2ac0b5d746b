/** Findings that have one cause: of one rule and by one line that breaks, be it in a package. */

/** What the server tells of the cause of a finding, in its `data`. */
export interface Cause {
  key: string;
  /** Where it breaks, where that is not the line of the finding. */
  place: { uri: string; line: number } | null;
  /** The first number that differs decides; the smaller one costs more. */
  rank: number[];
  why: string;
}

export interface Finding {
  uri: string;
  line: number;
  character: number;
  code: string;
  message: string;
  isWarning: boolean;
  /** Whether there is a fix that is safe. */
  fixable: boolean;
  cause: Cause;
}

export interface Group {
  key: string;
  cause: Cause;
  /** The most costly one first. */
  findings: [Finding, ...Finding[]];
}

/** The causes of findings, the most costly first. */
export function grouped(findings: Iterable<Finding>): Group[] {
  const groups = new Map<string, Group>();
  for (const finding of [...findings].sort(byCost)) {
    const known = groups.get(finding.cause.key);
    if (known === undefined) {
      groups.set(finding.cause.key, { key: finding.cause.key, cause: finding.cause, findings: [finding] });
    } else {
      known.findings.push(finding);
    }
  }
  return [...groups.values()];
}

function byCost(one: Finding, other: Finding): number {
  return (
    byRank(one.cause.rank, other.cause.rank) ||
    compare(one.uri, other.uri) ||
    one.line - other.line ||
    one.character - other.character ||
    compare(one.code, other.code)
  );
}

function byRank(one: number[], other: number[]): number {
  for (const [index, number] of one.entries()) {
    const difference = number - (other[index] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** What the server says in a diagnostic's `data`; undefined for one that is no finding, such as a syntax error. */
export function causeIn(data: unknown): Cause | undefined {
  if (!isRecord(data) || !isRecord(data.cause)) {
    return undefined;
  }
  const { key, place, rank, why } = data.cause;
  if (typeof key !== "string" || !Array.isArray(rank)) {
    return undefined;
  }
  return {
    key,
    place: isRecord(place) && typeof place.uri === "string" && typeof place.line === "number" ? { uri: place.uri, line: place.line } : null,
    rank: rank.map(Number),
    why: typeof why === "string" ? why : "",
  };
}

/** Whether the `data` of a diagnostic names a fix that is applied without a question. */
export function isFixable(data: unknown): boolean {
  return isRecord(data) && isRecord(data.fix) && ["safe", "observed"].includes(String(data.fix.applicability));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
