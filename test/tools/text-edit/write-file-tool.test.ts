import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FilePreview } from "../../../src/model/action/action-preview.ts";
import type { ScopeRules } from "../../../src/model/recipe/recipe.ts";
import { textOf } from "../../../src/model/tool.ts";
import { StalePreviewError, ToolError } from "../../../src/model/tool-error.ts";
import { resolvePending } from "../../../src/resolve/resolve-pending.ts";
import { createWriteFileTool } from "../../../src/tools/text-edit/write-file-tool.ts";
import {
  git,
  readText,
  snapshot,
  type Tree,
  tempTree,
  writeTree,
} from "../../support/temp-tree.ts";
import { callTool, toolSetUp } from "../../support/tool-setup.ts";

function setUp(files: Tree, options: { scope?: Partial<ScopeRules>; overlay?: boolean } = {}) {
  const all = toolSetUp(files, options);
  const { session, surroundings } = all;
  const tool = createWriteFileTool(surroundings);
  return {
    ...all,
    write: (path: string, content: string) => callTool(tool, { path, content }),
    call: (params: unknown) => callTool(tool, params),
    preview: () => session.pending.peek()?.details as FilePreview,
    apply: () => resolvePending(session, { action: "apply", reason: "Fine." }),
  };
}

describe("write_file", () => {
  it("A1 A20 never writes, queues one action, and says plainly that it is staged", async () => {
    const { root, session, write } = setUp({ "a.ts": "old;\n" });
    const before = snapshot(root);
    expect(textOf(await write("./a.ts", "new;\n"))).toBe(
      "Write File: a.ts. Staged, not applied: 1 pending action to resolve.",
    );
    expect(snapshot(root)).toEqual(before);
    expect(session.pending.list()).toMatchObject([
      { label: "Write File: a.ts", sourceToolName: "write_file" },
    ]);
  });

  it("A2 writes what was previewed when it is applied", async () => {
    const { root, write, apply, preview } = setUp({ "a.ts": "let a = 1;\nlet b = 2;\n" });
    await write("a.ts", "let a = 1;\nlet b = 3;\nlet c = 4;\n");
    expect(preview().facts).toMatchObject({
      ...{ files: ["a.ts"], newFiles: [], languages: ["typescript"], replacements: 1 },
      ...{ additions: 2, deletions: 1, idempotent: true, newSyntaxErrors: false },
      commentsOnly: false,
    });
    expect(textOf(await apply())).toBe("Wrote a.ts.");
    expect(readText(root, "a.ts")).toBe("let a = 1;\nlet b = 3;\nlet c = 4;\n");
  });

  it.each(["a text\nof lines\n", "no end", "", "\uFEFFwith BOM\r\n"])(
    "makes a new file of %j, with a diff that git takes",
    async (content) => {
      const { root, write, apply, preview } = setUp({ "a.ts": "" });
      const answer = await write("x/y z/new file.txt", content);
      expect(answer.details).toMatchObject({ isNew: true, path: "x/y z/new file.txt" });
      const [change] = preview().changes;
      expect(change).toMatchObject({ preHash: null, language: "text", deletions: 0 });
      expect(change?.diff).toContain("new file mode 100644");
      expect(preview().facts.newFiles).toEqual(["x/y z/new file.txt"]);
      const other = tempTree({ "new.patch": change?.diff ?? "" });
      git(other, "init", "-q");
      git(other, "apply", "--check", "new.patch");
      git(other, "apply", "new.patch");
      expect(readdirSync(root)).toEqual(["a.ts"]);
      await apply();
      expect(readText(root, "x/y z/new file.txt")).toBe(content);
      expect(readText(other, "x/y z/new file.txt")).toBe(content);
    },
  );

  it("writes a new file only to the overlay in a preview, where later calls see it", async () => {
    const { root, write, apply, workspace } = setUp({}, { overlay: true });
    await write("new/a.ts", "1;\n");
    await apply();
    expect(snapshot(root)).toEqual({});
    expect(await workspace.read("new/a.ts")).toMatchObject({ text: "1;\n" });
    await write("new/a.ts", "2;\n");
    await apply();
    expect(await workspace.read("new/a.ts")).toMatchObject({ text: "2;\n" });
  });

  it.each<[what: string, before: string, after: string, facts: object]>([
    ["syntax errors", "let a = 1;\n", "let a = = 1;\n", { newSyntaxErrors: true }],
    ["errors that were there", "let = = ;\n", "let = = ; \n", { newSyntaxErrors: false }],
    ["comments", "// a\nf();\n// c\n", "// b\nf();\n// d\n", { commentsOnly: true }],
    ["comments and code", "// a\nf();\n", "// b\ng();\n", { commentsOnly: false }],
    [
      "a comment that is lost (L1)",
      "// keep\nf();\ng();\n",
      "f();\nh();\n",
      { commentsLost: ["a.ts:1 `// keep`"], tokensLost: [], stringsChanged: [] },
    ],
    [
      "modifiers that are lost (L1)",
      "export class A {\n  private async f() {}\n}\n",
      "export class A {\n  f() {}\n}\n",
      { commentsLost: [], tokensLost: ["a.ts:2 `private`", "a.ts:2 `async`"] },
    ],
    [
      "a `;` that the next line needs (L1)",
      "const a = b;\n[1].map(f);\n",
      "const a = c\n[1].map(f);\n",
      { tokensLost: ["a.ts:1 `;`"] },
    ],
    [
      "a literal that moves (L1)",
      "f(`\n  a`);\n",
      "f(`\n    a`);\n",
      { stringsChanged: ["a.ts:1 ``…`"], whitespaceOnly: false },
    ],
    ["white space (L1)", "f( 1 );\n", "f(1);\n", { whitespaceOnly: true, tokensLost: [] }],
  ])("finds facts about %s", async (_what, before, after, facts) => {
    const { write, preview } = setUp({ "a.ts": before });
    await write("a.ts", after);
    expect(preview().facts).toMatchObject(facts);
  });

  it.each([
    [[], undefined, undefined, undefined],
    [["newSyntaxErrors"], false, undefined, undefined],
    [["losses"], undefined, [], undefined],
    [["commentsOnly"], undefined, undefined, false],
  ] as const)(
    "finds of the result only %j, if that is asked for",
    async (asked, errors, lost, comments) => {
      const { surroundings, session } = toolSetUp({ "a.ts": "f( 1 );\n" });
      const search = { ...surroundings.search, asked };
      const tool = createWriteFileTool({ ...surroundings, search });
      await callTool(tool, { path: "a.ts", content: "f(1);\n" });
      const preview = session.pending.peek()?.details as FilePreview | undefined;
      const { newSyntaxErrors, commentsLost, commentsOnly } = preview?.facts ?? {};
      expect([newSyntaxErrors, commentsLost, commentsOnly]).toEqual([errors, lost, comments]);
    },
  );

  it("L1 does not tell what a file without a grammar loses, unless it is new", async () => {
    const { write, preview } = setUp({ "a.txt": "// a\n" });
    await write("a.txt", "b\n");
    const { facts } = preview();
    const names = ["commentsLost", "tokensLost", "stringsChanged", "whitespaceOnly"] as const;
    expect(names.map((name) => facts[name])).toEqual([undefined, undefined, undefined, undefined]);
    const other = setUp({});
    await other.write("b.txt", "// a\n");
    expect(names.map((name) => other.preview().facts[name])).toEqual([[], [], [], false]);
  });

  it("finds syntax errors of a new file, and does not call it comments", async () => {
    const { write, preview } = setUp({});
    await write("a.ts", "// only\n");
    expect(preview().facts).toMatchObject({ newSyntaxErrors: false, commentsOnly: false });
    const other = setUp({});
    await other.write("a.ts", "let = = ;\n");
    expect(other.preview().facts).toMatchObject({ newSyntaxErrors: true });
  });

  it.each<[before: string, content: string, after: string]>([
    ["a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"],
    ["a\r\nb\r\n", "x\ny\r\n", "x\ny\r\n"],
    ["a\r\nb\n", "x\ny\n", "x\ny\n"],
    ["\uFEFFa\n", "x\n", "\uFEFFx\n"],
    ["\uFEFFa\r\n", "\uFEFFx\n", "\uFEFFx\r\n"],
    ["a\n", "x", "x"],
  ])("A23 keeps CRLF and BOM: %j with %j is %j", async (before, content, after) => {
    const { root, write, apply } = setUp({ "a.txt": before });
    await write("a.txt", content);
    await apply();
    expect(readText(root, "a.txt")).toBe(after);
  });

  it("queues nothing if nothing would change, and says so", async () => {
    const { session, write } = setUp({ "a.txt": "\uFEFFa\r\n" });
    expect(textOf(await write("a.txt", "a\n"))).toBe(
      "`a.txt` would stay as it is. Nothing was queued.",
    );
    expect(session.pending.hasPending).toBe(false);
  });

  it.each<[what: string, path: string, spoil: (root: string) => void]>([
    ["the file was changed", "a.ts", (root) => writeTree(root, { "a.ts": "theirs" })],
    ["a new file exists by then", "new.ts", (root) => writeTree(root, { "new.ts": "theirs" })],
    ["its folder is a link by then", "dir/new.ts", (root) => symlinkSync(".", join(root, "dir"))],
    ["a file is in its way by then", "dir/new.ts", (root) => writeFileSync(join(root, "dir"), "")],
  ])("A18 is stale where %s, and writes nothing", async (_what, path, spoil) => {
    const { root, session, write, apply } = setUp({ "a.ts": "old" });
    await write(path, "mine");
    spoil(root);
    const before = snapshot(root);
    const stale = apply();
    await expect(stale).rejects.toThrow(StalePreviewError);
    await expect(stale).rejects.toThrow(
      `Preview is stale / no longer matches; no replacements were applied. Expected 1 replacement in 1 file; ${path} is not what was previewed.`,
    );
    expect(snapshot(root)).toEqual(before);
    expect(session.pending.hasPending).toBe(true);
  });

  it.each([true, false])(
    "A18 is stale where another action of the run wrote the file (overlay: %s)",
    async (overlay) => {
      const { session, workspace, write, apply } = setUp({ "a.ts": "old" }, { overlay });
      for (const path of ["a.ts", "new.ts"]) {
        await write(path, "first");
        await write(path, "second");
        await apply();
        await expect(apply()).rejects.toThrow(StalePreviewError);
        await resolvePending(session, { action: "discard", reason: "Stale." });
        expect(await workspace.read(path)).toMatchObject({ text: "first" });
      }
    },
  );

  it("R6 writes nothing when it is discarded", async () => {
    const { root, session, write } = setUp({});
    await write("x/new.ts", "n");
    await resolvePending(session, { action: "discard", reason: "No." });
    expect(readdirSync(root)).toEqual([]);
  });

  it("A22 writes nothing once the run is stopped", async () => {
    const { root, stop, write, apply } = setUp({ "a.ts": "old" });
    await write("a.ts", "new");
    stop.abort();
    await expect(apply()).rejects.toThrow("The run was stopped before this was written.");
    await expect(write("a.ts", "newer")).rejects.toThrow("The run was stopped");
    expect(readText(root, "a.ts")).toBe("old");
  });

  const outside = "leads out of the root";
  it.each([
    ["a link to it", "link.ts"],
    ["a link on the way to it", "folder/a.ts"],
  ])("F10 T17 queues a change of the file itself through %s", async (_what, path) => {
    const { root, session, call } = setUp({ "real/a.ts": "x" });
    symlinkSync("real/a.ts", join(root, "link.ts"));
    symlinkSync("real", join(root, "folder"));
    await call({ path, content: "y" });
    expect(session.pending.peek()?.details).toMatchObject({ facts: { files: ["real/a.ts"] } });
  });

  it.each<[what: string, params: object, message: string | RegExp]>([
    ["F9 what may only be read", { path: "ro/a.ts" }, "`ro/a.ts` may be read, and not written"],
    ["F9 a new file there", { path: "ro/new.ts" }, "may be read, and not written"],
    ["F9 what is excluded", { path: "no/new.ts" }, "`no/new.ts` is excluded by the scope."],
    ["what is reserved", { path: ".git/hooks/pre-commit" }, "is in `.git` or `.sluice`"],
    ["what is reserved in a folder", { path: "sub/.sluice/x" }, "is in `.git` or `.sluice`"],
    ["F10 a link out of scope", { path: "link.ts" }, "that leads out of the scope"],
    ["F10 a file in a linked folder", { path: "out/new.ts" }, outside],
    ["F10 a folder in a linked folder", { path: "out/deep/er/new.ts" }, outside],
    ["F10 a broken link", { path: "broken.ts" }, "is a broken link"],
    ["F10 `..`", { path: "../x.ts" }, "leaves the root or could"],
    ["F10 `..` in the midst", { path: "sub/../../x.ts" }, "leaves the root or could"],
    ["F10 an absolute path", { path: "/tmp/x.ts" }, "is absolute"],
    ["F10 a backslash", { path: "..\\x.ts" }, "contains a backslash"],
    ["a folder", { path: "sub" }, "`sub` is a folder."],
    ["a new folder", { path: "sub2/" }, "`sub2/` is a folder."],
    ["the root", { path: "." }, "`.` is a folder."],
    ["a path below a file", { path: "a.ts/b.ts" }, "`a.ts` is not a folder"],
    ["a line end in a path", { path: "a\n.ts" }, "contains a control character"],
    ["half a character in a path", { path: "\ud800.ts" }, "is not valid Unicode"],
    ["a binary file", { path: "image.png" }, "`image.png` is binary"],
    ["a file that is not UTF-8", { path: "latin1.txt" }, "`latin1.txt` is not UTF-8"],
    ["a NUL character", { path: "n.ts", content: "a\0" }, "`content` has a NUL character"],
    ["half a character", { path: "n.ts", content: "a\udc00" }, "`content` is not valid Unicode"],
    ["too much", { path: "n.ts", content: "x".repeat(10_485_761) }, "would have 10485761 bytes"],
    ["no content", { path: "n.ts", content: undefined }, "`content` is missing"],
    ["content that is no text", { path: "n.ts", content: 1 }, "`content` must be a text"],
    ["no path", { path: undefined }, "`path` is missing"],
    ["an unknown key", { path: "n.ts", mode: "755" }, "Unknown key `mode`"],
  ])("refuses %s, and queues nothing", async (_what, params, message) => {
    const files = { "a.ts": "a", "ro/a.ts": "", "no/a.ts": "", "sub/a.ts": "" };
    const bytes = { "image.png": Buffer.of(1, 0), "latin1.txt": Buffer.of(0xe9, 0x61) };
    const scope = { readonly: ["ro"], exclude: ["no"] };
    const { root, session, call } = setUp({ ...files, ...bytes }, { scope });
    const elsewhere = tempTree({});
    symlinkSync("no/a.ts", join(root, "link.ts"));
    symlinkSync(elsewhere, join(root, "out"));
    symlinkSync("gone.ts", join(root, "broken.ts"));
    mkdirSync(join(root, ".git"));
    const before = snapshot(root);
    const refused = call({ content: "new", ...params });
    await expect(refused).rejects.toThrow(ToolError);
    await expect(refused).rejects.toThrow(message);
    expect(session.pending.hasPending).toBe(false);
    expect(snapshot(root)).toEqual(before);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
