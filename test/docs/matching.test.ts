import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempTree } from "../support/temp-tree.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/matching.md"), "utf8");

function block(language: string, index = 0): string {
  const blocks = [...PAGE.matchAll(new RegExp(`\n\`\`\`${language}\n(.*?)\`\`\`\n`, "gs"))];
  const [, content] = blocks[index] ?? [];
  if (content === undefined) throw new Error(`The page has no block of ${language}.`);
  return content;
}

describe("docs/matching.md", () => {
  it("shows what the command prints", async () => {
    const root = tempTree({ "recipes/swap.yaml": block("yaml"), "src/a.ts": block("ts") });
    const { stdout } = await cli(root, ["explain-match", "swap", "src/a.ts"]);
    expect(`$ sluice explain-match swap src/a.ts\n${stdout}`).toBe(block("console"));
    const why = await cli(root, ["preview", "swap", "--why"]);
    const [beginning = "", rest] = block("console", 1).split("…");
    expect(`$ sluice preview swap --why\n${why.stdout}`.slice(0, beginning.length)).toBe(beginning);
    expect(rest).toBe("\n");
  });
});
