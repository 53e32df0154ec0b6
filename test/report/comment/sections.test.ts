import { expect, it } from "vitest";
import { decisionItems } from "../../../src/report/comment/sections.ts";

it("shows a decision in one line, whatever people write", () => {
  const decision = {
    verdict: "apply",
    state: "applied",
    by: "olga",
    at: "2026-01-01T00:00:00.000Z",
    actions: ["a".repeat(64), "b".repeat(64), "c".repeat(64), "d".repeat(64)],
    reason: "# Fine\n@all <b>",
    rule: "careful",
    why: "1 of 1 wanted.",
    commit: "e".repeat(40),
  } as const;
  expect(decisionItems([decision, { ...decision, isPlanned: true }])).toMatchInlineSnapshot(`
    [
      "- aaaaaaaaaaaa, bbbbbbbbbbbb, cccccccccccc and 1 more \\(rule careful\\): applied in eeeeeeeeee: apply by olga: \\# Fine @&#8203;all &lt;b&gt; 1 of 1 wanted.",
      "- aaaaaaaaaaaa, bbbbbbbbbbbb, cccccccccccc and 1 more \\(rule careful\\): would be applied in eeeeeeeeee: apply by olga: \\# Fine @&#8203;all &lt;b&gt; 1 of 1 wanted.",
    ]
  `);
  expect(decisionItems(undefined)).toEqual([]);
});
