import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { escaped, markdown } from "../../src/verify/markdown";
import { type Verified, costTold, gainTold, headline, inlineTold, outcome, read } from "../../src/verify/report";

// What fullgraph 0.1.0 prints for a small module with three breaks, less the source.
const TEXT = readFileSync("test/unit/report.json", "utf8");

function report(changed: Partial<Verified> = {}): Verified {
  const [found] = read(TEXT) ?? [];
  assert(found !== undefined);
  return { ...found, ...changed };
}

describe("a report", () => {
  it("has breaks with what they cost, the most costly first", () => {
    const found = report();
    assert.equal(found.target, "net.py:Net");
    assert.equal(found.graphs, 3);
    assert.deepEqual(
      found.breaks.map((one) => [one.place.line, one.predictedBy, costTold(one)]),
      [
        [16, ["FG401"], "6.7 % of the step · 25 µs"],
        [13, ["FG201"], "2.4 % of the step · 9.14 µs · 1 eager operator · 1 sync"],
        [14, ["FG101"], "1.9 % of the step · 7.27 µs · 1 eager operator · 1 sync"],
      ],
    );
  });

  it("is told in one line", () => {
    assert.equal(headline(report()), "3 graph breaks · 3 graphs · slower, 2.37x the time");
    assert.equal(headline(report({ breaks: [], graphs: 1, ratio: { value: 1.7, low: 1.6, high: 1.8 } })), "no graph break · 1 graph · 1.70x as fast");
    assert.equal(headline(report({ breaks: [], graphs: 1, ratio: undefined })), "no graph break · 1 graph");
    const failure = { message: "no inputs: give them\nsecond line", traceback: "" };
    assert.equal(headline(report({ failure })), "could not be run: no inputs: give them");
    const wrong = { check: "numerics", status: "fail", summary: "", notes: [] };
    assert.equal(
      headline(report({ breaks: [], graphs: 1, ratio: undefined, verdicts: [wrong] })),
      "no graph break · 1 graph · not same values as eager",
    );
    const only = report().breaks.slice(0, 1).map((one) => ({ ...one, modes: ["fullgraph"] }));
    assert.equal(headline(report({ breaks: only, graphs: 1, ratio: undefined })), "1 graph break under fullgraph=True · 1 graph");
  });

  it("says what compiling gains only where the interval does", () => {
    assert.equal(gainTold(report({ ratio: { value: 1.1, low: 0.98, high: 1.2 } })), "as fast as eager");
    assert.equal(gainTold(report({ ratio: undefined })), undefined);
  });

  it("has an outcome", () => {
    assert.equal(outcome(report()), "fail");
    assert.equal(outcome(report({ exitStatus: 0 })), "pass");
    assert.equal(outcome(report({ exitStatus: 2 })), "error");
  });

  it("says behind a line what check missed, and what breaks only under fullgraph=True", () => {
    const [one] = report().breaks;
    assert(one !== undefined);
    assert.equal(inlineTold(one), "graph break: 6.7 % of the step · 25 µs");
    const missed = { ...one, predictedBy: [], modes: ["fullgraph"], cost: undefined };
    assert.equal(inlineTold(missed), "graph break under fullgraph=True (missed by check)");
  });

  it("is read from what is there, and none from other text", () => {
    for (const text of ["", "Error: no such option", "[]", "{}", '{"targets": 3}']) {
      assert.equal(read(text), undefined, text);
    }
    const [empty] = read('{"targets": [{"target": "a.py:f", "before": {"failure": null, "breaks": null, "gains": null}}]}') ?? [];
    assert(empty !== undefined);
    assert.equal(headline(empty), "no graph break");
    assert.equal(outcome(empty), "error");
  });
});

describe("the report as Markdown", () => {
  const link = () => "file:///project/net.py#L1";

  it("has checks, times and breaks", () => {
    const text = markdown(report(), link);
    assert.match(text, /^# net\.py:Net\n\n\*\*3 graph breaks · 3 graphs · slower, 2\.37x the time\*\*/);
    assert.match(text, /\| ❌ \| no graph break \| 3 graph breaks, 3 graphs; with fullgraph=True 2 \|/);
    assert.match(text, /slower, 2\.37x the time: 92\.9 µs in eager, 221 µs compiled/);
    assert.match(text, /\| 6\.7 % \| 25 µs \| \[net\.py:16\]\(file:\/\/\/project\/net\.py#L1\) in forward \| Failed to trace builtin operator \(\[GB0059\]/);
    assert.match(text, /```python\nprint\("step", scale\)\n```/);
  });

  it("shows text of a target as it is", () => {
    const [one] = report().breaks;
    assert(one !== undefined);
    const reason = "a | b\n# c <img src=x> [d](command:e) `f`";
    const url = "javascript:alert(1)";
    const bad = { ...one, reason, url, place: { ...one.place, source: "```\n# x" }, explanation: "![](http://x/y.png)" };
    const text = markdown(report({ breaks: [bad] }), link);
    assert(text.includes("a \\| b \\# c \\<img src=x\\> \\[d\\](command:e) \\`f\\`"));
    assert(!text.includes("javascript:"));
    assert(text.includes("````python\n```\n# x\n````"));
    assert(text.includes("\\!\\[\\](http://x/y.png)"));
    assert.equal(escaped("a\n\n b"), "a b");
  });

  it("says why a target could not be run", () => {
    const text = markdown(report({ failure: { message: "boom ```", traceback: "Traceback" }, verdicts: [], breaks: [] }), link);
    assert.match(text, /## Could not be run\n\n````\nboom ```\n````\n\n```\nTraceback\n```/);
  });
});
