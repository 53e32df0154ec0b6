import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { besidesLoss } from "../support/besides-loss.ts";
import { RENAME, recipeOf, runCommand, SRC, scriptRecipe } from "../support/command-run.ts";
import { readText } from "../support/temp-tree.ts";

describe("a command", () => {
  it("runs on a copy; its result is decided and written as other edits are", async () => {
    const { root, report } = await runCommand({
      "recipe.yaml": scriptRecipe(RENAME, { ...SRC, per: "file" }),
    });
    expect([report.exitCode, besidesLoss(report.alerts)]).toEqual([0, []]);
    expect(report.actions.map(({ tool, state }) => [tool, state])).toEqual([
      ["command", "applied"],
      ["command", "applied"],
    ]);
    expect(report.actions[0]?.facts).toMatchObject({ idempotent: true, newSyntaxErrors: false });
    expect([readText(root, "src/a.ts"), readText(root, "other.txt")]).toEqual([
      "bar(1);\n",
      "foo\n",
    ]);
  });

  it("does not run without the consent of the caller, nor with a variable that is not allowed", async () => {
    const tree = { "recipe.yaml": scriptRecipe(RENAME, { ...SRC, env: ["DEPLOY_TOKEN"] }) };
    const { report } = await runCommand(tree, { allowCode: false });
    expect(report.diagnostics.map(({ code }) => code)).toEqual([
      "env-not-allowed",
      "custom-tools-not-allowed",
    ]);
  });

  it.each([
    ["model", undefined],
    [undefined, undefined],
    ["model", "preview"],
  ] as const)(
    "by %s, in %s, keeps its transcript if a model is asked and the run writes",
    async (by, command) => {
      const script = `${RENAME}process.stdout.write("turn 1: " + process.env.DEPLOY_TOKEN);`;
      const step = { ...SRC, env: ["DEPLOY_TOKEN"], by };
      const { root } = await runCommand(
        { "recipe.yaml": scriptRecipe(script, step) },
        { allowEnv: ["DEPLOY_TOKEN"], ...(command && { command }) },
        { env: { ...process.env, DEPLOY_TOKEN: "s3cr3t-t0ken\nof two lines" } },
      );
      const files = readdirSync(root, { recursive: true, encoding: "utf8" });
      const [file, ...more] = files.filter((path) => path.endsWith("printed.jsonl"));
      const isKept = by === "model" && command === undefined;
      expect([file !== undefined, more]).toEqual([isKept, []]);
      if (file === undefined) return;
      const lines = readText(root, file).split("\n").slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        { recipe: "r", step: "c", text: "turn 1: [redacted]" },
        { recipe: "r", step: "c", text: "[redacted]" },
      ]);
    },
  );

  it("does not run a script that an earlier step wrote, also if that step is only previewed", async () => {
    const write = { tool: "write_file", with: { path: "own.cjs", content: "\n" } };
    const { alerts } = await runCommand(
      { "recipe.yaml": recipeOf(write, { command: ["node", "own.cjs", "{files}"], ...SRC }) },
      { command: "preview" },
    );
    expect(alerts).toContain("The command names own.cjs, which is not as it was");
  });
});
