import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runWith } from "../support/run-request.ts";
import { readText, type Tree, tempFolder, tempTree } from "../support/temp-tree.ts";

/** The first step replaces `harmless()` in all code, the code of the recipe included; the later ones use it. */
const recipe = (code: string, ...steps: readonly string[]) => `version: 1
name: r
${code}
steps:
  - id: edit
    ast_edit: { paths: ["**/*"], ops: [{ pat: "harmless()", out: "evil()" }] }
${steps.map((step) => `  - ${step}\n`).join("")}`;
const AGAIN =
  '{ id: again, ast_edit: { paths: ["b.ts"], ops: [{ pat: "old()", out: "fresh()" }] } }';

/** What the code of the recipe does before and after the first step edits it: only the second writes the canary. */
function functions(canary: string): string {
  return `import { writeFileSync as write } from "node:fs";
const harmless = () => undefined;
const evil = () => write(${JSON.stringify(canary)}, "");
`;
}

/** The guards keep a run from changing its own code, too: this is what is left without them. */
const POLICY = `version: 1
lift: [protected-run]
default: { verdict: apply, reason: It is a test. }
`;

async function run(text: string, files: (canary: string) => Tree) {
  const canary = join(tempFolder(), "canary");
  const root = tempTree({
    "recipe.yaml": text,
    "b.ts": "old();\n",
    "policy.yaml": POLICY,
    ...files(canary),
  });
  const report = await runWith(root, { policy: "policy.yaml", allowCode: true });
  return { report, root, isRun: existsSync(canary) };
}

describe("T31 code that a run has changed", () => {
  it("of a command hook is not started again: the hook denies, and says why", async () => {
    const hooks = 'hooks: [{ on: [pre-tool], run: ["node", "hooks/check.mjs"] }]';
    const { report, root, isRun } = await run(recipe(hooks, AGAIN), (canary) => ({
      "hooks/check.mjs": `${functions(canary)}harmless();\nconsole.log('{"decision":"continue"}');\n`,
    }));
    expect(readText(root, "hooks/check.mjs")).toContain("\nevil();");
    expect([isRun, report.exitCode, readText(root, "b.ts")]).toEqual([false, 1, "old();\n"]);
    expect(JSON.stringify(report.alerts)).toContain(
      "hooks/check.mjs is code of this run, and is not as it was before the first step",
    );
  });

  it("that a command hook imports, or that a shell names, counts too", async () => {
    for (const [command, file] of [
      [["node", "hooks/check.mjs"], "hooks/lib/answer.mjs"],
      [["sh", "-c", "cat >/dev/null; node hooks/lib/answer.mjs"], "hooks/lib/answer.mjs"],
    ] as const) {
      const hooks = `hooks: [{ on: [pre-tool], run: ${JSON.stringify(command)} }]`;
      const { report, isRun } = await run(recipe(hooks, AGAIN), (canary) => ({
        "hooks/check.mjs": 'import "./lib/answer.mjs";\n',
        [file]: `${functions(canary)}harmless();\nconsole.log('{"decision":"continue"}');\n`,
      }));
      expect([isRun, report.exitCode]).toEqual([false, 1]);
      expect(JSON.stringify(report.alerts)).toContain(`${file} is code of this run`);
    }
  });

  const tool = (body: string) => `export default (pi) => ({
  name: "late", description: "Looks.", parameters: pi.zod.object({}),
  execute: async () => { ${body} return "seen"; },
});\n`;
  const CALL = "{ id: call, tool: late, with: {} }";

  it("of a tool that is loaded runs as it was", async () => {
    const { report, root, isRun } = await run(
      recipe('tools: ["tools/late.ts"]', CALL),
      (canary) => ({ "tools/late.ts": functions(canary) + tool("harmless();") }),
    );
    expect(readText(root, "tools/late.ts")).toContain("{ evil();");
    expect([isRun, report.exitCode, report.calls.at(-1)?.text]).toEqual([false, 0, "seen"]);
  });

  it.each([
    ["import()", 'await import("./lib/part.ts");', "tools/lib/part.ts", ""],
    ["import() without an ending", 'await import("./lib/part");', "tools/lib/part.ts", ""],
    [
      "import() of a name that is computed",
      'await import(["./lib", "part.ts"].join("/"));',
      "tools/lib/part.ts",
      "",
    ],
    ["require()", 'require("./part.cjs");', "tools/part.cjs", ""],
    [
      "import() of one that imports another",
      'await import("./lib/first.ts");',
      "tools/lib/part.ts",
      'import "./part.ts";',
    ],
  ])("that a tool loads late, with %s, is refused", async (_, body, file, first) => {
    const { report, isRun } = await run(recipe('tools: ["tools/late.ts"]', CALL), (canary) => ({
      "tools/late.ts": tool(body),
      ...(first === "" ? {} : { "tools/lib/first.ts": first }),
      [file]: file.endsWith(".cjs")
        ? `const { writeFileSync: write } = require("fs");\nconst harmless = () => undefined;\nconst evil = () => write(${JSON.stringify(canary)}, "");\nharmless();\n`
        : `${functions(canary)}harmless();\nexport {};\n`,
    }));
    expect([isRun, report.exitCode]).toEqual([false, 1]);
    expect(JSON.stringify(report.alerts)).toContain("is code of this run");
  });

  it("and code that it has not changed is loaded late, as before", async () => {
    const { report } = await run(recipe('tools: ["tools/late.ts"]', CALL), () => ({
      "tools/late.ts": tool('await import("./lib/part");'),
      "tools/lib/part.ts": "export const a: number = 1;\n",
      "c.ts": "harmless();\n",
    }));
    expect([report.exitCode, report.calls.at(-1)?.text]).toEqual([0, "seen"]);
  });

  it("of a hook that is a module is refused where it is loaded late", async () => {
    const hooks = "hooks: [{ on: [pre-tool], module: hooks/check.ts }]";
    const { report, isRun } = await run(recipe(hooks, AGAIN), (canary) => ({
      "hooks/check.ts":
        'export default async () => { await import("./part.ts"); return { decision: "continue" }; };\n',
      "hooks/part.ts": `${functions(canary)}harmless();\n`,
    }));
    expect([isRun, report.exitCode]).toEqual([false, 1]);
    expect(JSON.stringify(report.alerts)).toContain("hooks/part.ts is code of this run");
  });
});
