import { expect, it } from "vitest";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const LONG = "a".repeat(200);
const STARS = `${"*a".repeat(60)}b`;
const recipe = (top: string, edit = 'paths: ["src"]') =>
  `version: 1\nname: r\n${top}steps:\n  - id: s\n    ast_edit: { ${edit}, ops: [{ pat: "f($A)", out: "g($A)" }] }\n`;
const policy = (when: string) =>
  `version: 1\ndefault: { verdict: apply, reason: r }\nguards:\n  - { id: g, when: { ${when} }, verdict: discard, reason: r }\n`;
const rule = `id: x\nlanguage: js\nrule: { pattern: f($A) }\nfix: g($A)\nfiles: ["${STARS}"]\nignores: ["${STARS}c"]\n`;

/** Seconds for the command and the Action together; the factor of five is for a busy machine. */
const BOUND = 5 * 4;

it.each([
  ["a scope", { "recipe.yaml": recipe(`scope: { include: ["**/${STARS}", "src/**"] }\n`) }, 0],
  [
    "paths",
    { "recipe.yaml": recipe("", `paths: ["src/${STARS}", "src/+(${"a|aa|".repeat(9)}a)b"]`) },
    0,
  ],
  [
    "paths with repeats that look like names",
    {
      "recipe.yaml": recipe("", 'paths: ["src/**", "src/@(a+a+a+a+a+a+b)"]'),
      [`src/${LONG.slice(100)}`]: "f(1);\n",
    },
    0,
  ],
  ["languageGlobs", { "recipe.yaml": recipe(`languageGlobs: { js: ["${STARS}"] }\n`) }, 0],
  [
    "an input's pattern",
    {
      "recipe.yaml": recipe(
        `inputs: { i: { type: string, pattern: "(a+)+b", default: ${LONG} } }\n`,
        'paths: ["${{ inputs.i }}"]',
      ),
    },
    2,
  ],
  [
    "a rule's files",
    {
      "recipe.yaml": `version: 1\nname: r\nsteps: [{ id: s, ast_edit: { paths: [src], rules: ["rules/**"] } }]\n`,
      "rules/x.yml": rule,
    },
    0,
  ],
  [
    "a policy",
    {
      "recipe.yaml": recipe(""),
      "sluice.policy.yaml": policy(`anyFile: ["src/${STARS}"], tool: ["${STARS}"]`),
    },
    0,
  ],
  ["a nested group", { "recipe.yaml": recipe(`scope: { include: ["${"@(".repeat(50)}"] }\n`) }, 2],
] as const)(
  "answers for %s that tries ways without end, in seconds",
  async (_where, files, exitCode) => {
    const request = await openPullRequest({
      base: { ...files, "src/a.js": "f(1);\n" },
      head: () => ({ [`src/${LONG}.js`]: "f(2);\n" }),
    });
    const started = performance.now();
    const attempts = await checkSafely(request, { recipes: ["recipe.yaml"] });
    expect(attempts.map((attempt) => attempt.exitCode)).toEqual([exitCode, exitCode]);
    expect((performance.now() - started) / 1000).toBeLessThan(BOUND);
  },
  60_000,
);
