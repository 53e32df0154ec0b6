import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runPrompt } from "../../support/prompt-run.ts";
import { cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** A tool as tutorials have it: its action has no details. */
const TOOL = `export default (pi) => ({
  name: "batch_rename_preview",
  description: "Prepares the renaming of files.",
  parameters: pi.zod.object({ files: pi.zod.array(pi.zod.string()) }),
  async execute(toolCallId, params) {
    pi.pushPendingAction({
      label: \`Batch rename: \${params.files.length} files\`,
      sourceToolName: "batch_rename_preview",
      apply: async (reason) => ({ content: [{ type: "text", text: \`Applied. Reason: \${reason}\` }] }),
      reject: async (reason) => ({ content: [{ type: "text", text: \`Rejected. Reason: \${reason}\` }] }),
    });
    return { content: [{ type: "text", text: "Call resolve to apply or discard." }] };
  },
});
`;
const CALL = 'tool: batch_rename_preview, with: { files: ["a.ts"] }';
const RECIPE = `version: 1\nname: r\ntools: [t.mjs]\nsteps: [{ id: s, ${CALL} }]\n`;
const LIFTING = `version: 1
default: { verdict: apply, reason: The policy applies every change. }
lift: [protected-unnamed]
`;
const DISCARDING = "version: 1\ndefault: { verdict: discard, reason: Nothing today. }\n";

const run = (policy: string) => {
  const tree = { "t.mjs": TOOL, "r.yaml": RECIPE, "l.yaml": LIFTING, "d.yaml": DISCARDING };
  return cliReport(tempTree(tree), ["run", "r.yaml", "--allow-code", "--policy", policy]);
};

describe("an action of a custom tool that names no files", () => {
  it("is held, and the author is told how to name them", async () => {
    const { exitCode, report } = await run("apply-all");
    expect([exitCode, report.outcome]).toEqual([4, "held"]);
    expect(report.actions).toMatchObject([{ state: "held", ruleId: "protected-unnamed" }]);
    expect(report.alerts).toEqual([
      {
        ...{ level: "warn", code: "unnamed-files", recipe: "r", step: "s" },
        message:
          "Batch rename: 1 files of `batch_rename_preview` names no files: a policy never applies such an action. Let the tool list the paths that change in `details.files` of pushPendingAction, or allow it by `lift: [protected-unnamed]` in the policy.",
      },
    ]);
  });

  it("is applied without a warning where the policy lifts the guard", async () => {
    const { exitCode, report } = await run("l.yaml");
    expect([exitCode, report.alerts]).toEqual([0, []]);
    expect(report.actions).toMatchObject([{ state: "applied" }]);
  });

  it("is discarded by a policy that discards it anyway", async () => {
    const { report } = await run("d.yaml");
    expect(report.actions).toMatchObject([{ state: "discarded", reason: "Nothing today." }]);
  });

  it("is told as such to the model that made the call", async () => {
    const recipe = `version: 1
name: r
tools: [t.mjs]
steps: [{ id: ask, prompt: Rename., model: MODEL, tools: [batch_rename_preview] }]
`;
    const call = { name: "batch_rename_preview", arguments: { files: ["a.ts"] } };
    const { server, result } = await runPrompt(recipe, [{ calls: [call] }, { text: "Done." }], {
      files: { "t.mjs": TOOL },
      args: ["--allow-code"],
    });
    expect(JSON.stringify(server.requests[1])).toContain(
      "Call resolve to apply or discard.\\n[The tool names no files for: Batch rename: 1 files. The policy does not apply it; a person has to look at it.]",
    );
    expect(result.report.actions).toMatchObject([{ state: "held" }]);
  });
});

describe("the custom tool on its page", () => {
  it("works as it is pasted, under `apply-all`", async () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/custom-tools.md"), "utf8");
    const [, tool = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
    const [, recipe = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    const root = tempTree({
      ...{ "tools/batch-rename.ts": tool, "recipes/modules.yaml": recipe, "src/price.ts": "" },
    });
    const argv = ["run", "modules", "--allow-code", "--policy", "apply-all"];
    const { exitCode, report } = await cliReport(root, argv);
    expect([exitCode, report.alerts]).toEqual([0, []]);
    expect(report.actions).toMatchObject([
      { state: "applied", facts: { files: ["src/price.ts"] } },
    ]);
  });
});
