import { expect, it } from "vitest";
import { cli } from "../../support/run-cli.ts";
import { snapshot, tempTree, writeTree } from "../../support/temp-tree.ts";

it.each(["preview", "plan"] as const)(
  "a %s fails where somebody writes its files meanwhile",
  async (command) => {
    const root = tempTree({
      "a.ts": "old(1);\n",
      "b.ts": "old(1);\n",
      "recipe.yaml":
        'version: 1\nsteps: [{ id: s, ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] } }]\n',
    });
    const argv = [command, "recipe.yaml", "--policy", "apply-all", "--format=jsonl"];
    const output = command === "plan" ? ["-o", "plan.json"] : [];
    let calls = 0;
    const interfering = {
      now: () => {
        calls += 1;
        return calls;
      },
      stdout: {
        // The event of an action comes when it is decided, and the run goes on.
        write: (text: string) => {
          if (text.includes("action-ended")) writeTree(root, { "b.ts": "old(2);\n" });
        },
        isTerminal: false,
        columns: 80,
      },
    };
    expect((await cli(root, [...argv, ...output], interfering)).exitCode).toBe(1);
    expect(Object.keys(snapshot(root))).not.toContain("plan.json");
    const clean = await cli(root, [...argv, ...output]);
    expect(clean.exitCode).toBe(0);
  },
);
