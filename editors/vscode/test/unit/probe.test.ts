import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { type Probed, isOlder, probe, read } from "../../src/probe";
import { problemOf } from "../../src/problem";

const GOOD: Probed = {
  executable: "/env/bin/python",
  python: [3, 11, 7],
  fullgraph: "0.1.0",
  broken: undefined,
  missing: [],
  torch: "2.13.0",
};

describe("what an interpreter says of itself", () => {
  it("is found among what its start-up files print", () => {
    const told = JSON.stringify({ executable: "/p", python: [3, 12, 1], fullgraph: "1.2", missing: ["pygls"] });
    const found = read(`welcome\r\nfullgraph-probe:${told}\r\nbye\n`);
    assert.deepEqual(found, {
      executable: "/p",
      python: [3, 12, 1],
      fullgraph: "1.2",
      broken: undefined,
      missing: ["pygls"],
      torch: undefined,
    });
  });

  it("is none where it is something else", () => {
    for (const text of ["", "hello", "fullgraph-probe:{", "fullgraph-probe:null", 'fullgraph-probe:{"python": "3"}']) {
      assert.equal(read(text), undefined, text);
    }
  });
});

describe("versions", () => {
  it("are compared by their numbers", () => {
    assert(isOlder("0.0.9", "0.1.0"));
    assert(isOlder("0.9", "0.10"));
    assert(isOlder("", "0.1.0"));
    assert(isOlder("0", "0.1"));
    assert(!isOlder("0.1", "0.1.0"));
    assert(!isOlder("0.1.0.dev3+g12", "0.1.0"));
    assert(!isOlder("1", "0.1.0"));
  });
});

describe("a problem", () => {
  const message = (changed: Partial<Probed>) => problemOf("/p", { ...GOOD, ...changed })?.message ?? "";

  it("is none of an interpreter that has all", () => {
    assert.equal(problemOf("/p", GOOD), undefined);
    assert.equal(problemOf("/p", { ...GOOD, torch: undefined }), undefined, "the findings need no torch");
  });

  it("names the interpreter and what to do", () => {
    assert.match(message({ fullgraph: undefined, missing: ["pygls"] }), /not installed for \/p\. Install it there/);
    assert.match(message({ fullgraph: "0.0.3" }), /0\.0\.3 of \/p is too old .* needs 0\.1\.0 or newer\. Update/);
    assert.match(message({ fullgraph: "" }), /of unknown version of \/p is too old/);
    assert.match(message({ missing: ["pygls", "lsprotocol"] }), /pygls and lsprotocol\. Install it with its extra/);
    assert.match(message({ python: [3, 9, 1], fullgraph: undefined }), /is Python 3\.9\.1; fullgraph needs Python 3\.10/);
    assert.match(message({ python: [2, 7, 18] }), /is Python 2\.7\.18/);
    assert.match(message({ broken: "ImportError('click')" }), /cannot be imported by \/p: ImportError\('click'\)/);
    assert.match(problemOf("python3", { ...GOOD, fullgraph: undefined })?.message ?? "", /for \/env\/bin\/python\./);
    assert.match(problemOf("/p", { failure: "there is no such file" })?.message ?? "", /\/p cannot be used: there is no/);
  });
});

describe("asking an interpreter", { skip: process.platform === "win32" }, () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "probe-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const script = (name: string, ...lines: string[]): string => {
    const file = path.join(folder, name);
    writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
    chmodSync(file, 0o755);
    return file;
  };

  it("tells what is wrong with one that does not run", async () => {
    const none = await probe(path.join(folder, "none"));
    assert.deepEqual(none, { failure: "there is no such file" });
    writeFileSync(path.join(folder, "text"), "");
    assert.deepEqual(await probe(path.join(folder, "text")), { failure: "it is no program that may be run" });
    const broken = script("broken", "echo first >&2; echo 'no library libpython' >&2; exit 127");
    assert.deepEqual(await probe(broken), { failure: "no library libpython" });
    assert.deepEqual(await probe(script("other", "echo hello")), { failure: "it gave no answer" });
    assert.deepEqual(await probe(script("slow", "exec sleep 20"), 100), { failure: "it gave no answer for 0 s" });
  });

  it("imports nothing from the folder that it runs in", async (context) => {
    const python = "python3";
    if ("failure" in (await probe(python))) {
      context.skip("there is no Python");
      return;
    }
    const here = process.cwd();
    writeFileSync(path.join(folder, "fullgraph.py"), "print('imported')\n__version__ = '9'\n");
    writeFileSync(path.join(folder, "json.py"), "raise SystemExit('imported')\n");
    process.chdir(folder);
    try {
      const found = await probe(python);
      assert(!("failure" in found));
      assert.notEqual(found.fullgraph, "9");
    } finally {
      process.chdir(here);
    }
  });
});
