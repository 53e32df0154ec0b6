import { describe, expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempRepository } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

describe("code inside of HTML is edited as ast-grep run -U edits it (A7)", () => {
  it("at a cost that grows with the page, however many scripts it has", async () => {
    const count = 300; // Takes 20 s if each script is parsed with all the text before it.
    const script = (name: string) => `<script>\n${`${name}(1, [2, 3]);\n`.repeat(50)}</script>\n`;
    const root = tempRepository({
      "a.html": script("f").repeat(count),
      "r.yaml": recipeOf([["f($$$A)", "longer($$$A)"]]),
    });
    await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(readText(root, "a.html")).toBe(script("longer").repeat(count));
  }, 15_000);
});
