import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cliReport } from "../../support/run-cli.ts";
import { tempTree } from "../../support/temp-tree.ts";

const BUILT = `version: 1
name: r
scope: { exclude: ["private/**"] }
steps: [{ id: ask, prompt: "PROMPT" }]
`;

it("F7 lists a folder with 100,000 entries as a hundred of them and their number", async () => {
  const root = tempTree({ "r.yaml": BUILT.replace("PROMPT", "Look into @many/.") });
  mkdirSync(join(root, "many"));
  execFileSync("sh", ["-c", "seq -f 'f%.0f' 0 99999 | xargs touch"], { cwd: join(root, "many") });
  mkdirSync(join(root, "many", "zz"));
  symlinkSync("f1", join(root, "many", "link"));
  const { report, exitCode } = await cliReport(root, ["preview", "r.yaml"]);
  expect(exitCode).toBe(0);
  const [, listing] = report.transcripts[0]?.items ?? [];
  if (listing?.role !== "system") throw new Error("There is no listing.");
  const [header, first, ...rest] = listing.text.split("\n");
  expect([header, first]).toEqual(["[Dir: many]", "zz/"]);
  expect(rest.length).toBeLessThan(110);
  expect(listing.text).toContain("100");
}, 60_000);

it("F1 attaches 500 references in their order", async () => {
  const paths = Array.from({ length: 500 }, (_, index) => `f/${index}.md`);
  const root = tempTree({
    "r.yaml": BUILT.replace("PROMPT", paths.map((path) => `@${path}`).join(" ")),
    ...Object.fromEntries(paths.map((path) => [path, `${path}\n`])),
  });
  const { report, exitCode } = await cliReport(root, ["preview", "r.yaml"]);
  expect(exitCode).toBe(0);
  const items = report.transcripts[0]?.items.slice(1) ?? [];
  expect(items.map((item) => ("text" in item ? item.text : ""))).toEqual(
    paths.map((path) => `[File: ${path}]\n${path}\n`),
  );
});
