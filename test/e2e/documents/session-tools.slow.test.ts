import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SteeringMessage } from "../../../src/index.ts";
import { readText, snapshot, type Tree, tempTree } from "../../support/temp-tree.ts";
import { text } from "./support/handlers.ts";
import { sluice } from "./support/sluice.ts";

const { createAstEditTool, createBuiltInTools, createResolveTool, createSession, ToolError } =
  sluice;
const WORLD = { env: { PATH: process.env.PATH } };
const OLD = { pat: "old($A)", out: "fresh($A)" };
const APPLY = { action: "apply", reason: "It is right." };

/** Makes a session with its tools on a tree. */
function bench(files: Tree) {
  const root = tempTree(files);
  const reminders: SteeringMessage[] = [];
  const session = createSession({ onReminder: (message) => reminders.push(message) });
  const edit = createAstEditTool({ root, session }, WORLD);
  const resolve = createResolveTool(session);
  const call = (ops: readonly object[] = [OLD], more: object = {}) =>
    edit.execute({ ops, paths: ["**/*.ts"], ...more });
  return { root, reminders, session, edit, resolve, call };
}

describe("ast_edit on a session of one's own", () => {
  it("A1 A20 R22 never writes: it queues a labelled handler, says that it is staged, and reminds once", async () => {
    const { root, call, session, reminders } = bench({
      "a.ts": "old(1);\nold(2);\n",
      "b.ts": "old(3);\n",
    });
    const before = snapshot(root);
    expect(text(await call())).toMatch(/staged, not applied/i);
    expect(snapshot(root)).toEqual(before);
    expect(session.pending.list()).toMatchObject([
      { label: "AST Edit: 3 replacements in 2 files", sourceToolName: "ast_edit" },
    ]);
    expect(reminders).toHaveLength(1);
    await call([{ pat: "old(3)", out: "x()" }]);
    expect(session.pending.list()[1]?.label).toBe("AST Edit: 1 replacement in 1 file");
  });

  it("A2 R4 R7 applies by running the edit again, and answers what it applied", async () => {
    const { root, call, session, resolve } = bench({ "a.ts": "old(1);\n" });
    await call();
    const applied = await resolve.execute(APPLY);
    expect(text(applied)).toBe("Applied 1 replacement in 1 file.");
    expect(applied.details).toMatchObject({ ...APPLY, sourceToolName: "ast_edit" });
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    expect(session.hasPending).toBe(false);
    await expect(resolve.execute(APPLY)).rejects.toThrow(
      "No pending action to resolve. Nothing to apply or discard.",
    );
  });

  it("A3 queues nothing for zero matches", async () => {
    const { call, session, reminders } = bench({ "a.ts": "other(1);\n" });
    expect(text(await call())).toContain("No replacements made");
    expect([session.hasPending, reminders]).toEqual([false, []]);
  });

  it.each([
    ["an empty pat", [OLD, { pat: "", out: "x" }], {}, "ops[1].pat"],
    ["empty ops", [], {}, "ops"],
    ["a duplicate pat", [OLD, { ...OLD, out: "x" }], {}, "ops[1].pat"],
    ["a missing path", [OLD], { paths: ["none.ts"] }, "none.ts"],
    ["an unknown language", [OLD], { lang: "cobol" }, "typescript"],
  ])("A4 A6 refuses %s, with a message that names the place", async (_, ops, more, place) => {
    const { call, session } = bench({ "a.ts": "old(1);\n" });
    const refused = await call(ops, more).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ToolError);
    expect((refused as Error).message).toContain(place);
    expect(session.hasPending).toBe(false);
  });

  it("A24 A7 calls a pattern with a syntax error an error", async () => {
    const { call, session } = bench({ "a.ts": "old(1);\n" });
    for (const pat of ["old(", "if ("])
      await expect(call([{ pat, out: "x" }])).rejects.toBeInstanceOf(ToolError);
    expect(session.hasPending).toBe(false);
  });

  it("A18 R10 R11 refuses a stale preview in the words of the documents, with what was expected, and keeps it", async () => {
    const { root, call, session, resolve } = bench({ "a.ts": "old(1);\n", "b.ts": "old(2);\n" });
    await call();
    writeFileSync(join(root, "b.ts"), "old(2); // moved\n");
    const refused = await resolve.execute(APPLY).catch((error: unknown) => error);
    expect((refused as Error).message).toContain(
      "Preview is stale / no longer matches; no replacements were applied.",
    );
    expect((refused as Error).message).toContain("b.ts");
    expect((refused as Error).message).not.toMatch(/^Apply failed/);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      "old(1);\n",
      "old(2); // moved\n",
    ]);
    expect(session.pending.list()).toHaveLength(1);
    writeFileSync(join(root, "b.ts"), "old(2);\n");
    expect(text(await resolve.execute(APPLY))).toBe("Applied 2 replacements in 2 files.");
  });

  it("R24 gives the same bytes for two different reasons", async () => {
    const trees = [];
    for (const reason of ["a", "another, with $A and `code`"]) {
      const { root, call, resolve } = bench({ "a.ts": "old(1);\n" });
      await call();
      await resolve.execute({ action: "apply", reason });
      trees.push(snapshot(root));
    }
    expect(trees[0]).toEqual(trees[1]);
  });

  it("R6 R13 discards without a write", async () => {
    const { root, call, resolve } = bench({ "a.ts": "old(1);\n" });
    const before = snapshot(root);
    await call();
    const discarded = await resolve.execute({ action: "discard", reason: "No." });
    expect(text(discarded)).toBe("Discarded: AST Edit: 1 replacement in 1 file. Reason: No.");
    expect(snapshot(root)).toEqual(before);
  });

  it("R1 R23 refuses another action, a missing reason and a blank one, by the tool", async () => {
    const { call, resolve, session } = bench({ "a.ts": "old(1);\n" });
    await call();
    for (const params of [
      { action: "maybe", reason: "x" },
      { action: "apply" },
      { ...APPLY, reason: " " },
    ])
      await expect(resolve.execute(params)).rejects.toBeInstanceOf(ToolError);
    expect(session.hasPending).toBe(true);
  });
});

it("R18 hides resolve, and no other built-in tool", () => {
  const { root, session } = bench({});
  const tools = createBuiltInTools({ root, session }, WORLD);
  expect(tools.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(["resolve"]);
  expect(tools.find(({ name }) => name === "ast_edit")?.queuesPreviews).toBe(true);
});
