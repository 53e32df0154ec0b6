import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";

const HEAD = "version: 1\ndefault: { verdict: discard, reason: No. }\n";

async function problemsOf(when: string): Promise<readonly string[]> {
  const text = `${HEAD}rules:\n  - id: a\n    verdict: apply\n    reason: r\n    when: ${when}\n`;
  const { diagnostics } = await loadPolicy(text, "p.yaml", LANGUAGE_NAMES);
  return diagnostics.map(({ column, code, message }) => `${column} ${code}: ${message}`);
}

describe("the conditions of a policy", () => {
  it.each<[when: string, problem: string]>([
    ["{ files: [] }", "20 invalid-value: `rules[0].when.files` must not be empty."],
    [
      "{ files: 3 }",
      "20 invalid-value: `rules[0].when.files` must be true or false, a list of globs, or a map with `any`, `all`, `none` or `count`.",
    ],
    ["{ files: { al: [a] } }", "22 unknown-key: Unknown key `al`."],
    [
      "{ files: {} }",
      "20 invalid-value: `rules[0].when.files` must have `any`, `all`, `none` or `count`.",
    ],
    [
      "{ files: { count: { min: 3, max: 2 } } }",
      "29 invalid-value: `rules[0].when.files.count` must have a `min` that is not above its `max`.",
    ],
    ["{ additions: {} }", "24 invalid-value: `rules[0].when.additions` must have `min` or `max`."],
    ["{ additions: -1 }", "24 invalid-value: `rules[0].when.additions` must be at least 0."],
    ["{ not: {} }", "18 invalid-value: `rules[0].when.not` must not be empty."],
    ["{ any: [] }", "18 invalid-value: `rules[0].when.any` must not be empty."],
    ["{ any: [{ filez: true }] }", "21 unknown-key: Unknown key `filez`."],
    [
      "{ commentsLost: [a] }",
      "27 invalid-value: `rules[0].when.commentsLost` must be true or false, or a map with `count`.",
    ],
    ["{ not: { lang: [klingon] } }", "27 unknown-language: There is no language `klingon`."],
    [
      "{ any: [{ newFiles: { none: [../a] } }] }",
      "40 path-out-of-root: The glob `../a` leaves the root or could; `..` is not allowed.",
    ],
    [
      "{ expr: 'facts.aditions > 1' }",
      "19 invalid-condition: `expr`, at character 7: Unknown fact `facts.aditions`. Did you mean `additions`?",
    ],
    [
      "{ expr: 'facts.additions > \"a\"' }",
      "19 invalid-condition: `expr`, at character 1: no such overload: int > string.",
    ],
    [
      "{ expr: 'facts.additions' }",
      "19 invalid-condition: `expr`: It comes to a value of type `int`, and must be true or false.",
    ],
    [
      "{ expr: 'facts.label.matches(\"a\")' }",
      "19 invalid-condition: `expr`, at character 1: `matches` is not supported. Use `startsWith`, `endsWith`, `contains` or a comparison.",
    ],
    ["{ expr: '1 +' }", "19 invalid-condition: `expr`, at character 4: Unexpected token: EOF."],
  ])("are refused with their place: %s", async (when, problem) => {
    expect(await problemsOf(when)).toEqual([problem]);
  });

  it("show the fault of an expression by a caret", async () => {
    const text = `${HEAD}guards: [{ id: a, verdict: hold, reason: r, when: { expr: "true && facts.ownrs" } }]\n`;
    const { diagnostics } = await loadPolicy(text, "p.yaml", LANGUAGE_NAMES);
    expect(diagnostics[0]?.frame).toBe("> 1 | true && facts.ownrs\n    |               ^");
  });
});
