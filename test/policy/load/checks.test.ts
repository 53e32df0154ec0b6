import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { writtenOf } from "../../../src/policy/written-of.ts";

const HEAD = "version: 1\ndefault: { verdict: hold, reason: No rule. }\n";
const BASE = `${HEAD}checks: { types: { run: [tsc] }, unit: { run: [test] } }
maxCheckRuns: 7
`;

const load = (text: string) =>
  loadPolicy(`${HEAD}${text}`, "p.yaml", LANGUAGE_NAMES, async () => {
    return { written: BASE, path: "base.yaml" };
  });

async function problems(text: string) {
  const { diagnostics } = await load(text);
  return diagnostics.map(({ line, column, message, hint = "" }) =>
    `${line}:${column} ${message} ${hint}`.trim(),
  );
}

const rule = (more: string, verdict = "apply") =>
  `rules: [{ id: a, verdict: ${verdict}, reason: r${more} }]\n`;

describe("checks of a policy file", () => {
  it("are read with their defaults, and can be written again", async () => {
    const text = `checks:
  types: { run: [tsc, --noEmit], after: rule, timeout: 90s, cwd: ./packages/a/, env: [DB] }
  all: { run: a && b, shell: true }
maxCheckRuns: 3
${rule(", checks: [types, all], onCheckFailure: bisect")}`;
    const { policy, diagnostics } = await load(text);
    expect(diagnostics).toEqual([]);
    const types = { name: "types", run: ["tsc", "--noEmit"], shell: false, timeout: 90_000 };
    const all = { name: "all", run: ["a && b"], shell: true, timeout: 600_000 };
    expect(policy).toMatchObject({
      checks: [
        { ...types, cwd: "packages/a", env: ["DB"], after: "rule" },
        { ...all, cwd: "", env: [], after: "action" },
      ],
      maxCheckRuns: 3,
      rules: [{ checks: ["types", "all"], onCheckFailure: "bisect" }],
    });
    const written = policy && writtenOf(policy);
    const again = await loadPolicy(written ?? {}, "p.yaml", LANGUAGE_NAMES);
    expect(again.policy?.checks).toEqual(policy?.checks);
    expect(again.policy && writtenOf(again.policy)).toEqual(written);
  });

  it("may compare numbers, and can be written again", async () => {
    const text = `checks:
  errors: { run: [tsc], count: "error TS", ok: [0, 2] }
  alerts: { run: [scan], sarif: ./out/a.sarif, removed: ["js/*"] }
  plain: { run: [scan], sarif: "-" }
${rule(", checks: [errors, alerts, plain]")}`;
    const { policy, diagnostics } = await load(text);
    expect(diagnostics).toEqual([]);
    expect(policy?.checks).toMatchObject([
      { measure: { kind: "lines", text: "error TS" }, ok: [0, 2] },
      { measure: { kind: "findings", from: "out/a.sarif", removed: ["js/*"] } },
      { measure: { kind: "findings", from: "-", removed: [] } },
    ]);
    const again = await loadPolicy((policy && writtenOf(policy)) ?? {}, "p.yaml", LANGUAGE_NAMES);
    expect(again.policy?.checks).toEqual(policy?.checks);
  });

  it("are those of the nearest file, by name", async () => {
    const { policy } = await load(
      `extends: base.yaml\nchecks: { types: { run: [other] } }\n${rule(", checks: [unit]")}`,
    );
    expect(policy?.checks?.map(({ name, run }) => [name, ...run])).toEqual([
      ["types", "other"],
      ["unit", "test"],
    ]);
    expect(policy?.maxCheckRuns).toBe(7);
  });

  it.each([
    [
      "checks: { a: { run: npm test } }",
      'A text needs a shell. Write a list, such as `["npm", "test"]`, or add `shell: true`.',
    ],
    [
      "checks: { a: { run: [a], shell: true } }",
      "A shell takes one text, not a list. Leave `shell` out, or write the command as one text.",
    ],
    ["checks: { a: { run: [] } }", "`checks.a.run` must not be empty."],
    ["checks: { a: { run: ['  '] } }", "The program has no name."],
    ['checks: { a: { run: ["a", "b\\0"] } }', "A command has no NUL characters."],
    ["checks: { a: { run: [a], cwd: ../b } }", "The folder `../b` leaves the root"],
    ["checks: { a: { run: [a], cwd: /b } }", "The folder `/b` is absolute"],
    ['checks: { a: { run: [a], count: x, sarif: "-" } }', "`count` or `sarif`, not both"],
    ["checks: { a: { run: [a], removed: [x] } }", "Only findings of `sarif` are removed."],
    ["checks: { a: { run: [a], sarif: ../a } }", "The file `../a` leaves the root"],
    ['checks: { a: { run: [a], count: "a\\nb" } }', "must be one line"],
    ["checks: { a: { run: [a], ok: [256] } }", "`checks.a.ok[0]`"],
    ["checks: { a: { run: [a], timeout: 0s } }", "must be a number and a unit"],
    ["checks: { a: { run: [a], env: [sk-123] } }", "must be the name of an environment variable"],
    ["checks: { a: { run: [a], after: all } }", "`checks.a.after`"],
    ["checks: { a: { run: [a], wait: 1 } }", "Unknown key `wait`"],
    ["checks: { a: { run: [a] }, a: { run: [b] } }", "The same key stands twice"],
    ["maxCheckRuns: 0", "`maxCheckRuns`"],
    [
      `checks: { types: { run: [a] } }\n${rule(", checks: [type]")}`,
      "There is no check `type`. Did you mean `types`?",
    ],
    [rule(", checks: [types]"), "There is no check `types`. Describe it under `checks:`."],
    [`checks: { a: { run: [a] } }\n${rule(", checks: [a, a]")}`, "`a` stands twice."],
    [`checks: { a: { run: [a] } }\n${rule(", checks: []")}`, "`rules[0].checks`"],
    [
      `checks: { a: { run: [a] } }\n${rule(", checks: [a]", "hold")}`,
      "A rule that says `hold` has no result to check.",
    ],
    [rule(", onCheckFailure: bisect"), "The rule names no checks."],
    [
      `transaction: run\nchecks: { a: { run: [a] } }\n${rule(", checks: [a], onCheckFailure: bisect")}`,
      "keeps all or nothing: it cannot bisect.",
    ],
  ])("are refused: %s", async (text, message) => {
    const found = await problems(text);
    expect(found.join("\n")).toContain(message);
    expect(found).toHaveLength(1);
  });
});
