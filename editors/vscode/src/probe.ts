/** What an interpreter is, and whether it has what the extension needs. */
import { execFile } from "node:child_process";
import { environment } from "./launch";

/** The oldest fullgraph that knows what the extension asks of it. */
export const OLDEST = "0.1.0";
export const OLDEST_PYTHON = [3, 10] as const;

const PATIENCE = 60_000;
const MARK = "fullgraph-probe:";
const PROBE = `
import sys
if sys.path[:1] == ['']: del sys.path[0]
import json
from importlib import metadata, util
told = {"executable": sys.executable, "python": list(sys.version_info[:3])}
if sys.version_info >= (3, 8):
    try:
        if util.find_spec("fullgraph") is not None:
            import fullgraph
            told["fullgraph"] = str(getattr(fullgraph, "__version__", ""))
    except Exception as failure:
        told["broken"] = repr(failure)
    told["missing"] = [name for name in ("pygls", "lsprotocol") if util.find_spec(name) is None]
    try:
        told["torch"] = metadata.version("torch")
    except metadata.PackageNotFoundError:
        pass
print("${MARK}" + json.dumps(told))
`;

/** What an interpreter said of itself. */
export interface Probed {
  executable: string;
  python: number[];
  /** The version of fullgraph, which may be empty; undefined where it is not installed. */
  fullgraph: string | undefined;
  /** What happened when fullgraph was imported. */
  broken: string | undefined;
  /** What the language server needs and does not find. */
  missing: string[];
  torch: string | undefined;
}

/** It could not be run, or what it said is no answer. */
export interface Unusable {
  failure: string;
}

export type Answer = Probed | Unusable;

/** Asks an interpreter. */
export function probe(interpreter: string, patience = PATIENCE): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { env: environment(), timeout: patience, windowsHide: true };
    execFile(interpreter, ["-c", PROBE], options, (failure, stdout, stderr) => {
      const said = read(stdout);
      if (said !== undefined) {
        resolve(said);
      } else if (failure === null) {
        resolve({ failure: "it gave no answer" });
      } else if (failure.killed === true) {
        resolve({ failure: `it gave no answer for ${Math.round(patience / 1000)} s` });
      } else if (failure.code === "ENOENT") {
        resolve({ failure: "there is no such file" });
      } else if (failure.code === "EACCES") {
        resolve({ failure: "it is no program that may be run" });
      } else {
        resolve({ failure: lastLine(stderr) ?? failure.message });
      }
    });
  });
}

/** The answer in what was printed, among what start-up files of the environment may have printed too. */
export function read(stdout: string): Probed | undefined {
  const line = stdout.split(/\r?\n/).find((one) => one.startsWith(MARK));
  if (line === undefined) {
    return undefined;
  }
  let told: unknown;
  try {
    told = JSON.parse(line.slice(MARK.length));
  } catch {
    return undefined;
  }
  if (typeof told !== "object" || told === null) {
    return undefined;
  }
  const { executable, python, fullgraph, broken, missing, torch } = told as Record<string, unknown>;
  if (typeof executable !== "string" || !isNumbers(python)) {
    return undefined;
  }
  return {
    executable,
    python,
    fullgraph: typeof fullgraph === "string" ? fullgraph : undefined,
    broken: typeof broken === "string" ? broken : undefined,
    missing: Array.isArray(missing) ? missing.filter((one) => typeof one === "string") : [],
    torch: typeof torch === "string" ? torch : undefined,
  };
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

function lastLine(text: string): string | undefined {
  return text.split(/\r?\n/).findLast((line) => line.trim() !== "");
}

/** Whether a version comes before another: by its numbers, without what stands behind them. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [numbers(version), numbers(than)];
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}

function numbers(version: string): number[] {
  return (/^\d+(\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
