import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FilePlan } from "../../src/model/file-plan.ts";
import { planFile } from "../support/plan-file.ts";
import { compiled } from "./compile/compiled.ts";

interface WrittenOp {
  readonly pat: string;
  readonly out: string;
}

function plan(text: string, ops: readonly WrittenOp[], editDespiteErrors = false): FilePlan {
  const compiledOps = ops.map((op, index) => compiled({ ...op, id: `ops[${index}]` }));
  return planFile(text, "typescript", compiledOps, { editDespiteErrors });
}

function edited(text: string, ops: readonly WrittenOp[]): Extract<FilePlan, { kind: "edited" }> {
  const result = plan(text, ops);
  if (result.kind !== "edited") throw new Error(`expected an edit, got ${result.kind}`);
  return result;
}

describe("one op", () => {
  test("A16 takes the outermost of nested self-matches and lists the superseded ones", () => {
    const result = edited("f(f(1)); f(2)", [{ pat: "f($A)", out: "g($A)" }]);
    expect(result.text).toBe("g(f(1)); g(2)");
    expect(result.replacements).toEqual([
      { opId: "ops[0]", start: 0, end: 7, text: "g(f(1))" },
      { opId: "ops[0]", start: 9, end: 13, text: "g(2)" },
    ]);
    expect(result.superseded).toEqual([
      {
        opId: "ops[0]",
        start: 2,
        end: 6,
        text: "",
        byOpId: "ops[0]",
        winner: { start: 0, end: 7 },
      },
    ]);
  });

  test("A16 a replacement without effect takes its part in that choice and is then dropped", () => {
    const op = { pat: "$A($$$B)", out: "f($$$B)" };
    expect(plan("f(g(1))", [op])).toEqual({ kind: "no-match" });
    expect(edited("f(g(1)); g(1)", [op]).text).toBe("f(g(1)); f(1)");
  });

  test("A5 an empty out deletes the match, and nothing around it", () => {
    expect(edited("\n a(); // b\n", [{ pat: "a()", out: "" }]).text).toBe("\n ; // b\n");
  });

  test("separators and comments between the nodes of an ellipsis are kept as they are", () => {
    const text = "f(1, /* one */\n  2 , // two\n  3)";
    expect(edited(text, [{ pat: "f($$$A)", out: "[$$$A]" }]).text).toBe(
      "[1, /* one */\n  2 , // two\n  3]",
    );
  });
});

describe("several ops", () => {
  test("A13 all of them see the original text, and all edits are in one list", () => {
    const result = edited("b; a", [
      { pat: "a", out: "b" },
      { pat: "b", out: "c" },
    ]);
    expect(result.text).toBe("c; b");
    expect(result.replacements.map(({ opId }) => opId)).toEqual(["ops[1]", "ops[0]"]);
  });

  test("A14 of two that overlap the earlier op wins, at any place", () => {
    const ops = [
      { pat: "g($A)", out: "h($A)" },
      { pat: "f($A)", out: "F($A)" },
    ];
    const inner = edited("f(g(1)); f(2)", ops);
    expect(inner.text).toBe("f(h(1)); F(2)");
    const winner = { start: 2, end: 6 };
    expect(inner.superseded).toEqual([
      { opId: "ops[1]", start: 0, end: 7, text: "F(g(1))", byOpId: "ops[0]", winner },
    ]);
    const outer = edited("f(g(1)); f(2)", [...ops].reverse());
    expect(outer.text).toBe("F(g(1)); F(2)");
    expect(outer.superseded).toMatchObject([{ opId: "ops[1]", start: 2, byOpId: "ops[0]" }]);
  });

  test("A15 byte-identical replacements count once and are not listed as superseded", () => {
    const result = edited("f(1)", [
      { pat: "f($A)", out: "g($A)" },
      { pat: "f(1)", out: "g(1)" },
      { pat: "f(1)", out: "h(1)" },
    ]);
    expect(result.replacements).toHaveLength(1);
    expect(result.superseded).toMatchObject([{ opId: "ops[2]", byOpId: "ops[0]" }]);
  });

  test("an earlier op that would change nothing does not stand in the way", () => {
    const ops = [
      { pat: "f($A)", out: "f($A)" },
      { pat: "f(1)", out: "f(2)" },
    ];
    expect(edited("f(1)", ops).text).toBe("f(2)");
  });
});

describe("syntax errors", () => {
  test("A8 a text with errors in which an op matches is reported and not edited", () => {
    expect(plan("f(1);\nlet = ;\n", [{ pat: "f($A)", out: "g($A)" }])).toEqual({
      kind: "syntax-errors",
      issues: [
        { line: 2, column: expect.any(Number), message: expect.stringMatching(/^unexpected/) },
      ],
      total: 1,
      mayBeValid: true,
    });
  });

  test("A8 a token that the parser made up is an error too", () => {
    expect(plan("f(1); if (x) {", [{ pat: "f($A)", out: "g($A)" }])).toEqual({
      kind: "syntax-errors",
      issues: [{ line: 1, column: 15, message: "missing `}`" }],
      total: 1,
      mayBeValid: true,
    });
  });

  test("errors are not searched if nothing matches or nothing would change", () => {
    const text = "f(1);\nlet = ;\n";
    expect(plan(text, [{ pat: "g($A)", out: "h($A)" }])).toEqual({ kind: "no-match" });
    expect(plan(text, [{ pat: "f($A)", out: "f($A)" }])).toEqual({ kind: "no-match" });
  });

  test("A9 issues are deduplicated and capped at 20, with the total; columns do not count a BOM", () => {
    const text = `\uFEFF${"let = ;\n".repeat(30)}f(1);`;
    const result = plan(text, [{ pat: "f($A)", out: "g($A)" }]);
    if (result.kind !== "syntax-errors") throw new Error(result.kind);
    expect(result.issues).toHaveLength(20);
    expect(result.total).toBeGreaterThanOrEqual(30);
    expect(new Set(result.issues.map((issue) => JSON.stringify(issue))).size).toBe(20);
    expect(result.issues[0]).toEqual({ line: 1, column: 5, message: "unexpected `=`" });
  });

  test("errors that are allowed are counted before and after", () => {
    const text = "f(1);\nlet = ;\n";
    const same = plan(text, [{ pat: "f($A)", out: "g($A)" }], true);
    expect(same).toMatchObject({ kind: "edited", parseErrorsBefore: 1, parseErrorsAfter: 1 });
    const worse = plan("f(1);", [{ pat: "f($A)", out: "g(" }]);
    expect(worse).toMatchObject({ kind: "edited", parseErrorsBefore: 0, parseErrorsAfter: 1 });
  });
});

test("A23 CRLF, BOM, emoji, leading blank lines and a missing final newline survive", () => {
  const piece = fc.constantFrom(
    "\r\n",
    "\n",
    "\n\n",
    "  ",
    "\t",
    "/* 😀é */",
    '"ü";',
    "x;",
    "keep(1);",
    "old(1);",
  );
  fc.assert(
    fc.property(fc.boolean(), fc.array(piece, { maxLength: 30 }), (hasBom, pieces) => {
      const text = (hasBom ? "\uFEFF" : "") + pieces.join("");
      const result = plan(text, [{ pat: "old($A)", out: "new_($A)" }]);
      const after = result.kind === "edited" ? result.text : text;
      expect(after).toBe(text.replaceAll("old(", "new_("));
    }),
  );
});
