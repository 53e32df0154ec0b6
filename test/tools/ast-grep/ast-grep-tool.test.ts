import { describe, expect, it } from "vitest";
import type { ScopeRules } from "../../../src/model/recipe/recipe.ts";
import { textOf } from "../../../src/model/tool.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import {
  type AstGrepDetails,
  createAstGrepTool,
} from "../../../src/tools/ast-grep/ast-grep-tool.ts";
import { snapshot, type Tree } from "../../support/temp-tree.ts";
import { callTool, toolSetUp } from "../../support/tool-setup.ts";

async function grep(files: Tree, params: object, scope: Partial<ScopeRules> = {}) {
  const { root, session, surroundings } = toolSetUp(files, { scope });
  const before = snapshot(root);
  const result = await callTool(createAstGrepTool(surroundings), params);
  expect(session.pending.hasPending).toBe(false);
  expect(snapshot(root)).toEqual(before);
  return { text: textOf(result), details: result.details as AstGrepDetails };
}

describe("ast_grep", () => {
  it("tells every match by path, line, column and first line, sorted, and queues nothing", async () => {
    const { text, details } = await grep(
      { "b.ts": "x;\n  f(2);\n", "a.ts": "\uFEFF/* 𝄞 */ f(1);\r\nf({\r\n  a: 1,\r\n});\r\n" },
      { pat: "f($A)" },
    );
    expect(text.split("\n")).toEqual([
      "a.ts:1:10: f(1)",
      "a.ts:2:1: f({",
      "b.ts:2:3: f(2)",
      "3 matches in 2 files.",
    ]);
    expect(details).toMatchObject({ total: 3, searched: ["a.ts", "b.ts"], skipped: [] });
    expect(details.matches[1]).toEqual({ path: "a.ts", line: 2, column: 1, text: "f({" });
  });

  it("tells matches inside of matches too", async () => {
    const { text } = await grep({ "a.ts": "f(f(1));\n" }, { pat: "f($A)" });
    expect(text).toBe("a.ts:1:1: f(f(1))\na.ts:1:3: f(1)\n2 matches in 1 file.");
  });

  it("shows as many as the limit and counts all", async () => {
    const files = { "a.ts": "f(1); f(2); f(3);\n", "b.ts": "f(4);\n" };
    const { text, details } = await grep(files, { pat: "f($A)", limit: 2 });
    expect(text.split("\n").slice(1)).toEqual([
      "a.ts:1:7: f(2)",
      "4 matches in 2 files; 2 are not shown.",
    ]);
    expect([details.matches.length, details.total]).toEqual([2, 4]);
    const many = await grep({ "a.ts": "f(1);\n".repeat(101) }, { pat: "f($A)" });
    expect(many.text).toMatch(/\n101 matches in 1 file; 1 is not shown\.$/);
  });

  it("A3 says so if nothing matches", async () => {
    expect((await grep({ "a.ts": "x;\n" }, { pat: "f($A)" })).text).toBe("No matches");
  });

  it("takes a rule, a language, and paths", async () => {
    const files = {
      "src/a.ts": "let a = 1;\n",
      "src/b.txt": "let b = 1;\n",
      "c.ts": "let c = 1;\n",
    };
    const rule = { kind: "lexical_declaration", has: { kind: "identifier", stopBy: "end" } };
    expect((await grep(files, { rule, paths: ["src"] })).text).toBe(
      "src/a.ts:1:1: let a = 1;\n1 match in 1 file.",
    );
    expect((await grep(files, { rule, paths: ["src/*.txt"], lang: "ts" })).text).toBe(
      "src/b.txt:1:1: let b = 1;\n1 match in 1 file.",
    );
  });

  it("A7 searches each file in its own language, and code inside of pages", async () => {
    const files = {
      "a.py": "f(1)\n",
      "b.html": "<p></p>\n<script>f(2)</script>\n",
      "c.ts": "f(3)\n",
    };
    expect((await grep(files, { pat: "f($A)" })).text.split("\n")).toEqual([
      "a.py:1:1: f(1)",
      "b.html:2:9: f(2)",
      "c.ts:1:1: f(3)",
      "3 matches in 3 files.",
    ]);
  });

  it("F9 reads what may only be read, and nothing that is excluded", async () => {
    const files = { "a.ts": "f(1);\n", "ro/b.ts": "f(2);\n", "no/c.ts": "f(3);\n" };
    const { text } = await grep(files, { pat: "f($A)" }, { readonly: ["ro"], exclude: ["no"] });
    expect(text).toBe("a.ts:1:1: f(1)\nro/b.ts:1:1: f(2)\n2 matches in 2 files.");
  });

  it("A8 finds matches in files with syntax errors, and skips binary ones", async () => {
    const files = { "a.ts": "f(1); let = = ;\n", "b.ts": "f(2);\0" };
    const { text, details } = await grep(files, { pat: "f($A)" });
    expect(text).toBe("a.ts:1:1: f(1)\n1 match in 1 file.");
    expect(details.skipped).toEqual([{ path: "b.ts", why: "binary" }]);
  });

  it("cuts very long lines", async () => {
    const { details } = await grep({ "a.ts": `f("${"𝄞".repeat(5000)}");\n` }, { pat: "f($A)" });
    expect([...(details.matches[0]?.text ?? "")]).toHaveLength(201);
    expect(details.matches[0]?.text).toMatch(/𝄞…$/);
  });

  it.each<[what: string, params: object, message: RegExp]>([
    ["neither pattern nor rule", {}, /must have either `pat` or `rule`/],
    ["both", { pat: "a", rule: { kind: "b" } }, /must have either `pat` or `rule`/],
    ["an empty pattern", { pat: "" }, /`pat` must not be empty/],
    ["A24 a pattern that is no code", { pat: "f(" }, /^`pat` is valid in none .*typescript/],
    ["a rule of nothing", { rule: {} }, /^`rule` is valid in none/],
    [
      "a wrong kind deep in a rule",
      { rule: { any: [{ pattern: "a" }, { kind: "no_such_kind" }] } },
      /^`rule\.any\[1\]\.kind` is valid in none .*no_such_kind/,
    ],
    ["an unknown language", { pat: "a", lang: "cobol" }, /no language `cobol`\. Supported:/],
    [
      "F10 a path out of the root",
      { pat: "a", paths: ["a.ts", "../x"] },
      /paths\[1\]: `\.\.\/x` leaves/,
    ],
    ["F10 an absolute path", { pat: "a", paths: ["/etc"] }, /paths\[0\]: `\/etc` is absolute/],
    ["a path that is not there", { pat: "a", paths: ["no.ts"] }, /paths\[0\]: there is no file/],
    ["a limit of nothing", { pat: "a", limit: 0 }, /`limit` must be at least 1/],
    ["an unknown key", { pat: "a", pattern: "b" }, /Unknown key `pattern`\. Known: pat,/],
    ["a rule that is a text", { rule: "kind: a" }, /`rule` must be a map/],
  ])("refuses %s, by its place", async (_what, params, message) => {
    const call = grep({ "a.ts": "a;\n" }, params);
    await expect(call).rejects.toThrow(ToolError);
    await expect(call).rejects.toThrow(message);
  });

  it("A24 refuses an invalid pattern also if there is no file to search", async () => {
    await expect(grep({}, { pat: "f(", lang: "ts" })).rejects.toThrow(/`pat` is valid in none/);
    expect((await grep({}, { pat: "f($A)" })).text).toBe("No matches");
  });

  it("A22 ends when the run does", async () => {
    const { stop, surroundings } = toolSetUp({ "a.ts": "f(1);\n" });
    stop.abort();
    await expect(callTool(createAstGrepTool(surroundings), { pat: "f($A)" })).rejects.toThrow(
      "The run was stopped before the search was done.",
    );
  });
});
