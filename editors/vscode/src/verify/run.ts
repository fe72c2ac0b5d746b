/** Runs `fullgraph verify`. */
import { type ChildProcess, spawn } from "node:child_process";
import { environment, launched } from "../launch";
import { type Verified, read } from "./report";

export interface Request {
  interpreter: string;
  folder: string;
  target: string;
  inputs: readonly string[];
  more: readonly string[];
}

export type Result = { verified: Verified } | { error: string } | { cancelled: true };

/** Time that it gets to end what it has started, once it is asked to end. */
const GRACE = 10_000;
/** Of what it prints beside the report, for the message where there is none. */
const KEPT = 100_000;

export function argumentsOf(request: Request): string[] {
  const inputs = request.inputs.flatMap((one) => ["--input", one]);
  return ["verify", request.target, "--output-format", "json", ...inputs, ...request.more];
}

/** `heard` gets what it says while it runs. */
export function run(request: Request, signal: AbortSignal, heard: (line: string) => void): Promise<Result> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ cancelled: true });
      return;
    }
    const child = spawn(request.interpreter, launched(...argumentsOf(request)), {
      cwd: request.folder,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== "win32",
    });
    const out: Buffer[] = [];
    let said = "";
    child.stdout.on("data", (data: Buffer) => out.push(data));
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (data: string) => {
      said = (said + data).slice(-KEPT);
      data.split(/\r?\n/).filter(Boolean).forEach(heard);
    });
    let forced: NodeJS.Timeout | undefined;
    const end = (): void => {
      terminate(child, "SIGTERM");
      forced = setTimeout(() => terminate(child, "SIGKILL"), GRACE);
    };
    const done = (result: Result): void => {
      signal.removeEventListener("abort", end);
      clearTimeout(forced);
      resolve(signal.aborted ? { cancelled: true } : result);
    };
    signal.addEventListener("abort", end, { once: true });
    child.on("error", (failure) => done({ error: `${request.interpreter} does not start: ${failure.message}` }));
    child.on("close", (status, killed) => {
      const [verified] = read(Buffer.concat(out).toString("utf8")) ?? [];
      done(verified === undefined ? { error: told(said, status, killed) } : { verified });
    });
  });
}

/** What went wrong where there is no report: the last thing that it said. */
export function told(said: string, status: number | null, killed: NodeJS.Signals | null): string {
  const lines = said.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  const error = lines.findLast((line) => /^error:/i.test(line)) ?? lines.at(-1);
  const end = killed === null ? `it ended with status ${status ?? "?"}` : `it was ended by ${killed}`;
  return error === undefined ? `${end} and said nothing` : error.replace(/^error:\s*/i, "");
}

function terminate(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], { windowsHide: true });
    return;
  }
  try {
    // It ends its own processes when it is asked to; the whole group only when it does not.
    process.kill(signal === "SIGKILL" ? -child.pid : child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
