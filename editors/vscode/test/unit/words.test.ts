import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { counted, duration, share } from "../../src/words";

describe("numbers in words", () => {
  it("have a unit that suits them", () => {
    assert.deepEqual([12.345, 0.0553, 0.0000284, 0].map(duration), ["12.3 s", "55.3 ms", "28.4 µs", "0 µs"]);
    assert.deepEqual([0.47, 0.0363, 0.0004, 1].map(share), ["47 %", "3.6 %", "<0.1 %", "100 %"]);
    assert.deepEqual([counted(1, "graph"), counted(0, "graph")], ["1 graph", "0 graphs"]);
  });
});
