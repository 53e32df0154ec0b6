import { describe, expect, it } from "vitest";
import type { Recipe } from "../../../src/model/recipe/recipe.ts";
import { createTools } from "../../../src/run/calls/create-tools.ts";
import { callContext } from "../../../src/run/calls/step-tools.ts";
import { RunStop } from "../../../src/run/state/run-stop.ts";
import { BUILT_IN_TOOLS } from "../../../src/tools/built-in.ts";
import { besidesLoss } from "../../support/besides-loss.ts";
import { recipeOf, runCommand } from "../../support/command-run.ts";
import { readText } from "../../support/temp-tree.ts";
import { TINY } from "../../support/tiny-formatter.ts";
import { toolSetUp } from "../../support/tool-setup.ts";

function setUp() {
  const { root, surroundings } = toolSetUp({});
  const { session, owner, files } = surroundings;
  const signal = new AbortController().signal;
  // The parts of a recipe and of a run that the tools of a step use.
  const recipe = {
    languageGlobs: [],
    languages: [],
    scope: { include: ["**"], exclude: [], readonly: [] },
    fileRefs: { maxBytes: 100 },
  };
  const { workspace, grammars, search } = surroundings;
  const run: Parameters<typeof callContext>[2] = {
    world: { root, workspace, stop: new RunStop(signal, signal) },
    tooling: { grammars, search, extensions: { tools: new Map() } },
  };
  const context = callContext(
    recipe as unknown as Recipe,
    { session, owner, files, onProgress: () => undefined, timeout: 1000 },
    run,
  );
  return createTools(context);
}

/** Returns listed and hidden tools. */
function allTools() {
  const registry = setUp();
  return registry.offered(registry.listed().map(({ name }) => name));
}

describe("the tools of a step", () => {
  it("T24 have the names of the table, which no custom tool may have, in its order", () => {
    expect(allTools().map(({ name }) => name)).toEqual(BUILT_IN_TOOLS.map(({ name }) => name));
  });

  it("each say what they may be given", () => {
    for (const { name, parameters } of allTools())
      expect([name, parameters]).toMatchObject([name, { type: "object", properties: {} }]);
    const { properties } = setUp().get("ast_edit")?.parameters ?? {};
    expect(Object.keys(properties as object)).toEqual(
      expect.arrayContaining(["ops", "paths", "per"]),
    );
  });
});

const STDIN = ["node", "tiny.cjs", "{path}"];

/** A step that gives a call more arguments than a line takes. */
const WIDEN = {
  id: "e",
  ast_edit: {
    paths: ["src"],
    per: "file",
    ops: [{ pat: "foo($A)", out: "foo($A, second, third, fourth,   fifth)" }],
  },
};

const WIDE = (first: string) => `foo(\n  ${first},\n  second,\n  third,\n  fourth,\n  fifth,\n);\n`;

function formatting(format: unknown, step: object = WIDEN, tree: Record<string, string> = {}) {
  const recipe = JSON.parse(recipeOf(step));
  return { "tiny.cjs": TINY, "recipe.yaml": JSON.stringify({ ...recipe, format }), ...tree };
}

describe("a step with a formatter", () => {
  it("previews, counts and writes what the formatter made of its edits, and of nothing else", async () => {
    const odd = "let   odd   = 1;\n\n";
    const { root, report } = await runCommand(
      formatting(STDIN, WIDEN, { "src/b.ts": `${odd}foo(2); // why\n`, "src/c.ts": odd }),
    );
    expect([report.exitCode, besidesLoss(report.alerts)]).toEqual([0, []]);
    expect(readText(root, "src/a.ts")).toBe(WIDE("1"));
    expect(readText(root, "src/b.ts")).toBe(odd + WIDE("2").replace(");", "); // why"));
    expect(readText(root, "src/c.ts")).toBe(odd);
    const clean = { idempotent: true, newSyntaxErrors: false, tokensLost: [], commentsLost: [] };
    expect(report.actions.map(({ facts }) => facts)).toMatchObject([
      { ...clean, replacements: 1, additions: 7, deletions: 1 },
      { ...clean, replacements: 1 },
    ]);
  });

  it("fails for one file by name, and the others go on", async () => {
    const { root, report } = await runCommand(
      formatting(STDIN, WIDEN, { "src/b.ts": "foo(FAIL);\n" }),
    );
    const why = "src/b.ts: the formatter `node` ended with exit code 2: tiny: no thanks.";
    expect([report.exitCode, besidesLoss(report.alerts)]).toMatchObject([1, [{ message: why }]]);
    expect(report.skipped).toMatchObject([{ path: "src/b.ts", why: "format-failed" }]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
      WIDE("1"),
      "foo(FAIL);\n",
    ]);
  });
});
