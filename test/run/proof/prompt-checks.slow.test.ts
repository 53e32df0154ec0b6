import { expect, it } from "vitest";
import { checkedPolicy } from "../../support/checked-tree.ts";
import { edit, runPrompt } from "../../support/prompt-run.ts";
import { readText } from "../../support/temp-tree.ts";

const RECIPE = `version: 1
name: r
steps:
  - { id: ask, prompt: Rewrite old()., model: MODEL, tools: [ast_edit], maxTurns: 6, RESOLVE }
`;

const APPLY = { name: "resolve", arguments: { action: "apply", reason: "It is the task." } };

it.each([
  ["action", "policy"],
  ["rule", "policy"],
  ["action", "model"],
  ["rule", "model"],
])(
  "a model learns that a check took its change back: after %s, resolved by the %s",
  async (after, by) => {
    const policy = checkedPolicy("! grep -rl 'fresh(2)' src", { after });
    const turns = [{ calls: [edit("src/b.ts")] }, ...(by === "model" ? [{ calls: [APPLY] }] : [])];
    const recipe = RECIPE.replace("RESOLVE", `resolve: ${by}`);
    const { root, server, result } = await runPrompt(recipe, [...turns, { text: "Done." }], {
      policy,
      args: ["--allow-code"],
    });
    expect(result.report.actions).toMatchObject([{ state: "discarded", ruleId: "checks" }]);
    expect(readText(root, "src/b.ts")).toBe("old(2);\n");
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain(
      "Check `look` failed (exit code 1)",
    );
  },
);
