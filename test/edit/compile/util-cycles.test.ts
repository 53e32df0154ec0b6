import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { findEndlessUtil } from "../../../src/edit/compile/util-cycles.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { scanByBoth } from "../language/scan-by-both.ts";

// With a match, each of these ends the process of the engine.
const endless: readonly string[] = [
  "{ a: { matches: a } }",
  "{ a: { any: [{ not: { all: [{ matches: b }] } }] }, b: { matches: a } }",
  "{ a: { has: { matches: b, stopBy: end } }, b: { inside: { matches: a, stopBy: end } } }",
  "{ a: { inside: { has: { matches: a } } } }",
  "{ a: { precedes: { matches: b } }, b: { follows: { matches: a } } }",
  "{ a: { any: [{ precedes: { matches: a } }, { follows: { matches: a } }] } }",
  "{ a: { nthChild: { position: 1, ofRule: { matches: a } } } }",
  "{ a: { inside: { kind: array, stopBy: { has: { matches: a } } } } }",
  "{ a: { precedes: { inside: { kind: array, has: { matches: a } } } } }",
  "{ a: { any: [{ has: { matches: a } }, { precedes: { matches: b } }] }, b: { follows: { matches: a } } }",
];

const ending: readonly string[] = [
  "{ a: { any: [{ kind: number }, { has: { matches: a } }] } }",
  "{ a: { any: [{ kind: number }, { inside: { matches: b, stopBy: end } }] }, b: { not: { matches: a } } }",
  "{ a: { any: [{ kind: number }, { has: { follows: { matches: a }, stopBy: end } }] } }",
  "{ a: { any: [{ regex: ^1$ }, { follows: { matches: a, stopBy: end } }] } }",
  "{ a: { any: [{ regex: ^1$ }, { has: { matches: a } }, { precedes: { matches: a } }] } }",
  "{ a: { has: { inside: { matches: b } } }, b: { kind: array } }",
  "{ a: { matches: b }, b: { has: { kind: number, stopBy: { has: { matches: b } } } } }",
];

describe("a utility rule that comes back to itself without end", () => {
  test.each(endless)("%s is refused", (utils) => {
    expect(findEndlessUtil(parse(utils))).toBe("a");
    const document = `id: it\nrule: { kind: array, matches: a }\nutils: ${utils}\nfix: { template: x, expandEnd: { matches: a } }`;
    const outcome = compileOp(ruleOpOf(document), "typescript");
    expect(outcome).toMatchObject({
      kind: "invalid",
      problems: [
        { field: ["utils", "a"], message: "the utility rule `a` refers to itself without end" },
      ],
    });
  });

  test("is refused if it is one of the project", () => {
    const rule = { inside: { has: { matches: "a" } } };
    const globalUtils = [{ id: "a", language: "ts", rule }];
    const op = { ...ruleOpOf("id: it\nrule: { kind: array, matches: a }\nfix: x"), globalUtils };
    expect(compileOp(op, "typescript")).toMatchObject({
      problems: [{ field: ["rule"], message: "the utility rule `a` refers to itself without end" }],
    });
  });

  test.each(ending)("is not %s", (utils) => {
    expect(findEndlessUtil(parse(utils))).toBeUndefined();
    const rule = `rule: { any: [{ kind: array }, { kind: number }], matches: a }\nutils: ${utils}\nfix: x\n`;
    const { ours, cli } = scanByBoth(rule, "f([1, a, [2], b, [[3]]])");
    expect(ours).toBe(cli);
  });
});
