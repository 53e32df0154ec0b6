import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgePlan } from "../../support/forge-plan.ts";
import { apply, planned } from "../../support/known-plan.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

describe("a plan that this user derived here", () => {
  it("is applied without a search: the hashes of its files are compared, and nothing else is looked at", async () => {
    const { root, home } = await planned();
    expect((await apply(root, home)).exitCode).toBe(0);
    expect([readText(root, "src/a.ts"), readText(root, "src/new.ts")]).toEqual([
      "fresh(1);\n",
      "old(3);\n",
    ]);
    expect(readdirSync(join(home, ".local/state/sluice")).sort()).toEqual(["key", "plans"]);
  });

  it("is derived again in another root, and if it was changed and given a new digest", async () => {
    const { root, home } = await planned();
    const copy = tempTree({});
    cpSync(root, copy, { recursive: true });
    expect((await apply(copy, home)).exitCode).toBe(3);
    forgePlan(root, ({ actions: [action] }) => Object.assign(action, { reason: "Harmless." }));
    expect((await apply(root, home)).exitCode).toBe(3);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });

  it("is derived again if --verify asks for it", async () => {
    const { root, home } = await planned();
    expect((await apply(root, home, ["--verify"])).exitCode).toBe(3);
    expect(readText(root, "src/a.ts")).toBe("old(1);\n");
  });
});
