import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempRepository, writeTree } from "../support/temp-tree.ts";

const POLICY = `version: 1
default: { verdict: hold, reason: No rule covers this change. }
guards:
  - { id: vendored, when: { anyFile: ["vendor/**"] }, verdict: discard, reason: Not ours. }
rules:
  - id: small
    when: { any: [{ allFiles: ["src/**"], maxReplacements: 1 }, { touchesChangedLines: true }] }
    verdict: apply
    reason: Small.
  - { id: one-file, when: { maxFiles: 0, maxReplacements: 0 }, verdict: apply, reason: None. }
`;

const FILES = {
  "sluice.policy.yaml": POLICY,
  "r.yaml": `version: 1
scope: { exclude: ["src/gen/**"], readonly: ["src/ro.ts"] }
steps:
  - ast_edit:
      per: file
      paths: ["src/**", "vendor/**", "dist/**"]
      ops: [{ pat: "a($A)", out: "b($A)" }]
`,
  ".gitignore": "dist/\n",
  "src/a.ts": "a(1);\n",
  "src/b.ts": "x();\na(1);\na(2);\n",
  "src/c.ts": "c(1);\n",
  "src/broken.ts": "a(1); function(\n",
  "src/gen/g.ts": "a(1);\n",
  "src/ro.ts": "a(1);\n",
  "src/t.txt": "a(1)\n",
  "vendor/v.ts": "a(1);\n",
};

async function ranTree(): Promise<string> {
  const root = tempRepository(FILES);
  writeTree(root, { "dist/d.js": "a(1);\n" }); // Git ignores it.
  await cli(root, ["run", "r.yaml"]);
  return root;
}

it("says of a file without an action why: the record tells it, or it is found out again from the recipe and the tree", async () => {
  const root = await ranTree();
  const files: readonly (readonly [path: string, told: string])[] = [
    ["src/c.ts", "r › step-1: No pattern matches in it."],
    ["src/c.ts:1", "r › step-1: No pattern matches in it."],
    [
      "src/b.ts:1",
      "1 action in this file, and none touches line 1: no pattern matches there. They change the lines 2–3 of",
    ],
    ["src/gen/g.ts", "step-1: The scope of the recipe excludes it."],
    ["src/ro.ts", "step-1: The recipe may only read it."],
    ["dist/d.js", "step-1: Git ignores it, or it is a dependency."],
    [
      "src/broken.ts",
      "step-1: It has matches, and syntax errors, so that it was left alone: 1 error",
    ],
    [
      "src/t.txt",
      "r › step-1: The language of the file is not known: no grammar is for it. (found out now)",
    ],
    ["r.yaml", "r › step-1: No glob of its `paths` matches: src/**, vendor/**, dist/**."],
    [".gitignore", "the built-in guard `protected-git` discards each action on it"],
    [".git/config", "r: `.git` and `.sluice` are out of every scope."],
  ];
  for (const [path, told] of files) {
    const { exitCode, stdout } = await cli(root, ["policy", "explain", "last", path]);
    expect([path, exitCode]).toEqual([path, 0]);
    expect(stdout).toContain("  no action\n");
    expect(stdout).toContain(told);
  }
});
