import { expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

it("waits for a slow reader after each piece of a report", async () => {
  const root = tempTree({
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
    "a.ts": `old("${"x".repeat(2000)}");\n`.repeat(50),
  });
  let [text, waiting, longest] = ["", 0, 0];
  const stdout = {
    write(piece: string) {
      text += piece;
      waiting += piece.length;
      longest = Math.max(longest, waiting);
    },
    async drained() {
      await new Promise(setImmediate);
      waiting = 0;
    },
    isTerminal: false,
    columns: 100,
  };
  const { exitCode } = await cli(root, ["preview", "recipe.yaml", "--format", "json"], { stdout });
  expect({ exitCode, actions: JSON.parse(text).actions.length }).toEqual({
    exitCode: 0,
    actions: 1,
  });
  expect(longest).toBeLessThan(text.length);
});
