import { expect, it } from "vitest";
import { cli } from "../../support/run-cli.ts";
import { readText, tempFolder, tempTree } from "../../support/temp-tree.ts";
import { USER } from "../../support/user-state.ts";

const RECIPE = `version: 1
name: r
steps: [{ id: s, ast_edit: { paths: [src], ops: [{ pat: "f($A)", out: "g($A)" }] } }]
`;

function policy(check: string): string {
  return `version: 1
default: { verdict: hold, reason: No rule. }
checks: { look: { ${check} } }
rules: [{ id: all, verdict: apply, reason: All., checks: [look] }]
`;
}

/** A real scanner: it finds each call of \`g\`, or of a name that it is given. */
const SCANNER = `
const { readFileSync } = require("node:fs");
const name = process.argv[2];
const results = readFileSync("src/a.js", "utf8").split("\\n").flatMap((line, at) => {
  const region = { startLine: at + 1, startColumn: 1, endColumn: 2 };
  const artifactLocation = { uri: "file://" + process.cwd() + "/src/a.js" };
  const found = { ruleId: "no-" + name, locations: [{ physicalLocation: { artifactLocation, region } }] };
  return line.startsWith(name + "(") ? [found] : [];
});
process.stdout.write(JSON.stringify({ runs: [{ tool: { driver: { name: "scan" } }, results }] }));
process.exit(results.length === 0 ? 0 : 1);
`;

const SCAN = 'run: [node, scan.cjs, f], sarif: "-", removed: [no-f]';

it.each<[what: string, check: string, exitCode: number, told: string]>([
  [
    "no line is new",
    'run: [grep, -n, "[fg](", src/a.js], count: "("',
    0,
    "passed (2 lines, 2 before)",
  ],
  [
    "a line is new",
    'run: [grep, -n, "[fg](", src/a.js], count: "g("',
    1,
    "(2 lines, and 0 before)",
  ],
  [
    "the program fails before",
    "run: [node, missing.cjs], count: g",
    1,
    "before the changes, it failed",
  ],
  ["the alert is gone", SCAN, 0, "passed (0 findings, 2 before)"],
  ["alerts are new", SCAN.replace("f]", "g]"), 1, "2 findings are new: src/a.js:1 no-g"],
])(
  "a plan is compared with the tree before it is written: %s",
  async (_what, check, code, told) => {
    const files = { "r.yaml": RECIPE, "src/a.js": "f(1);\nf(2);\n", "scan.cjs": SCANNER };
    const root = tempTree({ ...files, "sluice.policy.yaml": policy(check) });
    const world = { user: USER, env: { PATH: process.env.PATH, HOME: tempFolder() } };
    expect((await cli(root, ["plan", "r.yaml", "-o", "plan.json"], world)).exitCode).toBe(0);
    const applied = await cli(root, ["apply", "plan.json", "--allow-code"], world);
    expect(applied.stdout + applied.stderr).toContain(told);
    expect(applied.exitCode).toBe(code);
    expect(readText(root, "src/a.js")).toBe(code === 0 ? "g(1);\ng(2);\n" : "f(1);\nf(2);\n");
  },
);
