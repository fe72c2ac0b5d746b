import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lineNow, linesNamed } from "../../src/places";

describe("lines that a text names", () => {
  it("are found, with their files", () => {
    const text = "x (line 13), lines 4-6, (net/blocks.py:13) and C:\\net\\a.py:2; underline 3";
    assert.deepEqual(
      linesNamed(text).map(({ start, end, file, line }) => [text.slice(start, end), file, line]),
      [
        ["line 13", undefined, 13],
        ["lines 4", undefined, 4],
        ["net/blocks.py:13", "net/blocks.py", 13],
        ["\\net\\a.py:2", "\\net\\a.py", 2],
      ],
    );
  });
});

describe("a line after changes", () => {
  const lines = ["import torch", "", "x = 1", "y = 2", "x = 1"];
  it("is where its text stands, the nearest one", () => {
    assert.equal(lineNow(lines, 2, "  x = 1"), 2);
    assert.equal(lineNow(lines, 3, "x = 1"), 2);
    assert.equal(lineNow(lines, 40, "x = 1"), undefined, "too far away to be the same");
    assert.equal(lineNow(lines, 0, "y = 2"), 3);
    assert.equal(lineNow(lines, 0, "z = 3"), undefined);
    assert.equal(lineNow(lines, 1, null), 1);
    assert.equal(lineNow(lines, 9, ""), undefined);
  });
});
