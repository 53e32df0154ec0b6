import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { reportSchema } from "../../src/model/report/report-schema.ts";
import { createPrettyReporter } from "../../src/report/formats/pretty.ts";
import type { RunRequest } from "../../src/request/request.ts";
import { cli } from "../support/run-cli.ts";
import { runWith } from "../support/run-request.ts";
import { type Tree, tempTree } from "../support/temp-tree.ts";

type Op = Record<string, unknown>;

function recipe(ops: readonly Op[], step: object = {}, more: object = {}): string {
  const edit = { paths: ["src"], ops, ...step };
  return JSON.stringify({ version: 1, name: "r", ...more, steps: [{ id: "s", ast_edit: edit }] });
}

async function preview(tree: Tree, request: Partial<RunRequest> = {}): Promise<Report> {
  const root = tempTree(tree);
  const asked = { command: "preview", why: true, policy: undefined, ...request } as const;
  return runWith(root, asked);
}

/** What the only step found. */
async function why(tree: Tree, request: Partial<RunRequest> = {}) {
  const report = await preview(tree, request);
  expect(reportSchema.safeParse(report).error).toBeUndefined();
  const [step, ...others] = report.why ?? [];
  if (step === undefined || others.length > 0) throw new Error("Not one step is explained.");
  return { ...step, ops: step.ops ?? [] };
}

function textOf(report: Report): string {
  const style = { color: false, verbose: false, quiet: true, advisedRoot: undefined };
  return [...(createPrettyReporter(style).onReport?.(report) ?? [])].join("");
}

const FILES = {
  "src/a.ts": "createClient(1);\nlog('a', b);\nold(1);\nold(2);\n",
  "src/b.ts": "old(3);\nrouter.use(x);\nsame(1);\n",
};

describe("preview --why", () => {
  it("counts the matches of each op, and adds nothing to a report without it", async () => {
    const ops = [
      { pat: "old($A)", out: "fresh($A)" },
      { pat: "old(1)", out: "late(1)" },
      { pat: "same($A)", out: "same($A)" },
    ];
    const tree = { ...FILES, "recipe.yaml": recipe(ops) };
    const explained = await preview(tree);
    const [step] = explained.why ?? [];
    expect(step).toMatchObject({
      files: { searched: 2, changed: 2, unchanged: 0, skipped: 0 },
      languages: [{ language: "typescript", files: 2 }],
      ops: [
        { id: "ops[0]", matches: 3, files: 2, superseded: 0, isExplained: false, notes: [] },
        { matches: 0, superseded: 1, notes: [{ code: "superseded" }] },
        { matches: 0, superseded: 0, isExplained: true, notes: [{ code: "no-effect" }] },
      ],
    });
    const plain = await preview(tree, { why: false });
    const { why: _why, ...rest } = explained;
    expect(JSON.stringify(plain)).toBe(JSON.stringify(rest));
    expect(plain.why).toBeUndefined();
  });

  it("finds the likely file, the first difference there, and the name that was probably meant", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`src/m${index}.ts`, `f${index}(1);\n`]),
    );
    const ops = [
      { pat: "log($A)", out: "" },
      { pat: "createClients($A)", out: "x" },
      { pat: "use($a)", out: "x" },
    ];
    const tree = { ...many, ...FILES, "recipe.yaml": recipe(ops) };
    const { ops: found } = await why(tree);
    const first = found.map(({ nearest: [near] = [] }) => [
      near?.path,
      near?.found.line,
      near?.code,
    ]);
    expect(first).toEqual([
      ["src/a.ts", 2, "count-differs"],
      ["src/a.ts", 1, "text-differs"],
      ["src/b.ts", 2, "kind-differs"],
    ]);
    expect(found[1]?.notes).toMatchObject([
      { code: "absent-word", hint: "They have `createClient`" },
    ]);
    expect(found[2]?.notes).toMatchObject([{ code: "no-variable", hint: "Write `$A`" }]);
    expect(found[2]?.nearest?.[0]?.hint).toBe("Write `$OBJ.use` for a method of any object");
    const { ops: declared } = await why({
      "src/a.js": "const { b } = require('other');\nvar path = require('path');\n",
      "recipe.yaml": recipe([{ pat: "const $A = require('path')", out: "" }]),
    });
    expect(declared[0]?.nearest?.[0]?.hint).toContain("`var` of another");
    const text = textOf(await preview(tree));
    expect(text).toContain("✘ ops[0] log($A): no match");
    expect(text).toContain("nearest, src/a.ts:2:10 (pat): the pattern has a call with 1 argument");
  });

  it("tells which files were left out, and what reads them", async () => {
    const ops = [{ pat: "gone($A)", out: "" }];
    const step = { paths: ["src/**/*.ts", "src/mixed"] };
    const found = await why({
      ...FILES,
      "src/broken.ts": "gone(1);\nfoo(;\n",
      "src/out/a.ts": "gone(1);\n",
      "src/c.tsx": "gone(1);\n",
      "src/mixed/a.kt": "gone(1)\n",
      "src/mixed/b.ts": "x();\n",
      "recipe.yaml": recipe(ops, step, { scope: { exclude: ["src/out"] } }),
    });
    expect(found.notes.map(({ code }) => code)).toEqual([
      "no-grammar",
      "not-in-paths",
      "syntax-errors",
      "excluded",
    ]);
    expect(found.ops[0]?.notes).toMatchObject([
      { code: "left-alone", message: expect.stringContaining("src/broken.ts has 1 match, and") },
    ]);
    const rule = "id: x\nlanguage: TypeScript\nrule: { kind: call_expression }\nfix: ''\n";
    const tsx = await why({
      "src/a.tsx": "old(1);\n",
      "rules/x.yml": rule,
      "recipe.yaml": recipe([], { ops: undefined, rules: ["rules/x.yml"] }),
    });
    expect(tsx.ops[0]?.notes).toMatchObject([
      { code: "no-part", message: expect.stringContaining("(tsx 1)") },
      { code: "other-language", hint: expect.stringContaining("two grammars") },
    ]);
  });

  it("tells of an op that takes part in no file the reason that is most its own, in one of the files", async () => {
    const rule = (id: string, more: string) =>
      `id: ${id}\n${more}\nrule: { kind: call_expression }\nfix: ''\n`;
    const rules = [
      rule("elsewhere", "language: TypeScript\nfiles: ['lib/**']"),
      rule("css", "language: Css"),
      rule("html", "language: Html").replace("call_expression", "element"),
    ];
    const found = await why({
      ...FILES,
      "src/c.js": "old(1);\n",
      "rules/x.yml": rules.join("---\n"),
      "recipe.yaml": recipe([], { ops: undefined, rules: ["rules/x.yml"] }),
    });
    expect(found.ops.map(({ notes }) => notes.map(({ message }) => message))).toEqual([
      [
        "it takes part in no file of the step (typescript 2, javascript 1)",
        "src/a.ts: its own `files` or `ignores` leave the file out",
      ],
      ...["Css", "Html"].map((name) => [
        "it takes part in no file of the step (typescript 2, javascript 1)",
        `src/a.ts: the rule is for \`${name}\`, and the file is read as \`typescript\``,
      ]),
    ]);
  });

  it("says of an op in a file what `explain-match` says of it", async () => {
    const ops = [
      { pat: "log($A)", out: "" },
      { pat: "olds($a)", out: "" },
      { rule: { kind: "call_expression", has: { pattern: "b", stopBy: "neighbor" } }, out: "" },
    ];
    const { "src/a.ts": code } = FILES;
    const tree = { "src/a.ts": code, "recipe.yaml": recipe(ops) };
    const root = tempTree(tree);
    const opsIn = (text: string) =>
      text
        .split("\n")
        .filter((line) => /^ {4}/.test(line))
        .map((line) => line.replace(/nearest, \S+ ?\d* \(/, "nearest ("));
    const { stdout } = await cli(root, ["explain-match", "recipe.yaml", "src/a.ts"]);
    const report = await runWith(root, { command: "preview", why: true });
    const told = opsIn(textOf(report).split("why (ast_edit)")[1] ?? "");
    const ofOps = opsIn(stdout);
    expect(ofOps.filter((line) => line.includes("nearest"))).toHaveLength(3);
    expect(told.filter((line) => ofOps.includes(line))).toEqual(ofOps);
  });

  it("explains the first twenty ops of a step, and counts the others", async () => {
    const ops = Array.from({ length: 30 }, (_, index) => ({ pat: `no${index}($A)`, out: "" }));
    const report = await preview({ ...FILES, "recipe.yaml": recipe(ops) });
    const explained = report.why?.[0]?.ops?.map(({ isExplained }) => isExplained) ?? [];
    expect(explained).toEqual(ops.map((_, index) => index < 20));
    expect(textOf(report)).toContain("✘ 20 more ops without a match: ops[10], ops[11]");
  });

  it("tells of a command the files that it got, changed and left", async () => {
    const script = 'require("node:fs").writeFileSync("src/a.ts", "x();\\n")';
    const steps = [{ id: "c", command: ["node", "-e", script, "{files}"], paths: ["src"] }];
    const found = await why(
      { ...FILES, "recipe.yaml": JSON.stringify({ version: 1, name: "r", steps }) },
      { allowCode: true },
    );
    expect(found.files).toEqual({ searched: 2, changed: 1, unchanged: 1, skipped: 0 });
    expect(found.tool).toBe("command");
  });

  it("is the same in every run, with and without what is remembered", async () => {
    const ops = [
      { pat: "olds($A)", out: "" },
      { pat: "old($A)", out: "x" },
    ];
    const root = tempTree({ ...FILES, "recipe.yaml": recipe(ops) });
    const bytes = async (cache: boolean) =>
      JSON.stringify((await runWith(root, { command: "preview", why: true, cache })).why);
    const first = await bytes(true);
    expect(first).toContain("absent-word");
    expect(await bytes(true)).toBe(first);
    expect(await bytes(false)).toBe(first);
  });
});
