import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import {
  git,
  readText,
  snapshot,
  type Tree,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { initRepository } from "../support/write-repository.ts";
import { recipeOf } from "../support/yaml.ts";

const RECIPE = recipeOf([["foo($A)", "bar($A)"]], 'paths: ["**", x.gen.ts]\nper: file');
const POLICY = `version: 1
default: { verdict: apply, reason: Clean. }
guards:
  - { id: dirty, when: { dirtyFiles: true }, verdict: hold, reason: "Not committed: \${{ facts.dirtyFiles }}." }
`;
const NAMES = ["clean", "changed", "staged"];
const FILES = {
  ...Object.fromEntries(NAMES.map((name) => [`${name}.ts`, "foo(1);\n"])),
  "r.yaml": RECIPE,
  "p.yaml": POLICY,
  ".gitignore": "*.gen.ts\n.sluice/\n",
};

function dirtyRepository(): string {
  const root = tempRepository(FILES);
  writeTree(root, { "x.gen.ts": "foo(1);\n", "new.ts": "foo(1);\n" });
  writeTree(root, { "changed.ts": "foo(2);\n", "staged.ts": "foo(2);\n" });
  git(root, "add", "staged.ts");
  return root;
}

const ARGV = ["run", "r.yaml", "--policy", "p.yaml"];

describe("dirtyFiles", () => {
  it("are the files of an action that are changed, staged, untracked, or ignored and named", async () => {
    const root = dirtyRepository();
    const { report, exitCode } = await cliReport(root, ARGV);
    expect(exitCode).toBe(4);
    expect(
      report.actions.map(({ state, facts }) => [facts.files[0], state, facts.dirtyFiles]),
    ).toEqual([
      ["changed.ts", "held", ["changed.ts"]],
      ["clean.ts", "applied", []],
      ["new.ts", "held", ["new.ts"]],
      ["staged.ts", "held", ["staged.ts"]],
      ["x.gen.ts", "held", ["x.gen.ts"]],
    ]);
    expect(report.actions[0]?.reason).toBe("Not committed: changed.ts.");
    expect(readText(root, "changed.ts")).toBe("foo(2);\n");
  });

  it.each(["run", "preview"])(
    "do not count what the run itself has written (%s)",
    async (command) => {
      const more = `  - { id: again, ast_edit: { ops: [{ pat: bar($A), out: baz($A) }] } }
  - { id: make, tool: write_file, with: { path: made.ts, content: "foo(1);\\n" } }
  - { id: log, tool: write_file, with: { path: made.gen.ts, content: "foo(1);\\n" } }
  - { id: more, tool: replace_text, with: { path: made.ts, old: "1", new: "2" } }
  - { id: more-log, tool: replace_text, with: { path: made.gen.ts, old: "1", new: "2" } }
`;
      const root = tempRepository({ ...FILES, "x.gen.ts": "", "r.yaml": RECIPE + more });
      const { report } = await cliReport(root, [command, ...ARGV.slice(1)]);
      expect(report.diagnostics).toEqual([]);
      expect(report.actions.map(({ facts }) => facts.dirtyFiles)).toEqual(Array(8).fill([]));
      expect(report.totals.held).toBe(0);
    },
  );

  it("are relative to the root, also where it is a folder of the repository", async () => {
    const inPkg = Object.fromEntries(
      Object.entries(FILES).map(([path, text]) => [`pkg/${path}`, text]),
    );
    const root = tempRepository({ ...inPkg, "pkg/x.gen.ts": "", "changed.ts": "" });
    writeTree(root, { "pkg/changed.ts": "foo(2);\n", "clean.ts": "not below the root" });
    const { report } = await cliReport(join(root, "pkg"), ARGV);
    expect(report.actions.map(({ facts }) => facts.dirtyFiles)).toEqual([["changed.ts"], [], []]);
  });

  it("are not known outside of git: a guard on them holds, a rule does not", async () => {
    const root = tempTree({ ...FILES, "x.gen.ts": "" });
    const { report } = await cliReport(root, ARGV);
    expect(report.actions[0]).toMatchObject({
      state: "held",
      reason: "Not committed: (not known).",
    });
    expect(report.actions[0]?.facts).not.toHaveProperty("dirtyFiles");
    const rules = "rules: [{ id: r, when: { dirtyFiles: false }, verdict: apply, reason: Yes. }]\n";
    const hold = "version: 1\ndefault: { verdict: hold, reason: No. }\n";
    writeTree(root, { "p.yaml": hold + rules });
    expect((await cliReport(root, ARGV)).report.totals).toMatchObject({ applied: 0, held: 3 });
  });

  it("are all of them before the first commit", async () => {
    const root = tempTree({ ...FILES, "x.gen.ts": "" });
    initRepository(root);
    expect((await cliReport(root, ARGV)).report.totals).toMatchObject({ applied: 0, held: 3 });
  });
});

describe("--require-clean", () => {
  const CLEAN = ["--require-clean"];
  const { "x.gen.ts": _none, ...COMMITTED }: Tree = { ...FILES, "x.gen.ts": "" };
  const committed = () =>
    tempRepository({ ...COMMITTED, "r.yaml": recipeOf([["foo($A)", "bar($A)"]]) });

  it.each(["run", "preview"])(
    "refuses to %s over changes, names them, and writes nothing",
    async (command) => {
      const root = committed();
      const many = Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`n${10 + at}.ts`, ""]),
      );
      writeTree(root, { ...many, "changed.ts": "foo(2);\n" });
      const before = snapshot(root);
      const { exitCode, report } = await cliReport(root, [command, ...ARGV.slice(1), ...CLEAN]);
      expect([exitCode, report.actions]).toEqual([2, []]);
      expect(report.diagnostics).toEqual([
        {
          code: "dirty-tree",
          severity: "error",
          message:
            "The work tree has changes that are not committed, in 13 files: changed.ts, n10.ts, n11.ts, n12.ts, n13.ts, n14.ts, n15.ts, n16.ts, n17.ts, n18.ts, and 3 more.",
          hint: "Commit or stash them, or leave out --require-clean.",
        },
      ]);
      expect(snapshot(root)).toEqual(before);
    },
  );

  it("lets a clean tree pass, whatever is ignored or in `.sluice`", async () => {
    const root = committed();
    writeTree(root, { "y.gen.ts": "", ".sluice/runs/x": "", "pkg/.sluice/y": "" });
    git(root, "rm", "-q", "--cached", ".gitignore");
    writeTree(root, { ".git/info/exclude": "*.gen.ts\n.gitignore\n" });
    git(root, "commit", "-qm", "No .gitignore");
    expect((await cliReport(root, [...ARGV, ...CLEAN])).exitCode).toBe(0);
  });

  it("warns about a file that only a filter could compare, and runs no filter", async () => {
    const root = committed();
    const canary = join(tempFolder(), "canary");
    writeTree(root, { "clean.ts": "foo(3);\n", ".gitattributes": "clean.ts filter=x\n" });
    git(root, "add", "-A");
    git(root, "commit", "-qm", "Filtered");
    git(root, "config", "filter.x.clean", `touch ${canary}; cat`);
    writeTree(root, { "clean.ts": "foo(4);\n" });
    const { exitCode, report } = await cliReport(root, [...ARGV, ...CLEAN]);
    expect([exitCode, report.diagnostics]).toMatchObject([4, [{ code: "dirty-unknown" }]]);
    const [{ facts } = { facts: {} }] = report.actions;
    expect(facts).not.toHaveProperty("dirtyFiles");
    expect(existsSync(canary)).toBe(false);
  });

  it("looks below the root only", async () => {
    const root = tempRepository({ "pkg/r.yaml": recipeOf([["a", "b"]]), "other/x.ts": "" });
    writeTree(root, { "other/x.ts": "changed" });
    const argv = ["preview", "r.yaml", ...CLEAN];
    expect((await cliReport(join(root, "pkg"), argv)).exitCode).toBe(0);
  });

  it.each<[what: string, spoil: (root: string) => void, says: string]>([
    ["there is no repository", () => undefined, "it is not in a git work tree"],
    [
      "the repository is broken",
      (root) => {
        initRepository(root);
        writeTree(root, { ".git/index": "broken" });
      },
      "Cannot tell if",
    ],
  ])("refuses where %s, because nobody can tell", async (_what, spoil, says) => {
    const root = tempTree(FILES);
    spoil(root);
    const { exitCode, report } = await cliReport(root, [...ARGV, ...CLEAN]);
    expect(exitCode).toBe(2);
    expect(report.diagnostics[0]).toMatchObject({ code: "dirty-tree" });
    expect(report.diagnostics[0]?.message).toContain(says);
    expect(readText(root, "clean.ts")).toBe("foo(1);\n");
  });
});
