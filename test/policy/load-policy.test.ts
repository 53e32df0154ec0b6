import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { loadPolicy as load } from "../../src/policy/load-policy.ts";

const HEAD = "version: 1\ndefault: { verdict: discard, reason: No rule covers this change. }\n";

const loadPolicy = (text: string, path: string) => load(text, path, LANGUAGE_NAMES);

async function problems(text: string) {
  return (await loadPolicy(text, "p.yaml")).diagnostics.map(
    ({ code, line, column, message }) => `${line}:${column} ${code}: ${message}`,
  );
}

describe("loadPolicy", () => {
  it("reads guards and rules in order", async () => {
    const { policy, diagnostics } = await loadPolicy(
      `${HEAD}guards:
  - { id: generated, when: { anyFile: ["**/*.gen.ts"] }, verdict: discard, reason: Generated. }
rules:
  - id: small
    when: { recipe: ["assert-*"], tool: [ast_edit], allFiles: ["src/**"], maxFiles: 20 }
    verdict: apply
    reason: "\${{ facts.replacements }} replacements."
  - { id: rest, verdict: hold, reason: A person looks at it. }
`,
      "p.yaml",
    );
    expect(diagnostics).toEqual([]);
    expect(policy?.guards.map(({ id }) => id)).toEqual(["generated"]);
    expect(policy?.rules.map(({ id, verdict }) => [id, verdict])).toEqual([
      ["small", "apply"],
      ["rest", "hold"],
    ]);
  });

  it("knows languages by the short names that recipes know", async () => {
    const text = `${HEAD}rules: [{ id: a, when: { lang: [ts, JS] }, verdict: apply, reason: r }]\n`;
    expect((await loadPolicy(text, "p.yaml")).policy?.rules[0]?.when.lang).toEqual([
      "typescript",
      "javascript",
    ]);
  });

  it("keeps a guard of its own with the id `protected` instead of the built-in one", async () => {
    const text = `${HEAD}guards: [{ id: protected, when: { anyFile: [vendor/**] }, verdict: discard, reason: Vendored. }]\n`;
    expect((await loadPolicy(text, "p.yaml")).policy?.guards).toEqual([
      {
        id: "protected",
        when: { anyFile: ["vendor/**"] },
        verdict: "discard",
        reason: "Vendored.",
        place: { path: "p.yaml", line: 3, column: 10 },
      },
    ]);
  });

  it.each<[what: string, text: string, expected: string[]]>([
    ["a list", "- id: a\n", ["1:1 invalid-value: The file must be a map, and is a list."]],
    ["no default", "version: 1\n", ["1:1 missing-key: Missing key `default`."]],
    [
      "keys that no map may have, also where keys are free",
      `${HEAD}__proto__: {}\nchecks: { __proto__: { run: [a] } }\ncommits: { trailers: { __proto__: a } }\n`,
      [
        "3:1 unknown-key: Unknown key `__proto__`.",
        "4:11 unknown-key: Unknown key `__proto__`.",
        "5:24 unknown-key: Unknown key `__proto__`.",
      ],
    ],
    [
      "a reason that nobody sees",
      `${HEAD}rules: [{ id: a, verdict: apply, reason: "\\u200B \\0" }]\n`,
      ["3:42 invalid-value: `rules[0].reason` must not be blank."],
    ],
    [
      "an id of several lines",
      `${HEAD}rules: [{ id: "a\\nb", verdict: apply, reason: r }]\n`,
      ["3:15 invalid-value: `rules[0].id` must be one line without control characters."],
    ],
    [
      "an id of a rule that a built-in guard has",
      `${HEAD}rules: [{ id: protected-ci, verdict: apply, reason: r }]\n`,
      [
        "3:15 duplicate-id: The id `protected-ci` is that of a built-in guard, which only a guard can replace.",
      ],
    ],
    [
      "globs that seem to exclude",
      `${HEAD}guards: [{ id: a, verdict: hold, reason: r, when: { allFiles: ["!a/**"], ci: { branch: ["!main", "!(a|b)"] }, owners: { none: ["!x"] } } }]\n`,
      [
        "3:64 invalid-value: The glob `!a/**` begins with `!`, which excludes nothing here.",
        "3:128 invalid-value: The glob `!x` begins with `!`, which excludes nothing here.",
        "3:89 invalid-value: The glob `!main` begins with `!`, which excludes nothing here.",
      ],
    ],
    [
      "a name of a check that is none",
      `${HEAD}checks: { "a b": { run: [a] } }\n`,
      [
        "3:11 invalid-value: The key `a b` in `checks` must begin with a letter or digit and have only letters, digits, `.`, `_` and `-`.",
      ],
    ],
    [
      "a version that is a text",
      `${HEAD.replace("version: 1", "version: '1'")}`,
      ["1:10 invalid-value: `version` must be `1`, and is a text, `1`."],
    ],
    [
      "a verdict that is a map",
      `${HEAD}rules: [{ id: a, verdict: { apply: true }, reason: r }]\n`,
      [
        "3:27 invalid-value: `rules[0].verdict` must be `apply` or `warn` or `discard` or `hold`, and is a map.",
      ],
    ],
    [
      "R23 a missing reason",
      "version: 1\ndefault: { verdict: discard }\n",
      ["2:10 missing-key: Missing key `reason` in `default`."],
    ],
    [
      "R23 a blank reason",
      "version: 1\ndefault: { verdict: discard, reason: ' ' }\n",
      ["2:38 invalid-value: `default.reason` must not be blank."],
    ],
    [
      "an unknown verdict",
      "version: 1\ndefault: { verdict: maybe, reason: x }\n",
      [
        "2:21 invalid-value: `default.verdict` must be `apply` or `warn` or `discard` or `hold`, and is `maybe`.",
      ],
    ],
    ["an unknown key", `${HEAD}rulez: []\n`, ["3:1 unknown-key: Unknown key `rulez`."]],
    [
      "an unknown condition",
      `${HEAD}rules: [{ id: a, when: { allFile: [x] }, verdict: apply, reason: r }]\n`,
      ["3:26 unknown-key: Unknown key `allFile`."],
    ],
    [
      "an unknown fact",
      `${HEAD}rules: [{ id: a, verdict: apply, reason: "\${{ facts.replacement }}" }]\n`,
      ["3:42 unknown-fact: Unknown fact `replacement`."],
    ],
    [
      "an invalid expression",
      `${HEAD}rules: [{ id: a, verdict: apply, reason: "\${{ env.X }}" }]\n`,
      ["3:42 invalid-expression: Invalid expression `${{ env.X }}`."],
    ],
    [
      "an unknown language",
      `${HEAD}guards: [{ id: a, when: { lang: [ts, typescrpt] }, verdict: discard, reason: r }]\n`,
      ["3:38 unknown-language: There is no language `typescrpt`."],
    ],
    [
      "a duplicate id",
      `${HEAD}rules:\n  - { id: a, verdict: apply, reason: r }\n  - { id: a, verdict: apply, reason: r }\n`,
      ["5:11 duplicate-id: Two rules have the id `a`."],
    ],
    [
      "an id that the default has",
      `${HEAD}rules: [{ id: default, verdict: apply, reason: r }]\n`,
      ["3:15 duplicate-id: The id `default` is taken by `default:`."],
    ],
  ])("reports %s with its place", async (_what, text, expected) => {
    expect(await problems(text)).toEqual(expected);
    expect((await loadPolicy(text, "p.yaml")).policy).toBeUndefined();
  });
});
