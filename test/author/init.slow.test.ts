import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const LINT = "id: lint\nlanguage: TypeScript\nrule: { pattern: 'eval($A)' }\n";

describe("sluice init --from ast-grep", () => {
  it("makes no recipe of a folder in which a rule behind the first thousand cannot be run", async () => {
    const off = "id: off\nlanguage: TypeScript\nseverity: off\nrule: { pattern: a }\nfix: b\n";
    const many = Array.from({ length: 1001 }, (_, at) => [
      `r/a${at}.yml`,
      off.replace("off", `a${at}`),
    ]);
    const root = tempTree({
      ...Object.fromEntries(many),
      "sgconfig.yml": "ruleDirs: [r]\n",
      "r/z.yml": LINT,
    });
    const { exitCode, stderr } = await cli(root, ["init", "--from", "ast-grep"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("r/z.yml is left out")]);
    expect(stderr).toContain("Too many of its rules have to be named one by one.");
  });
});
