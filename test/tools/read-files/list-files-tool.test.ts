import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../src/model/tool.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { createListFilesTool } from "../../../src/tools/read-files/list-files-tool.ts";
import { NOTE } from "../../support/commit-note.ts";
import { callTool, toolSetUp } from "../../support/tool-setup.ts";

const FILES = {
  ".gitignore": "*.log\nto-*\ngone.ts\nhidden.ts\n",
  "b.ts": "",
  "a/x.ts": "",
  "a/deep/y.ts": "",
  "docs/z.md": "",
  "no/secret.ts": "",
  "x.log": "",
  ".sluice/x.ts": "",
  "node_modules/m/index.js": "",
};

/** Ignored, so that only a name finds them. */
const LINKS = { "to-b.ts": "b.ts", "to-a": "a", "gone.ts": "nowhere", "hidden.ts": "no/secret.ts" };

function setUp() {
  const { root, surroundings, workspace } = toolSetUp(FILES, {
    scope: { exclude: ["no"], readonly: ["docs"] },
  });
  symlinkSync("b.ts", join(root, "link.ts"));
  for (const [name, target] of Object.entries(LINKS)) symlinkSync(target, join(root, name));
  const tool = createListFilesTool(surroundings);
  return { root, workspace, list: async (params: object) => callTool(tool, params) };
}

describe("list_files", () => {
  it("F9 A10 lists what is in scope, sorted, without what is ignored, with the total", async () => {
    const { list } = setUp();
    const result = await list({});
    const files = [".gitignore", "a/deep/y.ts", "a/x.ts", "b.ts", "docs/z.md", "link.ts"];
    expect(textOf(result)).toBe([...files, "6 files."].join("\n"));
    expect(result.details).toEqual({ files, total: 6 });
  });

  it.each<[paths: string[], files: string[]]>([
    [["a"], ["a/deep/y.ts", "a/x.ts"]],
    [["a/"], ["a/deep/y.ts", "a/x.ts"]],
    [["a/*.ts"], ["a/x.ts"]],
    [["**/*.ts"], ["a/deep/y.ts", "a/x.ts", "b.ts", "link.ts"]],
    [
      ["b.ts", "./a/x.ts", "b.ts"],
      ["a/x.ts", "b.ts"],
    ],
    [["x.log"], ["x.log"]],
    [["to-b.ts", "b.ts"], ["b.ts"]],
    [["to-a"], ["a/deep/y.ts", "a/x.ts"]],
    [["no"], []],
    [["no/**"], []],
    [[".sluice/**"], []],
    [["node_modules"], []],
  ])("A11 lists the files of %j", async (paths, files) => {
    const { list } = setUp();
    expect((await list({ paths })).details).toEqual({ files, total: files.length });
  });

  it("lists as many as the limit and counts all", async () => {
    const { list } = setUp();
    expect(textOf(await list({ paths: ["**/*.ts"], limit: 1 }))).toBe(
      "a/deep/y.ts\n4 files; 3 are not shown.",
    );
  });

  it("says what matches no file", async () => {
    const { list } = setUp();
    expect(textOf(await list({ paths: ["*.py"] }))).toBe("`*.py` matches no file.\nNo files");
  });

  it("lists a new file of the run", async () => {
    const { list, workspace } = setUp();
    await list({});
    const edits = [{ start: 0, end: 0, text: "n" }];
    const change = { path: "a/new.ts", before: "", after: "n", edits };
    await workspace.commit([{ ...change, preHash: null, postHash: sha256("n") }], NOTE);
    expect(textOf(await list({ paths: ["a"] }))).toContain("a/new.ts");
  });

  it.each<[what: string, params: object, message: RegExp]>([
    ["a path that is not there", { paths: ["b.ts", "c.ts"] }, /paths\[1\]: there is no file/],
    ["F9 a file that is excluded", { paths: ["no/secret.ts"] }, /paths\[0\]: .* is out of scope/],
    ["a file that is reserved", { paths: [".sluice/x.ts"] }, /paths\[0\]: .* is out of scope/],
    ["F10 a broken link", { paths: ["gone.ts"] }, /paths\[0\]: `gone\.ts` is a broken link/],
    [
      "F10 a link out of scope",
      { paths: ["hidden.ts"] },
      /`hidden\.ts` is a link.* out of the scope/,
    ],
    ["F10 `..`", { paths: ["a/../.."] }, /paths\[0\]: `a\/\.\.\/\.\.` leaves the root/],
    ["F10 an absolute path", { paths: ["a", "/"] }, /paths\[1\]: `\/` is absolute/],
    ["a path that is no text", { paths: [1] }, /`paths\[0\]` must be a text/],
    ["an empty path", { paths: [""] }, /`paths\[0\]` must not be empty/],
    ["one path that is no list", { paths: "a" }, /`paths` must be a list/],
    ["a limit of nothing", { limit: 0 }, /`limit` must be at least 1/],
  ])("refuses %s, by its place", async (_what, params, message) => {
    const { list } = setUp();
    const call = list(params);
    await expect(call).rejects.toThrow(ToolError);
    await expect(call).rejects.toThrow(message);
  });
});
