import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Finding, causeIn, grouped, isFixable } from "../../src/findings/cause";

function finding(key: string, rank: number[], changed: Partial<Finding> = {}): Finding {
  const cause = { key, place: null, rank, why: "in every call" };
  return { uri: "file:///a.py", line: 1, character: 0, code: "FG101", message: "", isWarning: true, fixable: false, cause, ...changed };
}

describe("causes", () => {
  it("are ordered by cost, and have the findings that they are of", () => {
    const found = grouped([
      finding("dear", [1, -0.5]),
      finding("cheap", [1, 0, 2]),
      finding("all", [0, 0]),
      finding("cheap", [1, 0, 1], { line: 9 }),
      finding("frequent", [1, 0, 1], { uri: "file:///b.py" }),
    ]);
    assert.deepEqual(found.map((one) => [one.key, one.findings.map((each) => each.line)]), [
      ["all", [1]],
      ["dear", [1]],
      ["cheap", [9, 1]],
      ["frequent", [1]],
    ]);
  });

  it("at equal cost go by file and place", () => {
    const found = grouped([
      finding("d", [1], { uri: "file:///b.py" }),
      finding("c", [1], { line: 2 }),
      finding("b", [1], { character: 4 }),
      finding("a", [1]),
    ]);
    assert.deepEqual(found.map((one) => one.key), ["a", "b", "c", "d"]);
  });

  it("are read from what the server tells, and from nothing else", () => {
    const place = { uri: "file:///p.py", line: 3 };
    assert.deepEqual(causeIn({ cause: { key: "k", place, rank: [1, 2], why: "w" } }), { key: "k", place, rank: [1, 2], why: "w" });
    assert.deepEqual(causeIn({ cause: { key: "k", place: null, rank: [] } }), { key: "k", place: null, rank: [], why: "" });
    for (const data of [undefined, null, 3, {}, { cause: null }, { cause: { key: 1, rank: [] } }, { cause: { key: "k" } }]) {
      assert.equal(causeIn(data), undefined);
    }
  });

  it("say whether a fix is applied without a question", () => {
    assert(isFixable({ fix: { applicability: "safe" } }));
    assert(!isFixable({ fix: { applicability: "unsafe" } }));
    assert(!isFixable({}));
  });
});
