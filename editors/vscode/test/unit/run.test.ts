import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type Request, argumentsOf, run, told } from "../../src/verify/run";

const REPORT = readFileSync("test/unit/report.json", "utf8");

describe("running verify", { skip: process.platform === "win32" }, () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "run-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const request = (...lines: string[]): Request => {
    const interpreter = path.join(folder, "python");
    writeFileSync(interpreter, ["#!/bin/sh", ...lines, ""].join("\n"));
    chmodSync(interpreter, 0o755);
    writeFileSync(path.join(folder, "report.json"), REPORT);
    return { interpreter, folder, target: "net.py:Net", inputs: ["x=f32[8]"], more: ["--device", "cpu"] };
  };
  const never = new AbortController().signal;

  it("passes on target, inputs and more, and reads the report", async () => {
    const heard: string[] = [];
    const one = request('shift 2; echo "$@" >&2', "cat report.json", "exit 1");
    const result = await run(one, never, (line) => heard.push(line));
    assert("verified" in result);
    assert.equal(result.verified.target, "net.py:Net");
    assert.deepEqual(heard, ["verify net.py:Net --output-format json --input x=f32[8] --device cpu"]);
    assert.equal(argumentsOf(one)[0], "verify");
  });

  it("says what went wrong", async () => {
    assert.deepEqual(await run(request("echo 'Usage: x' >&2; echo 'Error: no such option' >&2; exit 2"), never, () => undefined), {
      error: "no such option",
    });
    assert.deepEqual(await run(request("exit 3"), never, () => undefined), { error: "it ended with status 3 and said nothing" });
    assert.deepEqual(await run(request("kill -9 $$"), never, () => undefined), { error: "it was ended by SIGKILL and said nothing" });
    const none = { ...request(), interpreter: path.join(folder, "none") };
    const result = await run(none, never, () => undefined);
    assert("error" in result && result.error.includes("does not start"));
  });

  it("asks it to end when it is cancelled", async () => {
    const abort = new AbortController();
    const one = request("trap 'touch ended; exit 1' TERM", "echo begun >&2", "while true; do sleep 0.05; done");
    const result = await run(one, abort.signal, () => abort.abort());
    assert.deepEqual(result, { cancelled: true });
    assert(existsSync(path.join(folder, "ended")));
    const late = await run(one, abort.signal, () => assert.fail("it was run"));
    assert.deepEqual(late, { cancelled: true });
  });

  it("tells the error, else the last line", () => {
    assert.equal(told("Error: first\nhint\n", 2, null), "first");
    assert.equal(told("net.py:Net: running\nKilled\n", 1, null), "Killed");
  });
});
