import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { readText, tempFolder, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

/** Runs a preview whose standard output goes to the file `out`; `report` gets its path. */
function preview(report: (out: string) => string) {
  const root = tempTree({
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
    "a.ts": "old(1);\n",
  });
  const out = join(tempFolder(), "out");
  const descriptor = openSync(out, "w");
  const argv = [MAIN, "preview", "r.yaml", "--format", "json", "--report", report(out)];
  const stdio = ["ignore", descriptor, "pipe"] as const;
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: root, stdio: [...stdio] });
  closeSync(descriptor);
  return { status, stderr: `${stderr}`, out: readText(out, "") };
}

it.each(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])(
  "a report to %s stands beside what goes there",
  (name) => {
    const { status, out } = preview(() => `csv=${name}`);
    expect(status).toBe(0);
    expect(out).toContain("action,recipe,step,");
    const json = out.slice(out.indexOf("{\n"), out.lastIndexOf("\n}\n") + 2);
    expect(JSON.parse(json)).toMatchObject({ totals: { actions: 1 } });
  },
);

it("no report takes the place of the file that standard output goes to", () => {
  const { status, stderr, out } = preview((file) => `sarif=${file}`);
  expect(status).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ outcome: "invalid", totals: { actions: 0 } });
  expect(stderr).toContain("is the file that standard output goes to");
});
