/** What `fullgraph verify --output-format json` says, as far as the editor shows it. */
import { counted, duration, share } from "../words";

export interface Place {
  filename: string;
  /** From 1. */
  line: number;
  function: string | null;
  source: string | null;
}

export interface Cost {
  calls: number;
  operators: number;
  syncs: number;
  seconds: number | null;
  /** Of the step. */
  share: number | null;
}

export interface Break {
  place: Place;
  reason: string;
  registryId: string | null;
  url: string | null;
  explanation: string;
  /** The calls that lead there, the innermost last. */
  stack: Place[];
  predictedBy: string[];
  modes: string[];
  cost: Cost | undefined;
}

export interface Verdict {
  check: string;
  status: string;
  summary: string;
  notes: string[];
}

export interface Ratio {
  value: number;
  low: number;
  high: number;
}

export interface Verified {
  target: string;
  exitStatus: number;
  environment: string;
  what: string;
  inputs: string[];
  graphs: number | null;
  verdicts: Verdict[];
  /** The most costly one first, those that were not measured as they come. */
  breaks: Break[];
  ratio: Ratio | undefined;
  eagerSeconds: number | undefined;
  compiledSeconds: number | undefined;
  stepSeconds: number | undefined;
  /** Why it could not be run. */
  failure: { message: string; traceback: string } | undefined;
  seconds: number;
}

/** What passes, in the words of fullgraph's own report. */
const CHECKS: Record<string, string> = {
  eager: "runs in eager",
  breaks: "no graph break",
  fullgraph: "compiles with fullgraph=True",
  steady: "no recompile in the steady state",
  numerics: "same values as eager",
  effects: "same side effects as eager",
  gains: "timed against eager",
};

export function checkName(check: string): string {
  return CHECKS[check] ?? check;
}

/** Reads a report; undefined where the text is none, such as for a usage error. */
export function read(text: string): Verified[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { targets } = record(parsed);
  return Array.isArray(targets) ? targets.map((one) => verified(record(one))) : undefined;
}

function verified(report: Fields): Verified {
  const run = record(report.before);
  const gains = record(run.gains);
  const environment = record(run.environment);
  const costs = record(run.break_costs);
  const breaks = list(run.breaks).map(broken);
  for (const cause of list(costs.causes)) {
    const place = placeOf(cause.place);
    const known = breaks.filter(
      (one) => one.place.filename === place.filename && one.place.line === place.line && one.reason === cause.reason,
    );
    for (const one of known) {
      one.cost = cost(cause);
    }
  }
  const failure = record(run.failure);
  const ratio = record(gains.ratio);
  return {
    target: text(report.target),
    exitStatus: number(report.exit_status) ?? 2,
    environment: [environment.device_name, `torch ${text(environment.torch)}`, environment.backend].map(text).filter(Boolean).join(", "),
    what: text(run.what),
    inputs: Array.isArray(run.input_sets) ? run.input_sets.map(text) : [],
    graphs: number(run.graphs) ?? null,
    verdicts: list(run.verdicts).map((one) => ({
      check: text(one.check),
      status: text(one.status),
      summary: text(one.summary),
      notes: texts(one.notes),
    })),
    breaks: breaks.sort((one, other) => (other.cost?.share ?? -1) - (one.cost?.share ?? -1)),
    ratio:
      typeof ratio.value === "number" ? { value: ratio.value, low: number(ratio.low) ?? 0, high: number(ratio.high) ?? 0 } : undefined,
    eagerSeconds: number(record(gains.eager).median),
    compiledSeconds: number(record(gains.compiled).median),
    stepSeconds: number(costs.step_seconds),
    failure: run.failure === null || run.failure === undefined ? undefined : { message: text(failure.message), traceback: text(failure.traceback) },
    seconds: number(run.seconds) ?? 0,
  };
}

function broken(one: Fields): Break {
  return {
    place: placeOf(one.place),
    reason: text(one.reason),
    registryId: typeof one.registry_id === "string" ? one.registry_id : null,
    url: typeof one.url === "string" ? one.url : null,
    explanation: text(one.explanation),
    stack: list(one.stack).map(placeOf),
    predictedBy: texts(one.predicted_by),
    modes: texts(one.modes),
    cost: undefined,
  };
}

function cost(cause: Fields): Cost {
  return {
    calls: number(cause.calls) ?? 0,
    operators: number(cause.operators) ?? 0,
    syncs: number(cause.syncs) ?? 0,
    seconds: number(cause.seconds) ?? null,
    share: number(cause.share) ?? null,
  };
}

function placeOf(value: unknown): Place {
  const { filename, line, function: name, source } = record(value);
  return {
    filename: text(filename),
    line: number(line) ?? 1,
    function: typeof name === "string" ? name : null,
    source: typeof source === "string" ? source : null,
  };
}

// In words

/** Whether all passed, something failed, or it could not be run. */
export function outcome(one: Verified): "pass" | "fail" | "error" {
  return one.failure !== undefined || one.exitStatus >= 2 ? "error" : one.exitStatus === 0 ? "pass" : "fail";
}

/** The result in one line: breaks, graphs, gain, and what else failed. */
export function headline(one: Verified): string {
  if (one.failure !== undefined) {
    return `could not be run: ${firstLine(one.failure.message)}`;
  }
  const parts = [breaksTold(one)];
  if (one.graphs !== null) {
    parts.push(counted(one.graphs, "graph"));
  }
  parts.push(...one.verdicts.filter(isOther).map((verdict) => `not ${checkName(verdict.check)}`));
  const gain = gainTold(one);
  return [...parts, ...(gain === undefined ? [] : [gain])].join(" · ");
}

function breaksTold(one: Verified): string {
  const inDefault = one.breaks.filter((each) => each.modes.includes("default")).length;
  const others = one.breaks.length - inDefault;
  if (inDefault === 0 && others > 0) {
    return `${counted(others, "graph break")} under fullgraph=True`;
  }
  return inDefault === 0 ? "no graph break" : counted(inDefault, "graph break");
}

/** A check that failed and that breaks do not tell of already. */
function isOther(verdict: Verdict): boolean {
  return verdict.status === "fail" && !["breaks", "fullgraph", "gains"].includes(verdict.check);
}

/** What compiling gains; undefined where it was not timed. */
export function gainTold(one: Verified): string | undefined {
  const { ratio } = one;
  if (ratio === undefined) {
    return undefined;
  }
  if (ratio.low > 1) {
    return `${factor(ratio.value)}x as fast`;
  }
  if (ratio.high < 1) {
    return `slower, ${factor(1 / ratio.value)}x the time`;
  }
  return "as fast as eager";
}

function factor(value: number): string {
  return value.toPrecision(3);
}

/** What a break costs; undefined where that was not measured. */
export function costTold(one: Break): string | undefined {
  const { cost } = one;
  if (cost === undefined) {
    return undefined;
  }
  const parts = [];
  if (cost.share !== null) {
    parts.push(`${share(cost.share)} of the step`);
  }
  if (cost.seconds !== null) {
    parts.push(duration(cost.seconds));
  }
  if (cost.operators > 0) {
    parts.push(counted(rounded(cost.operators), "eager operator"));
  }
  if (cost.syncs > 0) {
    parts.push(counted(rounded(cost.syncs), "sync"));
  }
  return parts.join(" · ");
}

/** What stands behind the line of a break. */
export function inlineTold(one: Break): string {
  const missed = one.predictedBy.length === 0 ? " (missed by check)" : "";
  const only = one.modes.includes("default") ? "" : " under fullgraph=True";
  const told = costTold(one);
  return `graph break${only}${missed}${told === undefined ? "" : `: ${told}`}`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

export function firstLine(message: string): string {
  return message.split(/\r?\n/, 1)[0] ?? "";
}

// Of JSON

type Fields = Record<string, unknown>;

function record(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
