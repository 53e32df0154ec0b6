import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const DEMO = fileURLToPath(new URL("../../scripts/demo.mjs", import.meta.url));

describe("npm run demo", () => {
  let elsewhere: string;
  let demo: { status: number | null; stdout: string; stderr: string };

  beforeAll(() => {
    elsewhere = mkdtempSync(join(tmpdir(), "sluice-elsewhere-"));
    demo = spawnSync(process.execPath, [DEMO], {
      cwd: elsewhere,
      encoding: "utf8",
      // Its copy of the example lands in here as well, so that a left-over would be seen.
      env: { ...process.env, TMPDIR: elsewhere, TEMP: elsewhere, NO_COLOR: "1" },
    });
  });

  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

  it("says first what is about to happen, and ends with exit code 0", () => {
    const [first, second, third] = demo.stdout.split("\n");
    expect(first).toContain("modernize.yaml");
    expect(second).toContain("sluice.policy.yaml");
    expect(third).toBe("");
    expect(demo).toMatchObject({ status: 0, stderr: expect.not.stringContaining("rror") });
  });

  it("shows changes that the policy applies, with the reason and the rule", () => {
    expect(verdictOn("src/pricing/discount.ts")).toBe(
      "✔ applied src/pricing/discount.ts — Does the same as before; replacements: 1. [rule same-behaviour]",
    );
    expect(verdictOn("src/orders/order.test.ts")).toMatch(
      /^✔ applied .+ — 2 stricter .+few-asserts]$/,
    );
    expect(demo.stdout).toMatch(/^ +applied +5 +11$/m);
  });

  it("shows changes that the policy discards, each for a reason of its own", () => {
    expect(verdictOn("src/payments/charge.ts")).toBe(
      "✘ discarded src/payments/charge.ts — Audited code: the payments team makes a change such as `clock` itself. [rule payments]",
    );
    expect(verdictOn("src/pricing/discount.test.ts")).toMatch(
      /^✘ discarded .+ — 6 stricter .+many-asserts]$/,
    );
    expect(demo.stdout).toMatch(/^ +discarded +4 +9$/m);
  });

  it("shows what the guards keep out", () => {
    expect(verdictOn("src/api/catalog.gen.ts")).toBe(
      "✘ discarded src/api/catalog.gen.ts — Generated: the next build would undo it. Change the template instead. [rule generated]",
    );
    expect(verdictOn(".github/scripts/check-release.mjs")).toMatch(/^✘ discarded .+protected]$/);
    expect(demo.stdout).not.toContain("src/vendor");
  });

  it("names the files that changed, and counts the others", () => {
    const [, comparison] = demo.stdout.split("these files are different now:\n");
    expect(comparison?.split("\n")).toEqual([
      "  src/orders/create-order.ts",
      "  src/orders/order.test.ts",
      "  src/pricing/discount.ts",
      "  src/users/import-users.ts",
      "The other 13 are as they were.",
      "",
    ]);
  });

  it("leaves nothing behind", () => {
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  /** The line that tells how the first action that changes this file alone ended. */
  function verdictOn(path: string): string | undefined {
    return demo.stdout
      .split("\n")
      .find((line) => /^[✔✘◼] /.test(line) && line.includes(` ${path} — `));
  }
});
