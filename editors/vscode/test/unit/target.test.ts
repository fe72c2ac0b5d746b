import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { folderOf, targetIn } from "../../src/verify/folder";
import { factoryFor, inputsTyped } from "../../src/verify/target";

describe("the folder of a target", { skip: process.platform === "win32" }, () => {
  const among = (...files: string[]) => (file: string) => files.includes(file);

  it("is that of the nearest configuration in the workspace folder", () => {
    const file = "/work/a/b/net.py";
    assert.equal(folderOf(file, "/work", among("/work/pyproject.toml")), "/work");
    assert.equal(folderOf(file, "/work", among("/work/pyproject.toml", "/work/a/fullgraph.toml")), "/work/a");
    assert.equal(folderOf(file, "/work", among("/pyproject.toml")), "/work");
    assert.equal(folderOf(file, undefined, among("/work/pyproject.toml")), "/work/a/b");
    assert.equal(folderOf("/net.py", undefined, () => false), "/");
    assert.equal(folderOf("/work/..a/net.py", "/work", among("/work/..a/pyproject.toml")), "/work/..a");
  });

  it("is where its path begins", () => {
    assert.equal(targetIn("/work", "/work/a/net.py", "Net"), "a/net.py:Net");
  });
});

describe("inputs that are typed", () => {
  it("are one for each argument", () => {
    assert.deepEqual(inputsTyped("x=f32[8, 64]  labels=i64[8]<100>"), ["x=f32[8, 64]", "labels=i64[8]<100>"]);
    assert.deepEqual(inputsTyped(" x=f32[8,64], flag=True; "), ["x=f32[8,64]", "flag=True"]);
    assert.deepEqual(inputsTyped(""), []);
  });
});

describe("a factory", () => {
  it("is called like the class, and gives its arguments by name", () => {
    const { name, text } = factoryFor({ name: "HTTPNet2Block", kind: "module", line: 0, needs: ["width", "bias"], inputs: null });
    assert.equal(name, "build_http_net2_block");
    assert.match(text, /def build_http_net2_block\(\):\n.*\n {4}return \{"model": HTTPNet2Block\(width=\.\.\., bias=\.\.\.\), "inputs"/);
  });
});
