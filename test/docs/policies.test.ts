import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/run-cli.ts";
import { tempFolder, tempTree } from "../support/temp-tree.ts";

const ROOT = resolve(import.meta.dirname, "../..");

describe("the policies of the examples", () => {
  const withPolicy = readdirSync(join(ROOT, "examples")).filter((name) =>
    existsSync(join(ROOT, "examples", name, "sluice.policy.yaml")),
  );

  it("are found", () => {
    expect(withPolicy.length).toBeGreaterThan(2);
  });

  it.each(withPolicy)(
    "pass their tests, which reach everything, and have no slips (%s)",
    async (name) => {
      const root = tempFolder();
      cpSync(join(ROOT, "examples", name), root, { recursive: true });
      const tested = await cli(root, ["policy", "test", "--min-coverage", "100"]);
      expect(tested).toMatchObject({ exitCode: 0, stderr: "" });
      const linted = await cli(root, ["policy", "lint"]);
      expect(linted).toMatchObject({ exitCode: 0, stderr: "" });
      expect(linted.stdout).not.toContain("error:");
    },
  );
});

describe("the policies of the documents", () => {
  const pages = [
    "README.md",
    ...["docs", "docs/design"].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((page) => `${folder}/${page}`),
    ),
  ];
  const blocks = pages
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) =>
      [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```yaml\n(.*?)^```$/gms)].map(
        ([, text = ""]) => ({ page, text }),
      ),
    )
    .filter(({ text }) => /^version: 1$/m.test(text) && /^(default|rules|guards):/m.test(text));

  it("are many", () => {
    expect(blocks.length).toBeGreaterThan(8);
  });

  it.each(blocks)("pass their tests, and have no slips ($page)", async ({ text }) => {
    const root = tempTree({ "sluice.policy.yaml": text });
    const tested = await cli(root, ["policy", "test", "--allow-empty"]);
    expect(tested).toMatchObject({ exitCode: 0, stderr: "" });
    const linted = await cli(root, ["policy", "lint"]);
    expect(linted).toMatchObject({ exitCode: 0, stderr: "" });
  });
});
