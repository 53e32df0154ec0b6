import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { FilePreview } from "../../../src/model/action/action-preview.ts";
import { textOf } from "../../../src/model/tool.ts";
import { resolvePending } from "../../../src/resolve/resolve-pending.ts";
import { findConflicts } from "../../../src/run/decide/note-conflicts.ts";
import { createAstEditTool } from "../../../src/tools/ast-edit/ast-edit-tool.ts";
import { type BatchCall, runToolBatch } from "../../../src/tools/batch/run-tool-batch.ts";
import { createReplaceTextTool } from "../../../src/tools/text-edit/replace-text-tool.ts";
import { createWriteFileTool } from "../../../src/tools/text-edit/write-file-tool.ts";
import { astEdit } from "../../support/ast-edit-params.ts";
import { readText, type Tree } from "../../support/temp-tree.ts";
import { toolSetUp } from "../../support/tool-setup.ts";

/** More turns than any read of another file takes to begin. */
const MOST_TURNS = 100_000;

/**
 * A batch over a tree whose files take their time to be read; the log tells which reads overlap. No read ends before that
 * of `awaited` has begun, or would never begin.
 */
function setUp(files: Tree, awaited?: string) {
  const { root, session, workspace, surroundings } = toolSetUp(files);
  const log: string[] = [];
  const read = workspace.read.bind(workspace);
  workspace.read = async (path) => {
    log.push(`+${path}`);
    const isAlone = () => awaited !== undefined && !log.includes(`+${awaited}`);
    for (let turn = 0; turn < 20 || (isAlone() && turn < MOST_TURNS); turn += 1) await nextTurn();
    log.push(`-${path}`);
    return read(path);
  };
  const all = surroundings;
  const [writing, replacing] = [createWriteFileTool(all), createReplaceTextTool(all)];
  const editing = createAstEditTool({ ...all, parameters: astEdit.parameters });
  const { signal } = surroundings;
  const calls = {
    write: (path: string, content: string): BatchCall => ({
      callId: `write ${path}`,
      tool: "write_file",
      params: {},
      execute: (context) => writing.execute({ path, content }, context, signal),
    }),
    replace: (path: string, old: string, fresh: string): BatchCall => ({
      callId: `replace ${path}`,
      tool: "replace_text",
      params: {},
      execute: (context) => replacing.execute({ path, old, new: fresh }, context, signal),
    }),
    edit: (pat: string, out: string): BatchCall => ({
      callId: `edit ${pat}`,
      tool: "ast_edit",
      params: {},
      execute: (context) => editing.execute(astEdit.params(pat, out), context, signal),
    }),
  };
  const actions = () => session.pending.list();
  const conflicts = () =>
    findConflicts(
      actions().map(({ id, details }) => ({ id, changes: (details as FilePreview).changes })),
    );
  const apply = (id: string) => resolvePending(session, { action: "apply", reason: "Fine.", id });
  return { root, log, calls, actions, conflicts, apply };
}

describe("a batch of edits", () => {
  it("T5 T6 T17 works on one file in call order, and on others at the same time", async () => {
    const { log, calls, actions } = setUp({ "a.ts": "one two\n", "b.ts": "b" }, "b.ts");
    const { outcomes } = await runToolBatch("tool-batch-1", [
      calls.replace("a.ts", "one", "1"),
      calls.replace("./a.ts", "two", "2"),
      calls.write("b.ts", "B"),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done", "done"]);
    expect(log.filter((line) => line.endsWith("a.ts"))).toEqual([
      ...["+a.ts", "-a.ts"],
      ...["+a.ts", "-a.ts"],
    ]);
    expect(log.indexOf("+b.ts")).toBeLessThan(log.indexOf("-a.ts"));
    expect(actions().map(({ label }) => label)).toEqual([
      "Replace Text: 1 replacement in a.ts",
      "Replace Text: 1 replacement in a.ts",
      "Write File: b.ts",
    ]);
  });

  it("T13 T17 goes on with a file after a call on it has failed", async () => {
    const { calls, actions } = setUp({ "a.ts": "one\n" });
    const { outcomes } = await runToolBatch("tool-batch-1", [
      calls.replace("a.ts", "no such", "1"),
      calls.replace("a.ts", "one", "1"),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "done"]);
    expect(actions()).toHaveLength(1);
  });

  it("T17 lets applies on one file follow each other too", async () => {
    const { root, calls, actions, apply } = setUp({ "a.ts": "one two\n" });
    await runToolBatch("tool-batch-1", [
      calls.replace("a.ts", "one", "1"),
      calls.replace("a.ts", "two", "2"),
    ]);
    await Promise.all(actions().map(({ id }) => apply(id)));
    expect(readText(root, "a.ts")).toBe("1 2\n");
  });

  it("finds which edits of one file are in each other's way, whatever tool made them", async () => {
    const { calls, actions, conflicts } = setUp({ "a.ts": "\uFEFFf(1);\ng(2);\nh(3);\n" });
    await runToolBatch("tool-batch-1", [
      calls.edit("f($A)", "F($A)"),
      calls.replace("a.ts", "(1);\ng", "(1)\ng"),
      calls.replace("a.ts", "h(3)", "H(3)"),
      calls.write("a.ts", "all new\n"),
    ]);
    const ids = actions().map(({ id }) => id);
    const byLabel = new Map(actions().map(({ id, label }) => [id, label.split(" ")[0]]));
    expect(new Set(ids).size).toBe(4);
    const found = [...conflicts()].map(([id, others]) => [
      byLabel.get(id),
      others.map((other) => byLabel.get(other)).sort(),
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        ["AST", ["Replace", "Write"]],
        ["Replace", ["AST", "Write"]],
        ["Replace", ["Write"]],
        ["Write", ["AST", "Replace", "Replace"]],
      ]),
    );
  });

  it("applies edits of all tools to one file in any order, and garbles nothing", async () => {
    const { root, calls, actions, apply } = setUp({ "a.ts": "f(1);\ng(2);\nh(3);\n" });
    await runToolBatch("tool-batch-1", [
      calls.edit("g($A)", "longer($A)"),
      calls.replace("a.ts", "f(1)", "f"),
      calls.replace("a.ts", "h(3)", "H"),
    ]);
    const [edit, first, last] = ["AST", "f", "H"].map(
      (name, index) => actions()[index]?.id ?? name,
    );
    for (const id of [last, edit, first])
      expect(textOf(await apply(id ?? ""))).toBe("Applied 1 replacement in 1 file.");
    expect(readText(root, "a.ts")).toBe("f;\nlonger(2);\nH;\n");
  });
});
