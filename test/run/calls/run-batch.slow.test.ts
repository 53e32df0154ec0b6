import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { REPOSITORY } from "../../support/grammar-packages.ts";
import { openAiServer } from "../../support/openai-server.ts";
import { runWith } from "../../support/run-request.ts";
import { readText, snapshot, tempRepository } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: ask
    prompt: Rewrite old().
    timeout: 77s
    model: { provider: openai-compatible, name: m, baseUrl: "SERVER", retries: 0 }
`;

const WAIT = `export default (pi) => ({
  name: "wait", description: "Waits.", parameters: pi.zod.object({}),
  execute: () => new Promise((resolve) => setTimeout(resolve, 300, "waited")),
});
`;

it("T29 drops what a call finds after the time of its step: nothing is queued, nothing is written", async () => {
  const ops = [{ pat: "old($A)", out: "fresh($A)" }];
  const server = await openAiServer([
    { calls: [{ name: "ast_edit", arguments: { paths: ["src/**/*.ts"], ops } }] },
  ]);
  const files = Array.from({ length: 60 }, (_, n) => [`src/f${n}.ts`, "old(1);\n"] as const);
  const root = tempRepository({
    ...Object.fromEntries(files),
    "recipe.yaml": RECIPE.replace("SERVER", server.baseUrl),
    "wait.yaml":
      "version: 1\nname: wait\ntools: [wait.mjs]\nsteps: [{ id: wait, tool: wait, with: {} }]\n",
    "wait.mjs": WAIT,
  });
  const before = snapshot(root);
  const timeUp = new AbortController();
  const events: string[] = [];
  const report = await runWith(
    root,
    {
      ...{ policy: "apply-all", allowCode: true, allowHosts: [new URL(server.baseUrl).host] },
      recipes: ["recipe.yaml", "wait.yaml"], // The search may end during the second one.
    },
    ({ type }) => {
      events.push(type);
      if (type === "progress") timeUp.abort();
    },
    {
      ownFolder: REPOSITORY,
      after: (ms) => (ms === 77_000 ? timeUp.signal : new AbortController().signal),
    },
  );
  expect(events).toContain("progress");
  expect(events).not.toContain("action-queued");
  expect(report).toMatchObject({ actions: [], totals: { actions: 0 } });
  expect(snapshot(root)).toEqual(before);
});

const HANGS = `import { writeFileSync } from "node:fs";
export default (pi) => ({
  name: "hang", description: "Never ends.", parameters: pi.zod.object({}),
  execute() {
    writeFileSync(pi.cwd + "/.git/begun", "");
    setTimeout(() => {
      let said = "queued";
      try {
        pi.pushPendingAction({ label: "late", details: { files: ["a.txt"] }, apply: () => "late" });
      } catch (error) {
        said = error.message;
      }
      writeFileSync(pi.cwd + "/.git/said", said);
    }, 100);
    return new Promise(() => {});
  },
});
`;

/** Runs one step in a tree with these files, and interrupts the run when the step has begun, and made this file. */
async function interrupted(files: Readonly<Record<string, string>>, made = "a.txt") {
  const root = tempRepository({ "a.txt": "a", ...files });
  const controller = new AbortController();
  const interrupt = () => {
    if (!existsSync(join(root, made))) setTimeout(interrupt, 10);
    else controller.abort(130);
  };
  const begin = performance.now();
  const report = await runWith(
    root,
    { policy: "apply-all", allowCode: true },
    ({ type }) => {
      if (type === "step-started") setTimeout(interrupt, 50);
    },
    { interrupted: controller.signal },
  );
  return { root, report, took: performance.now() - begin };
}

describe("a run that is interrupted", () => {
  it("T29 ends though a tool hangs; what the tool does later is refused", async () => {
    const files = {
      "recipe.yaml":
        "version: 1\nname: r\ntools: [hang.mjs]\nsteps: [{ id: s, tool: hang, with: {} }]\n",
      "hang.mjs": HANGS,
    };
    const { root, report, took } = await interrupted(files, ".git/begun");
    expect(report).toMatchObject({ exitCode: 130, actions: [] });
    expect(took).toBeLessThan(5000);
    await expect
      .poll(() => readText(root, ".git/said"), { timeout: 2000 })
      .toBe("Pending action store unavailable for custom tools in this runtime.");
    expect(readText(root, "a.txt")).toBe("a");
  });

  it.each(["pre-tool", "post-tool"])("T29 ends though a hook hangs: %s", async (moment) => {
    const step = "{ id: s, ast_edit: { paths: [a.ts], ops: [{ pat: old($A), out: fresh($A) }] } }";
    const { root, report, took } = await interrupted({
      "recipe.yaml": `version: 1\nname: r\nhooks: [{ on: [${moment}], module: h.mjs }]\nsteps: [${step}]\n`,
      "h.mjs": "export default () => new Promise(() => {});\n",
      "a.ts": "old(1);\n",
    });
    expect(report.exitCode).toBe(130);
    expect(took).toBeLessThan(5000);
    expect(readText(root, "a.ts")).toBe("old(1);\n");
  });
});
