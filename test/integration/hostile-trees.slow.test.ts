import { describe, expect, it } from "vitest";
import { ARGV, OPS } from "../support/hostile-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

describe("names", () => {
  const NEXT = {
    "app/(auth)/p.tsx": "foo(1);\n",
    "app/[id]/p.tsx": "foo(1);\n",
    "app/x/p.tsx": "foo(1);\n",
  };
  const left = (root: string) =>
    Object.keys(NEXT).filter((path) => readText(root, path).startsWith("foo"));

  it.each<[what: string, recipe: string, policy: string, untouched: string[]]>([
    ["exclude", 'scope: { exclude: ["app/(auth)/**"] }\n', "", ["app/(auth)/p.tsx"]],
    [
      "exclude of a folder",
      'scope: { exclude: ["app/(auth)", "app/[id]"] }\n',
      "",
      ["app/(auth)/p.tsx", "app/[id]/p.tsx"],
    ],
    ["readonly", 'scope: { readonly: ["app/(auth)/**"] }\n', "", ["app/(auth)/p.tsx"]],
    ["brackets", 'scope: { exclude: ["app/[id]/**"] }\n', "", ["app/[id]/p.tsx"]],
    [
      "a guard",
      "",
      'guards: [{ id: g, when: { anyFile: ["app/(auth)/**", "app/[id]"] }, verdict: discard, reason: No. }]\n',
      ["app/(auth)/p.tsx", "app/[id]/p.tsx"],
    ],
  ])(
    "with parentheses and brackets are what they look like in %s",
    async (_what, head, guards, untouched) => {
      const root = tempTree({
        ...NEXT,
        "r.yaml": head + recipeOf(OPS, "per: file"),
        "p.yaml": `version: 1\ndefault: { verdict: apply, reason: Yes. }\n${guards}`,
      });
      await cli(root, ["run", "r.yaml", "--policy", "p.yaml"]);
      expect(left(root)).toEqual(untouched);
    },
  );

  it.each([
    ['"app/(auth)"'],
    ['"app/(auth)/**"'],
    ['"app/[id]"'],
    ['"app/[id]/*.tsx"'],
    ['"app/@(x|y)/**"'],
  ])("are found by the path %s", async (path) => {
    const root = tempTree({ ...NEXT, "r.yaml": recipeOf(OPS, `paths: [${path}]`) });
    expect((await cliReport(root, ARGV)).report.totals.filesChanged).toBe(1);
  });

  it.each(["include", "exclude", "readonly"])(
    "that begin with `!` are an error in %s, because they protect nothing",
    async (key) => {
      const root = tempTree({
        "r.yaml": `scope: { ${key}: ["!vendor/**"] }\n${recipeOf(OPS)}`,
      });
      const { exitCode, report } = await cliReport(root, ARGV);
      expect(exitCode).toBe(2);
      expect(report.diagnostics[0]?.message).toContain("begins with `!`");
    },
  );
});

describe("reports never take the place of something else", () => {
  it.each([
    ["json=src/a.ts", "is not a report"],
    ["pretty=src/a.ts", "source file"],
    ["json=r.yaml", "another file of this run"],
    ["json=p.yaml", "another file of this run"],
    ["json=.git/config", ".git"],
    ["json=.sluice/x.json", ".sluice"],
    ["json=package.json", "is not a report"],
  ])("--report %s", async (report, says) => {
    const root = tempRepository({
      "r.yaml": recipeOf(OPS),
      "p.yaml": "version: 1\ndefault: { verdict: apply, reason: Yes. }\n",
      "src/a.ts": "foo(1);\n",
      "package.json": "{}",
    });
    const before = snapshot(root);
    const config = readText(root, ".git/config");
    const { exitCode, stderr } = await cli(root, [
      "preview",
      "r.yaml",
      "--policy",
      "p.yaml",
      "--report",
      report,
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect([snapshot(root), readText(root, ".git/config")]).toEqual([before, config]);
  });
});

describe("arguments", () => {
  it.each([
    [["--policy", "hold-all", "--policy", "apply-all"], "--policy: given twice."],
    [["--policy", ""], "--policy: the value is missing."],
    [["--policy", "apply-all", "--root", ""], "--root: the value is missing."],
    [["--policy", "apply-all", "--input", "s"], "`s` has no value"],
  ])("%j are refused", async (argv, says) => {
    const { exitCode, stderr } = await cli(tempTree({ "r.yaml": recipeOf(OPS) }), [
      "run",
      "r.yaml",
      ...argv,
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
