import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, snapshot } from "../../support/temp-tree.ts";
import { report as reportOf } from "./support/command.ts";
import { editRun, OLD } from "./support/edit-run.ts";

const TWO = { "a.ts": "old(1);\nold(2);\n", "b.ts": "old(3);\n" };

describe("the write", () => {
  it("A18 compares content before any write, and writes nothing of a stale preview", async () => {
    const { root } = await editRun({ verb: "preview", policy: null, files: TWO });
    await reportOf(root, "plan", "r", "--policy", "apply-all", "-o", "plan.json");
    writeFileSync(join(root, "b.ts"), "old(3); // moved\n");
    const before = snapshot(root);
    const { status, report } = await reportOf(root, "apply", "plan.json");
    expect({ status, outcome: report.outcome }).toEqual({ status: 3, outcome: "stale" });
    expect(snapshot(root)).toEqual(before);
    expect(JSON.stringify(report)).toContain("b.ts");
  });

  it("A18 fails a stale action in the words of the documents, with what was expected", async () => {
    const tool = `import { writeFileSync } from "node:fs";
export default (pi) => ({
  name: "meddle", description: "Meddles.", parameters: pi.zod.object({}),
  async execute() {
    pi.pushPendingAction({ label: "Meddle", details: { files: ["other.txt"] }, apply() {
      writeFileSync(pi.cwd + "/a.ts", "old(7);\\n");
      return "Meddled.";
    } });
    return "Prepared.";
  },
});
`;
    const { root, report, status } = await editRun({
      recipe: 'tools: ["meddle.mjs"]',
      steps: `  - parallel:
      - { id: m, tool: meddle, with: {} }
      - { id: e, ast_edit: { ${OLD} } }`,
      files: { ...TWO, "meddle.mjs": tool },
      args: ["--allow-code"],
    });
    const stale = report.actions.find(({ step }) => step === "e");
    expect(stale?.result).toContain(
      "Preview is stale / no longer matches; no replacements were applied.",
    );
    expect(stale?.result).toContain("a.ts");
    expect(stale?.state).not.toBe("applied");
    expect(status).toBe(3);
    expect([readText(root, "a.ts"), readText(root, "b.ts")]).toEqual(["old(7);\n", "old(3);\n"]);
  });

  it("A23 keeps CRLF, a BOM, mode bits and a missing final newline", async () => {
    const files = {
      "crlf.ts": "old(\r\n  1,\r\n);\r\nx();\r\n",
      "bom.ts": "\uFEFFold(1);\n",
      "end.ts": "x();\nold(1)",
      "mode.ts": "old(1);\n",
    };
    const { root } = await editRun({
      files,
      onRoot: (folder) => chmodSync(join(folder, "mode.ts"), 0o755),
    });
    expect(readFileSync(join(root, "crlf.ts"), "utf8")).toMatch(
      /^fresh\([^\n]*1[^\n]*\);\r\nx\(\);\r\n$/s,
    );
    expect(readFileSync(join(root, "bom.ts"), "utf8")).toBe("\uFEFFfresh(1);\n");
    expect(readFileSync(join(root, "end.ts"), "utf8")).toBe("x();\nfresh(1)");
    expect(statSync(join(root, "mode.ts")).mode & 0o777).toBe(0o755);
  });
});
