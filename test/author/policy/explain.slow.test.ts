import { expect, it } from "vitest";
import { explained, FILES, ranTree } from "../../support/explained-run.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { tempRepository, writeTree } from "../../support/temp-tree.ts";

it("says of a file without an action why: the record tells it, or it is found out again from the recipe and the tree", async () => {
  const root = await ranTree();
  const files: readonly (readonly [path: string, told: string])[] = [
    ["src/c.ts", "r › step-1: No pattern matched in it"],
    ["src/c.ts:1", "r › step-1: No pattern matched in it"],
    ["src/b.ts:1", "1 action in this file, and none touches line 1. They change the lines 2–3 of"],
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
    [".gitignore", "The built-in guard `protected-git` discards each action on it"],
    [".git/config", "r: `.git` and `.sluice` are out of every scope."],
  ];
  for (const [path, told] of files) {
    const { exitCode, stdout } = await cli(root, ["policy", "explain", "last", path]);
    expect([path, exitCode]).toEqual([path, 0]);
    expect(stdout).toContain("  no action\n");
    expect(stdout).toContain(told);
  }
});

it("says what a person did with a held action later", async () => {
  const root = await ranTree();
  await cli(root, ["resolve", "last", "--all", "apply", "--reason", "Fine."], {
    newRunId: () => "later",
  });
  const { stdout } = await cli(root, ["policy", "explain", "test-run", "src/b.ts"]);
  expect(stdout).toContain("later, a person: apply in the run later — Fine.\n");
});

it("says that a step was skipped, that a recipe has changed, and that the file was written since", async () => {
  const recipe = `${FILES["r.yaml"]}  - { when: "false", ast_edit: { ops: [{ pat: "z($A)", out: "y($A)" }] } }\n`;
  const root = tempRepository({ ...FILES, "r.yaml": recipe });
  await cli(root, ["run", "r.yaml"]);
  writeTree(root, { "r.yaml": `${recipe}# changed\n`, "src/c.ts": "c(2);\n" });
  const { explanation } = await explained(root, "last", "src/c.ts");
  expect(explanation.file?.findings.map(({ code, from }) => [code, from])).toEqual([
    ["step-skipped", "record"],
    ["changed", "now"],
    ["recipe", "now"],
  ]);
});

it("lists the first thousand of many actions, with the counts of all", async () => {
  const root = tempRepository(FILES);
  const { report } = await cliReport(root, ["preview", "r.yaml"]);
  const [action] = report.actions;
  const actions = Array.from({ length: 1100 }, (_, index) => ({ ...action, id: `${index}` }));
  writeTree(root, { "many.json": JSON.stringify({ ...report, actions }) });
  const { explanation } = await explained(root, "many.json");
  expect([explanation.table?.length, explanation.more, explanation.counts]).toEqual([
    1000,
    100,
    { apply: 1100 },
  ]);
});

it("ends at a signal also while it evaluates many actions, and exits with 130", async () => {
  const root = tempRepository(FILES);
  const { report } = await cliReport(root, ["preview", "r.yaml"]);
  const files = Array.from({ length: 300 }, (_, index) => `src/some/folder/file-${index}.ts`);
  const [action] = report.actions;
  const held = { ...action, state: "held", facts: { ...action?.facts, files, fileCount: 300 } };
  const actions = Array.from({ length: 1000 }, (_, index) => ({ ...held, id: `${index}` }));
  const rules = files.map(
    (_, index) =>
      `  - { id: r${index}, when: { anyFile: ["**/x*y${index}*z*.js"] }, verdict: hold, reason: R${index}. }\n`,
  );
  writeTree(root, {
    "many.json": JSON.stringify({ ...report, actions }),
    "slow.yaml": `version: 1\ndefault: { verdict: hold, reason: None. }\nrules:\n${rules.join("")}`,
  });
  const interrupted = new AbortController();
  setTimeout(() => interrupted.abort("SIGINT"), 1000);
  const argv = ["policy", "explain", "many.json", "--policy", "slow.yaml"];
  const { exitCode, stdout } = await cli(root, argv, { interrupted: interrupted.signal });
  expect([exitCode, stdout]).toEqual([130, ""]);
});

it("shows control characters in names and reasons without obeying them", async () => {
  const root = tempRepository({ ...FILES, "src/\x1b[2Jx.ts": "a(1);\n" });
  await cli(root, ["run", "r.yaml"]);
  for (const argv of [[], ["src/\x1b[2Jx.ts"], ["src/\x1b[2Jx.ts", "--why-not", "apply"]]) {
    const { stdout } = await cli(root, ["policy", "explain", "last", ...argv]);
    expect(stdout).toContain("src/\\x1b[2Jx.ts");
    expect(stdout).not.toContain("\x1b");
  }
});
