import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FAIL_ON } from "../../src/action/fail-on.ts";
import { readAction } from "../action/composite-action.ts";
import { CHECKOUT } from "../action/job.ts";

/** The rows of the table below a head, as lists of cells. */
function rowsBelow(page: string, head: string): readonly (readonly string[])[] {
  const lines = page.slice(page.indexOf(head)).split("\n").slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  return rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}

describe("docs/github-action.md", () => {
  test("its tables name the inputs with their defaults, and the outputs, of action.yml", async () => {
    const page = await readFile(join(CHECKOUT, "docs/github-action.md"), "utf8");
    const { inputs, outputs } = await readAction(CHECKOUT);
    const listed = rowsBelow(page, "| input | default |").map((cells) => [cells[1], cells[2]]);
    expect(listed).toEqual(
      Object.entries(inputs).map(([name, { default: fallback = "" }]) => [
        `\`${name}\``,
        fallback === "" ? "" : `\`${fallback}\``,
      ]),
    );
    const named = rowsBelow(page, "| output | meaning |").map((cells) => cells[1]);
    expect(named).toEqual(Object.keys(outputs).map((name) => `\`${name}\``));
    const reasons = rowsBelow(page, "| `fail-on` | the step fails").map((cells) => cells[1]);
    expect(reasons).toEqual(FAIL_ON.map((name) => `\`${name}\``));
  });
});
