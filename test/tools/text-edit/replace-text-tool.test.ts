import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FilePreview } from "../../../src/model/action/action-preview.ts";
import { textOf } from "../../../src/model/tool.ts";
import { StalePreviewError, ToolError } from "../../../src/model/tool-error.ts";
import { resolvePending } from "../../../src/resolve/resolve-pending.ts";
import { createReplaceTextTool } from "../../../src/tools/text-edit/replace-text-tool.ts";
import {
  git,
  readText,
  snapshot,
  type Tree,
  tempTree,
  writeTree,
} from "../../support/temp-tree.ts";
import { callTool, toolSetUp } from "../../support/tool-setup.ts";
import { initRepository } from "../../support/write-repository.ts";

function setUp(files: Tree, options: Parameters<typeof toolSetUp>[1] = {}) {
  const all = toolSetUp(files, options);
  const { session, surroundings } = all;
  const tool = createReplaceTextTool(surroundings);
  return {
    ...all,
    call: (params: object) => callTool(tool, { path: "a.ts", ...params }),
    preview: () => session.pending.peek()?.details as FilePreview,
    apply: () => resolvePending(session, { action: "apply", reason: "Fine." }),
  };
}

describe("replace_text", () => {
  it("A1 A2 A20 never writes, queues one action, and does it when it is applied", async () => {
    const { root, session, call, apply, preview } = setUp({ "a.ts": "one();\ntwo();\n" });
    const before = snapshot(root);
    expect(textOf(await call({ old: "two", new: "2" }))).toBe(
      "Replace Text: 1 replacement in a.ts. Staged, not applied: 1 pending action to resolve.",
    );
    expect(snapshot(root)).toEqual(before);
    expect(session.pending.list()).toMatchObject([
      { label: "Replace Text: 1 replacement in a.ts", sourceToolName: "replace_text" },
    ]);
    const [change] = preview().changes;
    expect(change?.edits).toEqual([{ opId: "replace_text", start: 7, end: 10, text: "2" }]);
    const other = tempTree({ "a.ts": "one();\ntwo();\n", "a.patch": change?.diff ?? "" });
    git(other, "init", "-q");
    git(other, "apply", "--check", "a.patch");
    expect(textOf(await apply())).toBe("Applied 1 replacement in 1 file.");
    expect(readText(root, "a.ts")).toBe("one();\n2();\n");
  });

  it("replaces all that occur, from the left, with `all`", async () => {
    const { root, session, call, apply } = setUp({ "a.ts": "aaaaa b aa\n" });
    await call({ old: "aa", new: "x", all: true });
    expect(session.pending.peek()?.label).toBe("Replace Text: 3 replacements in a.ts");
    await apply();
    expect(readText(root, "a.ts")).toBe("xxa b x\n");
  });

  it.each<[what: string, text: string, old: string, message: string]>([
    ["not at all", "x\n", "y", "`old` does not occur in `a.ts`."],
    [
      "twice",
      "y\nx\ny\n",
      "y",
      "`old` occurs 2 times in `a.ts`, at lines 1, 3; it must occur once",
    ],
    ["twice, overlapping", "aaa\n", "aa", "`old` occurs 2 times in `a.ts`, at lines 1, 1;"],
    ["often", "y\n".repeat(30), "y", "`old` occurs 30 times"],
    ["in other case", "Y\n", "y", "does not occur"],
    ["with other line ends", "a\r\nb\nc\n", "a\nb", "line ends of both kinds"],
  ])(
    "refuses an old text that occurs %s, and queues nothing",
    async (_what, text, old, message) => {
      const { session, call } = setUp({ "a.ts": text });
      const refused = call({ old, new: "z" });
      await expect(refused).rejects.toThrow(ToolError);
      await expect(refused).rejects.toThrow(message);
      expect(session.pending.hasPending).toBe(false);
    },
  );

  it.each<[before: string, old: string, fresh: string, after: string]>([
    ["a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", "x\r\ny\r\nz\r\nc\r\n"],
    ["a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"],
    ["a\r\nb\r\n", "a\r\n", "x\n", "x\r\nb\r\n"],
    ["a\r\nb\n", "a\r\nb", "x\ny", "x\ny\n"],
    ["\uFEFFa\r\nb", "a\n", "", "\uFEFFb"],
    ["a\nb", "b", "c\r\n", "a\nc\r\n"],
  ])("A23 keeps CRLF and BOM: in %j %j by %j is %j", async (before, old, fresh, after) => {
    const { root, call, apply } = setUp({ "a.ts": before });
    await call({ old, new: fresh });
    await apply();
    expect(readText(root, "a.ts")).toBe(after);
  });

  it.each<[what: string, text: string, old: string, fresh: string, facts: object]>([
    ["new syntax errors", "f(1);\n", "(1)", "(1", { newSyntaxErrors: true }],
    ["a word in a comment", "f(1); // oen\n", "oen", "one", { commentsOnly: true }],
    ["a word of code", "f(1); // oen\n", "f", "g", { commentsOnly: false, idempotent: true }],
    [
      "a comment that is lost (L1)",
      "f(1 /* x */);\n",
      "(1 /* x */)",
      "(2)",
      { commentsLost: ["a.ts:1 `/* x */`"] },
    ],
    [
      "a comment that is all that is named (L1)",
      "f(1 /* x */);\n",
      " /* x */",
      "",
      { commentsLost: [] },
    ],
    [
      "a word in a comment that stays one (L1)",
      "f(1); // oen\n",
      "oen",
      "one",
      { commentsLost: [] },
    ],
    ["an old text that stays", "f(1);\n", "f", "ff", { idempotent: false }],
    ["lines", "a;\nb;\n", "a;\nb", "c", { additions: 1, deletions: 2, replacements: 1 }],
  ])("finds facts of %s", async (_what, text, old, fresh, facts) => {
    const { call, preview } = setUp({ "a.ts": text });
    await call({ old, new: fresh });
    expect(preview().facts).toMatchObject({ languages: ["typescript"], newFiles: [], ...facts });
  });

  it("queues nothing if nothing would change, and says so", async () => {
    const { session, call } = setUp({ "a.ts": "f(1);\n" });
    expect(textOf(await call({ old: "f", new: "f" }))).toContain("Nothing was queued.");
    expect(session.pending.hasPending).toBe(false);
  });

  it.each([true, false])(
    "A18 goes on where the run's own edits moved its place (overlay: %s)",
    async (overlay) => {
      const { workspace, call, apply } = setUp({ "a.ts": "one two three\n" }, { overlay });
      await call({ old: "one", new: "a longer one" });
      await call({ old: "three", new: "3" });
      await call({ old: "two", new: "2" });
      await apply();
      const answer = await apply();
      expect(answer.details).toMatchObject({
        sourceResultDetails: { changes: [{ edits: [{ start: 17, end: 22, text: "3" }] }] },
      });
      await apply();
      expect(await workspace.read("a.ts")).toMatchObject({ text: "a longer one 2 3\n" });
    },
  );

  it("A18 is stale if the run's own edits took its place", async () => {
    const { root, call, apply } = setUp({ "a.ts": "one two three\n" });
    await call({ old: "one two", new: "1 2" });
    await call({ old: "two three", new: "2 3" });
    await apply();
    await expect(apply()).rejects.toThrow(StalePreviewError);
    expect(readText(root, "a.ts")).toBe("1 2 three\n");
  });

  it("A18 is stale if the old text is not at its place, whatever the run knows", async () => {
    const { root, session, surroundings, apply } = setUp({ "a.ts": "one two\n" });
    surroundings.workspace.ownEditsBetween = () => [];
    const tool = createReplaceTextTool(surroundings);
    await callTool(tool, { path: "a.ts", old: "one", new: "1" });
    writeTree(root, { "a.ts": "two one\n" });
    await expect(apply()).rejects.toThrow(StalePreviewError);
    expect(readText(root, "a.ts")).toBe("two one\n");
    expect(session.pending.hasPending).toBe(true);
  });

  it("A18 is stale if another process changed the file, even elsewhere", async () => {
    const { root, session, call, apply } = setUp({ "a.ts": "one two\n" });
    await call({ old: "one", new: "1" });
    writeTree(root, { "a.ts": "one two three\n" });
    await expect(apply()).rejects.toThrow(
      "Preview is stale / no longer matches; no replacements were applied. Expected 1 replacement in 1 file; a.ts is not what was previewed.",
    );
    expect(readText(root, "a.ts")).toBe("one two three\n");
    expect(session.pending.hasPending).toBe(true);
  });

  it.each([
    ["a link to it", "link.ts"],
    ["a link on the way to it", "folder/a.ts"],
  ])("F10 T17 queues a change of the file itself through %s", async (_what, path) => {
    const { root, session, call } = setUp({ "real/a.ts": "x" });
    symlinkSync("real/a.ts", join(root, "link.ts"));
    symlinkSync("real", join(root, "folder"));
    await call({ path, old: "x", new: "y" });
    expect(session.pending.peek()?.details).toMatchObject({ facts: { files: ["real/a.ts"] } });
  });

  it.each<[what: string, params: object, message: string]>([
    ["a file that is not there", { path: "no.ts" }, "`no.ts` does not exist."],
    ["F9 what may only be read", { path: "ro/a.ts" }, "may be read, and not written"],
    ["F9 what is excluded", { path: "no/a.ts" }, "is excluded by the scope"],
    ["what is reserved", { path: ".git/config" }, "is in `.git` or `.sluice`"],
    ["F10 a link out of scope", { path: "link.ts" }, "that leads out of the scope"],
    ["F10 `..`", { path: "../a.ts" }, "leaves the root"],
    ["F10 an absolute path", { path: "/a.ts" }, "is absolute"],
    ["a folder", { path: "ro" }, "`ro` is a folder."],
    ["F8 a binary file", { path: "b.bin" }, "`b.bin` is binary"],
    ["an empty old text", { old: "" }, "`old` must not be empty"],
    ["no new text", { new: undefined }, "`new` is missing"],
    ["a new text with a NUL character", { new: "\0" }, "`new` has a NUL character"],
    ["half a character", { old: "\ud83d" }, "`old` is not valid Unicode"],
    ["`all` that is no truth", { all: "yes" }, "`all` must be true or false"],
    ["an unknown key", { regex: true }, "Unknown key `regex`"],
  ])("refuses %s, and queues nothing", async (_what, params, message) => {
    const files = { "a.ts": "x😀", "ro/a.ts": "x", "no/a.ts": "x" };
    const { root, session, call } = setUp(
      { ...files, "b.bin": Buffer.of(0x78, 0) },
      { scope: { readonly: ["ro"], exclude: ["no"] } },
    );
    initRepository(root);
    symlinkSync("no/a.ts", join(root, "link.ts"));
    const refused = call({ old: "x", new: "y", ...params });
    await expect(refused).rejects.toThrow(ToolError);
    await expect(refused).rejects.toThrow(message);
    expect(session.pending.hasPending).toBe(false);
  });
});
