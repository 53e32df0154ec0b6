import { describe, expect, it } from "vitest";
import { createPromptHook } from "../../../src/tools/hooks/create-prompt-hook.ts";
import { hookCode } from "../../../src/tools/hooks/hook-code.ts";
import { ModuleLoader } from "../../../src/tools/load-module.ts";
import { tempTree } from "../../support/temp-tree.ts";

const EVENT = { event: "prompt", recipe: "r", step: "review", text: "Do it." } as const;

/** Asks a hook that is a real command, or a real module. */
async function ask(
  code: { readonly run: readonly string[] } | { readonly module: string },
  {
    files = {},
    on = ["prompt"],
    timeout = 10_000,
    signal = new AbortController().signal,
  }: {
    files?: Record<string, string>;
    on?: readonly ("pre-tool" | "prompt")[];
    timeout?: number;
    signal?: AbortSignal;
  } = {},
) {
  const root = tempTree(files);
  const loader = new ModuleLoader(root);
  const hook = createPromptHook(
    { on },
    { whose: "The hook hooks[0] of r", signal },
    hookCode({ code, timeout }, { root, signal, loader }),
  );
  return hook(EVENT);
}

const node = (script: string) => ({ run: [process.execPath, "-e", script] });
const answering = (answer: unknown) =>
  node(`process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`);

describe("createPromptHook", () => {
  it("F12 lets a prompt go on", async () => {
    expect(await ask(answering({ decision: "continue" }))).toEqual({ kind: "continue" });
  });

  it("F12 gets the prompt, and cancels it with its reason", async () => {
    const files = {
      "hook.mjs":
        "export default ({ event, recipe, step, text }) => ({ decision: 'cancel', reason: [event, recipe, step, text].join('|') });",
    };
    expect(await ask({ module: "hook.mjs" }, { files })).toEqual({
      kind: "cancel",
      reason: "prompt|r|review|Do it.",
    });
  });

  it.each([
    { decision: "deny", reason: "x" },
    { decision: "abort", reason: "x" },
    { decision: "pause", reason: "x" },
    { decision: "continueWith", items: [] },
    { decision: "continue", items: [] },
    { decision: "cancel" },
    { decision: "cancel", reason: " " },
    null,
    7,
  ])("F12 takes %j for a no, and says what is wrong with it", async (answer) => {
    const said = await ask(answering(answer));
    expect(said).toMatchObject({
      kind: "cancel",
      reason: expect.stringMatching(/^The hook hooks\[0\] of r failed: its answer does not fit: /),
    });
  });

  it("F12 T28 takes no answer for a no", async () => {
    const files = { "hook.mjs": "export default () => {};" };
    expect(await ask({ module: "hook.mjs" }, { files })).toMatchObject({
      kind: "cancel",
      reason: expect.stringMatching(/^The hook hooks\[0\] of r failed: its answer does not fit: /),
    });
  });

  it("F12 takes a failure for a no, and says what went wrong", async () => {
    expect(await ask(node("process.exit(3)"))).toEqual({
      kind: "cancel",
      reason: "The hook hooks[0] of r failed: it ended with exit code 3",
    });
    const files = { "hook.mjs": "export default () => { throw new Error('No idea.'); };" };
    expect(await ask({ module: "hook.mjs" }, { files })).toEqual({
      kind: "cancel",
      reason: "The hook hooks[0] of r failed: No idea.",
    });
  });

  it("F12 takes no answer in time for a no", async () => {
    const files = { "hook.mjs": "export default () => new Promise(() => {});" };
    expect(await ask({ module: "hook.mjs" }, { files, timeout: 50 })).toEqual({
      kind: "cancel",
      reason: "The hook hooks[0] of r failed: It took longer than 50 ms.",
    });
  });

  it("says so if the run was stopped", async () => {
    const signal = AbortSignal.abort();
    expect(await ask({ module: "hook.mjs" }, { signal })).toEqual({
      kind: "cancel",
      reason: "The run was stopped.",
    });
  });

  it("is not asked if it is not for prompts", async () => {
    const no = answering({ decision: "cancel", reason: "x" });
    expect(await ask(no, { on: ["pre-tool"] })).toEqual({ kind: "continue" });
  });
});
