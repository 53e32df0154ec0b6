import { cpSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { scanProjectWithCli } from "../../support/ast-grep-cli.ts";
import { besidesLoss } from "../../support/besides-loss.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, type Tree, tempFolder, tempTree } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
steps:
  - id: it
    ast_edit:
      rules: ["rules/**/*.yml"]
      paths: ["src"]
`;

/** Runs a step with all rule files of a tree. */
async function run(tree: Tree, recipe = RECIPE) {
  const root = tempTree({ "recipe.yaml": recipe, ...tree });
  const report = await runWith(root, { policy: "apply-all" });
  const told = report.diagnostics.map(
    ({ path, line, column, message }) => `${path}:${line}:${column} ${message}`,
  );
  return { root, report, told };
}

/** Runs the rules of a tree with both; its sgconfig.yml names the folder \`rules\`. */
async function byBoth(tree: Tree, file: string): Promise<{ ours: string; cli: string }> {
  const { root, told } = await run(tree);
  expect(told).toEqual([]);
  const folder = tempFolder();
  const fresh = tempTree(tree);
  cpSync(fresh, folder, { recursive: true });
  scanProjectWithCli(folder);
  return { ours: readText(root, file), cli: readText(folder, file) };
}

const RULE = `id: one
language: ts
rule: { pattern: one($A) }
fix: uno($A)
`;

describe("ast-grep rule files, as they are", () => {
  it("hold several rules each, which come after the ops of the step, in order (A13)", async () => {
    const recipe = RECIPE.replace(
      "      rules:",
      "      ops: [{ pat: one(1), out: first }]\n      rules:",
    );
    const { root, report } = await run(
      {
        "rules/b.yml": "language: ts\nrule: { pattern: two($A) }\nfix: dos($A)\n",
        "rules/a/a.yml": `${RULE}---\n${RULE.replaceAll("one", "three")}---\n`,
        "rules/notes.md": "no rule",
        "src/a.ts": "one(1); one(2); two(3); three(4);\n",
      },
      recipe,
    );
    expect(report.diagnostics).toEqual([]);
    expect(readText(root, "src/a.ts")).toBe("first; uno(2); dos(3); uno(4);\n");
    expect(report.outcome).toBe("ok");
  });

  it("apply to files of their own language only, also where another one would take them (A7)", async () => {
    const { root, report } = await run({
      "rules/a.yml": `${RULE}---\nid: css\nlanguage: css\nrule: { kind: color_value, regex: ^#000$ }\nfix: black\n`,
      "src/a.ts": "one(1);\n",
      "src/a.tsx": "one(1);\n",
      "src/a.js": "one(1);\n",
      "src/a.css": "a { color: #000; }\n",
    });
    const texts = ["ts", "tsx", "js", "css"].map((name) => readText(root, `src/a.${name}`));
    expect(texts).toEqual(["uno(1);\n", "one(1);\n", "one(1);\n", "a { color: black; }\n"]);
    expect(besidesLoss(report.alerts)).toEqual([]);
  });

  it("count once, however often and in whatever spelling they are named", async () => {
    const names = '["rules/a.yml", "./rules/a.yml", "rules//a.yml", "./rules/*.yml", "rules/**"]';
    const { root, told } = await run(
      { "rules/a.yml": RULE, "src/a.ts": "one(1);\n" },
      RECIPE.replace('["rules/**/*.yml"]', names),
    );
    expect(told).toEqual([]);
    expect(readText(root, "src/a.ts")).toBe("uno(1);\n");
  });

  it("are not applied where their severity is off", async () => {
    const off = `${RULE}severity: off\n`;
    const { root, report } = await run({
      "rules/a.yml": `${off}---\n${off.replace("one", "two")}`,
      "src/a.ts": "one(1);\n",
    });
    expect(readText(root, "src/a.ts")).toBe("one(1);\n");
    expect(report.diagnostics).toMatchObject([
      {
        ...{ code: "no-rules", severity: "warning", path: "recipe.yaml", line: 5 },
        message:
          "No rule is in use, so this step changes nothing: `severity: off` of `one`, `two`.",
      },
    ]);
    expect(report.exitCode).toBe(0);
  });

  it("are left out without a word where others are in use", async () => {
    const { root, told } = await run({
      "rules/a.yml": `${RULE}severity: off\n---\n${RULE.replaceAll("one", "two")}`,
      "src/a.ts": "one(1); two(2);\n",
    });
    expect(told).toEqual([]);
    expect(readText(root, "src/a.ts")).toBe("one(1); uno(2);\n");
  });

  test.each([
    ["files: ['src/x*']", ["src/x.ts", "src/xy/z/a.ts"]],
    ["files: ['src/*/a.ts']", ["src/a/a.ts", "src/xy/z/a.ts"]],
    ["files: ['**/a.ts']", ["src/a/a.ts", "src/xy/z/a.ts"]],
    ["files: ['src/**']", ["src/A.ts", "src/a/a.ts", "src/x.ts", "src/xy/z/a.ts"]],
    ["files: ['src/**/x.ts']", ["src/x.ts"]],
    ["files: ['src/{x,a/a}.ts']", ["src/a/a.ts", "src/x.ts"]],
    ["files: ['src/[!a-z].ts']", ["src/A.ts"]],
    ["files: [{ glob: SRC/a*, caseInsensitive: true }]", ["src/A.ts", "src/a/a.ts"]],
    ["files: ['src/**']\nignores: ['**/a.ts', 'src/?.ts']", []],
    ["ignores: ['src/xy/**']", ["src/A.ts", "src/a/a.ts", "src/x.ts"]],
  ])("look at the files that %j lets them, as ast-grep does", async (globs, edited) => {
    const paths = ["src/A.ts", "src/a/a.ts", "src/x.ts", "src/xy/z/a.ts"];
    const tree = {
      "sgconfig.yml": "ruleDirs: [rules]\n",
      "rules/a.yml": `${RULE}${globs}\n`,
      ...Object.fromEntries(paths.map((path) => [path, "one(1);\n"])),
    };
    const changed: string[] = [];
    for (const path of paths) {
      const { ours, cli } = await byBoth(tree, path);
      expect(ours, path).toBe(cli);
      if (cli !== "one(1);\n") changed.push(path);
    }
    expect(changed).toEqual(edited);
  });

  it("may use the utility rules of the project, whose metavariables are their own", async () => {
    const { ours, cli } = await byBoth(
      {
        "sgconfig.yml": "ruleDirs: [rules]\nutilDirs: [utils]\n",
        "utils/twice.yml": "id: twice\nlanguage: ts\nrule: { pattern: $A + $A }\n",
        "utils/deep.yml": `id: deep
language: ts
utils: { small: { kind: number, regex: ^.$ } }
rule: { any: [{ matches: small }, { has: { matches: deep } }] }
`,
        "utils/either.yml": `id: either
language: ts
arguments: [LEFT, RIGHT]
rule: { any: [{ matches: LEFT }, { matches: RIGHT }] }
`,
        "rules/a.yml": `id: a
language: ts
rule:
  pattern: f($A, $B)
  all:
    - has: { kind: arguments, all: [{ has: { nthChild: 1, matches: twice } }, { has: { nthChild: 2, matches: twice } }] }
    - has: { matches: deep, stopBy: end }
    - has: { stopBy: end, matches: { either: { LEFT: { kind: string }, RIGHT: { kind: regex } } } }
fix: k($B, $A)
`,
        "src/a.ts": `f(1 + 1, y + y)["a"];
f(x + x, y + y);
f(["a", 1] + ["a", 1], y + y);
f([/a/, [2]] + [/a/, [2]], z.a + z.a);
f([/a/, [2]] + [/a/, [3]], z.a + z.a);
f([/a/, 22] + [/a/, 22], z.a + z.a);
f([2] + [2], z.a + z.a);
`,
      },
      "src/a.ts",
    );
    expect(ours).toBe(cli);
    expect(cli.match(/^k/gm)).toHaveLength(2);
  });
});

describe("a rule file that is wrong is told at its line", () => {
  const cases: readonly [string, Tree, string[]][] = [
    [
      "a rule without a fix, by its name",
      { "rules/a.yml": "id: lint-only\nlanguage: ts\nrule: { kind: number }\n" },
      ["rules/a.yml:1:1 The rule `lint-only` has no `fix`, so it would change nothing."],
    ],
    [
      "a key that ast-grep does not know, at the key",
      {
        "rules/a.yml": `${RULE}fixx: 1\n---\n${RULE.replace("pattern", "patern").replace("id: one", "id: two")}`,
      },
      [
        "rules/a.yml:5:1 Unknown key `fixx`.",
        "rules/a.yml:9:7 two: the rule is empty",
        "rules/a.yml:9:9 two: there is no key `patern` here in ast-grep 0.51",
        "rules/a.yml:10:6 two: `$A` is used here, but nothing binds it",
      ],
    ],
    [
      "a language that there is not",
      { "rules/a.yml": RULE.replace("ts", "klingon") },
      ["rules/a.yml:2:11 There is no language `klingon`."],
    ],
    [
      "two rules of one id",
      { "rules/a.yml": RULE, "rules/b.yml": `# b\n${RULE}` },
      ["rules/b.yml:2:5 Two rules have the id `one`; the other is in rules/a.yml:1."],
    ],
    [
      "a value of the wrong type, and YAML that is none",
      { "rules/a.yml": `${RULE}files: src\n`, "rules/b.yml": "id: [\n" },
      [
        "rules/a.yml:5:8 `files` must be a list, and is a text.",
        "rules/b.yml:2:1 Flow sequence in block collection must be sufficiently indented and end with a ].",
      ],
    ],
    ["a glob that finds nothing", {}, ["recipe.yaml:5:15 `rules/**/*.yml` finds no rule file."]],
    [
      "a utility rule of the project",
      {
        "sgconfig.yml": "utilDirs: [utils]\n",
        "utils/u.yml": "id: u\nlanguage: ts\nrule:\n  kind: nummer\n",
        "rules/a.yml": RULE,
      },
      ["utils/u.yml:4:9 u: `nummer` is not a syntax kind of typescript: Kind `nummer` is invalid."],
    ],
  ];

  test.each(cases)("%s", async (_title, tree, expected) => {
    const before = { "src/a.ts": "one(1);\n", ...tree };
    const { root, report, told } = await run(before);
    expect(told).toEqual(expected);
    expect(report.exitCode).toBe(2);
    expect(readText(root, "src/a.ts")).toBe("one(1);\n");
  });

  it("says that a key may be of another version of ast-grep", async () => {
    const { report } = await run({ "rules/a.yml": `${RULE}fixs: 1\n`, "src/a.ts": "" });
    expect(report.diagnostics.map(({ hint }) => hint)).toEqual([
      "Did you mean `fix`? Sluice reads the rules of ast-grep 0.51; the file may be for another version.",
    ]);
  });

  it("stops rewriters that never end: the step fails and nothing is written", async () => {
    const rule = `id: loop
language: ts
rule: { pattern: one($A) }
rewriters:
  - id: again
    rule: { kind: number, pattern: $X }
    transform: { N: { rewrite: { source: $X, rewriters: [again] } } }
    fix: $N
transform: { T: { rewrite: { source: $A, rewriters: [again] } } }
fix: uno($T)
`;
    const { root, report } = await run({ "rules/a.yml": rule, "src/a.ts": "one(1);\n" });
    expect(report.alerts.map(({ message }) => message)).toEqual([
      "src/a.ts: The rewriter `again` rewrites its own result, without end.",
    ]);
    expect(report.exitCode).toBe(1);
    expect(readText(root, "src/a.ts")).toBe("one(1);\n");
  });
});

describe("a rule as an op of a recipe", () => {
  const withOps = (ops: string) => `version: 1\nsteps:\n  - ast_edit:\n      ops:\n${ops}`;

  it.each<[string, string, string[]]>([
    [
      "a pattern and a rule in one op",
      "        - { pat: a, rule: { kind: number }, out: b }\n",
      [
        "recipe.yaml:5:11 `steps[0].ast_edit.ops[0]` must have exactly one of `pat`, `rule`, `imports` and `rename`.",
      ],
    ],
    [
      "parts of a rule beside a pattern",
      "        - { pat: a, utils: {}, out: { template: b } }\n",
      [
        "recipe.yaml:5:28 `steps[0].ast_edit.ops[0].utils` belongs to a `rule`, not to a `pat`.",
        "recipe.yaml:5:37 `steps[0].ast_edit.ops[0].out` must be a text, as the op has a `pat`.",
      ],
    ],
    [
      "an unknown key inside of the rule, at the key",
      "        - rule:\n            kind: number\n            insdie: { kind: program }\n          out: b\n",
      ["recipe.yaml:7:13 ops[0]: there is no key `insdie` here in ast-grep 0.51"],
    ],
    [
      "a transform of nothing",
      "        - rule: { pattern: f($A) }\n          transform:\n            T: { substring: { source: $B } }\n          out: $T\n",
      ["recipe.yaml:7:16 ops[0]: `T` is made from `$B`, which nothing binds"],
    ],
  ])("is told where it is wrong: %s", async (_title, ops, expected) => {
    const { told } = await run({ "src/a.ts": "" }, withOps(ops));
    expect(told).toEqual(expected);
  });

  it("needs `ops` or `rules`", async () => {
    const { told } = await run({}, "version: 1\nsteps:\n  - ast_edit: { paths: [src] }\n");
    expect(told).toEqual(["recipe.yaml:3:15 `steps[0].ast_edit` must have `ops` or `rules`."]);
  });

  it("takes inputs, transforms and expansions", async () => {
    const recipe = `version: 1
inputs: { from: { default: one } }
steps:
  - ast_edit:
      paths: [src]
      ops:
        - rule: { pattern: "\${{ inputs.from }}($A)" }
          transform: { UP: { convert: { source: $A, toCase: upperCase } } }
          out: { template: "$UP()", expandEnd: { kind: number } }
`;
    const { root } = await run({ "src/a.ts": "[one(a), one(b)];\n" }, recipe);
    expect(readText(root, "src/a.ts")).toBe("[A(), B()];\n");
  });
});
