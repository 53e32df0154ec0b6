import { expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const OPEN = "{a:".repeat(8_001);
const TOLD = "more than 8000 open braces: it was not parsed";

/** Previews an edit of files, and returns those that were skipped, with the reason. */
async function skippedIn(files: Record<string, string>, [pat, out]: readonly [string, string]) {
  const root = tempTree(files);
  const { report } = await cliReport(root, ["preview", "-p", pat, "-r", out]);
  const [told] = report.alerts.map(({ message }) => message);
  return [told, ...report.skipped.map(({ path, detail }) => [path, detail])];
}

it("skips files with so many open braces that the parser would end the process, and tells why", async () => {
  const code = `foo(1);\n${OPEN}`;
  const files = { "a.ts": code, "b.html": `<script>${code}</script>`, "c.css": OPEN };
  expect(await skippedIn(files, ["foo($A)", "bar($A)"])).toEqual([
    `2 files with matches left alone because of syntax errors, first a.ts (${TOLD}).`,
    ["a.ts", TOLD],
    ["b.html", TOLD],
  ]);
});

it("skips a file whose result would be such a text", async () => {
  expect(await skippedIn({ "a.ts": "x;\n".repeat(1_001) }, ["x", "{a:".repeat(8)])).toEqual([
    `1 file with matches left alone because of syntax errors, first a.ts (the result has ${TOLD}).`,
    ["a.ts", `the result has ${TOLD}`],
  ]);
});
