import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { THREADS } from "../support/cached-run.ts";
import { runWith } from "../support/run-request.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "docs/transforms.md"), "utf8");
const examples = page
  .split(/^## /m)
  .filter((section) => section.includes("```diff"))
  .map((section) => ({ title: section.split("\n", 1)[0] ?? "", section }));

/** Returns the text of the first block of a language. */
function blockOf(section: string, language: string): string | undefined {
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(section)?.[1];
}

/** Returns one side of a diff. */
function sideOf(diff: string, sign: "-" | "+"): string {
  const lines = diff.split("\n").filter((line) => line.startsWith(sign) || line.startsWith(" "));
  return lines.map((line) => `${line.slice(1)}\n`).join("");
}

describe("the examples of transforms", () => {
  it("are those of all forms", () => {
    expect(examples.map(({ title }) => title)).toHaveLength(4);
  });

  it.each(examples)("do what the page says ($title)", async ({ section }) => {
    const diff = blockOf(section, "diff") ?? "";
    const code = blockOf(section, "[jt]s") ?? "// codemods/none.ts\n";
    const [, module = ""] = /^\/\/ (\S+)/.exec(code) ?? [];
    const step = `{ transform: ./${module}, paths: [src], params: { name: strictEqual } }`;
    const root = tempTree({
      "recipe.yaml": blockOf(section, "yaml") ?? `version: 1\nname: r\nsteps:\n  - ${step}\n`,
      ".gitignore": "node_modules\n",
      "package.json": "{}\n",
      [module]: code,
      "src/a.ts": sideOf(diff, "-"),
    });
    symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "junction");
    const request = { policy: "apply-all", allowCode: true };
    const report = await runWith(root, request, undefined, { threads: THREADS });
    expect([report.diagnostics, report.skipped]).toEqual([[], []]);
    expect(report.exitCode).toBe(0);
    expect(readText(root, "src/a.ts")).toBe(sideOf(diff, "+"));
  });
});
