import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeTree } from "../support/temp-tree.ts";
import { appliedTree, ranTree, verifiedTree } from "../support/verified-tree.ts";

describe("accepted actions", () => {
  it("account for the files of a plan, and for nothing beside them (V4)", async () => {
    const { root, plan } = await appliedTree();
    expect(await verifiedTree(root)).toMatchObject({
      exitCode: 1,
      left: { "src/b.ts": "changed discard" },
    });
    expect(await verifiedTree(root, "--plan", plan)).toMatchObject({
      exitCode: 0,
      accepted: 1,
      left: {},
    });
    writeTree(root, { "src/a.ts": "", "docs/b.md": "two\n" });
    expect(await verifiedTree(root, "--plan", plan)).toMatchObject({
      accepted: 1,
      left: { "src/a.ts": "changed discard", "docs/b.md": "changed hold" },
    });
  });

  it("are not those that a record of a run claims", async () => {
    const root = await ranTree();
    const [run = ""] = readdirSync(join(root, ".sluice/runs"));
    const report = join(root, ".sluice/runs", run, "report.json");
    const forged = JSON.parse(readFileSync(report, "utf8"));
    const evil = "export const evil = 1;\n";
    writeTree(root, { "src/evil.ts": evil });
    forged.actions.push({ ...forged.actions[0], id: "0123456789abcdef" });
    forged.actions[1].files = [
      { ...forged.actions[0].files[0], path: "src/evil.ts", preHash: null },
    ];
    writeFileSync(report, JSON.stringify(forged));
    expect((await verifiedTree(root, "--run", "last")).left).toEqual({
      "src/evil.ts": "new discard",
    });
  });
});
