import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../../support/run-cli.ts";
import { runWith } from "../../support/run-request.ts";
import {
  commitAll,
  git,
  readText,
  snapshot,
  type Tree,
  tempRepository,
  writeTree,
} from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

const RECIPE = recipeOf([["f($A)", "g($A)"]], "per: file");
const SINCE = ["--since", "base", "--changed-lines"];

/** A repository with the branch `base`, and another tree in its work tree. */
function setUp(before: Tree, now: Tree, recipe = RECIPE): string {
  const root = tempRepository({ "r.yaml": recipe, ...before });
  git(root, "branch", "base");
  writeTree(root, now);
  return root;
}

/** The text of a file after all edits of a run were applied. */
async function textAfter(root: string, path = "a.ts", ...argv: readonly string[]): Promise<string> {
  const all = argv.length > 0 ? argv : SINCE;
  await cliReport(root, ["run", "r.yaml", "--policy", "apply-all", ...all]);
  return readText(root, path);
}

describe("--changed-lines keeps matches on changed lines only", () => {
  it("committed or not, in files with other matches; a file without changed lines is left out", async () => {
    const root = setUp({ "a.ts": "f(1);\nf(2);\nf(3);\n", "b.ts": "f(1);\n" }, {});
    writeTree(root, { "a.ts": "f(1);\nf(20);\nf(3);\n" });
    commitAll(root);
    writeTree(root, { "a.ts": "f(0);\nf(1);\nf(20);\nf(3);\n" });
    const { report } = await cliReport(root, ["preview", "r.yaml", ...SINCE]);
    expect(report.totals).toMatchObject({ filesSearched: 1, ledger: { found: 2 } });
    expect(await textAfter(root)).toBe("g(0);\nf(1);\ng(20);\nf(3);\n");
    expect(readText(root, "b.ts")).toBe("f(1);\n");
  });

  it.each<[what: string, before: string, now: string, expected: string]>([
    ["with CRLF", "f(1);\r\nf(2);\r\n", "f(1);\r\nf(3);\r\n", "f(1);\r\ng(3);\r\n"],
    ["with a BOM", "\uFEFFf(1);\nf(2);\n", "\uFEFFf(1);\nf(3);\n", "\uFEFFf(1);\ng(3);\n"],
    ["of which one is changed", "f(\n 1,\n);\nf(2);\n", "f(\n 3,\n);\nf(2);\n", "g(3);\nf(2);\n"],
    ["behind a deletion", "f(1);\nx();\nf(2);\n", "f(1);\nf(2);\n", "f(1);\nf(2);\n"],
    ["behind a deletion at the end", "f(1);\nf(2);\n", "f(1);\n", "f(1);\n"],
    ["without an end", "f(1);\nf(2);", "f(1);\nf(3);", "f(1);\ng(3);"],
    ["that only got an end", "f(1);\nf(2);", "f(1);\nf(2);\n", "f(1);\ng(2);\n"],
    ["that are alike", "f(1);\n", "f(1);\nf(1);\n", "f(1);\ng(1);\n"],
    [
      "behind others than ASCII",
      "/* 😀 */ f(1);\nf(2);\n",
      "/* 😀 */ f(1);\nf(3);\n",
      "/* 😀 */ f(1);\ng(3);\n",
    ],
  ])("on lines %s", async (_what, before, now, expected) => {
    expect(await textAfter(setUp({ "a.ts": before }, { "a.ts": now }))).toBe(expected);
  });

  it("of an untracked file all, and of a renamed one those that are not as before", async () => {
    const old = "f(1);\nf(2);\nf(3);\nf(4);\n";
    const root = setUp({ "a.ts": old }, { "new.ts": "f(1);\n" });
    renameSync(join(root, "a.ts"), join(root, "b.ts"));
    git(root, "add", "--all", "--", "a.ts", "b.ts");
    writeTree(root, { "b.ts": old.replace("2", "20") });
    expect(await textAfter(root, "b.ts")).toBe("f(1);\ng(20);\nf(3);\nf(4);\n");
    expect(readText(root, "new.ts")).toBe("g(1);\n");
  });

  it("with --staged those that are staged", async () => {
    const root = setUp({ "a.ts": "f(1);\nx();\ny();\nz();\nf(2);\n" }, {});
    writeTree(root, { "a.ts": "f(10);\nx();\ny();\nz();\nf(2);\n" });
    git(root, "add", "a.ts");
    writeTree(root, { "a.ts": "f(10);\nx();\ny();\nz();\nf(20);\n" });
    const text = await textAfter(root, "a.ts", "--staged", "--changed-lines");
    expect(text).toBe("g(10);\nx();\ny();\nz();\nf(20);\n");
    expect(git(root, "show", ":a.ts")).toBe("g(10);\nx();\ny();\nz();\nf(2);\n");
  });

  it("in the code of a page", async () => {
    const page = (a: number, b: number) => `<p>é</p>\n<script>\nf(${a});\nf(${b});\n</script>\n`;
    const recipe = recipeOf([["f($A)", "g($A)"]], 'languages: ["javascript"]');
    const root = setUp({ "a.html": page(1, 2) }, { "a.html": page(1, 3) }, recipe);
    expect(await textAfter(root, "a.html")).toBe(page(1, 3).replace("f(3)", "g(3)"));
  });
});

describe("a match on other lines", () => {
  it("supersedes nothing, and does not count for limits", async () => {
    const before = "f(\n  f(1),\n);\nf(2);\n";
    const ops = [
      ["f(f($A))", "outer($A)"],
      ["f($A)", "g($A)"],
    ] as const;
    const root = setUp({ "a.ts": before }, { "a.ts": `${before}f(3);\nf(4);\n` });
    writeTree(root, { "r.yaml": recipeOf(ops, "maxReplacements: 1") });
    expect(await textAfter(root)).toBe(`${before}g(3);\nf(4);\n`);
    const inner = setUp({ "a.ts": "h(f(1),\n1);\n" }, { "a.ts": "h(f(1),\n2);\n" });
    const nested = [
      ["f($A)", "g($A)"],
      ["h($A, $B)", "i($A, $B)"],
    ] as const;
    writeTree(inner, { "r.yaml": recipeOf(nested) });
    expect(await textAfter(inner)).toBe("i(f(1), 2);\n");
  });

  it("makes no edit less idempotent, and its syntax errors do not matter", async () => {
    const before = "f(1);\nf(2);\n";
    const root = setUp(
      { "a.ts": before, "broken.ts": "f(1);\nlet = ;\n" },
      { "a.ts": `${before}f(3);\n` },
    );
    writeTree(root, { "broken.ts": "f(1);\nlet = ;\nh();\n" });
    const argv = ["preview", "r.yaml", "--facts", "all", ...SINCE];
    const { report } = await cliReport(root, argv);
    expect(report.actions.map(({ facts }) => facts.idempotent)).toEqual([true]);
    expect(report.skipped).toEqual([]);
    const again = recipeOf([["f($A)", "f(g($A))"]], "per: file");
    writeTree(root, { "r.yaml": again });
    const second = await cliReport(root, argv);
    expect(second.report.actions.map(({ facts }) => facts.idempotent)).toEqual([false]);
  });

  it("is not found in a later pass, either, while the own edits of a pass are", async () => {
    const ops = [
      ["f($A)", "h($A)"],
      ["h(3)", "k(3)"],
    ] as const;
    const recipe = recipeOf(ops, "passes: 2\nper: file");
    const root = setUp({ "a.ts": "h(3);\n" }, { "a.ts": "h(3);\nf(3);\n" }, recipe);
    expect(await textAfter(root)).toBe("h(3);\nk(3);\n");
  });
});

describe("a run with --changed-lines", () => {
  it.each(["preview", "run"])("follows what earlier steps of the same %s did", async (command) => {
    const recipe = `version: 1
steps:
  - { id: text, tool: replace_text, with: { path: a.ts, old: "head();", new: "top();\\nf(0);" } }
  - { id: one, ast_edit: { per: match, ops: [{ pat: "f($A)", out: "longer($A)" }] } }
  - { id: two, ast_edit: { per: match, ops: [{ pat: "longer($A)", out: "g($A)" }] } }
`;
    const before = "head();\nf(1);\nlonger(1);\nf(2);\nlonger(2);\n";
    const root = setUp({ "a.ts": before }, { "a.ts": before.replaceAll("2", "20") }, recipe);
    const argv = [command, "r.yaml", "--policy", "apply-all", "--facts", "asked", ...SINCE];
    const { report } = await cliReport(root, argv);
    const added = report.actions.flatMap(({ files }) =>
      [...(files[0]?.diff ?? "").matchAll(/^\+(.*\))/gm)].map(({ 1: line }) => line),
    );
    expect(added).toEqual(["top()", "f(0)", "longer(20)", "g(20)", "g(20)"]);
  });

  it("applies what another call of the step has moved, and finds it again among the same lines", async () => {
    const recipe = `version: 1
steps:
  - parallel:
      - { id: one, ast_edit: { per: match, ops: [{ pat: "x()", out: "longer_x()" }] } }
      - id: two
        ast_edit: { ops: [{ pat: "f($A)", out: "g($A)" }, { pat: "h($A, $B)", out: "i($A, $B)" }] }
`;
    const before = "h(f(1),\n1);\n";
    const root = setUp({ "a.ts": before }, { "a.ts": "x();\nh(f(1),\n2);\n" }, recipe);
    expect(await textAfter(root)).toBe("longer_x();\ni(f(1), 2);\n");
  });

  it("keeps the findings of its lines apart from those of others", async () => {
    const root = setUp({ "a.ts": "f(1);\nf(2);\n" }, {});
    writeTree(root, { "a.ts": "f(1);\nf(20);\n" });
    commitAll(root);
    const found = async (since: string, changedLines: boolean) => {
      const request = { command: "preview", recipes: ["r.yaml"], cache: true } as const;
      const report = await runWith(root, { ...request, since, changedLines });
      return report.totals.ledger.found;
    };
    writeTree(root, { "a.ts": "f(1);\nf(20);\nh();\n" });
    commitAll(root);
    for (const _run of [1, 2]) {
      expect(await found("HEAD~1", true)).toBe(0);
      expect(await found("base", true)).toBe(1);
      expect(await found("base", false)).toBe(2);
    }
  });

  it("is made a plan of, which is derived again for the same lines", async () => {
    const before = "f(1);\n";
    const root = setUp({ "a.ts": before }, { "a.ts": `${before}f(2);\n` });
    commitAll(root);
    await cli(root, ["plan", "r.yaml", "--policy", "apply-all", "-o", "x.json", ...SINCE]);
    const plan = JSON.parse(readText(root, "x.json"));
    expect([plan.base.changedLines, plan.actions.length]).toEqual([true, 1]);
    const base = ["--trust", "base", "--base", "HEAD", "--policy", "apply-all"];
    const { exitCode } = await cliReport(root, ["apply", "x.json", "--since", "base", ...base]);
    expect([exitCode, readText(root, "a.ts")]).toEqual([0, "f(1);\ng(2);\n"]);
  });

  it("ends with 2 without --since and --staged, and writes nothing", async () => {
    const root = setUp({ "a.ts": "f(1);\n" }, {});
    const before = snapshot(root);
    const argv = ["run", "r.yaml", "--policy", "apply-all", "--changed-lines"];
    const { exitCode, stderr } = await cli(root, argv);
    expect([exitCode, snapshot(root)]).toEqual([2, before]);
    expect(stderr).toContain("Add --since REF, or --staged.");
  });

  it("is quiet if no line is left", async () => {
    const root = setUp({ "a.ts": "f(1);\nf(2);\n" }, { "a.ts": "f(1);\n" });
    const { exitCode, report } = await cliReport(root, ["preview", "r.yaml", "--check", ...SINCE]);
    expect([exitCode, report.actions]).toEqual([0, []]);
    writeFileSync(join(root, "a.ts"), "f(1);\nf(3);\n");
    const second = await cliReport(root, ["preview", "r.yaml", "--check", ...SINCE]);
    expect(second.exitCode).toBe(1);
  });
});
