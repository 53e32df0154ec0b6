import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { findBuiltInPolicy } from "../../../src/policy/built-in-policies.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { cli } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** The rule of the base, and those of `safe`. */
const RULES = 1 + (findBuiltInPolicy("safe")?.rules.length ?? 0);

const FILES = {
  "sluice.policy.yaml": `version: 1
extends: [./base.policy.yaml, safe]
lift: [protected-ci]
guards:
  - id: own
    when: { not: { owners: ["@me"] }, any: [{ maxFiles: 3 }], expr: facts.additions > 3 }
    verdict: hold
    reason: "Owned: \${{ facts.owners }}."
`,
  "base.policy.yaml": `version: 1
default: { verdict: discard, reason: No. }
allow: { env: [A_KEY] }
rules: [{ id: base, verdict: apply, reason: Yes. }]
`,
};

it("shows every guard and rule in order, each with its place", async () => {
  const { exitCode, stdout } = await cli(tempTree(FILES), ["policy", "show"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("sluice.policy.yaml, extends base.policy.yaml, safe\n");
  expect(stdout).toContain(
    'guard  own: hold — Owned: ${{ facts.owners }}. (sluice.policy.yaml:5)\n       any: [{"maxFiles":3}]\n       not: {"owners":["@me"]}\n',
  );
  expect(stdout).toContain("rule   base: apply — Yes. (base.policy.yaml:4)\n");
  expect(stdout).toContain(`default discard — No. (base.policy.yaml:2)\n1 guard, ${RULES} rules\n`);
  expect(stdout).not.toContain("protected-ci");
});

it("says from which file each part comes, also those of packages and their commands", async () => {
  const shared = "node_modules/@acme/policies/sluice.policy.yaml";
  const root = tempTree({
    "sluice.policy.yaml": `version: 1
extends: ["@acme/policies", safe]
lift: [protected-ci]
checks: { own: { run: [own] } }
rules: [{ id: own, verdict: apply, reason: Yes., checks: [types] }]
`,
    [shared]: `version: 1
default: { verdict: hold, reason: No. }
lift: [protected-env]
limits: { maxFiles: 3 }
checks:
  own: { run: [hidden] }
  types: { run: [tsc] }
guards:
  - when: { files: [x] }
    id: g
    verdict: hold
    reason: G.
`,
  });
  const { stdout } = await cli(root, ["policy", "show"]);
  expect(stdout).toContain(`limits: {"maxFiles":3} (${shared}:4)\n`);
  expect(stdout).toMatch(/^check own: .*"own".* \(sluice\.policy\.yaml:4\)$/m);
  expect(stdout).toMatch(new RegExp(`^check types: .* \\(${shared}:7\\)$`, "m"));
  const resolved = await cli(root, ["policy", "show", "--resolved"]);
  for (const part of [
    `# ${shared}:2\ndefault:`,
    `# sluice.policy.yaml:3, ${shared}:3\nlift:`,
    "  # sluice.policy.yaml:4\n  own:",
    `  # ${shared}:7\n  types:`,
    `  # ${shared}:9\n  - id: g`,
    "  # sluice.policy.yaml:5\n  - id: own",
    "  # safe\n  - id: safe",
  ])
    expect(resolved.stdout).toContain(part);
  const { stdout: json } = await cli(root, ["policy", "show", "--format", "json"]);
  expect(JSON.parse(json).places).toMatchObject({
    "checks.types": [{ path: shared, line: 7 }],
    "rules.safe": [{ path: "safe" }],
  });
});

it("shows the parsers, of several for a language that of the nearest file", async () => {
  const root = tempTree({
    "sluice.policy.yaml":
      "version: 1\nextends: [base.yaml, safe]\nparsers: { py: [near], ruby: [ruby, -c] }\n",
    "base.yaml": "version: 1\nparsers: { py: [far], php: [php, -l] }\n",
  });
  const { stdout } = await cli(root, ["policy", "show"]);
  expect(stdout.match(/^parser \S+ {"run":\["\w+".*\(.*$/gm)).toEqual([
    expect.stringMatching(/^parser py: .*"near".*\(sluice\.policy\.yaml:3\)$/),
    expect.stringMatching(/^parser ruby: .*"-c".*\(sluice\.policy\.yaml:3\)$/),
    expect.stringMatching(/^parser php: .*"-l".*\(base\.yaml:2\)$/),
  ]);
});

it("shows pull requests and approvals, each from the nearest file, and those of a rule", async () => {
  const root = tempTree({
    "sluice.policy.yaml":
      "version: 1\nextends: [base.yaml, safe]\napprovals: { by: owners, expires: 7d }\n",
    "base.yaml": `version: 1
publish: { per: owner, maxOpen: 3 }
approvals: { by: write }
rules: [{ id: r, verdict: hold, reason: R., approvals: { by: [org/team], count: 2 } }]
`,
  });
  const { stdout } = await cli(root, ["policy", "show"]);
  for (const line of [
    'publish: {"per":"owner","branch":"sluice/${{ recipes }}/${{ group }}","title":"${{ commit.subject }}","maxOpen":3} (base.yaml:2)\n',
    'approvals: {"by":"owners","count":1,"notAuthor":true,"expires":"7d"} (sluice.policy.yaml:3)\n',
    '(base.yaml:4)\n       approvals: {"by":["org/team"],"count":2,"notAuthor":true}\n',
  ])
    expect(stdout).toContain(line);
  const resolved = await cli(root, ["policy", "show", "--resolved"]);
  expect(resolved.stdout).toContain("# base.yaml:2\npublish:");
});

it("prints one file that decides the same with --resolved", async () => {
  const root = tempTree(FILES);
  const { stdout } = await cli(root, ["policy", "show", "--resolved"]);
  const { policy, diagnostics } = await loadPolicy(stdout, "p.yaml", LANGUAGE_NAMES);
  expect(diagnostics).toEqual([]);
  const [shown, again] = [tempTree({ "sluice.policy.yaml": stdout }), root];
  const asJson = async (folder: string) => {
    const { stdout: text } = await cli(folder, [
      "policy",
      "show",
      "--resolved",
      "--format",
      "json",
    ]);
    return JSON.parse(text);
  };
  expect(await asJson(shown)).toEqual(await asJson(again));
  expect(policy?.rules).toHaveLength(RULES);
});

it.each([
  [["policy", "show", "nope"], "There is no file nope."],
  [["policy", "show"], "`policy show` needs a policy, and there is none."],
])("ends %j with exit code 2", async (argv, message) => {
  const { exitCode, stdout, stderr } = await cli(tempTree({}), argv);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

it("prints the faults of a policy as JSON if that is asked for", async () => {
  const root = tempTree({ "sluice.policy.yaml": "version: 1\nrulez: []\n" });
  const { exitCode, stdout } = await cli(root, ["policy", "show", "--format", "json"]);
  expect(exitCode).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    exitCode: 2,
    diagnostics: [{ code: "unknown-key", line: 2 }],
  });
});

it.each([
  ["nope", "hint: A policy is a file, or one of apply-all, safe, safe-for-agents, hold-all.\n"],
  [
    "hold-al",
    "hint: A policy is a file, or one of apply-all, safe, safe-for-agents, hold-all. Did you mean `hold-all`?\n",
  ],
])("names the built-in policies once for the unknown one %s", async (name, hint) => {
  const { exitCode, stderr } = await cli(tempTree({}), ["policy", "show", name]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(hint);
});

it("names the schema in what it prints with --resolved, for editors", async () => {
  const root = tempTree({ "sluice.policy.yaml": "version: 1\nextends: safe\n" });
  const { stdout } = await cli(root, ["policy", "show", "--resolved"]);
  expect(stdout).toMatch(
    /^# yaml-language-server: \$schema=https:.*\/v0\.0\.0\/schema\/policy\.schema\.json\n/,
  );
});
