import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCustomToolAPI } from "../../../src/tools/custom/create-api.ts";
import { loadCustomTools } from "../../../src/tools/custom/load-custom-tools.ts";
import { ModuleLoader } from "../../../src/tools/load-module.ts";
import { tempTree } from "../../support/temp-tree.ts";

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Loads a file whose factory returns the value of an expression. */
function load(expression: string) {
  const root = tempTree({ "t.mjs": `export default (pi) => ${expression};\n` });
  return loadCustomTools(
    { file: join(root, "t.mjs"), path: "t.mjs" },
    {
      loader: new ModuleLoader(root),
      pi: createCustomToolAPI(root, SILENT),
      limit: async (work) => work(),
    },
  );
}

describe("loadCustomTools", () => {
  it("T19 takes a tool with methods of a class, and keeps the object itself", async () => {
    const { tools, problems } = await load(
      '(new (class { name = "t"; description = "d"; parameters = {}; execute() { return this.name; } })())',
    );
    expect(problems).toEqual([]);
    const [loaded] = tools;
    const context = {
      callId: "c",
      batchId: "b",
      callIndex: 0,
      signal: new AbortController().signal,
    };
    expect(loaded?.tool.execute("c", {}, context)).toBe("t");
  });

  it.each<[value: string, problem: string]>([
    ["7", "the value that its factory returns is not a tool: it must be an object"],
    [
      '{ name: "t", description: "d", parameters: 7, execute() {} }',
      "the value that its factory returns is not a tool: `parameters` of `t` must be a schema of `pi.zod` or `pi.typebox`",
    ],
    [
      '{ get name() { throw new Error("boom"); } }',
      "the value that its factory returns is not a tool: reading it failed: boom",
    ],
    ["[]", "its factory returns an empty list of tools"],
  ])("T24 reports %s", async (value, problem) => {
    expect(await load(`(${value})`)).toEqual({ tools: [], problems: [problem] });
  });
});
