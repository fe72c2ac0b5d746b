import assert from "node:assert/strict";
import * as os from "node:os";
import * as path from "node:path";
import { describe, it } from "node:test";
import { type Surroundings, candidates, expanded } from "../../src/candidates";

const AROUND: Surroundings = {
  setting: "",
  chosen: undefined,
  folder: "/work",
  trusted: true,
  platform: "linux",
  exists: () => false,
};

const asked = (changed: Partial<Surroundings>) => candidates({ ...AROUND, ...changed }).map((one) => one.interpreter);

describe("the interpreters that are asked", { skip: process.platform === "win32" }, () => {
  it("are the one of the setting alone, where it is set", () => {
    assert.deepEqual(asked({ setting: "/opt/python", chosen: "/chosen" }), ["/opt/python"]);
    assert.deepEqual(asked({ setting: ".venv/bin/python" }), ["/work/.venv/bin/python"]);
  });

  it("are then the one that is chosen in the Python extension", () => {
    assert.deepEqual(candidates({ ...AROUND, chosen: "/chosen" }), [
      { interpreter: "/chosen", origin: "python-extension" },
    ]);
  });

  it("are else those of the folder, and of the PATH", () => {
    assert.deepEqual(asked({ exists: () => true }), [
      "/work/.venv/bin/python",
      "/work/venv/bin/python",
      "/work/env/bin/python",
      "python3",
      "python",
    ]);
    assert.deepEqual(asked({}), ["python3", "python"]);
    assert.deepEqual(asked({ platform: "win32", exists: (file) => file.includes(".venv") }), [
      path.join("/work", ".venv", "Scripts", "python.exe"),
      "python",
      "py",
    ]);
    assert.deepEqual(asked({ folder: undefined, exists: () => true }), ["python3", "python"]);
  });

  it("are none of a workspace that is not trusted", () => {
    assert.deepEqual(asked({ trusted: false, chosen: "/work/.venv/bin/python", exists: () => true }), ["python3", "python"]);
    // The value of the workspace is restricted by VS Code itself; this is the user's.
    assert.deepEqual(asked({ trusted: false, setting: "/opt/python" }), ["/opt/python"]);
  });
});

describe("the setting", { skip: process.platform === "win32" }, () => {
  it("knows variables, the home and bare names", () => {
    assert.equal(expanded("${workspaceFolder}/env/bin/python", "/work"), "/work/env/bin/python");
    assert.equal(expanded("~/env/bin/python", "/work"), path.join(os.homedir(), "env/bin/python"));
    assert.equal(expanded(" python3.12 ", "/work"), "python3.12");
    assert.equal(expanded("env/bin/python", undefined), "env/bin/python");
  });
});
