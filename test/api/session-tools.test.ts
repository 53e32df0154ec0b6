import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createAstEditTool,
  createBuiltInTools,
  createResolveTool,
  createSession,
  StalePreviewError,
  type SteeringMessage,
  ToolError,
  undo,
} from "../../src/index.ts";
import { textOf } from "../../src/model/tool.ts";
import { readText, tempFolder, tempRepository } from "../support/temp-tree.ts";

/** Not the variables of the CI in which the test runs. */
const WORLD = { env: { PATH: process.env.PATH } };
const CALL = { ops: [{ pat: "old($A)", out: "fresh($A)" }], paths: ["**/*.ts"] };

function repository(): string {
  return tempRepository({ "a.ts": "old(1);\n", "b.ts": "old(2);\n" });
}

describe("the tools of a session of one's own", () => {
  it("A1 A2 R22 queue a preview with its reminder, and resolve writes it as a run that undo takes back", async () => {
    const root = repository();
    const reminders: SteeringMessage[] = [];
    const session = createSession({ onReminder: (message) => reminders.push(message) });
    const edit = createAstEditTool({ root, session }, WORLD);
    const resolve = createResolveTool(session);
    const context = { callId: "call_7", batchId: "tool-batch-0", callIndex: 0 };
    const staged = await edit.execute(CALL, context);
    expect(textOf(staged)).toContain("Staged, not applied: 1 pending action");
    expect(session.pending.peek()).toMatchObject({
      label: "AST Edit: 2 replacements in 2 files",
      sourceToolName: "ast_edit",
    });
    expect(reminders.map(({ tag }) => tag)).toEqual(["resolve-reminder"]);
    expect(readText(root, "a.ts")).toBe("old(1);\n");
    const applied = await resolve.execute({ action: "apply", reason: "It is right." });
    expect(textOf(applied)).toBe("Applied 2 replacements in 2 files.");
    expect(applied.details).toMatchObject({ action: "apply", sourceToolName: "ast_edit" });
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual([
      "fresh(1);\n",
      "fresh(2);\n",
    ]);
    expect(session.hasPending).toBe(false);
    expect(await undo({ root }, WORLD)).toMatchObject({
      outcome: "ok",
      run: { command: "session" },
    });
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });

  it("R6 discard without writing anything, not even state", async () => {
    const root = repository();
    const session = createSession();
    await createAstEditTool({ root, session }, WORLD).execute(CALL);
    const resolve = createResolveTool(session);
    const discarded = await resolve.execute({ action: "discard", reason: "No." });
    expect(textOf(discarded)).toBe("Discarded: AST Edit: 2 replacements in 2 files. Reason: No.");
    expect([readText(root, "a.ts"), existsSync(join(root, ".sluice"))]).toEqual([
      "old(1);\n",
      false,
    ]);
  });

  it("A18 write nothing if a file was changed meanwhile, and the action stays pending", async () => {
    const root = repository();
    const session = createSession();
    await createAstEditTool({ root, session }, WORLD).execute(CALL);
    writeFileSync(join(root, "b.ts"), "other(2);\n");
    const resolve = createResolveTool(session);
    const applying = resolve.execute({ action: "apply", reason: "Yes." });
    await expect(applying).rejects.toThrow(StalePreviewError);
    expect([readText(root, "a.ts"), session.hasPending]).toEqual(["old(1);\n", true]);
  });

  it("share one workspace: in a dry run each sees what was applied, and nothing is written", async () => {
    const root = repository();
    const session = createSession();
    const tools = createBuiltInTools({ root, session, isDryRun: true }, WORLD);
    const call = (name: string, params: unknown) =>
      tools.find((tool) => tool.name === name)?.execute(params) ?? Promise.reject(name);
    await call("ast_edit", CALL);
    await call("resolve", { action: "apply", reason: "Yes." });
    expect(textOf(await call("read_file", { path: "a.ts" }))).toContain("fresh(1);");
    expect([readText(root, "a.ts"), readdirSync(root).sort()]).toEqual([
      "old(1);\n",
      [".git", "a.ts", "b.ts"],
    ]);
  });

  it("R18 say what they take, and which is hidden", () => {
    const tools = createBuiltInTools({ root: repository(), session: createSession() }, WORLD);
    expect(
      tools.map(({ name, isHidden, queuesPreviews }) => [name, isHidden, queuesPreviews]),
    ).toEqual([
      ["ast_edit", false, true],
      ["ast_grep", false, false],
      ["read_file", false, false],
      ["list_files", false, false],
      ["write_file", false, true],
      ["replace_text", false, true],
      ["resolve", true, false],
    ]);
    for (const { description, parameters } of tools)
      expect([description.length > 10, parameters.type]).toEqual([true, "object"]);
  });

  it("see files that came after they were made, and keep to their scope", async () => {
    const root = repository();
    const session = createSession();
    const edit = createAstEditTool({ root, session, scope: { exclude: ["b.ts"] } }, WORLD);
    writeFileSync(join(root, "c.ts"), "old(3);\n");
    await edit.execute(CALL);
    expect(session.pending.peek()?.label).toBe("AST Edit: 2 replacements in 2 files");
    const { details } = session.pending.peek() ?? {};
    expect(details).toMatchObject({ facts: { files: ["a.ts", "c.ts"] } });
  });

  it("A4 refuse a call in words, and one whose signal has fired", async () => {
    const root = repository();
    const session = createSession();
    const edit = createAstEditTool({ root, session }, WORLD);
    await expect(edit.execute({ ops: [{ pat: "", out: "x" }] })).rejects.toThrow(/ops\[0\]\.pat/);
    const stopped = edit.execute(CALL, undefined, AbortSignal.abort());
    await expect(stopped).rejects.toThrow(ToolError);
    expect(session.hasPending).toBe(false);
  });
});

describe("the options of the tools of a session", () => {
  const session = createSession();

  it.each([
    [{ root: "." }, "createBuiltInTools: `session` must be a session: create one with"],
    [{ root: ".", session, scpe: {} }, "Unknown key `scpe`. Did you mean `scope`?"],
    [{ root: ".", session, scope: { includes: [] } }, "Unknown key `includes` in `scope`."],
    [{ root: ".", session, scope: { include: "src" } }, "`scope.include` must be a list"],
    [{ root: "", session }, "`root` must not be empty."],
    [null, "must be a map, and is empty."],
  ])("are refused at once if they are wrong: %#", (options, message) => {
    expect(() => createBuiltInTools(options as never)).toThrow(message); // As JavaScript may.
  });

  it("takes `null` for a context and a signal that are not given, and tells a model its slips", async () => {
    const [astEdit] = createBuiltInTools({ root: tempFolder(), session });
    const called = (params: unknown) => astEdit?.execute(params, null as never, null as never);
    await expect(called({})).rejects.toThrow("The call must have `ops` or `rules`.");
    await expect(called({ ops: [{ pattern: "x", fix: "y" }] })).rejects.toThrow(
      "Unknown key `pattern`. Did you mean `pat`? Unknown key `fix`. Did you mean `out`?",
    );
  });
});
